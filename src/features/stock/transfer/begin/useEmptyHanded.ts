import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KindFacts } from '#domain/transfer.ts';
import { productsOfQuery } from '../../parts/parties.ts';
import { preparation, savedHere } from './preparing.ts';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The delivery associates among `ids` who hold nothing, as far as this tablet knows: there is nothing that they could bring back. Other kinds of parties are
 * never among them.
 */
export function useEmptyHanded(kind: KindFacts, ids: readonly string[]): ReadonlySet<string> {
  const [found, setFound] = useState(NOBODY);
  // What the tablet holds may have been read anew.
  const { prepared } = useSyncExternalStore(preparation.subscribe, preparation.read);
  const asked = kind.source === 'sales_officer' ? ids.join(' ') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each preparation the saved answers are other ones
  useEffect(() => {
    let over = false;
    const look = async () => {
      const reads = await savedHere();
      const all = asked === '' ? [] : asked.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(productsOfQuery('sales_officer', id).queryKey)));
      if (!over) setFound(new Set(all.filter((_, at) => held[at]?.ids.length === 0)));
    };
    void look();
    return () => {
      over = true;
    };
  }, [asked, prepared]);
  return found;
}
