/** Statistics for the planner, where much was written at once (D10): until they are there a long list is planned as a short one. */
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** ANALYZE of every table. */
export async function analyse(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}
