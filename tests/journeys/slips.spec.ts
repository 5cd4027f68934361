/** Slips of a hand at the desk: a product that was not meant, a carton that nobody knows, an Enter that comes twice. */
import { expect, type Page, test } from '@playwright/test';
import {
  announced,
  beginAtSearch,
  linesOf,
  productsOf,
  quantityField,
  receiptOf,
  scans,
  search,
} from '../support/receiving.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

test.use({ ...noWorker, hasTouch: true });
const site = siteOfFile();
const tilesOf = (page: Page) => page.getByRole('group', { name: 'Often from here' }).getByRole('button');

// First, because a delivery that was completed changes what is offered.
test('goods that are offered keep their places under a finger: a taken one has its figure where it stood, and digits after a press on it go on top of it', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAtSearch(page, site, 'officer1');
  const goods = page.getByRole('region', { name: /^(Brought|Sold) by/ });
  const offered = goods.locator('[data-offered]');
  /** The middles of the offered goods that are seen whole, by what they are. */
  const places = async () => {
    const frame = await goods.boundingBox();
    const found = new Map<string, string>();
    for (const one of [...(await offered.all()), ...(await tilesOf(page).all())]) {
      const box = await one.boundingBox();
      const id = await one.getAttribute('data-offered');
      const isTile = frame && box && box.x < frame.x;
      if (!box || !frame || (!isTile && (box.y < frame.y + 40 || box.y + box.height > frame.y + frame.height)))
        continue;
      found.set(String(id), `${Math.round(box.x)} ${Math.round(box.y)}`);
    }
    return found;
  };
  await expect(offered.first()).toBeVisible();
  const before = await places();
  expect(before.size).toBeGreaterThan(8);
  const seen = [...before.keys()];
  const taken = [seen[0], seen[3], seen.at(-2)] as string[];
  for (const [at, id] of taken.entries()) {
    await page.locator(`[data-offered="${id}"]`).click();
    await page.keyboard.press('3');
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await expect(linesOf(page)).toHaveCount(at + 1);
    await page.waitForTimeout(300);
    const now = await places();
    for (const [one, place] of now) if (before.has(one)) expect(place, one).toBe(before.get(one));
    // None of them became another product either.
    expect([...now.keys()].filter((one) => !before.has(one))).toEqual([]);
  }
  // The figure of a tile is inside of it, and so is the name.
  const parts = await tilesOf(page).evaluateAll((tiles) =>
    tiles.flatMap((tile) => {
      const box = tile.getBoundingClientRect();
      return [...tile.querySelectorAll('[data-taken]'), tile.lastElementChild ?? tile].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom && part.scrollWidth <= part.clientWidth;
      });
    }),
  );
  expect(parts.length).toBeGreaterThan(5);
  expect(parts).not.toContain(false);
  // A tile and a row.
  for (const one of [taken[2], taken[0]]) {
    const again = page.locator(`[data-offered="${one}"]`);
    await expect(again).toHaveAccessibleName(/3 cases/);
    await again.click();
    await expect(page.getByText('3 cases already here')).toBeVisible();
    await expect(quantityField(page)).toHaveValue('');
    await page.waitForTimeout(600);
    await again.click();
    await expect(quantityField(page)).toHaveValue('');
    await page.keyboard.press('Escape');
  }
  await expect(linesOf(page)).toHaveCount(3);
  for (const row of await linesOf(page).all()) await expect(row).toContainText(/3 ?cases/);
  // The second pallet of a product, after another one: as after a scan and after the search it goes on top.
  const [first, second] = [taken[0], taken[1]].map((id) => page.locator(`[data-offered="${id}"]`));
  if (!first || !second) throw new Error('Two of the goods are taken.');
  const name = (await linesOf(page).nth(2).locator('.line-clamp-2').first().textContent()) ?? '';
  await first.click();
  await page.keyboard.press('4');
  await expect(page.getByText('3 cases already here, now 7 cases')).toBeVisible();
  await page.waitForTimeout(600);
  await second.click();
  await expect(linesOf(page).filter({ hasText: name })).toContainText('7 cases');
  // In the list its figure is replaced, and what it was is said.
  await linesOf(page).filter({ hasText: name }).click();
  await page.keyboard.press('5');
  await expect(page.getByText('7 cases before, now 5 cases')).toBeVisible();
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page).filter({ hasText: name })).toContainText('5 cases');
});

test('a product that was tapped keeps its undo in its row after the next one, and a typed one does not', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  await tilesOf(page).nth(0).click();
  const wrong = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await tilesOf(page).nth(1).click();
  const right = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await page.keyboard.press('3');
  await tilesOf(page).nth(2).click();
  await expect(linesOf(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: `Remove ${right}` })).toHaveCount(0);
  await page.getByRole('button', { name: `Remove ${wrong}` }).click();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText(right);
  // It can be taken back as any other change, and what was chosen meanwhile stays.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(linesOf(page).filter({ hasText: wrong })).toHaveCount(1);
});

test('digits after a code that nobody knows change no product: not the one that was scanned before, and no line of a count', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  const [product, other] = await productsOf(site, 'distributor', 'barcode_case');
  if (!product || !other) throw new Error('The distributor carries nothing with a code.');
  await beginAtSearch(page, site, 'officer1');
  const scanner = await plugIn(page);
  await scanner.scan(product.barcode_case ?? '');
  await expect(linesOf(page)).toHaveCount(1);
  await scanner.scan('5901234999991');
  await expect(page.getByRole('heading', { name: '5901234999991 is unknown' })).toBeVisible();
  await page.waitForTimeout(300);
  await page.keyboard.press('5');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText('1 case');
  await expect(search(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: '5901234999991 is unknown' })).toBeVisible();
  // Dealt with, it is said no more.
  await page
    .getByRole('region', { name: 'Unknown codes' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(scans(page)).not.toContainText('unknown');
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();

  const id = await announced(site, [product, other], [3, 3]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
  const again = await plugIn(page);
  // A scan before the goods are read is refused, and nobody may read that everything is counted.
  await expect(scans(page)).toHaveText('Scan a product');
  await again.scan('5901234999991');
  await expect(page.getByRole('heading', { name: '5901234999991 is unknown' })).toBeVisible();
  await page.waitForTimeout(300);
  await page.keyboard.press('2');
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('0 of 2 products counted');
  // A row that is opened says of what the next figure is, and the count goes on.
  await linesOf(page).filter({ hasText: other.name }).click();
  await expect(quantityField(page)).toBeFocused();
  await page.keyboard.press('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
});

test('a line of two cases and a half is opened in cases: its units are over the figure, and a typed 3 is three cases', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  const product = (await productsOf(site, 'distributor', 'barcode_case')).find((one) => one.case_count % 2 === 0);
  const half = (product?.case_count ?? 0) / 2;
  const id = await announced(site, [product as NonNullable<typeof product>], [4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  const begin = page.getByRole('button', { name: 'Start count: Count' });
  if (await begin.isVisible()) await begin.tap();
  const row = linesOf(page).first();
  const field = quantityField(page);
  await row.tap();
  await expect(field).toBeFocused();
  await page.keyboard.type('2.5', { delay: 120 });
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(row).toContainText(`2 cases ${half} units`);
  await row.tap();
  await expect(field).toHaveValue('2');
  await expect(field).toHaveAccessibleDescription(`${half} units +`);
  // Nothing typed changes nothing.
  await page.keyboard.press('Enter');
  await expect(row).toContainText(`2 cases ${half} units`);
  // Two taps on one place in half a second are one.
  await page.waitForTimeout(600);
  await row.tap();
  await expect(field).toHaveValue('2');
  await page.keyboard.press('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await receiptOf(site, id)).items[0]?.quantity_accepted).toBe(3 * 2 * half);
});

test('a code that nobody knows takes the focus out of the search, so that the digits after it find no product', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  const scanner = await plugIn(page);
  await scanner.scan('5901234999991');
  await expect(page.getByRole('heading', { name: '5901234999991 is unknown' })).toBeVisible();
  await page.waitForTimeout(300);
  await page.keyboard.press('5');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await expect(search(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: '5901234999991 is unknown' })).toBeVisible();
  // A letter is the beginning of its name.
  await page.keyboard.press('m');
  await expect(search(page)).toHaveValue('m');
});

test('Enter answers the question of Complete, and the same Enter that is held or comes twice does not; where stock is short it takes what is there', {
  tag: ['@TRF-12', '@UI-28'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 2);
  const id = await announced(site, products, [2, 2]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await page.getByRole('button', { name: 'Accept all as expected' }).click();
  const complete = page.getByRole('button', { name: 'Complete Transfer' });
  await expect(complete).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await page.waitForTimeout(800);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect((await receiptOf(site, id)).items.map((item) => item.quantity_accepted)).toEqual(
    products.map((one) => 2 * one.case_count),
  );
});

test('for returned goods every tile counts in cases, even with loose units, and a reason and "All there" are two presses', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  interface Row {
    product: { _id: string; name: string; case_count: number };
    quantity: number;
  }
  const associates = (await site.api('officer1', 'GET', 'sales_officer/read_all')) as {
    _id: string;
    seller_id: string;
  }[];
  let found: { who: string; hub: string; mixed: Row } | null = null;
  for (const { _id: who, seller_id: hub } of associates) {
    if (found) break;
    const of = { parent_type: 'sales_officer', parent: who, destination_type: 'seller', destination: hub };
    const { products } = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', of)) as {
      products: Row[];
    };
    const mixed = products.find(
      (one) => one.quantity >= 3 * one.product.case_count && one.quantity % one.product.case_count > 0,
    );
    if (mixed) found = { who, hub, mixed };
  }
  if (!found) throw new Error('No associate of the demo holds cases and units of one product');
  const { mixed, who, hub } = found;
  const { case_count, name } = mixed.product;
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'sales_officer', source: who, destination_type: 'seller', destination: hub },
  })) as string;
  await openAs(page, site, 'admin', `${site.url}/inventory/stock/in?purchase_order_id=${id}`);
  await page
    .getByRole('region', { name: /holds$/ })
    .getByRole('button', { name })
    .click();
  const isPressed = (unit: string) =>
    expect(page.getByRole('button', { name: unit, exact: true })).toHaveAttribute('aria-pressed', 'true');

  await isPressed('Cases');
  await expect(quantityField(page)).toHaveValue(String(Math.floor(mixed.quantity / case_count)));
  const over = mixed.quantity % case_count;
  await expect(page.getByText(`${over} unit${over === 1 ? '' : 's'} +`, { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  const row = linesOf(page).filter({ hasText: name }).first();
  await expect(row).toContainText('2 cases');

  // A reason and then the large key, as quick as a hand is.
  await page.getByRole('button', { name: /^Start count/ }).click();
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('0 of 1 product counted');
  const middle = async (button: string | RegExp) => {
    const box = await page.getByRole('button', { name: button }).boundingBox();
    if (!box) throw new Error(`No button ${button}`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [reason, all] = [await middle('Expired'), await middle(/^Add Product/)];
  await page.touchscreen.tap(...reason);
  await page.touchscreen.tap(...all);
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('1 of 1 product counted');
  await expect(row).toContainText('Expired');
});

test('a figure that is typed and not saved is there again after Home and Back and after a reload, never in another transfer, and never once it is saved', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 2);
  const other = await announced(site, products, [2, 2]);
  const home = async () => {
    await page.locator('a[href="/"]:visible').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  };
  await beginAtSearch(page, site, 'officer1');
  const address = page.url();
  await page.locator('[data-offered]').first().click();
  const name = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await page.keyboard.press('1');
  await page.waitForTimeout(200);
  await page.keyboard.press('7');
  const isTyped = async () => {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(quantityField(page)).toHaveValue('17');
    await expect(quantityField(page)).toBeFocused();
  };
  await isTyped();
  await home();
  await page.goBack();
  await isTyped();
  await page.reload();
  await isTyped();
  await expect(linesOf(page)).toHaveCount(0);

  // A count of the same tablet has its own figure, and keeps it.
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${other}`);
  await expect(page.getByRole('heading', { level: 2, name: products[0]?.name ?? '' })).toBeVisible();
  await expect(quantityField(page)).toHaveValue('');
  await page.keyboard.press('4');
  await home();
  await page.goBack();
  await expect(quantityField(page)).toHaveValue('4');
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('0 of 2 products counted');

  await page.goto(address);
  await isTyped();
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText('17');
  await home();
  await page.goBack();
  await expect(linesOf(page).first()).toContainText('17');
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
});
