/** Digits that are a code are no figure, however slowly they come, and a figure that cannot be stays where it was typed. */
import { expect, type Page, test } from '@playwright/test';
import { showNumber } from '#domain/number.ts';
import {
  announced,
  beginAtSearch,
  digits,
  linesOf,
  type Product,
  pad,
  productsOf,
  quantityField,
  scans,
  search,
} from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

test.use({ ...noWorker, hasTouch: true });
const site = siteOfFile();
const codes = (page: Page) => page.getByRole('region', { name: 'Unknown codes' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const add = (page: Page) => pad(page).getByRole('button', { name: /^Add Product/ });
const alert = (page: Page) => page.locator('[data-keys]').getByRole('alert');
const rowOf = (page: Page, name: string) => linesOf(page).filter({ hasText: name }).first();
/** Nothing has the focus. */
const leaveAll = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

test('after an unknown code, a slow code is a code and never a number of cases; an unreasonable figure is questioned', {
  tag: ['@SYNC-13', '@UI-28'],
}, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan('6001112223330');
  await expect(title(page, '6001112223330 is unknown')).toBeVisible();
  let waiting = 1;
  for (const [code, gap] of [
    ['6002221110001', 60],
    ['6002221110002', 80],
    ['6002221110003', 130],
    // Leading zeros belong to a code.
    ['0002221110004', 160],
  ] as const) {
    await page.waitForTimeout(300);
    await wedge.scan(code, gap);
    await expect(title(page, `${code} is unknown`), `${gap} ms a key`).toBeVisible();
    await expect(page.getByText('kept with the code')).toHaveCount(0);
    waiting += 1;
    await expect(codes(page).getByRole('button', { name: `${waiting} unknown codes, not counted` })).toBeVisible();
  }
  await codes(page)
    .getByRole('button', { name: `${waiting} unknown codes, not counted` })
    .tap();
  await expect(codes(page).getByText('scanned once')).toHaveCount(waiting);
  await expect(codes(page)).not.toContainText('cases');

  // A figure is kept, and questioned where it is beyond reason.
  await page.waitForTimeout(300);
  await digits(page, '12');
  await expect(page.getByText('12 cases are kept with the code.')).toBeVisible();
  await expect(page.getByText('is that right?')).toHaveCount(0);
  await digits(page, '345');
  await expect(page.getByText('12,345 cases: is that right?').first()).toBeVisible();
  await expect(codes(page)).toContainText('12,345 cases: is that right?');
  // More than a line can have is no figure.
  await digits(page, '678');
  await expect(page.getByText('Quantity must be between 1 - 1000000. You typed 12345678.')).toBeVisible();
  await expect(codes(page)).not.toContainText('cases');
  // The large key is no Enter of a scanner.
  await expect(add(page)).toBeDisabled();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Backspace');
  await expect(page.getByText('12 cases are kept with the code.')).toBeVisible();
  // A sign is not dropped.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('-5', { delay: 150 });
  await expect(page.getByText('Quantity must be between 1 - 1000000. You typed -5.')).toBeVisible();
  await expect(codes(page)).not.toContainText('cases');
});

test('a code with pauses is read completely if nothing has the focus and no product is chosen, whatever its speed', {
  tag: ['@SYNC-13'],
}, async ({ page }) => {
  const [one] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', one.name);
  await page.keyboard.type('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(1);
  const wedge = await plugIn(page);
  // No check digit says that these are whole.
  for (const [code, pause, gap] of [
    ['6001234567890', 120, 12],
    ['6001234567891', 450, 12],
    ['6001234567892', 120, 60],
    ['6001234567893', 700, 40],
  ] as const) {
    await leaveAll(page);
    // The scanner of this test takes less time than its keys say, and two taps at one place within half a second are one.
    await page.waitForTimeout(500);
    await wedge.paused(code, 7, pause, gap);
    await expect(scans(page), `a pause of ${pause} ms, ${gap} ms a key`).toContainText(
      `${code} is unknown, not counted`,
    );
    await codes(page)
      .getByRole('button', { name: `Remove ${code}` })
      .tap();
    await expect(codes(page)).toHaveCount(0);
    await expect(search(page)).toHaveValue('');
  }
  await expect(rowOf(page, one.name)).toContainText('3 cases');
});

test('a slow code that joins the figure before it leaves that figure its product', { tag: ['@SYNC-13'] }, async ({
  page,
}) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', one.name);
  await page.keyboard.type(`7${two.barcode_case}`, { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(rowOf(page, two.name)).toContainText('1 case');
  await expect(rowOf(page, one.name)).toContainText('7 cases');
  await expect(linesOf(page)).toHaveCount(2);
});

test('a figure keeps its product if a code with a pause follows it, or a code as fast as its last digit', {
  tag: ['@SYNC-13'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await choose(page, 'Product', one.name);
  await digits(page, '9');
  // The first digits of the code come as slowly as a person types.
  await wedge.torn(two.barcode_case, 2);
  await expect(rowOf(page, two.name)).toContainText('1 case');
  await expect(rowOf(page, one.name)).toContainText('9 cases');
  await expect(codes(page)).toHaveCount(0);
  // The scanner is triggered while the figure is typed.
  await choose(page, 'Product', one.name);
  await page.waitForTimeout(300);
  await wedge.scan(`7${two.barcode_case}`);
  await expect(rowOf(page, two.name)).toContainText('2 cases');
  await expect(rowOf(page, one.name)).toContainText('16 cases');
  await expect(codes(page)).toHaveCount(0);
  await expect(linesOf(page)).toHaveCount(2);
});

test('one Enter adds a figure with decimals, and a comma is answered with the point', {
  tag: ['@UI-13', '@UI-15'],
}, async ({ page }) => {
  const [one] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  const half = one.case_count / 2;
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', one.name);
  await page.keyboard.type('2,5', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(alert(page)).toHaveText('Quantity must be a whole number of units. You typed 2,5. Write 2.5.');
  await expect(linesOf(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2.5', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(rowOf(page, one.name)).toContainText(`2 cases ${half} units`);
  // Arithmetic shows its result first.
  await choose(page, 'Product', one.name);
  await page.keyboard.type('2*3', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toHaveValue('6');
  await expect(rowOf(page, one.name)).toContainText(`2 cases ${half} units`);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, one.name)).toContainText(`8 cases ${half} units`);
});

test('an invalid figure is red where it was typed, at once and with its limit; no doubt is shown, and Add does not change it', {
  tag: ['@UI-14', '@UI-28'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  const limit = Math.floor(1_000_000 / one.case_count);
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', one.name);
  await digits(page, '9999');
  await expect(page.getByText('9,999 cases: is that right?')).toBeVisible();
  const stood = await quantityField(page).boundingBox();
  await digits(page, '99');
  // Before the pause of a sum is over.
  const refusal = `Quantity must be between 1 - ${showNumber(limit)} cases. You typed 999999.`;
  await expect(alert(page)).toHaveText(refusal, { timeout: 1_000 });
  await expect(page.getByText('is that right?')).toHaveCount(0);
  expect(await quantityField(page).boundingBox()).toEqual(stood);
  await page.waitForTimeout(2_000);
  await expect(quantityField(page)).toHaveValue('999999');
  await expect(page.locator('[data-keys]')).not.toContainText(/\d,\d+ units/);
  await page.keyboard.press('Enter');
  await add(page).tap({ force: true });
  await expect(quantityField(page)).toHaveValue('999999');
  await expect(quantityField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(linesOf(page)).toHaveCount(0);
  // The next digit is another figure.
  await digits(page, '4');
  await expect(quantityField(page)).toHaveValue('4');
  await expect(alert(page)).toHaveCount(0);
  await add(page).tap();
  await expect(rowOf(page, one.name)).toContainText('4 cases');

  // What cannot be is not taken with the next product, and that is said.
  await choose(page, 'Product', one.name);
  await digits(page, '999999');
  const wedge = await plugIn(page);
  await wedge.scan(two.barcode_case);
  await expect(rowOf(page, two.name)).toContainText('1 case');
  await expect(rowOf(page, one.name)).toContainText('4 cases');
  await expect(page.getByText(`${one.name}: ${refusal}`)).toBeVisible();

  // A sign is not dropped.
  await choose(page, 'Product', one.name);
  await page.keyboard.type('-5', { delay: 120 });
  await expect(quantityField(page)).toHaveValue('-5');
  await expect(alert(page)).toContainText('You typed -5.');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, one.name)).toContainText('4 cases');
  await page.keyboard.press('Escape');

  // In a count the large key says nothing of what was expected beside such a figure.
  const id = await announced(site, [one, two], [3, 3]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(title(page, one.name)).toBeVisible();
  await expect(add(page)).toHaveAccessibleName(/All there|As expected/);
  await digits(page, '999999');
  await expect(alert(page)).toContainText('You typed 999999.');
  await expect(add(page)).toHaveAccessibleName('Add Product: Next');
  await expect(add(page)).toBeDisabled();
  await linesOf(page).filter({ hasText: two.name }).tap();
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('0 of 2 products counted');
});
