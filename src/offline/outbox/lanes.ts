/**
 * Maps the ids of a stocktake to its lane. A stocktake may have several ids on one tablet: a local id for each opening, and the server's id. All changes of one
 * person to a stocktake must be in one lane; otherwise an older figure could be sent after a newer one (SYNC rule 52).
 */
import { isOfStocktake } from '#domain/lanePositions.ts';
import { cancelInNextPass } from '../resolve/cancelledKeys.ts';
import { retire } from '../resolve/discard.ts';
import type { Tx } from '../store/ports.ts';
import { isKnown, isLocal, LOCAL, type Op } from './op.ts';

/** The name of the record that stores a person's lane for a stocktake of the server. */
const laneRef = (userId: string, id: string) => `lane:${userId}:${id}`;

/** Finds the lane of this person for a stocktake, by any of its ids. */
export async function laneOf(tx: Pick<Tx, 'known'>, stocktake: string, userId: string): Promise<string> {
  let lane = stocktake;
  // An id of an old database may lead to a lane whose stocktake has a new id by now. Following the chain of ids ends at the present lane.
  for (const seen = new Set<string>(); !seen.has(lane); ) {
    seen.add(lane);
    const id = isLocal(lane) ? (await tx.known(lane))?.id : lane;
    if (id) lane = (await tx.known(laneRef(userId, id)))?.id ?? lane;
  }
  return lane;
}

/**
 * Stores the server's answer to an opening (rules 14, 51). A further opening in a lane may have begun another stocktake, because the first one was closed
 * meanwhile. Then only the counts that were saved after that opening belong to the new stocktake. Earlier counts belong to the closed one; for counts from a
 * file the order is unknown.
 */
export async function rememberStocktakeId(
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
  await mergeIntoFirstLane(tx, local, id, user_id, now);
}

const move = (tx: Tx, op: Op, lane: string): Promise<void> =>
  tx.put({ ...op, transfer: lane, chain: `${lane}${op.chain.slice(op.transfer.length)}` });

/**
 * The server answered that the stocktake opened as `local` has the id `id`; an opening may also join an existing stocktake. The lane of the first local id
 * stays, because only local ids are learnt again after a restore (rule 35). The ops of the other ids move into that lane, in the order in which they were
 * saved. `now`: epoch ms.
 */
export async function mergeIntoFirstLane(
  tx: Tx,
  local: string,
  id: string,
  userId: string,
  now: number,
): Promise<void> {
  const ref = laneRef(userId, id);
  const lane = (await tx.known(ref))?.id ?? local;
  await tx.rememberId({ ref, id: lane, version: null });
  const names = [...new Set([lane, local, id])];
  const ops: Op[] = [];
  for (const name of names)
    for (const op of await tx.opsOf(name)) if (op.user_id === userId && isOfStocktake(op)) ops.push(op);
  const late = await overtaken(tx, ops, names, userId);
  for (const op of late) await retire(tx, op, 'superseded', now);
  await cancelInNextPass(tx, late);
  for (const op of ops) if (op.transfer !== lane && !late.includes(op)) await move(tx, op, lane);
}

/**
 * After a restore (rule 35) the server may not know an id of the old database, while local ids are learnt again. Ops that this tablet saved under the server's
 * id, before its own opening joined that stocktake, move into the lane of the opening. The opening is placed before them. All figures keep their `seq`, which
 * orders two figures even across lanes.
 */
export async function mergeLanesAfterRestore(tx: Tx): Promise<void> {
  const lanes = new Map<string, { lane: string; ops: Op[] }>();
  const all = await tx.ops();
  for (const op of all) {
    if (!isOfStocktake(op)) continue;
    const lane = await laneOf(tx, op.transfer, op.user_id);
    // An opening with another local id stays: the server knows the stocktake by that id.
    if (!isLocal(lane) || (isLocal(op.transfer) && op.transfer !== lane)) continue;
    const there = lanes.get(`${op.user_id} ${lane}`);
    if (there) there.ops.push(op);
    else lanes.set(`${op.user_id} ${lane}`, { lane, ops: [op] });
  }
  for (const { lane, ops } of lanes.values()) {
    const opening = ops.find((op) => op.type === 'open');
    const strayed = ops.filter((op) => op.transfer !== lane);
    if (!opening || strayed.length === 0 || !ops.every(isKnown)) continue;
    for (const op of strayed) await move(tx, op, lane);
    const [first] = ops;
    if (!first || first === opening) continue;
    const below = all.findLast(({ seq }) => seq < first.seq)?.seq ?? 0;
    await tx.remove(opening.seq);
    // The opening gets a `seq` between its neighbours, which need not be a whole number.
    await tx.put({ ...opening, seq: (below + first.seq) / 2 });
  }
}

/**
 * Finds figures that waited for their opening while a newer figure of the same place was sent under another id of the stocktake. Sent now, they would overwrite
 * the newer figure. The `seq` of an imported op shows when it was imported and not when it was saved, so imported ops supersede no figure.
 */
async function overtaken(tx: Tx, ops: readonly Op[], names: readonly string[], userId: string): Promise<Op[]> {
  const waiting = ops.filter((op) => isFigure(op) && op.state !== 'sending');
  if (waiting.length === 0) return [];
  const done = (await tx.pastSince(0)).flatMap(({ op }) =>
    op.state === 'done' && op.user_id === userId && names.includes(op.transfer) ? [op] : [],
  );
  // An op that was tried may have reached the server.
  const sent = [...done, ...ops.filter((op) => op.attempts > 0)].filter((op) => isFigure(op) && !op.copied);
  const figureOf = ({ chain, transfer }: Op) => chain.slice(transfer.length);
  return waiting.filter((op) =>
    // Within one lane the older figure was always sent first.
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
