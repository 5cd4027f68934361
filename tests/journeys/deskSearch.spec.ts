/** The search of the desk: a slip of the fingers, goods that the distributor does not sell, figures, and what Complete says of a product that is no line. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import {
  begin,
  beginAs,
  beginAtSearch,
  complete,
  FROM,
  lastReceipt,
  linesOf,
  type Product,
  productsOf,
  quantityField,
  search,
  TO,
} from '../support/receiving.ts';
import { noWorker, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use(noWorker);

const list = (page: Page) => page.getByRole('listbox', { name: 'Product' });
const rows = (page: Page) => list(page).getByRole('option');
const beyond = (page: Page) => rows(page).filter({ hasText: 'Search all products' });

/** A name of one of the products with two letters of its longest word changed round. */
async function slipOf(products: readonly Product[]): Promise<{ product: Product; typed: string }> {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  for (const product of products) {
    const word = plain(product.name)
      .split(/[^a-z]+/)
      .sort((a, b) => b.length - a.length)[0];
    if (!word || word.length < 6 || word[2] === word[3]) continue;
    const typed = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
    if (!products.some((one) => plain(one.name).includes(typed))) return { product, typed };
  }
  throw new Error('No name has a long word');
}

test('a word with a slip finds the product; the list says so, and it takes a second Enter', {
  tag: ['@UI-28', '@PO-34'],
}, async ({ page }) => {
  const products = await productsOf(site, 'distributor', 'barcode_case');
  const { product, typed } = await slipOf(products);
  await beginAtSearch(page, site, 'officer1');
  await search(page).fill(typed);
  await expect(rows(page).filter({ hasText: product.name })).toBeVisible();
  await expect(list(page)).toContainText('No exact match. Closest:');
  await expect(list(page)).not.toContainText('does not sell this');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /Press Enter again for the closest one\.$/ })).toHaveCount(1);
  await expect(list(page)).toContainText('Press Enter again for the closest one.');
  await expect(quantityField(page)).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toBeFocused();
  expect(products.map(({ name }) => name)).toContain(await search(page).inputValue());
  // The same slip later is a new question: one Enter takes no product again.
  await page.keyboard.press('Escape');
  await expect(quantityField(page)).not.toBeFocused();
  await search(page).fill(typed);
  await expect(list(page)).toContainText('No exact match. Closest:');
  await page.keyboard.press('Enter');
  await expect(list(page)).toContainText('Press Enter again for the closest one.');
  await expect(quantityField(page)).not.toBeFocused();
});

test('goods that the distributor does not sell are found in the whole catalogue and received; a hub gives what it holds', {
  tag: ['@UI-28', '@PO-34', '@B3.7'],
}, async ({ page }) => {
  const sold = new Set((await productsOf(site, 'distributor', 'barcode_case')).map((one) => one._id));
  const all = (await site.api('admin', 'GET', 'product/read_all')) as (Product & { status: string })[];
  const names = all.map(({ name }) => name);
  const other = all.find(
    ({ _id, status, name, case_count }) =>
      status === 'active' &&
      !sold.has(_id) &&
      case_count > 1 &&
      /^[\w ]+$/.test(name) &&
      names.filter((one) => one.includes(name)).length === 1,
  );
  if (!other) throw new Error('The distributor sells everything');
  await beginAtSearch(page, site, 'officer1');
  await search(page).fill(other.name);
  await expect(beyond(page)).toBeVisible();
  await accessible(page);
  await beyond(page).click();
  await expect(search(page)).toBeFocused();
  const found = rows(page).filter({ hasText: other.name });
  await expect(found).toContainText(`${FROM} does not sell it`);
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await expect(page.getByText(`${FROM} does not sell it`, { exact: true })).toBeVisible();
  await page.keyboard.type('2', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText(other.name);
  await expect(linesOf(page).first()).toContainText('2 cases');
  // What nobody has is said, and nothing is beyond the catalogue.
  await search(page).fill('zzqzzq');
  await expect(list(page)).toContainText('No product in the catalogue');
  await expect(beyond(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect((await lastReceipt(site)).items).toMatchObject([{ product_id: other._id, quantity: 2 * other.case_count }]);

  await begin(page, site, 'shipment/out', ['From Hub', TO], ['To Distributor', FROM]);
  await search(page).fill('zzqzzq');
  await expect(list(page)).toContainText(`0 cases in ${TO}.`);
  await expect(beyond(page)).toHaveCount(0);
});

test('a digit without a product chooses none, whatever Enter follows; an arrow does', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/out', ['From Hub', TO], ['To Distributor', FROM]);
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('1', { delay: 120 });
  await expect(rows(page).first()).toBeVisible();
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a product first.' })).toHaveCount(1);
    await expect(list(page)).toContainText('Choose a product first.');
    await expect(page.getByRole('heading', { level: 2, name: 'Choose a product' })).toBeVisible();
    await expect(linesOf(page)).toHaveCount(0);
  }
  await accessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toBeFocused();
});

test('what was chosen by name and left without a figure goes with one case, and the question of Complete names it', {
  tag: ['@UI-28', '@TRF-12'],
}, async ({ page }) => {
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  await search(page).fill(product.name);
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toHaveValue('1');
  await page.getByRole('button', { name: 'Complete Transfer' }).dispatchEvent('click');
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await expect(question).toContainText(`${product.name} goes with 1 case: nobody typed its figure.`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(linesOf(page)).toHaveCount(1);
});

test('Complete without a line says what is missing of a product that is chosen, and saves what was typed', {
  tag: ['@UI-28', '@TRF-12'],
}, async ({ page }) => {
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  const missing = page.locator('[data-bottom-bar]').getByRole('alert');
  const press = page.getByRole('button', { name: 'Complete Transfer' });
  await search(page).fill(product.name);
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toHaveValue('1');
  await page.keyboard.press('Backspace');
  await expect(quantityField(page)).toHaveValue('');
  await press.dispatchEvent('click');
  await expect(missing).toHaveText(`Type a figure for ${product.name} first.`);
  await page.keyboard.type('3', { delay: 120 });
  await expect(quantityField(page)).toHaveValue('3');
  await press.click();
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await expect(question).toContainText('3 cases');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect((await lastReceipt(site)).items).toMatchObject([
    { product_id: product._id, quantity: 3 * product.case_count },
  ]);
});

test('who leaves a transfer and comes back finds its lines in the order in which they were changed', {
  tag: ['@PO-34', '@UI-28'],
}, async ({ page }) => {
  const [first, second, third] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product, Product];
  await beginAtSearch(page, site, 'officer1');
  for (const product of [first, second, third]) {
    await search(page).fill(product.name);
    await page.keyboard.press('Enter');
    await expect(quantityField(page)).toBeFocused();
    await page.keyboard.type('2', { delay: 120 });
    await page.keyboard.press('Enter');
    await expect(linesOf(page).first()).toContainText(product.name);
  }
  // A change brings the oldest line to the top.
  await linesOf(page).last().getByText(first.name).click();
  await expect(quantityField(page)).toBeFocused();
  await page.keyboard.type('5', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText(first.name);
  const order = await linesOf(page).allInnerTexts();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  await page.getByRole('link', { name: 'Dashboard: Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(linesOf(page)).toHaveCount(3);
  const names = (rows: readonly string[]) =>
    rows.map((row) => [first, second, third].find(({ name }) => row.includes(name))?.name);
  expect(names(await linesOf(page).allInnerTexts())).toEqual(names(order));
});

test('names that are typed blindly never run into one another: after one that finds nothing the next replaces it', {
  tag: ['@UI-28', '@PO-34'],
}, async ({ page }) => {
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  for (const text of ['zzqzzq', '5', product.name, '8']) {
    await page.keyboard.type(text, { delay: 120 });
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
  }
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText(product.name);
  await expect(linesOf(page).first()).toContainText('8 cases');
});

test('the scans of an unknown code, and the figure behind them, are counted as the product that a person names', {
  tag: ['@UI-27', '@UI-28'],
}, async ({ page }) => {
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  const scanner = await plugIn(page);
  await scanner.scan('9780000000019');
  const parked = page.getByText('9780000000019', { exact: true });
  await expect(parked.first()).toBeVisible();
  await page.waitForTimeout(300);
  await page.keyboard.type('7', { delay: 120 });
  await expect(page.getByText('7 cases are kept with the code.')).toBeVisible();
  // Nothing is counted for a product that nobody chose.
  await expect(page.getByRole('button', { name: /^Count 7 cases as / })).toHaveCount(0);
  await search(page).fill(product.name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Count 7 cases as ${product.name}` }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText('7 cases');
  await expect(page.getByText(/not counted$/)).toHaveCount(0);
});
