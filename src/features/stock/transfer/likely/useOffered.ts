/** The products that a desk offers: the tiles beside the keys, and the list under the lines with those that have no tile. */
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

/** `changed`: the product that was changed just now. */
export function useOffered(
  { kind, view, header, pickables }: Desk,
  isCount: boolean,
  changed: string | null,
): { likely: Likely; tiles: readonly string[] } {
  const all = useLikely(kind, header, view.lines, pickables);
  const often = useOften(header.source, changed);
  // The tiles would take all of a short list, and with it the words of whose goods they are. Decided once, so that nothing moves under a finger later.
  const [isShort, setShort] = useState<boolean | null>(null);
  if (isShort === null && all.rows.length > 0) setShort(all.rows.length + all.more.length <= TILES);
  const { of } = pickables;
  // A tablet that took little of a party yet has what is likely, of many brands. Of goods that come back the room of the tiles goes to the reasons.
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

/** What the bar says that has all of them behind it. */
export const barTitle = ({ title, moreTitle, rows, more }: Likely): string =>
  `${more.length > 0 ? moreTitle : title} (${rows.length + more.length})`;
