import { useEffect, useMemo, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { keptPlaces } from './keptPlaces.ts';

/** The number of tiles. */
export const TILES = 5;
/** Fewer tiles than this are not shown. */
export const LEAST_TILES = 2;
/** The most products that are stored for a party, and the most parties. */
const MOST = 40;

type Counts = Record<string, number>;
interface Kept {
  parties: Record<string, Counts>;
}

const NOTHING: Kept = { parties: {} };

/**
 * The ids of the products that this tablet took most often from a party, the most frequent one first. `changed`: the id of the product that was just
 * changed.
 */
export function useOften(party: string, changed: string | null): readonly string[] {
  // The order is read once, so that no tile moves under a finger.
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
const best = (counts: Counts) => sorted(counts).map(([id]) => id);

/** The windows that show the tiles beside the list. Find.tsx has the same in CSS. */
const BESIDE = '(width >= 64rem) and (height > 49rem)';

/** The goods that have no visible tile, so that nothing is offered twice. */
export function useWithoutTiles(rows: readonly Pickable[], tiles: readonly string[]): readonly Pickable[] {
  const isBeside = useMedia(BESIDE) && tiles.length >= LEAST_TILES;
  const key = isBeside ? tiles.join() : '';
  return useMemo(() => {
    const shown = new Set(key.split(','));
    return key === '' ? rows : rows.filter(({ product }) => !shown.has(product._id));
  }, [rows, key]);
}

/**
 * The ids of the tiles: products that were not in the list when the desk opened. A taken product keeps its tile, so that a tile never changes its
 * product.
 */
export function useTiles(
  often: readonly string[],
  lines: readonly LineView[],
  of: (id: string) => Pickable | undefined,
): readonly string[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const present = new Set(lines.map((line) => line.product_id));
  const isKnown = (id: string) => of(id) !== undefined;
  const fresh = often.filter((id) => !present.has(id) && !shown.includes(id) && isKnown(id));
  const next = keptPlaces(shown, [...shown.filter(isKnown), ...fresh].slice(0, TILES));
  if (next.join() !== shown.join()) setShown(next);
  return next;
}
