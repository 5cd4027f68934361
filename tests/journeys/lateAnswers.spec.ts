/** Slow lines: an answered write is over though its screen is not read anew yet, and a late answer leaves alone what was opened meanwhile. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { groupOf, newRetailer, placedOrder } from '../support/demoRecords.ts';
import { png } from '../support/images.ts';
import { framesLater, holdAnswer, holdReads, keysOf } from '../support/lostAnswers.ts';
import { openScreen } from '../support/menu.ts';
import { button, expectText } from '../support/onPage.ts';
import { beginAs } from '../support/receiving.ts';
import { openRowMenu, openTotals } from '../support/rowMenu.ts';
import { lineIdle } from '../support/settled.ts';
import { choose, openAs, signIn, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

// Requests of a worker would pass by the delays that this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 60_000 });

const ask = (path: string, fields: Record<string, string | readonly string[]>) =>
  site.api('admin', 'POST', path, fields);
type Row = Record<string, unknown>;

test('a successful write closes its dialog before the screen is read again; a second press on the old row does nothing', {
  tag: ['@each-change', '@ORD-28', '@B12.5', '@B12.7'],
}, async ({ page }) => {
  const { id, ref } = await placedOrder(site, 'buyer_31');
  await openAs(page, site, 'admin', `${site.url}/order-groups?search=${ref}`);
  const dialog = page.getByRole('dialog', { name: `Complete: ${ref}` });
  const complete = dialog.getByRole('button', { name: 'Complete', exact: true });
  await openRowMenu(page.getByRole('row', { name: ref }));
  await button(page, `Complete ${ref}`).click();
  await expect(dialog).toContainText('₦20,000 is charged');
  const release = await holdReads(page, /\/api\/order_group\/read/);
  await complete.click();
  await expectText(page, 'Order successfully updated.');
  await expect(dialog).toHaveCount(0);
  // The line is slow: the list says what it said before. Completed again it is no second bill, and cancelled it is told what it is by now.
  await openRowMenu(page.getByRole('row', { name: ref }));
  await button(page, `Complete ${ref}`).click();
  await complete.click();
  await expect(dialog).toHaveCount(0);
  await openRowMenu(page.getByRole('row', { name: ref }));
  await button(page, `Cancel order ${ref}`).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expectText(page, 'This order is already completed.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(button(page, `Complete ${ref}`)).toHaveCount(0);
  expect(await groupOf(site, id)).toMatchObject({ tag: 'completed' });
  const wallet = (await ask('ledger/read_by_owner_specific', {
    ...{ head: 'buyer', subhead: 'wallet', owner: 'buyer_31' },
  })) as Row;
  const logs = (await site.api('admin', 'GET', 'ledger_log/read_by_ledger', {
    ledger_id: String(wallet._id),
  })) as Row[];
  expect(logs.filter((row) => row.description === ref || row.ref === ref)).toHaveLength(1);
});

test('a deposit dialog that was closed after its success does not close the next one when the list has been read', {
  tag: ['@each-change', '@LED-04', '@B12.6'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036690001');
  await openAs(page, site, 'admin', `${site.url}/buyers/${owner}/balance`);
  const dialog = page.getByRole('dialog', { name: 'New Deposit' });
  await button(page, 'New Deposit').click();
  await dialog.getByLabel('Value (NGN)').fill('700');
  await dialog.getByLabel('Description').fill('First of two');
  const release = await holdReads(page, /\/api\/ledger(_log)?\/read/);
  // In the moment it is said: closed by hand, and opened again.
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)?.click();
    const seen = new MutationObserver(() => {
      if (!document.body.textContent?.includes('Deposit successful.')) return;
      seen.disconnect();
      press('Cancel');
      requestAnimationFrame(() => press('New Deposit'));
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectText(page, 'Deposit successful.');
  await expect(dialog.getByLabel('Description')).toHaveValue('');
  await dialog.getByLabel('Description').fill('Second of two');
  release();
  await expect(page.locator('tbody tr').filter({ hasText: 'First of two' })).toHaveCount(1);
  await framesLater(page);
  await expect(dialog.getByLabel('Description')).toHaveValue('Second of two');
});

test('a figure cannot be typed over an old row; after editing was cancelled, its late conflict is a message and no dialog over the next one', {
  tag: ['@each-change', '@ORD-35', '@B12.6', '@B12.7'],
}, async ({ page }) => {
  const { id } = await placedOrder(site, 'buyer_32');
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${id}`);
  const totals = page.getByRole('region', { name: 'Totals' });
  const pen = totals.getByRole('button', { name: 'Edit Amount' });
  const amount = totals.getByLabel('Amount', { exact: true });
  const save = totals.getByRole('button', { name: 'Save' });
  const answer = await holdAnswer(page, 'order_group/update_amount');
  await openTotals(page);
  await pen.click();
  await ask('order_group/update_amount', { _id: id, amount: '25000' });
  await amount.fill('26000');
  await save.click();
  await totals.getByRole('button', { name: 'Cancel' }).click();
  answer();
  await expectText(page, /was changed by Adaeze Admin/);
  await expect(totals).toContainText('₦25,000');
  await pen.click();
  await expect(amount).toHaveValue('25,000.00');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Answered well, on a slow line: the pen waits for the row, however long that takes.
  await page.clock.install();
  const release = await holdReads(page, /\/api\/order_group\/read/);
  await amount.fill('27000');
  await save.click();
  await expectText(page, 'Order successfully updated.');
  await page.clock.runFor(2_000);
  await expect(amount).toHaveCount(0);
  await expect(pen).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(totals).toContainText('₦27,000');
  await expect(pen).not.toHaveAttribute('aria-disabled');
});

test('fields that are refused late do not take the focus from the dialog that was opened since', {
  tag: ['@LED-12', '@B12.6'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036690003');
  await openAs(page, site, 'admin', `${site.url}/buyers/${owner}/virtual-account`);
  const dialog = page.getByRole('dialog', { name: 'Create virtual account' });
  const first = dialog.getByLabel('First name');
  const release = await holdAnswer(page, 'ledger_tag/virtual_account_create', { bvn: '222333444556' });
  await button(page, 'Create virtual account').click();
  await first.fill('Bisi');
  await dialog.getByLabel('Last name').fill('Alade');
  await dialog.getByLabel('BVN').fill('22233344455');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Create virtual account').click();
  await dialog.getByLabel('Last name').fill('A');
  await dialog.getByLabel('Last name').fill('');
  await first.click();
  await expect(dialog.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
  release();
  await expectText(page, 'BVN must be valid');
  await framesLater(page);
  await expect(first).toBeFocused();
});

test('late refused fields take the focus neither from the form below a closed dialog nor from a dialog above the pressed switch', {
  tag: ['@PROD-30', '@B12.6'],
}, async ({ page }) => {
  const hubs = (await site.api('admin', 'GET', 'seller/read_all')) as { name: string; status: string }[];
  const hub = hubs.find((one) => one.status === 'active')?.name ?? '';
  const id = (await ask('product/create', {
    ...{ name: 'Product of late words', description: 'A tin of powder for a test', status: 'active' },
    ...{ sku_id: 'LATE-1', case_count: '24', mpu: '12', price: '16000.50', weight: '0', size: '0' },
    brand_id: 'brand_milo',
  })) as string;
  await openAs(page, site, 'admin', `${site.url}/products/${id}/update`);
  const dialog = page.getByRole('dialog', { name: 'Add tag' });
  const value = dialog.getByLabel('Value');
  const name = page.getByLabel('Name', { exact: true });
  const description = page.getByLabel('Description', { exact: true });
  await name.fill('');
  await name.blur();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  const late = await holdAnswer(page, 'product_tag/create', { value: '' });
  await button(page, 'Add tag').click();
  await value.fill('5');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await description.click();
  const refusal = page.waitForResponse('**/api/product_tag/create');
  late();
  expect(((await (await refusal).json()) as { code: number }).code).toBe(422);
  await framesLater(page);
  await expect(description).toBeFocused();
  // The switch stays on the page; the dialog was opened above it while it was asked.
  const lever = page.getByRole('switch', { name: hub, exact: true });
  const later = await holdAnswer(page, 'seller_product/create', { mpu: 'many' });
  await lever.press('Space');
  await button(page, 'Add tag').click();
  await value.fill('5');
  await value.fill('');
  await dialog.getByLabel('Tag').focus();
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  const other = page.waitForResponse('**/api/seller_product/create');
  later();
  expect(((await (await other).json()) as { code: number }).code).toBe(422);
  await framesLater(page);
  await expect(dialog.getByLabel('Tag')).toBeFocused();
});

test('a code that was linked late does not affect the dialog of the next code; a late refusal shows a message', {
  tag: ['@SYNC-13', '@B12.6'],
}, async ({ page }) => {
  const [mine, other] = (
    (await site.api('admin', 'GET', 'product/read_all')) as { _id: string; name: string; status: string }[]
  ).filter((one) => one.status === 'active');
  if (!mine || !other) throw new Error('The demo has no two products.');
  const [first, second] = ['9780000000033', '9780000000040'] as const;
  await beginAs(page, site, 'officer1');
  const wedge = await plugIn(page);
  const line = (code: string) => page.getByRole('listitem').filter({ hasText: code });
  await wedge.scan(first);
  await expect(line(first)).toBeVisible();
  await wedge.scan(second);
  await button(page, '2 unknown codes, not counted').click();
  await expect(line(second)).toBeVisible();
  const dialog = (code: string) => page.getByRole('dialog', { name: `Link ${code} to a product` });
  const product = page.getByRole('combobox', { name: 'Product of this code' });
  const open = (code: string) => line(code).getByRole('button', { name: 'Link to product' }).click();
  const teachAndClose = async (code: string) => {
    await open(code);
    await choose(page, 'Product of this code', mine.name);
    await dialog(code).getByRole('button', { name: 'Link', exact: true }).click();
    await dialog(code).getByRole('button', { name: 'Cancel' }).click();
  };
  // Refused by the server after it was closed.
  const no = await holdAnswer(page, 'product/update', { base_version: '0' });
  await teachAndClose(first);
  await open(second);
  await choose(page, 'Product of this code', other.name);
  no();
  await expectText(page, /was changed by/);
  await expect(dialog(second).getByRole('alert')).toHaveCount(0);
  await dialog(second).getByRole('button', { name: 'Cancel' }).click();
  // Done by the server after it was closed.
  const yes = await holdAnswer(page, 'product/update');
  await teachAndClose(first);
  await open(second);
  await choose(page, 'Product of this code', other.name);
  yes();
  await expectText(page, `${first} is now the unit code of ${mine.name}.`);
  await framesLater(page);
  await expect(product).toHaveValue(other.name);
  await dialog(second).getByRole('button', { name: 'Link', exact: true }).click();
  await expectText(page, `${second} is now the unit code of ${other.name}.`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a form that was left while it was being saved shows that it was saved, and opens no other screen', {
  tag: ['@B12.6', '@B12.8'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  await page.getByLabel('Name', { exact: true }).fill('Shop of the late word');
  await page.getByLabel('Description', { exact: true }).fill('A shop for a test');
  const release = await holdAnswer(page, 'store_type/create');
  await button(page, 'Create').click();
  await openScreen(page, 'Cohorts');
  await button(page, 'Leave').click();
  await expect(page.getByRole('heading', { name: 'Cohorts', level: 1 })).toBeVisible();
  release();
  await expectText(page, 'Store type successfully created.');
  await framesLater(page);
  await expect(page).toHaveURL(/\/cohorts$/);
});

test('the late answer of a line whose dialog was cancelled closes no dialog', {
  tag: ['@PO-31', '@B12.6'],
}, async ({ page }) => {
  const parties = {
    ...{ source_type: 'distributor', source: 'dist_freshcup' },
    ...{ destination_type: 'seller', destination: 'hub_lagos_mushin' },
  };
  const id = (await ask('purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...parties,
  })) as unknown as string;
  const { products } = (await ask('warehouse_product/read_by_party', {
    ...{ parent_type: parties.source_type, parent: parties.source },
    ...{ destination_type: parties.destination_type, destination: parties.destination },
  })) as unknown as { products: { product: { _id: string; name: string } }[] };
  const [first, second] = products.map((one) => one.product);
  if (!first || !second) throw new Error('The demo has no two products there.');
  for (const one of [first, second])
    await ask('purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: one._id, quantity: '24', quantity_accepted: '24', amount: '1000' },
    });
  await openAs(page, site, 'admin', `${site.url}/purchase-orders/${id}?mode=edit`);
  const quantity = page.getByRole('dialog').getByLabel('Quantity', { exact: true });
  const answer = await holdAnswer(page, 'purchase_order_item/upsert');
  await button(page, `Edit ${first.name}`).click();
  await quantity.fill('5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await button(page, `Edit ${second.name}`).click();
  await quantity.fill('7');
  answer();
  await expectText(page, 'Purchase order product updated');
  await framesLater(page);
  await expect(quantity).toHaveValue('7');
});

test('a message whose screen was left while it was sent is no draft afterwards; signing out asks nobody to stay', {
  tag: ['@NOTIF-03', '@B12.8'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await openScreen(page, 'Notifications');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Left under way');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Prices change on Friday.');
  await page.getByRole('textbox', { name: 'Recipients', exact: true }).fill('08021234567');
  // K12: to nobody nothing is sent, and this number has no device.
  await page.getByText('Send SMS too').click();
  await button(page, 'Send notification').click();
  const answer = await holdAnswer(page, 'notification/send_to_buyers');
  const sent = page.waitForResponse(/send_to_buyers/);
  await page
    .getByRole('dialog', { name: 'Send notification' })
    .getByRole('button', { name: /^Send to/ })
    .click();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
  await expect(title).toHaveCount(0);
  answer();
  await sent;
  await framesLater(page);
  await page.goForward();
  await expect(title).toHaveValue('');

  await title.fill('Typed and not sent');
  await page.getByRole('button', { name: 'User menu' }).click();
  await button(page, 'Logout').click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a screen that is told to wait, because two reports of its person run, waits and shows its own', {
  tag: ['@B13', '@RPT-15'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const path = 'ledger_log/reconciliation_report';
  const isIt = (url: string) => url.includes(`/api/${path}`);
  const codes: number[] = [];
  let headers: Record<string, string> = {};
  page.on('response', async (response) => {
    if (!isIt(response.url())) return;
    headers = response.request().headers();
    codes.push(((await response.json()) as { code: number }).code);
  });
  const table = page.getByRole('region', { name: 'DA Reconciliation' }).getByRole('table');
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  await expect(table).toBeVisible();
  await expect.poll(() => codes).toEqual([200]);
  // The same person's other reports, one after the other in two rows, until the screen was told to wait.
  let busy = true;
  const rowOfReports = async () => {
    const { authorization = '', 'content-type': type = '' } = headers;
    const body = new URLSearchParams({ head: 'buyer', subhead: 'wallet' });
    while (busy)
      await (
        await fetch(`${site.url}/api/${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': type },
          body,
        })
      ).text();
  };
  const rows = [rowOfReports(), rowOfReports()];
  while (!codes.includes(429)) {
    const before = codes.length;
    await page.reload();
    await expect.poll(() => codes.length).toBeGreaterThan(before);
  }
  busy = false;
  await Promise.all(rows);
  await expect(table).toBeVisible();
  await expect(page.getByText(/Too many reports/)).toHaveCount(0);
  expect(codes.at(-1)).toBe(200);
});

test('on a slow line the old rows are marked as old until the results of the search arrive', {
  tag: ['@UI-07', '@B14.9'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/buyers`);
  const rows = page.locator('tbody tr');
  const updating = page.getByText('Updating…');
  await expect(rows.first()).toBeVisible();
  const before = await rows.first().boundingBox();
  const release = await holdReads(page, /\/api\/buyer\/read_all/);
  await page.getByLabel('Search retailers').fill('emeka');
  await expect(updating).toBeVisible();
  await expect(rows.first()).toHaveText(/Abubakar/);
  expect(await rows.first().boundingBox()).toEqual(before);
  // What can be used meanwhile is neither pale nor covered.
  const styleOf = (what: Locator, name: string) =>
    what.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
  for (const [what, opacity] of [
    ['tbody', '0.5'],
    ['thead', '1'],
    ['.sideways', '1'],
  ] as const)
    expect(await styleOf(page.locator(what).first(), 'opacity')).toBe(opacity);
  expect(await styleOf(updating, 'pointer-events')).toBe('none');
  release();
  await expect(rows.first()).toHaveText(/Emeka/);
  await expect(updating).toHaveCount(0);
});

test('on a slow line nothing moves in a dialog either', { tag: ['@UI-07', '@B14.9'] }, async ({ page }) => {
  await site.api('admin', 'POST', 'order_group/create', { buyer_id: 'buyer_47' });
  await openAs(page, site, 'care', `${site.url}/buyers/buyer_47/cart`);
  await button(page, 'Add Product').click();
  const dialog = page.getByRole('dialog');
  const row = dialog.locator('tbody tr').first();
  await expect(row).toBeVisible();
  await dialog.getByText(/^1–10 of/).waitFor();
  const before = await row.boundingBox();
  const release = await holdReads(page, /\/api\/product\/read/);
  await dialog.getByRole('searchbox').fill('milo');
  await expect(dialog.getByText('Updating…')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  release();
});

test('a start whose file breaks off says so, and comes by itself when the line is back', {
  tag: ['@SHELL-06', '@B11'],
}, async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js/, (route) => route.abort('connectionreset'));
  await page.goto(`${site.url}/login`);
  await expect(page.getByText("You're offline. Please reconnect and try again.")).toBeVisible();
  await expect(button(page, 'Try again')).toBeVisible();
  await page.unroute(/\/assets\/index-.*\.js/);
  await expect(page.getByLabel('Email')).toBeVisible({ timeout: 15_000 });
});

test('a part of the app that does not load is reported as a connection problem, and not as a broken file or an unexpected error', {
  tag: ['@ERR-01', '@F12'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.route(/(csv|sheet)Worker/, (route) => route.abort('connectionreset'));
  await page.goto(`${site.url}/products/create?type=bulk&brand_id=brand_milo&brand_name=Milo`);
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'goods.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('SKU,Name\n'),
  });
  const needs = page.getByText('This needs a connection. It will work again when you are online.').first();
  await expect(needs).toBeVisible();
  await page.goto(`${site.url}/managers`);
  await button(page, 'Export').click();
  await button(page, 'Export to Excel').click();
  await expect(needs).toBeVisible();
  await expect(button(page, 'Export to Excel')).not.toHaveAttribute('aria-disabled');
});

test('choices of a form that do not load say so and can be read again; a stored value keeps its name, and typed values stay', {
  tag: ['@B14.9', '@UI-11'],
}, async ({ page }) => {
  const dead = /\/api\/(manufacturer|seller|sales_officer|location)\/read_all|\/api\/.*(bank_list|candidates)/;
  // The home reads the hubs too, so the line is bad before it is opened: a stored copy would fill a choice.
  await page.route(dead, (route) => route.abort('connectionreset'));
  await signIn(page, site, 'admin');
  const box = (name: string) => page.getByRole('combobox', { name, exact: true });
  const screen = page.locator('#screen');
  const again = screen.getByRole('button', { name: 'Try again' });
  for (const [path, choices] of [
    ['/areas/area_1/update', ['Manufacturer', 'Distributor', 'Sales rep']],
    ['/sellers/hub_lagos_mushin/update', ['Manager']],
    ['/sales-officers/da_01/update', ['Seller']],
    ['/agents/agent_1/update', ['Location']],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    // "No match" and "This hub has no active delivery associate" would be said of what nobody knows.
    await expect(again, path).toHaveCount(choices.length);
    for (const name of choices) await expect(box(name), `${path} ${name}`).toHaveValue(/\w/);
  }
  await page.goto(`${site.url}/areas/create`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Area of a bad line');
  await expect(box('Manufacturer')).toHaveAttribute('placeholder', 'Not loaded');
  await expect(again).toHaveCount(2);
  // Pressed by key, as soon as the line is there: the page looks for the server by itself as well.
  await again.first().focus();
  await page.unroute(dead);
  await page.keyboard.press('Enter');
  // With that the server is there again: what else got no answer is asked for by itself.
  await expect(again).toHaveCount(0);
  await choose(page, 'Distributor', 'Mushin Hub');
  await expect(name).toHaveValue('Area of a bad line');
});

test('a screen whose file hangs: on a first visit and from another one the shell stands with something that loads, one may go elsewhere, and it comes', {
  tag: ['@SHELL-06', '@B14.9'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const files = /\/assets\/warehouses-[^/]*\.js/;
  const loads = page.locator('#screen').getByRole('status', { name: 'Loading' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  for (const first of [true, false]) {
    if (!first) await page.goto(`${site.url}/cohorts`);
    if (!first) await expect(heading('Cohorts')).toBeVisible();
    const release = await holdReads(page, files);
    if (first) await page.goto(`${site.url}/warehouses`, { waitUntil: 'commit' });
    else await openScreen(page, 'Warehouses');
    await expect(loads).toBeVisible();
    await expect(heading('Cohorts')).toHaveCount(0);
    await openScreen(page, 'Cohorts');
    await expect(heading('Cohorts')).toBeVisible();
    await expect(loads).toHaveCount(0);
    await openScreen(page, 'Warehouses');
    await expect(loads).toBeVisible();
    release();
    await expect(heading('Warehouses')).toBeVisible();
    await page.unroute(files);
  }
});

test('the upload of a picture on a hanging line can be stopped: nothing is sent or shown later, and the field takes the next picture', {
  tag: ['@UI-20', '@B12.6'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/brands/brand_milo/update`);
  const picture = page.locator('input[type=file]');
  const give = () => picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png() });
  const stop = button(page, 'Stop sending the image');
  const updates = keysOf(page, /\/api\/brand\/update/);
  const late = await holdAnswer(page, 'upload/upload');
  await give();
  await expect(page.getByText('Sending…')).toBeVisible();
  const { height = 0 } = (await stop.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(36);
  await stop.click();
  await expect(page.getByText('Sending…')).toHaveCount(0);
  await expect(stop).toHaveCount(0);
  await expect(picture).toBeFocused();
  late();
  await framesLater(page);
  expect(updates).toHaveLength(0);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
  await give();
  await expectText(page, 'Image upload successful.');
  expect(updates).toHaveLength(1);
});

test('a list and the home are drawn from the stored copy before the server answers, with its age when the answer takes long; the answer takes its place', {
  tag: ['@each-change', '@B14.10', '@B11.1'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types`);
  const table = page.getByRole('table', { name: 'Store Types' });
  // The head alone, or no table yet, is no answer that could be stored.
  const firstOfList = table.getByRole('row').nth(1);
  await expect(firstOfList).toBeVisible();
  await page.goto(`${site.url}/`);
  const work = page.getByRole('region', { name: 'Work to do' });
  await expect(work.getByRole('link').first()).toBeVisible();
  const known = await work.getByRole('listitem').allTextContents();
  await lineIdle(page);
  const age = page.getByText(/^Stored copy from/);
  await expect(age).toHaveCount(0);

  const answerHome = await hold(page, /\/api\/(work\/read_mine|home\/figures)/);
  await page.reload();
  await expect(work.getByRole('listitem').first()).toBeVisible();
  expect(await work.getByRole('listitem').allTextContents()).toEqual(known);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('₦');
  // An answer on time shows no age: it is drawn only when the answer takes long.
  expect(await age.count()).toBe(0);
  await expect(age).toBeVisible();
  answerHome();
  await expect(age).toHaveCount(0);

  const answerList = await hold(page, /\/api\/store_type\/read_all/);
  await ask('store_type/create', { name: 'Kiosk of the slow line', description: 'A kiosk' });
  await page.goto(`${site.url}/store-types`);
  await expect(firstOfList).toBeVisible();
  await expect(age).toBeVisible();
  await expect(table.getByText('Kiosk of the slow line')).toHaveCount(0);
  answerList();
  await expect(table.getByText('Kiosk of the slow line')).toBeVisible();
  await expect(age).toHaveCount(0);
});

test('a row of a list opens its record before the server answers: a newer record takes the place of the row, and not of what was typed over it', {
  tag: ['@each-change', '@B12.5', '@B14.10'],
}, async ({ page }) => {
  const made = async (name: string) => (await ask('store_type/create', { name, description: 'By the list' })) as string;
  const change = (_id: string, description: string) => ask('store_type/update', { _id, description });
  const [seen, typed] = [await made('Stall that is looked at'), await made('Stall that is typed over')];
  await openAs(page, site, 'admin', `${site.url}/store-types?search=Stall that is`);
  const row = (name: string) => page.getByRole('table', { name: 'Store Types' }).getByText(name, { exact: true });
  const [name, description] = [page.getByLabel('Name'), page.getByLabel('Description')];
  await expect(row('Stall that is typed over')).toBeVisible();
  await lineIdle(page);

  const answer = await hold(page, /\/api\/store_type\/read\?/);
  await row('Stall that is looked at').click();
  await expect(name).toHaveValue('Stall that is looked at');
  await expect(description).toHaveValue('By the list');
  await change(seen, 'By the server');
  answer();
  await expect(description).toHaveValue('By the server');

  await page.goBack();
  await expect(row('Stall that is typed over')).toBeVisible();
  await lineIdle(page);
  const late = await hold(page, /\/api\/store_type\/read\?/);
  await row('Stall that is typed over').click();
  await description.fill('Typed here');
  await change(typed, 'By a colleague');
  late();
  await expect(page.getByText(/^Store type was changed by /i).first()).toBeVisible();
  await expect(description).toHaveValue('Typed here');
});

/** These reads are answered when the returned function is called. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
