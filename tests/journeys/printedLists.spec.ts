/** A list, a report, an order or any other screen on paper: what it is, of which filters, when and by whom, all of its columns and totals, and nothing to press. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Pdf, readPdf } from '../support/pdf.ts';
import { goSettled } from '../support/settled.ts';
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

test('the statement of a wallet prints all rows of its days, and the list has its page again', {
  tag: ['@LED-03', '@UI-07'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/sales-officers/da_01/balance?per_page=5`);
  const rows = page.getByRole('table', { name: 'Balance History' }).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const totalOf = async () => Number((await pages.locator('.figures').first().textContent())?.match(/of (\d+)/)?.[1]);
  const total = await totalOf();
  expect(total).toBeGreaterThan(5);
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('tbody tr').length));
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(total));
  const paper = await paperOf(page);
  expect(times(paper, `Rows 1 to ${total} of ${total}`)).toBe(1);
  expect(times(paper, 'Statement of')).toBeGreaterThan(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(5);
  // The days of the filter are those of the statement, and stand on the paper.
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${site.url}/sales-officers/da_01/balance?from=${day}`);
  await expect.poll(totalOf).toBeLessThan(total);
  expect(times(await paperOf(page), 'Dates: Since')).toBe(1);
});

test('the statement of a retailer goes from the oldest row to the newest, with the years and what was billed and paid', {
  tag: ['@LED-03', '@UI-07'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/report-buyer-reconciliation`);
  await page.locator('#screen tbody tr a').first().click();
  const table = page.getByRole('table', { name: 'Balance History' });
  await expect(table.getByRole('columnheader', { name: 'Tag' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Description', 'Billed', 'Paid', 'Balance']);
  const dates = await table.locator('tbody td:first-child').allTextContents();
  const times = dates.map((date) => Date.parse(date));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  await expect(
    table
      .locator('tbody tr')
      .filter({ hasText: /Order [A-Z2-9]{8}/ })
      .first(),
  ).toBeVisible();
  await page.emulateMedia({ media: null });
});

test('the reconciliation of the delivery associates fits one page, with its totals', { tag: ['@RPT-15'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
  expect((await paperOf(page)).pages).toEqual([A4_WIDE]);
});

test('"Print" of a report with pages prints all rows of its filters', {
  tag: ['@UI-07', '@REP-01', '@RPT-15'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, name] of [
    ['/inventory/report?per_page=10', 'Current Inventory'],
    ['/report-buyer-retention?per_page=10', 'Retailers'],
  ] as const) {
    await page.goto(site.url + path);
    const rows = page.getByRole('table', { name }).locator('tbody tr');
    await expect(rows, path).toHaveCount(10);
    await page.evaluate((label) => {
      window.print = () => {
        const printed = document.querySelectorAll(`table[aria-label="${label}"] tbody tr`).length;
        document.body.setAttribute('data-printed', String(printed));
      };
    }, name);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const total = Number((await pages.locator('.figures').first().textContent())?.match(/of (\d+)/)?.[1]);
    expect(total, path).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', String(total));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(rows).toHaveCount(10);
  }
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
  // The line above a printed screen loads at an idle moment after the screen.
  await expect.poll(async () => times(await paperOf(page), 'by Adaeze Admin')).toBe(1);
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
  expect(times(wallets, 'Largest debt first')).toBe(0);
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
  for (const text of ['Export', 'Mark delivered', 'History', 'Activity']) expect(times(paper, text), text).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await colourOf(page.locator('body'), 'background-color')).toBe('rgb(255, 255, 255)');
});

/** `window.print` only notes what is on the page at that moment, after the event of a real print. */
const notePrint = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      document.body.setAttribute('data-printed', document.querySelector('[data-sheet]')?.textContent ?? 'the screen');
      document.body.setAttribute('data-rows', String(document.querySelectorAll('#screen tbody tr').length));
      window.dispatchEvent(new Event('afterprint'));
    };
  });

test('Ctrl + P of a list of several pages prints all its rows, and of a list of one page is the browser’s own', {
  tag: ['@UI-07', '@PO-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders?page=2&per_page=20`);
  await notePrint(page);
  const rows = page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  const range = await page.getByRole('navigation', { name: 'Pages' }).locator('.figures').first().textContent();
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-rows', String(/of (\d+)/.exec(range ?? '')?.[1]));
  await expect(rows).toHaveCount(20);
  await page.goto(`${site.url}/warehouses?per_page=100`);
  await expect(page.getByRole('table', { name: 'Warehouses' }).locator('tbody tr').first()).toBeVisible();
  const isTaken = await page.evaluate(() => {
    const press = new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(press);
  });
  expect(isTaken).toBe(false);
});

test('Ctrl + P of an order and of a purchase order prints its sheet, with the addresses that the screen does not show', {
  tag: ['@ORD-23', '@PO-11'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [list, name, place] of [
    ['/order-groups?tag=pending&from=2020-01-01', 'Order Groups', /Market Road/],
    ['/purchase-orders?tag=receipt', 'Purchase Orders', /Street|Road|Avenue|Way/],
  ] as const) {
    await page.goto(`${site.url}${list}`);
    const link = page.getByRole('table', { name }).locator('tbody tr').first().locator('a.row-link').first();
    const ref = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(ref);
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
    await notePrint(page);
    await page.keyboard.down('Control');
    // What is held back is read before the paper is printed.
    await page.keyboard.press('p');
    await page.keyboard.up('Control');
    await page.evaluate(() => !document.body.hasAttribute('data-printed') && setTimeout(() => window.print(), 2_500));
    await expect(page.locator('body')).toHaveAttribute('data-printed', place);
    // The browser's own command from its menu sends no key.
    const paper = await paperOf(page);
    expect(times(paper, ref), ref).toBeGreaterThan(0);
    for (const text of ['History', 'Export']) expect(times(paper, text), text).toBe(0);
  }
});

/** The screens without a sheet of their own, and a word that each of them must have on paper. */
const PAGES = [
  ['/', 'Welcome'],
  ['/products/product_6033000085214/update?tab=overview', 'Prices by hub'],
  ['/buyers/buyer_08/orders', 'Orders'],
  ['/agents', 'Agents'],
  ['/config-wizard', 'Config'],
  ['/inventory/report', 'Inventory'],
  ['/profile', 'Profile'],
] as const;

for (const theme of ['light', 'dark'] as const)
  test(`any other screen prints as a page without anything to press, with its title, the time, the person and page numbers, in the ${theme} theme`, {
    tag: ['@SHELL-14'],
  }, async ({ page }) => {
    await page.addInitScript(
      (theme) => localStorage.setItem('config', JSON.stringify({ theme, sidebar: 'open' })),
      theme,
    );
    await signIn(page, site, 'admin');
    for (const [path, word] of PAGES) {
      await goSettled(page, path);
      const paper = await paperOf(page);
      expect(times(paper, word), `${path} ${word}`).toBeGreaterThan(0);
      expect(times(paper, 'by Adaeze Admin'), path).toBe(1);
      for (let at = 1; at <= paper.pages.length; at += 1)
        expect(times(paper, `${at}/${paper.pages.length}`), `${path}, page ${at}`).toBeGreaterThan(0);
      // The last line is on a page that was counted.
      if (path === '/inventory/report') expect(paper.text).toMatch(/Rows1to\d+of\d+/);
      for (const text of ['Search, or start a task', 'Config Wizard menu', 'Toggle sidebar', 'All Orders'])
        expect(times(paper, text), `${path} ${text}`).toBe(0);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('main').locator('button:not(th > *, .prints)').filter({ visible: true })).toHaveCount(
        0,
      );
      // The facts beside a record are a part of the paper, the menu beside the screen is none.
      await expect(
        page.locator('[role="tab"], [data-banner], aside:not(#screen *)').filter({ visible: true }),
      ).toHaveCount(0);

      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, path).toBeLessThanOrEqual(0);
      const ink = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--ink').trim(),
      );
      expect(ink).toBe('#1c1e29');
      await page.emulateMedia({ media: null });
    }
  });

test('the paper of a reconciliation has the order first, all entries of both wallets and one form of amounts', {
  tag: ['@RPT-10', '@RPT-12', '@UI-07'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  const { rows } = (await site.api('admin', 'GET', 'order_group/read_all', {
    ...{ page: '1', per_page: '1', tag: 'completed', sort: '-created' },
  })) as { rows: { ref: string }[] };
  await page.goto(`${site.url}/order-reconciliation?ref=${rows[0]?.ref}`);
  await expect(page.getByRole('table', { name: 'DA Logs' }).locator('tbody tr').first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = await paperOf(page);
  const at = (text: string) => paper.text.indexOf(text.replace(/\s+/g, ''));
  expect(at('Order Ref')).toBeGreaterThan(-1);
  expect(at('Outstanding')).toBeLessThan(at('Retailer Logs'));
  expect(at('Retailer Logs')).toBeLessThan(at('DA Logs'));
  expect(times(paper, 'Search')).toBe(0);
  for (const [, to, of] of paper.text.matchAll(/Rows1to(\d+)of(\d+)/g)) expect(to).toBe(of);
  // Every amount of the screen has two decimals, like the entries of the wallets (B6.3).
  for (const [amount] of paper.text.matchAll(/₦[\d,]+(\.\d\d)?/g)) expect(amount).toMatch(/\.\d\d$/);
});

test('the figures of a report stand in one line on paper, and no heading has fewer than three rows below it', {
  tag: ['@UI-07'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/running-out`);
  const strip = page.locator('section:has(> .gap-px)');
  await expect(strip.locator('.figures').nth(3)).toHaveText(/₦/);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 687, height: 1000 });
  for (const figure of await strip.locator('.figures').filter({ visible: true }).all())
    expect(await figure.evaluate((one) => one.getClientRects().length)).toBe(1);
  const rows = page.locator('.sideways tbody tr');
  expect(await rows.nth(1).evaluate((one) => getComputedStyle(one).breakAfter)).toBe('avoid');
});
