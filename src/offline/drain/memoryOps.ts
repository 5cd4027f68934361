/** The ops that a tablet without storage holds in memory (rules 48, 49), until each has its verdict or its key is cancelled. */
import { syncWords } from '#domain/syncWords.ts';
import { isSettledHere, type Op, refusalOfOp } from '../outbox/op.ts';
import type { Ports, QueueOwner } from '../store/ports.ts';
import { cancelKey } from './cancelKey.ts';
import { drain } from './drain.ts';
import { finish } from './verdict.ts';

export interface MemoryOps {
  /** The ops of the present user. */
  all(): Promise<Op[]>;
  /**
   * Sends the ops in memory. Resolves with null while some have no verdict. Refused ops are removed, because they changed nothing; `refused` is the message of
   * the first one.
   */
  settle(): Promise<{ refused: string | null } | null>;
  /** Cancels the keys of all ops in memory. false: the server did not answer. */
  close(): Promise<boolean>;
}

/** `here`: the ports with the store in memory. `onTaken` is called when a cancelled op turns out to have taken effect. */
export function memoryOps(here: Ports, owner: () => QueueOwner, onTaken: () => void): MemoryOps {
  const memory = here.store;
  const all = async () => {
    const { user_id } = owner();
    return (await memory.read((tx) => tx.ops())).filter((op) => op.user_id === user_id);
  };

  /**
   * Cancels the key of an op. 'taken': the op had taken effect. 'closed': the op can take no effect any more. null: the server did not answer, and the op stays
   * in memory.
   */
  const release = async (op: Op): Promise<'taken' | 'closed' | null> => {
    const result = await cancelKey(here, op, op.type);
    if (result.word === 'later' || result.word === 'refused') return null;
    const isTaken = result.word === 'taken';
    await memory.change((tx) => (isTaken ? finish(tx, op, result, here.clock.now()) : tx.remove(op.seq)));
    if (isTaken) onTaken();
    return result.word;
  };

  /** Returns the ops that the server refused. null: for some ops there is no answer yet. */
  const refusedOps = async (): Promise<Op[] | null> => {
    const refused: Op[] = [];
    for (const op of await all()) {
      if (op.state !== 'attention' && op.state !== 'conflict') continue;
      // An earlier try of the op got no answer. A copy may still be under way, and the refusal does not cover that copy.
      const state = op.attempts > 1 && !isSettledHere(op) ? await release(op) : 'closed';
      if (state === null) return null;
      if (state === 'closed') refused.push(op);
    }
    return refused;
  };

  return {
    all,
    async settle() {
      await drain(here, owner(), { forced: true });
      const refused = await refusedOps();
      if (refused === null) return null;
      const left = await all();
      // Ops blocked by a refused one were never sent and are removed with it.
      const blocked = refused.length > 0 ? left.filter((op) => op.attempts === 0) : [];
      const gone = new Set([...refused, ...blocked].map((op) => op.seq));
      await memory.change(async (tx) => {
        for (const seq of gone) await tx.remove(seq);
      });
      if (left.some((op) => !gone.has(op.seq))) return null;
      const [first] = refused;
      return { refused: first ? (refusalOfOp(first)?.message ?? syncWords.refused) : null };
    },
    async close() {
      for (const op of await all()) {
        if (op.attempts === 0) await memory.change((tx) => tx.remove(op.seq));
        else if ((await release(op)) === null) return false;
      }
      // A restored database lost ops that had taken effect; these ops are in memory again. They are sent again, so that the next change does not cancel their
      // keys.
      if ((await all()).length > 0) await drain(here, owner(), { forced: true });
      return true;
    },
  };
}
