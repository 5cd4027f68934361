/** The resource of orders for the generic reads. An order is one manufacturer's part of a group (ORD-20). */
import { sql } from 'kysely';
import { order } from '#contract/orders/order.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { leftHubWith } from '../resources/leftHub.ts';
import { resource } from '../resources/resource.ts';
import { epoch, foundByPeople, paymentFilter, requestedTags } from './orderGroupResource.ts';

/** The condition that an order shows one of these tags. The parts of a cancelled group show as cancelled (K11). */
export const hasTag = (tags: readonly string[]) =>
  tags.includes('cancelled')
    ? sql`(m.tag = any(${[...tags]}) or (g.tag = 'cancelled' and m.tag <> 'deleted'))`
    : sql`(m.tag = any(${[...tags]}) and (g.tag is distinct from 'cancelled' or m.tag = 'deleted'))`;

export const orderResource = resource(order, {
  joins: sql`left join order_group g on g._id = m.order_group_id left join buyer b on b._id = g.buyer_id`,
  columns: {
    // The same rule as `partTag` of domain/order.ts.
    tag: sql`case when g.tag = 'cancelled' and m.tag <> 'deleted' then 'cancelled' else m.tag end`,
    amount: sql`m.amount_kobo`,
    manufacturer: sql`(select json_build_object('_id', maker._id, 'name', maker.name) from manufacturer maker where maker._id = m.manufacturer_id)`,
    sales_officer_id: sql`g.sales_officer_id`,
    buyer: sql`json_build_object('_id', b._id, 'name', b.name, 'location_id', b.location_id)`,
    group: sql`json_build_object('_id', g._id, 'ref', g.ref, 'tag', g.tag)`,
    meta: sql`(select coalesce(json_agg(json_build_object('_id', meta._id, 'tag', meta.tag, 'value', meta.value, 'meta', meta.meta,
      'created', meta.created) order by meta.created, meta._id), '[]'::json) from order_meta meta where meta.order_id = m._id)`,
    items: sql`null`,
  },
  alsoFoundBy: (like, scanned) => sql`m.order_group_id in (select group_of._id from order_group group_of
    where group_of.words like ${like} or ${foundByPeople(sql`group_of`, like, scanned)})`,
  sort: { ref: sql`m.ref collate "C"`, amount: sql`m.amount_kobo` },
  filter: {
    tag: (wanted) => hasTag(requestedTags(wanted)),
    payment: ([wanted]) => paymentFilter(sql`g`, wanted),
    seller_id: sql`g.seller_id`,
    buyer_id: sql`g.buyer_id`,
    sales_officer_id: sql`g.sales_officer_id`,
    timestamp_min: ([from]) => sql`m.created >= ${epoch(from)}`,
    timestamp_max: ([to]) => sql`m.created < ${epoch(to)}`,
  },
  scope: (who) => (isHubSide(who.role) ? sql`g.seller_id = ${who.seller_id ?? ''}` : null),
  left: leftHubWith('order_group', 'order', 'order_group_id'),
  labelOf: (row) => String(row.ref),
  shape: ({ items: _items, ...row }) => ({ ...row, amount: formatMoney(Number(row.amount)) }),
});
