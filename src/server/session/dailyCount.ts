/** Daily limits per person for calls that add rows to the database (S6). */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import { tooMany } from '../calls/rate.ts';
import type { Db } from '../db/open.ts';
import type { Row } from '../db/tables.ts';

const DAY = 86_400;

/** Counts one call in the request's transaction. Throws 429 until the next day (UTC) after more than `most` calls. */
export async function countOfToday(ctx: Ctx, what: string, most: number): Promise<void> {
  const day = Math.floor(ctx.now / DAY);
  const { rows } = await sql<Pick<Row<'daily_count'>, 'count'>>`insert into daily_count as c (user_id, what, day, count)
    values (${ctx.who.user_id}, ${what}, ${day}, 1)
    on conflict (user_id, what, day) do update set count = c.count + 1 returning count`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) > most) throw tooMany((day + 1) * DAY - ctx.now);
}

export async function dropOldCounts(db: Db, now: number): Promise<void> {
  await sql`delete from daily_count where day < ${Math.floor(now / DAY)}`.execute(db);
}

const TOMBSTONE_DAYS = 180;

/**
 * Deletes tombstones (keys that were cancelled before they took effect) after half a year. By then no copy of such a change can still be on its way.
 */
export async function dropOldTombstones(db: Db, now: number): Promise<void> {
  await sql`delete from idempotency where state = 'cancelled' and created < ${now - TOMBSTONE_DAYS * DAY}`.execute(db);
}
