import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import type { KindFacts, PartyType } from '#domain/transfer.ts';
import { cameTo, foretold } from '../../parts/foretold.ts';
import { productsOfQuery } from '../../parts/parties.ts';
import { useWaiting } from '../../parts/queue/expectedRefusals.ts';
import { preparation } from '../../parts/ready/preparing.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { heldAfter } from '../../parts/stockHere.ts';

type Outline = { ids: readonly string[]; at: number } | null;
const NO_OUTLINES: ReadonlyMap<string, Outline> = new Map();

/** The answers about the goods of these parties on this tablet, by party; null: there is none. `type`: null; nothing is read. */
function useOutlines(type: PartyType | null, ids: readonly string[]): ReadonlyMap<string, Outline> {
  const [found, setFound] = useState(NO_OUTLINES);
  // The stored data of the tablet may have been replaced since.
  const { prepared } = useSyncExternalStore(preparation.subscribe, preparation.read);
  const idList = type === null ? '' : ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each preparation the saved answers are other ones
  useEffect(() => {
    let over = false;
    const look = async () => {
      const reads = await savedHere();
      const all = type === null || idList === '' ? [] : idList.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(productsOfQuery(type ?? 'seller', id).queryKey)));
      if (!over) setFound(new Map(all.map((id, at) => [id, held[at] ?? null])));
    };
    void look();
    return () => {
      over = true;
    };
  }, [type, idList, prepared]);
  return found;
}

/** The parties among `ids` whose goods this tablet cannot list, because no server answers and it holds no answer. Only who gives the goods matters. */
export function useNotHere(kind: KindFacts, ids: readonly string[]): ReadonlySet<string> {
  const { online } = useContact();
  const found = useOutlines(!online && kind.direction === 'in' ? kind.source : null, ids);
  return useMemo(() => new Set([...found].flatMap(([id, outline]) => (outline === null ? [id] : []))), [found]);
}

/**
 * How many products each delivery associate among `ids` holds, as far as this tablet knows, with its own transfers since then and those that wait: who holds
 * none has nothing to bring back. Other kinds of parties are never among them.
 */
export function useHeldBy(kind: KindFacts, ids: readonly string[]): ReadonlyMap<string, number> {
  const found = useOutlines(kind.source === 'sales_officer' ? 'sales_officer' : null, ids);
  const queue = useWaiting();
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
