import { expect, type Page, type Request } from '@playwright/test';

/** A screen asks for its next record at once when it has heard the one before; Playwright's `networkidle` would wait for 500 ms. */
const QUIET_MS = 150;

/** Opens `url` and waits until the screen stands: its heading is shown, no request is under way, and no loading sign is left. */
export async function openSettled(page: Page, url: string): Promise<void> {
  const underWay = new Set<Request>();
  let quietSince = Date.now();
  const begun = (request: Request) => underWay.add(request);
  const ended = (request: Request) => {
    underWay.delete(request);
    quietSince = Date.now();
  };
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await page.goto(url);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect
    .poll(() => underWay.size === 0 && Date.now() - quietSince >= QUIET_MS, {
      intervals: [50],
      message: `${url} settles`,
    })
    .toBe(true);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}
