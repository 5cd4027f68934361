/** How often it is looked whether the app's start has come to its worker, ms. */
const LOOK_MS = 300;

/**
 * Resolves when the browser holds all files of the app, so that it starts without a network: the worker stores them before it becomes active. At once where the
 * browser takes no worker.
 */
export async function untilAppIsHeld(): Promise<void> {
  const place = navigator.serviceWorker;
  if (!place || import.meta.env.DEV || (await place.getRegistration())?.active) return;
  // `app/update.ts` links it just before it registers the worker, which waits for the end of the start.
  while (!document.querySelector('link[rel=manifest]')) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  // The same registration a second time gives the same worker, or the refusal.
  if (await place.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)) await place.ready;
}
