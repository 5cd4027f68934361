/** What retailers ordered so far (B7.1). There are no order tables yet: nobody has ordered anything; one fragment says so. */
import { sql } from 'kysely';

/** Counted orders: groups tagged pending, delivered or completed, as (buyer_id, created, tag). */
export const countedOrderRows = sql`(select null::text as buyer_id, null::int8 as created, null::text as tag where false)`;

/** How many the retailer `m` has. */
export const countedOrders = sql`(select count(*) from ${countedOrderRows} o where o.buyer_id = m._id)`;
/** When the newest was made, epoch seconds; null without any. */
export const lastCountedOrder = sql`(select max(o.created) from ${countedOrderRows} o where o.buyer_id = m._id)`;
