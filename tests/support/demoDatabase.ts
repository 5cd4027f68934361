/** PostgreSQL databases with the fresh demo. The demo is seeded once a day for the same server code, and copied for each use. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoName, seed } from './demoFolder.ts';
import { asAdmin, SERVER } from './postgres.ts';

/** The address of a new database with the demo, and a function that drops it. */
export async function demoDatabase(): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const template = `kasuwa_${demoName().replaceAll('-', '_')}`;
  const day = template.slice(template.lastIndexOf('_'));
  const name = `kasuwa_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (admin) => {
    // Test files run side by side. The first one seeds the demo, and the others wait.
    await admin.query('select pg_advisory_lock(471101)');
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname like 'kasuwa\\_demo\\_%'",
    );
    if (!rows.some(({ datname }) => datname === template)) {
      // Databases of earlier days, and half made ones of a stopped run.
      for (const { datname } of rows)
        if (!datname.endsWith(day)) await admin.query(`drop database if exists ${datname} with (force)`);
      await admin.query(`create database ${template}_new`);
      const unused = mkdtempSync(join(tmpdir(), 'kasuwa-main-'));
      await seed(unused, { DATABASE_URL: `${SERVER}/${template}_new` });
      rmSync(unused, { recursive: true, force: true });
      await admin.query(`alter database ${template}_new rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
  return {
    url: `${SERVER}/${name}`,
    drop: () => asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}
