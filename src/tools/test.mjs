// npm test: installs what is missing (also Chromium), runs everything that CI runs, and ends with "N passed, N failed". `-- --whole` runs the journeys of
// all days, each server test on both engines, and the schedules of five days.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askRegistry, reportAudit } from './audit.mjs';
import { ensureChromium, ensureInstalled, root, run, scripts } from './bootstrap.mjs';
import {
  flakyLine,
  journeySummary,
  journeyTimes,
  notRun,
  notRunLine,
  otherDays,
  otherDaysLine,
  slowest,
  tookLine,
  unitSummary,
  unitTimes,
} from './summary.mjs';
import { today } from './tiers.mjs';

const options = process.argv.slice(2);
const WHOLE = options.includes('--whole');
if (options.some((one) => one !== '--whole')) {
  process.stderr.write('Usage: npm test [-- --whole]\n');
  process.exit(1);
}

/**
 * No file of journeys starts later than this many minutes after the beginning. CI allows an hour, and its machines differ by a factor of two: on a slow one the
 * last files do not run, and the run reports that prominently (decision 0690). `KASUWA_TEST_MINUTES=0`: no limit.
 */
const MINUTES = Number(process.env.KASUWA_TEST_MINUTES ?? 46);
const UNTIL = {
  ...(MINUTES > 0 ? { KASUWA_UNTIL: String(Date.now() + MINUTES * 60_000) } : {}),
};
/** Which journeys and which random draws are those of the day (docs/decisions/0880). Named once: a run may go on after midnight. */
const DAY = today();
process.env.KASUWA_DAY = String(DAY);
if (WHOLE) process.env.KASUWA_WHOLE = '1';
process.stdout.write(`Day ${DAY}: KASUWA_DAY=${DAY} npm test repeats its draws and its journeys.\n`);

const total = { passed: 0, failed: 0 };
/** Repeated at the end, because often only the end of a long output is kept. */
const notes = [];
const count = (passed, failed, lines = []) => {
  total.passed += passed;
  total.failed += failed;
  notes.push(...lines);
};
const parts = [];
/** The time of each file: `[{ name, ms }]`. */
const times = [];
let flaky = 0;
/** Journeys that may need a second try, by "file > title", each with what is known of its cause (decision 0921). */
const knownSecondTries = JSON.parse(readFileSync(join(root, 'tests/secondTries.json'), 'utf8'));
/** The lines about journeys that did not run. */
const left = [];
/** Playwright's reports. */
const reports = [];
/** Runs a part under its heading and records its time. */
const part = async (name, work) => {
  process.stdout.write(`\n== ${name}\n`);
  const started = Date.now();
  try {
    return await work();
  } finally {
    parts.push({ name, ms: Date.now() - started });
  }
};

ensureInstalled();
let hasChromium = false;
try {
  ensureChromium();
  hasChromium = true;
} catch (error) {
  process.stdout.write(`${error.message}\n`);
  count(0, 1);
}
const { check } = await import('./check.mjs');
const { ensureBuilt } = await import('./build.mjs');

// Started now and reported later: without a registry, npm tries for a minute.
const registryAnswer = askRegistry();

const checked = await part('check', check);
count(
  checked.passed,
  checked.failed.length,
  checked.failed.map((name) => `FAILED: check > ${name}`),
);

if (await part('packages', async () => reportAudit(await registryAnswer))) count(1, 0);
else count(0, 1);

/** Counts the results in a runner's report. A missing or incomplete report is a failure. */
const reported = (report, summaryOf, timesOf, code) => {
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const { passed, failed, lines, flaky: again = 0 } = summaryOf(results);
    flaky += again;
    times.push(...timesOf(results));
    count(passed, failed, lines);
    if (code !== 0 && failed === 0) count(0, 1);
  } catch (error) {
    count(0, 1, [`FAILED: ${error.message}`]);
  }
};

const vitestReport = join(root, '.cache/vitest.json');
rmSync(vitestReport, { force: true });
const vitest = await part('unit and server tests', () =>
  run(scripts.vitest, ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], {
    nodeArgs: ['--import', './src/tools/node20.mjs'],
    env: { NODE_OPTIONS: `--import ${join(root, 'src/tools/node20.mjs')}` },
  }),
);
reported(vitestReport, unitSummary, unitTimes, vitest.code);

let built = true;
try {
  await part('build', ensureBuilt);
  count(1, 0);
} catch (error) {
  built = false;
  count(0, 1);
  process.stdout.write(`${error.message}\n`);
}

if (
  hasChromium &&
  built &&
  existsSync(join(root, 'tests/journeys')) &&
  readdirSync(join(root, 'tests/journeys')).some((file) => file.endsWith('.spec.ts'))
) {
  // The demo is seeded once, for both projects.
  const [beside, alone] = WHOLE ? [['first', 'then', 'last'], 'alone'] : [['each', 'today'], 'alone today'];
  for (const [name, folder, env, ...args] of [
    ['journeys in the browser', 'journeys', UNTIL, ...beside.map((project) => `--project=${project}`)],
    ['journeys one at a time', 'alone', {}, `--project=${alone}`, '--no-deps'],
  ]) {
    // Each run has its own output folder, because a run deletes the files in its folder.
    const place = join(root, '.cache', `${folder}-of-test`);
    const report = `${place}.json`;
    rmSync(report, { force: true });
    const journeys = await part(name, () =>
      run(scripts.playwright, ['test', '--reporter=list,json', `--output=${place}`, ...args], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
    );
    reported(report, (results) => journeySummary(results, knownSecondTries), journeyTimes, journeys.code);
    if (existsSync(report)) {
      reports.push(JSON.parse(readFileSync(report, 'utf8')));
      left.push(notRunLine(notRun(reports.at(-1))));
    }
  }
  const list = join(root, '.cache/journeys-list.json');
  await run(
    scripts.playwright,
    ['test', '--list', '--reporter=json', '--project=journeys', '--project=alone', '--no-deps'],
    { quiet: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: list } },
  );
  left.push(otherDaysLine(otherDays(JSON.parse(readFileSync(list, 'utf8')), reports)));
}

if (notes.length > 0) process.stdout.write(`\n${notes.join('\n')}\n`);
// All of them, so that the next person measures before cutting.
writeFileSync(join(root, '.cache/times.json'), JSON.stringify({ parts, files: times.toSorted((a, b) => b.ms - a.ms) }));
process.stdout.write(`\nThe slowest files:\n${slowest(times).join('\n')}\n`);
process.stdout.write(`\n${tookLine(parts)}\n`);
for (const line of left.filter(Boolean)) process.stdout.write(`\n${line}\n`);
if (flaky > 0) process.stdout.write(`\n${flakyLine(flaky)}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
