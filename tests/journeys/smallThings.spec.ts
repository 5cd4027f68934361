/** Small things of forms (K29): a picker that is left and emptied, a text at the field that was changed, an error that goes when it is mended. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openScreen } from '../support/menu.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test('Tab leaves an open picker, and what was chosen can be wiped out', { tag: ['@K29'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders/create?source_type=distributor&destination_type=seller`);
  const source = page.getByRole('combobox', { name: 'Source', exact: true });
  const list = page.getByRole('listbox', { name: 'Source' });
  await source.click();
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Destination', exact: true })).toBeFocused();
  await source.click();
  await list.getByRole('option').first().click();
  const chosen = await source.inputValue();
  expect(chosen).not.toBe('');
  // Opened and left, it stays chosen; emptied by hand and given up by Escape, too.
  await source.click();
  await page.keyboard.press('Tab');
  await expect(source).toHaveValue(chosen);
  await source.fill('');
  await page.keyboard.press('Escape');
  await expect(source).toHaveValue(chosen);
  await source.fill('');
  await page.keyboard.press('Tab');
  await expect(source).toHaveValue('');
});

test('the case count that is no multiple of the MPU is said at the field that was changed', { tag: ['@K29'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  const [row] = (
    (await site.api('admin', 'GET', 'product/read_all', { page: '1', per_page: '1' })) as {
      rows: { _id: string; case_count: number }[];
    }
  ).rows;
  await page.goto(`${site.url}/products/${row?._id}/update`);
  const mpu = page.getByLabel('MPU');
  await mpu.fill(String((row?.case_count ?? 1) + 1));
  await page.keyboard.press('Tab');
  await expect(page.getByText('Case count must be multiple of MPU')).toHaveCount(1);
  await expect(mpu).toHaveAccessibleDescription(/Case count must be multiple of MPU/);
});

test('the accept dialog asks for a reason and does not demand one, and an error of the quantity goes with the right figure', {
  tag: ['@K29'],
}, async ({ page }) => {
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ref: '*',
    timestamp: String(Math.floor(Date.now() / 1_000)),
    tag: 'purchase_order',
    meta: '{}',
    source_type: 'distributor',
    source: 'dist_freshcup',
    destination_type: 'seller',
    destination: 'hub_lagos_mushin',
    amount: '0',
  })) as string;
  const { products } = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'distributor',
    parent: 'dist_freshcup',
    destination_type: 'seller',
    destination: 'hub_lagos_mushin',
  })) as { products: { product: { _id: string; name: string } }[] };
  const product = products[0]?.product ?? { _id: '', name: '' };
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    purchase_order_id: id,
    product_id: product._id,
    quantity: '12',
    amount: '1000',
  });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders/${id}?mode=accept`);
  await page.getByRole('button', { name: `Accept ${product.name}` }).click();
  const dialog = page.getByRole('dialog', { name: product.name });
  const accepted = dialog.getByLabel('Quantity accepted', { exact: true });
  const note = dialog.locator('[role="alert"]');
  await accepted.fill('-3');
  await page.keyboard.press('Tab');
  await expect(note).toContainText('You typed -3.');
  await accepted.fill('0');
  await expect(note).toHaveCount(0);
  await expect(dialog.getByLabel('Reason')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Purchase order product updated')).toBeVisible();
  const [line] = (
    (await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as {
      items: { quantity_accepted: number; reason: string | null }[];
    }[]
  ).flatMap(({ items }) => items);
  expect(line).toMatchObject({ quantity_accepted: 0, reason: null });
});

test('the slash of a search field is gone where the field has its own cross', { tag: ['@UI-07'] }, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/buyers`);
  const search = page.getByLabel('Search retailers');
  const slash = page.getByRole('search').getByText('/', { exact: true });
  await expect(slash).toBeVisible();
  await search.fill('a');
  await search.blur();
  await expect(slash).toHaveCount(0);
  await search.fill('');
  await expect(slash).toBeHidden();
  await search.blur();
  await expect(slash).toBeVisible();
});

/** Whether texts are drawn in the typeface, by the width of one, which a stand-in of equal widths does not have. */
const hasTypeface = (page: Page) =>
  page.evaluate(() => {
    const text = Object.assign(document.createElement('span'), { textContent: 'illicit Wm' });
    text.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap;font:400 100px Kasuwa,monospace';
    const other = text.cloneNode(true) as HTMLElement;
    other.style.fontFamily = 'monospace';
    document.body.append(text, other);
    const is = text.getBoundingClientRect().width !== other.getBoundingClientRect().width;
    text.remove();
    other.remove();
    return is;
  });

/** Notes in `moved` what the browser calls a layout shift: without an input just before it. */
const NOTE_MOVES = `globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });`;

test('a first visit has the typeface from the sign-in on, and nothing moves for it', { tag: ['@B14.10'] }, async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(NOTE_MOVES);
  await page.goto(`${site.url}/login`);
  await expect.poll(() => hasTypeface(page)).toBe(true);
  expect(await page.evaluate('moved')).toEqual([]);
  await page.context().close();
});

test('a typeface that comes after the sign-in is used from the next screen on, and nothing moves for it', {
  tag: ['@B14.10'],
}, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(NOTE_MOVES);
  let isHome = () => {};
  const home = new Promise<void>((resolve) => {
    isHome = resolve;
  });
  // The worker's own request is another one: the page's waits until the home is there.
  await page.route('**/*.woff2', async (route) => {
    await home;
    await route.continue();
  });
  await signIn(page, site, 'staff');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const came = page.waitForResponse('**/*.woff2');
  isHome();
  await came;
  expect(await hasTypeface(page)).toBe(false);
  await openScreen(page, 'All Orders');
  await expect.poll(() => hasTypeface(page)).toBe(true);
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate('moved')).toEqual([]);
  await context.close();
});

/** The places of the letters of each element, without its padding: the first left and the last right edge, and how many lines they have. */
const lettersOf = (found: Locator) =>
  found.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      return {
        left: Math.min(...rects.map(({ left }) => left)),
        right: Math.max(...rects.map(({ right }) => right)),
        lines: new Set(rects.map(({ bottom }) => Math.round(bottom / 8))).size,
      };
    }),
  );

test('tabs have gaps that look alike, "New" stands beside its name, a barcode and a hub in one line', {
  tag: ['@CONST-06'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2025-01-01&per_page=100`);
  const tabs = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('button');
  await expect(tabs.nth(1)).toHaveText(/^Pending\d+$/);
  await expect(tabs.nth(2)).toHaveText(/^Owing\d+$/);
  const [all, pending, owing] = await lettersOf(tabs);
  const gaps = [(pending?.left ?? 0) - (all?.right ?? 0), (owing?.left ?? 0) - (pending?.right ?? 0)];
  expect(Math.abs((gaps[0] ?? 0) - (gaps[1] ?? 0)), gaps.join()).toBeLessThanOrEqual(10);
  const fresh = page.locator('#screen tbody .new-aside');
  await expect(fresh.nth(2)).toBeVisible();
  // It stands beside its name, so that it is not read as the beginning of the place after it.
  const names = await lettersOf(page.locator('#screen tbody .beside:has(.new-aside) .row-link'));
  const away = (await lettersOf(fresh)).map(({ left }, at) => Math.round(left - (names[at]?.right ?? 0)));
  expect(Math.max(...away), away.join()).toBeLessThanOrEqual(12);
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}/products/product_6111018600039/update?tab=overview`);
    const code = page.getByRole('region', { name: 'Facts' }).getByText('16111018600036', { exact: true });
    await expect(code).toBeVisible();
    expect((await lettersOf(code))[0]?.lines, `barcode at ${width}`).toBe(1);
    const hub = page.getByRole('region', { name: 'Stock by hub' }).getByText('Ọ̀nịcha Main Market Hub', { exact: true });
    await expect(hub).toBeVisible();
    expect((await lettersOf(hub))[0]?.lines, `hub at ${width}`).toBe(1);
  }
  // Beside the free width of a short list no address is cut.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/sellers`);
  const cells = page.locator('#screen tbody .cut');
  await expect(cells.first()).toBeVisible();
  const cut = await cells.evaluateAll((all) =>
    all
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});
