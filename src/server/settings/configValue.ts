/** Settings of the operator that the server itself reads (B9.14). */
import { sql } from 'kysely';
import { DEFAULT_ORDER_SOURCE } from '#domain/order.ts';
import { REVERSAL_LIMIT_KEY, REVERSAL_LIMIT_KOBO } from '#domain/reversal.ts';
import { RECOUNT_LIMIT_KEY, RECOUNT_LIMIT_KOBO } from '#domain/stocktake.ts';
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

/** A setting in whole kobo; the given value while nobody set a number. */
async function koboSetting(db: Db, key: string, usual: number): Promise<number> {
  const set = await configValue(db, key);
  return set !== null && /^\d{1,13}$/.test(set) ? Number(set) : usual;
}

/** From which difference at cost a product of a stocktake is counted again by another person, in kobo; N20,000 while nobody set a number. */
export const recountLimit = (db: Db): Promise<number> => koboSetting(db, RECOUNT_LIMIT_KEY, RECOUNT_LIMIT_KOBO);

/** Above which value the reversal of a receipt waits for another person, in kobo; N500,000 while nobody set a number. */
export const reversalLimit = (db: Db): Promise<number> => koboSetting(db, REVERSAL_LIMIT_KEY, REVERSAL_LIMIT_KOBO);
