/** Retailers (BUY-04): the shop, the account for its app, its wallet and how regularly it orders. */
import { sql } from 'kysely';
import { buyer } from '#contract/people/buyer.ts';
import { categoryOf } from '#domain/buyerCategory.ts';
import { can } from '#domain/permissions.ts';
import { resource } from '../resources/resource.ts';
import { launchCutoff } from '../settings/configValue.ts';
import { shownBalance, walletColumn, walletJoin } from '../wallet/wallet.ts';
import { changeAccount, openAccount, PHONE_TAKEN } from './account.ts';
import { lastCountedOrder, newestOrders, recentOrders, recentSince } from './buyerOrders.ts';

/** The blanked fields for callers who may only see orders. They see whose order it is and no more (API.md 4.13). */
const NAMES_ONLY = {
  person: '',
  phone: '',
  address: '',
  user_id: '',
  agent: null,
  category: 'N/A',
  ledgers: { wallet: { _id: '', balance: '' } },
  outstanding: '',
};

export const buyerResource = resource(buyer, {
  joins: walletJoin('buyer'),
  columns: {
    store_type: sql`(select json_build_object('_id', shop._id, 'name', shop.name) from store_type shop where shop._id = m.store_type_id)`,
    location: sql`(select json_build_object('_id', place._id, 'name', place.name) from location place where place._id = m.location_id)`,
    agent: sql`(select json_build_object('_id', a._id, 'name', a.name) from agent_referral r join agent a on a._id = r.agent_id
      where r.phone = m.phone and r.deleted_at is null)`,
    ledgers: walletColumn,
    outstanding: sql`coalesce(wallet.balance_kobo, 0)`,
    category: sql`json_build_object('newest', ${newestOrders}, 'launch', ${launchCutoff})`,
  },
  alsoFoundBy: (like) =>
    sql`m.location_id = any(array(select found._id from location found where found.name_key like ${like}))`,
  hidden: (who) => (can(who, 'view_buyers') ? [] : Object.keys(NAMES_ONLY)),
  words: (who) => (can(who, 'view_buyers') ? sql`m.words` : sql`m.name_key`),
  sort: { outstanding: sql`-coalesce(wallet.balance_kobo, 0)` },
  filter: {
    category: (wanted, ctx) =>
      sql`buyer_category(m.created, ${recentOrders(ctx.now)}, ${lastCountedOrder}, ${ctx.now}::int8, ${launchCutoff}) = any(${wanted})`,
  },
  shape(row, ctx) {
    const { newest, launch } = row.category as { newest: number[]; launch: number };
    const shown = {
      ...row,
      ...shownBalance(row, 'outstanding'),
      category: categoryOf({
        created: Number(row.created),
        recent_orders: newest.filter((made) => made >= recentSince(ctx.now)).length,
        last_ordered_on: newest[0] ?? null,
        now: ctx.now,
        launch,
      }),
    };
    return can(ctx.who, 'view_buyers') ? shown : { ...shown, ...NAMES_ONLY };
  },
  // A store type may belong to all retailers, so a rename is not written into each retailer's row.
  renewed: {
    by: 'store_type_id',
    since: (from) => sql`select _id, renamed_at as at from store_type where renamed_at >= ${from}`,
  },
  unwritten: ['user_id'],
  unique: { buyer_phone: PHONE_TAKEN },
  created: (id) => ({ _id: id }),
  async before(input, ctx, stored) {
    if (!stored) return { user_id: await openAccount(input, ctx, 'buyer.buyer') };
    await changeAccount(String(stored.user_id), input, ctx);
    return undefined;
  },
});
