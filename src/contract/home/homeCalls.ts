/** The figures of a home (proposed): what a person's rights let the person see, of the own hub for an account of a hub, of oneself for an associate. */
import * as v from 'valibot';
import { FIGURE_NAMES, HOME_RANGES } from '#domain/home.ts';
import { get, query } from '../call.ts';
import { id, oneOf, optional } from '../fields.ts';

/** The most rows of goods that run out. */
export const RUNS_OUT_ROWS = 20;

/** Amounts are naira text. A field that a figure does not have is null. */
const figure = v.object({
  name: v.picklist(FIGURE_NAMES),
  /** Orders, cases, transfers or deposits. */
  count: v.nullable(v.number()),
  amount: v.nullable(v.string()),
  /** Products of a stock, people who owe, lines of expected transfers, deliveries that were done today. */
  of: v.nullable(v.number()),
  /** The same count of yesterday. */
  yesterday: v.nullable(v.number()),
  /** The oldest that waits, epoch seconds. */
  since: v.nullable(v.number()),
  /**
   * What the figure was on each of the days: the count of that day, or of what waits, is owed or in stock, how much it was at the end of that day. Amounts are
   * whole naira, stock is cases. Empty for a figure whose past is not recorded.
   */
  days: v.array(v.number()),
  /**
   * The same sums over all the days. `before`: the count in the previous period, or null if nothing was recorded in its first week. Absent in copies of an
   * earlier release, and for a figure without a past.
   */
  period: v.optional(v.object({ count: v.number(), amount: v.string(), before: v.nullable(v.number()) })),
});
export type HomeFigure = v.InferOutput<typeof figure>;

/** The hub whose figures the office requests; absent: all hubs. Accounts of a hub always get their own hub. */
const hub = { seller_id: optional(id('Hub')) };

export const homeFigures = get('home/figures', {
  /** `days`: the length of the plots and of the figures with a comparison, 30 by default. The last day is today, which is not over. */
  input: { days: optional(oneOf('Days', HOME_RANGES)), ...hub },
  output: v.object({
    /** The start of the first of the days, epoch seconds. */
    from: v.number(),
    figures: v.array(figure),
    /**
     * Cases into and out of hubs on each day. Null without the right. `before`: the sums of the previous period, or null if nothing was recorded in its
     * first week, because a younger site has nothing to compare with.
     */
    cases: v.nullable(
      v.object({
        in: v.array(v.number()),
        out: v.array(v.number()),
        before: v.nullable(v.object({ in: v.number(), out: v.number() })),
      }),
    ),
    /** Orders placed on each day; `before` sums the previous period. Null if the plot shows cases, and without the right. */
    orders: v.nullable(
      v.object({
        count: v.array(v.number()),
        amount: v.array(v.string()),
        before: v.nullable(v.object({ count: v.number(), amount: v.string() })),
      }),
    ),
  }),
  allow: 'any',
});
export type HomeFigures = v.InferOutput<(typeof homeFigures)['output']>;

/** Goods of a warehouse. */
const goods = v.object({
  product_id: v.string(),
  name: v.string(),
  brand: v.string(),
  picture: v.nullable(v.string()),
  warehouse_id: v.string(),
  owner: v.string(),
  quantity: v.number(),
  case_count: v.number(),
});
export const runsOut = get('home/runs_out', {
  input: hub,
  output: v.object({
    /** How many end within 14 days. */
    soon: v.number(),
    /**
     * The goods that need an order, then the others, each by `days_left`: whole days at the rate of the last 28 days (decision 0530); 0: less than one, or none left.
     * `order_cases`: the cases to order, as in `cover/read_all`.
     */
    rows: v.array(v.object({ ...goods.entries, days_left: v.number(), order_cases: v.number() })),
  }),
  allow: ['view_warehouses', 'update_product'],
});
export type RunsOut = v.InferOutput<(typeof runsOut)['output']>;

/** The goods in hand of the signed-in associate: issued and not sold, in units (B5.4), most cases first. Only for associates. */
export const myGoods = get('home/my_goods', {
  input: {},
  output: v.array(goods),
  allow: 'any',
});

/** The figures of one delivery associate today, for the office: the same as on the associate's own home (proposed). Amounts are naira text. */
export const officerFigures = query('home/officer', {
  input: { sales_officer_id: id('Sales officer', { missing: 'Sales officer field is required.' }) },
  output: v.object({
    /** Cash that was taken for orders and not paid in. */
    cash: v.string(),
    /** Deliveries that wait, since whenever, and those that were done today. */
    open: v.number(),
    open_amount: v.string(),
    delivered: v.number(),
    delivered_amount: v.string(),
    /** Cases in hand after what was sold (B5.4), and their worth at the hub's prices. */
    cases: v.number(),
    stock_amount: v.string(),
    /** The goods in hand, most cases first. */
    goods: v.array(goods),
  }),
  allow: 'view_sales_officers',
});

/**
 * The cash that each associate has to hand in, as naira text by the associate's id (proposed, decision 0495). Who has none is left out; below zero means
 * that more was paid in than taken.
 */
export const associatesCash = get('home/cash', {
  input: {},
  output: v.record(v.string(), v.string()),
  allow: 'view_sales_officers',
});

/** The associates of the own hub who have deliveries today or cash to hand in. Amounts are naira text. */
export const myAssociates = get('home/associates', {
  input: {},
  output: v.array(
    v.object({
      _id: v.string(),
      name: v.string(),
      delivered: v.number(),
      delivered_amount: v.string(),
      open: v.number(),
      open_amount: v.string(),
      cash: v.string(),
    }),
  ),
  allow: ['update_product'],
});
