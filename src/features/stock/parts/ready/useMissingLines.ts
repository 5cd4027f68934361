import { useEffect, useState } from 'react';
import { savedHere } from '../savedHere.ts';

/** Said of such a transfer. */
export const NEEDS_NETWORK = 'Needs the network';

const NONE: ReadonlySet<string> = new Set();

/**
 * The transfers whose lines are not on this tablet, among `ids`: without the server they cannot be opened. `wanted`: the server does not answer. The home uses
 * it too, so the model of the transfer is loaded only then.
 */
export function useMissingLines(ids: readonly string[], wanted: boolean): ReadonlySet<string> {
  const [missing, setMissing] = useState(NONE);
  const idList = wanted ? ids.join(' ') : '';
  useEffect(() => {
    let over = false;
    const look = async () => {
      if (idList === '') return setMissing(NONE);
      const [reads, { linesQuery }] = await Promise.all([savedHere(), import('./expectedList.ts')]);
      const all = idList.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(linesQuery(id).queryKey)));
      if (!over) setMissing(new Set(all.filter((_, at) => held[at] === null)));
    };
    void look();
    return () => {
      over = true;
    };
  }, [idList]);
  return missing;
}
