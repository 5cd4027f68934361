/** Listens for a keyboard-wedge scanner on the whole page, whatever has the focus (domain/wedge.ts tells it from fingers). */
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
        // When the key was struck: a busy page handles it later.
        at: event.timeStamp,
        repeat: event.repeat,
        modified: event.ctrlKey || event.altKey || event.metaKey,
      });
      if (begins) putBack = remember(event.target);
      if (scan === null) return;
      // The scanner's Enter submits no form and presses no button.
      event.preventDefault();
      event.stopImmediatePropagation();
      putBack();
      told.current(scan);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/** Gives a function that takes a code's characters out of the field they fell into. */
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
    // The prototype's setter: React then sees a change and takes it over like a typed one.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set;
    setter?.call(target, value);
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    // Leaving and coming back settles what hangs on the text: an open list closes, a figure is taken.
    target.blur();
    target.focus({ preventScroll: true });
  };
}
