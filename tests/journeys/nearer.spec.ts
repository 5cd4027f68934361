/** What a phone and a desk have in sight: products and actions on a phone, the plot of a home, the lines of an order, the menu beside the stocktakes. */
import { expect, test } from '@playwright/test';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test('on a phone a product has its picture, its whole name and its price; the other actions open with their words', {
  tag: ['@UI-42', '@PROD-02'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'admin', `${site.url}/products`);
  const card = page.locator('#screen tbody tr').first();
  await expect(card.locator('.pack, img')).toBeVisible();
  await expect(card.locator('[data-card="figure"]')).toHaveText(/^₦[\d,]+$/);
  await expect(card.locator('[data-card="time"]')).toHaveText(/[\d.]+|none/);
  const create = page.getByRole('link', { name: 'Create Product' });
  const several = page.getByRole('button', { name: 'Edit Several' });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(create).toBeVisible();
  await expect(several).toBeHidden();
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0;
  expect(Math.abs(((await more.boundingBox())?.y ?? 0) - title)).toBeLessThan(24);
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(several).toBeVisible();
  expect((await several.boundingBox())?.width).toBeGreaterThan(300);
  await more.click();
  await expect(several).toBeHidden();
  // Where words have no room each act has its icon.
  await page.goto(`${site.url}/claims`);
  const main = page.getByRole('link', { name: 'Lines to claim' });
  await expect(main.locator('svg')).toBeVisible();
  // The main act stands last, as in every list. Of three acts the other two are behind "More actions", so that the title has the room.
  expect((await main.boundingBox())?.x).toBeGreaterThan((await more.boundingBox())?.x ?? 390);
  const print = page.getByRole('button', { name: 'Print', exact: true });
  await expect(print).toBeHidden();
  await more.click();
  await expect(print).toBeVisible();
  // Of two acts both have their sign.
  await page.goto(`${site.url}/sellers`);
  await expect(print).toBeVisible();
  await expect(more).toBeHidden();
});

for (const who of ['admin', 'staff'])
  test(`the plot of the home of ${who} is in sight at 1440x900`, { tag: ['@B14.10'] }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, site, who, site.url);
    const plot = page.getByRole('img', { name: /^Cases in and out of hubs/ });
    await expect(plot).toBeVisible();
    const box = await plot.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  });

test('the lines of an order are one table, with a row over those of each manufacturer', {
  tag: ['@ORD-23'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { rows } = (await site.api('admin', 'GET', 'order_group/read_all', { page: '1', per_page: '50' })) as {
    rows: { _id: string; tag: string }[];
  };
  type Part = { manufacturer: { name: string }; items: unknown[] };
  let orders: Part[] = [];
  let id = '';
  // Which of the demo's orders have several manufacturers depends on the day.
  for (const { _id } of rows.filter(({ tag }) => tag === 'pending')) {
    const [group] = (await site.api('admin', 'GET', 'order_group/read', { _id })) as { orders: Part[] }[];
    if ((group?.orders.length ?? 0) <= orders.length) continue;
    orders = group?.orders ?? [];
    id = _id;
  }
  expect(orders.length).toBeGreaterThan(1);
  await openAs(page, site, 'admin', `${site.url}/order-groups/${id}`);
  const table = page.getByRole('table', { name: 'Products', exact: true });
  await expect(table).toHaveCount(1);
  await expect(table.locator('tbody tr:not(.group-head)')).toHaveCount(
    orders.reduce((sum, { items }) => sum + items.length, 0),
  );
  await expect(table.getByRole('heading')).toHaveText(orders.map(({ manufacturer }) => manufacturer.name));
  // The tabs stay where they are when another one opens.
  const tabs = page.getByRole('tablist', { name: 'Order' });
  const before = await tabs.boundingBox();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible();
  const after = await tabs.boundingBox();
  // The letters of the chosen tab are heavier, and the browser rounds them to parts of a pixel.
  expect({ ...after, width: before?.width }).toEqual(before);
  expect(Math.abs((after?.width ?? 0) - (before?.width ?? 0))).toBeLessThan(1);
  // What changed stands once: on this tab, and under the lines for people without the tab.
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toHaveCount(0);
  await page.getByRole('tab', { name: 'Products' }).click();
  await expect(table).toBeVisible();
  await expect(history).toHaveCount(0);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'staff', `${site.url}/order-groups/${id}`);
  await expect(history.getByRole('listitem').first()).toBeVisible();
  const [lines, changes] = [await table.boundingBox(), await history.boundingBox()];
  expect(changes?.y).toBeGreaterThanOrEqual((lines?.y ?? 0) + (lines?.height ?? 0));
  expect((changes?.y ?? 999) - (lines?.y ?? 0) - (lines?.height ?? 0)).toBeLessThan(48);
  expect(Math.abs((changes?.width ?? 0) - (lines?.width ?? 999))).toBeLessThan(4);
});

test('the menu stands beside the list of stocktakes, as beside every list', { tag: ['@SHELL-13'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', `${site.url}/inventory/stocktakes`);
  await expect(page.getByRole('heading', { name: /^Stocktakes\s*\(\d+\)$/ })).toBeVisible();
  expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width).toBeGreaterThan(200);
});
