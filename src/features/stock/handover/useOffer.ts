/** The giver's half of the shown transfer, and how the taker's answer is added. */
import { useEffect, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { giveHandover } from '#contract/handover/handoverCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { isHandedOver, OFFER_SECONDS, REASON_TEXT } from '#domain/handover/rules.ts';
import { syncWords } from '#domain/syncWords.ts';
import { kindOf } from '#domain/transfer.ts';
import type { DeviceKey } from '#offline/handover/deviceKey.ts';
import { type BothHalves, bothHalves } from '#offline/handover/readPapers.ts';
import { writeOffer } from '#offline/handover/writePapers.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import type { KeyState } from './useDeviceKey.ts';
import { type OwnHalf, refusedText, useHalf } from './useHalf.ts';

export interface OwnOffer {
  offer: string;
  both: BothHalves;
  isSent: boolean;
  /** The server's refusal, or null. */
  refused: string | null;
  /** Stores the taker's answer. Resolves with the reason of a failure, or null. */
  keep: (answer: string) => Promise<string | null>;
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The states of a transfer that somebody confirmed and nobody refused. */
const CONFIRMED: readonly TransferView['state'][] = ['completing', 'executing', 'receipt', 'elsewhere'];

/** Whether the server confirms the transfer. Transfers between two hubs never wait in a queue. */
const isOfServer = ({ header }: TransferView): boolean =>
  header !== null && kindOf(header.source_type, header.destination_type) === 'transfer';

/**
 * The giver's half of the transfer. A new half is made if there is none, if the half is too old to be taken, or if the confirmed transfer has changed
 * since.
 */
export function useOffer(
  view: TransferView,
  { key, problem }: KeyState,
): { own: OwnOffer | null; problem: string | null } {
  const me = useSession().profile?.user_id ?? '';
  const half = useHalf('give', view.transfer);
  const [failed, setFailed] = useState<string | null>(null);
  const [direct, setDirect] = useState<OwnOffer | null>(null);
  // A transfer that the server refused gets no half. A half that was taken stays on the screen.
  const isOpen = !CONFIRMED.includes(view.state) && !half?.both.taken;
  const isMissing = isOpen
    ? false
    : isOfServer(view)
      ? direct === null
      : half !== undefined && (half === null || isOver(half, view));
  useEffect(() => {
    if (!isMissing || !key) return;
    let over = false;
    void offerOnce(key, view, me).then((made) => {
      if (over || made === null) return;
      if (typeof made === 'string') setFailed(made);
      else setDirect(atServer(view.order_id ?? '', made, setDirect));
    });
    return () => {
      over = true;
    };
  }, [isMissing, key, view, me]);
  if (isOpen) return { own: null, problem: REASON_TEXT.not_confirmed };
  if (isMissing) return { own: null, problem: failed ?? problem };
  return { own: direct ?? (half ? ofQueue(half) : null), problem: null };
}

const ofQueue = (half: OwnHalf<'give'>): OwnOffer => {
  const { offer } = half.op.payload;
  return {
    offer,
    both: half.both,
    isSent: half.isSent,
    refused: refusedText(half),
    keep: (answer) =>
      theQueue()
        .outbox.give(half.op.transfer, { offer, answer })
        .then(
          () => {
            void theQueue().flusher.flush();
            return null;
          },
          (error: unknown) => notSavedWords(error),
        ),
  };
};

interface Made {
  offer: string;
  both: BothHalves;
}
/**
 * An offer that the server has. The answer is sent to the server too. Without a connection the taker's half, which contains both, reaches the server
 * later.
 */
function atServer(order: string, { offer, both }: Made, show: (next: OwnOffer) => void): OwnOffer {
  const own: OwnOffer = {
    ...{ offer, both, isSent: true, refused: null },
    keep: async (answer) => {
      const refusal = await give(order, offer, answer);
      if (refusal !== null && refusal !== syncWords.needsConnection) return refusal;
      show({ ...own, both: await bothHalves(offer, answer), isSent: refusal === null });
      return null;
    },
  };
  return own;
}

async function give(_id: string, offer: string, answer?: string): Promise<string | null> {
  try {
    await callApi(giveHandover, { _id, offer, ...(answer === undefined ? {} : { answer }) }, { key: newUuid() });
    // The receipt is read again, because it names the handover now.
    void invalidateAll();
    return null;
  } catch (error) {
    return error instanceof CallError ? messageOf(error) : syncWords.needsConnection;
  }
}

function isOver({ both: { offer, taken } }: OwnHalf<'give'>, { digest }: TransferView): boolean {
  if (taken) return false;
  return offer.digest !== digest || nowSeconds() - offer.given_at > OFFER_SECONDS;
}

/** The result of writing an offer. Null: the queue has the offer. A text: the reason of a failure. */
type Written = Made | string | null;
/** The offer that is being written. Rendering the screen again must not write a second one. */
let writing: { name: string; done: Promise<Written> } | null = null;

function offerOnce(key: DeviceKey, view: TransferView, me: string): Promise<Written> {
  const name = `${me} ${view.transfer} ${view.digest}`;
  if (writing?.name !== name) {
    const done = write(key, view).finally(() => {
      writing = null;
    });
    writing = { name, done };
  }
  return writing.done;
}

async function write(key: DeviceKey, view: TransferView): Promise<Written> {
  const { header, transfer, order_id, state } = view;
  if (!header || !isHandedOver(header)) return REASON_TEXT.not_handed_over;
  const { store, outbox, flusher } = theQueue();
  try {
    const ops = await store.read(async (tx) => [...(await tx.pastSince(0)).map(({ op }) => op), ...(await tx.ops())]);
    const ofTransfer = ops.filter((op) => op.transfer === transfer);
    const offer = await writeOffer(key, view, ofTransfer, nowSeconds());
    if (offer === null) return REASON_TEXT.too_long;
    if (isOfServer(view)) {
      const refusal = state === 'receipt' && order_id ? await give(order_id, offer) : REASON_TEXT.not_confirmed;
      return refusal ?? { offer, both: await bothHalves(offer, undefined) };
    }
    await outbox.give(transfer, { offer });
    if (state === 'receipt') void flusher.flush();
    return null;
  } catch (error) {
    return notSavedWords(error);
  }
}
