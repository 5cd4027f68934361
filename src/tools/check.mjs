// npm run check: format, lint, types, unused code, architecture. npm test uses the exported function and counts each step as one test.
import { fileURLToPath } from 'node:url';
import { ensureInstalled, run, scripts } from './bootstrap.mjs';

const STEPS = [
  ['format and lint', scripts.biome, ['check', '--error-on-warnings', '.']],
  ['promises and cycles', scripts.oxlint, ['--type-aware', '--deny-warnings', 'src', 'tests']],
  ['types: browser', scripts.tsc, ['-p', 'tsconfig.json']],
  ['types: server', scripts.tsc, ['-p', 'src/server']],
  ['types: worker', scripts.tsc, ['-p', 'src/sw']],
  ['types: tests', scripts.tsc, ['-p', 'tests']],
  ['unused code', scripts.knip, ['--no-progress']],
  // Code that only a test uses is not part of the product.
  [
    'code that tests alone use',
    scripts.knip,
    ['--no-progress', '-c', 'src/tools/knipProduct.json', '--exports', '--files'],
  ],
  ['architecture', scripts.vitest, ['run', '--project', 'unit', 'tests/architecture.test.ts', '--reporter=dot']],
];

/** Runs the steps two at a time; resolves with the names of the failed ones. */
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
