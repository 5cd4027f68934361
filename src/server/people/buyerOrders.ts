/** What retailers ordered so far (B7.1), as expressions over the buyer `m`. */
import { sql } from 'kysely';
import { COUNTED_TAGS } from '#domain/order.ts';

/** Whether the group `o` counts. */
export const countedOrder = sql`o.deleted_at is null and o.tag in (${sql.join(COUNTED_TAGS.map((tag) => sql.lit(tag)))})`;

/** How many the retailer `m` has. */
export const countedOrders = sql`(select count(*) from order_group o where o.buyer_id = m._id and ${countedOrder})`;
/** When the newest was made, epoch seconds; null without any. */
export const lastCountedOrder = sql`(select max(o.created) from order_group o where o.buyer_id = m._id and ${countedOrder})`;
