/** Small reads that many areas ask. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';

/** How many rows there are: `countRows(db, sql`ledger l where l.owner = ${owner}`)`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*) as many from ${from}`.execute(db);
  return rows[0]?.many ?? 0;
}

/** The random id of this database; it changes when a backup is restored. */
export async function readEpoch(db: Db): Promise<string> {
  const store = await db.selectFrom('store').select('epoch').executeTakeFirst();
  return store?.epoch ?? '';
}
