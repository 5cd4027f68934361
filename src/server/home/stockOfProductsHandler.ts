import { sql } from 'kysely';
import { heldOfProducts } from '#contract/stock/productStockCalls.ts';
import { seesStock } from '#domain/home.ts';
import { handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { hubOf } from '../stock/hubScope.ts';
import { hubWarehouses } from './scope.ts';

/** The stock of hubs for a page of products: one answer for all rows of the list. */
export const stockOfProductsHandler = handle(heldOfProducts, async ({ product_ids }, ctx) => {
  if (!seesStock(ctx.who)) throw new Refusal('forbidden');
  const warehouses = await hubWarehouses(ctx, await hubOf(ctx, undefined));
  const { rows } = await sql<{ product_id: string; units: number }>`
    select product_id, sum(quantity)::int8 as units from warehouse_product
    where warehouse_id = any(${warehouses}) and product_id = any(${product_ids}) group by 1`.execute(ctx.db);
  const held = new Map(rows.map(({ product_id, units }) => [product_id, units]));
  return Object.fromEntries(product_ids.map((id) => [id, held.get(id) ?? 0]));
});
