/**
 * Opens the database: the embedded one (PGlite in ./data), or PostgreSQL >= 15 by DATABASE_URL. Both have one schema and one code path; Kysely uses
 * the same dialect for both. See design/database.md for the reason of each guard.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { makeFolder } from '../folders.ts';
import { DatabaseAway } from './away.ts';
import { type Changes, ownChanges, sharedChanges } from './changes.ts';
import {
  askServer,
  askSettings,
  type Durability,
  type DurabilitySettings,
  durabilityOf,
  tellSettings,
  whyUnfit,
} from './durability.ts';
import { type Embedded, openWorker, stamp } from './embedded.ts';
import { acquireLock, type Lock } from './lock.ts';
import { inPipe, takeForPipe } from './pipe.ts';
import { isRace } from './retries.ts';
import { tablesWrittenBy, Written } from './statements.ts';
import type { Tables } from './tables.ts';
import { keepUp, tidyUp } from './upkeep.ts';

export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** What acknowledged work survives (SYNC rule 36), by the settings last read from the engine. */
  readonly durability: () => Durability;
  /** True for the embedded engine, which has one session: while a statement runs, all other calls wait. Long reads are split there. */
  readonly oneSession: boolean;
  /** The outer handle, for reads. Using it inside a transaction throws, because the embedded database would hang. */
  readonly kysely: Kysely<Tables>;
  /**
   * Runs work in one transaction, and repeats it after a serialization failure, a deadlock or a client_id taken by another transaction ({@link
   * isRace}). `by`: the session that asked for the work, for `changes`.
   */
  transaction<T>(
    work: (tx: Transaction<Tables>) => Promise<T>,
    options?: { retries?: number; by?: string },
  ): Promise<T>;
  /** Which tables were written, of work that was committed. */
  readonly changes: Changes;
  /** The connections of this process. `waiting`: statements for which none is free. */
  pool(): { open: number; idle: number; waiting: number };
  /** True if the database responds within that time. PostgreSQL's settings are read with it, and `durability` returns them afterwards. */
  healthy(timeoutMs: number): Promise<boolean>;
  /** The disk guard, checked before each write. */
  writable(): { ok: true } | { ok: false; reason: string };
  /** Runs CHECKPOINT and VACUUM, on the engine that has no background processes for them. */
  tidy(): Promise<void>;
  /** In-memory only: for tests. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DatabaseConfig {
  url?: string | undefined;
  dir?: string | undefined;
  memory?: boolean;
  dump?: Uint8Array;
  /** PostgreSQL only, for tests: `false` answers a commit before it is on disk. No variable of the environment can ask for that. */
  waitForDisk?: boolean;
  /** Embedded only: a query that runs longer counts as hung, in ms. */
  stuckMs?: number;
  /** Hears each statement when it is over; `text` has no values, `ms` is the time until its answer. */
  onStatement?: ((told: { text: string; ms: number; failed: boolean }) => void) | undefined;
  log?: (line: Record<string, unknown>) => void;
}

/** Hears the text of every statement of a call; for tests, which ask what a read is made of. */
const heard = new AsyncLocalStorage<(text: string) => void>();

/** Runs `work` and calls `hear` with the text of each of its statements that succeeded. */
export const hearStatements = <T>(hear: (text: string) => void, work: () => T): T => heard.run(hear, work);

/** The tables that the running transaction has written. */
const inside = new AsyncLocalStorage<Written>();

function refuseInside(): void {
  if (inside.getStore())
    throw new Error('The outer database handle was used inside a transaction: use the handle the transaction gave.');
}

export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const log = config.log ?? (() => undefined);
  return config.url ? openPostgres(config.url, config, log) : openEmbedded(config, log);
}

pg.types.setTypeParser(20, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a number holds`);
  return value;
});
pg.types.setTypeParser(1082, (text) => text);

function kyselyOver(pool: pg.Pool, changes: () => Changes, onStatement: DatabaseConfig['onStatement']): Kysely<Tables> {
  // A connection that breaks while idle is replaced by the next query.
  pool.on('error', () => undefined);
  // A connection that breaks during a query rejects that query; without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const guarded: PostgresPool = {
    connect: async () => {
      refuseInside();
      try {
        const client = takeForPipe(await pool.connect());
        return client as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      } catch (error) {
        // Any error here means that the database cannot be reached.
        throw new DatabaseAway(error);
      }
    },
    end: () => pool.end(),
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guarded }),
    log({ level, query, queryDurationMillis: ms }) {
      onStatement?.({ text: query.sql, ms, failed: level !== 'query' });
      if (level !== 'query') return;
      heard.getStore()?.(query.sql);
      const written = inside.getStore();
      if (written) return written.note(query.sql);
      // Outside of a transaction each statement is committed by itself.
      const tables = tablesWrittenBy(query.sql);
      if (tables.length > 0) changes().tell({ by: '', tables });
    },
  });
}

function transactor(kysely: Kysely<Tables>, changes: Changes): Database['transaction'] {
  return async (work, { retries = 3, by = '' } = {}) => {
    refuseInside();
    for (let attempt = 0; ; attempt += 1) {
      const written = new Written();
      try {
        const note = (text: string) => {
          heard.getStore()?.(text);
          written.note(text);
        };
        const done = await inPipe(note, () =>
          kysely.transaction().execute((tx) => inside.run(written, () => work(tx))),
        );
        if (written.tables.length > 0) changes.tell({ by, tables: written.tables });
        return done;
      } catch (error) {
        if (attempt >= retries || !isRace(error)) throw error;
      }
    }
  };
}

const poolOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

async function answers(asks: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const yes = () => true;
  const no = () => false;
  return Promise.race([asks().then(yes, no), timer]);
}

const TIMEOUTS = '-c statement_timeout=60000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000';
const LIMITS = `${TIMEOUTS} -c jit=off -c work_mem=16MB`;

/** `options` in the URL would replace those of the pool, so both are merged. */
function poolConfig(url: string, waitForDisk: boolean): pg.PoolConfig {
  const [whole = '', mark = '', own = ''] = /([?&])options=([^&]*)/.exec(url) ?? [];
  const wanted = new URLSearchParams(`own=${own}`).get('own');
  return {
    connectionString: whole ? url.replace(whole, mark) : url,
    max: 12,
    pipeline: true,
    // If the host is gone without an error, no request waits for a connection longer than a tablet waits for its response.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    // synchronous_commit comes last, so that it wins: a response is sent only after its commit is on disk (SYNC rule 36).
    options: `${LIMITS} ${wanted} -c synchronous_commit=${waitForDisk ? 'on' : 'off'}`,
  };
}

async function openPostgres(
  url: string,
  { waitForDisk = true, onStatement }: DatabaseConfig,
  log: (line: Record<string, unknown>) => void,
): Promise<Database> {
  const pool = new pg.Pool(poolConfig(url, waitForDisk));
  const kysely = kyselyOver(pool, () => changes, onStatement);
  const changes: Changes = sharedChanges({
    url,
    // Nobody waits for this commit to be on the disk, and others that tell something do not either.
    send: (channel, text) =>
      sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`.execute(kysely),
    log,
  });
  let settings: DurabilitySettings;
  let unfit: string | null;
  try {
    unfit = whyUnfit(await askServer(kysely));
    settings = await askSettings(kysely);
  } catch (error) {
    await kysely.destroy();
    // If both addresses of a name (::1 and 127.0.0.1) fail, the error has no message.
    const { message, code } = error as { message: string; code?: string };
    throw new Error(`DATABASE_URL must name a PostgreSQL that can be reached (${message || code}).`, { cause: error });
  }
  if (unfit) {
    await kysely.destroy();
    throw new Error(`DATABASE_URL ${unfit}`);
  }
  tellSettings(settings, log);
  const askAgain = async () => {
    const before = durabilityOf(settings);
    settings = await askSettings(kysely);
    // Both settings can change while the server runs.
    if (durabilityOf(settings) !== before) tellSettings(settings, log);
  };
  return {
    engine: 'postgres',
    durability: () => durabilityOf(settings),
    oneSession: false,
    kysely,
    transaction: transactor(kysely, changes),
    changes,
    pool: () => poolOf(pool),
    healthy: (timeoutMs) => answers(askAgain, timeoutMs),
    writable: () => ({ ok: true }),
    tidy: async () => undefined,
    dump: () => Promise.reject(new Error('Only the in-memory database can be dumped like this.')),
    async close() {
      await changes.close();
      await kysely.destroy();
    },
  };
}

async function openEmbedded(config: DatabaseConfig, log: (line: Record<string, unknown>) => void): Promise<Database> {
  let lock: Lock | null = null;
  const dir = config.dir ?? './data';
  if (!config.memory) {
    // PGlite writes its files with mode 666 regardless of the umask, so access to the folder is restricted instead.
    process.umask(0o077);
    makeFolder('KASUWA_DATA', dir, 0o700);
    makeFolder('KASUWA_DATA', join(dir, 'db'), 0o700);
    lock = await acquireLock(join(dir, 'db.lock'));
    stamp(dir);
  }
  let worker: Embedded;
  try {
    worker = await openWorker(
      { dir: join(dir, 'db'), memory: config.memory === true, ...(config.dump ? { dump: config.dump } : {}) },
      log,
      config.stuckMs,
    );
  } catch (error) {
    await lock?.release();
    throw error;
  }
  // One session means one transaction at a time, in order of arrival.
  const pool = new pg.Pool({
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    user: 'postgres',
    stream: () => worker.stream(),
  } as pg.PoolConfig);
  const changes = ownChanges();
  const kysely = kyselyOver(pool, () => changes, config.onStatement);
  const tidy = () => tidyUp(kysely);
  const upkeep = config.memory ? null : keepUp(kysely, dir, log);
  return {
    engine: 'pglite',
    durability: () => 'process-crash',
    oneSession: true,
    kysely,
    transaction: transactor(kysely, changes),
    changes,
    pool: () => poolOf(pool),
    healthy: (timeoutMs) => answers(() => sql`select 1`.execute(kysely), timeoutMs),
    writable: () =>
      upkeep?.isDiskLow() ? { ok: false, reason: 'The disk of the server is almost full.' } : { ok: true },
    tidy,
    dump: () => worker.dump(),
    async close() {
      upkeep?.stop();
      if (!config.memory) await tidy().catch(() => undefined);
      await kysely.destroy();
      await worker.end();
      await lock?.release();
    },
  };
}
