/** The wizard on the floor: scans, counts against the delivery note, the four kinds, and paper that does not claim too much. */
import { chromium, expect, type Page, test } from '@playwright/test';
import { showNaira } from '#domain/money.ts';
import { accessible } from '../support/axe.ts';
import { WHOLE_CHROMIUM } from '../support/chromium.ts';
import { readPdf } from '../support/pdf.ts';
import {
  announced,
  begin,
  beginAs,
  complete,
  FROM,
  HUB,
  idOf,
  lastReceipt,
  type Product,
  productsOf,
  receiptOf,
  scans,
  TO,
} from '../support/receiving.ts';
import { choose, installed, noWorker, openAs, preparedFor, signIn, siteOfFile } from '../support/site.ts';
import { plugIn, type WedgeScanner } from '../support/wedge.ts';

const site = siteOfFile();
// Whole deliveries, looked at in both themes: a slow machine gets the time for them.
test.describe.configure({ timeout: 300_000 });

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr').filter({ hasText: name });
/** How many tones of each kind were started: what an officer hears. */
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Record<string, number> }).heard);
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { good: 0, bad: 0 };
    Object.assign(globalThis, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      if (this.frequency.value === 880) heard.good += 1;
      if (this.frequency.value === 196) heard.bad += 1;
      start.call(this, when);
    };
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function add(page: Page, product: string, quantity: string): Promise<void> {
  await choose(page, 'Product', product);
  await page.getByLabel('Quantity', { exact: true }).fill(quantity);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(rowOf(page, product)).toBeVisible();
}

test('a scanner offline: unknown codes are refused and parked, units and cases counted, none of 20 in 2 s is lost', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [milk, other, third] = (await productsOf(site, 'distributor', 'barcode_unit')) as [Product, Product, Product];
  await listen(page);
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  await installed(page);
  await site.stopServer();
  await begin(page, site, 'shipment/in', ['From Distributor', FROM], ['To Hub', TO]);
  const wedge: WedgeScanner = await plugIn(page);

  // Unknown: a low tone, a line that waits, and the scanner goes on.
  await wedge.scan('9780000000002');
  await expect(page.getByRole('region', { name: 'Unknown codes' }).getByRole('alert')).toHaveText(
    'Unknown code 9780000000002, not counted.',
  );
  await expect(page.getByText('1 unknown code, not counted')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await accessible(page);
  await expect.poll(() => heard(page)).toEqual({ good: 0, bad: 1 });
  // Somebody who types is no scanner.
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await wedge.scan(other.barcode_unit.slice(0, 7), 120);
  await expect(rowOf(page, other.name)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // A case adds its units, a unit adds one.
  await wedge.scan(milk.barcode_case);
  await expect(rowOf(page, milk.name)).toContainText('1 case');
  await wedge.scan(milk.barcode_unit);
  await expect(rowOf(page, milk.name)).toContainText('1 case 1 unit');
  await expect(scans(page)).toContainText('3 scans');
  // An open window refuses a scan, which would be booked behind it.
  await page.getByRole('button', { name: `Edit ${milk.name}`, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await wedge.scan(milk.barcode_unit);
  await expect(page.getByText('Not counted: answer the open question first.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => heard(page)).toEqual({ good: 2, bad: 2 });

  // A scan while a figure is half typed: the figure counts first, the code goes to the list and into no field.
  const quantity = page.getByLabel('Quantity', { exact: true });
  await choose(page, 'Product', other.name);
  await quantity.fill('2');
  await wedge.scan(milk.barcode_unit);
  await expect(rowOf(page, milk.name)).toContainText('1 case 2 units');
  await expect(rowOf(page, other.name)).toContainText('2 cases');
  // The unit that the scan added, over what the line had before it.
  await expect(quantity).toHaveValue('1');
  await expect(page.getByText('1 case 1 unit before, now 1 case 2 units')).toBeVisible();
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await wedge.scan(milk.barcode_unit);
  await expect(rowOf(page, milk.name)).toContainText('1 case 3 units');
  await expect(page.getByRole('combobox', { name: 'Product', exact: true })).toHaveValue(milk.name);
  await expect(page.getByRole('listbox', { name: 'Product' })).toBeHidden();

  // Twenty in two seconds.
  await wedge.burst(
    Array.from({ length: 20 }, () => third.barcode_unit),
    90,
  );
  await expect(scans(page)).toContainText('25 scans', { timeout: 30_000 });
  const held = Math.floor(20 / third.case_count);
  const rest = 20 % third.case_count;
  const text = [held > 0 && `${held} case${held === 1 ? '' : 's'}`, rest > 0 && `${rest} unit${rest === 1 ? '' : 's'}`];
  await expect(rowOf(page, third.name)).toContainText(text.filter(Boolean).join(' '));
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('4 changes waiting to send');
  await expect.poll(() => heard(page)).toEqual({ good: 24, bad: 2 });

  // A cold start keeps lines, count and the parked code; without a connection nobody can teach it.
  await page.reload();
  await expect(rowOf(page, third.name)).toContainText(text.filter(Boolean).join(' '));
  await expect(scans(page)).toContainText('25 scans');
  await expect(page.getByText('1 unknown code, not counted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link to product' })).toBeDisabled();
  await wedge.scan('9780000000002');
  await expect(page.getByText('scanned 2 times')).toBeVisible();

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 20_000 });
  const sent = await lastReceipt(site);
  expect(sent.items.map((item) => [item.product_id, item.quantity]).sort()).toEqual(
    [
      [milk._id, milk.case_count + 3],
      [other._id, 2 * other.case_count],
      [third._id, 20],
    ].sort(),
  );

  // Taught: first to a product whose code another one got meanwhile, then to the right one; its two scans count.
  await site.api('admin', 'POST', 'product/update', { _id: other._id, barcode_case: '9780000000002' });
  await page.getByRole('button', { name: 'Link to product' }).click();
  const teach = page.getByRole('dialog', { name: 'Link 9780000000002 to a product' });
  await choose(page, 'Product of this code', third.name);
  await teach.getByLabel('This code is on').selectOption('case');
  await teach.getByRole('button', { name: 'Link', exact: true }).click();
  await accessible(page);
  await expect(teach.getByRole('alert')).toHaveText(`Case barcode 9780000000002 belongs to ${other.name}.`);
  await site.api('admin', 'POST', 'product/update', { _id: other._id, barcode_case: other.barcode_case });
  await teach.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`9780000000002 is now the case code of ${third.name}.`)).toBeVisible();
  await expect(page.getByText(`Now known as ${third.name}`)).toBeVisible();
  // The button that linked it is gone: the next act has the focus.
  await expect(page.getByRole('button', { name: 'Count 2 cases' })).toBeFocused();
  await page.getByRole('button', { name: 'Count 2 cases' }).click();
  await expect(page.getByText('unknown code')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  await expect
    .poll(async () => (await receiptOf(site, sent._id)).items.find((item) => item.product_id === third._id)?.quantity)
    .toBe(20 + 2 * third.case_count);
  await site.api('admin', 'POST', 'product/update', { _id: third._id, barcode_case: third.barcode_case });
});

test.describe(() => {
  test.use(noWorker);
  test('a delivery note is counted: scans, a typed sum, accept all, discrepancies with reasons and value', {
    tag: ['@each-change', '@smoke', '@UI-13', '@UI-28', '@B3.5', '@B3.8'],
  }, async ({ page }) => {
    const [short, over, right, surprise] = (await productsOf(site, 'distributor', 'barcode_unit')) as [
      Product,
      Product,
      Product,
      Product,
    ];
    const id = await announced(site, [short, over, right], [2, 2, 2]);
    await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
    await expect(page.getByRole('status', { name: 'Count' })).toHaveText('0 of 3 products counted');
    await expect(scans(page)).toContainText('Scan a product');
    await expect(rowOf(page, short.name)).toContainText('Not counted');
    const wedge = await plugIn(page);
    await wedge.scan(short.barcode_case);
    await expect(rowOf(page, short.name)).toContainText('1 case short');
    await wedge.scan(surprise.barcode_case);
    await expect(rowOf(page, surprise.name)).toContainText('Not expected');

    await accessible(page);

    // By keyboard: arrows to the row, Enter opens, Esc closes, a sum is worked out, Enter saves.
    const rows = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
    const place = (await rows.allTextContents()).findIndex((text) => text.includes(over.name));
    await rows.first().focus();
    for (let step = 1; step <= place; step += 1) {
      await page.keyboard.press('ArrowDown');
      await expect(rows.nth(step)).toBeFocused();
    }
    await expect(rowOf(page, over.name)).toBeFocused();
    await page.keyboard.press('Enter');
    const came = page.getByLabel('Quantity', { exact: true });
    await expect(came).toBeFocused();
    await accessible(page);
    await page.getByRole('group', { name: 'Count quantity in' }).getByRole('button', { name: 'Units' }).click();
    await came.fill(`${over.case_count}*2+4`);
    await came.press('Enter');
    await expect(came).toHaveValue(String(2 * over.case_count + 4));
    await came.press('Enter');
    await expect(rowOf(page, over.name)).toContainText('4 units over');
    // The price and the expected quantity are behind the row's own button.
    const edit = page.getByRole('button', { name: `Edit ${over.name}`, exact: true });
    await edit.click();
    const dialog = page.getByRole('dialog', { name: over.name });
    await expect(dialog.getByLabel('Quantity accepted', { exact: true })).toBeFocused();
    await accessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();

    // Nobody counted the rest: said before it is final, then accepted as expected; what was counted stays.
    await expect(page.getByRole('status', { name: 'Count' })).toHaveText('3 of 4 products counted');
    await page.getByRole('button', { name: 'Complete Transfer' }).click();
    await expect(page.getByRole('dialog')).toContainText('1 product was not counted. It moves as expected.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Accept all as expected' }).click();
    await expect(page.getByRole('status', { name: 'Count' })).toHaveText('4 of 4 products counted');
    await expect(rowOf(page, short.name)).toContainText('1 case short');
    await page.getByRole('button', { name: 'Complete Transfer' }).click();
    const summary = page.getByRole('region', { name: 'Discrepancies' });
    // Each difference is said once: how much, its value, and under it the product with its reason.
    await expect(summary.getByText('1 case short', { exact: true })).toBeVisible();
    await expect(summary.getByText('4 units over', { exact: true })).toBeVisible();
    await expect(summary.getByText('1 case not expected', { exact: true })).toBeVisible();
    await expect(summary.locator('span').filter({ hasText: /short/i })).toHaveCount(1);
    await expect(summary.getByLabel(`Reason for ${short.name}`).locator('option:checked')).toHaveText('Short');
    const question = page.getByRole('dialog', { name: 'Complete Transfer' });
    await expect(question).toHaveAccessibleDescription(
      'This action cannot be reversed. Are you sure you want to continue?',
    );
    // What moves stands above the documents' sentence.
    const [facts, sentence] = [
      question.getByText(/ into /).first(),
      question.getByText('This action cannot be reversed.'),
    ];
    expect((await facts.boundingBox())?.y).toBeLessThan((await sentence.boundingBox())?.y ?? 0);
    await accessible(page);
    await summary.getByLabel(`Reason for ${short.name}`).selectOption('damaged');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();

    const receipt = await receiptOf(site, id);
    expect(receipt.tag).toBe('receipt');
    const items = new Map(receipt.items.map((item) => [item.product_id, item]));
    expect(items.get(short._id)).toMatchObject({
      quantity: 2 * short.case_count,
      quantity_accepted: short.case_count,
      reason: 'damaged',
    });
    expect(items.get(over._id)).toMatchObject({ quantity_accepted: 2 * over.case_count + 4, reason: 'excess' });
    expect(items.get(right._id)).toMatchObject({ quantity_accepted: 2 * right.case_count, reason: null });
    expect(items.get(surprise._id)).toMatchObject({
      quantity: 0,
      quantity_accepted: surprise.case_count,
      reason: 'excess',
    });
    await page.getByRole('link', { name: 'View receipt' }).click();
    await expect(page.getByText(/^Amount ₦.*, accepted ₦/)).toBeVisible();
  });

  test('a distributor who brought nothing yet: what it sells is listed, and a press chooses it', {
    tag: ['@TRF-06'],
  }, async ({ page }) => {
    const goods = (await productsOf(site, 'distributor', 'barcode_unit')).slice(0, 3);
    const name = 'Àṣà New Traders';
    await site.api('admin', 'POST', 'distributor/create', { name, address: 'Kado Road' });
    const newcomer = await idOf(site, 'distributor', name);
    for (const { _id } of goods)
      await site.api('admin', 'POST', 'distributor_product/create', { distributor_id: newcomer, product_id: _id });
    await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', name], ['To Hub', TO]);
    const sold = page.getByRole('region', { name: `Sold by ${name}` });
    await expect(sold.getByRole('listitem')).toHaveCount(3);
    const first = goods[0] as Product;
    await sold.getByRole('button', { name: first.name }).click();
    await page.getByRole('button', { name: 'Add Product', exact: true }).click();
    await expect(rowOf(page, first.name)).toContainText('1 case');
    // It keeps its place, and says what was taken.
    await expect(sold.getByRole('listitem')).toHaveCount(3);
    await expect(sold.getByRole('button', { name: first.name })).toContainText('1 case');
  });

  test('issue and return: an unusual price is said, too much fails with the reason, then stock goes out and comes back', {
    tag: ['@each-change', '@TRF-08', '@TRF-09', '@TRF-14', '@F22'],
  }, async ({ page }) => {
    const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as {
      name: string;
      status: string;
    }[];
    const associate = officers.find((one) => one.status === 'active')?.name as string;
    const hubStock = (await productsOf(site, 'seller', 'barcode_unit'))[0] as Product;
    await beginAs(page, site, 'officer1', 'stock/out', ['From Hub', TO], ['To Delivery Associate', associate]);
    await expect(page.getByRole('heading', { name: 'Issue Stock' })).toBeVisible();
    await add(page, hubStock.name, '9000');
    await complete(page);
    await expect(page.getByText('Transfer failed.').first()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /9,000 cases needed, .* available\./ })).toBeVisible();
    await page.getByRole('button', { name: 'Back to products' }).click();
    await page.getByRole('button', { name: `Edit ${hubStock.name}`, exact: true }).click();
    await page.getByRole('dialog').getByLabel('Quantity', { exact: true }).fill('1');
    const price = page.getByRole('dialog').getByLabel('Price per case (NGN)');
    const usual = await price.inputValue();
    await price.fill('1');
    await expect(page.getByText('This price differs by more than 20 % from the usual one.')).toBeVisible();
    // The first key of whoever comes by Tab replaces the price, which has commas until somebody types.
    await price.fill('31850');
    await page.keyboard.press('Shift+Tab');
    await expect(price).toHaveValue('31,850');
    await page.keyboard.press('Tab');
    await expect(price).toBeFocused();
    await expect(price).toHaveValue('31850');
    await page.keyboard.type('7');
    await expect(price).toHaveValue('7');
    await price.fill(usual);
    await expect(page.getByText('This price differs by more than 20 % from the usual one.')).toBeHidden();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await complete(page);
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    expect(await lastReceipt(site)).toMatchObject({ tag: 'receipt', kind: 'stock_out', label: 'Stock Issued' });

    await begin(page, site, 'stock/in', ['From Delivery Associate', associate], ['To Hub', TO]);
    await expect(page.getByRole('heading', { name: 'Return Stock' })).toBeVisible();
    // What the associate holds is pressed: the figure begins with all of it.
    const held = page.getByRole('region', { name: `${associate} holds` });
    await held.getByRole('button', { name: new RegExp(`^${escaped(hubStock.name)}`) }).click();
    await expect(page.getByLabel('Quantity', { exact: true })).not.toHaveValue('');
    await page.keyboard.press('Escape');
    // All of it at once, and back again.
    await held.getByRole('button', { name: /^Add all/ }).click();
    await expect(held).toBeHidden();
    await expect(rowOf(page, hubStock.name)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, hubStock.name)).toBeHidden();
    const wedge = await plugIn(page);
    await wedge.scan(hubStock.barcode_unit);
    await expect(rowOf(page, hubStock.name)).toContainText('1 unit');
    await complete(page);
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    expect(await lastReceipt(site)).toMatchObject({ tag: 'receipt', kind: 'stock_in', label: 'Stock Returned' });
  });
});

test('more than the hub holds is said while it is typed, on the line, in the bar and before the confirmation, also without a server; a scan too many sounds low', {
  tag: ['@TRF-08', '@TRF-12', '@B11'],
}, async ({ page }) => {
  test.setTimeout(180_000);
  // As the tablet is held on the floor: the whole list stands above the bar.
  await page.setViewportSize({ width: 800, height: 1280 });
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  const associate = officers.find((one) => one.status === 'active')?.name as string;
  const { products } = (await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'seller',
    parent: HUB,
  })) as { products: { product: Product; quantity: number }[] };
  const { product, quantity: held } = products.find(
    (one) => one.quantity >= 5 * one.product.case_count && /^\d{13,14}$/.test(one.product.barcode_case ?? ''),
  ) as { product: Product; quantity: number };
  const full = Math.floor(held / product.case_count);
  const tooMany = /\d (cases?|units?) there, [\d,]+( cases?)?( ?\d* units?)? too many\./;
  await listen(page);
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/stock/out`);
  await preparedFor(page);
  await installed(page);
  const wedge = await plugIn(page);
  for (const online of [true, false]) {
    if (!online) await site.stopServer();
    await begin(page, site, 'stock/out', ['From Hub', TO], ['To Delivery Associate', associate]);
    await choose(page, 'Product', product.name);
    const typed = page.getByLabel('Quantity', { exact: true });
    const alert = page.getByRole('alert').filter({ hasText: tooMany });
    await typed.fill('9000');
    await expect(alert).toHaveText(tooMany);
    await typed.fill(String(full));
    await expect(alert).toBeHidden();
    await typed.fill('9000');
    await expect(alert).toBeVisible();
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(rowOf(page, product.name)).toContainText(tooMany);
    await expect(page.getByText('1 product asks for more than is there')).toBeVisible();
    // The totals stay beside it.
    await expect(page.locator('[data-bottom-bar]')).toContainText(/cases9,000product1value₦[\d,.]+/);
    if (online) await accessible(page);

    // It can be confirmed, because the stock may have moved meanwhile. Who confirms has read the figures and their age.
    await page.getByRole('button', { name: /^Complete Transfer/ }).click();
    const question = page.getByRole('dialog').getByRole('alert');
    await expect(question).toContainText(product.name);
    await expect(question).toContainText(/\d (cases?|units?) there, [\d,]+ .*too many\./);
    await expect(question).toContainText(/Stock as of \d{1,2}:\d\d/);
    if (online) await accessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveText(tooMany);
    await dialog.getByLabel('Quantity', { exact: true }).fill(String(full));
    await expect(dialog.getByRole('alert')).toBeHidden();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, product.name)).not.toContainText('too many');
    await expect(page.getByText('asks for more than is there')).toBeHidden();

    const before = (await heard(page)).bad ?? 0;
    await wedge.scan(product.barcode_case);
    await expect(rowOf(page, product.name)).toContainText(tooMany);
    await expect(scans(page)).toContainText(tooMany);
    expect((await heard(page)).bad).toBe(before + 1);
    // What still waited on the tablet would not be there for the next transfer.
    if (online) await expect(rowOf(page, product.name)).toContainText('Sent');
  }
  await site.startServer();
});

test.describe(() => {
  test.use(noWorker);
  test('a shipment is rejected, step by step: stock goes back to the distributor', {
    tag: ['@each-change', '@TRF-02', '@TRF-03', '@TRF-04', '@TRF-07', '@TRF-15'],
  }, async ({ page }) => {
    const [product] = (await productsOf(site, 'seller', 'barcode_unit')) as [Product];
    await signIn(page, site, 'officer2');
    // TRF-04: where one is follows from what is there.
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    const now = page.locator('[aria-label="Steps"] [aria-current="step"]');
    await page.goto(`${site.url}/inventory/shipment/out`);
    await expect(steps).toHaveText([/Transfer Details$/, /Add Products$/, /Complete Transfer$/]);
    await expect(now).toHaveText(/Transfer Details$/);
    await begin(page, site, 'shipment/out', ['From Hub', TO], ['To Distributor', FROM]);
    await expect(page.getByRole('heading', { name: 'Reject Shipment' })).toBeVisible();
    await expect(now).toHaveText(/Add Products$/);
    // Why it goes back is asked beside the figure, and said on the line and before the transfer.
    await choose(page, 'Product', product.name);
    await page.getByRole('group', { name: 'Reason' }).getByRole('button', { name: 'Damaged' }).click();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(rowOf(page, product.name)).toContainText('Damaged');
    const begun = await lastReceipt(site);
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${begun._id}$`));
    await page.reload();
    await expect(now).toHaveText(/Add Products$/);
    await expect(rowOf(page, product.name)).toBeVisible();
    await page.getByRole('button', { name: /^Complete Transfer/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Why it goes back: damaged 1 case.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    expect((await receiptOf(site, begun._id)).items).toMatchObject([{ product_id: product._id, reason: 'damaged' }]);
    await expect(now).toHaveText(/Complete Transfer$/);
    const order = await lastReceipt(site);
    await expect(page.getByText(`The transfer has been completed as ${order.ref}.`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'View receipt' })).toHaveAttribute(
      'href',
      `/purchase-orders/${begun._id}`,
    );
    // The receipt of the address is the last step also for who comes later.
    await page.reload();
    await expect(now).toHaveText(/Complete Transfer$/);
    expect(order).toMatchObject({ tag: 'receipt', kind: 'shipment_out', label: 'Shipment Rejected' });
    await page.getByRole('link', { name: 'View receipt' }).click();
    await expect(page.getByRole('heading', { name: order.ref })).toBeVisible();
  });

  test('a count wipes no reason of goods that go back; why they do and how they differ are two facts', {
    tag: ['@B3.5'],
  }, async ({ page }) => {
    const [right, less] = (await productsOf(site, 'seller', 'barcode_unit')) as [Product, Product];
    await beginAs(page, site, 'officer2', 'shipment/out', ['From Hub', TO], ['To Distributor', FROM]);
    for (const [product, reason] of [
      [right, 'Expired'],
      [less, 'Damaged'],
    ] as const) {
      await choose(page, 'Product', product.name);
      await page.getByRole('group', { name: 'Reason' }).getByRole('button', { name: reason }).click();
      await page.keyboard.press('2');
      await page.getByRole('button', { name: 'Add Product' }).click();
      await expect(rowOf(page, product.name)).toContainText(reason);
    }
    const begun = await lastReceipt(site);
    await page.getByRole('button', { name: /^Start count/ }).click();
    const count = async (product: Product, figure: string, reason: string) => {
      await rowOf(page, product.name).click();
      // Its reason stands beside the figure, and only why goods go back is offered.
      await expect(page.getByRole('group', { name: 'Reason' }).getByRole('button')).toHaveText([
        ...['Damaged', 'Expired', 'Wrong product', 'Other'],
      ]);
      await expect(page.getByRole('group', { name: 'Reason' }).getByRole('button', { pressed: true })).toHaveText(
        reason,
      );
      await page.getByLabel('Quantity', { exact: true }).fill(figure);
      await page.keyboard.press('Enter');
      await expect(rowOf(page, product.name)).toContainText(reason);
    };
    await count(right, '2', 'Expired');
    await count(less, '1', 'Damaged');
    await expect(rowOf(page, less.name)).toContainText('1 case short');
    await page.getByRole('button', { name: /^Complete Transfer/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Why it goes back: damaged 1 case, expired 2 cases.');
    await expect(dialog).not.toContainText('Without a reason');
    await expect(dialog.getByLabel(`Reason for ${less.name}`)).toHaveValue('damaged');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    const moved = page.getByRole('region', { name: 'What moved' });
    await expect(moved.getByRole('listitem').filter({ hasText: right.name })).toContainText('Expired');
    await expect(moved.getByRole('listitem').filter({ hasText: less.name })).toContainText('Damaged');
    const items = new Map((await receiptOf(site, begun._id)).items.map((item) => [item.product_id, item]));
    expect(items.get(right._id)).toMatchObject({ quantity_accepted: 2 * right.case_count, reason: 'expired' });
    expect(items.get(less._id)).toMatchObject({ quantity_accepted: less.case_count, reason: 'damaged' });
  });

  test('a rejection to who brought nothing that is left there lists what the hub holds', { tag: ['@TRF-07'] }, async ({
    page,
  }) => {
    const hubs = (await site.api('officer2', 'GET', 'seller/read_all')) as { _id: string; name: string }[];
    const distributors = (await site.api('officer2', 'GET', 'distributor/read_all')) as { _id: string; name: string }[];
    const pairs = [];
    for (const hub of hubs) {
      const { shipped } = (await site.api('officer2', 'POST', 'warehouse_product/read_rates', {
        seller_id: hub._id,
      })) as {
        shipped: Record<string, unknown>;
      };
      for (const distributor of distributors) if (!shipped[distributor._id]) pairs.push({ hub, distributor });
    }
    const [pair] = pairs;
    if (!pair) throw new Error('Every distributor brought something to every hub of the demo');
    await beginAs(
      page,
      site,
      'officer2',
      'shipment/out',
      ['From Hub', pair.hub.name],
      ['To Distributor', pair.distributor.name],
    );
    const held = page.getByRole('region', { name: `${pair.hub.name} holds` });
    await expect(held).toContainText('Tap what goes back.');
    await held.locator('[data-offered]').first().click();
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
  });
});

test('paper before the verdict says PROVISIONAL and the device reference; the receipt carries the server reference and time', {
  tag: ['@each-change', '@smoke', '@B11.1'],
}, async ({ page }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_unit')) as [Product, Product];
  const prints = () => page.evaluate(() => (window as Window & { prints?: number }).prints ?? 0);
  let last: string | null = null;
  const print = async (size: 'A4' | '80 mm') => {
    const before = await prints();
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Print' });
    // This device remembers the last paper: one press prints, and the other size is one more press.
    if (last === null) {
      await dialog.getByLabel(size).check();
      await accessible(page);
      await dialog.getByRole('button', { name: 'Print' }).click();
    }
    await expect(dialog).toBeHidden();
    await expect.poll(prints).toBe(before + 1);
    if (last !== null && last !== size) {
      await page.getByRole('button', { name: `Print on ${size}`, exact: true }).click();
      await expect.poll(prints).toBe(before + 2);
    }
    last = size;
    await expect(page.getByText(`Printing on ${size}.`)).toBeVisible();
    return readPdf(await page.pdf({ preferCSSPageSize: true }));
  };
  const bare = (text: string) => text.replace(/\s+/g, '');
  // The browser prints one page at a time: its own dialog would be in the way of the PDF that the test reads. Counted: that the app asks for it.
  await page.addInitScript(() => {
    const counted = window as Window & { prints?: number };
    counted.prints = 0;
    window.print = () => {
      counted.prints = (counted.prints ?? 0) + 1;
    };
  });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  await installed(page);
  await site.stopServer();
  await begin(page, site, 'shipment/in', ['From Distributor', FROM], ['To Hub', TO]);
  const device = /local-(\w{4})(\w{4})/.exec(page.url())?.slice(1).join('-').toUpperCase() ?? 'none';
  await add(page, first.name, '3');
  await add(page, second.name, '2');
  for (const [size, width] of [
    ['A4', 210],
    ['80 mm', 80],
  ] as const) {
    const pdf = await print(size);
    expect(pdf.pages, size).toHaveLength(1);
    expect(pdf.pages[0]?.width, size).toBe(width);
    expect(pdf.text, size).toContain(bare('PROVISIONAL - not yet confirmed by the server'));
    expect(pdf.text, size).toContain(bare(`Device reference ${device}`));
    expect(pdf.text, size).toContain(bare(first.name));
    expect(pdf.text, size).toContain('acase');
    expect(pdf.text, size).not.toContain('PO-');
    expect(pdf.text, size).not.toContain(bare('Complete Transfer'));
  }
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  expect((await print('80 mm')).text).toContain('PROVISIONAL');

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 30_000 });
  // The same paper here and on the receipt's own screen.
  expect((await print('80 mm')).text).not.toContain('PROVISIONAL');
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page.getByRole('heading', { name: /PO-/ })).toBeVisible();
  const order = await lastReceipt(site);
  for (const [size, width] of [
    ['A4', 210],
    ['80 mm', 80],
  ] as const) {
    const pdf = await print(size);
    expect(pdf.pages[0]?.width, size).toBe(width);
    expect(pdf.text, size).toContain(bare(`Reference ${order.ref}`));
    expect(pdf.text, size).toContain(bare(`Device reference ${device}`));
    expect(pdf.text, size).toMatch(/Completed\d{1,2}[A-Z][a-z]{2}20\d\d,\d\d:\d\dby/);
    expect(pdf.text, size).toContain(bare(`${showNaira(first.price)} a case`));
    expect(pdf.text, size).not.toContain('PROVISIONAL');
  }
});

test('the camera, where the browser reads codes: refused without leave, then once per sight, and the picture stays here', async () => {
  const [milk] = (await productsOf(site, 'distributor', 'barcode_unit')) as [Product];
  // A browser without its window asks nobody for a camera.
  const browser = await chromium.launch({
    executablePath: WHOLE_CHROMIUM,
    args: ['--disable-gpu', '--no-sandbox', '--use-fake-device-for-media-stream'],
  });
  try {
    for (const permissions of [[], ['camera']]) {
      const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, permissions });
      const page = await context.newPage();
      // Chromium reads codes on tablets only; here stands in what it would see.
      await page.addInitScript(() => {
        Object.assign(globalThis, {
          inSight: [],
          BarcodeDetector: class {
            detect = async () =>
              (globalThis as unknown as { inSight: string[] }).inSight.map((rawValue) => ({ rawValue }));
          },
        });
      });
      const show = (codes: string[]) => page.evaluate((inSight) => Object.assign(globalThis, { inSight }), codes);
      await beginAs(page, site, 'officer2', 'shipment/in', ['From Distributor', FROM], ['To Hub', TO]);
      await page.getByRole('button', { name: 'Camera' }).click();
      if (permissions.length === 0) {
        await expect(page.getByRole('alert').filter({ hasText: 'The camera' })).toBeVisible();
      } else {
        await expect
          .poll(() => page.getByLabel('Camera picture').evaluate((video: HTMLVideoElement) => video.videoWidth))
          .toBeGreaterThan(0);
        await show([milk.barcode_case]);
        await expect(rowOf(page, milk.name)).toContainText('1 case');
        await page.waitForTimeout(1_000);
        await expect(scans(page)).toContainText('1 scan');
        await show([]);
        await page.waitForTimeout(3_000);
        await show([milk.barcode_unit, milk.barcode_case]);
        await expect(rowOf(page, milk.name)).toContainText('2 cases 1 unit');
        await page.getByRole('button', { name: 'Stop camera' }).click();
        await expect(page.getByLabel('Camera picture')).toHaveCount(0);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
});

test('what loads by itself says how far it is and stops when told; what came stays, and a button goes on', {
  tag: ['@B11.1'],
}, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, site, 'officer1');
  // Two answers of goods come, the others when it was stopped: how fast this machine is does not matter.
  let requests = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/warehouse_product\/read_by_party/, async (route) => {
    requests += 1;
    if (requests > 2) await held;
    await route.continue();
  });
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByRole('progressbar', { name: 'Preparing' })).toBeVisible();
  // What is short, as the open stocktakes, comes before the goods.
  await expect.poll(() => requests).toBeGreaterThan(2);
  await expect(page.getByText(/^Preparing ([2-9]|\d\d) of \d\d$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  release();
  await expect(page.getByText(/^Not ready for offline: \d+ of \d+ distributors are on this tablet\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Prepare now: Download for offline' }).click();
  await preparedFor(page);
  await expect(page.getByRole('button', { name: /^Prepare now/ })).toHaveCount(0);
  await context.close();
});
