/** Order summary, order value summary and value by day, computed from orders and their lines. */
import { product } from '#contract/catalogue/product.ts';
import type { OrderDay, SoldProduct, SummaryGroup } from '#contract/orders/orderReportCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { COUNTED_TAGS, type OrderTag, SHOWN_TAGS } from '#domain/order.ts';
import { chipRange } from '#domain/orderReports.ts';
import {
  addMoney,
  moneyFields,
  NO_DISTRIBUTOR,
  NO_MONEY,
  type OrderMoney,
  summaryItem,
  totalFields,
  WITHOUT_PRODUCT,
} from '#domain/orderSums.ts';
import { containsWords } from '#domain/text.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { casesAndUnits } from '#domain/units.ts';
import { allQuery, queryClient } from '../../reads/queries.ts';
import type { Ask, Input } from '../ask.ts';
import { koboIn } from '../derived.ts';
import { allParts, type DistributorOfHub, distributorFinder, type OrderPart, ordersIn } from './orders.ts';

/** Both ends, or none for the last 30 days. */
function rangeOf(from: unknown, to: unknown): { from: number; to: number } {
  if (from === undefined || to === undefined) return chipRange('month', Math.floor(Date.now() / 1_000));
  return { from: Number(from), to: Number(to) };
}

const tagsOf = ({ tags }: Input, usual: readonly OrderTag[]) =>
  Array.isArray(tags) && tags.length > 0 ? (tags as OrderTag[]) : usual;

type Goods = NonNullable<OrderPart['product']>;
/** The name and counting units of a sum of goods. */
type Known = Pick<Goods, '_id' | 'name' | 'case_count' | 'price'>;
const NOTHING: Known = { _id: '', name: WITHOUT_PRODUCT, case_count: 1, price: '0.00' };
const byName = (one: { name: string }, other: { name: string }) => compareNames(one.name, other.name);

/** The price per case at the dearest of these hubs, in kobo: the hub's own, or the product's. */
async function hubPrices(): Promise<(goods: Known, hubs: ReadonlySet<string>) => number> {
  const { data } = await queryClient.fetchQuery(allQuery(product));
  const known = new Map(data.map((one) => [one._id, one]));
  return ({ _id, price }, hubs) => {
    const own = known.get(_id);
    const listed = koboIn(own?.price ?? price) ?? 0;
    return Math.max(0, ...[...hubs].map((hub) => koboIn(own?.sellers[hub]?.price) ?? listed));
  };
}

/** The order summary (RPT-05 to RPT-08). */
export async function orderSummary(ask: Ask, input: Input, by: 'distributor' | 'buyer') {
  const orders = await ordersIn({
    ...rangeOf(input.from_timestamp, input.to_timestamp),
    tags: COUNTED_TAGS,
    seller: input.seller_id,
    officer: input.sales_officer,
  });
  const all = await allParts(orders);
  const distributorOf = by === 'distributor' ? await distributorFinder(ask) : () => null;
  const priceOf = await hubPrices();
  type Sum = OrderMoney & { goods: Known; issued: number; kept: number; hubs: Set<string> };
  const groups = new Map<string, DistributorOfHub & { sums: Map<string, Sum> }>();
  for (const { order, parts } of all)
    for (const { product: goods, ...part } of parts) {
      const key =
        by === 'buyer'
          ? { _id: order.buyer._id, name: order.buyer.name }
          : (distributorOf(order.hub._id, goods?._id ?? '') ?? { _id: '', name: NO_DISTRIBUTOR });
      const group = groups.get(key._id) ?? { ...key, sums: new Map<string, Sum>() };
      groups.set(key._id, group);
      const own: Known = goods ?? NOTHING;
      const sum = group.sums.get(own._id) ?? { ...NO_MONEY, goods: own, issued: 0, kept: 0, hubs: new Set() };
      group.sums.set(own._id, sum);
      sum.issued += part.issued;
      sum.kept += part.kept;
      sum.hubs.add(order.hub._id);
      addMoney(sum, part);
    }
  const total = { ...NO_MONEY };
  const summaries = [...groups.values()].sort(byName).map(({ _id, name, sums }): SummaryGroup => {
    const money = { ...NO_MONEY };
    const items = [...sums.values()].sort((one, other) => byName(one.goods, other.goods));
    for (const one of items) addMoney(money, one);
    addMoney(total, money);
    return {
      _id,
      name,
      ...moneyFields(money),
      items: items.map((sum) => summaryItem(sum.goods, sum, priceOf(sum.goods, sum.hubs))),
    };
  });
  return { groups: summaries, ...totalFields(total) };
}

/** Sales per product (RPT-09); `perHub` also by hub. */
export async function orderSales(input: Input, perHub: boolean) {
  const orders = await ordersIn({
    ...rangeOf(input.timestamp_min, input.timestamp_max),
    tags: tagsOf(input, SHOWN_TAGS),
    seller: input.seller_id,
  });
  const words = String(input.query ?? '')
    .replace('*', '')
    .trim();
  const named = new Map((await queryClient.fetchQuery(allQuery(product))).data.map((one) => [one._id, one]));
  const none = { _id: '', name: WITHOUT_PRODUCT };
  const sums = new Map<string, OrderMoney & { sold: SoldProduct }>();
  const total = { ...NO_MONEY };
  let cancelled = 0;
  for (const { order, parts } of await allParts(orders))
    for (const { product: goods, ...part } of parts) {
      const own = named.get(goods?._id ?? '');
      const [brand, manufacturer] = [own?.brand ?? none, own?.manufacturer ?? none];
      const { _id, name, case_count } = goods ?? NOTHING;
      if (words && !(goods && containsWords(`${name} ${brand.name} ${manufacturer.name}`, words))) continue;
      const key = perHub ? `${_id} ${order.hub._id}` : _id;
      const sum = sums.get(key) ?? {
        ...NO_MONEY,
        sold: {
          product_id: _id,
          name,
          case_count,
          brand,
          manufacturer,
          quantity: 0,
          ...casesAndUnits(0, case_count),
          ...moneyFields(NO_MONEY),
          ...(perHub ? { seller: order.hub._id === '' ? null : order.hub } : {}),
        },
      };
      sums.set(key, sum);
      sum.sold.quantity += part.kept;
      addMoney(sum, part);
      addMoney(total, part);
      if (order.tag === 'cancelled') cancelled += part.amount;
    }
  const products = [...sums.values()].map(({ sold, ...money }) => ({
    ...sold,
    ...casesAndUnits(sold.quantity, sold.case_count),
    ...moneyFields(money),
  }));
  return { products: products.sort(byName), ...totalFields(total), total_cancelled: formatMoney(cancelled) };
}

/** The value of orders by day and hub, with the previous period. */
export async function orderDays(input: Input) {
  const { from, to } = rangeOf(input.timestamp_min, input.timestamp_max);
  const [first, last] = [startOfDay(from), startOfDay(Math.max(from, to - 1))];
  const count = Math.round((last - first) / DAY) + 1;
  const [days, hubs] = [new Map<number, Counted>(), new Map<string, Counted & DistributorOfHub>()];
  const query = { tags: tagsOf(input, SHOWN_TAGS), seller: input.seller_id, officer: input.sales_officer };
  const [now, before] = await Promise.all([
    ordersIn({ ...query, from, to }),
    ordersIn({ ...query, from: from - count * DAY, to: to - count * DAY }),
  ]);
  const ids = new Set(now.map(({ _id }) => _id));
  for (const { order, parts } of await allParts([...now, ...before])) {
    const day = startOfDay(order.created);
    const [ofDay, ofHub] = [days.get(day) ?? NOBODY(), hubs.get(order.hub._id) ?? { ...order.hub, ...NOBODY() }];
    days.set(day, ofDay);
    const counting = ids.has(order._id) ? [ofDay, ofHub] : [ofDay];
    if (counting.length > 1) hubs.set(order.hub._id, ofHub);
    for (const sum of counting) {
      sum.orders += 1;
      for (const part of parts) addMoney(sum, part);
    }
  }
  const listed = (begin: number): OrderDay[] =>
    Array.from({ length: count }, (_, place) => {
      const at = begin + place * DAY;
      return { at, ...dayFigures(days.get(at) ?? NOBODY()) };
    });
  return {
    days: listed(first),
    before: listed(first - count * DAY),
    hubs: [...hubs.values()]
      .sort((one, other) => other.amount - one.amount)
      .map(({ _id, name, ...sum }) => ({ _id, name, ...dayFigures(sum) })),
  };
}

type Counted = OrderMoney & { orders: number };
const NOBODY = (): Counted => ({ orders: 0, ...NO_MONEY });
const dayFigures = ({ orders, amount, billed }: Counted) => ({
  orders,
  amount: formatMoney(amount),
  billed: formatMoney(billed),
});
