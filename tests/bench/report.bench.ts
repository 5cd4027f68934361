/**
 * The report over 1,000,000 log rows for one warehouse and a month, in the same run against the bare SQL: the same table as one would write it by
 * hand, with names, rounded line by line and sorted. Beside it the sums alone, without products; and what others wait meanwhile.
 */
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { reportHandlers } from '#server/stock/reportHandlers.ts';
import { onEachEngine } from './engines.ts';
import { DAY, fillLogs, fillProducts, NOW, ROWS } from './logRows.ts';

/** Medians of several ways in milliseconds, measured in turns, so that what else the machine does meets them all. */
async function medians(ways: readonly (() => Promise<unknown>)[], rounds = 25): Promise<number[]> {
  const times: number[][] = ways.map(() => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [at, work] of ways.entries()) {
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
  const rows = sql`warehouse_id = 'w7' and kind = 'stock_out' and timestamp >= ${from} and timestamp < ${to + 60}`;
  const sums = () =>
    sql`select product_id, sum(abs(quantity)), sum(abs(quantity)::numeric * sell_price_kobo / 12) from warehouse_log where ${rows} group by product_id`.execute(
      database.kysely,
    );
  const bare = () =>
    sql`select p._id, p.name, p.case_count, p.status, b.name as brand, maker.name as manufacturer, count(*) as many, sum(abs(wl.quantity)) as issued,
        sum(round(abs(wl.quantity)::numeric * wl.sell_price_kobo / p.case_count)) as value
      from warehouse_log wl join product p on p._id = wl.product_id join brand b on b._id = p.brand_id join manufacturer maker on maker._id = b.manufacturer_id
      where ${rows} and wl.quantity < 0 group by p._id, b._id, maker._id order by p.name_key, p._id`.execute(
      database.kysely,
    );
  const answer = reportHandlers.find((one) => one.call.path === 'warehouse_log/report');
  const ctx = { db: database.kysely } as never;
  const report = async () =>
    answer?.handle({ warehouse_ids: ['w7'], context: 'stock_issued', from_timestamp: from, to_timestamp: to }, ctx);
  const [alone = 0, plain = 0, whole = 0] = await medians([sums, bare, report]);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  await report();
  clearInterval(timer);
  process.stdout.write(
    `${name}: bare SQL ${plain.toFixed(1)} ms, report ${whole.toFixed(1)} ms, ratio ${(whole / plain).toFixed(2)} (sums alone ${alone.toFixed(1)} ms, ratio ${(whole / alone).toFixed(2)}); longest stall of the process ${longest.toFixed(0)} ms\n`,
  );
}

await onEachEngine(measure);
