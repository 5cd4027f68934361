/** What a desk shows of the server, of messages and in its header: the loss of a server that nobody asks, an answered refusal, the place of the command bar. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { newUuid } from '#client/uuid.ts';
import { lineIdle, watchLine } from '../support/settled.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
test.afterEach(() => site.cutApi(false));

const connection = (page: Page) => page.getByRole('status', { name: 'Connection' });

/** Whether the messages lie over this button. */
async function overlap(button: Locator, messages: Locator): Promise<string> {
  const [own, over] = [await button.boundingBox(), await messages.boundingBox()];
  if (!own || !over) return 'not shown';
  const isApart = own.y + own.height <= over.y || over.y + over.height <= own.y || over.x > own.x + own.width;
  return isApart ? 'free' : 'covered';
}

test('a server that stops is noticed by a page that nobody touches, and so is its return', {
  tag: ['@B11', '@SHELL-33', '@SHELL-34'],
}, async ({ page }) => {
  const opened = page.waitForResponse('**/api/live*');
  await openAs(page, site, 'admin', `${site.url}/managers`);
  await opened;
  await page.waitForTimeout(1_000);
  site.cutApi(true);
  await expect(connection(page)).toBeVisible({ timeout: 10_000 });
  site.cutApi(false);
  await expect(connection(page)).toBeHidden({ timeout: 10_000 });
});

test('Ctrl+K right after Escape: the closed dialog does not take the focus from the bar', {
  tag: ['@B14', '@WCAG-2.4.3'],
}, async ({ page }) => {
  watchLine(page);
  const { rows } = (await site.api('admin', 'GET', 'order_group/read_all', { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  await openAs(page, site, 'admin', `${site.url}/order-groups/${rows[0]?._id}`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Order' });
  await expect(dialog.getByRole('checkbox', { name: 'Product', exact: true })).toBeFocused();
  // Over an open dialog the key does nothing.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog.getByRole('checkbox', { name: 'Product', exact: true })).toBeChecked();
  await lineIdle(page);
  // The bar is loaded by now. Both keys come before any timer of the page.
  await page.waitForTimeout(2_500);
  await page.evaluate(async () => {
    const press = (key: string, more = {}) =>
      (document.activeElement ?? document).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      );
    press('Escape');
    for (let at = 0; at < 20 && document.querySelector('[data-panel]'); at += 1) await Promise.resolve();
    press('k', { ctrlKey: true });
  });
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(box).toBeVisible();
  await page.waitForTimeout(300);
  await page.keyboard.type('a b');
  await expect(box).toHaveValue('a b');
  await expect(dialog).toHaveCount(0);
});

test('a refusal goes when its form is saved, and a message does not cover the button of the next form', {
  tag: ['@UI-01', '@SHELL-35', '@F19'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const messages = page.getByRole('region', { name: 'Messages' });
  const update = page.getByRole('button', { name: 'Update', exact: true });
  const [taken] = (await site.api('admin', 'GET', 'product/read_all')) as { _id: string; sku_id: string }[];
  // The window ends in the middle of the button of a product's form.
  await page.setViewportSize({ width: 820, height: 1_600 });
  await page.goto(`${site.url}/products/${taken?._id}/update`);
  await expect(update).toBeVisible();
  const bottom = await update.evaluate((one) => one.getBoundingClientRect().bottom + scrollY);
  await page.setViewportSize({ width: 820, height: Math.round(bottom) - 10 });
  await page.goto(`${site.url}/products/create`);
  await choose(page, 'Brand', 'Milo');
  const sku = `S${newUuid().slice(0, 8)}`;
  for (const [label, value] of [
    ['Name', `Milo ${sku}`],
    ['Description', 'A tin of powder for a test'],
    ['SKU', taken?.sku_id ?? ''],
    ['Case count', '24'],
    ['MPU', '6'],
    ['Price', '15000'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(messages.getByText('SKU is already in use.')).toBeVisible();
  await page.getByLabel('SKU', { exact: true }).fill(sku);
  await create.click();
  await expect(messages.getByText('Product successfully created', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Update Product' })).toBeVisible();
  await expect.poll(() => overlap(update, messages), { timeout: 3_000 }).toBe('free');
  await expect(messages.getByText('SKU is already in use.')).toHaveCount(0);
});

test('messages that came with the screen before do not cover the button of the next form', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const messages = page.getByRole('region', { name: 'Messages' });
  const update = page.getByRole('button', { name: 'Update', exact: true });
  const [known] = (await site.api('admin', 'GET', 'category/read_all')) as { _id: string }[];
  await page.setViewportSize({ width: 1_280, height: 1_200 });
  await page.goto(`${site.url}/categories/${known?._id}/update`);
  await expect(update).toBeVisible();
  const bottom = await update.evaluate((one) => one.getBoundingClientRect().bottom + scrollY);
  // The window ends just below that button.
  await page.setViewportSize({ width: 1_280, height: Math.round(bottom) + 20 });
  await page.goto(`${site.url}/categories`);
  const taken = 'This name is taken already.';
  await page.route('**/api/category/create', (route) =>
    route.fulfill({ json: { code: 409, message: taken, data: {} } }),
  );
  const start = () => page.getByRole('link', { name: 'Create Category' }).click();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  const fill = async (name: string) => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Meta', { exact: true }).fill(name);
  };
  await start();
  await fill('Goods of a test');
  await create.click();
  await expect(messages.getByText(taken)).toBeVisible();
  // The refusal of a form that was left stays until a form is sent again.
  await fill('');
  await page.goBack();
  await page.unroute('**/api/category/create');
  await start();
  await fill(`Goods ${newUuid().slice(0, 8)}`);
  await create.click();
  await expect(page).toHaveURL(/\/categories\/[^/]+\/update/);
  await expect(update).toBeVisible();
  await expect(messages.locator('[data-tone]').first()).toBeVisible();
  await expect.poll(() => overlap(update, messages), { timeout: 3_000 }).toBe('free');
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`${width}x${height}: the command bar has one place for every name, and the header keeps room for a message`, {
    tag: ['@B14', '@SHELL-35'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, site, 'admin');
    const bar = page.getByRole('banner').getByRole('button', { name: 'Search everywhere' });
    const menu = page.getByRole('banner').getByRole('button', { name: 'User menu' });
    const before = await bar.boundingBox();
    expect(before?.width).toBeGreaterThan(200);
    for (const name of ['Bo', 'Olúwaṣeun Adéyẹmí-Ògúnlẹ́sì of the Bódìjà Hub']) {
      await menu.evaluate((one, to) => {
        const shown = one.querySelector('.font-semibold');
        if (shown) shown.textContent = to;
      }, name);
      expect(await bar.boundingBox(), name).toEqual(before);
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(55);
    }
    // The least room of a message (messagesPlace.ts) is between the version and the state of the queue.
    const version = await page
      .getByText(/^\w* ?0\.\d+\.\d+$/)
      .first()
      .boundingBox();
    const queue = await page.getByRole('banner').getByRole('link', { name: 'All changes sent' }).boundingBox();
    expect((queue?.x ?? 0) - (version?.x ?? 0) - (version?.width ?? 0)).toBeGreaterThan(240);
  });
