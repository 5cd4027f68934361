// Summarises the reports of the two test runners: the counts, and the names of tests that failed or passed only on a retry.
import { stripVTControlCharacters } from 'node:util';
import { root } from './bootstrap.mjs';

/** Lines of a message that say what was looked for and what was there. */
const TELLING = /^\s*(Locator|Expected|Received|Error|[-+] {2,}\S|> *\d+ \|)/;

/** A test that failed: its name, the first line of its message, and up to six more lines of it that say what was looked for, what was there, and where. */
const named = (what, name, message) => {
  const [first = '', ...rest] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n');
  const more = rest.filter((line) => TELLING.test(line)).slice(0, 6);
  return [`${what}: ${name.replace(root, '')}`, ...[first, ...more].filter(Boolean).map(cut)].join('\n');
};

const cut = (line) => `    ${line.trim().slice(0, 200)}`;

/** Reads Vitest's JSON report. A file that could not be loaded has no tests but counts as a failure. */
export function unitSummary({ testResults, numPassedTests }) {
  const lines = testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [named('FAILED', file.name, file.message)];
    return failed.map((one) => named('FAILED', `${file.name} > ${one.fullName}`, one.failureMessages?.[0]));
  });
  return { passed: numPassedTests, failed: lines.length, lines };
}

/**
 * Reads Playwright's JSON report. A journey that passed only on the second try is named. It counts as failed if `known` names it ("file > title") with a cause
 * that was found and mended, because then the cause is back; else it counts as passed.
 */
export function journeySummary({ stats, suites, errors }, known = {}) {
  const ran = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) => tests.map((one) => ({ ...one, name: `${file} > ${title}` })));
  const late = ran.filter(({ status }) => status === 'flaky');
  const allowed = late.filter(({ name }) => !(name in known));
  const lines = ran
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ status, name, results }) =>
      named(
        status === 'flaky' ? 'ONLY THE SECOND TIME' : 'FAILED',
        name,
        whereAndWhat(results.find((result) => result.error)?.error),
      ),
    );
  return {
    flaky: late.length,
    passed: stats.expected + allowed.length,
    failed: stats.unexpected + late.length - allowed.length,
    lines: [...lines, ...errors.map((error) => named('FAILED', 'journeys', error.message))],
  };
}

/** The message of a journey's error and the marked line of its source. */
const whereAndWhat = (error) => error && [error.message, error.snippet].filter(Boolean).join('\n');

/** Why a journey did not run: the machine is slow, and its file would have begun after the time of the run. */
export const NO_TIME = 'no time left';

/** The journeys of Playwright's report that did not run for {@link NO_TIME}: how many, and their files. */
export function notRun({ suites }) {
  const left = suites
    .flatMap(specsOf)
    .filter(({ tests }) =>
      tests.some(({ annotations = [] }) => annotations.some((one) => one.description === NO_TIME)),
    );
  return { count: left.length, files: [...new Set(left.map(({ file }) => file))] };
}

/** The line about journeys that did not run, as prominent as a failure; '' if all ran. */
export function notRunLine({ count, files }) {
  if (count === 0) return '';
  return `${count} JOURNEYS DID NOT RUN: this machine is slow, and their time was over (docs/decisions/0690). Run them: npx playwright test --project=journeys ${files.map((file) => file.replace('.spec.ts', '')).join(' ')}`;
}

/** How many journeys of `all` (Playwright's list) stand in none of the reports: they belong to other days (decision 0880). */
export function otherDays(all, reports) {
  const nameOf = ({ file, title }) => `${file} > ${title}`;
  const there = new Set(reports.flatMap(({ suites }) => suites.flatMap(specsOf)).map(nameOf));
  return all.suites.flatMap(specsOf).filter((spec) => !there.has(nameOf(spec))).length;
}

/** The line about journeys of other days; '' if all belonged to this run. */
export function otherDaysLine(count) {
  if (count === 0) return '';
  const journeys = count === 1 ? '1 journey belongs' : `${count} journeys belong`;
  return `${journeys} to other days (docs/decisions/0880). All of them: npm run prove -- --only=journeys`;
}

/** The time of each file in Vitest's report: `[{ name, ms }]`. A file that ran on several engines or projects has several rows. */
export function unitTimes({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({ name: name.replace(root, ''), ms: endTime - startTime }));
}

/** The time of each file in Playwright's report: `[{ name, ms }]`, the sum of all tries of its journeys. */
export function journeyTimes({ suites }) {
  const sums = new Map();
  for (const { file, tests } of suites.flatMap(specsOf))
    for (const { results } of tests)
      for (const { duration = 0 } of results) sums.set(file, (sums.get(file) ?? 0) + duration);
  return [...sums].map(([file, ms]) => ({ name: `tests/journeys/${file}`, ms }));
}

/** The slowest files, slowest first, one line each. */
export function slowest(files, count = 20) {
  return files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
}

/** The line about journeys that needed a second try, as prominent as a failure; '' if none did. */
export function flakyLine(flaky) {
  if (flaky === 0) return '';
  const journeys = flaky === 1 ? '1 JOURNEY' : `${flaky} JOURNEYS`;
  return `${journeys} NEEDED A SECOND TRY: find the cause, mend it and write it into tests/secondTries.json, whose journeys fail the run from then on (docs/decisions/0921).`;
}

/** One line with the time of each part of the run. */
export function tookLine(parts) {
  const minutes = (ms) => {
    const seconds = Math.round(ms / 1_000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const each = parts.map(({ name, ms }) => `${name} ${minutes(ms)}`).join(', ');
  const all = minutes(parts.reduce((sum, { ms }) => sum + ms, 0));
  return `Took: ${each && `${each}; `}together ${all}`;
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}
