/** Lines of a purchase order and its execution (API.md 4.4, 4.5). */
import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { mayUseSomeDoor, REASONS } from '#domain/transfer.ts';
import { command, commandRows, get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import {
  baseVersion,
  clientId,
  flag,
  id,
  longText,
  money,
  nullable,
  oneOf,
  optional,
  quantity,
  text,
} from '../fields.ts';
import { baseRow, named } from '../model.ts';

/** A line of a purchase order (API.md section 3 PurchaseOrderItem). */
export const purchaseOrderItem = v.object({
  ...baseRow.entries,
  purchase_order_id: v.string(),
  product_id: v.string(),
  product: productRef,
  quantity: v.number(),
  quantity_accepted: v.nullable(v.number()),
  amount: v.string(),
  amount_accepted: v.string(),
  /** The price per case as it was given, naira text; null if the quantity is 0: the price of the day counts later (K1, B3.7). */
  rate: v.nullable(v.string()),
  /** True if the price was derived from an amount that a person typed. */
  rate_about: v.boolean(),
  reason: v.nullable(v.string()),
  note: v.string(),
  available: v.nullable(v.number()),
  client_id: v.nullable(v.string()),
  /** The lots that a person named, as domain/lots.ts writes them; null: none. Absent in copies of an earlier release. */
  lots: v.optional(v.nullable(v.string())),
});
export type PurchaseOrderItem = v.InferOutput<typeof purchaseOrderItem>;

/** The order after a change of a line: its new amount, the digest of its lines, and their revision (purchaseOrder.ts). */
const orderAfter = { order_amount: v.string(), items_digest: v.string(), items_revision: v.number() };

/** The response to the write of a line. */
export const writtenItem = v.object({
  ...purchaseOrderItem.entries,
  ...orderAfter,
});
export type WrittenItem = v.InferOutput<typeof writtenItem>;

const readers = ['view_purchase_orders', ...TRANSFER_PERMISSIONS] as const;

export const itemsByPurchaseOrder = get('purchase_order_item/read_by_purchase_order', {
  input: { purchase_order_id: id('Purchase order') },
  output: v.array(purchaseOrderItem),
  allow: readers,
});

const lineFields = {
  product_id: id('Product', { missing: 'Product field is required.' }),
  quantity: quantity(),
  quantity_accepted: nullable(quantity('Quantity accepted')),
  amount: optional(money('Amount')),
  rate: optional(money('Price', { least: 0 })),
  reason: nullable(oneOf('Reason', REASONS)),
  note: optional(longText('Note', { max: 300 })),
  /**
   * JSON `[["A12","2027-03-01",24], ...]`: lot, expiry day or '', units, and why it leaves before its turn (domain/lots.ts). `[]`: none. Not sent or empty: kept.
   * Only for products that are tracked by lot.
   */
  lots: optional(longText('Lots', { max: 4_000 })),
  client_id: clientId(),
};

/** Creates or updates a line (PO-31). */
export const upsertItem = command('purchase_order_item/upsert', {
  input: { purchase_order_id: id('Purchase order'), ...lineFields, _id: optional(id()), base_version: baseVersion() },
  output: writtenItem,
  allow: mayUseSomeDoor('update'),
});

/** Writes up to 125 lines (PO-32). */
export const upsertItems = commandRows('purchase_order_item/upsert_bulk', {
  shared: { purchase_order_id: id('Purchase order') },
  row: { ...lineFields, _id: optional(id()), base_version: baseVersion() },
  allow: mayUseSomeDoor('update'),
});
export const createItems = commandRows('purchase_order_item/create_bulk', {
  shared: { purchase_order_id: id('Purchase order') },
  row: lineFields,
  allow: mayUseSomeDoor('update'),
});

const removed = v.object({ _id: v.string(), ...orderAfter });
const removal = { input: { _id: id(), base_version: baseVersion() }, output: removed, allow: mayUseSomeDoor('update') };
export const removeItem = command('purchase_order_item/remove', removal);
export const deleteItem = command('purchase_order_item/delete', removal);

const executeError = v.object({
  code: v.string(),
  message: v.string(),
  item_id: v.optional(v.string()),
  product_id: v.optional(v.string()),
  product: v.optional(v.string()),
  requested: v.optional(v.number()),
  available: v.optional(v.number()),
});
export type ExecuteError = v.InferOutput<typeof executeError>;

/** The result of an execution (B3.18). Quantities are units. */
export const executed = v.object({
  _id: v.string(),
  ref: v.string(),
  tag: v.string(),
  committed: v.boolean(),
  errors: v.array(executeError),
  warnings: v.array(executeError),
  moved_lines: v.number(),
  moved_units: v.number(),
  amount: v.string(),
  amount_accepted: v.string(),
  executed_at: v.nullable(v.number()),
  source_warehouse: v.nullable(named),
  destination_warehouse: v.nullable(named),
  lines: v.array(
    v.object({
      item_id: v.string(),
      product_id: v.string(),
      quantity: v.number(),
      moved: v.number(),
      source_after: v.number(),
      destination_after: v.number(),
    }),
  ),
});
export type Executed = v.InferOutput<typeof executed>;

/** Executes a purchase order: with `commit` it moves stock for good; without, it is a dry run (PO-33, B3.11). */
export const execute = command('purchase_order/execute', {
  input: {
    _id: id(),
    commit: optional(flag('commit')),
    error_on_empty: optional(flag('error_on_empty')),
    /** SHA-256 hex of the confirmed lines (B3.21) and of the confirmed header (K40). */
    expect_digest: optional(text('expect_digest', { max: 64 })),
    expect_header: optional(text('expect_header', { max: 64 })),
    /** SHA-256 hex of the confirmed lots (domain/lots.ts). */
    expect_lots: optional(text('expect_lots', { max: 64 })),
  },
  output: executed,
  allow: mayUseSomeDoor('execute'),
});

/** Creates an opposite transfer: the parties of the receipt swapped, and what it moved as lines (B3.23, proposed). */
export const createOpposite = command('purchase_order/create_opposite', {
  input: { _id: id() },
  output: v.object({ _id: v.string(), ref: v.string() }),
  allow: mayUseSomeDoor('create'),
});
