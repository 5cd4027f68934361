/**
 * Tells a scanner from fingers. A keyboard wedge types a code and Enter faster than anyone can: what counts is the time between keys,
 * not where the cursor stands.
 */
import { readCode } from './barcode.ts';

/** Milliseconds between two keys of one code, at most, and on average; wireless scanners pause now and then. */
export const WEDGE = { gap: 80, average: 50 } as const;
/** A stuck key or an endless code is forgotten. */
const LONGEST = 64;

export interface Keystroke {
  /** KeyboardEvent.key. */
  key: string;
  /** Milliseconds of any steady clock (the event's own time stamp, not the time it was handled). */
  at: number;
  repeat?: boolean;
  /** Ctrl, Alt or Meta is held: a shortcut, never a code. */
  modified?: boolean;
}

export interface Wedge {
  /**
   * `begins`: this character may be the first of a code, so a field should be remembered as it is. `scan`: Enter ended one; the key
   * must not reach the page.
   */
  press(stroke: Keystroke): { begins: boolean; scan: string | null };
}

export function makeWedge(): Wedge {
  let text = '';
  let first = 0;
  let last = 0;
  const nothing = { begins: false, scan: null };
  const forget = () => {
    text = '';
    return nothing;
  };
  return {
    press({ key, at, repeat = false, modified = false }) {
      // Scanners send Shift with capitals.
      if (key === 'Shift' || key === 'CapsLock') return nothing;
      if (repeat || modified) return forget();
      const gap = at - last;
      const follows = text !== '' && gap >= 0 && gap <= WEDGE.gap;
      if (key === 'Enter') {
        const code = follows && (at - first) / text.length <= WEDGE.average ? readCode(text) : null;
        forget();
        return { begins: false, scan: code };
      }
      if ([...key].length !== 1) return forget();
      last = at;
      if (follows && text.length < LONGEST) {
        text += key;
        return nothing;
      }
      text = key;
      first = at;
      return { begins: true, scan: null };
    },
  };
}
