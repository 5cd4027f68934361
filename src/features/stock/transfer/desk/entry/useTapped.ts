import { useState } from 'react';
import { isTapAlone, type Typed } from './entryState.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The products whose lines came by a tap alone, without a figure. A finger that meant another product finds the way back in each of these rows.
 * `dropKept`: drops what is kept of a typed figure, which is of no use once its line is written.
 */
export function useTapped(dropKept: () => void) {
  const [tapped, setTapped] = useState(NONE);
  return {
    tapped,
    /** A line was written. */
    wrote(typed: Typed): void {
      dropKept();
      const id = typed.chosen?.productId;
      const isTap = isTapAlone(typed);
      if (id === undefined || tapped.has(id) === isTap) return;
      setTapped((now) => new Set(isTap ? [...now, id] : [...now].filter((one) => one !== id)));
    },
  };
}
