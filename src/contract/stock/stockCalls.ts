/** Stock of a warehouse and its log (API.md 4.2, 4.3). Quantities are units, prices are per case. */
import * as v from 'valibot';
import { PARTY_TYPES } from '#domain/transfer.ts';
import { command, commandRows, get, listFields, query } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { id, integer, list, longText, money, oneOf, optional, quantity, text, time } from '../fields.ts';
import { baseRow, named } from '../model.ts';
import { STOCK_READERS } from './warehouse.ts';

/**
 * The stock of a product in a warehouse (API.md section 3 WarehouseProduct). `sold` and `in_hand` are present only for a delivery associate's
 * warehouse (B5.4). `rate` is the default price per case of a line, if a kind was sent (B3.6).
 */
export const warehouseProduct = v.object({
  ...baseRow.entries,
  warehouse_id: v.string(),
  product_id: v.string(),
  product: productRef,
  quantity: v.number(),
  cases: v.number(),
  sold: v.optional(v.number()),
  in_hand: v.optional(v.number()),
  cost_price: v.optional(v.nullable(v.string())),
  rate: v.optional(v.nullable(v.string())),
});
export type WarehouseProduct = v.InferOutput<typeof warehouseProduct>;

const warehouseId = { warehouse_id: id('Warehouse', { missing: 'Warehouse field is required.' }) };

export const productsAvailable = query('warehouse_product/read_by_warehouse_available', {
  input: warehouseId,
  output: v.array(warehouseProduct),
  allow: STOCK_READERS,
});
export const productsOf = query('warehouse_product/read_by_warehouse', {
  input: { ...warehouseId, since: optional(integer('since', { min: 0 })) },
  output: v.array(warehouseProduct),
  allow: STOCK_READERS,
});

/** Reads stock that changed since `as_of` of the last copy (API.md 1.5). Rows are never deleted; an emptied one stays with 0. */
export const stockSince = get('warehouse_product/read_all', {
  input: {
    since: optional(integer('since', { min: 0 })),
    after: listFields.after,
    per_page: listFields.per_page,
    warehouse_id: optional(list(id('Warehouse'))),
  },
  output: v.object({
    rows: v.array(warehouseProduct),
    deleted: v.array(v.string()),
    as_of: v.number(),
    more: v.boolean(),
    next: v.nullable(v.string()),
  }),
  allow: STOCK_READERS,
});

/**
 * A product that a party can give. `_id` and `warehouse_id` are those of its stock row, null if the party has no stock row of it. `quantity` is in
 * units; null for a distributor, whose stock is outside our books (B2.5). `rate` is naira text per case.
 */
export const pickable = v.object({
  _id: v.nullable(v.string()),
  warehouse_id: v.nullable(v.string()),
  product_id: v.string(),
  product: productRef,
  quantity: v.nullable(v.number()),
  rate: v.string(),
  /** The lots that the source holds of a product that is tracked by lot, first expired first: name ('' is unknown), expiry day or '', units. */
  lots: v.optional(v.array(v.tuple([v.string(), v.string(), v.number()]))),
});
export type Pickable = v.InferOutput<typeof pickable>;

/**
 * Reads what the source can give to the destination, for the wizard's picker ("path not shown" in the documents). `since`: the `as_of` of an earlier answer to the
 * same question (decision 1160).
 */
export const productsForTransfer = query('warehouse_product/read_by_party', {
  input: {
    parent_type: oneOf('Source type', PARTY_TYPES),
    parent: id('Source'),
    destination_type: optional(oneOf('Destination type', PARTY_TYPES)),
    destination: optional(id('Destination')),
    since: optional(text('since', { max: 120 })),
  },
  output: v.object({
    warehouse_id: v.nullable(v.string()),
    products: v.array(pickable),
    /** The position of this answer in this store epoch. */
    as_of: v.string(),
    /**
     * `products` are the ones that changed since `since`, and these are the ids of changed products that the source cannot give any more. Without this field `products`
     * are all.
     */
    gone: v.optional(v.array(v.string())),
  }),
  allow: STOCK_READERS,
});

/** A row of the stock log (API.md section 3 WarehouseLog). Rows never change, so `modified` equals `created`. */
export const warehouseLog = v.object({
  ...baseRow.entries,
  ref: v.string(),
  kind: v.string(),
  warehouse_id: v.string(),
  product_id: v.string(),
  product: productRef,
  quantity: v.number(),
  cost_price: v.string(),
  sell_price: v.string(),
  /** The invoiced amount of the whole line; null for rows from before 2026-11-25 and rows without a line. */
  amount: v.nullable(v.string()),
  timestamp: v.number(),
  balance_after: v.number(),
  purchase_order: v.nullable(v.object({ _id: v.string(), ref: v.string(), source_obj: named, destination_obj: named })),
  note: v.string(),
});
export type WarehouseLog = v.InferOutput<typeof warehouseLog>;

/** The kinds of log rows. Goods of an associate have the kind of the transfer that brought or took them. */
export const MOVEMENT_KINDS = [
  'shipment_in',
  'shipment_out',
  'stock_out',
  'stock_in',
  'transfer',
  'adjustment',
  'opening',
] as const;

/** Reads the log of a warehouse, newest first, of these kinds only if any is sent; `sort` is `created` or `-created`. Returns all rows, or one page if `page` is sent. */
export const logsOf = query('warehouse_log/read_by_warehouse', {
  input: {
    ...warehouseId,
    kind: optional(list(oneOf('Kind', MOVEMENT_KINDS))),
    search: listFields.search,
    sort: listFields.sort,
    page: listFields.page,
    per_page: listFields.per_page,
  },
  output: v.union([v.array(warehouseLog), v.object({ rows: v.array(warehouseLog), total: v.number() })]),
  allow: 'view_warehouse_logs',
});
export const logsOfOrder = query('warehouse_log/read_by_purchase_order', {
  input: { purchase_order_id: id('Purchase order') },
  output: v.array(warehouseLog),
  allow: 'view_warehouse_logs',
});

/** Reads the value of a warehouse at cost (WH-25, B4.3). */
export const warehouseValue = get('warehouse/value', {
  input: { _id: id() },
  output: v.object({
    products: v.record(
      v.string(),
      v.object({
        product: productRef,
        quantity: v.number(),
        cases: v.number(),
        cost_price: v.string(),
        sell_price: v.string(),
        value: v.string(),
        value_sell: v.string(),
      }),
    ),
    total: v.string(),
    total_sell: v.string(),
    skus: v.number(),
    cases: v.number(),
    /** Cases that came in and went out in the rows that were written since midnight in Lagos: those of "Today" in the list of movements. Left out where only the rows could tell and the person may not read them. */
    came_today: v.optional(v.number()),
    left_today: v.optional(v.number()),
  }),
  allow: 'view_warehouses',
});

/** Reasons for an adjustment, the only movement outside executed transfers; it gives a warehouse its opening stock (B2.10). */
export const ADJUST_REASONS = ['opening', 'count', 'damaged', 'expired', 'lost', 'found'] as const;
export const ADJUST_LABEL: Readonly<Record<AdjustReason, string>> = {
  opening: 'Opening stock',
  count: 'Count',
  damaged: 'Damaged',
  expired: 'Expired',
  lost: 'Lost',
  found: 'Found',
};
export type AdjustReason = (typeof ADJUST_REASONS)[number];

/**
 * One count: the units that are there now. `timestamp` dates a count in the past, which only administrators may enter. `cost_price` per case is for
 * opening stock only, whose goods came without a shipment.
 */
const countFields = {
  product_id: id('Product', { missing: 'Product field is required.' }),
  counted: quantity('Counted'),
  note: optional(longText('Note', { max: 300 })),
  cost_price: optional(money('Buy price')),
  base_quantity: optional(integer('base_quantity', { min: 0 })),
  timestamp: optional(time('Date')),
};
const countOf = { ...warehouseId, reason: oneOf('Reason', ADJUST_REASONS) };
export const adjustStock = command('warehouse_log/adjust', {
  input: { ...countOf, ...countFields },
  output: v.object({ log: warehouseLog, quantity: v.number() }),
  allow: 'adjust_stock',
});
/** Adjusts up to 125 counts of one warehouse (an uploaded file); each row has its own op_key. */
export const adjustStockRows = commandRows('warehouse_log/adjust_bulk', {
  shared: countOf,
  row: countFields,
  allow: 'adjust_stock',
});

/** A row of the inventory report; every figure is positive in the sense of its title (REP-11, B4.7). Money is naira text, quantities are units. */
export const reportRow = v.object({
  product_id: v.string(),
  product: productRef,
  quantity: v.number(),
  cases: v.number(),
  issued: v.number(),
  issued_value: v.string(),
  returned: v.number(),
  returned_value: v.string(),
  total: v.string(),
  revenue: v.string(),
  /**
   * The log rows behind this row, newest first. Empty if the response would be too long (API.md), then report_entries returns them; also empty for
   * accounts that may not see logs (K23).
   */
  entries: v.array(warehouseLog),
});
export type ReportRow = v.InferOutput<typeof reportRow>;

export const reportAnswer = v.object({
  products: v.array(reportRow),
  total: v.string(),
  skus: v.number(),
  cases: v.number(),
  from_timestamp: v.nullable(v.number()),
  to_timestamp: v.nullable(v.number()),
  context: v.string(),
});
export type ReportAnswer = v.InferOutput<typeof reportAnswer>;

const reportInput = {
  /** `*` means the warehouses of all hubs. */
  warehouse_ids: optional(list(id('Warehouse'))),
  from_timestamp: optional(integer('from_timestamp', { min: 0 })),
  to_timestamp: optional(integer('to_timestamp', { min: 0 })),
};
/** The inventory report (REP-12). */
export const report = query('warehouse_log/report', {
  input: { ...reportInput, context: optional(text('context', { max: 40 })) },
  output: reportAnswer,
  allow: 'view_warehouses',
  report: true,
});
/** The sales report (REP-13). */
export const sales = query('warehouse_log/sales', {
  input: reportInput,
  output: reportAnswer,
  allow: 'view_warehouses',
  report: true,
});
/** Reads the log rows behind one product of a report, newest first, for accounts that may see logs (K23). */
export const reportEntries = query('warehouse_log/report_entries', {
  input: { ...reportInput, context: text('context', { max: 40 }), product_id: id('Product') },
  output: v.array(warehouseLog),
  allow: 'view_warehouse_logs',
});

/** The movements of one Lagos day. Cases are a number, values naira text at the prices of the reports; `other` are signed cases of opening stock, counts and moves between warehouses. */
export const movedDay = v.object({
  /** The start of the day. */
  at: v.number(),
  received: v.number(),
  received_value: v.string(),
  rejected: v.number(),
  rejected_value: v.string(),
  issued: v.number(),
  issued_value: v.string(),
  returned: v.number(),
  returned_value: v.string(),
  other: v.number(),
  /** Cases at the end of the day, and what they cost. */
  held: v.number(),
  worth: v.string(),
});
export type MovedDay = v.InferOutput<typeof movedDay>;
/** Movements and stock by day, for the plots of the inventory report. `before`: the previous period. Without a range: the last 30 days. */
export const movedByDay = query('warehouse_log/by_day', {
  input: reportInput,
  output: v.object({ days: v.array(movedDay), before: v.array(movedDay) }),
  allow: 'view_warehouses',
});
