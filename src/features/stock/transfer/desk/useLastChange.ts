import { useEffect, useState } from 'react';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { LastScan } from '../useScans.ts';

/** How long a line that was just changed stays lit, in ms. */
const LIT_MS = 1_000;

/** The product whose line is lit after the last change; null: none. Where the list asks, only the list is drawn again when the light goes. */
export function useLit(last: LastChange | null): string | null {
  // Which change is no longer lit, so that a change is lit in the same rendering that shows its line.
  const [dark, setDark] = useState<LastChange | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDark(last), LIT_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last === null || last === dark ? null : last.productId;
}

const GOING = 'Taking it back…';

type Figures = Pick<TransferLine, 'quantity' | 'quantity_accepted'>;

export interface LastChange {
  /** The product; null: several lines at once. */
  productId: string | null;
  /** What screen readers hear. */
  words: string;
  undo: () => Promise<void>;
  /** The line before this change, and after it; null: there is none. Absent: several lines were changed. */
  sides?: readonly (Figures | null)[];
  /** How many lines one press took as expected: that press is taken back where it was made. Absent: another change. */
  rest?: number;
  /** Several lines are being taken back, which takes a moment. */
  isGoing?: true;
}

/**
 * The last change on the desk, which can be taken back until the next one, or until somebody else changes its line. `lines`: those that are shown. `scan`: the last
 * scan, which is a change as a typed line is. `restore`: gives a product the line that it had.
 */
export function useLastChange(
  lines: readonly LineView[],
  scan: LastScan | null,
  restore: (productId: string, before: TransferLine | null) => Promise<void>,
) {
  const [made, setLast] = useState<LastChange | null>(null);
  // The desk closes while the details of the transfer are open. An earlier scan is not the last change when it opens again.
  const [seen, setSeen] = useState(scan);
  // While rendering, so that the line of a scan and its light are drawn once.
  if (scan !== seen) {
    setSeen(scan);
    if (scan) setLast(changeByScan(scan, restore));
  }
  const last = made && isOvertaken(made, lines) ? null : made;
  return {
    last,
    changed: (
      productId: string | null,
      words: string,
      undo: () => Promise<void>,
      more: Pick<LastChange, 'rest' | 'sides'> = {},
    ) => setLast({ productId, words, undo, ...more }),
    /** Offers nothing to take back any more. */
    forget: () => setLast(null),
    undo: async () => {
      if (!last || last.isGoing) return;
      // One line changes before the eyes. Several are said to be on their way until the disk has them.
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

/** Somebody else changed the line since: to take the own change back would take that figure. `lines`: those that are shown, some of them later than they are saved. */
function isOvertaken({ productId, sides }: LastChange, lines: readonly LineView[]): boolean {
  const line = lines.find((one) => one.product_id === productId);
  if (!line || !sides || line.state === 'unsaved') return false;
  return !sides.some((side) => side?.quantity === line.quantity && side.quantity_accepted === line.quantity_accepted);
}

/** One tap takes the last scan back. The status of the scans has said it, so no words are said here. */
const changeByScan = (
  { line, before, forget }: LastScan,
  restore: (productId: string, before: TransferLine | null) => Promise<void>,
): LastChange => ({
  ...{ productId: line.product_id, words: '', sides: [before, line] },
  undo: async () => {
    await restore(line.product_id, before);
    await forget();
  },
});
