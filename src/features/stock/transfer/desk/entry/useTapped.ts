import { useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { isTapAlone, type Typed } from './entryState.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The products whose lines came by a tap alone, without a figure, or by a card. A finger that meant another product finds the way back in each of these rows.
 * `dropKept`: drops what is kept of a typed figure, which is of no use once its line is written.
 */
export function useTapped(dropKept: () => void) {
  const [tapped, setTapped] = useState(NONE);
  return {
    tapped,
    /** One press added lines for these goods. `isEach`: each line has its way back. Gives their products. */
    tookAll(goods: readonly Pick<Pickable, 'product'>[], isEach: boolean): ReadonlySet<string> {
      const ids = new Set(goods.map(({ product }) => product._id));
      if (isEach) setTapped((now) => new Set([...now, ...ids]));
      return ids;
    },
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
