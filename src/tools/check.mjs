// npm run check: format, lint, types, unused code, architecture. Exported for npm test, where each step counts as one test.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, run, scripts } from './bootstrap.mjs';

/** The types of one project. TypeScript caches its results in .cache, errors included, and checks only what a change affects. */
const types = (project) => [
  ...['-p', project, '--incremental'],
  ...['--tsBuildInfoFile', join(root, `.cache/tsc/${project.replace(/\W/g, '-')}.tsbuildinfo`)],
];
/** Knip caches each parsed file by its modification time; it searches for unused code anew each time. */
const cached = (name) => ['--no-progress', '--cache', '--cache-location', `.cache/knip/${name}`];

const STEPS = [
  ['format and lint', scripts.biome, ['check', '--error-on-warnings', '.']],
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
    [...cached('product'), '-c', 'src/tools/knipProduct.json', '--exports', '--files'],
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
      const [name, script, args] = step;
      const started = Date.now();
      const { code, output } = await run(script, args, {
        quiet: true,
        nodeArgs: script === scripts.vitest ? ['--import', './src/tools/node20.mjs'] : [],
      });
      process.stdout.write(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1_000).toFixed(1)} s)\n`,
      );
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
