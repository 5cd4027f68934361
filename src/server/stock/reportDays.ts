/** Movements and stock by day, for the plots of the inventory report. One grouped query reads the log from its report index. */
import { sql } from 'kysely';
import type { MovedDay } from '#contract/stock/stockCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { DAY, LAGOS_OFFSET, startOfDay } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import { checkRange, MOVEMENTS, type ReportFilter, roundedValue, warehousesOf } from './reportRules.ts';

/** The days that are shown when nobody chose any, today included. */
const USUAL_DAYS = 30;

/** Movements of one kind and sign on one day. Cases as a decimal text, values in kobo. */
interface Moved {
  /** The number of the Lagos day since 1970. */
  day: number;
  kind: string;
  came: boolean;
  cases: string;
  value: number;
  cost: number;
}

const KINDS = ['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer', 'opening', 'adjustment'];
const NAMES = {
  shipment_received: 'received',
  shipment_rejected: 'rejected',
  stock_issued: 'issued',
  stock_returned: 'returned',
} as const;
const dayOf = (at: number) => Math.floor((at + LAGOS_OFFSET) / DAY);

/** All rows since `from`, also those dated after the range: the level of a day is the level of now without what moved after it. */
async function movedSince(ctx: Ctx, warehouses: string[], from: number): Promise<Moved[]> {
  const size = sql`abs(wl.quantity)`;
  const price = sql`case when wl.kind in ('stock_in', 'stock_out') then wl.sell_price_kobo else wl.cost_price_kobo end`;
  const { rows } =
    await sql<Moved>`select ((wl.timestamp + ${LAGOS_OFFSET}) / ${DAY})::int4 as day, wl.kind, wl.quantity > 0 as came,
      sum(${size}::numeric / p.case_count)::text as cases,
      sum(coalesce(wl.amount_kobo, ${roundedValue(size, price)}))::int8 as value,
      sum(${roundedValue(size, sql`wl.cost_price_kobo`)})::int8 as cost
    from warehouse_log wl join product p on p._id = wl.product_id
    where wl.warehouse_id = any(${warehouses}) and wl.kind = any(${KINDS}) and wl.timestamp >= ${from}
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

/** The present stock of the warehouses, in cases, and its cost in kobo (B4.3). */
async function heldNow(ctx: Ctx, warehouses: string[]): Promise<{ held: number; worth: number }> {
  const { rows } = await sql<{ held: string | null; worth: number | null }>`
    select sum(wp.quantity::numeric / p.case_count)::text as held,
      sum(${roundedValue(sql`wp.quantity`, sql`coalesce(wp.cost_price_kobo, p.price_kobo)`)})::int8 as worth
    from warehouse_product wp join product p on p._id = wp.product_id
    where wp.warehouse_id = any(${warehouses}) and wp.quantity <> 0`.execute(ctx.db);
  return { held: Number(rows[0]?.held ?? 0), worth: rows[0]?.worth ?? 0 };
}

/** Cases that were added up: six decimals, so that days add up to their sum. */
const cases = (sum: number) => Math.round(sum * 1e6) / 1e6 + 0;

function movedDay(at: number, rows: readonly Moved[], end: { held: number; worth: number }): MovedDay {
  const found: Record<string, { cases: number; value: number }> = {};
  let net = 0;
  for (const [context, name] of Object.entries(NAMES)) {
    const { kind, sign } = MOVEMENTS[context as keyof typeof NAMES];
    const own = rows.find((row) => row.kind === kind && row.came === sign > 0);
    found[name] = { cases: Number(own?.cases ?? 0), value: own?.value ?? 0 };
  }
  for (const row of rows) net += (row.came ? 1 : -1) * Number(row.cases);
  const of = (name: (typeof NAMES)[keyof typeof NAMES]) => found[name] ?? { cases: 0, value: 0 };
  const named = of('received').cases + of('returned').cases - of('issued').cases - of('rejected').cases;
  return {
    at,
    received: cases(of('received').cases),
    received_value: formatMoney(of('received').value),
    rejected: cases(of('rejected').cases),
    rejected_value: formatMoney(of('rejected').value),
    issued: cases(of('issued').cases),
    issued_value: formatMoney(of('issued').value),
    returned: cases(of('returned').cases),
    returned_value: formatMoney(of('returned').value),
    other: cases(net - named),
    held: cases(end.held),
    worth: formatMoney(end.worth),
  };
}

/** The days of the range and of its previous period, in order of time. Without a range: the last 30 days. */
export async function reportDays(ctx: Ctx, input: ReportFilter): Promise<{ days: MovedDay[]; before: MovedDay[] }> {
  const warehouses = await warehousesOf(ctx, input);
  const isOpen = input.from_timestamp === undefined && input.to_timestamp === undefined;
  const today = startOfDay(ctx.now);
  const { from, to } = isOpen
    ? { from: today - (USUAL_DAYS - 1) * DAY, to: today + DAY }
    : checkRange(input, 'stock_issued');
  const [first, last] = [startOfDay(from), startOfDay(to - 1)];
  const count = (last - first) / DAY + 1;
  const rows = await movedSince(ctx, warehouses, first - count * DAY);
  const byDay = new Map<number, Moved[]>();
  for (const row of rows) byDay.set(row.day, [...(byDay.get(row.day) ?? []), row]);
  const level = await heldNow(ctx, warehouses);
  const days: MovedDay[] = [];
  const undo = (moved: readonly Moved[]) => {
    for (const row of moved) {
      level.held -= (row.came ? 1 : -1) * Number(row.cases);
      level.worth -= (row.came ? 1 : -1) * row.cost;
    }
  };
  // Backwards from now: first what is dated after the last day.
  for (const [day, moved] of byDay) if (day > dayOf(last)) undo(moved);
  for (let at = last; at >= first - count * DAY; at -= DAY) {
    const moved = byDay.get(dayOf(at)) ?? [];
    days.unshift(movedDay(at, moved, level));
    undo(moved);
  }
  return { days: days.slice(count), before: days.slice(0, count) };
}
