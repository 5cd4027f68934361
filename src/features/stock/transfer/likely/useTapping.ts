/** Whether the person adds lines by tapping offered goods: then these keep three rows, however many lines there are. */
import { useState } from 'react';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { ChosenGoods } from '../desk/entry/entryState.ts';

interface Tapping {
  isTapping: boolean;
  /** The product that was tapped last, or whose line was opened. */
  productId: string | null;
}

interface Desk {
  entry: { chosen: Pick<ChosenGoods, 'productId' | 'how'> | null };
  tap(productId: string, first?: number): void;
  open(line: LineView): void;
}

/** The person taps goods until a product is chosen by letters or by a scan. A press on a line changes nothing. */
export function tappingAfter(now: Tapping, chosen: Desk['entry']['chosen']): Tapping {
  const isElsewhere = chosen !== null && chosen.how !== 'count' && chosen.productId !== now.productId;
  return isElsewhere && now.isTapping ? { ...now, isTapping: false } : now;
}

/** The desk, which notes each tap on goods, and what the pane of the goods needs to know. */
export function useTapping<T extends Desk>(desk: T): { desk: T; pane: { isTapping: boolean; onOpen: () => void } } {
  const [stood, setStood] = useState<Tapping>({ isTapping: true, productId: null });
  const now = tappingAfter(stood, desk.entry.chosen);
  if (now !== stood) setStood(now);
  const tap = useEvent((productId: string, first?: number) => {
    setStood({ isTapping: true, productId });
    desk.tap(productId, first);
  });
  const open = useEvent((line: LineView) => {
    setStood((before) => ({ ...before, productId: line.product_id }));
    desk.open(line);
  });
  const onOpen = useEvent(() => setStood((before) => ({ ...before, isTapping: true })));
  return { desk: { ...desk, tap, open }, pane: { isTapping: now.isTapping, onOpen } };
}
