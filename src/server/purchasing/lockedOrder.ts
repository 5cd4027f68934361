/** Locks a purchase order for a change of its lines, and finds stored lines. */

import { sql } from 'kysely';
import { formatMoney } from '#domain/money.ts';
import { mayTransfer, type PartyType, type TransferKind } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import { send } from '../db/pipelining.ts';

export interface LockedOrder {
  _id: string;
  tag: string;
  kind: TransferKind;
  ref: string;
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
  /** The revision that the next change of the lines gets (B3.21). */
  next_revision: number;
}

/**
 * The next revision of an order's lines. The caller holds the order's lock, so revisions only grow. They follow the server's clock, so that after a
 * restore from a backup new revisions are above the lost ones.
 */
export const nextRevision = (now: number) => sql<number>`greatest(items_revision + 1, ${now}::int8 * 1000)`;

/**
 * Locks the order, so that its amount and digest match its lines. Throws 404 when there is no such order, 403 without the right for its kind (A1).
 */
export async function lockPurchaseOrder(ctx: Ctx, orderId: string, action: 'update' | 'execute'): Promise<LockedOrder> {
  const rows = await send(
    ctx.db,
    sql<LockedOrder>`select _id, tag, kind, ref, source_type, source, destination_type, destination,
      ${nextRevision(ctx.now)} as next_revision from purchase_order
    where _id = ${orderId} and deleted_at is null for update`,
  );
  const order = rows[0];
  if (!order) throw notFound('Purchase order');
  if (!mayTransfer(order.kind, action, ctx.who)) throw new Refusal('forbidden');
  return order;
}

/** Locks a transfer for a change. Throws 404 if there is none, 403 if the person may not change this kind, and 409 `receipt_locked` for a receipt. */
export async function lockOpenOrder(ctx: Ctx, orderId: string): Promise<LockedOrder> {
  const order = await lockPurchaseOrder(ctx, orderId, 'update');
  if (order.tag === 'receipt') throw new Refusal('receipt_locked');
  return order;
}

/** A stored line with the names that refusals show. `amount_kobo` is kobo, quantities are units. */
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

/** A line as the audit log shows it. */
export function shownLine(
  line: Pick<LockedLine, 'quantity' | 'quantity_accepted' | 'amount_kobo'> &
    Partial<LockedLine> & { rate_kobo?: number | null; lots?: string | null },
): Record<string, unknown> {
  const { quantity, quantity_accepted, amount_kobo, rate_kobo = null, reason = null, note = '', lots = null } = line;
  const rate = rate_kobo === null ? {} : { rate: formatMoney(rate_kobo) };
  return {
    quantity,
    quantity_accepted,
    amount: formatMoney(amount_kobo),
    ...rate,
    reason,
    note,
    ...(lots === null ? {} : { lots }),
  };
}
