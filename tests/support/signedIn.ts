import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/** Gives the test a session with a known token after a restore. A backup has no sessions (S16), so everybody signs in again. */
export async function signedInAgain<T>(from: Database, restore: () => Promise<T>, to: Database = from): Promise<T> {
  const { rows } = await sql<{ row: string }>`select row_to_json(s)::text as row from session s`.execute(from.kysely);
  const result = await restore();
  for (const { row } of rows)
    await sql`insert into session select * from json_populate_record(null::session, ${row}::json) s
      where s.user_id in (select _id from user_account)`.execute(to.kysely);
  return result;
}
