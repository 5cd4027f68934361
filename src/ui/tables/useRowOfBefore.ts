import { type RefObject, useEffect, useRef } from 'react';

/** Where the browser's history stands: the same again after Back. The router numbers the entries of the history. */
const placeNow = () => {
  const { __TSR_index: index = 0 } = (window.history.state ?? {}) as { __TSR_index?: number };
  return `${index} ${window.location.pathname}`;
};

/** The row of a list that last had the focus, by its key, and the place of the list in the history. */
let last: { place: string; key: string } | null = null;

/**
 * Gives the focus back to the row that was opened, when a list that is the page comes again by Back. Without it the keys j and k would begin at the first
 * row. It takes the focus from no other element. `keys`: the keys of the rows in their order. `on`: the rows can be opened.
 */
export function useRowOfBefore(body: RefObject<HTMLElement | null>, keys: readonly string[], on: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const isDone = useRef(false);
  const hasRows = keys.length > 0;
  useEffect(() => {
    const rows = body.current;
    if (!(on && rows && hasRows)) return;
    const rowsNow = () => [...rows.querySelectorAll<HTMLElement>('tr[tabindex]')];
    const keep = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[tabindex]') : null;
      const key = row && latest.current[rowsNow().indexOf(row)];
      if (key) last = { place: placeNow(), key };
    };
    const { activeElement } = document;
    if (
      !isDone.current &&
      last?.place === placeNow() &&
      (activeElement === document.body || activeElement?.id === 'screen')
    )
      rowsNow()[latest.current.indexOf(last.key)]?.focus();
    isDone.current = true;
    rows.addEventListener('focusin', keep);
    return () => rows.removeEventListener('focusin', keep);
  }, [body, on, hasRows]);
}
