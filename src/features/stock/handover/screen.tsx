import { useSearchValues } from '#crud/address.ts';
import { useCan } from '#crud/query/useSession.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { Give } from './Give.tsx';
import { OpenOnes } from './OpenOnes.tsx';
import { Take } from './Take.tsx';
import { Taken } from './Taken.tsx';

/** Handovers by code (HAND-43 to HAND-48): what the address names, or the list of what is open. */
export function Screen() {
  const { give, take, taken } = useSearchValues();
  const mayTake = useCan('take_handover');
  useRootMark('finger');
  if (give) return <Give key={give} asked={give} />;
  if (mayTake && take) return <Take />;
  if (taken) return <Taken key={taken} transfer={taken} />;
  return <OpenOnes />;
}
