/** Products: the list, the forms of staff and of hubs, pictures, choosing for a hub, prices of several, files of new ones. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { apiUrl } from '#client/server/where.ts';
import { smallPicture } from '#domain/pictures.ts';
import { filterOptions, setFilter } from '../support/filterChip.ts';
import { jpeg, png } from '../support/images.ts';
import { openScreen } from '../support/menu.ts';
import { button } from '../support/onPage.ts';
import { openListActs } from '../support/rowMenu.ts';
import { exportedRows } from '../support/sheet.ts';
import { choose, installed, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

const HUB = 'hub_lagos_mushin';
/** Without those of a plot's own table. */
const heads = (page: Page) => page.getByRole('columnheader').and(page.locator(':not(figure *)'));
const rows = (page: Page, table = 'Products') => page.getByRole('table', { name: table }).locator('tbody tr');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

interface Product {
  _id: string;
  name: string;
  status: string;
  price: string;
  sellers: Record<string, { price: string; status: string }>;
  upload: { path: string };
}
const find = async (name: string) =>
  ((await site.api('admin', 'GET', 'product/read_all', { search: name })) as Product[]).find(
    (one) => one.name === name,
  );

/** A product that no hub sells yet, made where an earlier journey did not. */
async function unsold(): Promise<Product> {
  const name = 'Milo of the journey';
  if (!(await find(name))) {
    await site.api('admin', 'POST', 'product/create', {
      name,
      description: 'A tin of powder for a test',
      status: 'active',
      sku_id: 'JOURNEY-2',
      case_count: '24',
      mpu: '12',
      price: '16000.50',
      weight: '0',
      size: '0',
      brand_id: 'brand_milo',
    });
  }
  return (await find(name)) as Product;
}

test.describe(() => {
  test.use(noWorker);
  test('products: columns by role, filters, sizes, details, export', {
    tag: [
      '@each-change',
      '@PROD-01',
      '@PROD-02',
      '@PROD-03',
      '@PROD-04',
      '@PROD-05',
      '@PROD-06',
      '@PROD-07',
      '@PROD-08',
      '@PROD-09',
      '@PROD-10',
      '@PROD-12',
      '@PERM-48',
      '@UI-10',
      '@CONST-08',
    ],
  }, async ({ page }) => {
    await openAs(page, site, 'staff', `${site.url}/products?search=no+such+product`);
    await expect(page.getByText('No products found')).toBeVisible();
    await openScreen(page, 'Products');
    await expect(page.getByRole('heading', { name: 'Products (112)' })).toBeVisible();
    await expect(heads(page)).toHaveText([
      '#',
      'Image',
      'Name',
      'Status (MBPS)',
      'Case Count',
      'Sellers',
      'Cases in stock',
      'Actions',
    ]);
    await button(page, 'Export').click();
    await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(5);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rows(page).getByRole('link')).toHaveCount(20);
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
    await page.getByLabel('Search products').fill('MILÓ');
    await expect(page.getByRole('heading', { name: 'Products (5)' })).toBeVisible();
    await expect(rows(page).first().getByRole('img')).toHaveAccessibleName(
      'manufacturer active, brand active, product active, seller product active',
    );
    await page.getByText('Show details').click();
    await expect(heads(page)).toHaveText([
      '#',
      'Image',
      'Name',
      'Manufacturer',
      'Brand',
      'Status (MBPS)',
      'Case Count',
      'Sellers',
      'Cases in stock',
      'Actions',
    ]);
    await expect(rows(page).first().getByRole('link', { name: 'Milo', exact: true })).toHaveAttribute(
      'href',
      /^\/brands\/.+\/update$/,
    );
    expect(await filterOptions(field(page, 'Status'))).toEqual(['All', 'Active', 'Inactive']);
    await setFilter(field(page, 'Status'), 'inactive');
    await expect(page.getByText('No products found')).toBeVisible();
    await page.goto(`${site.url}/products`);
    const ofMaker = (await site.api('admin', 'GET', 'product/read_all', { search: 'milo' })) as {
      manufacturer: { _id: string; name: string };
    }[];
    const maker = ofMaker[0]?.manufacturer ?? { _id: '', name: '' };
    const made = (await site.api('admin', 'GET', 'product/read_all', { manufacturer_id: maker._id })) as unknown[];
    expect(made.length).toBeLessThan(112);
    await setFilter(page.getByRole('combobox', { name: 'Manufacturers' }), { label: maker.name });
    await expect(page.getByRole('heading', { name: `Products (${made.length})` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`manufacturers=${maker._id}`));
    await page.goto(`${site.url}/products`);
    await page.getByRole('combobox', { name: 'Brands' }).click();
    await page.getByLabel('Search brands').fill('knorr');
    await page.getByRole('option', { name: /^Knorr/ }).click();
    await expect(page.getByRole('heading', { name: 'Products (9)' })).toBeVisible();
    await expect(page).toHaveURL(/brands=/);
    await openListActs(page);
    await expect(page.getByRole('button', { name: 'Sales History' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create Product' })).toBeVisible();
  });

  test('the administrator also sees MPU and price, and exports the list price', {
    tag: ['@PERM-48', '@PROD-09'],
  }, async ({ page }) => {
    await openAs(page, site, 'admin', `${site.url}/products?search=milo`);
    await expect(heads(page)).toHaveText([
      '#',
      'Image',
      'Name',
      'Status (MBPS)',
      'Case Count',
      'MPU',
      'Price (NGN)',
      'Sellers',
      'Cases in stock',
      'Actions',
    ]);
    await expect(rows(page).filter({ hasText: 'Milo 400G' })).toContainText('₦68,750');
    await expect(rows(page).filter({ hasText: 'Milo 400G' })).toContainText('₦72,875');
    await button(page, 'Export').click();
    const ticks = page.getByRole('dialog').getByRole('checkbox');
    await expect(page.getByRole('dialog').locator('fieldset label')).toHaveText([
      'Name',
      'Manufacturer',
      'Brand',
      'Sellers',
      'Price',
      'Cases',
    ]);
    await expect(ticks.nth(4)).toBeChecked();
    await expect(ticks.nth(5)).not.toBeChecked();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export to Excel').click()]);
    expect(file.suggestedFilename()).toMatch(/^Products_.*\.xlsx$/);
  });

  test('a product: what is refused, created, updated, locked, missing', {
    tag: ['@each-change', '@PROD-15', '@PROD-16', '@PROD-17', '@PROD-18', '@PROD-19', '@PROD-20', '@UI-26', '@PERM-49'],
  }, async ({ page }) => {
    await openAs(page, site, 'staff', `${site.url}/products/none/update`);
    await expect(page.getByText('Product not found!')).toBeVisible();
    await expect(page.getByText('Please check the URL and try again.')).toBeVisible();
    await page.goto(`${site.url}/products/create`);
    await expect(field(page, 'Weight')).toHaveValue('0');
    await expect(field(page, 'Size')).toHaveValue('0');
    await expect(field(page, 'Status')).toHaveCount(0);
    await field(page, 'Name').fill('So');
    await field(page, 'Description').fill('Short');
    await field(page, 'SKU').fill('JOURNEY-1');
    await field(page, 'Case count').fill('24');
    await field(page, 'MPU').fill('7');
    await field(page, 'Price').fill('dear');
    await field(page, 'Weight').click();
    await field(page, 'Case count').click();
    await field(page, 'Size').click();
    for (const text of [
      'Name must be at least 3 characters.',
      'Description must be at least 10 characters.',
      'Price must be a number.',
    ])
      await expect(page.getByText(text)).toBeVisible();
    // K29: at the field that was changed; here both were.
    for (const name of ['Case count', 'MPU'])
      await expect(field(page, name)).toHaveAccessibleDescription(/Case count must be multiple of MPU/);
    await expect(button(page, 'Create')).toBeDisabled();
    await choose(page, 'Brand', 'Milo');
    await field(page, 'Name').fill('Milo of the journey');
    await field(page, 'Description').fill('A tin of powder for a test');
    await field(page, 'MPU').fill('6');
    await field(page, 'Price').fill('15000');
    await button(page, 'Create').click();
    await expect(page.getByText('Product successfully created', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Update Product' })).toBeVisible();
    for (const locked of ['SKU', 'MPU', 'Price']) await expect(field(page, locked)).not.toBeEditable();
    await field(page, 'Status').selectOption('inactive');
    await button(page, 'Update').click();
    await expect(page.getByText('Product successfully updated', { exact: true })).toBeVisible();
    expect((await find('Milo of the journey'))?.status).toBe('inactive');
    // PROD-03: what is not active is red and struck through.
    await page.goto(`${site.url}/products?search=milo+of+the+journey`);
    const dots = rows(page)
      .first()
      .getByRole('img', { name: /^manufacturer active, brand active, / });
    await expect(dots).toHaveAccessibleName(/, product inactive, seller product inactive$/);
    await expect(dots.locator('.text-good')).toHaveText(['M', 'B']);
    await expect(dots.locator('.text-bad.line-through')).toHaveText(['P', 'S']);
  });

  test('the administrator changes SKU, MPU and price of a product that exists', {
    tag: ['@PERM-49', '@PROD-19'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    const found = await find('Milo of the journey');
    await page.goto(`${site.url}/products/${found?._id}/update`);
    await field(page, 'SKU').fill('JOURNEY-2');
    await field(page, 'MPU').fill('12');
    await field(page, 'Price').fill('16000.50');
    await field(page, 'Status').selectOption('active');
    await button(page, 'Update').click();
    await expect(page.getByText('Product successfully updated', { exact: true })).toBeVisible();
    expect(await find('Milo of the journey')).toMatchObject({ price: '16000.50', status: 'active' });
  });

  test('tags: none, each kind once, changed, deleted', {
    tag: ['@PROD-22', '@PROD-23', '@CONST-25', '@UI-01'],
  }, async ({ page }) => {
    await signIn(page, site, 'staff');
    const found = await unsold();
    await page.goto(`${site.url}/products/${found._id}/update`);
    const tags = page.getByRole('region', { name: 'Tags' });
    await expect(tags.getByText('No product tags found for this product.')).toBeVisible();
    await tags.getByRole('button', { name: 'Add tag' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Tag').locator('option')).toHaveText([
      'Lower unit',
      'Higher unit',
      'Markup (%)',
      'Class',
    ]);
    await dialog.getByLabel('Tag').selectOption('MARKUP');
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    await dialog.getByLabel('Value').fill('much');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Markup must be a number.').first()).toBeVisible();
    await dialog.getByLabel('Value').fill('7.5');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Product tag successfully created.')).toBeVisible();
    await tags.getByRole('button', { name: 'Add tag' }).click();
    await expect(dialog.getByLabel('Tag').locator('option')).toHaveText(['Lower unit', 'Higher unit', 'Class']);
    await page.keyboard.press('Escape');
    await tags.getByRole('button', { name: 'Edit Markup (%)' }).click();
    await dialog.getByLabel('Value').fill('8');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Product tag successfully updated.')).toBeVisible();
    await expect(tags.getByText('8', { exact: true })).toBeVisible();
    await tags.getByRole('button', { name: 'Delete Markup (%)' }).click();
    await expect(page.getByText("Are you sure? You can't undo this action afterwards.")).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Product tag successfully deleted.')).toBeVisible();
    await expect(tags.getByText('No product tags found for this product.')).toBeVisible();
  });

  test('the switch sells with 500 and the list price; the form begins without a limit', {
    tag: ['@PROD-27', '@PROD-30', '@UI-26', '@CONST-18'],
  }, async ({ page }) => {
    await signIn(page, site, 'staff');
    const found = await unsold();
    await page.goto(`${site.url}/products/${found._id}/update`);
    const hubs = page.getByRole('region', { name: 'Hubs' });
    await hubs.getByRole('button', { name: 'Edit Wuse Hub' }).click();
    await expect(page.getByRole('dialog').getByLabel('Quantity')).toHaveValue('-1');
    // UI-26: a status only of what is sold already.
    await expect(page.getByRole('dialog').getByLabel('Status')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await hubs.locator('label', { hasText: 'Mushin Hub' }).click();
    await expect(page.getByText('Product status updated', { exact: true })).toBeVisible();
    await expect(hubs.getByRole('textbox', { name: 'Price at Mushin Hub' })).toHaveValue('16,000.50');
    const sold = { seller_id: HUB, product_id: found._id };
    expect(await site.api('admin', 'POST', 'seller_product/read_by_seller_product', sold)).toMatchObject({
      quantity: 500,
      status: 'active',
      mpu: 12,
    });
    await hubs.locator('label', { hasText: 'Mushin Hub' }).click();
    await expect
      .poll(
        async () =>
          ((await site.api('admin', 'POST', 'seller_product/read_by_seller_product', sold)) as Product).status,
      )
      .toBe('inactive');
  });

  test('a hub manager: his price and status, his form, his log', {
    tag: ['@PERM-50', '@PROD-11', '@PROD-28', '@PROD-29', '@PROD-31'],
  }, async ({ page }) => {
    await openAs(page, site, 'hubmanager', `${site.url}/products?search=milo+400g`);
    await expect(heads(page)).toHaveText([
      '#',
      'Image',
      'Name',
      'Status (MBPS)',
      'Case Count',
      'Price',
      'Status',
      'Cases in stock',
      'Actions',
    ]);
    await expect(page.getByRole('link', { name: 'Create Product' })).toHaveCount(0);
    await expect(
      page
        .getByRole('complementary')
        .or(page.getByRole('navigation', { name: 'Main' }))
        .first(),
    ).toBeVisible();
    await expect(page.getByText('Mushin Hub').first()).toBeVisible();
    await page.getByRole('link', { name: 'Milo 400G' }).click();
    await expect(page.getByRole('region', { name: 'Tags' })).toHaveCount(0);
    await expect(page.getByText('No product logs found.')).toBeVisible();
    await expect(field(page, 'SKU')).toHaveCount(0);
    await field(page, 'MPU').fill('7');
    await field(page, 'Quantity').fill('-2');
    await field(page, 'Market price').fill('lots');
    await field(page, 'Discount (%)').fill('original=5');
    await field(page, 'Price').fill('75000');
    await field(page, 'Quantity').click();
    for (const text of [
      'Case count must be multiple of MPU',
      'Quantity must be between -1 - 1000000',
      'Market price must be a number.',
      'The original price must be a number, not below the price.',
    ])
      await expect(page.getByText(text)).toBeVisible();
    await expect(button(page, 'Update')).toBeDisabled();
    await field(page, 'MPU').fill('6');
    await field(page, 'Quantity').fill('480');
    await field(page, 'Market price').fill('90000');
    await field(page, 'Discount (%)').fill('original=100000');
    await field(page, 'Quantity').click();
    await expect(field(page, 'Discount (%)')).toHaveValue('25');
    await button(page, 'Update').click();
    await expect(page.getByText('Product successfully updated', { exact: true })).toBeVisible();
    await expect(rows(page, 'Product logs').locator('td:nth-child(1)')).toHaveText([
      'Discount and market price',
      'Quantity',
      'Price',
      'MPU',
    ]);
    await expect(rows(page, 'Product logs').locator('td:nth-child(2)')).toHaveText([
      '25 % off, market price ₦90,000',
      '480',
      '₦75,000',
      '6',
    ]);
    await expect(rows(page, 'Product logs').first()).toContainText('Uche Eze');
    const milo = await find('Milo 400G');
    expect(milo?.sellers[HUB]?.price).toBe('75000.00');
    expect(new Set(Object.values(milo?.sellers ?? {}).map((one) => one.price)).size).toBe(2);
  });

  test('images of a product and a brand: refused, sent, shown in the list', {
    tag: ['@UI-18', '@UI-19', '@UI-20', '@UI-21', '@ERR-07', '@API-25'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    const milo = await find('Milo 400G');
    await page.goto(`${site.url}/products/${milo?._id}/update`);
    const input = page.locator('input[type=file]');
    const give = (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer });
    await give('list.pdf', 'application/pdf', Buffer.from('%PDF'));
    await expect(page.getByText('Please select a valid image file.')).toBeVisible();
    await give('big.png', 'image/png', Buffer.alloc(4_024_001));
    await expect(page.getByText('Max Upload size is 4MB only.')).toBeVisible();
    // The name says PNG, the bytes do not: the server's own words.
    const refused = page.waitForResponse('**/api/upload/upload');
    await give('text.png', 'image/png', Buffer.from('not a picture'));
    await refused;
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Please select a valid image file.' })
        .or(page.getByText('Please select a valid image file.'))
        .first(),
    ).toBeVisible();
    expect((await find('Milo 400G'))?.upload.path).toBe('shipped-product.png');
    // While one is under way the field takes no other.
    await expect(input).toBeEnabled();
    await give('tin.png', 'image/png', png({ width: 96, height: 96 }));
    await expect(page.getByText('Image upload successful.')).toBeVisible();
    const path = (await find('Milo 400G'))?.upload.path ?? '';
    expect(path).toMatch(/^[0-9a-f]{32}\.png$/);
    await expect(page.getByRole('img', { name: 'Milo 400G' })).toHaveAttribute('src', apiUrl(smallPicture(path, 96)));
    // Something typed is never lost to a new picture.
    await field(page, 'Name').fill('Milo 400G tin');
    await expect(page.getByText('Save or discard your changes first.')).toBeVisible();
    await expect(input).toBeDisabled();
    await button(page, 'Discard Changes').click();
    await page.goto(`${site.url}/products?search=milo+400g`);
    const shown = rows(page).locator('img[src^="/api/upload/small/96/"]');
    await expect(shown).toHaveJSProperty('complete', true);
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await page.goto(`${site.url}/brands?search=milo`);
    await page.getByRole('cell', { name: 'Milo', exact: true }).click();
    await give('logo.jpg', 'image/jpeg', jpeg());
    await expect(page.getByText('Image upload successful.')).toBeVisible();
    const brands = (await site.api('admin', 'GET', 'brand/read_all', { search: 'milo' })) as Product[];
    expect(brands[0]?.upload.path).toMatch(/^[0-9a-f]{32}\.jpg$/);
  });
});

test('choosing for a hub: by maker, a list of changes, a lost answer, each change once', {
  tag: ['@PROD-02', '@PROD-30'],
}, async ({ page }) => {
  await unsold();
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/products/choose`);
  // Nothing to tick yet, and what to do about it.
  await expect(page.locator('#screen').getByText('No hub chosen')).toBeVisible();
  await expect(button(page, 'Discard')).toHaveCount(0);
  await field(page, 'Hub').selectOption({ label: 'Wuse Hub' });
  await expect(page.getByRole('heading', { name: 'Products of Wuse Hub' })).toBeVisible();
  const makers = page.getByRole('region', { name: 'Manufacturers and brands' });
  const brand = makers.getByRole('checkbox', { name: /^Milo \(/ });
  // The product of this journey was never sold here: some of the brand.
  await expect(brand).toHaveJSProperty('indeterminate', true);
  await brand.click();
  await expect(brand).toBeChecked();
  await makers.getByRole('checkbox', { name: /^Knorr \(9\)/ }).uncheck();
  await button(page, 'Save 10 changes').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Milo of the journey' })).toContainText('Sell');
  site.portal(true);
  await dialog.getByRole('button', { name: 'Save 10 changes' }).click();
  await expect(
    page.getByText('This needs a connection. It will work again when you are online.').first(),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  site.portal(false);
  site.loseAnswer('seller_product/create_bulk');
  // An answer that is lost: the browser asks again by itself, or the person does. Either way nothing happens twice.
  const saved = page.getByText('Wuse Hub products successfully updated.');
  const again = dialog.getByRole('button', { name: /^(Save \d|Try again)/ });
  await expect(async () => {
    if ((await again.isVisible()) && (await again.isEnabled())) await again.click({ timeout: 1_000 });
    await expect(saved).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const own = (await site.api('admin', 'POST', 'seller_product/read_by_seller', { seller_id: 'hub_abuja_wuse' })) as {
    _id: string;
    status: string;
    quantity: number;
    version: number;
  }[];
  expect(own.filter((one) => one.status === 'inactive').map((one) => one.version)).toEqual(Array(9).fill(2));
  expect(own.filter((one) => one.quantity === 500)).toHaveLength(1);
});

test.describe(() => {
  test.use(noWorker);
  test('several prices at once: tried first, nothing kept, then saved', { tag: ['@PROD-28', '@PERM-49'] }, async ({
    page,
  }) => {
    await openAs(page, site, 'admin', `${site.url}/products?search=milo+sachet`);
    await openListActs(page);
    await button(page, 'Edit Several').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Percent').fill('ten');
    await expect(dialog.getByText('Percent must be a number.')).toBeVisible();
    await dialog.getByLabel('Percent').fill('10');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('1 product can be changed. Nothing is saved yet.')).toBeVisible();
    await expect(rows(page, 'Changes').first()).toContainText('₦22,825');
    expect((await find('Milo Sachet'))?.price).toBe('20750.00');
    await dialog.getByRole('button', { name: 'Save 1 product' }).click();
    await expect(dialog.getByText('1 product saved.')).toBeVisible();
    expect((await find('Milo Sachet'))?.price).toBe('22825.00');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.goto(`${site.url}/products?search=milo`);
    await openListActs(page);
    await button(page, 'Edit Several').click();
    await dialog.getByLabel('Change').selectOption('inactive');
    await dialog.getByLabel('Where').selectOption({ label: 'Bódìjà Hub' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('5 products can be changed. Nothing is saved yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save 5 products' }).click();
    await expect(dialog.getByText('5 products saved.')).toBeVisible();
    expect((await find('Milo Sachet'))?.sellers.hub_ibadan_bodija?.status).toBe('inactive');
  });

  test('a file of new products: no rows, bad cells, what is written, what is downloaded', {
    tag: ['@each-change', '@PROD-37', '@PROD-38', '@PROD-39', '@PROD-40'],
  }, async ({ page }) => {
    // 500 rows are checked and written.
    test.slow();
    await signIn(page, site, 'staff');
    const brand = ((await site.api('admin', 'GET', 'brand/read_all', { search: 'milo' })) as Product[])[0]?._id ?? '';
    await page.goto(`${site.url}/products/create?type=bulk&brand_id=${brand}&brand_name=Milo`);
    const give = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const HEAD = 'sku,name,description,case_count,mpu,price,weight,size,status\n';
    // D13: the SKUs of the file are asked about, not all products.
    const paths: string[] = [];
    page.on('request', (request) => {
      // A desk keeps one page of the list by itself (decision 1391).
      if (/\/product\/read_(all(?!\?.*\bpage=)|skus)/.test(request.url())) paths.push(new URL(request.url()).pathname);
    });
    const none = page.getByText('No products found, please check the file and try again.');
    await give('');
    await expect(none).toBeVisible();
    await give(HEAD);
    await expect(page.getByText(/0 rows can be saved/)).toBeVisible();
    await expect(none).toBeVisible();
    const good = Array.from(
      { length: 500 },
      (_, n) => `FILE-${n},File milo ${n},Milo number ${n} of a file,24,6,"+1,${100 + n}.50",0,0,active`,
    );
    await give(
      `${HEAD}${good.join('\r\n')}\r\n,No code at all,A product without a code,12,1,900,0,0,inactive\r\nX,Wrong,too short,24,7,free,0,0,\r\nY,Eight cells only,Description of it,24,6,1,0,0\r\n`,
    );
    await expect(page.getByText(/501 rows can be saved, 2 rows cannot/)).toBeVisible();
    expect(new Set(paths)).toEqual(new Set(['/api/product/read_skus']));
    await expect(rows(page, 'Wrong cells')).toContainText(['Description must be at least 10 characters.']);
    await expect(rows(page, 'Wrong cells').filter({ hasText: 'This row has 8 cells.' })).toHaveCount(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2 rows with wrong cells' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('Eight cells only');
    const sizes: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/product/create_bulk'))
        sizes.push(new URLSearchParams(request.postData() ?? '').getAll('name[]').length);
    });
    await button(page, 'Save 501 rows').click();
    await expect(page.getByText('501 products uploaded successfully, 0 failed.')).toBeVisible({ timeout: 180_000 });
    expect(sizes).toEqual([120, 120, 120, 120, 21]);
    expect(await find('File milo 7')).toMatchObject({ price: '1107.50', status: 'active' });
    expect(await find('No code at all')).toMatchObject({ price: '900.00', status: 'inactive' });
    // More than 500 products by now: the list holds one page, and a search asks the server.
    await page.goto(`${site.url}/products`);
    await expect(page.getByRole('heading', { name: /^Products \(6\d\d\)$/ })).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    const searched = page.waitForRequest((request) => /product\/read_all\?.*search=milo\+499/.test(request.url()));
    await page.getByLabel('Search products').fill('milo 499');
    await searched;
    await expect(rows(page)).toHaveCount(1);
  });
});

test('a file that was stopped and taken up again: one message at its end, with what was written before the stop', {
  tag: ['@PROD-40'],
}, async ({ browser }) => {
  test.slow();
  // Requests of a worker would pass by the delay.
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'staff');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sizes: number[] = [];
  await page.route('**/api/product/create_bulk', async (route) => {
    sizes.push(new URLSearchParams(route.request().postData() ?? '').getAll('name[]').length);
    if (sizes.length === 1) await held;
    await route.continue();
  });
  await page.goto(`${site.url}/products/create?type=bulk&brand_id=brand_milo&brand_name=Milo`);
  const lines = Array.from(
    { length: 130 },
    (_, n) => `STOP-${n},Stopped milo ${n},Number ${n} of a stopped file,24,6,900,0,0,active`,
  );
  await page.locator('input[type=file]').setInputFiles({
    name: 'stopped.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sku,name,description,case_count,mpu,price,weight,size,status\n${lines.join('\n')}\n`),
  });
  await expect(page.getByText(/130 rows can be saved/)).toBeVisible();
  // Taken by a colleague after the dry run: the first batch has a row that the server refuses.
  await site.api('admin', 'POST', 'product/create', {
    name: 'A colleague was quicker',
    description: 'With the code of a row of the file',
    status: 'active',
    sku_id: 'STOP-7',
    case_count: '24',
    mpu: '6',
    price: '900',
    weight: '0',
    size: '0',
    brand_id: 'brand_milo',
  });
  await button(page, 'Save 130 rows').click();
  await button(page, 'Stop').click();
  await expect(button(page, 'Stopping…')).toBeDisabled();
  release();
  await expect(
    page.getByText('119 rows saved of 130, 1 refused. Stopped. The rows that were saved stay'),
  ).toBeVisible();
  const toast = page.getByText(/products uploaded successfully/);
  expect(sizes).toEqual([120]);
  // Nothing is said of a file that is not at its end; what was written is there.
  await expect(toast).toHaveCount(0);
  expect(await find('Stopped milo 119')).toMatchObject({ price: '900.00' });
  expect(await find('Stopped milo 120')).toBeUndefined();
  // In the middle of a file a touch beside it asks first (B12.8): the verdicts of its rows would be gone.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
  await button(page, 'Continue').click();
  await expect(toast).toHaveText('129 products uploaded successfully, 1 failed.');
  expect(sizes).toEqual([120, 10]);
  expect(await find('Stopped milo 129')).toMatchObject({ price: '900.00' });
  await page.context().close();
});

test.describe(() => {
  test.use(noWorker);
  test('sales history: who, measures, months of this year, search, export', {
    tag: ['@PROD-33', '@PROD-34', '@PROD-35', '@PROD-36'],
  }, async ({ page }) => {
    await openAs(page, site, 'rep1', `${site.url}/products/history`);
    await expect(page.getByText('Unauthorized Access!')).toBeVisible();
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    const other = await page.context().browser()?.newContext();
    if (!other) throw new Error('No browser');
    const fresh = await other.newPage();
    await openAs(fresh, site, 'care', `${site.url}/products`);
    // K29: over the list, which stays; from there as a page, too.
    await fresh.getByRole('button', { name: 'Sales History' }).click();
    const dialog = fresh.getByRole('dialog', { name: 'Sales History' });
    await expect(dialog.getByRole('table', { name: 'Sales history' })).toBeVisible();
    await expect(dialog.getByLabel('Measure', { exact: true })).toHaveValue('units');
    await expect(fresh).toHaveURL(`${site.url}/products`);
    await dialog.getByRole('link', { name: 'Open as a page' }).click();
    await expect(fresh.getByLabel('Measure', { exact: true })).toHaveValue('units');
    await expect(fresh.getByLabel('Measure', { exact: true }).locator('option')).toHaveText([
      'Unit Count',
      'Case Count',
      'Value (NGN)',
      // K7: what was billed beside the goods.
      'Adjustments (NGN)',
      'Billed (NGN)',
    ]);
    const year = new Date(Date.now() + 3_600_000).getUTCFullYear();
    const months = fresh.getByRole('group', { name: `Months of ${year}` });
    const names = 'January February March April May June July August September October November December'.split(' ');
    await expect(months.locator('label')).toHaveText(['Choose all', ...names]);
    await expect(months.getByRole('checkbox', { checked: true })).toHaveCount(13);
    await expect(heads(fresh)).toHaveText(['#', 'Product', ...names, 'Total']);
    await expect(fresh.getByLabel('Rows per page').locator('option').last()).toHaveText('300');
    // PROD-36: the figures of this year, in each measure, on screen and in a file.
    const history = (await site.api('care', 'POST', 'product/history', { as_csv: 'false', year: String(year) })) as {
      products: {
        name: string;
        case_count: number;
        brand: { name: string };
        manufacturer: { name: string };
        years: Record<string, Record<string, { count: number; value: string }>>;
      }[];
    };
    const one = history.products.find((row) => row.case_count > 1);
    if (!one) throw new Error('The demo sold nothing by the case');
    const sums = Object.values(one.years[String(year)] ?? {});
    const units = sums.reduce((sum, month) => sum + month.count, 0);
    const naira = sums.reduce((sum, month) => sum + Number(month.value), 0);
    const search = fresh.getByLabel('Search by product, brand or manufacturer');
    await search.fill(one.name);
    const row = rows(fresh, 'Sales history').filter({ has: fresh.getByText(one.name, { exact: true }) });
    const total = async () => Number((await row.locator('td').last().textContent())?.replace(/[^\d.]/g, ''));
    for (const [measure, figure] of [
      ['units', units],
      ['cases', Math.round((units * 10) / one.case_count) / 10],
      ['value', naira],
    ] as const) {
      await fresh.getByLabel('Measure', { exact: true }).selectOption(measure);
      await expect.poll(total, measure).toBeCloseTo(figure, 1);
    }
    const file = await exportedRows(fresh);
    const head = file.findIndex((cells) => cells[0] === 'Product');
    expect(file[head]).toEqual(['Product', 'Brand', 'Manufacturer', ...names, 'Total']);
    expect(
      file
        .slice(head + 1)
        .find((cells) => cells[0] === one.name)
        ?.at(-1),
    ).toBeCloseTo(naira, 1);
    for (const part of ['brand', 'manufacturer'] as const) {
      await search.fill(one[part].name);
      const found = history.products.filter((sold) => sold[part].name === one[part].name).length;
      await expect.poll(() => rows(fresh, 'Sales history').count()).toBeGreaterThanOrEqual(Math.min(20, found));
      await expect(row).toHaveCount(1);
    }
    await months.getByRole('checkbox', { name: 'Feb' }).uncheck();
    await expect(heads(fresh)).toHaveText(['#', 'Product', ...names.filter((name) => name !== 'February'), 'Total']);
    await expect(months.getByRole('checkbox', { name: 'Choose all' })).toHaveJSProperty('indeterminate', true);
    await months.getByRole('checkbox', { name: 'Choose all' }).click();
    await expect(months.getByRole('checkbox', { name: 'Feb' })).toBeChecked();
    await search.fill('no such product');
    await expect(fresh.getByText('No products history found')).toBeVisible();
    await other.close();
  });
});

test('a product without a photo has a drawn pack in the colours of its brand, also without a server', async ({
  page,
}) => {
  await signIn(page, site, 'staff');
  await installed(page);
  await page.goto(`${site.url}/products?search=Knorr+Chicken+Cubes`);
  const pack = rows(page).first().locator('.pack');
  // The carton, in the green of the brand.
  const drawing = () => pack.evaluate((tile) => getComputedStyle(tile).backgroundImage);
  await expect.poll(drawing).toContain('%2313814a');
  expect(await pack.evaluate((tile) => tile.getBoundingClientRect().width)).toBeGreaterThan(20);
  await site.stopServer();
  try {
    await page.reload();
    await expect.poll(drawing).toContain('%2313814a');
  } finally {
    await site.startServer();
  }
});

test('while the list stands still, the file of the form comes, so that a press opens it without waiting for one', {
  tag: ['@PROD-01'],
}, async ({ page }) => {
  const isThere = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/assets\/form-[^/]*\.js$/.test(name)),
    );
  await signIn(page, site, 'staff');
  await installed(page);
  await page.goto(`${site.url}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  expect(await isThere()).toBe(false);
  await page.goto(`${site.url}/products`);
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(isThere).toBe(true);
});
