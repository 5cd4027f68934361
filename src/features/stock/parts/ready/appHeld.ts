/** The interval in ms of checking whether the app has begun to register its service worker. */
const LOOK_MS = 300;

/**
 * Resolves when the browser has all files of the app, so that the app starts without a network. The service worker stores the files before it becomes
 * active. A browser without service workers resolves at once.
 */
export async function untilAppIsHeld(): Promise<void> {
  const place = navigator.serviceWorker;
  if (!place || import.meta.env.DEV || (await place.getRegistration())?.active) return;
  // `app/update.ts` links the manifest just before it registers the worker, and the registration waits for the end of the start.
  while (!document.querySelector('link[rel=manifest]')) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  // Registering again gives the same worker, or the same refusal.
  if (await place.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)) await place.ready;
}
