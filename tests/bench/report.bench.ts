/** The report over 1,000,000 log rows for one warehouse and a month, against the bare SQL in the same run; and what others wait meanwhile. */
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { reportAnswers } from '#server/stock/reportAnswers.ts';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const DAY = 86_400;
const NOW = 1_795_000_000;

async function fill(database: Database): Promise<void> {
  const at = sql`${NOW}::int8`;
  const run = (text: ReturnType<typeof sql>) => text.execute(database.kysely);
  await run(
    sql`insert into manufacturer (_id, created, modified, name, status) values ('m', ${at}, ${at}, 'Maker', 'active')`,
  );
  await run(
    sql`insert into brand (_id, created, modified, name, status, manufacturer_id) values ('b', ${at}, ${at}, 'Brand', 'active', 'm')`,
  );
  await run(sql`insert into product (_id, created, modified, name, status, description, sku_id, case_count, mpu, price_kobo, brand_id)
    select 'p' || n, ${at}, ${at}, 'Product ' || n, 'active', 'A product for the bench', 's' || n, 12, 1, 120000, 'b' from generate_series(1, 1000) n`);
  await run(sql`insert into warehouse (_id, created, modified, status, parent_type, parent, owner_name)
    select 'w' || n, ${at}, ${at}, 'active', 'seller', 'h' || n, 'Hub ' || n from generate_series(1, 20) n`);
  for (let start = 0; start < ROWS; start += 50_000) {
    await run(sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
      select 'l' || n, 'PO-BENCH', case when n % 3 = 0 then 'stock_in' else 'stock_out' end, 'w' || (n % 20 + 1), 'p' || (n % 997 + 1),
        case when n % 3 = 0 then 6 else -12 end, 100000 + n % 777, 120000 + n % 991, 0, ${at}, ${NOW - 365 * DAY}::int8 + (n::int8 * 31536000 / ${ROWS}::int8)
      from generate_series(${start + 1}::int4, ${Math.min(ROWS, start + 50_000)}::int4) n`);
  }
  await run(sql`vacuum (analyze) warehouse_log`);
}

async function median(work: () => Promise<unknown>, rounds = 7): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  const filled = performance.now();
  await fill(database);
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
  const plain = await median(bare);
  const whole = await median(report);
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

const url = process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `kasuwa_bench_${Date.now()}`;
const admin = await openDatabase({ url }).catch(() => null);
if (admin && (await admin.healthy(2_000))) {
  await sql`create database ${sql.id(name)}`.execute(admin.kysely);
  const database = await openDatabase({ url: url.replace(/\/[^/]*$/, `/${name}`) });
  await measure('PostgreSQL', database);
  await database.close();
  await sql`drop database ${sql.id(name)}`.execute(admin.kysely);
} else process.stdout.write('POSTGRES NOT REACHABLE: only the embedded database was measured\n');
await admin?.close();
const embedded = await openDatabase({ memory: true });
await measure('embedded', embedded);
await embedded.close();
