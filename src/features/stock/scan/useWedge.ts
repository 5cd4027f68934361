/** Listens for a keyboard-wedge scanner on the whole page, whatever has the focus (domain/wedge.ts distinguishes it from typing). */
import { useEffect, useRef } from 'react';
import { makeWedge } from '#domain/wedge.ts';

export function useWedge(onScan: (code: string) => void): void {
  const told = useRef(onScan);
  useEffect(() => {
    told.current = onScan;
  }, [onScan]);
  useEffect(() => {
    const wedge = makeWedge();
    let putBack: () => void = () => undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const { begins, scan } = wedge.press({
        key: event.key,
        // The time of the key press: a busy page handles it later.
        at: event.timeStamp,
        repeat: event.repeat,
        modified: event.ctrlKey || event.altKey || event.metaKey,
      });
      if (begins) putBack = remember(event.target);
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

/** Returns a function that removes a code's characters from the field that received them. */
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
    // With the prototype's setter, React notices the change like a typed one.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set;
    setter?.call(target, value);
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    // Blur and focus settle everything that depends on the text: an open list closes, a figure is accepted.
    target.blur();
    target.focus({ preventScroll: true });
  };
}
