/** A retailer's cart at a desk: the quantity, the stock of the hub, the keyboard, and where the cart stands on its screen. */
import { expect, type Page, test } from '@playwright/test';
import { newRetailer } from '../support/demoRecords.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1280, height: 800 } });
const site = siteOfFile();

interface Item {
  product_id: string;
  quantity: number;
}

/** A retailer with an empty cart at a hub, opened by `user`. Returns the retailer and the products of the cart as they are stored. */
async function openCart(page: Page, phone: string, user = 'staff') {
  const buyer = await newRetailer(site, phone);
  const sellers = (await site.api('admin', 'GET', 'seller/read_all')) as { _id: string; status: string }[];
  const seller = sellers.find(({ status }) => status === 'active')?._id ?? '';
  const id = (await site.api('admin', 'POST', 'order_group/create', { buyer_id: buyer, seller_id: seller })) as string;
  await openAs(page, site, user, `${site.url}/buyers/${buyer}/cart`);
  const items = async () =>
    ((await site.api('admin', 'GET', 'order_group_item/read_by_order_group', { order_group_id: id })) as Item[]).map(
      (item) => item.quantity,
    );
  return { items };
}

const picker = (page: Page) => page.getByRole('dialog', { name: 'Add Product' });
const addFirst = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Product' }).click();
  await picker(page)
    .getByRole('button', { name: /^Add ./ })
    .first()
    .click();
};

test('a quantity over the limit stays as it was typed, and Add adds nothing until it is mended', {
  tag: ['@UI-14', '@ORD-37'],
}, async ({ page }) => {
  const { items } = await openCart(page, '08031239881');
  await addFirst(page);
  const quantity = picker(page).getByRole('textbox', { name: 'Quantity' });
  await quantity.fill('999999');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('999999');
  await expect(picker(page).getByRole('alert')).toHaveText(
    /^Quantity must be between 1 - \d+ cases?\. You typed 999999\.$/,
  );
  await quantity.press('Enter');
  const add = picker(page).getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  // The button answers: it leads to the figure.
  await add.click({ force: true });
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue('999999');
  expect(await items()).toEqual([]);
  // An empty quantity says what is missing.
  await quantity.fill('');
  await add.click({ force: true });
  await expect(picker(page).getByRole('alert')).toHaveText('Quantity field is required.');
  await quantity.pressSequentially('2');
  await expect(picker(page).getByText('Quantity field is required.')).toHaveCount(0);
  await quantity.press('Enter');
  await expect.poll(items).toHaveLength(1);
});

test("the hub's stock is shown in the search, at the quantity, on the line and before the order is placed", {
  tag: ['@ORD-37', '@UI-24'],
}, async ({ page }) => {
  await openCart(page, '08031239882');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const row = picker(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Add ./ }) })
    .first();
  const there = row.getByText(/^[\d,]+ cases?( \d+ units?)? there$/);
  await expect(there).toBeVisible();
  const words = (await there.textContent()) ?? '';
  const cases = Number(words.replaceAll(',', '').split(' ')[0]);
  await row.getByRole('button', { name: /^Add ./ }).click();
  await expect(picker(page).getByText(words)).toBeVisible();
  const quantity = picker(page).getByRole('textbox', { name: 'Quantity' });
  await quantity.fill(String(cases + 12));
  await expect(picker(page).getByRole('alert')).toHaveText(/ there, (12|11 cases \d+ units) too many\.$/);
  await quantity.press('Enter');
  await expect(picker(page).getByLabel('Search products')).toBeVisible();
  await page.keyboard.press('Escape');
  const line = page.getByRole('table', { name: 'Products' }).locator('tbody');
  await expect(line.getByText(words)).toBeVisible();
  await expect(line.getByText(/(12 cases|11 cases \d+ units) too few/)).toBeVisible();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const asks = page.getByRole('dialog', { name: /^Complete Order/ });
  await expect(asks.getByText('1 line asks for more than is there.')).toBeVisible();
  await asks.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page).toHaveURL(/\/orders$/);
});

test('by keyboard: Enter takes the first product, digits are its quantity, Enter adds it, and the search is next', {
  tag: ['@ORD-37', '@UI-07'],
}, async ({ page }) => {
  const { items } = await openCart(page, '08031239883');
  const search = picker(page).getByRole('searchbox', { name: 'Search products' });
  const quantity = picker(page).getByRole('textbox', { name: 'Quantity' });
  await page.getByRole('button', { name: 'Add Product' }).press('Enter');
  await expect(search).toBeFocused();
  // Without a wait: the digit behind Enter belongs to the quantity.
  await page.keyboard.type('milo');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue('3');
  await page.keyboard.press('Enter');
  await expect.poll(items).toHaveLength(1);
  await expect(search).toBeFocused();
  // With Down: the first product that can be added.
  await page.keyboard.type('maggi');
  await page.keyboard.press('ArrowDown');
  await expect(
    picker(page)
      .getByRole('button', { name: /^Add .*maggi/i })
      .first(),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect.poll(items).toHaveLength(2);
  await expect(search).toBeFocused();
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`at ${width} pixels the cart is first, and its total and Complete Order are in sight, beside no message`, {
    tag: ['@ORD-24', '@SHELL-33'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openCart(page, `080312398${width === 390 ? 84 : 85}`);
    const foot = page.locator('[data-bottom-bar]').filter({ hasText: 'Total' });
    const place = foot.getByRole('button', { name: 'Complete Order' });
    await expect(page.getByRole('button', { name: 'Add Product' })).toBeInViewport({ ratio: 1 });
    await expect(place).toBeInViewport({ ratio: 1 });
    await expect(foot).toContainText('₦0');
    await addFirst(page);
    await picker(page).getByRole('button', { name: 'Add', exact: true }).click();
    const message = page.locator('[data-messages] [data-tone]', { hasText: 'Product added to order!' });
    await expect(message).toBeVisible();
    await expect(picker(page).getByLabel('Search products')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toHaveCount(0);
    const [over, under] = [await message.boundingBox(), await place.boundingBox()];
    if (over && under) expect(over.y + over.height).toBeLessThanOrEqual(under.y);
    await expect(foot).toContainText(/₦[1-9]/);
  });
