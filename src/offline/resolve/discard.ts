/**
 * Discards ops for ever: one change (rule 34), or all of them at sign-out (rule 40). The caller has made sure that their keys can no longer take effect on
 * the server.
 */

import { positionOf } from '#domain/lanePositions.ts';
import { dependsOn } from '../drain/requests.ts';
import { type FinishedOp, isSettledHere, LIVE, type Op } from '../outbox/op.ts';
import type { Tx } from '../store/ports.ts';
import { cancelInNextPass, noteForServerRecord } from './cancelledKeys.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** `kept`: this op resolved a conflict, and whose value stays. */
export async function retire(
  tx: Tx,
  op: Op,
  state: 'discarded' | 'superseded',
  at: number,
  kept?: FinishedOp['kept'],
): Promise<void> {
  await tx.keepPast({ key: op.key, op: { ...op, state }, at, answer: null, ...(kept && { kept }) });
  await tx.remove(op.seq);
}

/** Whether the lane needs `op`: it begins the lane, and no other opening of this person remains (`ops`; `going`: the ops that are discarded too). */
function begins(op: Op, ops: readonly Op[], going: ReadonlySet<number> = new Set()): boolean {
  if (positionOf(op) !== 'begins') return false;
  const another = (one: Op) =>
    one.seq !== op.seq && one.transfer === op.transfer && one.user_id === op.user_id && LIVE.has(one.state);
  return !ops.some((one) => positionOf(one) === 'begins' && another(one) && !going.has(one.seq));
}

/** `onRecord`: ops that were never sent are also reported to the server's record. The server already knows an `op` whose key had to be cancelled. */
export async function drop(tx: Tx, op: Op, at: number, onRecord = false): Promise<void> {
  // Without its beginning the other changes of a lane could never be sent, so they are discarded with it. Another officer's ops stay.
  const all = positionOf(op) === 'begins' ? await tx.opsOf(op.transfer) : [op];
  const lane = begins(op, all) ? all : [op];
  const gone = lane.filter((one) => LIVE.has(one.state) && one.user_id === op.user_id);
  if (!begins(op, all)) await rebaseDependents(tx, op, { base: baseOf(op) });
  for (const one of gone) await retire(tx, one, 'discarded', at);
  const unheard = gone.filter((one) => one.seq !== op.seq || (onRecord && isSettledHere(op)));
  await (onRecord ? noteForServerRecord(tx, unheard) : cancelInNextPass(tx, unheard));
}

/**
 * Discards those of `seqs` that belong to `userId`, in one transaction and with one read of the queue. Returns the ops whose keys must be cancelled first,
 * the last one first; then nothing is discarded.
 */
export async function dropAll(tx: Tx, seqs: ReadonlySet<number>, userId: string, at: number): Promise<Op[]> {
  const all = await tx.ops();
  const live = all.filter((op) => LIVE.has(op.state) && op.user_id === userId);
  const mine = live.filter((op) => seqs.has(op.seq));
  const open = mine.filter((op) => op.state === 'sending' || !isSettledHere(op));
  if (open.length > 0) return open.reverse();
  const begun = new Set(mine.flatMap((op) => (begins(op, live, seqs) ? op.transfer : [])));
  const gone = live.filter((op) => seqs.has(op.seq) || begun.has(op.transfer));
  const keys = new Set(gone.map((op) => op.key));
  const needed = new Set(all.filter((op) => !keys.has(op.key) && op.attempts === 0).map(dependsOn));
  for (const op of [...gone].reverse()) {
    // The ops of a transfer are read only if a remaining op depends on this one.
    if (needed.has(op.key)) {
      await rebaseDependents(tx, op, { base: baseOf(op) });
      needed.add(dependsOn(op));
    }
    await retire(tx, op, 'discarded', at);
  }
  await noteForServerRecord(tx, gone);
  return [];
}
