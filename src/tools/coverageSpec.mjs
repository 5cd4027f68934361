// npm run coverage:spec [-- --area WH,REP]: lists the requirement rows of docs/requirements that no test title names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitFiles, root } from './bootstrap.mjs';

/** Ids such as `WH-04` and the corrections `K1` to `K43`; `PERM-09..12` and `K1..K3` are ranges. */
const ID = /\b(?:([A-Z]{2,6})-(\d{2})(?:\.\.(?:[A-Z]{2,6}-)?(\d{2}))?|(K)(\d{1,2})(?:\.\.K?(\d{1,2}))?)\b/g;

/** The ids of the rows in a page of docs/requirements, in order. */
export function rowsIn(markdown) {
  return [...markdown.matchAll(/^\| ((?:[A-Z]{2,6}-\d{2})|K\d{1,2}) \|/gm)].map((found) => found[1]);
}

/** The ids of all requirement rows. */
export function allRows() {
  return gitFiles('docs/requirements/*.md').flatMap((file) => rowsIn(readFileSync(join(root, file), 'utf8')));
}

/** The area of a row id: `WH` of `WH-04`, `K` of `K21`. */
export const areaOf = (id) => id.replace(/-?\d+$/, '');

/** The ids in a text; ranges such as `PERM-09..12` are expanded. */
export function idsIn(text) {
  return [...text.matchAll(ID)].flatMap(([, area, first, last, k, kFirst, kLast]) => {
    const from = Number(first ?? kFirst);
    const to = Number(last ?? kLast ?? from);
    return Array.from({ length: Math.max(0, to - from) + 1 }, (_, index) =>
      k ? `K${from + index}` : `${area}-${String(from + index).padStart(2, '0')}`,
    );
  });
}

/** The titles of the tests in a file's text. */
export function titlesIn(source) {
  return [
    ...source.matchAll(
      /\b(?:test|it|describe|describeEachEngine)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g,
    ),
  ].map((found) => found[2]);
}

/** The ids in the first cells of test tables whose titles start with that cell: `test.each([['PERM-09', …]])('%s …')`. */
export function tableIdsIn(source) {
  if (!/\.each\([^;]*?\)\(\s*['"`]%s/.test(source)) return [];
  return [...source.matchAll(/\[\s*'((?:[A-Z]{2,6}-\d{2})|K\d{1,2})',/g)].map((found) => found[1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const rows = allRows();
  const known = new Set(rows);
  const areas = new Set(rows.map(areaOf));
  const named = new Set();
  let wrong = 0;
  for (const file of gitFiles('tests/**/*.test.ts', 'tests/**/*.test.tsx', 'tests/**/*.spec.ts', 'tests/*.test.ts')) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const title of [...titlesIn(source), ...tableIdsIn(source)]) {
      for (const id of idsIn(title)) {
        if (known.has(id)) named.add(id);
        else if (areas.has(areaOf(id))) {
          process.stdout.write(`${file}: "${title}" names ${id}, which is no requirement\n`);
          wrong += 1;
        }
      }
    }
  }
  const wanted = args.includes('--area') ? new Set(args[args.indexOf('--area') + 1].split(',')) : areas;
  for (const area of areas) {
    if (!wanted.has(area)) continue;
    const all = rows.filter((id) => areaOf(id) === area);
    const missing = all.filter((id) => !named.has(id));
    process.stdout.write(
      `${area.padEnd(6)} ${String(all.length - missing.length).padStart(3)} of ${String(all.length).padStart(3)}${missing.length > 0 ? `  missing: ${missing.join(' ')}` : ''}\n`,
    );
  }
  process.stdout.write(`${named.size} of ${rows.length} rows are named by a test\n`);
  process.exit(wrong > 0 ? 1 : 0);
}
