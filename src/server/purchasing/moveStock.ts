/** Moves the lines of a checked transfer in the caller's transaction: stock rows, paired log rows, wallets and the receipt (B3.17). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executed } from '#contract/purchasing/purchasingCalls.ts';
import { standingPrice } from '#domain/linePrice.ts';
import { movingAverage, rateOf } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { movedQuantity, type PartyType, type TransferKind } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { hubPrices } from '../catalogue/hubPrice.ts';
import { logTime } from '../logTime.ts';
import { acceptedAmount, digestOf, type LineRow } from './orderLines.ts';
import { postWallets } from './wallets.ts';

export interface MovedOrder {
  _id: string;
  ref: string;
  tag: string;
  kind: TransferKind;
  timestamp: number;
  source_type: PartyType;
  source: string;
  source_name: string;
  destination_type: PartyType;
  destination: string;
  destination_name: string;
  amount_kobo: number;
  amount_accepted_kobo: number;
  executed_at: number | null;
}

export interface Holding {
  quantity: number;
  cost: number | null;
  /** Epoch seconds. */
  modified: number;
}

export interface Side {
  /** Null when the party has no warehouse yet. */
  warehouseId: string | null;
  holdings: Map<string, Holding>;
  inactive: boolean;
}

/** Thrown when another transfer created the missing warehouse meanwhile (B2.2). The transaction is retried and finds that warehouse. */
class WarehouseAppeared extends Error {
  /** serialization_failure: the server retries the transaction (B3.16). */
  readonly code = '40001';
}

async function warehouseOf(ctx: Ctx, side: Side, type: PartyType, parent: string, name: string): Promise<string> {
  if (side.warehouseId) return side.warehouseId;
  const id = ctx.newId();
  const { rows } =
    await sql`insert into warehouse (_id, created, modified, created_by, modified_by, status, parent_type, parent, owner_name)
    values (${id}, ${ctx.now}, ${ctx.now}, 'system', 'system', 'active', ${type}, ${parent}, ${name})
    on conflict (parent_type, parent) where status = 'active' and deleted_at is null do nothing returning _id`.execute(
      ctx.db,
    );
  if (rows.length === 0) throw new WarehouseAppeared();
  await ctx.audit({
    action: 'create',
    model: 'warehouse',
    record_id: id,
    record_label: name,
    after: { parent_type: type, parent },
  });
  return id;
}

export async function moveStock(
  ctx: Ctx,
  order: MovedOrder,
  lines: LineRow[],
  source: Side,
  destination: Side,
  head: Pick<Executed, '_id' | 'ref' | 'amount' | 'amount_accepted' | 'moved_lines' | 'moved_units' | 'warnings'>,
): Promise<Executed> {
  // A hub or an associate that gives nothing needs no warehouse.
  const givesNothing = order.source_type !== 'distributor' && head.moved_lines === 0;
  const from = givesNothing
    ? source.warehouseId
    : await warehouseOf(ctx, source, order.source_type, order.source, order.source_name);
  const to = await warehouseOf(ctx, destination, order.destination_type, order.destination, order.destination_name);
  const hub = order.source_type === 'seller' ? order.source : order.destination;
  const sellPrices = await hubPrices(
    ctx.db,
    hub,
    lines.map((line) => line.product_id),
  );
  const held = [source, destination].flatMap((side) => [...side.holdings.values()]);
  const at = held.reduce((latest, one) => Math.max(latest, logTime(ctx.now, one.modified)), ctx.now);
  const after: Executed['lines'] = [];
  const logs: LogRow[] = [];
  const stocks: StockRow[] = [];
  for (const line of lines) {
    const moved = movedQuantity(line);
    if (moved === 0 || from === null) continue;
    const prices = logPrices(order, line, moved, source, destination, sellPrices);
    let given = source.holdings.get(line.product_id) ?? { quantity: 0, cost: null, modified: at };
    if (given.quantity < moved) {
      // Goods that are physically here are never refused. The missing units become an opening entry of the distributor.
      const missing = moved - given.quantity;
      given = {
        ...given,
        quantity: moved,
        cost: movingAverage(given.quantity, given.cost ?? prices.cost, missing, prices.cost),
      };
      logs.push({
        ...prices,
        ref: makeRef('OPEN', randomBytes(8)),
        kind: 'opening',
        warehouse: from,
        product: line.product_id,
        quantity: missing,
        after: moved,
        amount: null,
        order: null,
        item: null,
        note: `Opening for ${order.ref}`,
      });
    }
    const got = destination.holdings.get(line.product_id) ?? { quantity: 0, cost: null };
    const left = given.quantity - moved;
    const now = got.quantity + moved;
    stocks.push({ warehouse: from, product: line.product_id, quantity: left, cost: given.cost ?? prices.cost });
    stocks.push({
      warehouse: to,
      product: line.product_id,
      quantity: now,
      cost: movingAverage(got.quantity, got.cost ?? prices.cost, moved, prices.cost),
    });
    const shared = {
      ...prices,
      ref: order.ref,
      kind: order.kind,
      product: line.product_id,
      amount: acceptedAmount(line),
      order: order._id,
      item: line._id,
      note: '',
    };
    logs.push({ ...shared, warehouse: from, quantity: -moved, after: left });
    logs.push({ ...shared, warehouse: to, quantity: moved, after: now });
    after.push({
      item_id: line._id,
      product_id: line.product_id,
      quantity: line.quantity,
      moved,
      source_after: left,
      destination_after: now,
    });
  }
  await writeStock(ctx, stocks, at);
  await writeLogs(ctx, order, logs, at);
  const accepted = lines.reduce((sum, line) => sum + acceptedAmount(line), 0);
  await postWallets(ctx, order, accepted);
  // This statement comes last, because from here on the triggers refuse every change of the order and its lines.
  await ctx.db
    .updateTable('purchase_order')
    .set({
      tag: 'receipt',
      executed_at: ctx.now,
      executed_by: ctx.who.user_id,
      executed_key: ctx.key,
      source_warehouse_id: from,
      destination_warehouse_id: to,
      amount_accepted_kobo: accepted,
      items_digest: digestOf(lines),
      item_count: lines.length,
      modified: ctx.now,
      modified_by: ctx.who.user_id,
      version: sql<number>`version + 1`,
    })
    .where('_id', '=', order._id)
    .execute();
  await ctx.audit({
    action: 'execute',
    model: 'purchase_order',
    record_id: order._id,
    record_label: order.ref,
    before: { tag: 'purchase_order' },
    after: { tag: 'receipt', moved_units: head.moved_units },
  });
  ctx.setMessage('Transfer successful.');
  return {
    ...head,
    tag: 'receipt',
    committed: true,
    errors: [],
    executed_at: ctx.now,
    source_warehouse: from === null ? null : { _id: from, name: order.source_name },
    destination_warehouse: { _id: to, name: order.destination_name },
    lines: after,
  };
}

/** The cost and selling price of a line, in kobo per case. Both log rows of the line carry them (B4.1). */
function logPrices(
  order: MovedOrder,
  line: LineRow,
  moved: number,
  source: Side,
  destination: Side,
  hubSells: Map<string, number>,
): { cost: number; sell: number } {
  // The stored price counts. A price computed back from the amount of a few units would be inexact.
  const given = standingPrice({ ...line, amount: line.amount_kobo, rate: line.rate_kobo }, line.case_count);
  const rate = given ?? rateOf(acceptedAmount(line), moved, line.case_count) ?? line.product_price;
  const hubSide = order.source_type === 'seller' ? source : destination;
  switch (order.kind) {
    case 'shipment_in':
    case 'shipment_out':
      return { cost: rate, sell: hubSells.get(line.product_id) ?? line.product_price };
    case 'stock_in':
    case 'stock_out':
      return { cost: hubSide.holdings.get(line.product_id)?.cost ?? line.product_price, sell: rate };
    default:
      return { cost: source.holdings.get(line.product_id)?.cost ?? rate, sell: rate };
  }
}

interface StockRow {
  warehouse: string;
  product: string;
  quantity: number;
  cost: number;
}

/** Rows per insert. A statement takes at most 65,535 parameters, and 2,000 lines make 6,000 log rows. */
const BATCH = 1_000;

async function writeStock(ctx: Ctx, rows: StockRow[], at: number): Promise<void> {
  if (rows.length > BATCH) {
    await writeStock(ctx, rows.slice(0, BATCH), at);
    return writeStock(ctx, rows.slice(BATCH), at);
  }
  if (rows.length === 0) return;
  const values = rows.map(
    (row) =>
      sql`(${ctx.newId()}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${at}::int8, ${at}::int8)`,
  );
  await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified) values ${sql.join(values)}
    on conflict (warehouse_id, product_id) do update set quantity = excluded.quantity, cost_price_kobo = excluded.cost_price_kobo,
      modified = excluded.modified, version = warehouse_product.version + 1`.execute(ctx.db);
}

interface LogRow {
  ref: string;
  kind: string;
  warehouse: string;
  product: string;
  quantity: number;
  cost: number;
  sell: number;
  after: number;
  /** Kobo for the whole line, as in the wallet and the invoice. Null: quantity times price per case (B4.1). */
  amount: number | null;
  order: string | null;
  item: string | null;
  note: string;
}

async function writeLogs(ctx: Ctx, order: MovedOrder, rows: LogRow[], at: number): Promise<void> {
  if (rows.length > BATCH) {
    await writeLogs(ctx, order, rows.slice(0, BATCH), at);
    return writeLogs(ctx, order, rows.slice(BATCH), at);
  }
  if (rows.length === 0) return;
  const values = rows.map(
    (
      row,
    ) => sql`(${ctx.newId()}, ${row.ref}, ${row.kind}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${row.sell}::int8,
      ${row.amount}::int8, ${row.after}::int8, ${at}::int8, ${order.timestamp}::int8, ${row.order}, ${row.item}, ${row.note}, ${ctx.who.user_id})`,
  );
  await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, amount_kobo, balance_after,
    created, timestamp, purchase_order_id, item_id, note, created_by) values ${sql.join(values)}`.execute(ctx.db);
}
