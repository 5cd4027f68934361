/** Finds the hub that serves a location. An order without a hub and the list of products for a location both use it, so that they agree. */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';

/**
 * B5.0a, B8.7: the hub of the active area to which the location is linked; null if no area serves it. Areas of several manufacturers may contain one location:
 * the link that was created first wins (as in B5.13 for distributors), and of two from the same second the one with the lower id.
 */
export async function hubOfPlace(ctx: Ctx, location: string): Promise<string | null> {
  const { rows } = await sql<
    Pick<Row<'area'>, 'seller_id'>
  >`select a.seller_id from location_area l join area a on a._id = l.area_id
    where l.location_id = ${location} and l.status = 'active' and l.deleted_at is null and a.status = 'active' and a.deleted_at is null
    order by l.created, l._id limit 1`.execute(ctx.db);
  return rows[0]?.seller_id ?? null;
}
