/** The queue on disk: IndexedDB `outbox`, strict durability, never dropped (rules 1, 4, 7, 45, 48). */
import Dexie, { type Table } from 'dexie';
import type { Known, Op, Past } from './op.ts';
import type { Store, Tx } from './ports.ts';

/** What this code understands; a store written by newer code is only read (rule 45). */
export const GENERATION = 1;
/** A 2 MB record that is given up on the first "storage full", so that the line at hand can still be written (rule 48). */
const BALLAST_BYTES = 2_000_000;

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

/** The store was written by a newer version of the app: reload before editing. */
export class NewerStore extends Error {}

export interface DexieStore extends Store {
  readonly db: OutboxDb;
  /** Opens, checks the generation, lays down the ballast. */
  ready(): Promise<void>;
}

const REOPEN = new Set(['UnknownError', 'InvalidStateError', 'InvalidState', 'DatabaseClosedError', 'DatabaseClosed']);

export function dexieStore(name = 'outbox', onBlocked: () => void = () => undefined): DexieStore {
  const state = { db: new OutboxDb(name), newer: false };
  const listen = (db: OutboxDb) =>
    db.on('versionchange', () => {
      db.close();
      onBlocked();
    });
  listen(state.db);

  const change = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (state.newer) throw new NewerStore('This tablet was used with a newer version of the app. Reload to go on.');
    for (let attempt = 0; ; attempt += 1) {
      const { db } = state;
      try {
        return await db.transaction('rw!', [db.ops, db.known, db.past, db.meta], async () => work(txOver(db)));
      } catch (error) {
        const failure = nameOf(error);
        if (failure === 'QuotaExceededError' && attempt === 0) {
          await db.drafts.delete('ballast');
          continue;
        }
        // Rule 7: a broken connection is replaced, three times; never "as if saved".
        if (!REOPEN.has(failure) || attempt >= 3) throw error;
        db.close();
        state.db = new OutboxDb(name);
        listen(state.db);
      }
    }
  };

  return {
    get db() {
      return state.db;
    },
    change,
    // Each its own transaction, whatever zone the caller comes from.
    read: (work) =>
      state.db.transaction('r!', [state.db.ops, state.db.known, state.db.past, state.db.meta], async () =>
        work(txOver(state.db)),
      ),
    async ready() {
      const stored = (await state.db.meta.get('generation'))?.value;
      if (typeof stored === 'number' && stored > GENERATION) {
        state.newer = true;
        throw new NewerStore('This tablet was used with a newer version of the app. Reload to go on.');
      }
      await state.db.meta.put({ name: 'generation', value: GENERATION });
      if (!(await state.db.drafts.get('ballast'))) {
        await state.db.drafts.put({ id: 'ballast', saved_at: 0, value: ballast() }).catch(() => undefined);
      }
    },
  };
}

/** Chance bytes: a browser that packs its records would keep two million zeros in a few hundred bytes. */
function ballast(): Uint8Array {
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** The name of the real failure: Dexie wraps it in `inner`. */
export function nameOf(error: unknown): string {
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
