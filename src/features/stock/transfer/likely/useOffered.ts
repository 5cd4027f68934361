/** The products that the desk offers: tiles beside the keys, and the list below the lines with the products that have no tile. */
import { useMemo, useState } from 'react';
import { comesBack, type KindFacts } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../../parts/parties.ts';
import { brandsFirst } from './brandsFirst.ts';
import { type Likely, useLikely } from './useLikely.ts';
import { TILES, useOften, useTiles, useWithoutTiles } from './useOften.ts';

const NONE: readonly string[] = [];

interface Desk {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  pickables: Pickables;
}

/** `changed`: the id of the product that was just changed. */
export function useOffered(
  { kind, view, header, pickables }: Desk,
  isCount: boolean,
  changed: string | null,
): { likely: Likely; tiles: readonly string[] } {
  const all = useLikely(kind, header, view.lines, pickables);
  const often = useOften(header.source, changed);
  // Tiles would empty a short list, whose heading says whose goods they are. This is decided once, so that nothing moves under a finger later.
  const [isShort, setShort] = useState<boolean | null>(null);
  if (isShort === null && all.rows.length > 0) setShort(all.rows.length + all.more.length <= TILES);
  const { of } = pickables;
  // If this tablet has rarely taken goods of a party, the tiles are likely goods of many brands. If goods come back, the reasons take the space of
  // the tiles.
  const wanted = useMemo(() => {
    if (comesBack(kind.kind) || isShort) return NONE;
    const first = often.flatMap((id) => of(id) ?? []);
    return [...often, ...brandsFirst(all.rows, first), ...brandsFirst(all.more, [...first, ...all.rows])];
  }, [kind, often, all.rows, all.more, isShort, of]);
  const found = useTiles(wanted, view.lines, of);
  const tiles = isShort ? NONE : found;
  const shown = isCount ? NONE : tiles;
  const rows = useWithoutTiles(all.rows, shown);
  const more = useWithoutTiles(all.more, shown);
  const likely = useMemo(
    () => (rows === all.rows && more === all.more ? all : { ...all, rows, more }),
    [all, rows, more],
  );
  return { likely, tiles };
}

/** The text of the bar that opens the list: its heading and the number of goods. */
export const barTitle = ({ title, moreTitle, rows, more }: Likely): string =>
  `${more.length > 0 ? moreTitle : title} (${rows.length + more.length})`;
