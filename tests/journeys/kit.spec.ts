/** What all lists, forms and pickers share: page sizes, dates, quantities, confirmations, things that are not there. */

import { expect, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { drawnAtRest } from '../support/drawn.ts';
import { begin, beginAs, FROM, SOURCE } from '../support/receiving.ts';
import { restyled } from '../support/restyled.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { lineIdle } from '../support/settled.ts';
import { clearOfMidnight, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test('page sizes: 10, 20 for stock, 30 for managers, purchase orders and locations; the last choice is kept', {
  tag: ['@each-change', '@CONST-03', '@CONST-04', '@CONST-05', '@CONST-06', '@CONST-07', '@K20'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const [warehouse] = (await site.api('admin', 'GET', 'warehouse/read_all', { parent_type: 'seller' })) as {
    _id: string;
  }[];
  // A window that has room for one page of a list (decision 0406).
  await page.setViewportSize({ width: 1280, height: 720 });
  const size = page.getByRole('combobox', { name: 'Rows per page' }).first();
  for (const [path, rows] of [
    ['/warehouses', 10],
    ['/store-types', 10],
    ['/brands', 10],
    ['/manufacturers', 10],
    ['/categories', 10],
    ['/sales-officers', 10],
    ['/distributor-officers', 10],
    ['/areas', 10],
    ['/agents', 10],
    ['/order-groups', 10],
    ['/distributors', 10],
    ['/sellers', 10],
    ['/cohorts', 10],
    ['/distributors/dist_adeola/balance', 10],
    [`/warehouses/${warehouse?._id}/products`, 20],
    ['/managers', 30],
    ['/purchase-orders', 30],
    ['/locations', 30],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await expect(size, path).toHaveValue(String(rows));
  }
  // 10 works at once as every other size does, and stands in the address; without it every list has its default for everybody.
  await page.goto(`${site.url}/managers`);
  await size.selectOption('20');
  await expect(page).toHaveURL(/per_page=20/);
  await size.selectOption('10');
  await expect(page).toHaveURL(/per_page=10/);
  await expect(size).toHaveValue('10');
  await page.goto(`${site.url}/managers`);
  await expect(size).toHaveValue('30');
  await page.goto(`${site.url}/products`);
  await page.locator('tbody tr').nth(19).waitFor();
  await size.selectOption('10');
  await expect(page.locator('tbody tr')).toHaveCount(10);
  await expect(size).toHaveValue('10');
  await page.goBack();
  await expect(page.locator('tbody tr')).toHaveCount(20);
});

test('records that are not there say so, and how to go on', { tag: ['@each-change', '@ERR-09'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [path, text] of [
    ['/locations/nowhere/update', 'Location not found'],
    ['/manufacturers/nobody/update', 'Manufacturer not found'],
    ['/areas/nowhere/update', 'Area not found!'],
    ['/distributor-officers/nobody/update', 'Distributor officer not found!'],
    ['/sales-officers/nobody/update', 'Sales officer not found!'],
    ['/products/nothing/update', 'Product not found!'],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByText(text, { exact: true }), path).toBeVisible();
    await expect(page.getByText('Check the URL and try again.'), path).toBeVisible();
  }
  // No document has the words below "Page not found!" (SHELL-05), so they say what a person can do.
  await page.goto(`${site.url}/nowhere/at/all`);
  await expect(page.getByText('Page not found!', { exact: true })).toBeVisible();
  await expect(page.getByText('This address has no page. Go to Home, or search for what you need.')).toBeVisible();
});

test('a status is chosen of what is there; only of a manufacturer, and of an officer, from the first', {
  tag: ['@UI-25', '@UI-26'],
}, async ({ page }) => {
  // Twice fourteen screens.
  test.slow();
  await signIn(page, site, 'admin');
  const status = page.getByLabel('Status', { exact: true });
  for (const [path, model, create = 'create', always = false] of [
    ['areas', 'area'],
    ['agents', 'agent', 'signup'],
    ['distributors', 'distributor'],
    ['sellers', 'seller'],
    ['brands', 'brand'],
    ['locations', 'location'],
    ['categories', 'category'],
    ['store-types', 'store_type'],
    ['cohorts', 'cohort'],
    ['sales-officers', 'sales_officer', 'signup'],
    ['products', 'product'],
    ['manufacturers', 'manufacturer', 'create', true],
    ['distributor-officers', 'distributor_officer', 'signup', true],
    ['managers', 'manager', 'signup'],
  ] as const) {
    await page.goto(`${site.url}/${path}/${create}`);
    await expect(page.getByRole('button', { name: 'Create', exact: true }), path).toBeVisible();
    if (always) await expect(status, path).toHaveValue('active');
    else await expect(status, path).toHaveCount(0);
    const answer = (await site.api('admin', 'GET', `${model}/read_all`, { page: '1', per_page: '1' })) as {
      rows: { _id: string; status: string }[];
    };
    const [row] = answer.rows;
    await page.goto(`${site.url}/${path}/${row?._id}/update`);
    await expect(status, path).toHaveValue(row?.status ?? '');
    await expect(status.locator('option'), path).toHaveText(['Active', 'Inactive']);
  }
  // What is made without a word about it is active.
  await page.goto(`${site.url}/store-types/create`);
  await page.getByLabel('Name', { exact: true }).fill('Market stall');
  await page.getByLabel('Description').fill('A table under a roof');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Store type successfully created.')).toBeVisible();
  await expect(status).toHaveValue('active');
});

test('no future dates; an end before the start is cleared', { tag: ['@UI-17'] }, async ({ page }) => {
  await clearOfMidnight();
  await openAs(page, site, 'accounts', `${site.url}/inventory/report`);
  await page.getByRole('tab', { name: 'Shipment Received' }).click();
  const from = page.getByLabel('From');
  const to = page.getByLabel('To', { exact: true });
  const day = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  await expect(from).toHaveAttribute('max', day(0));
  await expect(to).toHaveAttribute('max', day(0));
  await from.fill(day(-9));
  await to.fill(day(-5));
  await from.fill(day(-2));
  await expect(to).toHaveValue('');
  await to.fill(day(-1));
  await expect(to).toHaveValue(day(-1));
});

test('a range of dates is one chip: it says the days, opens both fields, and Escape closes them', {
  tag: ['@UI-17', '@SHELL-41'],
}, async ({ page }) => {
  await openAs(page, site, 'accounts', `${site.url}/order-groups?from=2025-10-24&to=2025-11-22`);
  const chip = page.getByRole('button', { name: 'Dates: 24 Oct 2025 to 22 Nov 2025' });
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  const size = async () => (await page.getByRole('group', { name: 'Dates' }).boundingBox())?.width ?? 0;
  await expect(chip).toHaveAttribute('aria-expanded', 'false');
  expect(await size()).toBeLessThan(2);
  await chip.click();
  await expect(chip).toHaveAttribute('aria-expanded', 'true');
  await expect(from).toBeFocused();
  expect(await size()).toBeGreaterThan(200);
  await accessible(page);
  await to.fill('2025-11-20');
  await expect(page).toHaveURL(/to=2025-11-20/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Dates: 24 Oct 2025 to 20 Nov 2025' })).toBeFocused();
  expect(await size()).toBeLessThan(2);
  // By keyboard alone the fields open themselves; whoever goes on closes them.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(from).toBeFocused();
  expect(await size()).toBeGreaterThan(200);
  await page.getByRole('searchbox').first().focus();
  expect(await size()).toBeLessThan(2);
  // A period is one press, and the chip says its name.
  await page.getByRole('button', { name: /^Dates: / }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page.getByRole('button', { name: 'Dates: Last 7 days' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Last 7 days', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await accessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter' }).first().click();
  await expect(page).toHaveURL(/from=open/);
  await expect(page.getByRole('button', { name: 'Dates', exact: true })).toBeFocused();
  // On a phone the filters are a form, and the fields stand in it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await from.click();
  expect(await size()).toBeGreaterThan(300);
});

test('the quantity stepper: cases and units, at least one unit, typed sums, one decimal; the question before stock moves', {
  tag: ['@each-change', '@UI-13', '@UI-14', '@UI-15', '@UI-16', '@ERR-06'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE, ['To Hub', 'Mushin Hub']);
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await page.getByRole('option').first().click();
  const quantity = page.getByRole('textbox', { name: 'Quantity', exact: true });
  const units = page.getByRole('button', { name: 'Units', exact: true });
  const cases = page.getByRole('button', { name: 'Cases', exact: true });
  await units.click();
  await expect(units).toHaveAttribute('aria-pressed', 'true');
  await quantity.fill('0');
  await expect(page.getByText(/Quantity must be between 1 - 1000000/)).toBeVisible();
  await quantity.fill('2*3+1');
  await expect(quantity).toHaveValue('7');
  await cases.click();
  await expect(quantity).toHaveValue(/^\d+(\.\d)?$/);
  await expect(quantity).not.toHaveValue('7');
  // A case more is a case more, whatever the rounded figure says: an odd count keeps its odd units.
  const size = Number(/1 case = (\d+) units/.exec((await page.getByText(/^1 case = /).textContent()) ?? '')?.[1]);
  await units.click();
  await quantity.fill(String(size + 1));
  await quantity.blur();
  await cases.click();
  await page.getByRole('button', { name: 'More quantity' }).click();
  await units.click();
  await expect(quantity).toHaveValue(String(2 * size + 1));
  await cases.click();
  await page.getByRole('button', { name: 'Less quantity' }).click();
  await page.getByRole('button', { name: 'Less quantity' }).click();
  await units.click();
  await expect(quantity).toHaveValue('1');
  await cases.click();
  await quantity.fill('3');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await expect(page.getByText('This action cannot be reversed. Are you sure you want to continue?')).toBeVisible();
});

test('more than 500 products: the picker searches 250 ms after the third letter', {
  tag: ['@each-change', '@UI-08', '@UI-09', '@UI-11'],
}, async ({ page }) => {
  // 420 products are made first.
  test.slow();
  const [model] = (await site.api('admin', 'GET', 'product/read_all', { search: 'maggi' })) as {
    brand: { _id: string };
  }[];
  const more = Array.from({ length: 420 }, (_, index) => ({
    name: `Zobo drink ${index}`,
    description: 'A drink of hibiscus flowers',
    status: 'active',
    sku_id: `ZOBO-${index}`,
    case_count: '12',
    mpu: '1',
    price: '4000',
    weight: '0',
    size: '0',
    brand_id: model?.brand._id ?? '',
  }));
  while (more.length > 0)
    await Promise.all(more.splice(0, 20).map((fields) => site.api('admin', 'POST', 'product/create', fields)));
  const [warehouse] = (await site.api('admin', 'GET', 'warehouse/read_all', { parent_type: 'seller' })) as {
    _id: string;
  }[];
  await openAs(page, site, 'admin', `${site.url}/warehouses/${warehouse?._id}/opening`);
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  const options = page.getByRole('listbox', { name: 'Product' }).getByRole('option');
  await picker.click();
  await picker.pressSequentially('zo');
  await expect(page.getByText('Type at least 3 letters.')).toBeVisible();
  await page.waitForTimeout(400);
  await expect(options).toHaveCount(0);
  await picker.pressSequentially('bo drink 417');
  await expect(options.first()).toHaveText(/^Zobo drink 417/);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(/^Zobo drink 417/);
  // Typed over, without a press that opens it: it waits there, too. Looked at in the task after the letters', which no pause is over in.
  const atOnce = await picker.evaluate(async (input) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'zobo drink 41');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const list = document.querySelector('[role=listbox][aria-label=Product]');
    return [list?.hasAttribute('hidden'), list?.querySelectorAll('[role=option]').length];
  });
  expect(atOnce).toEqual([false, 0]);
  await expect(options.first()).toHaveText(/^Zobo drink \d*41/);
});

test('a search box waits 750 ms, over rows that are all here too; Enter does not wait, and the list keeps the page that is turned to then', {
  tag: ['@UI-07'],
}, async ({ page }) => {
  const products = (await site.api('admin', 'GET', 'product/read_all')) as { manufacturer: { name: string } }[];
  const makers = products.map((one) => one.manufacturer.name);
  const maker = makers.find((name) => makers.filter((one) => one === name).length > 20) ?? '';
  await page.clock.install();
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/products/choose?hub=hub_lagos_mushin&per_page=20`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(/1–20 of \d+/);
  // From here on no time passes but what is said.
  await page.clock.pauseAt(Date.now() + 60_000);
  const search = page.getByLabel('Search products');
  await search.fill('zzzz');
  await page.clock.runFor(740);
  await expect(pages).toBeVisible();
  await page.clock.runFor(20);
  // What is drawn by the frame needs frames, which come with the time.
  await expect(async () => {
    await page.clock.runFor(16);
    await expect(page.getByText('No products found')).toBeVisible({ timeout: 200 });
  }).toPass();
  await search.fill(maker);
  await search.press('Enter');
  await expect(pages).toContainText(/1 \/ [2-9]/);
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages).toContainText(/2 \/ [2-9]/);
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(pages).toContainText(/2 \/ [2-9]/);
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('21');
});

test('sales officers open with the active hub managers; a rep of a hub is found by his role', {
  tag: ['@each-change', '@CONST-27', '@PERM-51'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/sales-officers`);
  await expect(page.getByLabel('Status', { exact: true })).toHaveText('Active');
  await expect(page.getByLabel('Role', { exact: true })).toHaveText(/Hub Manager$/);
  await page.goto(`${site.url}/sales-officers?role=sales_officer.rep`);
  await expect(page.getByLabel('Role', { exact: true })).toHaveText(/Hub Delivery Associate$/);
  await expect(page.getByRole('cell', { name: 'Adébáyọ̀ Ògúnlẹ́sì' }).first()).toBeVisible();
});

test('what cannot be undone is asked first, in the documents’ words', { tag: ['@each-change', '@ERR-05'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/config-wizard`);
  const [product] = (await site.api('admin', 'GET', 'product/read_all', { search: 'maggi' })) as { _id: string }[];
  await site.api('admin', 'POST', 'product_tag/create', {
    product_id: product?._id ?? '',
    tag: 'MARKUP',
    value: '5',
  });
  await page.goto(`${site.url}/products/${product?._id}/update`);
  await page
    .getByRole('button', { name: /^(Delete|Remove)/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("Are you sure? You can't undo this action afterwards.");
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(
    ((await site.api('admin', 'POST', 'product_tag/read_by_product', { product_id: product?._id ?? '' })) as unknown[])
      .length,
  ).toBe(1);
});

test('the fulfilment matrix that cannot be had says so and can be asked again', {
  tag: ['@each-change', '@ERR-08'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'staff');
  await page.route('**/api/order/matrix_fulfilment*', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Something went wrong.', data: { error: 'internal' } } }),
  );
  await page.goto(`${site.url}/order-fulfilment`);
  await expect(page.getByText('Route fulfilment unavailable')).toBeVisible();
  await page.unroute('**/api/order/matrix_fulfilment*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Order Fulfilment' })).toBeVisible();
  await page.context().close();
});

test('columns that are hidden and filters that are named stay with their person; the address alone carries a filter to others', async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/managers?role=manager.accountant`);
  const head = page.getByRole('columnheader');
  await expect(head.filter({ hasText: 'Email' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Customise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customise this list' });
  await expect(dialog.getByRole('button', { name: 'Save filter' })).toBeDisabled();
  await dialog.getByLabel('Email').uncheck();
  await dialog.getByLabel('Name of the current filter').fill('Accountants');
  await dialog.getByRole('button', { name: 'Save filter' }).click();
  await page.keyboard.press('Escape');
  await expect(head.filter({ hasText: 'Email' })).toHaveCount(0);
  await page.goto(`${site.url}/managers`);
  await expect(head.filter({ hasText: 'Email' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Customise' }).click();
  await dialog.getByRole('button', { name: 'Accountants', exact: true }).click();
  await expect(page).toHaveURL(/role=manager.accountant/);
  await expect(page.getByRole('heading', { name: 'Managers (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Customise' }).click();
  await dialog.getByRole('button', { name: 'Delete Accountants' }).click();
  await expect(dialog.getByText('No saved filters yet.')).toBeVisible();
});

test('a long list in the wizard answers at the first letter, and the arrows and the wheel reach its last product', {
  tag: ['@UI-11'],
}, async ({ page }) => {
  // 200 calls come first.
  test.slow();
  const [model] = (await site.api('admin', 'GET', 'product/read_all', { search: 'maggi' })) as {
    brand: { _id: string };
  }[];
  const depots = (await site.api('admin', 'GET', 'distributor/read_all')) as { _id: string; name: string }[];
  const depot = depots.find((one) => one.name === FROM)?._id ?? '';
  for (let index = 0; index < 100; index += 1) {
    const made = (await site.api('admin', 'POST', 'product/create', {
      name: `Yaji spice ${String(index).padStart(3, '0')}`,
      description: 'A spice for roasted meat',
      status: 'active',
      sku_id: `YAJI-${index}`,
      case_count: '12',
      mpu: '1',
      price: '4000',
      weight: '0',
      size: '0',
      brand_id: model?.brand._id ?? '',
    })) as string | { _id: string };
    const product_id = typeof made === 'string' ? made : made._id;
    await site.api('admin', 'POST', 'distributor_product/create', {
      distributor_id: depot,
      product_id,
      status: 'active',
    });
  }
  await signIn(page, site, 'officer1');
  await begin(page, site, 'shipment/in', SOURCE, ['To Hub', 'Mushin Hub']);
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  const list = page.getByRole('listbox', { name: 'Product' });
  await picker.click();
  await picker.pressSequentially('zzz');
  await expect(page.getByText('No products found')).toBeVisible();
  await picker.fill('y');
  await expect(list.getByRole('option').first()).toBeVisible();
  await picker.fill('yaji');
  const first = list.getByRole('option', { name: /^Yaji spice 000/ });
  await expect(first).toHaveAttribute('aria-setsize', '100');
  // Far fewer stand in the page than there are.
  await expect.poll(() => list.getByRole('option').count()).toBeLessThan(60);
  await picker.press('ArrowUp');
  for (let step = 0; step < 30; step += 1) await picker.press('ArrowDown');
  const reached = list.getByRole('option', { name: /^Yaji spice 030/ });
  await expect(reached).toBeInViewport();
  await expect(picker).toHaveAttribute('aria-activedescendant', (await reached.getAttribute('id')) ?? '');
  await list.hover();
  const last = list.getByRole('option', { name: /^Yaji spice 099/ });
  // A turn of the wheel goes where the pointer is by then; another one does no harm.
  await expect(async () => {
    await page.mouse.wheel(0, 9_000);
    await expect(last).toBeInViewport({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  // At rest they stand in the page as they are seen, for who has them read out.
  const places = () =>
    list.getByRole('option').evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))));
  const inOrder = () =>
    expect.poll(async () => (await places()).every((at, n, all) => at === (all[0] ?? 0) + n)).toBe(true);
  const up = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, -120);
      await page.waitForTimeout(50);
    }
  };
  const walk = async () => {
    await inOrder();
    await up(16);
    await inOrder();
    // While it moves, a step works out the style of what changed: no row is taken out of the page and put in again.
    const [before] = await places();
    const { most } = await restyled(page, () => up(12));
    expect(Math.min(...(await places())), 'another block must have come').toBeLessThan(before ?? 0);
    return most;
  };
  // A block that comes styles some twenty elements, rows that are moved style all of their list, which is more than 150. An answer that comes meanwhile
  // does that too, on a busy machine twice; a list that moves its rows does so in each walk.
  const walks = [await walk()];
  while (walks.length < 3 && Math.min(...walks) >= 40) {
    await page.mouse.wheel(0, 9_000);
    walks.push(await walk());
  }
  expect(Math.min(...walks)).toBeLessThan(40);
  await inOrder();
  // Nothing is put elsewhere under a finger that is down: what it had pressed would not be chosen.
  const isInOrder = async () => (await places()).every((at, n, all) => at === (all[0] ?? 0) + n);
  await page.mouse.down();
  await list.evaluate((element) => {
    element.scrollTop -= 1_200;
  });
  await page.waitForTimeout(600);
  expect(await isInOrder()).toBe(false);
  await page.mouse.up();
  await inOrder();
  // Other hits are shown from their first one on, wherever the list stood.
  await picker.pressSequentially(' spice 0');
  await expect(first).toBeInViewport();
  await expect(async () => {
    await page.mouse.wheel(0, 9_000);
    await expect(last).toBeInViewport({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await last.click();
  await expect(picker).toHaveValue('Yaji spice 099');
});

test('on a phone a row is a card with its name and its menu; on a tablet both are in sight too', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/sellers`);
  const row = page.getByRole('row', { name: /Wuse Hub/ });
  for (const [width, height] of [
    [390, 780],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(row.getByText('Wuse Hub', { exact: true })).toBeInViewport({ ratio: 1 });
    await openRowMenu(row);
    await expect(row.getByRole('link', { name: 'Manufacturers' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('a row is drawn again when it changes: not at a key beside it, nor to go away with its list', {
  tag: ['@P1'],
}, async ({ page, browser }) => {
  await beginAs(page, site, 'officer1');
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  const quantity = page.getByLabel('Quantity', { exact: true });
  const rows = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
  const add = async (count: number) => {
    await picker.click();
    await page.getByRole('listbox', { name: 'Product' }).getByRole('option').first().click();
    await quantity.fill('2');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(rows).toHaveCount(count);
    await expect(rows.getByText('Sent', { exact: true })).toHaveCount(count);
  };
  await add(1);
  await add(2);
  const lines = await drawnAtRest(page, 'table[aria-label="Products of this transfer"] tbody tr');
  expect(lines.of).toBe(2);
  await quantity.pressSequentially('123');
  await expect(quantity).toHaveValue('123');
  expect(await lines.again()).toBe(0);

  const desk = await browser.newPage();
  await openAs(desk, site, 'admin', `${site.url}/products`);
  await desk.locator('tbody tr').nth(9).waitFor();
  await desk.getByRole('link', { name: 'Create Product' }).hover();
  await lineIdle(desk);
  const list = await drawnAtRest(desk, 'tbody tr');
  expect(list.of).toBeGreaterThan(9);
  await desk.getByRole('link', { name: 'Create Product' }).click();
  await expect(desk.getByRole('heading', { name: 'Create Product' })).toBeVisible();
  expect(await list.again()).toBe(0);
  await desk.close();
});

test('a form that cannot be sent yet answers a press: the focus goes to what is missing, and nothing is sent', {
  tag: ['@UI-01'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const sent: string[] = [];
  page.on(
    'request',
    (one) => one.method() === 'POST' && one.url().includes('/api/store_type/') && sent.push(one.url()),
  );
  await page.goto(`${site.url}/store-types/create`);
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-required', 'true');
  // The press of a finger on a button that counts as disabled.
  await create.click({ force: true });
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByText('Name field is required.')).toBeVisible();
  await page.keyboard.type('Night kiosk of this test');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused();
  expect(sent).toEqual([]);
  await page.goto(`${site.url}/store-types`);
  await page.getByRole('table').getByText('Kiosk', { exact: true }).click();
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await expect(update).toBeDisabled();
  await update.click({ force: true });
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a phone has its places at its foot: nothing lies under them, and a form has none', {
  tag: ['@SHELL-40', '@WCAG-2.4.11'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/products/create`);
  const places = page.getByRole('navigation', { name: 'Places' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Wide first: no bar there; then a phone at a form: none either.
  await expect(places).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(places).toHaveCount(0);
  await page.goto(`${site.url}/order-groups`);
  await expect(places.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  for (const one of await places.locator('a, button').all()) {
    const box = await one.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect(box?.width).toBeGreaterThanOrEqual(48);
  }
  await accessible(page);
  // At the end of the page the pager stands above the bar.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const bar = await places.boundingBox();
  const pager = await page.locator('[data-pager]').boundingBox();
  if (!bar || !pager) throw new Error('The bar or the pager is not there.');
  expect(pager.y + pager.height).toBeLessThanOrEqual(bar.y + 1);
  expect(Math.round(bar.y + bar.height)).toBe(844);
  // A control that takes the focus scrolls clear of it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const last = page.getByRole('row').last().getByRole('link').first();
  await last.focus();
  const at = await last.boundingBox();
  expect((at?.y ?? 900) + (at?.height ?? 0)).toBeLessThanOrEqual(bar.y);
  await places.getByRole('button', { name: 'More places' }).click();
  // The other places are tiles, and the groups of the menu follow; the group of the screen is open.
  const sheet = page.getByRole('dialog', { name: 'More places' });
  await expect(sheet.getByRole('link', { name: 'Reject', exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Inventory' })).toBeInViewport({ ratio: 1 });
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(places.getByRole('button', { name: 'More places' })).toBeFocused();
  await places.getByRole('button', { name: 'More places' }).click();
  await sheet.getByRole('link', { name: 'Purchase Orders', exact: true }).first().click();
  await expect(page).toHaveURL(/purchase-orders/);
  await expect(sheet).toHaveCount(0);
});

test('an officer finds Reject, Count and Outbox of a phone behind one tap', { tag: ['@SHELL-40'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'officer1', site.url);
  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'More places' }).click();
  const sheet = page.getByRole('dialog', { name: 'More places' });
  for (const name of ['Reject', 'Count', 'Outbox'])
    await expect(sheet.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('link', { name: 'Count', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Count' })).toBeVisible();
  await expect(places.getByRole('button', { name: 'More places' })).toHaveClass(/text-accent/);
});
