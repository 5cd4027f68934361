/** Hubs and distributors. Warehouses show their owner's name, so a new name is copied to them. */
import { sql } from 'kysely';
import { distributor } from '#contract/network/distributor.ts';
import { seller } from '#contract/network/seller.ts';
import { can, SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { holdLinked, mustStand, writeLinked } from '../resources/linked.ts';
import { type Resource, resource } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { createRow } from '../resources/write.ts';
import { distributorSellerResource, lockManager, sellerManagerResource } from './partyLinkResources.ts';

export const copyNameToWarehouses =
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
    // `shape` fills it from the manager.
    manager_id: sql`null`,
    manufacturers: sql`(select coalesce(json_agg(json_build_object('_id', x._id, 'name', x.name) order by x.name_key), '[]'::json)
      from seller_manufacturer l join manufacturer x on x._id = l.manufacturer_id
      where l.seller_id = m._id and l.status = 'active' and l.deleted_at is null)`,
    manufacturer_count: sql`0`,
  },
  // Callers who may not see the address search by name only. Otherwise repeated searches would reveal the address letter by letter.
  words: (who) => (can(who, 'view_sellers') ? sql`m.words` : sql`m.name_key`),
  // Everybody may read the names of hubs. The rest needs view_sellers.
  shape: (row, ctx) =>
    can(ctx.who, 'view_sellers')
      ? {
          ...row,
          manager_id: (row.manager as { _id: string } | null)?._id ?? null,
          manufacturer_count: (row.manufacturers as unknown[]).length,
        }
      : { ...row, address: '', manager: null, manufacturers: [] },
  async hold(id, ctx, { manager_id }) {
    if (manager_id) await lockManager(id, String(manager_id), ctx);
  },
  async after(id, input, ctx, stored) {
    const { manager_id } = input;
    if (manager_id && manager_id !== stored?.manager_id)
      await createRow(sellerManagerResource, { seller_id: id, manager_id, status: 'active' }, ctx);
    await copyNameToWarehouses('seller')(id, input, ctx, stored);
    if (!changed(['name'], input, stored)) return;
    // Every call locks these rows in this order: what a hub sells before the products, links before their owners.
    const own = sql`m.seller_id = ${id}`;
    for (const table of ['sales_officer', 'area', 'seller_product']) await touchLinked(table, own, ctx);
    const sold = sql`select product_id from seller_product where seller_id = ${id} and deleted_at is null`;
    await touchLinked('product', sql`m._id in (${sold})`, ctx);
    await touchLinked('distributor_seller', own, ctx);
    const supplied = sql`select distributor_id from distributor_seller where seller_id = ${id} and status = 'active' and deleted_at is null`;
    await touchLinked('distributor', sql`m._id in (${supplied})`, ctx);
  },
});

/** The hubs that a distributor serves, which the distributor's own form sets. */
const HUBS = { of: distributorSellerResource, to: 'seller', field: 'seller_ids' };

export const distributorResource = resource(distributor, {
  columns: {
    seller: sql`null`,
    // `shape` fills it from `sellers`.
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
  // People who issue stock need names and hubs. Only people who pay see the bank account.
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
    await copyNameToWarehouses('distributor')(id, input, ctx, stored);
    if (changed(['name'], input, stored)) await touchLinked('distributor_officer', sql`m.distributor_id = ${id}`, ctx);
  },
});
