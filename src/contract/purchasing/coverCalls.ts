/** Goods that run out, and orders for them (proposed, decisions 0530 to 0532). Quantities are units unless a name says cases. */
import * as v from 'valibot';
import { MAX_RULE_DAYS, RULE_SCOPES } from '#domain/cover.ts';
import { anyOf } from '../anyOf.ts';
import { command, get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { baseVersion, id, integer, list, oneOf, optional, text } from '../fields.ts';
import { named } from '../model.ts';

const days = (label: string, min = 0) =>
  integer(label, { min, max: MAX_RULE_DAYS, missing: `${label} field is required.` });
const hub = id('Hub', { missing: 'Hub field is required.' });
const ruleDays = { lead_days: v.number(), safety_days: v.number(), order_days: v.number() };

const coverRow = v.object({
  seller: named,
  warehouse_id: v.string(),
  product: productRef,
  quantity: v.number(),
  /** Units that open purchase orders, returns and transfers will bring to the hub. */
  expected: v.number(),
  /** Units that left in `days` counted days: issues less returns, a peak capped. */
  gone: v.number(),
  days: v.number(),
  /** Whole days that the stock lasts; 0: less than one. */
  days_left: v.number(),
  /** Stock and expected goods at or below this are ordered. */
  reorder_at: v.number(),
  rule: v.object({ ...ruleDays, of: v.picklist(RULE_SCOPES) }),
  /** The last party that sent the goods to this hub, or the linked distributor that sells them. */
  supplier: v.nullable(named),
  /** Whole cases to order; 0: enough is there or on its way. */
  order_cases: v.number(),
  /** The last cost of a case, naira text; null for an account of a hub. */
  rate: v.nullable(v.string()),
  /** A hub that has more than it needs, and how many whole cases of the order it could give. */
  from: v.nullable(v.object({ _id: v.string(), name: v.string(), cases: v.number() })),
});
export type CoverRow = v.InferOutput<typeof coverRow>;

/** The most rows in an answer of `cover/read_all`; goods that run out first come first. */
export const COVER_ROWS = 1_000;

/** Goods of hubs with a pace; goods that run out first come first. Accounts of a hub get that hub only, without prices. */
export const coverAll = get('cover/read_all', {
  input: {
    seller_id: anyOf(id('Hub')),
    supplier_id: optional(id('Supplier')),
    product_id: optional(id('Product')),
    /** `order`: only what is to order. */
    show: optional(oneOf('Show', ['all', 'order'])),
    search: optional(text('search', { max: 200 })),
  },
  output: v.object({ total: v.number(), rows: v.array(coverRow) }),
  allow: 'view_cover',
});

const madeOrder = v.object({
  _id: v.string(),
  ref: v.string(),
  source: named,
  destination: named,
  lines: v.number(),
  cases: v.number(),
  amount: v.string(),
});

/**
 * Makes one open purchase order for each source and hub. The five lists have one entry per line, 125 at most, and are all done or none. `expected`: the units
 * on their way that the person saw; more of them by now answers 409 `cover_changed` with `lines`. A source is a distributor, or another hub for whoever may
 * make any purchase order.
 */
export const orderCover = command('cover/order', {
  input: {
    seller_ids: list(hub),
    product_ids: list(id('Product', { missing: 'Choose at least one line.' })),
    source_ids: list(id('Supplier', { missing: 'Supplier field is required.' })),
    cases: list(integer('Cases', { min: 1, max: 1_000_000, missing: 'Cases field is required.' })),
    expected: list(integer('Expected', { min: 0, missing: 'Expected field is required.' })),
  },
  output: v.object({ orders: v.array(madeOrder) }),
  allow: 'order_goods',
});

const rule = v.object({
  _id: v.string(),
  version: v.number(),
  seller: named,
  distributor: v.nullable(named),
  product: v.nullable(named),
  ...ruleDays,
});

/** How early and how much a hub orders: its own rule, and those of its suppliers and products. */
export const coverRules = get('cover_rule/read_all', {
  input: { seller_id: hub },
  output: v.array(rule),
  allow: 'view_cover',
});

/** Keeps the rule of a hub, of one of its suppliers, or of one of its products. `base_version`: of the rule that the person saw; 0: there was none. */
export const setCoverRule = command('cover_rule/set', {
  input: {
    seller_id: hub,
    distributor_id: optional(id('Supplier')),
    product_id: optional(id('Product')),
    lead_days: days('Lead time'),
    safety_days: days('Safety days'),
    order_days: days('Order for', 1),
    base_version: baseVersion(),
  },
  output: rule,
  allow: 'order_goods',
});

/** Takes a rule away; the next wider one counts again. */
export const removeCoverRule = command('cover_rule/remove', {
  input: { _id: id(), base_version: baseVersion() },
  output: v.object({ _id: v.string() }),
  allow: 'order_goods',
});
