/** What retailers ordered so far (B7.1). */
import { sql } from 'kysely';
import { CATEGORY_RULES, ENOUGH_ORDERS } from '#domain/buyerCategory.ts';
import { DAY } from '#domain/time.ts';

/** Counted orders: groups tagged pending, delivered or completed, as (buyer_id, created, tag). */
export const countedOrderRows = sql`(select buyer_id, created, tag from order_group
  where tag in ('pending', 'delivered', 'completed') and deleted_at is null)`;

/** When the last 12 weeks began (K10), epoch seconds. */
export const recentSince = (now: number) => now - CATEGORY_RULES.windowDays * DAY;
/** How many the retailer `m` has of the last 12 weeks. `now` in epoch seconds. */
export const recentOrders = (now: number) =>
  sql`(select count(*) from ${countedOrderRows} o where o.buyer_id = m._id and o.created >= ${recentSince(now)}::int8)`;
/** The newest counted orders, epoch seconds, newest first: as many as any category asks for, so that a row is judged without counting a life. */
export const newestOrders = sql`(select coalesce(json_agg(made.created order by made.created desc), '[]'::json) from (select o.created
  from ${countedOrderRows} o where o.buyer_id = m._id order by o.created desc limit ${sql.lit(ENOUGH_ORDERS)}) made)`;
/** When the newest was made, epoch seconds; null without any. */
export const lastCountedOrder = sql`(select max(o.created) from ${countedOrderRows} o where o.buyer_id = m._id)`;
