/** Reads of wallets and their logs by owner (B6.1, B6.7). */
import { type RawBuilder, sql } from 'kysely';
import { ledgerOfOwner, logsOfLedger } from '#contract/wallet/walletCalls.ts';
import { MAX_PER_PAGE, MAX_SEARCH } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { containsPattern } from '../db/containsPattern.ts';
import { countRows } from '../db/reads.ts';
import { wholeNumber } from '../resources/list.ts';
import { ownerOf, walletById } from './owner.ts';
import { virtualAccountOf } from './virtualAccounts.ts';
import { shownLogs, walletLogRows, wholeLog } from './walletLogs.ts';

export const walletHandlers: Handler[] = [
  handle(ledgerOfOwner, async ({ head, subhead = 'wallet', owner }, ctx) => {
    const owner_object = await ownerOf(ctx, head, owner);
    const rows = await ctx.db
      .selectFrom('ledger')
      .select(['_id', 'balance_kobo'])
      .where('head', '=', head)
      .where('subhead', '=', subhead)
      .where('owner', '=', owner)
      .execute();
    const balance = rows[0]?.balance_kobo ?? 0;
    return {
      _id: rows[0]?._id ?? '',
      head,
      subhead,
      owner,
      owner_object,
      balance: formatMoney(balance),
      shown_balance: formatMoney(balance === 0 ? 0 : -balance),
      ledger_tags: { virtual_account: await virtualAccountOf(ctx, head, owner) },
    };
  }),
  handle(logsOfLedger, async (input, ctx) => {
    const ledger = await walletById(ctx, input.ledger_id);
    if (!ledger) throw notFound('Ledger');
    await ownerOf(ctx, ledger.head, ledger.owner);
    const conditions: RawBuilder<unknown>[] = [sql`l.ledger_id = ${input.ledger_id}`, shownLogs(ctx)];
    if (input.from_timestamp !== undefined) conditions.push(sql`l.created >= ${input.from_timestamp}`);
    if (input.to_timestamp !== undefined) conditions.push(sql`l.created < ${input.to_timestamp}`);
    for (const word of (input.search ?? '').slice(0, MAX_SEARCH).split(/\s+/u).filter(Boolean)) {
      const like = containsPattern(word);
      conditions.push(sql`searchable(l.description || ' ' || l.tag) like ${like}`);
    }
    const where = sql.join(conditions, sql` and `);
    if (input.page === undefined) return wholeLog(ctx, input.ledger_id, where);
    const page = wholeNumber(input.page, 'page', 1);
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '30', 'per_page', 1));
    const total = await countRows(ctx.db, sql`ledger_log l where ${where}`);
    return {
      rows: await walletLogRows(ctx, input.ledger_id, where, sql`limit ${perPage} offset ${(page - 1) * perPage}`),
      total,
      page,
      per_page: perPage,
    };
  }),
];
