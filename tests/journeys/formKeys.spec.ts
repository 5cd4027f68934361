/** Counts, codes, referrals and hubs: what is pressed again after a lost answer happens once, what is refused or overtaken keeps what was typed. */

import { expect, test } from '@playwright/test';
import { shownPhone } from '#domain/phone.ts';
import { holdAnswer, holdReads, keysOf, loseAnswer, spoil } from '../support/lostAnswers.ts';
import { button, expectText, LOST } from '../support/onPage.ts';
import { fillFirst, scans } from '../support/receiving.ts';
import { choose, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

// Requests of a worker would pass by the losses that this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 60_000 });

const ask = (path: string, fields: Record<string, string | readonly string[]>) =>
  site.api('admin', 'POST', path, fields);

interface Product {
  _id: string;
  name: string;
  case_count: number;
  barcode_unit: string | null;
}
const productsOf = async () =>
  ((await site.api('admin', 'GET', 'product/read_all')) as (Product & { status: string })[]).filter(
    (one) => one.status === 'active' && one.case_count > 1,
  );

/** A new, empty warehouse of an associate who has none yet. */
async function emptyWarehouse(): Promise<string> {
  const people = (await site.api('admin', 'GET', 'sales_officer/read_all')) as { _id: string }[];
  const taken = (await site.api('admin', 'GET', 'warehouse/read_all')) as { parent: { _id: string } }[];
  const one = people.find((person) => !taken.some((row) => row.parent._id === person._id));
  return (await ask('warehouse/create', {
    ...{ status: 'active', parent_type: 'sales_officer', parent: one?._id ?? '' },
  })) as string;
}

test('a count continues from a change by somebody else; a count without an answer becomes one row of the log', {
  tag: ['@B2.10', '@B12.5', '@B12.7'],
}, async ({ page }) => {
  const [product, next] = (await productsOf()) as unknown as [Product, Product];
  const warehouse = await emptyWarehouse();
  const here = { warehouse_id: warehouse, product_id: product._id };
  const cases = (count: number) => String(count * product.case_count);
  const adjust = (count: number) => ask('warehouse_log/adjust', { ...here, counted: cases(count), reason: 'count' });
  const logs = async () =>
    ((await ask('warehouse_log/read_by_warehouse', { warehouse_id: warehouse })) as { note: string }[]).filter(
      (row) => row.note !== '',
    );
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse}/opening`);
  await page.getByLabel('Reason').selectOption({ label: 'Found' });
  const counted = page.getByLabel('Counted', { exact: true });
  const note = page.getByLabel('Note', { exact: true });
  const save = button(page, 'Save count');
  const type = async (count: number, words: string) => {
    await choose(page, 'Product', product.name);
    await counted.fill(String(count));
    await note.fill(words);
  };
  await type(5, 'Behind the door');
  await adjust(2);
  await save.click();
  await expectText(page, /changed while you counted\. It is now 2 cases\.$/);
  await expect(counted).toHaveValue('5');
  await expect(note).toHaveValue('Behind the door');
  await expect(page.getByText('In the books: 2 cases')).toBeVisible();
  const keys = keysOf(page, /warehouse_log\/adjust$/);
  await loseAnswer(page, 'warehouse_log/adjust');
  await save.click();
  await expectText(page, LOST);
  await save.dblclick();
  await expectText(page, 'Stock successfully updated.');
  expect(keys).toEqual([keys[0], keys[0]]);
  expect((await logs()).map((row) => row.note)).toEqual(['Behind the door']);
  // Counted by a colleague back to what it was before: what I counted last is not the books any more.
  await adjust(2);
  await type(3, 'In the yard');
  await save.click();
  await expectText(page, /changed while you counted\. It is now 2 cases\.$/);
  await save.click();
  await expect.poll(async () => (await logs()).length).toBe(2);
  await expect(counted).toHaveCount(0);
  // Typed on while a slow answer is under way: that stays.
  const release = await holdAnswer(page, 'warehouse_log/adjust');
  await type(4, 'On the shelf');
  await save.click();
  await choose(page, 'Product', next.name);
  await counted.fill('7');
  release();
  await expect.poll(async () => (await logs()).length).toBe(3);
  await expect(page.getByText('Stock successfully updated.').last()).toBeVisible();
  await expect(save).not.toHaveAttribute('aria-busy');
  await expect(counted).toHaveValue('7');
});

test('linking a code: after another change it says which one, and without an answer it is written once', {
  tag: ['@SYNC-13', '@B12.5', '@B12.7'],
}, async ({ page }) => {
  const code = '9780000000019';
  const mine = (await productsOf()).find((one) => one.barcode_unit) as Product;
  const versionOf = async () =>
    (
      (await site.api('admin', 'GET', 'product/read', { _id: mine._id })) as { version: number; barcode_unit: string }[]
    )[0];
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in`);
  await fillFirst(page);
  await expect(scans(page)).toContainText('Scan a product');
  const wedge = await plugIn(page);
  await wedge.scan(code);
  await button(page, 'Link to product').click();
  const dialog = page.getByRole('dialog', { name: `Link ${code} to a product` });
  // The dialog begins in its first field, also while the products are read, and gives the focus back.
  await expect(page.getByRole('combobox', { name: 'Product of this code' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Link to product')).toBeFocused();
  await button(page, 'Link to product').click();
  const teach = dialog.getByRole('button', { name: 'Link', exact: true });
  const keys = keysOf(page, /product\/update$/);
  await choose(page, 'Product of this code', mine.name);
  await ask('product/update', { _id: mine._id, barcode_unit: '9780000000026' });
  await teach.click();
  await expect(dialog.getByRole('alert')).toContainText('was changed by');
  await expect(page.getByRole('combobox', { name: 'Product of this code' })).toHaveValue(mine.name);
  await expect(
    dialog.getByText(`${mine.name} has the unit code 9780000000026 now. It will be replaced.`),
  ).toBeVisible();
  const before = (await versionOf())?.version ?? 0;
  await loseAnswer(page, 'product/update');
  await teach.click();
  await expect(dialog.getByRole('alert')).toContainText(LOST);
  await teach.dblclick();
  await expectText(page, `${code} is now the unit code of ${mine.name}.`);
  await expect(dialog).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
  expect(await versionOf()).toMatchObject({ version: before + 1, barcode_unit: code });
});

/** A completed order of this retailer. */
async function order(buyer_id: string): Promise<void> {
  const [product] = (await productsOf()) as unknown as [Product];
  const id = (await ask('order_group/create', { buyer_id, sales_officer_id: 'da_01' })) as string;
  const quantity = String(product.case_count);
  await ask('order_group_item/create', { order_group_id: id, product_id: product._id, quantity, amount: '10000' });
  for (const [old_tag, new_tag] of [
    ['draft', 'pending'],
    ['pending', 'completed'],
  ] as const)
    await ask('order_group/update_tag', { _id: id, old_tag, new_tag });
}

test('a refused referral stays typed, and a repeated one is stored once; a refused credit works once there is an order', {
  tag: ['@each-change', '@AGT-07', '@AGT-17', '@B9.11', '@B12.7'],
}, async ({ page }) => {
  const [place] = (await site.api('admin', 'GET', 'location/read_all')) as [{ _id: string }];
  const [store] = (await site.api('admin', 'GET', 'store_type/read_all')) as [{ _id: string }];
  const signUp = (phone: string) =>
    ask('agent/signup', {
      ...{ name: `Agent ${phone}`, phone, status: 'active', source: 'WHATSAPP', bank: '044', account: '0123456789' },
      ...{ location_id: place._id, hash: 'default' },
    }) as Promise<string>;
  const agent = await signUp('08036680001');
  const other = await signUp('08036680005');
  const buyer = (await ask('buyer/create', {
    ...{ name: 'Retailer without an order', phone: '08036680006', status: 'active', store_type_id: store._id },
    location_id: place._id,
  })) as { _id: string };
  const list = async () => (await ask('agent_referral/read_by_agent', { agent_id: agent })) as { phone: string }[];
  await ask('agent_referral/create_phone', { phone: '08036680002', referral: other, status: 'unverified' });
  await openAs(page, site, 'admin', `${site.url}/agents/${agent}/update`);
  const phone = page.getByLabel('Referred phone');
  const add = button(page, 'Add');
  const keys = keysOf(page, /agent_referral\/create_phone/);
  await phone.fill('08036680002');
  await add.click();
  await expectText(page, 'Phone number has already been referred.');
  await expect(phone).toHaveValue('08036680002');
  await phone.fill('08036680003');
  await loseAnswer(page, 'agent_referral/create_phone');
  await add.click();
  await expectText(page, LOST);
  await expect(phone).toHaveValue('08036680003');
  await add.dblclick();
  await expectText(page, 'Referral added.');
  await expect(phone).toHaveValue('');
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect((await list()).map((row) => row.phone)).toEqual(['08036680003']);
  // What is typed while the answer is under way stays.
  const release = await holdAnswer(page, 'agent_referral/create_phone');
  await phone.fill('08036680006');
  // A key does not wait as a click does: until the screen is read anew, a press counts for nothing.
  await expect(add).toBeEnabled();
  await phone.press('Enter');
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await phone.fill('08036680004');
  release();
  await expect(page.getByRole('row', { name: shownPhone('08036680006') })).toBeVisible();
  await expect(phone).toHaveValue('08036680004');
  // Refused where it was pressed; the same press works when the cause is gone.
  const credit = button(page, 'Credit');
  await expect(credit).toBeEnabled();
  await credit.focus();
  await page.keyboard.press('Enter');
  await expectText(page, 'This retailer has no completed order yet.');
  await expect(credit).toBeFocused();
  await order(buyer._id);
  await loseAnswer(page, 'agent/credit_referral');
  await credit.click();
  await expectText(page, LOST);
  await expect(page.getByRole('row', { name: shownPhone('08036680006') })).toContainText('Verified');
});

test("a hub's switch that is pressed again without an answer makes one record, and keeps the focus", {
  tag: ['@PROD-27', '@PROD-30', '@B12.7'],
}, async ({ page }) => {
  const hubs = (await site.api('admin', 'GET', 'seller/read_all')) as { _id: string; name: string; status: string }[];
  const product_id = (await ask('product/create', {
    ...{ name: 'Product of two presses', description: 'A tin of powder for a test', status: 'active' },
    ...{ sku_id: 'PRESS-1', case_count: '24', mpu: '12', price: '16000.50', weight: '0', size: '0' },
    brand_id: 'brand_milo',
  })) as string;
  const [first, second] = hubs.filter((hub) => hub.status === 'active') as [(typeof hubs)[0], (typeof hubs)[0]];
  const soldBy = async (seller_id: string) =>
    (await ask('seller_product/read_by_seller_product', { seller_id, product_id })) as Record<string, unknown> | null;
  // Without the stream, which would show the colleague's change before the press.
  await page.route('**/api/live*', (route) => route.abort());
  await openAs(page, site, 'admin', `${site.url}/products/${product_id}/update`);
  const lever = (name: string) => page.getByRole('switch', { name, exact: true });
  const keys = keysOf(page, /seller_product\/(create|set_status)$/);
  // Refused: a colleague let it be sold there meanwhile. His record is what counts. A read that is still under way would show it before the press.
  await expect(lever(first.name)).not.toBeChecked();
  await page.waitForLoadState('networkidle');
  await ask('seller_product/create', {
    ...{ seller_id: first._id, product_id, mpu: '24', price: '17000', quantity: '5', status: 'active' },
  });
  await lever(first.name).focus();
  await page.keyboard.press('Space');
  await expectText(page, 'This hub already has this product.');
  await expect(lever(first.name)).toBeChecked();
  expect(await soldBy(first._id)).toMatchObject({ price: '17000.00', quantity: 5 });
  await expect(lever(first.name)).toBeFocused();
  // Silence: the screen looks for itself what became of it.
  await loseAnswer(page, 'seller_product/create');
  await lever(second.name).press('Space');
  await expectText(page, LOST);
  await expect(lever(second.name)).toBeChecked();
  expect(await soldBy(second._id)).toMatchObject({ quantity: 500 });
  // The same while the screen cannot look: pressed again it is the same change. A look that is still under way would count as one.
  await page.waitForLoadState('networkidle');
  const looks = /seller_product\/read_by_product/;
  await page.route(looks, (route) => route.abort('connectionreset'));
  await loseAnswer(page, 'seller_product/set_status');
  await lever(second.name).press('Space');
  await expect.poll(async () => (await soldBy(second._id))?.status).toBe('inactive');
  await expect(lever(second.name)).not.toHaveAttribute('aria-busy');
  // A read that failed takes the server for away until its next answer; a switch waits for it.
  await expect(page.getByRole('banner')).not.toContainText('Working offline');
  await lever(second.name).press('Space');
  // Only now may the screen look: a look before the second press would make it another change.
  await expect.poll(() => keys.length).toBe(4);
  await page.unroute(looks);
  await expectText(page, 'Product status updated');
  await expect(lever(second.name)).not.toBeChecked();
  await expect(lever(second.name)).toBeFocused();
  expect(keys).toEqual([keys[0], keys[1], keys[2], keys[2]]);
  expect(new Set(keys).size).toBe(3);
});

test('a person who closes the dialog before its answer still gets the message, and can undo', {
  tag: ['@CFG-05', '@B12.4'],
}, async ({ page }) => {
  await ask('config/create', { key: 'market_days', value: 'Monday to Saturday' });
  await openAs(page, site, 'admin', `${site.url}/config-wizard`);
  const row = page.getByRole('form', { name: 'market_days' });
  const release = await holdAnswer(page, 'config/delete');
  await row.getByRole('button', { name: 'Delete market_days' }).click();
  await button(page, 'Delete').click();
  await expect(button(page, 'Delete')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expectText(page, 'market_days has been deleted.');
  await expect(row).toHaveCount(0);
  await expect(button(page, 'Undo')).toHaveCount(0);
});

interface Area {
  _id: string;
  name: string;
  manufacturer_id: string;
  seller: { _id: string; name: string };
  sales_officer: { _id: string; name: string } | null;
}
const areasOf = async () => (await site.api('admin', 'GET', 'area/read_all')) as Area[];

test('an area that goes to another hub with its rep: refused, neither is saved and both stay typed; then both are', {
  tag: ['@AREA-12', '@AREA-17', '@UI-27'],
}, async ({ page }) => {
  const [area] = (await areasOf()).filter((one) => one.seller.name === 'Mushin Hub');
  if (!area) throw new Error('The demo has no area of Mushin Hub.');
  const now = async () => (await areasOf()).find((one) => one._id === area._id);
  await openAs(page, site, 'admin', `${site.url}/areas/${area._id}/update`);
  const rep = page.getByRole('combobox', { name: 'Sales rep' });
  await expect(rep).toHaveValue(area.sales_officer?.name ?? '');
  await choose(page, 'Distributor', 'Wuse Hub');
  await choose(page, 'Sales rep', 'Grace Terkura');
  await spoil(page, 'area/update', 'name', 'ab');
  await button(page, 'Update').click();
  await expectText(page, 'Name must be at least 3 characters.');
  expect(await now()).toEqual(area);
  await expect(page.getByRole('combobox', { name: 'Distributor' })).toHaveValue('Wuse Hub');
  await expect(rep).toHaveValue('Grace Terkura');
  const keys = keysOf(page, /api\/(area|sales_officer_area)\//);
  await page.getByLabel('Name', { exact: true }).fill('Gone to Wuse');
  await button(page, 'Update').click();
  await expectText(page, 'Area successfully updated.');
  expect(await now()).toMatchObject({
    ...{ name: 'Gone to Wuse', seller: { name: 'Wuse Hub' }, sales_officer: { name: 'Grace Terkura' } },
  });
  expect(keys.filter(Boolean)).toHaveLength(1);
});

test('an associate who gets another role, status or hub: the form says which areas lose their rep, and only then', {
  tag: ['@AREA-12', '@AREA-18'],
}, async ({ page }) => {
  const [area] = (await areasOf()).filter((one) => one.seller.name === 'Port Harcourt Hub' && one.sales_officer);
  const rep = area?.sales_officer?._id ?? '';
  const loses = page.getByText(/will have no sales rep/);
  await openAs(page, site, 'admin', `${site.url}/sales-officers/${rep}/update`);
  const status = page.getByLabel('Status', { exact: true });
  await page.getByLabel('Email').fill('another.address@example.test');
  await expect(button(page, 'Update')).toBeEnabled();
  await expect(loses).toHaveCount(0);
  await status.selectOption('inactive');
  await expect(loses).toHaveText(`${area?.name} will have no sales rep until somebody is named there.`);
  await status.selectOption('active');
  await expect(loses).toHaveCount(0);
  const role = page.getByLabel('Role', { exact: true });
  await role.selectOption('sales_officer.ba');
  await expect(loses).toBeVisible();
  await role.selectOption('sales_officer.rep');
  await expect(loses).toHaveCount(0);
  await choose(page, 'Seller', 'Wuse Hub');
  await expect(loses).toBeVisible();
  // Many are counted.
  for (const at of [1, 2, 3, 4]) {
    const made = { name: `More area ${at}`, phone: `0803444000${at}`, status: 'active', sales_officer_id: rep };
    const place = { manufacturer_id: area?.manufacturer_id ?? '', seller_id: area?.seller._id ?? '' };
    await ask('area/create', { ...made, ...place });
  }
  await page.reload();
  await expect(loses).toHaveText(
    /^[^,]+, [^,]+, [^,]+ and 2 more areas will have no sales rep until somebody is named there\.$/,
  );
  // Nobody can be asked: nothing is said.
  await page.route('**/api/area/read_all*', (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(button(page, 'Update')).toBeEnabled();
  await expect(page.getByRole('combobox', { name: 'Seller' })).toHaveValue('Wuse Hub');
  await expect(loses).toHaveCount(0);
});

test('which hubs another role leaves is read late and moves no field that is just touched', {
  tag: ['@MGR-06', '@A48'],
}, async ({ page }) => {
  const [hub] = (
    (await site.api('admin', 'GET', 'seller/read_all')) as { name: string; manager: { _id: string } | null }[]
  ).filter((one) => one.manager);
  await openAs(page, site, 'admin', `${site.url}/managers/${hub?.manager?._id}/update`);
  const role = page.getByLabel('Role', { exact: true });
  await expect(role).not.toHaveValue('');
  const release = await holdReads(page, /\/api\/seller\/read_all/);
  await role.selectOption('manager.accountant');
  const touched = [page.getByLabel('Status', { exact: true }), button(page, 'Update')];
  const places = () => Promise.all(touched.map((one) => one.boundingBox()));
  await expect(button(page, 'Update')).toBeEnabled();
  const before = await places();
  release();
  await expect(page.getByText(/will have no manager until/)).toContainText(hub?.name ?? '');
  expect(await places()).toEqual(before);
});

test('a hub with another manager: refused, neither is saved and both stay typed; then both are', {
  tag: ['@HUB-03', '@HUB-09', '@UI-27'],
}, async ({ page }) => {
  interface Hub {
    _id: string;
    name: string;
    manager: { name: string } | null;
  }
  const hubs = async () => (await site.api('admin', 'GET', 'seller/read_all')) as Hub[];
  const made = String(
    await ask('seller/create', { name: 'Hub of one call', address: '1 Broad Street', status: 'active' }),
  );
  const now = async () => (await hubs()).find((one) => one._id === made);
  const before = await now();
  await openAs(page, site, 'admin', `${site.url}/sellers/${made}/update`);
  await choose(page, 'Manager', 'Funmi Ajayi');
  await spoil(page, 'seller/update', 'name', 'ab');
  await button(page, 'Update').click();
  await expectText(page, 'Name must be at least 3 characters.');
  expect(await now()).toEqual(before);
  await expect(page.getByRole('combobox', { name: 'Manager' })).toHaveValue('Funmi Ajayi');
  const keys = keysOf(page, /api\/seller(_manager)?\//);
  await page.getByLabel('Address').fill('2 Broad Street');
  await button(page, 'Update').click();
  await expectText(page, 'Seller successfully updated.');
  expect(await now()).toMatchObject({ address: '2 Broad Street', manager: { name: 'Funmi Ajayi' } });
  expect(keys.filter(Boolean)).toHaveLength(1);
});

test('a distributor with other hubs: refused, neither is saved and both stay typed; then both are', {
  tag: ['@DIST-03', '@DIST-15', '@UI-27'],
}, async ({ page }) => {
  interface Hub {
    _id: string;
    name: string;
  }
  interface Row {
    _id: string;
    version: number;
    sellers: Hub[];
  }
  const hubs = (await site.api('admin', 'GET', 'seller/read_all')) as Hub[];
  const idOf = (name: string) => hubs.find((hub) => hub.name === name)?._id ?? '';
  const made = String(
    await ask('distributor/create', {
      ...{ name: 'Depot of one call', address: '1 Creek Road', status: 'active', seller_ids: [idOf('Mushin Hub')] },
    }),
  );
  const now = async () =>
    ((await site.api('admin', 'GET', 'distributor/read_all')) as Row[]).find((one) => one._id === made);
  const before = await now();
  expect(before?.sellers.map((hub) => hub.name)).toEqual(['Mushin Hub']);
  await openAs(page, site, 'admin', `${site.url}/distributors/${made}/update`);
  const hub = page.getByRole('button', { name: /^Hub / });
  const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(hub).toHaveText('Mushin Hub');
  await hub.click();
  await tick('Wuse Hub').check();
  await tick('Mushin Hub').uncheck();
  await page.keyboard.press('Escape');
  await expect(hub).toHaveText('Wuse Hub');
  await spoil(page, 'distributor/update', 'name', 'ab');
  await button(page, 'Update').click();
  await expectText(page, 'Name must be at least 3 characters.');
  expect(await now()).toEqual(before);
  await expect(hub).toHaveText('Wuse Hub');
  const keys = keysOf(page, /api\/distributor(_seller)?\//);
  await page.getByLabel('Address').fill('2 Creek Road');
  await button(page, 'Update').click();
  await expectText(page, 'Distributor successfully updated.');
  expect(await now()).toMatchObject({ address: '2 Creek Road', version: 2, sellers: [{ name: 'Wuse Hub' }] });
  expect(keys.filter(Boolean)).toHaveLength(1);
  // A new one with two, in one call too.
  await page.goto(`${site.url}/distributors/create`);
  await page.getByLabel('Name', { exact: true }).fill('Depot of two hubs');
  await page.getByLabel('Address').fill('3 Creek Road');
  await hub.click();
  await tick('Wuse Hub').check();
  await tick('Mushin Hub').check();
  await page.keyboard.press('Escape');
  keys.length = 0;
  await button(page, 'Create').click();
  await expectText(page, 'Distributor successfully created.');
  await expect(hub).toHaveText('2 chosen');
  expect(keys.filter(Boolean)).toHaveLength(1);
});
