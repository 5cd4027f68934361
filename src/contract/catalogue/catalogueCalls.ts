/** Special calls of the catalogue's lists (API.md 4.10). */
import { commandRows } from '../call.ts';
import { id, integer } from '../fields.ts';
import { NEEDS } from '../needs.ts';

/** The reorder control (BRAND-01, B8.11): where each brand stands in lists, from 0. */
export const setBrandIndex = commandRows('brand/set_index', {
  shared: {},
  row: { _id: id('Brand'), index: integer('Index', { min: 0, max: 1_000_000 }) },
  allow: NEEDS.brand.update,
});
