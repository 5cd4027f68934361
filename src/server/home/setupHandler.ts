import { sql } from 'kysely';
import { homeSetup } from '#contract/home/setupCalls.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { SETUP_STEPS, type SetupStep } from '#domain/setup.ts';
import { handle } from '../calls/handler.ts';

/** One query: each step asks for one row only, so the answer costs the same in a firm of many years. */
export const setupHandler = handle(homeSetup, async (_input, { db }) => {
  const active = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} where status = 'active' and deleted_at is null)`;
  const { rows } = await sql<Record<SetupStep, boolean>>`select
    exists (select 1 from manager where status = 'active' and deleted_at is null and role in ('seller.manager', 'manager.staff')) as account,
    ${active('seller')} as hub, ${active('manufacturer')} as manufacturer, ${active('brand')} as brand, ${active('product')} as product,
    ${active('seller_product')} as price, ${active('distributor')} as distributor, ${active('distributor_product')} as brings,
    ${active('location')} as location, ${active('store_type')} as store_type, ${active('buyer')} as retailer,
    exists (select 1 from purchase_order where tag = 'receipt' and destination_type = 'seller' and deleted_at is null) as receipt,
    exists (select 1 from order_group where tag = any(${[...COUNTED_TAGS]}) and deleted_at is null) as "order"`.execute(
    db,
  );
  const [found] = rows;
  return { done: SETUP_STEPS.filter((step) => found?.[step]) };
});
