/** The epoch is the random id of the server's database. A restored backup gets another epoch (SYNC rule 35). */

import { isOfStocktake } from '#domain/lanePositions.ts';
import { mergeLanesAfterRestore } from '../outbox/lanes.ts';
import { type FinishedOp, isKnown, type Op, refusalOfOp, rowOf } from '../outbox/op.ts';
import { cancelledKeys, mayHaveCopies, setCancelledKeys } from '../resolve/cancelledKeys.ts';
import type { Ports, Tx } from '../store/ports.ts';
import { dependsOn } from './requests.ts';

/** How long sent changes are kept at least, so that they can be sent again after a restore, ms. */
const HISTORY_MS = 7 * 24 * 3_600_000;
const SERVER_NOW = 'server_now';
/** How far the server's clock was ahead of this tablet's clock at the last response, ms. */
const SERVER_AHEAD = 'server_ahead';
/** A clock error below this counts as correct, ms (rule 10). */
const WRONG_MS = 5 * 60_000;

/**
 * Deletes changes that were sent more than a week ago. The tablet's clock does not decide alone (rule 10): a clock that was set forward would delete all of
 * them, so the server's clock must agree. The ids of deleted changes are deleted too; otherwise the store would grow for ever. These ids stay: ids on which a
 * waiting change depends, ids of the lines of open transfers, and ids of transfers, because addresses contain them (rule 15).
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

/** The server's clock of the last response, epoch ms; 0: not known yet. */
export const serverNow = async (tx: Tx): Promise<number> => Number((await tx.meta(SERVER_NOW)) ?? 0);

/** Stores the server's clock. `date`: epoch ms, from a response; `now`: this tablet's clock, epoch ms. */
export async function recordServerTime(tx: Tx, date: number | undefined, now: number): Promise<void> {
  if (date === undefined) return;
  await tx.setMeta(SERVER_NOW, date);
  await tx.setMeta(SERVER_AHEAD, date - now);
}

/** Converts a time of this tablet's clock (epoch seconds) to the server's clock, if the known difference exceeds five minutes. */
export async function correctedTime(tx: Tx, seconds: number): Promise<number> {
  const ahead = Number((await tx.meta(SERVER_AHEAD)) ?? 0);
  return Math.abs(ahead) > WRONG_MS ? seconds + Math.round(ahead / 1_000) : seconds;
}

/** The epoch of the server's database as this tablet knows it; undefined before the first response. */
export async function knownEpoch(tx: Tx): Promise<string | undefined> {
  const epoch = await tx.meta('epoch');
  return typeof epoch === 'string' ? epoch : undefined;
}

/**
 * Compares the epoch of a response or of the health check with the known epoch (rule 35). A queue with nothing to send learns of a restore from the health
 * check. Returns true when the epoch changed. Then all changes of the last week are queued again, and the keys of discarded changes are cancelled again.
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
      // The op got a new key since then (keep mine, try again). Both keys are sent again.
      const there = await tx.op(again.seq);
      const { seq, ...unplaced } = again;
      if (there && there.key !== again.key) await tx.add(unplaced);
      else await tx.put({ ...unplaced, seq });
      await tx.forgetOne(past.key);
    }
    if (closing.size > 0) await setCancelledKeys(tx, [...closing.values()]);
    for (const op of await tx.ops()) {
      // Newer code migrates its own ops.
      if (!isKnown(op)) continue;
      // The backup may lack this refusal, so the key could take effect again. The server must answer once more.
      const refusal = refusalOfOp(op);
      const last_error = refusal?.stored ? { ...refusal, stored: false } : op.last_error;
      // The restored database gives new ids to lines that this tablet added, so references are resolved again.
      const item = op.item?.id && madeHere.has(op.item.id) ? { ...op.item, id: null } : op.item;
      const state = op.state === 'sending' ? 'queued' : op.state;
      await tx.put({ ...op, item, state, last_error, sent_body: undefined });
    }
    await mergeLanesAfterRestore(tx);
    return true;
  });
}

/**
 * Forgets the ids of lines that this tablet added in the old database and returns them: their adds are sent again first and may get other ids. A line that
 * somebody else added keeps its id. Revisions of the old database mean nothing in the new one (revisions.ts).
 */
async function forgetOwnAdds(tx: Tx, history: readonly FinishedOp[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { op, answer } of history) {
    if (!op.item || isOfStocktake(op) || op.type === 'reverse') continue;
    const { _id } = rowOf(answer);
    // An edit that was saved after an add, and whose add never took effect, was sent as the add.
    const added = op.state === 'done' && (op.item.fresh || (op.type === 'upsert' && op.item.id === null));
    if (added && _id) ids.add(_id);
    const known = await tx.known(op.chain);
    const { id, version } = added ? { id: '', version: null } : (known ?? {});
    if (id !== undefined) await tx.rememberId({ ref: op.chain, id, version: version ?? null });
  }
  return ids;
}
