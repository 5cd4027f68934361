/**
 * Reads of groups and orders: the generic reads with nested orders and lines, and reads by buyer, by associate and by time range (API.md 2, 4.15,
 * 4.16).
 */
import { type RawBuilder, sql } from 'kysely';
import {
  groupsByBuyer,
  groupsByBuyerTag,
  groupsByOfficerTag,
  groupsCustom,
  groupsCustomSpecial,
  historyByOfficer,
  logsByGroup,
  type OrderGroupLog,
  ordersByBuyer,
  ordersByBuyerTag,
  ordersByOfficerTag,
  ordersCustom,
  ordersCustomSpecial,
} from '#contract/orders/orderReadCalls.ts';
import { ORDER_TAGS, SHOWN_TAGS } from '#domain/order.ts';
import { groupBy } from '../calls/groupBy.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { type ListInput, listRows } from '../resources/list.ts';
import { modelHandlers } from '../resources/modelHandlers.ts';
import type { Resource, StoredRow } from '../resources/resource.ts';
import { person } from '../resources/rows.ts';
import { readGroup } from './groupTags.ts';
import { orderGroupResource, requestedTags } from './orderGroupResource.ts';
import { orderItems } from './orderItems.ts';
import { hasTag, orderResource } from './orderResource.ts';

/**
 * The condition that keeps deleted and draft rows out of lists unless their tag is requested (API.md 4.15, 4.16). For an order the tag of its group
 * counts too: an order in a cart is already "completed" once it has a line (B5.2), and an order in a deleted group keeps its own tag.
 */
function shown(resource: Resource, requested: readonly string[] = []): RawBuilder<unknown> {
  const tags: readonly string[] = requested.length > 0 ? requested : SHOWN_TAGS;
  if (resource !== orderResource) return sql`m.tag = any(${[...tags]})`;
  return sql`${hasTag(tags)} and g.tag = any(${[...SHOWN_TAGS, ...requested]})`;
}

/** The tags that the filter of a list names. "all" and "*" mean every tag (API.md 1.5). */
function tagsOf(wanted: readonly string[]): readonly string[] {
  const words = wanted.flatMap((one) => one.split(',')).filter((one) => one !== '');
  return words.includes('all') || words.includes('*') ? ORDER_TAGS : requestedTags(words);
}

/** Adds orders and lines to groups. The number of queries does not grow with the number of groups. */
async function withOrders(ctx: Ctx, groups: StoredRow[]): Promise<StoredRow[]> {
  const ids = groups.map((group) => String(group._id));
  const orders = (await listRows(orderResource, {}, ctx, sql`m.order_group_id = any(${ids})`)) as StoredRow[];
  const byGroup = groupBy(await withItems(ctx, orders), (order) => order.order_group_id);
  return groups.map((group) => ({
    ...group,
    orders: (byGroup.get(group._id) ?? []).sort((a, b) => makerOf(a).localeCompare(makerOf(b), 'en')),
  }));
}

const makerOf = (order: StoredRow) => (order.manufacturer as { name: string }).name;

async function withItems(ctx: Ctx, orders: StoredRow[]): Promise<StoredRow[]> {
  const items = await orderItems(ctx.db, sql`i.order_id = any(${orders.map((order) => String(order._id))})`);
  const byOrder = groupBy(items, (item) => item.order_id);
  return orders.map((order) => ({ ...order, items: byOrder.get(String(order._id)) ?? [] }));
}

/** The generic handlers of a resource. Lists leave out deleted and draft rows unless a tag names them. The offline copy gets every row. */
function generic(resource: Resource, fill: (ctx: Ctx, rows: StoredRow[]) => Promise<StoredRow[]>): Handler[] {
  return modelHandlers(resource).map((one): Handler => {
    const call = one.call.path.split('/')[1];
    if (call === 'read_all') {
      return {
        ...one,
        handle: (input, ctx) =>
          listRows(
            resource,
            input,
            ctx,
            input.since === undefined ? shown(resource, tagsOf((input.tag ?? []) as string[])) : sql`true`,
          ),
      };
    }
    if (call === 'read_by_tag') {
      return {
        ...one,
        handle: ({ tag, ...input }, ctx) => listRows(resource, input, ctx, shown(resource, [String(tag)])),
      };
    }
    if (call === 'read') {
      return { ...one, handle: async (input, ctx) => fill(ctx, (await one.handle(input, ctx)) as StoredRow[]) };
    }
    if (call === 'read_by_ref') {
      return {
        ...one,
        handle: async (input, ctx) => {
          const ref = String(input.ref).trim();
          return (await fill(ctx, [(await one.handle({ ...input, ref }, ctx)) as StoredRow]))[0];
        },
      };
    }
    return one;
  });
}

interface RangeInput extends ListInput {
  timestamp_min?: number;
  timestamp_max?: number;
  query?: string;
  tags?: string[];
}

/** Rows created in [min, max), in epoch seconds. Without tags deleted and draft rows are left out (API.md 2). */
function inRange(resource: Resource, input: RangeInput, ctx: Ctx) {
  const { timestamp_min: from, timestamp_max: to, query = '', tags = [], ...list } = input;
  const where: RawBuilder<unknown>[] = [shown(resource, tags)];
  if (from !== undefined) where.push(sql`m.created >= ${from}`);
  if (to !== undefined) where.push(sql`m.created < ${to}`);
  const search = query === '' || query === '*' ? list.search : query;
  return listRows(resource, { ...list, search }, ctx, sql.join(where, sql` and `));
}

async function fillList(ctx: Ctx, answer: unknown, fill: (ctx: Ctx, rows: StoredRow[]) => Promise<StoredRow[]>) {
  if (Array.isArray(answer)) return fill(ctx, answer as StoredRow[]);
  const page = answer as { rows: StoredRow[] };
  return { ...page, rows: await fill(ctx, page.rows) };
}

type Handle = Handler['handle'];
const reads = (resource: Resource, buyer: RawBuilder<unknown>, officer: RawBuilder<unknown>) => ({
  byBuyer: ((input, ctx) => {
    const { buyer_id, ...list } = input;
    return listRows(resource, list, ctx, sql`${buyer} = ${buyer_id} and ${shown(resource)}`);
  }) satisfies Handle,
  byBuyerTag: ((input, ctx) => {
    const { buyer_id, tag, ...list } = input;
    return listRows(resource, list, ctx, sql`${buyer} = ${buyer_id} and ${shown(resource, [String(tag)])}`);
  }) satisfies Handle,
  byOfficerTag: ((input, ctx) => {
    const { sales_officer_id, tag, from_timestamp, ...list } = input;
    return listRows(
      resource,
      list,
      ctx,
      sql`${officer} = ${sales_officer_id} and ${shown(resource, [String(tag)])} and m.created >= ${from_timestamp}`,
    );
  }) satisfies Handle,
});

const groups = reads(orderGroupResource, sql`m.buyer_id`, sql`m.sales_officer_id`);
const orders = reads(orderResource, sql`g.buyer_id`, sql`g.sales_officer_id`);

/** The rows come from a view. The response schema of the call checks their shape. */
const reading = (call: Handler['call'] | object, handle: Handle): Handler => ({
  call: call as Handler['call'],
  handle,
});

export const orderReads: Handler[] = [
  ...generic(orderGroupResource, withOrders),
  ...generic(orderResource, withItems),
  reading(groupsByBuyer, groups.byBuyer),
  reading(groupsByBuyerTag, groups.byBuyerTag),
  reading(groupsByOfficerTag, groups.byOfficerTag),
  reading(groupsCustom, async (input, ctx) => fillList(ctx, await inRange(orderGroupResource, input, ctx), withOrders)),
  reading(groupsCustomSpecial, (input, ctx) => inRange(orderGroupResource, input, ctx)),
  reading(ordersByBuyer, orders.byBuyer),
  reading(ordersByBuyerTag, orders.byBuyerTag),
  reading(ordersByOfficerTag, orders.byOfficerTag),
  reading(ordersCustom, async (input, ctx) => fillList(ctx, await inRange(orderResource, input, ctx), withItems)),
  reading(ordersCustomSpecial, (input, ctx) => inRange(orderResource, input, ctx)),
  reading(historyByOfficer, (input, ctx) => {
    const { sales_officer_id, ...list } = input;
    return listRows(
      orderGroupResource,
      list,
      ctx,
      sql`m.sales_officer_id = ${sales_officer_id} and ${shown(orderGroupResource)}`,
    );
  }),
  handle(logsByGroup, async ({ order_group_id }, ctx) => {
    await readGroup(ctx, order_group_id);
    const { rows } = await sql<OrderGroupLog & { user_id: string | null; user_name: string | null }>`
      select _id, order_group_id, tag, old_tag, user_id, user_name, created, note from order_group_log
      where order_group_id = ${order_group_id} order by created desc, _id desc`.execute(ctx.db);
    return rows.map(({ user_id, user_name, ...row }) => ({ ...row, user: person(user_id, user_name) }));
  }),
];
