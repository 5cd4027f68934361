/** Brands, manufacturers, categories and store types; products stand in productView.ts. */
import { type RawBuilder, sql } from 'kysely';
import { brand } from '#contract/catalogue/brand.ts';
import { category } from '#contract/catalogue/category.ts';
import { categoryProduct } from '#contract/catalogue/categoryProduct.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx } from '../answer.ts';
import { productLinkView } from '../models/linkView.ts';
import { type Stored, view } from '../models/view.ts';
import { uploadColumn } from '../uploads/uploadColumn.ts';

export const storeTypeView = view(storeType);

/** B10.4: a small reference list for pickers; how to reach the maker is for those who keep the list. */
export const manufacturerView = view(manufacturer, {
  columns: { upload: uploadColumn },
  shape: (row, ctx) => (can(ctx.who, 'view_manufacturers') ? row : { ...row, email: '', address: '' }),
  async after(id, input, ctx, stored) {
    const brands = sql`(select _id from brand where manufacturer_id = ${id})`;
    if (changed(['name'], input, stored)) await tell('brand', sql`_id in ${brands}`, ctx);
    if (changed(['name', 'status'], input, stored)) await tell('product', sql`brand_id in ${brands}`, ctx);
  },
});

const changed = (fields: readonly string[], input: Stored, stored: Stored | null): boolean =>
  stored !== null && fields.some((name) => input[name] !== undefined && input[name] !== stored[name]);

/** Rows that carry what was changed elsewhere: copies of them (since=) must hear of it. Nobody edited them, so their versions stay. */
async function tell(table: 'brand' | 'product', which: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  await sql`update ${sql.table(table)} set modified = ${ctx.now}
    where ${which} and modified < ${ctx.now} and deleted_at is null`.execute(ctx.db);
}

export const brandView = view(brand, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id`,
  columns: { manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)`, upload: uploadColumn },
  filter: { manufacturers: sql`m.manufacturer_id` },
  sort: { index: sql`m.index, m.name_key` },
  async after(id, input, ctx, stored) {
    const shown = ['name', 'status', 'manufacturer_id'];
    if (changed(shown, input, stored)) await tell('product', sql`brand_id = ${id}`, ctx);
  },
});

export const categoryView = view(category, { columns: { meta: sql`coalesce(m.meta, '')`, upload: uploadColumn } });
export const categoryProductView = productLinkView(categoryProduct);
