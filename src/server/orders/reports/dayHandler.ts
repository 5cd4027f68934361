/** The value of orders by day and by hub, for the plots of the summaries. One grouped statement over the index of the reports. */
import { sql } from 'kysely';
import { type OrderDay, valueByDay } from '#contract/orders/orderReportCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { SHOWN_TAGS } from '#domain/order.ts';
import { addMoney, NO_MONEY, type OrderMoney } from '#domain/orderSums.ts';
import { DAY, LAGOS_OFFSET, startOfDay } from '#domain/time.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import type { Row } from '../../db/tables.ts';
import {
  among,
  anyOf,
  groupsIn,
  lineMoney,
  reportLines,
  requestedRange,
  sumOver,
  withoutProducts,
} from './reportSums.ts';

interface ValueInput {
  timestamp_min?: number;
  timestamp_max?: number;
  seller_id: string;
  sales_officer?: string;
  tags?: string[];
}

/** The orders of one hub on one day, in kobo. */
interface DaySum extends OrderMoney {
  /** The number of the Lagos day since 1970. */
  day: number;
  seller_id: string;
  orders: number;
}

interface Sum extends OrderMoney {
  orders: number;
}

const day = sql`((g.created + ${LAGOS_OFFSET}) / ${DAY})::int4 as day, coalesce(g.seller_id, '') as seller_id`;
const dayOf = (at: number) => Math.floor((at + LAGOS_OFFSET) / DAY);

async function sumsByDay(
  ctx: Ctx,
  input: ValueInput,
  range: { from: number; to: number },
  take: (row: DaySum) => void,
) {
  const { tags = [] } = input;
  const statement = (from: number, to: number) => {
    let groups = groupsIn(ctx, from, to, input.seller_id, tags.length > 0 ? tags : SHOWN_TAGS);
    if (!anyOf(input.sales_officer)) groups = sql`${groups} and g.sales_officer_id = ${input.sales_officer}`;
    const orders = sql`count(distinct g._id)::int4 as orders`;
    return sql<DaySum>`select ${day}, ${orders}, ${lineMoney} from ${reportLines(groups)} group by 1, 2
      union all ${withoutProducts(groups, sql`${day}, ${orders}`, sql`group by 1, 2`)}`;
  };
  await sumOver(ctx, { ...range, seller: input.seller_id }, statement, take);
}

const addTo = <Key>(sums: Map<Key, Sum>, key: Key, row: DaySum) => {
  const sum = sums.get(key) ?? { orders: 0, ...NO_MONEY };
  sum.orders += row.orders;
  addMoney(sum, row);
  sums.set(key, sum);
};

const sumTexts = ({ orders, amount, billed }: Sum) => ({
  orders,
  amount: formatMoney(amount),
  billed: formatMoney(billed),
});

export const dayHandler = handle(valueByDay, async (input, ctx) => {
  const { from, to } = requestedRange(ctx, input.timestamp_min, input.timestamp_max);
  const [first, last] = [startOfDay(from), startOfDay(Math.max(from, to - 1))];
  const count = (last - first) / DAY + 1;
  const [days, hubs] = [new Map<number, Sum>(), new Map<string, Sum>()];
  await sumsByDay(ctx, input, { from, to }, (row) => {
    addTo(days, row.day, row);
    addTo(hubs, row.seller_id, row);
  });
  const before = { from: from - count * DAY, to: to - count * DAY };
  await sumsByDay(ctx, input, before, (row) => addTo(days, row.day, row));
  const { rows: names } = await sql<Pick<Row<'seller'>, '_id' | 'name'>>`select _id, name from seller
    where ${among('_id', hubs.keys())}`.execute(ctx.db);
  const nameOf = new Map(names.map((hub) => [hub._id, hub.name]));
  const listed = (begin: number): OrderDay[] =>
    Array.from({ length: count }, (_, place) => {
      const at = begin + place * DAY;
      return { at, ...sumTexts(days.get(dayOf(at)) ?? { orders: 0, ...NO_MONEY }) };
    });
  return {
    days: listed(first),
    before: listed(first - count * DAY),
    hubs: [...hubs]
      .sort(([a, x], [b, y]) => y.amount - x.amount || (a < b ? -1 : 1))
      .map(([_id, sum]) => ({ _id, name: nameOf.get(_id) ?? '', ...sumTexts(sum) })),
  };
});
