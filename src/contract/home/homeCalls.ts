/** The figures of a home (proposed): what a person's rights let the person see, of the own hub for an account of a hub, of oneself for an associate. */
import * as v from 'valibot';
import { FIGURE_NAMES } from '#domain/home.ts';
import { get } from '../call.ts';

/** The days of the plots and of the figures with a past. The last one is today, which is not over. */
export const HOME_DAYS = 30;
/** The days whose issues say how long goods last (decision 0232). */
export const COVER_DAYS = 28;
/** Goods with fewer days left are counted as ending soon. */
export const SOON_DAYS = 14;
/** The most rows of goods that run out. */
export const RUNS_OUT_ROWS = 20;

/** Amounts are naira text. A field that a figure does not have is null, `days` then empty. */
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
  /** The count of each of the 30 days. */
  days: v.array(v.number()),
});
export type HomeFigure = v.InferOutput<typeof figure>;

export const homeFigures = get('home/figures', {
  input: {},
  output: v.object({
    /** The start of the first of the 30 days, epoch seconds. */
    from: v.number(),
    figures: v.array(figure),
    /**
     * Cases into and out of hubs on each day, and in the 30 days before; null without the right. `before` is null where nothing was recorded in the first
     * week of those days, because a site that began later has nothing to compare with.
     */
    cases: v.nullable(
      v.object({
        in: v.array(v.number()),
        out: v.array(v.number()),
        before: v.nullable(v.object({ in: v.number(), out: v.number() })),
      }),
    ),
    /** Orders placed on each day, and in the 30 days before. Null where the cases are told, and without the right. */
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
  input: {},
  output: v.object({
    /** How many end within 14 days. */
    soon: v.number(),
    /** Those that end first. `days_left`: whole days at the pace of the last 28 days; 0: less than one, or nothing is left. */
    rows: v.array(v.object({ ...goods.entries, days_left: v.number() })),
  }),
  allow: ['view_warehouses', 'update_product'],
});
export type RunsOut = v.InferOutput<(typeof runsOut)['output']>;

/** What the person holds: units in hand after what was sold (B5.4), most cases first. Only for associates. */
export const myGoods = get('home/my_goods', {
  input: {},
  output: v.array(goods),
  allow: 'any',
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
