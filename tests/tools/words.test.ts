/** The texts of the app are found in its source, and written again in another language (decision 0255). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plural } from '#domain/plural.ts';
import * as english from '../../src/domain/locale.ts';
import * as pseudoLocale from '../../src/locales/pseudo.ts';
// @ts-expect-error plain JavaScript of our tools
import { collected, isSource, stale } from '../../src/tools/words/catalogue.mjs';
// @ts-expect-error plain JavaScript of our tools
import { marksOf, messagesOf, translated } from '../../src/tools/words/extract.mjs';
// @ts-expect-error plain JavaScript of our tools
import { pseudo } from '../../src/tools/words/pseudo.mjs';

interface Message {
  id: string;
  many?: string;
}
const idsOf = (source: string): string[] => (messagesOf(source, 'src/x.tsx') as Message[]).map(({ id }) => id);
/** The source as a build would have it in which every text is "T", its holes and tags kept in reverse order. */
const inOther = (source: string, translations: Record<string, string[]>): string =>
  translated(source, 'src/x.tsx', ({ id }: Message) => translations[id] ?? null);

describe('what is a text', () => {
  test('labels, titles, sentences and what is drawn are; names, classes, keys, paths and faults are not', () => {
    const source = `
      import { x } from 'Some Module';
      const model = { label: 'Business Name', key: 'Business', name: 'business', note: 'today', align: 'right', path: '/a/b' };
      const look = 'flex grow items-center'; const keys = ['Escape', 'ArrowDown', 'Content-Type', 'application/json', 'NGN'];
      if (kind === 'Left Alone' || names.includes('Not This')) throw new Error('Nobody reads a fault.');
      toast('good', 'Product updated');
      const tone = { short: 'text-bad', text: 'text-good font-semibold' }; const at = ['td, .figures', 'a, button', 'screen and (width < 40rem)'];
      const text = \`\${n} cases left\`; const box = \`flex \${x} gap-2\`; const at = \`/areas/\${id}/update\`;
      type Kind = 'One Kind';
      const a = <p className="font semibold" title="A title" data-x="A b">{isLate ? 'late' : 'due'} <b>{name}</b></p>;`;
    expect(idsOf(source)).toEqual([
      ...['Business Name', 'today', 'Product updated', '{n} cases left', 'A title', 'late', 'due'],
    ]);
  });
  test('a sentence with values and elements in it is one text', () => {
    expect(idsOf('const a = <p>\n  Delivered to <b>{buyer.name}</b> on{" "}\n  {showDay(at, now)}.\n</p>;')).toEqual([
      'Delivered to <1/> on {at}.',
    ]);
    expect(idsOf('const a = <p>Read <a href="/x">the rules</a> first.</p>;')).toEqual(['Read <1>the rules</1> first.']);
  });
  test('a plural is one text with its forms', () => {
    expect(messagesOf("const a = plural(rows.length, '# row', '# rows');", 'src/x.ts')).toEqual([
      { id: '# row', many: '# rows', kind: 'plural', path: 'src/x.ts' },
    ]);
  });
});

describe('another language', () => {
  test('the order of the words is its own, values and elements come along', () => {
    expect(
      inOther('const a = <p>Read <a title="Rules">the {name} rules</a> by {day}.</p>;', {
        'Read <1>the {name} rules</1> by {day}.': ['{day} tilll <1>o {name}</1> ka'],
        Rules: ['Ka'],
      }),
    ).toBe('const a = <p>{day}{" tilll "}<a title={"Ka"}>{"o "}{name}</a>{" ka"}</p>;');
    expect(
      inOther('const a = `From #{from} to #{f(to)}`;'.replaceAll('#', '$'), {
        'From {from} to {to}': ['{to} ← {from}'],
      }),
    ).toBe('const a = `#{f(to)} ← #{from}`;'.replaceAll('#', '$'));
  });
  test('a plural has as many forms as the language', () => {
    expect(inOther("plural(n, '# row', '# rows')", { '# row': ['#a', '#b', '#c'] })).toBe(
      'plural(n, "#a", "#b", "#c")',
    );
  });
  test('what has no translation stays English', () => {
    const source = "const a = <p title='One' aria-label={`Row #{n}`}>Two</p>;".replace('#', '$');
    expect(inOther(source, {})).toBe(source);
  });
  test('every text of every source can be replaced, and a text in the pseudo-language keeps its holes', () => {
    const entries = [...(collected() as Map<string, Message>).values()];
    expect(entries.length).toBeGreaterThan(2_000);
    for (const { id } of entries) {
      expect(marksOf(pseudo(id))).toEqual(marksOf(id));
      expect(pseudo(id).trim()).toMatch(/^\[[\s\S]*\]$/);
      const letters = id.replace(/\{\w+\}|<\/?\d+\/?>/g, '').length;
      expect(pseudo(id).length - id.length, id).toBeGreaterThanOrEqual(Math.floor(letters / 3));
    }
  });
  test('the module of a language has what English has', () => {
    expect(Object.keys(pseudoLocale).sort()).toEqual(Object.keys(english).sort());
  });
});

test('words of product names are no texts: they are searched for as the market writes them', () => {
  expect(isSource('src/crud/fields/pack/words.ts')).toBe(false);
  expect(isSource('src/crud/fields/packOf.ts')).toBe(false);
  expect(isSource('src/crud/fields/PackPicture.tsx')).toBe(true);
});

test('the catalogues are up to date (npm run words)', () => {
  expect(stale()).toEqual([]);
});

test('one and many; a number has its thousands', () => {
  expect(plural(0, '# case', '# cases')).toBe('0 cases');
  expect(plural(1, '# case', '# cases')).toBe('1 case');
  expect(plural(1_200, '# case', '# cases')).toBe('1,200 cases');
  expect(plural(1, 'scanned once', 'scanned # times')).toBe('scanned once');
});

test('no source writes a number, a date or a plural by itself', () => {
  const wrong = /toLocale(String|DateString|TimeString)\(|new Intl\.|=== 1 \? '[^']*' : '[^']*s'|=== 1 \? '' : 's'/;
  expect(wrong.test("n === 1 ? 'case' : 'cases'")).toBe(true);
  const paths = [...(collected() as Map<string, { paths: Set<string> }>).values()].flatMap(({ paths }) => [...paths]);
  expect([...new Set(paths)].filter((path) => wrong.test(readFileSync(path, 'utf8')))).toEqual([]);
});
