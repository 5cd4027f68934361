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
      const draft = { ...tables };
      const result = await work(txOver(draft, tables, beneath));
      tables = draft;
      return result;
    };
    const next = line.then(run, run);
    line = next.catch(() => undefined);
    return next;
  };
  return { change, read: (work) => work(txOver({ ...tables }, tables, beneath)) };
}

type Name = Exclude<keyof Tables, 'seq'>;

/** Over `tables`, which share their maps with `before` until one is written: whoever fails leaves nothing behind. */
function txOver(tables: Tables, before: Tables, beneath?: Beneath): Tx {
  const own = <N extends Name>(name: N): Tables[N] => {
    // A map of the same kind: the compiler cannot follow that through the name.
    if (tables[name] === before[name]) tables[name] = new Map<never, never>(tables[name] as never) as Tables[N];
    return tables[name];
  };
  const sorted = () => {
    const ops = [...tables.ops.values()];
    // Nearly always in order: what was there before keeps its place, what is new has the highest number.
    return ops.some((op, at) => op.seq < (ops[at - 1]?.seq ?? 0)) ? ops.sort((a, b) => a.seq - b.seq) : ops;
  };
  return {
    ops: async () => sorted(),
    opsOf: async (transfer) => sorted().filter((op) => op.transfer === transfer),
    opsOfChains: async (chains) => sorted().filter((op) => chains.includes(op.chain)),
    op: async (seq) => tables.ops.get(seq),
    add: async (op) => {
      tables.seq += 1;
      own('ops').set(tables.seq, { ...op, seq: tables.seq } as Op);
      return tables.seq;
    },
    put: async (op) => void own('ops').set(op.seq, op),
    remove: async (seq) => void own('ops').delete(seq),
    known: async (ref) => tables.known.get(ref) ?? beneath?.known(ref),
    learn: async (known) => void own('known').set(known.ref, known),
    past: async (key) => tables.past.get(key),
    pastSince: async (at) =>
      [...tables.past.values()].filter((past) => past.at >= at).sort((a, b) => a.op.seq - b.op.seq),
    keepPast: async (past) => void own('past').set(past.key, past),
    forgetPast: async (before) => {
      for (const [key, past] of tables.past) if (past.at < before) own('past').delete(key);
    },
    forgetOne: async (key) => void own('past').delete(key),
    meta: async (name) => (tables.meta.has(name) ? tables.meta.get(name) : beneath?.meta(name)),
    setMeta: async (name, value) => void own('meta').set(name, value),
  };
}
