/** Staff accounts: a person and an account that signs in, written together (MGR-07, B10.6, B10.12). */
import { sql } from 'kysely';
import { manager } from '#contract/people/manager.ts';
import type { Ctx } from '../answer.ts';
import { type Stored, view } from '../models/view.ts';
import { Refusal } from '../refusal.ts';
import { endSessions } from '../session.ts';

export const managerView = view(manager, {
  joins: sql`left join user_account account on account._id = m.user_id`,
  columns: { last_sign_in: sql`account.last_sign_in`, role_name: sql`m.role` },
  unwritten: ['user_id'],
  unique: {
    manager_phone: 'Phone number is already in use.',
    user_account_email: 'Email is already in use.',
  },
  async before(input, ctx, stored) {
    if (!stored) return { user_id: await openAccount(input, ctx) };
    await protectAdministrators(input, ctx, stored);
    await changeAccount(String(stored.user_id), input, ctx);
    return undefined;
  },
});

/** The account of a new person: no password, a starter one is made on request. */
export async function openAccount(input: Stored, ctx: Ctx): Promise<string> {
  const userId = ctx.newId();
  try {
    await sql`insert into user_account (_id, role, name, phone, email, status, must_change, seller_id, created, modified, created_by, modified_by)
      values (${userId}, ${input.role}, ${input.name}, ${input.phone}, ${input.email}, ${input.status}, true, ${input.seller_id ?? null},
        ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id})`.execute(ctx.db);
  } catch (error) {
    throw emailTaken(error);
  }
  return userId;
}

function emailTaken(error: unknown): unknown {
  return (error as { code?: string }).code === '23505' ? new Refusal('duplicate', 'Email is already in use.') : error;
}

/** Name, e-mail, status and role follow the person; switching off ends the sessions (SEC-04). */
export async function changeAccount(userId: string, input: Stored, ctx: Ctx): Promise<void> {
  const changes = ['name', 'email', 'status', 'role', 'seller_id'].filter((name) => input[name] !== undefined);
  if (changes.length === 0) return;
  try {
    await sql`update user_account set ${sql.join(changes.map((name) => sql`${sql.id(name)} = ${input[name]}`))}, modified = ${ctx.now},
      modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${userId}`.execute(ctx.db);
  } catch (error) {
    throw emailTaken(error);
  }
  if (input.status === 'inactive') await endSessions(ctx.db, userId, ctx.now);
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
  await sql`select pg_advisory_xact_lock(4712)`.execute(ctx.db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from user_account
    where role = 'administrator.administrator' and status = 'active' and deleted_at is null and _id <> ${stored.user_id}`.execute(
    ctx.db,
  );
  if ((rows[0]?.n ?? 0) === 0) throw new Refusal('in_use', 'At least one active administrator is needed.');
}
