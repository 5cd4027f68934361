/** Settings of the operator that the server itself reads (B9.14). */
import { sql } from 'kysely';
import { DEFAULT_ORDER_SOURCE } from '#domain/order.ts';
import type { Db } from '../db/open.ts';

async function configValue(db: Db, key: string): Promise<string | null> {
  const rows = await db
    .selectFrom('config')
    .select('value')
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .execute();
  return rows[0]?.value.trim() || null;
}

/** The source of orders whose request names none, at most 60 characters (B14.7). */
export async function defaultOrderSource(db: Db): Promise<string> {
  return ((await configValue(db, 'default_order_source')) ?? DEFAULT_ORDER_SOURCE).slice(0, 60);
}

/** The launch time in epoch seconds (B7.2). The database evaluates it once per statement. */
export const launchCutoff = sql<number>`(select launch_cutoff())`;
