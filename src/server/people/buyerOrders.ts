/** What retailers ordered so far (B7.1). */
import { sql } from 'kysely';

/** Counted orders: groups tagged pending, delivered or completed, as (buyer_id, created, tag). */
export const countedOrderRows = sql`(select buyer_id, created, tag from order_group
  where tag in ('pending', 'delivered', 'completed') and deleted_at is null)`;

/** How many the retailer `m` has. */
export const countedOrders = sql`(select count(*) from ${countedOrderRows} o where o.buyer_id = m._id)`;
/** When the newest was made, epoch seconds; null without any. */
export const lastCountedOrder = sql`(select max(o.created) from ${countedOrderRows} o where o.buyer_id = m._id)`;
