import { useEffect, useState } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { isHandedOver, OFFER_SECONDS, REASON_TEXT } from '#domain/handover/rules.ts';
import { kindOf } from '#domain/transfer.ts';
import type { DeviceKey } from '#offline/handover/deviceKey.ts';
import { readBack } from '#offline/handover/reading.ts';
import { writeOffer } from '#offline/handover/written.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';
import { NotOpened } from '../parts/NotOpened.tsx';
import { paperOfHandover } from '../parts/paper/handoverPaper.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { paperOfOrder } from '../parts/paper/paper.ts';
import { useTransfer } from '../transfer/useTransfer.ts';
import { Codes } from './Codes.tsx';
import { ReadCodes } from './ReadCodes.tsx';
import { Sides } from './Sides.tsx';
import { type KeyState, useDeviceKey } from './useDeviceKey.ts';
import { type OwnHalf, refusedText, useHalf } from './useHalf.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The giver's side: the codes of a confirmed transfer, and what came back. It needs no server. */
export function Give({ asked }: { asked: string }) {
  const { view, missing, query } = useTransfer(asked);
  const device = useDeviceKey();
  if (!view?.header)
    return (
      <Page title={handoverTexts.giveTitle}>
        <NotOpened title="Transfer not found" {...{ missing, query }} />
      </Page>
    );
  return <Giving view={view} device={device} row={query.data?.data[0]} />;
}

function Giving({
  view,
  device,
  row,
}: {
  view: TransferView;
  device: KeyState;
  row: Parameters<typeof paperOfOrder>[0] | undefined;
}) {
  const { half, problem } = useOffer(view, device);
  const [scanning, setScanning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const to = view.header?.destination_name;
  const take = async (paper: string) => {
    setScanning(false);
    if (!half || !device.key) return;
    const read = await readBack(paper, half.op.payload.offer, device.key);
    if ('reason' in read) return setRefused(REASON_TEXT[read.reason]);
    setRefused(null);
    try {
      await theQueue().outbox.give(view.transfer, { offer: half.op.payload.offer, answer: paper });
      void theQueue().flusher.flush();
    } catch (error) {
      setRefused(notSavedWords(error));
    }
  };
  const taken = half?.both.taken ?? null;
  const server = half && refusedText(half);
  return (
    <Page
      title={handoverTexts.giveTitle}
      note={`To ${to}`}
      width="wizard"
      actions={half && <PrintButton paper={paperOfHandover(half.both, row ? paperOfOrder(row) : null)} />}
    >
      {problem && (
        <Notice tone="bad" icon="alert" role="alert">
          {problem}
        </Notice>
      )}
      {refused && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused}
        </Notice>
      )}
      {server && (
        <Notice tone="bad" icon="alert">
          {server}
        </Notice>
      )}
      {!half && !problem && <SkeletonRows rows={3} />}
      {half && taken && (
        <Notice tone="good" icon="check" role="status">
          {taken.taker} took over. {half.isSent ? 'The server has both halves.' : handoverTexts.sentByItself}
        </Notice>
      )}
      {half && !taken && scanning && (
        <ReadCodes kind="answer" onPaper={(paper) => void take(paper)} onClose={() => setScanning(false)} />
      )}
      {half && !taken && !scanning && (
        <>
          <p className="text-center text-ink-soft">
            Hold this before the camera of the other tablet. It needs no network.
          </p>
          <Codes kind="offer" paper={half.op.payload.offer} />
          <div className="flex justify-center">
            <Button look="primary" icon="camera" onClick={() => setScanning(true)}>
              {handoverTexts.scanAnswer}
            </Button>
          </div>
        </>
      )}
      {half && <Sides both={half.both} />}
    </Page>
  );
}

/** The own half of the transfer. Where there is none, or it is too old to be taken, or says something else than is confirmed now, a new one is saved. */
function useOffer(
  view: TransferView,
  { key, problem }: KeyState,
): { half: OwnHalf<'give'> | null; problem: string | null } {
  const me = useSession().profile?.user_id ?? '';
  const half = useHalf('give', view.transfer);
  const [failed, setFailed] = useState<string | null>(null);
  const isMissing = half !== undefined && (half === null || isOver(half, view));
  useEffect(() => {
    if (!isMissing || !key) return;
    let over = false;
    void offerOnce(key, view, me).then((why) => over || setFailed(why));
    return () => {
      over = true;
    };
  }, [isMissing, key, view, me]);
  if (half && !isMissing) return { half, problem: null };
  return { half: null, problem: failed ?? (isMissing ? problem : null) };
}

function isOver({ both: { offer, taken } }: OwnHalf<'give'>, { digest }: TransferView): boolean {
  if (taken) return false;
  return offer.digest !== digest || nowSeconds() - offer.given_at > OFFER_SECONDS;
}

/** The offer that is being written: a second look of the same screen writes no second one. */
let writing: { name: string; done: Promise<string | null> } | null = null;

function offerOnce(key: DeviceKey, view: TransferView, me: string): Promise<string | null> {
  const name = `${me} ${view.transfer} ${view.digest}`;
  if (writing?.name !== name) {
    const done = offer(key, view).finally(() => {
      writing = null;
    });
    writing = { name, done };
  }
  return writing.done;
}

/** Saves the giver's half. Resolves with why it could not. */
async function offer(key: DeviceKey, view: TransferView): Promise<string | null> {
  const { header, transfer, state } = view;
  if (!header || !isHandedOver(header) || kindOf(header.source_type, header.destination_type) !== 'stock_out')
    return REASON_TEXT.not_handed_over;
  const { store, outbox, flusher } = theQueue();
  try {
    const ops = await store.read(async (tx) => [...(await tx.pastSince(0)).map(({ op }) => op), ...(await tx.ops())]);
    const paper = await writeOffer(
      key,
      view,
      ops.filter((op) => op.transfer === transfer),
      nowSeconds(),
    );
    if (paper === null) return REASON_TEXT.too_long;
    await outbox.give(transfer, { offer: paper });
    if (state === 'receipt') void flusher.flush();
    return null;
  } catch (error) {
    return notSavedWords(error);
  }
}
