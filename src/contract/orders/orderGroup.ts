import * as v from 'valibot';
import { ORDER_TAGS } from '#domain/order.ts';
import { id, optional, text } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

export const orderTag = v.picklist(ORDER_TAGS);

/** One meta entry of an order group (ORD-19). */
export const metaEntry = v.object({ tag: v.string(), value: v.string(), meta: v.string() });

/** The retailer of the order, with the balance of the wallet: positive = the retailer owes (A9). */
export const orderBuyer = v.object({
  _id: v.string(),
  name: v.string(),
  person: v.string(),
  phone: v.string(),
  agent: v.nullable(v.object({ name: v.string() })),
  location: v.nullable(named),
  location_id: v.nullable(v.string()),
  ledgers: v.object({ wallet: v.object({ balance: v.string() }) }),
});

/** An order group (API.md section 3 OrderGroup, ORD-17, ORD-18). Money is naira text. */
export const orderGroup = model(
  'order_group',
  {
    buyer_id: id('Buyer', { missing: 'Buyer field is required.' }),
    seller_id: optional(id('Seller')),
    sales_officer_id: optional(id('Sales officer')),
    source: optional(text('Source', { max: 60 })),
  },
  {
    label: 'Order',
    needs: NEEDS.order_group,
    reads: ['view_orders', 'view_order'],
    extra: {
      seller_id: v.nullable(v.string()),
      sales_officer_id: v.nullable(v.string()),
      source: v.string(),
      ref: v.string(),
      tag: orderTag,
      buyer: orderBuyer,
      buyer_is_new: v.boolean(),
      seller: v.nullable(named),
      sales_officer: v.nullable(v.object({ _id: v.string(), name: v.string(), phone: v.string() })),
      sales_officer_name: v.string(),
      manufacturer: v.nullable(v.object({ name: v.string() })),
      manufacturer_id: v.nullable(v.string()),
      manufacturers: v.number(),
      cases: v.number(),
      subtotal: v.string(),
      delivery_fee: v.string(),
      discount: v.string(),
      discount_reason: v.string(),
      total: v.string(),
      amount: v.string(),
      /**
       * The amount still due and the overpaid amount; one of them is 0 (K8). `other_balance` is the retailer's wallet without this order; hub-side accounts do
       * not get it.
       */
      amount_due: v.string(),
      overpaid: v.string(),
      other_balance: v.optional(v.string()),
      payment_method: v.nullable(v.string()),
      cash: v.string(),
      transfer: v.string(),
      paid: v.string(),
      outstanding: v.string(),
      comment: v.string(),
      charges: v.array(v.object({ _id: v.string(), title: v.string(), value: v.string(), index: v.number() })),
      meta_obj: v.record(v.string(), metaEntry),
      delivery_outcome: v.nullable(v.string()),
      da_stock: v.boolean(),
      placed_at: v.nullable(v.number()),
      client_id: v.nullable(v.string()),
      orders: v.optional(v.array(v.unknown())),
    },
    generic: ['read_all', 'read', 'read_by_tag', 'read_by_ref'],
    search: ['words'],
    // `age` is the time since the order was placed.
    sort: ['created', 'ref', 'retailer', 'amount_due', 'outstanding', 'cases', 'age'],
    defaultSort: '-created',
    // Over orders that count: without carts, cancelled and deleted ones. `unpaid`: the unpaid part of their totals.
    sums: ['total', 'unpaid', 'cases'],
    filters: [
      'tag',
      'payment',
      'buyer_id',
      'sales_officer_id',
      'seller_id',
      'manufacturer_id',
      'timestamp_min',
      'timestamp_max',
    ],
  },
);
