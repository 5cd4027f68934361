import { defineConfig } from 'vitest/config';

/** Apart from vite.config.ts, so that tests do not load the app's plugins. */
export default defineConfig({
  cacheDir: '.cache/vitest',
  define: { __APP_VERSION__: JSON.stringify('0.1.0+test') },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/*.test.ts',
            'tests/{app,domain,contract,offline,tools,client,parts,features,crud,ui}/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'server', include: ['tests/server/**/*.test.ts'], pool: 'forks', maxWorkers: 2 } },
      {
        extends: true,
        test: {
          // What two server processes over one PostgreSQL could break: keys, locks, rows written at once.
          name: 'two servers',
          include: [
            'tests/server/{idempotency,bulk,sync,syncImport}.test.ts',
            'tests/server/purchasing/{execute,together,items,opposite}.test.ts',
            'tests/server/orders/wallets.test.ts',
          ],
          env: { KASUWA_TWO_SERVERS: '1' },
          pool: 'forks',
          maxWorkers: 2,
        },
      },
    ],
  },
});
