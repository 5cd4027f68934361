/** What a colleague completed on this tablet without the server: the first screen, the desk and the question say so. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { announced, complete, FROM, firstScreen, linesOf, productsOf, receiptOf } from '../support/receiving.ts';
import { installed, preparedFor, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.afterEach(() => site.cutApi(false));
test.use({ hasTouch: true });

async function prepared(page: Page, user: string): Promise<void> {
  await signIn(page, site, user);
  await page.goto(firstScreen(site));
  await preparedFor(page);
  await installed(page);
}

test('a receipt that a colleague completed without a server does not look open to the next officer of the tablet', {
  tag: ['@SYNC-40', '@SYNC-41', '@TRF-04'],
}, async ({ page }) => {
  const [one] = await productsOf(site, 'distributor', 'barcode_case');
  if (!one) throw new Error('no product');
  const id = await announced(site, [one], [3]);
  await prepared(page, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(1);
  site.cutApi(true);
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible({ timeout: 20_000 });
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign out and keep', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  site.cutApi(false);

  await prepared(page, 'officer2');
  const done = page.getByRole('region', { name: 'Completed by others, not sent yet' }).getByRole('listitem');
  for (const isOffline of [false, true]) {
    site.cutApi(isOffline);
    await page.goto(firstScreen(site));
    await expect(done).toHaveCount(1, { timeout: 20_000 });
    await expect(done).toContainText(FROM);
    await expect(done).toContainText(/Completed by .+, \d\d:\d\d, not sent yet, to Wuse Hub/);
    await expect(done.getByRole('button')).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Expected', exact: true }).locator(`a[href*="${id}"]`),
      'not beside what is open',
    ).toHaveCount(0);
  }
  await accessible(page);
  await done.getByRole('link').click();
  const sentence =
    /completed this at \d\d:\d\d\. \d+ changes? waits? on this tablet until .+ signs in\. If you complete it too, only what is sent first counts\./;
  await expect(page.getByRole('region', { name: 'Lines' }).getByText(sentence)).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await expect(question.getByText(sentence)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  site.cutApi(false);

  // The colleague signs in again, and the receipt is sent as it was counted.
  await signIn(page, site, 'officer1');
  await expect(page.getByRole('status', { name: 'Sync status' })).toContainText('All changes sent', {
    timeout: 30_000,
  });
  expect((await receiptOf(site, id)).tag).toBe('receipt');
});
