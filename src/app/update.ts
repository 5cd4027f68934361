/** A new version of the app (SYNC rule 44): kept outside React, because it may be there before the first paint. */
import type { Workbox } from 'workbox-window';
import { untilItComes } from '#client/appFiles.ts';
import { unsavedStore } from '#ui/dialogs/unsaved.ts';

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

/** Registers the worker; asks for a newer one every half hour and when the page comes back. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // Not in the page itself: the browser reads the manifest and draws its icon on the page's own thread, in the midst of a start.
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
  );
  // Workbox's own flag is wrong in the session that installed the first worker: ours says whether there was one.
  let had = navigator.serviceWorker.controller !== null;
  const { Workbox: Made } = await untilItComes(() => import('workbox-window'));
  workbox = new Made('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => change('waiting'));
  workbox.addEventListener('controlling', () => {
    const first = !had;
    had = true;
    // Asked for, also on a page that was loaded past the cache and had none. The worker before may take minutes over what it still sends: what is typed
    // by then stays.
    if (accepted && !unsavedStore.read()) location.reload();
    else if (accepted || !first) change('replaced');
  });
  // A browser that refuses workers (private windows of some) still has the app, only not offline.
  const registration = await workbox.register().catch(() => undefined);
  const look = () => {
    if (navigator.onLine && document.visibilityState === 'visible') registration?.update().catch(() => undefined);
  };
  setInterval(look, 30 * 60_000);
  document.addEventListener('visibilitychange', look);
}

/** The Update button: the only way a waiting worker takes over. */
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
