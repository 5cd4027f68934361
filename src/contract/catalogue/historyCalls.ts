/** What was sold of each product, month by month (PROD-33 to PROD-36, B8.8). */
import * as v from 'valibot';
import { query } from '../call.ts';
import { flag, id, integer, optional } from '../fields.ts';
import { named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** `count` in units; `value` (goods), `adjustments` and `billed` in naira (K7). */
const figures = v.object({ count: v.number(), value: v.string(), adjustments: v.string(), billed: v.string() });

const soldProduct = v.object({
  _id: v.string(),
  name: v.string(),
  case_count: v.number(),
  brand: named,
  manufacturer: named,
  /** `years['2026']['1']`: January. Months without a sale are left out. */
  years: v.record(v.string(), v.record(v.string(), figures)),
});
export type ProductHistory = v.InferOutput<typeof soldProduct>;

/** Delivered and completed order groups by the Lagos month they were created in. `as_csv`: the same as CSV text. */
export const productHistory = {
  ...query('product/history', {
    input: {
      as_csv: optional(flag('as_csv')),
      year: optional(integer('Year', { min: 2000, max: 2100 })),
      seller_id: optional(id('Hub')),
    },
    output: v.union([v.object({ products: v.array(soldProduct) }), v.string()]),
    allow: NEEDS.product.view,
    report: true,
  }),
  also: 'GET',
} as const;
