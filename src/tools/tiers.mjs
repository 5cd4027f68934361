// Which journeys run for each change, and which on which day (docs/decisions/0880).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** The tag of a journey that `npm test` runs for each change. */
export const EACH = '@each-change';

/** So many days until every other journey has run once. */
export const DAYS = 10;

/** Days since 1970 (UTC); `KASUWA_DAY` names another one. */
export const today = (env = process.env, now = Date.now()) => Number(env.KASUWA_DAY ?? Math.floor(now / 86_400_000));

/** The names of the files of journeys that `npm test` runs, in order. Those beside kept pictures are in `npm run looks`. */
export const journeyFiles = () =>
  readdirSync(join(root, 'tests/journeys'))
    .filter((name) => name.endsWith('.spec.ts') && name !== 'looks.spec.ts')
    .toSorted();

/** The files whose day it is: each file is in one of the {@link DAYS} lists of tests/journeyDays.json. */
export const filesOfDay = (day) => (SHARES[day % DAYS] ?? []).map((name) => `${name}.spec.ts`);

/** Kept by hand, about as many journeys each: a share that is reckoned moves when a file is added, and a file could miss its turn. */
const SHARES = JSON.parse(readFileSync(join(root, 'tests/journeyDays.json'), 'utf8'));
