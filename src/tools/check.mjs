// npm run check: format, lint, types, unused code, architecture. Exported for npm test, where each step counts as one test.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, run, scripts } from './bootstrap.mjs';
import { sinceGreen } from './check/sinceGreen.mjs';

/** The types of one project. TypeScript caches its results in .cache, errors included, and checks only what a change affects. */
const types = (project) => [
  ...['-p', project, '--incremental'],
  ...['--tsBuildInfoFile', join(root, `.cache/tsc/${project.replace(/\W/g, '-')}.tsbuildinfo`)],
];
/** Knip caches each parsed file by its modification time; it searches for unused code anew each time. */
const cached = (name) => ['--no-progress', '--cache', '--cache-location', `.cache/knip/${name}`];

/** No rule of Biome that we use looks beyond its file, so a file that was green and did not change stays green. */
const FORMAT = 'format and lint';
const formatted = () => sinceGreen(root, '.cache/biome.json', ['biome.json', '.gitignore', 'package-lock.json']);

const STEPS = [
  [FORMAT, scripts.biome, ['check', '--error-on-warnings']],
  ['promises and cycles', scripts.oxlint, ['--type-aware', '--deny-warnings', 'src', 'tests']],
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

/** More changed files than a command line should hold are the whole tree. */
const filesToFormat = (files) =>
  files && files.length < 500
    ? ['--no-errors-on-unmatched', '--files-ignore-unknown=true', 'biome.json', ...files]
    : ['.'];

/** Runs the steps two at a time; returns the names of those that failed. */
export async function check() {
  const failed = [];
  const queue = [...STEPS];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const [name, script, given] = step;
      const started = Date.now();
      const since = name === FORMAT ? formatted() : null;
      const args = since ? [...given, ...filesToFormat(since.files)] : given;
      const { code, output } = await run(script, args, {
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
  const { failed } = await check();
  process.exit(failed.length > 0 ? 1 : 0);
}
