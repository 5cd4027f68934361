/**
 * Shows which processes use a PostgreSQL database (the embedded one has its lock file). Each server holds a shared advisory lock on a separate connection. A
 * restore takes the same lock exclusively: servers keep the store epoch in memory, so none may run meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../open.ts';

const KEY = 4_712;
const START_KEY = 4_713;
const AGAIN_MS = 5_000;

export interface Presence {
  leave(): Promise<void>;
}

/** Holds the shared lock until `leave`, and reconnects if the connection breaks. Throws if the first connection fails. */
export async function announce(url: string): Promise<Presence> {
  let left = false;
  let timer: NodeJS.Timeout | undefined;
  let current: pg.Client;
  const enter = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'kasuwa presence', keepAlive: true });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (left) return;
      timer = setTimeout(() => void enter().catch(() => undefined), AGAIN_MS);
      timer.unref();
    });
    current = client;
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [KEY]);
  };
  await enter();
  return {
    async leave() {
      left = true;
      clearTimeout(timer);
      await current.end().catch(() => undefined);
    },
  };
}

/** Must run in a transaction. True if no server runs on the database; none can announce itself until the transaction ends. */
export const noServerRuns = (tx: Db): Promise<boolean> => takes(tx, KEY);

/** As {@link noServerRuns}, and no server can start either until the transaction ends. */
export const isAlone = async (tx: Db): Promise<boolean> => (await takes(tx, START_KEY)) && (await noServerRuns(tx));

async function takes(tx: Db, key: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${key}::int8) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Runs the start-up changes of the database (migrations, the demo) while no other server runs them; a later server finds them done. */
export async function withStartLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'kasuwa start', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [START_KEY]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The cluster and timeline of the database. null: the server does not report them. A point-in-time recovery and a promoted standby begin a new timeline. */
export async function clusterOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    cluster: string;
  }>`select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as cluster
    from pg_control_system()`.execute(db);
  return rows[0]?.cluster ?? null;
}

/**
 * Compares the database's cluster and timeline with the stored ones. If they differ, the store was recovered, copied or failed over, and may lack acknowledged
 * changes. It gets a new epoch, as after a restore, so each tablet sends its last seven days again with the old keys (SYNC rule 35). Returns the cluster, and
 * whether the epoch is new. Throws if other servers run meanwhile, which hold the old epoch in memory. The caller holds the start lock (`withStartLock`).
 */
export async function noteCluster(database: Database): Promise<{ cluster: string | null; newEpoch: boolean }> {
  if (database.engine !== 'postgres') return { cluster: null, newEpoch: false };
  const cluster = await clusterOf(database.kysely);
  const known = await database.kysely.selectFrom('store').select('cluster').executeTakeFirst();
  if (!cluster || known?.cluster === cluster) return { cluster, newEpoch: false };
  const newEpoch = Boolean(known?.cluster);
  await database.transaction(async (tx) => {
    if (newEpoch && !(await noServerRuns(tx)))
      throw new Error(
        'The database was recovered, or a standby took over, while other Kasuwa servers still run on it. Stop all of them, then start them again.',
      );
    await tx.updateTable('store').set({ cluster }).execute();
    if (newEpoch)
      await sql`update store set epoch = ${randomBytes(16).toString('hex')}, restored = extract(epoch from now())::int8`.execute(
        tx,
      );
  });
  return { cluster, newEpoch };
}
