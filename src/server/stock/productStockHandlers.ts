/** The stock of one product in all hubs, and its last movements in one of them. */
import { sql } from 'kysely';
import {
  ISSUED_DAYS,
  logsOfProduct,
  MOVEMENTS,
  type ProductInHub,
  stockOfProduct,
} from '#contract/stock/productStockCalls.ts';
import { DAY } from '#domain/time.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/isLive.ts';
import { logRows } from './stockHandlers.ts';

interface Held {
  warehouse_id: string;
  hub: string;
  hub_name: string;
  quantity: number;
  issued: number;
}

export const productStockHandlers: readonly Handler[] = [
  handle(stockOfProduct, async ({ product_id }, ctx): Promise<ProductInHub[]> => {
    if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
    const { rows } =
      await sql<Held>`select w._id as warehouse_id, w.parent as hub, w.owner_name as hub_name, wp.quantity,
        (select coalesce(-sum(wl.quantity), 0)::int8 from warehouse_log wl where wl.warehouse_id = w._id and wl.product_id = wp.product_id
          and wl.created > ${ctx.now - ISSUED_DAYS * DAY} and wl.kind in ('stock_out', 'stock_in')) as issued
      from warehouse_product wp join warehouse w on w._id = wp.warehouse_id
      where wp.product_id = ${product_id} and w.parent_type = 'seller' and w.deleted_at is null and (w.status = 'active' or wp.quantity <> 0)
      order by wp.quantity desc, w.name_key, w._id`.execute(ctx.db);
    return rows.map(({ hub, hub_name, ...row }) => ({ ...row, hub: { _id: hub, name: hub_name } }));
  }),
  handle(logsOfProduct, async ({ warehouse_id, product_id }, ctx) => {
    if (!(await isLive(ctx.db, 'warehouse', warehouse_id))) throw notFound('Warehouse');
    if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
    const where = sql`wl.warehouse_id = ${warehouse_id} and wl.product_id = ${product_id}`;
    return logRows(ctx.db, where, sql`limit ${MOVEMENTS}`);
  }),
];
