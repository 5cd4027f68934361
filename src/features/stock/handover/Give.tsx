import { useState } from 'react';
import { REASON_TEXT } from '#domain/handover/rules.ts';
import { readBack } from '#offline/handover/readPapers.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';
import { NotOpened } from '../parts/NotOpened.tsx';
import { paperOfHandover } from '../parts/paper/handoverPaper.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { paperOfOrder } from '../parts/paper/paper.ts';
import { useTransfer } from '../transfer/useTransfer.ts';
import { Beside, Codes } from './Codes.tsx';
import { HandoverSteps } from './HandoverSteps.tsx';
import { ReadCodes } from './ReadCodes.tsx';
import { Sides } from './Sides.tsx';
import { type KeyState, useDeviceKey } from './useDeviceKey.ts';
import { useOffer } from './useOffer.ts';

/** The giver's screen: the codes of a confirmed transfer, and the taker's answer. It works without a server. */
export function Give({ idOrRef }: { idOrRef: string }) {
  const { view, missing, query } = useTransfer(idOrRef);
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
  const { own, problem } = useOffer(view, device);
  const [scanning, setScanning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const to = view.header?.destination_name;
  const take = async (paper: string) => {
    setScanning(false);
    if (!own || !device.key) return;
    const read = await readBack(paper, own.offer, device.key);
    setRefused('reason' in read ? REASON_TEXT[read.reason] : await own.keep(paper));
  };
  const taken = own?.both.taken ?? null;
  return (
    <Page
      title={handoverTexts.giveTitle}
      note={`To ${to}`}
      actions={own && <PrintButton paper={paperOfHandover(own.both, row ? paperOfOrder(row) : null)} />}
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
      {own?.refused && (
        <Notice tone="bad" icon="alert">
          {own.refused}
        </Notice>
      )}
      {own && <HandoverSteps of="give" at={taken ? 3 : scanning ? 2 : 0} />}
      {!own && !problem && <SkeletonRows rows={3} />}
      {own && taken && (
        <Notice tone="good" icon="check" role="status">
          {taken.taker} took over. {own.isSent ? 'The server has both sides.' : handoverTexts.sentByItself}
        </Notice>
      )}
      {own && !taken && scanning && (
        <ReadCodes kind="answer" onPaper={(paper) => void take(paper)} onClose={() => setScanning(false)} />
      )}
      {own && !taken && !scanning ? (
        <Beside codes={<Codes kind="offer" paper={own.offer} />}>
          <p className="text-ink-soft">
            Show this to the camera of the other tablet, under “{handoverTexts.takeTitle}”. No connection is needed.
            When the goods are counted, the other tablet shows its answer.
          </p>
          <Button look="primary" icon="camera" wide onClick={() => setScanning(true)}>
            {handoverTexts.scanAnswer}
          </Button>
          <Sides both={own.both} />
        </Beside>
      ) : (
        own && <Sides both={own.both} />
      )}
    </Page>
  );
}
