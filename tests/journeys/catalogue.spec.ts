/** Manufacturers, brands, categories, locations, hubs, distributors, cohorts, settings: what staff see and do. */
import { expect, type Page, test } from '@playwright/test';
import { filterOptions, setFilter } from '../support/filterChip.ts';
import { openScreen, unfoldMenu } from '../support/menu.ts';
import { button } from '../support/onPage.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

const heads = (page: Page) => page.getByRole('columnheader');
/** MFR-07, BRAND-08: what a new record's form sends for its picture. */
async function pictureOfNew(page: Page, model: string): Promise<string | null> {
  const sent = await page.waitForRequest(`**/api/${model}/create`);
  return new URLSearchParams(sent.postData() ?? '').get('upload_id');
}

test('how many rows a page has at first', {
  tag: [
    '@MFR-01',
    '@BRAND-01',
    '@CAT-01',
    '@STYPE-01',
    '@HUB-01',
    '@DIST-01',
    '@DOFF-01',
    '@SO-02',
    '@AREA-01',
    '@AGT-01',
    '@COH-01',
    '@MGR-03',
    '@LOC-03',
  ],
}, async ({ page }) => {
  // A window that has room for one page of a list (decision 0406).
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, site, 'admin');
  for (const [path, rows] of [
    ['manufacturers', 10],
    ['brands', 10],
    ['categories', 10],
    ['store-types', 10],
    ['sellers', 10],
    ['distributors', 10],
    ['distributor-officers', 10],
    ['sales-officers', 10],
    ['areas', 10],
    ['agents', 10],
    ['cohorts', 10],
    ['managers', 30],
    ['locations', 30],
  ] as const) {
    await page.goto(`${site.url}/${path}`);
    await expect(page.getByLabel('Rows per page'), path).toHaveValue(String(rows));
  }
});

test('manufacturers: list, search, create with a status, update, missing', {
  tag: [
    '@each-change',
    '@MFR-01',
    '@MFR-02',
    '@MFR-03',
    '@MFR-04',
    '@MFR-06',
    '@MFR-07',
    '@MFR-08',
    '@UI-01',
    '@UI-26',
  ],
}, async ({ page }) => {
  // A window that has room for one page of a list (decision 0406).
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, site, 'admin', `${site.url}/manufacturers/none/update`);
  await expect(page.getByText('Manufacturer not found')).toBeVisible();
  await page.goto(`${site.url}/manufacturers`);
  await expect(heads(page)).toHaveText(['#', 'Logo', 'Name', 'Status', 'Actions']);
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
  const [picture] = await Promise.all([pictureOfNew(page, 'manufacturer'), button(page, 'Create').click()]);
  expect(picture).toBe('upload_placeholder');
  await expect(page.getByText('Manufacturer successfully created.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dangote Foods' })).toBeVisible();
  await expect(page).toHaveTitle('Dangote Foods - Kasuwa');
  await expect(button(page, 'Update')).toBeDisabled();
  await page.goto(`${site.url}/manufacturers?search=dangote`);
  await page.getByRole('cell', { name: 'Dangote Foods' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('active');
  await button(page, 'Update').click();
  await expect(page.getByText('Manufacturer successfully updated.')).toBeVisible();
});

test('brands: filters in the address, order, buttons, create, update', {
  tag: [
    '@each-change',
    '@BRAND-01',
    '@BRAND-02',
    '@BRAND-03',
    '@BRAND-04',
    '@BRAND-05',
    '@BRAND-07',
    '@BRAND-08',
    '@BRAND-09',
  ],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/brands?search=no+such+brand`);
  await expect(page.getByText('No brands found')).toBeVisible();
  await page.goto(`${site.url}/brands`);
  await expect(heads(page)).toHaveText(['#', 'Logo', 'Name', 'Manufacturer', 'Status', 'Actions']);
  const chip = page.getByRole('combobox', { name: 'Manufacturer', exact: true });
  await chip.click();
  await page.getByLabel('Search manufacturer').fill('nestle');
  await page.getByRole('option', { name: 'Nestlé' }).click();
  // Enter ticks what the search found first, and the text is replaced by the next one.
  await page.getByLabel('Search manufacturer').fill('unilever');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await expect(chip).toHaveText('Nestlé, Unilever');
  await expect(page).toHaveURL(/manufacturers=maker_nestl/);
  // The rows come after the address.
  const makers = page.getByRole('table').locator('tbody tr td:nth-child(4)');
  await expect(makers.filter({ hasNotText: /^(Nestlé|Unilever)$/ })).toHaveCount(0);
  await expect(makers.first()).toHaveText(/^(Nestlé|Unilever)$/);
  expect(await filterOptions(page.getByLabel('Status', { exact: true }))).toEqual(['All', 'Active', 'Inactive']);
  await expect(page.getByLabel('Status', { exact: true })).toHaveText('All');
  await setFilter(page.getByLabel('Status', { exact: true }), 'inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await expect(page.getByText('No brands found')).toBeVisible();
  await page.goto(`${site.url}/brands`);
  const row = page.getByRole('table').locator('tbody tr').first();
  const first = await row.locator('td').nth(2).textContent();
  await openRowMenu(row);
  await expect(row.getByRole('link', { name: 'View' })).toHaveAttribute('href', /\/products\?brands=brand_\w+$/);
  await expect(row.getByRole('link', { name: /^Upload/ })).toHaveAttribute(
    'href',
    /\/products\/create\?type=bulk&brand_id=brand_\w+&brand_name=/,
  );
  await page.keyboard.press('Escape');
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
  const [picture] = await Promise.all([pictureOfNew(page, 'brand'), button(page, 'Create').click()]);
  expect(picture).toBe('upload_placeholder');
  await expect(page.getByText('Brand successfully created.')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await button(page, 'Update').click();
  await expect(page.getByText('Brand successfully updated.')).toBeVisible();
});

test('categories: list, create without meta, products by manufacturer, brand and one by one', {
  tag: ['@each-change', '@CAT-01', '@CAT-02', '@CAT-03', '@CAT-05', '@CAT-06', '@CAT-09'],
}, async ({ page }) => {
  await openAs(page, site, 'accounts', `${site.url}/categories?search=no+such`);
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
  await expect(page.getByRole('cell', { name: 'For weddings' })).toBeVisible();
  await openRowMenu(page.getByRole('table'));
  await expect(page.getByRole('table').getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    /\/categories\/[^/]+\/update$/,
  );
  await page.getByRole('table').getByRole('link', { name: 'Products' }).click();
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
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
  await button(page, 'Stay').click();
  await button(page, 'Save (1)').click();
  await expect(button(page, 'Save')).toBeDisabled();
  await page.reload();
  await tree.getByRole('button', { name: 'Show only Unilever' }).first().click();
  await expect(list.getByRole('checkbox', { checked: true }).first()).toBeVisible();
  await expect(tree.getByRole('checkbox', { name: /^Unilever/ }).first()).toHaveJSProperty('indeterminate', true);
});

test('locations: 30 a page, filters, an LGA of its state', {
  tag: [
    '@each-change',
    '@LOC-01',
    '@LOC-02',
    '@LOC-03',
    '@LOC-04',
    '@LOC-05',
    '@LOC-06',
    '@LOC-08',
    '@LOC-09',
    '@LOC-10',
    '@CONST-07',
  ],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/locations/none/update`);
  await expect(page.getByText('Location not found')).toBeVisible();
  await page.goto(`${site.url}/locations`);
  await expect(page.getByLabel('Rows per page')).toHaveValue('30');
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(30);
  await setFilter(page.getByRole('combobox', { name: 'State' }), 'Oyo');
  await setFilter(page.getByRole('combobox', { name: 'LGA' }), 'Ibadan North');
  await expect(page).toHaveURL(/states=Oyo&lgas=Ibadan\+North|lgas=Ibadan\+North&states=Oyo/);
  await expect(page.getByRole('heading', { name: 'Locations (3)' })).toBeVisible();
  await setFilter(page.getByLabel('Status', { exact: true }), 'inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await expect(page.getByText('No locations found')).toBeVisible();
  await setFilter(page.getByLabel('Status', { exact: true }), 'all');
  await expect(page).not.toHaveURL(/status=/);
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(page).toHaveURL(/per_page=50/);
  await page.getByLabel('Rows per page').selectOption('10');
  await expect(page).toHaveURL(/per_page=10/);
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

test('a created store type opens its own update page', { tag: ['@each-change', '@STYPE-07'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  await page.getByLabel('Name').fill('Night market');
  await page.getByLabel('Description').fill('Open after dark');
  await button(page, 'Create').click();
  await expect(page).toHaveURL(/\/store-types\/[0-9a-f-]{36}\/update$/);
  // The record's name is the title, and its kind stands under it.
  await expect(page.getByRole('heading', { level: 1, name: 'Night market' })).toBeVisible();
  await expect(page).toHaveTitle('Night market - Kasuwa');
  await expect(page.locator('#screen header').getByText('Store Type', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Night market');
});

test('a new record takes what is typed at once; a press before it keeps the focus, and a finger gets no keyboard', {
  tag: ['@WCAG-2.4.3'],
}, async ({ page, browser }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types`);
  await page.getByRole('link', { name: /^Create Store type$/i }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.type('Ki');
  await expect(name).toHaveValue('Ki');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  for (const path of ['store-types', 'categories', 'cohorts', 'brands', 'managers'])
    await test.step(path, async () => {
      await page.goto(`${site.url}/${path}/${path === 'managers' ? 'signup' : 'create'}`);
      await expect(page.locator('#screen form :focus')).toHaveCount(1);
    });
  // Nobody entered the field, so leaving it shows no message; entered by hand, it shows one as before.
  await page.goto(`${site.url}/store-types/create`);
  await expect(name).toBeFocused();
  await page.getByLabel('Description').click();
  await expect(page.getByText('Name field is required.')).toHaveCount(0);
  await name.click();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Name field is required.')).toBeVisible();
  // The form comes late, and somebody is in the menu already.
  const late = await page.context().newPage();
  const pressed = late.getByRole('button', { name: 'Toggle sidebar' });
  await late.route(/\/assets\/storeTypes-/, async (route) => {
    await pressed.focus();
    await route.continue();
  });
  await late.goto(`${site.url}/store-types/create`);
  await expect(late.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(pressed).toBeFocused();
  await late.close();
  const tablet = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 800, height: 1280 } });
  const touched = await tablet.newPage();
  await openAs(touched, site, 'admin', `${site.url}/store-types`);
  await touched.getByRole('link', { name: /^Create Store type$/i }).tap();
  await expect(touched.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(touched.locator('#screen')).toBeFocused();
  await tablet.close();
});

test('a server that fails is named once, in the form beside its button', { tag: ['@ERR-02', '@K26'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  await page.getByLabel('Name').fill('Corner shop');
  await page.getByLabel('Description').fill('At a corner');
  // In a low window the box begins below the window's end.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const form = await page.locator('#screen form').boundingBox();
  await page.setViewportSize({ ...size, height: Math.round((form?.y ?? 0) + (form?.height ?? 0)) });
  await page.route('**/api/store_type/create', (route) =>
    route.fulfill({ status: 500, body: 'Internal Server Error' }),
  );
  await button(page, 'Create').click();
  const failure = page.locator('#screen form').getByRole('alert');
  await expect(failure).toHaveText(
    'An unexpected error occured!The server failed. Check whether it was saved before you try again.',
  );
  await expect(failure).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await expect(page.getByText('An unexpected error occured!')).toHaveCount(1);
  await expect(page.getByText('got no answer')).toHaveCount(0);
  await page.unroute('**/api/store_type/create');
  await button(page, 'Create').click();
  await expect(page.getByText('Store type successfully created.')).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('links and buttons follow the permissions: core staff, customer support', { tag: ['@MFR-02', '@LOC-04'] }, async ({
  page,
}) => {
  // From 1440 px on the menu stands open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'staff');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await unfoldMenu(page);
  await expect(menu.getByRole('link', { name: 'Brands' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Manufacturers' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Locations' })).toHaveCount(0);
  for (const path of ['/manufacturers', '/manufacturers/create', '/locations', '/locations/create']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
  }
});

test('hubs: list, a hub and then its manager, a switch per manufacturer', {
  tag: ['@each-change', '@HUB-01', '@HUB-02', '@HUB-03', '@HUB-04', '@HUB-05', '@HUB-07', '@HUB-09', '@UI-27'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/sellers/none/update`);
  await expect(page.getByText('Hub not found')).toBeVisible();
  await page.goto(`${site.url}/sellers?search=no+such`);
  await expect(page.getByText('No hubs found')).toBeVisible();
  await page.goto(`${site.url}/sellers`);
  await expect(page.getByRole('heading', { name: /^Hubs \(\d+\)$/ })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Name', 'Address', 'Manager', 'Status', 'Actions']);
  await page.getByRole('link', { name: 'Create Hub' }).click();
  await page.getByLabel('Name').fill('Yaba Hub');
  await page.getByLabel('Address').fill('12 Herbert Macaulay Way, Yaba, Lagos');
  await expect(button(page, 'Create')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Manager' }).click();
  await expect(page.getByRole('option', { name: 'Adaeze Admin' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'Manager', 'Kehinde Lawal');
  await button(page, 'Create').click();
  await expect(page.getByText('Seller successfully created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Update Hub' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Manager' })).toHaveValue('Kehinde Lawal');
  await choose(page, 'Manager', 'Funmi Ajayi');
  await button(page, 'Update').click();
  await expect(page.getByText('Seller successfully updated.')).toBeVisible();
  await page.goto(`${site.url}/sellers?search=yaba`);
  await expect(page.getByRole('cell', { name: 'Funmi Ajayi' })).toBeVisible();
  await openRowMenu(page.getByRole('table'));
  await expect(page.getByRole('link', { name: 'View' })).toHaveAttribute('href', /\/sellers\/[^/]+\/update/);
  await page.getByRole('link', { name: 'View' }).click();
  // A hub opens with its overview (decision 0400); the documents' form is a tab of it.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('combobox', { name: 'Manager' })).toHaveValue('Funmi Ajayi');
  await page.goto(`${site.url}/sellers?search=yaba`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('table').getByRole('link', { name: 'Manufacturers' }).click();
  await expect(page.getByText(/^0 of \d+ manufacturers$/)).toBeVisible();
  await page.getByLabel('Search manufacturers').fill('nestle');
  const nestle = page.getByRole('switch', { name: 'Nestlé' });
  await expect(page.getByRole('switch')).toHaveCount(1);
  await nestle.check({ force: true });
  await expect(page.getByText('Nestlé status updated')).toBeVisible();
  await expect(page.getByText(/^1 of \d+ manufacturers$/)).toBeVisible();
  const again = page.waitForRequest('**/api/seller_manufacturer/update');
  await nestle.uncheck({ force: true });
  expect(new URLSearchParams((await again).postData() ?? '').get('base_version')).toMatch(/^\d+$/);
  await expect(page.getByText(/^0 of \d+ manufacturers$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Nestlé' })).not.toBeChecked();
});

test('distributors: hubs, tabs, bank details, the way there', {
  tag: ['@each-change', '@DIST-01', '@DIST-02', '@DIST-03', '@DIST-05', '@DIST-10', '@DIST-11', '@DIST-12', '@DIST-15'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/distributors?search=no+such`);
  await expect(page.getByText('No distributors found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Distributor' }).click();
  await page.getByLabel('Name').fill('Lekki Provisions');
  await page.getByLabel('Address').fill('7 Admiralty Way, Lekki & Lagos');
  const hubs = page.getByRole('button', { name: /^Hub / });
  await hubs.click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Name').click();
  await expect(page.getByText('Hub field is required.')).toBeVisible();
  await expect(button(page, 'Create')).toBeDisabled();
  await hubs.click();
  await page.getByRole('checkbox', { name: 'Mushin Hub' }).check();
  await page.getByRole('checkbox', { name: 'Wuse Hub' }).check();
  await page.keyboard.press('Escape');
  await button(page, 'Create').click();
  await expect(page.getByText('Distributor successfully created.')).toBeVisible();
  await expect(hubs).toHaveText('2 chosen');
  await hubs.click();
  await page.getByRole('checkbox', { name: 'Wuse Hub' }).uncheck();
  await page.keyboard.press('Escape');
  await button(page, 'Update').click();
  await expect(page.getByText('Distributor successfully updated.')).toBeVisible();
  await page.goto(`${site.url}/distributors?search=lekki`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/balance$/);
  await expect(page.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  await expect(page.getByText('No logs found')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Distributor' });
  await expect(page.getByRole('heading', { name: 'Lekki Provisions', level: 1 })).toBeVisible();
  await expect(side).toContainText('7 Admiralty Way, Lekki & Lagos');
  await expect(side).toContainText('Mushin Hub');
  await expect(side).not.toContainText('Wuse Hub');
  await expect(side.getByRole('link', { name: 'Locate' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=7%20Admiralty%20Way%2C%20Lekki%20%26%20Lagos',
  );
  await page.getByRole('link', { name: 'Bank Details' }).click();
  await expect(page).toHaveURL(/\/bank-account$/);
  await expect(page.getByText('No bank account details found.')).toBeVisible();
  await page.getByRole('button', { name: 'Add bank account' }).click();
  await choose(page, 'Bank', 'Zenith Bank');
  await page.getByLabel('Account number').fill('12345');
  await page.getByLabel('Account name').fill('Lekki Provisions Ltd');
  await expect(page.getByText('Account No. is not valid')).toBeVisible();
  await page.getByLabel('Account number').fill('1234567890');
  await page.getByLabel('Your password').fill('admin-Passw0rd');
  await button(page, 'Save').click();
  await expect(page.getByText('1234567890')).toBeVisible();
  await side.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/update$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Lekki Provisions' })).toBeVisible();
});

test('products of a distributor: marks by maker, brand and one by one, sent in batches, flags clear', {
  tag: ['@each-change', '@DIST-06', '@DIST-07', '@DIST-08', '@DIST-09'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/distributors?search=freshcup`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('table').getByRole('link', { name: 'Products' }).click();
  const tree = page.getByRole('region', { name: 'Manufacturers and brands' });
  const list = page.getByRole('region', { name: 'Products', exact: true });
  await expect(page.getByRole('heading', { name: 'FreshCup Beverages' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/(distributor_product\/\w+_bulk)/.exec(request.url())?.[1];
    if (call) sent.push(call);
  });
  // Carried already: an update. Never carried: a create.
  const carried = tree.getByRole('checkbox', { name: /^Coca-Cola/ }).first();
  await expect(carried).toBeChecked();
  await carried.uncheck();
  await tree
    .getByRole('checkbox', { name: /^Bakers/ })
    .first()
    .check();
  await tree.getByRole('button', { name: 'Show only Bakers' }).first().click();
  await expect(list.getByText('Changed').first()).toBeVisible();
  await page.getByRole('button', { name: /^Save \(\d+\)$/ }).click();
  await expect(page.getByText('FreshCup Beverages products successfully updated.')).toBeVisible();
  expect(sent).toEqual(['distributor_product/create_bulk', 'distributor_product/update_bulk']);
  await expect(list.getByText('Changed')).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
  await page.reload();
  await expect(carried).not.toBeChecked();
  await expect(tree.getByRole('checkbox', { name: /^Bakers/ }).first()).toBeChecked();
  // Without an answer nothing is lost: the flags stay.
  await carried.check();
  await site.stopServer();
  await page.getByRole('button', { name: /^Save \(\d+\)$/ }).click();
  await expect(
    page.getByText('This needs a connection. It will work again when you are online.').first(),
  ).toBeVisible();
  // The button waits for the server, and works again by itself (decision 1260).
  await expect(page.getByRole('button', { name: /^Save \(\d+\)$/ })).toBeDisabled();
  await site.startServer();
  await page.getByRole('button', { name: /^Save \(\d+\)$/ }).click();
  await expect(button(page, 'Save')).toBeDisabled();
});

test('cohorts: count, search by title or status, create, edit', {
  tag: ['@each-change', '@COH-01', '@COH-02', '@COH-03', '@COH-05', '@COH-08'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await expect(page.getByText('3 cohorts', { exact: true })).toBeVisible();
  await expect(heads(page)).toHaveText(['#', 'Title', 'Description', 'Status', 'Actions']);
  await page.getByLabel('Search cohorts').fill('inactive');
  await expect(page.getByText('1 cohort', { exact: true })).toBeVisible();
  await page.getByLabel('Search cohorts').fill('no such');
  await expect(page.getByText('No cohorts found')).toBeVisible();
  await page.getByRole('link', { name: 'Create Cohort' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0);
  await page.getByLabel('Title').fill('ab');
  await page.getByLabel('Description').fill('Bought in January');
  await expect(page.getByText('Title must be at least 3 characters.')).toBeVisible();
  await expect(button(page, 'Create')).toBeDisabled();
  await page.getByLabel('Title').fill('January buyers');
  await button(page, 'Create').click();
  await expect(page.getByText('Cohort successfully created.')).toBeVisible();
  await page.goto(`${site.url}/cohorts?search=january`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await button(page, 'Update').click();
  await expect(page.getByText('Cohort successfully updated.')).toBeVisible();
});

test('settings: search, add, update, delete with its question, undo', {
  tag: ['@each-change', '@CFG-01', '@CFG-03', '@CFG-05', '@CFG-06', '@B12.5'],
}, async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await openAs(other, site, 'staff', `${site.url}/config-wizard`);
  await expect(other.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
  await other.context().close();
  await signIn(page, site, 'admin');
  await openScreen(page, 'Config Wizard');
  await page.getByLabel('Search settings').fill('nothing like it');
  await expect(page.getByText('No config found')).toBeVisible();
  await page.getByLabel('Search settings').fill('');
  const fresh = page.getByRole('form', { name: 'New config' });
  await fresh.getByLabel('Key').focus();
  await fresh.getByLabel('Value').focus();
  await expect(fresh.getByText('Key field is required.')).toBeVisible();
  await fresh.getByLabel('Key').fill('opening hours');
  await expect(fresh.getByText('Key is not valid.')).toBeVisible();
  await fresh.getByLabel('Key').fill('opening_hours');
  await expect(fresh.getByText('Value field is required.')).toBeVisible();
  await expect(fresh.getByRole('button', { name: 'Add' })).toBeDisabled();
  await fresh.getByLabel('Value').fill('08:00 to 17:00');
  await fresh.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('opening_hours value successfully created.')).toBeVisible();
  const row = page.getByRole('form', { name: 'opening_hours' });
  await expect(row.getByRole('button', { name: 'Update opening_hours' })).toBeDisabled();
  await row.getByLabel('Value').fill('07:00 to 19:00');
  await row.getByRole('button', { name: 'Update opening_hours' }).click();
  await expect(page.getByText('opening_hours value successfully updated.')).toBeVisible();
  await row.getByRole('button', { name: 'Delete opening_hours' }).click();
  await expect(page.getByText("Are you sure? You can't undo this action afterwards.")).toBeVisible();
  const removed = page.waitForRequest('**/api/config/delete');
  await button(page, 'Delete').click();
  expect(new URLSearchParams((await removed).postData() ?? '').get('base_version')).toBe('2');
  await Promise.all([
    expect(page.getByText('opening_hours has been deleted.')).toBeVisible(),
    expect(row).toHaveCount(0),
  ]);
  // K29: what "can't be undone" offers no Undo.
  await expect(button(page, 'Undo')).toHaveCount(0);
});

/** A 1 x 1 PNG. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a logo is sent under the label key of its record, then written into it', {
  tag: ['@each-change', '@BRAND-05', '@CAT-08', '@MFR-09', '@UI-18', '@UI-20', '@UI-21'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [path, record] of [
    ['/brands/brand_milo/update', ['brand', 'brand_milo']],
    ['/categories/category_1/update', ['category', 'category_1']],
    ['/manufacturers/maker_unilever/update', ['manufacturer', 'maker_unilever']],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: DOT });
    await expect(page.getByText('Please select a valid image file.')).toBeVisible();
    const written = page.waitForRequest(`**/api/${record[0]}/update`);
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: DOT });
    await expect(page.getByText('Image upload successful.')).toBeVisible();
    // B12.5: with the version that was seen.
    expect(new URLSearchParams((await written).postData() ?? '').get('base_version')).toMatch(/^\d+$/);
    await expect(page.locator('main img')).toBeVisible();
    const [model = '', id = ''] = record;
    const { rows } = (await site.api('admin', 'GET', 'audit_log/read_all', { page: '1', model: 'upload' })) as {
      rows: { record_id: string; record_label: string }[];
    };
    expect(rows[0]?.record_label).toContain(`${model}_${id} `);
    const [stored] = (await site.api('admin', 'GET', `${model}/read`, { _id: id })) as { upload_id: string }[];
    expect(stored?.upload_id).toBe(rows[0]?.record_id);
  }
});
