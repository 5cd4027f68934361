/** Saves the two halves of a handover (the giver's and the taker's op) on this tablet, with or without a server (SYNC section 14). */
import { REASON_TEXT, takenText } from '#domain/handover/rules.ts';
import { givingChain, headChain } from '../outbox/chains.ts';
import { type EditContext, newOp } from '../outbox/edits.ts';
import { type GivePayload, isKnown, isSettledHere, LIVE, LOCAL, type Op, type TakePayload } from '../outbox/op.ts';
import { replaceable } from '../outbox/queueRules.ts';
import { TransferLocked } from '../outbox/transferLocked.ts';
import { retire } from '../resolve/discard.ts';
import type { Tx } from '../store/ports.ts';

/** Both functions resolve with the key of the op when it is on disk, and reject with {@link TransferLocked}. */
export interface Handovers {
  /**
   * Saves the giver's half of a transfer that this person confirmed on this tablet. A newer half (with the answer, or confirmed again) replaces one that was
   * never sent. Saving the same half again changes nothing.
   */
  give(transfer: string, payload: GivePayload): Promise<string>;
  /**
   * Saves the taker's half. If somebody took the same goods on this tablet before, no second op is written. A new half replaces a refused one that can no
   * longer take effect.
   */
  take(payload: TakePayload): Promise<string>;
}

/** The two halves of a handover as ops of the queue. */
export function makeHandovers(context: EditContext): Handovers {
  const { store } = context.ports;
  return {
    give: (transfer, payload) => store.change((tx) => putGiven(context, tx, transfer, payload)),
    take: (payload) => store.change((tx) => putTaken(context, tx, payload)),
  };
}

async function putGiven(context: EditContext, tx: Tx, transfer: string, payload: GivePayload): Promise<string> {
  const { owner, ports } = context;
  const lane = (await tx.opsOf(transfer)).filter((op) => LIVE.has(op.state) && op.user_id === owner().user_id);
  const done = (await tx.pastSince(0)).filter(({ op }) => op.transfer === transfer && op.state === 'done');
  const confirmed = lane.some((op) => op.type === 'execute') || done.some(({ op }) => op.type === 'execute');
  if (!confirmed) throw new TransferLocked(REASON_TEXT.not_confirmed);
  const chain = givingChain(transfer);
  const waiting = lane.findLast((op): op is Op<'give'> => op.type === 'give' && isKnown(op));
  if (waiting && isSame(waiting.payload, payload)) return waiting.key;
  const op = newOp(context, 'give', transfer, chain, payload);
  // A refused half that can no longer take effect is replaced too.
  if (waiting && (replaceable(waiting) || (waiting.state === 'attention' && isSettledHere(waiting))))
    await retire(tx, waiting, 'superseded', ports.clock.now());
  await tx.add(op);
  return op.key;
}

const isSame = (a: GivePayload, b: GivePayload): boolean => a.offer === b.offer && a.answer === b.answer;

async function putTaken(context: EditContext, tx: Tx, payload: TakePayload): Promise<string> {
  const { owner, ports } = context;
  const { transfer } = payload.about;
  for (const op of (await tx.ops()).filter((one) => isTaking(one, transfer))) {
    if (op.user_id === owner().user_id && op.state === 'attention' && isSettledHere(op))
      await retire(tx, op, 'superseded', ports.clock.now());
    else throw new TransferLocked(takenBefore(op));
  }
  const done = (await tx.pastSince(0)).find(({ op }) => op.state === 'done' && isTaking(op, transfer));
  if (done) throw new TransferLocked(takenBefore(done.op as Op<'take'>));
  // The half gets a lane of its own: its transfer belongs to another tablet, and no op of that transfer waits here.
  const lane = `${LOCAL}${ports.chance.uuid()}`;
  const op = newOp(context, 'take', lane, headChain(lane), payload);
  await tx.add(op);
  return op.key;
}

const isTaking = (op: Op, transfer: string): op is Op<'take'> =>
  op.type === 'take' && isKnown(op) && (op as Op<'take'>).payload.about.transfer === transfer;

const takenBefore = ({ user_name, saved_at }: Op): string =>
  takenText({ by: user_name, at: Math.floor(saved_at / 1_000) });
