// npm run coverage:spec [-- --area WH,REP]: the requirement rows that no test title names yet.
// The rows live in tests/spec/rows.json, because the specification is not beside every clone; --refresh FILE reads them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitFiles, root } from './bootstrap.mjs';

const ROWS = join(root, 'tests/spec/rows.json');
const ID = /\b([A-Z]{2,6})-(\d{2})(?:\.\.(?:[A-Z]{2,6}-)?(\d{2}))?\b/g;

/** Row ids of REQUIREMENTS.md, in order. */
export function parseRows(markdown) {
  return [...markdown.matchAll(/^([A-Z]{2,6}-\d{2}) \|/gm)].map((found) => found[1]);
}

/** Ids named in a text, ranges such as `PERM-09..12` spread out. */
export function idsIn(text) {
  return [...text.matchAll(ID)].flatMap(([, area, first, last]) => {
    const from = Number(first);
    const to = last ? Number(last) : from;
    return Array.from(
      { length: Math.max(0, to - from) + 1 },
      (_, index) => `${area}-${String(from + index).padStart(2, '0')}`,
    );
  });
}

/** Titles of tests in a file's text. */
export function titlesIn(source) {
  return [
    ...source.matchAll(
      /\b(?:test|it|describe|describeEachEngine)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g,
    ),
  ].map((found) => found[2]);
}

/** Ids that start the rows of tables whose titles begin with the row's first cell: `test.each([['PERM-09', …]])('%s …')`. */
export function tableIdsIn(source) {
  if (!/\.each\([^;]*?\)\(\s*['"`]%s/.test(source)) return [];
  return [...source.matchAll(/\[\s*'([A-Z]{2,6}-\d{2})',/g)].map((found) => found[1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const refresh = args.indexOf('--refresh');
  if (refresh !== -1)
    writeFileSync(ROWS, `${JSON.stringify(parseRows(readFileSync(args[refresh + 1], 'utf8')), null, 1)}\n`);
  const rows = JSON.parse(readFileSync(ROWS, 'utf8'));
  const known = new Set(rows);
  const areas = new Set(rows.map((id) => id.split('-')[0]));
  const named = new Set();
  let wrong = 0;
  for (const file of gitFiles('tests/**/*.test.ts', 'tests/**/*.test.tsx', 'tests/**/*.spec.ts', 'tests/*.test.ts')) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const title of [...titlesIn(source), ...tableIdsIn(source)]) {
      for (const id of idsIn(title)) {
        if (known.has(id)) named.add(id);
        else if (areas.has(id.split('-')[0])) {
          process.stdout.write(`${file}: "${title}" names ${id}, which is no requirement\n`);
          wrong += 1;
        }
      }
    }
  }
  const wanted = args.includes('--area') ? new Set(args[args.indexOf('--area') + 1].split(',')) : areas;
  for (const area of areas) {
    if (!wanted.has(area)) continue;
    const all = rows.filter((id) => id.startsWith(`${area}-`));
    const missing = all.filter((id) => !named.has(id));
    process.stdout.write(
      `${area.padEnd(6)} ${String(all.length - missing.length).padStart(3)} of ${String(all.length).padStart(3)}${missing.length > 0 ? `  missing: ${missing.join(' ')}` : ''}\n`,
    );
  }
  process.stdout.write(`${named.size} of ${rows.length} rows are named by a test\n`);
  process.exit(wrong > 0 ? 1 : 0);
}
