/** The options of a form's fields, so that a dialog can show the names of values. */
import { useCallback, useRef, useState } from 'react';
import type { Offered } from '#ui/fields/offered.ts';

/** `shown`: whether somebody sees the names now. `tell` is for TellOffered. */
export function useOfferedNames(shown: boolean) {
  const offered = useRef(new Map<string, readonly Offered[]>());
  const isShown = useRef(false);
  isShown.current = shown;
  const [, drawAgain] = useState(0);
  const tell = useCallback((field: string, some: readonly Offered[]) => {
    const before = offered.current.get(field) ?? [];
    offered.current.set(field, some);
    // Options that arrive while the dialog is open need a new render; before that nobody sees them. Some fields report the same options at every
    // render.
    const isNew = () =>
      some.length !== before.length ||
      some.some(({ value, label }, at) => before[at]?.value !== value || before[at]?.label !== label);
    if (isShown.current && isNew()) drawAgain((times) => times + 1);
  }, []);
  return { offered: offered.current, tell };
}
