/** The queue on disk: IndexedDB `outbox`, strict durability, never dropped (rules 1, 4, 7, 45, 48). */
import Dexie, { type Table } from 'dexie';
import { syncWords } from '#domain/syncWords.ts';
import type { Known, Op, Past } from './op.ts';
import type { Store, Tx } from './ports.ts';

/** What this code understands; a store written by newer code is only read (rule 45). */
export const GENERATION = 1;
/** A 2 MB record that is given up on the first "storage full", so that the line at hand can still be written (rule 48). */
const BALLAST_BYTES = 2_000_000;
const BALLAST = 'ballast';
const FULL = 'QuotaExceededError';

export class OutboxDb extends Dexie {
  ops!: Table<Op, number>;
  known!: Table<Known, string>;
  past!: Table<Past, string>;
  meta!: Table<{ name: string; value: unknown }, string>;
  drafts!: Table<{ id: string; saved_at: number; value: unknown }, string>;

  constructor(name = 'outbox') {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      ops: '++seq, &key, transfer, user_id',
      known: 'ref, id',
      past: 'key, at, op.transfer',
      meta: 'name',
      drafts: 'id, saved_at',
    });
  }
}

/** The store was written by a newer version of the app: reload before editing (rule 45). */
export class NewerStore extends Error {
  constructor() {
    super(syncWords.newerStore);
  }
}

export interface DexieStore extends Store {
  readonly db: OutboxDb;
  /** Opens, checks the generation, lays down the ballast. */
  ready(): Promise<void>;
}

interface Hooks {
  /** Newer code in another tab took the store over: this connection is closed, what is typed stays, a banner says "Reload". */
  onBlocked?: () => void;
  /** Gives up what may be read again, when storage is full: never anything of the queue. */
  makeRoom?: () => Promise<void>;
}

/** What a connection dies of. A bare AbortError is one too: nothing here ever aborts, and what aborts did not commit. */
const REOPEN = new Set([
  'AbortError',
  'UnknownError',
  'InvalidStateError',
  'InvalidState',
  'DatabaseClosedError',
  'DatabaseClosed',
]);

export function dexieStore(name = 'outbox', { onBlocked, makeRoom }: Hooks = {}): DexieStore {
  const connect = () => {
    const db = new OutboxDb(name);
    db.on('versionchange', () => {
      db.close();
      onBlocked?.();
    });
    return db;
  };
  let current = connect();

  /** Rule 7: a broken connection is replaced, three times; never "as if saved". */
  const reopening = async <T>(work: (db: OutboxDb) => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      const db = current;
      try {
        return await work(db);
      } catch (error) {
        if (!REOPEN.has(nameOf(error)) || attempt >= 3) throw error;
        // Another caller may have replaced it already.
        if (db === current) {
          db.close();
          current = connect();
        }
      }
    }
  };
  // Each its own transaction ("!"), whatever zone the caller comes from.
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    reopening((db) => db.transaction('r!', [db.ops, db.known, db.past, db.meta], async () => work(txOver(db))));
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    reopening(async (db) => {
      let underneath: IDBTransaction | undefined;
      const done = db.transaction('rw!', [db.ops, db.known, db.past, db.meta], async (transaction) => {
        underneath = transaction.idbtrans;
        // Looked at in the transaction itself: newer code may have come since this page was opened, and Dexie would not stop us.
        if (isNewer((await db.meta.get('generation'))?.value)) throw new NewerStore();
        return work(txOver(db));
      });
      return done.catch((error: unknown) => {
        // A full disk aborts the transaction: its requests say only "aborted", the reason stands on the transaction.
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
        // Rule 48: the ballast and the cache give way, and the write is tried once more. If that fails too, the caller hears why.
        await Promise.allSettled([reopening((db) => db.drafts.delete(BALLAST)), makeRoom?.()]);
        return write(work);
      }
    },
    async ready() {
      if (await read(async (tx) => isNewer(await tx.meta('generation')))) throw new NewerStore();
      await write((tx) => tx.setMeta('generation', GENERATION));
      await reopening(async (db) => {
        if (!(await db.drafts.get(BALLAST)))
          await db.drafts.put({ id: BALLAST, saved_at: 0, value: ballast() }).catch(() => undefined);
      });
    },
  };
}

/** Whether the store's generation is beyond what this code understands. */
export function isNewer(generation: unknown): boolean {
  return typeof generation === 'number' && generation > GENERATION;
}

/** Storage is full; Dexie wraps the browser's error in `inner`. */
export function isFull(error: unknown): boolean {
  return nameOf(error) === FULL;
}

/** Chance bytes: a browser that packs its records would keep two million zeros in a few hundred bytes. */
function ballast(): Uint8Array {
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** The name of the real failure. */
function nameOf(error: unknown): string {
  const { name, inner } = error as { name?: string; inner?: { name?: string } };
  return inner?.name ?? name ?? '';
}

function txOver(db: OutboxDb): Tx {
  return {
    ops: () => db.ops.orderBy('seq').toArray(),
    opsOf: (transfer) => db.ops.where('transfer').equals(transfer).sortBy('seq'),
    op: (seq) => db.ops.get(seq),
    add: (op) => db.ops.add(op as Op),
    put: async (op) => void (await db.ops.put(op)),
    remove: (seq) => db.ops.delete(seq),
    known: (ref) => db.known.get(ref),
    learn: async (known) => void (await db.known.put(known)),
    past: (key) => db.past.get(key),
    pastSince: async (at) => (await db.past.where('at').aboveOrEqual(at).toArray()).sort((a, b) => a.op.seq - b.op.seq),
    keepPast: async (past) => void (await db.past.put(past)),
    forgetPast: async (before) => void (await db.past.where('at').below(before).delete()),
    forgetOne: (key) => db.past.delete(key),
    meta: async (name) => (await db.meta.get(name))?.value,
    setMeta: async (name, value) => void (await db.meta.put({ name, value })),
  };
}
