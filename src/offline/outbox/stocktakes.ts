/**
 * Saves a person's changes to a stocktake on this tablet, with or without a server (SYNC section 12). Each change is one op, like the changes to a transfer.
 */

import { positionOf } from '#domain/lanePositions.ts';
import { correctedTime } from '../drain/epoch.ts';
import { plainEngine } from '../drain/plainServer.ts';
import { tryAgain } from '../resolve/retry.ts';
import type { Tx } from '../store/ports.ts';
import { countChain, finishChain, openingChain } from './chains.ts';
import { type EditContext, newOp } from './edits.ts';
import { laneOf } from './lanes.ts';
import { type CountPayload, isKnown, isLocal, LIVE, LOCAL, type Op, type OpenPayload } from './op.ts';
import { replaceable } from './queueRules.ts';
import { TransferLocked } from './transferLocked.ts';

export type { CountPayload, OpenPayload } from './op.ts';

/**
 * Every function resolves when its change is on disk. It rejects when the disk refuses, and with {@link TransferLocked} for a stocktake whose opening was
 * discarded. `stocktake`: its local id or the server's.
 */
export interface Stocktakes {
  /**
   * Opens a stocktake, or joins the one that is open for the warehouse. While this person's opening for the same warehouse waits, the stocktake is the same
   * one, and an equal opening adds no op. `key`: the key of the op. Rejects with TransferLocked if the server knows no stocktakes (rule 89).
   */
  openStocktake(payload: OpenPayload): Promise<{ stocktake: string; key: string }>;
  /** Saves the whole figure for a product in a place and round. It replaces an earlier figure that was never sent. Resolves with the key of the op. */
  saveCount(stocktake: string, count: CountPayload): Promise<string>;
  /** Takes back a count that was never sent: `key` is that of its op. False: it was sent or tried, or a newer figure came after it; then nothing changes. */
  takeBackCount(stocktake: string, key: string): Promise<boolean>;
  /** Ends this person's part. A count that is saved later is sent later, and reopens the part. Resolves with the key of the op. */
  finishPart(stocktake: string): Promise<string>;
}

/** Openings, counts and ends of stocktakes as ops. `openStocktake` throws `TransferLocked` at a server without keys, which has no such call. */
export function makeStocktakes(context: EditContext): Stocktakes {
  const { store } = context.ports;
  return {
    async openStocktake(payload) {
      await (await plainEngine(context.ports, context.owner().user_id))?.refuse(context.ports, 'open');
      return store.change((tx) => putOpening(context, tx, payload));
    },
    saveCount: (stocktake, count) => store.change((tx) => putCount(context, tx, stocktake, count)),
    takeBackCount: (stocktake, key) => store.change((tx) => removeCount(context, tx, stocktake, key)),
    finishPart: (stocktake) => store.change((tx) => putFinish(context, tx, stocktake)),
  };
}

/** The live ops of the person who is signed in (rule 41). */
const ownOps = ({ owner }: EditContext, ops: readonly Op[]): Op[] =>
  ops.filter((op) => LIVE.has(op.state) && op.user_id === owner().user_id);

const isRefused = ({ state }: Op) => state === 'attention' || state === 'conflict';

async function putOpening(
  context: EditContext,
  tx: Tx,
  payload: OpenPayload,
): Promise<{ stocktake: string; key: string }> {
  const waiting = ownOps(context, await tx.ops()).findLast(
    (op): op is Op<'open'> =>
      op.type === 'open' && isKnown(op) && (op as Op<'open'>).payload.warehouse_id === payload.warehouse_id,
  );
  if (waiting && isSameOpening(waiting.payload, payload)) return { stocktake: waiting.transfer, key: waiting.key };
  const uuid = context.ports.chance.uuid();
  const stocktake = waiting?.transfer ?? `${LOCAL}${uuid}`;
  const op = newOp(context, 'open', stocktake, openingChain(stocktake, waiting ? uuid : ''), payload);
  await tx.add(waiting ? { ...op, item: { id: null, client_id: uuid, fresh: true } } : op);
  return { stocktake, key: op.key };
}

function isSameOpening({ about: _, ...a }: OpenPayload, { about: _also, ...b }: OpenPayload): boolean {
  const text = ({ warehouse_id, scope, scope_id, product_ids, blind, note }: Omit<OpenPayload, 'about'>) =>
    JSON.stringify([warehouse_id, scope, scope_id, product_ids, blind, note]);
  return text(a) === text(b);
}

/** The lane of a stocktake. Throws {@link TransferLocked} if its opening was discarded: a change saved there could never be sent. */
async function begunLane(context: EditContext, tx: Tx, stocktake: string): Promise<string> {
  const lane = await laneOf(tx, stocktake, context.owner().user_id);
  if (!isLocal(lane) || (await tx.known(lane))) return lane;
  const first = await tx.opsOfChains([openingChain(lane)]);
  // The first opening may be discarded while a further one waits.
  const opens = first.length > 0 ? first : (await tx.opsOf(lane)).filter((op) => op.type === 'open');
  if (ownOps(context, opens).length === 0) throw new TransferLocked('This stocktake is not on this tablet any more.');
  return lane;
}

async function putCount(context: EditContext, tx: Tx, stocktake: string, count: CountPayload): Promise<string> {
  const { chance, clock } = context.ports;
  const lane = await begunLane(context, tx, stocktake);
  const chain = countChain(lane, count);
  const payload: CountPayload = { ...count, counted_at: await correctedTime(tx, count.counted_at) };
  const own = ownOps(context, await tx.opsOfChains([chain, finishChain(lane)]));
  // "Finish my part" was pressed after the earlier figure. The earlier figure stays before it, and the new figure reopens the part.
  const barrier = own.findLast((op) => positionOf(op) === 'closes')?.seq ?? 0;
  const last = own.findLast((op) => op.chain === chain && op.seq > barrier);
  if (last && replaceable(last)) {
    // The newer figure gets a key of its own and keeps the `seq` at which it was saved. The `seq` distinguishes it from a figure that was sent meanwhile under
    // another id of the stocktake (lanes.ts).
    const key = chance.uuid();
    const { seq, ...unplaced } = last;
    await tx.remove(seq);
    await tx.add({ ...unplaced, key, payload, last_error: null, saved_at: clock.now() });
    return key;
  }
  // A count claims no version. Its base names the figure that this one replaces if the server refuses that figure.
  const op = { ...newOp(context, 'count', lane, chain, payload), base: last ? { after: last.key } : null };
  await tx.add(op);
  return op.key;
}

async function removeCount(context: EditContext, tx: Tx, stocktake: string, key: string): Promise<boolean> {
  const own = ownOps(context, await tx.opsOf(await laneOf(tx, stocktake, context.owner().user_id)));
  const op = own.find((one) => one.key === key && one.type === 'count');
  const isLast = op !== undefined && own.findLast((one) => one.chain === op.chain) === op;
  if (!isLast || !replaceable(op)) return false;
  await tx.remove(op.seq);
  return true;
}

async function putFinish(context: EditContext, tx: Tx, stocktake: string): Promise<string> {
  const { chance, clock } = context.ports;
  const lane = await begunLane(context, tx, stocktake);
  const last = ownOps(context, await tx.opsOf(lane)).at(-1);
  if (last?.type === 'finish' && isKnown(last)) {
    if (!isRefused(last)) return last.key;
    // Pressed again after a refusal: the same op is tried again.
    await tryAgain(tx, last.seq, clock.now(), chance.uuid);
    return (await tx.op(last.seq))?.key ?? last.key;
  }
  const op = newOp(context, 'finish', lane, finishChain(lane), {});
  await tx.add(op);
  return op.key;
}
