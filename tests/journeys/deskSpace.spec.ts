/** The room of the desk: whole rows of goods under the own lines, a heading with air, and nothing that moves while a person counts. */
import { expect, type Page, test } from '@playwright/test';
import {
  announced,
  begin,
  beginAs,
  beginAtSearch,
  complete,
  digits,
  fillFirst,
  firstScreen,
  HUB,
  idOf,
  linesOf,
  type Product,
  productsOf,
  quantityField,
  search,
  TO,
} from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });
const site = siteOfFile();
/** A distributor that sells 40 products. */
const MANY = 'Chukwuemeka Wholesale Ltd';

/** The names of offered goods that the heading of the goods cuts. */
const cutGoods = (page: Page) =>
  page.locator('[data-goods] [data-offered]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const edge = row.closest('section')?.firstElementChild?.getBoundingClientRect().bottom ?? 0;
      const { top, bottom } = row.getBoundingClientRect();
      return top < edge - 1 && bottom > edge + 1 ? [row.textContent] : [];
    }),
  );

/** How many of the own lines are seen whole. */
const wholeLines = (page: Page) =>
  linesOf(page).evaluateAll((rows) => {
    const list = rows[0]?.closest('[data-lines]')?.getBoundingClientRect();
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return list && top >= list.top - 1 && bottom <= list.bottom + 1;
    }).length;
  });

test('the heading of the offered goods cuts no row, and the goods fold to a bar once lines that are searched fill the list', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await openAs(page, site, 'officer1', firstScreen(site));
  await fillFirst(page, ['From Distributor', MANY]);
  const goods = page.getByRole('region', { name: `Sold by ${MANY}` });
  const offered = goods.locator('[data-offered]');
  await expect(offered.first()).toBeVisible();
  // Taps first: the goods keep their rows, whole.
  for (const at of [0, 1, 2, 3]) {
    await offered.nth(at).tap();
    await digits(page, '3');
    await expect.poll(() => cutGoods(page), { message: `tap ${at}` }).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(4);
  // Letters: the goods give way, and fold once they have no whole row.
  const names = await offered.evaluateAll((rows) =>
    rows.map((row) => row.querySelector('.font-medium')?.textContent ?? ''),
  );
  for (let count = 5; count <= 9; count += 1) {
    await choose(page, 'Product', names[count + 3] ?? '');
    await page.keyboard.type('2');
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await expect(linesOf(page)).toHaveCount(count);
    await expect.poll(() => cutGoods(page), { message: `line ${count}` }).toEqual([]);
    await expect.poll(() => wholeLines(page), { message: `line ${count}` }).toBeGreaterThanOrEqual(Math.min(count, 8));
  }
  await expect(goods).toHaveCount(0);
  const bar = page.getByRole('button', { name: new RegExp(`^Sold by ${MANY} \\(\\d+\\)$`) });
  await bar.tap();
  await expect(goods).toBeVisible();
  await expect.poll(() => cutGoods(page)).toEqual([]);
  // A code that nobody knows is about the lines, not about the goods.
  const before = await wholeLines(page);
  const wedge = await plugIn(page);
  await wedge.scan('9780000000019');
  await expect(page.getByText('1 unknown code, not counted')).toBeVisible();
  await expect(goods).toHaveCount(0);
  expect(await wholeLines(page)).toBeGreaterThan(before);
  // Two taps on one place in half a second are one.
  await page.waitForTimeout(600);
  await bar.tap();
  await expect(goods).toBeVisible();
});

test('a distributor who brought goods before: these are offered first, and under a heading what else it sells', {
  tag: ['@TRF-06'],
}, async ({ page }) => {
  const all = (await productsOf(site, 'distributor', 'barcode_unit')).slice(0, 8);
  const name = 'Ọlá Second Visit Traders';
  await site.api('admin', 'POST', 'distributor/create', { name, address: 'Kado Road' });
  const newcomer = await idOf(site, 'distributor', name);
  for (const { _id } of all)
    await site.api('admin', 'POST', 'distributor_product/create', { distributor_id: newcomer, product_id: _id });
  const brought = all.slice(3, 5);
  await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', name]);
  for (const one of brought) {
    await choose(page, 'Product', one.name);
    await page.keyboard.type('2');
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
  }
  await expect(linesOf(page)).toHaveCount(2);
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  // Under a mouse's low window no tiles take goods from the list.
  await page.setViewportSize({ width: 800, height: 1280 });
  await page.goto(firstScreen(site));
  await fillFirst(page, ['From Distributor', name]);
  const goods = page.getByRole('region', { name: `Brought by ${name} before` });
  const ids = () =>
    goods.locator('[data-offered]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-offered')));
  await expect.poll(async () => (await ids()).length).toBe(8);
  expect((await ids()).slice(0, 2).sort()).toEqual(brought.map(({ _id }) => _id).sort());
  await expect(goods.getByRole('heading', { level: 3, name: `Sold by ${name}` })).toBeVisible();
  // The heading over the goods that are seen is their own.
  const over = () =>
    goods.evaluate((one) => {
      const { left, top } = one.getBoundingClientRect();
      return document.elementFromPoint(left + 40, top + 24)?.textContent ?? '';
    });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await over()).toContain('Brought by');
  await goods.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect.poll(over).toContain(`Sold by ${name}`);
  await goods.evaluate((one) => one.scrollTo(0, 0));
  await page.setViewportSize({ width: 800, height: 1280 });
  // What is taken of the others keeps its place too.
  const places = await ids();
  await goods.locator(`[data-offered="${places[4]}"]`).tap();
  await digits(page, '3');
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(1);
  expect(await ids()).toEqual(places);
  await goods.getByRole('button', { name: 'Hide these goods' }).tap();
  await expect(page.getByRole('button', { name: `Sold by ${name} (7)` })).toBeVisible();
});

test('the dialog of a line says nothing of another quantity where nothing was expected', {
  tag: ['@B3.5'],
}, async ({ page }) => {
  const [one] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await beginAs(page, site, 'officer1');
  await choose(page, 'Product', one.name);
  await page.keyboard.type('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: one.name });
  const another = dialog.getByRole('button', { name: 'Another quantity came' });
  const open = async () => {
    await page.getByRole('button', { name: `Edit ${one.name}`, exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  };
  await open();
  await expect(another).toHaveCount(0);
  // The goods were announced: another quantity can come.
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${await announced(site, [one], [3])}`);
  await page.getByRole('button', { name: 'Stop count' }).click();
  await open();
  await another.click();
  await expect(dialog.getByLabel('Quantity accepted', { exact: true })).toBeVisible();
});

test('a count has space above its heading, its buttons on one line, and no name that wraps again when a line can be undone', {
  tag: ['@UI-28', '@UI-42'],
}, async ({ page }) => {
  const goods = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 4);
  const id = await announced(site, goods, [7, 5, 4, 3]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(quantityField(page)).toBeFocused();
    const bar = await page.getByRole('banner').boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((title?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0), `${width}: over the heading`).toBeGreaterThanOrEqual(
      8,
    );
    for (const name of [/^Accept all as expected/, 'Stop count']) {
      const words = page.getByRole('button', { name }).locator('span').first();
      expect((await words.boundingBox())?.height, `${width}: ${name}`).toBeLessThan(24);
    }
    const texts = () =>
      linesOf(page).evaluateAll((rows) =>
        rows.map((row) => {
          const {
            left,
            top,
            width: wide,
            height: high,
          } = (row.querySelector('[title]') as Element).getBoundingClientRect();
          return [left, top, wide, high].map(Math.round).join(' ');
        }),
      );
    const before = await texts();
    await digits(page, '9');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    expect(await texts(), `${width}: names`).toEqual(before);
  }
});

test('a count on a phone begins at its lines: no field has the focus, and a digit is the figure of the first line that is not counted', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const goods = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 3);
  const id = await announced(site, goods, [7, 5, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(linesOf(page)).toHaveCount(3);
  await expect(search(page)).toBeEnabled();
  await page.waitForTimeout(500);
  await expect(search(page)).not.toBeFocused();
  const names = await linesOf(page)
    .locator('.line-clamp-2[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  await page.keyboard.type('99', { delay: 120 });
  await expect(quantityField(page)).toBeFocused();
  await expect(quantityField(page)).toHaveValue('99');
  await expect(page.getByRole('heading', { level: 2, name: names[0] ?? '' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(linesOf(page).first()).toContainText('99');
  // A scan is a line of its own goods, and no digit of it a figure.
  const wedge = await plugIn(page);
  const third = goods.find((one) => one.name === names[2]);
  await wedge.scan(third?.barcode_case ?? '');
  await expect(page.getByRole('status', { name: 'Scans' })).toContainText(`+1 case`);
  await expect(linesOf(page).nth(1)).toContainText('Not counted');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  // Who touches the search and types a figure there is asked for the product.
  await search(page).click();
  for (const figure of ['99', '1.5']) {
    await search(page).fill(figure);
    await expect(page.getByText('Choose a product first.')).toBeVisible();
    await expect(page.getByText('Check the spelling.')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a product first.' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  // Letters search as before.
  await search(page).fill('zzq');
  await expect(page.getByText('Check the spelling.')).toBeVisible();
});

test('Complete without a line says what is missing, at its place; after a line is removed the search has the focus', {
  tag: ['@UI-28', '@WCAG-2.4.3'],
}, async ({ page }) => {
  await beginAtSearch(page, site, 'officer1');
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const complete = page.getByRole('button', { name: 'Complete Transfer' });
    await expect(complete).toBeDisabled();
    const place = async () => [await complete.boundingBox(), await quantityField(page).boundingBox()];
    const before = await place();
    await complete.dispatchEvent('click');
    const missing = page.locator('[data-bottom-bar]').getByRole('alert');
    await expect(missing).toHaveText('Choose a product first.');
    expect(await place(), `${width}: places`).toEqual(before);
    await page.keyboard.press('Shift');
    await expect(missing).toHaveCount(0);
  }
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await choose(page, 'Product', product.name);
  await page.keyboard.press('4');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(1);
  // The foot of a phone says how many products there are.
  await expect(page.locator('[data-bottom-bar]').getByText('product', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(linesOf(page)).toHaveCount(0);
  await expect(search(page)).toBeFocused();
});

test('a rejection to a distributor who brought nothing to the hub offers what the distributor sells', {
  tag: ['@TRF-06'],
}, async ({ page }) => {
  const held = (
    (await site.api('admin', 'POST', 'warehouse_product/read_by_party', { parent_type: 'seller', parent: HUB })) as {
      products: { product_id: string; quantity: number }[];
    }
  ).products.filter(({ quantity }) => quantity > 0);
  const expected = held.slice(-2).map(({ product_id }) => product_id);
  const [name, stranger] = ['Ẹ̀bùn First Return Traders', 'Ẹ̀bùn Who Sells Nothing'];
  for (const one of [name, stranger])
    await site.api('admin', 'POST', 'distributor/create', { name: one, address: 'Oke Road' });
  const newcomer = await idOf(site, 'distributor', name);
  for (const product_id of expected)
    await site.api('admin', 'POST', 'distributor_product/create', { distributor_id: newcomer, product_id });
  // Of a distributor who sells nothing nothing is known, so the goods of the hub are offered.
  const goodsOf = (title: string) => page.getByRole('region', { name: title });
  await beginAs(page, site, 'officer1', 'shipment/out', ['From Hub', TO], ['To Distributor', stranger]);
  await expect(goodsOf(`${TO} holds`)).toContainText(`${stranger} brought none of this`);
  await begin(page, site, 'shipment/out', ['From Hub', TO], ['To Distributor', name]);
  const sold = goodsOf(`Sold by ${name}`);
  await expect(sold).toBeVisible();
  const ids = await sold
    .locator('[data-offered]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-offered')));
  expect(ids.sort()).toEqual(expected.sort());
});
