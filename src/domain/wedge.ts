/**
 * Tells a scanner from a person at a keyboard. A keyboard-wedge scanner types a code and Enter faster than any person, so only the time between
 * keys counts, not the focus.
 */
import { GS1_LONGEST, readCode } from './barcode.ts';

/** The longest gap between two keys of a code, and the longest average gap, ms. Wireless scanners pause now and then. */
export const WEDGE = { gap: 80, average: 50 } as const;
/** The separator of GS1 elements, and the keys by which scanners type it: Ctrl and ], or F8. */
const SEPARATOR = '\u001d';
const isSeparator = ({ key, modified }: Keystroke): boolean =>
  (key === ']' && modified === true) || key === 'F8' || key === SEPARATOR;

export interface Keystroke {
  /** KeyboardEvent.key. */
  key: string;
  /** Milliseconds of a monotonic clock: the time stamp of the event, not the time of its handling. */
  at: number;
  repeat?: boolean;
  /** True if Ctrl, Alt or Meta is held: a shortcut is never part of a code. */
  modified?: boolean;
}

export interface Wedge {
  /**
   * `begins`: this character may be the first of a code, so the caller should remember the present text of the field. `scan`: the code that this
   * Enter completed; the Enter must not reach the page.
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
    press(stroke) {
      const { key, at, repeat = false, modified = false } = stroke;
      // Scanners send Shift before capital letters.
      if (key === 'Shift' || key === 'CapsLock' || (key === 'Control' && text !== '')) return nothing;
      if (isSeparator(stroke) && text !== '' && at - last <= WEDGE.gap) {
        last = at;
        text += SEPARATOR;
        return nothing;
      }
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
      if (follows && text.length < GS1_LONGEST) {
        text += key;
        return nothing;
      }
      text = key;
      first = at;
      return { begins: true, scan: null };
    },
  };
}
