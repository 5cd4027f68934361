/** Which forms on screen hold something typed and not saved: an update waits for them (SYNC rule 44). */
import { useEffect, useId } from 'react';

const typed = new Set<string>();
const listeners = new Set<() => void>();

export const unsavedStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether anything is typed and not saved. */
  read: () => typed.size > 0,
};

/** Said by a form as long as it is on screen. */
export function useUnsaved(changed: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!changed) return;
    typed.add(id);
    for (const listener of listeners) listener();
    return () => {
      typed.delete(id);
      for (const listener of listeners) listener();
    };
  }, [id, changed]);
}
