// npm run core: all unit and server tests on the embedded engine alone with 200 schedules of the queue, and the eight smoke journeys.
import { join } from 'node:path';
import { ensureChromium, ensureInstalled, root, run, scripts } from './bootstrap.mjs';
import { tookLine } from './summary.mjs';

/** How often the long proofs draw: enough to see that they work. `npm test` and `npm run prove` draw more. A variable of the caller wins. */
const FEWER = {
  SCHEDULES: '200',
  DEXIE_SCHEDULES: '4',
  HTTP_SCHEDULES: '4',
  KASUWA_KILLS: '1',
  FUZZ: '1000',
  LIVES: '20',
};

ensureInstalled();
ensureChromium();
const { ensureBuilt } = await import('./build.mjs');

const failed = [];
const parts = [];
/** A part of the run: `work` resolves with an exit code. A part that fails lets the others go on. */
const part = async (name, work) => {
  process.stdout.write(`\n== ${name}\n`);
  const started = Date.now();
  try {
    if ((await work()) !== 0) failed.push(name);
  } catch (error) {
    failed.push(name);
    process.stdout.write(`${error.message}\n`);
  }
  parts.push({ name, ms: Date.now() - started });
};

await part('unit and server tests, embedded engine', async () => {
  const { code } = await run(scripts.vitest, ['run', '--project=unit*', '--project=server*'], {
    nodeArgs: ['--import', './src/tools/node20.mjs'],
    env: {
      NODE_OPTIONS: `--import ${join(root, 'src/tools/node20.mjs')}`,
      KASUWA_TEST_POSTGRES: 'off',
      ...Object.fromEntries(Object.entries(FEWER).filter(([name]) => !process.env[name])),
    },
  });
  return code;
});
await part('build', async () => {
  await ensureBuilt();
  return 0;
});
await part('smoke journeys', async () => {
  const place = join(root, '.cache/journeys-of-core');
  const { code } = await run(scripts.playwright, [
    'test',
    '--project=journeys',
    '--grep=@smoke',
    '--reporter=list',
    `--output=${place}`,
  ]);
  return code;
});

process.stdout.write(`\n${tookLine(parts)}\n`);
process.stdout.write(failed.length > 0 ? `FAILED: ${failed.join(', ')}\n` : 'All passed.\n');
process.exit(failed.length > 0 ? 1 : 0);
