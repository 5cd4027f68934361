import { useEffect, useState } from 'react';
import { useEvent } from './useEvent.ts';

/**
 * Ctrl or Cmd + P, before the browser prints. `onModifier` is called at the press of Ctrl or Cmd, which comes a moment earlier: what a paper needs may be read
 * then. `onPrint` is called at P and returns true if it prints by itself; then the browser does not.
 */
export function usePrintKey(onPrint: () => boolean, onModifier?: () => void): void {
  const press = useEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') onModifier?.();
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'p') return;
    if (onPrint()) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
}

/** How long a print waits for what its paper needs, in ms. */
export const PRINT_PATIENCE = 2_000;

/**
 * For a paper that shows more than the screen has read. `onNear` begins to read it at the press of Ctrl or Cmd; while `isReading`, the browser's own print
 * command waits for it.
 */
export function usePaperKey(isReading: boolean, onNear: () => void): void {
  const [waits, setWaits] = useState(false);
  usePrintKey(() => {
    if (isReading) setWaits(true);
    return isReading;
  }, onNear);
  useEffect(() => {
    if (!waits) return;
    const print = () => {
      setWaits(false);
      window.print();
    };
    const timer = setTimeout(print, isReading ? PRINT_PATIENCE : 0);
    return () => clearTimeout(timer);
  }, [waits, isReading]);
}
