/** Orders of retailers over time (API.md 4.13, B7.1, B7.6, B7.9). Money is naira text. */
import * as v from 'valibot';
import { BUYER_CATEGORIES } from '#domain/buyerCategory.ts';
import { RETENTION_KINDS } from '#domain/retention.ts';
import { get, listFields, query } from '../call.ts';
import { flag, id, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';

const figures = {
  _id: v.string(),
  name: v.string(),
  phone: v.string(),
  location: v.nullable(named),
  category: v.picklist(BUYER_CATEGORIES),
  order_count: v.number(),
  order_value: v.string(),
  order_average: v.string(),
  cancelled_count: v.number(),
  cancelled_value: v.string(),
  cart_count: v.number(),
  cart_value: v.string(),
  first_ordered_on: v.nullable(v.number()),
  last_ordered_on: v.nullable(v.number()),
  /** null: not known without a read of each order. */
  order_items: v.nullable(v.number()),
};
export const buyerFigures = v.object(figures);
export type BuyerFigures = v.InferOutput<typeof buyerFigures>;

const historyRow = v.object({
  ...figures,
  /** Item lines by manufacturer, if `show_more` is sent. */
  items_by_manufacturer: v.optional(v.array(v.object({ ...named.entries, items: v.number() }))),
});

export const buyerHistory = get('buyer/history', {
  input: {
    show_more: optional(flag('show_more')),
    page: listFields.page,
    per_page: listFields.per_page,
    search: listFields.search,
  },
  output: v.union([
    v.array(historyRow),
    v.object({ rows: v.array(historyRow), total: v.number(), page: v.number(), per_page: v.number() }),
  ]),
  allow: 'view_reports',
  report: true,
});

const periodFigures = v.object({ count: v.number(), value: v.string() });
const retainedBuyer = v.object({ ...figures, periods: v.array(periodFigures) });
export type RetainedBuyer = v.InferOutput<typeof retainedBuyer>;

/** The kind in the path is day, week, biweek, month or quarter; any other gets 404. */
export const orderRetention = query('buyer/order_retention_{kind}', {
  input: {
    kind: text('Kind', { max: 40 }),
    from_timestamp: time('from_timestamp', { missing: 'Date range is required.' }),
    to_timestamp: time('to_timestamp', { missing: 'Date range is required.' }),
    seller_id: optional(id('Seller')),
    sales_officer_id: optional(id('Sales officer')),
    location_id: optional(id('Location')),
    manufacturer_id: optional(id('Manufacturer')),
    category: optional(oneOf('Category', BUYER_CATEGORIES)),
    search: listFields.search,
    page: listFields.page,
    per_page: listFields.per_page,
  },
  output: v.object({
    kind: v.picklist(RETENTION_KINDS),
    periods: v.array(
      v.object({
        from: v.number(),
        to: v.number(),
        label: v.string(),
        active: v.number(),
        new: v.number(),
        returning: v.number(),
        retained: v.number(),
        retention_rate: v.nullable(v.number()),
      }),
    ),
    categories: v.record(v.string(), v.number()),
    buyers: v.array(retainedBuyer),
    total: v.number(),
  }),
  allow: 'view_reports',
  report: true,
});
