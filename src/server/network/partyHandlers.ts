/** Calls of hubs and distributors beyond the generic ones (API.md 4.7, 4.8). */
import { sql } from 'kysely';
import { managerCandidates, setBankAccount } from '#contract/network/partyCalls.ts';
import { roleName } from '#domain/permissions.ts';
import { hubOfAccount } from '../auth/hubOfAccount.ts';
import { isOwnPassword, needOwnPassword } from '../auth/ownPassword.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { invalid } from '../calls/refusal.ts';
import { BANKS } from '../reference/referenceHandlers.ts';
import { rowById } from '../resources/rows.ts';
import { conflict } from '../resources/write.ts';
import { mayManage } from './partyLinkResources.ts';
import { distributorResource } from './partyResources.ts';

export const partyHandlers: Handler[] = [
  handle(managerCandidates, async (_input, ctx) => {
    const { rows } = await sql<{
      _id: string;
      name: string;
      role: string;
      seller: { _id: string; name: string } | null;
    }>`
      select m._id, m.name, m.role, (select json_build_object('_id', s._id, 'name', s.name) from seller s where s._id = ${hubOfAccount}) as seller
      from manager m join user_account u on u._id = m.user_id where ${mayManage} order by m.name_key, m._id`.execute(
      ctx.db,
    );
    return rows.map(({ _id, name, role, seller }) => ({ _id, name, role_name: roleName(role), seller }));
  }),
  /** The audit log stores that the account changed and its last four digits, but not the number. */
  handle(
    setBankAccount,
    async ({ _id, bank, account, account_name, base_version }, ctx, right: boolean) => {
      needOwnPassword(right);
      const known = BANKS.rows.find((one) => one.code === bank);
      if (!known) throw invalid({ bank: 'Bank field is required.' });
      if (!/^\d{10}$/.test(account)) throw invalid({ account: 'Account No. is not valid' });
      await sql`select 1 from distributor where _id = ${_id} for update`.execute(ctx.db);
      const stored = await rowById(distributorResource, _id, ctx);
      const next = { bank, bank_name: known.name, account, account_name };
      if (sameAccount(stored.bank_account, next)) return stored;
      if (base_version !== undefined && base_version !== stored.version) throw conflict(distributorResource, stored);
      await ctx.db
        .updateTable('distributor')
        .set({
          bank_account: JSON.stringify(next),
          modified: ctx.now,
          modified_by: ctx.who.user_id,
          version: sql<number>`version + 1`,
        })
        .where('_id', '=', _id)
        .execute();
      await ctx.audit({
        action: 'set_bank_account',
        model: 'distributor',
        record_id: _id,
        record_label: String(stored.name),
        after: { bank_account: `${known.name} ******${account.slice(-4)}` },
      });
      return rowById(distributorResource, _id, ctx);
    },
    { prepare: ({ hash_own }, ctx) => isOwnPassword(ctx, hash_own) },
  ),
];

type Account = { bank: string; account: string; account_name: string };

function sameAccount(stored: unknown, next: Account): boolean {
  const known = stored as Account | null;
  return (
    known !== null &&
    known.bank === next.bank &&
    known.account === next.account &&
    known.account_name === next.account_name
  );
}
