/** The queue on disk: the IndexedDB database `outbox`, with strict durability. It is never deleted (rules 1, 4, 7, 45, 48). */
import Dexie, { type Table, type Transaction } from 'dexie';
import { syncWords } from '#domain/syncWords.ts';
import { type FinishedOp, isOver, type Known, type Op } from '../outbox/op.ts';
import type { Store, Tx } from './ports.ts';

/** The format that this code writes. A store of a newer format is only read (rule 45). */
export const GENERATION = 1;
/** The size of a reserve record, bytes. It is deleted at the first "storage full", so that the present line can still be written (rule 48). */
const BALLAST_BYTES = 2_000_000;
const BALLAST = 'ballast';
const FULL = 'QuotaExceededError';
const ABSENT = new Set(['MissingAPIError', 'SecurityError']);

export class OutboxDb extends Dexie {
  ops!: Table<Op, number>;
  known!: Table<Known, string>;
  past!: Table<FinishedOp, string>;
  meta!: Table<{ name: string; value: unknown }, string>;
  drafts!: Table<{ id: string; saved_at: number; value: unknown }, string>;

  constructor(name = 'outbox', off = false) {
    // Without `indexedDB` Dexie refuses every operation, as in a browser that has no IndexedDB. Its types do not allow null.
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

/** Thrown when a newer version of the app wrote the store: the page must be reloaded before an edit (rule 45). */
export class NewerStore extends Error {
  constructor() {
    super(syncWords.newerStore);
  }
}

export interface DexieStore extends Store {
  readonly db: OutboxDb;
  /** Opens the store, checks its format and writes the reserve record. */
  ready(): Promise<void>;
}

interface Hooks {
  /** Runs when newer code in another tab took over the store: this connection is closed, typed text stays, a banner says "Reload". */
  onBlocked?: () => void;
  /** Frees storage by deleting data that can be read again; never anything of the queue. */
  makeRoom?: () => Promise<void>;
  /** true: nothing is stored (rule 49); every call fails as in a browser without storage. */
  off?: boolean;
}

/** Errors of a broken connection. A plain AbortError is one too: this code never aborts, and an aborted transaction wrote nothing. */
const REOPEN = new Set([
  'AbortError',
  'UnknownError',
  'InvalidStateError',
  'InvalidState',
  'DatabaseClosedError',
  'DatabaseClosed',
]);

/**
 * The queue's store in IndexedDB. Opens at the first use, so it does not throw itself; its calls reject if the browser has no storage or a newer app wrote it.
 */
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

  /** Replaces a broken connection up to three times (rule 7). It rejects when the work was not done. */
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
  // "!" makes a transaction of its own, also when the caller is inside another one.
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
        // A full disk aborts the transaction. Its requests say only "aborted"; the reason is in the transaction's error.
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
        // The reserve record and the saved reads are deleted, and the write is tried once more. If it fails again, the caller gets the error.
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

/** Whether the store has a newer format than this code knows. */
export function isNewer(generation: unknown): boolean {
  return typeof generation === 'number' && generation > GENERATION;
}

/** Whether the error says that storage is full. Dexie wraps the browser's error in `inner`. */
export function isFull(error: unknown): boolean {
  return nameOf(error) === FULL;
}

/** Whether the error says that this browser stores nothing; then no change can be waiting either (rule 49). */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(nameOf(error));
}

/** Random bytes: a browser that compresses records would store two million zeros in a few hundred bytes. */
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
  /** Reads the records that were not read yet, in one request. */
  async lookUp(keys: readonly K[]): Promise<void> {
    const unread = [...new Set(keys)].filter((key) => !this.#read.has(key));
    if (unread.length > 0)
      for (const [at, found] of (await this.#table.bulkGet(unread)).entries()) this.#read.set(unread[at] as K, found);
  }
  /** All records of the table, in order of their keys. */
  async whole(keyOf: (record: T) => K): Promise<T[]> {
    if (!this.#isWhole) {
      // Records that this transaction read or wrote before are not older than those on disk.
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
    // Deletes come first: an op with another key may take the place of a deleted one.
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
  const past = new Waiting<FinishedOp, string>(transaction.table('past'));
  const meta = new Waiting<{ name: string; value: unknown }, string>(transaction.table('meta'));
  const tx: Tx = {
    ops: () => ops.whole((op) => op.seq),
    opsOf: async (transfer) => (await ops.written()).where('transfer').equals(transfer).sortBy('seq'),
    // One query per chain, all at once. A single query for several chains becomes a cursor in Dexie, which stops at every other chain between them.
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
