/** Small reads that many areas use. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Row, Tables } from './tables.ts';

/** Counts rows: `countRows(db, sql`ledger l where l.owner = ${owner}`)`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from ${from}`.execute(db);
  return rows[0]?.many ?? 0;
}

/** The random id of this database; it changes when a backup is restored. */
export async function readEpoch(db: Db): Promise<string> {
  const store = await db.selectFrom('store').select('epoch').executeTakeFirst();
  return store?.epoch ?? '';
}

/** The tables whose rows are marked as deleted and stay. */
export type LiveTable = { [T in keyof Tables]: Row<T> extends { deleted_at: number | null } ? T : never }[keyof Tables];

/** Whether a row with that `_id` exists and is not deleted. */
export async function isLive(db: Db, table: LiveTable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where _id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
