/** Warehouses from their first stock on: counting by hand and by file, what is in them, who changed what. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { setFilter } from '../support/filterChip.ts';
import { exportedRows } from '../support/sheet.ts';
import { choose, openAs, signIn, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by the delays that this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

interface Product {
  _id: string;
  name: string;
  sku_id: string;
  case_count: number;
  brand_id: string;
}
const productsOf = async () => (await site.api('admin', 'GET', 'product/read_all')) as Product[];

async function warehouseOf(name: string): Promise<string> {
  const found = (await site.api('admin', 'GET', 'warehouse/read_all', { search: name, page: '1' })) as {
    rows: { _id: string }[];
  };
  return found.rows[0]?._id ?? '';
}
async function stockOf(warehouse: string): Promise<Map<string, number>> {
  const rows = (await site.api('admin', 'POST', 'warehouse_product/read_by_warehouse', {
    warehouse_id: warehouse,
  })) as { product_id: string; quantity: number }[];
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}
/** A new, empty one, of an associate who has none yet. */
async function emptyWarehouse(): Promise<string> {
  const people = (await site.api('admin', 'GET', 'sales_officer/read_all')) as { _id: string; name: string }[];
  const taken = (await site.api('admin', 'GET', 'warehouse/read_all')) as { parent: { _id: string } }[];
  const one = people.find((person) => !taken.some((row) => row.parent._id === person._id));
  const fields = { status: 'active', parent_type: 'sales_officer', parent: one?._id ?? '' };
  return (await site.api('admin', 'POST', 'warehouse/create', fields)) as string;
}
const upload = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: typeof content === 'string' ? Buffer.from(content) : content,
  });

test('people who may not count see no link and no screen for it', { tag: ['@B2.10', '@PERM-46'] }, async ({ page }) => {
  const hub = await warehouseOf('Mushin');
  await openAs(page, site, 'officer1', `${site.url}/warehouses/${hub}/products`);
  await expect(page.getByRole('heading', { name: 'Mushin Hub' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Count stock' })).toHaveCount(0);
  await page.goto(`${site.url}/warehouses/${hub}/opening`);
  await expect(page.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
});

test('first stock by a file: nothing before the dry run, every bad cell named, then a verdict per row', {
  tag: ['@B2.10', '@F12'],
}, async ({ page }) => {
  const [first, second, third, fourth] = await productsOf();
  if (!first || !second || !third || !fourth) throw new Error('The demo has no products');
  const warehouse = await emptyWarehouse();
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse}/opening`);
  await expect(page.getByText('Many products from a file')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Refused as a whole first.
  await upload(page, 'stock.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(page.getByRole('alert')).toContainText('This is an Excel file.');
  await upload(page, 'empty.csv', '');
  await expect(page.getByRole('alert')).toContainText('The file is empty.');
  await upload(page, 'other.csv', 'Colour,Size\nred,2\n');
  await expect(page.getByRole('alert')).toContainText('The file has no column "SKU" or "Product".');

  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  expect(readFileSync(await (await template).path(), 'utf8')).toContain('SKU,Product,Cases,Units,Buy price,Note');

  // Windows-1252, semicolons, a title and a blank row above the headings, as an accountant's spreadsheet writes it.
  const lines = [
    'Stock of May – Mushin',
    '',
    'SKU;Product;Cases;Units;Buy price;Note',
    `${first.sku_id};;12;5;9000.50;shelf A`,
    'NO-SUCH-1;;1;;;',
    `${second.sku_id};;;2,5;;`,
    `${third.sku_id};;1;;9,50;`,
    `${fourth.sku_id};;0;7;;"=HYPERLINK(""http://x"")"`,
    `${first.sku_id};;1;;;`,
  ];
  await upload(page, 'may.csv', Buffer.from(lines.join('\r\n').replace('–', '\u0096'), 'latin1'));
  await expect(
    page.getByText('may.csv: 2 rows can be saved, 4 rows cannot: 4 wrong cells. Nothing is saved yet.'),
  ).toBeVisible();
  await expect(page.getByText('Read as Windows-1252, separated by semicolons.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Wrong cells' }).getByRole('row')).toHaveText([
    'RowColumnIn the fileWhyExpected',
    /^5SKU \(A\)NO-SUCH-1There is no product with this SKU or barcode\.the SKU or barcode of a product$/,
    /^6Units \(D\)2,5Use a point for decimals\. Type 2\.5 if you mean that\.single units/,
    /^7Buy price \(E\)9,50Use a point for decimals\. Type 9\.50? if you mean that\.what a case was bought for/,
    /^9SKU \(A\).+ is already in row 4\./,
  ]);
  expect(await violations(page)).toEqual([]);
  expect((await stockOf(warehouse)).size).toBe(0);

  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(page.getByText('2 rows saved of 2.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows' }).getByText('Saved', { exact: true })).toHaveCount(2);
  expect(await stockOf(warehouse)).toEqual(
    new Map([
      [first._id, 12 * first.case_count + 5],
      [fourth._id, 7],
    ]),
  );
  const rest = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 4 rows not saved' }).click();
  const text = readFileSync(await (await rest).path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(6);
  expect(text).toContain('SKU,Product,Cases,Units,Buy price,Note,Row,Problem');
  expect(text).toContain(
    'SKU (A): There is no product with this SKU or barcode. Expected: the SKU or barcode of a product.',
  );

  // The same file again: the books say that already.
  await upload(page, 'may.csv', lines.slice(2, 4).join('\n'));
  await expect(
    page.getByText('may.csv: 0 rows can be saved, 1 row would change nothing. Nothing is saved yet.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 0 rows' })).toBeDisabled();
});

test('a long file: progress, a stop between batches, a lost answer, and every row once', {
  tag: ['@B2.10', '@SYNC-26'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  const [sample] = await productsOf();
  if (!sample) throw new Error('The demo has no products');
  // 270 products of their own: three batches of 125, 125 and 20.
  const made: string[] = [];
  for (let at = 0; at < 270; at += 1) {
    const name = `Counted product ${String(at).padStart(3, '0')}`;
    made.push(
      (await site.api('admin', 'POST', 'product/create', {
        name,
        description: 'Made by a journey for counting',
        status: 'active',
        sku_id: `CNT-${at}`,
        case_count: '4',
        mpu: '1',
        price: '1000',
        weight: '0',
        size: '0',
        brand_id: sample.brand_id,
      })) as string,
    );
  }
  const warehouse = await emptyWarehouse();
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse}/opening`);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route('**/api/warehouse_log/adjust_bulk', async (route) => {
    calls += 1;
    if (calls === 1) await held;
    if (calls !== 2) return route.continue();
    // The second batch is done by the server, and its answer is lost on the way.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await upload(page, 'long.csv', `SKU,Units\n${made.map((_id, at) => `CNT-${at},${at + 1}`).join('\n')}\n`);
  await page.getByRole('button', { name: 'Save 270 rows' }).click();
  await expect(page.getByText('0 rows saved of 270')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
  release();
  // The batch under way is finished, the next is not begun.
  await expect(page.getByText('125 rows saved of 270. Stopped. The rows that were saved stay')).toBeVisible();
  expect((await stockOf(warehouse)).size).toBe(125);
  await expect(page.getByRole('button', { name: 'Download 145 rows not saved' })).toBeVisible();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('The server did not answer.');
  // It was done all the same; asking again with the same keys tells so and does nothing twice.
  await expect.poll(async () => (await stockOf(warehouse)).size).toBe(250);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('270 rows saved of 270.')).toBeVisible();
  const stock = await stockOf(warehouse);
  expect(made.map((id) => stock.get(id))).toEqual(made.map((_id, at) => at + 1));
  const logs = (await site.api('admin', 'POST', 'warehouse_log/read_by_warehouse', {
    warehouse_id: warehouse,
  })) as unknown[];
  expect(logs).toHaveLength(270);
});

test('one product by hand with a reason; the history says who changed what, from and to', {
  tag: ['@B2.10', '@B12.2'],
}, async ({ page }) => {
  const [product] = await productsOf();
  if (!product) throw new Error('The demo has no products');
  const warehouse = await emptyWarehouse();
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse}/products`);
  await page.getByRole('link', { name: 'Count stock' }).click();
  await page.getByLabel('Reason').selectOption({ label: 'Found' });
  await choose(page, 'Product', product.name);
  await expect(page.getByText('In the books: 0 cases')).toBeVisible();
  await expect(page.getByLabel('Buy price per case (NGN)')).toHaveCount(0);
  const save = page.getByRole('button', { name: 'Save count' });
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Units', exact: true }).click();
  await page.getByLabel('Counted', { exact: true }).fill('3*2');
  await page.getByLabel('Counted', { exact: true }).blur();
  await save.click();
  await expect(page.getByText('Stock successfully updated.')).toBeVisible();
  expect((await stockOf(warehouse)).get(product._id)).toBe(6);

  await page.goto(`${site.url}/warehouses/${warehouse}/update`);
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await expect(page.getByText('1 products are still in this warehouse.')).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Warehouse successfully updated.')).toBeVisible();
  await page.goto(`${site.url}/warehouses/${warehouse}/update`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Last changed by Adaeze Admin');
  await history.getByRole('button', { name: 'Show history' }).click();
  await expect(history).toContainText('Adaeze Admin changed');
  await expect(history).toContainText('Status from Active to Inactive');
  await expect(history).toContainText(`Adaeze Admin counted ${product.name}`);
  await expect(history).toContainText('Quantity from 0 units to 6');
  await expect(history).toContainText('Reason: Found');
  expect(await violations(page)).toEqual([]);
});

test('the last change is told to everyone, the log to the administrator alone', { tag: ['@B12.2'] }, async ({
  page,
}) => {
  const hub = await warehouseOf('Mushin');
  await openAs(page, site, 'officer1', `${site.url}/warehouses/${hub}/update`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Last changed by');
  await expect(history.getByRole('button')).toHaveCount(0);
});

test('the products of a warehouse and its logs, and their export', {
  tag: ['@each-change', '@WH-16', '@WH-17', '@WH-18', '@WH-19', '@WH-20', '@WH-21', '@WH-22', '@WH-26'],
}, async ({ page }) => {
  const hub = await warehouseOf('Mushin');
  await openAs(page, site, 'admin', `${site.url}/warehouses/${hub}/products`);
  const left = page.getByRole('region', { name: 'Products', exact: true }).first();
  const right = page.getByRole('region', { name: 'Logs' });
  await expect(left.getByRole('row')).toHaveCount(21);
  await expect(page.getByRole('region', { name: 'Owner' })).toContainText('Mushin Hub');
  await expect(page.getByRole('region', { name: 'Owner' })).toContainText('Seller');
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/warehouses/${hub}/update`);

  // Side by side.
  const [a, b] = [await left.boundingBox(), await right.boundingBox()];
  expect(a && b && b.x >= a.x + a.width).toBe(true);

  const rows = (await site.api('admin', 'POST', 'warehouse_product/read_by_warehouse_available', {
    warehouse_id: hub,
  })) as {
    product: { name: string; brand: { _id: string; name: string }; manufacturer: { _id: string; name: string } };
  }[];
  const [one] = rows;
  if (!one) throw new Error('The demo hub is empty');
  const heading = (n: number) => left.getByRole('heading', { name: `Products (${n})` });
  await expect(heading(rows.length)).toBeVisible();
  const chip = (label: string) => left.getByRole('combobox', { name: label, exact: true });
  const tick = (label: string, name: string) => setFilter(chip(label), { label: name });
  const clear = (label: string) => setFilter(chip(label), '');
  await tick('Manufacturers', one.product.manufacturer.name);
  await expect(page).toHaveURL(/manufacturers=/);
  const ofMaker = rows.filter((row) => row.product.manufacturer._id === one.product.manufacturer._id);
  await expect(heading(ofMaker.length)).toBeVisible();
  await tick('Brands', one.product.brand.name);
  await expect(heading(ofMaker.filter((row) => row.product.brand._id === one.product.brand._id).length)).toBeVisible();
  await clear('Manufacturers');
  await clear('Brands');
  await page.getByLabel('Search products').fill('no such thing');
  await expect(page.getByText('No products found in warehouse')).toBeVisible();
  await page.getByLabel('Search products').fill('');
  await expect(heading(rows.length)).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await expect(dialog.getByLabel('Products', { exact: true })).toBeChecked();
  await expect(dialog.getByLabel('Quantity', { exact: true })).toBeChecked();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Warehouse products_.*\.xlsx$/);

  // Fifty of more than fifty; search by reference and by product.
  await expect(right.getByRole('heading', { name: 'Logs (50+)' })).toBeVisible();
  await expect(right.getByRole('listitem')).toHaveCount(50);
  const entry = right.getByRole('listitem').first();
  await expect(entry).toContainText(/PO-[A-Z2-9]{8} · \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/);
  await expect(entry).toContainText(/Buy ₦[\d,.]+ · Sell ₦[\d,.]+/);
  await expect(entry).toContainText(/[+−-][\d,]+\.\d{2}$/);
  const link = entry.getByRole('link');
  const ref = (await link.textContent()) ?? '';
  await expect(link).toHaveAttribute('href', `/purchase-orders/${ref}?is_ref=true`);
  await page.getByLabel('Search logs').fill(ref.toLowerCase());
  await expect(right.getByRole('heading', { name: /^Logs \([1-4]?\d\)$/ })).toBeVisible();
  for (const text of await right.getByRole('link').allTextContents()) expect(text).toBe(ref);
  await page.getByLabel('Search logs').fill('no such thing');
  await expect(page.getByText('No logs found')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // How long goods last, at the rate of the server's answer; what ends first stands first.
  const pace = (await site.api('admin', 'POST', 'warehouse_product/read_pace', { warehouse_id: hub })) as unknown[];
  expect(pace.length).toBeGreaterThan(0);
  await left.getByRole('button', { name: 'Lasts' }).click();
  await expect(left.getByRole('row').nth(1)).toContainText(/\d+ days?/);

  // Every movement by day: its words, hour, person and balance; a row leads to the product.
  await page.getByRole('tab', { name: 'Movements' }).click();
  const moved = page.getByRole('table', { name: 'Movements' });
  await expect(moved.getByRole('columnheader')).toHaveText([
    'Hour',
    'What happened',
    'Reference',
    'Product',
    'Cases',
    'Balance',
    'By',
  ]);
  const [log] = (await site
    .api('admin', 'POST', 'warehouse_log/read_by_warehouse', {
      ...{ warehouse_id: hub, page: '1', per_page: '1' },
    })
    .then((answer) => (answer as { rows: unknown[] }).rows)) as {
    product: { _id: string; name: string; case_count: number };
    created_by: { name: string } | null;
    balance_after: number;
  }[];
  const first = moved
    .getByRole('row')
    .filter({ has: page.locator('time') })
    .first();
  await expect(first).toContainText(/^\d\d:\d\d(Received|Rejected|Issued|Returned|Moved|Counted|Opening)/);
  await expect(first).toContainText(log?.product.name ?? 'a product');
  await expect(first).toContainText(log?.created_by?.name ?? 'The system');
  await expect(first).toContainText(/[+−][\d,]/);
  await setFilter(page.getByLabel('What', { exact: true }), { label: 'Received' });
  await expect(page).toHaveURL(/kind=shipment_in/);
  // The rows of before stand until the answer is there.
  await expect(moved.getByText('Issued to')).toHaveCount(0);
  for (const text of await moved.locator('tbody tr:not(.group-head)').allInnerTexts())
    expect(text).toContain('Received from');
  expect(await violations(page)).toEqual([]);
  await moved
    .locator('tbody tr:not(.group-head)')
    .first()
    .click({ position: { x: 8, y: 8 } });
  await expect(page).toHaveURL(/\/products\/[^/]+\/update\?tab=overview$/);
});

test('the owners follow the type; until those of the type are there none can be chosen', { tag: ['@WH-12'] }, async ({
  page,
}) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/distributor/read_all*', async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, site, 'admin', `${site.url}/warehouses/create`);
  const type = page.getByLabel('Warehouse type');
  const owner = page.getByRole('combobox', { name: 'Warehouse owner' });
  await expect(owner).toBeDisabled();
  await expect(owner).toHaveAttribute('placeholder', 'Choose a type first');
  await type.selectOption({ label: 'Distributor' });
  await expect(owner).toHaveAttribute('placeholder', 'Loading…');
  await expect(owner).toBeDisabled();
  // Another list is no reason to wait for this one.
  await type.selectOption({ label: 'Seller' });
  await expect(owner).toBeEnabled();
  await owner.click();
  await expect(page.getByRole('option', { name: 'Wuse Hub' })).toBeVisible();
  await page.keyboard.press('Escape');
  await type.selectOption({ label: 'Distributor' });
  await expect(owner).toBeDisabled();
  release();
  await expect(owner).toBeEnabled();
  await expect(owner).toHaveAttribute('placeholder', 'Choose an owner');
  await owner.click();
  await expect(page.getByRole('option', { name: 'FreshCup Beverages' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Wuse Hub' })).toHaveCount(0);
});

test('the products of a warehouse in a file: product and cases, one decimal where the screen has two', {
  tag: ['@WH-18', '@UI-23'],
}, async ({ page }) => {
  // Three cases and a unit of a dozen, and whole cases of another.
  const [odd, even] = (await productsOf()).filter((one) => one.case_count === 12);
  if (!odd || !even) throw new Error('The demo has no products by the dozen');
  const warehouse = await emptyWarehouse();
  for (const [product, counted] of [
    [odd, 37],
    [even, 24],
  ] as const)
    await site.api('admin', 'POST', 'warehouse_log/adjust', {
      warehouse_id: warehouse,
      reason: 'found',
      product_id: product._id,
      counted: String(counted),
    });
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse}/products`);
  const row = (name: string) =>
    page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: name });
  await expect(row(odd.name).getByRole('cell', { name: '3.08', exact: true }).first()).toBeVisible();
  await expect(row(even.name).getByRole('cell', { name: '2.00', exact: true }).first()).toBeVisible();
  const rows = await exportedRows(page);
  const head = rows.findIndex((cells) => cells[0] === 'Products');
  expect(rows[head]).toEqual(['Products', 'Quantity']);
  expect(rows.slice(head + 1).sort()).toEqual(
    [
      [odd.name, 3.1],
      [even.name, 2],
    ].sort(),
  );
});

test('logs only with view_warehouse_logs, the screen only with view_warehouses', {
  tag: ['@WH-16', '@WH-20', '@PERM-46'],
}, async ({ page, browser }) => {
  const hub = await warehouseOf('Mushin');
  await openAs(page, site, 'staff', `${site.url}/warehouses/${hub}/products`);
  await expect(page.getByRole('region', { name: 'Owner' })).toContainText('Mushin Hub');
  await expect(page.getByRole('region', { name: 'Logs' })).toHaveCount(0);
  const other = await (await browser.newContext()).newPage();
  await openAs(other, site, 'care', `${site.url}/warehouses/${hub}/products`);
  await expect(other.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
  await other.context().close();
});

test('the address holds the whole report: page, size, search, type, warehouse, products, dates; a row of now asks for its entries', {
  tag: ['@each-change', '@REP-06', '@REP-05', '@REP-12'],
}, async ({ page }) => {
  const hub = await warehouseOf('Mushin');
  // K23: the log rows of a report are told to who may see logs.
  await signIn(page, site, 'officer1');
  const to = Math.floor(Date.now() / 86_400_000) * 86_400 + 86_400 - 3_660;
  const from = to + 60 - 60 * 86_400;
  const address = `${site.url}/inventory/report?context=stock_issued&warehouses=${hub}&from_timestamp=${from}&to_timestamp=${to}`;
  await page.goto(`${address}&per_page=5&page=2`);
  const table = page.getByRole('table', { name: 'Stock Issued' });
  await expect(table.locator('tbody tr')).toHaveCount(5);
  await expect(table.locator('tbody tr').first()).toContainText(/^6/);
  await expect(page.getByRole('tab', { name: 'Stock Issued' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'Warehouse' })).toHaveValue('Mushin Hub HUB');
  const name = (await table.locator('tbody tr').first().locator('td').nth(1).textContent()) ?? '';
  await choose(page, 'Product', name);
  await expect(page).toHaveURL(/products=/);
  await expect(page).not.toHaveURL(/page=2/);
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(table).toContainText(name);
  const shared = page.url();
  await page.goto(`${site.url}/`);
  await page.goto(shared);
  await expect(table.locator('tbody tr')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await choose(page, 'Product', 'All products');
  await page.getByLabel('Search products').fill('zzzz');
  await expect(page).toHaveURL(/search=zzzz/);
  await expect(page.getByText('No entries found')).toBeVisible();

  // A report of now carries no entries: they come by a call of their own.
  await page.goto(`${site.url}/inventory/report?context=current_inventory&warehouses=${hub}`);
  // REP-05: twenty of them at first.
  await expect(page.getByRole('table', { name: 'Current Inventory' }).locator('tbody tr')).toHaveCount(20);
  const response = page.waitForResponse('**/api/warehouse_log/report_entries*');
  await page.getByRole('table', { name: 'Current Inventory' }).locator('tbody tr').first().click();
  expect((await response).status()).toBe(200);
  const entries = page.getByRole('dialog').getByRole('table', { name: 'Entries' });
  await expect(entries.locator('tbody tr').first()).toContainText(/[+−-]\d/);
});

test('a long export shows how far it is and can be stopped', { tag: ['@B4.11'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/warehouses`);
  await expect(page.getByRole('heading', { name: /^Warehouses \(\d+\)$/ })).toBeVisible();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/warehouse/read_all?*per_page=500*', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  const start = dialog.getByRole('button', { name: 'Export to Excel' });
  await start.click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(start).toBeDisabled();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(start).toBeEnabled();
  release();
  await page.unrouteAll({ behavior: 'wait' });
  const download = page.waitForEvent('download');
  await start.click();
  await download;
  expect(downloads).toHaveLength(1);
});

test('the history of a manager: a new role in words, and never a password', { tag: ['@MGR-12'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  const open = async () => {
    await page.goto(`${site.url}/managers?search=buyerdesk`);
    await page.getByRole('row').nth(1).getByRole('cell').nth(1).click();
  };
  await open();
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Kasuwa Customer Support' });
  const sent = page.waitForRequest('**/api/manager/update');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const body = new URLSearchParams((await sent).postData() ?? '');
  expect([body.get('_id') !== null, body.get('user_id') !== null]).toEqual([true, true]);
  await expect(page.getByText('Manager successfully updated.')).toBeVisible();
  await open();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Show history' }).click();
  await expect(history).toContainText('Role from Kasuwa Buyer to Kasuwa Customer Support');
  await expect(history).not.toContainText(/hash/i);
});

test('two people give a warehouse to different owners: the conflict names them, also after a reload', {
  tag: ['@each-change', '@smoke', '@B12.6', '@WH-09', '@WH-12'],
}, async ({ page }) => {
  const id = await emptyWarehouse();
  const address = '12 Ring Road, Ìbàdàn';
  const hub = await site.api('admin', 'POST', 'seller/create', { name: 'Ọ̀tún Depot', address, status: 'active' });
  await site.api('admin', 'POST', 'distributor/create', { name: 'Kútọ̀ Traders', address, status: 'active' });
  await openAs(page, site, 'admin', `${site.url}/warehouses/${id}/update`);
  await page.getByLabel('Warehouse type').selectOption({ label: 'Distributor' });
  await choose(page, 'Warehouse owner', 'Kútọ̀ Traders');
  // Theirs is of a type that the field does not offer any more.
  await site.api('staff', 'POST', 'warehouse/update', { _id: id, parent_type: 'seller', parent: String(hub) });
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve conflict' });
  const differs = dialog.getByRole('table', { name: 'Differences' }).locator('tbody tr');
  const expected = [/^Warehouse typeDistributorSeller$/, /^Warehouse ownerKútọ̀ TradersỌ̀tún Depot$/];
  await expect(differs).toHaveText(expected);
  await page.keyboard.press('Escape');
  // The names of the owners come once the dialog is open.
  let opened = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    opened = resolve;
  });
  await page.route(/\/api\/distributor\/read_all/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Resolve conflict' }).click();
  await expect(differs).toHaveText([expected[0] as RegExp, /Ọ̀tún Depot$/]);
  opened();
  await expect(differs).toHaveText(expected);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Warehouse successfully updated.')).toBeVisible();
  const [row] = (await site.api('admin', 'GET', 'warehouse/read', { _id: id })) as { parent: { name: string } }[];
  expect(row?.parent.name).toBe('Kútọ̀ Traders');
});
