/** The lines of a transfer that take more than the source holds, by the stock that this tablet knows. */
import { useCallback, useMemo } from 'react';
import { type Shortage, shortageOf } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../parts/parties.ts';

export interface Shortages {
  /** The shortage for `units` of a product. Null: the stock is large enough or unknown. */
  of(productId: string, units: number | null): Shortage | null;
  /** The shortages of the lines, by product id. */
  lines: ReadonlyMap<string, Shortage>;
  /** The time of reading the stock, epoch ms. Null: the stock is current. */
  at: number | null;
}

/** `holder`: the name of the person who gives the goods. Undefined: a hub or a distributor gives them. */
export function useShortages(lines: readonly LineView[], pickables: Pickables, holder: string | undefined): Shortages {
  const { stockOf, promisedOf, at } = pickables;
  const of = useCallback(
    (productId: string, units: number | null) => {
      const shortage = units === null ? null : shortageOf(stockOf(productId), promisedOf(productId), units);
      return shortage && holder !== undefined ? { ...shortage, holder } : shortage;
    },
    [stockOf, promisedOf, holder],
  );
  const short = useMemo(() => {
    const found = new Map<string, Shortage>();
    for (const line of lines) {
      const shortage = of(line.product_id, movedQuantity(line));
      if (shortage) found.set(line.product_id, shortage);
    }
    return found;
  }, [lines, of]);
  return { of, lines: short, at };
}
