/** Handles the epoch, the random id of the server's store, which changes when a backup is restored (SYNC rule 35). */
import { cancelledKeys, mayHaveCopies, setCancelledKeys } from '../outbox/cancelledKeys.ts';
import { isKnown, type Op, type Past, refusalOfOp, rowOf } from '../outbox/op.ts';
import type { Ports, Tx } from '../store/ports.ts';
import { dependsOn } from './requests.ts';

/** The shortest time that sent ops are kept, so that they can be sent again, ms. */
const HISTORY_MS = 7 * 24 * 3_600_000;
const SERVER_NOW = 'server_now';

/**
 * Drops finished ops that are more than a week old. The tablet's clock alone does not decide (rule 10): a clock set forward would drop all of them
 * at once, so the server's clock as last heard must agree.
 * Their known ids are dropped too, or the store would grow for ever. Kept are ids that a waiting op depends on, the lines of open transfers, and
 * always the id of the transfer itself, for its address (rule 15).
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

/** The server's clock as last heard, epoch ms; 0: not heard yet. */
export const serverNow = async (tx: Tx): Promise<number> => Number((await tx.meta(SERVER_NOW)) ?? 0);

/** `date`: the server's clock at an answer, epoch ms. */
export async function heardTime(tx: Tx, date: number | undefined): Promise<void> {
  if (date !== undefined) await tx.setMeta(SERVER_NOW, date);
}

/** The epoch that this tablet knows; undefined before the first answer. */
export async function knownEpoch(tx: Tx): Promise<string | undefined> {
  const epoch = await tx.meta('epoch');
  return typeof epoch === 'string' ? epoch : undefined;
}

/**
 * Called with the server's epoch after every answer and health probe; a queue with nothing to send would not notice a restore otherwise (rule 35).
 * Returns true when the epoch changed. The ops of the last week are then queued again, and the keys of discarded ops are listed to be closed again.
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
      // An op with a new key (keep mine, try again) may hold this seq; then both are sent.
      const there = await tx.op(again.seq);
      const { seq, ...unplaced } = again;
      if (there && there.key !== again.key) await tx.add(unplaced);
      else await tx.put({ ...unplaced, seq });
      await tx.forgetOne(past.key);
    }
    if (closing.size > 0) await setCancelledKeys(tx, [...closing.values()]);
    for (const op of await tx.ops()) {
      // Ops of newer code are updated by that code (rule 45).
      if (!isKnown(op)) continue;
      // The backup may not contain this refusal. The key could take effect again, so the server must be asked once more (rule 34).
      const refusal = refusalOfOp(op);
      const last_error = refusal?.stored ? { ...refusal, stored: false } : op.last_error;
      // A restored store gives the lines of this tablet new ids, so their references are resolved again.
      const item = op.item?.id && madeHere.has(op.item.id) ? { ...op.item, id: null } : op.item;
      const state = op.state === 'sending' ? 'queued' : op.state;
      await tx.put({ ...op, item, state, last_error, sent_body: undefined });
    }
    return true;
  });
}

/**
 * Forgets and returns the ids that lines added by this tablet had in the lost store: their adds are sent again and may get other ids. A line that
 * another user added keeps its id. Revisions of the lost store mean nothing in the restored one (revisions.ts).
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
