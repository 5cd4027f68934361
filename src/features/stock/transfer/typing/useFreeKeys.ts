import { type RefObject, useEffect } from 'react';
import { useEvent } from '#ui/hooks/useEvent.ts';

/** Digits that no field has go to the figure, letters to the search, Ctrl+Z takes the last change back. `hasFigure`: a product is chosen, so digits are its figure. `changes`: how the last change is taken back; null: there are none. */
export function useFreeKeys(
  search: RefObject<HTMLInputElement | null>,
  hasFigure: boolean,
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
    if (key !== '/' && !/^[\p{L}\d]$/u.test(key)) return;
    const figure = document.querySelector<HTMLInputElement>('input[aria-label="Quantity"]');
    const to = /\d/.test(key) && hasFigure ? figure : search.current;
    if (key === '/') event.preventDefault();
    to?.focus({ preventScroll: true });
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
}
