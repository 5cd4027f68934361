/** Moves the lines of a checked transfer in the caller's transaction: stock rows, paired log rows, wallets and the receipt (B3.17). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executed } from '#contract/purchasing/purchasingCalls.ts';
import { standingPrice } from '#domain/linePrice.ts';
import { averageWithout, movingAverage, rateOf } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { movedQuantity, type PartyType } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { hubPrices } from '../catalogue/hubPrice.ts';
import { logTime } from '../logTime.ts';
import { acceptedAmount, digestOf, type LineRow } from './orderLines.ts';
import { announceReceipt, type TransferHead } from './receiptEvents.ts';
import { type MovementLog, type StockRow, writeLogs, writeStock } from './stockRows.ts';
import { postWallets } from './wallets.ts';

export interface MovedOrder extends TransferHead {
  tag: string;
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

/**
 * Moves every line and makes the order a receipt. `lines` and both sides are locked and were checked. Returns the answer of the call: `head` and what
 * the parties hold afterwards, in units. `back`: the order is a reversal.
 */
export async function moveStock(
  ctx: Ctx,
  order: MovedOrder,
  lines: LineRow[],
  source: Side,
  destination: Side,
  head: Pick<Executed, '_id' | 'ref' | 'amount' | 'amount_accepted' | 'moved_lines' | 'moved_units' | 'warnings'>,
  back?: TakenBack,
): Promise<Executed> {
  // A hub or an associate that gives nothing needs no warehouse.
  const givesNothing = order.source_type !== 'distributor' && head.moved_lines === 0;
  const from = givesNothing
    ? source.warehouseId
    : await warehouseOf(ctx, source, order.source_type, order.source, order.source_name);
  const to = await warehouseOf(ctx, destination, order.destination_type, order.destination, order.destination_name);
  const sellPrices = await hubPrices(
    ctx.db,
    order.source_type === 'seller' ? order.source : order.destination,
    lines.map((line) => line.product_id),
  );
  const moves = from === null ? [] : movesOf(order, lines, { from, to, source, destination, sellPrices, back });
  const at = timeOfMove(ctx.now, source, destination);
  await writeStock(
    ctx,
    moves.flatMap((move) => move.stocks),
    at,
  );
  await writeLogs(
    ctx,
    order.timestamp,
    moves.flatMap((move) => move.logs),
    at,
  );
  const accepted = lines.reduce((sum, line) => sum + acceptedAmount(line), 0);
  await postWallets(ctx, order, accepted);
  await becomeReceipt(ctx, order, lines, { from, to, accepted, movedUnits: head.moved_units });
  await announceReceipt(ctx, order, lines);
  ctx.setMessage('Transfer successful.');
  return {
    ...head,
    tag: 'receipt',
    committed: true,
    errors: [],
    executed_at: ctx.now,
    source_warehouse: from === null ? null : { _id: from, name: order.source_name },
    destination_warehouse: { _id: to, name: order.destination_name },
    lines: moves.map((move) => move.line),
  };
}

/** The time of the written rows in epoch seconds: now, but never before a movement that these stock rows have already. */
function timeOfMove(now: number, source: Side, destination: Side): number {
  const held = [source, destination].flatMap((side) => [...side.holdings.values()]);
  return held.reduce((latest, one) => Math.max(latest, logTime(now, one.modified)), now);
}

interface Way {
  /** The warehouse that gives. */
  from: string;
  /** The warehouse that gets. */
  to: string;
  source: Side;
  destination: Side;
  /** Kobo per case by product id. */
  sellPrices: Map<string, number>;
  back: TakenBack | undefined;
}

/** For a reversal: the prices of the log rows that it reverses, in kobo per case, by product id. */
export type TakenBack = ReadonlyMap<string, { cost: number; sell: number }>;

/** The rows that one line writes, and its part of the answer. */
interface Move {
  stocks: StockRow[];
  logs: MovementLog[];
  line: Executed['lines'][number];
}

/** The moves of all lines that move something. */
const movesOf = (order: MovedOrder, lines: readonly LineRow[], way: Way): Move[] =>
  lines.filter((line) => movedQuantity(line) !== 0).map((line) => moveOf(order, line, way));

function moveOf(order: MovedOrder, line: LineRow, way: Way): Move {
  const { from, to, source, destination } = way;
  const product = line.product_id;
  const moved = movedQuantity(line);
  const taken = way.back?.get(product);
  const prices = taken ?? logPrices(order, line, moved, source, destination, way.sellPrices);
  const held = source.holdings.get(product) ?? { quantity: 0, cost: null };
  const opening = openingStockOf(order, product, held, moved, { ...prices, warehouse: from });
  const given = opening?.held ?? held;
  const got = destination.holdings.get(product) ?? { quantity: 0, cost: null };
  const left = given.quantity - moved;
  const now = got.quantity + moved;
  const heldCost = given.cost ?? prices.cost;
  const cost = movingAverage(got.quantity, got.cost ?? prices.cost, moved, prices.cost);
  const shared = {
    ...prices,
    ref: order.ref,
    kind: order.kind,
    product,
    amount: acceptedAmount(line),
    order: order._id,
    item: line._id,
    note: '',
  };
  return {
    stocks: [
      {
        warehouse: from,
        product,
        quantity: left,
        cost: taken ? averageWithout(given.quantity, heldCost, moved, taken.cost) : heldCost,
      },
      { warehouse: to, product, quantity: now, cost },
    ],
    logs: [
      ...(opening ? [opening.log] : []),
      { ...shared, warehouse: from, quantity: -moved, after: left },
      { ...shared, warehouse: to, quantity: moved, after: now },
    ],
    line: {
      item_id: line._id,
      product_id: product,
      quantity: line.quantity,
      moved,
      source_after: left,
      destination_after: now,
    },
  };
}

/**
 * Goods that are physically here are never refused. The units that the books miss become opening stock of the distributor. Null if the books have enough.
 */
function openingStockOf(
  order: MovedOrder,
  product: string,
  held: Pick<Holding, 'quantity' | 'cost'>,
  moved: number,
  prices: Pick<MovementLog, 'cost' | 'sell' | 'warehouse'>,
): { held: { quantity: number; cost: number }; log: MovementLog } | null {
  const missing = moved - held.quantity;
  if (missing <= 0) return null;
  return {
    held: {
      quantity: moved,
      cost: movingAverage(held.quantity, held.cost ?? prices.cost, missing, prices.cost),
    },
    log: {
      ...prices,
      ref: makeRef('OPEN', randomBytes(8)),
      kind: 'opening',
      product,
      quantity: missing,
      after: moved,
      amount: null,
      order: null,
      item: null,
      note: `Opening for ${order.ref}`,
    },
  };
}

/** The last statement on the order: from here on the triggers refuse every change of the order and its lines. */
async function becomeReceipt(
  ctx: Ctx,
  order: MovedOrder,
  lines: LineRow[],
  moved: { from: string | null; to: string; accepted: number; movedUnits: number },
): Promise<void> {
  await ctx.db
    .updateTable('purchase_order')
    .set({
      tag: 'receipt',
      executed_at: ctx.now,
      executed_by: ctx.who.user_id,
      executed_key: ctx.key,
      source_warehouse_id: moved.from,
      destination_warehouse_id: moved.to,
      amount_accepted_kobo: moved.accepted,
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
    after: { tag: 'receipt', moved_units: moved.movedUnits },
  });
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
