/** Answers that get lost or come late, for a page without a service worker. A worker's requests would not pass through here. */
import type { Page, Request } from '@playwright/test';

/** The server does the next call of this path, but its answer never reaches the page. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**/api/${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/**
 * The server does the next call of this path at once. The page gets the answer when the returned function is called. `put`: fields that replace the typed
 * ones.
 */
export async function holdAnswer(page: Page, path: string, put?: Record<string, string>): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    `**/api/${path}`,
    async (route) => {
      const response = await route.fetch(put ? { postData: bodyWith(route.request(), put) } : {});
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return release;
}

/**
 * A slow line: these reads are answered when the returned function is called. The tablet has no saved copies for them. Writes are answered at once.
 */
export async function holdReads(page: Page, path: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cache');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction(['reads', 'blocks'], 'readwrite');
          work.objectStore('reads').clear();
          work.objectStore('blocks').clear();
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  return release;
}

function bodyWith(request: Request, put: Record<string, string>): string {
  const body = new URLSearchParams(request.postData() ?? '');
  for (const [field, value] of Object.entries(put)) body.set(field, value);
  return body.toString();
}

/** Replaces fields of the next call, so that the server itself refuses it. */
export async function spoil(page: Page, path: string, field: string, value: string): Promise<void> {
  await page.route(
    `**/api/${path}`,
    async (route) => {
      await route.continue({ postData: bodyWith(route.request(), { [field]: value }) });
    },
    { times: 1 },
  );
}

/** The keys of all requests of these calls from now on, in order. */
export function keysOf(page: Page, path: RegExp): string[] {
  const keys: string[] = [];
  page.on('request', (request: Request) => {
    if (path.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Waits until a moved focus has arrived. */
export const framesLater = (page: Page) =>
  page.evaluate(
    () => new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(later)))),
  );
