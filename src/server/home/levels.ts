/** How much there was at the end of each of the days: computed backwards from how much there is now and what each day added. */
import { type RawBuilder, sql } from 'kysely';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Days } from './scope.ts';

/** What a day added to the level, below zero if it took away. `day`: 0 is the first of the days. */
export interface Added {
  day: number;
  added: number;
}

/** The level at the end of each of the days. What is dated after the days counts as theirs, because it is in the level of now. */
export function levels(now: number, rows: readonly Added[], days: number): number[] {
  const added = new Array<number>(days).fill(0);
  for (const row of rows) if (row.day >= 0 && row.day < days) added[row.day] = (added[row.day] ?? 0) + row.added;
  const found = new Array<number>(days).fill(now);
  for (let day = days - 2; day >= 0; day -= 1) found[day] = (found[day + 1] ?? now) - (added[day + 1] ?? 0);
  return found;
}

/** The number of the day in which a time (epoch seconds) lies. */
export const dayOf = (time: RawBuilder<unknown>, { from }: Days) => sql`(${time} - ${from}) / ${DAY}`;

/**
 * What came and went in the days. `came` and `went` select the times (epoch seconds) from `of`; a row that did not come or go in the days has null there
 * or an earlier time.
 */
export async function comings(
  { db }: Ctx,
  days: Days,
  of: RawBuilder<unknown>,
  came: RawBuilder<unknown>,
  went: RawBuilder<unknown>,
): Promise<Added[]> {
  const { rows } = await sql<Added>`
    with moved as (select ${came} as came, ${went} as went from ${of})
    select day, sum(added)::int4 as added from (
      select ${dayOf(sql`came`, days)} as day, 1 as added from moved where came >= ${days.from}
      union all select ${dayOf(sql`went`, days)}, -1 from moved where went >= ${days.from}
    ) each_move group by 1`.execute(db);
  return rows;
}

/** Kobo as whole naira: a trend is looked at, not added up. */
export const wholeNaira = (kobo: readonly number[]): number[] => kobo.map((one) => Math.round(one / 100));
