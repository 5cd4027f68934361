/** Listens for a keyboard-wedge scanner on the whole page, whatever has the focus. domain/wedge.ts distinguishes it from typing. */
import { useEffect, useRef } from 'react';
import { makeWedge } from '#domain/wedge.ts';

/** `onBegin` is called before a character that may be the first of a code reaches the page. */
export function useWedge(onScan: (code: string) => void, onBegin: () => void): void {
  const told = useRef(onScan);
  const began = useRef(onBegin);
  useEffect(() => {
    told.current = onScan;
    began.current = onBegin;
  }, [onScan, onBegin]);
  useEffect(() => {
    const wedge = makeWedge();
    let putBack: () => void = () => undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const { begins, scan } = wedge.press({
        key: event.key,
        // The time of the key press. A busy page handles the event later.
        at: event.timeStamp,
        repeat: event.repeat,
        modified: event.ctrlKey || event.altKey || event.metaKey,
      });
      if (begins) {
        putBack = remember(event.target);
        began.current();
      }
      if (scan === null) return;
      // The scanner's Enter must not submit a form or press a button.
      event.preventDefault();
      event.stopImmediatePropagation();
      putBack();
      told.current(scan);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/** Returns a function that removes a code's characters from the field they were typed into. */
function remember(target: EventTarget | null): () => void {
  if (
    !(
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
  )
    return () => undefined;
  const { value } = target;
  return () => {
    if (!target.isConnected || target.value === value) return;
    // The prototype's setter is used so that React notices the change like typed input.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set;
    setter?.call(target, value);
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    // Leaving the field and returning triggers its handlers: an open list closes, a figure is applied.
    target.blur();
    target.focus({ preventScroll: true });
  };
}
