/** Hubs and distributors. A warehouse shows its owner's name, so a new name is carried over. */
import { sql } from 'kysely';
import { distributor } from '#contract/network/distributor.ts';
import { seller } from '#contract/network/seller.ts';
import { can, SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { holdLinked, mustStand, writeLinked } from '../resources/linked.ts';
import { type Resource, resource } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { createRow } from '../resources/write.ts';
import { distributorSellerResource, holdManager, sellerManagerResource } from './partyLinkResources.ts';

export const carryName =
  (type: string): NonNullable<Resource['after']> =>
  async (id, input, ctx) => {
    if (input.name === undefined) return;
    await sql`update warehouse set owner_name = ${input.name}, modified = ${ctx.now}
      where parent_type = ${type} and parent = ${id} and owner_name <> ${input.name}`.execute(ctx.db);
  };

export const sellerResource = resource(seller, {
  columns: {
    manager: sql`(select json_build_object('_id', mg._id, 'name', mg.name) from seller_manager l join manager mg on mg._id = l.manager_id
      where l.seller_id = m._id and l.status = 'active' and l.deleted_at is null limit 1)`,
    // The same, as `shape` says it.
    manager_id: sql`null`,
    manufacturers: sql`(select coalesce(json_agg(json_build_object('_id', x._id, 'name', x.name) order by x.name_key), '[]'::json)
      from seller_manufacturer l join manufacturer x on x._id = l.manufacturer_id
      where l.seller_id = m._id and l.status = 'active' and l.deleted_at is null)`,
    manufacturer_count: sql`0`,
  },
  // Found by the name alone where the address is not shown: a search would tell it letter by letter, a hub's to another hub.
  words: (who) => (can(who, 'view_sellers') ? sql`m.words` : sql`m.name_key`),
  // API.md 4.7: everyone may read the names, only view_sellers the rest.
  shape: (row, ctx) =>
    can(ctx.who, 'view_sellers')
      ? {
          ...row,
          manager_id: (row.manager as { _id: string } | null)?._id ?? null,
          manufacturer_count: (row.manufacturers as unknown[]).length,
        }
      : { ...row, address: '', manager: null, manufacturers: [] },
  async hold(id, ctx, { manager_id }) {
    if (manager_id) await holdManager(id, String(manager_id), ctx);
  },
  async after(id, input, ctx, stored) {
    const { manager_id } = input;
    if (manager_id && manager_id !== stored?.manager_id)
      await createRow(sellerManagerResource, { seller_id: id, manager_id, status: 'active' }, ctx);
    await carryName('seller')(id, input, ctx, stored);
    if (!changed(['name'], input, stored)) return;
    // One order for all that is told, the one in which calls hold these rows: what a hub sells before the product, links before their owner.
    const own = sql`m.seller_id = ${id}`;
    for (const table of ['sales_officer', 'area', 'seller_product']) await touchLinked(table, own, ctx);
    const sold = sql`select product_id from seller_product where seller_id = ${id} and deleted_at is null`;
    await touchLinked('product', sql`m._id in (${sold})`, ctx);
    await touchLinked('distributor_seller', own, ctx);
    const supplied = sql`select distributor_id from distributor_seller where seller_id = ${id} and status = 'active' and deleted_at is null`;
    await touchLinked('distributor', sql`m._id in (${supplied})`, ctx);
  },
});

/** The hubs that a distributor serves, as its own call sets them. */
const HUBS = { of: distributorSellerResource, to: 'seller', field: 'seller_ids' };

export const distributorResource = resource(distributor, {
  columns: {
    seller: sql`null`,
    // The same as `sellers`, as `shape` says it.
    seller_ids: sql`null`,
    product_count: sql`(select count(*) from distributor_product l
      where l.distributor_id = m._id and l.status = 'active' and l.deleted_at is null)`,
    sellers: sql`(select coalesce(json_agg(json_build_object('_id', s._id, 'name', s.name) order by s.name_key, s._id), '[]'::json)
      from distributor_seller l join seller s on s._id = l.seller_id
      where l.distributor_id = m._id and l.status = 'active' and l.deleted_at is null)`,
  },
  filter: {
    seller_id: (wanted) => sql`exists (select 1 from distributor_seller l
      where l.distributor_id = m._id and l.seller_id = any(${wanted}) and l.status = 'active' and l.deleted_at is null)`,
  },
  // Who issues stock needs names and hubs; where the money goes is for who pays (S10).
  shape: (row, ctx) => ({
    ...row,
    seller: (row.sellers as unknown[])[0] ?? null,
    seller_ids: (row.sellers as { _id: string }[]).map((hub) => hub._id),
    ...(can(ctx.who, 'view_distributors') ? {} : { address: '' }),
    ...(can(ctx.who, SEES_BANK_DETAILS) ? {} : { bank_account: null }),
  }),
  async hold(id, ctx, { seller_ids }) {
    await holdLinked(HUBS, id, seller_ids, ctx);
  },
  async before({ seller_ids }, ctx) {
    await mustStand(HUBS, seller_ids, ctx);
    return undefined;
  },
  async after(id, input, ctx, stored) {
    await writeLinked(HUBS, id, input.seller_ids, ctx);
    await carryName('distributor')(id, input, ctx, stored);
    if (changed(['name'], input, stored)) await touchLinked('distributor_officer', sql`m.distributor_id = ${id}`, ctx);
  },
});
