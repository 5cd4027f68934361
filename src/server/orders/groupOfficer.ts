/** The delivery associate of a group. The associate's hub becomes the group's hub (B5.0a). */
import { sql } from 'kysely';
import { updateGroupOfficer } from '#contract/orders/orderCalls.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { refuseClosedHub } from './reports/sold.ts';
import { type Group, settleGroup } from './settleGroup.ts';

interface Officer {
  _id: string;
  name: string;
  seller_id: string;
}

export async function officerOf(ctx: Ctx, id: string): Promise<Officer> {
  const { rows } = await sql<
    Officer & { status: string; role: string }
  >`select _id, name, status, role, seller_id from sales_officer
    where _id = ${id} and deleted_at is null`.execute(ctx.db);
  const officer = rows[0];
  if (!officer) throw notFound('Sales officer');
  if (officer.status !== 'active') throw new Refusal('conflict', `${officer.name} is inactive.`);
  if (officer.role !== 'sales_officer.rep')
    throw new Refusal('conflict', `${officer.name} is not a delivery associate.`);
  return officer;
}

/**
 * Returns the associate's id, or null to remove the associate. Throws 422 when the request does not carry the field: a missing field must not remove
 * anybody.
 */
export function officerSent(sent: string | null | undefined): string | null {
  if (sent === undefined) throw invalid({ sales_officer_id: updateGroupOfficer.input.sales_officer_id.missing });
  return sent;
}

/**
 * Gives the group another delivery associate and moves what the group posted to the new associate's wallet (B5.3). With null the group keeps its hub.
 */
export async function changeOfficer(ctx: Ctx, group: Group, id: string | null): Promise<void> {
  ctx.setMessage('Order successfully updated.');
  if (group.sales_officer_id === id) return;
  const officer = id === null ? null : await officerOf(ctx, id);
  const seller = officer?.seller_id ?? group.seller_id;
  // A new associate must not bring an unplaced or pending order to a closed hub.
  if (seller !== group.seller_id && (group.tag === 'draft' || group.tag === 'pending'))
    await refuseClosedHub(ctx, seller);
  await refuseSecondCart(ctx, group, seller);
  await settleGroup(ctx, group, { sales_officer_id: id, seller_id: seller });
  await ctx.audit({
    action: 'update',
    model: 'order_group',
    record_id: group._id,
    record_label: group.ref,
    before: { sales_officer_id: group.sales_officer_id },
    after: { sales_officer_id: id },
  });
}

/**
 * Locks the carts of one retailer until the transaction ends. Everybody who opens a cart or moves it to another hub takes this lock, so that what is
 * read about the retailer's carts stays true (B5.0). Take the row lock of a group before this lock, never after it.
 */
export async function lockCarts(ctx: Ctx, buyer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart:${buyer}`}, 0))`.execute(ctx.db);
}

/** Throws 409 when the retailer already has a cart at that hub: there is one cart per retailer and hub (B5.0). */
export async function refuseSecondCart(ctx: Ctx, group: Group, seller: string | null): Promise<void> {
  if (group.tag !== 'draft' || seller === group.seller_id) return;
  await lockCarts(ctx, group.buyer_id);
  const { rows } =
    await sql`select 1 from order_group where buyer_id = ${group.buyer_id} and coalesce(seller_id, '') = ${seller ?? ''}
    and tag = 'draft' and deleted_at is null and _id <> ${group._id}`.execute(ctx.db);
  if (rows.length > 0) throw new Refusal('duplicate', 'This retailer already has a cart at that hub.');
}
