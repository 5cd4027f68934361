/** Who lets others in: there is always one who can sign in himself (B10.12). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export const isAdministrator = sql`role = 'administrator.administrator' and status = 'active' and deleted_at is null`;

/** Until the transaction ends nobody else makes the first administrator or switches the last one off. 4712 is every running server's own. */
export async function holdAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4714)`.execute(db);
}

/** Is somebody there who can let others in, `besides` an account? A starter password that is over lets nobody in (B10.6). */
export async function hasAdministrator(db: Db, now: number, besides = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from user_account where ${isAdministrator} and _id <> ${besides}
    and not (must_change and coalesce(starter_expires < ${now}, false)) limit 1`.execute(db);
  return rows.length > 0;
}
