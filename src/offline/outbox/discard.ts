/** What a person lets go for ever (rule 34), one change or all of them at sign-out (rule 40). Whoever calls knows that the keys take effect nowhere. */

import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import { cancelSoon, putOnRecord } from './cancelledKeys.ts';
import { isSettledHere, LIVE, type Op } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

export async function retire(tx: Tx, op: Op, state: 'discarded' | 'superseded', at: number): Promise<void> {
  await tx.keepPast({ key: op.key, op: { ...op, state }, at, answer: null });
  await tx.remove(op.seq);
}

/** `onRecord`: the server is to hear also of what was never sent; of `op` itself it has heard where it had to be asked about it. */
export async function drop(tx: Tx, op: Op, at: number, onRecord = false): Promise<void> {
  // Without its create a transfer's other changes could never be sent: they go with it, knowingly. Not another officer's (rule 41).
  const lane = op.type === 'create' ? await tx.opsOf(op.transfer) : [op];
  const gone = lane.filter((one) => LIVE.has(one.state) && one.user_id === op.user_id);
  if (op.type !== 'create') await rebaseDependents(tx, op, { base: baseOf(op) });
  for (const one of gone) await retire(tx, one, 'discarded', at);
  const unheard = gone.filter((one) => one.seq !== op.seq || (onRecord && isSettledHere(op)));
  await (onRecord ? putOnRecord(tx, unheard) : cancelSoon(tx, unheard));
}

/**
 * Those of `seqs` that are `userId`'s, all in this transaction: a thousand of them are one look at the queue and one list. Gives what has to be
 * asked about first, the last first; then nothing goes.
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
    // A lane is only read where something that stays stands on it.
    if (needed.has(op.key)) {
      await rebaseDependents(tx, op, { base: baseOf(op) });
      needed.add(dependsOn(op));
    }
    await retire(tx, op, 'discarded', at);
  }
  await putOnRecord(tx, gone);
  return [];
}
