/**
 * Applies migrations/NNN_<area>.sql in order, each in one transaction. An applied file must never change; add a new one instead, from
 * 011_<area>.sql on.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { adoptFormer, type ListedMigration } from './formerMigrations.ts';
import type { Database, Db } from './open.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

export interface Migration {
  name: string;
  text: string;
}

/** A migration with the checksum that the table `migration` stores. */
export interface KnownMigration extends Migration, ListedMigration {}

/** The migrations of this code in the order of their names, each with its text and checksum. */
export function readMigrations(): KnownMigration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      return { name, text, checksum: checksumOf(text) };
    });
}

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Applies the missing migrations and returns their names. Throws if the text of an applied migration changed, because the schema would then differ
 * from the code's, and if the database stands in the middle of the former migrations.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const known = migrations.map((one) => ({ name: one.name, checksum: checksumOf(one.text) }));
  await database.transaction(async (tx) => {
    await lockMigrations(tx);
    await adoptFormer(tx, known);
  });
  const applied: string[] = [];
  for (const migration of migrations)
    if (await database.transaction((tx) => applyMigration(tx, migration))) applied.push(migration.name);
  return applied;
}

/** Throws if a newer version prepared this database: its schema may not be what this code writes and reads. */
export async function refuseNewer(db: Db): Promise<void> {
  const known = new Set(readMigrations().map(({ name }) => name));
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute();
  const newer = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0)
    throw new Error(
      `A newer version of Kasuwa prepared this database (it has ${newer.join(', ')}). Start that version, or restore a backup of before.`,
    );
}

/** Applies one migration in the caller's transaction; returns false if it was applied before. */
export async function applyMigration(tx: Db, { name, text }: Migration): Promise<boolean> {
  await lockMigrations(tx);
  const checksum = checksumOf(text);
  const known = await tx.selectFrom('migration').select('checksum').where('name', '=', name).executeTakeFirst();
  if (known) {
    if (known.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Add a new migration instead.`);
    return false;
  }
  for (const statement of statements(text)) await sql.raw(statement).execute(tx);
  await sql`insert into migration (name, checksum, applied) values (${name}, ${checksum}, extract(epoch from now())::int8)`.execute(
    tx,
  );
  return true;
}

/** If two servers start at once on one PostgreSQL, the second waits here until the first one's transaction ends, and then finds its work done. */
async function lockMigrations(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4711)`.execute(tx);
  await sql`create table if not exists migration (name text primary key, checksum text not null, applied int8 not null)`.execute(
    tx,
  );
}

/** Splits statements at a semicolon at the end of a line; a body between $$ stays whole. */
function statements(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let quoted = false;
  for (const line of text.split('\n')) {
    if (!quoted && line.trim().startsWith('--')) continue;
    if ((line.match(/\$\$/g) ?? []).length % 2 === 1) quoted = !quoted;
    current += `${line}\n`;
    if (!quoted && line.trimEnd().endsWith(';')) {
      found.push(current);
      current = '';
    }
  }
  if (current.trim()) found.push(current);
  return found;
}
