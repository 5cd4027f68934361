/** The time of a log row (B2.6, B6.3). Logs are sorted by it, so it must follow the order in which goods or money moved. */
import { type RawBuilder, sql } from 'kysely';

/** Seconds: what calls wait for each other, and what the clocks of two servers may lie apart. A row that is further ahead is a wrong clock's. */
const AHEAD = 60;

/**
 * Returns the epoch seconds of a new row; `now`: the start of its call, `last`: the time of the previous row. Otherwise a call that waited, or a server with a
 * slow clock, would sort below earlier movements, and the newest row would not show the balance.
 */
export function logTime(now: number, last: number): number {
  return last > now && last <= now + AHEAD ? last : now;
}

/** The same in SQL. */
export const logTimeIn = (now: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${last} between ${now} and ${now} + ${sql.lit(AHEAD)} then ${last} else ${now} end`;
