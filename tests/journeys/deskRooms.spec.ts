/** What the officer's desks say has its own room: nothing is cut, nothing moves, and no message lies over the answer. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  announced,
  beginAtSearch,
  complete,
  digits,
  FROM,
  linesOf,
  type Product,
  pad,
  productsOf,
  quantityField,
  receiptOf,
  scans,
  search,
} from '../support/receiving.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.use({ ...noWorker, hasTouch: true });
test.afterEach(() => site.cutApi(false));

const LYING = { width: 1280, height: 800 };
const SIZES = [LYING, { width: 800, height: 1280 }, { width: 390, height: 844 }];
const topOf = async (of: Locator) => Math.round((await of.boundingBox())?.y ?? Number.NaN);
const codes = (page: Page) => page.getByRole('region', { name: 'Unknown codes' });

/** How much of a text is outside of what its ancestors show, in px, and whether another element lies over its middle or its lower end. */
const cutOf = (of: Locator) =>
  of.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const own = range.getBoundingClientRect();
    let cut = 0;
    for (let up = text.parentElement; up; up = up.parentElement) {
      const box = up.getBoundingClientRect();
      if (getComputedStyle(up).overflowY !== 'visible') cut = Math.max(cut, own.bottom - box.bottom, box.top - own.top);
    }
    const last = [...range.getClientRects()].at(-1) ?? own;
    const over = [(last.top + last.bottom) / 2, last.bottom - 2].some(
      (y) => !text.contains(document.elementFromPoint(last.left + 4, y)),
    );
    return { cut: Math.max(0, Math.round(cut)), over };
  });

test('goods that came without a server and are issued at once: their part of the stock is shown completely, and nothing moves', {
  tag: ['@UI-28', '@B11.1'],
}, async ({ page }) => {
  await page.setViewportSize(LYING);
  const held = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: 'hub_abuja_wuse' },
  })) as { products: { product: Product; quantity: number }[] };
  const sold = await productsOf(site, 'distributor', 'barcode_case');
  const product = sold.find((one) =>
    held.products.some((row) => row.product._id === one._id && row.quantity > 20 * one.case_count),
  );
  if (!product) throw new Error('The hub holds nothing that the distributor sells.');
  await beginAtSearch(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/stock/out`);
  await page.getByRole('group', { name: 'Who takes it?' }).getByRole('button').first().tap();
  await expect(search(page)).toBeFocused();
  site.cutApi(true);
  await page.goto(`${site.url}/inventory/shipment/in`);
  await page.getByRole('group', { name: 'Who is it from?' }).getByRole('button', { name: FROM }).tap();
  let wedge = await plugIn(page);
  await expect(search(page)).toBeEnabled();
  await wedge.scan(product.barcode_case);
  await digits(page, '12');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(linesOf(page)).toContainText('12 cases');
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();

  await page.goto(`${site.url}/inventory/stock/out`);
  await page.getByRole('group', { name: 'Who takes it?' }).getByRole('button').first().tap();
  await expect(search(page)).toBeEnabled();
  wedge = await plugIn(page);
  await wedge.scan(product.barcode_case);
  const note = page.locator('[data-keys]').getByText(/12 cases of it received here, not sent yet$/);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const where = `${size.width}`;
    await expect(note, where).toBeVisible();
    const before = { figure: await topOf(quantityField(page)), pad: await topOf(pad(page)) };
    expect(await cutOf(note), where).toEqual({ cut: 0, over: false });
    await quantityField(page).fill('9999');
    await expect(page.getByRole('alert').filter({ hasText: 'too many' }).first()).toBeVisible();
    expect(await cutOf(note), `warned, ${where}`).toEqual({ cut: 0, over: false });
    if (size.width > 700)
      expect({ figure: await topOf(quantityField(page)), pad: await topOf(pad(page)) }, `warned, ${where}`).toEqual(
        before,
      );
    await quantityField(page).fill('1');
  }
});

test('a scan before the distributor is chosen: one line beside the question, the last one only, and nothing moves or is covered', {
  tag: ['@UI-28', '@TRF-03'],
}, async ({ page }) => {
  const [known] = await productsOf(site, 'distributor', 'barcode_unit');
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in`);
  const tile = page.getByRole('group', { name: 'Who is it from?' }).getByRole('button').first();
  await expect(tile).toBeVisible();
  const wedge = await plugIn(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await tile.scrollIntoViewIfNeeded();
    const before = await topOf(tile);
    await wedge.scan('6009900000017');
    await expect(
      page.getByText('No product here has the code 6009900000017. Choose who brings it first.'),
    ).toBeVisible();
    expect(await topOf(tile), `${size.width}`).toBe(before);
    await wedge.scan(known?.barcode_unit ?? '');
    await expect(page.getByText(/is in no expected delivery\. Choose who brings it first\.$/)).toBeVisible();
    await expect(page.getByText('No product here has the code')).toHaveCount(0);
    await expect(page.getByText('Choose who brings it first.')).toHaveCount(1);
    expect(await topOf(tile), `${size.width}`).toBe(before);
    await tile.click({ trial: true });
    expect(await cutOf(page.getByText('Choose who brings it first.'))).toEqual({ cut: 0, over: false });
  }
});

test('several codes that were not counted are one row, which opens; the lines keep their room', {
  tag: ['@UI-28', '@SYNC-13'],
}, async ({ page }) => {
  await page.setViewportSize(LYING);
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan(product.barcode_case);
  await expect(linesOf(page)).toHaveCount(1);
  const first = await topOf(linesOf(page));
  const four = ['9780000000002', '9780000000019', '9780000000026', '9780000000033'];
  for (const code of four) {
    await wedge.scan(code);
    await expect(page.getByRole('heading', { name: `${code} is unknown` })).toBeVisible({ timeout: 30_000 });
  }
  const row = codes(page).getByRole('button', { name: '4 unknown codes, not counted' });
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  expect((await codes(page).boundingBox())?.height).toBeLessThan(60);
  expect(await topOf(linesOf(page))).toBeLessThan(first + 60);
  await row.tap();
  await expect(codes(page).getByRole('listitem')).toHaveCount(4);
  expect((await codes(page).boundingBox())?.height).toBeLessThan(LYING.height * 0.4);
  await codes(page)
    .getByRole('button', { name: `Remove ${four[3]}` })
    .tap();
  await expect(codes(page).getByRole('listitem')).toHaveCount(3);
  await codes(page).getByRole('button', { name: '3 unknown codes, not counted' }).tap();
  await expect(codes(page).getByRole('listitem')).toHaveCount(0);
});

test('without a server a code that this tablet does not know is unknown at once, and nobody says that it is looked up', {
  tag: ['@UI-28', '@SYNC-13'],
}, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  site.cutApi(true);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline', { timeout: 30_000 });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const note = () => {
      for (const one of document.querySelectorAll('main p, main h2'))
        if (/\d is (being looked up|unknown)/.test(one.textContent ?? '')) seen.push(one.textContent ?? '');
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const wedge = await plugIn(page);
  await wedge.scan('9780000000002');
  await expect(page.getByRole('heading', { name: '9780000000002 is unknown' })).toBeVisible();
  await expect(scans(page)).toContainText('9780000000002 is unknown, not counted');
  const seen = await page.evaluate(() => (globalThis as typeof globalThis & { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((one) => one.includes('looked up'))).toEqual([]);
});

test('a colleague counts, and the server stops: the head keeps its height, so the list stays where it is', {
  tag: ['@UI-28', '@SYNC-34'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 3) as Product[];
  const id = await announced(site, products, [2, 3, 4]);
  await page.setViewportSize(LYING);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(linesOf(page)).toHaveCount(3);
  const list = linesOf(page).first();
  const at = new Map<number, number>();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(list).toBeVisible();
    at.set(size.width, await topOf(list));
  }
  const line = (await receiptOf(site, id)).items.find((one) => one.product_id === products[0]?._id);
  const size = products[0]?.case_count ?? 1;
  await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
    ...{ _id: String(line?._id), purchase_order_id: id, product_id: products[0]?._id ?? '' },
    ...{ quantity: String(2 * size), quantity_accepted: String(size), amount: String(2 * Number(products[0]?.price)) },
  });
  await expect(page.getByRole('status', { name: 'Other people' })).toHaveText(/counted 1 line$/, { timeout: 20_000 });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await topOf(list), `${size.width}`).toBe(at.get(size.width));
  }
  const who = page.getByRole('status', { name: 'Other people' });
  await page.setViewportSize(LYING);
  expect(await cutOf(who)).toEqual({ cut: 0, over: false });
});

test('the line of the scanner has no number that means nothing', { tag: ['@UI-28'] }, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  await expect(scans(page).locator('..')).toHaveText('Scan a product');
});

test('without a server the question has the amber of the button that opened it', { tag: ['@UI-28'] }, async ({
  page,
}) => {
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan(product.barcode_case);
  await digits(page, '2');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
  site.cutApi(true);
  await page.getByRole('button', { name: 'Sync now' }).click();
  const opens = page.getByRole('button', { name: 'Complete Transfer offline' });
  await expect(opens).toBeVisible({ timeout: 30_000 });
  const colour = (of: Locator) => of.evaluate((one) => getComputedStyle(one).backgroundColor);
  // Its own colour changes softly.
  await expect(opens).toHaveCSS('background-color', 'rgb(240, 181, 69)');
  const amber = await colour(opens);
  await opens.click();
  expect(await colour(page.getByRole('button', { name: 'Continue' }))).toBe(amber);
});
