/** The cases that hubs received and issued by day, and the present stock. */
import { type RawBuilder, sql } from 'kysely';
import type { HomeFigure, HomeFigures } from '#contract/home/homeCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import { joinHubPrice } from '../catalogue/hubPrice.ts';
import { MOVEMENTS, roundedValue } from '../stock/reportRules.ts';
import { figure } from './figure.ts';
import { comings, dayOf, levels } from './levels.ts';
import { beganBefore, type Days } from './scope.ts';

/** Movements between parties. An opening or a count of the stock is none. */
const MOVED = ['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer'];
/** Named for the sake of the report's index, which is sorted by them. */
const KINDS_OF_LOG = [...MOVED, 'opening', 'adjustment'];
const { shipment_received: RECEIVED, stock_issued: ISSUED } = MOVEMENTS;
/** The embedded database has one session: a statement over more days would block all other calls for too long. */
const PART_DAYS = 10;

type Cases = NonNullable<HomeFigures['cases']>;
/** Cases of each of the days: all that came in and went out, and what the inventory report calls received and issued. */
interface CasesByDay {
  shown: Cases;
  received: number[];
  issued: number[];
}
const toTenth = (cases: number) => Math.round(cases * 10) / 10;
/** Rounded as in the inventory report, so that a figure equals the report that it opens. */
const toHundredth = (cases: number) => Math.round(cases * 100) / 100;
const WAYS = ['came', 'gone', 'received', 'issued'] as const;

/** Cases by the day of the transfer, in whole tenths; products have cases of different sizes, so units cannot be added. */
export async function casesByDay(ctx: Ctx, warehouses: readonly string[], days: Days): Promise<CasesByDay> {
  const empty = () => new Array<number>(2 * days.count).fill(0);
  const of = { came: empty(), gone: empty(), received: empty(), issued: empty() };
  const step = ctx.database.oneSession ? PART_DAYS * DAY : days.to - days.before;
  for (let from = days.before; from < days.to && warehouses.length > 0; from += step) {
    // Units are added by day and product inside the report's index; only these few sums meet the products.
    const units = (fits: RawBuilder<unknown>) => sql`coalesce(sum(abs(wl.quantity)) filter (where ${fits}), 0)::int8`;
    const { rows } = await sql<Record<(typeof WAYS)[number] | 'day', number>>`
      select d.day, ${sql.join(WAYS.map((way) => sql`sum(d.${sql.id(way)}::float8 / p.case_count) as ${sql.id(way)}`))}
      from (
        select (wl.timestamp - ${days.before}) / ${DAY} as day, wl.product_id,
          ${units(sql`wl.quantity > 0`)} as came, ${units(sql`wl.quantity < 0`)} as gone,
          ${units(sql`wl.kind = ${RECEIVED.kind} and wl.quantity > 0`)} as received,
          ${units(sql`wl.kind = ${ISSUED.kind} and wl.quantity < 0`)} as issued
        from warehouse_log wl where wl.warehouse_id = any(${[...warehouses]}) and wl.kind = any(${MOVED})
          and wl.timestamp >= ${from} and wl.timestamp < ${Math.min(from + step, days.to)}
        group by 1, 2
      ) d join product p on p._id = d.product_id group by 1`.execute(ctx.db);
    for (const row of rows) for (const way of WAYS) of[way][row.day] = row[way];
  }
  const before = (cases: number[]) => toTenth(cases.slice(0, days.count).reduce((sum, one) => sum + one, 0));
  const shown = (cases: number[]) => cases.slice(days.count).map(toTenth);
  return {
    shown: {
      in: shown(of.came),
      out: shown(of.gone),
      before: beganBefore(of.came, of.gone) ? { in: before(of.came), out: before(of.gone) } : null,
    },
    received: of.received.slice(days.count).map(toHundredth),
    issued: of.issued.slice(days.count).map(toHundredth),
  };
}

/** Cases received or issued today, compared with yesterday, computed as in the inventory report. */
export function movedToday(name: 'received_today' | 'issued_today', { received, issued }: CasesByDay): HomeFigure {
  const days = name === 'received_today' ? received : issued;
  return figure(name, { count: days.at(-1) ?? 0, yesterday: days.at(-2) ?? 0, days });
}

/**
 * The cases in these warehouses and their value: at cost for people who see costs (B4.5), else at the hub's own prices. A cost that is not known is
 * the product's price, as in the inventory report (B4).
 */
export async function stockFigure(ctx: Ctx, warehouses: readonly string[]): Promise<HomeFigure> {
  const seesCost = can(ctx.who, 'view_warehouses');
  const price = seesCost ? sql`coalesce(wp.cost_price_kobo, p.price_kobo)` : sql`coalesce(sp.price_kobo, p.price_kobo)`;
  const { rows } = await sql<{ cases: number; value: number; products: number }>`
    select coalesce(sum(wp.quantity::float8 / p.case_count), 0) as cases, count(distinct wp.product_id)::int4 as products,
      coalesce(sum(${roundedValue(sql`wp.quantity`, price)}), 0)::int8 as value
    from warehouse_product wp join product p on p._id = wp.product_id join warehouse w on w._id = wp.warehouse_id
      ${seesCost ? sql`` : joinHubPrice('w.parent', 'p._id')}
    where wp.warehouse_id = any(${[...warehouses]}) and wp.quantity <> 0`.execute(ctx.db);
  const { cases = 0, value = 0, products = 0 } = rows[0] ?? {};
  return figure('stock', { count: toTenth(cases), amount: formatMoney(value), of: products });
}

/** The cases in these warehouses at the end of each of the days, by the day of the movement. `now`: the present cases. */
export async function casesHeld(ctx: Ctx, warehouses: readonly string[], days: Days, now: number): Promise<number[]> {
  const added: { day: number; added: number }[] = [];
  const step = ctx.database.oneSession ? PART_DAYS * DAY : days.to - days.from;
  // The first day is not read: only what later days added leads back to it.
  for (let from = days.from + DAY; from < days.to && warehouses.length > 0; from += step) {
    const { rows } = await sql<(typeof added)[number]>`
      select d.day, sum(d.units::float8 / p.case_count) as added from (
        select ${dayOf(sql`wl.timestamp`, days)} as day, wl.product_id, sum(wl.quantity)::int8 as units
        from warehouse_log wl where wl.warehouse_id = any(${[...warehouses]}) and wl.kind = any(${KINDS_OF_LOG})
          and wl.timestamp >= ${from} and wl.timestamp < ${Math.min(from + step, days.to)}
        group by 1, 2
      ) d join product p on p._id = d.product_id group by 1`.execute(ctx.db);
    added.push(...rows);
  }
  return levels(now, added, days.count).map(toTenth);
}

/** Transfers into hubs, or into one, that are not completed. `since`: the earliest day of one. */
export async function expectedFigure(ctx: Ctx, hub: string | null, days: Days): Promise<HomeFigure> {
  const own = hub === null ? sql`` : sql` and destination = ${hub}`;
  const { rows } = await sql<{ many: number; lines: number; since: number | null }>`
    select count(*)::int4 as many, coalesce(sum(item_count), 0)::int4 as lines, min(timestamp) as since from purchase_order
    where tag = 'purchase_order' and deleted_at is null and destination_type = 'seller'${own}`.execute(ctx.db);
  const { many = 0, lines = 0, since = null } = rows[0] ?? {};
  const moved = await comings(
    ctx,
    days,
    sql`purchase_order where deleted_at is null and destination_type = 'seller' and modified >= ${days.from}
      and (tag = 'purchase_order' or executed_at is not null)${own}`,
    sql`created`,
    sql`case when tag <> 'purchase_order' then executed_at end`,
  );
  return figure('expected', { count: many, of: lines, since, days: levels(many, moved, days.count) });
}
