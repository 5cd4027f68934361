import { type RawBuilder, sql } from 'kysely';
import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { MAX_WALLET_LOGS } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { countRows } from '../db/reads.ts';
import { wholeOf } from '../resources/list.ts';
import { neverChanged, person } from '../resources/rows.ts';

type LogRow = Omit<
  LedgerLog,
  'value' | 'effect' | 'balance_after' | 'modified' | 'version' | 'created_by' | 'modified_by'
> & {
  value_kobo: number;
  effect_kobo: number;
  balance_after_kobo: number;
  by_id: string | null;
  by_name: string | null;
};

/** Hubs can share a retailer's wallet. A hub role sees the rows of its own hub's orders and the rows that belong to no order (B6.7). */
export const shownLogs = ({ who }: Ctx): RawBuilder<unknown> =>
  isHubSide(who.role)
    ? sql`(l.ref_type is distinct from 'order_group' or exists (select 1 from order_group own
        where own._id = l.ref_id and own.seller_id = ${who.seller_id ?? ''}))`
    : sql`true`;

/**
 * Log rows of one wallet, newest first. The balance after a row follows that order: it is the balance of the wallet without the rows above. The stored balance
 * follows the order of booking, which is another one where a row has an earlier date than a row that was booked before (decision 1540).
 */
export async function walletLogRows(
  ctx: Ctx,
  wallet: string | RawBuilder<string>,
  where: RawBuilder<unknown>,
  limit = sql``,
): Promise<LedgerLog[]> {
  const { rows } = await sql<LogRow>`select l._id, l.ledger_id, l.created, l.tag, l.value_kobo, l.effect_kobo,
      (w.balance_kobo - l.above_kobo)::int8 as balance_after_kobo, l.description, l.ref_type, l.ref_id, l.created_by as by_id, u.name as by_name,
      exists (select 1 from ledger_log back where back.ref_type = 'ledger_log' and back.ref_id = l._id) as taken_back,
      (select shop.name from order_group own join buyer shop on shop._id = own.buyer_id
        where l.ref_type = 'order_group' and own._id = l.ref_id) as retailer
    from (select x.*, coalesce(sum(x.effect_kobo) over (order by x.created desc, x._id desc
        rows between unbounded preceding and 1 preceding), 0) as above_kobo
        from ledger_log x where x.ledger_id = ${wallet}) l
      join ledger w on w._id = l.ledger_id left join user_account u on u._id = l.created_by
    where ${where} and ${shownLogs(ctx)} order by l.created desc, l._id desc ${limit}`.execute(ctx.db);
  return rows.map(({ value_kobo, effect_kobo, balance_after_kobo, by_id, by_name, ...row }) => ({
    ...row,
    ...neverChanged(row.created, person(by_id, by_name)),
    value: formatMoney(value_kobo),
    effect: formatMoney(effect_kobo),
    balance_after: formatMoney(balance_after_kobo),
  }));
}

/** The whole log, newest first. Throws when it is too long, because half a log would be taken for the whole. */
export function wholeLog(ctx: Ctx, wallet: string, where: RawBuilder<unknown>): Promise<LedgerLog[]> {
  return wholeOf((limit) => walletLogRows(ctx, wallet, where, limit));
}

/**
 * The wallet log for the reconciliation of an order (B5.15), newest first. Of a log longer than MAX_WALLET_LOGS it returns the newest rows and every
 * row of this order. `total` is the number of all rows.
 */
export async function logsAround(
  ctx: Ctx,
  wallet: string,
  orderGroup: string,
): Promise<{ logs: LedgerLog[]; total: number }> {
  const newest = await walletLogRows(ctx, wallet, sql`true`, sql`limit ${MAX_WALLET_LOGS}`);
  const last = newest.at(-1);
  if (!last || newest.length < MAX_WALLET_LOGS) return { logs: newest, total: newest.length };
  const older = await walletLogRows(
    ctx,
    wallet,
    sql`l.ref_type = 'order_group' and l.ref_id = ${orderGroup} and (l.created, l._id) < (${last.created}::int8, ${last._id})`,
  );
  const total = await countRows(ctx.db, sql`ledger_log l where l.ledger_id = ${wallet} and ${shownLogs(ctx)}`);
  return { logs: [...newest, ...older], total };
}
