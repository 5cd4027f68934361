/** Prepares the two things that a handover needs from the server: the person's key, and the files of the camera's code reader. */
import { contactStore } from '#client/online.ts';
import { isPlain } from '#client/server/shown.ts';

/** Whether the person pays for data, so that nothing is loaded unasked. */
export const isMetered = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Reads the key if it is missing or a day old. A failed read is repeated later, and the screen that needs the key says that it is missing. */
export async function prepareKey(userId: string): Promise<void> {
  if (isPlain() || !contactStore.read().online) return;
  await import('#offline/handover/deviceKey.ts').then(({ renewKey }) => renewKey(userId)).catch(() => undefined);
}

/** Opens the camera's code reader once, so that its files are on this tablet. A browser with its own code reader loads nothing. */
export async function prepareReader(): Promise<void> {
  if (isMetered() || !navigator.serviceWorker || !contactStore.read().online) return;
  // The service worker stores the files, so loading starts after it is active.
  await controlled();
  const { hasCamera, openReader } = await import('../../scan/codeReader.ts');
  if (!hasCamera() || (await isReaderHere().catch(() => true))) return;
  await openReader().then(
    (reader) => reader.close(),
    () => undefined,
  );
}

/** Whether the reader's program is stored. It is the last file to arrive. */
async function isReaderHere(): Promise<boolean> {
  if (!(await caches.has('code-reader'))) return false;
  const kept = await (await caches.open('code-reader')).keys();
  return kept.some(({ url }) => url.includes('/zxing_reader'));
}

async function controlled(): Promise<void> {
  const worker = navigator.serviceWorker;
  if (worker.controller) return;
  await new Promise((resolve) => worker.addEventListener('controllerchange', resolve, { once: true }));
}

export async function prepareHandovers(userId: string): Promise<void> {
  await prepareKey(userId);
  await prepareReader();
}
