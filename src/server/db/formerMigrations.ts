/**
 * The 51 migrations, 001_core.sql to 240_asked_timestamp.sql, that ten files replaced on 25 November 2026 (docs/decisions/0200). Both lists make the
 * same schema. A database or a backup that lists all 51 therefore counts as one that has the ten files. One that lists fewer is refused.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** A row of the table `migration`, without its time. The checksum is the SHA-256 of the file in lower-case hex. */
export interface ListedMigration {
  name: string;
  checksum: string;
}

const FIRST = '001_core.sql';
const LAST = '240_asked_timestamp.sql';
/** SHA-256 over the 51 names and checksums: `name checksum` and a line feed for each, sorted by name. */
const DIGEST = '1b8e1841455c09e1515f31f4ecd52f79aa905b1245b73b9cdd7e2edbdc3a6311';
/** The last of the ten files that replaced them. Files after it are missing in a former database and are applied as usual. */
const LAST_REPLACEMENT = '010_messages.sql';
/** The last commit with the 51 files. */
const COMMIT = 'c919d419';

const ADVICE = {
  database: `Start the version of commit ${COMMIT} on it once: it goes on to ${LAST}, and this version goes on from there.`,
  backup: `Restore it with the version of commit ${COMMIT} and make a new backup there.`,
};

/** Whether `listed` names exactly the 51 former migrations. Throws an Error for people when it names only some of them, or a changed one. */
export function isFormer(what: keyof typeof ADVICE, listed: readonly ListedMigration[]): boolean {
  if (!listed.some(({ name }) => name === FIRST)) return false;
  const lines = listed.map(({ name, checksum }) => `${name} ${checksum}\n`).sort();
  if (createHash('sha256').update(lines.join('')).digest('hex') === DIGEST) return true;
  const last = lines.at(-1)?.split(' ')[0];
  throw new Error(`This ${what} is of an older version of Kasuwa and stands at ${last}. ${ADVICE[what]}`);
}

/** The elements of `migrations` that replaced the 51. */
export const replacements = <M extends { name: string }>(migrations: readonly M[]): M[] =>
  migrations.filter(({ name }) => name <= LAST_REPLACEMENT);

/**
 * Lists the replacements instead of the 51 in the caller's transaction, which holds the lock of the migrations. Changes nothing in a database that
 * lists none of the 51. Throws as {@link isFormer} does.
 */
export async function adoptFormer(tx: Db, migrations: readonly ListedMigration[]): Promise<void> {
  const { rows } = await sql<
    ListedMigration & { applied: number }
  >`select name, checksum, applied from migration`.execute(tx);
  if (!isFormer('database', rows)) return;
  const at = Math.max(...rows.map(({ applied }) => applied));
  await sql`delete from migration`.execute(tx);
  for (const { name, checksum } of replacements(migrations))
    await sql`insert into migration (name, checksum, applied) values (${name}, ${checksum}, ${at})`.execute(tx);
}
