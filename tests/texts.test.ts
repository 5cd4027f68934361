/** What the app says in several places stands in one, so that it can be changed and translated there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The browser's side. The contract says its refusals field by field; the server has no screens. */
const FOLDERS = ['app', 'client', 'crud', 'domain', 'features', 'offline', 'ui'];
const LITERAL = /'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|>\s*([^<>{}]+?)\s*</g;
const SENTENCE = /^\p{Lu}.* .*[.!?]$/u;

/** The sentences a source says: in quotes or between tags, on one line, comments left out. */
function sentencesOf(source: string): Set<string> {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = new Set<string>();
  for (const [, single, double, between] of code.matchAll(LITERAL)) {
    const text = (single ?? double ?? between ?? '').replace(/\s+/g, ' ');
    if (SENTENCE.test(text)) found.add(text);
  }
  return found;
}

/** Sentences that two or more files say, with the files. */
function repeatedTexts(files: ReadonlyMap<string, string>): string[] {
  const placesOf = new Map<string, string[]>();
  for (const [name, source] of files)
    for (const text of sentencesOf(source)) placesOf.set(text, [...(placesOf.get(text) ?? []), name]);
  return [...placesOf].filter(([, names]) => names.length > 1).map(([text, names]) => `${text} (${names.join(', ')})`);
}

const sources = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [join(folder, name), readFileSync(join('src', folder, name), 'utf8')] as const),
  ),
);

describe('texts', () => {
  test('the measure sees a planted pair, in quotes and between tags, and no comment', () => {
    const planted = new Map([
      ['one.ts', "// 'Never mind me.'\nconst notice = 'The goods are gone.';"],
      ['two.tsx', 'return <p>\n  The goods are gone.\n</p>; /* Never mind me. */'],
      ['three.ts', "const other = 'Goods';"],
    ]);
    expect(repeatedTexts(planted)).toEqual(['The goods are gone. (one.ts, two.tsx)']);
  });
  test('no sentence is written in two places', () => {
    expect(sources.size).toBeGreaterThan(200);
    expect(repeatedTexts(sources)).toEqual([]);
  });
});
