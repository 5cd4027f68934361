/** Updates the planner's statistics after bulk writes (D10). Without them PostgreSQL plans a long table as a short one. */
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** Runs ANALYZE on every table. */
export async function analyse(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}
