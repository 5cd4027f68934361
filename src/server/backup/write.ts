/** Writes a backup in one read-only transaction, which sees one snapshot however long it takes and whatever the server writes meanwhile. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import { readEpoch } from '../db/reads.ts';
import type { Row } from '../db/tables.ts';
import { isFileName } from '../uploads/fileStore.ts';
import type { FileStore } from '../uploads/storedFiles.ts';
import type { BackupHeader, BackupLine, Trailer } from './format.ts';
import { sealing } from './seal.ts';
import { MIGRATIONS, readTables, TRANSIENT_TABLES } from './tables.ts';

/** Rows per fetch, and the length in characters after which a line of the file ends. */
const FETCH = 500;
const LINE = 1_000_000;

export interface BackupParts {
  database: Database;
  files: FileStore;
  /** Epoch seconds. */
  now: number;
  version: string;
  /** The passphrase that seals the file. '' for an unsealed file. */
  passphrase: string;
}

export interface BackupMade {
  tables: number;
  rows: number;
  files: number;
  missing: string[];
  epoch: string;
}

/**
 * Writes `file`. Throws when the file exists already. The file gets its name only when it is complete. Only its owner can read it, because it holds
 * all data.
 */
export async function writeBackup(file: string, parts: BackupParts): Promise<BackupMade> {
  const { database, files, now, version, passphrase } = parts;
  const taken = await access(file).then(
    () => true,
    () => false,
  );
  if (taken) throw new Error(`${file} is there already. A backup never replaces another file.`);
  const draft = `${file}.part`;
  const zip = createGzip({ level: 6 });
  const target = createWriteStream(draft, { mode: 0o600 });
  const seal = passphrase === '' ? null : await sealing(passphrase);
  if (seal) zip.pipe(seal).pipe(target);
  else zip.pipe(target);
  const broken = new Promise<never>((_, reject) => {
    for (const stream of [zip, seal, target]) stream?.on('error', reject);
  });
  broken.catch(() => undefined);
  const hash = createHash('sha256');
  const put = async (line: BackupLine) => {
    const text = `${JSON.stringify(line)}\n`;
    if (!('end' in line)) hash.update(text);
    if (!zip.write(text)) await Promise.race([once(zip, 'drain'), broken]);
  };
  try {
    const made = await database.transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const header = await headerOf(tx, database.engine, now, version);
      await put(header);
      const rows = await writeRows(tx, header, put);
      return { header, rows, names: await fileNames(tx, header) };
    });
    const missing: string[] = [];
    for (const { path, mime } of made.names) {
      const bytes = await files.get(path);
      if (bytes) await put({ f: path, mime, b: bytes.toString('base64') });
      else missing.push(path);
    }
    const trailer: Trailer = {
      end: true,
      rows: made.rows,
      files: made.names.length - missing.length,
      missing,
      sha256: hash.digest('hex'),
    };
    await put(trailer);
    zip.end();
    await Promise.race([finished(target), broken]);
    await rename(draft, file);
    await noteBackup(database, now);
    return {
      tables: made.header.tables.length,
      rows: Object.values(made.rows).reduce((sum, count) => sum + count, 0),
      files: trailer.files,
      missing,
      epoch: made.header.epoch,
    };
  } catch (error) {
    zip.destroy();
    target.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/** A database whose migrations are outdated can be backed up too; it has no table for the time. */
async function noteBackup({ kysely }: Database, now: number): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_attribute where attrelid = 'store'::regclass and attname = 'backed_up'`.execute(kysely);
  if (rows.length > 0) await kysely.updateTable('store').set({ backed_up: now }).execute();
}

async function headerOf(tx: Db, engine: string, made: number, version: string): Promise<BackupHeader> {
  const { rows: there } = await sql`select 1 from pg_class where oid = to_regclass('public.migration')`.execute(tx);
  if (there.length === 0) throw new Error('This database is not one of Kasuwa: no server ever prepared it.');
  const migrations = await tx.selectFrom(MIGRATIONS).select(['name', 'checksum']).orderBy('name').execute();
  return {
    kasuwa_backup: 1,
    made,
    engine,
    version,
    epoch: await readEpoch(tx),
    migrations,
    tables: await readTables(tx),
  };
}

async function writeRows(
  tx: Db,
  { tables }: BackupHeader,
  put: (line: BackupLine) => Promise<void>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [at, { name, columns }] of tables.entries()) {
    if (TRANSIENT_TABLES.has(name)) {
      counts[name] = 0;
      continue;
    }
    // An array of texts is exact for every type and the same on both engines.
    const list = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
    await sql`declare backup_rows no scroll cursor for select array[${list}]::text[] as r from ${sql.table(name)}`.execute(
      tx,
    );
    counts[name] = 0;
    for (;;) {
      const { rows } = await sql<{ r: (string | null)[] }>`fetch ${sql.raw(String(FETCH))} from backup_rows`.execute(
        tx,
      );
      if (rows.length === 0) break;
      counts[name] += rows.length;
      let batch: (string | null)[][] = [];
      let size = 0;
      for (const { r } of rows) {
        batch.push(r);
        size += r.reduce((sum, value) => sum + (value?.length ?? 0), 0);
        if (size < LINE) continue;
        await put({ t: at, r: batch });
        batch = [];
        size = 0;
      }
      if (batch.length > 0) await put({ t: at, r: batch });
    }
    await sql`close backup_rows`.execute(tx);
  }
  return counts;
}

/** The names of pictures in use and of replaced ones that are still kept. */
async function fileNames(tx: Db, { tables }: BackupHeader): Promise<{ path: string; mime: string }[]> {
  // The database is from a version without pictures.
  if (!tables.some(({ name }) => name === 'upload')) return [];
  const { rows } = await sql<Pick<Row<'upload'>, 'path' | 'mime'>>`select path, mime from upload
    union select path, case when path like '%.png' then 'image/png' else 'image/jpeg' end from upload_gone order by path`.execute(
    tx,
  );
  return rows.filter(({ path }) => isFileName(path));
}
