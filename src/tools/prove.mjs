// npm run prove, over 300 lines because each part is a few lines of the same kind: the full proof of SYNC.md "How it is tested", and a soak test. `-- --fifth` runs a fifth of it, `-- --only=dexie,http` runs some
// parts, `-- --soak=5` soaks for five minutes instead of sixty. It ends with one table; the exit code is 1 if there were findings.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium, ensureInstalled, gitFiles, root, run, scripts } from './bootstrap.mjs';
import { ensurePackages, proveCluster } from './proveCluster.mjs';
import { journeySummary } from './summary.mjs';

const listed = (name) => JSON.parse(readFileSync(join(root, `tests/${name}.json`), 'utf8'));
/** Files of server tests that run on the embedded engine on some days only (`describeEngineOfDay`). */
const ENGINE_OF_DAY = gitFiles('tests/server')
  .filter(
    (file) => file.endsWith('.test.ts') && readFileSync(join(root, file), 'utf8').includes('describeEngineOfDay('),
  )
  .map((file) => file.slice('tests/'.length, -'.test.ts'.length));
/** Tests that `npm test` runs on one engine only (`describeOneEngine`), on PostgreSQL with two servers only (`describeForTwoServers`), or on one engine on most days. */
const ONE_ENGINE = [...Object.keys(listed('oneEngine')), ...listed('twoServers'), ...ENGINE_OF_DAY];
/** Tests that depend on connections, transactions, locks and changes. */
const POOLED = [...listed('twoServers'), 'server/live/live', 'server/live/liveServers'];
const EACH = { KASUWA_TEST_ENGINES: 'each' };

/** Vitest files, and which of their tests to run: the named variable sets the number of schedules or kills, and where each of two processes begins. */
const VITEST = {
  schedules: {
    what: 'schedules in memory',
    full: 100_000,
    file: 'tests/offline/simulation.test.ts',
    title: 'regression seeds|schedules of two officers',
    count: 'SCHEDULES',
    from: 'SCHEDULES_FIRST',
    first: 10_000,
  },
  dexie: {
    what: 'schedules over IndexedDB',
    full: 10_000,
    file: 'tests/offline/simulation.test.ts',
    tags: 'SYNC-01',
    count: 'DEXIE_SCHEDULES',
    from: 'DEXIE_FIRST',
    first: 200_000,
  },
  plain: {
    what: 'schedules at a server without keys',
    full: 10_000,
    file: 'tests/offline/plainSimulation.test.ts',
    title: 'schedules at a server',
    count: 'PLAIN_SCHEDULES',
    from: 'PLAIN_FIRST',
    first: 10_000,
  },
  http: {
    what: 'schedules over HTTP, real restores',
    full: 2_000,
    file: 'tests/server/simulation.test.ts',
    tags: 'SYNC-08',
    count: 'HTTP_SCHEDULES',
    from: 'HTTP_FIRST',
    first: 300_000,
  },
  bugs: {
    what: 'planted bugs, each caught',
    file: 'tests/offline/simulation.test.ts',
    title: 'the checker catches',
    env: { PLANTED: 'search' },
  },
  fuzz: {
    what: 'bodies that are nearly right, per engine',
    full: 60_000,
    file: 'tests/server/security/everyCall.test.ts',
    tags: 'SEC-10',
    count: 'FUZZ',
    env: EACH,
  },
  texts: {
    what: 'each naughty text and each mark at each call',
    files: ['tests/server/fuzz.test.ts', 'tests/server/security/marks.test.ts'],
    env: { KASUWA_EACH: '1' },
  },
  engines: {
    what: 'what npm test asks on one engine, on each',
    files: ONE_ENGINE.map((name) => `tests/${name}.test.ts`),
    env: EACH,
  },
  pooler: {
    what: 'keys, rows and transfers through PgBouncer',
    files: POOLED.map((name) => `tests/${name}.test.ts`),
    env: { KASUWA_TEST_POOLER: '1', KASUWA_TEST_ENGINES: 'each' },
    title: '\\(postgres\\)',
    packages: ['pgbouncer'],
  },
  lives: {
    what: 'random lives of an order, every figure',
    full: 10_000,
    file: 'tests/server/orders/randomLives.test.ts',
    tags: 'K7',
    count: 'LIVES',
    env: EACH,
    from: 'LIVES_FIRST',
    first: 600_000,
  },
  receipts: {
    what: 'random lives of receipts, reversals, claims',
    full: 1_000,
    file: 'tests/server/purchasing/receiptLives.test.ts',
    tags: 'DISC-18',
    count: 'LIVES',
    env: EACH,
    from: 'LIVES_FIRST',
    first: 800_000,
  },
  kills: {
    what: 'server kills per engine, any moment',
    full: 60,
    file: 'tests/server/kills.test.ts',
    title: 'kills',
    count: 'KASUWA_KILLS',
  },
  door: {
    what: 'hostile sign-in, addresses',
    full: 1_000,
    file: 'tests/server/hostileSignIn.test.ts',
    tags: 'S1 && S2',
    count: 'HOSTILE_ADDRESSES',
  },
  pitr: {
    what: 'recovery to a point in time',
    file: 'tests/server/pointInTime.test.ts',
    tags: 'OPS-10',
    env: { KASUWA_PITR: '1' },
  },
  executes: {
    what: 'server kills per engine, in executes',
    full: 20,
    file: 'tests/server/purchasing/kills.test.ts',
    title: 'kills',
    count: 'KASUWA_KILLS',
  },
};
const NAMES = [
  'bugs',
  'schedules',
  'dexie',
  'plain',
  'http',
  'fuzz',
  'texts',
  'engines',
  'pooler',
  'cluster',
  'lives',
  'receipts',
  'kills',
  'executes',
  'pitr',
  'door',
  'browser',
  'journeys',
  'worker',
  'words',
  'soak',
];

/** Reads the arguments; throws an Error with a message for people. */
export function readArguments(args) {
  const options = { scale: 1, only: NAMES, soak: 60 };
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (arg === '--fifth') options.scale = 0.2;
    else if (name === '--scale' && Number(value) > 0) options.scale = Number(value);
    else if (name === '--soak' && Number(value) > 0) options.soak = Number(value);
    else if (name === '--only' && value !== '' && value.split(',').every((one) => NAMES.includes(one)))
      options.only = NAMES.filter((one) => value.split(',').includes(one));
    else throw new Error(`${arg} is not known. Parts: ${NAMES.join(', ')}.`);
  }
  return options;
}

/** Splits `count` into `parts` of about the same size, each with its first number. */
export function shares(count, first, parts) {
  const size = Math.ceil(count / parts);
  return Array.from({ length: parts }, (_, at) => ({
    from: first + at * size,
    count: Math.min(size, count - at * size),
  })).filter((share) => share.count > 0);
}

/** A text table with titles. */
export function table(rows) {
  const all = [['what', 'how many', 'findings', 'time'], ...rows.map((row) => row.map(String))];
  const widths = all[0].map((_, at) => Math.max(...all.map((row) => row[at].length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Runs those tests of a file that have the part's tags, or its words in the title; of several files all tests. */
async function vitest(name, { file, files = [file], title, tags, env = {} }, more) {
  const report = join(root, `.cache/prove-${name}.json`);
  rmSync(report, { force: true });
  const { code, output } = await run(
    scripts.vitest,
    [
      ...['run', '--project=unit*', '--project=server*', ...files],
      ...(tags ? [`--tags-filter=${tags}`] : []),
      ...(title ? ['-t', title] : []),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { quiet: true, nodeArgs: ['--import', './src/tools/node20.mjs'], env: { ...env, ...more } },
  );
  const results = JSON.parse(readFileSync(report, 'utf8'));
  // A run without a passed test proves nothing.
  const findings = Math.max(results.numFailedTests, code !== 0 || results.numPassedTests === 0 ? 1 : 0);
  return { findings, passed: results.numPassedTests, output: findings > 0 ? output.slice(-8_000) : '' };
}

async function proveVitest(name, scale) {
  const part = VITEST[name];
  if (part.packages) ensurePackages(part.packages);
  if (!part.full) {
    const result = await vitest(name, part, {});
    return { what: part.what, count: result.passed, ...result };
  }
  const count = Math.ceil(part.full * scale);
  const parts = part.from ? shares(count, part.first, Math.min(availableParallelism(), 4)) : [{ from: 0, count }];
  const results = await Promise.all(
    parts.map((share, at) =>
      vitest(`${name}${at}`, part, {
        [part.count]: String(share.count),
        ...(part.from ? { [part.from]: String(share.from) } : {}),
      }),
    ),
  );
  return {
    what: part.what,
    count,
    findings: results.reduce((sum, one) => sum + one.findings, 0),
    output: results.map((one) => one.output).join('\n'),
  };
}

/** The proof includes how long sign-ins of known and new tablets took during the attack. */
async function proveDoor(scale) {
  const figures = join(root, '.cache/hostile.json');
  rmSync(figures, { force: true });
  const result = await proveVitest('door', scale);
  if (!existsSync(figures)) return result;
  const { tries, known, median, slowest, unknown } = JSON.parse(readFileSync(figures, 'utf8'));
  const seconds = unknown.map((ms) => (ms === null ? 'not in' : `${(ms / 1_000).toFixed(1)} s`)).join(', ');
  const words = `${tries} tries of strangers; ${known} sign-ins of known tablets: ${median} ms in the middle, ${slowest} ms the slowest; new tablets: ${seconds}`;
  return { ...result, output: `${words}\n${result.output}` };
}

async function proveBrowser(scale) {
  ensureChromium();
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
  const count = Math.ceil(60 * scale);
  const { code, output } = await run(
    scripts.playwright,
    ['test', 'tests/journeys/browserKills.spec.ts', '--reporter=line'],
    {
      quiet: true,
      env: { BROWSER_KILLS: String(count) },
    },
  );
  return {
    what: 'browser kills right after the promise',
    count,
    findings: code === 0 ? 0 : 1,
    output: output.slice(-8_000),
  };
}

/** The journeys that `npm test` runs without the worker of the app, with it. */
async function proveWorker() {
  ensureChromium();
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
  const files = gitFiles('tests/journeys/*.spec.ts').filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('noWorker'),
  );
  const { code, output } = await run(
    scripts.playwright,
    ['test', ...files, '--project=journeys', '--reporter=line', `--output=${join(root, '.cache/journeys-of-worker')}`],
    { quiet: true, env: { KASUWA_JOURNEYS_WORKER: '1' } },
  );
  return {
    what: 'files of journeys with the worker',
    count: files.length,
    findings: code === 0 && files.length > 0 ? 0 : 1,
    output: output.slice(-8_000),
  };
}

/** The journeys of all days (decision 0880): two at a time, then those that run alone. */
async function proveJourneys() {
  ensureChromium();
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
  const result = { what: 'journeys of all days', count: 0, findings: 0, output: '' };
  for (const [project, ...more] of [['journeys'], ['alone', '--no-deps']]) {
    const place = join(root, `.cache/journeys-of-prove-${project}`);
    rmSync(`${place}.json`, { force: true });
    const { code, output } = await run(
      scripts.playwright,
      ['test', `--project=${project}`, ...more, '--reporter=line,json', `--output=${place}`],
      { quiet: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${place}.json` } },
    );
    const found = existsSync(`${place}.json`)
      ? journeySummary(JSON.parse(readFileSync(`${place}.json`, 'utf8')), listed('secondTries'))
      : null;
    result.count += found ? found.passed + found.failed : 0;
    result.findings += Math.max(found?.failed ?? 1, code === 0 ? 0 : 1);
    result.output += [...(found?.lines ?? []), code === 0 ? '' : output.slice(-8_000)].join('\n');
  }
  return result;
}

/** Every screen in the pseudo-language; `npm test` walks each kind of screen once. */
async function proveWords() {
  ensureChromium();
  const { code, output } = await run(
    scripts.playwright,
    ['test', 'tests/journeys/pseudo.spec.ts', '--project=journeys', '--reporter=line'],
    { quiet: true, env: { KASUWA_EVERY_SCREEN: '1' } },
  );
  return {
    what: 'screens in the pseudo-language',
    count: 'all',
    findings: code === 0 ? 0 : 1,
    output: output.slice(-8_000),
  };
}

async function proveSoak(minutes) {
  const { code, output } = await run('tests/soak/soak.ts', [`--minutes=${minutes}`], {
    quiet: true,
    nodeArgs: ['--import', 'tsx'],
  });
  const line = output.split('\n').find((one) => one.startsWith('{"soak":'));
  const soak = line ? JSON.parse(line).soak : { transfers: 0, findings: ['The soak ended early.'], words: '' };
  return {
    what: `soak of ${minutes} minutes`,
    count: `${soak.transfers} transfers`,
    findings: Math.max(soak.findings.length, code === 0 ? 0 : 1),
    output: code === 0 ? soak.words : output.slice(-8_000),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let options;
  try {
    options = readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(
      `${error.message}\nUsage: npm run prove -- [--fifth | --scale=0.5] [--only=PART,PART] [--soak=MINUTES]\n`,
    );
    process.exit(1);
  }
  ensureInstalled();
  const rows = [];
  let found = 0;
  for (const name of options.only) {
    const started = Date.now();
    process.stdout.write(`${name} ...\n`);
    const result =
      name === 'browser'
        ? await proveBrowser(options.scale)
        : name === 'journeys'
          ? await proveJourneys()
          : name === 'worker'
            ? await proveWorker()
            : name === 'words'
              ? await proveWords()
              : name === 'soak'
                ? await proveSoak(options.soak)
                : name === 'cluster'
                  ? await proveCluster(options.scale, vitest)
                  : name === 'door'
                    ? await proveDoor(options.scale)
                    : await proveVitest(name, options.scale);
    if (result.output && (result.findings > 0 || ['soak', 'door', 'cluster'].includes(name)))
      process.stdout.write(`${result.output}\n`);
    found += result.findings;
    rows.push([
      result.what,
      result.count.toLocaleString('en'),
      result.findings,
      `${Math.round((Date.now() - started) / 1_000)} s`,
    ]);
    process.stdout.write(`${table(rows.slice(-1))}\n\n`);
  }
  process.stdout.write(`\n${table(rows)}\n`);
  process.exit(found > 0 ? 1 : 0);
}
