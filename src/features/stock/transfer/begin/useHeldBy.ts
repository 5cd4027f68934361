import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { KindFacts } from '#domain/transfer.ts';
import { cameTo, foretold } from '../../parts/foretold.ts';
import { productsOfQuery } from '../../parts/parties.ts';
import { useWaiting } from '../../parts/queue/expectedRefusals.ts';
import { preparation } from '../../parts/ready/preparing.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { heldAfter } from '../../parts/stockHere.ts';

type Outline = { ids: readonly string[]; at: number } | null;
const NO_OUTLINES: ReadonlyMap<string, Outline> = new Map();

/**
 * How many products each delivery associate among `ids` holds, as far as this tablet knows, with its own transfers since then and those that wait: who holds
 * none has nothing to bring back. Other kinds of parties are never among them.
 */
export function useHeldBy(kind: KindFacts, ids: readonly string[]): ReadonlyMap<string, number> {
  const [found, setFound] = useState(NO_OUTLINES);
  // The stored data of the tablet may have been replaced since.
  const { prepared } = useSyncExternalStore(preparation.subscribe, preparation.read);
  const queue = useWaiting();
  const idList = kind.source === 'sales_officer' ? ids.join(' ') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each preparation the saved answers are other ones
  useEffect(() => {
    let over = false;
    const look = async () => {
      const reads = await savedHere();
      const all = idList === '' ? [] : idList.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(productsOfQuery('sales_officer', id).queryKey)));
      if (!over) setFound(new Map(all.map((id, at) => [id, held[at] ?? null])));
    };
    void look();
    return () => {
      over = true;
    };
  }, [idList, prepared]);
  return useMemo(
    () =>
      new Map(
        [...found].flatMap(([id, outline]) => {
          const came = cameTo(foretold(queue, { party: id, since: outline?.at ?? 0 }));
          return outline || came.size > 0 ? [[id, heldAfter(outline?.ids ?? [], came)] as const] : [];
        }),
      ),
    [found, queue],
  );
}
