/** The owners of wallets, and who may read a wallet or change what belongs to it (B6.7, API.md 4.17). */
import { sql } from 'kysely';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { canAny, isHubSide, type Permission } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';

/** Per kind of owner: the label in messages, the permissions to view (B6.7) and to update, and whether the owner has a phone. */
const OWNERS: Record<WalletHead, { label: string; view: readonly Permission[]; update: Permission; phone: boolean }> = {
  buyer: { label: 'Buyer', view: ['view_buyers', 'view_orders'], update: 'update_buyer', phone: true },
  sales_officer: {
    label: 'Sales officer',
    view: ['view_sales_officers'],
    update: 'update_sales_officer',
    phone: true,
  },
  distributor: { label: 'Distributor', view: ['view_distributors'], update: 'update_distributor', phone: false },
  distributor_officer: {
    label: 'Distributor officer',
    view: ['view_distributor_officers'],
    update: 'update_distributor_officer',
    phone: true,
  },
};

export interface WalletOwner {
  _id: string;
  name: string;
  phone: string;
}

/** Whose wallet this is; undefined when there is no such wallet. */
export const walletById = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('ledger')
    .select(['head', 'owner'])
    .where('_id', '=', id)
    .$narrowType<{ head: WalletHead }>()
    .executeTakeFirst();

/** The owner of a wallet. Throws 403 without the permission for this kind of owner, 404 when the owner is missing or belongs to another hub. */
export async function ownerOf(
  ctx: Ctx,
  head: WalletHead,
  id: string,
  act: 'view' | 'update' = 'view',
): Promise<WalletOwner> {
  const { label, view, update, phone } = OWNERS[head];
  if (!canAny(ctx.who, act === 'view' ? view : [update])) throw new Refusal('forbidden');
  const hub = ctx.who.seller_id ?? '';
  const ownHub = !isHubSide(ctx.who.role)
    ? sql``
    : head === 'sales_officer'
      ? sql` and seller_id = ${hub}`
      : // A hub sees a retailer's wallet only if the retailer has an order at this hub (B6.7).
        sql` and exists (select 1 from order_group g where g.buyer_id = ${head === 'buyer' ? id : ''} and g.seller_id = ${hub} and g.deleted_at is null)`;
  const { rows } =
    await sql<WalletOwner>`select _id, name, ${phone ? sql`phone` : sql`''`} as phone from ${sql.table(head)}
    where _id = ${id} and deleted_at is null${ownHub}`.execute(ctx.db);
  if (!rows[0]) throw notFound(label);
  return rows[0];
}
