/** Runs before all journeys: they begin with copies of what this first start seeds. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoDatabase } from '../support/demoDatabase.ts';
import { demoFolder, seedDemoFolder } from '../support/demoFolder.ts';
import { postgresAnswers } from '../support/postgres.ts';

test('the demo is seeded by a first start, and the server that was asked to stop leaves a closed database', async () => {
  test.setTimeout(600_000);
  await seedDemoFolder();
  expect(existsSync(join(demoFolder(), 'db/PG_VERSION'))).toBe(true);
  expect(existsSync(join(demoFolder(), 'db.lock'))).toBe(false);
  if (await postgresAnswers()) await (await demoDatabase()).drop();
  else console.log('\nNO POSTGRESQL ANSWERS: all journeys run on the embedded database.\n');
});
