/** The queue's store in memory: for simulations, and for what a tablet that can keep nothing sends directly (rules 48, 49). */
import type { Known, Op, Past } from './op.ts';
import type { Store, Tx } from './ports.ts';

interface Tables {
  seq: number;
  ops: Map<number, Op>;
  known: Map<string, Known>;
  past: Map<string, Past>;
  meta: Map<string, unknown>;
}

/** What is known beneath it: read, never written. */
export interface Beneath {
  known: Tx['known'];
  meta: Tx['meta'];
}

export function memoryStore(beneath?: Beneath): Store {
  let tables: Tables = { seq: 0, ops: new Map(), known: new Map(), past: new Map(), meta: new Map() };
  let line: Promise<unknown> = Promise.resolve();
  const change = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const run = async () => {
      const copy: Tables = {
        seq: tables.seq,
        ops: new Map(tables.ops),
        known: new Map(tables.known),
        past: new Map(tables.past),
        meta: new Map(tables.meta),
      };
      const result = await work(txOver(copy, beneath));
      tables = copy;
      return result;
    };
    const next = line.then(run, run);
    line = next.catch(() => undefined);
    return next;
  };
  return { change, read: (work) => work(txOver(tables, beneath)) };
}

function txOver(tables: Tables, beneath?: Beneath): Tx {
  const sorted = () => [...tables.ops.values()].sort((a, b) => a.seq - b.seq);
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
    put: async (op) => void tables.ops.set(op.seq, op),
    remove: async (seq) => void tables.ops.delete(seq),
    known: async (ref) => tables.known.get(ref) ?? beneath?.known(ref),
    learn: async (known) => void tables.known.set(known.ref, known),
    past: async (key) => tables.past.get(key),
    pastSince: async (at) =>
      [...tables.past.values()].filter((past) => past.at >= at).sort((a, b) => a.op.seq - b.op.seq),
    keepPast: async (past) => void tables.past.set(past.key, past),
    forgetPast: async (before) => {
      for (const [key, past] of tables.past) if (past.at < before) tables.past.delete(key);
    },
    forgetOne: async (key) => void tables.past.delete(key),
    meta: async (name) => (tables.meta.has(name) ? tables.meta.get(name) : beneath?.meta(name)),
    setMeta: async (name, value) => void tables.meta.set(name, value),
  };
}
