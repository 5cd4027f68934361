/**
 * `npm run import:transactions -- FILE.csv[.gz] ["HUB NAME"] [--check]`: imports a log of invoices. retailLog.ts says what becomes of each row. The
 * import may be stopped and run again. The embedded database must not be in use meanwhile.
 */
import { join } from 'node:path';
import { newId } from '../calls/ids.ts';
import { readEnvironment, withoutPooler } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { importRetailLog } from './retailLog.ts';

const args = process.argv.slice(2);
const [file = '', hubName = 'Imported Wholesale'] = args.filter((arg) => !arg.startsWith('--'));
const config = readEnvironment(process.env, '0', null);
const say = (text: string) => void process.stdout.write(`${text}\n`);
try {
  if (!file) throw new Error('Which file?');
  const foreign = args.find((arg) => arg.startsWith('--') && arg !== '--check');
  if (foreign) throw new Error(`${foreign} is not known.`);
  const check = args.includes('--check');
  const database = await openDatabase(withoutPooler(config));
  try {
    await migrate(database);
    let next = 10_000;
    const result = await importRetailLog(database, {
      file,
      errorsFolder: join(config.dataDir, 'imports'),
      hubName,
      check,
      now: () => Math.floor(Date.now() / 1_000),
      newId,
      onChecked: ({ rows, refused, errorsFile }) => {
        say(`${rows} rows were read.`);
        if (errorsFile) say(`${refused} of them move no stock: ${errorsFile} says why, by the line of the file.`);
      },
      onProgress: (rows) => {
        if (rows < next) return;
        say(`${rows} rows`);
        next = rows + 10_000;
      },
    });
    await database.tidy();
    if (check) say('Nothing was booked: --check.');
    else
      say(
        `${result.imported} movements of ${result.rows} rows, ${result.openingStocks} opening rows, ${result.skipped} rows were here already.`,
      );
  } finally {
    await database.close();
  }
  // The work is done and the database is closed. A pool that still idles must not hold the command open.
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nUsage: npm run import:transactions -- FILE.csv[.gz] ["HUB NAME"] [--check]\n`,
  );
  process.exit(1);
}
