/** Finds faults of a PostgreSQL server. Each check is one statement; a check without the right to read is left out. */
import { type RawBuilder, sql } from 'kysely';
import { durabilityOf, readSettings } from '../db/durability.ts';
import type { Db } from '../db/open.ts';
import { type Finding, showBytes, showSpan } from './finding.ts';

/** Limits; tests set lower ones. Times in seconds. */
export const SERVER_LIMITS = {
  clock: 5,
  transaction: 300,
  connections: 0.8,
  deadRows: 50_000,
  /** Transactions since the oldest row that was not frozen; at 2,000 million PostgreSQL stops. */
  unfrozen: 1_000_000_000,
  heldLog: 1_024 ** 3,
  /** A line within these needs no encryption. */
  private: ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'],
};
export type ServerLimits = typeof SERVER_LIMITS;

async function rowsOf<T>(db: Db, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(db)).rows;
}

/** `now`: epoch seconds of this machine. */
export async function checkPostgres(
  db: Db,
  now: () => number,
  limits: ServerLimits = SERVER_LIMITS,
): Promise<Finding[]> {
  const checks = [
    durability(db),
    clock(db, now, limits),
    collation(db),
    unencrypted(db, limits),
    transactions(db, limits),
    waiters(db, limits),
    connections(db, limits),
    upkeep(db, limits),
    archive(db),
    slots(db, limits),
    standbys(db),
  ];
  return (await Promise.all(checks.map((check) => check.catch(leftOut)))).flat();
}

/** A managed server may hide some of its figures (42501, insufficient privilege). */
function leftOut(error: unknown): Finding[] {
  if ((error as { code?: string }).code === '42501') return [];
  throw error;
}

async function durability(db: Db): Promise<Finding[]> {
  const settings = await readSettings(db);
  if (durabilityOf(settings) === 'full') return [];
  const off = Object.entries(settings).filter(([, value]) => value === 'off');
  return [
    {
      what: `PostgreSQL may lose acknowledged work: ${off.map(([name]) => name).join(', ')} off.`,
      todo: 'As a superuser: alter system reset each of them, then select pg_reload_conf().',
    },
  ];
}

async function clock(db: Db, now: () => number, limits: ServerLimits): Promise<Finding[]> {
  const before = now();
  const [row] = await rowsOf(db, sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`);
  const after = now() + 1;
  const at = row?.at ?? before;
  const off = at < before ? before - at : Math.max(at - after, 0);
  if (off <= limits.clock) return [];
  return [
    {
      what: `The clocks of this machine and of the database differ by ${showSpan(off)}.`,
      todo: 'Let both machines follow the time of the network (chrony or systemd-timesyncd).',
    },
  ];
}

async function collation(db: Db): Promise<Finding[]> {
  const rows = await rowsOf(
    db,
    sql`select 1 from pg_database where datname = current_database() and datcollversion is not null
      and datcollversion is distinct from pg_database_collation_actual_version(oid)`,
  );
  if (rows.length === 0) return [];
  return [
    {
      what: 'The operating system of the database sorts text otherwise than when the indexes were made, so lists may miss rows.',
      todo: 'Stop the servers, then as the owner of the database: reindex database NAME, and alter database NAME refresh collation version.',
    },
  ];
}

async function unencrypted(db: Db, limits: ServerLimits): Promise<Finding[]> {
  const rows = await rowsOf(
    db,
    sql`select 1 from pg_stat_ssl where pid = pg_backend_pid() and not ssl and inet_server_addr() is not null and not
      (inet_server_addr() <<= any(${limits.private}::inet[]))`,
  );
  if (rows.length === 0) return [];
  return [
    {
      what: 'The line to the database crosses a public network and is not encrypted.',
      todo: 'Add sslmode=verify-full to DATABASE_URL.',
    },
  ];
}

async function transactions(db: Db, { transaction }: ServerLimits): Promise<Finding[]> {
  const rows = await rowsOf(
    db,
    sql<{ pid: number; name: string; state: string; seconds: number }>`select pid, application_name as name, state,
      extract(epoch from clock_timestamp() - xact_start)::float8 as seconds from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and xact_start < clock_timestamp() - make_interval(secs => ${transaction}) order by xact_start`,
  );
  return rows.map(({ pid, name, state, seconds }) => ({
    what: `A transaction of process ${pid}${name ? ` (${name})` : ''} is open for ${showSpan(seconds)} and ${state === 'active' ? 'works' : 'does nothing'}: old rows cannot be cleared meanwhile.`,
    todo: `See what it is; select pg_terminate_backend(${pid}) ends it.`,
  }));
}

async function waiters(db: Db, { transaction }: ServerLimits): Promise<Finding[]> {
  const rows = await rowsOf(
    db,
    sql<{ pid: number; by: number[] }>`select l.pid, pg_blocking_pids(l.pid) as by from pg_locks l
      where not l.granted and l.waitstart < clock_timestamp() - make_interval(secs => ${transaction / 10})
        and l.database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid, by }) => ({
    what: `Process ${pid} of the database has waited long for a lock that ${by.join(', ')} holds.`,
    todo: `Look at process ${by[0] ?? pid} in pg_stat_activity; pg_terminate_backend ends it.`,
  }));
}

async function connections(db: Db, { connections: most }: ServerLimits): Promise<Finding[]> {
  const [row] = await rowsOf(
    db,
    sql<{
      used: number;
      most: number;
    }>`select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int4 - current_setting('superuser_reserved_connections')::int4 as most`,
  );
  if (!row || row.used <= row.most * most) return [];
  return [
    {
      what: `${row.used} of the ${row.most} connections of the database are taken.`,
      todo: 'Each Kasuwa process takes up to 14. Raise max_connections, or see who else is connected.',
    },
  ];
}

async function upkeep(db: Db, { deadRows, unfrozen }: ServerLimits): Promise<Finding[]> {
  const tables = await rowsOf(
    db,
    sql<{
      name: string;
      dead: number;
      kept: number;
    }>`select relname as name, n_dead_tup as dead, n_live_tup as kept from pg_stat_user_tables
      where n_dead_tup > ${deadRows} and n_dead_tup > n_live_tup order by n_dead_tup desc limit 5`,
  );
  const [age] = await rowsOf(
    db,
    sql<{
      age: number;
      autovacuum: boolean;
    }>`select age(datfrozenxid)::int8 as age, current_setting('autovacuum') = 'on' as autovacuum
      from pg_database where datname = current_database()`,
  );
  const found = tables.map(({ name, dead, kept }) => ({
    what: `The table ${name} holds ${dead} dead rows beside ${kept} living ones.`,
    todo: `Run: vacuum (analyze) ${name}. If dead rows come back, see the transactions that are open for long, and autovacuum.`,
  }));
  if (age && !age.autovacuum)
    found.push({
      what: 'autovacuum is off: tables grow without end.',
      todo: 'alter system reset autovacuum, then select pg_reload_conf().',
    });
  if (age && age.age > unfrozen)
    found.push({
      what: `The oldest rows were not frozen for ${age.age} transactions; PostgreSQL stops all writes at 2,000 million.`,
      todo: 'Run: vacuum (freeze), and see the transactions that are open for long.',
    });
  return found;
}

async function archive(db: Db): Promise<Finding[]> {
  const [row] = await rowsOf(
    db,
    sql<{
      failing: boolean;
      since: string;
    }>`select coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as failing,
      to_char(last_failed_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since from pg_stat_archiver
      where current_setting('archive_mode') <> 'off'`,
  );
  if (!row?.failing) return [];
  return [
    {
      what: `PostgreSQL cannot archive its log (last try ${row.since} UTC): a recovery to a point in time ends before, and the disk fills.`,
      todo: 'See the log of PostgreSQL for what archive_command said.',
    },
  ];
}

async function slots(db: Db, { heldLog }: ServerLimits): Promise<Finding[]> {
  const rows = await rowsOf(
    db,
    sql<{
      name: string;
      bytes: number;
    }>`select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes
      from pg_replication_slots where not active and pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > ${heldLog}`,
  );
  return rows.map(({ name, bytes }) => ({
    what: `Nobody reads the replication slot ${name}, and it keeps ${showBytes(bytes)} of log on the disk.`,
    todo: `Start its standby again, or: select pg_drop_replication_slot('${name}').`,
  }));
}

/** A standby that ended, or that does not come back, is noticed by nobody until the next one ends too. */
async function standbys(db: Db): Promise<Finding[]> {
  const [row] = await rowsOf(
    db,
    sql<{
      waits: boolean;
      count: number;
    }>`select current_setting('synchronous_standby_names') <> '' as waits, count(*)::int4 as count
      from pg_stat_replication where state is null or state = 'streaming'`,
  );
  if (!row?.waits || row.count > 1) return [];
  return [
    {
      what: `Commits wait for a standby, and ${row.count === 0 ? 'none is connected: every write waits' : 'one is connected: when it ends, every write waits'}.`,
      todo: 'See "patronictl list". A node that stays "starting" for minutes is copied anew: patronictl reinit CLUSTER NODE.',
    },
  ];
}
