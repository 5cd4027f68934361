/** Money that is owed, was paid in, and is with associates. */
import { type RawBuilder, sql } from 'kysely';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import { formatMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';
import { figure } from './figure.ts';
import type { Days } from './scope.ts';

/** What retailers owe by their wallets. What others have in credit does not make it smaller. */
export async function owedByRetailers({ db }: Ctx): Promise<HomeFigure> {
  const { rows } = await sql<{ value: number; people: number }>`
    select coalesce(sum(balance_kobo), 0)::int8 as value, count(*)::int4 as people from ledger
    where head = 'buyer' and subhead = 'wallet' and balance_kobo > 0`.execute(db);
  return figure('owed_by_retailers', { amount: formatMoney(rows[0]?.value ?? 0), of: rows[0]?.people ?? 0 });
}

/** A row of a wallet's log that is money paid in by its owner, and no payment of an order. */
const isDeposit = sql`x.tag in ('cash', 'transfer') and x.ref_type is distinct from 'order_group'`;

/** What was paid in today, also by banks. Only wallets that moved today are looked at. */
export async function depositsToday({ db }: Ctx, { today, to }: Days): Promise<HomeFigure> {
  const { rows } = await sql<{ value: number; many: number }>`
    select coalesce(sum(-x.effect_kobo), 0)::int8 as value, count(*)::int4 as many
    from ledger l join ledger_log x on x.ledger_id = l._id and x.created >= ${today} and x.created < ${to}
    where l.modified >= ${today} and ${isDeposit}`.execute(db);
  return figure('deposits_today', { amount: formatMoney(rows[0]?.value ?? 0), count: rows[0]?.many ?? 0 });
}

/**
 * The cash of associates, in kobo: what they took for orders, less what they paid in. `officers`: a condition on sales_officer `m`. People without
 * cash are left out; below zero means that more was paid in than taken.
 */
export async function cashOf(db: Db, officers: RawBuilder<unknown>): Promise<{ _id: string; cash: number }[]> {
  const { rows } = await sql<{ _id: string; cash: number }>`
    select m._id, sums.cash from sales_officer m join ledger l on l.head = 'sales_officer' and l.subhead = 'wallet' and l.owner = m._id
      join lateral (select coalesce(sum(x.effect_kobo), 0)::int8 as cash from ledger_log x
        where x.ledger_id = l._id and x.tag in ('cash', 'transfer')) sums on sums.cash <> 0
    where ${officers} order by m._id`.execute(db);
  return rows;
}

/** `hub`: null for all hubs. */
export async function cashWithAssociates({ db }: Ctx, hub: string | null): Promise<HomeFigure> {
  const own = hub === null ? sql`m.deleted_at is null` : sql`m.deleted_at is null and m.seller_id = ${hub}`;
  const having = (await cashOf(db, own)).filter(({ cash }) => cash > 0);
  const value = having.reduce((sum, { cash }) => sum + cash, 0);
  return figure('cash_with_associates', { amount: formatMoney(value), of: having.length });
}
