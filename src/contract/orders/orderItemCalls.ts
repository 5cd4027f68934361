/** Lines of orders and order groups (ORD-21, API.md 4.15, 4.16). */
import * as v from 'valibot';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { command, get } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { baseVersion, clientId, gated, id, integer, list, money, nullable, optional, quantity } from '../fields.ts';
import { baseRow, named } from '../model.ts';
import { EDITORS, PRICER } from './orderCalls.ts';
import { orderRow } from './orderRows.ts';

/**
 * A line of an order (API.md section 3 OrderItem). Quantities are units. `line_value` is what is billed. `available` is the hub's ceiling, null if
 * there is none (B8.4).
 */
export const orderItem = v.object({
  ...baseRow.entries,
  order_id: v.string(),
  order_group_id: v.string(),
  product_id: v.string(),
  product: productRef,
  quantity: v.number(),
  quantity_accepted: v.nullable(v.number()),
  amount: v.string(),
  line_value: v.string(),
  /** The price per case as it was given, naira text; null if the ordered quantity is 0 (K1). */
  rate: v.nullable(v.string()),
  /** True if the price was derived from an amount that a person typed. */
  rate_about: v.boolean(),
  available: v.nullable(v.number()),
  /** Ordered units must be a multiple of it (K5). */
  mpu: v.number(),
  client_id: v.nullable(v.string()),
});
export type OrderItem = v.InferOutput<typeof orderItem>;

const writtenInGroup = v.object({ ...orderItem.entries, group_total: v.string(), group_amount: v.string() });
const writtenInOrder = v.object({ ...writtenInGroup.entries, order: orderRow });

const key = { _id: id(), base_version: baseVersion() };
/** At least one unit must be ordered (K6). */
const ordered = () =>
  integer('Quantity', {
    min: 1,
    max: MAX_QUANTITY,
    wrong: 'Quantity must be a whole number of units.',
    range: `Quantity must be between 1 - ${MAX_QUANTITY}`,
  });
const lineFields = {
  product_id: optional(id('Product', { missing: 'Product field is required.' })),
  quantity: optional(ordered()),
  quantity_accepted: gated(nullable(quantity('Quantity accepted')), PRICER),
  amount: gated(optional(money('Amount', { least: 0 })), PRICER),
  rate: gated(optional(money('Price', { least: 0 })), PRICER),
  client_id: clientId(),
};
const newLine = {
  ...lineFields,
  product_id: id('Product', { missing: 'Product field is required.' }),
  quantity: ordered(),
};
const changedLine = { ...lineFields, ...key };
const groupId = { order_group_id: optional(id('Order group')) };
const orderId = { order_id: optional(id('Order')) };
const removedLine = v.object({
  _id: v.string(),
  amount: v.string(),
  group_total: v.string(),
  group_amount: v.string(),
});

/** Reads the lines of an order group (ORD-21). */
export const itemsByGroup = get('order_group_item/read_by_order_group', {
  input: { order_group_id: id('Order group') },
  output: v.array(orderItem),
  allow: 'view_order',
});
/** Reads how many units of the ordered products, or of `product_id`, the order's hub has in its warehouse (proposed). `hub`: null for an order without a hub, or a hub without a warehouse. */
export const stockForGroup = get('order_group_item/read_stock', {
  input: { order_group_id: id('Order group'), product_id: optional(list(id('Product'))) },
  output: v.object({
    hub: v.nullable(named),
    rows: v.array(v.object({ product_id: v.string(), quantity: v.number() })),
  }),
  // Who takes orders must know what the hub has.
  allow: ['view_warehouses', 'buyer_cart'],
});

/**
 * Reads what products would cost in this order, per case, and how many units the hub allows (null: no ceiling, B8.4) (ORD-37, B10.4, proposed).
 * `mpu`: ordered units must be a multiple of it. `sold` is false if the hub switched the product off (K5, K6). The picker needs this call because its
 * list of products has no prices.
 */
export const pricesForGroup = get('order_group_item/read_prices', {
  input: { order_group_id: id('Order group'), product_id: list(id('Product')) },
  output: v.array(
    v.object({
      product_id: v.string(),
      price: v.string(),
      available: v.nullable(v.number()),
      mpu: v.number(),
      sold: v.boolean(),
    }),
  ),
  allow: EDITORS,
});
export const createGroupItem = command('order_group_item/create', {
  input: { ...newLine, order_group_id: id('Order group') },
  output: writtenInGroup,
  allow: EDITORS,
});
export const upsertGroupItem = command('order_group_item/upsert', {
  input: { ...lineFields, ...groupId, _id: optional(id()), base_version: baseVersion() },
  output: writtenInGroup,
  allow: EDITORS,
});
export const updateGroupItem = command('order_group_item/update', {
  input: { ...changedLine, ...groupId },
  output: writtenInGroup,
  allow: EDITORS,
  partial: true,
});
const removal = { input: key, output: removedLine, allow: EDITORS };
export const removeGroupItem = command('order_group_item/remove', removal);
export const deleteGroupItem = command('order_group_item/delete', removal);

export const itemsByOrder = get('order_item/read_by_order', {
  input: { order_id: id('Order') },
  output: v.array(orderItem),
  allow: 'view_order',
});
export const createOrderItem = command('order_item/create', {
  input: { ...newLine, ...orderId, ...groupId },
  output: writtenInOrder,
  allow: EDITORS,
});
export const upsertOrderItem = command('order_item/upsert', {
  input: { ...lineFields, ...orderId, ...groupId, _id: optional(id()), base_version: baseVersion() },
  output: writtenInOrder,
  allow: EDITORS,
});
export const updateOrderItem = command('order_item/update', {
  input: { ...changedLine, ...orderId, ...groupId },
  output: writtenInOrder,
  allow: EDITORS,
  partial: true,
});
const orderRemoval = { ...removal, output: v.object({ ...removedLine.entries, order: orderRow }) };
export const removeOrderItem = command('order_item/remove', orderRemoval);
export const deleteOrderItem = command('order_item/delete', orderRemoval);
