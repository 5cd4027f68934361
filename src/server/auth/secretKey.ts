import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';

/** Returns the key of a keyed hash: the database's own part and, if it is set, `KASUWA_SECRET`, which no copy of the database contains. */
export async function secretKey(
  db: Db,
  name: 'bvn' | 'fingerprint' | 'webhook',
  config: Pick<Config, 'secret'>,
): Promise<string> {
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
  if (!row) throw new Error(`The database has no secret ${name}`);
  return `${row.value}${config.secret}`;
}
