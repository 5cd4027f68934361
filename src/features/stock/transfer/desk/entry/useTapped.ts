import { useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { isTapAlone, type Typed } from './entryState.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The ids of products whose lines were added by a tap only, or by a card. Their rows keep an undo, for a tap that hit the wrong product. `dropKept`:
 * drops the stored figure, which is not needed once its line is written.
 */
export function useTapped(dropKept: () => void) {
  const [tapped, setTapped] = useState(NONE);
  return {
    tapped,
    /** One press added lines for these goods. `isEach`: each line has its own undo. Returns the ids of the products. */
    addedAll(goods: readonly Pick<Pickable, 'product'>[], isEach: boolean): ReadonlySet<string> {
      const ids = new Set(goods.map(({ product }) => product._id));
      if (isEach) setTapped((now) => new Set([...now, ...ids]));
      return ids;
    },
    /** Called when a line was written. */
    wrote(typed: Typed): void {
      dropKept();
      const id = typed.chosen?.productId;
      const isTap = isTapAlone(typed);
      if (id === undefined || tapped.has(id) === isTap) return;
      setTapped((now) => new Set(isTap ? [...now, id] : [...now].filter((one) => one !== id)));
    },
  };
}
