import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';

/** How many products have a tile. */
const TILES = 5;
/** How many products are remembered for a party, and how many parties. */
const MOST = 40;

type Counts = Record<string, number>;
interface Kept {
  parties: Record<string, Counts>;
}

const NOTHING: Kept = { parties: {} };

/** The ids of the products that this tablet took most often from a party. `changed`: the product that was changed just now. */
export function useOften(party: string, changed: string | null): readonly string[] {
  // Read once, so that no tile moves under a finger.
  const [often] = useState(() => best(readLocal('often', NOTHING).parties[party] ?? {}));
  useEffect(() => {
    if (changed === null) return;
    const { parties } = readLocal('often', NOTHING);
    const counts = { ...parties[party], [changed]: (parties[party]?.[changed] ?? 0) + 1 };
    const kept = Object.entries({ ...parties, [party]: Object.fromEntries(sorted(counts).slice(0, MOST)) });
    writeLocal('often', { parties: Object.fromEntries(kept.slice(-MOST)) });
  }, [party, changed]);
  return often;
}

const sorted = (counts: Counts) => Object.entries(counts).sort(([, a], [, b]) => b - a);
const best = (counts: Counts) =>
  sorted(counts)
    .slice(0, TILES)
    .map(([id]) => id);
