/**
 * All figures of screens and reports about one random life, each beside the model's value. The pairs must be equal. Each life has its own hub, retailer
 * and associates, so that a report is about one life only.
 */
import { naira } from './chance.ts';
import {
  buyerBalance,
  cashWith,
  chargedTo,
  goodsOf,
  heldBy,
  isBilled,
  isCancelledOrDeleted,
  isLiveLine,
  type Life,
  linesOf,
  officerBalance,
  paidOf,
  postedTo,
  soldFor,
  subtotalOf,
  totalOf,
  unitsSold,
} from './orderModel.ts';
import type { Place } from './orderSteps.ts';
import type { OrderWorld } from './orderWorld.ts';
import type { Data } from './server.ts';

/** The answered value and the right value. */
export type Pair = readonly [what: string, answered: unknown, right: unknown];
type Read = (path: string, fields: Record<string, unknown>) => Promise<Data>;

const BY_GET = new Set([
  ...['ledger_log/read_by_ledger', 'buyer/read', 'buyer/history', 'work/read_mine', 'warehouse/read_all'],
  ...['order_group/read', 'close_out/read_day'],
]);

export const reader =
  (world: OrderWorld): Read =>
  async (path, fields) => {
    const response = await world.call(BY_GET.has(path) ? 'GET' : 'POST', path, fields);
    if (response.code !== 200) throw new Error(`${path}: ${response.code} ${response.message}`);
    return response.data;
  };

const ceil = (kobo: number) => Math.ceil(kobo / 100) * 100;

/** K8: the unpaid rest of this order and of the wallet. 0 for a cancelled or deleted order. */
const restOf = (life: Life) =>
  isCancelledOrDeleted(life.tag) ? 0 : totalOf(life) - paidOf(life) + buyerBalance(life) - postedTo(life);
const dueOf = (life: Life) => Math.max(0, ceil(restOf(life)));
const overpaidOf = (life: Life) => Math.max(0, 0 - restOf(life));

/** The pairs of the group's row, its parts and its lines. */
export function groupPairs(life: Life, row: Data): Pair[] {
  const charges = totalOf(life) - subtotalOf(life);
  const pairs: Pair[] = [
    ['tag', row.tag, life.tag],
    ['subtotal', row.subtotal, naira(subtotalOf(life))],
    ['delivery fee', row.delivery_fee, naira(life.fee)],
    ['discount', row.discount, naira(life.discount)],
    ['total', row.total, naira(totalOf(life))],
    ['amount', row.amount, naira(life.amount)],
    ['cash', row.cash, naira(life.cash)],
    ['transfer', row.transfer, naira(life.transfer)],
    ['paid', row.paid, naira(paidOf(life))],
    ['outstanding', row.outstanding, naira(life.tag === 'cancelled' ? 0 : paidOf(life) - totalOf(life))],
    ['due', row.amount_due, naira(dueOf(life))],
    ['overpaid', row.overpaid, naira(overpaidOf(life))],
    ['charges', naira(sumOf(row.charges as Data[], 'value')), naira(charges)],
    ['balance beside the order', row.buyer.ledgers.wallet.balance, naira(buyerBalance(life))],
  ];
  for (const order of row.orders as Data[]) {
    const maker = order.manufacturer._id as string;
    const part = life.parts.get(maker);
    pairs.push([`amount of ${maker}`, order.amount, naira(part?.amount ?? 0)]);
    const live = part?.live === true && life.tag !== 'cancelled';
    pairs.push([`${maker} is live`, !['cancelled', 'deleted'].includes(order.tag), live]);
    const lines = linesOf(life, maker).map(([id, line]) =>
      [id, line.quantity, line.accepted, naira(line.rate), naira(line.amount), naira(line.value)].join(' '),
    );
    const answered = (order.items as Data[]).map((item) =>
      [item.product_id, item.quantity, item.quantity_accepted, item.rate, item.amount, item.line_value].join(' '),
    );
    pairs.push([`lines of ${maker}`, answered.sort(), lines.sort()]);
  }
  return pairs;
}

const kobo = (text: string) => Math.round(Number(text) * 100);
const sumOf = (rows: readonly Data[], name: string) => rows.reduce((all, row) => all + kobo(row[name]), 0);

/** The pairs of the wallets, their logs, and both reconciliations. */
export async function walletPairs(read: Read, place: Place, life: Life, row: Data): Promise<Pair[]> {
  const owners = [
    ['buyer', place.buyer, buyerBalance(life)],
    ['sales_officer', place.officers[0], officerBalance(life, 0)],
    ['sales_officer', place.officers[1], officerBalance(life, 1)],
  ] as const;
  const pairs: Pair[] = [];
  for (const [head, owner, balance] of owners) {
    const wallet = await read('ledger/read_by_owner_specific', { head, subhead: 'wallet', owner });
    pairs.push([`wallet of ${owner}`, wallet.balance, naira(balance)]);
    pairs.push([`shown wallet of ${owner}`, wallet.shown_balance, naira(0 - balance)]);
    const logs = wallet._id ? ((await read('ledger_log/read_by_ledger', { ledger_id: wallet._id })) as Data[]) : [];
    pairs.push([`history of ${owner}`, naira(sumOf(logs, 'effect')), naira(balance)]);
    pairs.push([`newest balance of ${owner}`, logs[0]?.balance_after ?? '0.00', naira(balance)]);
    const own = logs.filter((log) => log.ref_id === place.group);
    const orders = head === 'buyer' ? chargedTo(life) : 0 - soldFor(life, owner === place.officers[0] ? 0 : 1);
    pairs.push([
      `charged in the history of ${owner}`,
      naira(
        sumOf(
          own.filter((log) => log.tag === 'order'),
          'effect',
        ),
      ),
      naira(orders),
    ]);
  }
  const byRef = await read('ledger_log/order_group_reconciliation', { ref: row.ref });
  pairs.push(['total by ref', byRef.order_group.total, naira(totalOf(life))]);
  pairs.push(['retailer by ref', byRef.buyer.wallet.balance, naira(buyerBalance(life))]);
  pairs.push(...(await buyerReport(read, place, life)));
  for (const who of [0, 1] as const) pairs.push(...(await officerReport(read, place, life, who)));
  return pairs;
}

const rowOf = (data: Data, id: string) => (data.rows as Data[]).find((row) => row._id === id);
const figures = (what: string, row: Data | undefined, right: Readonly<Record<string, number>>): Pair[] =>
  Object.entries(right).map(([name, value]) => [`${what}: ${name}`, row?.[name] ?? '0.00', naira(value)]);

async function buyerReport(read: Read, place: Place, life: Life): Promise<Pair[]> {
  const report = { head: 'buyer', subhead: 'wallet', seller_id: place.hub };
  const outstanding = isBilled(life.tag) ? paidOf(life) - totalOf(life) : 0;
  return figures('buyer reconciliation', rowOf(await read('ledger_log/reconciliation_report', report), place.buyer), {
    opening: 0,
    orders: 0 - chargedTo(life),
    cash: (life.posted ? life.cash : 0) + life.deposits.buyer,
    transfer: life.posted ? life.transfer : 0,
    other: 0,
    closing: 0 - buyerBalance(life),
    orders_outstanding: outstanding,
    difference: 0 - buyerBalance(life) - outstanding,
  });
}

/** The day of an associate in the model. All postings of a life are on one day (decision 0550). */
export async function closePairs(read: Read, place: Place, life: Life, who: 0 | 1, day: number): Promise<Pair[]> {
  const { now } = await read('close_out/read_day', { sales_officer_id: place.officers[who], day });
  const handedIn = life.deposits.officers[who];
  const pairs: Pair[] = [
    [
      `money of the day of ${who}`,
      now.money,
      {
        cash_before: naira(0),
        cash_taken: naira(cashWith(life, who)),
        handed_in: naira(handedIn),
        cash_left: naira(cashWith(life, who) - handedIn),
        issued: naira(life.charged[who]),
        returned: naira(0),
        delivered: naira(soldFor(life, who)),
      },
    ],
  ];
  for (const { _id } of life.products) {
    const line = (now.lines as Data[]).find((one) => one.product_id === _id);
    const [issued, sold] = [life.issued[who].get(_id) ?? 0, unitsSold(life, who, _id)];
    const right = [issued, 0, sold, issued - sold];
    pairs.push([
      `goods of the day of ${who}, ${_id}`,
      line ? [line.issued, line.returned, line.sold, line.left] : [0, 0, 0, 0],
      right,
    ]);
  }
  return pairs;
}

async function officerReport(read: Read, place: Place, life: Life, who: 0 | 1): Promise<Pair[]> {
  const report = { head: 'sales_officer', subhead: 'wallet', seller_id: place.hub };
  const id = place.officers[who];
  const pairs = figures(`associate ${who}`, rowOf(await read('ledger_log/reconciliation_report', report), id), {
    opening: 0,
    stock_issued: 0 - life.charged[who],
    stock_returned: 0,
    orders_delivered: soldFor(life, who),
    cash_collected: 0 - cashWith(life, who),
    deposits: life.deposits.officers[who],
    other: 0,
    closing: 0 - officerBalance(life, who),
    stock_value_held: heldBy(life, who),
    difference: heldBy(life, who) - officerBalance(life, who),
  });
  const found = (await read('warehouse/read_all', { parent: id })) as Data[];
  const warehouse = found.find((one) => one.parent._id === id);
  const lines = warehouse
    ? ((await read('warehouse_product/read_by_warehouse', { warehouse_id: warehouse._id })) as Data[])
    : [];
  for (const { _id } of life.products) {
    const line = lines.find((one) => one.product_id === _id);
    const sold = unitsSold(life, who, _id);
    const inHand = (life.issued[who].get(_id) ?? 0) - sold;
    pairs.push([`sold and in hand of ${who}, ${_id}`, [line?.sold ?? 0, line?.in_hand ?? 0], [sold, inHand]]);
  }
  return pairs;
}

/** The pairs of the order reports, the sales history and the retailer's figures. `now` in epoch seconds. */
export async function reportPairs(read: Read, place: Place, life: Life, now: number): Promise<Pair[]> {
  const [from, to] = [now - 86_400, now + 86_400];
  const range = { from_timestamp: from, to_timestamp: to, seller_id: place.hub };
  const counts = ['pending', 'delivered', 'completed'].includes(life.tag);
  const withProducts = [...life.lines.keys()].some((product) => isLiveLine(life, product));
  const rest = totalOf(life) - goodsOf(life);
  const shown = (goods: number, adjustments: number, billed: number) => ({
    ...{ total: naira(goods), total_adjustments: naira(adjustments), total_billed: naira(billed) },
    total_not_billed: naira(goods + adjustments - billed),
  });
  const pairs: Pair[] = [];
  for (const path of ['order_group/purchase_orders_buyers', 'order_group/purchase_orders']) {
    const answer = await read(path, range);
    pairs.push([path, totals(answer), counts ? shown(goodsOf(life), rest, chargedTo(life)) : shown(0, 0, 0)]);
    const groups = answer.groups as Data[];
    for (const [name, total] of [
      ['amount', 'total'],
      ['adjustments', 'total_adjustments'],
      ['billed', 'total_billed'],
    ] as const) {
      pairs.push([`${path}: groups of ${name}`, naira(sumOf(groups, name)), answer[total]]);
      pairs.push([
        `${path}: items of ${name}`,
        naira(
          sumOf(
            groups.flatMap((one) => one.items as Data[]),
            name,
          ),
        ),
        answer[total],
      ]);
    }
  }
  for (const path of ['order_group/sales_of_all_custom_special', 'order_group/sales_of_all_custom_special_seller']) {
    const input = { timestamp_min: from, timestamp_max: to, seller_id: place.hub };
    const answer = await read(path, input);
    const isShown = counts || (life.tag === 'cancelled' && withProducts);
    pairs.push([path, totals(answer), isShown ? shown(goodsOf(life), rest, chargedTo(life)) : shown(0, 0, 0)]);
    for (const { product_id, amount } of answer.products as Data[])
      if (product_id) pairs.push([`${path}: ${product_id}`, amount, naira(life.lines.get(product_id)?.value ?? -1)]);
    pairs.push([`${path}: products`, naira(sumOf(answer.products as Data[], 'billed')), answer.total_billed]);
  }
  const history = (await read('product/history', { seller_id: place.hub })).products as Data[];
  const months = history.flatMap((product) =>
    Object.values(product.years as Data).flatMap((year) => Object.values(year as Data)),
  );
  pairs.push(['sales history', naira(sumOf(months as Data[], 'value')), naira(isBilled(life.tag) ? goodsOf(life) : 0)]);
  pairs.push(['sales history, billed', naira(sumOf(months as Data[], 'billed')), naira(chargedTo(life))]);
  const csv = (await read('product/history', { seller_id: place.hub, as_csv: true })) as unknown as string;
  const column = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => kobo(line.split(',').at(-1) ?? '0'));
  pairs.push(['sales history as a file', naira(column.reduce((all, one) => all + one, 0)), naira(chargedTo(life))]);
  return [...pairs, ...(await retailerPairs(read, place, life))];
}

const totals = ({ total, total_adjustments, total_billed, total_not_billed }: Data) => ({
  ...{ total, total_adjustments, total_billed, total_not_billed },
});

/** Lists and the retailer's own figures (B7.1). */
async function retailerPairs(read: Read, place: Place, life: Life): Promise<Pair[]> {
  const [buyer] = (await read('buyer/read', { _id: place.buyer })) as Data[];
  const history = (await read('buyer/history', { search: buyer?.name })) as Data[];
  const row = history.find((one) => one._id === place.buyer);
  const value = (tags: readonly string[]) => naira(tags.includes(life.tag) ? totalOf(life) : 0);
  const listed = ((await read('order_group/read_by_buyer_tag', { buyer_id: place.buyer, tag: life.tag })) as Data[])[0];
  return [
    ['outstanding of the retailer', buyer?.outstanding, naira(0 - buyerBalance(life))],
    ['ordered', row?.order_value, value(['pending', 'delivered', 'completed'])],
    ['cancelled', row?.cancelled_value, value(['cancelled'])],
    ['in a cart', row?.cart_value, value(['draft'])],
    ['total in the list', listed?.total, naira(totalOf(life))],
    ['due in the list', listed?.amount_due, naira(dueOf(life))],
    ['paid in the list', listed?.paid, naira(paidOf(life))],
  ];
}

/** The counts of the dashboards over all lives so far. */
export async function dashboardPairs(read: Read, lives: readonly Life[]): Promise<Pair[]> {
  const work = (await read('work/read_mine', {})) as Data[];
  const totalOfKind = (kind: string) => work.find((one) => one.kind === kind)?.total ?? 0;
  const count = (fits: (life: Life) => boolean) => lives.filter(fits).length;
  const differs = (life: Life) => buyerBalance(life) + (isBilled(life.tag) ? paidOf(life) - totalOf(life) : 0) !== 0;
  const officers = lives.flatMap((life) =>
    ([0, 1] as const).map((who) => heldBy(life, who) - officerBalance(life, who)),
  );
  return [
    ['pending orders', totalOfKind('pending_groups'), count((life) => life.tag === 'pending')],
    ['owing orders', totalOfKind('owing_groups'), count((life) => isBilled(life.tag) && paidOf(life) < totalOf(life))],
    ['retailers to look at', totalOfKind('unreconciled_buyers'), count(differs)],
    ['associates to look at', totalOfKind('unreconciled_officers'), officers.filter((one) => one !== 0).length],
    ['wrong wallets', totalOfKind('wrong_wallets'), 0],
  ];
}
