/** Lots (proposed): which products are tracked by lot, what expires, and where a lot went (decision 0540). Quantities are units, times epoch seconds. */
import * as v from 'valibot';
import { anyOf } from '../anyOf.ts';
import { command, get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { baseVersion, fileText, flag, id, integer, optional } from '../fields.ts';
import { named } from '../model.ts';
import { STOCK_READERS } from './warehouse.ts';

/** Begins or ends tracking by lot. All goods of the product are the lot "unknown" (code '') when it begins; when it ends its lots are gone, and their movements stay. */
export const trackLots = command('product/track_lots', {
  input: { _id: id(), tracks_lots: flag('Tracked by lot'), base_version: baseVersion() },
  output: v.object({ _id: v.string(), tracks_lots: v.boolean(), version: v.number() }),
  allow: 'update_config',
});

/** The stock of a lot in a warehouse. `expires`: a day as `2027-03-01`, '' if nobody entered one. */
const lotHeld = {
  warehouse: named,
  code: v.string(),
  expires: v.string(),
  quantity: v.number(),
};
const heldLot = v.object(lotHeld);
export type StoredLot = v.InferOutput<typeof heldLot>;

/** Reads the lots of a product: whether it is tracked, and the lots in each warehouse, first expired first. */
export const lotsOfProduct = get('lot/read_by_product', {
  input: { product_id: id('Product'), warehouse_id: optional(id('Warehouse')) },
  output: v.object({ tracks_lots: v.boolean(), lots: v.array(heldLot) }),
  allow: STOCK_READERS,
});

const expiringLot = v.object({
  ...lotHeld,
  product: productRef,
  /** Days from today (Lagos) to the expiry day; below 0: expired. */
  days: v.number(),
  /** At the average cost of the warehouse, naira text; null for accounts of a hub. */
  value: v.nullable(v.string()),
});
export type ExpiringLot = v.InferOutput<typeof expiringLot>;

/** Reads what expires within `days` from today and what has expired, what expires first before the others; at most 2,000 rows, the sums are of all. */
export const expiringLots = get('lot/read_expiring', {
  input: { days: integer('Days', { min: 0, max: 3_650 }), warehouse_id: anyOf(id('Warehouse')) },
  output: v.object({
    rows: v.array(expiringLot),
    count: v.number(),
    expired: v.number(),
    value: v.nullable(v.string()),
  }),
  allow: STOCK_READERS,
});

/** A movement of a lot. */
const lotMove = v.object({
  _id: v.string(),
  at: v.number(),
  warehouse: named,
  expires: v.string(),
  quantity: v.number(),
  kind: v.string(),
  ref: v.string(),
  /** The transfer; null: an opening, an adjustment. */
  order: v.nullable(v.object({ _id: v.string(), ref: v.string() })),
  /** The other party: the receiver or the giver. */
  other: v.nullable(named),
  by: v.nullable(named),
});
export type LotMove = v.InferOutput<typeof lotMove>;

/**
 * `code`: the name of the lot, or a GS1 code as a scanner sent it, with its separators; absent: the lot "unknown". Throws 422 for a code of other goods.
 * Reads where a lot is now, and each movement of it, the newest first (at most 2,000). Lots of one name and other days are one answer.
 */
export const traceLot = get('lot/trace', {
  input: { product_id: id('Product'), code: optional(fileText('Lot')) },
  output: v.object({ product: productRef, code: v.string(), held: v.array(heldLot), moves: v.array(lotMove) }),
  allow: 'view_warehouse_logs',
});
