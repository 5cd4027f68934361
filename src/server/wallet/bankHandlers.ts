/** Handlers for credits that were not posted (a person decides), and the import of the bank's daily statement (B9.3). */
import { type RawBuilder, sql } from 'kysely';
import {
  type BankCreditRow,
  dismissKept,
  importStatement,
  type KeptCredit,
  keptCredits,
  postKept,
  unstatedCredits,
} from '#contract/wallet/bankCalls.ts';
import { canPost, KEPT_WORDS, type KeptReason } from '#domain/bankKept.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { DAY, LAGOS_OFFSET } from '#domain/time.ts';
import { type Ctx, type Handler, handle, handleRows } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { countRows } from '../db/reads.ts';
import { wholeNumber } from '../resources/list.ts';
import { personOf } from '../resources/rows.ts';
import { type AccountOwner, storeUnpostedCredit, takeCredit } from './bankCredits.ts';
import { bankProvider } from './bankProvider.ts';
import { walletOwners } from './checkWallets.ts';
import { ownerOf } from './owner.ts';

export function bankHandlers(config: Config): Handler[] {
  const provider = bankProvider(config)?.name ?? null;
  return [
    handle(keptCredits, async (input, ctx) => {
      const where = input.state ? sql`k.state = ${input.state}` : sql`true`;
      return paged(ctx, input, sql`bank_kept k where ${where}`, async (part) => {
        const { rows } = await sql<KeptRow>`select k._id, k.created, k.modified, k.version, null as created_by,
            ${personOf('k.modified_by')} as modified_by, k.source, k.reason, k.reference, k.account_number, k.value_kobo, k.occurred_at,
            k.body, k.times, k.last_at, k.state, k.note, ${ownerColumn('k')} as owner
          from bank_kept k where ${where} order by k.last_at desc, k._id desc ${part}`.execute(ctx.db);
        return rows.map(({ value_kobo, ...row }): KeptCredit => ({ ...row, value: naira(value_kobo) }));
      });
    }),
    handle(postKept, async ({ _id, head, owner }, ctx) => {
      const kept = await openKept(ctx, _id);
      const { reference, account_number, value_kobo: kobo, occurred_at: at, sequence } = kept;
      if (!canPost(kept.reason) || reference === null || account_number === null || kobo === null || at === null)
        throw new Refusal('bad_transition', `${KEPT_WORDS[kept.reason].what} It cannot be posted.`);
      const to = await chosenOwner(ctx, head, owner);
      const credit = { reference, account_number, kobo, at, sequence };
      const taken = await takeCredit(ctx, credit, { provider: kept.provider, source: 'person', ...(to ? { to } : {}) });
      if (taken.outcome === 'unknown_account') throw invalid({ owner: 'Choose whose money it is.' });
      if (taken.outcome !== 'posted') throw new Refusal('duplicate', 'This credit was posted already.');
      await close(ctx, _id, 'posted', null);
      ctx.setMessage('Credit posted.');
      return { _id, ledger_log_id: taken.ledger_log_id };
    }),
    handle(dismissKept, async ({ _id, note }, ctx) => {
      await openKept(ctx, _id);
      await close(ctx, _id, 'dismissed', note);
      ctx.setMessage('Dismissed.');
      return { _id };
    }),
    handleRows(importStatement, async ({ reference, account_number, value, occurred_at }, ctx) => {
      if (!provider) throw new Refusal('not_set_up', 'No bank is set up on this server.');
      if (!/^[\w./:-]{1,100}$/.test(reference)) throw invalid({ reference: 'Reference is not valid.' });
      if (!/^\d{6,20}$/.test(account_number))
        throw invalid({ account_number: 'Account number must be 6 to 20 digits.' });
      if (value <= 0) throw invalid({ value: 'Amount must be more than 0.' });
      const credit = { reference, account_number, kobo: value, at: occurred_at, sequence: null };
      const taken = await takeCredit(ctx, credit, { provider, source: 'statement' });
      if (taken.outcome === 'differs') throw new Refusal('conflict', KEPT_WORDS.differs.what);
      if (taken.outcome === 'unknown_account') {
        const body = Buffer.from(
          JSON.stringify({ reference, account_number, amount: formatMoney(value), occurred_at }),
        );
        await storeUnpostedCredit(ctx, { provider, source: 'statement', reason: 'unknown_account', credit, body });
        ctx.setMessage('Kept for a person: no wallet has this account number.');
      } else ctx.setMessage(taken.outcome === 'known' ? 'Known: it was posted before.' : 'Posted.');
      return { outcome: taken.outcome };
    }),
    handle(unstatedCredits, async (input, ctx) => {
      // Today's statement may still list the credit, so only days before the newest imported statement count.
      const from = sql`bank_credit c where c.statement_at is null and c.occurred_at < (
        select (max(s.occurred_at) + ${LAGOS_OFFSET}::int8) / ${DAY}::int8 * ${DAY}::int8 - ${LAGOS_OFFSET}::int8 from bank_credit s where s.provider = c.provider and s.statement_at is not null)`;
      return paged(ctx, input, from, async (part) => {
        const { rows } = await sql<
          Omit<BankCreditRow, 'value'> & { value_kobo: number }
        >`select c._id, c.created, c.reference, c.account_number,
            c.value_kobo, c.occurred_at, c.source,
            (select json_build_object('_id', w.owner, 'head', w.head, 'name', o.name) from ledger_log l join ledger w on w._id = l.ledger_id
              join ${walletOwners} o on o.head = w.head and o._id = w.owner where l._id = c.ledger_log_id) as owner
          from ${from} order by c.occurred_at, c._id ${part}`.execute(ctx.db);
        return rows.map(({ value_kobo, ...row }) => ({ ...row, value: formatMoney(value_kobo) }));
      });
    }),
  ];
}

interface LockedCredit {
  provider: string;
  reason: KeptReason;
  reference: string | null;
  account_number: string | null;
  value_kobo: number | null;
  occurred_at: number | null;
  sequence: number | null;
  state: KeptCredit['state'];
}
type KeptRow = Omit<KeptCredit, 'value'> & { value_kobo: number | null };

const naira = (kobo: number | null) => (kobo === null ? null : formatMoney(kobo));

/** The current owner of the account, as {_id, head, name}. */
const ownerColumn = (row: string): RawBuilder<unknown> =>
  sql`(select json_build_object('_id', a.owner, 'head', a.owner_type, 'name', o.name) from virtual_account a
    join ${walletOwners} o on o.head = a.owner_type and o._id = a.owner
    where a.account_number = ${sql.ref(`${row}.account_number`)} and a.provider = ${sql.ref(`${row}.provider`)} and a.deleted_at is null)`;

async function openKept(ctx: Ctx, _id: string): Promise<LockedCredit> {
  const { rows } =
    await sql<LockedCredit>`select provider, reason, reference, account_number, value_kobo, occurred_at, sequence, state
    from bank_kept where _id = ${_id} for update`.execute(ctx.db);
  const [kept] = rows;
  if (!kept) throw notFound('Kept credit');
  if (kept.state !== 'open') throw new Refusal('bad_transition', `This credit is ${kept.state} already.`);
  return kept;
}

async function chosenOwner(ctx: Ctx, head: AccountOwner['head'] | undefined, owner: string | undefined) {
  if (head === undefined && owner === undefined) return null;
  if (head === undefined || owner === undefined) throw invalid({ owner: 'Choose whose money it is.' });
  await ownerOf(ctx, head, owner);
  return { head, owner };
}

async function close(ctx: Ctx, _id: string, state: 'posted' | 'dismissed', note: string | null): Promise<void> {
  await ctx.db
    .updateTable('bank_kept')
    .set({ state, note, modified: ctx.now, modified_by: ctx.who.user_id, version: sql<number>`version + 1` })
    .where('_id', '=', _id)
    .execute();
  await ctx.audit({
    action: state === 'posted' ? 'post' : 'dismiss',
    model: 'bank_kept',
    record_id: _id,
    record_label: 'Kept credit',
    after: { state, ...(note === null ? {} : { note }) },
  });
}

async function paged<T>(
  ctx: Ctx,
  input: { page?: string; per_page?: string },
  from: RawBuilder<unknown>,
  read: (part: RawBuilder<unknown>) => Promise<T[]>,
) {
  const page = wholeNumber(input.page ?? '1', 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '30', 'per_page', 1));
  const total = await countRows(ctx.db, from);
  return {
    rows: await read(sql`limit ${perPage} offset ${(page - 1) * perPage}`),
    total,
    page,
    per_page: perPage,
  };
}
