/** Reads order lines in the shape of responses (ORD-21). */
import { type RawBuilder, sql } from 'kysely';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { standingPrice } from '#domain/linePrice.ts';
import { formatMoney } from '#domain/money.ts';
import { joinHubPrice } from '../catalogue/hubPrice.ts';
import type { Db } from '../db/open.ts';
import { person } from '../resources/rows.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../stock/productRefs.ts';
import { joinOwnEntry, soldColumns } from './reports/sold.ts';

type ItemRow = ProductColumns & {
  _id: string;
  created: number;
  modified: number;
  version: number;
  created_by: string | null;
  created_name: string | null;
  modified_by: string | null;
  modified_name: string | null;
  order_id: string;
  order_group_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  line_kobo: number;
  rate_kobo: number | null;
  rate_about: boolean;
  client_id: string | null;
  available: number | null;
  mpu: number;
  hub_price: number | null;
};

/** The line's price in naira per case of today's size, or null when no price is stored. */
function priceShown(row: ItemRow): string | null {
  const price = standingPrice({ ...row, amount: row.amount_kobo, rate: row.rate_kobo }, row.case_count);
  return price === null ? null : formatMoney(price);
}

/**
 * Lines over alias `i`, sorted by product name. The product's price is the price that the line is billed at: the hub's own price, else the list price (B10.4,
 * B3.6). `available` is the manually set limit of the hub in units, or null without one (B8.4).
 */
export async function orderItems(db: Db, where: RawBuilder<unknown>): Promise<OrderItem[]> {
  const { rows } = await sql<ItemRow>`select i._id, i.created, i.modified, i.version, i.created_by, i.modified_by,
      (select name from user_account where _id = i.created_by) as created_name,
      (select name from user_account where _id = i.modified_by) as modified_name, i.order_id, i.order_group_id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo, i.line_kobo, i.rate_kobo, i.rate_about, i.client_id,
      nullif(sp.quantity, -1) as available, sp.price_kobo as hub_price, ${soldColumns}, ${productRefColumns}
    from order_item i join order_group g on g._id = i.order_group_id join product p on p._id = i.product_id ${productJoins}
      ${joinHubPrice('g.seller_id', 'i.product_id')} ${joinOwnEntry('g.seller_id', 'i.product_id')}
    where ${where} and i.deleted_at is null order by p.name_key, i._id`.execute(db);
  return rows.map((row) => ({
    _id: row._id,
    created: row.created,
    modified: row.modified,
    version: row.version,
    created_by: person(row.created_by, row.created_name),
    modified_by: person(row.modified_by, row.modified_name),
    order_id: row.order_id,
    order_group_id: row.order_group_id,
    product_id: row.product_id,
    product: toProductRef({ ...row, p_price: row.hub_price ?? row.p_price }, true),
    quantity: row.quantity,
    quantity_accepted: row.quantity_accepted,
    amount: formatMoney(row.amount_kobo),
    line_value: formatMoney(row.line_kobo),
    rate: priceShown(row),
    rate_about: row.rate_about,
    available: row.available,
    mpu: row.mpu,
    client_id: row.client_id,
  }));
}

/**
 * For each product: its price in this order, its MPU, whether the hub sells it, and the hub's ceiling in units (ORD-37, B1.5, B8.4, K5, K6). Unknown
 * product ids are left out.
 */
export async function pricesFor(db: Db, groupId: string, products: readonly string[]) {
  const { rows } = await sql<{
    product_id: string;
    kobo: number;
    available: number | null;
    mpu: number;
    sold: boolean;
  }>`select p._id as product_id, ${soldColumns},
      coalesce(sp.price_kobo, p.price_kobo) as kobo, nullif(sp.quantity, -1) as available
    from order_group g join product p on p._id = any(${[...products]}) ${joinHubPrice('g.seller_id', 'p._id')} ${joinOwnEntry('g.seller_id', 'p._id')}
    where g._id = ${groupId} and p.deleted_at is null order by p._id`.execute(db);
  return rows.map(({ kobo, ...row }) => ({ ...row, price: formatMoney(kobo) }));
}

/** The stock of an order's hub for each ordered product, in units; empty for an order without a hub, and for a hub without a warehouse. */
export async function hubStock(db: Db, groupId: string, seller: string | null, products?: readonly string[]) {
  const warehouse = await db
    .selectFrom('warehouse')
    .select(['_id', 'parent as hub', 'owner_name as name'])
    .where('parent_type', '=', 'seller')
    .where('parent', '=', seller)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!warehouse) return { hub: null, rows: [] };
  const wanted = products
    ? sql`select _id as product_id from product where _id = any(${products})`
    : sql`select product_id from order_item where order_group_id = ${groupId} and deleted_at is null`;
  const { rows } = await sql<{ product_id: string; quantity: number }>`
    select i.product_id, coalesce(wp.quantity, 0)::int8 as quantity from (${wanted}) i
      left join warehouse_product wp on wp.warehouse_id = ${warehouse._id} and wp.product_id = i.product_id
    order by i.product_id`.execute(db);
  return { hub: { _id: warehouse.hub, name: warehouse.name }, rows };
}
