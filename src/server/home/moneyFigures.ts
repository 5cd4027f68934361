/** Money that is owed, was paid in, and is with associates. */
import { type RawBuilder, sql } from 'kysely';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';
import { figure } from './figure.ts';
import { type Added, dayOf, levels, wholeNaira } from './levels.ts';
import type { Days } from './scope.ts';

/** The retailers `m` who ordered from a hub; null for all. */
const retailersOf = (hub: string | null) =>
  hub === null
    ? sql``
    : sql` and exists (select 1 from order_group g where g.buyer_id = m._id and g.seller_id = ${hub})`;

/**
 * The debts of retailers by their wallets, computed as in Buyer Reconciliation. Credit of one retailer does not reduce the debt of another. `hub`: null for all
 * retailers, else those who ordered there, as in that report.
 */
export async function owedByRetailers({ db }: Ctx, hub: string | null): Promise<HomeFigure> {
  const { rows } = await sql<{ value: number; people: number }>`
    select coalesce(sum(l.balance_kobo), 0)::int8 as value, count(*)::int4 as people from ledger l
      join buyer m on m._id = l.owner and m.deleted_at is null
    where l.head = 'buyer' and l.subhead = 'wallet' and l.balance_kobo > 0${retailersOf(hub)}`.execute(db);
  const { value = 0, people = 0 } = rows[0] ?? {};
  return figure('owed_by_retailers', { amount: formatMoney(value), of: people });
}

/** The same sum at the end of each of the days, in whole naira. `now`: the present sum in kobo. */
export async function owedByDay({ db }: Ctx, hub: string | null, days: Days, now: number): Promise<number[]> {
  // A posting changes a debt by what it moves above zero; below zero is credit.
  const { rows } = await sql<Added>`
    select ${dayOf(sql`x.created`, days)} as day,
      sum(greatest(x.balance_after_kobo, 0) - greatest(x.balance_after_kobo - x.effect_kobo, 0))::int8 as added
    from ledger l join buyer m on m._id = l.owner and m.deleted_at is null
      join ledger_log x on x.ledger_id = l._id and x.created >= ${days.from}
    where l.head = 'buyer' and l.subhead = 'wallet' and l.modified >= ${days.from}${retailersOf(hub)} group by 1`.execute(
    db,
  );
  return wholeNaira(levels(now, rows, days.count));
}

/** A row of a wallet's log that is money paid in by its owner and not the payment of an order. */
const isDeposit = sql`x.tag in ('cash', 'transfer') and x.ref_type is distinct from 'order_group'`;

/** The wallets `l` of a hub: those of its field people and of the retailers who ordered there. */
const walletsOf = (hub: string) => sql`
  (l.head = 'sales_officer' and exists (select 1 from sales_officer m where m._id = l.owner and m.seller_id = ${hub})
    or l.head = 'buyer' and exists (select 1 from order_group g where g.buyer_id = l.owner and g.seller_id = ${hub}))`;

/** Money paid in today and on each of the days, including by banks. Reads only wallets that moved in these days. `hub`: null for all. */
export async function depositsToday({ db }: Ctx, days: Days, hub: string | null): Promise<HomeFigure> {
  const { rows } = await sql<{ day: number; value: number; many: number }>`
    select (x.created - ${days.from}) / ${DAY} as day, sum(-x.effect_kobo)::int8 as value, count(*)::int4 as many
    from ledger l join ledger_log x on x.ledger_id = l._id and x.created >= ${days.from} and x.created < ${days.to}
    where l.modified >= ${days.from} and ${isDeposit} ${hub === null ? sql`` : sql`and ${walletsOf(hub)}`} group by 1`.execute(
    db,
  );
  const today = rows.find(({ day }) => day === days.count - 1);
  const many = new Array<number>(days.count).fill(0);
  for (const one of rows) many[one.day] = one.many;
  return figure('deposits_today', {
    amount: formatMoney(today?.value ?? 0),
    count: today?.many ?? 0,
    days: many,
    period: {
      count: many.reduce((sum, one) => sum + one, 0),
      amount: formatMoney(rows.reduce((sum, { value }) => sum + value, 0)),
      before: null,
    },
  });
}

/**
 * The cash of associates, in kobo: collected for orders, less paid in. `officers`: a condition on sales_officer `m`. People without cash are left out; below
 * zero means that more was paid in than collected.
 */
export async function cashOf(db: Db, officers: RawBuilder<unknown>): Promise<{ _id: string; cash: number }[]> {
  const { rows } = await sql<{ _id: string; cash: number }>`
    select m._id, sums.cash from sales_officer m join ledger l on l.head = 'sales_officer' and l.subhead = 'wallet' and l.owner = m._id
      join lateral (select coalesce(sum(x.effect_kobo), 0)::int8 as cash from ledger_log x
        where x.ledger_id = l._id and x.tag in ('cash', 'transfer')) sums on sums.cash <> 0
    where ${officers} order by m._id`.execute(db);
  return rows;
}

/** The cash of each associate at the end of each of the days, in kobo. `now`: the present cash by the associate's id. `officers`: as in {@link cashOf}. */
export async function cashByDay(
  db: Db,
  officers: RawBuilder<unknown>,
  now: ReadonlyMap<string, number>,
  days: Days,
): Promise<number[][]> {
  const { rows } = await sql<Added & { _id: string }>`
    select m._id, ${dayOf(sql`x.created`, days)} as day, sum(x.effect_kobo)::int8 as added
    from sales_officer m join ledger l on l.head = 'sales_officer' and l.subhead = 'wallet' and l.owner = m._id
      join ledger_log x on x.ledger_id = l._id and x.tag in ('cash', 'transfer') and x.created >= ${days.from}
    where ${officers} and l.modified >= ${days.from} group by 1, 2`.execute(db);
  const byPerson = new Map<string, Added[]>();
  for (const row of rows) byPerson.set(row._id, [...(byPerson.get(row._id) ?? []), row]);
  return [...new Set([...now.keys(), ...byPerson.keys()])].map((id) =>
    levels(now.get(id) ?? 0, byPerson.get(id) ?? [], days.count),
  );
}

/** `hub`: null for all hubs. */
export async function cashWithAssociates({ db }: Ctx, hub: string | null, days: Days): Promise<HomeFigure> {
  const own = hub === null ? sql`m.deleted_at is null` : sql`m.deleted_at is null and m.seller_id = ${hub}`;
  const now = new Map((await cashOf(db, own)).map(({ _id, cash }) => [_id, cash]));
  const having = [...now.values()].filter((cash) => cash > 0);
  const value = having.reduce((sum, cash) => sum + cash, 0);
  const byDay = await cashByDay(db, own, now, days);
  const held = Array.from({ length: days.count }, (_, day) =>
    byDay.reduce((sum, of) => sum + Math.max(0, of[day] ?? 0), 0),
  );
  return figure('cash_with_associates', { amount: formatMoney(value), of: having.length, days: wholeNaira(held) });
}
