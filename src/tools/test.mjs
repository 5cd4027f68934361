// npm test: installs what is missing, Chromium too, runs everything that CI runs, and ends with "N passed, N failed".
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askRegistry, tellAudit } from './audit.mjs';
import { ensureChromium, ensureInstalled, root, run, scripts } from './bootstrap.mjs';
import { journeySummary, journeyTimes, slowest, tookLine, unitSummary, unitTimes } from './summary.mjs';

const total = { passed: 0, failed: 0 };
/** Repeated at the end, because often only the end of a long output is kept. */
const told = [];
const count = (passed, failed, lines = []) => {
  total.passed += passed;
  total.failed += failed;
  told.push(...lines);
};
const parts = [];
/** How long each file took: `[{ name, ms }]`. */
const times = [];
/** A part of the run: its heading, and what it took. */
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
let chromium = null;
try {
  chromium = ensureChromium();
} catch (error) {
  process.stdout.write(`${error.message}\n`);
  count(0, 1);
}
const { check } = await import('./check.mjs');
const { ensureBuilt } = await import('./build.mjs');

// Asked now, told in its turn: where no registry can be reached, npm tries for a minute.
const asked = askRegistry();

const checked = await part('check', check);
count(
  checked.passed,
  checked.failed.length,
  checked.failed.map((name) => `FAILED: check > ${name}`),
);

if (await part('packages', async () => tellAudit(await asked))) count(1, 0);
else count(0, 1);

/** Counts what a runner's report says. One that is not there, or was cut off in the middle, is a failure. */
const reported = (report, summaryOf, timesOf, code) => {
  try {
    const told = JSON.parse(readFileSync(report, 'utf8'));
    const { passed, failed, lines } = summaryOf(told);
    times.push(...timesOf(told));
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
  chromium &&
  built &&
  existsSync(join(root, 'tests/journeys')) &&
  readdirSync(join(root, 'tests/journeys')).some((file) => file.endsWith('.spec.ts'))
) {
  // The demo is seeded once, for both.
  for (const [name, project, ...args] of [
    ['journeys in the browser', 'journeys'],
    ['journeys one at a time', 'alone', '--no-deps'],
  ]) {
    // Each keeps its own: a run removes what lies where it puts its pictures and traces.
    const place = join(root, '.cache', `${project}-of-test`);
    const report = `${place}.json`;
    rmSync(report, { force: true });
    const journeys = await part(name, () =>
      run(scripts.playwright, ['test', '--reporter=list,json', `--project=${project}`, `--output=${place}`, ...args], {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium },
      }),
    );
    reported(report, journeySummary, journeyTimes, journeys.code);
  }
}

if (told.length > 0) process.stdout.write(`\n${told.join('\n')}\n`);
process.stdout.write(`\nThe slowest files:\n${slowest(times).join('\n')}\n`);
process.stdout.write(`\n${tookLine(parts)}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
