/**
 * Tells a scanner from a person at a keyboard. A keyboard-wedge scanner types a code and Enter faster than any person, so only the time between
 * keys counts, not the focus.
 */
import { GS1_LONGEST, readCode } from './barcode.ts';

/**
 * The longest gap between two keys of a code, and the longest average gap, ms. Wireless scanners pause now and then: after `burst` characters at the speed of a
 * scanner the next ones may come this much later. No person types so many `digits` with no longer gap between two of them, so they are a code at any average.
 */
export const WEDGE = { gap: 80, average: 50, pause: 300, burst: 3, digits: 8 } as const;
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
   * `begins`: this character may be the first of a code, so the caller should remember the present text of the field. `resumes`: it may as well go on with the
   * characters before it, which came as fast as a scanner types and then paused. `scan`: the code that this Enter completed; the Enter must not reach the page.
   * `whole`: that code with what came before the pause; null: nothing did. `isSlow`: its average gap is longer than that of a scanner, so characters before it may
   * belong to it as well.
   */
  press(stroke: Keystroke): Pressed;
}

interface Pressed {
  begins: boolean;
  resumes: boolean;
  scan: string | null;
  whole: string | null;
  isSlow: boolean;
}

const NOTHING: Pressed = { begins: false, resumes: false, scan: null, whole: null, isSlow: false };
const isLongNumber = (text: string) => text.length >= WEDGE.digits && /^\d+$/.test(text);

export function makeWedge(): Wedge {
  let text = '';
  /** What came before a pause, at the speed of a scanner. */
  let head = '';
  let first = 0;
  let last = 0;
  const forget = () => {
    text = '';
    head = '';
    return NOTHING;
  };
  /** No person types so many characters so fast. */
  const isBurst = () =>
    text.length > 1 && head.length + text.length >= WEDGE.burst && (last - first) / (text.length - 1) <= WEDGE.average;
  return {
    press(stroke) {
      const { key, at, repeat = false, modified = false } = stroke;
      // Scanners send Shift before capital letters.
      if (key === 'Shift' || key === 'CapsLock' || (key === 'Control' && text !== '')) return NOTHING;
      if (isSeparator(stroke) && text !== '' && at - last <= WEDGE.gap) {
        last = at;
        text += SEPARATOR;
        return NOTHING;
      }
      if (repeat || modified) return forget();
      const gap = at - last;
      const follows = text !== '' && gap >= 0 && gap <= WEDGE.gap;
      if (key === 'Enter') {
        const isSlow = (at - first) / text.length > WEDGE.average;
        const isCode = follows && (!isSlow || isLongNumber(text));
        const scan = isCode ? readCode(text) : null;
        const whole = isCode && head !== '' ? readCode(head + text) : null;
        forget();
        return { ...NOTHING, scan, whole, isSlow };
      }
      if ([...key].length !== 1) return forget();
      if (follows && head.length + text.length < GS1_LONGEST) {
        last = at;
        text += key;
        return NOTHING;
      }
      const resumes = gap > WEDGE.gap && gap <= WEDGE.pause && isBurst();
      head = resumes ? head + text : '';
      text = key;
      first = at;
      last = at;
      return { ...NOTHING, begins: true, resumes };
    },
  };
}
