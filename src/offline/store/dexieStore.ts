/** The queue's store on disk: the IndexedDB database `outbox`, written with strict durability and never dropped (rules 1, 4, 7, 45, 48). */
import Dexie, { type Table, type Transaction } from 'dexie';
import { syncWords } from '#domain/syncWords.ts';
import { isOver, type Known, type Op, type Past } from '../outbox/op.ts';
import type { Store, Tx } from './ports.ts';

/** The newest store generation that this code understands. A store that newer code wrote is only read (rule 45). */
export const GENERATION = 1;
/** A record of 2 MB that is deleted on the first "storage full" error, so that the change at hand can still be written (rule 48). */
const BALLAST_BYTES = 2_000_000;
const BALLAST = 'ballast';
const FULL = 'QuotaExceededError';
const ABSENT = new Set(['MissingAPIError', 'SecurityError']);

export class OutboxDb extends Dexie {
  ops!: Table<Op, number>;
  known!: Table<Known, string>;
  past!: Table<Past, string>;
  meta!: Table<{ name: string; value: unknown }, string>;
  drafts!: Table<{ id: string; saved_at: number; value: unknown }, string>;

  constructor(name = 'outbox', off = false) {
    // Without `indexedDB` Dexie refuses every operation, as in a browser that has no IndexedDB.
    super(name, { chromeTransactionDurability: 'strict', ...(off ? { indexedDB: null as never } : {}) });
    this.version(1).stores({
      ops: '++seq, &key, transfer, user_id',
      known: 'ref, id',
      past: 'key, at, op.transfer',
      meta: 'name',
      drafts: 'id, saved_at',
    });
    this.version(2).stores({ ops: '++seq, &key, transfer, user_id, chain' });
  }
}

/** Thrown when a newer version of the app wrote the store: the page must be reloaded before anything is saved (rule 45). */
export class NewerStore extends Error {
  constructor() {
    super(syncWords.newerStore);
  }
}

export interface DexieStore extends Store {
  readonly db: OutboxDb;
  /** Opens the store, checks its generation and writes the ballast. Throws NewerStore. */
  ready(): Promise<void>;
}

interface Hooks {
  /** Called when newer code in another tab upgrades the store: this connection is closed and a banner offers "Reload". Typed input stays. */
  onBlocked?: () => void;
  /** Frees storage when it is full by dropping data that can be read again, never data of the queue. */
  makeRoom?: () => Promise<void>;
  /** Nothing may be stored (rule 49): every operation fails as in a browser without IndexedDB. */
  off?: boolean;
}

/**
 * Names of errors after which the connection is opened again. AbortError is one of them: this code never aborts a transaction itself, and an
 * aborted transaction did not commit.
 */
const REOPEN = new Set([
  'AbortError',
  'UnknownError',
  'InvalidStateError',
  'InvalidState',
  'DatabaseClosedError',
  'DatabaseClosed',
]);

export function dexieStore(name = 'outbox', { onBlocked, makeRoom, off }: Hooks = {}): DexieStore {
  const connect = () => {
    const db = new OutboxDb(name, off);
    db.on('versionchange', () => {
      db.close();
      onBlocked?.();
    });
    return db;
  };
  let current = connect();

  /**
   * Runs `work`. A broken connection is replaced and the work is repeated, at most three times (rule 7). If that fails too, the error is thrown, so
   * that nothing counts as saved.
   */
  const reopening = async <T>(work: (db: OutboxDb) => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      const db = current;
      try {
        return await work(db);
      } catch (error) {
        if (!REOPEN.has(nameOf(error)) || attempt >= 3) throw error;
        // Another caller may have replaced the connection already.
        if (db === current) {
          db.close();
          current = connect();
        }
      }
    }
  };
  // "!" starts a separate transaction, even inside a transaction of the caller.
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    reopening((db) =>
      db.transaction('r!', [db.ops, db.known, db.past, db.meta], async (transaction) => work(txOver(transaction).tx)),
    );
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    reopening(async (db) => {
      let underneath: IDBTransaction | undefined;
      const done = db.transaction('rw!', [db.ops, db.known, db.past, db.meta], async (transaction) => {
        underneath = transaction.idbtrans;
        const { tx, write } = txOver(transaction);
        // The generation is read inside the transaction, because newer code may have upgraded the store since this page was opened, and Dexie would
        // not stop this write. The read runs in parallel with the work to save a round trip to the disk. If the store is newer, the transaction is
        // rolled back.
        const [generation, result] = await Promise.all([transaction.table('meta').get('generation'), work(tx)]);
        if (isNewer(generation?.value)) throw new NewerStore();
        await write();
        return result;
      });
      return done.catch((error: unknown) => {
        // On a full disk the requests fail only with "aborted"; the transaction's error has the reason.
        throw underneath?.error?.name === FULL ? underneath.error : error;
      });
    });

  return {
    get db() {
      return current;
    },
    read,
    async change(work) {
      try {
        return await write(work);
      } catch (error) {
        if (!isFull(error)) throw error;
        // The ballast and the cache are deleted, and the write is tried once more. If that fails too, the caller gets the error.
        await Promise.allSettled([reopening((db) => db.drafts.delete(BALLAST)), makeRoom?.()]);
        return write(work);
      }
    },
    async ready() {
      const generation = await read((tx) => tx.meta('generation'));
      if (isNewer(generation)) throw new NewerStore();
      if (generation !== GENERATION) await write((tx) => tx.setMeta('generation', GENERATION));
      await reopening(async (db) => {
        if (!(await db.drafts.get(BALLAST)))
          await db.drafts.put({ id: BALLAST, saved_at: 0, value: ballast() }).catch(() => undefined);
      });
    },
  };
}

/** true: `generation` is newer than this code understands. */
export function isNewer(generation: unknown): boolean {
  return typeof generation === 'number' && generation > GENERATION;
}

/** true: the error says that storage is full. Dexie wraps the browser's error in `inner`. */
export function isFull(error: unknown): boolean {
  return nameOf(error) === FULL;
}

/** true: the error says that the browser allows no storage, so no op can be waiting (rule 49). */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(nameOf(error));
}

/** Random bytes, because a browser that compresses its records would store two million zeros in a few hundred bytes. */
function ballast(): Uint8Array {
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** The name of the error that Dexie wrapped, or of the error itself. */
function nameOf(error: unknown): string {
  const { name, inner } = error as { name?: string; inner?: { name?: string } };
  return inner?.name ?? name ?? '';
}

/**
 * A cache of one table during one transaction.
 * Reads are cached, because nobody else can write during the transaction and every request to the disk's thread takes time. Writes are held back
 * until the transaction ends or a query needs the table. `null` marks a record that will be deleted.
 */
class Waiting<T, K extends string | number> {
  readonly #table: Table<T, K>;
  readonly #records = new Map<K, T | null>();
  readonly #read = new Map<K, T | undefined>();
  #isWhole = false;

  constructor(table: Table<T, K>) {
    this.#table = table;
  }
  set(key: K, record: T | null): void {
    this.#records.set(key, record);
    this.#read.set(key, record ?? undefined);
  }
  async get(key: K): Promise<T | undefined> {
    if (!this.#read.has(key)) this.#read.set(key, await this.#table.get(key));
    return this.#read.get(key);
  }
  /** Reads all records of `keys` that are not cached yet in one request. */
  async lookUp(keys: readonly K[]): Promise<void> {
    const unread = [...new Set(keys)].filter((key) => !this.#read.has(key));
    if (unread.length > 0)
      for (const [at, found] of (await this.#table.bulkGet(unread)).entries()) this.#read.set(unread[at] as K, found);
  }
  /** All records of the table, sorted by key. */
  async whole(keyOf: (record: T) => K): Promise<T[]> {
    if (!this.#isWhole) {
      // Cached records are at least as new as the records on disk.
      for (const found of await this.#table.toArray())
        if (!this.#read.has(keyOf(found))) this.#read.set(keyOf(found), found);
      this.#isWhole = true;
    }
    return [...this.#read].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, found]) => found ?? []);
  }
  async written(): Promise<Table<T, K>> {
    if (this.#records.size === 0) return this.#table;
    const gone = [...this.#records].flatMap(([key, record]) => (record === null ? [key] : []));
    const kept = [...this.#records].flatMap(([, record]) => (record === null ? [] : [record]));
    this.#records.clear();
    // Deletions come first, so that an op that replaces a deleted one can take its unique key.
    if (gone.length > 0) await this.#table.bulkDelete(gone);
    if (kept.length > 0) await this.#table.bulkPut(kept);
    return this.#table;
  }
  /** Like {@link written}, before a write that bypasses this cache: the cached reads are dropped, because they may be wrong afterwards. */
  async rewritten(): Promise<Table<T, K>> {
    this.#read.clear();
    this.#isWhole = false;
    return this.written();
  }
}

/**
 * The engine's transaction over the four tables. Writes are collected and done together: a round trip to the disk's thread for each of the 1,000
 * ops of a unit would take longer than the network does. Nothing is durable before the transaction commits anyway (rule 4), so callers see no
 * difference.
 * The tables come from the transaction object: after a hundred awaits without a database request Dexie loses track of the current transaction, and
 * would write in another one.
 */
function txOver(transaction: Transaction): { tx: Tx; write: () => Promise<void> } {
  const ops = new Waiting<Op, number>(transaction.table('ops'));
  const known = new Waiting<Known, string>(transaction.table('known'));
  const past = new Waiting<Past, string>(transaction.table('past'));
  const meta = new Waiting<{ name: string; value: unknown }, string>(transaction.table('meta'));
  const tx: Tx = {
    ops: () => ops.whole((op) => op.seq),
    opsOf: async (transfer) => (await ops.written()).where('transfer').equals(transfer).sortBy('seq'),
    // One query for each chain, all in parallel. For one query over all chains Dexie would use a cursor, which makes another request at every other
    // chain in between.
    opsOfChains: async (chains) => {
      const table = await ops.written();
      const found = await Promise.all(
        [...new Set(chains)].map((chain) => table.where('chain').equals(chain).toArray()),
      );
      return found.flat().sort((a, b) => a.seq - b.seq);
    },
    op: (seq) => ops.get(seq),
    add: async (op) => (await ops.rewritten()).add(op as Op),
    put: async (op) => ops.set(op.seq, op),
    remove: async (seq) => ops.set(seq, null),
    known: (ref) => known.get(ref),
    prefetch: (refs) => known.lookUp(refs),
    rememberId: async (one) => known.set(one.ref, one),
    forgetId: async (ref) => known.set(ref, null),
    forgetPrefix: async (start) => void (await (await known.rewritten()).where('ref').startsWith(start).delete()),
    past: (key) => past.get(key),
    pastSince: async (at) =>
      (await (await past.written()).where('at').aboveOrEqual(at).toArray()).sort((a, b) => a.op.seq - b.op.seq),
    keepPast: async (one) => past.set(one.key, one),
    forgetPast: async (before, now) => {
      const at = (await past.written()).where('at');
      const some = await Promise.all([
        at.below(before).toArray(),
        (await past.written()).where('at').above(now).toArray(),
      ]);
      const gone = some.flat().filter((one) => isOver(one, before, now));
      for (const { key } of gone) past.set(key, null);
      return gone;
    },
    forgetOne: async (key) => past.set(key, null),
    meta: async (name) => (await meta.get(name))?.value,
    setMeta: async (name, value) => meta.set(name, { name, value }),
  };
  const write = async () => {
    await Promise.all([ops, known, past, meta].map((table) => table.written()));
  };
  return { tx, write };
}
