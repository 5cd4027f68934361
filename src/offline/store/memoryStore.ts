/** The queue's store in memory: for simulations, and for a tablet without storage, which sends directly (rules 48, 49). */
import { type FinishedOp, isOver, type Known, type Op } from '../outbox/op.ts';
import type { Store, Tx } from './ports.ts';

/** A store that this one reads and never writes. */
export interface BaseStore {
  known: Tx['known'];
  meta: Tx['meta'];
}

/** The queue's store in memory, for a tablet without storage and for tests. `beneath`: another store, which is read too and never written. */
export function memoryStore(beneath?: BaseStore): Store {
  const ops = new Map<number, Op>();
  const known = new Map<string, Known>();
  const past = new Map<string, FinishedOp>();
  const meta = new Map<string, unknown>();
  let seq = 0;
  // Transactions run one after the other, as on disk, so that no reader sees half of a write.
  let line: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = line.then(work, work);
    line = next.catch(() => undefined);
    return next;
  };
  const change = <T>(work: (tx: Tx) => Promise<T>) =>
    inTurn(async () => {
      const draft = {
        seq,
        ops: new Draft(ops),
        known: new Draft(known),
        past: new Draft(past),
        meta: new Draft(meta),
      };
      // A transaction that throws writes nothing.
      const result = await work(txOver(draft, beneath));
      for (const table of [draft.ops, draft.known, draft.past, draft.meta]) table.keep();
      seq = draft.seq;
      return result;
    });
  return { change, read: change };
}

/** A table as one transaction sees it: its own writes over the table, without a copy of the table. */
class Draft<K, V> {
  readonly #stands: Map<K, V>;
  /** null: nothing was written, as in most transactions. */
  #written: Map<K, { value: V } | null> | null = null;

  constructor(stands: Map<K, V>) {
    this.#stands = stands;
  }
  get(key: K): V | undefined {
    const written = this.#written?.get(key);
    return written === undefined ? this.#stands.get(key) : written?.value;
  }
  set(key: K, value: V): void {
    this.#written ??= new Map();
    this.#written.set(key, { value });
  }
  delete(key: K): void {
    this.#written ??= new Map();
    this.#written.set(key, null);
  }
  values(): V[] {
    if (!this.#written) return [...this.#stands.values()];
    const all: V[] = [];
    for (const [key, value] of this.#stands) {
      const written = this.#written.get(key);
      if (written !== null) all.push(written ? written.value : value);
    }
    for (const [key, written] of this.#written) if (written && !this.#stands.has(key)) all.push(written.value);
    return all;
  }
  keep(): void {
    if (!this.#written) return;
    for (const [key, written] of this.#written) {
      if (written) this.#stands.set(key, written.value);
      else this.#stands.delete(key);
    }
  }
}

interface Drafts {
  seq: number;
  ops: Draft<number, Op>;
  known: Draft<string, Known>;
  past: Draft<string, FinishedOp>;
  meta: Draft<string, unknown>;
}

function txOver(tables: Drafts, beneath?: BaseStore): Tx {
  const sorted = () => {
    const ops = tables.ops.values();
    // The ops are nearly always in order: old ops keep their place, new ops have the highest seq.
    return ops.some((op, at) => op.seq < (ops[at - 1]?.seq ?? 0)) ? ops.sort((a, b) => a.seq - b.seq) : ops;
  };
  return {
    ops: async () => sorted(),
    opsOf: async (transfer) => sorted().filter((op) => op.transfer === transfer),
    opsOfChains: async (chains) => sorted().filter((op) => chains.includes(op.chain)),
    op: async (seq) => tables.ops.get(seq),
    add: async (op) => {
      tables.seq += 1;
      tables.ops.set(tables.seq, { ...op, seq: tables.seq } as Op);
      return tables.seq;
    },
    put: async (op) => tables.ops.set(op.seq, op),
    remove: async (seq) => tables.ops.delete(seq),
    known: async (ref) => tables.known.get(ref) ?? beneath?.known(ref),
    prefetch: async () => undefined,
    rememberId: async (known) => tables.known.set(known.ref, known),
    forgetId: async (ref) => tables.known.delete(ref),
    forgetPrefix: async (start) => {
      for (const { ref } of tables.known.values()) if (ref.startsWith(start)) tables.known.delete(ref);
    },
    past: async (key) => tables.past.get(key),
    pastSince: async (at) =>
      tables.past
        .values()
        .filter((past) => past.at >= at)
        .sort((a, b) => a.op.seq - b.op.seq),
    keepPast: async (past) => tables.past.set(past.key, past),
    forgetPast: async (before, now) => {
      const gone = tables.past.values().filter((past) => isOver(past, before, now));
      for (const { key } of gone) tables.past.delete(key);
      return gone;
    },
    forgetOne: async (key) => tables.past.delete(key),
    meta: async (name) => tables.meta.get(name) ?? beneath?.meta(name),
    setMeta: async (name, value) => tables.meta.set(name, value),
  };
}
