/** Whether a receipt can be reversed, and what would go back (decision 0450). */
import { sql } from 'kysely';
import type { Reversal } from '#contract/purchasing/purchaseOrder.ts';
import {
  mirrored,
  missingUnits,
  missingUnitsText,
  type ReversedLine,
  standsText,
  whyNotReversed,
} from '#domain/reversal.ts';
import { showClock, showDay } from '#domain/time.ts';
import { kindOf, mayTransfer, movedQuantity } from '#domain/transfer.ts';
import type { Ctx } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';
import { soldBy } from '../../stock/soldBy.ts';
import type { MovedOrder, Side } from '../moveStock.ts';
import type { LineRow } from '../orderLines.ts';
import { inactiveEnds } from '../sides.ts';
import { readReversal } from './reversalRow.ts';

/** The receipt that is to go back. */
export type Reversible = MovedOrder & { items_digest: string };

/** Locks the receipt, so that only one reversal of it is requested at a time. Throws 404, or 403 without the right to move its goods back. */
export const lockReversible = (ctx: Ctx, id: string, isApproved: boolean): Promise<Reversible> =>
  findReversible(ctx, id, { isApproved, lock: sql`for update` });

/** `isApproved`: the approver needs no right to move these goods. */
export async function findReversible(
  ctx: Ctx,
  id: string,
  { isApproved, lock = sql`` }: { isApproved: boolean; lock?: ReturnType<typeof sql> },
): Promise<Reversible> {
  const { rows } =
    await sql<Reversible>`select _id, ref, tag, kind, timestamp, source_type, source, source_name, destination_type,
    destination, destination_name, amount_kobo, amount_accepted_kobo, executed_at, items_digest
    from purchase_order where _id = ${id} and deleted_at is null ${lock}`.execute(ctx.db);
  const order = rows[0];
  if (!order) throw notFound('Purchase order');
  if (!isApproved && !mayTransfer(kindOf(order.destination_type, order.source_type), 'execute', ctx.who))
    throw new Refusal('forbidden');
  return order;
}

/** The receipt the other way round: the mirror order's kind and parties under the id of the receipt, whose lines it has. */
export function mirrorOf(receipt: Reversible): Reversible {
  const ends = mirrored(receipt);
  return {
    ...receipt,
    ...ends,
    kind: kindOf(ends.source_type, ends.destination_type),
    source_name: receipt.destination_name,
    destination_name: receipt.source_name,
  };
}

/** "at 15:02 by Amaka", "on Tue 24 Nov at 15:02 by Amaka". */
function whoAndWhenOf({ asked_at, asked_by, decided_at, decided_by }: Reversal, now: number): string {
  const at = decided_at ?? asked_at;
  const day = showDay(at, now);
  const when = day === showDay(now, now) ? `at ${showClock(at)}` : `on ${day} at ${showClock(at)}`;
  return `${when} by ${(decided_by ?? asked_by)?.name ?? 'the system'}`;
}

const factOf = (standing: Reversal, now: number) => ({
  status: standing.status,
  whoAndWhen: whoAndWhenOf(standing, now),
  by: standing.order?.ref ?? null,
});

/** The requested or finished reversal of a receipt; null: none. */
async function standingReversal(ctx: Ctx, receipt: string): Promise<Reversal | null> {
  const standing = await ctx.db
    .selectFrom('reversal')
    .select('_id')
    .where('receipt_id', '=', receipt)
    .where('status', '<>', 'refused')
    .executeTakeFirst();
  return standing ? readReversal(ctx.db, standing._id) : null;
}

/** Why the receipt cannot be reversed, whatever is in stock; null: it can. `own`: the reversal that is being approved does not count. */
export async function notReversible(
  ctx: Ctx,
  receipt: Reversible,
  lines: readonly LineRow[],
  own?: string,
): Promise<Refusal | null> {
  const { rows: of } = await sql<{
    ref: string;
  }>`select o.ref from reversal v join purchase_order o on o._id = v.receipt_id
    where v.order_id = ${receipt._id}`.execute(ctx.db);
  const { rows: opposites } = await sql<{ ref: string }>`select o.ref from purchase_order o
    where o.reverses = ${receipt._id} and o.deleted_at is null
      and not exists (select 1 from reversal v where v.order_id = o._id or (v.receipt_id = o._id and v.status = 'done'))
    order by o.created, o._id`.execute(ctx.db);
  const standing = await standingReversal(ctx, receipt._id);
  const counts = standing !== null && standing._id !== own;
  const why = whyNotReversed({
    tag: receipt.tag,
    ref: receipt.ref,
    reverses: of[0]?.ref ?? null,
    reversal: counts ? factOf(standing, ctx.now) : null,
    opposites: opposites.map((one) => one.ref),
    moved: lines.reduce((sum, line) => sum + movedQuantity(line), 0),
  });
  return why && new Refusal(why.word, why.text, counts ? { reversal: standing } : {});
}

/** Throws 409 for a receipt that is reversed or waits for it: an opposite transfer would take its goods back twice. */
export async function mustNotBeReversed(ctx: Ctx, { _id, ref }: { _id: string; ref: string }): Promise<void> {
  const standing = await standingReversal(ctx, _id);
  const text = standing && standsText(ref, factOf(standing, ctx.now));
  if (text) throw new Refusal('already_reversed', text, { reversal: standing });
}

/** The lines that go back, with what the giving side of the mirror has in hand. */
export async function linesBack(
  ctx: Ctx,
  mirror: Reversible,
  lines: readonly LineRow[],
  giving: Side,
): Promise<ReversedLine[]> {
  const sold = await soldBy(ctx.db, mirror.source_type === 'sales_officer' ? [mirror.source] : []);
  return lines
    .filter((line) => movedQuantity(line) > 0)
    .map(({ product_id, product_name: name, case_count, ...line }) => ({
      product_id,
      name,
      case_count,
      moved: movedQuantity(line),
      available:
        mirror.source_type === 'distributor'
          ? null
          : sold(mirror.source, product_id, giving.holdings.get(product_id)?.quantity ?? 0).in_hand,
    }));
}

/** Why the goods cannot go back now: an inactive party, or missing goods; null: they can. */
export async function notThere(
  ctx: Ctx,
  mirror: Reversible,
  back: readonly ReversedLine[],
  [source, destination]: readonly [Side, Side],
): Promise<Refusal | null> {
  const ends = await inactiveEnds(ctx, mirror, source, destination);
  const gone = back.filter((line) => missingUnits(line) > 0);
  if (ends.length === 0 && gone.length === 0) return null;
  const errors = [
    ...ends,
    ...gone.map((line) => ({
      code: 'short_stock',
      message: missingUnitsText(line),
      product_id: line.product_id,
      product: line.name,
      requested: line.moved,
      available: Math.max(0, line.available ?? 0),
    })),
  ];
  return new Refusal('goods_gone', errors.map((one) => one.message).join(' '), { errors });
}
