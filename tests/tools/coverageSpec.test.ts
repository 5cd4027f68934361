/** Requirement rows are tags of tests (`npm run coverage:spec` reads them); titles are sentences. */
import { describe, expect, test } from 'vitest';
import {
  allRows,
  allTags,
  areaOf,
  beginsWithId,
  rowsIn,
  tagsIn,
  testSources,
  titlesIn,
} from '../../src/tools/coverageSpec.mjs';

describe('requirement rows', () => {
  test('a page of requirements gives its rows, however wide its columns are', () => {
    expect(rowsIn('| WH-01 | a |\n| K1  | b |\n| K12 | c |\n| row | d |\n')).toEqual(['WH-01', 'K1', 'K12']);
  });
  test('every row is a tag of a test, and every tag that looks like a row is a row', () => {
    const rows: string[] = allRows();
    const tags: string[] = allTags();
    expect(rows.length).toBeGreaterThan(650);
    expect(rows.filter((row) => !tags.includes(row))).toEqual([]);
    const areas = new Set(rows.map(areaOf));
    const like = tags.filter((tag) => /^(?:[A-Z]{2,6}-\d{2}|K\d{1,2})$/.test(tag) && areas.has(areaOf(tag)));
    expect(like.filter((tag) => !rows.includes(tag))).toEqual([]);
  });
});

describe('titles and tags', () => {
  test('no title of a test or of a group begins with the id of a row, a clause or a rule', () => {
    const sources: { file: string; source: string }[] = testSources();
    const titles = sources.flatMap(({ file, source }) => {
      const found: string[] = titlesIn(source);
      return found.map((title) => ({ file, title }));
    });
    expect(titles.length).toBeGreaterThan(2_500);
    expect(titles.filter(({ title }) => beginsWithId(title))).toEqual([]);
  });

  test.each([
    'ORD-15 the detail',
    'K7: sums',
    'B5.0b an amount',
    'API-1.6 a batch',
    'SYNC rule 21: all',
    'WCAG 1.4.4 x',
  ])('catches a title that begins with an id: %s', (title) => expect(beginsWithId(title)).toBe(true));

  test.each(['UTF-16 is read', '422 texts', 'a phone', 'UPC-A is EAN-13', 'X-Total-Count on a list'])(
    'leaves a title that begins with something else: %s',
    (title) => expect(beginsWithId(title)).toBe(false),
  );

  test('reads titles in each form that a test is written in', () => {
    const source = [
      "test('one', () => {});",
      'test(`two`, { tags: [] }, () => {});',
      "test.skipIf(!exists('x'))('three', () => {});",
      "test.each<[string, number]>([['K7', 1]])('four %s', () => {});",
      "test.each([\n  ['a (b', 1],\n] as const)('five', () => {});",
      "describeEachEngine('six', () => {});",
      "shape.test('seven');",
    ].join('\n');
    expect(titlesIn(source).toSorted()).toEqual(['one', 'two', 'three', 'four %s', 'five', 'six'].toSorted());
  });

  test('reads tags of Vitest, of Playwright and of tables, and no tag of an order', () => {
    expect(tagsIn("test('a', { tags: ['ORD-15', 'rule-21'] }, run)")).toEqual(['ORD-15', 'rule-21']);
    expect(tagsIn("test('a', { tag: ['@ORD-15', '@smoke'] }, run)")).toEqual(['ORD-15', 'smoke']);
    expect(tagsIn("test('a', { tag: [\n  ...['@F19', '@K1'],\n  ...['@B14.6'],\n] }, run)")).toEqual([
      'F19',
      'K1',
      'B14.6',
    ]);
    expect(tagsIn("for (const [row] of [['PERM-09', 1], ['B12', 2]]) test('a', { tags: [row] }, run)")).toEqual([
      'PERM-09',
      'B12',
    ]);
    expect(tagsIn("const order = { tag: 'pending' }; const draft = { tag: ['B'] };")).toEqual([]);
  });

  test('every tag is declared once, so that Vitest can filter by it', () => {
    expect(new Set(allTags()).size).toBe(allTags().length);
    expect(allTags()).toEqual(expect.arrayContaining(['ORD-15', 'PERM-09', 'K7', 'API-1.6', 'SYNC-24']));
  });
});
