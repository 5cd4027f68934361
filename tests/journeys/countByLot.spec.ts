/** A count by lot: typed, scanned by a code of GS1 and without a server; a second person sees lot by lot what posting moves. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { quantityField } from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });

const CADBURY = { _id: 'product_6001065601106', name: 'Cadbury Dairy Milk Rum&Raisin', gtin: '06001065601106' };
const OTHER = 'Bakers Tennis Biscuits';
const HUB = 'hub_lagos_mushin';
const lines = (page: Page) => page.getByRole('list', { name: 'Products of the stocktake' }).getByRole('listitem');
const lineOf = (page: Page, name: string) => lines(page).filter({ has: page.getByText(name, { exact: true }) });
const lot = (page: Page) => page.getByLabel('Lot', { exact: true });
const here = (page: Page) => page.getByRole('list', { name: 'Counted here' }).getByRole('button');

/** Two lots of the goods come to the hub, and a stocktake of it begins. */
async function begun(): Promise<string> {
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000) - 60), tag: 'purchase_order', meta: '{}' },
    ...{ amount: '0', source_type: 'distributor', source: 'dist_goldengate' },
    ...{ destination_type: 'seller', destination: HUB },
  })) as string;
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: id, product_id: CADBURY._id, quantity: '96', quantity_accepted: '96' },
    lots: '[["J1","2027-01-31",48],["J2","2027-02-28",48]]',
  });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true', error_on_empty: 'true' });
  const all = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as { _id: string; seller_id: string }[];
  const found = (await site.api('officer1', 'GET', 'product/read_all', { search: OTHER })) as
    | { _id: string; name: string }[]
    | { rows: { _id: string; name: string }[] };
  const other = (Array.isArray(found) ? found : found.rows).find((one) => one.name === OTHER);
  const opened = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: all.find((one) => one.seller_id === HUB)?._id ?? '', scope: 'list', blind: 'true' },
    product_ids: [CADBURY._id, other?._id ?? ''],
    client_id: crypto.randomUUID(),
  })) as { _id: string };
  return opened._id;
}

test('a lot is typed after the figure or scanned, each lot has a figure of its own, and posting moves exactly those', {
  tag: ['@LOT-24', '@LOT-25'],
}, async ({ page, browser }) => {
  const id = await begun();
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  await expectText(page, '0 of 2 products counted');
  // Of other goods nobody is asked.
  await choose(page, 'Product', OTHER);
  await expect(lot(page)).toHaveCount(0);
  await page.keyboard.type('2', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(lineOf(page, OTHER)).toContainText('2 cases');

  await page.context().setOffline(true);
  await choose(page, 'Product', CADBURY.name);
  await page.keyboard.type('3', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(lot(page)).toBeFocused();
  await page.keyboard.type('j1', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Expires', { exact: true })).toBeFocused();
  await page.keyboard.type('310127', { delay: 120 });
  await page.keyboard.press('Enter');
  const row = lineOf(page, CADBURY.name);
  await expect(row).toContainText('3 cases');
  await expect(row).toContainText('Lot J1 · expires 31 Jan 2027');
  await expect(row).toContainText('Saved on this tablet');

  // A code of GS1 opens its lot. How many the code says is not taken for a count.
  const scanner = await plugIn(page);
  await scanner.scan(`(01)${CADBURY.gtin}(17)270228(10)J2(37)24`);
  await expect(lot(page)).toHaveValue('J2');
  await expect(quantityField(page)).toHaveValue('');
  await expect(here(page)).toHaveText([/J1 · expires 31 Jan 2027 3 cases/]);
  await page.keyboard.type('1', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(row).toContainText('4 cases');
  // The same lot again adds nothing: its figure stands there and is replaced.
  await scanner.scan(`(01)${CADBURY.gtin}(17)270131(10)J1`);
  await expect(quantityField(page)).toHaveValue('3');
  await page.keyboard.type('2', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(row).toContainText('3 cases');
  // A lot that was counted is one press away.
  await row.locator('[data-row]').click();
  await expect(lot(page)).toHaveValue('');
  await here(page).filter({ hasText: 'J2' }).tap();
  await expect(quantityField(page)).toHaveValue('1');
  await accessible(page);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await sideways(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(row).toContainText('Sent', { timeout: 60_000 });
  await button(page, 'Finish my part').click();

  const context = await browser.newContext({ ...noWorker, viewport: { width: 1440, height: 900 } });
  const books = await context.newPage();
  await openAs(books, site, 'accounts', `${site.url}/inventory/stocktakes/${id}`);
  const lots = books.getByRole('list', { name: `Lots of ${CADBURY.name}` });
  await expect(lots.getByRole('listitem').filter({ hasText: 'J2' })).toContainText('counted 1 case');
  await accessible(books);
  await button(books, 'Post').click();
  const dialog = books.getByRole('dialog');
  const anyway = dialog.getByRole('checkbox');
  if ((await anyway.count()) > 0) await anyway.check();
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expectText(books, /posted: [12] adjustments?/);
  const held = (await site.api('admin', 'GET', 'lot/read_by_product', { product_id: CADBURY._id })) as {
    lots: { code: string; warehouse: { name: string }; quantity: number }[];
  };
  const there = held.lots.filter(({ warehouse }) => warehouse.name === 'Mushin Hub');
  expect(there.map(({ code, quantity }) => [code, quantity]).sort()).toEqual([
    ['J1', expect.any(Number)],
    ['J2', expect.any(Number)],
  ]);
  await context.close();
});

test('after a lot the next product follows, as after any other figure, and another lot of the same goods is one press', {
  tag: ['@LOT-24'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const id = await begun();
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  await choose(page, 'Product', CADBURY.name);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const typed = async (figure: string, code: string, day: string) => {
    await page.keyboard.type(figure, { delay: 120 });
    await page.keyboard.press('Enter');
    await expect(lot(page)).toBeFocused();
    await page.keyboard.type(code, { delay: 120 });
    await page.keyboard.press('Enter');
    await page.keyboard.type(day, { delay: 120 });
    await button(page, 'Save count: Save').tap();
  };
  await typed('3', 'j1', '0127');
  await expect(heading(OTHER)).toBeVisible();
  await expect(quantityField(page)).toBeFocused();
  await expect(quantityField(page)).toHaveValue('');
  await button(page, 'Another lot of Cadbury Dairy Milk Rum&Raisin: Another lot').tap();
  await expect(heading(CADBURY.name)).toBeVisible();
  await expect(quantityField(page)).toBeFocused();
  await expect(quantityField(page)).toHaveValue('');
  // The lots that were counted are seen whole, above the pad.
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(here(page)).toHaveText([/J1/]);
    const chip = await here(page).first().boundingBox();
    const keys = await page.getByRole('group', { name: 'Number pad' }).boundingBox();
    const isBeside = (keys?.x ?? 0) >= (chip?.x ?? 0) + (chip?.width ?? 0);
    if (!isBeside) expect((chip?.y ?? 999) + (chip?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await typed('2', 'j2', '0227');
  await expect(lineOf(page, CADBURY.name)).toContainText('5 cases');
  await expect(heading(OTHER)).toBeVisible();
});
