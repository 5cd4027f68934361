/**
 * Fills a new transfer once with the goods that its address names. `back`: goods that came back damaged or expired, with their reason. `add`: goods
 * that a colleague's receipt lacks.
 */
import { useEffect, useRef } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { isLocal, type TransferHeader } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../parts/parties.ts';
import { useUnsellable } from '../../parts/unsellable.ts';

/** A product with all its available units, and the reason why it goes back. */
export type Goods = Pickable & { reason?: string | null };

/** The products and units of "id:units,id:units". */
const goodsIn = (named: string): { product_id: string; units: number; reason?: string | null }[] =>
  named.split(',').flatMap((one) => {
    const [product_id = '', units] = one.split(':');
    const many = Number(units);
    return Number.isSafeInteger(many) && many > 0 && many <= MAX_QUANTITY ? [{ product_id, units: many }] : [];
  });

interface Desk {
  header: TransferHeader;
  view: Pick<TransferView, 'transfer' | 'lines'>;
  pickables: Pick<Pickables, 'of'>;
}

/**
 * `isReady`: the products of the hub are known. `add` saves the lines; `isEach`: each line has its own undo. Returns the function that adds goods by
 * a press.
 */
export function useNamedGoods(
  { header, view, pickables }: Desk,
  isReady: boolean,
  add: (goods: readonly Goods[], isEach?: boolean) => Promise<void>,
): (goods: readonly Pickable[]) => void {
  const { back, add: named } = useSearchValues();
  const setSearch = useSetSearch();
  const { groups, isKnown } = useUnsellable(back ? header.source : '');
  const done = useRef(false);
  const fill = useEvent(async () => {
    if (done.current) return;
    done.current = true;
    // A transfer with lines is not filled again. An address never fills a transfer that did not begin on this tablet.
    const rows =
      view.lines.length > 0 || !isLocal(view.transfer)
        ? []
        : named
          ? goodsIn(named)
          : groups.find(({ to }) => to._id === header.destination)?.rows;
    const goods = (rows ?? []).flatMap(({ product_id, units, reason }): Goods[] => {
      const one = pickables.of(product_id);
      // A saved answer of an earlier release has no reasons.
      return one ? [{ ...one, quantity: units, reason: reason ?? null }] : [];
    });
    if (goods.length > 0) await add(goods, true);
    // The address loses the parameter, so that a reload or the Back button adds nothing.
    await setSearch(({ back: _, add: __, ...rest }) => rest, { replace: true });
  });
  const isDue = isReady && (named ? true : isKnown && Boolean(back));
  useEffect(() => {
    if (isDue) void fill();
  }, [isDue, fill]);
  return useEvent((goods: readonly Pickable[]) => void add(goods));
}
