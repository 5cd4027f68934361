/**
 * Ignores the second tap of a double tap if another control has come into the place of the first tap. The rule is the same for every screen, so no button needs a clock of its
 * own (decision 0391).
 */
import { useEffect } from 'react';

/** Comes from what was tapped where a second tap was kept back, so that a screen can say it. */
export const KEPT_BACK = 'keptback';

/** How long after a tap another one in its place belongs to it, ms. */
const SECOND_TAP_MS = 500;
/** How far apart two taps of one finger are at most, CSS pixels. */
const FINGER = 24;

/** The controls that count as one target of a press. */
const CONTROL = 'a, button, input, select, textarea, summary, label, tr, li, [role]';
/** A control whose second tap would act on the next thing unnoticed, such as the large key of a count, which counts the next line. */
const ONCE = '[data-once]';

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** A press, and the control under it. */
export interface Tap {
  /** ms of the page's clock. */
  at: number;
  x: number;
  y: number;
  isMouse: boolean;
  /** The browser's count of quick presses in one place. Only a mouse is counted well; 0: a key pressed it. */
  presses: number;
  control: unknown;
  /** The name of the control: a button that became another one has another name. */
  name: string;
  isOnce: boolean;
  box: Box;
}

/** Whether `tap` is the second of two taps on the place of `first`, and would hit another control, or act on the next thing. */
export function isSecondTap(first: Tap | null, tap: Tap): boolean {
  if (!first || tap.presses === 0 || tap.at - first.at > SECOND_TAP_MS) return false;
  // A tap by a finger never belongs to a click of a mouse.
  if (tap.isMouse !== first.isMouse) return false;
  // Quick clicks of a mouse in one place are one double click only where the browser says so.
  if (tap.isMouse && tap.presses < 2) return false;
  const { left, right, top, bottom } = first.box;
  const isThere = tap.x >= left && tap.x <= right && tap.y >= top && tap.y <= bottom;
  if (!isThere || Math.hypot(tap.x - first.x, tap.y - first.y) > FINGER) return false;
  return tap.isOnce || tap.control !== first.control || tap.name !== first.name;
}

function tapOf(event: MouseEvent, isMouse: boolean): Tap | null {
  if (!(event.target instanceof Element)) return null;
  const control = event.target.closest(CONTROL) ?? event.target;
  return {
    at: event.timeStamp,
    x: event.clientX,
    y: event.clientY,
    isMouse,
    presses: event.detail,
    control,
    name: control.getAttribute('aria-label') ?? control.textContent ?? '',
    isOnce: control.matches(ONCE),
    box: control.getBoundingClientRect(),
  };
}

/** Keeps second taps back on the whole page. The app calls it once. */
export function useSecondTaps(): void {
  useEffect(() => {
    let first: Tap | null = null;
    /** The kind of the pointer that went down; null: no press of a pointer is under way, so a click comes from a key or from a label. */
    let pointer: string | null = null;
    const down = ({ pointerType }: PointerEvent) => {
      pointer = pointerType;
    };
    const click = (event: MouseEvent) => {
      const tap = pointer === null ? null : tapOf(event, pointer === 'mouse');
      pointer = null;
      if (!tap) return;
      if (!isSecondTap(first, tap)) {
        first = tap;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      event.target?.dispatchEvent(new Event(KEPT_BACK, { bubbles: true }));
    };
    addEventListener('pointerdown', down, true);
    addEventListener('click', click, true);
    return () => {
      removeEventListener('pointerdown', down, true);
      removeEventListener('click', click, true);
    };
  }, []);
}
