/**
 * Lots that were saved without a day, because the typed text was no day and the person went on to other goods. Their lines say so until the day is there, also
 * after a reload.
 */
import { useState } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { lotsIn } from '#domain/lots.ts';
import { expiryTyped, lotCode, type TypedLot } from '#domain/lotTyping.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { keepTyping, readTyping } from '../typing/keptTyping.ts';

/** A lot and the text that is no day. */
interface Dayless {
  code: string;
  typed: string;
}

export type DaylessLots = ReadonlyMap<string, Dayless>;

/** The storage key of a transfer's lots without a day. */
const placeOf = (transfer: string) => `lots:${transfer}`;

/** The stored text, which an older release may have written. */
export function keptDayless(text: string | undefined): DaylessLots {
  try {
    const kept = JSON.parse(text ?? '[]') as [string, Partial<Dayless>][];
    return new Map(
      kept.flatMap(([id, { code, typed }]): [string, Dayless][] =>
        typeof code === 'string' && typeof typed === 'string' ? [[id, { code, typed }]] : [],
      ),
    );
  } catch {
    return new Map();
  }
}

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
  const me = useSession().profile?.user_id ?? '';
  const read = () => keptDayless(readTyping(me, placeOf(transfer)));
  const [dayless, setDayless] = useState(read);
  return {
    dayless,
    note(productId: string, lot: TypedLot | null | undefined): void {
      const one = daylessOf(lot);
      if (!one) return;
      const all = new Map([...dayless, ...read(), [productId, one] as const]);
      keepTyping(me, placeOf(transfer), JSON.stringify([...all]));
      setDayless(all);
    },
  };
}
