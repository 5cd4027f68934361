/** Writes of order groups and orders (API.md 4.15, 4.16). */
import * as v from 'valibot';
import { DELIVERED_OUTCOMES, ORDER_TAGS, PAYMENT_OUTCOMES } from '#domain/order.ts';
import { command } from '../call.ts';
import {
  baseVersion,
  clientId,
  flag,
  gated,
  id,
  list,
  longText,
  money,
  nullable,
  oneOf,
  optional,
  text,
} from '../fields.ts';
import { groupRow, orderRow } from './orderRows.ts';

/** Accounts that may edit some order group: a role that may take orders edits drafts (A13). The handler narrows the gate by the stored tag. */
export const EDITORS = ['update_order', 'buyer_cart', 'create_order'] as const;
/** The permission to change prices and amounts, in drafts too. A role that may only take orders adds, counts and removes lines and places the order (K2). */
export const PRICER = 'update_order';
const MOVERS = ['update_order_tag', 'create_order', 'buyer_cart'] as const;

const key = { _id: id(), base_version: baseVersion() };
/** A negative fee would be a discount without a reason (PAY-02). */
const fee = () => money('Delivery fee', { least: 0 });

export const createGroup = command('order_group/create', {
  input: {
    buyer_id: id('Buyer', { missing: 'Buyer field is required.' }),
    seller_id: optional(id('Seller')),
    sales_officer_id: gated(optional(id('Delivery associate')), PRICER),
    source: optional(text('Source', { max: 60 })),
    delivery_fee: gated(optional(fee()), PRICER),
    tag: optional(text('Tag', { max: 30 })),
    client_id: clientId(),
  },
  output: v.string(),
  allow: ['buyer_cart', 'create_order'],
});

/** What to do with money received for an order that is cancelled or deleted; the response is 409 if it is needed and missing (K4). */
const paymentOutcome = () =>
  optional(oneOf('Payment outcome', PAYMENT_OUTCOMES, { missing: 'Payment outcome is not valid.' }));

/** Changes the tag of a group (ORD-38, B5.1). `meta` may be JSON text with source, payment_method, payment_cash and payment_transfer. */
export const updateGroupTag = command('order_group/update_tag', {
  input: {
    ...key,
    old_tag: oneOf('Old tag', ORDER_TAGS),
    new_tag: oneOf('New tag', ORDER_TAGS),
    meta: optional(longText('Meta', { max: 4_000 })),
    outcome: optional(oneOf('Outcome', DELIVERED_OUTCOMES, { missing: 'Outcome is not valid.' })),
    reason: optional(longText('Reason', { max: 300 })),
    payment_outcome: paymentOutcome(),
  },
  output: groupRow,
  allow: MOVERS,
});

/** Replaces the computed amount of the group by a typed one (ORD-35, B5.0b). */
export const updateGroupAmount = command('order_group/update_amount', {
  input: { ...key, amount: money('Amount', { missing: 'Amount must be a number.', least: 0 }) },
  output: groupRow,
  allow: 'update_order',
});
const SUBTOTAL = 'Subtotal must be a number, not zero.';
/** Edits the subtotal, which must not be zero (ORD-35). */
export const updateGroupSubtotal = command('order_group/update_subtotal', {
  input: { ...key, subtotal: money('Subtotal', { missing: SUBTOTAL, wrong: SUBTOTAL, least: 0 }) },
  output: groupRow,
  allow: 'update_order',
});
export const updateGroupDeliveryFee = command('order_group/update_delivery_fee', {
  input: { ...key, delivery_fee: fee() },
  output: groupRow,
  allow: 'update_order',
});
/** Sets the delivery associate; an empty sales_officer_id removes it. */
export const updateGroupOfficer = command('order_group/update_sales_officer', {
  input: { ...key, sales_officer_id: nullable(id('Sales officer')) },
  output: groupRow,
  allow: 'update_order',
});
export const deleteGroup = command('order_group/delete', {
  input: { ...key, payment_outcome: paymentOutcome() },
  output: v.object({ _id: v.string() }),
  allow: ['update_order', 'buyer_cart', 'create_order'],
});

const metaRows = {
  tag: list(text('Tag', { max: 40 })),
  value: list(nullable(longText('Value', { max: 4_000 }))),
  meta: list(nullable(longText('Meta', { max: 4_000 }))),
};
/** Each sent tag replaces the stored one; empty texts in `value` and `meta` are stored as such (PAY-08). */
export const upsertGroupMeta = command('order_group_meta/upsert_many', {
  input: {
    order_group_id: id('Order group'),
    ...metaRows,
    update_amounts_too: optional(flag('update_amounts_too')),
    base_version: baseVersion(),
  },
  output: groupRow,
  allow: PRICER,
});

export const createOrder = command('order/create', {
  input: {
    order_group_id: id('Order group', { missing: 'Order group field is required.' }),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
    client_id: clientId(),
  },
  output: v.string(),
  allow: EDITORS,
});
/** Changes the tag of an order (B5.2). `sales_officer_id` sets the delivery associate of the group. */
export const updateOrderTag = command('order/update_tag', {
  input: {
    ...key,
    old_tag: oneOf('Old tag', ORDER_TAGS),
    new_tag: oneOf('New tag', ORDER_TAGS),
    meta: optional(longText('Meta', { max: 4_000 })),
    sales_officer_id: gated(optional(id('Delivery associate')), PRICER),
  },
  output: orderRow,
  allow: ['update_order', 'update_order_tag', 'buyer_cart'],
});
export const updateOrderAmount = command('order/update_amount', {
  input: { ...key, amount: money('Amount', { missing: 'Amount must be a number.', least: 0 }) },
  output: orderRow,
  allow: 'update_order',
});
export const updateOrderOfficer = command('order/update_sales_officer', {
  input: { ...key, sales_officer_id: nullable(id('Sales officer')) },
  output: orderRow,
  allow: 'update_order',
});
export const upsertOrderMeta = command('order_meta/upsert_many', {
  input: { order_id: id('Order'), ...metaRows, base_version: baseVersion() },
  output: orderRow,
  allow: 'update_order',
});
