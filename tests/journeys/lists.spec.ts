/** Every list as people look at it, in four sizes: no figure is cut or covered, the rows fit, keys and menus work. */
import { expect, type Page, test } from '@playwright/test';
import { openRowMenu } from '../support/rowMenu.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

const LISTS = [
  '/purchase-orders',
  '/order-groups?from=2026-01-01',
  '/pending-orders',
  '/products',
  '/buyers',
  '/warehouses',
  '/managers',
  '/sales-officers?role=sales_officer.rep',
  '/distributor-officers',
  '/agents',
  '/areas',
  '/locations',
  '/brands',
  '/manufacturers',
  '/categories',
  '/store-types',
  '/cohorts',
  '/sellers',
  '/distributors',
];
/** Other tables: a wallet, a warehouse, a retailer's orders. */
const OTHERS = ['/sales-officers/da_01/balance', '/distributors/dist_adeola/balance', '/buyers/buyer_08/orders'];

/** Another screen of the same page, as a press on the menu opens it. */
async function go(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction((title) => document.title !== title, before);
  await page.locator('#screen tbody tr').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('#screen [aria-label="Loading"], .rows-are-old'));
}

/** What is wrong with the figures of the shown table: cut, broken over lines, beyond the edge, or behind something. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const FIGURE = /^[-−+*]?\s?(₦[\d,.]+|[\d,.]+|PO-\w+|\d{1,2} \w{3}(, \d\d:\d\d)?|0\d{10})$/;
    const words = document.createTreeWalker(document.querySelector('#screen table') as Element, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const text = (node.textContent ?? '').trim();
      const holder = node.parentElement as HTMLElement;
      if (!FIGURE.test(text) || !holder.checkVisibility() || holder.closest('.sr-only, .actual')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`broken: ${text}`);
      for (let box: HTMLElement | null = holder; box && box.tagName !== 'TR'; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'visible')
          found.push(`cut: ${text}`);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (left < -1 || right > document.documentElement.clientWidth + 1) found.push(`outside: ${text}`);
      const head = document.querySelector('#screen thead')?.getBoundingClientRect().bottom ?? 0;
      const foot = document.querySelector('#screen [data-pager]')?.getBoundingClientRect().top ?? innerHeight;
      if (top < Math.max(head, 55) || bottom > Math.min(foot, innerHeight)) continue;
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (hit && !hit.closest('tr')?.contains(holder)) found.push(`covered: ${text}`);
      }
    }
    // No text lies on that of another cell. What a box cuts off is not seen.
    const seen = (cell: Element) => {
      const boxes: DOMRect[] = [];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left, right, top, bottom } = range.getBoundingClientRect();
        for (let box = node.parentElement; box && box !== cell; box = box.parentElement) {
          if (getComputedStyle(box).overflowX === 'visible') continue;
          const edge = box.getBoundingClientRect();
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        if (right - left > 1 && bottom - top > 1) boxes.push(new DOMRect(left, top, right - left, bottom - top));
      }
      return boxes;
    };
    for (const row of document.querySelectorAll('#screen tbody tr')) {
      const cells = [...row.children].filter((cell) => cell.checkVisibility());
      const boxes = cells.map(seen);
      for (const [at, own] of boxes.entries())
        for (const [more, others] of boxes.entries())
          for (const one of own)
            for (const other of others)
              if (
                more > at &&
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6
              )
                found.push(`on one another: ${cells[at]?.textContent} | ${cells[more]?.textContent}`);
    }
    return [...new Set(found)];
  });

/** How many whole rows stand between head and foot. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const foot = document.querySelector('#screen [data-pager]')?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll('#screen tbody tr')].filter(
      (row) => row.getBoundingClientRect().bottom <= foot + 1,
    ).length;
  });

test('no list cuts, breaks or covers a figure in any size, and 18 rows fit at 1440x900', { tag: ['@UI-42'] }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of [...LISTS, ...OTHERS]) {
    const isList = LISTS.includes(path);
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page, path);
    if (isList) {
      const rows = await page.locator('#screen tbody tr').count();
      const whole = await wholeRows(page);
      if (whole < Math.min(rows, 18)) found.push(`${path}: ${whole} of ${rows} rows`);
    }
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1920, 1080],
      [390, 844],
    ] as const) {
      // The cards beside a record's own are as wide as before on a phone.
      if (!isList && width === 390) continue;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      found.push(...(await faults(page)).map((one) => `${path} at ${width}: ${one}`));
    }
  }
  expect(found).toEqual([]);
});

test('a list by keyboard: to the search and out of it, down the rows, into the menu; the focus is never lost', {
  tag: ['@UI-43'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders`);
  const rows = page.locator('#screen tbody tr');
  await expect(rows).toHaveCount(30);
  const search = page.getByLabel('Search purchase orders');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('hub');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=hub/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/search=/);
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  // A filter that is on says its value and has a cross; taking it off leaves the focus with it.
  const tag = page.getByRole('combobox', { name: 'Tag' });
  await tag.selectOption('receipt');
  await expect(page).toHaveURL(/tag=receipt/);
  await page.getByRole('button', { name: 'Remove filter' }).click();
  await expect(page).not.toHaveURL(/tag=/);
  await expect(tag).toBeFocused();
  await openRowMenu(rows.first());
  await expect(rows.first().getByRole('link', { name: /^View/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first().getByRole('link', { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows.first().getByRole('button', { name: /^Actions/ })).toBeFocused();
  // Any page by its number; the last one for a number beyond it.
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await pager.getByLabel('Page', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(pager).toContainText('31–60');
  await pager.getByRole('button', { name: 'First page' }).click();
  await expect(pager).toContainText('1–30');
});

test('density: the device decides, the profile overrules it; saved filters are tabs', { tag: ['@UI-41'] }, async ({
  page,
  browser,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/managers?role=manager.accountant`);
  const height = () =>
    page
      .locator('#screen tbody tr')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  expect(await height()).toBeLessThanOrEqual(40);
  const tabs = page.getByRole('navigation', { name: 'Saved filters' });
  await tabs.getByRole('button', { name: 'Save this filter' }).click();
  await page.getByLabel('Name of the current filter').fill('Accountants');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(tabs.getByRole('button', { name: 'Accountants' })).toHaveAttribute('aria-current', 'true');
  await tabs.getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/role=/);
  await tabs.getByRole('button', { name: 'Accountants' }).click();
  await expect(page.getByRole('heading', { name: 'Managers (1)' })).toBeVisible();

  await page.goto(`${site.url}/profile`);
  await page.getByLabel('Density').selectOption('roomy');
  await page.goto(`${site.url}/managers`);
  expect(await height()).toBeGreaterThanOrEqual(56);
  expect((await page.getByRole('link', { name: 'Create Manager' }).boundingBox())?.height).toBeGreaterThanOrEqual(48);

  const tablet = await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 800 } });
  const touched = await tablet.newPage();
  await signIn(touched, site, 'admin');
  await touched.goto(`${site.url}/managers`);
  const row = touched.locator('#screen tbody tr').first();
  expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThanOrEqual(56);
  await tablet.close();
});
