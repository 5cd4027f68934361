import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useEvent } from '#ui/hooks/useEvent.ts';

/**
 * Digits that no field has go to the figure, letters to the search, Ctrl+Z takes the last change back. `figure`: `open` when a product is chosen, `none` when none is
 * and digits may begin a search, `unknown` when digits would be the figure of goods that nobody knows, so they do nothing. `changes`: how the last change is taken
 * back; null: there are none. `openNext`: in a count, opens the next line that is not counted; false: there is none.
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
    // Nothing is searched: the digit is the figure of the next line, whose field gets the focus before the browser writes it.
    const isIdle = !isField || (target === search.current && searched === '' && target.ariaExpanded !== 'true');
    if (figure === 'none' && isIdle && /^\d$/.test(key) && flushSync(openNext)) return;
    if (isField) return;
    // A sign is refused with the figure, and not dropped.
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
