/** Bank accounts that belong to a wallet: opened by the provider, credited by its call (LED-10 to LED-14, B9.3). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { BaseRow } from '#contract/model.ts';
import {
  createVirtualAccount,
  simulateCredit,
  type VirtualAccount,
  type WalletHead,
} from '#contract/wallet/walletCalls.ts';
import { can, SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { type Answer, answer, type Ctx } from '../answer.ts';
import type { Config } from '../config.ts';
import { baseOf, personOf } from '../models/rows.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { secretKey } from '../secretKey.ts';
import { bankProvider } from './bankProvider.ts';
import { ownerOf } from './owner.ts';
import { postToWallet } from './wallet.ts';
import { logRows } from './walletLogs.ts';

type Row = BaseRow & {
  account_number: string;
  account_name: string;
  bank_code: string;
  bank_name: string;
};

/** null: none yet, or not for this reader (S10). */
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

export function virtualAccountAnswers(config: Config): Answer[] {
  const bank = bankProvider(config);
  const create = answer(createVirtualAccount, async ({ parent_type, parent_id, first_name, last_name, bvn }, ctx) => {
    const owner = await ownerOf(ctx, parent_type, parent_id, 'update');
    await sql`select pg_advisory_xact_lock(hashtextextended(${`virtual_account:${parent_type}:${parent_id}`}, 0))`.execute(
      ctx.db,
    );
    if (await virtualAccountOf(ctx, parent_type, parent_id))
      throw new Refusal('duplicate', 'Virtual account already exists.');
    const request = { owner: { type: parent_type, id: parent_id }, first_name, last_name, bvn };
    const opened = await bank.createVirtualAccount(request).catch(() => {
      throw new Refusal('unavailable', 'The bank does not answer. Please try again.');
    });
    const hash = createHmac('sha256', await secretKey(ctx.db, 'bvn', config))
      .update(bvn)
      .digest('hex');
    const _id = ctx.newId();
    await sql`insert into virtual_account (_id, created, modified, created_by, modified_by, owner_type, owner, provider, account_number,
        account_name, bank_code, bank_name, bvn_end, bvn_hash)
      values (${_id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${parent_type}, ${parent_id}, ${config.bankProvider},
        ${opened.account_number}, ${opened.account_name}, ${opened.bank.code}, ${opened.bank.name}, ${bvn.slice(-3)}, ${hash})`.execute(
      ctx.db,
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
  });
  return [create, ...(config.bankProvider === 'simulated' && config.environment !== 'production' ? [credit] : [])];
}

/** B6.4: a credit of x takes x off what the owner owes. */
const credit = answer(simulateCredit, async ({ account_number, value }, ctx) => {
  if (value <= 0) throw invalid({ value: 'Value must be more than 0.' });
  const { rows } = await sql<{ owner_type: WalletHead; owner: string }>`select owner_type, owner from virtual_account
    where account_number = ${account_number} and deleted_at is null`.execute(ctx.db);
  const [account] = rows;
  if (!account) throw notFound('Virtual account');
  const logId = await postToWallet(ctx, {
    head: account.owner_type,
    owner: account.owner,
    tag: 'transfer',
    value,
    effect: -value,
    description: `Virtual account ${account_number}`,
  });
  const owner = await ownerOf(ctx, account.owner_type, account.owner);
  await ctx.audit({
    action: 'credit',
    model: account.owner_type,
    record_id: account.owner,
    record_label: owner.name,
    after: { account_number },
  });
  const [log] = await logRows(ctx, sql`l._id = ${logId}`, sql``);
  if (!log) throw new Error('The credit was not written');
  return log;
});
