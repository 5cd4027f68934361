/** Pages of hubs, distributors, agents and warehouses, from record to record of a list, and a deposit that is taken back. */
import { expect, test } from '@playwright/test';
import { setFilter } from '../support/filterChip.ts';
import { button } from '../support/onPage.ts';
import { noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test('a hub opens with what it has; the form is behind Details, where the documents have it', {
  tag: ['@HUB-01', '@HUB-03'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/sellers`);
  await page.getByRole('link', { name: 'Mushin Hub', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mushin Hub' })).toBeVisible();
  const glance = page.getByRole('region', { name: 'At a glance' });
  for (const label of ['Stock', 'Orders, 28 days', 'Owed by its retailers', 'To deliver'])
    await expect(glance.getByText(label, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link').first()).toBeVisible();
  await page
    .getByRole('region', { name: 'Linked' })
    .getByRole('link', { name: /^Warehouse/ })
    .click();
  await expect(page).toHaveURL(/\/warehouses\/.*\/products/);
  await page.goBack();
  await page.getByRole('button', { name: 'Edit hub' }).click();
  await expect(page.getByRole('heading', { name: 'Update Hub' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
});

test('a distributor tells what it delivered, an agent whom it brought', { tag: ['@DIST-10', '@AGT-05'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/distributors/dist_adeola/balance`);
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Last receipt');
  await page.getByRole('region', { name: 'Hubs' }).getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${site.url}/agents`);
  await page.locator('#screen tbody tr').first().locator('a.row-link').click();
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Retailers brought');
  await expect(page.getByRole('table', { name: 'Referrals' })).toBeVisible();
});

test('a warehouse has one page: the name and the row of the list lead to its stock, one tab has the form', {
  tag: ['@WH-03', '@WH-16'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/warehouses`);
  await page.getByRole('link', { name: 'Mushin Hub', exact: true }).click();
  await expect(page).toHaveURL(/\/update\?tab=stock$/);
  await expect(page.getByRole('tab', { name: 'Stock' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page).toHaveURL(/\/update$/);
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Update Warehouse' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Worth');
  await page.getByRole('tab', { name: 'Movements' }).click();
  await expect(page).toHaveURL(/\/products\?tab=movements/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mushin Hub' })).toBeVisible();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Update Warehouse' })).toBeVisible();
});

test('a product that is opened from the stock of a hub goes on with that hub', { tag: ['@WH-17'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/warehouses`);
  await page.getByLabel('Search warehouses').fill('wuse hub');
  await expect(page.locator('#screen tbody tr')).toHaveCount(1);
  await page.getByRole('link', { name: 'Wuse Hub', exact: true }).click();
  await page.getByRole('table', { name: 'Products' }).locator('tbody tr').first().click();
  await expect(page.getByRole('region', { name: /^Why .* in Wuse Hub\?$/ })).toBeVisible();
});

test('without a connection a dialog says so before its button is pressed', { tag: ['@K26'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/pending-orders`);
  await page.locator('#screen tbody tr').first().locator('a.row-link').first().click();
  await button(page, 'Mark delivered').click();
  const dialog = page.getByRole('dialog');
  const needs = dialog.getByText('This needs a connection. It will work again when you are online.');
  await expect(dialog.getByRole('button', { name: 'Mark delivered' })).toBeVisible();
  await expect(needs).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(needs).toBeVisible();
  const mark = dialog.getByRole('button', { name: 'Mark delivered' });
  await expect(mark).toBeDisabled();
  await mark.click({ force: true });
  await page.context().setOffline(false);
  await expect(mark).toBeEnabled();
  await expect(needs).toHaveCount(0);
  // The press without a connection sent nothing.
  await expect(dialog).toBeVisible();
});

test('a write of a dialog that fails is said once, in the dialog, and goes with it', {
  tag: ['@K26', '@ERR-02'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/pending-orders`);
  await page.locator('#screen tbody tr').first().locator('a.row-link').first().click();
  await button(page, 'Mark delivered').click();
  const dialog = page.getByRole('dialog');
  await page.route('**/api/order_group/**', (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }));
  await dialog.getByRole('button', { name: 'Mark delivered' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'An unexpected error occured!The server failed. Check whether it was saved before you try again.',
  );
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('An unexpected error occured!')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByText('An unexpected error occured!')).toHaveCount(0);
});

test('what an account may do and when its person was last seen', { tag: ['@MGR-06', '@PERM-01'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/managers`);
  await page.locator('#screen tbody tr').filter({ hasText: 'Adaeze Admin' }).locator('a.row-link').click();
  const access = page.getByRole('region', { name: 'Access' });
  await expect(access).toContainText('records and takes back deposits');
  await expect(access).toContainText(/Last seen \d/);
});

test('j and k go from order to order of the list, beyond its page too, and Back leads to the list', {
  tag: ['@UI-42', '@ORD-23'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2020-01-01`);
  const refs = page.locator('#screen tbody tr a.row-link');
  await expect(refs.first()).toBeVisible();
  const rows = page.locator('#screen tbody tr');
  const count = await rows.count();
  const last =
    (
      await rows
        .nth(count - 1)
        .locator('a')
        .first()
        .textContent()
    )?.trim() ?? '';
  const first = (await rows.nth(0).locator('a').first().textContent())?.trim() ?? '';
  await rows.nth(0).locator('a').first().click();
  const list = page.getByRole('navigation', { name: 'The list' });
  await expect(list).toContainText(/^1 of \d+/);
  await expect(list.getByRole('button', { name: 'Previous of the list' })).toBeDisabled();
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toContainText(first);
  await page.keyboard.press('j');
  await expect(list).toContainText(/^2 of \d+/);
  await expect(name).not.toContainText(first);
  await page.keyboard.press('k');
  await expect(name).toContainText(first);
  for (let at = 1; at < count; at += 1) {
    await page.keyboard.press('j');
    await expect(list).toContainText(new RegExp(`^${at + 1} of`));
  }
  await expect(name).toContainText(last);
  // The next row is on no page that was shown.
  const next = list.getByRole('button', { name: 'Next of the list' });
  if (await next.isEnabled()) {
    await next.click();
    await expect(list).toContainText(new RegExp(`^${count + 1} of`));
    await expect(next.or(list.getByRole('button', { name: 'Previous of the list' })).first()).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/order-groups\?from=/);
  // Whoever comes from elsewhere is in no list.
  await page.goto(`${site.url}/products`);
  await page.getByLabel('Search products').fill('Maggi');
  await page.locator('#screen tbody tr a.row-link').first().click();
  await expect(list).toContainText(/^1 of \d+/);
  // A letter that is typed is no step.
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByLabel('Name', { exact: true }).press('j');
  await expect(list).toContainText(/^1 of \d+/);
});

test('a deposit that was recorded by mistake is taken back from its own row, with a reason and once', {
  tag: ['@LED-03', '@B6.5'],
}, async ({ page }) => {
  await openAs(page, site, 'accounts', `${site.url}/buyers/buyer_30/balance`);
  await page.getByRole('button', { name: 'New Deposit' }).click();
  await page.getByLabel('Value (NGN)').fill('4,321');
  await page.getByLabel('Description').fill('Typed for the wrong shop');
  await page.getByRole('button', { name: 'Submit' }).click();
  const table = page.getByRole('table', { name: 'Balance History' });
  const row = table.getByRole('row').filter({ hasText: 'Typed for the wrong shop' });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Take back ₦4,321' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The money was of another retailer');
  await save.click();
  await expect(
    table.getByRole('row').filter({ hasText: 'Taken back: The money was of another retailer' }),
  ).toContainText('−₦4,321.00');
  await expect(row).toContainText('taken back later');
  await expect(row.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
});

test('the list of products says what hubs hold, after the columns of the documents', { tag: ['@PROD-02'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/products`);
  const heads = page.locator('#screen thead th');
  await expect(heads.nth(-2)).toHaveText('Cases in stock');
  await expect(page.locator('#screen tbody tr').first().locator('td').nth(-2)).toHaveText(/^(none|[\d,]+\.\d\d)$/);
});

test('purchase orders of one type', { tag: ['@PO-02'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/purchase-orders`);
  await setFilter(page.getByLabel('Type', { exact: true }), { label: 'Stock Returned' });
  await expect(page).toHaveURL(/source_type=sales_officer.*destination_type=seller/);
  const rows = page.locator('#screen tbody tr');
  await expect(rows.first()).toContainText('Stock Returned');
  await expect(rows.filter({ hasText: 'Stock Issued' })).toHaveCount(0);
});
