/** Registers the forms on screen with unsaved changes: an app update waits for them (SYNC rule 44). */
import { useEffect, useId } from 'react';

const typed = new Set<string>();
const listeners = new Set<() => void>();

export const unsavedStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether any form has unsaved changes. */
  read: () => typed.size > 0,
};

/** Registers a form as unsaved while `changed` is true and the form is mounted. */
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
