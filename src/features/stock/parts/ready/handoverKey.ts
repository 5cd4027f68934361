/** Prepares the parts of a handover that only the server can give: the key of the person, and the code reader of the camera. */
import { contactStore } from '#client/online.ts';
import { isPlain } from '#client/server/shown.ts';

/** true: the person pays for every byte, so nothing is loaded unasked. */
export const isMetered = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the key where it is missing or a day old. What does not come is fetched another time, and the screen says so where it is missed. */
export async function prepareKey(userId: string): Promise<void> {
  if (isPlain() || !contactStore.read().online) return;
  await import('#offline/handover/deviceKey.ts').then(({ renewKey }) => renewKey(userId)).catch(() => undefined);
}

/** Opens the camera's reader once, so that its files are on this tablet. A browser that reads codes by itself loads nothing. */
export async function prepareReader(): Promise<void> {
  if (isMetered() || !navigator.serviceWorker || !contactStore.read().online) return;
  // The files are kept by the service worker, so they are fetched once it is there.
  await controlled();
  const { hasCamera, openReader } = await import('../../scan/codeReader.ts');
  if (!hasCamera() || (await isReaderHere().catch(() => true))) return;
  await openReader().then(
    (reader) => reader.close(),
    () => undefined,
  );
}

/** The program of the reader, which comes last. */
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
