import { useEffect } from 'react';

/** How long after the menu the lists behind it are kept, ms: the home is drawn by then. Chance spreads the desks of an office that start together. */
const waitMs = () => 2_500 * (1 + Math.random());

/** Keeps the first pages of the menu's lists on this device, some seconds after the start. If the code cannot be loaded, the next start does it. */
export function useKeptLists(): void {
  useEffect(() => {
    const keep = () => import('../keepLists.ts').then((it) => it.keepLists()).catch(() => undefined);
    const timer = setTimeout(() => void keep(), waitMs());
    return () => clearTimeout(timer);
  }, []);
}
