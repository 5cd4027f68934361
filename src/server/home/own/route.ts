/** The route of a field person: the retailers of the person's route plan, who is visited next, and what these retailers order at the own hub (decision 1520). */
import { type RawBuilder, sql } from 'kysely';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import { type MyVisits, myVisits, VISIT_ROWS } from '#contract/home/visitCalls.ts';
import { isAssociate } from '#domain/home.ts';
import { formatMoney } from '#domain/money.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { visitDay } from '#domain/routePlan.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { figure } from '../figure.ts';
import { dayOf } from '../levels.ts';
import { associateOf, type Days } from '../scope.ts';

/** Selects the ids of the active retailers whom the officer visits. */
const retailersOf = (officer: string) => sql`(select r.buyer_id from route_plan r
  join buyer b on b._id = r.buyer_id and b.status = 'active' and b.deleted_at is null
  where r.sales_officer_id = ${officer} and r.status = 'active' and r.deleted_at is null)`;

/** The orders `g` that are the person's business: those that the person delivers, and those of the person's retailers at the own hub. */
export const ordersOf = (officer: string, hub: string): RawBuilder<unknown> =>
  sql`g.deleted_at is null and g.seller_id = ${hub} and (g.sales_officer_id = ${officer} or g.buyer_id in ${retailersOf(officer)})`;

/** The retailers of the route, how many of them ordered in the days, and how many on each of the days. */
export async function routeFigure({ db }: Ctx, officer: string, hub: string, days: Days): Promise<HomeFigure> {
  const counted = sql`order_group g where g.deleted_at is null and g.seller_id = ${hub} and g.tag = any(${[...COUNTED_TAGS]})
    and g.buyer_id in ${retailersOf(officer)} and g.created >= ${days.from} and g.created < ${days.to}`;
  const { rows: sums } = await sql<{ many: number; ordered: number }>`
    select (select count(distinct buyer_id) from ${retailersOf(officer)} route)::int4 as many,
      (select count(distinct g.buyer_id) from ${counted})::int4 as ordered`.execute(db);
  const { rows } = await sql<{ day: number; many: number }>`
    select ${dayOf(sql`g.created`, days)} as day, count(distinct g.buyer_id)::int4 as many from ${counted} group by 1`.execute(
    db,
  );
  const byDay = new Array<number>(days.count).fill(0);
  for (const { day, many } of rows) byDay[day] = many;
  const { many = 0, ordered = 0 } = sums[0] ?? {};
  return figure('my_retailers', { count: many, of: ordered, days: byDay });
}

/** The most days ahead at which a visit is looked for: a plan of one week of the month may be a month away. */
const AHEAD = 35;

/** The start of the next day with visits, today first, or null without any. */
async function nextDay({ db, now }: Ctx, officer: string): Promise<number | null> {
  const { rows: plans } = await sql<{ day: number; week: number }>`select distinct r.day, r.week from route_plan r
    where r.sales_officer_id = ${officer} and r.status = 'active' and r.deleted_at is null and r.buyer_id in ${retailersOf(officer)}`.execute(
    db,
  );
  const today = startOfDay(now);
  for (let ahead = 0; ahead < AHEAD; ahead += 1) {
    const start = today + ahead * DAY;
    const { day, week } = visitDay(start);
    if (plans.some((plan) => plan.day === day && (plan.week === 0 || plan.week === week))) return start;
  }
  return null;
}

export const visitsHandler = handle(myVisits, async (_input, ctx): Promise<MyVisits> => {
  const officer = isAssociate(ctx.who) ? await associateOf(ctx.db, ctx.who) : null;
  const start = officer === null ? null : await nextDay(ctx, officer);
  if (officer === null || start === null) return { day: null, total: 0, rows: [] };
  const { day, week } = visitDay(start);
  const { rows } = await sql<{
    buyer_id: string;
    name: string;
    address: string;
    phone: string;
    at: number | null;
    amount: number | null;
    total: number;
  }>`
    select b._id as buyer_id, b.name, concat_ws(', ', nullif(b.address, ''), place.name) as address, b.phone, g.created as at, g.total_kobo as amount,
      count(*) over ()::int4 as total
    from (select buyer_id, min(index) as place from route_plan where sales_officer_id = ${officer} and status = 'active' and deleted_at is null
        and day = ${day} and week in (0, ${week}) group by 1) r
      join buyer b on b._id = r.buyer_id and b.status = 'active' and b.deleted_at is null
      left join location place on place._id = b.location_id
      left join lateral (select g.created, g.total_kobo from order_group g where g.buyer_id = b._id and g.seller_id = ${ctx.who.seller_id ?? ''}
        and g.tag = any(${[...COUNTED_TAGS]}) and g.deleted_at is null order by g.created desc limit 1) g on true
    order by r.place, b.name_key, b._id limit ${VISIT_ROWS}`.execute(ctx.db);
  return {
    day: start,
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ at, amount, total: _total, ...row }) => ({
      ...row,
      last: at === null ? null : { at, amount: formatMoney(amount ?? 0) },
    })),
  };
});
