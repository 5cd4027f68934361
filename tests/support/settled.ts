import { expect, type Page, type Request } from '@playwright/test';

/** A screen asks for its next record at once when it has heard the one before. */
const QUIET_MS = 150;

interface Line {
  underWay: Set<Request>;
  /** Epoch ms. */
  quietSince: number;
}

const lines = new WeakMap<Page, Line>();

/** The stream of changes stays open as long as the page, so Playwright's `networkidle` never comes on a page of somebody who is signed in. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live';

/** Counts the requests of a page from now on, for {@link lineIdle}. `signIn` does it for every page. */
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
      // What the page before it still waited for is nobody's any more.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) line.underWay.clear();
      if (!isStream(request)) line.underWay.add(request);
    })
    .on('requestfinished', ended)
    .on('requestfailed', ended);
  return line;
}

/** Waits until the page has had no request under way for half a second, the stream of changes aside. */
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

/** Opens `url` and waits until the screen stands: its heading is shown, no request is under way, and no loading sign is left. */
export async function openSettled(page: Page, url: string): Promise<void> {
  watchLine(page);
  await page.goto(url);
  await expect(page.locator('h1').first()).toBeVisible();
  await lineIdle(page, QUIET_MS);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Another screen of the same page, as a press on the menu opens it; resolves when the screen stands. It costs a third of {@link openSettled}. */
export async function goSettled(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await lineIdle(page, QUIET_MS);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}
