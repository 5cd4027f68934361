/**
 * What `npm test` asks of a long table on one day, so that ten days ask all of it (decision 0880), and `npm run prove -- --only=texts` (`KASUWA_EACH=1`) at
 * once.
 */
import { DAYS, today } from '../../src/tools/tiers.mjs';

const EACH = process.env.KASUWA_EACH === '1';

/** A tenth of the entries: each is in the share of one of ten neighbouring rows of a table, and of a row on one of ten days. `at`: the row's place. */
export const shareOf = <T>(all: readonly T[], at: number, day = today(), isWhole = EACH): readonly T[] =>
  isWhole ? all : all.filter((_, place) => (place + at + day) % DAYS === 0);

/** The first seed of a day's draws: so many of them each day, after `days` days from the beginning again. */
export const firstOfDay = (first: number, count: number, days = DAYS, day = today()): number =>
  first + (day % days) * count;
