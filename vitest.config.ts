import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { allTags } from './src/tools/coverageSpec.mjs';

/**
 * The files that take minutes, longest first (`npm test` prints the slowest ones at its end). Left to their size they come anywhere, and one
 * that comes last runs alone while the other core has nothing to do.
 */
const LONG: string[] = listed('long');
/** Server tests that change what a module is for the whole process, each with its reason. */
const OWN_PROCESS = Object.keys(read('ownProcess') as object).map((name) => `tests/${name}.test.ts`);
/**
 * Unit tests that stand in for a page of a browser (its globals, its database) or for a module: what they change is there for the whole process. Each of
 * them has a thread of its own; the others share two processes, because a process and its modules cost more than most of these tests.
 */
const STANDS_IN = /pageGlobals|stubGlobal|fake-indexeddb|vi\.(mock|doMock|resetModules)\(/;
const PAGES = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('server'))
  .map((name) => `tests/${name}`)
  .filter((name) => STANDS_IN.test(readFileSync(name, 'utf8')));
const rank = ({ moduleId }: TestSpecification) => {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at < 0 ? LONG.length : at;
};

/** A list of test files in a file of `tests`. */
function listed(name: string): string[] {
  return read(name) as string[];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`tests/${name}.json`, import.meta.url), 'utf8'));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Apart from vite.config.ts, so that tests do not load the app's plugins. */
export default defineConfig({
  cacheDir: '.cache/vitest',
  define: { __APP_VERSION__: JSON.stringify('0.1.0+test') },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two files run side by side: what is waited for may come late.
    expect: { poll: { timeout: 20_000 } },
    // Vitest filters (`--tags-filter=ORD-15`) by declared tags alone.
    tags: allTags().map((name) => ({ name })),
    setupFiles: ['tests/support/seed.ts'],
    // Said here for all: a project without it gets the runner's own figure, on two cores one, and has its turn when the others are done.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/*.test.ts',
            'tests/{app,domain,contract,offline,tools,client,parts,features,crud,ui}/**/*.test.ts',
          ],
          exclude: PAGES,
          pool: 'forks',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit page', include: PAGES, pool: 'threads' } },
      {
        extends: true,
        test: {
          // Two processes run one file after the other: the server's modules are loaded twice, not once per file, and a database opens with compiled code.
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: OWN_PROCESS,
          pool: 'forks',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'server alone', include: OWN_PROCESS, pool: 'forks' } },
      {
        extends: true,
        test: {
          // What two server processes over one PostgreSQL could break: keys, locks, rows written at once.
          name: 'two servers',
          include: listed('twoServers').map((name) => `tests/${name}.test.ts`),
          env: { KASUWA_TWO_SERVERS: '1' },
          pool: 'forks',
          isolate: false,
        },
      },
    ],
  },
});
