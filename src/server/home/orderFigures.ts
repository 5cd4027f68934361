/** Orders by day, and waiting orders: to be placed, delivered or paid. */
import { type RawBuilder, sql } from 'kysely';
import type { HomeFigure, HomeFigures } from '#contract/home/homeCalls.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import { BILLED_TAGS } from '#domain/order.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import { figure } from './figure.ts';
import { type Added, comings, dayOf, levels, wholeNaira } from './levels.ts';
import { beganBefore, type Days } from './scope.ts';

const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0);

export type Orders = NonNullable<HomeFigures['orders']>;

/** Orders by the day they were made, with their totals, as the order reports count them. Carts and cancelled orders do not count. */
export async function ordersByDay(ctx: Ctx, groups: RawBuilder<unknown>, days: Days): Promise<Orders> {
  const { rows } = await sql<{ day: number; many: number; value: number }>`
    select (g.created - ${days.before}) / ${DAY} as day, count(*)::int4 as many, sum(g.total_kobo)::int8 as value
    from order_group g where ${groups} and g.tag in ('pending', 'delivered', 'completed')
      and g.created >= ${days.before} and g.created < ${days.to} group by 1`.execute(ctx.db);
  const count = new Array<number>(2 * days.count).fill(0);
  const kobo = new Array<number>(2 * days.count).fill(0);
  for (const { day, many, value } of rows) {
    count[day] = many;
    kobo[day] = value;
  }
  const sum = (of: number[]) => total(of.slice(0, days.count));
  return {
    count: count.slice(days.count),
    amount: kobo.slice(days.count).map(formatMoney),
    before: beganBefore(count) ? { count: sum(count), amount: formatMoney(sum(kobo)) } : null,
  };
}

export const ordersToday = ({ count, amount, before }: Orders): HomeFigure =>
  figure('orders_today', {
    count: count.at(-1) ?? 0,
    amount: amount.at(-1) ?? '0.00',
    yesterday: count.at(-2) ?? 0,
    days: count,
    period: {
      count: total(count),
      amount: formatMoney(total(amount.map(koboOf))),
      before: before?.count ?? null,
    },
  });

/** The waiting orders, their amount and the wait of the oldest. `since`: when an order starts to count as waiting. */
const WAITING = {
  to_deliver: {
    where: sql`g.tag = 'pending'`,
    amount: sql`g.total_kobo`,
    since: sql`coalesce(g.placed_at, g.created)`,
  },
  carts: { where: sql`g.tag = 'draft'`, amount: sql`g.total_kobo`, since: sql`g.created` },
  unpaid: {
    where: sql`g.tag = any(${[...BILLED_TAGS]}) and g.outstanding_kobo < 0`,
    amount: sql`-g.outstanding_kobo`,
    since: sql`g.created`,
  },
} as const;

export async function waitingFigure(
  ctx: Ctx,
  name: keyof typeof WAITING,
  groups: RawBuilder<unknown>,
): Promise<HomeFigure> {
  const { where, amount, since } = WAITING[name];
  return figure(name, await summed(ctx, sql`${groups} and ${where}`, amount, since));
}

/** How many orders waited for their delivery at the end of each of the days. `now`: how many wait. An order that was pending leaves its last time in the log. */
export async function pendingByDay(ctx: Ctx, groups: RawBuilder<unknown>, days: Days, now: number): Promise<number[]> {
  const rows = await comings(
    ctx,
    days,
    sql`order_group g left join lateral (
      select max(t.created) as ended from order_group_log t where t.order_group_id = g._id and t.old_tag = 'pending'
    ) log on true
    where ${groups} and g.modified >= ${days.from} and (g.tag = 'pending' or log.ended is not null)`,
    WAITING.to_deliver.since,
    sql`case when g.tag <> 'pending' then log.ended end`,
  );
  return levels(now, rows, days.count);
}

/** Of what billed orders owe now, how much was ordered by the end of each of the days, in whole naira: how today's debt came about. `now`: all of it, in kobo. */
export async function owingByDay(ctx: Ctx, groups: RawBuilder<unknown>, days: Days, now: number): Promise<number[]> {
  const { rows } = await sql<Added>`
    select ${dayOf(sql`g.created`, days)} as day, sum(-g.outstanding_kobo)::int8 as added
    from order_group g where ${groups} and ${WAITING.unpaid.where} and g.created >= ${days.from} group by 1`.execute(
    ctx.db,
  );
  return wholeNaira(levels(now, rows, days.count));
}

/** Orders of today that are not paid in full. The days: what is still unpaid of the orders of each day, in whole naira. */
export async function unpaidToday(ctx: Ctx, groups: RawBuilder<unknown>, days: Days): Promise<HomeFigure> {
  const { rows } = await sql<{ day: number; many: number; value: number }>`
    select (g.created - ${days.from}) / ${DAY} as day, count(*)::int4 as many, sum(-g.outstanding_kobo)::int8 as value
    from order_group g where ${groups} and g.tag in ('pending', 'delivered', 'completed') and g.outstanding_kobo < 0
      and g.created >= ${days.from} and g.created < ${days.to} group by 1`.execute(ctx.db);
  const kobo = new Array<number>(days.count).fill(0);
  for (const { day, value } of rows) kobo[day] = value;
  const today = rows.find(({ day }) => day === days.count - 1);
  return figure('unpaid_today', {
    count: today?.many ?? 0,
    amount: formatMoney(today?.value ?? 0),
    days: wholeNaira(kobo),
  });
}

async function summed(
  ctx: Ctx,
  where: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): Promise<{ count: number; amount: string; since: number | null }> {
  const { rows } = await sql<{ many: number; value: number; oldest: number | null }>`
    select count(*)::int4 as many, coalesce(sum(${amount}), 0)::int8 as value, min(${since}) as oldest
    from order_group g where ${where}`.execute(ctx.db);
  const { many = 0, value = 0, oldest = null } = rows[0] ?? {};
  return { count: many, amount: formatMoney(value), since: oldest };
}
