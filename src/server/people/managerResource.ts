/** Staff accounts. A person and a sign-in account are written together (MGR-07, B10.6, B10.12). */
import { sql } from 'kysely';
import { manager } from '#contract/people/manager.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal, refusedAt } from '../calls/refusal.ts';
import { dropExtraHubs } from '../network/partyLinkResources.ts';
import { resource, type StoredRow } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { changeAccount, hasStarter, openAccount, PHONE_TAKEN, seesStarters } from './account.ts';
import { hasAdministrator, lockAdministrators } from './administrators.ts';

export const managerResource = resource(manager, {
  joins: sql`left join user_account account on account._id = m.user_id`,
  columns: { last_sign_in: sql`account.last_sign_in`, role_name: sql`m.role` },
  filter: { starter: () => hasStarter },
  hidden: (who) => (seesStarters(who) ? [] : ['starter']),
  unwritten: ['user_id'],
  unique: { manager_phone: PHONE_TAKEN },
  async before(input, ctx, stored) {
    if (!stored) return { user_id: await openAccount(input, ctx) };
    await protectAdministrators(input, ctx, stored);
    await changeAccount(String(stored.user_id), input, ctx);
    return undefined;
  },
  async after(id, input, ctx, stored) {
    if (changed(['role'], input, stored)) await dropExtraHubs(String(input.role), id, ctx);
    if (!changed(['name'], input, stored)) return;
    await touchLinked('seller_manager', sql`m.manager_id = ${id}`, ctx);
    const hubs = sql`select seller_id from seller_manager where manager_id = ${id} and status = 'active' and deleted_at is null`;
    await touchLinked('seller', sql`m._id in (${hubs})`, ctx);
  },
});

async function protectAdministrators(input: StoredRow, ctx: Ctx, stored: StoredRow): Promise<void> {
  const losesPower =
    (input.status !== undefined && input.status !== stored.status) ||
    (input.role !== undefined && input.role !== stored.role);
  if (!losesPower) return;
  if (stored.user_id === ctx.who.user_id) throw new Refusal('forbidden');
  const wasAdmin = stored.role === 'administrator.administrator' && stored.status === 'active';
  const staysAdmin =
    (input.role ?? stored.role) === 'administrator.administrator' && (input.status ?? stored.status) === 'active';
  if (!wasAdmin || staysAdmin) return;
  // When two administrators deactivate each other at once, the second one waits and then counts as the last.
  await lockAdministrators(ctx.db);
  if (await hasAdministrator(ctx.db, ctx.now, String(stored.user_id))) return;
  const field = (input.status ?? stored.status) === 'active' ? 'role' : 'status';
  throw refusedAt(field, 'in_use', 'At least one active administrator is needed.');
}
