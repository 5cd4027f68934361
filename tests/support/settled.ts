import { expect, type Page, type Request } from '@playwright/test';

/** The time in ms without a request after which a page is quiet. A screen makes its next request at once after an answer. */
const QUIET_MS = 150;

interface Line {
  underWay: Set<Request>;
  /** Epoch ms. */
  quietSince: number;
}

const lines = new WeakMap<Page, Line>();

/** The stream of changes stays open as long as the page, so Playwright's `networkidle` never comes for a signed-in person. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live';

/** Counts the requests of a page from now on, for {@link lineIdle}. `signIn` calls it for every page. */
export function watchLine(page: Page): Line {
  const known = lines.get(page);
  if (known) return known;
  const line: Line = { underWay: new Set(), quietSince: Date.now() };
  lines.set(page, line);
  const ended = (request: Request) => {
    if (line.underWay.delete(request)) line.quietSince = Date.now();
  };
  page
    .on('request', (request) => {
      // Requests of the former page do not count.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) line.underWay.clear();
      if (!isStream(request)) line.underWay.add(request);
    })
    .on('requestfinished', ended)
    .on('requestfailed', ended);
  return line;
}

/** Waits until the page has had no request for half a second, except the stream of changes. */
export async function lineIdle(page: Page, quiet = 500): Promise<void> {
  const line = lines.get(page);
  if (!line) throw new Error('watchLine must see the page before its first request.');
  const began = Date.now();
  await expect
    .poll(() => line.underWay.size === 0 && Date.now() - Math.max(line.quietSince, began) >= quiet, {
      intervals: [50],
      timeout: 30_000,
      message: `${page.url()} settles`,
    })
    .toBe(true);
}

/** Opens `url` and waits until the screen is complete: its heading is shown, and no request or loading sign is left. */
export async function openSettled(page: Page, url: string): Promise<void> {
  watchLine(page);
  await page.goto(url);
  await expect(page.locator('h1').first()).toBeVisible();
  await lineIdle(page, QUIET_MS);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Opens another screen in the same page, like a press on the menu, and waits until it is complete. This costs a third of {@link openSettled}. */
export async function goSettled(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await lineIdle(page, QUIET_MS);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}
