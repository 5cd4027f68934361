/** Reports open answered: no press, a plot by day, and under it the same figures. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** The figures of a column of a plot's table, as numbers. */
async function column(page: Page, figure: string, title: string): Promise<number[]> {
  const table = page.getByRole('figure', { name: figure }).getByRole('table');
  const heads = await table.getByRole('columnheader').allTextContents();
  const at = heads.indexOf(title);
  expect(at, heads.join()).toBeGreaterThan(0);
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((rows, place) => rows.map((row) => row.children[place]?.textContent ?? ''), at);
  return cells.map((text) => (text === '–' ? 0 : Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))));
}
const total = (figures: readonly number[]) => Math.round(figures.reduce((sum, one) => sum + one, 0) * 100) / 100;
const nairaOf = (text: string) => Number(text.replace(/[^\d.]/g, ''));

test('reports open answered for all hubs; the plot has the sums of the table, and the keyboard reads its days', {
  tag: ['@REP-14', '@RPT-17'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/inventory/report`);
  await expect(page.getByText('Current Inventory, all hubs')).toBeVisible();
  const stock = page.getByRole('figure', { name: 'Value and movements' });
  await expect(stock.getByRole('img')).toBeVisible();
  // The last day of the plot is the report of now.
  const held = await column(page, 'Value and movements', 'Value');
  expect(held).toHaveLength(30);
  const { total: worth } = (await site.api('accounts', 'POST', 'warehouse_log/report', {
    ...{ 'warehouse_ids[]': '*', context: 'current_inventory' },
  })) as { total: string };
  expect(new URL(page.url()).search).toBe('');
  const summary = page.getByRole('region', { name: 'Summary' });
  // A phone shows a long amount in millions, beside the whole one.
  const first = async () =>
    nairaOf(((await summary.locator('.figures').first().textContent()) ?? '').replace(/(?<=.)₦[\d.,]+ million$/, ''));
  // The strip says whole naira.
  expect(await first()).toBe(Math.round(Number(worth)));

  await page.getByRole('tab', { name: 'Shipment Received' }).click();
  await expect(page).toHaveURL(/context=shipment_received/);
  const received = page.getByRole('figure', { name: 'Value and cases by day' });
  await expect(received.getByRole('img')).toBeVisible();
  const value = await first();
  expect(value).toBeGreaterThan(0);
  expect(Math.round(total(await column(page, 'Value and cases by day', 'Received')))).toBe(value);

  // Keys read the days: the value of the slider says all figures, and the box beside shows them.
  const days = received.getByRole('slider', { name: 'Days' });
  await days.focus();
  await expect(days).toHaveAttribute('aria-valuetext', /^Today: Received ₦/);
  await page.keyboard.press('Home');
  await expect(days).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('ArrowRight');
  await expect(days).toHaveAttribute('aria-valuenow', '1');
  const box = received.locator('[data-day-box]');
  const [over, band] = [await box.boundingBox(), await received.locator('[data-band]').boundingBox()];
  if (!over || !band) throw new Error('No box, or no band');
  expect(over.x >= band.x + band.width || over.x + over.width <= band.x).toBe(true);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);

  // The menu shows the table to all.
  await received.getByRole('button', { name: 'More: Value and cases by day' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Table' }).click();
  await expect(received.getByRole('region', { name: 'Value and cases by day: figures' })).toBeVisible();
  const file = page.waitForEvent('download');
  await received.getByRole('button', { name: 'More: Value and cases by day' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('Value and cases by day.csv');
  expect(await violations(page)).toEqual([]);

  for (const [path, table] of [
    ['/order-value-summary', 'Sales'],
    ['/order-summary', 'Order Summary'],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByText('Last 30 days, all hubs')).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Amount by day' }).getByRole('img')).toBeVisible();
    const foot = page.getByRole('table', { name: table, exact: true }).locator('tfoot tr');
    const amount = nairaOf((await foot.getByText('₦').first().textContent()) ?? '');
    expect(amount).toBeGreaterThan(0);
    expect(total(await column(page, 'Amount by day', 'Amount'))).toBe(amount);
    expect(total(await column(page, 'Amount by hub', 'Amount'))).toBe(amount);
  }
});

test('the bars of a reconciliation lie inside their cell, with one zero for all rows', { tag: ['@RPT-15'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  const bars = page.locator('[data-bar]');
  await expect(bars.first()).toBeVisible();
  const [outside, zeros] = await bars.evaluateAll((all) => [
    all.filter((bar) => {
      const [own, cell] = [bar.getBoundingClientRect(), bar.closest('td')?.getBoundingClientRect()];
      return !cell || own.left < cell.left || own.right > cell.right || own.bottom > cell.bottom - 1;
    }).length,
    new Set(all.map((bar) => Math.round(bar.children[1]?.getBoundingClientRect().left ?? -1))).size,
  ]);
  expect([outside, zeros]).toEqual([0, 1]);
  // All columns are in the window.
  expect(await page.locator('.list-rows').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test('fulfilment has the rows of a list for a mouse and is whole at 1440; retention tells its figures apart', {
  tag: ['@FUL-01', '@RPT-15'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-fulfilment`);
  const table = page.getByRole('table', { name: 'Order Fulfilment' });
  const row = await table.getByRole('row').nth(2).boundingBox();
  expect(row?.height).toBeGreaterThanOrEqual(36);
  expect(row?.height).toBeLessThanOrEqual(40);
  expect(await table.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
  await page.goto(`${site.url}/report-buyer-retention`);
  const plot = page.getByRole('figure', { name: 'Retention by period' });
  // The table says whether somebody stayed, and comes with the plot.
  await expect(page.getByRole('cell', { name: /%$/ }).first()).toBeVisible();
  // New, returning and retained are pieces of one bar; the share is a line below, where somebody stayed.
  await expect(plot.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveText([
    'Retained',
    'Returning',
    'New',
    ...((await page.getByRole('cell', { name: /^[1-9][\d.]*%$/ }).count()) > 0 ? ['Retention'] : []),
  ]);
});

/** Cards of a table, and what of them is beside the screen. */
async function cardsOf(page: Page, name: string) {
  const table = page.getByRole('table', { name, exact: true });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const beside = await table.evaluate(
    (own) => (own.closest('section')?.scrollWidth ?? 0) - (own.closest('section')?.clientWidth ?? 0),
  );
  return { row: table.locator('tbody').getByRole('row').first(), beside };
}

test('on a phone the rows of reports are cards: no figure is beside the screen, and each has its word', {
  tag: ['@REP-01', '@RPT-15', '@FUL-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/inventory/report`);
  const stock = await cardsOf(page, 'Current Inventory');
  expect(stock.beside).toBe(0);
  // The word of a figure on a card is drawn by the style sheet.
  const words = (row: typeof stock.row) =>
    row
      .locator('td')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.checkVisibility() && getComputedStyle(cell, '::before').content !== 'none')
          .map((cell) => cell.getAttribute('data-label')),
      );
  expect(await words(stock.row)).toEqual(['Brand', 'Manufacturer', 'Cases', 'Units', 'Buy price', 'Value']);
  // The page ends with its pager and the bar of places.
  const pager = await page.locator('.pager').boundingBox();
  const { height, above } = await page.evaluate(() => ({
    height:
      document.documentElement.scrollHeight -
      (document.querySelector('nav[data-bottom-bar]')?.getBoundingClientRect().height ?? 0),
    above: scrollY,
  }));
  expect(height - above - ((pager?.y ?? 0) + (pager?.height ?? 0))).toBeLessThan(60);

  await page.goto(`${site.url}/report-buyer-retention`);
  const periods = await cardsOf(page, 'Periods');
  expect(periods.beside).toBe(0);
  expect(await words(periods.row)).toEqual(expect.arrayContaining(['Active', 'New', 'Returning', 'Retained']));
  expect((await cardsOf(page, 'Retailers')).beside).toBe(0);

  for (const tab of ['locations', 'buyers']) {
    await page.goto(`${site.url}/order-fulfilment?tab=${tab}`);
    const found = await cardsOf(page, 'Order Fulfilment');
    expect(found.beside).toBe(0);
    await expect(found.row).toContainText(/[1-9]\d* of \d+/);
    await expect(found.row.getByRole('listitem').first()).toBeVisible();
  }

  // Each figure of a wallet is at the same place in every card, and none lies over its neighbour.
  for (const [path, name] of [
    ['/report-sales-officer-reconciliation', 'DA Reconciliation'],
    ['/report-buyer-reconciliation', 'Buyer Reconciliation'],
  ] as const) {
    await page.goto(site.url + path);
    const { beside } = await cardsOf(page, name);
    expect(beside).toBe(0);
    const places = await page
      .getByRole('table', { name })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('[data-card="pair"]')]
            .map((cell) => Math.round(cell.getBoundingClientRect().left))
            .join(),
        ),
      );
    expect(new Set(places).size, places.join('\n')).toBe(1);
  }
});
