/** Answers that get lost or come late, for a page without a worker (its requests would pass by). */
import type { Page, Request } from '@playwright/test';

/** The server does what this call asks once more; its answer never reaches the page. */
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

/** The server does it at once; the page hears of it when the returned function is called. */
export async function holdAnswer(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    `**/api/${path}`,
    async (route) => {
      const response = await route.fetch();
      await told;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return release;
}

/** The call is asked with this put in place of what was typed: the server itself refuses it. */
export async function spoil(page: Page, path: string, field: string, value: string): Promise<void> {
  await page.route(
    `**/api/${path}`,
    async (route) => {
      const body = new URLSearchParams(route.request().postData() ?? '');
      body.set(field, value);
      await route.continue({ postData: body.toString() });
    },
    { times: 1 },
  );
}

/** The keys of every request of these calls from now on, in order. */
export function keysOf(page: Page, path: RegExp): string[] {
  const keys: string[] = [];
  page.on('request', (request: Request) => {
    if (path.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
