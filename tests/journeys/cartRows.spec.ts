/** A cart is changed in its rows, its totals say what differs, and what happened to an order is told (decisions 1500 to 1504). */
import { expect, type Page, test } from '@playwright/test';
import { newRetailer, placedOrder } from '../support/demoRecords.ts';
import { expectText } from '../support/onPage.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();
const ask = (path: string, fields: Record<string, string>) => site.api('admin', 'POST', path, fields);

interface Product {
  _id: string;
  name: string;
  case_count: number;
}

/** A cart with two cases of each of two products, opened by `user`. */
async function openCart(page: Page, phone: string, user: string) {
  const buyer = await newRetailer(site, phone);
  const sellers = (await site.api('admin', 'GET', 'seller/read_all')) as {
    _id: string;
    status: string;
    name: string;
  }[];
  const hub = sellers.find(({ status }) => status === 'active');
  const { rows } = (await site.api('admin', 'GET', 'product/read_all', {
    ...{ page: '1', per_page: '2', status: 'active', stocked_at: hub?._id ?? '' },
  })) as { rows: Product[] };
  const id = (await ask('order_group/create', { buyer_id: buyer, seller_id: hub?._id ?? '' })) as string;
  for (const { _id, case_count } of rows)
    await ask('order_group_item/create', { order_group_id: id, product_id: _id, quantity: String(2 * case_count) });
  await openAs(page, site, user, `${site.url}/buyers/${buyer}/cart`);
  const table = page.getByRole('table', { name: 'Products' });
  await expect(table.getByRole('textbox', { name: /^Quantity of / })).toHaveCount(2);
  /** The products in the order of their rows. */
  const names = await table
    .getByRole('textbox', { name: /^Quantity of / })
    .evaluateAll((fields) =>
      fields.map((field) => field.getAttribute('aria-label')?.slice('Quantity of '.length) ?? ''),
    );
  const shown = names.map((name) => rows.find((one) => one.name === name)) as [Product, Product];
  const stored = async () => {
    const items = (await site.api('admin', 'GET', 'order_group_item/read_by_order_group', {
      order_group_id: id,
    })) as { product_id: string; quantity: number; rate: string }[];
    return shown.map(({ _id, case_count }) => {
      const item = items.find(({ product_id }) => product_id === _id);
      return { cases: (item?.quantity ?? 0) / case_count, rate: item?.rate };
    });
  };
  const cases = async () => (await stored()).map((one) => one.cases);
  const quantity = (at: 0 | 1) => table.getByRole('textbox', { name: `Quantity of ${shown[at].name}`, exact: true });
  const price = (at: 0 | 1) => table.getByRole('textbox', { name: `Price of ${shown[at].name} a case (NGN)` });
  return { id, buyer, hub: hub?.name ?? '', shown, stored, cases, quantity, price, table };
}

test('a refused quantity stays in its row with the reason, and is mended before the order is placed', {
  tag: ['@UI-14', '@ORD-43', '@B13'],
}, async ({ page }) => {
  const { quantity, cases, hub } = await openCart(page, '08031239901', 'care');
  await quantity(0).fill('9999999');
  await quantity(0).press('Enter');
  await expect(quantity(0)).toBeFocused();
  await expect(quantity(0)).toHaveValue('9999999');
  await expect(quantity(0)).toHaveAccessibleDescription(
    /^Quantity must be between 1 - [\d,]+ cases?\. You typed 9999999\.$/,
  );
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(quantity(0)).toBeFocused();
  await quantity(0).fill('');
  await quantity(0).press('Enter');
  await expect(quantity(0)).toHaveAccessibleDescription('Quantity field is required.');
  expect(await cases()).toEqual([2, 2]);
  // Escape puts the figure back.
  await quantity(0).fill('7');
  await quantity(0).press('Escape');
  await expect(quantity(0)).toHaveValue('2');
  await expect(quantity(0)).not.toHaveAttribute('aria-invalid', 'true');
  // What the hub does not have is said with its name, and may be ordered.
  await quantity(0).fill('4999');
  await expect(quantity(0)).toHaveAccessibleDescription(
    new RegExp(` in ${hub}, [\\d,]+( cases?)?( \\d+ units)? too many\\.$`),
  );
  await quantity(0).press('Escape');
  expect(await cases()).toEqual([2, 2]);
  // Customer support sets no price.
  await expect(page.getByRole('textbox', { name: /^Price of / })).toHaveCount(0);
});

test('Enter saves a quantity and leads to the next line; leaving the field saves too, in cases or units', {
  tag: ['@each-change', '@ORD-43', '@UI-13', '@A29'],
}, async ({ page }) => {
  const { quantity, cases, shown, stored, table } = await openCart(page, '08031239902', 'care');
  await quantity(0).focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(quantity(1)).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(cases).toEqual([3, 4]);
  await expectText(page, 'Order product updated');
  await expect(quantity(1)).toBeFocused();
  await expect(quantity(0)).toHaveValue('3');
  // Up is one case more, once the line is read again.
  await expect(quantity(1)).toBeEditable();
  await page.keyboard.press('ArrowUp');
  await expect(quantity(1)).toHaveValue('5');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(cases).toEqual([3, 5]);
  await table.getByRole('button', { name: `cases, count ${shown[0].name} in units` }).click();
  await expect(quantity(0)).toHaveValue(String(3 * shown[0].case_count));
  await quantity(0).fill(String(shown[0].case_count));
  // The order is placed with the figure that was typed last.
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const asks = page.getByRole('dialog', { name: /^Complete Order/ });
  await expect.poll(cases).toEqual([1, 5]);
  // The screen has the answer to that figure once the dialog shows its total.
  const total = (await stored()).reduce((sum, one) => sum + one.cases * Number(one.rate), 0);
  await expect(asks).toContainText(Math.round(total).toLocaleString('en-US'));
  await asks.getByRole('button', { name: 'Complete Order' }).click();
  await expectText(page, /^[A-Z0-9]{8} is placed for .+: ₦[\d,.]+$/);
  await expect(page).toHaveURL(/\/orders$/);
});

test('the price of a line is typed in its row by who may set it, and one far from the usual price says so', {
  tag: ['@ORD-35', '@F22', '@K1'],
}, async ({ page }) => {
  const { price, stored } = await openCart(page, '08031239903', 'staff');
  const before = (await stored()).map((one) => one.rate);
  await price(0).fill('abc');
  await price(0).press('Enter');
  await expect(price(0)).toHaveAccessibleDescription('Price must be a number.');
  await price(0).press('Escape');
  expect((await stored()).map((one) => one.rate)).toEqual(before);
  await price(0).fill('1');
  await expect(price(0)).toHaveAccessibleDescription(/^The usual price is ₦[\d,.]+ a case\. Check before you save\.$/);
  await price(0).fill('1234.5');
  await price(0).press('Enter');
  await expect(price(1)).toBeFocused();
  await expect.poll(async () => (await stored())[0]?.rate).toBe('1234.50');
});

test('on a phone a press on the quantity opens the dialog with the large keys', { tag: ['@UI-13'] }, async ({
  page,
}) => {
  const { shown, cases } = await openCart(page, '08031239904', 'care');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: `2 cases, edit ${shown[0].name}` }).click();
  const dialog = page.getByRole('dialog', { name: shown[0].name, exact: true });
  await dialog.getByRole('button', { name: 'More quantity' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(cases).toEqual([3, 2]);
});

test('the totals of a cart show what differs from its total, and the rest behind Details', {
  tag: ['@ORD-13', '@ORD-14'],
}, async ({ page }) => {
  const { id } = await openCart(page, '08031239905', 'staff');
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByText('Details', { exact: true })).toBeVisible();
  await expect(totals.locator('dt').filter({ visible: true })).toHaveCount(0);
  await ask('order_group/update_delivery_fee', { _id: id, delivery_fee: '500' });
  await page.reload();
  await expect(totals.locator('dt').filter({ visible: true })).toHaveText(['Subtotal', 'Delivery fee', 'Total']);
});

test('the history names each payment with its person and amount, and what was charged', {
  tag: ['@ORD-40', '@PAY-08'],
}, async ({ page }) => {
  const buyer = await newRetailer(site, '08031239906');
  const { id, ref } = await placedOrder(site, buyer);
  await ask('order_group/update_tag', { _id: id, old_tag: 'pending', new_tag: 'delivered' });
  await openAs(page, site, 'accounts', `${site.url}/order-groups/${id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cash now').fill('12500');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expectText(page, `₦12,500 recorded for ${ref}.`);
  const lines = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(lines.first()).toContainText('recorded a payment in cash₦12,500');
  await expect(lines.filter({ hasText: 'Adaeze Admin marked the order delivered' })).toContainText('₦20,000 charged');
  await expect(lines.filter({ hasText: 'placed the order' })).toContainText('₦20,000');
  await expect(lines.filter({ hasText: 'Adaeze Admin added 2 cases of' })).toContainText('₦20,000');
});

test('orders that owe begin with the oldest debt, and a press puts the largest one first', {
  tag: ['@ORD-12', '@ORD-03'],
}, async ({ page }) => {
  await openAs(page, site, 'accounts', `${site.url}/order-groups`);
  const table = page.getByRole('table', { name: 'Order Groups' });
  await expect(table.getByRole('columnheader', { name: /^Owing/ })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Saved filters' })
    .getByRole('button', { name: /^Owing/ })
    .click();
  const head = table.getByRole('columnheader', { name: /^Owing \(NGN\)/ });
  await expect(head).toBeVisible();
  await expect(table.getByRole('columnheader', { name: /^Age/ })).toHaveAttribute('aria-sort', 'descending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', /ending$/);
  const at = await table
    .locator('thead th')
    .evaluateAll((heads) => heads.findIndex((one) => one.textContent?.startsWith('Owing')));
  const figures = async () =>
    (await table.locator(`tbody tr td:nth-child(${at + 1})`).allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    );
  await expect.poll(async () => (await figures()).length).toBeGreaterThan(2);
  await expect.poll(async () => [...(await figures())].sort((a, b) => b - a).join()).toBe((await figures()).join());
});

test('the home of customer support begins an order', { tag: ['@DASH-01', '@ORD-24'] }, async ({ page }) => {
  await openAs(page, site, 'care', `${site.url}/`);
  await page.getByRole('link', { name: 'Take an order' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Take an order' })).toBeVisible();
  await openAs(page, site, 'accounts', `${site.url}/`);
  await expect(page.locator('#screen header').getByRole('link', { name: 'Take an order' })).toHaveCount(0);
});

test('after a shortage is mended the focus is on the next one, then on the button that places the order', {
  tag: ['@ORD-43', '@UI-41'],
}, async ({ page }) => {
  const { quantity, cases } = await openCart(page, '08031239917', 'staff');
  for (const at of [0, 1] as const) {
    await quantity(at).fill('4999');
    await quantity(at).press('Enter');
  }
  await expect.poll(cases).toEqual([4999, 4999]);
  await page.getByRole('button', { name: 'Complete Order' }).click();
  const asks = page.getByRole('dialog', { name: /^Complete Order/ });
  const mends = asks.getByRole('button', { name: /^Set to / });
  await expect(mends).toHaveCount(2);
  const second = await mends.nth(1).textContent();
  await mends.nth(0).press('Enter');
  await expect(mends).toHaveCount(1);
  await expect(asks.getByRole('button', { name: second ?? '' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(mends).toHaveCount(0);
  await expect(asks.getByRole('button', { name: 'Complete Order' })).toBeFocused();
});

test('an act of the command bar opens on the page of its order, also the second time', {
  tag: ['@ORD-07', '@UI-41'],
}, async ({ page }) => {
  const order = await placedOrder(site, await newRetailer(site, '08031239918'));
  await ask('order_group/update_tag', { _id: order.id, old_tag: 'pending', new_tag: 'completed' });
  await openAs(page, site, 'accounts', `${site.url}/order-groups/${order.id}`);
  await expect(page.getByRole('heading', { name: order.ref })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: /payment/i });
  for (const _time of [1, 2]) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everywhere' }).fill(`record payment ${order.ref}`);
    await expect(page.getByRole('option', { name: /^Record payment/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
