/**
 * Connects node-postgres to the embedded database: a stream whose other end is PGlite in a worker thread. Both engines thus share one client, with
 * the same values, errors and command tags. Rows cross the thread as PostgreSQL's own bytes, which is seven times as fast as PGlite's own parser.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from './unavailable.ts';

export interface Embedded {
  /** Returns a connection for `stream` of `pg.Pool`. Only one may be open at a time, because the engine has one session. */
  stream(): Duplex;
  /** In-memory only: returns a copy of the whole database, for tests that start from it. */
  dump(): Promise<Uint8Array>;
  /** Closes the database; no query may be running. */
  end(): Promise<void>;
}

interface Reply {
  id: number;
  bytes?: Uint8Array;
  fsync?: boolean;
  error?: string;
}
interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** A query that runs longer has hung (PGlite loops for ever on a full disk); the worker is then replaced. In ms. */
const STUCK_MS = 240_000;

/** Opens the database in a folder, or one in memory, and starts its worker. Throws PGlite's error if it cannot be opened. */
export async function openWorker(
  data: { dir?: string; memory?: boolean; dump?: Uint8Array },
  log: (line: Record<string, unknown>) => void,
  stuckMs = STUCK_MS,
): Promise<Embedded> {
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

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
        if (reply.error !== undefined) one?.reject(new DatabaseUnavailable(new Error(reply.error)));
        else one?.resolve(reply.bytes ?? new Uint8Array(0));
      });
      let why: Error | null = null;
      worker.on('error', (error: Error) => {
        why = error;
      });
      worker.on('exit', (code) => {
        const error = new DatabaseUnavailable(why ?? new Error(`The embedded database ended (${code}).`));
        // The connection and all waiting queries fail; the next connection gets a new worker.
        running = null;
        reject(error);
        for (const one of waiting.values()) one.reject(error);
        waiting.clear();
      });
    });
  let running: Promise<Worker> | null = null;
  const current = () => {
    running ??= start();
    return running;
  };
  await current();

  const ask = async (message: Record<string, unknown>): Promise<Uint8Array> => {
    const worker = await current();
    return new Promise((resolve, reject) => {
      lastId += 1;
      worker.ref();
      const timer = setTimeout(() => {
        log({ level: 'error', event: 'database_stuck' });
        void worker.terminate();
      }, stuckMs);
      timer.unref();
      const done = () => {
        clearTimeout(timer);
        if (waiting.size === 0) worker.unref();
      };
      waiting.set(lastId, {
        resolve: (bytes) => {
          done();
          resolve(bytes);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      worker.postMessage({ id: lastId, ...message });
    });
  };

  return {
    stream: () => new Connection((bytes) => ask({ bytes })),
    dump: () => ask({ dump: true }),
    end: async () => void (await ask({ close: true }).catch(() => undefined)),
  };
}

/** A stream that passes bytes of node-postgres to the worker and PostgreSQL's bytes back. */
class Connection extends Duplex {
  readonly #ask: (bytes: Uint8Array) => Promise<Uint8Array>;

  constructor(ask: (bytes: Uint8Array) => Promise<Uint8Array>) {
    super({ allowHalfOpen: false });
    this.#ask = ask;
  }

  /** All messages of a query are sent together, so that they cost one round trip to the thread. */
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this._write(chunks.length === 1 ? chunks[0]?.chunk : Buffer.concat(chunks.map((one) => one.chunk)), 'buffer', done);
  }

  override _write(bytes: unknown, _: string, done: (error?: Error | null) => void): void {
    this.#ask(bytes as Uint8Array).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length));
        done();
      },
      (error: Error) => done(error),
    );
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _read(): void {
    // Data is pushed when it arrives.
  }

  // The methods of a socket that node-postgres calls.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

const ENGINE = { engine: 'pglite', major: 18 };

/** A data folder cannot be opened by another major version of PostgreSQL; this check fails with a clear message. */
export function stamp(dir: string): void {
  const file = join(dir, 'engine.json');
  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(ENGINE));
    return;
  }
  const found = JSON.parse(readFileSync(file, 'utf8')) as { engine?: string; major?: number };
  if (found.engine !== ENGINE.engine || found.major !== ENGINE.major) {
    throw new Error(
      `The data in ${dir} was written by ${found.engine} ${found.major}; this version reads ${ENGINE.engine} ${ENGINE.major}. Dump it with the old version and restore it here.`,
    );
  }
}
