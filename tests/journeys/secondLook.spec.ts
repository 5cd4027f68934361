/** What an audit against the requirements found on the screens, kept from coming back. */
import { expect, test } from '@playwright/test';
import { button } from '../support/onPage.ts';
import { lineAct, openRowMenu } from '../support/rowMenu.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** yyyy-MM-dd in Lagos, so many days from today. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000 + 3_600_000).toISOString().slice(0, 10);

test('a create whose answer is lost is saved, no update is sent for it, and its flag clears', {
  tag: ['@DIST-08'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/distributors?search=freshcup`);
  await openRowMenu(page.getByRole('table'));
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
  // K26: the server is there.
  await expect(page.getByText('An unexpected error occured!', { exact: true }).first()).toBeVisible();
  await expect(list.getByText('Changed')).toHaveCount(0);
  await page.unroute('**/api/distributor_product/create_bulk');
  await boxes.first().check();
  await button(page, 'Save (1)').click();
  await expect(page.getByText('FreshCup Beverages products successfully updated.')).toBeVisible();
  expect(updates).toEqual([]);
});

test('a refused form can be sent again with the same values once the cause is gone', {
  tag: ['@API-04', '@B12.7'],
}, async ({ page }) => {
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

test('dates after today are refused with a message; a start after the end clears the end, and it stays cleared', {
  tag: ['@UI-17'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  for (const path of ['/agents/report', '/report-buyer-retention', '/order-groups', '/order-groups?tag=all']) {
    if (path.includes('?')) await page.setViewportSize({ width: 800, height: 1280 });
    await page.goto(`${site.url}${path}`);
    await expect(from, path).not.toHaveValue('');
    const before = page.url();
    // The chip opens both fields.
    await page.getByRole('button', { name: /^Dates/ }).click();
    await expect(from).toBeFocused();
    const stood = await to.boundingBox();
    await to.fill(day(3));
    await expect(page.getByText(/^Not after \d/), path).toHaveCount(0);
    await to.blur();
    await expect(page.getByText(/^Not after \d/), path).toBeVisible();
    // It has a place of its own, in the label's line: nothing moved, and it is near nothing else.
    expect(await to.boundingBox(), path).toEqual(stood);
    const fault = await page.getByText(/^Not after \d/).boundingBox();
    // Above the field, or below it where the field is a chip; never over it.
    const [field, messageBox] = [stood ?? { y: 0, height: 0 }, fault ?? { y: 0, height: 0 }];
    expect(messageBox.y + messageBox.height <= field.y || messageBox.y >= field.y + field.height, path).toBe(true);
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

test('who sees a record sees who changed it last, the administrator its history: forms, area, distributor', {
  tag: ['@B12.2'],
}, async ({ page, browser }) => {
  await signIn(page, site, 'staff');
  const history = page.getByRole('region', { name: 'History' });
  const [brand] = (await site.api('admin', 'GET', 'brand/read_all', {})) as { _id: string }[];
  await page.goto(`${site.url}/brands/${brand?._id}/update`);
  await expect(history).toContainText('Last changed by');
  await expect(history.getByRole('button')).toHaveCount(0);
  await page.goto(`${site.url}/distributors?search=freshcup`);
  await openRowMenu(page.getByRole('table'));
  await page.getByRole('table').getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('complementary', { name: 'Distributor' })).toContainText('Last changed by');
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0);
  const address = page.url();

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, site, 'admin');
  await other.goto(address);
  await other.getByRole('link', { name: 'Activity' }).click();
  const activity = other.getByRole('region', { name: 'Activity' });
  // The tab is the heading: nothing hides what it shows.
  await expect(activity.getByRole('listitem').or(activity.getByText('Nothing changed')).first()).toBeVisible();
  await expect(activity.getByRole('button', { name: /history/ })).toHaveCount(0);
  const areas = (await site.api('admin', 'GET', 'area/read_all', {})) as { _id: string }[];
  await other.goto(`${site.url}/areas/${areas[0]?._id}`);
  await expect(other.getByRole('complementary', { name: 'Area' })).toContainText('Last changed by');
  await other.getByRole('link', { name: 'Activity' }).click();
  await expect(other).toHaveURL(/\/areas\/[^/]+\/activity$/);
  await expect(activity).toContainText('Last changed by');
  await context.close();
});

test('a refused order of brands says the server’s words', { tag: ['@BRAND-01', '@ERR-01'] }, async ({ page }) => {
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

test('a filter of more than 500 entries is searched by letters', { tag: ['@LOC-09'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/locations`);
  await page.getByRole('combobox', { name: 'LGA' }).click();
  const options = page.getByRole('listbox', { name: 'LGA' }).getByRole('option');
  await expect(options.filter({ hasText: 'Surulere' }).first()).toBeAttached();
  await page.getByLabel('Search lga').fill('ibadan n');
  await expect(options.filter({ hasText: /^Ibadan North/ }).first()).toBeVisible();
  await expect(options.filter({ hasText: 'Surulere' })).toHaveCount(0);
});

test('a seller manager who is given another hub is shown as leaving the first', {
  tag: ['@HUB-06', '@PERM-50'],
}, async ({ page }) => {
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

test('a hub that is left without a manager is named before it happens, and in the list', {
  tag: ['@HUB-06', '@HUB-07', '@A48', '@B10.4a'],
}, async ({ page }) => {
  const make = async (path: string, fields: Record<string, string>) =>
    String(await site.api('admin', 'POST', path, { ...fields, status: 'active' }));
  const person = { role: 'seller.manager', hash: 'default' };
  const who = { ...person, name: 'Halima Moving', phone: '08036660009', email: 'moving@example.test' };
  const id = await make('manager/signup', who);
  const [first, second] = [
    await make('seller/create', { name: 'Hub Leftbehind', address: '1 Broad Street' }),
    await make('seller/create', { name: 'Hub Newcome', address: '2 Broad Street' }),
  ];
  await make('seller_manager/create', { seller_id: first, manager_id: id });
  const warning = page.getByText('Hub Leftbehind will have no manager until somebody is named there.');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const manager = page.getByRole('combobox', { name: 'Manager' });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sellers?search=Hub+Newcome`);
  await expect(row('Hub Newcome')).toContainText('No manager');
  await page.goto(`${site.url}/sellers/${second}/update`);
  await expect(page.getByText('This hub has no manager.')).toBeVisible();
  // Who leaves nobody behind is chosen without a word.
  await manager.fill('funmi');
  await page.getByRole('option', { name: /Funmi Ajayi/ }).click();
  await expect(page.getByText('This hub has no manager.')).toHaveCount(0);
  await expect(page.getByText(/will have no manager/)).toHaveCount(0);
  await manager.fill('halima');
  await page.getByRole('option', { name: /Halima Moving/ }).click();
  await expect(warning).toBeVisible();
  await button(page, 'Update').click();
  await page.goto(`${site.url}/sellers?search=Hub+Leftbehind`);
  await expect(row('Hub Leftbehind')).toContainText('No manager');
  await page.goto(`${site.url}/sellers?search=Hub+Newcome`);
  await expect(row('Hub Newcome')).toContainText('Halima Moving');
  // Another role leaves hubs as well: the form says which, and nothing where she may keep them.
  await page.goto(`${site.url}/managers/${id}/update`);
  const role = page.getByLabel('Role', { exact: true });
  await role.selectOption('manager.staff');
  await expect(button(page, 'Update')).toBeEnabled();
  await expect(page.getByText(/will have no manager/)).toHaveCount(0);
  await role.selectOption('manager.accountant');
  await expect(page.getByText('Hub Newcome will have no manager until somebody is named there.')).toBeVisible();
  await button(page, 'Update').click();
  await expect(page.getByText('Manager successfully updated.')).toBeVisible();
  await page.goto(`${site.url}/sellers?search=Hub+Newcome`);
  await expect(row('Hub Newcome')).toContainText('No manager');
});

test('a future date in the address shows an error at its field and causes no read', {
  tag: ['@UI-17', '@RPT-01', '@RPT-05', '@RPT-15', '@REP-07', '@AGT-13', '@ORD-09'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const urls: string[] = [];
  page.on('request', (request) => {
    // Days of 2099, in seconds.
    if (/\/api\/.*40709\d{5}/.test(`${request.url()} ${request.postData()}`)) urls.push(request.url());
  });
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  const fault = page.getByText(/^Not after \d/);
  const [warehouse] = (await site.api('admin', 'GET', 'warehouse/read_all', {})) as [{ _id: string }];
  const seconds = Date.UTC(2099, 0, 1) / 1_000 - 3_600;
  const report = `context=sales&warehouses=${warehouse._id}&from_timestamp=${seconds}&to_timestamp=${seconds + 86_340}`;
  const hub = `seller=hub_lagos_mushin&from=${seconds}&to=${seconds + 86_340}`;
  for (const [path, many] of [
    ['report-buyer-reconciliation?from=2099-01-01', 1],
    ['report-buyer-reconciliation?to=2099-01-01', 1],
    ['report-buyer-retention?from=2099-01-01&to=2099-01-01', 2],
    ['order-groups?from=2099-01-01', 1],
    ['agents/report?to=2099-01-01', 1],
    [`inventory/report?${report}`, 2],
    [`order-summary?${hub}`, 2],
    [`order-value-summary?${hub}`, 2],
  ] as const) {
    await page.goto(`${site.url}/${path}`);
    await expect(fault, path).toHaveCount(many);
    await expect(path.includes('from') ? from : to, path).toHaveValue(/^2099-01-01/);
    await page.waitForTimeout(200);
    expect([path, urls]).toEqual([path, []]);
  }
  // Seconds that are no moment are no date, and no broken screen.
  for (const path of [
    'inventory/report?from_timestamp=2099-01-01',
    'order-summary?from=2099-01-01&to=99999999999999',
  ]) {
    await page.goto(`${site.url}/${path}`);
    await expect(page.getByLabel('Group by').or(page.getByRole('tablist', { name: 'Report type' }))).toBeVisible();
  }
  // Put right, it is asked with all that stood beside it.
  await page.goto(`${site.url}/report-buyer-reconciliation?from=2026-01-01&to=2099-01-01&only=1&search=ade`);
  await expect(fault).toHaveCount(1);
  await expect(page.getByText('Correct the dates first')).toBeVisible();
  await to.fill(day(0));
  await expect(fault).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Buyer Reconciliation' });
  await expect(table.or(page.getByText('No entries found'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=2026-01-01&to=${day(0)}&only=1&search=ade`));
});

test('an unchanged line is not saved; saying that everything came is a change', {
  tag: ['@UI-01', '@UI-28'],
}, async ({ page }) => {
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
  await button(page, `Edit ${product.name}`).click();
  await expect(save).toBeDisabled();
  await quantity.fill('3');
  await expect(save).toBeEnabled();
});

test('Escape in the first moments of a conflict’s question, or while its answer is awaited, leaves what was typed', {
  tag: ['@B12.6'],
}, async ({ page }) => {
  const id = String(
    await site.api('admin', 'POST', 'order_group/create', { buyer_id: 'buyer_25', sales_officer_id: 'da_01' }),
  );
  const { rows } = (await site.api('admin', 'GET', 'product/read_all', {
    ...{ page: '1', per_page: '5', status: 'active' },
  })) as { rows: { _id: string; name: string; case_count: number }[] };
  const [product] = rows as [(typeof rows)[number]];
  const cases = (quantity: number) => String(product.case_count * quantity);
  const line = { order_group_id: id, product_id: product._id, amount: '20000' };
  await site.api('admin', 'POST', 'order_group_item/create', { ...line, quantity: cases(2) });
  await site.api('admin', 'POST', 'order_group/update_tag', { _id: id, old_tag: 'draft', new_tag: 'pending' });
  const read = (await site.api('admin', 'GET', 'order_group/read', { _id: id })) as [
    { orders: [{ items: [{ _id: string }] }] },
  ];
  const item = read[0].orders[0].items[0]._id;
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/order-groups/${id}`);
  const dialog = page.getByRole('dialog', { name: product.name, exact: true });
  const question = page.getByRole('dialog', { name: 'Resolve conflict' });
  const quantity = dialog.getByLabel('Quantity', { exact: true });
  /** Escape as the question comes into the page: at once, or when so much else had its turn. The root says when it was pressed and had its effect. */
  const escapeAsItOpens = (turn: 'at once' | 'a task' | 'a frame') =>
    page.evaluate((turn) => {
      const root = document.documentElement;
      delete root.dataset.pressed;
      const press = () => {
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
        setTimeout(() => {
          root.dataset.pressed = 'yes';
        }, 100);
      };
      const seen = new MutationObserver(() => {
        if (document.querySelectorAll('[role="dialog"]').length < 2) return;
        seen.disconnect();
        if (turn === 'at once') press();
        else if (turn === 'a task') setTimeout(press);
        else requestAnimationFrame(press);
      });
      seen.observe(document.body, { childList: true, subtree: true });
    }, turn);
  /** In its first moments a question may not hear Escape yet. */
  const closeQuestion = () =>
    expect(async () => {
      if (await question.isVisible()) await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  /** Presses Save; gives what lets its answer come. */
  const saveUnanswered = async () => {
    const path = '**/api/order_group_item/update';
    const waiting: (() => void)[] = [];
    const held = new Promise<void>((resolve) => waiting.push(resolve));
    await page.route(
      path,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const request = page.waitForRequest(path);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await request;
    return () => {
      for (const go of waiting) go();
    };
  };
  let other = 2;
  for (const turn of ['at once', 'a task', 'a frame'] as const) {
    await lineAct(page, product.name, 'Edit');
    await quantity.fill('9');
    await quantity.blur();
    other += 1;
    await site.api('admin', 'POST', 'order_group_item/update', { _id: item, quantity: cases(other) });
    await escapeAsItOpens(turn);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('html[data-pressed]')).toBeAttached();
    // The question may be closed by it; what it is about stands.
    await closeQuestion();
    await expect(quantity, turn).toHaveValue('9');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  // While the answer is awaited it may be such a question: neither Escape nor a press beside the dialog closes it.
  await lineAct(page, product.name, 'Edit');
  await quantity.fill('9');
  await quantity.blur();
  await site.api('admin', 'POST', 'order_group_item/update', { _id: item, quantity: cases(8) });
  let answer = await saveUnanswered();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(quantity).toHaveValue('9');
  answer();
  await expect(question).toBeVisible();
  await closeQuestion();
  await expect(quantity).toHaveValue('9');
  // Who closes it all the same is told why nothing was saved.
  answer = await saveUnanswered();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  answer();
  await expect(page.getByText(/ was changed by .* at /)).toBeVisible();
  await expect(question).toHaveCount(0);
});
