/** What a stranger at a desk wanted: an act where the row is, the price under the fingers, no act that needs the server without one, one message for one failed save. */
import { expect, type Page, test } from '@playwright/test';
import { openRowMenu } from '../support/rowMenu.ts';
import { lineIdle } from '../support/settled.ts';
import { openAs, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by the answers that this file puts in their place.
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
const site = siteOfFile();

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everywhere' });

test('a starter password is made from the row of a person, by who may make one', { tag: ['@B10.6'] }, async ({
  page,
}) => {
  for (const [list, address] of [
    ['/managers', /\/managers\/.+\/update\?act=password$/],
    ['/sales-officers', /\/sales-officers\/.+\/update\?act=password$/],
  ] as const) {
    await openAs(page, site, 'admin', `${site.url}${list}`);
    await openRowMenu(page.locator('tbody tr').last());
    await page.getByRole('link', { name: 'Create starter password' }).click();
    await expect(page).toHaveURL(address);
    const dialog = page.getByRole('dialog', { name: 'Starter password' });
    await expect(dialog).toContainText('Their password stops working and they are signed out everywhere.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('"price of milo sachet" selects the first price, "price milo wuse" the one of that hub, and nothing moves', {
  tag: ['@PROD-28'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await lineIdle(page);
  // The movements come last, so that the place of the prices before and after them can be compared.
  let answer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/warehouse_log\/read_by_product/, async (route) => {
    await late;
    await route.continue();
  });
  const prices = page.getByRole('table', { name: 'Prices by hub' });
  const cells = prices.getByRole('textbox');
  await page.keyboard.press('Control+k');
  await box(page).fill('price of milo sachet');
  await expect(page.getByRole('option', { name: /^Change price of Milo Sachet/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\/.+\/update\?tab=overview$/);
  await expect(cells.first()).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^\d+,\d+$/);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  const before = await prices.boundingBox();
  answer();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(
    page
      .getByRole('figure')
      .or(page.getByRole('img', { name: /^The stock of/ }))
      .first(),
  ).toBeVisible();
  const after = await prices.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 9))).toBeLessThanOrEqual(1);
  await expect(cells.first()).toBeFocused();
  await page.keyboard.type('12500');
  await expect(cells.first()).toHaveValue('12500');
  await page.keyboard.press('Escape');

  // On the same page again, and at a hub.
  await page.keyboard.press('Control+k');
  await box(page).fill('price milo sachet sabon gari');
  const at = page.getByRole('option', { name: /^Price of Milo Sachet at Sabon Gari/ });
  await expect(at).toBeVisible();
  await at.click();
  await expect(prices.getByRole('textbox', { name: 'Price at Sabon Gari Hub' })).toBeFocused();
});

test('without the server the bar offers no act that needs it, and says what it searches', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await lineIdle(page);
  await site.cutApi(true);
  await page.keyboard.press('Control+k');
  await box(page).fill('zzzz nothing');
  const nothing = page.getByRole('status').filter({ hasText: 'No match for “zzzz nothing”.' });
  await expect(nothing).toContainText('What is not stored on this device is found when the server answers.');
  await expect(page.getByText('Offline: only what this device has stored is searched.')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  for (const act of ['create a product', 'reset password', 'send a notification']) {
    await box(page).fill(act);
    await expect(page.getByRole('option', { name: new RegExp(`^${act}`, 'i') })).toHaveCount(0);
  }
  // What works without the server stays.
  await box(page).fill('receive from');
  await expect(page.getByRole('option', { name: /^Receive from/ }).first()).toBeVisible();
  site.cutApi(false);
});

test('a save that got status 500 is told once, at its form, while the reads beside it succeed', {
  tag: ['@K26', '@K30', '@SHELL-33'],
}, async ({ page }) => {
  const [manager] = (await site.api('admin', 'GET', 'manager/read_all', { search: 'zainab' })) as { _id: string }[];
  await openAs(page, site, 'admin', `${site.url}/managers/${manager?._id}/update`);
  await lineIdle(page);
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, body: 'Internal Server Error' }),
  );
  await page.getByLabel('Name', { exact: true }).fill('Zainab Bello Two');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const failure = page.getByText('The server failed. Check whether it was saved before you try again.');
  await expect(failure).toBeVisible();
  await lineIdle(page);
  await expect(failure).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveCount(0);
  await expect(page.locator('[data-messages] [data-tone]')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  // The reads go on, and what is typed stays.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Zainab Bello Two');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Manager successfully updated.')).toBeVisible();
  await expect(failure).toHaveCount(0);
});
