/** Nothing moves by itself (performance goal 13), with the scrollbars that a desktop has and Playwright hides. */
import { expect, type Page, test } from '@playwright/test';
import config from '../../playwright.config.ts';
import { syncStatus } from '../support/onPage.ts';
import { addLine, beginAs, linesOf } from '../support/receiving.ts';
import { restyled } from '../support/restyled.ts';
import { KINDS_OF_SCREEN } from '../support/screens.ts';
import { goSettled, openSettled } from '../support/settled.ts';
import { signIn, siteOfFile, withMotion } from '../support/site.ts';

test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });
test.use(withMotion);
const site = siteOfFile();

/** Notes what the browser itself calls a layout shift: the share of the window that moved, and what it was. */
const WATCH = `window.moved = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && sources.length === 0) window.moved.push(value.toFixed(5) + ' something that is gone');
      else if (!hadRecentInput)
        for (const { node, previousRect, currentRect } of sources)
          window.moved.push(value.toFixed(5) + ' ' + (node?.outerHTML ?? 'text in ' + node?.parentNode?.outerHTML).slice(0, 120) + ': ' + place(previousRect) + ' > ' + place(currentRect));
  }).observe({ type: 'layout-shift', buffered: true });`;

const moved = (page: Page) => page.evaluate('window.moved') as Promise<string[]>;

test('nothing moves while a screen comes, however long it grows', { tag: ['@each-change'] }, async ({ page }) => {
  await page.addInitScript(WATCH);
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of KINDS_OF_SCREEN) {
    await openSettled(page, `${site.url}${path}`);
    // The menu comes last; it shows where one is by scrolling itself, not the page.
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home|^Dashboard/ }),
    ).toBeAttached();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const scrolled = await page.evaluate(() => window.scrollY);
    if (scrolled !== 0) found.push(`${path} was scrolled by ${scrolled}`);
    for (const one of await moved(page)) found.push(`${path} ${one}`);
  }
  expect(found).toEqual([]);
});

test('what an officer began and what is expected come late, and nothing of the screen moves by that', async ({
  page,
}) => {
  await page.addInitScript(WATCH);
  await beginAs(page, site, 'officer1');
  await addLine(page, 0, '2');
  // Before the line is stored, all changes are sent too.
  await expect(linesOf(page).first()).toContainText('Sent');
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await page.route('**/api/purchase_order/read_all?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByRole('region', { name: 'Started' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Expected' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('a dialog that stops the scrolling of a long page moves nothing of it', async ({ page }) => {
  await page.addInitScript(WATCH);
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/profile`);
  // Not by its role: what stands behind a dialog has none.
  const title = page.locator('#screen h1');
  await title.waitFor();
  const { scrollHeight, innerHeight } = await page.evaluate(() => ({
    scrollHeight: document.documentElement.scrollHeight,
    innerHeight: window.innerHeight,
  }));
  expect(scrollHeight, 'the page must be longer than the window').toBeGreaterThan(innerHeight);
  const before = await title.boundingBox();
  await page.keyboard.press('Control+i');
  await page.getByRole('dialog').waitFor();
  expect(await title.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  // The scrollbar's place beside the overlay is as dark as what lies under it, and the page keeps its colour.
  const colour = (of: string) => page.locator(of).evaluate((element) => getComputedStyle(element).backgroundColor);
  const [beside, under] = [await colour('html'), await colour('body')];
  expect(beside).not.toBe(under);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await colour('html')).toBe(under);
});

test('a dialog over a page that is shorter than the window moves nothing of it and draws no strip', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  const [order] = (await site
    .api('admin', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1' })
    .then((answer) => (answer as { rows: { _id: string }[] }).rows)) as { _id: string }[];
  for (const path of [`/purchase-orders/${order?._id}`, '/buyers/create', '/cohorts/create']) {
    await page.setViewportSize({ width: 1440, height: 1600 });
    await openSettled(page, `${site.url}${path}`);
    const title = page.locator('#screen h1');
    const width = () => page.locator('[data-banner]').evaluate((one) => one.getBoundingClientRect().width);
    const [before, wide] = [await title.boundingBox(), await width()];
    for (const key of ['Control+k', 'Control+i']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      expect(await title.boundingBox(), `${path} ${key}`).toEqual(before);
      expect(await width(), `${path} ${key}`).toBe(wide);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
});

test('a dialog over a list, which fills the window, moves nothing of it', async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/buyers`);
  await page.getByRole('table').waitFor();
  const create = page.locator('#screen header a');
  const before = await create.boundingBox();
  await page.keyboard.press('Control+i');
  await page.getByRole('dialog').waitFor();
  expect(await create.boundingBox()).toEqual(before);
});

test('elements that come and go do not make the browser recompute the style of everything else', async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/products`);
  await page.locator('tbody tr').nth(19).waitFor();
  const dialog = page.getByRole('dialog');
  const opened = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.waitFor();
  };
  const closed = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  // Once before: its code comes, and the icons of its buttons.
  await opened();
  await closed();
  for (const act of [opened, closed]) {
    const { most, all } = await restyled(page, act);
    expect(all, 'a list must stand behind it').toBeGreaterThan(500);
    expect(most).toBeLessThan(all / 4);
  }
});

/** Lists of each form of head, and pages with tabs below their title. */
const WITH_AGES = [
  '/products',
  '/purchase-orders',
  '/order-groups',
  '/warehouses',
  '/sales-officers',
  '/inventory/report',
];

/** Where the titles, tabs and acts of the open screen are, and whether the age of its copy has a place of its own in the window. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const seen = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const all = [
      ...document.querySelectorAll(
        '#screen h1, #screen header :is(a, button), #screen [role="tab"], #screen .filter-bar',
      ),
    ].filter(seen);
    const places = all.map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return `${(one.ariaLabel ?? one.textContent)?.slice(0, 24)} ${Math.round(x)} ${Math.round(y)}`;
    });
    const found = all.flatMap((one) =>
      one.closest('.list-tabs, [role="tablist"]') || one.getBoundingClientRect().right <= innerWidth
        ? []
        : [`out of the window: ${one.textContent}`],
    );
    const age = [...document.querySelectorAll('#screen [aria-live] span')].find((one) =>
      one.textContent?.startsWith('Stored copy from'),
    );
    if (!age) return { places, found, age: null };
    const box = age.getBoundingClientRect();
    if (
      box.right > innerWidth ||
      box.left < 0 ||
      (age as HTMLElement).scrollWidth > (age as HTMLElement).clientWidth + 1
    )
      found.push(`the age is cut: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    for (const one of [...all, ...document.querySelectorAll('#screen header p')].filter(seen)) {
      const range = document.createRange();
      range.selectNodeContents(one);
      for (const of of one.matches('.filter-bar, a, button') ? [one.getBoundingClientRect()] : range.getClientRects())
        if (
          Math.min(box.right, of.right) - Math.max(box.left, of.left) > 1 &&
          Math.min(box.bottom, of.bottom) - Math.max(box.top, of.top) > 2
        )
          found.push(`the age lies on: ${(one.ariaLabel ?? one.textContent)?.slice(0, 40)}`);
    }
    return { places, found: [...new Set(found)], age: age.textContent };
  });

test('the age of a stored copy lies on nothing and moves nothing, in four sizes', {
  tag: ['@UI-42', '@SHELL-34'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, site, 'admin');
  const before = new Map<string, string[]>();
  const found: string[] = [];
  for (const isCut of [false, true]) {
    site.cutApi(isCut);
    if (isCut) await page.goto(`${site.url}${WITH_AGES[0]}`);
    for (const path of WITH_AGES) {
      await goSettled(page, path);
      if (isCut) await expect(page.locator('#screen [aria-live]').getByText(/^Stored copy from/)).toBeVisible();
      for (const width of [1440, 1280, 800, 390]) {
        await page.setViewportSize({ width, height: width === 800 ? 1280 : 900 });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const head = await headOf(page);
        const where = `${path} at ${width}`;
        if (!isCut) before.set(where, head.places);
        else {
          found.push(...head.found.map((one) => `${where}: ${one}`));
          const was = before.get(where) ?? [];
          found.push(...head.places.filter((one) => !was.includes(one)).map((one) => `${where} moved: ${one}`));
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
  site.cutApi(false);
  expect(found).toEqual([]);
});
