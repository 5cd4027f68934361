import { flushSync } from 'react-dom';
import { codeAtEnd } from '#domain/barcode.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import type { Entry } from '../desk/entry/useEntry.ts';
import type { LotFields } from './lotFields.ts';

/**
 * Takes the code of a product out of the focused field of the lot and counts it. A slow scanner types its digits there like a person. Returns false if
 * the field ends with no such code. `isKnown`: whether a product has a code.
 */
export function scanInLot(
  { code, expires }: Pick<LotFields, 'code' | 'expires'>,
  entry: Pick<Entry, 'lot' | 'setLot'>,
  isKnown: (code: string) => boolean,
  scan: (code: string) => void,
): boolean {
  const field = [code.current, expires.current].find((one) => one === document.activeElement);
  const text = field?.value ?? '';
  const scanned = codeAtEnd(text, isKnown);
  if (!field || scanned === null) return false;
  const rest = text.slice(0, -scanned.length);
  const before = entry.lot ?? NO_LOT;
  const lot = field === code.current ? { ...before, code: rest } : { ...before, expires: rest };
  // The lot is drawn at once, because the scan saves the drawn figure with its lot.
  flushSync(() => entry.setLot(lot.code === '' && lot.expires === '' ? null : lot));
  scan(scanned);
  return true;
}
