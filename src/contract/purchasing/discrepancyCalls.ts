/**
 * Discrepancies (proposed): the lines of receipts that came short, over or damaged (decision 0470). Quantities are units, times epoch seconds, money naira text;
 * money is null for accounts of a hub, because it is what goods cost.
 */
import * as v from 'valibot';
import { CLAIM_STATUSES, DISCREPANCY_BY, DISCREPANCY_KINDS } from '#domain/discrepancy.ts';
import { PARTY_TYPES, REASONS } from '#domain/transfer.ts';
import { anyOf } from '../anyOf.ts';
import { get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { id, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';

/** One discrepancy of one line of a receipt. */
export const discrepancy = v.object({
  /** `{item_id}:{kind}`: goods that an associate brought back can be both short and damaged. */
  _id: v.string(),
  item_id: v.string(),
  kind: v.picklist(DISCREPANCY_KINDS),
  /** The receipt with the kind of its transfer, and its business date. */
  receipt: v.object({
    _id: v.string(),
    ref: v.string(),
    kind: v.picklist(['shipment_in', 'shipment_out', 'stock_in', 'transfer']),
  }),
  at: v.number(),
  /** The counterparty of the goods: a distributor; for returns an associate; for transfers between hubs a hub. */
  supplier: named,
  supplier_type: v.picklist(PARTY_TYPES),
  hub: v.nullable(named),
  /** The person who completed the receipt. */
  officer: v.nullable(named),
  product: productRef,
  /** The expected and the moved units. */
  quantity: v.number(),
  moved: v.number(),
  /** The short, surplus or damaged units, and their value at the price of the line. */
  units: v.number(),
  value: v.nullable(v.string()),
  reason: v.picklist(REASONS),
  note: v.string(),
  /** The claim with this line; null: none, or a cancelled one. */
  claim: v.nullable(v.object({ _id: v.string(), ref: v.string(), status: v.picklist(CLAIM_STATUSES) })),
});
export type Discrepancy = v.InferOutput<typeof discrepancy>;

/** Default range: the last 30 days; the end is exclusive. `claimed`: `no` selects lines that belong to a supplier and are in no claim. */
const filters = {
  from_timestamp: optional(time('From')),
  to_timestamp: optional(time('To')),
  supplier_id: anyOf(id('Supplier')),
  product_id: anyOf(id('Product')),
  seller_id: anyOf(id('Hub')),
  officer_id: anyOf(id('Officer')),
  reason: anyOf(oneOf('Reason', REASONS)),
  kind: anyOf(oneOf('Kind', DISCREPANCY_KINDS)),
  claimed: optional(oneOf('Claimed', ['yes', 'no'] as const)),
  search: optional(text('search', { max: 200 })),
};

const sums = {
  /** Lines, and the cases of all of them. */
  count: v.number(),
  cases: v.number(),
  /** The sum of the three values below. */
  value: v.nullable(v.string()),
  short: v.nullable(v.string()),
  over: v.nullable(v.string()),
  damaged: v.nullable(v.string()),
};
const sumsOf = v.object(sums);
export type DiscrepancySums = v.InferOutput<typeof sumsOf>;

export const discrepanciesAll = get('discrepancy/read_all', {
  input: {
    ...filters,
    /** `at`, `value` or `units` (in cases); with a minus the other way round. Values cannot be sorted by where they are hidden. */
    sort: optional(text('sort', { max: 60 })),
    page: optional(text('page', { max: 12 })),
    per_page: optional(text('per_page', { max: 12 })),
  },
  output: v.object({ rows: v.array(discrepancy), total: v.number(), sums: sumsOf }),
  allow: 'view_discrepancies',
});

const choice = v.array(named);
const day = v.object({
  at: v.number(),
  count: v.number(),
  /** Cases of each kind, and their value. */
  cases: v.object({ short: v.number(), over: v.number(), damaged: v.number() }),
  short: v.nullable(v.string()),
  over: v.nullable(v.string()),
  damaged: v.nullable(v.string()),
});
export type DiscrepancyDay = v.InferOutput<typeof day>;

/**
 * The sums of the same lines: by one column, by day or week, and of the previous period. `choices`: the people and things of the days, whatever else is
 * filtered.
 */
export const discrepancySummary = get('discrepancy/summary', {
  input: { ...filters, by: optional(oneOf('By', DISCREPANCY_BY)) },
  output: v.object({
    from: v.number(),
    to: v.number(),
    total: sumsOf,
    before: sumsOf,
    /** Lines that belong to a supplier and are in no claim. */
    unclaimed: v.object({ count: v.number(), value: v.nullable(v.string()) }),
    /** The largest value first; for accounts of a hub the most cases. */
    groups: v.array(
      v.object({
        _id: v.string(),
        name: v.string(),
        ...sums,
        before: v.object({ count: v.number(), cases: v.number(), value: v.nullable(v.string()) }),
      }),
    ),
    /** Seconds of one step: a day, or beyond 62 days a week. */
    step: v.number(),
    days: v.array(day),
    before_days: v.array(day),
    choices: v.object({ suppliers: choice, products: choice, hubs: choice, officers: choice }),
  }),
  allow: 'view_discrepancies',
  report: true,
});
export type DiscrepancySummary = v.InferOutput<(typeof discrepancySummary)['output']>;
