import { sql } from 'kysely';
import type { Db } from './open.ts';
import type { Row, Tables } from './tables.ts';

/** The tables whose rows are marked as deleted and stay. */
export type LiveTable = { [T in keyof Tables]: Row<T> extends { deleted_at: number | null } ? T : never }[keyof Tables];

/** Whether a row with that `_id` is there and not deleted. */
export async function isLive(db: Db, table: LiveTable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where _id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
