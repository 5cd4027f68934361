/**
 * A stocktake may have several ids on one tablet: the local one of each opening, and the server's, by which the list of the server leads to it. All changes of
 * one person for it must stand in one lane, or an older figure could be sent after a newer one (SYNC rule 52).
 */
import { isOfStocktake } from '#domain/changeParts.ts';
import { cancelSoon } from '../resolve/cancelledKeys.ts';
import { retire } from '../resolve/discard.ts';
import type { Tx } from '../store/ports.ts';
import { isKnown, isLocal, LOCAL, type Op } from './op.ts';

/** The record of a person's lane for a stocktake of the server. */
const laneRef = (userId: string, id: string) => `lane:${userId}:${id}`;

/** The lane of this person for a stocktake, whichever of its ids is given. */
export async function laneOf(tx: Pick<Tx, 'known'>, stocktake: string, userId: string): Promise<string> {
  let lane = stocktake;
  // An id of a database that is gone leads to a lane whose stocktake has another id by now, and that one to the lane that stays.
  for (const seen = new Set<string>(); !seen.has(lane); ) {
    seen.add(lane);
    const id = isLocal(lane) ? (await tx.known(lane))?.id : lane;
    if (id) lane = (await tx.known(laneRef(userId, id)))?.id ?? lane;
  }
  return lane;
}

/**
 * The server answered an opening (rules 14, 51). A further opening in a lane may have begun another stocktake, because that of the lane was closed meanwhile:
 * then only what was saved after that opening goes on there. What was counted before it was counted for the closed one; of what came in a file nobody knows.
 */
export async function learnStocktake(
  tx: Tx,
  op: Op,
  { id, version }: { id: string; version: number | null },
  now: number,
): Promise<void> {
  const { transfer, item, user_id } = op;
  const again = item && `${LOCAL}${item.client_id}`;
  const before = again && (await tx.known(transfer))?.id;
  const local = before && before !== id ? again : transfer;
  for (const ref of new Set([local, again ?? local])) await tx.rememberId({ ref, id, version });
  if (local !== transfer)
    for (const later of await tx.opsOf(transfer))
      if (later.seq > op.seq && later.user_id === user_id && isOfStocktake(later) && !later.copied)
        await move(tx, later, local);
  await keepLane(tx, local, id, user_id, now);
}

const move = (tx: Tx, op: Op, lane: string): Promise<void> =>
  tx.put({ ...op, transfer: lane, chain: `${lane}${op.chain.slice(op.transfer.length)}` });

/**
 * The server said that the stocktake opened as `local` is `id`, also where an opening joined an earlier one. The lane of the first local id stays, because only
 * local ids are learnt again after a restore (rule 35); the ops of the other ids move into it, in the order in which they were saved. `now`: epoch ms.
 */
export async function keepLane(tx: Tx, local: string, id: string, userId: string, now: number): Promise<void> {
  const ref = laneRef(userId, id);
  const lane = (await tx.known(ref))?.id ?? local;
  await tx.rememberId({ ref, id: lane, version: null });
  const names = [...new Set([lane, local, id])];
  const ops: Op[] = [];
  for (const name of names)
    for (const op of await tx.opsOf(name)) if (op.user_id === userId && isOfStocktake(op)) ops.push(op);
  const late = await overtaken(tx, ops, names, userId);
  for (const op of late) await retire(tx, op, 'superseded', now);
  await cancelSoon(tx, late);
  for (const op of ops) if (op.transfer !== lane && !late.includes(op)) await move(tx, op, lane);
}

/**
 * Figures that waited for their opening, while a newer one of the same place was sent by another id of the stocktake: sent now they would overtake the newer one.
 * Ops that came in a file have their place by when they came, which says nothing of when they were saved, so no figure gives way to one of them.
 */
async function overtaken(tx: Tx, ops: readonly Op[], names: readonly string[], userId: string): Promise<Op[]> {
  const waiting = ops.filter((op) => isFigure(op) && op.state !== 'sending');
  if (waiting.length === 0) return [];
  const done = (await tx.pastSince(0)).flatMap(({ op }) =>
    op.state === 'done' && op.user_id === userId && names.includes(op.transfer) ? [op] : [],
  );
  // One that was tried may have arrived.
  const sent = [...done, ...ops.filter((op) => op.attempts > 0)].filter((op) => isFigure(op) && !op.copied);
  const figureOf = ({ chain, transfer }: Op) => chain.slice(transfer.length);
  return waiting.filter((op) =>
    // In one lane the older figure was always sent first.
    sent.some((newer) => newer.seq > op.seq && newer.transfer !== op.transfer && figureOf(newer) === figureOf(op)),
  );
}

const isFigure = (op: Op): boolean => op.type === 'count' && isKnown(op);

/**
 * Where a screen finds a stocktake on this tablet: its waiting ops in `lane`, its finished ones under all `names`, and the server's id (null: not known yet).
 * @public The screens of the stocktake read their ops by it.
 */
export async function stocktakeHere(
  tx: Pick<Tx, 'known'>,
  stocktake: string,
  userId: string,
): Promise<{ lane: string; id: string | null; names: string[] }> {
  const lane = await laneOf(tx, stocktake, userId);
  const id = isLocal(lane) ? ((await tx.known(lane))?.id ?? null) : lane;
  return { lane, id, names: [...new Set([stocktake, lane, ...(id === null ? [] : [id])])] };
}
