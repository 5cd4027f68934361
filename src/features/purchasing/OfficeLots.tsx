/** The lots of a line of a purchase order, where its goods are tracked by lot (LOT-26, LOT-27). Quantities are units. */
import { useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { lotsWithin } from '#domain/lots.ts';
import { lotsShort } from '#domain/lotWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { type LotRow, LotRows, lotsOfRows, rowsOf } from '../stock/parts/lines/LotRows.tsx';

type Before = Pick<PurchaseOrderItem, 'lots' | 'quantity' | 'quantity_accepted'>;

/** `product`: undefined while none is chosen. `before`: the line that is changed; null: a new one. `units`: what it moves by what is typed; null: not typed. */
export function useOfficeLots(product: ProductRef | undefined, before: Before | null, units: number | null) {
  const [rows, setRows] = useState<LotRow[]>(() => rowsOf(before?.lots ?? ''));
  // Lots that nobody touched stay as far as they fit the figure.
  const [touched, setTouched] = useState(false);
  const parsed = touched ? lotsOfRows(rows, units ?? 0) : null;
  const kept = before?.lots ? lotsWithin(before.lots, movedQuantity(before), units ?? 0) : undefined;
  const lots = parsed === null ? kept : 'text' in parsed ? parsed.text : undefined;
  return {
    isShown: Boolean(product?.tracks_lots || before?.lots),
    rows,
    error: parsed && 'error' in parsed ? parsed.error : null,
    /** As the line stores them, '' for none; undefined: nothing to say of lots. */
    lots,
    isChanged: touched && lots !== (before?.lots ?? ''),
    put(next: LotRow[]) {
      setRows(next);
      setTouched(true);
    },
    clear() {
      setRows([]);
      setTouched(false);
    },
  };
}

/** The rows of the lots in a dialog of a line; nothing for goods that are not tracked by lot. */
export function OfficeLots({ of, leaves }: { of: ReturnType<typeof useOfficeLots>; leaves: boolean }) {
  if (!of.isShown) return null;
  return (
    <div>
      <LotRows rows={of.rows} error={of.error} onChange={of.put} />
      <p className="pt-1 text-sm text-ink-soft">
        {leaves
          ? 'Where no lot is given, the lot that expires first leaves first.'
          : 'Where no lot is given, goods come in as the unknown lot.'}
      </p>
    </div>
  );
}

/** Before a transfer is completed: which lots move of the goods that are tracked by lot. */
export function MovingLots({ items, leaves }: { items: readonly PurchaseOrderItem[]; leaves: boolean }) {
  const tracked = items.filter((item) => (item.product.tracks_lots || item.lots) && movedQuantity(item) > 0);
  if (tracked.length === 0) return null;
  return (
    <section aria-label="Lots that move">
      <h3 className="font-semibold">Lots that move</h3>
      <ul className="figures text-sm">
        {tracked.map(({ _id, product, lots }) => (
          <li key={_id}>
            {product.name}:{' '}
            <span className="text-ink-soft">
              {lots ? lotsShort(lots, product.case_count) : leaves ? 'what expires first' : 'the unknown lot'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
