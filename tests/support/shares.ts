/**
 * What `npm test` asks of a long table on one day, so that ten days ask all of it (decision 0880), and `npm run prove -- --only=texts` (`KASUWA_EACH=1`) at
 * once.
 */
import { DAYS, today } from '../../src/tools/tiers.mjs';

const EACH = process.env.KASUWA_EACH === '1';

/** `npm test -- --whole`: what five days run, at once (decision 0920). */
export const WHOLE = process.env.KASUWA_WHOLE === '1';

/** After so many days everything ran that {@link isOfDay} and {@link walkOfDay} leave to other days. */
const TURNS = 5;

/** A tenth of the entries: each is in the share of one of ten neighbouring rows of a table, and of a row on one of ten days. `at`: the row's place. */
export const shareOf = <T>(all: readonly T[], at: number, day = today(), isWhole = EACH): readonly T[] =>
  isWhole ? all : all.filter((_, place) => (place + at + day) % DAYS === 0);

/** The first seed of a day's draws: so many of them each day, after `days` days from the beginning again. */
export const firstOfDay = (first: number, count: number, days = DAYS, day = today()): number =>
  first + (day % days) * count;

/** Whether it is this name's day: one of five, which hangs on the name alone. */
export function isOfDay(name: string, day = today(), isWhole = WHOLE): boolean {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return isWhole || (sum + day) % TURNS === 0;
}

/** The screens of a walk on one day: those that each change visits, and a fifth of the others. Five days visit all of them. */
export const walkOfDay = (
  all: readonly string[],
  always: readonly string[],
  day = today(),
  isWhole = WHOLE,
): readonly string[] => all.filter((one, at) => isWhole || always.includes(one) || (at + day) % TURNS === 0);
