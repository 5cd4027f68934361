/** A pool look-alike over the embedded database's worker: one connection, so one transaction at a time, in order of asking. */
import { Worker } from 'node:worker_threads';

export interface PooledClient {
  query(
    sql: string,
    params?: readonly unknown[],
  ): Promise<{ command: string; rowCount: number; rows: Record<string, unknown>[] }>;
  release(): void;
}

export interface PglitePool {
  connect(): Promise<PooledClient>;
  end(): Promise<void>;
  /** In-memory only: a copy of the whole database, for tests that start from it. */
  dump(): Promise<Uint8Array>;
  /** How often a commit was brought to the disk since the start. */
  fsyncs(): number;
}

interface Reply {
  id: number;
  rows?: Record<string, unknown>[];
  affected?: number;
  fsyncs?: number;
  fsync?: boolean;
  error?: { message: string; code?: string };
}
interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** An error that crossed the thread keeps what callers look at: `code`, `constraint`, `detail`, `table`. */
export class DatabaseError extends Error {
  code?: string;
  constraint?: string;
  detail?: string;
  table?: string;
}

/** A query that runs longer than this has hung (a full disk makes PGlite spin for ever): the worker is ended and opened anew. */
const STUCK_MS = 240_000;

export async function openPglitePool(
  data: { dir?: string; memory?: boolean; dump?: Uint8Array },
  log: (line: Record<string, unknown>) => void,
): Promise<PglitePool> {
  let lastId = 0;
  let fsyncs = 0;
  const waiting = new Map<number, Waiting>();
  let line: Promise<unknown> = Promise.resolve();

  const start = () =>
    new Promise<Worker>((resolve, reject) => {
      const worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), { workerData: data, execArgv: [] });
      worker.on('message', (reply: Reply) => {
        if (reply.id === 0) {
          if (!reply.fsync)
            log({
              level: 'error',
              event: 'fsync_missing',
              text: 'COMMITS ARE NOT BROUGHT TO DISK: a power cut may lose acknowledged work.',
            });
          if (waiting.size === 0) worker.unref();
          resolve(worker);
          return;
        }
        const one = waiting.get(reply.id);
        waiting.delete(reply.id);
        fsyncs = reply.fsyncs ?? fsyncs;
        if (reply.error) one?.reject(Object.assign(new DatabaseError(reply.error.message), reply.error));
        else one?.resolve(reply);
      });
      const fail = (error: Error) => {
        reject(error);
        for (const one of waiting.values()) one.reject(error);
        waiting.clear();
      };
      worker.on('error', fail);
      worker.on('exit', (code) => fail(new Error(`The embedded database ended (${code}).`)));
    });
  let worker = await start();

  const send = (message: Record<string, unknown>) =>
    new Promise<Reply>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      worker.ref();
      const timer = setTimeout(() => {
        log({ level: 'error', event: 'database_stuck' });
        const stuck = worker;
        void stuck.terminate().then(async () => {
          worker = await start();
        });
      }, STUCK_MS);
      timer.unref();
      const done = () => {
        clearTimeout(timer);
        if (waiting.size === 0) worker.unref();
      };
      waiting.set(id, {
        resolve: (reply) => {
          done();
          resolve(reply);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      worker.postMessage({ id, ...message });
    });

  return {
    async connect() {
      const before = line;
      let release: () => void = () => undefined;
      line = new Promise<void>((resolve) => {
        release = resolve;
      });
      await before;
      return {
        async query(sql, params = []) {
          const reply = await send({ sql, params: [...params] });
          const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';
          const command = word === 'WITH' && reply.affected ? 'UPDATE' : word;
          return { command, rowCount: reply.affected || (reply.rows?.length ?? 0), rows: reply.rows ?? [] };
        },
        release,
      };
    },
    async end() {
      await line;
      await send({ close: true }).catch(() => undefined);
    },
    async dump() {
      return (await send({ dump: true })).rows?.[0] as unknown as Uint8Array;
    },
    fsyncs: () => fsyncs,
  };
}
