import { useEffect, useRef, useState } from 'react';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { LastScan } from '../useScans.ts';

/** How long a changed line stays highlighted, in ms. */
const LIT_MS = 1_000;
const GOING = 'Taking it back…';

type Figures = Pick<TransferLine, 'quantity' | 'quantity_accepted'>;

export interface LastChange {
  /** The id of the product. Null: several lines at once. */
  productId: string | null;
  /** The text for screen readers. */
  words: string;
  undo: () => Promise<void>;
  /** The line before and after this change; null: there was none. Absent: several lines were changed. */
  sides?: readonly (Figures | null)[];
  /** The number of lines that "The rest as expected" accepted. The undo then stands in the place of that button. Absent: another change. */
  rest?: number;
  /** Several lines are being restored, which takes a moment. */
  isGoing?: true;
}

/**
 * The last change of the desk. Its line is highlighted for a second. It can be undone until the next change, or until somebody else changes its line.
 * `lines`: the shown lines.
 */
export function useLastChange(lines: readonly LineView[]) {
  const [made, setLast] = useState<LastChange | null>(null);
  const last = made && isOvertaken(made, lines) ? null : made;
  // The change that is no longer highlighted. Storing this one, and not the highlighted one, highlights a change in the rendering that first shows
  // its line.
  const [dark, setDark] = useState<LastChange | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDark(made), LIT_MS);
    return () => clearTimeout(timer);
  }, [made]);
  return {
    last,
    /** The id of the highlighted product, or null. */
    lit: last === null || last === dark ? null : last.productId,
    changed: (
      productId: string | null,
      words: string,
      undo: () => Promise<void>,
      more: Pick<LastChange, 'rest' | 'sides'> = {},
    ) => setLast({ productId, words, undo, ...more }),
    /** Ends the offer to undo. */
    forget: () => setLast(null),
    undo: async () => {
      if (!last || last.isGoing) return;
      // A single line changes visibly. For several lines a text says that they are being restored.
      const going = last.productId === null ? { ...last, words: GOING, isGoing: true as const } : null;
      setLast(going);
      try {
        await last.undo();
      } finally {
        setLast((now) => (now === going ? null : now));
      }
    },
  };
}

/**
 * Whether somebody else changed the line since. The undo would then remove that person's figure. `lines`: the shown lines, some of which may not be
 * saved yet.
 */
function isOvertaken({ productId, sides }: LastChange, lines: readonly LineView[]): boolean {
  const line = lines.find((one) => one.product_id === productId);
  if (!line || !sides || line.state === 'unsaved') return false;
  return !sides.some((side) => side?.quantity === line.quantity && side.quantity_accepted === line.quantity_accepted);
}

/**
 * Makes a scan a change that can be undone with one tap, like a typed line. The status of the scans already has the text for screen readers, so this
 * change has none.
 */
export function useScanAsChange(
  last: LastScan | null,
  changed: ReturnType<typeof useLastChange>['changed'],
  restore: (productId: string, before: TransferLine | null) => Promise<void>,
): void {
  const scanned = useEvent(({ line, before, forget }: LastScan) =>
    changed(
      line.product_id,
      '',
      async () => {
        await restore(line.product_id, before);
        await forget();
      },
      { sides: [before, line] },
    ),
  );
  // The desk is unmounted while the details of the transfer are edited. When it is mounted again, an earlier scan must not become the last change.
  const earlier = useRef(last);
  useEffect(() => {
    if (last && last !== earlier.current) scanned(last);
  }, [last, scanned]);
}
