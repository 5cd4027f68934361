/** The lots of a line of a purchase order. Only products that are tracked by lot have lots (LOT-26, LOT-27). Quantities are units. */
import { useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { lotsWithin } from '#domain/lots.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { LotList } from '../stock/parts/lines/LotList.tsx';
import { type LotRow, LotRows, lotsOfRows, rowsOf } from '../stock/parts/lines/LotRows.tsx';

type Before = Pick<PurchaseOrderItem, 'lots' | 'quantity' | 'quantity_accepted'>;

/**
 * The state of the lots in the dialog of one line. `product`: undefined until a product is chosen. `before`: the line before the change, or null for a new
 * line. `units`: the units that the line would move, or null while the quantity is invalid.
 */
export function useOfficeLots(product: ProductRef | undefined, before: Before | null, units: number | null) {
  const [rows, setRows] = useState<LotRow[]>(() => rowsOf(before?.lots ?? ''));
  // Untouched lots stay, reduced to the new quantity.
  const [touched, setTouched] = useState(false);
  const parsed = touched ? lotsOfRows(rows, units ?? 0) : null;
  const kept = before?.lots ? lotsWithin(before.lots, movedQuantity(before), units ?? 0) : undefined;
  const lots = parsed === null ? kept : 'text' in parsed ? parsed.text : undefined;
  return {
    isShown: Boolean(product?.tracks_lots || before?.lots),
    rows,
    error: parsed && 'error' in parsed ? parsed.error : null,
    /** The lots as the line stores them, '' for none. Undefined: the call does not mention lots. */
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

/** The fields of the lots in the dialog of a line. Goods that are not tracked by lot show no fields. */
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

/** The lots that a transfer will move, shown before the transfer is completed. */
export function MovingLots({ items, leaves }: { items: readonly PurchaseOrderItem[]; leaves: boolean }) {
  const tracked = items.filter((item) => (item.product.tracks_lots || item.lots) && movedQuantity(item) > 0);
  if (tracked.length === 0) return null;
  return (
    <section aria-label="Lots that move">
      <h3 className="font-semibold">Lots that move</h3>
      <ul className="figures text-sm">
        {tracked.map(({ _id, product, lots, ...line }) => (
          <li key={_id}>
            {product.name}:{' '}
            {lots ? (
              <LotList lots={lots} caseCount={product.case_count} moved={movedQuantity(line)} />
            ) : (
              <span className="text-ink-soft">{leaves ? 'what expires first' : 'the unknown lot'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
