/** Brands, manufacturers and store types; products stand in productView.ts. */
import { sql } from 'kysely';
import { brand } from '#contract/catalogue/brand.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { can } from '#domain/permissions.ts';
import { view } from '../models/view.ts';

export const storeTypeView = view(storeType);

/** B10.4: a small reference list for pickers; how to reach the maker is for those who keep the list. */
export const manufacturerView = view(manufacturer, {
  shape: (row, ctx) => (can(ctx.who, 'view_manufacturers') ? row : { ...row, email: '', address: '' }),
});

export const brandView = view(brand, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id`,
  columns: { manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)` },
  filter: { manufacturers: sql`m.manufacturer_id` },
});
