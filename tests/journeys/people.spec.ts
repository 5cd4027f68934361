/** People: sales officers, distributor officers, retailers, areas, agents, notifications, as staff and the administrator meet them. */

import { expect, type Page, test } from '@playwright/test';
import { shownPhone } from '#domain/phone.ts';
import { accessible, violations } from '../support/axe.ts';
import { filterOptions, setFilter } from '../support/filterChip.ts';
import { openScreen } from '../support/menu.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { exportedRows } from '../support/sheet.ts';
import { choose, noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** Without those of a plot's own table. */
const heads = (page: Page) => page.getByRole('columnheader').and(page.locator(':not(figure *)'));

test('sales officers: columns, filters in the address, the wallet of delivery associates', {
  tag: ['@each-change', '@SO-01', '@SO-02', '@SO-03', '@SO-04', '@SO-05', '@SO-07'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'staff');
  await openScreen(page, 'Sales Officers');
  await expect(page.getByRole('heading', { name: /^Sales Officers \(\d+\)$/ })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'Actions']);
  await expect(page.getByLabel('Status', { exact: true })).toHaveText('Active');
  await expect(page.getByLabel('Role', { exact: true })).toHaveText(/Hub Manager/);
  await setFilter(page.getByLabel('Role', { exact: true }), 'sales_officer.rep');
  await expect(page).toHaveURL(/role=sales_officer\.rep$/);
  // After the columns of the documents stands how much of the balance is cash.
  await expect(heads(page)).toHaveText([
    ...['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'Wallet balance', 'Cash to hand in', 'Actions'],
  ]);
  await setFilter(page.getByLabel('Seller', { exact: true }), { label: 'Wuse Hub' });
  await expect(page).toHaveURL(/sellers=hub_abuja_wuse/);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Wallet balance' }).click();
  await expect(page).toHaveURL(/sort=wallet_balance/);
  const first = page.getByRole('row').nth(1).getByRole('cell').nth(6);
  await expect(first).toHaveText(/^Owes ₦/);
  await expect(first.locator('.figures')).toHaveClass(/text-bad/);
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(7)).toHaveText(/^(₦[\d,.]+( too much paid in)?|–)$/);
  await page.getByLabel('Search sales officers').fill('nobody of that name');
  await expect(page.getByText('No sales officers found')).toBeVisible();
  await expect(page).toHaveURL(/search=nobody/);
});

test('a sales officer: signed up, looked at, changed', {
  tag: ['@each-change', '@SO-06', '@SO-08', '@SO-11', '@SO-12', '@SO-13', '@SO-17', '@UI-06'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/sales-officers`);
  await page.getByRole('link', { name: 'Create Sales Officer' }).click();
  await expect(page).toHaveURL(/\/sales-officers\/signup$/);
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
  await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0);
  await page.getByLabel('Name', { exact: true }).fill('Àdùkẹ́ Ṣólà');
  await page.getByLabel('Phone number').fill('0803');
  await page.getByLabel('Email').fill('aduke@example.test');
  await expect(page.getByText('Phone number must be valid. Ex. 08021234567')).toBeVisible();
  await page.getByLabel('Phone number').fill('+234 803 777 6655');
  await page.getByLabel('Role').selectOption('sales_officer.rep');
  await choose(page, 'Seller', 'Mushin Hub');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Sales Officer successfully created.')).toBeVisible();
  await expect(page).toHaveURL(/\/sales-officers\/[^/]+\/update$/);
  const id = /sales-officers\/([^/]+)\/update/.exec(page.url())?.[1] ?? '';
  // Behind +234 without the 0 of the stored number.
  await expect(page.getByLabel('Phone number')).toHaveValue('8037776655');
  // K22: a wrong number can be corrected.
  await page.getByLabel('Phone number').fill('0803 777 6656');
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Sales Officer successfully updated.')).toBeVisible();

  await page.goto(`${site.url}/sales-officers/${id}/balance`);
  await expect(page.getByText('No logs found')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Sales Officer' });
  await expect(page.getByRole('heading', { name: 'Àdùkẹ́ Ṣólà', level: 1 })).toBeVisible();
  await expect(side.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348037776656');
  await expect(side.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.goto(`${site.url}/sales-officers/none/balance`);
  await expect(page.getByText('Sales officer not found!')).toBeVisible();
  await expect(page.getByText('Check the URL and try again.')).toBeVisible();
});

test('the balance history of a delivery associate, linked to the transfer; deposits to him and to a distributor officer', {
  tag: ['@LED-03', '@LED-05', '@LED-07', '@SO-11'],
}, async ({ page }) => {
  const { rows } = (await site.api('admin', 'GET', 'distributor_officer/read_all', { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  await signIn(page, site, 'accounts');
  const deposit = async (value: string) => {
    await page.getByRole('button', { name: 'New Deposit' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Deposit' });
    await dialog.getByLabel('Value (NGN)').fill(value);
    await dialog.getByLabel('Description').fill(`Brought ${value}`);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Deposit successful.').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    return page.getByRole('row').filter({ hasText: `Brought ${value}` });
  };
  // A wallet that was never used (B6.1).
  await page.goto(`${site.url}/distributor-officers/${rows[0]?._id}/balance`);
  await expect(page.getByText('No logs found')).toBeVisible();
  await expect(await deposit('1500.5')).toContainText('₦1,500.50');
  await expect(page.getByText('₦1,500.50 in credit')).toBeVisible();
  for (let at = 0; at < 10; at += 1)
    await site.api('admin', 'POST', 'ledger_log/deposit_to', {
      ...{ head: 'distributor_officer', subhead: 'wallet', owner: rows[0]?._id ?? '' },
      ...{ tag: 'cash', value: '1', description: 'Of a journey' },
    });
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(11);
  await expect(page.getByText('Brought 1500.5')).toHaveCount(0);
  await page.goto(`${site.url}/sales-officers/da_01/balance`);
  await expect(page.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  await expect(heads(page)).toHaveText(['Date', 'Tag', 'Value', 'Description', 'Balance']);
  await expect(await deposit('40')).toContainText('₦40.00');
  // A tag says receipt of goods out and goods back; the words before the code say which.
  await expect(page.getByRole('cell', { name: /^Stock (issued|returned) PO-/ }).first()).toBeVisible();
  await page.getByRole('link', { name: /^PO-/ }).first().click();
  await expect(page).toHaveURL(/\/purchase-orders\//);
});

test('distributor officers: list, sign up, detail, update', {
  tag: [
    '@each-change',
    '@DOFF-01',
    '@DOFF-02',
    '@DOFF-03',
    '@DOFF-04',
    '@DOFF-05',
    '@DOFF-06',
    '@DOFF-07',
    '@DOFF-08',
    '@DOFF-10',
    '@DOFF-12',
  ],
}, async ({ page, browser }) => {
  await signIn(page, site, 'staff');
  await openScreen(page, 'Distributor Officers');
  await expect(page.getByRole('heading', { name: 'Distributor Officers (10)' })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'Distributor', 'View']);
  await page.getByPlaceholder('Search officers...').fill('no such officer');
  await expect(page.getByText('No distributor officers found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Distributor Officer' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mọ́rẹ̀nikẹ́ Bánkọ́lé');
  await page.getByLabel('Phone number').fill('08039990001');
  await page.getByLabel('Email').fill('morenike@example.test');
  await expect(page.getByLabel('Role').locator('option')).toHaveText(['', 'Manager', 'Rep']);
  await page.getByLabel('Role').selectOption('manager');
  await choose(page, 'Distributor', 'North Star Provisions');
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Distributor Officer successfully created.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Phone number')).not.toBeEditable();
  const id = /distributor-officers\/([^/]+)\/update/.exec(page.url())?.[1] ?? '';
  await page.getByLabel('Role').selectOption('rep');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Distributor Officer successfully updated.')).toBeVisible();

  await page.goto(`${site.url}/distributor-officers/${id}/balance`);
  const side = page.getByRole('complementary', { name: 'Distributor Officer' });
  await expect(page.getByRole('heading', { name: 'Mọ́rẹ̀nikẹ́ Bánkọ́lé', level: 1 })).toBeVisible();
  for (const text of [shownPhone('08039990001'), 'North Star Provisions']) await expect(side).toContainText(text);
  await expect(side.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/distributor-officers/${id}/update`);
  await expect(side.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348039990001');
  await expect(page.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  // B6.6: who may not deposit sees the logs without the button.
  await expect(page.getByText('No logs found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Deposit' })).toHaveCount(0);
  // S10: where money is paid to is for the administrator and the accountant.
  await expect(page.getByRole('link', { name: 'Virtual Account' })).toHaveCount(0);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, site, 'accounts');
  await other.goto(`${site.url}/distributor-officers/${id}/balance`);
  await other.getByRole('link', { name: 'Virtual Account' }).click();
  await expect(other).toHaveURL(/\/virtual-account$/);
  await expect(other.getByText('No virtual account found')).toBeVisible();
  await other.context().close();
  await page.goto(`${site.url}/distributor-officers?search=morenike`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(new RegExp(`/distributor-officers/${id}/balance$`));
  await page.goto(`${site.url}/distributor-officers/none/balance`);
  await expect(page.getByText('Distributor officer not found!')).toBeVisible();
  await expect(page.getByText('Check the URL and try again.')).toBeVisible();
});

test('retailers: list, sign up, update, detail with its tabs', {
  tag: ['@each-change', '@BUY-01', '@BUY-02', '@BUY-03', '@BUY-04', '@BUY-05', '@BUY-07', '@UI-12'],
}, async ({ page }) => {
  const closed = { name: 'Closed kind', description: 'No shop is called so', status: 'inactive' };
  await site.api('admin', 'POST', 'store_type/create', closed);
  // Wide enough for every column.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'care');
  await openScreen(page, 'Retailers');
  await expect(page.getByRole('heading', { name: /^Retailers \(\d+\)$/ })).toBeVisible();
  await expect(heads(page)).toHaveText([
    '#',
    'Store',
    'Retailer',
    'Phone',
    'Location',
    'Store type',
    'Category',
    'Retailer outstanding',
    'Status',
    'Edit, View',
  ]);
  const kinds = page.getByLabel('Store type', { exact: true });
  // UI-12: only the active ones.
  await expect.poll(() => filterOptions(kinds)).toContain('Kiosk');
  const offered = await filterOptions(kinds);
  expect(offered[0]).toBe('All Store Types');
  expect(offered).not.toContain('Closed kind');
  await setFilter(page.getByLabel('Category', { exact: true }), 'pre_launch');
  await expect(page).toHaveURL(/category=pre_launch/);
  await expect(page.getByRole('row').nth(1)).toContainText('Pre-launch');
  await page.getByLabel('Search retailers').fill('no such shop');
  await expect(page.getByText('No retailers found')).toBeVisible();

  await page.getByRole('link', { name: 'Create Buyer' }).click();
  await expect(page).toHaveURL(/\/buyers\/signup$/);
  await page.getByLabel('Store name').fill('Ab');
  await page.getByLabel('Retailer name').fill('Ṣẹ́gun Àyìndé');
  await expect(page.getByText('Name must be at least 3 characters.')).toBeVisible();
  await page.getByLabel('Store name').fill('Ìyá Ṣẹ́gun Stores');
  await page.getByLabel('Phone number').fill('08035550123');
  await choose(page, 'Store type', 'Kiosk');
  await choose(page, 'Location', 'Aguda');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Buyer successfully created.')).toBeVisible();
  await expect(page.getByLabel('Phone number')).not.toBeEditable();
  const id = /buyers\/([^/]+)\/update/.exec(page.url())?.[1] ?? '';
  await page.getByLabel('Address').fill('12 Adé Street');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Buyer successfully updated.')).toBeVisible();

  await page.goto(`${site.url}/buyers/${id}/balance`);
  const side = page.getByRole('complementary', { name: 'Retailer' });
  await expect(side).toContainText('Ṣẹ́gun Àyìndé');
  await expect(side.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348035550123');
  await expect(page.getByText('No logs found')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Activity' })).toHaveCount(0);
  // A retailer that never ordered says so, with the next step; a filter that finds nothing still says what it found.
  const glance = page.getByRole('region', { name: 'At a glance' });
  await page.goto(`${site.url}/buyers/${id}/orders`);
  await expect(glance).toContainText('This retailer has no orders and no debt yet.');
  await expect(glance).toContainText('Orders are billed when they are delivered.');
  await expect(glance).not.toContainText('None');
  await expect(page.getByRole('region', { name: 'Buys most' })).toHaveCount(0);
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Take an order' })).toHaveAttribute(
    'href',
    `/buyers/${id}/cart?act=order`,
  );
  await setFilter(page.getByLabel('Tag', { exact: true }), 'cancelled');
  await expect(page.getByText('No orders found')).toBeVisible();
  // One that does: what it owes in words, how often and what it buys.
  const owing = (await site.api('admin', 'GET', 'buyer/read_all', {
    ...{ page: '1', per_page: '1', sort: 'outstanding' },
  })) as { rows: { _id: string; outstanding: string }[] };
  const [other] = owing.rows;
  const answer = (await site.api('admin', 'POST', 'buyer/glance', { buyer_id: other?._id ?? '' })) as {
    last: { ref: string };
    products: { product: { name: string } }[];
  };
  await page.goto(`${site.url}/buyers/${other?._id}/orders`);
  await expect(glance).toContainText(`Owes ₦${Math.trunc(-Number(other?.outstanding)).toLocaleString('en-NG')}`);
  await expect(glance.getByRole('link', { name: answer.last.ref })).toBeVisible();
  // An order begins here also after the first one.
  await expect(page.getByRole('link', { name: 'Take an order' })).toHaveAttribute(
    'href',
    `/buyers/${other?._id}/cart?act=order`,
  );
  await expect(page.getByRole('region', { name: 'Buys most' })).toContainText(
    answer.products[0]?.product.name ?? 'a product',
  );
  // The orders come before what the retailer buys, and are in sight without scrolling.
  await page.setViewportSize({ width: 1280, height: 800 });
  const orders = page.getByRole('region', { name: 'Orders', exact: true }).first();
  await expect(orders.getByRole('row').nth(3)).toBeInViewport({ ratio: 1 });
  const [above, below] = [
    await orders.boundingBox(),
    await page.getByRole('region', { name: 'Buys most' }).boundingBox(),
  ];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  expect(await violations(page)).toEqual([]);
  await page.goto(`${site.url}/buyers/none/balance`);
  await expect(page.getByText('Buyer not found!')).toBeVisible();
});

test('a virtual account: refused, opened, copied; named as simulated to the administrator', {
  tag: ['@each-change', '@LED-10', '@LED-11', '@LED-12', '@LED-14'],
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sales-officers/da_02/virtual-account`);
  await expect(page.getByText('No virtual account found')).toBeVisible();
  await page.getByRole('button', { name: 'Create virtual account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create virtual account' });
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await dialog.getByLabel('First name').fill('Folasade');
  await dialog.getByLabel('Last name').fill('Akinyemi');
  await dialog.getByLabel('BVN').fill('222333444555');
  await dialog.getByLabel('First name').click();
  await expect(dialog.getByText('BVN must be valid')).toBeVisible();
  await dialog.getByLabel('BVN').fill('22233344455');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Virtual account created successfully.')).toBeVisible();
  await expect(page.getByText('FOLASADE AKINYEMI')).toBeVisible();
  // LED-10: the rest of it; there without a reload by hand (LED-14, F17).
  const account = page.getByRole('region', { name: 'Virtual Account' });
  await expect(account.locator('dt')).toHaveText(['Account name', 'Bank', 'Updated']);
  await expect(account.locator('dd').nth(1)).toHaveText('Simulated Bank');
  await expect(account.locator('dd').nth(2)).toHaveText(/^\d{1,2} \w{3}, \d\d:\d\d$/);
  const number = await account.getByText(/^\d{10}$/).textContent();
  await expect(page.getByText('Simulated. No bank knows this account.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Account number copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Adaeze Admin opened a virtual account' })).toBeVisible();
});

test('areas: create with its rep, locations by switch, duplicate', {
  tag: [
    '@each-change',
    '@AREA-01',
    '@AREA-02',
    '@AREA-03',
    '@AREA-04',
    '@AREA-05',
    '@AREA-06',
    '@AREA-08',
    '@AREA-11',
    '@AREA-12',
    '@AREA-13',
    '@AREA-14',
    '@AREA-15',
    '@AREA-17',
  ],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await openScreen(page, 'Areas');
  await expect(page.getByRole('heading', { name: 'Areas (6)' })).toBeVisible();
  const first = page.getByRole('table').locator('tbody tr').first();
  await openRowMenu(first);
  await expect(first.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', /^\/areas\/[^/]+\/update$/);
  await expect(first.getByRole('link', { name: 'Locations' })).toHaveAttribute('href', /^\/areas\/[^/]+$/);
  await page.getByLabel('Search areas').fill('no such area');
  await expect(page.getByText('No areas found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Area' }).click();
  await expect(page.getByRole('combobox', { name: 'Sales rep' })).toBeDisabled();
  await choose(page, 'Manufacturer', 'Nestlé');
  await choose(page, 'Distributor', 'Mushin Hub');
  await choose(page, 'Sales rep', 'Tájùdéẹ̀n Bákàrè');
  // Another hub has other reps.
  await choose(page, 'Distributor', 'Wuse Hub');
  await expect(page.getByRole('combobox', { name: 'Sales rep' })).toHaveValue('');
  await choose(page, 'Sales rep', 'Grace Terkura');
  await page.getByLabel('Name', { exact: true }).fill('Wuse Nestlé');
  await page.getByLabel('Phone number').fill('08035550999');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Area successfully created.')).toBeVisible();
  await expect(page).toHaveURL(/\/areas\/[^/]+\/update$/);
  const id = /areas\/([^/]+)\/update/.exec(page.url())?.[1] ?? '';
  await expect(page.getByLabel('Phone number')).not.toBeEditable();
  await expect(page.getByRole('combobox', { name: 'Manufacturer' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Sales rep' })).toHaveValue('Grace Terkura');
  await page.getByLabel('Name', { exact: true }).fill('Wuse and Garki');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Area successfully updated.')).toBeVisible();

  await page.goto(`${site.url}/areas/${id}`);
  const side = page.getByRole('complementary', { name: 'Area' });
  await expect(side).toContainText('Nestlé');
  await expect(side).toContainText('Wuse Hub');
  await expect(page.getByRole('heading', { name: 'Wuse and Garki', level: 1 })).toBeVisible();
  await expect(side.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/areas/${id}/update`);
  await page.getByLabel('Search locations').fill('garki');
  await page.getByText('Garki', { exact: true }).click();
  await expect(page.getByText('Garki status updated')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Garki' })).toBeChecked();
  // What is on stands first, and can stand alone.
  await expect(page.getByRole('switch').first()).toHaveAccessibleName('Garki');
  await page.getByLabel('Only chosen (1)').check();
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.getByLabel('Only chosen (1)').uncheck();
  const again = page.waitForRequest('**/api/location_area/update');
  await page.getByText('Garki', { exact: true }).click();
  // B12.5: with the version that was seen.
  expect(new URLSearchParams((await again).postData() ?? '').get('base_version')).toMatch(/^\d+$/);
  await expect(page.getByRole('switch', { name: 'Garki' })).not.toBeChecked();
  // A used switch stays in its place.
  await expect(page.getByRole('switch').first()).toHaveAccessibleName('Garki');
  await side.getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate area' });
  await expect(dialog.getByRole('button', { name: 'Duplicate' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('Wuse copy');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page).toHaveURL(/\/areas\/[^/]+\/update$/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Wuse copy');
  await expect(page.getByRole('combobox', { name: 'Sales rep' })).toHaveValue('Grace Terkura');
  await page.goto(`${site.url}/areas/none`);
  await expect(page.getByText('Area not found!')).toBeVisible();
  await expect(page.getByText('Check the URL and try again.')).toBeVisible();
});

test('agents: list, sign up, an agency has no account, referrals', {
  tag: [
    '@each-change',
    '@AGT-01',
    '@AGT-02',
    '@AGT-03',
    '@AGT-04',
    '@AGT-05',
    '@AGT-08',
    '@AGT-09',
    '@AGT-10',
    '@AGT-11',
    '@AGT-12',
    '@AGT-17',
    '@AGT-19',
  ],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, 'Agents');
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Phone', 'Location', 'Bank', 'Joined', 'Edit']);
  await expect(page.getByRole('link', { name: 'Report', exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: /Maryam/ });
  await expect(row).toContainText('Created');
  await row.getByRole('button', { name: /^Sign up/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
  await expect(row).toContainText('Signed Up');
  await page.getByLabel('Search agents').fill('nobody at all');
  await expect(page.getByText('No agents found')).toBeVisible();

  await page.getByRole('link', { name: 'Create Agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ab');
  await page.getByLabel('Phone number').fill('08035551234');
  await expect(page.getByText('Store name must be at least 3 characters.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Ṣẹ̀yí Ọdẹ́dìran');
  await choose(page, 'Location', 'Aguda');
  await expect(page.getByLabel('Source').locator('option')).toHaveText([
    'Choose a source',
    'Buyer',
    'Agency',
    'WhatsApp',
    'Facebook',
    'Twitter',
    'Staff 1',
    'Staff 2',
    'SMS',
  ]);
  await page.getByLabel('Source').selectOption('AGENCY');
  await expect(page.getByLabel('Account No.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeEnabled();
  await page.getByLabel('Source').selectOption('WHATSAPP');
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
  await choose(page, 'Bank', 'Access Bank');
  await page.getByLabel('Account No.').fill('12345');
  await page.getByLabel('Name', { exact: true }).click();
  await expect(page.getByText('Account No. is not valid')).toBeVisible();
  await page.getByLabel('Account No.').fill('0123456789');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Agent successfully created.')).toBeVisible();
  await expect(page.getByLabel('Phone number')).not.toBeEditable();
  await page.getByLabel('Referred phone').fill('08035557777');
  const referred = page.waitForRequest('**/api/agent_referral/create_phone');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(new URLSearchParams((await referred).postData() ?? '').get('status')).toBe('unverified');
  await expect(page.getByRole('row', { name: shownPhone('08035557777') })).toContainText('Unverified');
  await page.getByLabel('Referred phone').fill('+2348035557777');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Phone number has already been referred.').first()).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Ṣẹ̀yí Ọdẹ́');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Agent successfully updated.')).toBeVisible();
});

test('the agent report: grouping, buyers list, export, nothing to show', {
  tag: ['@each-change', '@AGT-13', '@AGT-14', '@AGT-16'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/agents/report`);
  const table = page.getByRole('table', { name: 'Agent Report' });
  await expect(table.getByRole('columnheader', { name: 'Referrals' }).first()).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Sign ups' }).first()).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Unique orders' }).first()).toBeVisible();
  await expect(table.getByRole('row', { name: /^Totals/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Cumulative/ })).toBeVisible();
  await expect(page.getByLabel('Group by')).toHaveText('Week');
  expect(await filterOptions(page.getByLabel('Group by'))).toEqual(['Day', 'Week']);
  const weeks = await table.getByRole('columnheader').count();
  await setFilter(page.getByLabel('Group by'), 'day');
  await expect(page).toHaveURL(/period=day/);
  await expect.poll(() => table.getByRole('columnheader').count()).toBeGreaterThan(weeks);
  await expect(table.getByRole('listitem')).toHaveCount(0);
  await page.getByText('Show buyers list').click();
  await expect(table.getByRole('listitem').first()).toContainText(/\+234(\s\d{3}){2}\s\d{4}$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Agent Report_.*\.xlsx$/);
  // It is of agencies alone; without one there is nothing to report.
  const agencies = (await site.api('admin', 'GET', 'agent/read_all', { source: 'AGENCY' })) as { _id: string }[];
  expect(agencies.length).toBeGreaterThan(0);
  const toBe = async (fields: Record<string, string>) => {
    for (const { _id } of agencies) await site.api('admin', 'POST', 'agent/update', { _id, ...fields });
    await page.reload();
  };
  await toBe({ source: 'SMS', bank: '044', account: '0123456789' });
  await expect(page.getByText('No agent report available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await toBe({ source: 'AGENCY' });
  await expect(table.getByRole('row', { name: /^Totals/ })).toBeVisible();
});

test('the retailers of a sales officer: by location, by day, saved in one go', {
  tag: [
    '@each-change',
    '@SO-09',
    '@SO-10',
    '@RTE-01',
    '@RTE-02',
    '@RTE-03',
    '@RTE-04',
    '@RTE-05',
    '@RTE-06',
    '@RTE-07',
  ],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/sales-officers/da_01/buyers`);
  const save = page.getByRole('button', { name: /^Save \d+ Change\(s\)$/ });
  await expect(save).toHaveText('Save 0 Change(s)');
  await expect(save).toBeDisabled();
  const tab = page.getByRole('button', { name: /^Selected Buyers/ });
  await expect(tab).toHaveText(/\([1-9]\d*\)/);
  const before = Number(/\((\d+)\)/.exec((await tab.textContent()) ?? '')?.[1]);
  // RTE-02, RTE-03: a location's own retailers; its box says whether all, some or none of them are in the plan.
  await expect(page.getByRole('button', { name: 'All Buyers', exact: true })).toHaveAttribute('aria-current', 'page');
  const places = page.getByRole('region', { name: 'Locations' }).getByRole('listitem');
  const here = page.getByRole('region', { name: 'Buyers', exact: true });
  const boxes = page.getByRole('region', { name: 'Locations' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  const sizes = (await places.locator('label').allTextContents()).map((text) => Number(/\((\d+)\)$/.exec(text)?.[1]));
  const at = sizes.findIndex((size) => size > 1);
  expect(at).toBeGreaterThanOrEqual(0);
  await places
    .nth(at)
    .getByRole('button', { name: /^Show / })
    .click();
  const own = here.getByRole('listitem').getByRole('checkbox');
  await expect(own).toHaveCount(sizes[at] ?? 0);
  for (let n = 0; n < (sizes[at] ?? 0); n += 1) await own.nth(n).setChecked(n === 0);
  await expect(boxes.nth(at)).toHaveJSProperty('indeterminate', true);
  await own.first().uncheck();
  await expect(boxes.nth(at)).toHaveJSProperty('indeterminate', false);
  await expect(boxes.nth(at)).not.toBeChecked();
  await boxes.nth(at).check();
  for (let n = 0; n < (sizes[at] ?? 0); n += 1) await expect(own.nth(n)).toBeChecked();
  await here.getByLabel('Search retailers').fill('nobody of that name');
  await expect(page.getByText('No retailers found')).toBeVisible();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(save).toHaveText('Save 0 Change(s)');
  await tab.click();
  // RTE-04.
  const file = await exportedRows(page);
  const head = file.findIndex((cells) => cells[0] === 'Store');
  expect(file[head]).toEqual(['Store', 'Phone', 'Location', 'Day', 'Week', 'Order']);
  expect(file).toHaveLength(head + 1 + before);
  await expect(page.getByLabel('Rows per page').locator('option')).toHaveText([
    '10',
    '20',
    '50',
    '75',
    '100',
    '150',
    '200',
    '250',
    '300',
  ]);
  await page
    .getByLabel(/^Day of/)
    .first()
    .selectOption('Saturday');
  await page
    .getByRole('button', { name: /^Remove / })
    .last()
    .click();
  await expect(save).toHaveText('Save 2 Change(s)');
  await save.click();
  await expect(page.getByText('Adébáyọ̀ Ògúnlẹ́sì retailers successfully updated.')).toBeVisible();
  await expect(tab).toHaveText(`Selected Buyers (${before - 1})`);
  await page.reload();
  await expect(tab).toHaveText(`Selected Buyers (${before - 1})`);
  // Who was removed is nobody's and can be taken again, with the box of his location.
  await expect(boxes.first()).toBeVisible();
  const all = await boxes.count();
  for (let at = 0; at < all; at += 1) if (!(await boxes.nth(at).isChecked())) await boxes.nth(at).check();
  await expect(save).toBeEnabled();
  await save.click();
  await expect(save).toHaveText('Save 0 Change(s)');
  await expect(page.getByText('Adébáyọ̀ Ògúnlẹ́sì retailers successfully updated.').last()).toBeVisible();
  await expect(tab).not.toHaveText(`Selected Buyers (${before - 1})`);
  // Whom nobody has given a retailer yet.
  const { _id } = (await site.api('admin', 'POST', 'sales_officer/signup', {
    ...{ name: 'New on the road', phone: '08037770101', email: 'road@example.test', status: 'active', hash: 'default' },
    ...{ role: 'sales_officer.rep', seller_id: 'hub_lagos_mushin' },
  })) as { _id: string };
  await page.goto(`${site.url}/sales-officers/${_id}/buyers`);
  await tab.click();
  await expect(tab).toHaveText('Selected Buyers (0)');
  await expect(page.getByText('No retailers found')).toBeVisible();
});

interface Planned {
  name: string;
  route_plan: { _id: string; day: number };
}
const visitsOf = async (sales_officer_id: string) =>
  (await site.api('admin', 'POST', 'route_plan/read_by_sales_officer', { sales_officer_id })) as Planned[];
/** Somebody of the staff types another day for this visit and has not saved it yet. */
async function anotherDay(page: Page, officer: string, visit: Planned | undefined): Promise<void> {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/sales-officers/${officer}/buyers`);
  await page.getByRole('button', { name: /^Selected Buyers/ }).click();
  await page
    .getByLabel(`Day of ${visit?.name}`)
    .first()
    .selectOption(visit?.route_plan.day === 6 ? 'Friday' : 'Saturday');
}

test('day, week and order of each visit can be read', { tag: ['@RTE-04'] }, async ({ page }) => {
  await signIn(page, site, 'staff');
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}/sales-officers/da_05/buyers`);
    await page.getByRole('button', { name: /^Selected Buyers/ }).click();
    for (const [field, room] of [
      ['Day', 130],
      ['Week', 130],
      ['Order', 70],
    ] as const) {
      const box = await page
        .getByLabel(new RegExp(`^${field} of`))
        .first()
        .boundingBox();
      expect(box?.width, `${field} at ${width}`).toBeGreaterThan(room);
    }
  }
});

test('a visit that a colleague moved meanwhile is not written over unseen; pressed again it is meant', {
  tag: ['@RTE-07', '@B12.5'],
}, async ({ page }) => {
  const plans = () => visitsOf('da_02');
  const [first] = await plans();
  const day = async () => (await plans()).find((one) => one.route_plan._id === first?.route_plan._id)?.route_plan.day;
  await anotherDay(page, 'da_02', first);
  const theirs = first?.route_plan.day === 2 ? 3 : 2;
  await site.api('admin', 'POST', 'route_plan/update_bulk', {
    _id: [first?.route_plan._id ?? ''],
    day: [String(theirs)],
  });
  const save = page.getByRole('button', { name: /^Save \d+ Change\(s\)$/ });
  await save.click();
  await expect(page.getByText(/^Route plan was changed by .+ at /)).toBeVisible();
  await expect(save).toHaveText('Save 1 Change(s)');
  expect(await day()).toBe(theirs);
  await save.click();
  await expect(save).toHaveText('Save 0 Change(s)');
  expect(await day()).toBe(first?.route_plan.day === 6 ? 5 : 6);
});

test('a visit that a colleague removed meanwhile is told, not called saved', { tag: ['@RTE-07', '@B12.6'] }, async ({
  page,
}) => {
  const plans = await visitsOf('da_03');
  const gone = plans.at(-1);
  await anotherDay(page, 'da_03', gone);
  await site.api('admin', 'POST', 'route_plan/delete_bulk', { _id: [gone?.route_plan._id ?? ''] });
  const save = page.getByRole('button', { name: /^Save \d+ Change\(s\)$/ });
  await save.click();
  await expect(page.getByText('Route plan not found')).toBeVisible();
  // Read anew, the plan has no such visit; it was typed all the same.
  await expect(page.getByRole('button', { name: `Selected Buyers (${plans.length - 1})` })).toBeVisible();
  await expect(save).toHaveText('Save 1 Change(s)');
  await save.click();
  await expect(page.getByText('A visit that you changed was removed by somebody else.')).toBeVisible();
  await expect(save).toHaveText('Save 0 Change(s)');
});

test('a group of retailers becomes recipients, each of whom can be left out before and after', {
  tag: ['@NOTIF-09', '@NOTIF-10'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/notification/wizard`);
  const recipients = page.getByRole('textbox', { name: 'Recipients', exact: true });
  const group = page.getByRole('group', { name: 'Or a group of retailers' });
  await setFilter(group.getByLabel('Hub', { exact: true }), { label: 'Mushin Hub' });
  const found = (await site.api('admin', 'POST', 'notification/find_buyers', {
    seller_id: 'hub_lagos_mushin',
  })) as { name: string; phone: string }[];
  await expect(group.getByRole('status')).toHaveText(`${found.length} retailers`);
  await setFilter(group.getByLabel('No order for'), '30');
  const quiet = (await site.api('admin', 'POST', 'notification/find_buyers', {
    seller_id: 'hub_lagos_mushin',
    quiet_days: '30',
  })) as { name: string; phone: string }[];
  expect(quiet.length).toBeLessThan(found.length);
  await expect(group.getByRole('status')).toHaveText(`${quiet.length} retailers`);
  await accessible(page);
  await group.getByRole('checkbox').first().uncheck();
  await group.getByRole('button', { name: `Add ${quiet.length - 1} retailers` }).click();
  const phones = quiet.slice(1).map(({ phone }) => phone);
  await expect(recipients).toHaveValue(phones.join(','));
  await expect(page.getByText(`${phones.length} recipients`)).toBeVisible();
  // Those who are there are added once; the one that was left out is offered again.
  await setFilter(group.getByLabel('Hub', { exact: true }), { label: 'Mushin Hub' });
  await setFilter(group.getByLabel('No order for'), '30');
  await expect(group.getByRole('status')).toHaveText(`${quiet.length} retailers, ${phones.length} already added`);
  await expect(group.getByRole('button', { name: 'Add 1 retailer' })).toBeVisible();
});

test('the notification wizard: refusals, who it reaches, sent, and asked again', {
  tag: [
    '@each-change',
    '@NOTIF-01',
    '@NOTIF-02',
    '@NOTIF-03',
    '@NOTIF-04',
    '@NOTIF-05',
    '@NOTIF-06',
    '@NOTIF-07',
    '@NOTIF-08',
    '@NOTIF-09',
    '@NOTIF-10',
    '@NOTIF-11',
    '@B9.2b',
  ],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await openScreen(page, 'Notifications');
  await expect(page.getByRole('heading', { name: 'Notification Details' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Notification Preview' })).toBeVisible();
  await expect(page.getByText('No notification preview available.')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send notification' });
  await expect(send).toBeDisabled();
  // A press on the empty form leads to the first gap, and each gap says what is missing.
  await send.click({ force: true });
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await expect(page.getByText('Title field is required.')).toBeVisible();
  await expect(page.getByText('Message field is required.')).toBeVisible();
  await expect(page.getByText('Recipients must contain at least 1 valid phone number.')).toBeVisible();
  await page.reload();
  const write = async () => {
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('New prices');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Prices change on Monday.');
    await page.getByRole('textbox', { name: 'Recipients', exact: true }).fill('+2348021234567\n8021234567 08031230000');
    await page.getByRole('textbox', { name: 'Exclude', exact: true }).click();
  };
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('x'.repeat(161));
  await expect(page.getByText('161/160')).toBeVisible();
  await expect(page.getByText('Message must be at most 160 characters.')).toBeVisible();
  // B1.11: counted as it is sent, with single blanks.
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(`${'x'.repeat(80)}  ${'x'.repeat(79)}`);
  await expect(page.getByText('160/160')).toBeVisible();
  await expect(page.getByText('Message must be at most 160 characters.')).toHaveCount(0);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  // The switch alone sends to all.
  for (const few of ['0802', '*']) {
    await box('Recipients').fill(few);
    await box('Exclude').fill('12');
    await expect(page.getByText('Recipients must contain at least 1 valid phone number.')).toBeVisible();
  }
  await box('Recipients').fill('08021234567,abc');
  await box('Exclude').click();
  await expect(page.getByText('Recipients must contain only valid phone numbers, comma separated')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).click();
  await expect(page.getByText('Exclude should contain only valid phone numbers, comma separated')).toBeVisible();
  await box('Exclude').fill('+2348039990001 8039990001');
  await box('Title').click();
  await expect(box('Exclude')).toHaveValue('08039990001');
  await box('Exclude').fill('');
  await write();
  await expect(page.getByRole('textbox', { name: 'Recipients', exact: true })).toHaveValue('08021234567,08031230000');
  await expect(page.getByText('2 recipients')).toBeVisible();
  // The preview is what the channels send: the title in bold by push, title and message as one text by SMS.
  const preview = page.getByRole('region', { name: 'Notification Preview' });
  await expect(preview.getByText('No notification preview available.')).toBeVisible();
  await expect(preview.getByRole('figure').first()).toContainText('New pricesPrices change on Monday.');
  await expect(preview.getByText('No SMS. People without a device for push messages get nothing.')).toBeVisible();
  await page.getByText('Send SMS too').click();
  await expect(preview.getByText('SMS, 1 part for each person')).toBeVisible();
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await expect(dialog).toContainText('It goes to 2 recipients: 0 by push, 2 by SMS.');
  await expect(dialog).toContainText('Simulated.');
  const request = page.waitForRequest('**/api/notification/send_to_buyers');
  await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click();
  await expect(page.getByText('Notification sent successfully.')).toBeVisible();
  // NOTIF-10, NOTIF-11.
  expect(Object.fromEntries(new URLSearchParams((await request).postData() ?? ''))).toEqual({
    ...{ filter_type: '*', filter_value: '*', title: 'New prices', message: 'Prices change on Monday.' },
    ...{ exclude: '-', include: '08021234567,08031230000', commit: 'true', send_sms_too: 'true' },
    timestamp: expect.stringMatching(/^\d{10}$/),
  });
  for (const name of ['Title', 'Message', 'Recipients', 'Exclude']) await expect(box(name)).toHaveValue('');
  await expect(page.getByRole('switch', { name: 'Send SMS too' })).not.toBeChecked();
  await expect(page.getByRole('row', { name: /New prices/ })).toContainText('1, test', { timeout: 60_000 });
  // K12: nothing left the server, so nothing is green.
  await expect(page.getByRole('row', { name: /New prices/ })).not.toContainText('sent');
  await page
    .getByRole('row', { name: /New prices/ })
    .getByRole('button', { name: 'Recipients' })
    .click();
  const list = page.getByRole('dialog', { name: 'New prices' });
  await expect(list.getByRole('row', { name: shownPhone('08031230000') })).toContainText('Subscriber unreachable');
  await expect(list.getByRole('row', { name: shownPhone('08021234567') })).toContainText('Test');
  await page.keyboard.press('Escape');
  await write();
  // B1.11: a blank more is the same message.
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('New  prices');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Prices change  on Monday.');
  await send.click();
  await expect(dialog).toContainText(/You sent this message \d+ minutes ago. Send again\?/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Send to all').click();
  await expect(page.getByRole('textbox', { name: 'Recipients', exact: true })).toHaveCount(0);
  const polled = page.waitForRequest('**/api/notification/poll_buyers_for');
  await send.click();
  expect(new URLSearchParams((await polled).postData() ?? '').get('include')).toBe('*');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // B12.8: a message is typed as slowly as any record. To whom it goes at once is chosen anew, nobody sends to all by a reload.
  const leaving = page.getByRole('dialog', { name: 'Unsaved changes' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(leaving).toContainText('You have changes that are not saved. Leave?');
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await page.goBack();
  await expect(page.getByText('Continue your draft of')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('Prices change  on Monday.');
  await expect(page.getByRole('textbox', { name: 'Recipients', exact: true })).toHaveValue('08021234567,08031230000');
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('');
});

test('a message finds its recipients by name and by phone', { tag: ['@NOTIF-07', '@NOTIF-09'] }, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/notification/wizard`);
  const find = page.getByLabel('Search retailers by name or phone');
  const found = page.getByRole('list', { name: 'Retailers found' });
  const recipients = page.getByRole('textbox', { name: 'Recipients', exact: true });
  await find.fill('nobody of that name');
  await expect(page.getByText('No match.')).toBeVisible();
  const [one, two] = (await site.api('staff', 'GET', 'buyer/read_all', { status: 'active', sort: 'name' })) as {
    name: string;
    phone: string;
  }[];
  if (!one || !two) throw new Error('The demo has retailers.');
  await find.fill(one.name);
  // Enter looks, and sends nothing.
  await find.press('Enter');
  await found.getByRole('button', { name: `Add ${one.name}, ${shownPhone(one.phone)}` }).click();
  await expect(recipients).toHaveValue(one.phone);
  await expect(found.getByRole('button', { name: `Added ${one.name}, ${shownPhone(one.phone)}` })).toBeDisabled();
  await find.fill(`+234${two.phone.slice(1)}`);
  await found.getByRole('button', { name: `Add ${two.name}, ${shownPhone(two.phone)}` }).click();
  await expect(recipients).toHaveValue(`${one.phone},${two.phone}`);
  await expect(page.getByText('2 recipients', { exact: false })).toBeVisible();
  await accessible(page);
});
