import { useEffect, useState } from 'react';
import type { Offer, ReadPaper, TakenCount } from '#contract/handover/papers.ts';
import { useGo } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { REASON_TEXT } from '#domain/handover/rules.ts';
import type { DeviceKey } from '#offline/handover/deviceKey.ts';
import { readOffer, storedHalves } from '#offline/handover/readPapers.ts';
import { type LineCheck, readTakeoverDraft, saveTakeoverDraft } from '#offline/handover/takeoverDraft.ts';
import { writeAnswer } from '#offline/handover/writePapers.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { Page } from '#ui/Page.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';
import { hasCamera } from '../scan/codeReader.ts';
import { tellNotSaved } from '../transfer/tell.ts';
import { HandoverSteps } from './HandoverSteps.tsx';
import { ReadCodes } from './ReadCodes.tsx';
import { TakeLines } from './TakeLines.tsx';
import { useDeviceKey } from './useDeviceKey.ts';

type Step =
  | { name: 'looking' }
  | { name: 'scan' }
  | { name: 'closed'; why: string | null }
  | { name: 'goods'; read: ReadPaper<Offer>; paper: string; looked: ReadonlyMap<string, LineCheck> };

/** The taker's screen: the codes of the other tablet, then the goods line by line. It works without a server. */
export function Take() {
  const { key, problem } = useDeviceKey();
  return (
    <Page title={handoverTexts.takeTitle} width="wizard">
      {problem && (
        <Notice tone="bad" icon="alert" role="alert">
          {problem}
        </Notice>
      )}
      {!hasCamera() && (
        <Notice tone="bad" icon="camera" role="alert">
          The browser finds no camera on this tablet. Take the goods over with paper.
        </Notice>
      )}
      {key === undefined && <SkeletonRows rows={3} />}
      {key && hasCamera() && <Taking deviceKey={key} />}
    </Page>
  );
}

function Taking({ deviceKey }: { deviceKey: DeviceKey }) {
  const { profile } = useSession();
  const go = useGo();
  const [step, setStep] = useState<Step>({ name: 'looking' });
  const me = profile?.user_id ?? '';
  const read = async (paper: string, looked: ReadonlyMap<string, LineCheck> = new Map()) => {
    if (!profile) return;
    const { user_id, role, permissions, seller } = profile;
    const who = { user_id, role, permissions, seller_id: seller?._id ?? null };
    const taken = (await storedHalves(theQueue().store, 'take').catch(() => [])).map(({ op }) => op);
    const found = await readOffer(paper, deviceKey, who, taken, Math.floor(Date.now() / 1_000));
    const isRefused = 'reason' in found;
    // The codes and counts are written to the disk before the next count, because the app may be closed at any time.
    void saveTakeoverDraft(user_id, isRefused ? null : { paper, looked: [...looked] });
    setStep(
      isRefused
        ? { name: 'closed', why: found.message ?? REASON_TEXT[found.reason] }
        : { name: 'goods', read: found, paper, looked },
    );
  };
  const goOn = useEvent(async () => {
    const before = await readTakeoverDraft(me);
    if (before) await read(before.paper, new Map(before.looked));
    else setStep({ name: 'scan' });
  });
  useEffect(() => {
    void goOn();
  }, [goOn]);
  const save = async (offer: ReadPaper<Offer>, paper: string, counts: TakenCount[]) => {
    try {
      const half = await writeAnswer(deviceKey, offer, paper, counts, Math.floor(Date.now() / 1_000));
      await theQueue().outbox.take(half);
      void saveTakeoverDraft(me, null);
      void theQueue().flusher.flush();
      await go('/handovers', { search: { taken: offer.body.transfer }, replace: true });
    } catch (error) {
      tellNotSaved(error);
    }
  };
  if (step.name === 'looking') return <SkeletonRows rows={3} />;
  if (step.name === 'goods')
    return (
      <>
        <HandoverSteps of="take" at={1} />
        <TakeLines
          offer={step.read.body}
          giver={step.read.by.name}
          began={step.looked}
          onLook={(looked) => void saveTakeoverDraft(me, { paper: step.paper, looked: [...looked] })}
          onCancel={() => {
            void saveTakeoverDraft(me, null);
            setStep({ name: 'scan' });
          }}
          onSave={(counts) => save(step.read, step.paper, counts)}
        />
      </>
    );
  if (step.name === 'scan')
    return (
      <>
        <HandoverSteps of="take" at={0} />
        <ReadCodes
          kind="offer"
          onPaper={(paper) => void read(paper)}
          onClose={() => setStep({ name: 'closed', why: null })}
        />
      </>
    );
  return (
    <>
      <HandoverSteps of="take" at={0} />
      {step.why && (
        <Notice tone="bad" icon="alert" role="alert">
          {step.why}
        </Notice>
      )}
      <p className="text-ink-soft">
        The other tablet shows its code on the screen of the completed issue. Nothing was taken over yet.
      </p>
      <div>
        <Button look="primary" icon="camera" onClick={() => setStep({ name: 'scan' })}>
          {handoverTexts.scanAgain}
        </Button>
      </div>
    </>
  );
}
