/**
 * P1: a browser killed right after "Saved on this tablet", again and again over one profile. BROWSER_KILLS=60 is the full figure of SYNC
 * "How it is tested"; the default keeps `npm test` short.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { CHROMIUM } from '../support/chromium.ts';
import { beginReceipt } from '../support/receiving.ts';
import {
  copyFreshDemo,
  installed,
  killBrowser,
  openSite,
  preparedFor,
  removeFolder,
  type Site,
  signIn,
} from '../support/site.ts';

const KILLS = Number(process.env.BROWSER_KILLS ?? 2);

let site: Site;
const profile = mkdtempSync(join(tmpdir(), 'kasuwa-kills-'));
let browser: BrowserContext | null = null;
test.beforeAll(async () => {
  site = await openSite({}, copyFreshDemo);
});
test.afterAll(async () => {
  await killBrowser(profile);
  await browser?.close().catch(() => undefined);
  await site?.close();
  removeFolder(profile);
});

async function launch(): Promise<Page> {
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ['--disable-gpu', '--no-sandbox'],
    viewport: { width: 1280, height: 800 },
  });
  return browser.pages()[0] ?? (await browser.newPage());
}

/** A transfer of one line with so many cases, up to the words that promise that it is kept. */
async function saveTransfer(page: Page, quantity: number): Promise<void> {
  await beginReceipt(page, site);
  // What is said of the details comes up to 1.5 s later: the next one is the line's own.
  const saved = page.getByRole('region', { name: 'Messages' }).getByText('Saved on this tablet');
  await saved.waitFor();
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Quantity', { exact: true }).fill(String(quantity));
  await expect(saved).toHaveCount(0, { timeout: 10_000 });
  await page.getByRole('button', { name: 'Add Product' }).click();
  // K27: the message is said once per transfer; of its lines the row's own sign says it, and that comes from the disk.
  await page.getByRole('cell', { name: 'Waiting to send' }).first().waitFor();
}

test(`${KILLS} browsers killed right after "Saved on this tablet": every line is there again, and arrives once`, {
  tag: ['@each-change', '@P1', '@SYNC-04'],
}, async () => {
  test.setTimeout(180_000 + KILLS * 60_000);
  let page = await launch();
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  await installed(page);
  const before = new Set(
    ((await site.api('officer2', 'GET', 'purchase_order/read_all')) as { _id: string }[]).map((one) => one._id),
  );
  await site.stopServer();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await saveTransfer(page, kill);
    await killBrowser(profile);
    await browser?.close().catch(() => undefined);
    page = await launch();
    await page.goto(`${site.url}/sync`);
    // Its create and its line.
    await expect(page.getByRole('heading', { name: `Waiting to send (${kill * 2})`, exact: true })).toBeVisible();
  }
  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 60_000 });
  const orders = ((await site.api('officer2', 'GET', 'purchase_order/read_all')) as { _id: string }[]).filter(
    (one) => !before.has(one._id),
  );
  const arrived: number[] = [];
  for (const order of orders) {
    const lines = (await site.api('officer2', 'GET', 'purchase_order_item/read_by_purchase_order', {
      purchase_order_id: order._id,
    })) as { quantity: number }[];
    arrived.push(...lines.map((line) => line.quantity));
  }
  // One case of the first kill, two of the second, and so on; the server counts units.
  arrived.sort((a, b) => a - b);
  const units = arrived[0] ?? 0;
  expect(arrived).toEqual(Array.from({ length: KILLS }, (_, at) => (at + 1) * units));
  expect(units).toBeGreaterThan(1);
});
