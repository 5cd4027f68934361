/** A desk while the server is away: no screen breaks, and no control is lit that would write. */
import { expect, type Page, test } from '@playwright/test';
import { litControls, WORK_OF_A_TABLET } from '../support/litControls.ts';
import { EVERY_SCREEN, SCREENS_OF_EACH_CHANGE } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { walkOfDay } from '../support/shares.ts';
import { noWorker, openAs, type Site, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();
const connection = (page: Page) => page.getByRole('status', { name: 'Connection' });

/** The server goes away, and the page has seen it. */
async function away(page: Page): Promise<void> {
  site.cutApi(true);
  await expect(connection(page)).toBeVisible({ timeout: 20_000 });
}

const CRASHED = 'Ah! Something has gone wrong.';

/** The address with the first record of its model. */
async function resolved(of: Site, path: string): Promise<string> {
  const model = /\{(\w+)\}/.exec(path)?.[1];
  if (model === undefined) return path;
  const answer = (await of.api('admin', 'GET', `${model}/read_all`, { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  return path.replace(/\{\w+\}/, answer.rows[0]?._id ?? '');
}

/** A walk of all screens takes minutes, so each third of them is a walk of its own. For each change there is one walk, of the day's screens. */
const PARTS = 3;
const screensOf = (project: string, part: number) =>
  project === 'each'
    ? walkOfDay(EVERY_SCREEN, SCREENS_OF_EACH_CHANGE)
    : EVERY_SCREEN.filter((_, at) => at % PARTS === part - 1);

/** Opens the menu of the head and of the first row, and reads what they offer. */
async function litInMenus(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const place of ['#screen header', '#screen tbody', '#screen ul']) {
    const menu = page.locator(`${place} button[aria-label^="Actions "]`).first();
    if (!(await menu.isVisible())) continue;
    await menu.click();
    found.push(...(await litControls(page)));
    await page.keyboard.press('Escape');
  }
  return found;
}

async function walk(page: Page, project: string, user: string, part: number): Promise<void> {
  const screens = await Promise.all(screensOf(project, part).map((path) => resolved(site, path)));
  test.setTimeout(60_000 + screens.length * 15_000);
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(`${page.url()} ${message}`));
  await openAs(page, site, user, site.url);
  const found: string[] = [];
  const look = async (path: string, when: string) => {
    await goSettled(page, path);
    if (await page.getByText(CRASHED).isVisible()) found.push(`${path} ${when}: crashed`);
    if (WORK_OF_A_TABLET.test(path)) return;
    for (const name of new Set([...(await litControls(page)), ...(await litInMenus(page))]))
      found.push(`${path} ${when}: ${name}`);
  };
  // Nothing but the home was opened on this device.
  await away(page);
  for (const path of screens) await look(path, 'never opened');
  site.cutApi(false);
  await expect(connection(page)).toHaveCount(0, { timeout: 20_000 });
  for (const path of screens) await goSettled(page, path);
  await away(page);
  for (const path of screens) await look(path, 'opened before');
  site.cutApi(false);
  expect(found).toEqual([]);
  expect(thrown).toEqual([]);
}

test(
  'without the server nothing breaks for an administrator, and no writing button is enabled, part 1',
  {
    tag: ['@each-change', '@K26', '@SHELL-06'],
  },
  ({ page }, { project }) => walk(page, project.name, 'admin', 1),
);
for (const part of [2, 3])
  test(`the same, part ${part}`, { tag: ['@K26'] }, ({ page }, { project }) => walk(page, project.name, 'admin', part));
for (const part of [1, 2, 3])
  test(`the same for staff, part ${part}`, { tag: ['@K26'] }, ({ page }, { project }) =>
    walk(page, project.name, 'staff', part),
  );

/** The lists of an administrator's menu that are kept before they were opened (decision 1391). */
const KEPT = [
  ...['/order-groups', '/pending-orders', '/products', '/buyers', '/purchase-orders', '/warehouses', '/claims'],
  ...['/sales-officers', '/managers', '/distributor-officers', '/agents', '/manufacturers', '/categories', '/brands'],
  ...['/locations', '/areas', '/sellers', '/distributors', '/cohorts', '/store-types'],
  '/inventory/report',
];
const NO_COPY = /No copy of this screen is stored|Seems like there's something wrong/;

test('half a minute after the first sign-in each list can be read without the server, and a press on a row opens its record', {
  tag: ['@each-change', '@B11.1', '@K26'],
}, async ({ page }) => {
  test.setTimeout(180_000);
  const last = page.waitForResponse(/store_type\/read_all/, { timeout: 90_000 });
  await openAs(page, site, 'admin', site.url);
  await last;
  // The answer is on the disk before the next read is sent, and that is an order with its lines.
  await page.waitForResponse(/order_group\/read\?/, { timeout: 30_000 });
  await away(page);
  const missing: string[] = [];
  for (const path of KEPT) {
    await goSettled(page, path);
    if (await page.getByText(NO_COPY).first().isVisible()) missing.push(path);
  }
  expect(missing).toEqual([]);
  // The eleventh order of the list and following are stored as rows alone.
  await goSettled(page, '/order-groups');
  await page.locator('#screen tbody tr').nth(11).locator('td').nth(1).click();
  await expect(page.getByText(/^Stored copy from .*, taken from the list$/)).toBeVisible();
  await expect(
    page.getByText('What was ordered is not stored on this device. It comes when the server answers.'),
  ).toBeVisible();
  await expect(page.getByText('No products', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled();
  // What a record has in its list is all of it.
  await goSettled(page, '/categories');
  await page.locator('#screen tbody tr').first().locator('td').nth(2).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).not.toHaveValue('');
  // A search looks in the rows that are stored, and the pickers of a form have the choices of short lists.
  await goSettled(page, '/buyers?search=emeka');
  await expect(page.getByText('Found in the rows that are stored on this device.', { exact: true })).toBeVisible();
  await goSettled(page, '/buyers/signup');
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  // Where there is no copy, other lists are named.
  await goSettled(page, '/order-summary');
  await page
    .getByRole('navigation', { name: 'Stored on this device' })
    .getByRole('link', { name: 'Retailers' })
    .click();
  await expect(page.getByRole('heading', { name: /Retailers/ })).toBeVisible();
  // The order comes by itself when the server is back.
  await goSettled(page, '/order-groups');
  await page.locator('#screen tbody tr').nth(12).locator('td').nth(1).click();
  await expect(page.getByText('What was ordered is not stored on this device.')).toBeVisible();
  site.cutApi(false);
  await expect(page.getByText('What was ordered is not stored on this device.')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
});

test('without the server the bar finds any product, also with a slip; a record of a short list opens, and its missing parts are quiet', {
  tag: ['@each-change', '@B11.1', '@K26'],
}, async ({ page }) => {
  test.setTimeout(120_000);
  const products = (await site.api('admin', 'GET', 'product/read_all', { page: '1', per_page: '500' })) as {
    rows: { _id: string; name: string }[];
    total: number;
  };
  const whole = page.waitForResponse(/product\/read_all\?.*per_page=500/, { timeout: 60_000 });
  await openAs(page, site, 'admin', site.url);
  await page.waitForResponse(/search\/names/, { timeout: 30_000 });
  await whole;
  await page.waitForResponse(/order_group\/read\?/, { timeout: 60_000 });
  await away(page);
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  const last = products.rows.at(-1);
  expect(products.total).toBe(products.rows.length);
  await page.keyboard.press('Control+k');
  await box.fill(last?.name ?? '');
  await expect(page.getByRole('option', { name: last?.name }).first()).toBeVisible();
  await box.fill('nodles');
  await expect(page.getByRole('option', { name: /noodles/i }).first()).toBeVisible();
  await box.fill(last?.name ?? '');
  await page.getByRole('option', { name: last?.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: last?.name })).toBeVisible();
  // One line says that parts are missing; the parts themselves are dashes.
  await expect(page.getByText(/^Stored copy from .*, incomplete$/)).toBeVisible();
  await expect(page.locator('#screen svg + :text("Not stored on this device")')).toHaveCount(0);
  // The prices of the hubs are in the row of the list. One sentence stands for the cards that have nothing to show.
  const screen = page.locator('#screen');
  await expect(screen.getByText(/^What the hubs have and sold of this product is not stored/)).toBeVisible();
  await expect(screen.getByRole('heading', { name: 'Sales', exact: true })).toHaveCount(0);
  await expect(screen.getByRole('region', { name: 'Hubs', exact: true }).locator('dd').first()).toContainText('₦');
  // A list that was never opened here offers no order of nothing.
  await goSettled(page, '/running-out');
  await expect(page.getByText(NO_COPY).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Order \d+ case/ })).toHaveCount(0);
  await page.goBack();
  // What the page may change waits for the server.
  const edit = page.getByRole('button', { name: 'Edit details' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  // The second page of a list that is stored whole, and a search in all of it.
  await goSettled(page, '/products?page=2&per_page=20');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await goSettled(page, `/products?search=${encodeURIComponent(last?.name ?? '')}`);
  await expect(page.getByRole('row', { name: last?.name }).first()).toBeVisible();
  await expect(page.getByText('Found in the rows that are stored on this device.')).toBeVisible();
  site.cutApi(false);
});

test('a desk that loses the server three seconds after its sign-in reads its first lists', {
  tag: ['@B11.1', '@SHELL-06'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', site.url);
  await page.waitForTimeout(3_000);
  await away(page);
  const missing: string[] = [];
  for (const path of ['/order-groups', '/products', '/buyers', '/purchase-orders', '/pending-orders']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
    await goSettled(page, path);
    if (await page.getByText(NO_COPY).first().isVisible()) missing.push(path);
  }
  expect(missing).toEqual([]);
  site.cutApi(false);
});
