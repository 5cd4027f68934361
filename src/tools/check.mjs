// npm run check: format, lint, types, unused code, architecture. Exported for npm test, where each step counts as one test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, run, scripts } from './bootstrap.mjs';
import { withImporters } from './check/imports.mjs';
import { sinceGreen } from './check/sinceGreen.mjs';

/** The types of one project. TypeScript caches its results in .cache, errors included, and checks only what a change affects. */
const types = (project) => [
  ...['-p', project, '--incremental'],
  ...['--tsBuildInfoFile', join(root, `.cache/tsc/${project.replace(/\W/g, '-')}.tsbuildinfo`)],
];
/** Knip caches each parsed file by its modification time; it searches for unused code anew each time. */
const cached = (name) => ['--no-progress', '--cache', '--cache-location', `.cache/knip/${name}`];

/** No rule of Biome that we use looks beyond its file, so a file that was green and did not change stays green. */
const formatted = () => {
  const { files, green } = sinceGreen(root, '.cache/biome.json', ['biome.json', '.gitignore', 'package-lock.json']);
  return {
    paths: few(files) ? ['--no-errors-on-unmatched', '--files-ignore-unknown=true', 'biome.json', ...files] : ['.'],
    green,
  };
};

const TYPE_RULES = ['', 'src/server/', 'src/sw/', 'tests/'].map((folder) => `${folder}tsconfig.json`);
/** Whether a promise floats depends on types: a change reaches the file and all that import it, through any number of others. */
const awaited = () => {
  const rules = ['.oxlintrc.json', 'package.json', 'package-lock.json', ...TYPE_RULES];
  const { files, tree, green } = sinceGreen(root, '.cache/promises.json', rules);
  const ours = (file) => /^(src|tests)\/.*\.(ts|tsx|mts|mjs)$/.test(file);
  // A declaration without an import gives types to every file.
  if (!files || files.some((file) => file.endsWith('.d.ts'))) return { paths: ['src', 'tests'], green };
  const texts = Object.fromEntries(tree.filter(ours).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const reached = files.some(ours) ? withImporters(files.filter(ours), texts) : [];
  return { paths: few(reached) ? reached : ['src', 'tests'], green };
};

/** More files than a command line should hold are the whole tree. */
const few = (files) => files !== null && files.length < 500;

const STEPS = [
  ['format and lint', scripts.biome, ['check', '--error-on-warnings'], formatted],
  ['promises', scripts.oxlint, ['--type-aware', '--deny-warnings'], awaited],
  ['cycles', scripts.oxlint, ['--deny-warnings', 'src', 'tests']],
  ['types: browser', scripts.tsc, types('tsconfig.json')],
  ['types: server', scripts.tsc, types('src/server')],
  ['types: worker', scripts.tsc, types('src/sw')],
  ['types: tests', scripts.tsc, types('tests')],
  ['unused code', scripts.knip, cached('all')],
  // An export that only its test uses is no part of the product.
  [
    'code that tests alone use',
    scripts.knip,
    [...cached('product'), '-c', 'src/tools/check/knipProduct.json', '--exports', '--files'],
  ],
  ['catalogue of texts', 'src/tools/words.mjs', ['--check']],
  ['architecture', scripts.vitest, ['run', '--project', 'unit', 'tests/architecture.test.ts', '--reporter=dot']],
];

/** Runs the steps two at a time; returns the names of those that failed. */
export async function check() {
  const failed = [];
  const queue = [...STEPS];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const [name, script, given, scope] = step;
      const started = Date.now();
      const since = scope?.();
      if (since?.paths.length === 0) {
        process.stdout.write(`ok   ${name} (nothing changed)\n`);
        continue;
      }
      const { code, output } = await run(script, [...given, ...(since?.paths ?? [])], {
        quiet: true,
        nodeArgs: script === scripts.vitest ? ['--import', './src/tools/node20.mjs'] : [],
      });
      process.stdout.write(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)\n`,
      );
      if (code === 0) since?.green();
      if (code === 0) continue;
      failed.push(name);
      process.stdout.write(`${output.slice(-6_000)}\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  return { passed: STEPS.length - failed.length, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const { passed, failed } = await check();
  process.stdout.write(
    `check: ${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}\n`,
  );
  process.exit(failed.length > 0 ? 1 : 0);
}
