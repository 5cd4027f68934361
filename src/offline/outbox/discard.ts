/**
 * Discards ops for ever: one op (rule 34), or all of a user's at sign-out (rule 40). The caller has made sure that the keys of these ops can no
 * longer take effect on the server.
 */

import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import { cancelSoon, putOnRecord } from './cancelledKeys.ts';
import { isSettledHere, LIVE, type Op } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

export async function retire(tx: Tx, op: Op, state: 'discarded' | 'superseded', at: number): Promise<void> {
  await tx.keepPast({ key: op.key, op: { ...op, state }, at, answer: null });
  await tx.remove(op.seq);
}

/**
 * Discards `op`. With `onRecord` the server's record also gets the ops that were never sent (rule 40). If `op` itself was cancelled on the server,
 * the record has it already.
 */
export async function drop(tx: Tx, op: Op, at: number, onRecord = false): Promise<void> {
  // Without its create a transfer's other ops can never be sent, so they are discarded too, but not those of another officer (rule 41).
  const lane = op.type === 'create' ? await tx.opsOf(op.transfer) : [op];
  const gone = lane.filter((one) => LIVE.has(one.state) && one.user_id === op.user_id);
  if (op.type !== 'create') await rebaseDependents(tx, op, { base: baseOf(op) });
  for (const one of gone) await retire(tx, one, 'discarded', at);
  const unheard = gone.filter((one) => one.seq !== op.seq || (onRecord && isSettledHere(op)));
  await (onRecord ? putOnRecord(tx, unheard) : cancelSoon(tx, unheard));
}

/**
 * Discards those ops of `seqs` that belong to `userId`, in this one transaction, so that a thousand ops cost one read of the queue and one list.
 * If some ops must be cancelled on the server first, they are returned, the last one first, and nothing is discarded.
 */
export async function dropAll(tx: Tx, seqs: ReadonlySet<number>, userId: string, at: number): Promise<Op[]> {
  const all = await tx.ops();
  const live = all.filter((op) => LIVE.has(op.state) && op.user_id === userId);
  const mine = live.filter((op) => seqs.has(op.seq));
  const open = mine.filter((op) => op.state === 'sending' || !isSettledHere(op));
  if (open.length > 0) return open.reverse();
  const begun = new Set(mine.flatMap((op) => (op.type === 'create' ? op.transfer : [])));
  const gone = live.filter((op) => seqs.has(op.seq) || begun.has(op.transfer));
  const keys = new Set(gone.map((op) => op.key));
  const needed = new Set(all.filter((op) => !keys.has(op.key) && op.attempts === 0).map(dependsOn));
  for (const op of [...gone].reverse()) {
    // The lane is read only where a remaining op depends on this one.
    if (needed.has(op.key)) {
      await rebaseDependents(tx, op, { base: baseOf(op) });
      needed.add(dependsOn(op));
    }
    await retire(tx, op, 'discarded', at);
  }
  await putOnRecord(tx, gone);
  return [];
}
