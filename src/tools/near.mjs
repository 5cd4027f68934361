// npm run near [-- FILE...]: the tests that reach what changed, on the embedded engine: an answer within a minute for a usual change.
// What changed is what git says: edited and new files, and the commits since the branch left main. Long proofs and journeys are left to npm test.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, run, scripts } from './bootstrap.mjs';

const git = (...args) => {
  const found = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split('\n').filter(Boolean) : [];
};

/** Files that differ from where the branch left main, and files that git does not know yet. */
function changedFiles() {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** What a runner can follow: source and tests, not pages or pictures. */
export const followed = (files) =>
  files.filter((file) => /^(src|tests)\/.*\.(ts|tsx|mjs|sql|json|css)$/.test(file) && !/\.spec\.ts$/.test(file));

/** A migration reaches every server test; three tests of the schema are run instead. */
const SCHEMA = ['tests/server/registry.test.ts', 'tests/server/upgrade.test.ts', 'tests/server/plans.test.ts'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const given = process.argv.slice(2);
  const files = followed(given.length > 0 ? given : changedFiles()).filter((file) => existsSync(join(root, file)));
  const sql = files.some((file) => file.endsWith('.sql')) ? SCHEMA : [];
  const asked = [...files.filter((file) => !file.endsWith('.sql')), ...sql];
  if (asked.length === 0) {
    process.stdout.write('Nothing changed that a test could reach.\n');
    process.exit(0);
  }
  const long = JSON.parse(readFileSync(join(root, 'tests/long.json'), 'utf8')).map((name) => `**/${name}.test.ts`);
  const { code } = await run(
    scripts.vitest,
    [
      'related',
      '--run',
      '--project=unit',
      '--project=server',
      '--passWithNoTests',
      ...long.flatMap((one) => ['--exclude', one]),
      ...asked,
    ],
    {
      nodeArgs: ['--import', './src/tools/node20.mjs'],
      env: { NODE_OPTIONS: `--import ${join(root, 'src/tools/node20.mjs')}`, KASUWA_TEST_POSTGRES: 'off' },
    },
  );
  process.exit(code);
}
