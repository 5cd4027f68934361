/** The delivery associate of a group; his hub becomes the group's (B5.0a). */
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

/** Only the empty text takes an associate off; a call without the field says nothing of him. */
export function officerSent(sent: string | null | undefined): string | null {
  if (sent === undefined) throw invalid({ sales_officer_id: updateGroupOfficer.input.sales_officer_id.missing });
  return sent;
}

/** null takes him off; the hub then stays. What a billed group posted moves along (B5.3). */
export async function changeOfficer(ctx: Ctx, group: Group, id: string | null): Promise<void> {
  ctx.setMessage('Order successfully updated.');
  if (group.sales_officer_id === id) return;
  const officer = id === null ? null : await officerOf(ctx, id);
  const seller = officer?.seller_id ?? group.seller_id;
  // K6: no new order comes to a closed hub by its associate.
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
 * Whoever opens a retailer's cart or takes one to another hub waits for the others who do: what is read of his carts after it holds until the
 * end (B5.0). Held after a group's own row, never before one.
 */
export async function holdCarts(ctx: Ctx, buyer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart:${buyer}`}, 0))`.execute(ctx.db);
}

/** B5.0: one cart per retailer and hub. */
export async function refuseSecondCart(ctx: Ctx, group: Group, seller: string | null): Promise<void> {
  if (group.tag !== 'draft' || seller === group.seller_id) return;
  await holdCarts(ctx, group.buyer_id);
  const { rows } =
    await sql`select 1 from order_group where buyer_id = ${group.buyer_id} and coalesce(seller_id, '') = ${seller ?? ''}
    and tag = 'draft' and deleted_at is null and _id <> ${group._id}`.execute(ctx.db);
  if (rows.length > 0) throw new Refusal('duplicate', 'This retailer already has a cart at that hub.');
}
