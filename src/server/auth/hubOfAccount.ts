/** Finds the hub of an account (A10, A48, B10.4a). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Orders links `seller_manager l` so that the one created or switched on last comes first. Nothing else of a link ever changes. */
export const newestLink = sql`l.modified desc, l.created desc, l._id desc`;

/** The hub whose current manager is the person of `user_account u`, or null. If there are several, the latest link counts, as everywhere. */
const hubOfManager = sql<
  string | null
>`(select l.seller_id from manager mg join seller_manager l on l.manager_id = mg._id
    where mg.user_id = u._id and mg.deleted_at is null and l.status = 'active' and l.deleted_at is null
    order by ${newestLink} limit 1)`;

/**
 * The hub's id of `user_account u`, or null. The account of a sales officer stores it. For a seller manager it is the hub that currently names the person its
 * manager, so a replaced manager loses access with the next call.
 */
export const hubOfAccount = sql<string | null>`case when u.role = 'seller.manager' then ${hubOfManager}
  when u.role like 'sales_officer.%' then u.seller_id end`;

/**
 * {@link hubOfAccount} for an account that was already read. Every call needs it: planning the query for a manager's hub takes as long as the rest of the
 * session query, and only managers need it. `own`: the hub that the account stores.
 */
export async function hubOf(db: Db, of: { user_id: string; role: string; own: string | null }): Promise<string | null> {
  if (of.role.startsWith('sales_officer.')) return of.own;
  if (of.role !== 'seller.manager') return null;
  const { rows } = await sql<{ hub: string | null }>`select ${hubOfManager} as hub from user_account u
    where u._id = ${of.user_id}`.execute(db);
  return rows[0]?.hub ?? null;
}
