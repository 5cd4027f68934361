/**
 * The order of scans and of the keys that are pressed after them. A scan is counted a moment after it was read; a digit that is pressed in that moment is the figure of that
 * scan. So scans are counted one after another, and keys wait for the scan before them.
 */
import { WEDGE } from '#domain/wedge.ts';

/** A key may be the first one of a code until this time has passed without another key, ms. */
export const MAYBE_CODE_MS = WEDGE.gap + 20;
/** So long keys may go on with a code that paused, ms. */
const MAYBE_PAUSED_MS = WEDGE.pause + 20;

export interface ScanTurns {
  /** Whether a scan is being counted, or keys wait: then the next key waits too. */
  isBusy(): boolean;
  /** The next typed key may be the first one of a code. `remember` runs when the keys before it have acted. */
  codeMayBegin(remember: () => void): void;
  /** The next typed key may go on with the code that paused. `remember`: as above. */
  codeGoesOn(remember: () => void): void;
  /** A key that the wedge cannot take for a part of a code: those before it were typed. */
  codeIsOver(): void;
  /**
   * A key. `isTyped`: of a keyboard, so it may be a part of a code. `waits`: it acts only when it is known to be none. Returns false if nothing is before it: the
   * caller does it at once.
   */
  key(run: () => void, isTyped: boolean, waits?: boolean): boolean;
  /** The keys since the last one that might begin a code were a code. Those that wait are dropped, however late the page got them. */
  codeWasRead(): void;
  /** Counts a scan in its turn. `count` never rejects. */
  scan(count: () => Promise<void>): void;
}

interface Waiting {
  run: () => void;
  isKey: boolean;
  /** The code that this key may be a part of; null: of none. */
  code: number | null;
}

/** `after`: runs something after this many milliseconds. */
export function makeScanTurns(after: (ms: number, run: () => void) => void): ScanTurns {
  let queue: Waiting[] = [];
  let isCounting = false;
  /** The code whose characters may still come; null: none does. */
  let code: number | null = null;
  let codes = 0;
  /** Differs with each key, so that a timer knows whether another key came. */
  let keys = 0;

  const goOn = () => {
    while (!isCounting) {
      const [next] = queue;
      if (!next || (next.code !== null && next.code === code)) return;
      queue.shift();
      next.run();
    }
  };
  const isBusy = () => isCounting || queue.length > 0;
  const over = () => {
    code = null;
    goOn();
  };
  return {
    isBusy,
    codeMayBegin(remember) {
      codes += 1;
      code = codes;
      // What waits was typed before it.
      queue.push({ run: remember, isKey: false, code: null });
      goOn();
    },
    codeGoesOn(remember) {
      code = codes;
      // The characters before the pause wait as before, and this with them.
      if (isBusy()) queue.push({ run: remember, isKey: false, code });
      else remember();
    },
    codeIsOver: over,
    key(run, isTyped, waits = false) {
      if (!waits && !isBusy()) return false;
      queue.push({ run, isKey: true, code: isTyped ? codes : null });
      if (isTyped) {
        code = codes;
        keys += 1;
        const last = keys;
        const isBurst =
          queue.filter((one) => one.isKey && one.code !== null && one.code === code).length >= WEDGE.burst;
        after(isBurst ? MAYBE_PAUSED_MS : MAYBE_CODE_MS, () => {
          if (keys === last) over();
        });
      } else goOn();
      return true;
    },
    codeWasRead() {
      code = null;
      queue = queue.filter((one) => one.code !== codes);
    },
    scan(count) {
      queue.push({
        isKey: false,
        code: null,
        run() {
          isCounting = true;
          void count().then(() => {
            isCounting = false;
            goOn();
          });
        },
      });
      goOn();
    },
  };
}
