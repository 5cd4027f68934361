/** Takes a receipt back: makes its mirror and moves the goods, in the caller's transaction (decision 0450). */
import { randomBytes } from 'node:crypto';
import { makeRef } from '#domain/orderRef.ts';
import { keptTimestamp, movedQuantity } from '#domain/transfer.ts';
import type { Ctx } from '../../calls/handler.ts';
import { copyLines } from '../copyLines.ts';
import { moveStock, type Side, type TakenBack } from '../moveStock.ts';
import { acceptedAmount, type LineRow, lockedLines } from '../orderLines.ts';
import type { Reversible } from './reversible.ts';

/** The prices of the log rows of a receipt, in kobo per case. */
async function pricesOf(ctx: Ctx, receipt: string): Promise<TakenBack> {
  const rows = await ctx.db
    .selectFrom('warehouse_log')
    .select(['product_id', 'cost_price_kobo as cost', 'sell_price_kobo as sell'])
    .where('purchase_order_id', '=', receipt)
    .where('quantity', '>', 0)
    .where('item_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ product_id, ...prices }) => [product_id, prices]));
}

/**
 * Posts the reversal. `mirror`: the receipt with its parties swapped, under its own id ({@link Reversible}). `sides`: locked and checked. `request`: who
 * requested it and when (epoch seconds of the device; null: now). Returns the id of the new receipt.
 */
export async function takeBack(
  ctx: Ctx,
  mirror: Reversible,
  lines: readonly LineRow[],
  sides: readonly [Side, Side],
  request: { by: string; at: number | null },
): Promise<{ _id: string; ref: string }> {
  const made = { _id: ctx.newId(), ref: makeRef('PO', randomBytes(8)) };
  const kept = keptTimestamp({
    kind: mirror.kind,
    sent: request.at ?? ctx.now,
    now: ctx.now,
    clientTime: request.at === null ? null : ctx.clientTime,
    savedTime: request.at,
  });
  const timestamp = 'timestamp' in kept ? kept.timestamp : ctx.now;
  const order = { ...mirror, ...made, tag: 'purchase_order', timestamp, executed_at: null };
  await ctx.db
    .insertInto('purchase_order')
    .values({
      ...made,
      created: ctx.now,
      modified: ctx.now,
      created_by: request.by,
      modified_by: request.by,
      timestamp,
      asked_timestamp: request.at ?? ctx.now,
      tag: 'purchase_order',
      meta: JSON.stringify({ reverses: mirror._id }),
      kind: mirror.kind,
      source_type: mirror.source_type,
      source: mirror.source,
      source_name: mirror.source_name,
      destination_type: mirror.destination_type,
      destination: mirror.destination,
      destination_name: mirror.destination_name,
      reverses: mirror._id,
    })
    .execute();
  await copyLines(
    ctx,
    made._id,
    lines.filter((line) => movedQuantity(line) > 0),
  );
  const copied = await lockedLines(ctx.db, made._id);
  const amount_kobo = copied.reduce((sum, line) => sum + line.amount_kobo, 0);
  await moveStock(
    ctx,
    { ...order, amount_kobo, amount_accepted_kobo: amount_kobo },
    copied,
    ...sides,
    {
      ...made,
      amount: '',
      amount_accepted: '',
      moved_lines: copied.length,
      moved_units: copied.reduce((sum, line) => sum + movedQuantity(line), 0),
      warnings: [],
    },
    await pricesOf(ctx, mirror._id),
  );
  return made;
}

/** The billed amount of the receipt, in kobo. */
export const billedOf = (lines: readonly LineRow[]): number =>
  lines.reduce((sum, line) => sum + acceptedAmount(line), 0);
