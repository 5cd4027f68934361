/** A list, a report or an order on paper: what it is, of which filters, when and by whom, all of its columns and totals, and nothing to press. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Pdf, readPdf } from '../support/pdf.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

const A4_WIDE = { width: 297, height: 210 };
const paperOf = async (page: Page): Promise<Pdf> => readPdf(await page.pdf({ preferCSSPageSize: true }));
/** How often a text is printed. The text of a paper has no blanks. */
const times = (paper: Pdf, text: string) => paper.text.split(text.replace(/\s+/g, '')).length - 1;
const colourOf = (of: Locator, name: 'color' | 'background-color') =>
  of.evaluate((element, style) => getComputedStyle(element).getPropertyValue(style), name);

/** Everything on the page that can be pressed. The words of a heading that sorts are printed without their button. */
const controls = (page: Page) =>
  page
    .getByRole('main')
    .locator('button:not(th > *), input, select, textarea, [role="tab"], nav a')
    .filter({ visible: true });

test('a printed list is a paper: title, filters in words, who and when, all columns, the rows of how many, totals', {
  tag: ['@UI-07', '@ORD-02'],
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('config', JSON.stringify({ theme: 'dark', sidebar: 'open' })));
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2020-01-01&search=a&per_page=5&tag=pending`);
  const table = page.getByRole('table', { name: 'Order Groups' });
  const row = table.locator('tbody tr').first();
  await expect(row).toBeVisible();
  await row.getByRole('checkbox').check();
  await row.focus();
  await page.keyboard.press(' ');
  await expect(page.getByRole('complementary', { name: /beside the list$/ })).toBeVisible();
  const ref = (await row.getByRole('link').first().textContent()) ?? '';
  const range = (
    await page.getByRole('navigation', { name: 'Pages' }).locator('.figures').first().textContent()
  )?.match(/^1–5 of (\d+)/);
  expect(range).not.toBeNull();

  const paper = await paperOf(page);
  expect(paper.pages).toEqual([A4_WIDE]);
  expect(paper.text).toMatch(/Printed\d{1,2}[A-Z][a-z]{2}\d{4},\d{2}:\d{2}byAdaezeAdmin/);
  for (const text of ['Order Groups', 'Tag: Pending', 'Search: a', 'Dates: Until', ref, 'Order totals', 'Unpaid'])
    expect(times(paper, text), text).toBeGreaterThan(0);
  expect(times(paper, `Rows 1 to 5 of ${range?.[1]}. The totals are of all ${range?.[1]} rows.`)).toBe(1);
  // Names of columns that a narrow window takes away, and nothing of the screen.
  for (const text of ['Manufacturers', 'Delivery Associate', 'Location']) expect(times(paper, text), text).toBe(1);
  for (const text of ['Rows per page', 'Export', 'Details', 'Clear', 'beside', 'Owing'])
    expect(times(paper, text), text).toBe(0);

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(controls(page)).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(row.getByText('1', { exact: true })).toBeVisible();
  expect(await colourOf(page.locator('body'), 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await colourOf(row, 'background-color')).toMatch(/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/);
  for (const cell of await row.locator('td').filter({ visible: true }).all())
    expect(await colourOf(cell, 'color')).toBe('rgb(0, 0, 0)');
});

test('a list of several pages has its headings on each, breaks no row, and ends with its totals', {
  tag: ['@UI-07', '@PO-01'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders?per_page=100`);
  const rows = page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr');
  await expect(rows.nth(60)).toBeVisible();
  const paper = await paperOf(page);
  expect(paper.pages.length).toBeGreaterThan(2);
  expect(times(paper, 'Destination')).toBe(paper.pages.length);
  for (const ref of await rows.locator('a').filter({ hasText: /^PO-/ }).allTextContents())
    expect(times(paper, ref), ref).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 720 });
  expect(await rows.first().evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid');
  const box = page.locator('.list-rows');
  expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});

test('"Print" of a list prints all rows of its filters, and the list has its page again', {
  tag: ['@UI-07', '@PO-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders?page=2&per_page=20`);
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('tbody tr').length));
  });
  const rows = page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const total = Number((await pages.locator('.figures').first().textContent())?.match(/of (\d+)/)?.[1]);
  expect(total).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(total));
  const paper = await paperOf(page);
  expect(times(paper, `Rows 1 to ${total} of ${total}`)).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(20);
  await expect(pages).toContainText('21–40');
});

test('a list that is printed before its rows came says so, and prints no empty rules', {
  tag: ['@UI-07'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.route('**/api/purchase_order/read_all*', () => new Promise(() => undefined));
  await page.goto(`${site.url}/purchase-orders`);
  await expect(page.getByRole('main').getByLabel('Loading')).toBeVisible();
  const paper = await paperOf(page);
  expect(times(paper, 'The rows had not loaded when this was printed.')).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('[role="status"][data-paper] > *').filter({ visible: true })).toHaveCount(0);
});

test('a printed report says its filters and days, has its total once, at the end, and all columns on a wide page', {
  tag: ['@RPT-06', '@RPT-15'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-summary`);
  await expect(page.getByRole('row', { name: /^Grand Total/ })).toBeVisible();
  const paper = await paperOf(page);
  expect(paper.pages[0]).toEqual(A4_WIDE);
  expect(times(paper, 'Grand Total')).toBe(1);
  expect(times(paper, 'by Adaeze Admin')).toBe(1);
  expect(times(paper, 'Group by: Distributor')).toBe(1);
  expect(paper.text).toMatch(/Dates:\d{1,2}[A-Z][a-z]{2}\d{4}to\d{1,2}[A-Z][a-z]{2}\d{4}/);
  await page.emulateMedia({ media: 'print' });
  await expect(controls(page)).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await page.goto(`${site.url}/report-sales-officer-reconciliation?only=1`);
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
  const wallets = await paperOf(page);
  expect(wallets.pages[0]).toEqual(A4_WIDE);
  expect(times(wallets, 'Only differences')).toBe(1);
  expect(times(wallets, 'Largest difference first')).toBe(0);
  expect(wallets.text).toMatch(/Rows1to(\d+)of\1/);
  // The totals are the last row, and not the foot of each page.
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('tfoot').evaluate((foot) => getComputedStyle(foot).display)).toBe('table-row-group');
});

test('an order prints its own sheet, and nothing of the screen, also in the dark theme', {
  tag: ['@ORD-23', '@B14.5'],
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('config', JSON.stringify({ theme: 'dark', sidebar: 'open' })));
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?tag=pending`);
  const link = page.getByRole('table', { name: 'Order Groups' }).locator('tbody tr').first().getByRole('link').first();
  const ref = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ref);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', String(document.querySelector('[role="dialog"]')));
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Print' });
  await question.getByRole('radio', { name: /^A4/ }).check();
  await question.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'null');

  const paper = await paperOf(page);
  expect(paper.pages).toEqual([{ width: 210, height: 297 }]);
  expect(times(paper, ref)).toBe(1);
  for (const text of [
    'Reference',
    'Retailer',
    'Deliver to',
    'Hub',
    'Quantity',
    'Price',
    'Total',
    'Paid',
    'Invoice due',
    'Received by',
  ])
    expect(times(paper, text), text).toBeGreaterThan(0);
  for (const text of ['Export', 'Mark delivered', 'History', 'Activity', 'by Adaeze Admin'])
    expect(times(paper, text), text).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await colourOf(page.locator('body'), 'background-color')).toBe('rgb(255, 255, 255)');
});
