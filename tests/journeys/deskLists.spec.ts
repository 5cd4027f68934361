/** Lists and reports of a desk: what can be done with a row is seen at the row, names stand in one line, rows are in the first window. */
import { expect, type Locator, type Page, test } from '@playwright/test';
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

/** A name of a hundred letters on the second row of a list. */
const LONG = 'Adéwálé Olúwafẹ́mi Ọlátúnjí Ògúnsànyà-Adébáyọ̀kúnlé Oyèníyì Akínwándé Ọlọ́runtóbi Ẹniọlá Abíọ́dún';
async function withLongName(page: Page, model: string, fields: readonly string[]): Promise<void> {
  await page.route(`**/api/${model}/read_all*`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data?.rows?.[1]) for (const field of fields) answer.data.rows[1][field] = LONG;
    await route.fulfill({ response, json: answer });
  });
}
/** The width of a cell in px, the lines of its text, and whether some of the text is cut. */
const cellOf = (cell: Locator) =>
  cell.evaluate((one) => {
    const text = document.createRange();
    const lines: number[] = [];
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      text.selectNodeContents(texts.currentNode);
      lines.push(...[...text.getClientRects()].map((line) => Math.round(line.top)));
    }
    const shown = one.querySelector<HTMLElement>('.cut, .whole') ?? (one as HTMLElement);
    return {
      width: Math.round(one.getBoundingClientRect().width),
      lines: new Set(lines).size,
      isCut: shown.scrollWidth > shown.clientWidth + 1,
    };
  });

test('a name of a hundred letters does not narrow other columns: e-mail and role stay whole, and names take at most two lines', {
  tag: ['@UI-42', '@MGR-01'],
}, async ({ page }) => {
  await withLongName(page, 'manager', ['name']);
  await openAs(page, site, 'admin', `${site.url}/managers`);
  const rows = page.getByRole('table', { name: 'Managers' }).locator('tbody tr');
  await expect(rows.nth(5)).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 768],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const row of await rows.all()) {
      // The number, the name, the role, the phone, the e-mail.
      const [role, phone, email] = await Promise.all([2, 3, 4].map((at) => cellOf(row.locator('td').nth(at))));
      expect(
        [role, phone, email].map((cell) => [cell?.lines, cell?.isCut]),
        `${width}`,
      ).toEqual(Array.from({ length: 3 }, () => [1, false]));
    }
    const name = rows.nth(1).locator('td').nth(1);
    expect((await name.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(40);
    const list = page.locator('.list-rows');
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBeLessThanOrEqual(0);
  }
});

test('both names of a retailer follow one rule: as wide, and two lines before they are cut', {
  tag: ['@UI-42', '@BUY-01'],
}, async ({ page }) => {
  await withLongName(page, 'buyer', ['name', 'person']);
  await openAs(page, site, 'admin', `${site.url}/buyers`);
  const row = page.getByRole('table', { name: 'Retailers' }).locator('tbody tr').nth(1);
  await expect(row.getByText(LONG).first()).toBeVisible();
  const heights = await Promise.all(
    [1, 2].map((at) =>
      row
        .locator('td')
        .nth(at)
        .locator('.cut')
        .evaluate((one) => Math.round(one.getBoundingClientRect().height)),
    ),
  );
  expect(heights).toEqual([32, 32]);
});

test('the box that chooses a row begins below the title, and the number has room beside it', {
  tag: ['@UI-44'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/purchase-orders`);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const row = page.getByRole('table', { name: 'Purchase Orders' }).locator('tr').nth(1);
  for (const line of [page.getByRole('columnheader', { name: '#' }), row]) {
    const box = await line.getByRole('checkbox').boundingBox();
    const number = await line.getByText(/^(#|1)$/).boundingBox();
    expect(Math.abs((box?.x ?? 0) - (title?.x ?? -99))).toBeLessThanOrEqual(1);
    expect((number?.x ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeGreaterThanOrEqual(6);
  }
});

test.describe('an upright tablet', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true, isMobile: true });

  test('the foot of a list stands above the bar of places when the list opens', { tag: ['@UI-42', '@ORD-02'] }, async ({
    page,
  }) => {
    for (const path of ['/order-groups', '/purchase-orders', '/managers']) {
      await openAs(page, site, 'admin', `${site.url}${path}`);
      const places = page.getByRole('navigation', { name: 'Places' });
      await expect(places).toBeVisible();
      const foot = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
      const bar = await places.boundingBox();
      expect((foot?.y ?? 0) + (foot?.height ?? 9_999), path).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
      expect((bar?.y ?? 0) + (bar?.height ?? 0), path).toBeLessThanOrEqual(1_281);
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), path).toBe(0);
    }
  });

  test('in the inventory report brand and manufacturer step aside, so that a product has two lines', {
    tag: ['@REP-14', '@UI-42'],
  }, async ({ page }) => {
    await openAs(page, site, 'admin', `${site.url}/inventory/report`);
    const table = page.getByRole('table', { name: 'Current Inventory' });
    await expect(table.locator('tbody tr').nth(3)).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Brand' })).toHaveCount(0);
    await expect(table.getByRole('columnheader', { name: 'Manufacturer' })).toHaveCount(0);
    for (const row of await table.locator('tbody tr').all())
      expect((await row.boundingBox())?.height ?? 99).toBeLessThanOrEqual(64);
    const box = page.getByRole('region', { name: 'Current Inventory' });
    expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(table.getByRole('columnheader', { name: 'Brand' })).toBeVisible();
  });
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
  await expect(page.getByRole('figure', { name: 'Value and movements' })).toBeInViewport({ ratio: 1 });
});
