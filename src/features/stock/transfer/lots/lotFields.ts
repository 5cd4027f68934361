/** The fields of a lot and the keys of the desk: the next field after Enter, and the field that the number pad types into. */
import { type RefObject, useMemo, useRef, useState } from 'react';
import { lotsIn } from '#domain/lots.ts';
import { expiryTyped, type TypedLot } from '#domain/lotTyping.ts';
import type { Entry } from '../desk/entry/useEntry.ts';
import type { PadKeys } from '../typing/DockFrame.tsx';
import { isOnTop, onlyLot } from './lineLots.ts';

/** Enter moves from the figure to the lot, then to its day, and then saves. */
export interface LotFields {
  code: RefObject<HTMLInputElement | null>;
  expires: RefObject<HTMLInputElement | null>;
  /** The focused field. Null: neither has the focus. */
  at: 'code' | 'expires' | null;
  setAt(at: LotFields['at']): void;
  /** Enter was pressed while the day is invalid. */
  isRefused: boolean;
  setRefused(isRefused: boolean): void;
}

export function useLotFields(): LotFields {
  const code = useRef<HTMLInputElement>(null);
  const expires = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<LotFields['at']>(null);
  const [isRefused, setRefused] = useState(false);
  return useMemo(() => ({ code, expires, at, setAt, isRefused, setRefused }), [at, isRefused]);
}

type OfEntry = Pick<Entry, 'chosen' | 'line' | 'pick' | 'lot' | 'quantity'>;

/** Whether the chosen goods are tracked by lot, so that their lot is typed or chosen. */
export const hasLotPart = ({ chosen, line, pick }: OfEntry): boolean =>
  chosen !== null && Boolean(pick?.product.tracks_lots || line?.lots);

/** Whether an opened line has several lots. They are edited in its dialog. */
export const isManyLots = ({ chosen, line }: OfEntry): boolean =>
  chosen?.how !== 'add' && lotsIn(line?.lots).length > 1;

/**
 * Whether goods are added to a line with one lot, and neither a person nor the code of the scan said whether they are of the same lot. The fields offer that
 * lot.
 */
export const joinsLot = ({ chosen, line, lot }: Pick<OfEntry, 'chosen' | 'line' | 'lot'>): boolean =>
  lot === null && isOnTop(chosen) && chosen?.scannedLot === undefined && onlyLot(line) !== undefined;

/** Whether Enter in the figure goes to the lot: the lot is unknown, or the goods may be of another one than those of the line. A figure of 0 needs no lot. */
export const needsLot = ({ chosen, line, lot, quantity }: Omit<OfEntry, 'pick'>): boolean =>
  lot === null &&
  quantity !== 0 &&
  chosen?.scannedLot === undefined &&
  (isOnTop(chosen) || onlyLot(line) === undefined);

/** Whether a typed day is no day. */
const isNoDay = (lot: TypedLot | null | undefined): boolean => lot != null && expiryTyped(lot.expires) === null;

/** Whether the next Enter moves to another field of the lot and does not save yet. */
export function isStepToLot(entry: OfEntry, { at }: Pick<LotFields, 'at'>): boolean {
  const { lot, line, pick, quantity } = entry;
  if (quantity === 0 || !hasLotPart(entry) || pick?.lots || isManyLots(entry)) return false;
  if (at === 'code') return (lot ?? onlyLot(line))?.code.trim() ? !joinsLot(entry) : isNoDay(lot);
  return at === null && (needsLot(entry) || isNoDay(lot));
}

/** The lot that Enter means while one of its fields has the focus and nobody typed there. Null: what was typed counts. */
export function sameLot(
  entry: Pick<OfEntry, 'chosen' | 'line' | 'lot'>,
  { code, expires }: LotFields,
): TypedLot | null {
  const at = document.activeElement;
  const isIn = at !== null && (at === code.current || at === expires.current);
  return isIn && joinsLot(entry) ? (onlyLot(entry.line) ?? null) : null;
}

/** If the typed day is no day, moves to it and says so. Returns true if it did, so that nothing is saved yet. */
export function stopAtDay({ expires, setRefused }: LotFields, lot: TypedLot | null | undefined): boolean {
  if (!expires.current || !isNoDay(lot)) return false;
  expires.current.focus();
  expires.current.select();
  setRefused(true);
  return true;
}

/** What Enter finds in the fields of a lot. `lot`: as a person typed it. */
interface AtEnter {
  lot: TypedLot | null | undefined;
  /** {@link needsLot} */
  isNeeded: boolean;
  /** {@link joinsLot}: Enter in the name of the lot means the same lot. */
  joins?: boolean;
}

/**
 * Handles Enter in the fields of a lot. Returns true if the focus moved to the next field, so that nothing is saved yet. A lot without a name is
 * unknown, and saving does not wait for it. A text that is no day is never saved as no day.
 */
export function goOnToLot(fields: LotFields, { lot, isNeeded, joins = false }: AtEnter): boolean {
  const { code, expires } = fields;
  const at = document.activeElement;
  if (at === code.current && code.current && code.current.value.trim() !== '' && !joins) {
    expires.current?.focus();
    return true;
  }
  if (stopAtDay(fields, lot)) return true;
  if (!isNeeded || !code.current || at === code.current || at === expires.current) return false;
  code.current.focus();
  return true;
}

/** The keys of the pad. They type into the focused field of the lot, otherwise into the figure. */
export function padKeysWith({ code, expires }: LotFields, keys: PadKeys): PadKeys {
  const typed = (text: string, before: number, otherwise: () => void) => {
    const field = [code.current, expires.current].find((one) => one !== null && one === document.activeElement);
    if (!field) return otherwise();
    const { selectionStart, selectionEnd, value } = field;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    field.setRangeText(text, from === to ? Math.max(0, from - before) : from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return {
    ...keys,
    onDigit: (digit) => typed(digit, 0, () => keys.onDigit(digit)),
    onBackspace: () => typed('', 1, keys.onBackspace),
  };
}
