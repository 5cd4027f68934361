/**
 * `npm run backup -- FILE`: writes the database and the file store into one file. A PostgreSQL database may be in use meanwhile. The embedded
 * database has one user at a time, so its server must be stopped. KASUWA_BACKUP_PASSPHRASE, or a passphrase typed at a terminal, seals the file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBackup } from '../backup/write.ts';
import { readEnvironment, withoutPooler } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { fileStore } from '../uploads/fileStore.ts';
import { newPassphrase } from './passphrase.ts';

const [file = ''] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const config = readEnvironment(process.env, version, null);
try {
  if (!file) throw new Error('Which file?');
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db')))
    throw new Error(`There is no database in ${config.dataDir}.`);
  const passphrase = await newPassphrase();
  const database = await openDatabase(withoutPooler(config));
  try {
    const made = await writeBackup(file, {
      database,
      files: fileStore(config),
      now: Math.floor(Date.now() / 1_000),
      version,
      passphrase,
    });
    process.stdout.write(
      `${file}: ${made.rows} rows of ${made.tables} tables and ${made.files} pictures (${database.engine}), ${passphrase ? 'under a passphrase' : 'not encrypted'}.\n`,
    );
    if (made.missing.length > 0)
      process.stdout.write(`${made.missing.length} pictures were not in the file store: ${made.missing.join(', ')}\n`);
  } finally {
    await database.close();
  }
  // The work is done and the database is closed. A pool that still idles must not hold the command open.
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `No backup was made: ${error instanceof Error ? error.message : String(error)}\nUsage: npm run backup -- FILE\n`,
  );
  process.exit(1);
}
