/** Lots: typed and scanned where goods come in, first expired first where they leave, and where a lot went. */
import { expect, type Page, test } from '@playwright/test';
import { beginAs, complete, HUB, lastReceipt, linesOf, quantityField, scans } from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use(noWorker);

const CADBURY = { _id: 'product_6001065601106', name: 'Cadbury Dairy Milk Rum&Raisin', gtin: '06001065601106' };
const OTHER = 'Bakers Tennis Biscuits';
const row = (page: Page, name = CADBURY.name) => linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
/** "A12 · expires 1 Mar 2027" of "A12 · expires 1 Mar 2027 · 2 cases there". */
const nameIn = (option = '') => option.replace(/ · [^·]* there$/, '');
const lot = (page: Page) => page.getByLabel('Lot', { exact: true });
/** Where goods leave, their lots are there to choose from. */
const lotChoice = (page: Page) => page.getByRole('combobox', { name: 'Lot', exact: true });

/** Goods of Golden Gate Foods are on their way to Wuse Hub. Returns the id of the delivery. `goods`: products and their units. */
async function expected(goods: readonly (readonly [id: string, units: number])[], more = {}): Promise<string> {
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: 'dist_goldengate', destination_type: 'seller', destination: HUB },
  })) as string;
  for (const [product_id, units] of goods)
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id, quantity: String(units), quantity_accepted: '', ...more },
    });
  return id;
}

/** Two lots of the goods come to Wuse Hub. */
async function twoLots(): Promise<void> {
  const lots = '[["J1","2027-01-31",48],["J2","2027-02-28",48]]';
  const id = await expected([[CADBURY._id, 96]], { quantity_accepted: '96', lots });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true', error_on_empty: 'true' });
}

test('a lot is typed after the figure, read from a code of GS1, both in one line; of other goods nobody is asked', {
  tag: ['@LOT-13', '@LOT-15'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', 'Golden Gate Foods']);
  await choose(page, 'Product', OTHER);
  await expect(lot(page)).toHaveCount(0);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(row(page, OTHER)).toContainText('2 cases');

  await choose(page, 'Product', CADBURY.name);
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(lot(page)).toBeFocused();
  await page.keyboard.type('a12', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Expires', { exact: true })).toBeFocused();
  // It is said how a month is typed, and what was read of it.
  await expect(page.getByText('Month and year: 0327 is March 2027.')).toBeVisible();
  await page.keyboard.type('1399', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('No such day. Type 0327 or 010327.')).toBeVisible();
  await expect(row(page)).toHaveCount(0);
  await page.keyboard.type('0327', { delay: 120 });
  await expect(page.getByText('Expires March 2027')).toBeVisible();
  await page.getByLabel('Expires', { exact: true }).fill('');
  await page.keyboard.type('010327', { delay: 120 });
  await expect(page.getByText('Expires 1 March 2027')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('Lot A12 · expires 1 Mar 2027');
  await expect(row(page)).toContainText('3 cases');

  const scanner = await plugIn(page);
  await scanner.scan(`(01)${CADBURY.gtin}(17)270401(10)B-7(37)24`);
  await expect(row(page).getByRole('listitem')).toHaveText([
    'A12 · expires 1 Mar 2027: 3 cases',
    'B-7 · expires 1 Apr 2027: 1 case',
  ]);
  await complete(page);
  await expect(page.getByText('Transfer successful.').first()).toBeVisible();
  expect((await lastReceipt(site)).items.find((item) => item.product_id === CADBURY._id)).toMatchObject({
    lots: '[["A12","2027-03-01",72],["B-7","2027-04-01",24]]',
  });
});

test('goods without a lot cost one press more, and the line and the paper say that there is none', {
  tag: ['@LOT-13', '@LOT-15'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', 'Golden Gate Foods']);
  await choose(page, 'Product', CADBURY.name);
  // A figure that is rather a slip is asked about over a lot too.
  await quantityField(page).fill('6737');
  await expect(page.getByText('6,737 cases: is that right?')).toBeVisible();
  await quantityField(page).fill('3');
  await expect(page.getByText('Printed on the case. It may be left out.')).toBeVisible();
  await page.getByRole('button', { name: 'No lot', exact: true }).click();
  await expect(row(page)).toContainText('3 cases');
  await expect(row(page)).toContainText('no lot');
  await choose(page, 'Product', OTHER);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(row(page, OTHER)).toContainText('2 cases');
  await expect(row(page, OTHER)).not.toContainText('no lot');
  await complete(page);
  await expect(page.getByText('Transfer successful.').first()).toBeVisible();
  const bought = (await lastReceipt(site)).items.find((item) => item.product_id === CADBURY._id);
  expect(bought).not.toHaveProperty('lots', expect.stringContaining('['));
});

test('in a count the large key takes the expected figure and goes on to the lot, nothing has no lot, and the question names goods without one', {
  tag: ['@LOT-13'],
}, async ({ page }) => {
  const id = await expected([[CADBURY._id, 5 * 24]]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  const title = page.getByRole('heading', { level: 2, name: CADBURY.name, exact: true });
  await row(page).click();
  await expect(title).toBeVisible();
  await expect(quantityField(page)).toHaveValue('');
  const pad = page.getByRole('group', { name: 'Number pad' });
  await pad.getByRole('button', { name: 'Add Product: Next', exact: true }).click();
  await expect(quantityField(page)).toHaveValue('5');
  await expect(lot(page)).toBeFocused();
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('5 cases');
  await expect(row(page)).toContainText('no lot');
  // Nothing came of it: the next press saves that.
  await row(page).click();
  await expect(title).toBeVisible();
  await quantityField(page).fill('0');
  await pad.getByRole('button', { name: 'Add Product: Next', exact: true }).click();
  await expect(lot(page)).toHaveCount(0);
  await expect(row(page)).toContainText('5 cases short');
  await page.waitForTimeout(600);
  await row(page).click();
  await expect(title).toBeVisible();
  await quantityField(page).fill('4');
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'No lot', exact: true }).click();
  await expect(row(page)).toContainText('4 cases');
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: `Add lot: ${CADBURY.name}` })).toBeVisible();
});

test('two presses say where a lot went: from the product, from the list and from a receipt; a lot is typed or scanned there', {
  tag: ['@LOT-16', '@LOT-17', '@LOT-18'],
}, async ({ page }) => {
  await twoLots();
  const where = (name: string) => page.getByRole('table', { name, exact: true });
  await openAs(page, site, 'admin', `${site.url}/products/${CADBURY._id}/update?tab=overview`);
  const ofProduct = page.getByRole('table', { name: 'Lots', exact: true });
  await expect(ofProduct.getByRole('row', { name: /J1.*Wuse Hub.*31 Jan 2027.*case/ })).toBeVisible();
  await ofProduct.getByRole('link', { name: `Where did lot J1 of ${CADBURY.name} go?` }).click();
  await expect(page.getByRole('heading', { name: 'Where did this lot go?' })).toBeVisible();
  await expect(where('Where it was')).toContainText('From Golden Gate Foods');
  await expect(where('Where it is now')).toContainText('Wuse Hub');
  // A lot that never was is told, with the way back; a scanned one is shown.
  await page.getByLabel('Lot', { exact: true }).fill('NEVER');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Lot not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lots of this product' })).toBeVisible();
  await (await plugIn(page)).scan(`(01)${CADBURY.gtin}(17)270228(10)J2`);
  await expect(where('Where it is now')).toContainText('28 Feb 2027');
  // From the receipt that brought it.
  await where('Where it was').getByRole('link', { name: /^PO-/ }).first().click();
  await page.getByRole('link', { name: `Where did lot J2 of ${CADBURY.name} go?` }).click();
  await expect(page).toHaveURL(/\/lots\/.*lot=J2/);
  // From the list: the lot that expires first stands first.
  await page.goto(`${site.url}/expiring?within=90`);
  const list = page.getByRole('table', { name: 'Expiring lots' });
  await expect(list.getByRole('row').nth(4)).toBeVisible();
  const days = await list.getByText(/^\d+ \w{3} \d{4}$/).allTextContents();
  const times = days.map((day) => Date.parse(`${day} UTC`));
  expect(times.length).toBeGreaterThan(3);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  await page.getByRole('button', { name: 'Expired' }).click();
  await expect(list.getByRole('row').nth(1)).toContainText('ago');
  await list
    .getByRole('link', { name: /^Where did lot .* go\?$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Where did this lot go?' })).toBeVisible();
});

test('without a network the lot that expires first is filled in, and another one asks why', {
  tag: ['@LOT-14', '@LOT-10'],
}, async ({ page }) => {
  await twoLots();
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  const associate = officers.find((one) => one.status === 'active')?.name ?? '';
  await beginAs(page, site, 'officer1', 'stock/out', ['From Hub', 'Wuse Hub'], ['To Delivery Associate', associate]);
  site.cutApi(true);
  await choose(page, 'Product', CADBURY.name);
  await page.keyboard.type('1');
  await expect(lotChoice(page)).toBeVisible();
  const options = await lotChoice(page).locator('option').allTextContents();
  expect(options.length).toBeGreaterThan(1);
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText(nameIn(options[0]));
  await row(page).click();
  await lotChoice(page).selectOption({ index: 1 });
  await page
    .getByLabel('Why not the lot that expires first?')
    .selectOption({ label: 'The earlier lot is out of reach' });
  await page.getByRole('button', { name: /^Add Product/ }).click();
  await expect(row(page)).toContainText(nameIn(options[1]));
  await expect(scans(page)).toBeVisible();
  await expect(quantityField(page)).toHaveValue('');
  site.cutApi(false);
});

/** What of a field or its words another thing covers; empty: all of it is seen. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const pad = document.querySelector('[aria-label="Number pad"]');
    for (const one of document.querySelectorAll(
      '[aria-label="Quantity"], [role="alert"], #screen label input, h2 + p',
    )) {
      if (!one.checkVisibility() || (one.textContent === '' && !(one instanceof HTMLInputElement))) continue;
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit || !(one.contains(hit) || hit.contains(one)) || pad?.contains(hit))
        found.push(`${one.ariaLabel ?? one.textContent} under ${hit?.ariaLabel ?? hit?.textContent}`);
    }
    return found;
  });
const topOf = async (page: Page) =>
  (await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '5', exact: true }).boundingBox())
    ?.y;

test('the fields of a lot lie under nothing, move no key, and the pad types the day', {
  tag: ['@LOT-13', '@UI-28'],
}, async ({ browser }) => {
  const [cadbury] = (
    (await site.api('admin', 'GET', 'product/read_all')) as { _id: string; name: string; version: number }[]
  ).filter(({ _id }) => _id === CADBURY._id);
  const long = 'Ọṣẹ Dúdú Adúláwọ̀ Àtàtà fún Ìwẹ̀ Ọmọdé àti Àgbàlagbà, Òórùn Ọ̀pẹ̀yìnbó 250 g';
  await site.api('admin', 'POST', 'product/update', { _id: CADBURY._id, name: long });
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, serviceWorkers: 'block' });
    const page = await context.newPage();
    const press = (name: string) =>
      page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name, exact: true }).tap();
    await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', 'Golden Gate Foods']);
    await choose(page, 'Product', OTHER);
    const keyWas = await topOf(page);
    const tiles = page.getByRole('group', { name: 'Often from here' });
    // On some days the demo brought so little from here that the list has it all, and there are no tiles.
    const had = await tiles.count();
    expect(had).toBeLessThanOrEqual(width === 1280 ? 1 : 0);
    await press('2');
    await press('Add Product');
    await expect(row(page, OTHER)).toContainText('2 cases');

    await choose(page, 'Product', 'Dúdú');
    await press('4');
    // The tiles stay where they are, so the figure does too.
    await expect(tiles).toHaveCount(had);
    expect(await covered(page), `${width}`).toEqual([]);
    expect(await topOf(page), `the keys at ${width}`).toBe(keyWas);
    // The large key says that a field follows.
    await press('Add Product: Next');
    await expect(lot(page)).toBeFocused();
    await page.keyboard.type('ab1', { delay: 120 });
    await press('7');
    await expect(lot(page)).toHaveValue('ab17');
    await expect(quantityField(page)).toHaveValue('4');
    await page.waitForTimeout(600);
    await press('Add Product: Next');
    const expires = page.getByLabel('Expires', { exact: true });
    await expect(expires).toBeFocused();
    for (const digit of '1399') await press(digit);
    await expect(expires).toHaveValue('1399');
    await page.waitForTimeout(600);
    await press('Add Product');
    await expect(page.getByText('No such day. Type 0327 or 010327.')).toBeVisible();
    expect(await covered(page), `${width}, a wrong day`).toEqual([]);
    // What a split screen leaves.
    await page.setViewportSize({ width, height: width === 1280 ? 480 : height === 1280 ? 880 : 500 });
    await expires.focus();
    expect(await covered(page), `${width}, low`).toEqual([]);
    await press('Delete digit');
    for (const digit of '0327') await press(digit);
    await page.setViewportSize({ width, height });
    await press('Add Product');
    await expect(row(page, long)).toContainText('Lot AB17 · expires 31 Mar 2027');
    await expect(row(page, long)).toContainText('4 cases');
    await context.close();
  }
  await site.api('admin', 'POST', 'product/update', { _id: CADBURY._id, name: cadbury?.name ?? '' });
});

test('the office names the lots of a line and completes exactly those, or nothing', {
  tag: ['@each-change', '@LOT-26', '@LOT-27'],
}, async ({ page }) => {
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: 'dist_goldengate', destination_type: 'seller', destination: HUB },
  })) as string;
  const line = (await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: id, product_id: CADBURY._id, quantity: '48', quantity_accepted: '48' },
  })) as { _id: string };
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, site, 'admin', `${site.url}/purchase-orders/${id}`);
  const products = page.getByRole('region', { name: 'Products' }).first();
  await products.getByRole('button', { name: 'Edit', exact: true }).click();
  await products.getByRole('button', { name: `Edit ${CADBURY.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add lot' }).click();
  await dialog.getByLabel('Lot 1', { exact: true }).pressSequentially('o9', { delay: 120 });
  await dialog.getByLabel('Expiry day 1').pressSequentially('0327', { delay: 120 });
  await dialog.getByLabel('Units of lot 1').pressSequentially('60', { delay: 120 });
  // The day is said in words, each field has its name over it, and a phone has room for the whole day.
  await expect(dialog.getByLabel('Expiry day 1')).toHaveValue('31 Mar 2027');
  for (const word of ['Lot', 'Expiry day', 'Units'])
    await expect(dialog.getByRole('group', { name: 'Lots' }).getByText(word, { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await dialog.getByLabel('Expiry day 1').evaluate((one) => one.scrollWidth - one.clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(dialog.getByText('The lots add up to more than the line.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Units of lot 1').fill('40');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(products).toContainText('O9');

  const complete = page.getByRole('button', { name: 'Complete Transfer' });
  await complete.click();
  const moves = page.getByRole('region', { name: 'Lots that move' });
  await expect(moves.getByRole('listitem').getByRole('listitem')).toHaveText([
    /^O9 · expires 31 Mar 2027: /,
    'no lot: 8 units',
  ]);
  // A colleague names another lot meanwhile: nothing moves.
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: id, _id: line._id, product_id: CADBURY._id, quantity: '48', quantity_accepted: '48' },
    lots: '[["P1","2027-04-30",48]]',
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/changed since you confirmed/).first()).toBeVisible();
  await page.reload();
  await complete.click();
  await expect(moves).toContainText('Lot P1 · expires 30 Apr 2027');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Transfer successful.').first()).toBeVisible();
  const { lots } = (await site.api('admin', 'GET', 'lot/read_by_product', { product_id: CADBURY._id })) as {
    lots: { code: string; quantity: number }[];
  };
  expect(lots.find(({ code }) => code === 'P1')?.quantity).toBe(48);
});
