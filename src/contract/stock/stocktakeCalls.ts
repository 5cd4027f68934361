/**
 * Stocktakes: officers count the goods of one warehouse, on several tablets at once and without a server, and a second person posts what differs from the
 * books. Quantities are units, times are epoch seconds, money is naira text. The rules stand in `domain/stocktake.ts`.
 */
import * as v from 'valibot';
import { MAX_ROUNDS, STOCKTAKE_SCOPES, STOCKTAKE_STATUSES } from '#domain/stocktake.ts';
import { command, commandRows, get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import {
  baseVersion,
  clientId,
  flag,
  id,
  integer,
  list,
  longText,
  oneOf,
  optional,
  quantity,
  sha256,
  text,
  time,
} from '../fields.ts';
import { baseRow, named } from '../model.ts';
import { ADJUST_REASONS } from './stockCalls.ts';

/** Somebody who counts in a stocktake. */
const counter = v.object({
  ...named.entries,
  /** Where the person counts, as the person named it last; '' if never named. */
  place: v.string(),
  /** Products that this person counted. */
  counted: v.number(),
  last_at: v.nullable(v.number()),
  /** When the person said "Finish my part"; null: still counting. A later count opens the part again. */
  finished_at: v.nullable(v.number()),
});

/** A stocktake as lists and homes show it. It contains no book figures. */
export const stocktake = v.object({
  ...baseRow.entries,
  ref: v.string(),
  client_id: v.nullable(v.string()),
  warehouse_id: v.string(),
  warehouse: named,
  /** The hub whose goods are counted; null for another warehouse. */
  seller_id: v.nullable(v.string()),
  scope: v.picklist(STOCKTAKE_SCOPES),
  /** The scope in words: "All products", "Dangote", "20 that moved most". */
  scope_name: v.string(),
  blind: v.boolean(),
  status: v.picklist(STOCKTAKE_STATUSES),
  note: v.string(),
  /** Products that are to be counted, those that are counted, and those that wait for a recount. */
  products: v.number(),
  counted: v.number(),
  recounts: v.number(),
  people: v.array(counter),
  closed_at: v.nullable(v.number()),
  closed_by: v.nullable(named),
  /** The missing and the surplus goods when it was posted, at cost; null before, and for accounts that may not approve. */
  short_value: v.nullable(v.string()),
  over_value: v.nullable(v.string()),
});
export type Stocktake = v.InferOutput<typeof stocktake>;

/** A product of a stocktake as those who count see it. */
export const stocktakeLine = v.object({
  product_id: v.string(),
  product: productRef,
  state: v.picklist(['to_count', 'recount', 'counted'] as const),
  /** The round that the next count belongs to. */
  round: v.number(),
  why: v.nullable(v.picklist(['differ', 'large', 'asked'] as const)),
  /** true: this person may not make the recount, because it needs somebody else. */
  needs_another: v.boolean(),
  /** When goods of this product last moved since the stocktake began; null: they did not. */
  moved_at: v.nullable(v.number()),
  /** The places where it was counted, by whom and when, without the figures. */
  places: v.array(v.object({ place: v.string(), round: v.number(), by: named, at: v.number() })),
  /** The figures of the signed-in person, the last round first. */
  own: v.array(
    v.object({
      place: v.string(),
      round: v.number(),
      quantity: v.number(),
      counted_at: v.number(),
      version: v.number(),
      /** The lots that this person named (domain/lots.ts); absent: none. */
      lots: v.optional(v.string()),
    }),
  ),
  /** Units in the books; always null in a blind stocktake. */
  book: v.nullable(v.number()),
});
export type StocktakeLine = v.InferOutput<typeof stocktakeLine>;

/** A product of a stocktake as the person who approves sees it. */
export const stocktakeResult = v.object({
  product_id: v.string(),
  product: productRef,
  state: v.picklist(['to_count', 'recount', 'counted'] as const),
  why: v.nullable(v.picklist(['differ', 'large', 'asked'] as const)),
  round: v.number(),
  figures: v.array(
    v.object({
      ...{ place: v.string(), round: v.number(), by: named, quantity: v.number(), counted_at: v.number() },
      lots: v.optional(v.string()),
    }),
  ),
  /** Lot by lot, the first to expire first, where the count names lots: the differences sum to `difference` (domain/lotCounts.ts). Absent: it names none. */
  lots: v.optional(
    v.array(
      v.object({
        ...{ code: v.string(), expires: v.string(), counted: v.nullable(v.number()), book: v.number() },
        difference: v.number(),
      }),
    ),
  ),
  /** Units that were counted; null: nobody counted, and the books stay as they are. */
  counted: v.nullable(v.number()),
  /** Units that the books had at the time of the count. */
  book: v.number(),
  /** counted - book; null: nobody counted. */
  difference: v.nullable(v.number()),
  /** Units in the books now. Posting makes it now + difference. */
  now: v.number(),
  cost_price: v.string(),
  /** The difference at cost, naira text with its sign; null: nobody counted. */
  value: v.nullable(v.string()),
  /** Movements since the stocktake began, the oldest first; `before` says whether the movement is taken to be before the count. */
  moves: v.array(
    v.object({ ref: v.string(), kind: v.string(), quantity: v.number(), at: v.number(), before: v.boolean() }),
  ),
  /** The reason that it was posted with; null before. */
  reason: v.nullable(v.picklist(ADJUST_REASONS)),
});
export type StocktakeResult = v.InferOutput<typeof stocktakeResult>;

const stocktakeId = { stocktake_id: id('Stocktake', { missing: 'Stocktake field is required.' }) };

/** Reads the stocktakes of the hubs that one may see, the newest first. */
export const stocktakesAll = get('stocktake/read_all', {
  input: {
    status: optional(oneOf('Status', STOCKTAKE_STATUSES)),
    warehouse_id: optional(id('Warehouse')),
    /** Words in the reference, the warehouse, the scope or the name of somebody who counts. */
    search: optional(text('search', { max: 100 })),
    page: optional(text('page', { max: 12 })),
    per_page: optional(text('per_page', { max: 12 })),
  },
  output: v.object({ rows: v.array(stocktake), total: v.number() }),
  allow: ['count_stock', 'approve_stocktake'],
});

/** Reads one stocktake with its products, in the order of their names. Answers 404 to a person of another hub. */
export const stocktakeOne = get('stocktake/read', {
  input: { _id: id('Stocktake') },
  output: v.object({ ...stocktake.entries, lines: v.array(stocktakeLine) }),
  allow: ['count_stock', 'approve_stocktake'],
});

/** Reads what posting would do now. `digest` names exactly these figures (`stocktake/post` does them or nothing). */
export const stocktakeResults = get('stocktake/read_result', {
  input: { _id: id('Stocktake') },
  output: v.object({
    ...stocktake.entries,
    lines: v.array(stocktakeResult),
    digest: v.string(),
    /** true: the signed-in person counted in it, so another person must post it. */
    counted_yourself: v.boolean(),
  }),
  allow: 'approve_stocktake',
});

/**
 * Opens a stocktake of a warehouse. Where one is open there already, its products grow by those of this scope and its id comes back with `joined`: two tablets
 * without a server may both begin the count of one hub.
 */
export const openStocktake = command('stocktake/open', {
  input: {
    warehouse_id: id('Warehouse', { missing: 'Warehouse field is required.' }),
    scope: oneOf('Scope', STOCKTAKE_SCOPES),
    /** The manufacturer or the brand of the scope. */
    scope_id: optional(id('Scope')),
    /** The products of the scope `list` and `plan`. */
    product_ids: optional(list(id('Product'))),
    blind: optional(flag('Blind')),
    note: optional(longText('Note', { max: 300 })),
    client_id: clientId(),
  },
  output: v.object({ _id: v.string(), ref: v.string(), version: v.number(), joined: v.boolean() }),
  allow: 'count_stock',
});

/**
 * Counts up to 125 products of one stocktake. Each row is the whole figure of this person for the product in that place and round, never a difference; a later
 * row of the same person replaces it. A product that the scope lacks is added. Refused: a stocktake that is closed (409), a round that is not asked for (422),
 * a recount by a person who made the count that is in doubt (422), lots of a product that is not tracked by lot or of more units than the figure (422).
 * `lots`: JSON `[["A12","2027-03-01",24], ...]`, the lots of these goods as far as the person named them (domain/lots.ts). `data` of a row:
 * `{_id, version, product_id, place, round, quantity}`, and `lots` where it names any.
 */
export const countRows = commandRows('stocktake/count', {
  shared: stocktakeId,
  row: {
    product_id: id('Product', { missing: 'Product field is required.' }),
    place: optional(text('Place', { max: 60 })),
    round: optional(integer('Round', { min: 1, max: MAX_ROUNDS })),
    quantity: quantity('Counted'),
    counted_at: time('Counted at'),
    lots: optional(longText('Lots', { max: 4_000 })),
  },
  allow: 'count_stock',
});

/** This person's part is done. When nobody counts any more, differences above the limit are sent to a recount by another person. */
export const finishPart = command('stocktake/finish', {
  input: { ...stocktakeId },
  output: v.object({ _id: v.string(), version: v.number(), recounts: v.number(), open_parts: v.number() }),
  allow: 'count_stock',
});

/** Sends products to another count by a person who did not make the last one. */
export const askRecount = command('stocktake/recount', {
  input: { ...stocktakeId, product_ids: list(id('Product')) },
  output: v.object({ _id: v.string(), version: v.number(), recounts: v.number() }),
  allow: 'approve_stocktake',
});

/**
 * Posts the differences as adjustments under the reference of the stocktake, exactly those that `expect_digest` names, or nothing (409 with the present
 * digest). Refused: the person counted in it (403), a product of which more has left since than would remain (422, each named), somebody still counts and
 * `anyway` is not sent (422), a recount is open and `anyway` is not sent (422). `reason_of` and `reason`: columns of one length, the reason of a product;
 * others get "count".
 */
export const postStocktake = command('stocktake/post', {
  input: {
    ...stocktakeId,
    expect_digest: sha256('expect_digest'),
    anyway: optional(flag('anyway')),
    note: optional(longText('Note', { max: 300 })),
    reason_of: optional(list(id('Product'))),
    reason: optional(list(oneOf('Reason', ADJUST_REASONS))),
  },
  output: v.object({
    _id: v.string(),
    ref: v.string(),
    version: v.number(),
    adjusted: v.number(),
    short_value: v.string(),
    over_value: v.string(),
  }),
  allow: 'approve_stocktake',
});

/** Ends a stocktake without any effect on the stock. A reason is needed. */
export const cancelStocktake = command('stocktake/cancel', {
  input: {
    ...stocktakeId,
    note: longText('Reason', { max: 300, min: 3, missing: 'Reason field is required.' }),
    base_version: baseVersion(),
  },
  output: v.object({ _id: v.string(), version: v.number() }),
  allow: 'approve_stocktake',
});

/** The count plan of a warehouse for today: the products of the greatest value times days since their last count, at most 20, each with both figures. */
export const countPlan = get('stocktake/plan', {
  input: { warehouse_id: id('Warehouse', { missing: 'Warehouse field is required.' }) },
  output: v.array(
    v.object({
      product_id: v.string(),
      product: productRef,
      last_counted_at: v.nullable(v.number()),
      days: v.number(),
    }),
  ),
  allow: ['count_stock', 'approve_stocktake'],
});

/**
 * The warehouses that this person may count: those of hubs and associates that are active, of an account of a hub that hub's alone. An account of a hub reads no
 * other list of warehouses. `open`: the stocktake that is open there.
 */
export const warehousesToCount = get('stocktake/warehouses', {
  input: {},
  output: v.array(
    v.object({
      ...named.entries,
      seller_id: v.nullable(v.string()),
      open: v.nullable(v.object({ _id: v.string(), ref: v.string() })),
    }),
  ),
  allow: ['count_stock', 'approve_stocktake'],
});
