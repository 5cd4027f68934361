import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { EACH, filesOfDay, journeyFiles, today } from './src/tools/tiers.mjs';
import { CHROMIUM, CHROMIUM_ARGS } from './tests/support/chromium.ts';

/** What failed when the machine was slow, for it hangs on which of two things comes first: it runs one journey at a time, and `npm test` runs it when the others are done. */
const ALONE = /\/tablet\.spec\.ts/;
/** What people rely on most: the officer's work, the queue, orders and starts. `npm test -- --whole` runs these files first (decision 0690). */
const FIRST =
  /\/(begin|books|browserKills|camera|floor|guard|hand|handover|live|longCatalogue|lots|moveChosen|office|officer|offline|outbox|passkeys|pendingLines|purchaseOrders|receive|refused|reversal|reversalOffline|sales|sealedReads|shell|stocktake|storage|warehouses)\.spec\.ts/;
/** Beside kept pictures: `npm run looks`. */
const LOOKS = /\/looks\.spec\.ts/;

/** The tag's end is a space or the end: another tag may begin like it. */
const EACH_CHANGE = new RegExp(`${EACH}(?=\\s|$)`);
const FILES = journeyFiles();
const globs = (names: readonly string[]) => names.map((name) => `**/${name}`);
/** The files of this day, which run whole. Of all others `npm test` runs the journeys that must hold for each change (decision 0880). */
const TODAY = filesOfDay(today());
const isAlone = (name: string) => ALONE.test(`/${name}`);

/** The files that are not the first, in two halves that change places each day: where time runs out, no file stays out run after run. */
const OTHERS = FILES.filter((name) => !FIRST.test(`/${name}`) && !isAlone(name));
const half = (which: number) => globs(OTHERS.filter((_name, at) => (at + today()) % 2 === which));

/**
 * Journeys run the built app against real server processes that each file owns. A journey waits as long as it works (for the line, for
 * what comes late), so two files run side by side: each has its own browser, server, data folder and ports.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/journeys',
  workers: Math.min(2, availableParallelism()),
  // The second try tells a journey that depends on the speed of the machine from a broken one. A journey that passes only then is named at the end of
  // `npm test`, and fails it once tests/secondTries.json names it with a mended cause (decision 0921).
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'demo', testMatch: /demo\.setup\.ts/ },
    { name: 'journeys', testMatch: /\.spec\.ts/, testIgnore: [ALONE, LOOKS], dependencies: ['demo'] },
    // `npm test`, in this order.
    {
      name: 'each',
      grep: EACH_CHANGE,
      testMatch: /\.spec\.ts/,
      testIgnore: [ALONE, LOOKS, ...globs(TODAY)],
      dependencies: ['demo'],
    },
    { name: 'today', testMatch: globs(TODAY.filter((name) => !isAlone(name))), dependencies: ['demo'] },
    {
      name: 'alone today',
      ...(TODAY.some(isAlone) ? {} : { grep: EACH_CHANGE }),
      testMatch: ALONE,
      dependencies: ['demo'],
      workers: 1,
    },
    // `npm test -- --whole`, in this order.
    { name: 'first', testMatch: FIRST, dependencies: ['demo'] },
    { name: 'then', testMatch: half(0), dependencies: ['demo'] },
    { name: 'last', testMatch: half(1), dependencies: ['demo'] },
    { name: 'looks', testMatch: LOOKS, workers: 1, retries: 0, timeout: 400_000 },
    { name: 'alone', testMatch: ALONE, dependencies: ['demo'], workers: 1 },
  ],
  use: {
    // A press that waits longer waits for what does not come; some journeys may take eight minutes.
    actionTimeout: 45_000,
    viewport: { width: 1280, height: 800 },
    // A tenth less of the processor, and no journey waits for what is on its way. Files about what moves say `withMotion` (tests/support/site.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: CHROMIUM,
      args: CHROMIUM_ARGS,
    },
  },
});
