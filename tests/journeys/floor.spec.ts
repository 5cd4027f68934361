/** The desk under a finger: a product that is chosen again, what stays in reach, and that nothing moves or breaks. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { tooNear } from '../support/layout.ts';
import {
  announced,
  beginAtSearch,
  digits,
  fillFirst,
  linesOf,
  type Product,
  pad,
  productsOf,
  quantityField,
  search,
  TO,
} from '../support/receiving.ts';
import { openPageMenu } from '../support/rowMenu.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use({ ...noWorker, hasTouch: true });

const opened = (page: Page, id: string) => page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${id}`);

const rowOf = (page: Page, name: string) => linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
const add = (page: Page) => page.getByRole('button', { name: /^Add Product/ });
const complete = (page: Page) => page.getByRole('button', { name: /^Complete Transfer/ });
const likely = (page: Page) => page.getByRole('region', { name: /^(Brought|Sold) by|holds$/ });
const tiles = (page: Page) => page.getByRole('group', { name: 'Often from here' });
const nameIn = async (button: Locator) =>
  ((await button.locator('.line-clamp-2, .line-clamp-3').first().textContent()) ?? '').trim();

test('a product that is chosen again: what was typed is added, and Add adds on top of the line', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await beginAtSearch(page, site, 'officer1');

  // A row of the likely goods, pressed a second time.
  const row = likely(page)
    .getByRole('button', { name: /Case of/ })
    .first();
  const name = await nameIn(row);
  await row.tap();
  await digits(page, '8');
  await row.tap();
  await expect(rowOf(page, name)).toContainText('8 cases');
  // Nothing is typed any more, so nothing more can be added by a slip.
  await expect(quantityField(page)).toHaveValue('');
  await expect(add(page)).toBeDisabled();
  await expect(page.getByText('8 cases already here')).toBeVisible();
  await digits(page, '5');
  await expect(page.getByText('8 cases already here, now 13 cases')).toBeVisible();
  await expect(add(page)).toHaveText('Add');
  await add(page).tap();
  await expect(rowOf(page, name)).toContainText('13 cases');

  // The search: what it finds is the same product.
  await choose(page, 'Product', name);
  await page.keyboard.type('2');
  await choose(page, 'Product', name);
  await expect(rowOf(page, name)).toContainText('15 cases');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, name)).toContainText('18 cases');

  // A line that was opened from the list is replaced, and the key says so.
  await rowOf(page, name).tap();
  await digits(page, '7');
  await expect(add(page)).toHaveText('Save');
  await rowOf(page, name).tap();
  await expect(rowOf(page, name)).toContainText('7 cases');
  await expect(quantityField(page)).toHaveValue('7');
  await digits(page, '9');
  await add(page).tap();
  await expect(rowOf(page, name)).toContainText('9 cases');
});

test('a tile, a scan, and a count: the second choice loses nothing', { tag: ['@UI-28', '@SYNC-13'] }, async ({
  page,
}) => {
  const products = await productsOf(site, 'distributor', 'barcode_case');
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAtSearch(page, site, 'officer1');
  const tile = tiles(page).getByRole('button').first();
  const name = (await tile.getAttribute('aria-label')) ?? '';
  await tile.tap();
  await digits(page, '4');
  // Two presses on one place: the tile may be another product's when the second comes.
  await tile.tap();
  await expect(rowOf(page, name)).toContainText('4 cases');
  await page.keyboard.press('Escape');

  // A scan, then the same product by its name: on top of what the scan added.
  const scanned = products.find((one) => one.name !== name) as Product;
  const wedge = await plugIn(page);
  await wedge.scan(scanned.barcode_case);
  await expect(rowOf(page, scanned.name)).toContainText('1 case');
  await expect(add(page)).toHaveText('Save');
  await digits(page, '6');
  await choose(page, 'Product', scanned.name);
  await expect(rowOf(page, scanned.name)).toContainText('6 cases');
  await page.keyboard.type('2');
  await expect(add(page)).toHaveText('Add');
  await add(page).tap();
  await expect(rowOf(page, scanned.name)).toContainText('8 cases');
  // Another scan of it: digits replace the case that this scan added, and the pad says what that makes.
  await wedge.scan(scanned.barcode_case);
  await expect(rowOf(page, scanned.name)).toContainText('9 cases');
  await expect(quantityField(page)).toHaveValue('1');
  await expect(page.getByText('8 cases before, now 9 cases')).toBeVisible();
  await digits(page, '5');
  await expect(page.getByText('8 cases before, now 13 cases')).toBeVisible();
  await add(page).tap();
  await expect(rowOf(page, scanned.name)).toContainText('13 cases');
  // A press on the row means the whole line.
  await rowOf(page, scanned.name).tap();
  await expect(quantityField(page)).toHaveValue('13');
  await digits(page, '5');
  await add(page).tap();
  await expect(rowOf(page, scanned.name)).toContainText('5 cases');

  // A line that is being counted, pressed again with a figure: the figure stays.
  const id = await announced(site, products.slice(0, 2), [3, 5]);
  await opened(page, id);
  const second = linesOf(page).nth(1);
  // A finger that taps twice counts one line.
  await expect(add(page)).toHaveText('All there');
  await twice(page, add(page));
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('1 of 2');
  // The tap that was kept back is said, until the next one.
  const doubt = page.getByRole('status', { name: 'Doubt' });
  await expect(doubt).toHaveText('Tapped twice, counted once. Tap again for this one.');
  await second.tap();
  await digits(page, '2');
  await second.tap();
  await expect(quantityField(page)).toHaveValue('2');
  await page.keyboard.press('Enter');
  await expect(second).toContainText('short');
});

/** Where something stands, rounded. */
const placeOf = async (what: Locator) => {
  const box = await what.boundingBox();
  // Letters of another size may round a height by one pixel, which nobody sees.
  return box && [box.x, box.y, box.width].map(Math.round);
};
/** Two taps of one finger on one place, wherever something else stands there after the first. */
async function twice(page: Page, what: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {};
  for (let tap = 0; tap < 2; tap += 1) await page.touchscreen.tap(x + width / 2, y + height / 2);
}
const candidates = (page: Page) => likely(page).getByRole('button', { name: /Case of/ });

test('a tablet without a history has tiles of the likely goods in landscape, and none moves', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAtSearch(page, site, 'officer1');
  const all = tiles(page).getByRole('button');
  await expect(all).toHaveCount(5);
  // A name is broken between its words, and nothing lies beside its tile.
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const broken = await all.evaluateAll((buttons) =>
      buttons.flatMap((tile) => {
        const found = tile.scrollWidth > tile.clientWidth ? [`${tile.ariaLabel} is wider than its tile`] : [];
        const brand = tile.querySelector<HTMLElement>('[data-brand]');
        if (brand && !brand.dataset.brand?.includes(' ') && brand.clientHeight > 17) found.push('the brand is broken');
        const texts = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
          for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${word} is broken`);
          }
        return found;
      }),
    );
    expect(broken, `${width} x ${height}`).toEqual([]);
  }
  const names = await all.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')));
  await all.nth(2).tap();
  await digits(page, '3');
  await add(page).tap();
  await expect(rowOf(page, names[2] ?? '')).toContainText('3 cases');
  await expect(all).toHaveCount(5);
  const after = await all.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')));
  expect(after.filter((_, at) => at !== 2)).toEqual(names.filter((_, at) => at !== 2));
  expect(after[2]).not.toBe(names[2]);
});

test('nothing moves when a line exceeds the stock, when a doubt appears, or when a count ends', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  const products = await productsOf(site, 'distributor', 'barcode_case');
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  const associate = officers.find((one) => one.status === 'active')?.name ?? '';
  for (const [width, height] of [
    [800, 1280],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const where = `${width} x ${height}`;
    // More than the hub holds.
    await page.goto(`${site.url}/inventory/stock/out`);
    await fillFirst(page, ['From Hub', TO], ['To Delivery Associate', associate]);
    await expect(search(page)).toBeFocused();
    await candidates(page).first().tap();
    const before = { pad: await placeOf(pad(page)), figure: await placeOf(quantityField(page)) };
    await digits(page, '9999');
    await expect(page.getByRole('alert').filter({ hasText: /there/ }).first()).toBeVisible();
    expect({ pad: await placeOf(pad(page)), figure: await placeOf(quantityField(page)) }, `warned, ${where}`).toEqual(
      before,
    );
    const foot = await placeOf(complete(page));
    await add(page).tap();
    const limit = page.getByRole('button', { name: /more than is there|over/ });
    await expect(limit).toBeVisible();
    // The totals stay beside it, and neither lies on the other.
    const totals = page.locator('[data-bottom-bar] dl');
    await expect(totals).toContainText('₦');
    const [left, right] = [await totals.boundingBox(), await limit.boundingBox()];
    if (width >= 640) expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    else expect((right?.y ?? 0) + (right?.height ?? 0)).toBeLessThanOrEqual(left?.y ?? 0);
    await candidates(page).first().tap();
    const after = { pad: await placeOf(pad(page)), figure: await placeOf(quantityField(page)) };
    expect(after, `a red bar, ${where}`).toEqual(before);
    expect(await placeOf(complete(page)), `Complete, ${where}`).toEqual(foot);

    // A doubt, in a count, and its end.
    await opened(page, await announced(site, products.slice(0, 2), [3, 5]));
    const head = page.getByRole('heading', { level: 1 });
    if (width < 640) await linesOf(page).first().tap();
    await expect(quantityField(page)).toBeVisible();
    const count = { pad: await placeOf(pad(page)), figure: await placeOf(quantityField(page)) };
    const list = await placeOf(linesOf(page).first());
    await digits(page, '6737');
    await expect(page.getByText('6,737 cases: is that right?').filter({ visible: true })).toBeVisible();
    expect({ pad: await placeOf(pad(page)), figure: await placeOf(quantityField(page)) }, `doubt, ${where}`).toEqual(
      count,
    );
    const title = await placeOf(head);
    await digits(page, '3');
    expect(await tooNear(page), `a count, ${where}`).toEqual([]);
    // A finger that taps twice: the second tap meets nothing else.
    const rest = page.getByRole('button', { name: /^Accept all as expected/ });
    const stop = page.getByRole('button', { name: 'Stop count' });
    const ownPlace = await rest.boundingBox();
    const stands = width < 640 ? null : await placeOf(stop);
    await twice(page, rest);
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('2 of 2');
    if (width < 640) await openPageMenu(page);
    await expect(stop).toBeVisible();
    if (stands !== null) {
      // It stood there all the time, beside the other.
      expect(await placeOf(stop), `stop, ${where}`).toEqual(stands);
      const box = await stop.boundingBox();
      expect((ownPlace?.x ?? 0) + (ownPlace?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
    }
    expect(await placeOf(head), `title, ${where}`).toEqual(title);
    // The note of what was accepted stands over the list until it is taken back.
    await stop.click();
    const start = page.getByRole('button', { name: /^Start count/ });
    await expect(start).toBeEnabled();
    expect((await placeOf(linesOf(page).first()))?.[0]).toBe(list?.[0]);
    await twice(page, start);
    // Nothing is taken as expected.
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
    await expect(rest).toBeEnabled();
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
    // A count that begins again begins with the first line.
    if (width >= 640) await expect(quantityField(page)).toBeVisible();
    await expect(page.getByText('Everything is counted.')).toBeHidden();
  }
});

test('an upright tablet shows nine whole lines of ten in a count and eight outside it, and the keys stand at one place', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 10);
  const id = await announced(
    site,
    products,
    products.map(() => 3),
  );
  await signIn(page, site, 'officer1');
  await opened(page, id);
  await expect(linesOf(page)).toHaveCount(10);
  const whole = () =>
    linesOf(page).evaluateAll((rows) => {
      const list = rows[0]?.closest('[data-lines]')?.getBoundingClientRect();
      const head = rows[0]?.closest('table')?.tHead?.getBoundingClientRect();
      return rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return (
          list && bottom <= list.bottom && top >= Math.max(list.top, head?.height === 1 ? 0 : (head?.bottom ?? 0)) - 1
        );
      }).length;
    });
  await expect.poll(whole, { message: 'counted' }).toBeGreaterThanOrEqual(9);
  // The pad stands beside the product, not under it.
  const side = async () => [await pad(page).boundingBox(), await quantityField(page).boundingBox()] as const;
  const [keys, figure] = await side();
  expect((figure?.x ?? 0) + (figure?.width ?? 0)).toBeLessThan(keys?.x ?? 0);
  const places = new Set<string>();
  for (const row of [0, 4, 7]) {
    await linesOf(page).nth(row).tap();
    places.add(JSON.stringify(await side()));
    await digits(page, '1');
    places.add(JSON.stringify(await side()));
  }
  expect([...places]).toHaveLength(1);
  await page.getByRole('button', { name: /^Accept all as expected/ }).tap();
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('10 of 10');
  // The buttons of a count take room from the title, never from the list.
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  const height = () => head.evaluate((one) => one.clientHeight);
  const counting = await height();
  await page.getByRole('button', { name: 'Stop count' }).tap();
  await expect(page.getByRole('button', { name: /^Start count/ })).toBeVisible();
  expect(await height()).toBe(counting);
  await expect.poll(whole, { message: 'not counted' }).toBeGreaterThanOrEqual(8);
  places.clear();
  for (const row of [0, 4, 7]) {
    await linesOf(page).nth(row).tap();
    places.add(JSON.stringify(await side()));
  }
  expect([...places]).toHaveLength(1);
});

test('an upright tablet has the acts of an officer at its foot, one tap each, until a desk needs the room', {
  tag: ['@SHELL-40'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  const [product] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  const id = await announced(site, [product], [3]);
  await signIn(page, site, 'officer1');
  const places = page.getByRole('navigation', { name: 'Places' });
  for (const [name, title] of [
    ['Receive', 'Receive Shipment'],
    ['Reject', 'Reject Shipment'],
    ['Count', 'Count'],
  ] as const) {
    await places.getByRole('link', { name, exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(places.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    const bar = await places.boundingBox();
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(1_280);
  }
  await accessible(page);
  await opened(page, id);
  await expect(linesOf(page)).toHaveCount(1);
  await expect(places).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/`);
  await expect(places).toHaveCount(0);
});

test('on a phone no figure is cut or broken, whatever its length', { tag: ['@UI-28', '@B14.10'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginAtSearch(page, site, 'officer1');
  for (const figure of ['9999', '12345']) {
    const name = await nameIn(candidates(page).first());
    await candidates(page).first().tap();
    await digits(page, figure);
    await add(page).tap();
    const row = rowOf(page, name);
    await expect(row).toBeVisible();
    const cut = await row
      .locator('td')
      .nth(1)
      .evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('span') ?? cell);
        const { width, left } = range.getBoundingClientRect();
        return { lines: range.getClientRects().length, isIn: width > 0 && left >= cell.getBoundingClientRect().left };
      });
    expect(cut, figure).toEqual({ lines: 1, isIn: true });
  }
  const isFree = () =>
    page.evaluate(() => {
      const foot = document.querySelector('[data-bottom-bar]') as HTMLElement;
      const button = ([...foot.querySelectorAll('button')].at(-1) as HTMLElement).getBoundingClientRect();
      return [...foot.querySelectorAll('dt, dd')].every((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right <= button.left;
      });
    });
  expect(await isFree()).toBe(true);
  site.cutApi(true);
  try {
    await expect(complete(page)).toHaveAccessibleName(/offline/, { timeout: 30_000 });
    expect(await isFree()).toBe(true);
  } finally {
    site.cutApi(false);
  }
});

test('a count on a phone: Complete is outlined while lines are open; print and sounds are in a menu; the focus goes to Complete after the last line', {
  tag: ['@UI-28', '@WCAG-2.4.3'],
}, async ({ page }) => {
  const products = await productsOf(site, 'distributor', 'barcode_case');
  const [first, second, third] = products as [Product, Product, Product];
  await signIn(page, site, 'officer1');
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await opened(page, await announced(site, [first, second], [3, 5]));
    const isFilled = () => complete(page).evaluate((one) => one.classList.contains('bg-accent'));
    await expect(linesOf(page)).toHaveCount(2);
    expect(await isFilled()).toBe(false);
    for (const name of [first.name, second.name]) {
      // The keys go on to the second line by themselves, on a phone too, where they lie over the list.
      if (name === first.name) await rowOf(page, name).tap();
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
      await digits(page, '2');
      await page.keyboard.press('Enter');
      await expect(rowOf(page, name)).toContainText('short');
    }
    await expect(complete(page)).toBeFocused();
    expect(await isFilled()).toBe(true);
    // What was not expected leaves the focus there too.
    await choose(page, 'Product', third.name);
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, third.name)).toContainText('Not expected');
    await expect(complete(page)).toBeFocused();
    if (width > 640) continue;
    await page.getByRole('button', { name: /^Actions/ }).click();
    const menu = page.locator('.row-menu-list');
    await expect(menu.getByRole('button', { name: 'Print' })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Switch sounds and vibration off' })).toBeVisible();
    await menu.getByRole('button', { name: 'Print' }).click();
    await expect(page.getByRole('dialog', { name: 'Print' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('Undo leaves the amount in its line; controls have the even letters of the page', { tag: ['@UI-28'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await beginAtSearch(page, site, 'officer1');
  await candidates(page).first().tap();
  await digits(page, '8');
  await add(page).tap();
  const row = linesOf(page).first();
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible();
  const middles = await row.locator('td').evaluateAll((cells) =>
    cells.slice(1, 3).map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { top, bottom } = range.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99)), 'the amount beside the quantity').toBeLessThan(4);
  const renderings = await page
    .locator('body, button, input')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).textRendering))]);
  expect(renderings).toEqual(['geometricprecision']);
});

test('a tap on goods that are offered counts: the next product and Complete take its figure, and taps before a digit are cases', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAtSearch(page, site, 'officer1');
  const [first, second, third] = [0, 1, 2].map((at) => likely(page).locator('[data-offered]').nth(at)) as [
    Locator,
    Locator,
    Locator,
  ];
  const [one, two, three] = [await nameIn(first), await nameIn(second), await nameIn(third)];
  const offered = (name: string) => likely(page).getByRole('button').filter({ hasText: name });
  await first.tap();
  await offered(two).first().tap();
  await expect(rowOf(page, one)).toContainText('1 case');
  // Three taps are three cases; a digit replaces them.
  await offered(two).first().tap();
  await offered(two).first().tap();
  await expect(quantityField(page)).toHaveValue('3');
  await offered(three).first().tap();
  await expect(rowOf(page, two)).toContainText('3 cases');
  await digits(page, '5');
  await expect(quantityField(page)).toHaveValue('5');
  // A product that was found by its name is one case too, once another one is chosen. The cross takes it away before that.
  await search(page).click();
  await page.getByRole('option').first().click();
  await expect(rowOf(page, three)).toContainText('5 cases');
  await page.getByRole('button', { name: 'Choose another product' }).click();
  await expect(linesOf(page)).toHaveCount(3);
  await search(page).click();
  await page.getByRole('option').first().click();
  const found = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  // The three that are taken keep their places before it.
  const next = likely(page).locator('[data-offered]').filter({ hasNotText: found }).nth(3);
  await next.tap();
  await expect(rowOf(page, found)).toContainText('1 case');
  await complete(page).click();
  await expect(page.getByRole('dialog', { name: 'Complete Transfer' })).toContainText('5 products');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Remove ${found}` }).click();
  await expect(rowOf(page, found)).toHaveCount(0);
});

test('unannounced goods have the value with which they are booked, and an unknown code is named before goods move', {
  tag: ['@B3.7', '@TRF-12'],
}, async ({ page }) => {
  const associates = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { _id: string }[];
  interface StockRow {
    product: { _id: string; name: string; case_count: number; price: string };
    rate: string;
    quantity: number;
  }
  let found: { who: string; held: StockRow[] } | null = null;
  for (const { _id: who } of associates) {
    const { products } = (await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
      ...{ parent_type: 'sales_officer', parent: who },
      ...{ destination_type: 'seller', destination: 'hub_abuja_wuse' },
    })) as { products: StockRow[] };
    const held = products.filter((one) => one.quantity >= one.product.case_count);
    const apart = held.find((one) => one.rate !== one.product.price);
    const other = held.find((one) => one !== apart);
    if (apart && other) found = { who, held: [other, apart] };
  }
  const [expected, extra] = found?.held ?? [];
  if (!found || !expected || !extra)
    throw new Error('No associate of the demo holds two products of which one has a price of its own');
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'sales_officer', source: found.who },
    ...{ destination_type: 'seller', destination: 'hub_abuja_wuse' },
  })) as string;
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: id, product_id: expected.product._id, quantity_accepted: '' },
    ...{ quantity: String(expected.product.case_count), amount: expected.rate },
  });
  await openAs(page, site, 'officer1', `${site.url}/inventory/stock/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(1);
  await digits(page, '1');
  await pad(page)
    .getByRole('button', { name: /^Add Product/ })
    .tap();
  await choose(page, 'Product', extra.product.name);
  await pad(page)
    .getByRole('button', { name: /^Add Product/ })
    .tap();
  await expect(linesOf(page)).toHaveCount(2);
  const scanner = await plugIn(page);
  await scanner.scan('4006381333931');
  await complete(page).click();
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await expect(question).toContainText('1 scanned code is unknown: its goods do not move.');
  const shown = /2 products, ₦([\d,.]+)/.exec((await question.textContent()) ?? '')?.[1]?.replaceAll(',', '');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  const [booked] = (await site.api('officer1', 'GET', 'purchase_order/read', { _id: id })) as {
    amount_accepted: string;
  }[];
  expect(Number(shown)).toBe(Number(booked?.amount_accepted));
});
