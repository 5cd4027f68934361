/** What an audit against the requirements found on the screens, kept from coming back. */
import { expect, type Page, test } from '@playwright/test';
import { signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** yyyy-MM-dd in Lagos, so many days from today. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000 + 3_600_000).toISOString().slice(0, 10);

test('DIST-08 a create whose answer is lost is saved, no update is sent for it, and its flag clears', async ({
  page,
}) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/distributors?search=freshcup`);
  await page.getByRole('table').getByRole('link', { name: 'Products' }).click();
  const tree = page.getByRole('region', { name: 'Manufacturers and brands' });
  const list = page.getByRole('region', { name: 'Products', exact: true });
  await tree
    .getByRole('button', { name: /^Show only Knorr/ })
    .first()
    .click();
  const boxes = list.getByRole('checkbox', { checked: false });
  await boxes.first().check();
  await expect(list.getByText('Changed')).toHaveCount(1);
  const updates: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('distributor_product/update_bulk')) updates.push(request.url());
  });
  // The server does it, and the line is cut before its answer.
  await page.route('**/api/distributor_product/create_bulk', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Save (1)').click();
  await expect(page.getByText('An unexpected error occured!')).toBeVisible();
  await expect(list.getByText('Changed')).toHaveCount(0);
  await page.unroute('**/api/distributor_product/create_bulk');
  await boxes.first().check();
  await button(page, 'Save (1)').click();
  await expect(page.getByText('FreshCup Beverages products successfully updated.')).toBeVisible();
  expect(updates).toEqual([]);
});

test('API-04 B12.7 a refused form can be sent again with the same values once the cause is gone', async ({ page }) => {
  const person = { status: 'active', role: 'manager.staff', hash: 'default' };
  const first = String(
    await site.api('admin', 'POST', 'manager/signup', {
      ...{ ...person, name: 'Has the address', phone: '08036660001', email: 'same@example.test' },
    }),
  );
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/managers/signup`);
  await page.getByLabel('Name', { exact: true }).fill('Wants the address');
  await page.getByLabel('Phone number').fill('08036660002');
  await page.getByLabel('Email').fill('same@example.test');
  await page.getByLabel('Role').selectOption('manager.staff');
  await button(page, 'Create').click();
  await expect(page.getByText('Email is already in use.').first()).toBeVisible();
  await site.api('admin', 'POST', 'manager/update', { _id: first, email: 'other@example.test' });
  await button(page, 'Create').click();
  await expect(page.getByText('Manager successfully created.')).toBeVisible();
});

test('UI-17 dates after today are said and not taken; a start after the end clears the end, and it stays cleared', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  for (const path of ['/agents/report', '/report-buyer-retention', '/order-groups']) {
    await page.goto(`${site.url}${path}`);
    await expect(from, path).not.toHaveValue('');
    const before = page.url();
    await to.fill(day(3));
    await expect(page.getByText(/^Not after \d/), path).toHaveCount(0);
    await to.blur();
    await expect(page.getByText(/^Not after \d/), path).toBeVisible();
    await expect(to).toHaveValue(day(3));
    expect(page.url()).toBe(before);
    await to.fill(day(-2));
    await expect(page.getByText(/^Not after \d/)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`to=${day(-2)}`));
    await from.fill(day(-1));
    await expect(page).toHaveURL(new RegExp(`from=${day(-1)}`));
    await expect(to, path).toHaveValue('');
    await page.reload();
    await expect(from).toHaveValue(day(-1));
    await expect(to, path).toHaveValue('');
    await to.fill(day(0));
    await from.fill('');
    await expect(from, path).toHaveValue('');
    await expect(to).toHaveValue(day(0));
  }
});

test('B12.2 who sees a record sees who changed it last, the administrator its history: forms, area, distributor', async ({
  page,
  browser,
}) => {
  await signIn(page, site, 'staff');
  const history = page.getByRole('region', { name: 'History' });
  const [brand] = (await site.api('admin', 'GET', 'brand/read_all', {})) as { _id: string }[];
  await page.goto(`${site.url}/brands/${brand?._id}/update`);
  await expect(history).toContainText('Last changed by');
  await expect(history.getByRole('button')).toHaveCount(0);
  await page.goto(`${site.url}/distributors?search=freshcup`);
  await page.getByRole('table').getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('complementary', { name: 'Distributor' })).toContainText('Last changed by');
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0);
  const address = page.url();

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, site, 'admin');
  await other.goto(address);
  await other.getByRole('link', { name: 'Activity' }).click();
  await expect(other.getByRole('region', { name: 'History' })).toContainText('Hide history');
  const areas = (await site.api('admin', 'GET', 'area/read_all', {})) as { _id: string }[];
  await other.goto(`${site.url}/areas/${areas[0]?._id}`);
  await expect(other.getByRole('complementary', { name: 'Area' })).toContainText('Last changed by');
  await other.getByRole('link', { name: 'Activity' }).click();
  await expect(other).toHaveURL(/\/areas\/[^/]+\/activity$/);
  await expect(other.getByRole('region', { name: 'History' })).toContainText('Hide history');
  await context.close();
});

test('BRAND-01 ERR-01 a refused order of brands says the server’s words', async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/brands`);
  await page.getByRole('button', { name: /Reorder/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .click();
  // A brand that somebody deleted meanwhile: the server itself refuses that row.
  await page.route('**/api/brand/set_index', async (route) => {
    const sent = route.request().postData() ?? '';
    await route.continue({ postData: sent.replace(/(^|&)(_id[^=]*)=[^&]*/, '$1$2=gone') });
  });
  await dialog.getByRole('button', { name: 'Save order' }).click();
  await expect(page.getByText('Brand not found')).toBeVisible();
  await expect(page.getByText('An unexpected error occured!')).toHaveCount(0);
});

test('UI-08 UI-09 a filter of more than 500 entries is searched from the third letter on', async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/locations`);
  await button(page, 'LGA All LGAs').click();
  const search = page.getByLabel('Search lga');
  await search.fill('ib');
  await expect(page.getByText('Type at least 3 letters.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Ibadan North,/ })).toHaveCount(0);
  await search.fill('iba');
  await expect(page.getByRole('checkbox', { name: /^Ibadan North,/ })).toBeVisible();
});

test('HUB-06 PERM-50 a seller manager who is given another hub is shown as leaving the first', async ({ page }) => {
  const hubs = (await site.api('admin', 'GET', 'seller/read_all', {})) as {
    _id: string;
    name: string;
    manager: { name: string } | null;
  }[];
  const own = hubs.find((hub) => hub.manager?.name === 'Kehinde Lawal');
  const other = hubs.find((hub) => hub._id !== own?._id);
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sellers/${other?._id}/update`);
  await page.getByRole('combobox', { name: 'Manager' }).fill('kehinde');
  await expect(page.getByRole('option', { name: /Kehinde Lawal/ })).toContainText(`leaves ${own?.name}`);
});

test('UI-01 UI-28 a line that says already what the dialog says is not saved; to say that all came is a change', async ({
  page,
}) => {
  const [from] = (await site.api('admin', 'GET', 'distributor/read_all', { search: 'freshcup' })) as [{ _id: string }];
  const [product] = (await site.api('admin', 'GET', 'product/read_all', { search: 'coca' })) as [
    { _id: string; name: string; case_count: number },
  ];
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: from._id, destination_type: 'seller', destination: 'hub_abuja_wuse' },
  })) as string;
  const line = { purchase_order_id: id, product_id: product._id, amount: '2000.00', quantity_accepted: '' };
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { ...line, quantity: String(product.case_count) });
  await signIn(page, site, 'admin');
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  const quantity = page.getByRole('dialog').getByLabel('Quantity', { exact: true });
  await page.goto(`${site.url}/purchase-orders/${id}?mode=edit`);
  await button(page, `Edit ${product.name}`).click();
  await expect(quantity).toHaveValue('1');
  await expect(save).toBeDisabled();
  await quantity.fill('2');
  await expect(save).toBeEnabled();
  await quantity.fill('1');
  await expect(save).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.goto(`${site.url}/purchase-orders/${id}?mode=accept`);
  await button(page, `Accept ${product.name}`).click();
  await save.click();
  await expect(page.getByText('Purchase order product updated')).toBeVisible();
  await button(page, `Accept ${product.name}`).click();
  await expect(save).toBeDisabled();
  // The same on a tablet.
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr').first().focus();
  await page.keyboard.press('Enter');
  await expect(save).toBeDisabled();
  await quantity.fill('3');
  await expect(save).toBeEnabled();
});
