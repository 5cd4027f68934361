/**
 * The order of scans and of keys after them. A scan is counted a moment after it was read, and a digit in that moment belongs to that scan. So scans
 * are counted one after another, and keys wait for the scan before them.
 */
import { WEDGE } from '#domain/wedge.ts';

/** After this time in ms without another key, a key is not the first key of a code. */
export const MAYBE_CODE_MS = WEDGE.gap + 20;
/** The time in ms within which keys may continue a code that paused. */
const MAYBE_PAUSED_MS = WEDGE.pause + 20;

export interface ScanTurns {
  /** Whether a scan is being counted or keys are waiting. The next key must then wait too. */
  isBusy(): boolean;
  /** The next typed key may be the first one of a code. `remember` runs after the earlier keys have acted. */
  codeMayBegin(remember: () => void): void;
  /** The next typed key may continue the code that paused. `remember`: as in `codeMayBegin`. */
  codeGoesOn(remember: () => void): void;
  /** A key that cannot be a part of a code was pressed, so the waiting keys were typed by a person. */
  codeIsOver(): void;
  /** Whether a key of a text waits. Keys behind it belong to that text too. */
  hasText(): boolean;
  /**
   * Handles a key. `isTyped`: it comes from a keyboard, so it may be a part of a code. `waits`: it acts only once it is known not to be a part of a
   * code. `isText`: it is a key of a text and not of a figure. Returns false if nothing waits, so that the caller acts at once.
   */
  key(run: () => void, isTyped: boolean, waits?: boolean, isText?: boolean): boolean;
  /** The keys since the last possible start of a code were a code. Those that still wait are dropped. */
  codeWasRead(): void;
  /** Counts a scan when it is its turn. `count` never rejects. */
  scan(count: () => Promise<void>): void;
}

interface Waiting {
  run: () => void;
  isKey: boolean;
  isText?: boolean;
  /** The number of the code that this key may be a part of. Null: none. */
  code: number | null;
}

/** `after` runs a function after the given milliseconds. */
export function makeScanTurns(after: (ms: number, run: () => void) => void): ScanTurns {
  let queue: Waiting[] = [];
  let isCounting = false;
  /** The number of the code whose characters may still arrive. Null: none. */
  let code: number | null = null;
  let codes = 0;
  /** A number that changes with each key, so that a timer knows whether another key came. */
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
    hasText: () => queue.some(({ isText = false }) => isText),
    codeMayBegin(remember) {
      codes += 1;
      code = codes;
      // The waiting keys were typed before this code.
      queue.push({ run: remember, isKey: false, code: null });
      goOn();
    },
    codeGoesOn(remember) {
      code = codes;
      // The characters before the pause continue to wait, and this entry waits behind them.
      if (isBusy()) queue.push({ run: remember, isKey: false, code });
      else remember();
    },
    codeIsOver: over,
    key(run, isTyped, waits = false, isText = false) {
      if (!waits && !isBusy()) return false;
      queue.push({ run, isKey: true, isText, code: isTyped ? codes : null });
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
