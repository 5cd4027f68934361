/**
 * Tells all servers of a PostgreSQL database which transactions are running and when each began. A transaction holds a shared advisory lock whose key
 * is its start time. Any role can read `pg_locks`, other sessions do not hold these locks, and PostgreSQL releases a lock only after the
 * transaction's rows are visible. The embedded database has one session, so nothing else runs during a read.
 */
import { sql } from 'kysely';
import type { Database, Db } from './open.ts';
import { sendUnawaited } from './pipelining.ts';

/** The upper half of the lock keys; the other locks of this project have 0 there. */
const OURS = 4_715;

/**
 * Seconds. An older lock is not from one of our calls, which `lock_timeout`, `statement_timeout` and the idle timeout would have ended, so it is
 * ignored.
 */
const LONGEST = 3_600;

/** Registers a transaction that writes rows with the time `at` (epoch seconds). Must be called before its first write; nobody waits for it. */
export function registerTransaction({ oneSession }: Database, tx: Db, at: number): void {
  if (!oneSession) sendUnawaited(tx, sql`select pg_advisory_xact_lock_shared(${OURS}::int8 << 32 | ${at}::int8)`);
}

/**
 * Returns when the oldest running transaction began, in epoch seconds; `now` if there is none. Must be called before the rows are read, so that
 * transactions that end in between are included.
 */
export async function oldestTransaction({ oneSession }: Database, db: Db, now: number): Promise<number> {
  if (oneSession) return now;
  const { rows } = await sql<{ at: number | null }>`select min(objid::int8) as at from pg_locks
    where locktype = 'advisory' and classid = ${OURS}::oid and objsubid = 1 and objid::int8 > ${now - LONGEST}
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return Math.min(now, rows[0]?.at ?? now);
}
