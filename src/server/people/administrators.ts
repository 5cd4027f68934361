/** Ensures that there is always an administrator who can sign in (B10.12). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export const isAdministrator = sql`role = 'administrator.administrator' and status = 'active' and deleted_at is null`;

/**
 * Locks the administrators until the transaction ends, so that nobody else creates the first one or deactivates the last. Lock 4712 belongs to every
 * running server.
 */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4714)`.execute(db);
}

/** Whether an administrator other than `besides` can sign in. One whose starter password has expired cannot (B10.6). */
export async function hasAdministrator(db: Db, now: number, besides = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from user_account where ${isAdministrator} and _id <> ${besides}
    and not (must_change and coalesce(starter_expires < ${now}, false)) limit 1`.execute(db);
  return rows.length > 0;
}
