/** Connects the order of scans and keys (scanTurns.ts) with React: keys after a scan wait until the fields of its product are drawn. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSlowCode } from '#domain/barcode.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { isLater, isTextKey, pressLater } from '../../scan/laterKeys.ts';
import type { PadKeys, PadPresses } from './DockFrame.tsx';
import { makeScanTurns, type ScanTurns } from './scanTurns.ts';

/** A timer that is this late (ms) waited for a busy page. Keys of that time may not be handled yet. */
const LATE_MS = 20;

function after(ms: number, run: () => void): void {
  const due = performance.now() + ms;
  setTimeout(() => (performance.now() - due > LATE_MS ? after(LATE_MS, run) : run()), ms);
}

interface Turns {
  turns: ScanTurns;
  /** The keys of the pad, in order. */
  press: PadPresses;
  /** Enter, in order. */
  enter: () => void;
  /** Counts a scan, in order. */
  scan: (count: () => Promise<void>) => void;
}

/**
 * `press`: what the keys of the pad do now. `enter`: what Enter does after the figure was applied. `isStray`: no field has a figure, and digits are
 * stored with the code of the last scan. `onCode`: called if more digits than a figure can have were typed before Enter.
 */
export function useScanTurns(
  press: PadKeys,
  enter: () => void,
  isStray: boolean,
  onCode: (digits: string) => void,
): Turns {
  const [turns] = useState(() => makeScanTurns(after));
  const drawn = useDrawn();
  const enterNow = useEvent(enter);
  const codeNow = useEvent(onCode);
  const [own] = useState(() => {
    /** Enter for the figure or the search, when it is its turn. */
    const enterInTurn = () => {
      const text = press.text();
      if (isSlowCode(text)) codeNow(text);
      else if (press.take()) enterNow();
    };
    const inTurn = (run: () => void) => {
      // The change is drawn at once, because the next waiting key needs the new figure.
      if (!turns.key(() => flushSync(run), false)) run();
    };
    return {
      turns,
      press: {
        onDigit: (digit: string) => inTurn(() => press.onDigit(digit)),
        onBackspace: () => inTurn(press.onBackspace),
        less: () => inTurn(press.less),
        more: () => inTurn(press.more),
        // While keys wait, the figure is applied when it is its turn.
        take: () => turns.isBusy() || press.take(),
      },
      enter: () => {
        if (!turns.key(() => flushSync(enterInTurn), false)) enterNow();
      },
      /** A key of a text, in order. It goes to the element that has the focus by then. */
      text: (key: string) => {
        if (key === 'Enter') turns.codeIsOver();
        const run = () => flushSync(() => pressLater(key)) && key === 'Enter' && flushSync(enterInTurn);
        if (!turns.key(run, key.length === 1, false, true)) run();
      },
      /** A press on a control beside the pad, in order. The press itself ends a code. Returns false if nothing waits. */
      click: (control: HTMLElement): boolean => {
        turns.codeIsOver();
        return turns.key(() => flushSync(() => stillHere(control)?.click()), false, false, true);
      },
      scan: (count: () => Promise<void>) => turns.scan(() => count().then(drawn, drawn)),
    };
  });
  const stray = useEvent(
    (target: EventTarget | null) =>
      isStray && !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement),
  );
  useEffect(() => {
    // This listener runs after the scanner's listener at the window, and before any field.
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      if (isLater(event)) return;
      const isFree = stray(event.target);
      // A minus sign is passed to the field, which refuses it. It is not dropped silently.
      const isKey = /^\d$/.test(key) || key === 'Backspace' || key === 'Enter' || (isFree && key === '-');
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('[data-dialog]')) return;
      // A name behind a waiting figure must not overtake the figure, and what follows a name belongs to the name.
      if (turns.isBusy() && isTextKey(key) && takesText(event.target) && (!isKey || turns.hasText())) {
        event.preventDefault();
        event.stopPropagation();
        own.text(key);
        return;
      }
      if (!isKey || !(turns.isBusy() || isFree)) return;
      const isBusy = turns.isBusy();
      if (key === 'Enter') turns.codeIsOver();
      const code = key === 'Enter' && !turns.isBusy() ? press.text() : '';
      // Enter presses the focused element. Without waiting keys only a slow code is handled here.
      if (key === 'Enter' && !isBusy && !isSlowCode(code)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Enter') {
        if (isSlowCode(code)) codeNow(code);
        else own.enter();
      } else if (key === 'Backspace') {
        turns.codeIsOver();
        own.press.onBackspace();
      } else turns.key(() => flushSync(() => press.onDigit(key)), true, isFree);
    };
    const onClick = (event: MouseEvent) => {
      const control = event.isTrusted && turns.isBusy() ? pressedOf(event.target) : null;
      if (!control || !own.click(control)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [turns, own, press, stray, codeNow]);
  return own;
}

/** Whether the letters of a key that is pressed here go into a text: a field has the focus, or nothing has it. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target === document.body;

/** The attribute by which goods are found again whose tile was drawn anew. */
const GOODS = 'data-offered';

/**
 * The control of the desk that a press on this element uses: a tile, a row, a button. Null: the press goes to a field, to the pad, which keeps the order
 * by itself, or to something outside the desk.
 */
function pressedOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || !target.closest('#screen') || target.closest('[data-pad], [data-dialog]'))
    return null;
  return target.closest<HTMLElement>('input, select, textarea')
    ? null
    : target.closest<HTMLElement>('button, a, [role=option], tr, li');
}

/** The control, or the one that has taken its place since. Undefined: it is gone. */
function stillHere(control: HTMLElement): HTMLElement | undefined {
  if (control.isConnected) return control;
  const goods = control.getAttribute(GOODS);
  return [...document.querySelectorAll<HTMLElement>(`[${GOODS}]`)].find((one) => one.getAttribute(GOODS) === goods);
}

/** Returns a function whose promise resolves when the earlier changes are drawn. */
function useDrawn(): () => Promise<void> {
  const [, setCalls] = useState(0);
  const waiting = useRef<(() => void)[]>([]);
  const isGone = useRef(false);
  const resolve = () => {
    for (const one of waiting.current.splice(0)) one();
  };
  useLayoutEffect(resolve);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      // Keys and scans that still wait when the desk closes are handled too.
      for (const one of waiting.current.splice(0)) one();
    };
  }, []);
  return useEvent(
    () =>
      new Promise<void>((done) => {
        if (isGone.current) return done();
        waiting.current.push(done);
        setCalls((calls) => calls + 1);
      }),
  );
}
