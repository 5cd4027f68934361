/** Sales of each product by month (PROD-33 to PROD-36, B8.8). */
import * as v from 'valibot';
import { query } from '../call.ts';
import { flag, id, integer, optional } from '../fields.ts';
import { named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** `count` is in units; `value` (goods), `adjustments` and `billed` are naira text (K7). */
const figures = v.object({ count: v.number(), value: v.string(), adjustments: v.string(), billed: v.string() });

const soldProduct = v.object({
  _id: v.string(),
  name: v.string(),
  case_count: v.number(),
  brand: named,
  manufacturer: named,
  /** `years['2026']['1']` is January. Months without a sale are left out. */
  years: v.record(v.string(), v.record(v.string(), figures)),
});
export type ProductHistory = v.InferOutput<typeof soldProduct>;

/** Covers delivered and completed order groups, by the Lagos month of their creation. With `as_csv` the response is the same data as CSV text. */
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

/** The weeks that {@link productWeeks} returns. */
export const WEEKS = 12;

/** The sales of a product in each of the last twelve weeks, the oldest first. `from`: Monday in Lagos, epoch seconds. `count` is in units. */
const week = v.object({ from: v.number(), count: v.number(), billed: v.string() });
export type ProductWeek = v.InferOutput<typeof week>;

/** Counts what {@link productHistory} counts: delivered and completed order groups, by the time of their creation. A hub role gets its own hub. */
export const productWeeks = query('product/weeks', {
  input: { product_id: id('Product') },
  output: v.array(week),
  allow: NEEDS.product.view,
});
