/** Goods whose lot nobody named join no lot: a scan without a lot, goods that another product settled, and the way from the question to the lot. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { beginAs, linesOf, type Party, pad } from '../support/receiving.ts';
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
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 120 });
const codeOf = async () =>
  ((await site.api('admin', 'GET', 'product/read_all')) as { _id: string; barcode_case: string | null }[]).find(
    ({ _id }) => _id === GOODS_ID,
  )?.barcode_case ?? '';

/** 3 cases of the goods in lot A12. */
async function threeOfA12(page: Page): Promise<void> {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  await choose(page, 'Product', GOODS);
  await type(page, '3');
  await page.keyboard.press('Enter');
  await expect(lot(page)).toBeFocused();
  await page.waitForTimeout(600);
  await type(page, 'a12');
  await page.keyboard.press('Enter');
  await expect(expires(page)).toBeFocused();
  await type(page, '0327');
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('Lot A12 · expires 31 Mar 2027');
}

test('a code without a lot adds to no lot of the line, and Enter says that it is the same one', {
  tag: ['@LOT-13'],
}, async ({ page }) => {
  await threeOfA12(page);
  const scanner = await plugIn(page);
  const code = await codeOf();
  await scanner.scan(code);
  await expect(row(page)).toContainText('4 cases');
  const apart = ['A12 · expires 31 Mar 2027: 3 cases', 'no lot: 1 case'];
  await expect(lotsOfRow(page)).toHaveText(apart);
  await expect(lot(page)).toHaveValue('');
  await expect(page.getByText('Lot A12 again, or another? Press Next.')).toBeVisible();
  // The next scan waits for nothing.
  await scanner.scan(code);
  await expect(lotsOfRow(page)).toHaveText([apart[0] ?? '', 'no lot: 2 cases']);
  // A figure behind a scan goes to the lot once more, and Enter there means the same one.
  await type(page, '2');
  await page.keyboard.press('Enter');
  await expect(lot(page)).toBeFocused();
  await expect(lot(page)).toHaveValue('A12');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('6 cases');
  await expect(lotsOfRow(page)).toHaveText(['A12 · expires 31 Mar 2027: 5 cases', 'no lot: 1 case']);
  // A lot in the code is the lot of the figure behind it, and is asked nowhere.
  await scanner.scan('(01)06001065601106(17)270630(10)B7(37)24');
  await expect(row(page)).toContainText('7 cases');
  await type(page, '4');
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('10 cases');
  await expect(lotsOfRow(page)).toHaveText([
    'A12 · expires 31 Mar 2027: 5 cases',
    'B7 · expires 30 Jun 2027: 4 cases',
    'no lot: 1 case',
  ]);
});

test('goods that another product saves are of no lot, and the question leads to the field of their lot', {
  tag: ['@LOT-13', '@TRF-12'],
}, async ({ page }) => {
  await threeOfA12(page);
  await choose(page, 'Product', GOODS);
  await type(page, '2');
  await choose(page, 'Product', OTHER);
  await expect(row(page)).toContainText('5 cases');
  await expect(lotsOfRow(page)).toHaveText(['A12 · expires 31 Mar 2027: 3 cases', 'no lot: 2 cases']);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  const ask = () => page.getByRole('button', { name: 'Complete Transfer' }).click();
  await ask();
  await expect(question).toContainText('2 cases without a lot');
  await accessible(page);
  // The line names a lot already: its dialog has a row for the rest.
  await question.getByRole('button', { name: `Add lot: ${GOODS}` }).click();
  const dialog = page.getByRole('dialog', { name: GOODS });
  await expect(dialog.getByLabel('Lot 2', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('Units of lot 2')).toHaveValue('48');
  await type(page, 'b7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(lotsOfRow(page)).toHaveText(['B7: 2 cases', 'A12 · expires 31 Mar 2027: 3 cases']);
  await ask();
  await expect(question).not.toContainText('without a lot');
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('a line without any lot opens at its lot, also on a phone', { tag: ['@LOT-13', '@TRF-12'] }, async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
    await choose(page, 'Product', GOODS);
    await type(page, '3');
    await page.getByRole('button', { name: 'No lot', exact: true }).click();
    await expect(row(page)).toContainText('no lot');
    await page.getByRole('button', { name: 'Complete Transfer' }).click();
    const question = page.getByRole('dialog', { name: 'Complete Transfer' });
    await question.getByRole('button', { name: `Add lot: ${GOODS}` }).click();
    await expect(lot(page)).toBeFocused();
    await expect(pad(page)).toBeVisible();
    await type(page, 'c3');
    await page.keyboard.press('Enter');
    await expect(expires(page)).toBeFocused();
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await expect(row(page)).toContainText('Lot C3');
    await expect(row(page)).toContainText('3 cases');
    await page.goto(`${site.url}/`);
  }
});
