/** After an act at a desk there is one sign of it, and a way back where there is one. */
import { expect, type Page, test } from '@playwright/test';
import { newRetailer } from '../support/demoRecords.ts';
import { lineIdle } from '../support/settled.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();
const PRODUCT = 'product_6033000085214';

const messages = (page: Page) => page.locator('[data-messages] [data-tone]');

interface HubPrice {
  _id: string;
  price: string;
  version: number;
  seller_id: string;
}
const storedPrices = async () =>
  (await site.api('admin', 'POST', 'seller_product/read_by_product', { product_id: PRODUCT })) as HubPrice[];

/** Saves a price that is a little higher than the stored one. Returns it as the server has it. */
async function saveFirstPrice(page: Page): Promise<string> {
  const cell = page.getByRole('table', { name: 'Prices by hub' }).getByRole('textbox').first();
  const typed = Number((await cell.inputValue()).replaceAll(',', '')) + 7;
  await cell.fill(String(typed));
  await page.getByRole('button', { name: 'Save 1 price', exact: true }).click();
  await expect(messages(page).filter({ hasText: '1 price saved.' })).toBeVisible();
  return typed.toFixed(2);
}

test('a saved price can be taken back, but not over the price of a colleague', { tag: ['@PROD-28'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/products/${PRODUCT}/update?tab=overview`);
  const before = await storedPrices();
  const first = await saveFirstPrice(page);
  const changed = (await storedPrices()).find(
    (one) => one.price === first && before.some(({ _id, price }) => _id === one._id && price !== first),
  );
  expect(changed).toBeDefined();
  const colleague = String(Math.round(Number(first)) + 50);
  const stored = async () => (await storedPrices()).find((one) => one._id === changed?._id)?.price;

  // Refused first: somebody else changed the price meanwhile.
  await site.api('staff', 'POST', 'seller_product/update', { _id: changed?._id ?? '', price: colleague });
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expect(messages(page).filter({ hasText: /was changed by/ })).toBeVisible();
  expect(await stored()).toBe(`${colleague}.00`);

  await page.reload();
  await saveFirstPrice(page);
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expect(messages(page).filter({ hasText: 'The price is as before.' })).toBeVisible();
  expect(await stored()).toBe(`${colleague}.00`);
});

test('an export says which file it wrote and how many rows', { tag: ['@B14.5'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await page.goto(`${site.url}/managers`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export to Excel' }).click(),
  ]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messages(page)).toHaveCount(1);
  await expect(messages(page)).toContainText(new RegExp(`^\\d+ rows in ${file.suggestedFilename()}`));
});

test('a cart that is begun takes the keyboard to the search of products, and then to its first act', {
  tag: ['@B5.0'],
}, async ({ page }) => {
  const id = await newRetailer(site, '08031239871');
  await openAs(page, site, 'admin', `${site.url}/buyers/${id}/cart`);
  await lineIdle(page);
  await page.getByRole('button', { name: 'Start cart' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeFocused();
});
