/** Saves the reversal of a receipt on this tablet, with or without a server (SYNC section 13). */
import { plainEngine } from '../drain/plainServer.ts';
import { retire } from '../resolve/discard.ts';
import type { Tx } from '../store/ports.ts';
import { reversalChain } from './chains.ts';
import { type EditContext, newOp } from './edits.ts';
import { reversalAnswer } from './goods.ts';
import { type FinishedOp, isKnown, isSettledHere, LIVE, type Op, type ReversePayload, rowOf } from './op.ts';
import { TransferLocked } from './transferLocked.ts';

export type { ReversePayload } from './op.ts';

export interface Reversals {
  /**
   * Saves the reversal of a receipt that the server has. Resolves with the key of the op when it is on disk. Rejects with {@link TransferLocked} in three
   * cases: another reversal of the same receipt waits on this tablet, whoever saved it; an answer on this tablet says that the receipt was reversed; or the server knows no
   * reversals (rule 89). The new reversal replaces a refused one that can no longer take effect.
   */
  reverse(payload: ReversePayload): Promise<string>;
}

/** Reversals of receipts as ops. `reverse` throws `TransferLocked` at a server without keys, which has no such call. */
export function makeReversals(context: EditContext): Reversals {
  const { store } = context.ports;
  return {
    async reverse(payload) {
      await (await plainEngine(context.ports, context.owner().user_id))?.refuse(context.ports, 'reverse');
      return store.change((tx) => putReversal(context, tx, payload));
    },
  };
}

async function putReversal(context: EditContext, tx: Tx, payload: ReversePayload): Promise<string> {
  const { owner, ports } = context;
  const { receipt_id, ref } = payload.about;
  const past = await tx.pastSince(0);
  const here = reversalsOf(await tx.ops(), receipt_id);
  for (const op of here) {
    const isOwn = op.user_id === owner().user_id;
    const isRefused = op.state === 'attention';
    if (isOwn && isRefused && isSettledHere(op)) await retire(tx, op, 'superseded', ports.clock.now());
    else throw new TransferLocked(whyNotAgain(op, isOwn));
  }
  const done = doneOf(past, receipt_id);
  if (done) throw new TransferLocked(`${ref} was reversed by ${done.ref ?? 'another receipt'} already.`);
  const transfer = laneOfReceipt(past, receipt_id);
  const op = newOp(context, 'reverse', transfer, reversalChain(transfer), payload);
  await tx.add({ ...op, item: { id: null, client_id: ports.chance.uuid(), fresh: true } });
  return op.key;
}

function whyNotAgain({ state, user_name, payload }: Op<'reverse'>, isOwn: boolean): string {
  const { ref } = payload.about;
  if (!isOwn) return `${user_name} saved a reversal of ${ref} on this device, and it is not sent yet.`;
  return state === 'attention'
    ? `Your reversal of ${ref} was refused. Try it again or discard it in the outbox.`
    : `Your reversal of ${ref} is saved on this device and waits to be sent.`;
}

const isReversal = (op: Op): op is Op<'reverse'> => op.type === 'reverse' && isKnown(op);

/** The unfinished reversals of a receipt on this tablet (`receipt`: its id on the server), of all persons. */
export const reversalsOf = (ops: readonly Op[], receipt: string): Op<'reverse'>[] =>
  ops
    .filter((op) => LIVE.has(op.state))
    .filter(isReversal)
    .filter((op) => op.payload.about.receipt_id === receipt);

/**
 * The server's answer to the reversal of a receipt that this tablet sent; null: there was none. A reversal that waited for approval may have been refused
 * since.
 */
export function doneOf(past: readonly FinishedOp[], receipt: string): { ref: string | null } | null {
  const one = past.find(({ op }) => op.state === 'done' && isReversal(op) && op.payload.about.receipt_id === receipt);
  const answer = one && reversalAnswer(one);
  return answer?.status === 'done' ? { ref: answer.ref } : null;
}

/**
 * The lane of a receipt. A receipt that began on this tablet stays in the lane of its transfer: after a restore of the database the transfer is created again
 * first and may get another id (rule 35).
 */
function laneOfReceipt(past: readonly FinishedOp[], receipt: string): string {
  const created = past.find(
    ({ op, answer }) => op.type === 'create' && op.state === 'done' && rowOf(answer)._id === receipt,
  );
  return created?.op.transfer ?? receipt;
}
