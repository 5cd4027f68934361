import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Inserts many rows in one statement and fills the base columns. `at`, `modified`: epoch seconds of the creation and of the last change. */
export async function insertMany(
  tx: Db,
  table: string,
  at: number,
  rows: readonly Record<string, unknown>[],
  modified = at,
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const names = Object.keys(first);
  for (let start = 0; start < rows.length; start += 200) {
    const values = rows
      .slice(start, start + 200)
      .map(
        (row) => sql`(${at}::int8, ${modified}::int8, 'system', 'system', ${sql.join(names.map((name) => row[name]))})`,
      );
    await sql`insert into ${sql.table(table)} (created, modified, created_by, modified_by, ${sql.join(names.map((name) => sql.id(name)))})
      values ${sql.join(values)}`.execute(tx);
  }
}
