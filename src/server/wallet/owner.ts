/** Who a wallet belongs to, and who may look into it or change what hangs on it (B6.7, API.md 4.17). */
import { sql } from 'kysely';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { canAny, isHubSide, type Permission } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';

/** Whose wallets: the table, the word of messages, who may look (B6.7), and whether a phone is kept. */
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

/** The owner of a wallet; 403 without the permission of his kind, 404 when he is missing or another hub's. */
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
      : // B6.7: a retailer's wallet through the hub's own orders, nobody else's.
        sql` and exists (select 1 from order_group g where g.buyer_id = ${head === 'buyer' ? id : ''} and g.seller_id = ${hub} and g.deleted_at is null)`;
  const { rows } =
    await sql<WalletOwner>`select _id, name, ${phone ? sql`phone` : sql`''`} as phone from ${sql.table(head)}
    where _id = ${id} and deleted_at is null${ownHub}`.execute(ctx.db);
  if (!rows[0]) throw notFound(label);
  return rows[0];
}
