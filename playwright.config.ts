import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM, CHROMIUM_ARGS } from './tests/support/chromium.ts';

/** What failed when the machine was slow, for it hangs on which of two things comes first: it runs one journey at a time, and `npm test` runs it when the others are done. */
const ALONE = /\/tablet\.spec\.ts/;
/** What people rely on most: the officer's work, the queue, orders and starts. `npm test` runs these files first (decision 0690). */
const FIRST =
  /\/(begin|books|browserKills|camera|floor|guard|hand|handover|live|longCatalogue|lots|moveChosen|office|officer|offline|outbox|passkeys|pendingLines|purchaseOrders|receive|refused|reversal|reversalOffline|sales|sealedReads|shell|stocktake|storage|warehouses)\.spec\.ts/;
/** Beside kept pictures: `npm run looks`. */
const LOOKS = /\/looks\.spec\.ts/;

/** The other files, in two halves that change places each day (`npm test` says which day): where time runs out, no file stays out run after run. */
const OTHERS = readdirSync('tests/journeys')
  .filter((name) => name.endsWith('.spec.ts') && ![FIRST, ALONE, LOOKS].some((some) => some.test(`/${name}`)))
  .toSorted();
const half = (which: number) =>
  OTHERS.filter((_name, at) => (at + Number(process.env.KASUWA_DAY ?? 0)) % 2 === which).map((name) => `**/${name}`);

/**
 * Journeys run the built app against real server processes that each file owns. A journey waits as long as it works (for the line, for
 * what comes late), so two files run side by side: each has its own browser, server, data folder and ports.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/journeys',
  workers: Math.min(2, availableParallelism()),
  // The second try tells a journey that depends on the speed of the machine from a broken one. A journey that passes only then is named at the end of
  // `npm test`.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'demo', testMatch: /demo\.setup\.ts/ },
    { name: 'journeys', testMatch: /\.spec\.ts/, testIgnore: [ALONE, LOOKS], dependencies: ['demo'] },
    // The same files for `npm test`, in this order.
    { name: 'first', testMatch: FIRST, dependencies: ['demo'] },
    { name: 'then', testMatch: half(0), dependencies: ['demo'] },
    { name: 'last', testMatch: half(1), dependencies: ['demo'] },
    { name: 'looks', testMatch: LOOKS, workers: 1, retries: 0, timeout: 400_000 },
    { name: 'alone', testMatch: ALONE, dependencies: ['demo'], workers: 1 },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // A tenth less of the processor, and no journey waits for what is on its way. Files about what moves say `withMotion` (tests/support/site.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: CHROMIUM,
      args: CHROMIUM_ARGS,
    },
  },
});
