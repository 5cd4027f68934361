/** Brands, manufacturers and categories. Products are in productResource.ts. */
import { type RawBuilder, sql } from 'kysely';
import { brand } from '#contract/catalogue/brand.ts';
import { category } from '#contract/catalogue/category.ts';
import { categoryProduct } from '#contract/catalogue/categoryProduct.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { productLinkResource } from '../resources/linkResource.ts';
import { resource } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { uploadColumn } from '../uploads/uploadColumn.ts';
import { touchProductLinks } from './productResource.ts';

/** Manufacturers. Everybody may read them for pickers (B10.4). Contact details are only for people who maintain the list. */
export const manufacturerResource = resource(manufacturer, {
  columns: { upload: uploadColumn },
  shape: (row, ctx) => (can(ctx.who, 'view_manufacturers') ? row : { ...row, email: '', address: '' }),
  async after(id, input, ctx, stored) {
    // Hubs are updated before products, which is the order of a hub's rename too.
    if (changed(['name'], input, stored)) {
      const made = sql`m.manufacturer_id = ${id}`;
      await touchLinked('seller_manufacturer', made, ctx);
      const hubs = sql`select seller_id from seller_manufacturer where manufacturer_id = ${id} and status = 'active' and deleted_at is null`;
      await touchLinked('seller', sql`m._id in (${hubs})`, ctx);
      await touchLinked('area', made, ctx);
      await touchLinked('brand', made, ctx);
    }
    if (changed(['name', 'status'], input, stored))
      await tellProducts(sql`select _id from brand where manufacturer_id = ${id}`, ctx);
  },
});

/** Marks the products of these brands, and the links that show them, as modified. */
async function tellProducts(brands: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  await touchLinked('product', sql`m.brand_id in (${brands})`, ctx);
  await touchProductLinks(sql`select _id from product where brand_id in (${brands})`, ctx);
}

export const brandResource = resource(brand, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id`,
  columns: { manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)`, upload: uploadColumn },
  filter: { manufacturers: sql`m.manufacturer_id` },
  sort: { index: sql`m.index, m.name_key` },
  async after(id, input, ctx, stored) {
    const shown = ['name', 'status', 'manufacturer_id'];
    if (changed(shown, input, stored)) await tellProducts(sql`${id}::text`, ctx);
  },
});

export const categoryResource = resource(category, {
  columns: { meta: sql`coalesce(m.meta, '')`, upload: uploadColumn },
});
export const categoryProductResource = productLinkResource(categoryProduct);
