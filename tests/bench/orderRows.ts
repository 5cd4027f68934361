/** 100,000 order groups with 1,000,000 lines of 10,000 products, 10,000 retailers and 20 hubs, written by plain SQL. `LINES` of each group can be fewer. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import { NOW } from '#tests/support/server.ts';

export const GROUPS = Number(process.env.ORDER_GROUPS ?? 100_000);
export const DAYS = 365;
const STEP = 10_000;
/** Lines of a group: what only lists groups needs few. */
const LINES = Number(process.env.LINES ?? 10);

export async function fillOrders(database: Database): Promise<void> {
  const run = (text: RawBuilder<unknown>) => text.execute(database.kysely);
  const at = sql`${NOW}::int8`;
  const begin = NOW - DAYS * 86_400;
  const analyze = () => run(sql`vacuum analyze`);
  await run(
    sql`insert into manufacturer (_id, created, modified, name) select 'm' || n, ${at}, ${at}, 'Maker ' || n from generate_series(0, 49) n`,
  );
  await run(sql`insert into brand (_id, created, modified, name, manufacturer_id)
    select 'b' || n, ${at}, ${at}, 'Brand ' || n, 'm' || (n % 50) from generate_series(0, 499) n`);
  await run(sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
    select 'p' || n, ${at}, ${at}, 'Product ' || n, 'For the bench', 's' || n, 12, 1, 120000 + n, 'b' || (n % 500) from generate_series(0, 9999) n`);
  await run(
    sql`insert into seller (_id, created, modified, name, address) select 'h' || n, ${at}, ${at}, 'Hub ' || n, 'Lagos' from generate_series(0, 19) n`,
  );
  await run(
    sql`insert into distributor (_id, created, modified, name, address) select 'd' || n, ${at}, ${at}, 'Depot ' || n, 'Lagos' from generate_series(0, 9) n`,
  );
  await run(sql`insert into distributor_seller (_id, created, modified, distributor_id, seller_id)
    select 'ds' || n, ${at}, ${at}, 'd' || (n % 10), 'h' || (n / 10) from generate_series(0, 199) n`);
  await run(sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
    select 'dp' || n, ${at}, ${at}, 'd' || (n % 10), 'p' || n from generate_series(0, 9999) n`);
  await run(
    sql`insert into location (_id, created, modified, name, state, lga) select 'l' || n, ${at}, ${at}, 'Market ' || n, 'Lagos', 'Mainland' || n from generate_series(0, 99) n`,
  );
  await run(
    sql`insert into store_type (_id, created, modified, name, description) values ('st', ${at}, ${at}, 'Kiosk', 'Of the bench')`,
  );
  await run(sql`insert into user_account (_id, role, name, created, modified)
    select 'u' || n, 'buyer.buyer', 'Shop ' || n, ${at}, ${at} from generate_series(0, 9999) n`);
  await run(sql`insert into buyer (_id, created, modified, user_id, name, person, phone, status, store_type_id, location_id)
    select 'y' || n, ${begin}::int8 + n, ${at}, 'u' || n, case when n % 3 = 0 then 'Mama ' else 'Alhaji ' end || 'Shop ' || n, 'Ada', '080' || lpad(n::text, 8, '0'), 'active', 'st', 'l' || (n % 100)
    from generate_series(0, 9999) n`);
  for (let from = 0; from < GROUPS; from += STEP) {
    const to = Math.min(GROUPS, from + STEP) - 1;
    const when = sql`${begin}::int8 + n * ${DAYS * 86_400}::int8 / ${GROUPS}::int8`;
    const tag = sql`(array['completed', 'completed', 'completed', 'delivered', 'pending', 'cancelled'])[n % 6 + 1]`;
    const numbers = sql`generate_series(${from}::int8, ${to}::int8) n`;
    // A group's buyer, hub and age stand in no relation to one another: primes apart.
    await run(sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id, orders_kobo, amount_kobo, cases, manufacturers, placed_at, posted_kobo)
      select 'g' || n, ${when}, ${when}, 'OG-' || lpad(n::text, 8, '0'), ${tag}, 'y' || (n * 7919 % 10000), 'h' || (n * 104729 % 20), 12000000, 12000000, 10, 2, ${when}, 0 from ${numbers}`);
    await run(sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag, items_kobo, amount_kobo)
      select 'o' || n || '_' || k, ${when}, ${when}, 'OR-' || lpad(n::text, 8, '0') || '-' || k, 'g' || n, 'm' || ((n + k * 25) % 50), ${tag}, 6000000, 6000000
      from ${numbers}, generate_series(0, 1) k`);
    await run(sql`insert into order_item (_id, created, modified, order_id, order_group_id, product_id, quantity, quantity_accepted, amount_kobo, line_kobo)
      select 'i' || n || '_' || k, ${when}, ${when}, 'o' || n || '_' || (k % 2), 'g' || n, 'p' || ((n * 31 + k * 997) % 10000), 12,
        case when n % 9 = 0 then 6 when n % 2 = 0 then 12 end, 1200000, 1200000
      from ${numbers}, generate_series(0, ${LINES - 1}::int4) k`);
    if (from === 0) await analyze();
  }
  await analyze();
}

/** Products and their links to distributors beyond the first 10,000, up to `products` in all. */
export async function fillMoreProducts(database: Database, products: number): Promise<void> {
  const run = (text: RawBuilder<unknown>) => text.execute(database.kysely);
  const at = sql`${NOW}::int8`;
  for (let from = 10_000; from < products; from += STEP) {
    const to = Math.min(products, from + STEP) - 1;
    await run(sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'p' || n, ${at}, ${at}, 'Product ' || n, 'For the bench', 's' || n, 12, 1, 120000 + n, 'b' || (n % 500) from generate_series(${from}::int4, ${to}::int4) n`);
  }
  await run(sql`vacuum analyze product`);
}
