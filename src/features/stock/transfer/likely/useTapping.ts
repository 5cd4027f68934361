/** Whether the person adds lines by tapping offered goods. These then keep three rows, however many lines there are. */
import { useEffect, useState } from 'react';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { ChosenGoods } from '../desk/entry/entryState.ts';
import { keepPane, paneOf } from './keptPane.ts';

interface Tapping {
  isTapping: boolean;
  /** The id of the product that was tapped last, or whose line was opened. */
  productId: string | null;
  /** Lines or codes that need attention, as a text: the last code without a product, and conflicts. '' if there are none. */
  trouble: string;
}

interface Desk {
  entry: { chosen: Pick<ChosenGoods, 'productId' | 'how'> | null };
  tap(productId: string, first?: number): void;
  open(line: LineView, isAfresh?: boolean): void;
}

/**
 * The person counts as tapping until a product is chosen by letters or a scan, or until something else needs attention. A press on a line changes
 * nothing.
 */
export function tappingAfter(now: Tapping, chosen: Desk['entry']['chosen'], trouble = now.trouble): Tapping {
  const isElsewhere = chosen !== null && chosen.how !== 'count' && chosen.productId !== now.productId;
  const isTroubled = trouble !== now.trouble && trouble !== '';
  if (!isTroubled && !(isElsewhere && now.isTapping)) return trouble === now.trouble ? now : { ...now, trouble };
  return { ...now, isTapping: false, trouble };
}

/** The text for `trouble`: the last code without a product, and the lines in conflict. */
export const troubleOf = (unknown: { code: string; nth: number } | null, lines: readonly LineView[]): string =>
  [
    ...(unknown ? [`${unknown.code} ${unknown.nth}`] : []),
    ...lines.flatMap(({ state, product_id }) => (state === 'conflict' ? [product_id] : [])),
  ].join();

/** The desk, extended so that each tap on goods is noted, and the state for the pane of the goods. Without a line the person counts as tapping. */
export function useTapping<T extends Desk>(
  desk: T,
  unknown: { code: string; nth: number } | null,
  { lines, transfer }: { lines: readonly LineView[]; transfer: string },
): { desk: T; pane: { transfer: string; isTapping: boolean; onOpen: () => void } } {
  const trouble = troubleOf(unknown, lines);
  const [stood, setStood] = useState<Tapping>(() => ({
    isTapping: paneOf(transfer).isTapping ?? lines.length === 0,
    ...{ productId: null, trouble },
  }));
  const now = tappingAfter(stood, desk.entry.chosen, trouble);
  if (now !== stood) setStood(now);
  useEffect(() => keepPane(transfer, { isTapping: now.isTapping }), [transfer, now.isTapping]);
  const tap = useEvent((productId: string, first?: number) => {
    setStood((before) => ({ ...before, isTapping: true, productId }));
    desk.tap(productId, first);
  });
  const open = useEvent((line: LineView, isAfresh?: boolean) => {
    setStood((before) => ({ ...before, productId: line.product_id }));
    desk.open(line, isAfresh);
  });
  const onOpen = useEvent(() => setStood((before) => ({ ...before, isTapping: true })));
  return { desk: { ...desk, tap, open }, pane: { transfer, isTapping: now.isTapping, onOpen } };
}
