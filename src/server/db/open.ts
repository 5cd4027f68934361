/**
 * Opens the database: the embedded one (PGlite in ./data), or PostgreSQL >= 15 by DATABASE_URL. Both have one schema and one code path; Kysely uses
 * the same dialect for both. See design/database.md for the reason of each guard.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { makeFolder } from '../folders.ts';
import { type Changes, ownChanges, sharedChanges } from './changes.ts';
import {
  askServer,
  type Durability,
  type DurabilitySettings,
  durabilityOf,
  readSettings,
  unfitReason,
  warnOfSettings,
} from './durability.ts';
import { type Embedded, openWorker, stamp } from './embedded.ts';
import { acquireLock, type Lock } from './lock.ts';
import { pipelined, pipelinedClient } from './pipelining.ts';
import { PlanCache, planCachingClient } from './planCache.ts';
import { Acknowledged } from './postgres/acknowledged.ts';
import { makePool, openPool, poolerProblem, poolOf, standbyPool, unreachable } from './postgres/pooler.ts';
import { replicatedClient } from './postgres/replicated.ts';
import { makeReadFresh, type ReadFresh, standbyProblem } from './postgres/standbyReads.ts';
import { isRace } from './retries.ts';
import { tablesWrittenBy, Written } from './statements.ts';
import type { Tables } from './tables.ts';
import { DatabaseUnavailable, respondsWithin } from './unavailable.ts';
import { startUpkeep, tidyUp } from './upkeep.ts';

export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** The failures that acknowledged work survives (SYNC rule 36), by the settings last read from the engine. */
  readonly durability: () => Durability;
  /** True for the embedded engine, which has one session: while a statement runs, all other calls wait. Long reads are split there. */
  readonly oneSession: boolean;
  /** The outer handle, for reads. Using it inside a transaction throws, because the embedded database would hang. */
  readonly kysely: Kysely<Tables>;
  /** For long reads: a standby answers if it has everything that is committed now, otherwise the primary ({@link kysely}) does. */
  readonly readFresh: ReadFresh;
  /**
   * Runs work in one transaction, and repeats it after a serialization failure, a deadlock or a client_id taken by another transaction ({@link
   * isRace}). `by`: the session that asked for the work, for `changes`.
   */
  transaction<T>(
    work: (tx: Transaction<Tables>) => Promise<T>,
    options?: { retries?: number; by?: string },
  ): Promise<T>;
  /** Publishes which tables committed work has written. */
  readonly changes: Changes;
  /** Keys whose work was committed and acknowledged, for the check after a failover. */
  readonly acknowledged: Acknowledged;
  /** The connections of this process. `waiting`: statements that wait for a free connection. */
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
  /** The same database without a pooler, if `url` names one. */
  directUrl?: string | undefined;
  /** A standby of it, for long reads. */
  readUrl?: string | undefined;
  dir?: string | undefined;
  memory?: boolean;
  dump?: Uint8Array;
  /** PostgreSQL only, for tests: `false` answers a commit before it is on disk. No variable of the environment can ask for that. */
  waitForDisk?: boolean;
  /** Embedded only: a query that runs longer counts as hung, in ms. */
  stuckMs?: number;
  /** Called after each statement; `text` has no values, `ms` is the time until its answer. */
  onStatement?: ((statement: { text: string; ms: number; failed: boolean }) => void) | undefined;
  log?: (line: Record<string, unknown>) => void;
}

/** Receives the text of every statement of a call; for tests that check which tables a read uses. */
const heard = new AsyncLocalStorage<(text: string) => void>();

/** Runs `work` and calls `hear` with the text of each of its statements that succeeded. */
export const onStatements = <T>(hear: (text: string) => void, work: () => T): T => heard.run(hear, work);

/** The tables that the running transaction has written. */
const inside = new AsyncLocalStorage<Written>();

function refuseInside(): void {
  if (inside.getStore())
    throw new Error('The outer database handle was used inside a transaction: use the handle the transaction gave.');
}

/** Opens PostgreSQL if `url` is set, else the embedded database. Rejects if it cannot be opened, for example because another process holds the folder. */
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
  const guarded: PostgresPool = {
    connect: async () => {
      refuseInside();
      try {
        const client = pipelinedClient(await pool.connect());
        return client as Awaited<ReturnType<PostgresPool['connect']>>;
      } catch (error) {
        // Any error here means that the database cannot be reached.
        throw new DatabaseUnavailable(error);
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
      // Outside a transaction each statement commits by itself.
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
        const done = await pipelined(note, () =>
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

async function openPostgres(
  url: string,
  { waitForDisk = true, onStatement, directUrl, readUrl }: DatabaseConfig,
  log: (line: Record<string, unknown>) => void,
): Promise<Database> {
  const plans = new PlanCache();
  const { pool, isPooled } = await openPool({
    url,
    waitForDisk,
    Client: planCachingClient(plans, replicatedClient()),
  });
  plans.isOn = !isPooled;
  const kysely = kyselyOver(pool, () => changes, onStatement);
  const changes: Changes = sharedChanges({
    url: directUrl ?? url,
    // This commit need not wait for the disk, and other notifying transactions do not wait for it.
    send: (channel, text) =>
      sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`.execute(kysely),
    log,
  });
  const standby = readUrl ? kyselyOver(standbyPool(readUrl), () => changes, onStatement) : null;
  const leave = () => Promise.all([kysely.destroy(), standby?.destroy()]);
  let settings: DurabilitySettings;
  let unfit: string | null;
  try {
    const why = unfitReason(await askServer(kysely));
    unfit = why ? `DATABASE_URL ${why}` : await poolerProblem(pool, { isPooled, directUrl });
    if (standby) unfit ??= await standbyProblem(kysely, standby);
    settings = await readSettings(kysely);
  } catch (error) {
    await leave();
    throw unreachable('DATABASE_URL', error);
  }
  if (unfit) {
    await leave();
    throw new Error(unfit);
  }
  warnOfSettings(settings, log);
  if (isPooled)
    log({
      level: 'info',
      event: 'pooler',
      text: 'A pooler answers at DATABASE_URL, so no plan of a statement is kept.',
    });
  const askAgain = async () => {
    const before = durabilityOf(settings);
    settings = await readSettings(kysely);
    // Both settings can change while the server runs.
    if (durabilityOf(settings) !== before) warnOfSettings(settings, log);
  };
  return {
    engine: 'postgres',
    durability: () => durabilityOf(settings),
    oneSession: false,
    kysely,
    readFresh: standby ? makeReadFresh(kysely, standby, log) : (work) => work(kysely),
    transaction: transactor(kysely, changes),
    changes,
    acknowledged: new Acknowledged(),
    pool: () => poolOf(pool),
    healthy: (timeoutMs) => respondsWithin(askAgain, timeoutMs),
    writable: () => ({ ok: true }),
    tidy: async () => undefined,
    dump: () => Promise.reject(new Error('Only the in-memory database can be dumped like this.')),
    async close() {
      await changes.close();
      await leave();
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
  const pool = makePool({
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    Client: planCachingClient(new PlanCache()),
    user: 'postgres',
    stream: () => worker.stream(),
  } as pg.PoolConfig);
  const changes = ownChanges();
  const kysely = kyselyOver(pool, () => changes, config.onStatement);
  const tidy = () => tidyUp(kysely);
  const upkeep = config.memory ? null : startUpkeep(kysely, dir, log);
  return {
    engine: 'pglite',
    durability: () => 'process-crash',
    oneSession: true,
    kysely,
    readFresh: (work) => work(kysely),
    transaction: transactor(kysely, changes),
    changes,
    acknowledged: new Acknowledged(),
    pool: () => poolOf(pool),
    healthy: (timeoutMs) => respondsWithin(() => sql`select 1`.execute(kysely), timeoutMs),
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
