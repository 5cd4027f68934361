/**
 * A stocktake may have several ids on one tablet: the local one of each opening, and the server's, by which the list of the server leads to it. All changes of
 * one person for it must stand in one lane, or an older figure could be sent after a newer one (SYNC rule 52).
 */
import { isOfStocktake } from '#domain/changeParts.ts';
import type { Tx } from '../store/ports.ts';
import { isLocal } from './op.ts';

/** The record of a person's lane for a stocktake of the server. */
const laneRef = (userId: string, id: string) => `lane:${userId}:${id}`;

/** The lane of this person for a stocktake, whichever of its ids is given. */
export async function laneOf(tx: Tx, stocktake: string, userId: string): Promise<string> {
  const id = isLocal(stocktake) ? (await tx.known(stocktake))?.id : stocktake;
  return (id && (await tx.known(laneRef(userId, id)))?.id) || stocktake;
}

/**
 * The server said that the stocktake opened as `local` is `id`, also where an opening joined an earlier one. The lane of the first local id stays, because only
 * local ids are learnt again after a restore (rule 35); the ops of the other ids move into it, in the order in which they were saved.
 */
export async function keepLane(tx: Tx, local: string, id: string, userId: string): Promise<void> {
  const ref = laneRef(userId, id);
  const lane = (await tx.known(ref))?.id ?? local;
  await tx.rememberId({ ref, id: lane, version: null });
  for (const from of [local, id]) if (from !== lane) await move(tx, from, lane, userId);
}

async function move(tx: Tx, from: string, to: string, userId: string): Promise<void> {
  for (const op of await tx.opsOf(from)) {
    if (op.user_id !== userId || !isOfStocktake(op)) continue;
    await tx.put({ ...op, transfer: to, chain: `${to}${op.chain.slice(from.length)}` });
  }
}
