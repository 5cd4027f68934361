import { type RawBuilder, sql } from 'kysely';
import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../answer.ts';
import { wholeOf } from '../models/list.ts';
import { person } from '../models/rows.ts';
import type { Refusal } from '../refusal.ts';

type LogRow = Omit<LedgerLog, 'value' | 'effect' | 'balance_after' | 'created_by'> & {
  value_kobo: number;
  effect_kobo: number;
  balance_after_kobo: number;
  by_id: string | null;
  by_name: string | null;
};

/** B6.7: of a wallet that hubs share, a hub-side role sees what its own hub's orders did and what no order did. */
export const shownLogs = ({ who }: Ctx): RawBuilder<unknown> =>
  isHubSide(who.role)
    ? sql`(l.ref_type is distinct from 'order_group' or exists (select 1 from order_group own
        where own._id = l.ref_id and own.seller_id = ${who.seller_id ?? ''}))`
    : sql`true`;

/** Newest first. */
export async function logRows(ctx: Ctx, where: RawBuilder<unknown>, limit = sql``): Promise<LedgerLog[]> {
  const { rows } = await sql<LogRow>`select l._id, l.ledger_id, l.created, l.tag, l.value_kobo, l.effect_kobo,
      l.balance_after_kobo, l.description, l.ref_type, l.ref_id, l.created_by as by_id, u.name as by_name
    from ledger_log l left join user_account u on u._id = l.created_by
    where ${where} and ${shownLogs(ctx)} order by l.created desc, l._id desc ${limit}`.execute(ctx.db);
  return rows.map(({ value_kobo, effect_kobo, balance_after_kobo, by_id, by_name, ...row }) => ({
    ...row,
    value: formatMoney(value_kobo),
    effect: formatMoney(effect_kobo),
    balance_after: formatMoney(balance_after_kobo),
    created_by: person(by_id, by_name),
  }));
}

/** All of them, newest first; beyond `most` nothing but the refusal: half a log would be taken for a whole one. */
export function wholeLog(ctx: Ctx, where: RawBuilder<unknown>, most?: number, refusal?: Refusal): Promise<LedgerLog[]> {
  return wholeOf((limit) => logRows(ctx, where, limit), most, refusal);
}
