import * as v from 'valibot';
import { id } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { metaEntry, orderTag } from './orderGroup.ts';

/** An order: the part of a group that belongs to one manufacturer (API.md section 3 Order, ORD-20). Money is naira text. */
export const order = model(
  'order',
  {
    order_group_id: id('Order group', { missing: 'Order group field is required.' }),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
  },
  {
    label: 'Order',
    needs: NEEDS.order_group,
    reads: ['view_orders', 'view_order'],
    extra: {
      ref: v.string(),
      tag: orderTag,
      amount: v.string(),
      amount_edited: v.boolean(),
      manufacturer: named,
      meta: v.array(v.object({ _id: v.string(), ...metaEntry.entries, created: v.number() })),
      sales_officer_id: v.nullable(v.string()),
      buyer: v.object({ _id: v.string(), name: v.string(), location_id: v.nullable(v.string()) }),
      group: v.object({ _id: v.string(), ref: v.string(), tag: orderTag }),
      items: v.optional(v.array(v.unknown())),
    },
    generic: ['read_all', 'read', 'read_by_tag', 'read_by_ref'],
    search: ['words'],
    sort: ['created', 'ref', 'amount'],
    defaultSort: '-created',
    filters: [
      'tag',
      'payment',
      'order_group_id',
      'manufacturer_id',
      'buyer_id',
      'sales_officer_id',
      'seller_id',
      'timestamp_min',
      'timestamp_max',
    ],
  },
);
