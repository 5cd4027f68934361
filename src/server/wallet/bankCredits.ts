/** Credits of a bank become postings: each reference once, whether a call, a statement or a person brings it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { KeptReason } from '#domain/bankKept.ts';
import type { Ctx } from '../calls/handler.ts';
import { walletOwners } from './checkWallets.ts';
import type { BankCredit } from './creditBody.ts';
import { postToWallet } from './wallet.ts';

export interface AccountOwner {
  head: WalletHead;
  owner: string;
}

export type Taken =
  | { outcome: 'posted' | 'known'; ledger_log_id: string; owner: AccountOwner }
  | { outcome: 'unknown_account' | 'differs' | 'out_of_order' };

interface Way {
  provider: string;
  source: 'call' | 'statement' | 'person';
  /** Where a person says whose it is. */
  to?: AccountOwner;
}

/** Whoever looks for a reference and posts it does so alone, in whichever server. */
async function holdBank(ctx: Ctx, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank:${provider}`}, 0))`.execute(ctx.db);
}

/** Posts what is not in the books yet. Kobo inside. Never throws for what a bank may say. */
export async function takeCredit(ctx: Ctx, credit: BankCredit, { provider, source, to }: Way): Promise<Taken> {
  await holdBank(ctx, provider);
  const known = await postedAs(ctx, provider, credit.reference);
  if (known) {
    const same = known.account_number === credit.account_number && known.value_kobo === credit.kobo;
    if (!same) return { outcome: 'differs' };
    if (source === 'statement') await markStated(ctx, provider, credit.reference);
    return { outcome: 'known', ledger_log_id: known.ledger_log_id, owner: known };
  }
  // A person and a statement are late by their nature.
  if (source === 'call' && (await isLate(ctx, provider, credit.sequence))) return { outcome: 'out_of_order' };
  const owner = to ?? (await ownerOfAccount(ctx, provider, credit.account_number));
  if (!owner) return { outcome: 'unknown_account' };
  const ledger_log_id = await postCredit(ctx, owner, credit.account_number, credit.kobo, credit.reference);
  await ctx.db
    .insertInto('bank_credit')
    .values({
      _id: ctx.newId(),
      created: ctx.now,
      provider,
      reference: credit.reference,
      account_number: credit.account_number,
      value_kobo: credit.kobo,
      occurred_at: credit.at,
      sequence: credit.sequence,
      source,
      statement_at: source === 'statement' ? ctx.now : null,
      ledger_log_id,
      created_by: ctx.who.user_id,
    })
    .execute();
  // What was kept of the same credit is settled by this.
  await ctx.db
    .updateTable('bank_kept')
    .set({ state: 'settled', modified: ctx.now, modified_by: ctx.who.user_id, version: sql<number>`version + 1` })
    .where('provider', '=', provider)
    .where('reference', '=', credit.reference)
    .where('account_number', '=', credit.account_number)
    .where('value_kobo', '=', credit.kobo)
    .where('state', '=', 'open')
    .execute();
  return { outcome: 'posted', ledger_log_id, owner };
}

/** B6.4: a credit of x takes x off what the owner owes. `reference`: the bank's, where it has one. Answers the log's id. */
export async function postCredit(
  ctx: Ctx,
  { head, owner }: AccountOwner,
  account_number: string,
  kobo: number,
  reference: string | null,
): Promise<string> {
  const id = await postToWallet(ctx, {
    head,
    owner,
    tag: 'transfer',
    value: kobo,
    effect: -kobo,
    description: `Virtual account ${account_number}${reference === null ? '' : `, bank reference ${reference}`}`,
  });
  const { rows } = await sql<{ name: string }>`select o.name from ${walletOwners} o
    where o.head = ${head} and o._id = ${owner}`.execute(ctx.db);
  await ctx.audit({
    action: 'credit',
    model: head,
    record_id: owner,
    record_label: rows[0]?.name ?? owner,
    after: { account_number, ...(reference === null ? {} : { reference }) },
  });
  return id;
}

interface Posted extends AccountOwner {
  account_number: string;
  value_kobo: number;
  ledger_log_id: string;
}

async function postedAs(ctx: Ctx, provider: string, reference: string): Promise<Posted | null> {
  const { rows } = await sql<Posted>`select c.account_number, c.value_kobo, c.ledger_log_id, w.head, w.owner
    from bank_credit c join ledger_log l on l._id = c.ledger_log_id join ledger w on w._id = l.ledger_id
    where c.provider = ${provider} and c.reference = ${reference}`.execute(ctx.db);
  return rows[0] ?? null;
}

async function markStated(ctx: Ctx, provider: string, reference: string): Promise<void> {
  await ctx.db
    .updateTable('bank_credit')
    .set({ statement_at: ctx.now })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('statement_at', 'is', null)
    .execute();
}

/** A bank that counts its calls: a new credit below the highest that was posted was overtaken, or comes from an old recording. */
async function isLate(ctx: Ctx, provider: string, sequence: number | null): Promise<boolean> {
  if (sequence === null) return false;
  const { rows } = await sql<{ last: number | null }>`select max(sequence) as last from bank_credit
    where provider = ${provider} and source = 'call'`.execute(ctx.db);
  return sequence <= (rows[0]?.last ?? 0);
}

async function ownerOfAccount(ctx: Ctx, provider: string, account: string): Promise<AccountOwner | null> {
  const { rows } = await sql<AccountOwner>`select owner_type as head, owner from virtual_account
    where account_number = ${account} and provider = ${provider} and deleted_at is null`.execute(ctx.db);
  return rows[0] ?? null;
}

export interface ToKeep {
  provider: string;
  source: 'call' | 'statement';
  reason: KeptReason;
  credit: BankCredit | null;
  /** What was sent. */
  body: Buffer;
}

/** Whoever has no secret can fill no table: so many of his calls stand open at a time. */
const MOST_UNKNOWN = 200;

/** Keeps what was not posted for a person. The same body for the same reason is one row. */
export async function keepCredit(ctx: Ctx, { provider, source, reason, credit, body }: ToKeep): Promise<void> {
  const print = createHash('sha256').update(`${provider}\n${source}\n${reason}\n`).update(body).digest('hex');
  if (reason === 'wrong_signature') {
    await sql`select pg_advisory_xact_lock(hashtextextended('bank:strangers', 0))`.execute(ctx.db);
    const { rows } = await sql<{ open: number }>`select count(*) as open from bank_kept
      where reason = 'wrong_signature' and state = 'open' and print <> ${print}`.execute(ctx.db);
    if ((rows[0]?.open ?? 0) >= MOST_UNKNOWN) return;
  }
  // PostgreSQL keeps no NUL.
  const shown = body.toString('utf8').replaceAll('\u0000', '').slice(0, 1_000);
  await sql`insert into bank_kept (_id, created, modified, provider, source, reason, reference, account_number, value_kobo, occurred_at, sequence,
      body, print, last_at)
    values (${ctx.newId()}, ${ctx.now}, ${ctx.now}, ${provider}, ${source}, ${reason}, ${credit?.reference ?? null},
      ${credit?.account_number ?? null}, ${credit?.kobo ?? null}, ${credit?.at ?? null}, ${credit?.sequence ?? null}, ${shown}, ${print}, ${ctx.now})
    on conflict (print) do update set times = bank_kept.times + 1, last_at = excluded.last_at, modified = excluded.modified,
      version = bank_kept.version + 1`.execute(ctx.db);
}
