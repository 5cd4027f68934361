/**
 * Restores a backup. The whole file is checked first, and one transaction then writes it, so the database holds either its old content or the whole
 * backup. The store gets a new epoch, so that every tablet asks again for its last seven days (SYNC rule 35).
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { analyse } from '../db/analyse.ts';
import { isFormer, replacements } from '../db/formerMigrations.ts';
import { applyMigration, type KnownMigration, readMigrations } from '../db/migrate.ts';
import type { Database, Db } from '../db/open.ts';
import { isAlone } from '../db/postgres/presence.ts';
import { isFileName } from '../uploads/fileStore.ts';
import type { FileStore } from '../uploads/storedFiles.ts';
import { BadBackup } from './badBackup.ts';
import { type BackupHeader, checkBackup, readLines, type TableShape } from './format.ts';
import {
  dropEverything,
  emptyAll,
  firstFilledTable,
  guardedTables,
  MIGRATIONS,
  readTables,
  TRANSIENT_TABLES,
} from './tables.ts';

export interface RestoreParts {
  database: Database;
  files: FileStore;
  /** true: the current content of the database is deleted. */
  replace: boolean;
  /** The passphrase of a sealed backup. '' when none is known. */
  passphrase: string;
}

export interface Restored {
  /** When the backup was made, in epoch seconds. */
  made: number;
  rows: number;
  files: number;
  /** Names of migrations that are newer than the backup and were applied after it. */
  migrated: string[];
  epoch: string;
}

/** Throws an Error with a message for people. In that case the database is unchanged. No server may use the database meanwhile. */
export async function restoreBackup(
  file: string,
  { database, files, replace, passphrase }: RestoreParts,
): Promise<Restored> {
  const { header, trailer } = await checkBackup(file, passphrase);
  const { before, after } = splitMigrations(header);
  const { epoch } = await database.transaction(
    async (tx) => {
      if (!(await isAlone(tx))) throw new Error('A Kasuwa server is using this database. Stop it first.');
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const used = await firstFilledTable(tx);
      if (used && !replace)
        throw new Error(`This database is not empty ("${used}" holds rows). Say --replace to give up what it holds.`);
      if (await hasExactly(tx, before)) await emptyAll(tx);
      else {
        await dropEverything(tx);
        for (const migration of before) await applyMigration(tx, migration);
        // The backup also holds the rows that migrations insert.
        await emptyAll(tx);
      }
      checkTables(header, await readTables(tx));
      // These triggers would refuse to write the lines of receipts.
      const guarded = await guardedTables(tx);
      for (const name of guarded) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
      for await (const line of readLines(file, passphrase)) {
        const table = 't' in line ? (header.tables[line.t] as TableShape) : null;
        // Old backups hold sessions too.
        if ('t' in line && table && !TRANSIENT_TABLES.has(table.name)) await insertRows(tx, table, line.r);
      }
      await nextOfIdentities(tx);
      for (const name of guarded) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
      for (const migration of after) await applyMigration(tx, migration);
      const fresh = randomBytes(16).toString('hex');
      // The webhooks of a backup are old, and the copy may run on another machine: they send nothing before a person switches them on.
      await sql`update webhook set status = 'inactive', off_at = extract(epoch from now())::int8,
        off_reason = 'A backup was restored. Switch the webhook on if this is the site that it belongs to.' where status = 'active'`.execute(
        tx,
      );
      await sql`update store set epoch = ${fresh}, restored = extract(epoch from now())::int8, backed_up = ${header.made},
        cluster = null`.execute(tx);
      // Pictures are stored before the commit, so that committed rows never name missing pictures.
      for await (const line of readLines(file, passphrase))
        if ('f' in line && isFileName(line.f)) await files.put(line.f, Buffer.from(line.b, 'base64'), line.mime);
      return { epoch: fresh };
    },
    { retries: 0 },
  );
  // The restore is committed. Without statistics the database is only slower for a while.
  await analyse(database).catch(() => undefined);
  return {
    made: header.made,
    rows: Object.entries(trailer.rows).reduce(
      (sum, [name, count]) => sum + (TRANSIENT_TABLES.has(name) ? 0 : count),
      0,
    ),
    files: trailer.files,
    migrated: after.map(({ name }) => name),
    epoch,
  };
}

/** Our migrations, split into those the backup had and newer ones. Throws when the backup has a migration that this code does not have. */
function splitMigrations(header: BackupHeader) {
  const all = readMigrations();
  const listed = isFormer('backup', header.migrations) ? replacements(all) : header.migrations;
  const known = new Map(all.map((one) => [one.name, one]));
  for (const { name, checksum } of listed) {
    const own = known.get(name);
    if (!own) throw new BadBackup(`This backup was made by a newer version of Kasuwa (it has ${name}). Update first.`);
    if (own.checksum !== checksum)
      throw new BadBackup(`This backup was made by another version of Kasuwa (its ${name} differs).`);
  }
  const had = new Set(listed.map(({ name }) => name));
  return { before: all.filter(({ name }) => had.has(name)), after: all.filter(({ name }) => !had.has(name)) };
}

/** Whether the database has exactly the backup's migrations. Then it is enough to empty its tables. */
async function hasExactly(tx: Db, migrations: readonly KnownMigration[]): Promise<boolean> {
  const { rows: there } = await sql`select 1 from pg_class where oid = to_regclass('public.migration')`.execute(tx);
  if (there.length === 0) return false;
  const rows = await tx.selectFrom(MIGRATIONS).select(['name', 'checksum']).execute();
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return applied.size === migrations.length && migrations.every(({ name, checksum }) => applied.get(name) === checksum);
}

/**
 * Names and types in the file are untrusted. Throws BadBackup unless each table is one that our migrations made, because they go into SQL statements.
 */
function checkTables(header: BackupHeader, tables: readonly TableShape[]): void {
  const shape = ({ name, columns }: TableShape) => `${name} ${columns.map((one) => `${one.name} ${one.type}`).join()}`;
  const known = new Set(tables.map(shape));
  for (const table of header.tables)
    if (!known.has(shape(table)))
      throw new BadBackup(`This backup has a table ${table.name} that this version does not have so.`);
  if (header.tables.some(({ name }) => name === MIGRATIONS))
    throw new BadBackup('This backup brings its own migrations.');
}

async function insertRows(tx: Db, { name, columns }: TableShape, rows: readonly (readonly (string | null)[])[]) {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const arrays = sql.join(columns.map((_, at) => sql`${rows.map((row) => row[at] ?? null)}::text[]`));
  const casts = sql.join(columns.map((column, at) => sql`${sql.raw(`c${at}`)}::${sql.raw(column.type)}`));
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${casts} from unnest(${arrays}) as u (${sql.raw(columns.map((_, at) => `c${at}`).join())})`.execute(tx);
}

/** Sets each identity sequence to continue after the highest restored number. */
async function nextOfIdentities(tx: Db): Promise<void> {
  const { rows } = await sql<{
    table_name: string;
    column_name: string;
  }>`select c.relname as table_name, a.attname as column_name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`.execute(tx);
  for (const { table_name, column_name } of rows)
    await sql`select setval(pg_get_serial_sequence(${sql.lit(`"${table_name}"`)}, ${sql.lit(column_name)}),
      coalesce((select max(${sql.ref(column_name)}) from ${sql.table(table_name)}), 0) + 1, false)`.execute(tx);
}
