/** Reads of groups and orders beyond the generic ones (API.md 2, 4.15, 4.16). */
import * as v from 'valibot';
import { ORDER_TAGS } from '#domain/order.ts';
import { listFields, query } from '../call.ts';
import { type Fields, id, list, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';
import { orderTag } from './orderGroup.ts';
import { groupRow, orderRow } from './orderRows.ts';

const READERS = ['view_orders', 'view_order'] as const;

const pagedFields = {
  page: listFields.page,
  per_page: listFields.per_page,
  search: listFields.search,
  sort: listFields.sort,
};
const rangeFields = {
  ...pagedFields,
  timestamp_min: optional(time('timestamp_min')),
  timestamp_max: optional(time('timestamp_max')),
  query: optional(text('query', { max: 4_000 })),
  tags: optional(list(oneOf('Tag', ORDER_TAGS))),
};

/** Returns the reads by retailer, delivery associate and range that groups and orders share (API.md section 2). */
function readsOf<Row>(model: 'order_group' | 'order', row: v.GenericSchema<unknown, Row>) {
  const output = v.union([
    v.array(row),
    v.object({ rows: v.array(row), total: v.number(), page: v.number(), per_page: v.number() }),
  ]);
  const read = <F extends Fields>(call: string, input: F) =>
    query(`${model}/${call}`, { input, output, allow: READERS });
  return {
    byBuyer: read('read_by_buyer', { ...pagedFields, buyer_id: id('Buyer') }),
    byBuyerTag: read('read_by_buyer_tag', { ...pagedFields, buyer_id: id('Buyer'), tag: oneOf('Tag', ORDER_TAGS) }),
    byOfficerTag: read('read_by_sales_officer_tag', {
      ...pagedFields,
      from_timestamp: time('from_timestamp'),
      sales_officer_id: id('Sales officer'),
      tag: oneOf('Tag', ORDER_TAGS),
    }),
    custom: read('read_all_custom', rangeFields),
    customSpecial: read('read_all_custom_special', rangeFields),
  };
}
const groupReads = readsOf('order_group', groupRow);
const orderReads = readsOf('order', orderRow);
export const groupsByBuyer = groupReads.byBuyer;
export const groupsByBuyerTag = groupReads.byBuyerTag;
export const groupsByOfficerTag = groupReads.byOfficerTag;
export const groupsCustom = groupReads.custom;
export const groupsCustomSpecial = groupReads.customSpecial;
export const ordersByBuyer = orderReads.byBuyer;
export const ordersByBuyerTag = orderReads.byBuyerTag;
export const ordersByOfficerTag = orderReads.byOfficerTag;
export const ordersCustom = orderReads.custom;
export const ordersCustomSpecial = orderReads.customSpecial;

/** Reads the order history of a sales officer (ORD-40). */
export const historyByOfficer = query('order/history_by_sales_officer', {
  input: { ...pagedFields, sales_officer_id: id('Sales officer') },
  output: groupReads.byBuyer.output,
  allow: 'view_orders',
});

export const orderGroupLog = v.object({
  _id: v.string(),
  order_group_id: v.string(),
  tag: orderTag,
  old_tag: v.string(),
  user: v.nullable(named),
  created: v.number(),
  note: v.string(),
});
export type OrderGroupLog = v.InferOutput<typeof orderGroupLog>;
export const logsByGroup = query('order_group_log/read_by_order_group', {
  input: { order_group_id: id('Order group') },
  output: v.array(orderGroupLog),
  allow: 'view_order',
});

/**
 * One act on an order group (decision 1504). `part`: the group itself, the order of one manufacturer, or a line. `name`: the manufacturer or the product.
 * `changes`: values as texts, money as naira, quantities in units, the delivery associate by name; null is none. `note`: the reason that was given.
 * `charged`: what the retailer's wallet was charged by the act, naira; below 0: what is no longer charged; null: nothing.
 */
export const orderEvent = v.object({
  _id: v.string(),
  created: v.number(),
  user: v.nullable(named),
  token_name: v.nullable(v.string()),
  part: v.picklist(['order_group', 'order', 'order_item']),
  action: v.string(),
  name: v.string(),
  case_count: v.nullable(v.number()),
  changes: v.array(v.object({ field: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })),
  note: v.string(),
  charged: v.nullable(v.string()),
});
export type OrderEvent = v.InferOutput<typeof orderEvent>;

/** Reads everything that happened to an order group, newest first (proposed): its tags, payments, figures, delivery associate and lines. */
export const orderHistory = query('order_group/history', {
  input: { order_group_id: id('Order group') },
  output: v.array(orderEvent),
  allow: 'view_order',
});
