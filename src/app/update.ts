/** Installs new versions of the app (SYNC rule 44). The state is outside React, because a new version may be waiting before the first paint. */
import type { Workbox } from 'workbox-window';
import { loadUntilItSucceeds } from '#client/appFiles.ts';
import { unsavedStore } from '#ui/dialogs/unsaved.ts';

/**
 * `waiting`: a new version is ready. `replaced`: it is active, and this page still runs the old one. `stuck`: it did not take over within five
 * seconds after the button was pressed.
 */
export interface UpdateState {
  state: 'none' | 'waiting' | 'replaced' | 'stuck';
}

let state: UpdateState = { state: 'none' };
const listeners = new Set<() => void>();
let workbox: Workbox | null = null;
let accepted = false;

function change(next: UpdateState['state']) {
  state = { state: next };
  for (const listener of listeners) listener();
}

export const updateStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => state,
};

/** Registers the service worker. Looks for a newer one every half hour and when the page becomes visible again. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // The manifest is not linked in index.html, because the browser would read it and draw its icon on the main thread during the start.
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
  );
  // Workbox's own flag is wrong in the session that installed the first worker, so this one records whether there was a worker.
  let had = navigator.serviceWorker.controller !== null;
  const { Workbox: Made } = await loadUntilItSucceeds(() => import('workbox-window'));
  workbox = new Made('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => change('waiting'));
  workbox.addEventListener('controlling', () => {
    const first = !had;
    had = true;
    // The person accepted the update, so the page reloads. The old worker may have needed minutes to finish sending. If something was typed
    // meanwhile, the page does not reload.
    if (accepted && !unsavedStore.read()) location.reload();
    else if (accepted || !first) change('replaced');
  });
  // A browser that refuses workers (some private windows) runs the app without offline support.
  const registration = await workbox.register().catch(() => undefined);
  const look = () => {
    if (navigator.onLine && document.visibilityState === 'visible') registration?.update().catch(() => undefined);
  };
  setInterval(look, 30 * 60_000);
  document.addEventListener('visibilitychange', look);
}

/** The action of the Update button. A waiting worker never takes over in another way. */
export function acceptUpdate(): void {
  if (state.state === 'replaced') {
    location.reload();
    return;
  }
  accepted = true;
  workbox?.messageSkipWaiting();
  setTimeout(() => {
    if (state.state === 'waiting') change('stuck');
  }, 5_000);
}
