/**
 * Lots that were saved without a day, because the typed text was no day and the person went on to other goods. Their lines say so until the day is there. The
 * texts are kept while the app is open, because the desk is closed and opened again while the details of a transfer are edited.
 */
import { useState } from 'react';
import { lotsIn } from '#domain/lots.ts';
import { expiryTyped, lotCode, type TypedLot } from '#domain/lotTyping.ts';
import type { LineView } from '#offline/outbox/overlay.ts';

/** A lot and the text that is no day. */
interface Dayless {
  code: string;
  typed: string;
}

export type DaylessLots = ReadonlyMap<string, Dayless>;

const NONE: DaylessLots = new Map();
const kept = new Map<string, DaylessLots>();

/** The lot whose typed day is no day. Null: its day is a day, or was left out, or there is no lot. */
export function daylessOf(lot: TypedLot | null | undefined): Dayless | null {
  if (!lot || lotCode(lot.code) === '' || expiryTyped(lot.expires) !== null) return null;
  return { code: lotCode(lot.code), typed: lot.expires.trim() };
}

/** "Lot A12 has no day: 9999 is no day." by product id, of the lines whose lot is still without a day. */
export const daylessTexts = (all: DaylessLots, lines: readonly Pick<LineView, 'product_id' | 'lots'>[]) =>
  new Map(
    lines.flatMap(({ product_id, lots }): [string, string][] => {
      const one = all.get(product_id);
      const isOpen = one && lotsIn(lots).some(({ code, expires }) => code === one.code && expires === '');
      return isOpen ? [[product_id, `Lot ${one.code} has no day: ${one.typed} is no day.`]] : [];
    }),
  );

/** `note`: called when a line is saved with this lot. */
export function useDayless(transfer: string) {
  const [dayless, setDayless] = useState(() => kept.get(transfer) ?? NONE);
  return {
    dayless,
    note(productId: string, lot: TypedLot | null | undefined): void {
      const one = daylessOf(lot);
      if (!one) return;
      const all = new Map([...(kept.get(transfer) ?? NONE), [productId, one]]);
      kept.set(transfer, all);
      setDayless(all);
    },
  };
}
