/** Manufacturers, brands, categories, locations, hubs, distributors, cohorts, settings: what staff see and do. */
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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('MFR-01..04 MFR-06 MFR-08 UI-01 UI-26 manufacturers: list, search, create with a status, update, missing', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/manufacturers/none/update`);
  await expect(page.getByText('Manufacturer not found')).toBeVisible();
  await page.goto(`${site.url}/manufacturers`);
  await expect(heads(page)).toHaveText(['#', 'Logo', 'Name', 'Status']);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(10);
  await page.getByLabel('Search manufacturers').fill('no such maker');
  await expect(page.getByText('No manufacturers found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Manufacturer' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
  await page.getByLabel('Name').fill('Da');
  await page.getByLabel('Email').fill('sales');
  await page.getByLabel('Address').fill('1 Marina, Lagos');
  await expect(page.getByText('Name must be at least 3 characters.')).toBeVisible();
  await expect(page.getByText('Email must be valid.')).toBeVisible();
  await expect(button(page, 'Create')).toBeDisabled();
  await page.getByLabel('Name').fill('Dangote Foods');
  await page.getByLabel('Email').fill('sales@dangote.example.test');
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await button(page, 'Create').click();
  await expect(page.getByText('Manufacturer successfully created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Update Manufacturer' })).toBeVisible();
  await expect(button(page, 'Update')).toBeDisabled();
  await page.goto(`${site.url}/manufacturers?search=dangote`);
  await page.getByRole('cell', { name: 'Dangote Foods' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('active');
  await button(page, 'Update').click();
  await expect(page.getByText('Manufacturer successfully updated.')).toBeVisible();
});

test('BRAND-01..05 BRAND-07 BRAND-09 UI-11 brands: filters in the address, order, buttons, create, update', async ({
  page,
}) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/brands?search=no+such+brand`);
  await expect(page.getByText('No brands found')).toBeVisible();
  await page.goto(`${site.url}/brands`);
  await expect(heads(page)).toHaveText(['#', 'Logo', 'Name', 'Manufacturer', 'Status', 'Actions']);
  await page.getByRole('button', { name: 'Manufacturer All manufacturers' }).click();
  await page.getByLabel('Search manufacturer').fill('nestle');
  await page.getByRole('checkbox', { name: 'Nestlé' }).check();
  await page.getByLabel('Search manufacturer').fill('unilever');
  await page.getByRole('checkbox', { name: 'Unilever' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Manufacturer 2 chosen' })).toBeFocused();
  await expect(page).toHaveURL(/manufacturers=maker_nestl/);
  for (const cell of await page.getByRole('table').locator('tbody tr td:nth-child(4)').allTextContents())
    expect(['Nestlé', 'Unilever']).toContain(cell);
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await expect(page.getByText('No brands found')).toBeVisible();
  await page.goto(`${site.url}/brands`);
  const row = page.getByRole('table').locator('tbody tr').first();
  const first = await row.locator('td').nth(2).textContent();
  await expect(row.getByRole('link', { name: 'View' })).toHaveAttribute('href', /\/products\?/);
  await expect(row.getByRole('link', { name: /^Upload/ })).toHaveAttribute(
    'href',
    /\/products\/create\?type=bulk&brand_id=brand_\w+&brand_name=/,
  );
  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: `Move ${first} down` }).click();
  await button(page, 'Save order').click();
  await expect(page.getByText('Brand order saved.')).toBeVisible();
  await expect(page.getByRole('table').locator('tbody tr').nth(1).locator('td').nth(2)).toHaveText(first ?? '');
  await page.getByRole('link', { name: 'Create Brand' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0);
  await page.getByLabel('Name').fill('Ovaltine');
  await expect(button(page, 'Create')).toBeDisabled();
  await choose(page, 'Manufacturer', 'Nestlé');
  await button(page, 'Create').click();
  await expect(page.getByText('Brand successfully created.')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await button(page, 'Update').click();
  await expect(page.getByText('Brand successfully updated.')).toBeVisible();
});

test('CAT-01..03 CAT-05 CAT-06 CAT-09 categories: list, create without meta, products by manufacturer, brand and one by one', async ({
  page,
}) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/categories?search=no+such`);
  await expect(page.getByText('No categories found')).toBeVisible();
  await page.goto(`${site.url}/categories`);
  await expect(heads(page)).toHaveText(['#', 'Image', 'Name', 'Meta', 'Status', 'Actions']);
  await page.getByRole('link', { name: 'Create Category' }).click();
  await page.getByLabel('Name').fill('Party food');
  await expect(page.getByLabel('Meta')).not.toHaveAttribute('aria-required', 'true');
  await button(page, 'Create').click();
  await expect(page.getByText('Category successfully created.')).toBeVisible();
  await page.getByLabel('Meta').fill('For weddings');
  await button(page, 'Update').click();
  await expect(page.getByText('Category successfully updated.')).toBeVisible();
  await page.goto(`${site.url}/categories?search=party`);
  await page.getByRole('link', { name: 'Products' }).last().click();
  await expect(page.getByRole('heading', { name: 'Party food' })).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  const tree = page.getByRole('region', { name: 'Manufacturers and brands' });
  const list = page.getByRole('region', { name: 'Products', exact: true });
  await tree
    .getByRole('checkbox', { name: /^Unilever/ })
    .first()
    .check();
  await tree.getByRole('button', { name: 'Show only Unilever' }).first().click();
  await expect(list.getByText('Changed').first()).toBeVisible();
  await list.getByRole('checkbox').first().uncheck();
  await expect(tree.getByRole('checkbox', { name: /^Unilever/ }).first()).toHaveJSProperty('indeterminate', true);
  await button(page, 'Discard Changes').click();
  await tree
    .getByRole('checkbox', { name: /^Unilever/ })
    .first()
    .check();
  await page.getByRole('button', { name: /^Save \(\d+\)$/ }).click();
  await expect(page.getByText('Party food products successfully updated.')).toBeVisible();
  await expect(list.getByText('Changed')).toHaveCount(0);
  await list.getByRole('checkbox').first().uncheck();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
  await button(page, 'Stay').click();
  await button(page, 'Save (1)').click();
  await expect(button(page, 'Save')).toBeDisabled();
  await page.reload();
  await tree.getByRole('button', { name: 'Show only Unilever' }).first().click();
  await expect(list.getByRole('checkbox', { checked: true }).first()).toBeVisible();
  await expect(tree.getByRole('checkbox', { name: /^Unilever/ }).first()).toHaveJSProperty('indeterminate', true);
});

test('LOC-01..06 LOC-08 LOC-09 LOC-10 CONST-07 locations: 30 a page, filters, an LGA of its state', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/locations/none/update`);
  await expect(page.getByText('Location not found')).toBeVisible();
  await page.goto(`${site.url}/locations`);
  await expect(page.getByLabel('Rows per page')).toHaveValue('30');
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(30);
  await page.getByRole('button', { name: 'State All states' }).click();
  await page.getByLabel('Search state').fill('oyo');
  await page.getByRole('checkbox', { name: 'Oyo' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'LGA All LGAs' }).click();
  await page.getByRole('checkbox', { name: 'Ibadan North', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/states=Oyo&lgas=Ibadan\+North|lgas=Ibadan\+North&states=Oyo/);
  await expect(page.getByRole('heading', { name: 'Locations (3)' })).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(page).toHaveURL(/per_page=50/);
  await page.getByLabel('Rows per page').selectOption('10');
  await expect(page).not.toHaveURL(/per_page/);
  await page.getByLabel('Search locations').fill('zzzz');
  await expect(page.getByText('No locations found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Location' }).click();
  await expect(page.getByRole('combobox', { name: 'LGA' })).toBeDisabled();
  await page.getByLabel('Name').fill('Mokola');
  await choose(page, 'State', 'Oyo');
  await choose(page, 'LGA', 'Ibadan North');
  // Another state clears the LGA.
  await choose(page, 'State', 'Osun');
  await expect(page.getByRole('combobox', { name: 'LGA' })).toHaveValue('');
  await expect(button(page, 'Create')).toBeDisabled();
  await page.getByRole('combobox', { name: 'LGA' }).click();
  await expect(page.getByRole('option', { name: 'Ibadan North' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'State', 'Oyo');
  await choose(page, 'LGA', 'Ibadan North');
  await button(page, 'Create').click();
  await expect(page.getByText('Location successfully created.')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await button(page, 'Update').click();
  await expect(page.getByText('Location successfully updated.')).toBeVisible();
});

test('STYPE-07 a created store type opens its own update page', async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/store-types/create`);
  await page.getByLabel('Name').fill('Night market');
  await page.getByLabel('Description').fill('Open after dark');
  await button(page, 'Create').click();
  await expect(page).toHaveURL(/\/store-types\/[0-9a-f-]{36}\/update$/);
  await expect(page.getByRole('heading', { name: 'Update Store type' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Night market');
});

test('MFR-02 SHELL-24 links and buttons follow the permissions: core staff, customer support', async ({ page }) => {
  await signIn(page, site, 'staff');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Brands' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Manufacturers' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Locations' })).toHaveCount(0);
  for (const path of ['/manufacturers', '/manufacturers/create', '/locations', '/locations/create']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
  }
});
