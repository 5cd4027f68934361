/** People: sales officers, distributor officers, retailers, areas, agents, notifications, as staff and the administrator meet them. */
import { expect, type Page, test } from '@playwright/test';
import { choose, openSite, type Site, signIn } from '../support/site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await openSite();
});
test.afterAll(async () => {
  await site?.close();
});

const heads = (page: Page) => page.getByRole('columnheader');

test('SO-01..05 SO-07 sales officers: columns, filters in the address, the wallet of delivery associates', async ({
  page,
}) => {
  await signIn(page, site, 'staff');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales Officers' }).click();
  await expect(page.getByRole('heading', { name: /^Sales Officers \(\d+\)$/ })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'Actions']);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('sales_officer.manager');
  await page.getByLabel('Role', { exact: true }).selectOption('sales_officer.rep');
  await expect(page).toHaveURL(/role=sales_officer\.rep$/);
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'Wallet balance', 'Actions']);
  await page.getByLabel('Seller', { exact: true }).selectOption({ label: 'Wuse Hub' });
  await expect(page).toHaveURL(/sellers=hub_abuja_wuse/);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Wallet balance' }).click();
  await expect(page).toHaveURL(/sort=wallet_balance/);
  const first = page.getByRole('row').nth(1).getByRole('cell').nth(6);
  await expect(first).toHaveText(/^-₦/);
  await expect(first.locator('span').first()).toHaveClass(/text-bad/);
  await page.getByLabel('Search sales officers').fill('nobody of that name');
  await expect(page.getByText('No sales officers found')).toBeVisible();
  await expect(page).toHaveURL(/search=nobody/);
});

test('SO-06 SO-08 SO-11..13 SO-17 UI-06 a sales officer: signed up, looked at, changed', async ({ page }) => {
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
  await expect(page.getByLabel('Phone number')).toHaveValue('08037776655');
  await expect(page.getByLabel('Phone number')).not.toBeEditable();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Sales Officer successfully updated.')).toBeVisible();

  await page.goto(`${site.url}/sales-officers/${id}/balance`);
  await expect(page.getByText('No logs found')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Sales Officer' });
  await expect(side).toContainText('Àdùkẹ́ Ṣólà');
  await expect(side.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348037776655');
  await expect(side.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.goto(`${site.url}/sales-officers/none/balance`);
  await expect(page.getByText('Sales officer not found!')).toBeVisible();
  await expect(page.getByText('Check the URL and try again.')).toBeVisible();
});

test('LED-03 SO-11 the balance history of a delivery associate, linked to the transfer', async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/sales-officers/da_01/balance`);
  await expect(page.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  await expect(heads(page)).toHaveText(['Date', 'Tag', 'Value', 'Description']);
  await page.getByRole('link', { name: /^PO-/ }).first().click();
  await expect(page).toHaveURL(/\/purchase-orders\//);
});

test('DOFF-01..08 DOFF-12 distributor officers: list, sign up, detail, update', async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Distributor Officers' }).click();
  await expect(page.getByRole('heading', { name: 'Distributor Officers (10)' })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Name', 'Status', 'Role', 'Phone', 'Email', 'View']);
  await page.getByPlaceholder('Search officers...').fill('no such officer');
  await expect(page.getByText('No distributor officers found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Distributor Officer' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mọ́rẹ̀nikẹ́ Bánkọ́lé');
  await page.getByLabel('Phone number').fill('08039990001');
  await page.getByLabel('Email').fill('morenike@example.test');
  await expect(page.getByLabel('Role').locator('option')).toHaveText(['', 'Manager', 'Rep']);
  await page.getByLabel('Role').selectOption('manager');
  await choose(page, 'Distributor', 'North Star Provisions');
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
  await expect(side).toContainText('North Star Provisions');
  await expect(side.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2348039990001');
  await expect(page.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  await page.goto(`${site.url}/distributor-officers/none/balance`);
  await expect(page.getByText('Distributor officer not found!')).toBeVisible();
  await expect(page.getByText('Check the URL and try again.')).toBeVisible();
});
