/** Lists and reports of a desk: what can be done with a row is seen at the row, names stand in one line, rows are in the first window. */
import { expect, type Locator, test } from '@playwright/test';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();

const opacityOf = (of: Locator) => of.evaluate((element) => Number(getComputedStyle(element).opacity));
/** The places of all cells of a row, and its height. */
const placesOf = (row: Locator) =>
  row.evaluate((one) => [...one.children, one].map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));

test('each row of a desk shows faintly that it can be chosen, and under the mouse the way beside the list', {
  tag: ['@each-change', '@UI-44'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/purchase-orders`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  const row = rows.nth(2);
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  const box = row.getByRole('checkbox', { name: `Choose ${name}` });
  const beside = row.getByRole('button', { name: `Show ${name} beside the list` });
  const number = row.getByText('3', { exact: true });
  // At rest: a faint box beside the number, no further button.
  expect(await opacityOf(box)).toBeGreaterThan(0.3);
  expect(await opacityOf(box)).toBeLessThan(0.7);
  await expect.poll(() => opacityOf(beside)).toBe(0);
  await expect(number).toBeVisible();
  const before = await placesOf(row);
  await row.hover({ position: { x: 400, y: 10 } });
  await expect.poll(() => opacityOf(box)).toBe(1);
  await expect.poll(() => opacityOf(beside)).toBe(1);
  await expect(number).toBeVisible();
  expect(await placesOf(row)).toEqual(before);
  await expect(beside).toHaveAttribute('title', /\(Space\)$/);
  // No way of a row lies over another one, or over a figure.
  const [way, menu, amount] = await Promise.all(
    [beside, row.getByRole('button', { name: /^Actions/ }), row.getByText(/^₦/)].map((one) => one.boundingBox()),
  );
  expect((way?.x ?? 0) + (way?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0);
  expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual(way?.x ?? 0);
  await beside.click();
  await expect(page.getByRole('complementary', { name: `${name} beside the list` })).toBeVisible();
  await page.keyboard.press('Escape');
  // A press beside the small box chooses too, and opens nothing.
  const place = await row.boundingBox();
  await page.mouse.click((place?.x ?? 0) + 3, (place?.y ?? 0) + 3);
  await expect(box).toBeChecked();
  await expect(page).toHaveURL(/purchase-orders$/);
  await rows
    .nth(4)
    .locator('td')
    .first()
    .click({ modifiers: ['Shift'], position: { x: 3, y: 3 } });
  await expect(page.getByText('3 chosen')).toBeVisible();
});

test('in DA Reconciliation every hub stands in one line, and no figure lies over another', {
  tag: ['@each-change', '@RPT-15'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/report-sales-officer-reconciliation`);
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hubs = page.getByRole('cell', { name: /Market Hub$/ });
    await expect(hubs.first()).toBeVisible();
    for (const hub of await hubs.all())
      expect(
        await hub.evaluate((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return new Set([...text.getClientRects()].map((line) => Math.round(line.top))).size;
        }),
        `${width}`,
      ).toBe(1);
    const list = page.locator('.list-rows');
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBeLessThanOrEqual(0);
  }
});

test('the first window of the inventory report has the figures, the plot and at least eight rows', {
  tag: ['@each-change', '@REP-14'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/inventory/report`);
  const rows = page.getByRole('table', { name: 'Current Inventory' }).locator('tbody tr');
  await expect(rows.nth(7)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'Summary' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('figure', { name: 'Value and movements by day' })).toBeInViewport({ ratio: 1 });
});
