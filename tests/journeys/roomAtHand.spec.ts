/** Room at hand: what an officer taps next is in sight, under nothing, and one tap away. */
import { expect, type Locator, test } from '@playwright/test';
import { announced, begin, beginAs, digits, type Party, type Product, productsOf } from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, hasTouch: true });
const site = siteOfFile();
const FROM_HUB: Party = ['From Hub', 'Wuse Hub'];
const TO_ASSOCIATE: Party = ['To Delivery Associate', 'Aisha Ɓello'];

/** Whether the middle of a control is in the window and under nothing. */
const isFree = (one: Locator) =>
  one.evaluate((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

test('a desk without a line shows eight of the outgoing goods on a tablet in landscape', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAs(page, site, 'officer1', 'stock/out', FROM_HUB, TO_ASSOCIATE);
  const goods = page.getByRole('region', { name: /holds$/ }).locator('[data-offered]');
  await expect(goods.first()).toBeVisible();
  const free = await Promise.all((await goods.all()).slice(0, 8).map(isFree));
  expect(free).toEqual(Array(8).fill(true));
});

test('on a tablet in landscape the keys are 66 px high and cover no card: in a list, with a lot, with a warning, in a count', {
  tag: ['@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const key = page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '1', exact: true });
  const places = new Set<string>();
  const look = async () => {
    const box = await key.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(66);
    places.add(JSON.stringify(box));
    // The side that types scrolls nowhere: all of the card is over the keys.
    const form = page.locator('form').filter({ has: key });
    expect(await form.evaluate((side) => side.scrollHeight - side.clientHeight)).toBe(0);
  };
  await beginAs(page, site, 'officer1', 'shipment/in', ['From Distributor', 'Chukwuemeka Wholesale Ltd']);
  await look();
  await choose(page, 'Product', 'Cadbury Dairy Milk Rum&Raisin');
  await expect(page.getByLabel('Expires')).toBeVisible();
  await look();
  await begin(page, site, 'stock/out', FROM_HUB, TO_ASSOCIATE);
  await page
    .getByRole('region', { name: /holds$/ })
    .locator('[data-offered]')
    .first()
    .tap();
  await digits(page, '9999');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look();
  const [one] = (await productsOf(site, 'distributor', 'barcode_case')) as [Product];
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${await announced(site, [one], [3])}`);
  await digits(page, '2');
  await expect(page.getByRole('group', { name: 'Reason' })).toBeVisible();
  await look();
  expect([...places]).toHaveLength(1);
});

test('without a camera, the two ways on of who takes over goods lie under nothing in a low window', {
  tag: ['@HAND-16'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await openAs(page, site, 'officer1', `${site.url}/handovers?take=on`);
  const pane = page.getByRole('region', { name: 'Camera' });
  await expect(pane.getByRole('alert')).toBeVisible();
  for (const name of ['Try again', 'Back']) {
    const way = pane.getByRole('button', { name, exact: true });
    await way.scrollIntoViewIfNeeded();
    expect(await isFree(way), name).toBe(true);
  }
});

test('from the outbox of an upright tablet the home is one tap away', { tag: ['@SYNC-29'] }, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await openAs(page, site, 'officer1', `${site.url}/sync`);
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).tap();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
});

test('a printed record has no links that paper cannot follow', { tag: ['@B3.7'] }, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/purchase-orders?tag=receipt`);
  const shipment = page.getByRole('main').getByRole('row').filter({ hasText: 'Shipment Received' });
  await shipment.first().getByRole('link', { name: /^PO-/ }).click();
  const ways = page.getByRole('link', { name: /^Warehouse of / });
  await expect(ways.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(ways.first()).toBeHidden();
  await page.emulateMedia({ media: null });
});
