/** Buyer retention and the figures of retailers (B7.1 to B7.9), computed from all orders and retailers. */

import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { buyer } from '#contract/people/buyer.ts';
import type { BuyerFigures } from '#contract/people/retentionCalls.ts';
import { BUYER_CATEGORIES, CATEGORY_RULES, categoryOf } from '#domain/buyerCategory.ts';
import { formatMoney, roundDiv } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { PERIODS } from '#domain/periods.ts';
import { periodsOf, RETENTION_KINDS, retentionOf } from '#domain/retention.ts';
import { containsWords } from '#domain/text.ts';
import { DAY } from '#domain/time.ts';
import { allQuery, queryClient } from '../../reads/queries.ts';
import type { Input } from '../ask.ts';
import { koboIn } from '../derived.ts';
import { notOffered } from '../notOffered.ts';
import { isAny, ordersIn } from './orders.ts';

type Buyer = Pick<BuyerFigures, '_id' | 'name' | 'phone' | 'location'> & { created: number };

const sumOf = (orders: readonly OrderGroupRow[]) => orders.reduce((sum, { total }) => sum + (koboIn(total) ?? 0), 0);

function byBuyer(orders: readonly OrderGroupRow[]): Map<string, OrderGroupRow[]> {
  const all = new Map<string, OrderGroupRow[]>();
  for (const order of orders) all.set(order.buyer._id, [...(all.get(order.buyer._id) ?? []), order]);
  return all;
}

function figuresOf(who: Buyer, own: readonly OrderGroupRow[], now: number): BuyerFigures {
  const counted = own.filter(({ tag }) => COUNTED_TAGS.includes(tag)).map((order) => order.created);
  const of = (tag: OrderGroupRow['tag']) => own.filter((order) => order.tag === tag);
  const value = sumOf(own.filter(({ tag }) => COUNTED_TAGS.includes(tag)));
  const [cancelled, carts] = [of('cancelled'), of('draft')];
  const last = counted.length > 0 ? Math.max(...counted) : null;
  const since = now - CATEGORY_RULES.windowDays * DAY;
  return {
    _id: who._id,
    name: who.name,
    phone: who.phone,
    location: who.location,
    category: categoryOf({
      created: who.created,
      recent_orders: counted.filter((at) => at >= since).length,
      last_ordered_on: last,
      now,
    }),
    order_count: counted.length,
    order_value: formatMoney(value),
    order_average: formatMoney(counted.length === 0 ? 0 : Number(roundDiv(BigInt(value), BigInt(counted.length)))),
    cancelled_count: cancelled.length,
    cancelled_value: formatMoney(sumOf(cancelled)),
    cart_count: carts.length,
    cart_value: formatMoney(sumOf(carts)),
    first_ordered_on: counted.length > 0 ? Math.min(...counted) : null,
    last_ordered_on: last,
    order_items: null,
  };
}

/** The report of `buyer/order_retention_{kind}`. Rejects with CallError for another kind. */
export async function retention(path: string, input: Input) {
  const kind = RETENTION_KINDS.find((one) => path === `buyer/order_retention_${one}`);
  if (!kind) throw notOffered();
  const periods = periodsOf(kind, Number(input.from_timestamp), Number(input.to_timestamp));
  const begin = (periods[0]?.from ?? 0) - PERIODS[kind];
  const orders = (await queryClient.fetchQuery(allQuery(orderGroup))).data;
  const within = await ordersIn({
    from: begin,
    to: Number(input.to_timestamp),
    tags: COUNTED_TAGS,
    seller: input.seller_id,
    officer: input.sales_officer_id,
  });
  const shown = within.filter(
    (order) => isAny(input.manufacturer_id) || order.manufacturer_id === input.manufacturer_id,
  );
  const isLimited = [input.seller_id, input.sales_officer_id, input.manufacturer_id].some((one) => !isAny(one));
  const ofBuyer = byBuyer(orders);
  const shownOf = byBuyer(shown);
  const now = Math.floor(Date.now() / 1_000);
  const everyone = (await queryClient.fetchQuery(allQuery(buyer))).data
    .filter(
      (who) =>
        (!isLimited || shownOf.has(who._id)) &&
        (isAny(input.location_id) || who.location?._id === input.location_id) &&
        (isAny(input.search) || containsWords(`${who.name} ${who.phone} ${who.location?.name}`, String(input.search))),
    )
    .sort((one, other) => compareNames(one.name, other.name))
    .map((who) => figuresOf(who, ofBuyer.get(who._id) ?? [], now));
  const fitting = everyone.filter(({ category }) => isAny(input.category) || category === input.category);
  const placeOf = (at: number) => Math.floor((at - begin) / PERIODS[kind]) - 1;
  const figures = retentionOf(
    periods,
    fitting.map(({ _id, first_ordered_on }) => ({
      first: first_ordered_on ?? Number(input.to_timestamp),
      active: new Set((shownOf.get(_id) ?? []).map(({ created }) => placeOf(created))),
    })),
  );
  const size = Number(input.per_page) || 20;
  const from = input.page === undefined ? 0 : (Number(input.page) - 1) * size;
  return {
    kind,
    periods: periods.map((period, at) => ({ ...period, ...figures[at] })),
    categories: Object.fromEntries(
      BUYER_CATEGORIES.map((one) => [one, everyone.filter(({ category }) => category === one).length]),
    ),
    buyers: fitting.slice(from, input.page === undefined ? undefined : from + size).map((row) => ({
      ...row,
      periods: periods.map((_, place) => {
        const own = (shownOf.get(row._id) ?? []).filter(({ created }) => placeOf(created) === place);
        return { count: own.length, value: formatMoney(sumOf(own)) };
      }),
    })),
    total: fitting.length,
  };
}
