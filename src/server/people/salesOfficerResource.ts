import { sql } from 'kysely';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { can, isHubSide, type Who } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, refusedAt } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { copyNameToWarehouses } from '../network/partyResources.ts';
import { leftHub } from '../resources/leftHub.ts';
import { resource, type StoredRow } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { shownBalance, walletColumn, walletJoin } from '../wallet/wallet.ts';
import { changeAccount, hasStarter, openAccount, PHONE_TAKEN, seesStarters } from './account.ts';
import { leaveAreas } from './areaResources.ts';

/** The blanked fields for accounts of a hub (API.md 4.9). */
const NAMES_ONLY = {
  phone: '',
  email: '',
  user_id: '',
  ledgers: { wallet: { _id: '', balance: '' } },
  wallet_balance: '',
};
const seesAll = (who: Who) => can(who, 'view_sales_officers');

/** Sales officers (SO-14). Accounts of a hub see only people of their own hub (B10.4a). */
export const salesOfficerResource = resource(salesOfficer, {
  joins: walletJoin('sales_officer'),
  columns: {
    seller: sql`(select json_build_object('_id', hub._id, 'name', hub.name) from seller hub where hub._id = m.seller_id)`,
    role_name: sql`m.role`,
    ledgers: walletColumn,
    wallet_balance: sql`coalesce(wallet.balance_kobo, 0)`,
  },
  // The shown balance is the negation, so sorting uses it too.
  sort: { wallet_balance: sql`-coalesce(wallet.balance_kobo, 0)` },
  filter: { sellers: sql`m.seller_id`, starter: () => hasStarter },
  scope: (who) => (isHubSide(who.role) ? sql`m.seller_id = ${who.seller_id ?? ''}` : null),
  left: leftHub('sales_officer'),
  hidden: (who) => [...(seesAll(who) ? [] : Object.keys(NAMES_ONLY)), ...(seesStarters(who) ? [] : ['starter'])],
  shape: (row, ctx) => ({ ...row, ...shownBalance(row, 'wallet_balance'), ...(seesAll(ctx.who) ? {} : NAMES_ONLY) }),
  unwritten: ['user_id'],
  unique: { sales_officer_phone: PHONE_TAKEN },
  created: (id) => ({ _id: id }),
  // A move to another hub writes a row for the old hub (left_hub), which waits for that hub. The hub is therefore locked first, as a change of the
  // hub does.
  async hold(id, ctx) {
    await sql`select 1 from seller where _id = (select seller_id from sales_officer where _id = ${id}) for key share`.execute(
      ctx.db,
    );
  },
  async after(id, input, ctx, stored) {
    await copyNameToWarehouses('sales_officer')(id, input, ctx, stored);
    if (!stored) return;
    if (changed(['role', 'status', 'seller_id'], input, stored)) await leaveAreas(id, ctx);
    if (!changed(['name'], input, stored)) return;
    const links = sql`from sales_officer_area l where l.sales_officer_id = ${id} and l.deleted_at is null`;
    await touchLinked('sales_officer_area', sql`m._id in (select l._id ${links})`, ctx);
    await touchLinked('area', sql`m._id in (select l.area_id ${links} and l.status = 'active')`, ctx);
  },
  async before(input, ctx, stored) {
    if (input.seller_id !== undefined) await hubExists(ctx, String(input.seller_id));
    if (!stored) return { user_id: await openAccount(input, ctx) };
    await keepStockAtHub(input, ctx, stored);
    await changeAccount(String(stored.user_id), input, ctx);
    return undefined;
  },
});

async function hubExists(ctx: Ctx, id: string): Promise<void> {
  if (!(await isLive(ctx.db, 'seller', id))) throw notFound('Hub', 'seller_id');
}

/** Throws 409 when a person who moves to another hub still has stock, because the stock belongs to the old hub (API.md 4.9). */
async function keepStockAtHub(input: StoredRow, ctx: Ctx, stored: StoredRow): Promise<void> {
  if (input.seller_id === undefined || input.seller_id === stored.seller_id) return;
  const { rows } = await sql`select 1 from warehouse w join warehouse_product wp on wp.warehouse_id = w._id
    where w.parent_type = 'sales_officer' and w.parent = ${stored._id} and wp.quantity <> 0 limit 1`.execute(ctx.db);
  if (rows.length > 0) throw refusedAt('seller_id', 'in_use', 'His warehouse still holds stock of this hub.');
}
