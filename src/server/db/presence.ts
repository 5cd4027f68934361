/**
 * Tells which processes use a PostgreSQL database (the embedded one has its lock file). Each server holds a shared advisory lock on its own
 * connection. A restore takes the same lock exclusively: servers keep the store epoch in memory, so none may run meanwhile.
 */
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './open.ts';

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

/** Must run in a transaction. True if no server holds the lock; none can take it until the transaction ends. */
export async function isAlone(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${KEY}::int8) as alone`.execute(tx);
  return rows[0]?.alone === true;
}

/** Runs the start-up changes of the database (migrations, the demo) while no other server runs them; a later server finds them done. */
export async function oneAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
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
