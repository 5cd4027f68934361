/**
 * Long reads from a standby (docs/decisions/0800). A standby is used only if it has everything that was committed when the call came, so that callers see their
 * own writes, whichever server wrote them. Otherwise the primary answers.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { isUnavailable } from '../unavailable.ts';

type Db = Kysely<Tables>;

/** How long a read waits for a standby that lags behind, ms. */
const WAIT_MS = 300;
const STEP_MS = 15;
/** How long a standby that was unreachable, or lagged longer than that, is not used, ms. */
const REST_MS = 5_000;

/** Runs a read on the standby or on the primary. `work` must only read, and may run a second time. */
export type ReadFresh = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The standby lacks committed work, no longer replicates, or replicates another database. */
class StandbyBehind extends Error {}

interface Point {
  /** System, database and timeline: a standby on another timeline may have work that the primary never had. */
  which: string;
  /** The position in the log after everything that was acknowledged. */
  end: string;
}

/** The part of {@link Point.which} that a failover does not change. */
const whichDatabase = (which: string): string => which.split('/').slice(0, 2).join('/');

async function pointOf(primary: Db): Promise<Point> {
  const { rows } = await sql<Point>`select system_identifier || '/' || current_database() || '/'
      || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as which, pg_current_wal_flush_lsn()::text as "end"
    from pg_control_system()`.execute(primary);
  return rows[0] as Point;
}

/** The server at the standby's address. `end`: how far it has replayed the primary's log; null: it is no standby. */
async function standbyPoint(standby: Db): Promise<{ which: string; end: string | null }> {
  const { rows } = await sql<{
    which: string;
    end: string | null;
  }>`select system_identifier || '/' || current_database() || '/' || timeline_id as which,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as "end"
    from pg_control_system(), pg_control_checkpoint()`.execute(standby);
  return rows[0] as { which: string; end: string | null };
}

/** Converts a log position such as "16/B374D848" to a number that can be compared. */
const place = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

async function waitFor(standby: Db, wanted: Point): Promise<void> {
  for (const until = Date.now() + WAIT_MS; ; ) {
    const { which, end } = await standbyPoint(standby);
    if (end === null || which !== wanted.which) throw new StandbyBehind('is no standby of this database');
    if (place(end) >= place(wanted.end)) return;
    if (Date.now() > until) throw new StandbyBehind('is behind');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** Whether the fault is the standby's and not the read's. A read that took too long (57014) would take too long on the primary as well. */
function isOfStandby(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  // 40001: a change on the primary cancelled the read on the standby.
  return error instanceof StandbyBehind || code === '40001' || (code !== '57014' && isUnavailable(error));
}

export function makeReadFresh(
  primary: Kysely<Tables>,
  standby: Kysely<Tables>,
  log: (line: Record<string, unknown>) => void,
): ReadFresh {
  let restsUntil = 0;
  let isUsed: boolean | null = null;
  const note = (used: boolean, why = '') => {
    if (isUsed === used) return;
    isUsed = used;
    const text = used
      ? 'Reports and logs are read from the standby of DATABASE_READ_URL.'
      : `The primary answers reports and logs: the standby of DATABASE_READ_URL ${why}.`;
    log({ level: used ? 'info' : 'warn', event: 'standby_reads', text });
  };
  return async (work) => {
    if (Date.now() < restsUntil) return work(primary);
    const wanted = await pointOf(primary);
    try {
      // One transaction keeps one connection: behind a proxy another connection may lead to another standby.
      const answer = await standby
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          await waitFor(tx, wanted);
          return work(tx);
        });
      note(true);
      return answer;
    } catch (error) {
      if (!isOfStandby(error)) throw error;
      restsUntil = Date.now() + REST_MS;
      note(false, error instanceof StandbyBehind ? error.message : 'does not answer');
      return work(primary);
    }
  };
}

/** Why a server cannot start with this standby address: a sentence that says what to do. null: it can, even if no standby responds there now. */
export async function standbyProblem(primary: Db, standby: Db): Promise<string | null> {
  const here = await pointOf(primary);
  try {
    const { which } = await standbyPoint(standby);
    if (whichDatabase(which) === whichDatabase(here.which)) return null;
    return 'DATABASE_READ_URL names another database than DATABASE_URL. It must lead to a standby of the same one.';
  } catch (error) {
    if (isUnavailable(error)) return null;
    return `DATABASE_READ_URL cannot be read (${(error as Error).message}).`;
  }
}
