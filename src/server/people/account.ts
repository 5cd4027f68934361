/** The account of a person. It is created, changed and deactivated together with the person's record (B10.5, B10.6, SEC-04). */
import { sql } from 'kysely';
import { can, type Who } from '#domain/permissions.ts';
import { endSessions } from '../auth/session.ts';
import type { Ctx } from '../calls/handler.ts';
import { refusedAt } from '../calls/refusal.ts';
import type { StoredRow } from '../resources/resource.ts';

/** A phone number belongs to one person of a kind (B1.10). */
export const PHONE_TAKEN = ['Phone number is already in use.', 'phone'] as const;
const EMAIL_TAKEN = 'Email is already in use.';

/** The condition on a person `m`: the starter password is unchanged (B10.6). A filter for people who may create one. */
export const hasStarter = sql`exists (select 1 from user_account u where u._id = m.user_id and u.must_change and u.password_hash is not null)`;
export const seesStarters = (who: Who): boolean => can(who, 'update_manager');

/**
 * Creates the account of a new person and returns its id. The account has no password; a starter password is made on request. Throws 409 for an
 * e-mail in use.
 */
export async function openAccount(input: StoredRow, ctx: Ctx, role: unknown = input.role): Promise<string> {
  const userId = ctx.newId();
  try {
    await sql`insert into user_account (_id, role, name, phone, email, status, must_change, seller_id, created, modified, created_by, modified_by)
      values (${userId}, ${role}, ${input.name}, ${input.phone}, ${input.email ?? null}, ${input.status}, true, ${input.seller_id ?? null},
        ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id})`.execute(ctx.db);
  } catch (error) {
    throw emailTaken(error);
  }
  return userId;
}

/** Copies name, phone, e-mail, status, role and hub to the account. Deactivating ends its sessions (SEC-04). Throws 409 for an e-mail in use. */
export async function changeAccount(userId: string, input: StoredRow, ctx: Ctx): Promise<void> {
  const changes = ['name', 'phone', 'email', 'status', 'role', 'seller_id'].filter((name) => input[name] !== undefined);
  if (changes.length === 0) return;
  try {
    await sql`update user_account set ${sql.join(changes.map((name) => sql`${sql.id(name)} = ${input[name]}`))}, modified = ${ctx.now},
      modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${userId}`.execute(ctx.db);
  } catch (error) {
    throw emailTaken(error);
  }
  if (input.status === 'inactive') await endSessions(ctx.db, userId, ctx.now);
}

function emailTaken(error: unknown): unknown {
  return (error as { code?: string }).code === '23505' ? refusedAt('email', 'duplicate', EMAIL_TAKEN) : error;
}
