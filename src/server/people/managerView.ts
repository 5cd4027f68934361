/** Staff accounts: a person and an account that signs in, written together (MGR-07, B10.6, B10.12). */
import { sql } from 'kysely';
import { manager } from '#contract/people/manager.ts';
import type { Ctx } from '../answer.ts';
import type { Db } from '../db/open.ts';
import { changed, tell } from '../models/tell.ts';
import { type Stored, view } from '../models/view.ts';
import { keepHubsOf } from '../network/partyLinkViews.ts';
import { Refusal, refusedAt } from '../refusal.ts';
import { changeAccount, openAccount, PHONE_TAKEN } from './account.ts';

export const managerView = view(manager, {
  joins: sql`left join user_account account on account._id = m.user_id`,
  columns: { last_sign_in: sql`account.last_sign_in`, role_name: sql`m.role` },
  unwritten: ['user_id'],
  unique: { manager_phone: PHONE_TAKEN },
  async before(input, ctx, stored) {
    if (!stored) return { user_id: await openAccount(input, ctx) };
    await protectAdministrators(input, ctx, stored);
    await changeAccount(String(stored.user_id), input, ctx);
    return undefined;
  },
  async after(id, input, ctx, stored) {
    if (changed(['role'], input, stored)) await keepHubsOf(String(input.role), id, ctx);
    if (!changed(['name'], input, stored)) return;
    await tell('seller_manager', sql`m.manager_id = ${id}`, ctx);
    const hubs = sql`select seller_id from seller_manager where manager_id = ${id} and status = 'active' and deleted_at is null`;
    await tell('seller', sql`m._id in (${hubs})`, ctx);
  },
});

/** Until the transaction ends nobody else makes the first administrator or switches the last one off. 4712 is every running server's own. */
export async function holdAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4714)`.execute(db);
}

async function protectAdministrators(input: Stored, ctx: Ctx, stored: Stored): Promise<void> {
  const losesPower =
    (input.status !== undefined && input.status !== stored.status) ||
    (input.role !== undefined && input.role !== stored.role);
  if (!losesPower) return;
  if (stored.user_id === ctx.who.user_id) throw new Refusal('forbidden');
  const wasAdmin = stored.role === 'administrator.administrator' && stored.status === 'active';
  const staysAdmin =
    (input.role ?? stored.role) === 'administrator.administrator' && (input.status ?? stored.status) === 'active';
  if (!wasAdmin || staysAdmin) return;
  // Two administrators switching each other off at once: the second waits and then counts himself alone.
  await holdAdministrators(ctx.db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from user_account
    where role = 'administrator.administrator' and status = 'active' and deleted_at is null and _id <> ${stored.user_id}`.execute(
    ctx.db,
  );
  if ((rows[0]?.n ?? 0) > 0) return;
  const field = (input.status ?? stored.status) === 'active' ? 'role' : 'status';
  throw refusedAt(field, 'in_use', 'At least one active administrator is needed.');
}
