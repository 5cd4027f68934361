/** The orders of a report with their lines, for a plain server: the documents do not define the rows of its own reports. */
import { distributor } from '#contract/network/distributor.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { itemsByGroup } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { billedShares } from '#domain/billedShares.ts';
import type { OrderTag } from '#domain/order.ts';
import type { OrderMoney } from '#domain/orderSums.ts';
import { CallError } from '../../callError.ts';
import { allQuery, queryClient, queryFor } from '../../reads/queries.ts';
import type { Ask, Input } from '../ask.ts';
import { koboIn } from '../derived.ts';

/** A plain server reads the lines of one order at a time. More orders would take minutes. */
export const MOST_ORDERS = 300;
const AT_ONCE = 4;

export interface OrderQuery {
  /** Epoch seconds, the end exclusive. */
  from: number;
  to: number;
  tags: readonly OrderTag[];
  /** Ids; `*` or '' for all. */
  seller?: unknown;
  officer?: unknown;
}

export interface DistributorOfHub {
  _id: string;
  name: string;
}

/** One line of an order; `issued` and `kept` are units. The product of an amount without lines is null. */
export interface OrderPart extends OrderMoney {
  product: OrderItem['product'] | null;
  issued: number;
  kept: number;
}
type OrderItem = NonNullable<(typeof itemsByGroup)['output']['~types']>['output'][number];

/** true: the filter was not set. */
export const isAny = (wanted: unknown) => wanted === undefined || wanted === '' || wanted === '*';
const NO_HUB: DistributorOfHub = { _id: '', name: '' };

/** The matching orders that the person may see. If an order names no hub, the hub of its delivery associate counts. */
export async function ordersIn(query: OrderQuery): Promise<(OrderGroupRow & { hub: DistributorOfHub })[]> {
  const { data } = await queryClient.fetchQuery(allQuery(orderGroup));
  const hubOf = await hubs();
  return data
    .filter(({ created, tag }) => created >= query.from && created < query.to && query.tags.includes(tag))
    .map((order) => ({ ...order, hub: order.seller ?? hubOf.get(order.sales_officer?._id ?? '') ?? NO_HUB }))
    .filter(
      (order) =>
        (isAny(query.seller) || order.hub._id === query.seller) &&
        (isAny(query.officer) || (order.sales_officer?._id ?? order.sales_officer_id) === query.officer),
    );
}

/** The hub of each delivery associate; empty if the person may not read the associates. */
async function hubs(): Promise<Map<string, DistributorOfHub>> {
  const officers = await queryClient.fetchQuery(allQuery(salesOfficer)).catch(() => null);
  return new Map((officers?.data ?? []).flatMap(({ _id, seller }) => (seller ? [[_id, seller] as const] : [])));
}

/** The lines of an order with their shares of its total (K7). */
export async function partsOf(order: OrderGroupRow): Promise<OrderPart[]> {
  const { data } = await queryClient.fetchQuery(queryFor(itemsByGroup, { order_group_id: order._id }));
  const total = koboIn(order.total) ?? 0;
  const lines = data.map((line) => ({ ...line, value: koboIn(line.amount) ?? 0 }));
  const isBilled = order.tag === 'delivered' || order.tag === 'completed';
  if (lines.length === 0)
    return total === 0 || order.tag === 'cancelled'
      ? []
      : [{ product: null, issued: 0, kept: 0, amount: 0, shared: total, billed: isBilled ? total : 0 }];
  const goods = lines.reduce((sum, { value }) => sum + value, 0);
  const shares = billedShares([{ amount: goods, lines }], total);
  return lines.map((line) => {
    const shared = shares.get(line._id) ?? 0;
    return {
      product: line.product,
      issued: line.quantity,
      kept: line.quantity_accepted ?? line.quantity,
      amount: line.value,
      shared,
      billed: isBilled ? shared : 0,
    };
  });
}

/** The parts of each order. Rejects with CallError above {@link MOST_ORDERS} orders. */
export async function allParts<Order extends OrderGroupRow>(
  orders: readonly Order[],
): Promise<{ order: Order; parts: OrderPart[] }[]> {
  if (orders.length > MOST_ORDERS)
    throw new CallError(
      400,
      `${orders.length} orders. This server gives the lines of one order at a time. Choose days with at most ${MOST_ORDERS}.`,
      null,
    );
  return mapFourAtOnce(orders, async (order) => ({ order, parts: await partsOf(order) }));
}

/** Runs `work` for each element, four at a time. */
export async function mapFourAtOnce<One, Out>(all: readonly One[], work: (one: One) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) done[at] = await work(all[at] as One);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

const idIn = (record: unknown) => (record as { _id?: unknown } | undefined)?._id;

/** Returns a function that finds the distributor of a product: one that serves the hub and supplies the product. null: none (B5.13). */
export async function distributorFinder(ask: Ask): Promise<(hub: string, product: string) => DistributorOfHub | null> {
  const all = (await queryClient.fetchQuery(allQuery(distributor))).data;
  const linked = async (path: string, distributor_id: string, other: string) => {
    const rows = (await ask('POST', `${path}/read_by_distributor`, { distributor_id })) as Input[] | null;
    return new Set(
      (rows ?? [])
        .filter(({ status }) => status !== 'inactive')
        .map((row) => row[other] ?? idIn(row[other.replace('_id', '')])),
    );
  };
  const links = await mapFourAtOnce(all, async ({ _id, name }) => ({
    _id,
    name,
    products: await linked('distributor_product', _id, 'product_id'),
    sellers: await linked('distributor_seller', _id, 'seller_id'),
  }));
  return (hub, product) => {
    const found = links.find(({ products, sellers }) => products.has(product) && sellers.has(hub));
    return found ? { _id: found._id, name: found.name } : null;
  };
}
