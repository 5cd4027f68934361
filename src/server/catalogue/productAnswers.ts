/** Answers of products beyond the plain calls (API.md 4.11). */
import { type RawBuilder, sql } from 'kysely';
import type { product } from '#contract/catalogue/product.ts';
import {
  availableMore,
  createProducts,
  createSellerProducts,
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
import { type Answer, answer, answerRows, type Ctx } from '../answer.ts';
import { listRows, wholeNumber } from '../models/list.ts';
import { findRow, person, toAnswer } from '../models/rows.ts';
import { type Stored, selectRows, type View } from '../models/view.ts';
import { createRow, updateRow } from '../models/write.ts';
import { hubOfPlace } from '../network/hubOfPlace.ts';
import { notFound } from '../refusal.ts';
import { brandView, manufacturerView } from './catalogueViews.ts';
import { productTagView } from './productTagView.ts';
import { productView } from './productView.ts';
import { sellerProductView } from './sellerProductView.ts';

/** Without `commit` it is meant; only a clear false tries. */
const dry = ({ commit }: { commit?: boolean }) => commit === false;

export const productAnswers: readonly Answer[] = [
  answer(
    productsByBrand,
    ({ brand_id, ...input }, ctx) => listRows(productView, input, ctx, sql`m.brand_id = ${brand_id}`) as never,
  ),
  answer(
    productsByManufacturer,
    ({ manufacturer_id, ...input }, ctx) =>
      listRows(productView, input, ctx, sql`b.manufacturer_id = ${manufacturer_id}`) as never,
  ),
  answer(tagsOfProduct, async ({ product_id }, ctx) => {
    const order = sql`array_position(array['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS'], m.tag)`;
    return (await rowsWhere(productTagView, sql`m.product_id = ${product_id}`, order, ctx)) as never;
  }),
  answer(takenSkus, async ({ sku_id }, ctx) => {
    const { rows } = await sql<{ _id: string; sku_id: string; name: string }>`select _id, sku_id, name from product
      where sku_key = any(array(select lower(normalize(asked, NFC)) from unnest(${sku_id}::text[]) asked)) and deleted_at is null
      order by sku_key, sku_twin`.execute(ctx.db);
    return rows;
  }),
  answer(
    sellerProductOf,
    async ({ seller_id, product_id }, ctx) =>
      (await findRow(
        sellerProductView,
        sql`m.seller_id = ${seller_id} and m.product_id = ${product_id}`,
        ctx,
      )) as never,
  ),
  answer(sellerProductsOf, ({ seller_id, since, ...input }, ctx) => {
    const from = since === undefined ? 0 : wholeNumber(since, 'since', 0);
    const where = sql`m.seller_id = ${seller_id} and m.modified >= ${from}`;
    return listRows(sellerProductView, input, ctx, where) as never;
  }),
  answer(sellerProductLogs, async ({ seller_product_id }, ctx): Promise<SellerProductLog[]> => {
    if (!(await findRow(sellerProductView, sql`m._id = ${seller_product_id}`, ctx))) throw notFound('Seller product');
    const { rows } = await sql<Omit<SellerProductLog, 'created_by'> & { by: string | null; by_name: string | null }>`
      select l._id, l.seller_product_id, l.tag, l.value, l.created, l.created_by as by, u.name as by_name
      from seller_product_log l left join user_account u on u._id = l.created_by
      where l.seller_product_id = ${seller_product_id} order by l.position desc`.execute(ctx.db);
    return rows.map(({ by, by_name, ...row }) => ({ ...row, created_by: person(by, by_name) }));
  }),
  answerRows(createProducts, ({ commit: _commit, ...row }, ctx) => createRow(productView, row, ctx), {
    as: 'product/create',
    dry,
  }),
  answerRows(updateProducts, ({ commit: _commit, ...row }, ctx) => updateRow(productView, row, ctx), {
    as: 'product/update',
    dry,
  }),
  answerRows(createSellerProducts, ({ commit: _commit, ...row }, ctx) => createRow(newlySold, row, ctx), {
    as: 'seller_product/create',
    dry,
  }),
  answerRows(updateSellerProducts, ({ commit: _commit, ...row }, ctx) => updateRow(sellerProductView, row, ctx), {
    as: 'seller_product/update',
    dry,
  }),
  answer(availableMore, async ({ location_id, page = '0', limit = '0' }, ctx) => {
    const known = await sql`select 1 from location where _id = ${location_id} and deleted_at is null`.execute(ctx.db);
    if (known.rows.length === 0) throw notFound('Location');
    const served = await hubOfPlace(ctx, location_id);
    // B10.4a: a hub-side role's own hub, whatever it asks for.
    const hub = isHubSide(ctx.who.role) ? (ctx.who.seller_id ?? '') : served;
    const size = wholeNumber(limit, 'limit', 0);
    const listed = (await listRows(
      productView,
      {
        compound_status: ['active'],
        ...(hub === null ? {} : { seller_id: [hub] }),
        // The documents count pages from 0; limit 0 is everything.
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
      brands: await rowsWhere(brandView, sql`m._id = any(${distinct((row) => row.brand._id)})`, sql`m.name_key`, ctx),
      manufacturers: await rowsWhere(
        manufacturerView,
        sql`m._id = any(${distinct((row) => row.manufacturer._id)})`,
        sql`m.name_key`,
        ctx,
      ),
    } as never;
  }),
];

type ProductRow = RowOf<typeof product>;

async function rowsWhere(
  of: View,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  ctx: Ctx,
): Promise<Stored[]> {
  const scope = of.scope?.(ctx.who);
  const { rows } = await sql<Stored>`${selectRows(of)} where ${where} and m.deleted_at is null${
    scope ? sql` and ${scope}` : sql``
  } order by ${order}, m._id`.execute(ctx.db);
  return rows.map((row) => toAnswer(of, row, ctx));
}

/** B8.4: units that the hub lets go, -1 = no limit; without a hub the most generous one. */
async function quantitiesOf(
  products: readonly ProductRow[],
  hub: string | null,
  ctx: Ctx,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ product_id: string; quantity: number }>`select product_id,
      case when min(quantity) < 0 then -1 else max(quantity) end as quantity
    from seller_product where product_id = any(${products.map((row) => row._id)}) and status = 'active' and deleted_at is null
      ${hub === null ? sql`` : sql`and seller_id = ${hub}`} group by product_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}

/**
 * With the MPU and price of the product itself where the row says none. Not as if they were sent: the same client_id again is compared with what
 * was (B1.8), and the product may ask something else by then.
 */
const newlySold: View = {
  ...sellerProductView,
  async before(input, ctx, stored) {
    if (input.mpu !== undefined && input.price !== undefined) return sellerProductView.before?.(input, ctx, stored);
    const { rows } = await sql<{ mpu: number; price: number }>`select mpu, price_kobo as price from product
      where _id = ${input.product_id} and deleted_at is null`.execute(ctx.db);
    if (!rows[0]) throw notFound('Product');
    const { mpu = rows[0].mpu, price = rows[0].price } = input;
    const more = await sellerProductView.before?.({ ...input, mpu, price }, ctx, stored);
    return {
      ...(input.mpu === undefined ? { mpu } : {}),
      ...(input.price === undefined ? { price_kobo: price } : {}),
      ...more,
    };
  },
};
