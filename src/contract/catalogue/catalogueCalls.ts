/** Special calls of the catalogue lists (API.md 4.10). */
import { commandRows } from '../call.ts';
import { id, integer } from '../fields.ts';
import { NEEDS } from '../needs.ts';

/** Sets the position of each brand in lists, from 0 (BRAND-01, B8.11). */
export const setBrandIndex = commandRows('brand/set_index', {
  shared: {},
  row: { _id: id('Brand'), index: integer('Index', { min: 0, max: 1_000_000 }) },
  allow: NEEDS.brand.update,
});
