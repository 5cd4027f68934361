/** The lines of a transfer that ask for more than its source holds, by the stock that this tablet knows. */
import { useCallback, useMemo } from 'react';
import { type Shortage, shortageOf } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../parts/parties.ts';

export interface Shortages {
  /** The shortage of `units` of a product; null: enough is there, or the stock is not known. */
  of(productId: string, units: number | null): Shortage | null;
  /** The shortages of the lines, by product id. */
  lines: ReadonlyMap<string, Shortage>;
  /** When the stock was read, epoch ms; null: now. */
  at: number | null;
}

/** `holder`: the person from whom the goods come; undefined: a hub or a distributor. */
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
