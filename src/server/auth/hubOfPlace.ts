/** Which hub serves a place: asked by an order that has no hub yet and by the list of what may be sold there, so that both say the same. */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';

/**
 * B5.0a, B8.7: the hub of the active area that the location is linked to; null where no area serves it. Areas of several makers may hold one
 * location: the link that was made first wins (as B5.13 has it for distributors), of two made in one second the one with the lower id.
 */
export async function hubOfPlace(ctx: Ctx, location: string): Promise<string | null> {
  const { rows } = await sql<
    Pick<Row<'area'>, 'seller_id'>
  >`select a.seller_id from location_area l join area a on a._id = l.area_id
    where l.location_id = ${location} and l.status = 'active' and l.deleted_at is null and a.status = 'active' and a.deleted_at is null
    order by l.created, l._id limit 1`.execute(ctx.db);
  return rows[0]?.seller_id ?? null;
}
