/** How often a person may ask in a day for what the database keeps (S6). */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import { tooMany } from '../calls/rate.ts';
import type { Db } from '../db/open.ts';

const DAY = 86_400;

/** Counts one in the call's transaction; throws 429 until the next day (UTC) once there were `most`. */
export async function countOfToday(ctx: Ctx, what: string, most: number): Promise<void> {
  const day = Math.floor(ctx.now / DAY);
  const { rows } = await sql<{ count: number }>`insert into daily_count as c (user_id, what, day, count)
    values (${ctx.who.user_id}, ${what}, ${day}, 1)
    on conflict (user_id, what, day) do update set count = c.count + 1 returning count`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) > most) throw tooMany((day + 1) * DAY - ctx.now);
}

export async function dropOldCounts(db: Db, now: number): Promise<void> {
  await sql`delete from daily_count where day < ${Math.floor(now / DAY)}`.execute(db);
}

const TOMBSTONE_DAYS = 180;

/** Keys that were closed before anything was done with them: after half a year no copy of such a change is on its way any more. */
export async function dropOldTombstones(db: Db, now: number): Promise<void> {
  await sql`delete from idempotency where state = 'cancelled' and created < ${now - TOMBSTONE_DAYS * DAY}`.execute(db);
}
