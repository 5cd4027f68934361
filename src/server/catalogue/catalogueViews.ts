/** Brands, manufacturers, categories and store types; products stand in productView.ts. */
import { sql } from 'kysely';
import { brand } from '#contract/catalogue/brand.ts';
import { category } from '#contract/catalogue/category.ts';
import { categoryProduct } from '#contract/catalogue/categoryProduct.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { can } from '#domain/permissions.ts';
import { productLinkView } from '../models/linkView.ts';
import { view } from '../models/view.ts';
import { uploadColumn } from '../uploads/uploadColumn.ts';

export const storeTypeView = view(storeType);

/** B10.4: a small reference list for pickers; how to reach the maker is for those who keep the list. */
export const manufacturerView = view(manufacturer, {
  columns: { upload: uploadColumn },
  shape: (row, ctx) => (can(ctx.who, 'view_manufacturers') ? row : { ...row, email: '', address: '' }),
});

export const brandView = view(brand, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id`,
  columns: { manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)`, upload: uploadColumn },
  filter: { manufacturers: sql`m.manufacturer_id` },
  sort: { index: sql`m.index, m.name_key` },
});

export const categoryView = view(category, { columns: { meta: sql`coalesce(m.meta, '')`, upload: uploadColumn } });
export const categoryProductView = productLinkView(categoryProduct);
