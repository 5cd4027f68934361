/** The fields of a lot and the keys of the desk: the next field after Enter, and the field that the number pad types into. */
import { type RefObject, useMemo, useRef, useState } from 'react';
import { lotsIn } from '#domain/lots.ts';
import { expiryTyped } from '#domain/lotTyping.ts';
import type { Entry } from '../desk/entry/useEntry.ts';
import type { PadKeys } from '../typing/DockFrame.tsx';
import { onlyLot } from './lineLots.ts';

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

/** Whether the next Enter moves to another field of the lot and does not save yet. */
export function isStepToLot(entry: OfEntry, { at }: Pick<LotFields, 'at'>): boolean {
  const { lot, line, pick, quantity } = entry;
  if (quantity === 0 || !hasLotPart(entry) || pick?.lots || isManyLots(entry)) return false;
  if (at === 'code') return (lot?.code ?? '').trim() !== '';
  return at === null && lot === null && onlyLot(line) === undefined;
}

/**
 * Handles Enter in the fields of a lot. Returns true if the focus moved to the next field, so that nothing is saved yet. A lot without a name is
 * unknown, and saving does not wait for it. `isNeeded`: a figure was entered, and the lot of these goods is unknown. A figure of 0 needs no lot.
 */
export function goOnToLot({ code, expires, setRefused }: LotFields, isNeeded: boolean): boolean {
  const at = document.activeElement;
  if (at === expires.current && expires.current) {
    if (expiryTyped(expires.current.value) !== null) return false;
    expires.current.select();
    setRefused(true);
    return true;
  }
  if (at === code.current && code.current) {
    if (code.current.value.trim() === '') return false;
    expires.current?.focus();
    return true;
  }
  if (!isNeeded || !code.current) return false;
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
