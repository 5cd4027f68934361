import { useSyncExternalStore } from 'react';

let isAway = false;
const listeners = new Set<() => void>();

/** Tells the kit whether the server answers. The app calls it, because the kit knows no server. */
export function setAway(away: boolean): void {
  isAway = away;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is no connection to the server; renders again when that changes. */
export const useAway = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAway,
    () => isAway,
  );
