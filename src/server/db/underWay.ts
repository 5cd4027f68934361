/**
 * Which transactions are under way and when each began, known to every server of a PostgreSQL database: a transaction holds a shared advisory lock
 * whose key is that moment, until it ends in whatever way. Any role may look at `pg_locks`, sessions of others hold no such lock, and PostgreSQL
 * gives it back after the transaction's rows can be read. The embedded database has one session: nothing is under way while somebody reads.
 */
import { sql } from 'kysely';
import type { Database, Db } from './open.ts';

/** The upper half of the keys; the single locks of the house have 0 there. */
const OURS = 4_715;

/** Seconds; one that is older is no call of ours (`lock_timeout`, `statement_timeout` and the time for idling end those), and holds nobody. */
const LONGEST = 3_600;

/** In a transaction that writes rows of the moment `at` (epoch seconds), before it writes any. */
export async function enter({ oneSession }: Database, tx: Db, at: number): Promise<void> {
  if (!oneSession) await sql`select pg_advisory_xact_lock_shared(${OURS}::int8 << 32 | ${at}::int8)`.execute(tx);
}

/** When the oldest of them began; `now` when there is none. To be asked before the rows are read: what ends between is among them. */
export async function oldest({ oneSession }: Database, db: Db, now: number): Promise<number> {
  if (oneSession) return now;
  const { rows } = await sql<{ at: number | null }>`select min(objid::int8) as at from pg_locks
    where locktype = 'advisory' and classid = ${OURS}::oid and objsubid = 1 and objid::int8 > ${now - LONGEST}
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return Math.min(now, rows[0]?.at ?? now);
}
