/** Reports over orders (RPT-05 to RPT-09, B5.12, B5.13). Quantities are units, money is naira text, ends of ranges are exclusive (A22). */
import * as v from 'valibot';
import { ORDER_TAGS } from '#domain/order.ts';
import { query } from '../call.ts';
import { id, list, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';

const seller = id('Seller', { missing: 'Seller field is required.' });
/** Both ends, or none for the last 30 days. */
const range = (from: string, to: string) => ({ from: optional(time(from)), to: optional(time(to)) });

/**
 * Naira text (K7). `amount`: the goods, as the sum of lines. `adjustments`: edited amounts and subtotals, discounts and fees, spread over the lines.
 * `billed`: what the wallets were charged for delivered and completed orders. `not_billed`: the rest, of pending and cancelled orders. amount +
 * adjustments = billed + not_billed. Charges without a product have an empty product id.
 */
const moneyOf = { amount: v.string(), adjustments: v.string(), billed: v.string(), not_billed: v.string() };
const totals = {
  total: v.string(),
  total_adjustments: v.string(),
  total_billed: v.string(),
  total_not_billed: v.string(),
};

/** Iss. is the ordered quantity, Ret. the quantity that was not accepted; cases and units are the difference (B5.13). */
export const summaryItem = v.object({
  product_id: v.string(),
  name: v.string(),
  case_count: v.number(),
  quantity: v.number(),
  cases: v.number(),
  units: v.number(),
  issued: v.number(),
  issued_cases: v.number(),
  issued_units: v.number(),
  returned: v.number(),
  returned_cases: v.number(),
  returned_units: v.number(),
  price: v.string(),
  ...moneyOf,
});
export const summaryGroup = v.object({
  _id: v.string(),
  name: v.string(),
  ...moneyOf,
  items: v.array(summaryItem),
});
export type SummaryGroup = v.InferOutput<typeof summaryGroup>;

const summaryRange = range('from_timestamp', 'to_timestamp');
/** `seller_id`, `sales_officer` and `distributor` take an id or `*`. */
const summary = {
  input: {
    from_timestamp: summaryRange.from,
    to_timestamp: summaryRange.to,
    seller_id: seller,
    sales_officer: optional(id('Sales officer')),
    distributor: optional(id('Distributor')),
  },
  output: v.object({ groups: v.array(summaryGroup), ...totals }),
  allow: 'view_orders',
  report: true,
} as const;
/** The summary by distributor (RPT-08). */
export const summaryByDistributor = query('order_group/purchase_orders', summary);
/** The summary by retailer (RPT-08). */
export const summaryByBuyer = query('order_group/purchase_orders_buyers', summary);

export const soldProduct = v.object({
  product_id: v.string(),
  name: v.string(),
  case_count: v.number(),
  brand: named,
  manufacturer: named,
  quantity: v.number(),
  cases: v.number(),
  units: v.number(),
  ...moneyOf,
  seller: v.optional(v.nullable(named)),
});
export type SoldProduct = v.InferOutput<typeof soldProduct>;

const soldRange = range('timestamp_min', 'timestamp_max');
const sold = {
  input: {
    timestamp_min: soldRange.from,
    timestamp_max: soldRange.to,
    seller_id: seller,
    tags: optional(list(oneOf('Tag', ORDER_TAGS))),
    query: optional(text('query', { max: 4_000 })),
  },
  /** `total_cancelled`: the part of `total` that is of cancelled orders, which the order summary does not count. */
  output: v.object({ products: v.array(soldProduct), ...totals, total_cancelled: v.string() }),
  allow: 'view_orders',
  report: true,
} as const;
/** Sales per product; without tags all but deleted and draft count (RPT-09). */
export const salesOfAll = query('order_group/sales_of_all_custom_special', sold);
export type SalesAnswer = v.InferOutput<(typeof salesOfAll)['output']>;
/** The same sales per hub. */
export const salesOfAllBySeller = query('order_group/sales_of_all_custom_special_seller', sold);

/** The orders of one Lagos day: how many, their goods and what was billed of them. Naira text. */
export const orderDay = v.object({
  /** The start of the day. */
  at: v.number(),
  orders: v.number(),
  amount: v.string(),
  billed: v.string(),
});
export type OrderDay = v.InferOutput<typeof orderDay>;
/**
 * The value of orders by day and by hub, with the previous period, for the plots of both summaries. `seller_id` and `sales_officer` take an id or `*`.
 * Without tags all but deleted and draft count. An account of a hub gets its own hub.
 */
export const valueByDay = query('order_group/value_by_day', {
  input: {
    timestamp_min: soldRange.from,
    timestamp_max: soldRange.to,
    seller_id: seller,
    sales_officer: optional(id('Sales officer')),
    tags: optional(list(oneOf('Tag', ORDER_TAGS))),
  },
  output: v.object({
    days: v.array(orderDay),
    before: v.array(orderDay),
    /** Of the range alone, the largest amount first. `_id` and name are empty for orders without a hub. */
    hubs: v.array(
      v.object({ _id: v.string(), name: v.string(), orders: v.number(), amount: v.string(), billed: v.string() }),
    ),
  }),
  allow: 'view_orders',
});
