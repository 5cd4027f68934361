import { type ReactNode, Suspense } from 'react';
import { probe } from '#client/online.ts';
import { useSearchValues } from '#crud/address.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NetworkErrorScreen } from '#ui/feedback/FullScreenMessage.tsx';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { useRootMark } from '#ui/hooks/useRootMark.ts';

// Each part loads by itself, so that the office's list needs neither the camera nor the codes. The first load names only this file.
const Missing = () => <NetworkErrorScreen onRetry={() => void probe()} />;
const Give = lazyPart(() => import('./Give.tsx'), 'Give', Missing);
const Take = lazyPart(() => import('./Take.tsx'), 'Take', Missing);
const Taken = lazyPart(() => import('./Taken.tsx'), 'Taken', Missing);
const OpenOnes = lazyPart(() => import('./OpenOnes.tsx'), 'OpenOnes', Missing);

/** Handovers by code (HAND-43 to HAND-48). The screen shows the handover that the address names, or the list of open handovers. */
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

/** Codes are used with a tablet in the hand, so these screens have large controls. The office's list has the usual ones. */
function Finger({ children }: { children: ReactNode }) {
  useRootMark('finger');
  return children;
}
