// npm run near [-- FILE...]: runs the tests that reach the changed files, on the embedded engine; a usual change takes less than a minute.
// Changed files are those that git reports: edited and new files, and the commits since the branch left main. Long proofs and browser journeys run
// only in npm test.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, run, scripts } from './bootstrap.mjs';

const git = (...args) => {
  const found = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split('\n').filter(Boolean) : [];
};

/** The files that differ from the point where the branch left main, and untracked files. */
function changedFiles() {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** The files that a test runner can follow: source and tests, but not documents, pictures or browser journeys. */
export const followed = (files) =>
  files.filter((file) => /^(src|tests)\/.*\.(ts|tsx|mjs|sql|json|css)$/.test(file) && !/\.spec\.ts$/.test(file));

/** A migration reaches every server test; four tests of the schema are run instead. */
const SCHEMA = ['db/migrations', 'registry', 'upgrade', 'plans'].map((name) => `tests/server/${name}.test.ts`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const given = process.argv.slice(2);
  const files = followed(given.length > 0 ? given : changedFiles()).filter((file) => existsSync(join(root, file)));
  const sql = files.some((file) => file.endsWith('.sql')) ? SCHEMA : [];
  const targets = [...files.filter((file) => !file.endsWith('.sql')), ...sql];
  if (targets.length === 0) {
    process.stdout.write('Nothing changed that a test could reach.\n');
    process.exit(0);
  }
  const long = JSON.parse(readFileSync(join(root, 'tests/long.json'), 'utf8')).map((name) => `**/${name}.test.ts`);
  const { code } = await run(
    scripts.vitest,
    [
      'related',
      '--run',
      '--project=unit*',
      '--project=server*',
      '--passWithNoTests',
      ...long.flatMap((one) => ['--exclude', one]),
      ...targets,
    ],
    {
      nodeArgs: ['--import', './src/tools/node20.mjs'],
      env: { NODE_OPTIONS: `--import ${join(root, 'src/tools/node20.mjs')}`, KASUWA_TEST_POSTGRES: 'off' },
    },
  );
  process.exit(code);
}
