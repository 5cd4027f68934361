import { type RefObject, useEffect, useRef } from 'react';
import type { LineView } from '#offline/outbox/overlay.ts';

/** Whether no useful element has the focus. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'screen';
}

/**
 * Moves the focus in a count when the field that had it is gone. After the last line it goes to Complete. On a phone, where no line opens by itself,
 * it goes to the search. `isFree`: no product is chosen.
 */
export function useCountFocus(
  isCount: boolean,
  lines: readonly LineView[],
  isFree: boolean,
  { completes, search }: Record<'completes' | 'search', RefObject<HTMLElement | null>>,
): void {
  const isDone = lines.length > 0 && lines.every((line) => line.quantity_accepted !== null);
  const before = useRef({ isDone, isFree, isCount });
  useEffect(() => {
    const { isDone: wasDone, isFree: wasFree, isCount: wasCount } = before.current;
    before.current = { isDone, isFree, isCount };
    if (!isCount || !wasCount || !isFree || (wasFree && wasDone === isDone)) return;
    // On wider screens the next line opens by itself.
    if (!isDone && matchMedia('(min-width: 40rem)').matches) return;
    if (document.querySelector('[data-dialog]')) return;
    // The focus is not taken from a search in use, nor from the camera.
    if (!isFocusLost() && !(isDone && document.activeElement?.closest('header'))) return;
    (isDone ? completes : search).current?.focus({ preventScroll: true });
  }, [isCount, isDone, isFree, completes, search]);
}
