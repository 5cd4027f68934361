/** A second lot of goods at the desk: it joins nothing unseen, its day is its own, and a text that is no day is never dropped in silence. */
import { expect, type Page, test } from '@playwright/test';
import { beginAs, complete, lastReceipt, linesOf, type Party, pad } from '../support/receiving.ts';
import { choose, noWorker, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use(noWorker);

const GOODS = 'Cadbury Dairy Milk Rum&Raisin';
const GOODS_ID = 'product_6001065601106';
const OTHER = 'Bakers Tennis Biscuits';
const SOURCE: Party = ['From Distributor', 'Golden Gate Foods'];
const row = (page: Page, name = GOODS) => linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
const lotsOfRow = (page: Page) => row(page).getByRole('listitem');
const lot = (page: Page) => page.getByLabel('Lot', { exact: true });
const expires = (page: Page) => page.getByLabel('Expires', { exact: true });
const key = (page: Page, name: string) => pad(page).getByRole('button', { name, exact: true });
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 120 });
const NO_DAY = 'No such day. Type 0327 or 010327.';

/** Types a figure of the goods and Enter, so that the focus is in the lot. */
async function figure(page: Page, cases: string): Promise<void> {
  await choose(page, 'Product', GOODS);
  await type(page, cases);
  await page.keyboard.press('Enter');
  await expect(lot(page)).toBeFocused();
  // The second Enter of an unsteady hand is not taken.
  await page.waitForTimeout(600);
}

/** The goods with a lot and a day. */
async function add(page: Page, cases: string, code: string, day: string): Promise<void> {
  await figure(page, cases);
  await type(page, code);
  await page.keyboard.press('Enter');
  await expect(expires(page)).toBeFocused();
  await type(page, day);
  await page.keyboard.press('Enter');
  await expect(lot(page)).toHaveCount(0);
}

/** The selected text of a field. */
const selected = (page: Page, field: 'Lot' | 'Expires') =>
  page
    .getByLabel(field, { exact: true })
    .evaluate((one: HTMLInputElement) => one.value.slice(one.selectionStart ?? 0, one.selectionEnd ?? 0));

/** The pieces of the lots of the row that break in the middle. */
const broken = (page: Page) =>
  lotsOfRow(page).evaluateAll((rows) =>
    rows.flatMap((one) =>
      [...one.querySelectorAll('span')].filter((piece) => piece.getClientRects().length > 1).map((p) => p.textContent),
    ),
  );

test('more goods of a lot join it after one Enter that shows it, and another lot has its own day', {
  tag: ['@LOT-13', '@LOT-15'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  await add(page, '3', 'rr2401', '1025');
  await expect(row(page)).toContainText('3 cases');

  // The large key says that a field follows, and Enter goes there although the line has a lot.
  await choose(page, 'Product', GOODS);
  await type(page, '2');
  await expect(key(page, 'Add Product: Next')).toBeVisible();
  // The lot of the line is offered and not said yet.
  await expect(lot(page)).toHaveValue('');
  await expect(page.getByText('Lot RR2401 again, or another? Press Next.')).toBeVisible();
  // A held Enter goes there and no further.
  await page.keyboard.down('Enter');
  await expect(lot(page)).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(lot(page)).toBeFocused();
  await expect(row(page)).toContainText('3 cases');
  expect(await selected(page, 'Lot')).toBe('RR2401');
  await expect(page.getByText('Expired 31 October 2025. Same lot, or type another.')).toBeVisible();
  // The whole day is seen.
  await expect(expires(page)).toHaveValue('31 Oct 2025');
  expect(await expires(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await page.waitForTimeout(600);
  await expect(key(page, 'Add Product')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('5 cases');
  await expect(row(page)).toContainText('Lot RR2401 · expired 31 Oct 2025');

  // Another lot takes nothing of the first one.
  await figure(page, '8');
  await type(page, 'rr2702');
  await expect(expires(page)).toHaveValue('');
  await expect(key(page, 'Add Product: Next')).toBeVisible();
  await page.keyboard.press('Enter');
  await type(page, '0227');
  await expect(page.getByText('Expires February 2027')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('13 cases');
  await expect(lotsOfRow(page)).toHaveText([
    'RR2401 · expired 31 Oct 2025: 5 cases',
    'RR2702 · expires 28 Feb 2027: 8 cases',
  ]);
  expect(await broken(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await broken(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await complete(page);
  await expect(page.getByText('Transfer successful.').first()).toBeVisible();
  expect((await lastReceipt(site)).items.find((item) => item.product_id === GOODS_ID)).toMatchObject({
    lots: '[["RR2401","2025-10-31",120],["RR2702","2027-02-28",192]]',
  });
  // The result names the lots, and the one that is past its day.
  const moved = page.getByRole('region', { name: 'What moved' });
  await expect(moved).toContainText('RR2702 · expires 28 Feb 2027: 8 cases');
  await expect(moved).toContainText(/Lot RR2401 expired \d+ days ago\./);
});

test('the day of an opened line is selected, and a new lot leaves it empty until the old name returns', {
  tag: ['@LOT-13'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  await add(page, '3', 'a1', '1027');
  await row(page).click();
  await expect(expires(page)).toHaveValue('31 Oct 2027');
  await expires(page).click();
  await expect(expires(page)).toHaveValue('311027');
  expect(await selected(page, 'Expires')).toBe('311027');
  await lot(page).click();
  expect(await selected(page, 'Lot')).toBe('A1');
  await type(page, 'b1');
  await expect(expires(page)).toHaveValue('');
  await lot(page).fill('a1');
  await expect(expires(page)).toHaveValue('31 Oct 2027');
  await lot(page).fill('b2');
  await page.keyboard.press('Enter');
  await expect(expires(page)).toBeFocused();
  await type(page, '0227');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('Lot B2 · expires 28 Feb 2027');
  await expect(row(page)).toContainText('3 cases');
});

test('a text that is no day stops Enter and Complete, and what another product saves is named until the day is there', {
  tag: ['@LOT-13'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  await figure(page, '3');
  await type(page, 'rr2702');
  await page.keyboard.press('Enter');
  await expect(expires(page)).toBeFocused();
  await type(page, '9999');
  const question = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await expect(page.getByText(NO_DAY)).toBeVisible();
  await expect(expires(page)).toBeFocused();
  await expect(question).toHaveCount(0);
  await expect(row(page)).toHaveCount(0);
  // Neither the text nor its sentence is lost by a reload.
  await page.reload();
  await expect(expires(page)).toHaveValue('9999');
  await expect(page.getByText(NO_DAY)).toBeVisible();
  // Enter in the figure does not drop it either.
  await page.getByLabel('Quantity', { exact: true }).click();
  await page.keyboard.press('Enter');
  await expect(expires(page)).toBeFocused();
  expect(await selected(page, 'Expires')).toBe('9999');
  await expect(row(page)).toHaveCount(0);

  // Another product waits for nothing: the goods are saved, and the line says what its day was.
  await choose(page, 'Product', OTHER);
  const words = 'Lot RR2702 has no day: 9999 is no day.';
  await expect(row(page)).toContainText('3 cases');
  await expect(row(page)).toContainText(words);
  await type(page, '2');
  await page.keyboard.press('Enter');
  await expect(row(page, OTHER)).toContainText('2 cases');
  await page.reload();
  await expect(row(page)).toContainText(words);
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await expect(question).toContainText(words);
  await question.getByRole('button', { name: `Change ${GOODS}` }).click();
  await expect(lot(page)).toHaveValue('RR2702');
  await expires(page).click();
  await type(page, '0227');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('Lot RR2702 · expires 28 Feb 2027');
  await expect(row(page)).not.toContainText(words);
});

test('a case that a slow scanner reads while the lot has the focus is counted, and never becomes the name of a lot', {
  tag: ['@LOT-13', '@UI-27'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  await figure(page, '3');
  const [other] = (
    (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
      parent_type: 'distributor',
      parent: 'dist_goldengate',
    })) as { products: { product: { _id: string; name: string; barcode_case: string | null } }[] }
  ).products.filter(({ product }) => product.barcode_case && product._id !== GOODS_ID);
  const scanner = await plugIn(page);
  const code = other?.product.barcode_case ?? '';
  // A person began to type the lot, and the scanner pauses longer than a person types.
  await type(page, 'b');
  await page.waitForTimeout(300);
  await scanner.stutter(
    code,
    [...code].map((_digit, at) => (at % 2 === 0 ? 150 : 90)),
  );
  await expect(linesOf(page)).toHaveCount(2);
  await expect(linesOf(page).filter({ hasText: other?.product.name ?? '' })).toContainText('1 case');
  const own = linesOf(page).filter({ hasText: GOODS });
  await expect(own).toContainText('3 cases');
  await expect(own).not.toContainText(code.slice(2));
});
