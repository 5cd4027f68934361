/** Whole jobs at a desk, by keyboard and on a wide screen: what was sought stays, the focus goes on, money and actions are in sight. */
import { expect, test } from '@playwright/test';
import { png } from '../support/images.ts';
import { openListActs } from '../support/rowMenu.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** A cart of a retailer who has none, with so many products in it; answers its id. */
async function cartOf(buyer: string, products: number): Promise<string> {
  const id = String(await site.api('admin', 'POST', 'order_group/create', { buyer_id: buyer }));
  const { rows } = (await site.api('admin', 'GET', 'product/read_all', {
    ...{ page: '1', per_page: String(products || 1), status: 'active' },
  })) as { rows: { _id: string; case_count: number }[] };
  for (const row of rows.slice(0, products))
    await site.api('admin', 'POST', 'order_group_item/create', {
      ...{ order_group_id: id, product_id: row._id, quantity: String(row.case_count) },
    });
  return id;
}

test('from a long catalogue: after each product the search, the filters and the page stand as they were left', {
  tag: ['@ORD-37', '@PROD-07', '@UI-07'],
}, async ({ page }) => {
  await cartOf('buyer_46', 0);
  await signIn(page, site, 'care');
  await page.goto(`${site.url}/buyers/buyer_46/cart`);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('searchbox', { name: 'Search products' });
  // Whoever opens a catalogue wants to search it.
  await expect(search).toBeFocused();
  await page.keyboard.type('a');
  await dialog.getByText('Show details', { exact: true }).click();
  await expect(dialog.getByText(/^1–10 of/)).toBeVisible();
  // UI-07: the words are searched after the pause.
  await page.waitForTimeout(1_000);
  await dialog.getByRole('button', { name: 'Next page' }).click();
  // Until the rows of that page are there, those of the page before it stand pale. Nothing turns the page back.
  await page.waitForTimeout(1_000);
  await expect(dialog.getByText(/^11–20 of/)).toBeVisible();
  const add = dialog.getByRole('button', { name: /^Add ./ });
  const chosen = (await add.nth(2).getAttribute('aria-label')) ?? '';
  await add.nth(2).click();
  // Given up: back to the same product.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(search).toHaveValue('a');
  await expect(dialog.getByText(/^11–20 of/)).toBeVisible();
  await expect(dialog.getByRole('columnheader', { name: 'Sellers' })).toBeVisible();
  const again = dialog.getByRole('button', { name: chosen, exact: true });
  await expect(again).toBeFocused();
  // Added: on to the next search, by keyboard alone.
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Product added to order!')).toBeVisible();
  await expect(dialog.getByText('In the order')).toBeVisible();
  await expect(dialog.getByText(/^11–20 of/)).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('a');
  await page.keyboard.type('milo');
  await expect(search).toHaveValue('milo');
});

test('the focus is not lost when its line is removed: it moves to the table, and after the last line to the screen', {
  tag: ['@ORD-34', '@B12.6'],
}, async ({ page }) => {
  await cartOf('buyer_47', 2);
  await signIn(page, site, 'care');
  await page.goto(`${site.url}/buyers/buyer_47/cart`);
  const dialog = page.getByRole('dialog');
  // The acts of a line are in its menu.
  const lines = page.locator('#screen table').getByRole('button', { name: /^Actions / });
  const remove = async () => {
    await lines.first().focus();
    await page.keyboard.press('Enter');
    // The menu takes the focus a moment after it is there.
    await expect(page.locator('.row-menu-list:popover-open button').first()).toBeFocused();
    await page.getByRole('button', { name: /^Remove / }).focus();
    await page.keyboard.press('Enter');
    // The safe choice first: Enter alone removes nothing.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await expect(lines).toHaveCount(2);
  await remove();
  await expect(lines).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.closest('#screen') !== null)).toBe(true);
  await remove();
  await expect(lines).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#screen') !== null)).toBe(true);
});

test('a dialog begins with its first field', { tag: ['@LED-04'] }, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/buyers/buyer_08/balance`);
  await page.getByRole('button', { name: 'New Deposit' }).click();
  await expect(page.getByRole('dialog').getByLabel('Tag')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New Deposit' })).toBeFocused();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
])
  test(`what is due and what a row is touched for are in sight at ${size.width} pixels`, {
    tag: ['@ORD-03', '@ORD-07'],
  }, async ({ page }) => {
    await page.setViewportSize(size);
    await signIn(page, site, 'staff');
    await page.goto(`${site.url}/order-groups?from=2026-01-01`);
    const row = page.getByRole('row').nth(1);
    const menu = row.getByRole('button', { name: /^Actions / });
    await expect(menu).toBeInViewport({ ratio: 1 });
    const table = page.getByRole('region', { name: 'Order Groups' }).last();
    const box = await menu.boundingBox();
    const right = await table.evaluate((element) => element.getBoundingClientRect().right);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right);
    const due = await row.locator('td').nth(9).boundingBox();
    expect((due?.x ?? 0) + (due?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + 1);
    await menu.click();
    await expect(row.getByRole('button', { name: /^Edit Payment/ })).toBeInViewport({ ratio: 1 });
  });

test('from a list into a form and back: the focus stays in the screen, and the list is as it was left', {
  tag: ['@WCAG-2.4.3', '@UI-01', '@UI-18'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/brands?search=milo&status=active`);
  const inScreen = () =>
    page.evaluate(() => document.activeElement !== document.body && document.activeElement?.closest('#screen') != null);
  const row = page.getByRole('row', { name: /Milo/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Milo/ })).toBeVisible();
  await expect.poll(inScreen).toBe(true);
  // A picture makes another version of the record, and the form begins anew with it.
  const picture = page.locator('input[type=file]');
  await picture.focus();
  await picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png() });
  await expect(page.getByText('Image upload successful.')).toBeVisible();
  await expect(page.getByText('Replace image')).toBeVisible();
  await expect(picture).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Milo of the desk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Milo of the desk/ })).toBeVisible();
  await expect(page).toHaveURL(/\/brands\?search=milo&status=active$/);
  await expect.poll(inScreen).toBe(true);
});

test('naira are typed as they are written, with commas; paper shows no buttons', {
  tag: ['@B1.2', '@LED-04'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/buyers/buyer_08/balance`);
  const open = page.getByRole('button', { name: 'New Deposit' });
  await open.click();
  const value = page.getByLabel('Value (NGN)');
  await value.pressSequentially('1,250,000.50');
  await expect(value).toHaveValue('1250000.50');
  // What is no thousand is not guessed at.
  await value.fill('2,5');
  await value.blur();
  await expect(page.getByText('Value must be a number.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(open).toBeHidden();
});

test('changing several products without a connection says so, and says nothing about saving', {
  tag: ['@PERM-49', '@B12.7'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/products?search=milo%20sachet`);
  await openListActs(page);
  await page.getByRole('button', { name: 'Edit Several' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('1 product can be changed. Nothing is saved yet.')).toBeVisible();
  site.cutApi(true);
  await dialog.getByRole('button', { name: 'Save 1 product' }).click();
  await expect(dialog.getByText('This needs a connection. It will work again when you are online.')).toBeVisible();
  await expect(dialog.getByText(/Nothing is saved yet/)).toHaveCount(0);
  site.cutApi(false);
  await dialog.getByRole('button', { name: 'Save 1 product' }).click();
  await expect(dialog.getByText('1 product saved.')).toBeVisible();
});

test('the wide tables fit at a desk; of the widest, whose it is and the difference stay in sight', {
  tag: ['@each-change', '@B5.10', '@B6.10', '@B7.3', '@PO-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, label] of [
    ['/pending-orders', 'Pending Orders'],
    ['/purchase-orders', 'Purchase Orders'],
    ['/report-buyer-reconciliation', 'Buyer Reconciliation'],
    ['/report-sales-officer-reconciliation', 'DA Reconciliation'],
    ['/buyers', 'Retailers'],
  ] as const) {
    if (path === '/buyers') await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.url + path);
    await page.getByRole('row').nth(1).waitFor();
    const over = await page
      .getByRole('table', { name: label })
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
    expect(over, path).toBeLessThanOrEqual(0);
  }
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('link')).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 1 });
  const total = page.getByRole('row').last().getByRole('cell').last();
  await total.scrollIntoViewIfNeeded();
  await expect(total).toBeInViewport({ ratio: 0.9 });
});

test('work to do: the difference of a wallet is an amount like any other', { tag: ['@B6.10', '@GEN-05'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  const work = page.getByRole('region', { name: 'Work to do' });
  await work.getByRole('button', { name: /^Associate wallets with a difference/ }).click();
  await expect(work.getByRole('listitem').first()).toContainText(/₦\d/);
});
