/** A tablet that cannot store: storage that is full, no storage, an insecure origin, a store that cannot be read. */
import { expect, type Page, test } from '@playwright/test';
import { syncWords } from '../../src/domain/syncWords.ts';
import { syncStatus } from '../support/onPage.ts';
import { beginReceipt, countOrders, linesOf, typeLine } from '../support/receiving.ts';
import { choose, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
// One waits half a minute for the browser; another journey has the machine meanwhile.
test.describe.configure({ timeout: 300_000 });
test.afterEach(() => site.cutApi(false));

test('storage is full: "Not saved: storage is full" without the server, what was typed stays; with it the line is sent directly', {
  tag: ['@each-change', '@SYNC-48', '@P1'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await beginReceipt(page, site);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  const before = await countOrders(site);
  const cdp = await page.context().newCDPSession(page);
  const origin = site.url;
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // The browser believes its last look at the free space for half a minute.
  await page.waitForTimeout(35_000);
  site.cutApi(true);
  await typeLine(page, 1, '5');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Not saved: storage is full')).toBeVisible();
  await expect(page.getByText('Saved on this tablet')).toBeHidden();
  await expect(linesOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('5');

  site.cutApi(false);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByLabel('Quantity', { exact: true })).not.toHaveValue('5');
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await expect(page.getByText('Saved on this tablet')).toBeHidden();

  // A whole transfer can be begun so.
  await beginReceipt(page, site);
  await expect(page).toHaveURL(/purchase_order_id=(?!local-)/);
  expect(await countOrders(site)).toBe(before + 1);

  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  await typeLine(page, 1, '5');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

test('a browser that stores nothing: said on every screen; without the server nothing is saved, with it a whole transfer goes through', {
  tag: ['@each-change', '@SYNC-49'],
}, async ({ browser }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  const page = await context.newPage();
  await signIn(page, site, 'officer1');
  await withoutOfflineSaving(page);
  // The session is this page's alone: a page loaded anew asks for the password.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.close();
});

test('an insecure origin, as on the address of a local network: signed in, said on every screen; without the server nothing is saved, with it a whole transfer goes through', {
  tag: ['@SYNC-49', '@B10.5'],
}, async ({ browser }) => {
  const { executablePath = '', args = [] } = test.info().project.use.launchOptions ?? {};
  const other = await browser
    .browserType()
    .launch({ executablePath, args: [...args, '--host-resolver-rules=MAP depot.example 127.0.0.1'] });
  const page = await other.newPage();
  await signIn(page, { ...site, url: site.url.replace('localhost', 'depot.example') }, 'officer1');
  expect(
    await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'subtle' in crypto, 'locks' in navigator]),
  ).toEqual([false, false, false, false]);
  await withoutOfflineSaving(page);
  await other.close();
});

test('a store that cannot be read: the screen says so, claims nothing as saved, and Reload repairs it', {
  tag: ['@SYNC-07'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('disk broken')) return;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'outbox') throw new DOMException('Internal error.', 'UnknownError');
      return open.call(this, name, version);
    };
  });
  await signIn(page, site, 'officer1');
  const before = await countOrders(site);
  await page.evaluate(() => localStorage.setItem('disk broken', 'yes'));
  await page.goto(`${site.url}/inventory/shipment/in`);
  const notice = page.getByRole('alert').filter({ hasText: syncWords.unreadable });
  await expect(notice).toBeVisible();
  await expect(page.getByText('Saving works only while you are online', { exact: false })).toBeHidden();
  await choose(page, 'From Distributor', 'Adéọlá & Sons Trading');
  await choose(page, 'To Hub', 'Wuse Hub');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save & Add Products' })).toBeVisible();
  expect(await countOrders(site)).toBe(before);

  await page.evaluate(() => localStorage.removeItem('disk broken'));
  page.on('dialog', (dialog) => void dialog.accept());
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(notice).toBeHidden();
  await beginReceipt(page, site, async () => undefined);
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect(await countOrders(site)).toBe(before + 1);
});

/** Signed in where nothing may be kept: a line and a whole transfer. */
async function withoutOfflineSaving(page: Page): Promise<void> {
  const notice = page.getByRole('alert').getByText(syncWords.savingOff);
  await expect(notice).toBeVisible();
  const before = await countOrders(site);
  await beginReceipt(page, site, () => page.getByRole('link', { name: 'Receive Shipment' }).first().click());
  await expect(notice).toBeVisible();
  expect(await countOrders(site)).toBe(before + 1);

  // Nothing is kept here: what is to be picked from has been read before the server is gone.
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  site.cutApi(true);
  await typeLine(page, 1, '5');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('5');
  await expect(linesOf(page)).toHaveCount(0);

  site.cutApi(false);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(1, { timeout: 20_000 });
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Saved on this tablet')).toBeHidden();
}
