import { type ReactNode, Suspense } from 'react';
import { probe } from '#client/online.ts';
import { useSearchValues } from '#crud/address.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NetworkErrorScreen } from '#ui/feedback/FullScreenMessage.tsx';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { useRootMark } from '#ui/hooks/useRootMark.ts';

// Each part is a file of its own: the first load names one file for all of them, and the list of the office loads neither camera nor codes.
const Missing = () => <NetworkErrorScreen onRetry={() => void probe()} />;
const Give = lazyPart(() => import('./Give.tsx'), 'Give', Missing);
const Take = lazyPart(() => import('./Take.tsx'), 'Take', Missing);
const Taken = lazyPart(() => import('./Taken.tsx'), 'Taken', Missing);
const OpenOnes = lazyPart(() => import('./OpenOnes.tsx'), 'OpenOnes', Missing);

/** Handovers by code (HAND-43 to HAND-48): what the address names, or the list of what is open. */
export function Screen() {
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <Named />
    </Suspense>
  );
}

function Named() {
  const { give, take, taken } = useSearchValues();
  const mayTake = useCan('take_handover');
  if (give)
    return (
      <Finger>
        <Give key={give} idOrRef={give} />
      </Finger>
    );
  if (mayTake && take)
    return (
      <Finger>
        <Take />
      </Finger>
    );
  if (taken)
    return (
      <Finger>
        <Taken key={taken} transfer={taken} />
      </Finger>
    );
  return <OpenOnes />;
}

/** Codes are shown and read with a device in the hand; the list of the office is as close as other lists. */
function Finger({ children }: { children: ReactNode }) {
  useRootMark('finger');
  return children;
}
