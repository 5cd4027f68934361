/** Bank accounts of wallets: the provider opens them and reports their credits (LED-10 to LED-14, B9.3). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { InputOf } from '#contract/fields.ts';
import type { BaseRow } from '#contract/model.ts';
import {
  createVirtualAccount,
  simulateCredit,
  type VirtualAccount,
  type WalletHead,
} from '#contract/wallet/walletCalls.ts';
import { can, SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { secretKey } from '../auth/secretKey.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal, refusedAt } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { baseOf, personOf } from '../resources/rows.ts';
import { type BankProvider, BankRefused, type OpenedAccount } from './bank.ts';
import { postCredit } from './bankCredits.ts';
import { bankProvider } from './bankProvider.ts';
import { ownerOf } from './owner.ts';
import { walletLogRows } from './walletLogs.ts';

type Row = BaseRow & {
  account_number: string;
  account_name: string;
  bank_code: string;
  bank_name: string;
};

/** Null when there is no account yet, or when the caller may not see bank details (S10). */
export async function virtualAccountOf(ctx: Ctx, head: WalletHead, owner: string): Promise<VirtualAccount | null> {
  if (!can(ctx.who, SEES_BANK_DETAILS)) return null;
  const { rows } =
    await sql<Row>`select a._id, a.created, a.modified, a.version, ${personOf('a.created_by')} as created_by,
      ${personOf('a.modified_by')} as modified_by, a.account_number, a.account_name, a.bank_code, a.bank_name
    from virtual_account a where a.owner_type = ${head} and a.owner = ${owner} and a.deleted_at is null`.execute(
      ctx.db,
    );
  const [row] = rows;
  if (!row) return null;
  const { bank_code, bank_name, ...account } = row;
  return { ...account, bank: { code: bank_code, name: bank_name }, updated_at: row.modified };
}

/** The bank's result from before the transaction. Undefined when the bank was not called, because the request is refused anyway. */
type AccountResult = { opened: OpenedAccount } | { refusal: Refusal } | undefined;

export function virtualAccountHandlers(config: Config): Handler[] {
  const bank = bankProvider(config);
  const create = handle(
    createVirtualAccount,
    async ({ parent_type, parent_id, bvn }, ctx, request: AccountResult) => {
      const owner = await ownerOf(ctx, parent_type, parent_id, 'update');
      // A person who was given an invented number would pay a stranger.
      if (!bank) throw new Refusal('not_set_up', 'No bank is set up on this server, so no account was opened.');
      await sql`select pg_advisory_xact_lock(hashtextextended(${`virtual_account:${parent_type}:${parent_id}`}, 0))`.execute(
        ctx.db,
      );
      if (await virtualAccountOf(ctx, parent_type, parent_id))
        throw new Refusal('duplicate', 'Virtual account already exists.');
      if (request && 'refusal' in request) throw request.refusal;
      // The owner appeared after the first check. A retry will find the owner.
      if (!request) throw new Refusal('in_progress');
      const { opened } = request;
      const hash = createHmac('sha256', await secretKey(ctx.db, 'bvn', config))
        .update(bvn)
        .digest('hex');
      const _id = ctx.newId();
      const { rows } =
        await sql`insert into virtual_account (_id, created, modified, created_by, modified_by, owner_type, owner, provider, account_number,
          account_name, bank_code, bank_name, bvn_end, bvn_hash)
        values (${_id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${parent_type}, ${parent_id}, ${bank.name},
          ${opened.account_number}, ${opened.account_name}, ${opened.bank.code}, ${opened.bank.name}, ${bvn.slice(-3)}, ${hash})
        on conflict (account_number) do nothing returning 1`.execute(ctx.db);
      // The bank returned a number that already has another owner. Money for the second owner would reach the first.
      if (rows.length === 0)
        throw new Refusal(
          'unavailable',
          'The bank answered an account that belongs to somebody else. Nothing was opened.',
        );
      await ctx.audit({
        action: 'open_virtual_account',
        model: parent_type,
        record_id: parent_id,
        record_label: owner.name,
        after: { account_number: opened.account_number, bank: opened.bank.name },
      });
      const { bank: at, account_number, account_name } = opened;
      const base = await baseOf('virtual_account', _id, ctx.db);
      return { ...base, account_number, account_name, bank: at, updated_at: ctx.now };
    },
    // The bank is slow, so it is called before the transaction and its lock. A second call for the same owner returns the same account.
    { prepare: (input, ctx) => askBank(bank, input, ctx) },
  );
  const simulated = config.environment !== 'production' && bank?.simulated;
  return [create, ...(simulated ? [credit] : [])];
}

async function askBank(
  bank: BankProvider | null,
  { parent_type, parent_id, first_name, last_name, bvn }: InputOf<typeof createVirtualAccount.input>,
  ctx: Ctx,
): Promise<AccountResult> {
  if (!bank) return undefined;
  try {
    await ownerOf(ctx, parent_type, parent_id, 'update');
    if (await virtualAccountOf(ctx, parent_type, parent_id)) return undefined;
  } catch (error) {
    // The handler repeats these checks and throws the refusal in its own order.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  try {
    const owner = { type: parent_type, id: parent_id };
    return { opened: await bank.openAccount({ owner, first_name, last_name, bvn }) };
  } catch (error) {
    if (error instanceof BankRefused) {
      const text = `The bank refused: ${error.message}`;
      return { refusal: refusedAt('bvn', 'validation', text) };
    }
    return { refusal: new Refusal('unavailable', 'The bank does not answer. Please try again.') };
  }
}

/** Simulates a credit: it lowers what the owner owes (B6.4). */
const credit = handle(simulateCredit, async ({ account_number, value }, ctx) => {
  if (value <= 0) throw invalid({ value: 'Value must be more than 0.' });
  const account = await ctx.db
    .selectFrom('virtual_account')
    .select(['owner_type', 'owner'])
    .where('account_number', '=', account_number)
    .where('deleted_at', 'is', null)
    .$narrowType<{ owner_type: WalletHead }>()
    .executeTakeFirst();
  if (!account) throw notFound('Virtual account');
  const logId = await postCredit(ctx, { head: account.owner_type, owner: account.owner }, account_number, value, null);
  const [log] = await walletLogRows(
    ctx,
    sql`(select ledger_id from ledger_log where _id = ${logId})`,
    sql`l._id = ${logId}`,
  );
  if (!log) throw new Error('The credit was not written');
  return log;
});
