import { useEffect } from 'react';

/** The wait in ms after the menu was drawn. The home is drawn by then. A random part spreads the computers of an office that start at the same time. */
const waitMs = () => 900 * (1 + Math.random());

/**
 * Stores the first pages of the menu's lists on this device, a second after the start. If the code cannot be loaded, the next start tries again.
 */
export function useKeptLists(): void {
  useEffect(() => {
    const keep = () => import('../keep.ts').then((it) => it.keep()).catch(() => undefined);
    const timer = setTimeout(() => void keep(), waitMs());
    return () => clearTimeout(timer);
  }, []);
}
