/** A purchase order that is locked for a change of its lines, and the stored lines themselves. */

import { sql } from 'kysely';
import { formatMoney } from '#domain/money.ts';
import { mayTransfer, type PartyType, type TransferKind } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';

export interface LockedOrder {
  _id: string;
  tag: string;
  kind: TransferKind;
  ref: string;
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
  /** What the next change of its lines is told as (B3.21). */
  next_revision: number;
}

/**
 * The order's lock is held, so its revisions come one after the other; they follow the server's clock, so that a store restored from a backup
 * goes on above what was lost.
 */
export const nextRevision = (now: number) => sql<number>`greatest(items_revision + 1, ${now}::int8 * 1000)`;

/** Locks the order, so that its amount and digest follow every line; then the door (A1), then the receipt (B3.4). */
export async function lockPurchaseOrder(ctx: Ctx, orderId: string, action: 'update' | 'execute'): Promise<LockedOrder> {
  const { rows } =
    await sql<LockedOrder>`select _id, tag, kind, ref, source_type, source, destination_type, destination,
      ${nextRevision(ctx.now)} as next_revision from purchase_order
    where _id = ${orderId} and deleted_at is null for update`.execute(ctx.db);
  const order = rows[0];
  if (!order) throw notFound('Purchase order');
  if (!mayTransfer(order.kind, action, ctx.who)) throw new Refusal('forbidden');
  return order;
}

export async function lockOpenOrder(ctx: Ctx, orderId: string): Promise<LockedOrder> {
  const order = await lockPurchaseOrder(ctx, orderId, 'update');
  if (order.tag === 'receipt') throw new Refusal('receipt_locked');
  return order;
}

/** A line as it is stored, with the names that refusals need. `amount_kobo` in kobo, quantities in units. */
export interface LockedLine {
  _id: string;
  purchase_order_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  reason: string | null;
  note: string;
  version: number;
  modified: number;
  by_name: string | null;
  product_name: string;
  client_id: string | null;
  deleted_at: number | null;
}

export async function findLine(ctx: Ctx, where: ReturnType<typeof sql>): Promise<LockedLine | null> {
  const { rows } =
    await sql<LockedLine>`select i._id, i.purchase_order_id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo, i.reason,
      i.note, i.version, i.modified, i.client_id, i.deleted_at, u.name as by_name, p.name as product_name
    from purchase_order_item i join product p on p._id = i.product_id left join user_account u on u._id = i.modified_by where ${where}`.execute(
      ctx.db,
    );
  return rows[0] ?? null;
}

/** What the audit log says of a line. */
export function shownLine(
  line: Pick<LockedLine, 'quantity' | 'quantity_accepted' | 'amount_kobo'> &
    Partial<LockedLine> & { rate_kobo?: number | null },
): Record<string, unknown> {
  const { quantity, quantity_accepted, amount_kobo, rate_kobo = null, reason = null, note = '' } = line;
  const rate = rate_kobo === null ? {} : { rate: formatMoney(rate_kobo) };
  return { quantity, quantity_accepted, amount: formatMoney(amount_kobo), ...rate, reason, note };
}
