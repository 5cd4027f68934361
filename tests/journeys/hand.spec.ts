/** The main job by hand, counted: how many taps and keys a receipt costs, and whether each line is seen and each key arrives where it belongs. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  announced,
  begin,
  beginAtSearch,
  FROM,
  fillFirst,
  lastReceipt,
  linesOf,
  type Party,
  type Product,
  productsOf,
  quantityField,
  receiptOf,
  SOURCE,
  search,
  TO,
} from '../support/receiving.ts';
import { choose, noWorker, openAs, signIn, siteOfFile, withMotion } from '../support/site.ts';
import { hold, slow } from '../support/slowDisk.ts';
import { plugIn } from '../support/wedge.ts';

test.use(noWorker);
test.use(withMotion);
const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });

/** Counts the taps and keys of a person. A digit of the pad is a key, as on a keyboard. */
class Hand {
  taps = 0;
  keys = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.click();
  }
  async type(text: string): Promise<void> {
    for (const key of text) await this.press(key);
  }
  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }
}

/** A distributor that brought nothing yet, and sells 40 products of several brands. */
const MANY = 'Chukwuemeka Wholesale Ltd';

const add = (page: Page) => page.getByRole('button', { name: /^Add Product/ });
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The fewest letters that make a product the first hit: the beginning of one of its words. Null: more than three are needed. */
async function lettersFor(page: Page, name: string): Promise<string | null> {
  const words = [
    ...new Set(
      plain(name)
        .toLowerCase()
        .split(/[^a-z]+/),
    ),
  ].filter((word) => word.length > 1);
  let found: string | null = null;
  for (const length of [2, 3])
    for (const word of words) {
      if (found !== null || word.length < length) continue;
      await search(page).fill(word.slice(0, length));
      const texts = await page.getByRole('option').first().allTextContents();
      if (texts[0]?.startsWith(name)) found = word.slice(0, length);
    }
  await search(page).fill('');
  await page.keyboard.press('Escape');
  return found;
}

/** Whether the whole of a row is in the window and under nothing. */
const isSeen = (row: Locator) =>
  row.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const free = (y: number) => one.contains(document.elementFromPoint((left + right) / 2, y));
    return top >= 0 && bottom <= innerHeight && free(top + 4) && free(bottom - 4);
  });

/** The first of the offered goods that is not taken and that a finger meets without scrolling; null: there is none. */
async function firstFree(offered: Locator, taken: ReadonlySet<string | null>): Promise<string | null> {
  const ids = await offered.evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isMet = one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      return isMet ? one.getAttribute('data-offered') : [];
    }),
  );
  return ids.find((one) => !taken.has(one)) ?? null;
}

/** How many lines are seen whole. */
async function seenOf(page: Page): Promise<number> {
  const seen = await Promise.all((await linesOf(page).all()).map(isSeen));
  return seen.filter(Boolean).length;
}

/** Whether the list of what was found covers a part of a row. */
function isUnderHits(row: Element): boolean {
  const hits = document.querySelector('[role="listbox"]')?.getBoundingClientRect();
  const { top, bottom, left, right } = row.getBoundingClientRect();
  return hits !== undefined && hits.top < bottom && hits.bottom > top && hits.left < right && hits.right > left;
}

test('ten lines with nothing in the system cost at most 23 taps and 35 keys after the start; each line is seen, also above a keyboard of 320 px', {
  tag: ['@each-change', '@TRF-02', '@UI-28'],
}, async ({ page }) => {
  const all = await productsOf(site, 'distributor', 'barcode_case');
  await beginAtSearch(page, site, 'officer1');
  // Ten products that two or three letters find.
  const letters = new Map<Product, string>();
  for (const product of all) {
    const found = letters.size < 10 ? await lettersFor(page, product.name) : null;
    if (found !== null) letters.set(product, found);
  }
  const products = [...letters.keys()];
  expect(products).toHaveLength(10);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await beginAtSearch(page, site);
    const hand = new Hand(page);
    let count = 0;
    for (const product of products) {
      // The soft keyboard is open while letters are typed.
      await page.setViewportSize({ width, height: height - 320 });
      await expect(search(page)).toBeFocused();
      await hand.type(letters.get(product) ?? '');
      // Above a soft keyboard what is found lies over no line.
      if (count > 0) expect(await linesOf(page).first().evaluate(isUnderHits)).toBe(false);
      await hand.tap(page.getByRole('option').first());
      await page.setViewportSize({ width, height });
      await expect(quantityField(page)).toBeFocused();
      await hand.press(String((count % 8) + 2));
      await expect(quantityField(page)).toHaveValue(String((count % 8) + 2));
      await expect(search(page)).toHaveValue(product.name);
      await hand.tap(add(page));
      count += 1;
      await expect(linesOf(page)).toHaveCount(count);
      await expect(linesOf(page).first()).toContainText(product.name);
      await expect.poll(() => isSeen(linesOf(page).first()), { message: product.name }).toBe(true);
      // A lying tablet shows seven lines whole: the likely goods under them give way.
      if (width === 1280) await expect.poll(() => seenOf(page)).toBeGreaterThanOrEqual(Math.min(count, 7));
      await page.setViewportSize({ width, height: height - 320 });
      await expect.poll(() => isSeen(linesOf(page).first()), { message: `${product.name}, keyboard open` }).toBe(true);
      await page.setViewportSize({ width, height });
    }
    // The goods are a bar once lines fill the list, which leaves eight of them.
    if (width === 1280) {
      await expect(page.getByRole('button', { name: /^(Brought|Sold) by .* \(\d+\)$/ })).toBeVisible();
      await expect.poll(() => seenOf(page)).toBeGreaterThanOrEqual(8);
    }
    await hand.tap(page.getByRole('button', { name: 'Complete Transfer' }));
    await hand.tap(page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    expect(hand.taps).toBeLessThanOrEqual(23);
    expect(hand.keys).toBeLessThanOrEqual(35);
    const order = await lastReceipt(site);
    expect(order.tag).toBe('receipt');
    expect(order.items.map((item) => item.product_id).sort()).toEqual(products.map((one) => one._id).sort());
  }
});

for (const [width, height] of [
  [1280, 800],
  [800, 1280],
] as const)
  test(`ten lines by tapping likely goods at ${width} x ${height}: a tap and a digit a line, with goods in sight at the tenth line too`, {
    tag: ['@TRF-02', '@UI-28'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await beginAtSearch(page, site, 'officer1');
    const hand = new Hand(page);
    // A taken product keeps its place, and another tap on it would open its line.
    const taken = new Set<string | null>();
    const goods = page.getByRole('region', { name: /^(Brought|Sold) by/ });
    const tiles = page.getByRole('group', { name: 'Often from here' });
    const offered = goods.or(tiles).locator('[data-offered]');
    await expect(offered.first()).toBeAttached();
    for (let count = 0; count < 10; count += 1) {
      if (count > 0) await expect(linesOf(page)).toHaveCount(count - 1);
      // The next goods come into sight once those in sight are taken, a moment after the line.
      await page.waitForTimeout(300);
      let next: string | null = null;
      await expect.poll(async () => (next = await firstFree(offered, taken))).not.toBeNull();
      taken.add(next);
      await hand.tap(offered.and(page.locator(`[data-offered="${next}"]:visible`)));
      await hand.press(String((count % 8) + 2));
      await expect(quantityField(page)).toHaveValue(String((count % 8) + 2));
      // The list of lines still shows the newest one.
      if (count > 0) await expect.poll(() => isSeen(linesOf(page).first())).toBe(true);
    }
    await hand.tap(page.getByRole('button', { name: 'Complete Transfer' }));
    await hand.tap(page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    expect((await lastReceipt(site)).items).toHaveLength(10);
    // Digits counted: a person's finger makes every one of these.
    expect(hand.taps + hand.keys).toBeLessThanOrEqual(23);
  });

/** Where offered goods are that a finger meets, by their ids. */
const goodsInReach = async (offered: Locator): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await offered.evaluateAll((all) =>
      all.flatMap((one): [string, number][] => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const isMet = one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        return isMet ? [[one.getAttribute('data-offered') ?? '', Math.round(top)]] : [];
      }),
    ),
  );

test('goods keep three rows while a person taps them, with the newest line above; typing letters gives the space to the lines, and no tap moves goods', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in`);
  await fillFirst(page, ['From Distributor', MANY]);
  const goods = page.getByRole('region', { name: `Sold by ${MANY}` });
  const offered = goods.locator('[data-offered]');
  await expect(offered.first()).toBeVisible();
  await expect(goods.getByRole('button', { name: 'Hide these goods' })).toHaveText('Hide');
  // Packs of one brand look alike, so each tile is another brand.
  const tiles = page.getByRole('group', { name: 'Often from here' });
  const brands = await tiles.locator('[data-brand]').evaluateAll((all) => all.map((one) => one.dataset.brand));
  expect(new Set(brands).size).toBe(5);
  const taken = new Set<string | null>();
  /** Taps the next of the goods and types a figure. */
  const tapNext = async () => {
    let next: string | null = null;
    await expect.poll(async () => (next = await firstFree(offered, taken))).not.toBeNull();
    const before = await goodsInReach(offered);
    // As a finger does: a locator would scroll a row into sight that is cut at the edge.
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await goods.locator(`[data-offered="${next}"]`).boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press('3');
    await expect(quantityField(page)).toHaveValue('3');
    const after = await goodsInReach(offered);
    taken.add(next);
    return { before, after };
  };
  for (let count = 0; count < 10; count += 1) {
    if (count > 0) await expect(linesOf(page)).toHaveCount(count - 1);
    await page.waitForTimeout(300);
    const { after } = await tapNext();
    expect(new Set(after.values()).size, `rows of goods at line ${count}`).toBeGreaterThanOrEqual(3);
    if (count > 0) await expect.poll(() => isSeen(linesOf(page).first())).toBe(true);
  }
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(10);

  // Who types a name needs the list: the goods are a bar.
  const names = await tiles.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await choose(page, 'Product', (names[0] ?? '').split(', ')[0] ?? '');
  await page.keyboard.type('4');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(11);
  await expect.poll(() => seenOf(page)).toBeGreaterThanOrEqual(8);
  // A press brings the rows back, and a tap leaves those in sight under the finger.
  await page.getByRole('button', { name: new RegExp(`^Sold by ${MANY} \\(\\d+\\)$`) }).click();
  await page.waitForTimeout(300);
  const { before, after } = await tapNext();
  expect(before.size).toBeGreaterThan(0);
  for (const [id, top] of before) expect(after.get(id), id).toBe(top);
  await expect.poll(async () => new Set((await goodsInReach(offered)).values()).size).toBeGreaterThanOrEqual(3);
});

test('a soft keyboard beside a chosen product: what is found leaves the newest line in sight, and fills a low window', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in`);
  await fillFirst(page, ['From Distributor', MANY]);
  const offered = page.getByRole('region', { name: `Sold by ${MANY}` }).locator('[data-offered]');
  for (const at of [0, 1, 2]) {
    await offered.nth(at).click();
    await page.keyboard.press('3');
  }
  await expect(linesOf(page)).toHaveCount(2);
  await expect(quantityField(page)).toHaveValue('3');
  await search(page).click();
  await page.setViewportSize({ width: 800, height: 960 });
  await page.keyboard.type('ma');
  await expect(page.getByRole('option').nth(3)).toBeVisible();
  await expect.poll(() => isSeen(linesOf(page).first()), { message: '800 x 960' }).toBe(true);
  expect(await linesOf(page).first().evaluate(isUnderHits)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 480 });
  const hits = page.getByRole('listbox');
  await expect.poll(async () => (await hits.boundingBox())?.height, { message: '1280 x 480' }).toBeGreaterThan(330);
  const box = await hits.boundingBox();
  expect((box?.y ?? 480) + (box?.height ?? 0)).toBeLessThanOrEqual(480);
});

/** An associate who holds goods, by name. */
async function holderOf(): Promise<string> {
  const people = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as Record<
    '_id' | 'name' | 'status',
    string
  >[];
  for (const { _id: parent, name, status } of people) {
    if (status !== 'active') continue;
    const read = await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
      parent_type: 'sales_officer',
      parent,
    });
    if ((read as { products: { quantity: number }[] }).products.some((one) => one.quantity > 0)) return name;
  }
  throw new Error('Nobody holds goods');
}

test('a touch of the search opens a soft keyboard: a choice leads to the figure in all four kinds, and no digit goes into the name', {
  tag: ['@UI-28', '@TRF-02'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await openAs(page, site, 'officer1', `${site.url}/`);
  const holder = await holderOf();
  const kinds: readonly [string, Party, Party][] = [
    ['shipment/in', SOURCE, ['To Hub', TO]],
    ['shipment/out', ['From Hub', TO], ['To Distributor', FROM]],
    ['stock/out', ['From Hub', TO], ['To Delivery Associate', holder]],
    ['stock/in', ['From Delivery Associate', holder], ['To Hub', TO]],
  ];
  const keys = page.getByRole('group', { name: 'Number pad' });
  for (const [path, from, to] of kinds) {
    await page.setViewportSize({ width: 800, height: 1280 });
    await begin(page, site, path, from, to);
    for (const way of ['Enter', 'tap', 'tap beside a chosen product'] as const) {
      await page.setViewportSize({ width: 800, height: 1280 });
      // The keyboard opens once the field was touched, so the window is lower only then.
      await search(page).click();
      await page.setViewportSize({ width: 800, height: 960 });
      await expect(keys, `${path}, ${way}`).toBeHidden();
      const options = page.getByRole('option');
      await expect(options.first()).toBeVisible();
      const words = /\p{L}{3}/u.exec((await options.first().locator('span').first().textContent()) ?? '');
      await page.keyboard.type(words?.[0] ?? 'a');
      await expect(options.first()).toBeVisible();
      if (way === 'Enter') await page.keyboard.press('Enter');
      else await options.first().click();
      await expect(quantityField(page), `${path}, ${way}`).toBeFocused();
      const name = await search(page).inputValue();
      await expect(keys).toBeVisible();
      await page.keyboard.press('2');
      await expect(quantityField(page)).toHaveValue('2');
      await expect(search(page)).toHaveValue(name);
      // The keyboard closes with the focus.
      await page.setViewportSize({ width: 800, height: 1280 });
      await expect(quantityField(page)).toBeFocused();
      await expect(quantityField(page)).toHaveValue('2');
      if (way === 'tap') continue;
      await page.waitForTimeout(200);
      await page.keyboard.press('Enter');
      await expect(search(page)).toHaveValue('');
      await expect(linesOf(page).filter({ hasText: name }).first()).toBeVisible();
    }
  }
});

test('the state of scans says the figure of the line; a digit without a product is answered in the card, until the next act', {
  tag: ['@UI-28', '@SYNC-13'],
}, async ({ page }) => {
  const [one, other] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const early = page.getByRole('alert').filter({ hasText: 'Choose a product first.' });
  const digit = page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '5', exact: true });
  const stood = await quantityField(page).boundingBox();
  await digit.click();
  await expect(early).toBeVisible();
  expect(await quantityField(page).boundingBox()).toEqual(stood);
  await page.keyboard.press('Escape');
  await expect(early).toHaveCount(0);
  await digit.click();
  await expect(early).toBeVisible();
  const wedge = await plugIn(page);
  await wedge.scan(one.barcode_case);
  await expect(early).toHaveCount(0);
  const state = page.getByRole('status', { name: 'Scans' });
  await expect(state).toHaveText(`1 scan · +1 case, now 1 case, ${one.name}`);
  await page.waitForTimeout(200);
  for (const key of '144') await page.keyboard.press(key, { delay: 120 });
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText('144 cases');
  await expect(state).toHaveText(`1 scan · now 144 cases, ${one.name}`);
  await linesOf(page).first().click();
  await page.keyboard.type('0');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(0);
  await expect(state).toHaveText('1 scan');
  // What a scan did is said until another line is changed.
  await wedge.scan(one.barcode_case);
  await expect(state).toHaveText(`2 scans · +1 case, now 1 case, ${one.name}`);
  await page.waitForTimeout(300);
  await choose(page, 'Product', other.name);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(2);
  await expect(state).toHaveText('2 scans');
});

test('61 cases of ten products by scanner: ten scans and at most 14 keys, digits replace the case that the scan added', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 10);
  const cases = [8, 6, 10, 12, 4, 4, 5, 3, 4, 5];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  const hand = new Hand(page);
  for (const [at, product] of products.entries()) {
    await wedge.scan(product.barcode_case);
    await expect(linesOf(page).first()).toContainText(product.name);
    await expect(quantityField(page)).toBeFocused();
    await expect(quantityField(page)).toHaveValue('1');
    // A person begins to type well after the scanner's Enter.
    await page.waitForTimeout(200);
    for (const digit of String(cases[at])) {
      await hand.press(digit);
      await page.waitForTimeout(120);
    }
    await expect(quantityField(page)).toHaveValue(String(cases[at]));
  }
  await hand.press('Enter');
  await expect(linesOf(page)).toHaveCount(10);
  for (const [at, product] of products.entries())
    await expect(linesOf(page).filter({ hasText: product.name }).first()).toContainText(`${cases[at]} cases`);
  expect(hand.keys).toBeLessThanOrEqual(14);
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  const moved = new Map((await lastReceipt(site)).items.map((item) => [item.product_id, item.quantity]));
  for (const [at, product] of products.entries())
    expect(moved.get(product._id), product.name).toBe((cases[at] ?? 0) * product.case_count);
});

for (const slowed of [1, 4])
  test(`the figure behind a scan is that scan's, however fast the next one comes${slowed > 1 ? ', on a slow tablet' : ''}`, {
    tag: ['@each-change', '@SYNC-13'],
  }, async ({ page }) => {
    const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 10);
    await beginAtSearch(page, site, 'officer1');
    const wedge = await plugIn(page);
    // The goods are read, so the first scan is counted.
    await expect(page.getByRole('status', { name: 'Scans' })).toHaveText('Scan a product');
    const tablet = await page.context().newCDPSession(page);
    await tablet.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    const figures = products.map(({ barcode_case }, at) => [barcode_case, String(2 + (at % 8))] as const);
    await wedge.figures(figures, 350, 170);
    await expect(page.getByRole('status', { name: 'Scans' })).toContainText('10 scans', { timeout: 60_000 });
    // The last figure is entered, as by hand.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    for (const [at, { name }] of products.entries())
      await expect(linesOf(page).filter({ hasText: name })).toContainText(`${figures[at]?.[1]} cases`);
    await expect(linesOf(page)).toHaveCount(10);
    await expect(search(page)).toHaveValue('');
  });

test('a letter behind a figure begins the next product, and the figure is saved for its own', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', first.name);
  await page.keyboard.type('4', { delay: 150 });
  await expect(quantityField(page)).toHaveValue('4');
  await page.waitForTimeout(400);
  await page.keyboard.type(second.name.replace(/^[^A-Za-z]*/, ''), { delay: 110 });
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole('listbox', { name: 'Product' })).toContainText(second.name);
  await page.getByRole('listbox', { name: 'Product' }).getByText(second.name, { exact: true }).first().click();
  await expect(quantityField(page)).toBeFocused();
  await page.keyboard.type('12', { delay: 150 });
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await expect(linesOf(page).filter({ hasText: second.name })).toContainText('12 cases');
  await expect(linesOf(page).filter({ hasText: first.name })).toContainText('4 cases');
  await expect(linesOf(page)).toHaveCount(2);
});

test('a figure that begins with the digit that stood there is typed whole: 14 over 1 is not 4', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  const pad = page.getByRole('group', { name: 'Number pad' });
  await choose(page, 'Product', first.name);
  await expect(quantityField(page)).toHaveValue('1');
  await pad.getByRole('button', { name: '1', exact: true }).click();
  await page.keyboard.press('4');
  await expect(quantityField(page)).toHaveValue('14');
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText('14 cases');
  // The digit comes before its scan is counted, so it waits; the one after it comes later.
  await wedge.scan(second.barcode_case);
  await page.keyboard.press('1');
  await expect(linesOf(page).first()).toContainText(second.name);
  await page.waitForTimeout(400);
  await page.keyboard.press('4');
  await expect(quantityField(page)).toHaveValue('14');
});

test('a scanner that pauses within a code changes no figure: the code is whole, also of goods that nobody knows', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await choose(page, 'Product', first.name);
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(linesOf(page).first()).toContainText('6 cases');
  await linesOf(page).first().click();
  await expect(quantityField(page)).toHaveValue('6');
  await wedge.paused('99999012345678', 7, 160);
  await expect(page.getByText('99999012345678').first()).toBeVisible();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText('6 cases');
  // A typed figure counts, and the code behind it is whole.
  await linesOf(page).first().click();
  await page.keyboard.type('14', { delay: 120 });
  await page.waitForTimeout(200);
  await wedge.paused(second.barcode_case, 5, 160);
  await expect(linesOf(page).filter({ hasText: second.name })).toContainText('1 case');
  await expect(linesOf(page).filter({ hasText: first.name })).toContainText('14 cases');
  await expect(linesOf(page)).toHaveCount(2);
});

test('a scanner that stutters several times within a code changes no figure, whatever digits come alone', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan(one.barcode_case);
  await page.waitForTimeout(250);
  await page.keyboard.type('14', { delay: 130 });
  await page.waitForTimeout(250);
  await page.keyboard.press('Enter');
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('14 cases');
  for (const [at, gaps] of [
    // The first digit alone, then a burst, and one digit late.
    [3, 283, 3, 56, 3, 3, 3, 3, 3, 3, 3, 3, 3, 128],
    [3, 124, 3, 3, 104, 3, 3, 151],
    [3, 283, 54, 47, 3, 3, 133],
    [3, 3, 210, 3, 3, 3, 140, 3, 3, 190],
  ].entries()) {
    // The figure of the product stands selected, as after each scan.
    await wedge.scan(one.barcode_case);
    await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText(`${15 + at} cases`);
    await page.waitForTimeout(300);
    await wedge.stutter(two.barcode_case, gaps);
    await expect(linesOf(page).filter({ hasText: two.name }).first(), String(gaps)).toContainText(
      at === 0 ? '1 case' : `${1 + at} cases`,
    );
    await expect(linesOf(page).filter({ hasText: one.name }).first(), String(gaps)).toContainText(`${15 + at} cases`);
    // Nobody knows this code.
    await wedge.stutter('9999999999994', gaps);
    await expect(page.getByText('9999999999994 is unknown').first(), String(gaps)).toBeVisible();
    await expect(linesOf(page)).toHaveCount(2);
  }
  await expect(page.getByRole('region', { name: 'Unknown codes' })).toContainText('scanned 4 times');
});

test('letters go to the search, digits to the figure, Escape restores, Ctrl+Z undoes the last line', {
  tag: ['@WCAG-2.1.1'],
}, async ({ page }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  await choose(page, 'Product', first.name);
  await expect(quantityField(page)).toHaveValue('1');
  // A letter in the figure is the beginning of another product's name, and lands in the search alone.
  await page.keyboard.type('k');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('k');
  await expect(quantityField(page)).toHaveValue('1');
  // Escape puts the name back, and a digit is the figure of that product.
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('6');
  await expect(quantityField(page)).toHaveValue('6');
  await expect(search(page)).toHaveValue(first.name);
  await page.keyboard.press('Escape');
  await choose(page, 'Product', second.name);
  await page.keyboard.type('7');
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('');
  // A figure without a product is none.
  await expect(quantityField(page)).toHaveValue('');
  await choose(page, 'Product', first.name);
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  // The next name may follow at once: the fields are emptied after the line was painted, and take no letter with them.
  await page.keyboard.type('zz');
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText('12 cases');
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
  await expect(quantityField(page)).toHaveValue('');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('zz');
  await page.keyboard.press('Escape');

  // The same product again: the line grows, no second one.
  await choose(page, 'Product', first.name);
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText('15 cases');
  await expect(page.getByRole('status', { name: 'Last change' })).toContainText(`${first.name}, 3 cases`);
  await page.keyboard.press('Control+z');
  await expect(linesOf(page).first()).toContainText('12 cases');

  // A press on the row, and digits replace its figure; the pad does the same.
  await linesOf(page).first().click();
  await expect(quantityField(page)).toBeFocused();
  const pad = page.getByRole('group', { name: 'Number pad' });
  for (const digit of ['4', '0']) await pad.getByRole('button', { name: digit, exact: true }).click();
  await pad.getByRole('button', { name: 'Delete digit' }).click();
  await expect(quantityField(page)).toHaveValue('4');
  await expect(quantityField(page)).toBeFocused();
  await add(page).click();
  await expect(linesOf(page).first()).toContainText('4 cases');

  // Zero removes; that can be taken back too.
  await linesOf(page).first().click();
  await page.keyboard.type('0');
  await expect(add(page)).toHaveText('Remove');
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(linesOf(page).first()).toContainText('4 cases');

  // A split screen and a turned phone have no soft keyboard either: the pad stays, with Add.
  for (const [width, height, digit] of [
    [1280, 480, '5'],
    [844, 390, '6'],
    [390, 480, '7'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await linesOf(page).first().click();
    await expect(quantityField(page)).toBeInViewport({ ratio: 1 });
    await pad.getByRole('button', { name: digit, exact: true }).click();
    await expect(quantityField(page)).toHaveValue(digit);
    await expect(add(page)).toBeInViewport({ ratio: 1 });
    await add(page).click();
    await expect(linesOf(page).first()).toContainText(`${digit} cases`);
  }
});

test('a delivery note that is right is two taps: "All there" and "Continue"; what nobody counted moves as expected', {
  tag: ['@each-change', '@B3.8', '@TRF-12'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 3);
  const id = await announced(site, products, [2, 5, 1]);
  await signIn(page, site, 'officer1');
  await page.getByRole('link', { name: 'Receive Shipment' }).first().click();
  const hand = new Hand(page);
  const card = page
    .getByRole('region', { name: 'Expected' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${id}"]`) });
  // Cancel leads back to the card, and begins no count.
  await card.getByRole('button', { name: `All there: ${FROM}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await hand.tap(card.getByRole('button', { name: `All there: ${FROM}` }));
  await expect(page.getByRole('dialog')).toContainText('All 3 products move as expected.');
  await expect(page.getByRole('dialog')).toContainText('This action cannot be reversed.');
  await hand.tap(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect([hand.taps, hand.keys]).toEqual([2, 0]);
  // The hub of a card is known for what nobody announced.
  await page.getByRole('link', { name: 'Next receipt' }).click();
  await expect(page.getByText(/^Into .+, now$/)).toBeVisible();
  const receipt = await receiptOf(site, id);
  expect(receipt.tag).toBe('receipt');
  expect(receipt.items.map((item) => item.quantity_accepted ?? item.quantity).sort()).toEqual(
    products.map((one, at) => ([2, 5, 1][at] ?? 0) * one.case_count).sort(),
  );
});

test('one line short costs four taps and one key; the reason is proposed, and the rest moves as expected', {
  tag: ['@each-change', '@UI-28', '@B3.5'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 4);
  const id = await announced(site, products, [3, 3, 3, 3]);
  const short = products[2] as Product;
  await signIn(page, site, 'officer1');
  await page.getByRole('link', { name: 'Receive Shipment' }).first().click();
  const hand = new Hand(page);
  await hand.tap(page.getByRole('region', { name: 'Expected' }).locator(`a[href*="${id}"]`));
  const row = linesOf(page).filter({ hasText: short.name }).first();
  await hand.tap(row);
  await expect(quantityField(page)).toBeFocused();
  await hand.press('2');
  // Said while it is typed, in the row and beside the figure.
  await expect(row).toContainText('1 case short');
  await expect(page.getByRole('group', { name: 'Reason' }).getByRole('button', { name: 'Short' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await hand.tap(page.getByRole('button', { name: 'Complete Transfer' }));
  await expect(page.getByRole('dialog')).toContainText('3 products were not counted. They move as expected.');
  await hand.tap(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect([hand.taps, hand.keys]).toEqual([4, 1]);
  const items = new Map((await receiptOf(site, id)).items.map((item) => [item.product_id, item]));
  expect(items.get(short._id)).toMatchObject({ quantity_accepted: 2 * short.case_count, reason: 'short' });
});

test('a count goes from the first line on, in sight, and takes the figure that was typed before the rest', {
  tag: ['@UI-28', '@B3.5'],
}, async ({ page }) => {
  const products = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 12);
  const id = await announced(
    site,
    products,
    products.map(() => 3),
  );
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  const lit = page.locator('tr[data-product].bg-accent-soft');
  const chosen = async (place: number) => {
    const name = (await linesOf(page).nth(place).locator('[title]').first().textContent()) ?? '';
    await expect(search(page)).toHaveValue(name);
    await expect(lit).toHaveCount(1);
    await expect(lit).toContainText(name);
    await expect.poll(() => isSeen(lit)).toBe(true);
  };
  // The page alone never scrolls, and the names have their room although the sidebar is open elsewhere.
  await chosen(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  const names = await linesOf(page)
    .locator('.line-clamp-2')
    .evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.min(...names)).toBeGreaterThanOrEqual(200);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await chosen(1);

  // Units after typed cases go on with the same figure: 2 cases and 3 units, in the row and in what is saved.
  const second = linesOf(page).nth(1);
  const units = page.getByRole('group', { name: 'Count quantity in' }).getByRole('button', { name: 'Units' });
  await page.keyboard.type('2');
  await expect(second).toContainText('1 case short');
  await units.click();
  await expect(quantityField(page)).toHaveValue('0');
  await expect(quantityField(page)).toHaveAccessibleDescription('2 cases +');
  await page.keyboard.type('3');
  await expect(quantityField(page)).toHaveValue('3');
  await expect(second).toContainText('2 cases 3 units');
  // The way back: the units, then the cases, then no figure.
  const back = page.getByRole('button', { name: 'Delete digit' });
  await back.click();
  await expect(second).not.toContainText('units');
  await back.click();
  await expect(quantityField(page)).toHaveValue('2');
  await back.click();
  await expect(second).toContainText('Not counted');
  // Cases that were meant as units become units by another press.
  await page.keyboard.type('5');
  await units.click();
  await page.waitForTimeout(500);
  await units.click();
  await expect(quantityField(page)).toHaveValue('5');
  await expect(second).toContainText('5 units');

  // The rest as expected: the typed figure first, then the others, and never a line that was counted.
  const top = async () => (await second.boundingBox())?.y;
  const stood = await top();
  await page.getByRole('button', { name: 'Accept all as expected' }).click();
  // It is taken back at its own place, and no line moves.
  const undo = page.getByRole('button', { name: 'Undo: 10 accepted as expected' });
  await expect(undo).toBeVisible();
  await expect(second).toContainText('5 units');
  expect(await top()).toBe(stood);
  // The second tap of a finger is kept back there.
  await page.waitForTimeout(500);
  await undo.click();
  await expect(page.getByRole('status', { name: 'Count' })).toHaveText('2 of 12 products counted');
  await chosen(2);
  // A cold start goes on there.
  await page.reload();
  await chosen(2);
  const items = new Map((await receiptOf(site, id)).items.map((item) => [item.product_id, item]));
  const ids = await linesOf(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.product ?? ''));
  const caseCount = products.find((one) => one._id === ids[0])?.case_count ?? 0;
  expect(items.get(ids[0] ?? '')?.quantity_accepted).toBe(2 * caseCount);
  expect(items.get(ids[1] ?? '')?.quantity_accepted).toBe(5);
});

test('slips add nothing wrong: a search without a result, a slow scanner, a code with a pause, an unknown code', {
  tag: ['@SYNC-13', '@UI-28'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await page.keyboard.type('zzq');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: `No product “zzq” from ${FROM}.` })).toBeVisible();
  await expect(search(page)).toHaveValue('zzq');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toHaveValue('');
  await page.keyboard.press('Escape');

  // A code whose keys come slowly is a code, and never a figure. The screen draws between them.
  const slowly = async (code: string) => {
    await page.keyboard.type(code, { delay: 120 });
    await page.keyboard.press('Enter');
  };
  await choose(page, 'Product', one.name);
  await page.keyboard.type('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await choose(page, 'Product', one.name);
  await slowly(two.barcode_case);
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('1 case');
  // The figure that the digits replaced was not typed, so nothing else changed.
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('3 cases');
  // The line is drawn before its product is chosen for the next figure, and the search gets the focus after the key: a hand is slower than both.
  await expect(search(page)).toHaveValue(two.name);
  await page.waitForTimeout(600);
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeFocused();
  await slowly(two.barcode_case);
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('2 cases');
  await choose(page, 'Product', one.name);
  await wedge.torn(two.barcode_case, 5);
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('3 cases');
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('3 cases');

  // The scanner goes on after a code that nobody knows.
  await wedge.scan('9780000000019');
  await wedge.scan(two.barcode_case);
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('4 cases');
  await expect(page.getByText('1 unknown code, not counted')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 9780000000019' }).click();
  await expect(page.getByText('unknown code')).toHaveCount(0);

  // Many cases are asked about, quietly.
  await choose(page, 'Product', one.name);
  await page.keyboard.type('6737');
  await expect(page.getByText('6,737 cases: is that right?')).toBeVisible();
  // Add does not end the doubt: the row keeps it, the bar counts it, and the question names the line.
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  const row = linesOf(page).filter({ hasText: one.name }).first();
  await expect(row).toContainText('6,740 cases: is that right?');
  await expect(page.getByRole('button', { name: '1 line to check Show' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('alert')).toContainText(`${one.name}6,740 cases: is that right?`);
  // No Enter confirms what is questioned: Continue is quiet, and the way to another figure has the focus.
  const look = (name: string) =>
    question.getByRole('button', { name, exact: true }).evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await look('Continue')).toBe(await look('Cancel'));
  await expect(question.getByRole('button', { name: `Change ${one.name}` })).toBeFocused();
  // The Enter that opened the question, pressed twice, does nothing at all.
  await page.waitForTimeout(800);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(quantityField(page)).toHaveValue('6740');
  await page.keyboard.type('37', { delay: 120 });
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(row).toContainText('37 cases');
  await expect(page.getByText('is that right?')).toHaveCount(0);
});

test('a slow tablet and a quick scanner: the characters of a code never become a figure', {
  tag: ['@SYNC-13'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  // The first scan is booked while the characters of the second one come, and the figure's field begins anew under them.
  await wedge.scan(one.barcode_case);
  await expect(quantityField(page)).toBeFocused();
  for (let round = 1; round <= 3; round += 1) {
    await wedge.split(one.barcode_case, two.barcode_case, async () => {
      await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText(`${round + 1} cases`);
    });
    await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText(
      round === 1 ? '1 case' : `${round} cases`,
    );
  }
  await expect(page.getByRole('status', { name: 'Scans' })).toContainText('7 scans');
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('4 cases');
  await expect(linesOf(page)).toHaveCount(2);
});

test("a figure typed while its scan waits for the disk is that scan's, though the next code begins before it stands there", {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [one, two, three] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan(one.barcode_case);
  await expect(quantityField(page)).toBeFocused();
  await hold(page);
  await wedge.split(
    two.barcode_case,
    three.barcode_case,
    async () => {
      await slow(page, (on) => on.letGo());
      // The figure stands there, and what came of the code may stand behind it.
      await expect(quantityField(page)).toHaveValue(/^7/);
    },
    '7',
  );
  await expect(linesOf(page).filter({ hasText: three.name }).first()).toContainText('1 case');
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('7 cases');
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('1 case');
  await expect(linesOf(page)).toHaveCount(3);
});

test('a name typed behind a figure and Enter is whole, though their scan still waits for the disk', {
  tag: ['@each-change', '@SYNC-13'],
}, async ({ page }) => {
  const [one, two] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  await beginAtSearch(page, site, 'officer1');
  const wedge = await plugIn(page);
  await wedge.scan(one.barcode_case);
  await expect(quantityField(page)).toBeFocused();
  await hold(page);
  await wedge.scan(two.barcode_case);
  await page.waitForTimeout(400);
  await page.keyboard.type('37', { delay: 130 });
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(60);
  await page.keyboard.type('chor', { delay: 110 });
  await slow(page, (on) => on.letGo());
  await expect(linesOf(page).filter({ hasText: two.name }).first()).toContainText('37 cases');
  await expect(linesOf(page).filter({ hasText: one.name }).first()).toContainText('1 case');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('chor');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Chorba');
});

test('a hub that counts blind hides what was expected until a figure is saved, then says the difference', {
  tag: ['@UI-28', '@B3.5'],
}, async ({ page, browser }) => {
  const [first, second] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product, Product];
  // The office turns it on in the form of the hub.
  const office = await browser.newPage();
  await openAs(office, site, 'admin', `${site.url}/sellers/hub_abuja_wuse/update`);
  const option = office.getByRole('switch', { name: 'Blind count' });
  await expect(option).not.toBeChecked();
  // As a person presses it: on its words.
  await office.getByText('Blind count', { exact: true }).click();
  await expect(option).toBeChecked();
  await office.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(office.getByText('Seller successfully updated.')).toBeVisible();
  await office.close();
  try {
    const id = await announced(site, [first, second], [7, 5]);
    await signIn(page, site, 'officer1');
    await page.getByRole('link', { name: 'Receive Shipment' }).first().click();
    const card = page.getByRole('region', { name: 'Expected' }).locator(`a[href*="${id}"]`);
    await expect(card).toContainText('2 lines');
    await expect(card).not.toContainText('cases');
    await expect(card).not.toContainText('₦');
    const item = page.getByRole('listitem').filter({ has: card });
    await expect(item.getByRole('button', { name: /^All there/ })).toHaveCount(0);
    await card.click();
    const row = linesOf(page).filter({ hasText: first.name }).first();
    await expect(row).toContainText('Hidden');
    await expect(row).not.toContainText('7 cases');
    await expect(page.getByRole('button', { name: /^Accept all as expected/ })).toHaveCount(0);
    await row.click();
    await expect(add(page)).toBeDisabled();
    await page.keyboard.type('6');
    await expect(row).not.toContainText('short');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('7 cases');
    await expect(row).toContainText('1 case short');
    // The other line is next, and still hidden, also behind its own button.
    await expect(linesOf(page).filter({ hasText: second.name }).first()).toContainText('Hidden');
    await page.getByRole('button', { name: `Edit ${second.name}`, exact: true }).click();
    await expect(page.getByRole('dialog').getByLabel('Quantity accepted', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByLabel('Quantity expected')).toHaveCount(0);
    await expect(page.getByRole('dialog')).not.toContainText('₦');
    await page.keyboard.press('Escape');
  } finally {
    await site.api('admin', 'POST', 'seller/update', { _id: 'hub_abuja_wuse', blind_count: 'false' });
  }
});
