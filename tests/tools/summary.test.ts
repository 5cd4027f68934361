/** What `npm test` counts, and what it names at its end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript of our tools
import { root } from '../../src/tools/bootstrap.mjs';
// @ts-expect-error plain JavaScript of our tools
import * as summary from '../../src/tools/summary.mjs';

const {
  flakyLine,
  journeySummary,
  journeyTimes,
  NO_TIME,
  notRun,
  notRunLine,
  otherDays,
  otherDaysLine,
  slowest,
  tookLine,
  unitSummary,
  unitTimes,
} = summary;

describe('unit and server tests', () => {
  test('what failed is named with the first line of its message; a file that could not be loaded counts as a failure', () => {
    expect(
      unitSummary({
        numPassedTests: 2,
        testResults: [
          {
            name: 'tests/a.test.ts',
            status: 'failed',
            message: '',
            assertionResults: [
              { status: 'passed', fullName: 'right' },
              { status: 'failed', fullName: 'wrong', failureMessages: ['expected 1 to be 2\n at a.test.ts:3'] },
            ],
          },
          { name: 'tests/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
          { name: 'tests/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'right' }] },
        ],
      }),
    ).toEqual({
      passed: 2,
      failed: 2,
      lines: ['FAILED: tests/a.test.ts > wrong\n    expected 1 to be 2', 'FAILED: tests/b.test.ts\n    no such module'],
    });
  });
});

describe('journeys', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    file: 'x.spec.ts',
    title,
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('right', 'expected')],
        suites: [{ specs: [spec('wrong', 'unexpected', 'first\nline\nExpected: 1\nReceived: 2', 'x')] }],
      },
      { specs: [spec('late', 'flaky', '\u001b[31mtoo\u001b[39m late')] },
    ],
    errors: [],
  };
  const lines = [
    'FAILED: x.spec.ts > wrong\n    first\n    Expected: 1\n    Received: 2',
    'ONLY THE SECOND TIME: x.spec.ts > late\n    too late',
  ];

  test('one that failed twice has failed, and so has one that came right the second time though its cause was found and mended', () => {
    expect(journeySummary(report, { 'x.spec.ts > late': 'waited for the disk' })).toEqual({
      ...{ flaky: 1, passed: 1, failed: 2, lines },
    });
  });

  test('one that came right the second time has passed while nobody knows its cause, and is named all the same', () => {
    expect(journeySummary(report)).toEqual({ flaky: 1, passed: 2, failed: 1, lines });
    expect(journeySummary(report, { 'x.spec.ts > right': 'no reason' })).toMatchObject({ passed: 2, failed: 1 });
  });

  test('the list of mended second tries names journeys that there are, each with its cause', () => {
    const known: Record<string, string> = JSON.parse(readFileSync(join(root, 'tests/secondTries.json'), 'utf8'));
    for (const [name, cause] of Object.entries(known)) {
      const [file = '', title = ''] = name.split(' > ');
      expect(readFileSync(join(root, 'tests/journeys', file), 'utf8')).toContain(title);
      expect(cause.length).toBeGreaterThan(20);
    }
  });
});

test('a second try is said loudly beside the totals, and nothing where none was needed', () => {
  expect(flakyLine(1)).toContain('1 JOURNEY NEEDED A SECOND TRY');
  expect(flakyLine(3)).toContain('3 JOURNEYS NEEDED A SECOND TRY');
  expect(flakyLine(0)).toBe('');
});

test('journeys for which no time was left are counted and named loudly; those that are skipped for another reason are not', () => {
  const spec = (file: string, description: string) => ({
    file,
    title: 'x',
    tests: [{ status: 'skipped', results: [], annotations: [{ type: 'skip', description }] }],
  });
  const found = notRun({
    suites: [
      { specs: [spec('a.spec.ts', NO_TIME), spec('a.spec.ts', NO_TIME)] },
      { specs: [spec('b.spec.ts', 'no PDF')] },
    ],
  });
  expect(found).toEqual({ count: 2, files: ['a.spec.ts'] });
  expect(notRunLine(found)).toMatch(/^2 JOURNEYS DID NOT RUN: .* --project=journeys a$/);
  expect(
    notRunLine(
      notRun({
        suites: [{ specs: [{ file: 'c.spec.ts', title: 'x', tests: [{ status: 'expected', results: [] }] }] }],
      }),
    ),
  ).toBe('');
});

test('journeys that are in no report belong to other days: they are counted in a plain line, with the command that runs them', () => {
  const spec = (file: string, title: string) => ({ file, title, tests: [] });
  const all = { suites: [{ specs: [spec('a', '1'), spec('a', '2')], suites: [{ specs: [spec('b', '1')] }] }] };
  const ran = { suites: [{ specs: [spec('a', '1')] }] };
  expect(otherDays(all, [ran])).toBe(2);
  expect(otherDays(all, [ran, { suites: [{ specs: [spec('b', '1')] }] }])).toBe(1);
  expect(otherDays(all, [all])).toBe(0);
  expect(otherDaysLine(0)).toBe('');
  expect(otherDaysLine(1)).toMatch(/^1 journey belongs to other days .* npm run prove -- --only=journeys$/);
  expect(otherDaysLine(400)).toMatch(/^400 journeys belong to other days /);
});

test('the time of each part, and of the whole, in minutes and seconds', () => {
  expect(
    tookLine([
      { name: 'check', ms: 64_600 },
      { name: 'journeys in the browser', ms: 1_200_000 },
    ]),
  ).toBe('Took: check 1:05, journeys in the browser 20:00; together 21:05');
  expect(tookLine([])).toBe('Took: together 0:00');
});

test('the slowest files stand first, whichever runner they belong to, and a second try counts', () => {
  const unit = unitTimes({ testResults: [{ name: 'tests/a.test.ts', startTime: 1_000, endTime: 3_500 }] });
  const journeys = journeyTimes({
    suites: [{ specs: [{ file: 'x.spec.ts', tests: [{ results: [{ duration: 4_000 }, { duration: 500 }] }] }] }],
  });
  expect(slowest([...unit, ...journeys])).toEqual([
    '    4.5 s  tests/journeys/x.spec.ts',
    '    2.5 s  tests/a.test.ts',
  ]);
  expect(slowest([...unit, ...journeys], 1)).toHaveLength(1);
});
