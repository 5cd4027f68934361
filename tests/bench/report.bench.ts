/** The report over 1,000,000 log rows for one warehouse and a month, against the bare SQL in the same run; and what others wait meanwhile. */
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { reportAnswers } from '#server/stock/reportAnswers.ts';
import { onEachEngine } from './engines.ts';
import { DAY, fillLogs, fillProducts, NOW, ROWS } from './logRows.ts';

/** Medians of two ways in milliseconds, measured in turns, so that what else the machine does meets both. */
async function medians(one: () => Promise<unknown>, other: () => Promise<unknown>, rounds = 15): Promise<number[]> {
  const times: number[][] = [[], []];
  for (let round = -2; round < rounds; round += 1) {
    for (const [at, work] of [one, other].entries()) {
      const started = performance.now();
      await work();
      if (round >= 0) times[at]?.push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  const filled = performance.now();
  await fillProducts(database);
  await fillLogs(database);
  process.stdout.write(`${name}: ${ROWS} rows in ${((performance.now() - filled) / 1_000).toFixed(0)} s\n`);
  const from = NOW - 60 * DAY;
  const to = NOW - 30 * DAY;
  const bare = () =>
    sql`select product_id, sum(abs(quantity)), sum(abs(quantity)::numeric * sell_price_kobo / 12) from warehouse_log
      where warehouse_id = 'w7' and kind = 'stock_out' and timestamp >= ${from} and timestamp < ${to + 60} group by product_id`.execute(
      database.kysely,
    );
  const answer = reportAnswers.find((one) => one.call.path === 'warehouse_log/report');
  const ctx = { db: database.kysely } as never;
  const report = async () =>
    answer?.handle({ warehouse_ids: ['w7'], context: 'stock_issued', from_timestamp: from, to_timestamp: to }, ctx);
  const [plain = 0, whole = 0] = await medians(bare, report);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  await report();
  clearInterval(timer);
  process.stdout.write(
    `${name}: bare SQL ${plain.toFixed(1)} ms, report ${whole.toFixed(1)} ms, ratio ${(whole / plain).toFixed(2)}; longest stall of the process ${longest.toFixed(0)} ms\n`,
  );
}

await onEachEngine(measure);
