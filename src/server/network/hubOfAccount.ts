/** Which hub an account belongs to (A10, A48, B10.4a). */
import { sql } from 'kysely';

/**
 * The hub's id of `user_account u`, or null. A sales officer's stands in the account; a seller manager's is the hub that names him its
 * manager today, so that who is replaced is out with the next call. Where a change of role left him several, the first made holds.
 */
export const hubOfAccount = sql<string | null>`case when u.role = 'seller.manager' then (
    select l.seller_id from manager mg join seller_manager l on l.manager_id = mg._id
    where mg.user_id = u._id and mg.deleted_at is null and l.status = 'active' and l.deleted_at is null
    order by l.created, l._id limit 1)
  when u.role like 'sales_officer.%' then u.seller_id end`;
