import { closeToast, toastStore } from './toasts.ts';

/** Closes the messages about failed writes of a screen that the person has left. */
export function closeLeft(): void {
  for (const { id, at } of toastStore.read()) if (at !== undefined && at !== location.pathname) closeToast(id);
}
