/**
 * `npm run admin:first -- EMAIL PHONE "NAME"`: creates the first administrator and prints a one-time password. The embedded database must not be in
 * use.
 */

import { newId } from '../calls/ids.ts';
import { readEnvironment, withoutPooler } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { makeFirstAdministrator } from '../people/firstAdministrator.ts';

const [email = '', phone = '', ...name] = process.argv.slice(2);
const config = readEnvironment(process.env, '0', null);
try {
  const database = await openDatabase(withoutPooler(config));
  try {
    await migrate(database);
    const made = await makeFirstAdministrator(
      database,
      { email, phone, name: name.join(' ') },
      { now: Math.floor(Date.now() / 1_000), newId, scryptCost: config.scryptCost },
    );
    process.stdout.write(`Administrator ${made.email}\nOne-time password, good for 7 days: ${made.starter_password}\n`);
  } finally {
    await database.close();
  }
  // The work is done and the database is closed. A pool that still idles must not hold the command open.
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nUsage: npm run admin:first -- EMAIL PHONE "NAME"\n`,
  );
  process.exit(1);
}
