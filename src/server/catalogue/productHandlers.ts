/** Calls of products beyond the generic ones (API.md 4.11). */
import { type RawBuilder, sql } from 'kysely';
import type { product } from '#contract/catalogue/product.ts';
import {
  availableMore,
  createProducts,
  createSellerProducts,
  hubPricesOf,
  productsByBrand,
  productsByManufacturer,
  type SellerProductLog,
  sellerProductLogs,
  sellerProductOf,
  sellerProductsOf,
  tagsOfProduct,
  takenSkus,
  updateProducts,
  updateSellerProducts,
} from '#contract/catalogue/productCalls.ts';
import type { RowOf } from '#contract/model.ts';
import { isHubSide } from '#domain/permissions.ts';
import { hubOfPlace } from '../auth/hubOfPlace.ts';
import { type Ctx, type Handler, handle, handleRows } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import type { Row } from '../db/tables.ts';
import { listRows, wholeNumber } from '../resources/list.ts';
import { type Resource, type StoredRow, selectRows } from '../resources/resource.ts';
import { findRow, person, toRow } from '../resources/rows.ts';
import { createRow, updateRow } from '../resources/write.ts';
import { brandResource, manufacturerResource } from './catalogueResources.ts';
import { productResource } from './productResource.ts';
import { productTagResource } from './productTagResource.ts';
import { sellerProductResource } from './sellerProductResource.ts';

/** Only an explicit `commit: false` makes a dry run. Without `commit` the call writes. */
const dry = ({ commit }: { commit?: boolean }) => commit === false;

export const productHandlers: readonly Handler[] = [
  handle(productsByBrand, ({ brand_id, ...input }, ctx) =>
    listRows(productResource, input, ctx, sql`m.brand_id = ${brand_id}`),
  ),
  handle(productsByManufacturer, ({ manufacturer_id, ...input }, ctx) =>
    listRows(productResource, input, ctx, sql`b.manufacturer_id = ${manufacturer_id}`),
  ),
  handle(tagsOfProduct, async ({ product_id }, ctx) => {
    const order = sql`array_position(array['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS'], m.tag)`;
    return await rowsWhere(productTagResource, sql`m.product_id = ${product_id}`, order, ctx);
  }),
  handle(takenSkus, async ({ sku_id }, ctx) => {
    const { rows } = await sql<Pick<Row<'product'>, '_id' | 'sku_id' | 'name'>>`select _id, sku_id, name from product
      where sku_key = any(array(select lower(normalize(sku, NFC)) from unnest(${sku_id}::text[]) sku)) and deleted_at is null
      order by sku_key, sku_twin`.execute(ctx.db);
    return rows;
  }),
  handle(
    sellerProductOf,
    async ({ seller_id, product_id }, ctx) =>
      await findRow(sellerProductResource, sql`m.seller_id = ${seller_id} and m.product_id = ${product_id}`, ctx),
  ),
  handle(
    hubPricesOf,
    async ({ product_id }, ctx) =>
      await rowsWhere(sellerProductResource, sql`m.product_id = ${product_id}`, sql`hub.name_key`, ctx),
  ),
  handle(sellerProductsOf, ({ seller_id, since, ...input }, ctx) => {
    const from = since === undefined ? 0 : wholeNumber(since, 'since', 0);
    const where = sql`m.seller_id = ${seller_id} and m.modified >= ${from}`;
    return listRows(sellerProductResource, input, ctx, where);
  }),
  handle(sellerProductLogs, async ({ seller_product_id }, ctx): Promise<SellerProductLog[]> => {
    if (!(await findRow(sellerProductResource, sql`m._id = ${seller_product_id}`, ctx)))
      throw notFound('Seller product');
    const { rows } = await sql<Omit<SellerProductLog, 'created_by'> & { by: string | null; by_name: string | null }>`
      select l._id, l.seller_product_id, l.tag, l.value, l.created, l.created_by as by, u.name as by_name
      from seller_product_log l left join user_account u on u._id = l.created_by
      where l.seller_product_id = ${seller_product_id} order by l.position desc`.execute(ctx.db);
    return rows.map(({ by, by_name, ...row }) => ({ ...row, created_by: person(by, by_name) }));
  }),
  handleRows(createProducts, ({ commit: _commit, ...row }, ctx) => createRow(productResource, row, ctx), {
    sharesKeysWith: 'product/create',
    dry,
  }),
  handleRows(updateProducts, ({ commit: _commit, ...row }, ctx) => updateRow(productResource, row, ctx), {
    sharesKeysWith: 'product/update',
    dry,
  }),
  handleRows(createSellerProducts, ({ commit: _commit, ...row }, ctx) => createRow(newlySold, row, ctx), {
    sharesKeysWith: 'seller_product/create',
    dry,
  }),
  handleRows(updateSellerProducts, ({ commit: _commit, ...row }, ctx) => updateRow(sellerProductResource, row, ctx), {
    sharesKeysWith: 'seller_product/update',
    dry,
  }),
  handle(availableMore, async ({ location_id, page = '0', limit = '0' }, ctx) => {
    if (!(await isLive(ctx.db, 'location', location_id))) throw notFound('Location');
    const served = await hubOfPlace(ctx, location_id);
    // A hub role always gets its own hub, whatever the request names.
    const hub = isHubSide(ctx.who.role) ? (ctx.who.seller_id ?? '') : served;
    const size = wholeNumber(limit, 'limit', 0);
    const listed = (await listRows(
      productResource,
      {
        compound_status: ['active'],
        ...(hub === null ? {} : { seller_id: [hub] }),
        // The documented client counts pages from 0. Limit 0 means all rows.
        ...(size > 0 ? { page: String(wholeNumber(page, 'page', 0) + 1), per_page: String(size) } : {}),
      },
      ctx,
      hub !== null
        ? sql`exists (select 1 from seller_product own where own.product_id = m._id and own.seller_id = ${hub}
            and own.status = 'active' and own.deleted_at is null)`
        : sql`true`,
    )) as ProductRow[] | { rows: ProductRow[] };
    const products = 'rows' in listed ? listed.rows : listed;
    const quantities = await quantitiesOf(products, hub, ctx);
    const distinct = (of: (row: ProductRow) => string) => [...new Set(products.map(of))];
    return {
      products: products.map((row) => ({ ...row, quantity: quantities.get(row._id) ?? -1 })),
      brands: await rowsWhere(
        brandResource,
        sql`m._id = any(${distinct((row) => row.brand._id)})`,
        sql`m.name_key`,
        ctx,
      ),
      manufacturers: await rowsWhere(
        manufacturerResource,
        sql`m._id = any(${distinct((row) => row.manufacturer._id)})`,
        sql`m.name_key`,
        ctx,
      ),
    };
  }),
];

type ProductRow = RowOf<typeof product>;

async function rowsWhere(
  resource: Resource,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  ctx: Ctx,
): Promise<StoredRow[]> {
  const scope = resource.scope?.(ctx.who);
  const { rows } = await sql<StoredRow>`${selectRows(resource)} where ${where} and m.deleted_at is null${
    scope ? sql` and ${scope}` : sql``
  } order by ${order}, m._id`.execute(ctx.db);
  return rows.map((row) => toRow(resource, row, ctx));
}

/** The hub's ceiling in units, -1 for no limit (B8.4). Without a hub the most generous ceiling counts. */
async function quantitiesOf(
  products: readonly ProductRow[],
  hub: string | null,
  ctx: Ctx,
): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<Row<'seller_product'>, 'product_id' | 'quantity'>>`select product_id,
      case when min(quantity) < 0 then -1 else max(quantity) end as quantity
    from seller_product where product_id = any(${products.map((row) => row._id)}) and status = 'active' and deleted_at is null
      ${hub === null ? sql`` : sql`and seller_id = ${hub}`} group by product_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}

/**
 * Fills MPU and price from the product when the row has none. They are not treated as sent, because a repeated client_id is compared with what was
 * sent (B1.8), and the product's values may have changed by then.
 */
const newlySold: Resource = {
  ...sellerProductResource,
  async before(input, ctx, stored) {
    if (input.mpu !== undefined && input.price !== undefined) return sellerProductResource.before?.(input, ctx, stored);
    const product = await ctx.db
      .selectFrom('product')
      .select(['mpu', 'price_kobo'])
      .where('_id', '=', String(input.product_id))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!product) throw notFound('Product');
    const { mpu = product.mpu, price = product.price_kobo } = input;
    const more = await sellerProductResource.before?.({ ...input, mpu, price }, ctx, stored);
    return {
      ...(input.mpu === undefined ? { mpu } : {}),
      ...(input.price === undefined ? { price_kobo: price } : {}),
      ...more,
    };
  },
};
