import { useEffect, useState } from 'react';
import { linesQuery } from '../../parts/ready/expectedList.ts';
import { savedHere } from '../../parts/savedHere.ts';
import type { Expected } from './expected.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The cards whose lines are not on this tablet, by id: without the server they cannot be opened. What began here has its lines in the outbox. `wanted`: the
 * server does not answer.
 */
export function useMissingLines(cards: readonly Expected[] | null, wanted: boolean): ReadonlySet<string> {
  const [missing, setMissing] = useState(NONE);
  const toRead = wanted && cards ? cards.filter(({ own }) => !own).map(({ id }) => id) : [];
  const ids = toRead.join(' ');
  useEffect(() => {
    let over = false;
    const look = async () => {
      const reads = await savedHere();
      const all = ids === '' ? [] : ids.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(linesQuery(id).queryKey)));
      if (!over) setMissing(new Set(all.filter((_, at) => held[at] === null)));
    };
    void look();
    return () => {
      over = true;
    };
  }, [ids]);
  return missing;
}
