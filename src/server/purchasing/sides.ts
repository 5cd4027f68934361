/** The two parties of a transfer: locks their stock, and checks that both can take part. */
import { sql } from 'kysely';
import type { ExecuteError } from '#contract/purchasing/purchasingCalls.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';
import { lookUpParty } from '../stock/party.ts';
import { holdProducts } from '../stock/productRefs.ts';
import type { MovedOrder, Side } from './moveStock.ts';

type Ends = Pick<
  MovedOrder,
  'source_type' | 'source' | 'source_name' | 'destination_type' | 'destination' | 'destination_name'
>;

/**
 * Locks the warehouses in ascending _id, then the products, then the stock rows in ascending warehouse and product id (B3.16). Because of this order
 * two executes can never deadlock. The products are those of the lines of `order._id`. A change of a hub's name locks in the same order.
 */
export const lockSides = (ctx: Ctx, order: Ends & { _id: string }): Promise<[Side, Side]> => sidesOf(ctx, order, true);

/** The same without locks, for reads. */
export async function sidesOf(ctx: Ctx, order: Ends & { _id: string }, isLocked = false): Promise<[Side, Side]> {
  const lock = isLocked ? sql`for update` : sql``;
  const { rows: warehouses } = await sql<Pick<Row<'warehouse'>, '_id' | 'parent_type' | 'parent' | 'status'>>`
    select _id, parent_type, parent, status from warehouse
    where ((parent_type = ${order.source_type} and parent = ${order.source}) or (parent_type = ${order.destination_type} and parent = ${order.destination}))
      and deleted_at is null order by _id ${lock}`.execute(ctx.db);
  const products = sql`select product_id from purchase_order_item where purchase_order_id = ${order._id} and deleted_at is null`;
  if (isLocked) await holdProducts(ctx.db, products);
  const active = warehouses.filter((row) => row.status === 'active').map((row) => row._id);
  const { rows: held } = await sql<
    Pick<Row<'warehouse_product'>, 'warehouse_id' | 'product_id' | 'quantity' | 'cost_price_kobo' | 'modified'>
  >`
    select warehouse_id, product_id, quantity, cost_price_kobo, modified from warehouse_product
    where warehouse_id = any(${active}) and product_id in (${products}) order by warehouse_id, product_id ${lock}`.execute(
    ctx.db,
  );
  const side = (type: string, parent: string): Side => {
    const own = warehouses.filter((row) => row.parent_type === type && row.parent === parent);
    const warehouseId = own.find((row) => row.status === 'active')?._id ?? null;
    const holdings = new Map(
      held
        .filter((row) => row.warehouse_id === warehouseId)
        .map((row) => [row.product_id, { quantity: row.quantity, cost: row.cost_price_kobo, modified: row.modified }]),
    );
    return { warehouseId, holdings, inactive: own.length > 0 && warehouseId === null };
  };
  return [side(order.source_type, order.source), side(order.destination_type, order.destination)];
}

/** The refusals of inactive warehouses and parties. */
export async function inactiveEnds(ctx: Ctx, order: Ends, source: Side, destination: Side): Promise<ExecuteError[]> {
  const errors: ExecuteError[] = [];
  for (const [side, name] of [
    [source, order.source_name],
    [destination, order.destination_name],
  ] as const) {
    if (side.inactive) errors.push({ code: 'warehouse_inactive', message: `Warehouse of ${name} is inactive.` });
  }
  for (const [type, id, name] of [
    [order.source_type, order.source, order.source_name],
    [order.destination_type, order.destination, order.destination_name],
  ] as const) {
    // A party that was deleted meanwhile is reported like an inactive one, under the name that the order keeps.
    const party = await lookUpParty(ctx.db, type, id);
    if (party?.status !== 'active') {
      errors.push({ code: 'party_inactive', message: `${party?.name ?? name} is inactive.` });
    }
  }
  return errors;
}
