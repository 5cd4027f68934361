/** Dialogs that are forms: Enter sends them, what is refused is said at its field, and nothing is sent twice or behind a person's back. */
import { expect, type Locator, test } from '@playwright/test';
import { groupOf, newRetailer, placedOrder } from '../support/demoRecords.ts';
import { holdAnswer, keysOf, spoil } from '../support/lostAnswers.ts';
import { button, expectText } from '../support/onPage.ts';
import { openPageMenu } from '../support/rowMenu.ts';
import { signIn, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by the losses that this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 60_000 });

const ask = (path: string, fields: Record<string, string>) => site.api('admin', 'POST', path, fields);

test('Enter sends a dialog: refused it stays with the focus at the field, on its way nothing closes or repeats it', {
  tag: ['@LED-11', '@LED-12', '@UI-01'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036690001');
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/buyers/${owner}/virtual-account`);
  await button(page, 'Create virtual account').click();
  const dialog = page.getByRole('dialog', { name: 'Create virtual account' });
  const bvn = dialog.getByLabel('BVN');
  const keys = keysOf(page, /virtual_account_create/);
  await dialog.getByLabel('First name').fill('Bisi');
  await dialog.getByLabel('Last name').fill('Alade');
  // Not all of it can be: Enter sends nothing, as the button does.
  await bvn.fill('2223334445x');
  await bvn.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await bvn.fill('22233344455');
  await spoil(page, 'ledger_tag/virtual_account_create', 'bvn', '222333444556');
  await dialog.getByLabel('First name').press('Enter');
  await expect(dialog.getByText('BVN must be valid')).toBeVisible();
  await expect(bvn).toBeFocused();
  expect(keys).toHaveLength(1);
  const release = await holdAnswer(page, 'ledger_tag/virtual_account_create');
  await bvn.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-busy', 'true');
  await bvn.press('Enter');
  await page.keyboard.press('Escape');
  await expect(bvn).toHaveValue('22233344455');
  release();
  await expectText(page, 'Virtual account created successfully.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toHaveLength(2);
});

test('Submit of an empty deposit says what is missing', { tag: ['@LED-04', '@LED-06'] }, async ({ page }) => {
  const owner = await newRetailer(site, '08036690009');
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/buyers/${owner}/balance`);
  await button(page, 'New Deposit').click();
  const dialog = page.getByRole('dialog', { name: 'New Deposit' });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  // A button with aria-disabled takes a press.
  await submit.click({ force: true });
  await expect(dialog.getByText('Value field is required')).toBeVisible();
  await expect(dialog.getByText('Description field is required')).toBeVisible();
  await expect(dialog.getByLabel('Value (NGN)')).toBeFocused();
});

test('Enter sends the dialogs of money, payment, tags, areas and banks', {
  tag: ['@LED-06', '@PAY-02', '@PROD-22', '@AREA-14', '@DIST-11'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036690002');
  const { id } = await placedOrder(site, 'buyer_22');
  await signIn(page, site, 'admin');
  const dialog = page.getByRole('dialog');
  const send = async (field: Locator, text: string, message: string) => {
    await field.fill(text);
    await field.press('Enter');
    await expectText(page, message);
    await expect(dialog).toHaveCount(0);
  };
  await page.goto(`${site.url}/buyers/${owner}/balance`);
  await button(page, 'New Deposit').click();
  await dialog.getByLabel('Description').fill('Paid at the desk');
  await send(dialog.getByLabel('Value (NGN)'), '700', 'Deposit successful.');
  await page.goto(`${site.url}/order-groups/${id}`);
  await button(page, 'Edit Payment').click();
  await dialog.getByLabel('Payment method').selectOption({ index: 1 });
  await send(dialog.getByLabel(/^Cash/), '500', 'Order successfully updated.');
  const [product] = (await site.api('admin', 'GET', 'product/read_all')) as [{ _id: string }];
  await page.goto(`${site.url}/products/${product._id}/update`);
  await button(page, 'Add tag').click();
  await send(dialog.getByLabel('Value'), '7', 'Product tag successfully created.');
  await page.goto(`${site.url}/distributors/dist_adeola/bank-account`);
  await button(page, 'Edit').click();
  await dialog.getByLabel('Your password').fill('admin-Passw0rd');
  await send(dialog.getByLabel('Account name'), 'Adeola and Sons', 'Distributor successfully updated.');
  await page.goto(`${site.url}/areas/area_1`);
  await button(page, 'Duplicate').click();
  await send(dialog.getByLabel('Name'), 'Area by Enter', 'Area successfully created.');
});

test('the question before a tag is answered by its button alone: an Enter on its way bills nobody', {
  tag: ['@F14', '@B5.3'],
}, async ({ page }) => {
  const { id, ref } = await placedOrder(site, 'buyer_23');
  await ask('order_group/update_tag', { _id: id, old_tag: 'pending', new_tag: 'delivered' });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${id}`);
  await openPageMenu(page);
  await button(page, 'Cancel order').click();
  const dialog = page.getByRole('dialog', { name: `Cancel order: ${ref}` });
  await dialog.getByLabel('Reason').fill('Goods came back');
  await dialog.getByLabel('Reason').press('Enter');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Goods came back\n');
  expect(await groupOf(site, id)).toMatchObject({ tag: 'delivered' });
});

test('a quantity typed before the hub’s ceiling is known: the field says that it was lowered, and to what', {
  tag: ['@ORD-37', '@B8.4', '@UI-14'],
}, async ({ page }) => {
  const { id } = await placedOrder(site, 'buyer_24');
  const group = (await groupOf(site, id)) as {
    seller_id: string;
    orders: { items: { product_id: string }[] }[];
  };
  const there = group.orders.flatMap((order) => order.items.map((item) => item.product_id));
  const products = (await site.api('admin', 'GET', 'product/read_all')) as {
    _id: string;
    name: string;
    case_count: number;
    status: string;
  }[];
  const sold = (await ask('seller_product/read_by_seller', { seller_id: group.seller_id })) as
    | { product_id: string; _id: string }[]
    | { rows: { product_id: string; _id: string }[] };
  const links = Array.isArray(sold) ? sold : sold.rows;
  const one = products.find(
    (row) =>
      row.status === 'active' &&
      row.case_count > 1 &&
      !there.includes(row._id) &&
      links.some((link) => link.product_id === row._id),
  );
  if (!one) throw new Error('The hub sells nothing.');
  const own = (await ask('seller_product/read_by_seller_product', {
    seller_id: group.seller_id,
    product_id: one._id,
  })) as Record<'_id' | 'price' | 'status', string> & Record<'version' | 'mpu', number>;
  await ask('seller_product/update', {
    ...{ _id: own._id, base_version: String(own.version), mpu: String(own.mpu), price: own.price, status: own.status },
    quantity: String(one.case_count * 3),
  });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${id}`);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/order_group_item\/read_prices/, async (route) => {
    await released;
    await route.continue();
  });
  await button(page, 'Add Product').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search products').fill(one.name);
  await button(page, `Add ${one.name}`).click();
  const quantity = dialog.getByRole('textbox', { name: 'Quantity', exact: true });
  await quantity.fill('5');
  await quantity.press('Tab');
  await expect(dialog.getByText(/It was lowered/)).toHaveCount(0);
  release();
  await expect(quantity).toHaveValue('3');
  await expect(dialog.getByRole('alert')).toHaveText(
    'You typed 5 cases. It was lowered to 3 cases: the hub offers no more.',
  );
  await expect(quantity).toHaveAccessibleDescription(/lowered to 3 cases/);
  // Typed anew it is over. What the hub has may be less, which is another warning.
  await quantity.fill('2');
  await expect(dialog.getByText(/It was lowered/)).toHaveCount(0);
});

test('in a narrow window a message lies neither on the title of a tall dialog nor on its buttons', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  const { id } = await placedOrder(site, 'buyer_26');
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${id}`);
  const dialog = page.getByRole('dialog');
  const messages = page.getByRole('region', { name: 'Messages' });
  for (const [width, height] of [
    [640, 800],
    [320, 640],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await button(page, 'Edit Payment').click();
    await dialog.getByLabel(/^Comment/).fill(`At ${width} by ${height}`);
    await spoil(page, 'order_group_meta/upsert_many', 'order_group_id', 'gone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(messages.getByRole('alert')).toBeVisible();
    // Where it stands is measured as things come; what it lies on is looked at in one moment, for it goes by itself.
    const covered = () =>
      dialog.evaluate((panel) => {
        const over = document.querySelector('[data-messages]')?.getBoundingClientRect();
        if (!over?.height) return ['the message is gone'];
        const kept = [...panel.querySelectorAll<HTMLElement>('h2, button[aria-label="Close"], [data-actions] button')];
        const isUnder = ({ top, bottom }: DOMRect) => top < over.bottom && bottom > over.top;
        return kept.length < 3
          ? ['the dialog is not whole']
          : kept.filter((one) => isUnder(one.getBoundingClientRect())).map((one) => one.textContent || one.ariaLabel);
      });
    await expect.poll(covered, { message: `${width} by ${height}` }).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // It may go by itself just then.
    await messages
      .getByRole('button', { name: 'Close message' })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await expect(messages.getByRole('alert')).toHaveCount(0);
  }
});

test('a message never lies on the buttons of a dialog, however tall or wide that is', { tag: ['@SHELL-35'] }, async ({
  page,
}) => {
  const { id } = await placedOrder(site, 'buyer_25');
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${id}`);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  const messages = page.getByRole('region', { name: 'Messages' });
  /** Whether all of the button can be pressed. */
  const isFree = (what = save) =>
    what.evaluate((own) => {
      const { left, right, top, bottom } = own.getBoundingClientRect();
      return [left + 6, (left + right) / 2, right - 6].every((x) =>
        [top + 6, bottom - 6].every((y) => own.contains(document.elementFromPoint(x, y))),
      );
    });
  for (const [width, height] of [
    [1280, 520],
    [1280, 800],
    [900, 620],
  ] as const) {
    await page.setViewportSize({ width, height });
    await button(page, 'Edit Payment').click();
    await dialog.getByLabel(/^Comment/).fill(`At ${width} by ${height}`);
    await spoil(page, 'order_group_meta/upsert_many', 'order_group_id', 'gone');
    await save.click();
    await expect(messages.getByRole('alert')).toBeVisible();
    await expect.poll(() => isFree(), { message: `${width} by ${height}` }).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // On the page too: in its corner, or where nothing is pressed (decision 1056).
    await expect(messages.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isFree(button(page, 'Edit Payment'))).toBe(true);
    await expect.poll(() => isFree(button(page, 'Mark delivered'))).toBe(true);
    await messages.getByRole('button', { name: 'Close message' }).click();
  }
});
