import { useEffect, useState } from 'react';

/** How long a line that was just changed stays lit, in ms. */
const LIT_MS = 1_000;

interface LastChange {
  /** The product; null: several lines at once. */
  productId: string | null;
  /** What screen readers hear. */
  words: string;
  undo: () => Promise<void>;
}

/** The last change on the desk: lit for a second, and taken back until the next one. */
export function useLastChange() {
  const [last, setLast] = useState<LastChange | null>(null);
  // Which change is no longer lit, so that a change is lit in the same rendering that shows its line.
  const [dark, setDark] = useState<LastChange | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDark(last), LIT_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return {
    last,
    /** The product that is lit. */
    lit: last === null || last === dark ? null : last.productId,
    changed: (productId: string | null, words: string, undo: () => Promise<void>) =>
      setLast({ productId, words, undo }),
    /** Offers nothing to take back any more. */
    forget: () => setLast(null),
    undo: async () => {
      setLast(null);
      await last?.undo();
    },
  };
}
