import { useEffect, useState } from 'react';
import { savedHere } from '../savedHere.ts';

/** The text for such a transfer. */
export const NEEDS_NETWORK = 'Needs a connection';

const NONE: ReadonlySet<string> = new Set();

/**
 * The transfers among `ids` whose lines are not on this tablet, so that they cannot be opened without the server. `wanted`: the server does not answer.
 * The model of the transfer is loaded only then, because the home uses this hook too.
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
