/** When a row of a log was made (B2.6, B6.3): logs are shown by it, so it stands in the order in which things moved. */
import { type RawBuilder, sql } from 'kysely';

/** Seconds: what calls wait for each other, and what the clocks of two servers may lie apart. A row that is further ahead is a wrong clock's. */
const AHEAD = 60;

/**
 * Epoch seconds for a new row; `now` when its call began, `last` when the row before it was made. A call that waited, or whose server's clock is
 * behind, would else stand below what moved before it, and the newest row would not say the balance.
 */
export function logTime(now: number, last: number): number {
  return last > now && last <= now + AHEAD ? last : now;
}

/** The same in SQL. */
export const logTimeIn = (now: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${last} between ${now} and ${now} + ${sql.lit(AHEAD)} then ${last} else ${now} end`;
