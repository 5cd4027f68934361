import { useEffect, useState } from 'react';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { LastScan } from '../useScans.ts';

/** How long a changed line stays highlighted, in ms. */
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
 * The last change of the desk. It can be undone until the next change, or until somebody else changes its line. `lines`: the shown lines. `scan`: the last
 * scan, which is a change like a typed line. `restore`: gives a product its earlier line.
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

/** A scan can be undone with one tap, like a typed line. The status of the scans already has the text for screen readers, so this change has none. */
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
