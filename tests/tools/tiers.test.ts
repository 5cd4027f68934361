/** What `npm test` runs for each change, and what on which day (decision 0880). */
import { describe, expect, test } from 'vitest';
import { eachTagsIn, onOtherDays, testSources } from '../../src/tools/coverageSpec.mjs';
import { DAYS, EACH, filesOfDay, journeyFiles, today } from '../../src/tools/tiers.mjs';
import { EVERY_SCREEN, KINDS_OF_SCREEN, SCREENS_OF_EACH_CHANGE } from '../support/screens.ts';
import { firstOfDay, isOfDay, shareOf, walkOfDay } from '../support/shares.ts';

const journeys = testSources().filter(({ file }) => file.startsWith('tests/journeys/'));

const FIRST_TAG = new RegExp(`tag: \\[\\s*'${EACH}'`);

describe('journeys of each change', () => {
  test('a row or clause that journeys alone hold is held by a journey of each change', () => {
    expect(onOtherDays(testSources())).toEqual([]);
  });

  test('a row is on other days only where no unit test, no server test and no journey of each change has it', () => {
    const found = (journey: string, unit = '') =>
      onOtherDays([
        { file: 'tests/journeys/a.spec.ts', source: journey },
        { file: 'tests/server/a.test.ts', source: unit },
      ]);
    const held = "test('a', { tag: ['@ORD-15', '@B7.3'] }, run)";
    expect(found(held)).toEqual(['B7.3', 'ORD-15']);
    expect(found(held, "test('a', { tags: ['ORD-15'] }, run)")).toEqual(['B7.3']);
    expect(found(held.replace("['@ORD", "['@each-change', '@ORD"))).toEqual([]);
    expect(found(`${held}; test('b', { tag: ['@each-change', '@ORD-15'] }, run)`)).toEqual(['B7.3']);
    expect(found("test('the eight', { tag: ['@smoke'] }, run)")).toEqual(['smoke']);
  });

  test('the tag is written where tags are read: first in the list of its journey', () => {
    for (const { file, source } of journeys)
      expect(source.split(EACH).length, file).toBe(source.split(FIRST_TAG).length);
    expect(
      eachTagsIn("test('a', { tag: ['@each-change', '@ORD-15'] }, run); test('b', { tag: ['@K7'] }, run)"),
    ).toEqual(['ORD-15']);
  });
});

describe('journeys of other days', () => {
  test('every file of journeys is in exactly one share, and each share in one of ten days in a row', () => {
    const files = journeyFiles();
    expect(files.map((name) => `tests/journeys/${name}`)).toEqual(
      expect.arrayContaining(journeys.map(({ file }) => file).filter((file) => !file.endsWith('/looks.spec.ts'))),
    );
    const days = Array.from({ length: DAYS }, (_, at) => filesOfDay(20_785 + at));
    expect(days.flat().toSorted(), 'a new file stands in one list of tests/journeyDays.json').toEqual(files);
    expect(filesOfDay(20_785 + DAYS)).toEqual(days[0]);
  });

  test('the day is the one of the clock, or the one that is named', () => {
    expect(today({}, Date.UTC(2026, 10, 28, 23, 59))).toBe(20_785);
    expect(today({}, Date.UTC(2026, 10, 29))).toBe(20_786);
    expect(today({ KASUWA_DAY: '3' }, 0)).toBe(3);
  });
});

describe('what is drawn', () => {
  const days = Array.from({ length: DAYS }, (_, at) => 20_785 + at);
  test('each text is asked at each row of a table on one of ten days, and a row has a tenth of them', () => {
    const texts = Array.from({ length: 37 }, (_, at) => at);
    for (const row of [0, 1, 25]) {
      const shares = days.map((day) => shareOf(texts, row, day, false));
      expect(shares.flat().toSorted((a, b) => a - b)).toEqual(texts);
      expect(Math.max(...shares.map((share) => share.length))).toBe(4);
    }
    expect(shareOf(texts, 0, 1, true)).toEqual(texts);
  });

  test('ten days draw what one day drew, and the eleventh begins again', () => {
    const seeds = days.flatMap((day) => {
      const first = firstOfDay(500_000, 10, DAYS, day);
      return Array.from({ length: 10 }, (_, at) => first + at);
    });
    expect(seeds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => 500_000 + at));
    expect(firstOfDay(10_000, 20_000, 5, 20_785)).toBe(10_000);
    expect(firstOfDay(10_000, 20_000, 5, 20_789)).toBe(90_000);
    expect(firstOfDay(10_000, 20_000, 5, 20_790)).toBe(10_000);
  });

  test('five days play 20,000 schedules, and 25 days the 100,000 of the long proofs, none of them twice', () => {
    const blocks = (count: number) =>
      Array.from({ length: count }, (_, at) => firstOfDay(10_000, 4_000, 25, 20_785 + at)).toSorted((a, b) => a - b);
    expect(blocks(25)).toEqual(Array.from({ length: 25 }, (_, at) => 10_000 + at * 4_000));
    expect(new Set(blocks(5)).size * 4_000).toBe(20_000);
  });

  test('a file runs on its second engine on one of five days, and on every day of a whole run', () => {
    const names = Array.from({ length: 40 }, (_, at) => `title ${at}`);
    for (const name of names) {
      expect(days.slice(0, 5).filter((day) => isOfDay(name, day, false))).toHaveLength(1);
      expect(isOfDay(name, 1, true)).toBe(true);
    }
    for (const day of days.slice(0, 5))
      expect(names.filter((name) => isOfDay(name, day, false)).length).toBeLessThan(16);
  });

  test.each([
    ['every screen', EVERY_SCREEN],
    ['each kind of screen', KINDS_OF_SCREEN],
  ])('a walk through %s: five days visit all of them, each day those of each change and few others', (_name, all) => {
    const walks = days.slice(0, 5).map((day) => walkOfDay(all, SCREENS_OF_EACH_CHANGE, day, false));
    expect(all.filter((path) => !walks.some((walk) => walk.includes(path)))).toEqual([]);
    for (const walk of walks) {
      expect(SCREENS_OF_EACH_CHANGE.filter((path) => !walk.includes(path))).toEqual([]);
      expect(walk.length).toBeLessThan(all.length / 2);
    }
    expect(walkOfDay(all, SCREENS_OF_EACH_CHANGE, 1, true)).toEqual(all);
  });
});
