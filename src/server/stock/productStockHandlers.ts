/** The stock of one product in all hubs, its last movements in one of them, and the pace of a warehouse (decision 0530). */
import { sql } from 'kysely';
import {
  logsOfProduct,
  MOVEMENTS,
  type ProductInHub,
  paceOfWarehouse,
  stockOfProduct,
} from '#contract/stock/productStockCalls.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { pacedOf } from './coverSql.ts';
import { logRows } from './stockHandlers.ts';

interface HubStockRow {
  warehouse_id: string;
  hub: string;
  hub_name: string;
  quantity: number;
  issued: number;
  days: number;
  expected: number;
}

/** Units of the product in the shipments and returns into each hub that are not completed. */
const expectedOf = (
  product: string,
) => sql`select o.destination as hub, sum(coalesce(i.quantity_accepted, i.quantity)) as expected
  from purchase_order o join purchase_order_item i on i.purchase_order_id = o._id
  where o.tag = 'purchase_order' and o.deleted_at is null and o.kind in ('shipment_in', 'stock_in')
    and i.product_id = ${product} and i.deleted_at is null group by 1`;

export const productStockHandlers: readonly Handler[] = [
  handle(stockOfProduct, async ({ product_id }, ctx): Promise<ProductInHub[]> => {
    if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
    const of = await ctx.db
      .selectFrom('warehouse')
      .select('_id')
      .where('parent_type', '=', 'seller')
      .where('deleted_at', 'is', null)
      .execute();
    const paced = pacedOf(
      ctx.now,
      of.map((row) => row._id),
      product_id,
    );
    const { rows } =
      await sql<HubStockRow>`with ${paced} select w._id as warehouse_id, w.parent as hub, w.owner_name as hub_name, coalesce(wp.quantity, 0) as quantity,
        coalesce(e.expected, 0)::int8 as expected, coalesce(paced.gone, 0)::int8 as issued, coalesce(paced.days, ${COVER_DAYS})::int8 as days
      from warehouse w left join warehouse_product wp on wp.warehouse_id = w._id and wp.product_id = ${product_id}
        left join (${expectedOf(product_id)}) e on e.hub = w.parent left join paced on paced.warehouse_id = w._id
      where w.parent_type = 'seller' and w.deleted_at is null and (wp.product_id is not null or e.expected > 0)
        and (w.status = 'active' or wp.quantity <> 0)
      order by coalesce(wp.quantity, 0) desc, w.name_key, w._id`.execute(ctx.db);
    return rows.map(({ hub, hub_name, ...row }) => ({ ...row, hub: { _id: hub, name: hub_name } }));
  }),
  handle(logsOfProduct, async ({ warehouse_id, product_id }, ctx) => {
    if (!(await isLive(ctx.db, 'warehouse', warehouse_id))) throw notFound('Warehouse');
    if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
    const where = sql`wl.warehouse_id = ${warehouse_id} and wl.product_id = ${product_id}`;
    return logRows(ctx.db, where, sql`limit ${MOVEMENTS}`);
  }),
  handle(paceOfWarehouse, async ({ warehouse_id }, ctx) => {
    if (!(await isLive(ctx.db, 'warehouse', warehouse_id))) throw notFound('Warehouse');
    const { rows } = await sql<{
      product_id: string;
      issued: number;
      days: number;
    }>`with ${pacedOf(ctx.now, [warehouse_id])}
      select product_id, gone as issued, days from paced order by 1`.execute(ctx.db);
    return rows;
  }),
];
