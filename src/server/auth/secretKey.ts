import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';

/** The key of a keyed hash: the database's own part and, where it is set, `KASUWA_SECRET`, which no copy of the database holds. */
export async function secretKey(db: Db, name: 'bvn' | 'fingerprint', config: Pick<Config, 'secret'>): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from secret where name = ${name}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The database has no secret ${name}`);
  return `${row.value}${config.secret}`;
}
