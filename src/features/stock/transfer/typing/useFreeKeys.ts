import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useEvent } from '#ui/hooks/useEvent.ts';

/**
 * Handles keys outside of fields: digits go to the figure, letters to the search, and Ctrl+Z undoes the last change. `figure`: `open` if a product is
 * chosen; `none` if not, so that digits may begin a search; `unknown` if digits would be the figure of an unknown product, so that they do nothing.
 * `changes`: the undo of the last change, or null. `openNext`: in a count, opens the next uncounted line; returns false if there is none.
 */
export function useFreeKeys(
  search: RefObject<HTMLInputElement | null>,
  figure: 'open' | 'none' | 'unknown',
  changes: { canUndo(searched: string): boolean; undo(): Promise<void> } | null,
  openNext: () => boolean = () => false,
): void {
  const onKey = useEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (document.querySelector('[data-dialog]')) return;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    const searched = isField && target === search.current ? target.value : '';
    if (key === 'z' && (event.ctrlKey || event.metaKey) && changes?.canUndo(searched)) {
      event.preventDefault();
      void changes.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Nothing is being searched, so the digit is the figure of the next line. Its field takes the focus before the browser types the digit.
    const isIdle = !isField || (target === search.current && searched === '' && target.ariaExpanded !== 'true');
    if (figure === 'none' && isIdle && /^\d$/.test(key) && flushSync(openNext)) return;
    if (isField) return;
    // A minus sign is passed to the field, which refuses it. It is not dropped silently.
    if (key !== '/' && !/^[\p{L}\d]$/u.test(key) && (key !== '-' || figure !== 'open')) return;
    const isDigit = /[\d-]/.test(key);
    if (isDigit && figure === 'unknown') return;
    const quantity = document.querySelector<HTMLInputElement>('input[aria-label="Quantity"]');
    const to = isDigit && figure === 'open' ? quantity : search.current;
    if (key === '/') event.preventDefault();
    to?.focus({ preventScroll: true });
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
}
