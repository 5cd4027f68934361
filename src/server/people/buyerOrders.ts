/** SQL about the orders of retailers (B7.1). */
import { sql } from 'kysely';
import { CATEGORY_RULES, ENOUGH_ORDERS } from '#domain/buyerCategory.ts';
import { DAY } from '#domain/time.ts';

/** Counted orders as (buyer_id, created, tag): groups tagged pending, delivered or completed. */
export const countedOrderRows = sql`(select buyer_id, created, tag from order_group
  where tag in ('pending', 'delivered', 'completed') and deleted_at is null)`;

/** The start of the last 12 weeks (K10), in epoch seconds. */
export const recentSince = (now: number) => now - CATEGORY_RULES.windowDays * DAY;
/** The number of counted orders of retailer `m` in the last 12 weeks. `now` is epoch seconds. */
export const recentOrders = (now: number) =>
  sql`(select count(*) from ${countedOrderRows} o where o.buyer_id = m._id and o.created >= ${recentSince(now)}::int8)`;
/** The times of the newest counted orders, in epoch seconds, newest first. The limit is the most that any category needs. */
export const newestOrders = sql`(select coalesce(json_agg(made.created order by made.created desc), '[]'::json) from (select o.created
  from ${countedOrderRows} o where o.buyer_id = m._id order by o.created desc limit ${sql.lit(ENOUGH_ORDERS)}) made)`;
/** The time of the newest counted order in epoch seconds, or null without orders. */
export const lastCountedOrder = sql`(select max(o.created) from ${countedOrderRows} o where o.buyer_id = m._id)`;
