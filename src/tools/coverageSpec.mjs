// npm run coverage:spec [-- --area WH,REP]: the requirement rows of docs/requirements that no test has as a tag yet. `-- --each`: the rows and clauses that
// `npm test` asks on some days only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitFiles, root } from './bootstrap.mjs';
import { EACH } from './tiers.mjs';

/** How a requirement row is named; other tags name clauses of the documents. */
const ROW = /^(?:[A-Z]{2,6}-\d{2}|K\d{1,2})$/;

/** The ids of the rows in a page of docs/requirements, in order. */
export function rowsIn(markdown) {
  return [...markdown.matchAll(/^\| ((?:[A-Z]{2,6}-\d{2})|K\d{1,2}) +\|/gm)].map((found) => found[1]);
}

/** The ids of all requirement rows. */
export function allRows() {
  return gitFiles('docs/requirements/*.md').flatMap((file) => rowsIn(readFileSync(join(root, file), 'utf8')));
}

/** The area of a row id: `WH` of `WH-04`, `K` of `K21`. */
export const areaOf = (id) => id.replace(/-?\d+$/, '');

/** Titles of tests in a file's text, those built by template literals as they are written. */
export function titlesIn(source) {
  return [
    ...source.matchAll(
      /(?<![\w.])(?:test|it|describe|describeEachEngine)(?:\.\w+)*(?:<[^()]*>)?(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g,
    ),
    // The title behind a table of `each`, whose end may be far from its beginning.
    ...source.matchAll(/^\s*\](?: as const)?\)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm),
  ].map((found) => found[2]);
}

/** A clause or a row at the beginning of a title: `ORD-15`, `API-1.6`, `B5.0b`, `K7`, `SYNC rule 21`, `WCAG 1.4.4`. */
const LEADING =
  /^(?!(?:UTF|EAN|UPC|GTIN|SHA|ISO)-)(?:[A-Z]{2,8}-\d+(?:\.\d+)?|[A-Z]{1,2}\d{1,3}(?:\.\d+)*[a-z]?|WCAG [\d.]+|API \d[\d.]*|(?:SYNC )?(?:rules?|section) \d+)(?:\.\.[A-Z\d-]+)?(?=$|[\s,:;])/;

/** Whether a title begins with what belongs into a tag. */
export const beginsWithId = (title) => LEADING.test(title);

/** The list of tags of a test, which may spread other lists, or its only tag. */
const LIST = /\btags?: (?:\[((?:[^[\]]|\[[^[\]]*\])*)\]|('@?[^']*'))/g;

/** The tags of the tests in a file's text, without Playwright's `@`. A test made for each row of a table has `tags: [row]`: the first cells are its tags. */
export function tagsIn(source) {
  const lists = [...source.matchAll(LIST)].map(([, list, one]) => list ?? one);
  const cells = lists.includes('row')
    ? [...source.matchAll(/\[\s*'([A-Z]+-?\d[\d.]*)',/g)].map(([, cell]) => cell)
    : [];
  return [...namedIn(lists), ...cells].filter(isTag);
}

/** The tags of those journeys in a file's text that run for each change. */
export function eachTagsIn(source) {
  return namedIn(
    [...source.matchAll(LIST)].map(([, list = '']) => list).filter((list) => list.includes(`'${EACH}'`)),
  ).filter(isTag);
}

const namedIn = (lists) => lists.flatMap((list) => [...list.matchAll(/'@?([^']*)'/g)].map(([, tag]) => tag));

/** A row, a clause, or one of the eight journeys of `npm run core`. */
const isTag = (tag) => /^(?:[A-Z]+-?(?:section-)?\d[\d.]*[a-z]?|rule-\d+|D-history|smoke)$/.test(tag);

/** The rows and clauses that `npm test` asks on some days only: no unit or server test has them, and no journey of each change. */
export function onOtherDays(sources) {
  const each = new Set(
    sources.flatMap(({ file, source }) => (file.endsWith('.spec.ts') ? eachTagsIn(source) : tagsIn(source))),
  );
  return [...new Set(sources.flatMap(({ source }) => tagsIn(source)))].filter((tag) => !each.has(tag)).toSorted();
}

const TESTS = ['tests/**/*.test.ts', 'tests/**/*.test.tsx', 'tests/**/*.spec.ts', 'tests/*.test.ts'];

/** A file with samples of titles and tags, which are no tests. */
const SAMPLES = 'tests/tools/coverageSpec.test.ts';

/** The text of every test file, journeys included: `[{ file, source }]`. */
export const testSources = () =>
  [...new Set(gitFiles(...TESTS))]
    .filter((file) => file !== SAMPLES)
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

/** Every tag of the tests, once. */
export const allTags = () => [...new Set(testSources().flatMap(({ source }) => tagsIn(source)))].toSorted();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  if (args.includes('--each')) {
    const found = onOtherDays(testSources());
    process.stdout.write(
      `${found.length} rows and clauses are asked on other days only${found.length > 0 ? `: ${found.join(' ')}` : ''}\n`,
    );
    process.exit(found.length > 0 ? 1 : 0);
  }
  const rows = allRows();
  const known = new Set(rows);
  const areas = new Set(rows.map(areaOf));
  const named = new Set();
  let wrong = 0;
  for (const { file, source } of testSources()) {
    for (const id of tagsIn(source)) {
      if (known.has(id)) named.add(id);
      else if (ROW.test(id) && areas.has(areaOf(id))) {
        process.stdout.write(`${file}: the tag ${id} is no requirement\n`);
        wrong += 1;
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
  process.stdout.write(`${named.size} of ${rows.length} rows are tags of a test\n`);
  process.exit(wrong > 0 ? 1 : 0);
}
