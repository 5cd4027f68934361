/** Posts credits of a bank to wallets, each reference once, whether the bank's request, a statement or a person brings it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { KeptReason } from '#domain/bankKept.ts';
import type { Ctx } from '../calls/handler.ts';
import { countRows } from '../db/reads.ts';
import { walletOwners } from './checkWallets.ts';
import type { BankCredit } from './creditBody.ts';
import type { WalletOwner } from './owner.ts';
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
  /** The owner that a person chose. */
  to?: AccountOwner;
}

/** Locks the bank's credits, so that only one transaction at a time, on any server, checks a reference and posts it. */
async function holdBank(ctx: Ctx, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank:${provider}`}, 0))`.execute(ctx.db);
}

/** Posts a credit unless it is posted already. Amounts are kobo. Returns the outcome and throws nothing, whatever the bank sent. */
export async function takeCredit(ctx: Ctx, credit: BankCredit, { provider, source, to }: Way): Promise<Taken> {
  await holdBank(ctx, provider);
  const known = await postedAs(ctx, provider, credit.reference);
  if (known) {
    const same = known.account_number === credit.account_number && known.value_kobo === credit.kobo;
    if (!same) return { outcome: 'differs' };
    if (source === 'statement') await markStated(ctx, provider, credit.reference);
    return { outcome: 'known', ledger_log_id: known.ledger_log_id, owner: known };
  }
  // The sequence is checked only for the bank's own requests, because people and statements are always late.
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
  // Stored unposted copies of the same credit are settled now.
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

/** Posts a credit: it lowers what the owner owes (B6.4). `reference`: the bank's reference, if any. Returns the id of the log row. */
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
  const { rows } = await sql<Pick<WalletOwner, 'name'>>`select o.name from ${walletOwners} o
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

/** Whether a new credit has a lower sequence than one that is already posted: another request overtook it, or it is a replay of an old one. */
async function isLate(ctx: Ctx, provider: string, sequence: number | null): Promise<boolean> {
  if (sequence === null) return false;
  const posted = await ctx.db
    .selectFrom('bank_credit')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('provider', '=', provider)
    .where('source', '=', 'call')
    .executeTakeFirst();
  return sequence <= (posted?.last ?? 0);
}

async function ownerOfAccount(ctx: Ctx, provider: string, account: string): Promise<AccountOwner | null> {
  const owner = await ctx.db
    .selectFrom('virtual_account')
    .select(['owner_type as head', 'owner'])
    .where('account_number', '=', account)
    .where('provider', '=', provider)
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<AccountOwner, 'head'>>()
    .executeTakeFirst();
  return owner ?? null;
}

export interface UnpostedCredit {
  provider: string;
  source: 'call' | 'statement';
  reason: KeptReason;
  credit: BankCredit | null;
  /** The raw body of the request. */
  body: Buffer;
}

/** The most open records with a wrong signature. The limit keeps strangers from filling the table. */
const MOST_UNKNOWN = 200;

/** Stores a credit that was not posted, so that a person can decide. The same body with the same reason is stored once. */
export async function storeUnpostedCredit(
  ctx: Ctx,
  { provider, source, reason, credit, body }: UnpostedCredit,
): Promise<void> {
  const print = createHash('sha256').update(`${provider}\n${source}\n${reason}\n`).update(body).digest('hex');
  if (reason === 'wrong_signature') {
    await sql`select pg_advisory_xact_lock(hashtextextended('bank:strangers', 0))`.execute(ctx.db);
    const strangers = sql`bank_kept where reason = 'wrong_signature' and state = 'open' and print <> ${print}`;
    if ((await countRows(ctx.db, strangers)) >= MOST_UNKNOWN) return;
  }
  // PostgreSQL text cannot hold NUL.
  const shown = body.toString('utf8').replaceAll('\u0000', '').slice(0, 1_000);
  await sql`insert into bank_kept (_id, created, modified, provider, source, reason, reference, account_number, value_kobo, occurred_at, sequence,
      body, print, last_at)
    values (${ctx.newId()}, ${ctx.now}, ${ctx.now}, ${provider}, ${source}, ${reason}, ${credit?.reference ?? null},
      ${credit?.account_number ?? null}, ${credit?.kobo ?? null}, ${credit?.at ?? null}, ${credit?.sequence ?? null}, ${shown}, ${print}, ${ctx.now})
    on conflict (print) do update set times = bank_kept.times + 1, last_at = excluded.last_at, modified = excluded.modified,
      version = bank_kept.version + 1`.execute(ctx.db);
}
