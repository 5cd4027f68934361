/** A retailer's cart at a desk: the quantity, the stock of the hub, the keyboard, and where the cart stands on its screen. */
import { expect, type Page, test } from '@playwright/test';
import { newRetailer } from '../support/demoRecords.ts';
import { lineIdle } from '../support/settled.ts';
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
  return { seller, buyer, items: () => itemsOf(id) };
}

/** The quantities of a cart's lines. */
const itemsOf = async (id: string) =>
  ((await site.api('admin', 'GET', 'order_group_item/read_by_order_group', { order_group_id: id })) as Item[]).map(
    (item) => item.quantity,
  );

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
    /^Quantity must be between 1 - [\d,]+ cases?\. You typed 999999\.$/,
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
  const there = row.getByText(/^[\d,]+ cases?( \d+ units?)? in .+ Hub$/);
  await expect(there).toBeVisible();
  const words = (await there.textContent()) ?? '';
  const hub = words.replace(/^.* in /, '');
  const cases = Number(words.replaceAll(',', '').split(' ')[0]);
  await row.getByRole('button', { name: /^Add ./ }).click();
  await expect(picker(page).getByText(words)).toBeVisible();
  const quantity = picker(page).getByRole('textbox', { name: 'Quantity' });
  await quantity.fill(String(cases + 12));
  await expect(picker(page).getByRole('alert')).toHaveText(
    new RegExp(` in ${hub}, (12|11 cases \\d+ units) too many\\.$`),
  );
  await quantity.press('Enter');
  await expect(picker(page).getByLabel('Search products')).toBeVisible();
  await page.keyboard.press('Escape');
  const line = page.getByRole('table', { name: 'Products' }).locator('tbody');
  await expect(line.getByText(words.replace(/ in .*$/, ' there'))).toBeVisible();
  await expect(line.getByText(/(12 cases|11 cases \d+ units) too many/)).toBeVisible();
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const asks = page.getByRole('dialog', { name: /^Complete Order/ });
  // The question has the words of the cart, with one press that mends the line.
  await expect(asks.getByText(new RegExp(`^${words}, (12|11 cases \\d+ units) too many\\.$`))).toBeVisible();
  await asks.getByRole('button', { name: `Set to ${words.replace(/ in .*$/, '')}` }).click();
  await expect(asks.getByText('too many')).toHaveCount(0);
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
    // A short cart has its bar in the middle of the screen, and the message below it.
    const isClear = over && under && (over.y + over.height <= under.y || under.y + under.height <= over.y);
    expect(isClear).toBe(true);
    await expect(foot).toContainText(/₦[1-9]/);
  });

/** The filled buttons and links of the screen: the next step, and no other. */
const filled = (page: Page) => page.locator('#screen :is(a, button).bg-accent').filter({ visible: true });

test('an order by keys alone: Enter goes from the retailer to the cart, the products, and Complete Order', {
  tag: ['@ORD-24', '@ORD-37', '@WCAG-2.1.1'],
}, async ({ page }) => {
  const phone = '08031239886';
  const buyer = await newRetailer(site, phone);
  await openAs(page, site, 'staff', `${site.url}/order-groups`);
  await lineIdle(page);
  await page.getByRole('button', { name: 'Take an order' }).press('Enter');
  await expect(page.getByLabel('Search retailers by name or phone')).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start cart' })).toBeFocused();
  await expect(filled(page)).toHaveText(['Start cart']);
  await page.keyboard.press('Enter');
  const search = picker(page).getByRole('searchbox', { name: 'Search products' });
  await expect(search).toBeFocused();
  const drafts = (await site.api('admin', 'GET', 'order_group/read_all', { tag: 'draft', buyer_id: buyer })) as {
    _id: string;
  }[];
  const items = () => itemsOf(drafts[0]?._id ?? '');
  for (const [words, digit] of [
    ['milo', '3'],
    ['maggi', '2'],
  ] as const) {
    const before = (await items()).length;
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.keyboard.press(digit);
    await expect(picker(page).getByRole('textbox', { name: 'Quantity' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await items()).length).toBe(before + 1);
    await expect(search).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/act=/);
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeFocused();
  await expect(filled(page)).toHaveText(['Complete Order']);
  await page.keyboard.press('Enter');
  const asks = page.getByRole('dialog', { name: /^Complete Order/ });
  await expect(asks.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/buyers/${buyer}/orders`);
});

test('a cart of a colleague or of an earlier day says whose and how old it is before anything is added to it, and can be deleted', {
  tag: ['@B5.0', '@ORD-24'],
}, async ({ page }) => {
  const { buyer } = await openCart(page, '08031239887');
  // An empty cart has one filled button, and whoever takes an order is in the search at once.
  await expect(filled(page)).toHaveText(['Add Product']);
  await page.goto(`${site.url}/buyers/${buyer}/cart?act=order`);
  await expect(picker(page).getByRole('searchbox', { name: 'Search products' })).toBeFocused();
  await picker(page)
    .getByRole('button', { name: /^Add ./ })
    .first()
    .click();
  await picker(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(picker(page).getByLabel('Search products')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Cart started .* by Adaeze Admin$/)).toBeVisible();
  const strange = (how: string) =>
    page.getByText(
      new RegExp(
        `^Started ${how}(, for [^,]+)?, with 1 product\\. Check it with the retailer\\. To begin anew, delete the cart\\.$`,
      ),
    );
  await expect(strange('by Adaeze Admin, today')).toBeVisible();

  await page.addInitScript((days) => {
    const { now } = Date;
    Date.now = () => now() + days * 86_400_000;
  }, 3);
  await page.goto(`${site.url}/buyers/${buyer}/cart?act=order`);
  await expect(strange('by Adaeze Admin, 3 days ago')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeFocused();
  await expect(picker(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete cart' }).click();
  const asks = page.getByRole('dialog', { name: /^Delete cart/ });
  await asks.getByRole('button', { name: 'Delete cart' }).click();
  await expect(page.getByRole('button', { name: 'Start cart' })).toBeVisible();
});

test('an own cart of today says nothing about its age', { tag: ['@B5.0'] }, async ({ page }) => {
  await openCart(page, '08031239895', 'admin');
  await addFirst(page);
  await picker(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(picker(page).getByLabel('Search products')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Cart started .* by Adaeze Admin$/)).toBeVisible();
  await expect(page.getByText('with the retailer.')).toHaveCount(0);
});

test('on an order, who may not record a payment reads which roles may', {
  tag: ['@ORD-07', '@PERM-01'],
}, async ({ page }) => {
  const { rows } = (await site.api('admin', 'GET', 'order_group/read_all', {
    ...{ page: '1', per_page: '1', tag: 'pending' },
  })) as { rows: { _id: string }[] };
  const path = `${site.url}/order-groups/${rows[0]?._id}`;
  const says = page.getByText(/^Changes, payments and deliveries are recorded by .*Kasuwa Staff/);
  await openAs(page, site, 'care', path);
  await expect(says).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Edit Payment' })).toHaveCount(0);
  // A colleague who has the right gets the order by its address.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^(Link copied\. Send it|This browser does not allow copying\.)/)).toBeVisible();
  await openAs(page, site, 'staff', path);
  await expect(page.getByRole('button', { name: 'Edit Payment' })).toBeVisible();
  await expect(says).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
});

test('by keyboard: a quantity that is no multiple of the MPU stays, says the nearest ones, and the arrows lead to them', {
  tag: ['@K5', '@UI-13', '@UI-14'],
}, async ({ page }) => {
  const { seller, items } = await openCart(page, '08031239888');
  const products = (await site.api('admin', 'GET', 'product/read_all', { status: 'active' })) as {
    _id: string;
    name: string;
    case_count: number;
  }[];
  const one = products.find(({ case_count }) => case_count % 6 === 0 && case_count > 12);
  if (!one) throw new Error('No product with cases of a multiple of 6.');
  const key = { seller_id: seller, product_id: one._id };
  const own = (await site.api('admin', 'POST', 'seller_product/read_by_seller_product', key)) as {
    _id: string;
    price: string;
    version: number;
  };
  await site.api('admin', 'POST', 'seller_product/update', {
    ...{ _id: own._id, base_version: String(own.version), price: own.price, status: 'active' },
    ...{ quantity: '-1', mpu: '6' },
  });
  await page.getByRole('button', { name: 'Add Product' }).press('Enter');
  await expect(picker(page).getByRole('searchbox', { name: 'Search products' })).toBeFocused();
  await page.keyboard.type(one.name);
  await page.keyboard.press('Enter');
  const quantity = picker(page).getByRole('textbox', { name: 'Quantity' });
  await expect(quantity).toBeFocused();
  await expect(picker(page).getByText('sold in multiples of 6')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(picker(page).getByRole('button', { name: 'Units', exact: true })).toBeFocused();
  await page.keyboard.press(' ');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(quantity).toHaveValue('8');
  await expect(picker(page).getByRole('alert')).toHaveText(
    'Quantity must be a multiple of 6. You typed 8. Nearest: 6 or 12 units.',
  );
  await expect(picker(page).getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  expect(await items()).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await expect(quantity).toHaveValue('12');
  await page.keyboard.press('Enter');
  await expect.poll(items).toEqual([12]);
});
