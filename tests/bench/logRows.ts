/** 1,000,000 rows of 20 warehouses' logs over a year, written by plain SQL. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

export const ROWS = Number(process.env.ROWS ?? 1_000_000);
export const DAY = 86_400;
export const NOW = 1_795_000_000;

/** Products p1 to p1000, where there are none yet. */
export async function fillProducts(database: Database): Promise<void> {
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
}

/** The warehouses and their logs, of products p1 to p997. */
export async function fillLogs(database: Database): Promise<void> {
  const at = sql`${NOW}::int8`;
  const run = (text: ReturnType<typeof sql>) => text.execute(database.kysely);
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
