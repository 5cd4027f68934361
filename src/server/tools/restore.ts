/** `npm run restore -- FILE [--replace]`: restores a backup into the database that the environment names. Its servers must be stopped. */
import { restoreBackup } from '../backup/restore.ts';
import { isSealed } from '../backup/seal.ts';
import { readEnvironment, withoutPooler } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { fileStore } from '../uploads/fileStore.ts';
import { knownPassphrase } from './passphrase.ts';

const args = process.argv.slice(2);
const [file = ''] = args.filter((arg) => !arg.startsWith('--'));
const config = readEnvironment(process.env, '0', null);
try {
  if (!file) throw new Error('Which file?');
  const foreign = args.find((arg) => arg.startsWith('--') && arg !== '--replace');
  if (foreign) throw new Error(`${foreign} is not known.`);
  const passphrase = (await isSealed(file)) ? await knownPassphrase() : '';
  const database = await openDatabase(withoutPooler(config));
  try {
    const result = await restoreBackup(file, {
      database,
      files: fileStore(config),
      replace: args.includes('--replace'),
      passphrase,
    });
    await database.tidy();
    process.stdout.write(
      `Restored ${result.rows} rows and ${result.files} pictures of ${new Date(result.made * 1_000).toISOString()} (${database.engine}).\n`,
    );
    if (result.migrated.length > 0) process.stdout.write(`Brought up to date: ${result.migrated.join(', ')}\n`);
    process.stdout.write('Everybody signs in again: a backup holds no sessions.\n');
    process.stdout.write(
      'The store has a new epoch: each tablet asks again for what it sent in the last seven days.\n',
    );
  } finally {
    await database.close();
  }
  // The work is done and the database is closed. A pool that still idles must not hold the command open.
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `Nothing was restored: ${error instanceof Error ? error.message : String(error)}\nUsage: npm run restore -- FILE [--replace]\n`,
  );
  process.exit(1);
}
