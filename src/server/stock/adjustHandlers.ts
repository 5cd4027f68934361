/** Opening stock and counts (B2.10). They are the only stock movement outside executed transfers. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type AdjustReason, adjustStock, adjustStockRows } from '#contract/stock/stockCalls.ts';
import { isMoney, lineAmount, movingAverage } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { can } from '#domain/permissions.ts';
import { historicTimestamp } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { type Ctx, type Handler, handle, handleRows } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { logTime } from '../logTime.ts';
import { holdProducts } from './productRefs.ts';
import { logRows } from './stockHandlers.ts';

interface Count {
  warehouse_id: string;
  product_id: string;
  counted: number;
  reason: AdjustReason;
  note?: string;
  cost_price?: number;
  base_quantity?: number;
  /** Epoch seconds. Only for a count of the past. */
  timestamp?: number;
}

/** Sets the stock to the counted quantity and writes one signed log row with the difference, the cost, the reason and the person. */
async function adjust(count: Count, ctx: Ctx) {
  checkCost(count);
  const timestamp = dateOf(count, ctx);
  const { held, product } = await lockStock(count, ctx);
  if (count.base_quantity !== undefined && count.base_quantity !== held.quantity) {
    throw new Refusal(
      'conflict',
      `The stock of ${product.name} changed while you counted. It is now ${casesText(held.quantity, product.case_count)}.`,
      { current: { quantity: held.quantity } },
    );
  }
  const known = held.cost_price_kobo ?? product.price_kobo;
  const came = count.counted - held.quantity;
  // A count is valued at the current average. Opening stock brings its own price, like a shipment.
  const cost = count.cost_price ?? known;
  const at = logTime(ctx.now, held.modified);
  const average = movingAverage(held.quantity, known, came, cost);
  // Sums over rows stay whole numbers as long as the value of each row is within the money limit.
  if (!isMoney(lineAmount(count.counted, average, product.case_count)))
    throw new Refusal('limit', 'Value is too large.');
  await ctx.db
    .updateTable('warehouse_product')
    .set({ quantity: count.counted, cost_price_kobo: average, modified: at, version: sql<number>`version + 1` })
    .where('warehouse_id', '=', count.warehouse_id)
    .where('product_id', '=', count.product_id)
    .execute();
  const id = ctx.newId();
  const ref = makeRef('ADJ', randomBytes(8));
  await ctx.db
    .insertInto('warehouse_log')
    .values({
      _id: id,
      ref,
      kind: 'adjustment',
      warehouse_id: count.warehouse_id,
      product_id: count.product_id,
      quantity: came,
      cost_price_kobo: cost,
      sell_price_kobo: product.price_kobo,
      balance_after: count.counted,
      created: at,
      timestamp,
      note: count.note ?? '',
      reason: count.reason,
      created_by: ctx.who.user_id,
    })
    .execute();
  await ctx.audit({
    action: 'adjust',
    model: 'warehouse',
    record_id: count.warehouse_id,
    record_label: product.name,
    before: { quantity: held.quantity },
    after: { quantity: count.counted, reason: count.reason },
  });
  const [log] = await logRows(ctx.db, sql`wl._id = ${id}`);
  if (!log) throw new Error('The adjustment was not written');
  return { log, quantity: count.counted };
}

function checkCost({ cost_price, reason }: Count): void {
  if (cost_price === undefined) return;
  if (reason !== 'opening') throw invalid({ cost_price: 'Buy price can be given for opening stock only.' });
  if (cost_price < 0) throw invalid({ cost_price: 'Buy price must not be less than 0' });
}

/** The business date: now, or the date that an administrator imports from another system's books. Throws 403 for anybody else. */
function dateOf({ timestamp: sent }: Count, ctx: Ctx): number {
  if (sent === undefined) return ctx.now;
  if (!can(ctx.who, 'update_config')) throw new Refusal('forbidden', 'Only an administrator may date a count.');
  const kept = historicTimestamp({ sent, now: ctx.now });
  if ('error' in kept) throw invalid({ timestamp: kept.error });
  return kept.timestamp;
}

interface LockedRow {
  quantity: number;
  cost_price_kobo: number | null;
  modified: number;
}

/** Locks the warehouse, then its row of the product, in the order of transfers (B3.16). A missing row counts as 0 units. */
async function lockStock({ warehouse_id, product_id }: Count, ctx: Ctx) {
  // Inactive warehouses are allowed, because the goods left in them must be written off.
  const { rows: warehouses } =
    await sql`select 1 from warehouse where _id = ${warehouse_id} and deleted_at is null for update`.execute(ctx.db);
  if (warehouses.length === 0) throw notFound('Warehouse');
  await holdProducts(ctx.db, sql`${product_id}`);
  const products = await ctx.db
    .selectFrom('product')
    .select(['price_kobo', 'case_count', 'name'])
    .where('_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .execute();
  const product = products[0];
  if (!product) throw notFound('Product');
  await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, created, modified)
    values (${ctx.newId()}, ${warehouse_id}, ${product_id}, 0, ${ctx.now}, ${ctx.now}) on conflict do nothing`.execute(
    ctx.db,
  );
  const { rows } = await sql<LockedRow>`select quantity, cost_price_kobo, modified from warehouse_product
    where warehouse_id = ${warehouse_id} and product_id = ${product_id} for update`.execute(ctx.db);
  return { held: rows[0] ?? { quantity: 0, cost_price_kobo: null, modified: ctx.now }, product };
}

export const adjustHandlers: Handler[] = [
  handle(adjustStock, adjust),
  handleRows(adjustStockRows, adjust, { sharesKeysWith: 'warehouse_log/adjust' }),
];
