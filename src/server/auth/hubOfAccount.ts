/** Finds the hub of an account (A10, A48, B10.4a). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Of links `seller_manager l` the one that was made or switched on last first: nothing else of a link ever changes. */
export const newestLink = sql`l.modified desc, l.created desc, l._id desc`;

/** The hub that names the person of `user_account u` its manager today, or null. Should several, the latest naming holds, as everywhere. */
const hubOfManager = sql<
  string | null
>`(select l.seller_id from manager mg join seller_manager l on l.manager_id = mg._id
    where mg.user_id = u._id and mg.deleted_at is null and l.status = 'active' and l.deleted_at is null
    order by ${newestLink} limit 1)`;

/**
 * The hub's id of `user_account u`, or null. A sales officer's stands in the account; a seller manager's is the hub that names him its
 * manager today, so that who is replaced is out with the next call.
 */
export const hubOfAccount = sql<string | null>`case when u.role = 'seller.manager' then ${hubOfManager}
  when u.role like 'sales_officer.%' then u.seller_id end`;

/**
 * {@link hubOfAccount} of an account that was read, where every call asks: planning the look for a manager's hub takes as long as the rest of a
 * session's, and only managers need it. `own`: what stands in the account.
 */
export async function hubOf(db: Db, of: { user_id: string; role: string; own: string | null }): Promise<string | null> {
  if (of.role.startsWith('sales_officer.')) return of.own;
  if (of.role !== 'seller.manager') return null;
  const { rows } = await sql<{ hub: string | null }>`select ${hubOfManager} as hub from user_account u
    where u._id = ${of.user_id}`.execute(db);
  return rows[0]?.hub ?? null;
}
