/** The server's store has a name, its epoch; a restored backup has another one (SYNC rule 35). */
import { cancelledKeys, mayHaveCopies, setCancelledKeys } from '../outbox/cancelledKeys.ts';
import { isKnown, type Op, type Past, refusalOfOp, rowOf } from '../outbox/op.ts';
import type { Ports, Tx } from '../store/ports.ts';
import { dependsOn } from './requests.ts';

/** How long what was sent is remembered at least, so that it can go out again. */
const HISTORY_MS = 7 * 24 * 3_600_000;
const SERVER_NOW = 'server_now';

/**
 * Drops what was sent more than a week ago. No clock of this tablet decides that alone (rule 10): one that was put forward would drop all of it
 * at once, so the server's, as it was last heard, must say so too. What was known of it goes as well, or the store would grow without end: not what a
 * change that still waits stands on, nor the line of an open transfer, nor ever its address (rule 15).
 */
export async function forgetOld(tx: Tx, now: number): Promise<void> {
  const gone = await tx.forgetPast(Math.min(now, await serverNow(tx)) - HISTORY_MS, now);
  if (gone.length === 0) return;
  const waiting = await tx.ops();
  const needed = new Set(waiting.map(dependsOn));
  const lanes = new Set(waiting.map((op) => op.transfer));
  for (const { key, op } of gone) {
    if (!needed.has(key)) await tx.forgetId(`op:${key}`);
    if (op.type === 'execute' && op.state === 'done' && !lanes.has(op.transfer))
      await tx.forgetPrefix(`${op.transfer}:`);
  }
}

/** The server's clock as it was last heard, epoch ms; 0: not yet. */
export const serverNow = async (tx: Tx): Promise<number> => Number((await tx.meta(SERVER_NOW)) ?? 0);

/** `date`: the server's clock at an answer, epoch ms. */
export async function heardTime(tx: Tx, date: number | undefined): Promise<void> {
  if (date !== undefined) await tx.setMeta(SERVER_NOW, date);
}

/** The server's store as this tablet knows it; undefined before the first answer. */
export async function knownEpoch(tx: Tx): Promise<string | undefined> {
  const epoch = await tx.meta('epoch');
  return typeof epoch === 'string' ? epoch : undefined;
}

/**
 * Rule 35: told the server's epoch by every answer and by the health probe (a queue with nothing to send would never hear of a restore).
 * Returns true when it changed; everything of the last week is queued again then, and what was given up is to be closed again.
 */
export async function noticeEpoch(ports: Pick<Ports, 'store'>, epoch: string | null): Promise<boolean> {
  if (epoch === null) return false;
  return ports.store.change(async (tx) => {
    const known = await knownEpoch(tx);
    if (known === epoch) return false;
    await tx.setMeta('epoch', epoch);
    if (known === undefined) return false;
    const closing = new Map((await cancelledKeys(tx)).map((one) => [one.key, one]));
    const history = await tx.pastSince(0);
    const madeHere = await forgetOwnAdds(tx, history);
    for (const past of history) {
      if (past.op.state !== 'done') {
        if (mayHaveCopies(past)) closing.set(past.key, { key: past.key, user_id: past.op.user_id });
        continue;
      }
      const again: Op = { ...past.op, state: 'queued', next_try: 0 };
      // A new key took its place in the order (keep mine, try again): both are answered for.
      const there = await tx.op(again.seq);
      const { seq, ...unplaced } = again;
      if (there && there.key !== again.key) await tx.add(unplaced);
      else await tx.put({ ...unplaced, seq });
      await tx.forgetOne(past.key);
    }
    if (closing.size > 0) await setCancelledKeys(tx, [...closing.values()]);
    for (const op of await tx.ops()) {
      // What newer code wrote is that code's to bring up to date (rule 45).
      if (!isKnown(op)) continue;
      // The backup may not hold this refusal: the key could take effect again, so the server's word is needed once more (rule 34).
      const refusal = refusalOfOp(op);
      const last_error = refusal?.stored ? { ...refusal, stored: false } : op.last_error;
      // A restored store gives what this tablet added another id: references are resolved anew.
      const item = op.item?.id && madeHere.has(op.item.id) ? { ...op.item, id: null } : op.item;
      const state = op.state === 'sending' ? 'queued' : op.state;
      await tx.put({ ...op, item, state, last_error, sent_body: undefined });
    }
    return true;
  });
}

/**
 * The ids that lines added from here had in the store that is gone: their adds go out again first and may get others, so none of them is known
 * until then. A line that somebody else added keeps its id. Revisions of the store that is gone say nothing in this one (newer.ts).
 */
async function forgetOwnAdds(tx: Tx, history: readonly Past[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { op, answer } of history) {
    if (!op.item) continue;
    const { _id } = rowOf(answer);
    const added = op.state === 'done' && op.item.fresh;
    if (added && _id) ids.add(_id);
    const known = await tx.known(op.chain);
    const { id, version } = added ? { id: '', version: null } : (known ?? {});
    if (id !== undefined) await tx.rememberId({ ref: op.chain, id, version: version ?? null });
  }
  return ids;
}
