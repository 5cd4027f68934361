/** The reversal of a receipt as it is saved on this tablet, with or without a server (SYNC section 13). */
import { plainEngine } from '../drain/plainServer.ts';
import { retire } from '../resolve/discard.ts';
import type { Tx } from '../store/ports.ts';
import { reversalChain } from './chains.ts';
import { type EditContext, newOp } from './edits.ts';
import { reversalSaid } from './goods.ts';
import { isKnown, isSettledHere, LIVE, type Op, type Past, type ReversePayload, rowOf } from './op.ts';
import { TransferLocked } from './transferLocked.ts';

export type { ReversePayload } from './op.ts';

export interface Reversals {
  /**
   * Saves the reversal of a receipt of the server. Resolves with the key of the op when it is on disk. Rejects with {@link TransferLocked} while another one
   * of the same receipt waits on this tablet, whoever saved it, and after one that this tablet heard to be done. A refused one that can take effect nowhere
   * gives its place to the new one. It rejects with TransferLocked too where the server knows no reversals (rule 89).
   */
  reverse(payload: ReversePayload): Promise<string>;
}

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
  if (!isOwn) return `${user_name} saved a reversal of ${ref} on this tablet, and it is not sent yet.`;
  return state === 'attention'
    ? `Your reversal of ${ref} was refused. Try it again or discard it in the outbox.`
    : `Your reversal of ${ref} is saved on this tablet and waits to be sent.`;
}

const isReversal = (op: Op): op is Op<'reverse'> => op.type === 'reverse' && isKnown(op);

/** The reversals of a receipt (its id on the server) that this tablet did not finish, of all persons. */
export const reversalsOf = (ops: readonly Op[], receipt: string): Op<'reverse'>[] =>
  ops
    .filter((op) => LIVE.has(op.state))
    .filter(isReversal)
    .filter((op) => op.payload.about.receipt_id === receipt);

/** What the server said of the reversal of a receipt that it did for this tablet; null: it did none. One that waited for an approval may be refused by now. */
export function doneOf(past: readonly Past[], receipt: string): { ref: string | null } | null {
  const one = past.find(({ op }) => op.state === 'done' && isReversal(op) && op.payload.about.receipt_id === receipt);
  const said = one && reversalSaid(one);
  return said?.status === 'done' ? { ref: said.ref } : null;
}

/**
 * The lane of a receipt. One that began here stays in the lane of its transfer: after a restore of the database it is made again first and may get another id
 * (rule 35).
 */
function laneOfReceipt(past: readonly Past[], receipt: string): string {
  const created = past.find(
    ({ op, answer }) => op.type === 'create' && op.state === 'done' && rowOf(answer)._id === receipt,
  );
  return created?.op.transfer ?? receipt;
}
