/** Two tablets of a handover by code, a giver and a taker. Each has a camera that is held before the other one. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { withCodeCamera } from './codeCamera.ts';
import { addLine, complete, fillFirst, firstScreen } from './receiving.ts';
import { installed, openAs, type Site } from './site.ts';

/** The associate who takes the goods over. */
export const TAKER = 'Sọlá Martins';

export interface HandingTablet {
  page: Page;
  context: BrowserContext;
}

/** The acts of a journey on the tablets of this site. */
export function handingTablets(site: Site) {
  async function tablet(browser: Browser, user: string, path: string, more = {}): Promise<HandingTablet> {
    const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, hasTouch: true, ...more });
    await withCodeCamera(context);
    const page = await context.newPage();
    await openAs(page, site, user, `${site.url}${path}`);
    await installed(page);
    return { page, context };
  }

  /** Waits until the tablet has this person's key from the server. */
  const keyed = (page: Page) =>
    expect
      .poll(
        () =>
          page.evaluate(
            () =>
              new Promise<string[]>((resolve) => {
                const opening = indexedDB.open('session', 1);
                opening.onsuccess = () => {
                  const request = opening.result.transaction('keep').objectStore('keep').getAllKeys();
                  request.onsuccess = () => {
                    opening.result.close();
                    resolve(request.result.map(String));
                  };
                };
              }),
          ),
        { timeout: 30_000 },
      )
      .toContainEqual(expect.stringMatching(/^handover /));
  /** Waits until all files of the camera's reader are on this tablet. */
  const reads = (page: Page) =>
    expect
      .poll(
        () =>
          page.evaluate(async () => {
            if (!(await caches.has('code-reader'))) return '';
            return (await (await caches.open('code-reader')).keys()).map(({ url }) => url).join(' ');
          }),
        { timeout: 30_000 },
      )
      .toContain('zxing_reader');

  /** Confirms an issue of these lines without a server, and shows its codes. */
  async function offered(giver: HandingTablet, lines: readonly [number, string][]): Promise<string[]> {
    const { page } = giver;
    await page.goto(firstScreen(site, 'stock/out'));
    await fillFirst(page, ['From Hub', 'Mushin Hub'], ['To Delivery Associate', TAKER]);
    for (const [at, cases] of lines) await addLine(page, at, cases);
    await complete(page);
    await page.getByRole('link', { name: 'Hand over by code' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hand over by code');
    const given = page.getByRole('list', { name: 'Goods of the handover' }).getByRole('listitem');
    await expect(given).toHaveCount(lines.length);
    return Promise.all(
      (await given.all()).map(async (one) => (await one.locator('.font-medium').first().textContent()) ?? ''),
    );
  }
  return { tablet, keyed, reads, offered };
}
