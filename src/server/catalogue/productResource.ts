/** Products: which caller sees which prices and hub entries, and who may change what (B8, B10.4). */
import { type RawBuilder, sql } from 'kysely';
import { product } from '#contract/catalogue/product.ts';
import { stockForGroup } from '#contract/orders/orderItemCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { can, isHubSide, type Who } from '#domain/permissions.ts';
import { mayCall } from '../auth/mayCall.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, notFound, Refusal, refusedAt } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { resource, type StoredRow } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { uploadColumn } from '../uploads/uploadColumn.ts';
import { barcodeRule } from './barcodeRule.ts';

type Sellers = Record<string, { price: number | string; status: string }>;

/** Only administrators see list price and MPU in lists (B10.4). */
const hidden = ({ role }: Who): string[] => (role === 'administrator.administrator' ? [] : ['mpu', 'price']);

const SKU_TAKEN: readonly [string, string] = ['SKU is already in use.', 'sku_id'];

export const productResource = resource(product, {
  joins: sql`join brand b on b._id = m.brand_id join manufacturer maker on maker._id = b.manufacturer_id`,
  columns: {
    brand: sql`json_build_object('_id', b._id, 'name', b.name, 'status', b.status)`,
    manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name, 'status', maker.status)`,
    sellers: sql`(select coalesce(json_object_agg(sp.seller_id, json_build_object('seller', json_build_object('_id', s._id, 'name', s.name),
      'price', sp.price_kobo, 'status', sp.status, 'seller_product_id', sp._id)), '{}'::json)
      from seller_product sp join seller s on s._id = sp.seller_id where sp.product_id = m._id and sp.deleted_at is null)`,
    compound_status: sql`m.status`,
    seller_status: sql`m.status`,
    upload: uploadColumn,
  },
  alsoFoundBy: (like) => sql`m.brand_id = any(array(select found._id from brand found
    join manufacturer made on made._id = found.manufacturer_id where found.name_key like ${like} or made.name_key like ${like}))`,
  filter: {
    // The compound status is computed in the database, so that filtered pages are full.
    compound_status: (wanted, { who }) => {
      const hub = isHubSide(who.role) ? sql` and sp.seller_id = ${who.seller_id ?? ''}` : sql``;
      return sql`case when m.status = 'active' and b.status = 'active' and maker.status = 'active' and exists (
        select 1 from seller_product sp where sp.product_id = m._id and sp.status = 'active' and sp.deleted_at is null${hub})
        then 'active' else 'inactive' end = any(${wanted})`;
    },
    manufacturer_id: sql`b.manufacturer_id`,
    // Hub roles may only filter by their own hub. Otherwise the filtered list would reveal what another hub sells.
    seller_id: (wanted, { who }) => sql`exists (select 1 from seller_product sp
      where sp.product_id = m._id and sp.seller_id = any(${wanted.filter((hub) => !isHubSide(who.role) || hub === who.seller_id)})
        and sp.deleted_at is null)`,
    stocked_at: () => sql`true`,
  },
  first: stockedFirst,
  hidden,
  // The second index refuses SKUs that differ only in case.
  unique: { product_sku: SKU_TAKEN, product_sku_key: SKU_TAKEN },
  /**
   * Adds the compound status (PROD-14), removes MPU and list price for other roles than administrators, and keeps only the own hub's entry for hub
   * roles (B10.4).
   */
  shape(row, ctx, one) {
    const all = row.sellers as Sellers;
    const mine = Object.entries(all).filter(([seller]) => !isHubSide(ctx.who.role) || seller === ctx.who.seller_id);
    const sellers = Object.fromEntries(
      mine.map(([seller, entry]) => [seller, { ...entry, price: formatMoney(Number(entry.price)) }]),
    );
    const live = [row, row.brand, row.manufacturer].every((part) => (part as StoredRow).status === 'active');
    const sold = mine.some(([, entry]) => entry.status === 'active');
    const shaped: StoredRow = {
      ...row,
      weight: Number(row.weight) || 0,
      size: Number(row.size) || 0,
      sellers,
      seller_status: sold ? 'active' : 'inactive',
      compound_status: live && sold ? 'active' : 'inactive',
    };
    // People who may edit products get both fields, because the form shows them locked.
    const inForm = one && (can(ctx.who, 'create_product') || can(ctx.who, 'update_product'));
    if (!inForm) for (const name of hidden(ctx.who)) delete shaped[name];
    return shaped;
  },
  async before(input, ctx, stored) {
    if (isHubSide(ctx.who.role)) throw new Refusal('forbidden');
    if (input.brand_id !== undefined) await mustHaveBrand(ctx, String(input.brand_id));
    if (input.upload_id !== undefined) await mustHaveImage(ctx, String(input.upload_id));
    if (Number(input.price ?? 0) < 0) throw invalid({ price: 'Price must not be less than 0' });
    await caseRule(input, ctx, stored);
    await barcodeRule(input, ctx, stored);
    // A new product without a SKU gets a generated one. It is not treated as sent, because a repeated client_id is compared with what was sent.
    return stored || input.sku_id !== undefined ? undefined : { sku_id: `SKU-${ctx.newId().slice(-12).toUpperCase()}` };
  },
  async after(id, input, ctx, stored) {
    const shown = ['name', 'case_count', 'status', 'upload_id', 'brand_id'];
    if (changed(shown, input, stored)) await touchProductLinks(sql`${id}::text`, ctx);
  },
});

/** What a hub has and sells, then what it sells, then the rest, for people who may read that hub's stock (decision 1552). */
function stockedFirst(
  { stocked_at: sent }: Readonly<Record<string, unknown>>,
  { who }: Ctx,
): RawBuilder<unknown> | null {
  const [hub] = Array.isArray(sent) ? sent : [];
  if (typeof hub !== 'string' || !mayCall(stockForGroup.allow, who)) return null;
  if (isHubSide(who.role) && hub !== who.seller_id) return null;
  // A limit below the MPU leaves nothing to sell (B8.4).
  return sql`case when exists (select 1 from seller_product own where own.seller_id = ${hub} and own.product_id = m._id and own.deleted_at is null
      and (own.status <> 'active' or own.quantity between 0 and own.mpu - 1)) then 0
    when exists (select 1 from warehouse_product held join warehouse place on place._id = held.warehouse_id
      where held.product_id = m._id and held.quantity > 0 and place.parent_type = 'seller' and place.parent = ${hub}
        and place.status = 'active' and place.deleted_at is null) then 2 else 1 end`;
}

/** Marks the links that show these products as modified (productLinkResource). */
export async function touchProductLinks(products: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  for (const links of ['category_product', 'distributor_product'])
    await touchLinked(links, sql`m.product_id in (${products})`, ctx);
}

async function mustHaveImage(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from upload where _id = ${id}`.execute(ctx.db);
  if (rows.length === 0) throw notFound('Image', 'upload_id');
}

async function mustHaveBrand(ctx: Ctx, id: string): Promise<void> {
  if (!(await isLive(ctx.db, 'brand', id))) throw notFound('Brand', 'brand_id');
}

/** Throws when case_count is no multiple of MPU, and when case_count changes after stock has moved (B8.1, B8.2). */
async function caseRule(input: StoredRow, ctx: Ctx, stored: StoredRow | null): Promise<void> {
  let known: { case_count: number; mpu: number } | undefined;
  if (stored) {
    known = (
      await sql<NonNullable<typeof known>>`select case_count, mpu from product where _id = ${stored._id}`.execute(
        ctx.db,
      )
    ).rows[0];
  }
  const cases = Number(input.case_count ?? known?.case_count ?? 1);
  if (cases % Number(input.mpu ?? known?.mpu ?? 1) !== 0)
    throw invalid({ case_count: 'Case count must be multiple of MPU' });
  if (!stored || cases === known?.case_count) return;
  const { rows } = await sql`select 1 from warehouse_log where product_id = ${stored._id} limit 1`.execute(ctx.db);
  if (rows.length > 0) throw refusedAt('case_count', 'in_use', 'Case count cannot change after stock has moved.');
}
