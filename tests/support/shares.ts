/**
 * The part of a long table that `npm test` checks on one day. Ten days check all of it (decision 0880). `npm run prove -- --only=texts` (`KASUWA_EACH=1`)
 * checks all at once.
 */
import { DAYS, today } from '../../src/tools/tiers.mjs';

const EACH = process.env.KASUWA_EACH === '1';

/** `npm test -- --whole`: runs at once what five days run (decision 0920). */
export const WHOLE = process.env.KASUWA_WHOLE === '1';

/** The number of days after which everything ran that {@link isOfDay} and {@link walkOfDay} leave to other days. */
const TURNS = 5;

/** A tenth of the entries. Over ten days a row gets every entry, and ten neighbouring rows get every entry on one day. `at`: the row's place. */
export const shareOf = <T>(all: readonly T[], at: number, day = today(), isWhole = EACH): readonly T[] =>
  isWhole ? all : all.filter((_, place) => (place + at + day) % DAYS === 0);

/** The first seed of a day. Each day has `count` seeds, and after `days` days the seeds start again. */
export const firstOfDay = (first: number, count: number, days = DAYS, day = today()): number =>
  first + (day % days) * count;

/** Whether a name belongs to this day, one of five. The day depends on the name only. */
export function isOfDay(name: string, day = today(), isWhole = WHOLE): boolean {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return isWhole || (sum + day) % TURNS === 0;
}

/** The screens of a walk on one day: those of each change, and a fifth of the others. Five days visit all screens. */
export const walkOfDay = (
  all: readonly string[],
  always: readonly string[],
  day = today(),
  isWhole = WHOLE,
): readonly string[] => all.filter((one, at) => isWhole || always.includes(one) || (at + day) % TURNS === 0);
