/**
 * `npm run import:transactions -- FILE.csv[.gz] ["HUB NAME"]`: see retailLog.ts for what becomes of each row. Safe to stop and to run
 * again. The embedded database must not be in use meanwhile.
 */
import { basename } from 'node:path';
import { readEnvironment } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { newId } from '../ids.ts';
import { importRetailLog } from './retailLog.ts';

const [file = '', hubName = 'Imported Wholesale'] = process.argv.slice(2);
const config = readEnvironment(process.env, '0', null);
const errorsFile = `${basename(file)}.errors.csv`;
try {
  if (!file) throw new Error('Which file?');
  const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir });
  try {
    await migrate(database);
    let next = 10_000;
    const told = await importRetailLog(database, {
      file,
      errorsFile,
      hubName,
      now: () => Math.floor(Date.now() / 1_000),
      newId,
      onProgress: (rows) => {
        if (rows < next) return;
        process.stdout.write(`${rows} rows\n`);
        next = rows + 10_000;
      },
    });
    await database.tidy();
    process.stdout.write(
      `${told.imported} movements of ${told.rows} rows, ${told.openings} opening rows, ${told.skipped} rows were here already.\n`,
    );
    if (told.refused > 0) process.stdout.write(`${told.refused} rows moved no stock: ${errorsFile} says why.\n`);
  } finally {
    await database.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nUsage: npm run import:transactions -- FILE.csv[.gz] ["HUB NAME"]\n`,
  );
  process.exit(1);
}
