import { type RefObject, useEffect } from 'react';
import { useEvent } from '#ui/hooks/useEvent.ts';

/**
 * Digits that no field has go to the figure, letters to the search, Ctrl+Z takes the last change back. `figure`: `open` when a product is chosen, `none` when none is
 * and digits may begin a search, `unknown` when digits would be the figure of goods that nobody knows, so they do nothing. `changes`: how the last change is taken
 * back; null: there are none.
 */
export function useFreeKeys(
  search: RefObject<HTMLInputElement | null>,
  figure: 'open' | 'none' | 'unknown',
  changes: { canUndo(searched: string): boolean; undo(): Promise<void> } | null,
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
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
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
