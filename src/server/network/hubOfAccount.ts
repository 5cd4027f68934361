/** Which hub an account belongs to (A10, A48, B10.4a). */
import { sql } from 'kysely';

/** Of links `seller_manager l` the one that was made or switched on last first: nothing else of a link ever changes. */
export const newestLink = sql`l.modified desc, l.created desc, l._id desc`;

/**
 * The hub's id of `user_account u`, or null. A sales officer's stands in the account; a seller manager's is the hub that names him its
 * manager today, so that who is replaced is out with the next call. Should he have several, the latest naming holds, as everywhere.
 */
export const hubOfAccount = sql<string | null>`case when u.role = 'seller.manager' then (
    select l.seller_id from manager mg join seller_manager l on l.manager_id = mg._id
    where mg.user_id = u._id and mg.deleted_at is null and l.status = 'active' and l.deleted_at is null
    order by ${newestLink} limit 1)
  when u.role like 'sales_officer.%' then u.seller_id end`;
