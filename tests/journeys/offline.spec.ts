/** A whole shift of an officer: prepared, cut off, 40 lines, completed, and everything arrives exactly once. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM } from '../support/chromium.ts';
import { addLine, beginReceipt, FROM, fillFirst, TO } from '../support/receiving.ts';
import { exportedRows } from '../support/sheet.ts';
import { choose, installed, killBrowser, preparedFor, removeFolder, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile('embedded');

interface Stock {
  product_id: string;
  quantity: number;
  product: { name: string; case_count: number };
}

async function stockOf(hub: string): Promise<Map<string, number>> {
  const warehouses = (await site.api('officer2', 'GET', 'warehouse/read_all', { parent: hub })) as { _id: string }[];
  if (!warehouses[0]) return new Map();
  const rows = (await site.api('officer2', 'POST', 'warehouse_product/read_by_warehouse', {
    warehouse_id: warehouses[0]._id,
  })) as Stock[];
  return new Map(rows.map((row) => [row.product.name, row.quantity]));
}

test('a shipment of 40 lines is received without a server and arrives exactly once', {
  tag: ['@each-change', '@smoke', '@TRF-01', '@TRF-02', '@TRF-03', '@TRF-04', '@TRF-13', '@TRF-15', '@SYNC-03', '@K30'],
}, async ({ page }) => {
  // Some 200 steps by hand.
  test.setTimeout(400_000);
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByRole('heading', { name: 'Receive Shipment' })).toBeVisible();
  await preparedFor(page);
  await installed(page);
  const before = await stockOf('hub_abuja_wuse');

  await site.stopServer();
  await page.reload();
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline. Last contact');
  // The whole header is the banner, and as high as before.
  const banner = page.locator('header[data-offline]');
  await expect(banner).toHaveCSS('background-color', 'rgb(244, 177, 61)');
  expect((await banner.boundingBox())?.height).toBe(55);
  await beginReceipt(page, site);
  await expect(page).toHaveURL(/purchase_order_id=local-/);
  for (let line = 0; line < 40; line += 1) await addLine(page, 0, String((line % 7) + 1));
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('41 changes waiting to send');
  const table = page.getByRole('table', { name: 'Products of this transfer' });
  await expect(table.getByText('Waiting to send').first()).toBeVisible();

  // Edit three, remove one.
  const names = await table.locator('tbody tr td:first-child div[title]').allTextContents();
  expect(names).toHaveLength(40);
  for (const name of names.slice(0, 3)) {
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    await page.getByRole('dialog').getByLabel('Quantity', { exact: true }).fill('9');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const removed = names[39] as string;
  await page.getByRole('button', { name: `Edit ${removed}`, exact: true }).click();
  await page.getByRole('button', { name: `Remove ${removed}`, exact: true }).click();
  await expect(table.locator('tbody tr')).toHaveCount(39);

  await page.getByRole('button', { name: 'Complete Transfer offline' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'This action cannot be reversed. Are you sure you want to continue?',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  await expect(page.getByText('Transfer successful.')).toBeHidden();
  await expect(page.getByRole('link', { name: 'View receipt' })).toBeHidden();

  // A cold start of the app keeps all of it.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page.getByRole('heading', { name: /PO-/ })).toBeVisible();
  const ref = (await page.getByRole('heading', { name: /PO-/ }).textContent())?.match(/PO-\w+/)?.[0] ?? '';

  const receipt = (await site.api('officer2', 'POST', 'purchase_order/read_by_ref', { ref })) as {
    _id: string;
    tag: string;
    items: { product: { name: string; case_count: number }; quantity: number }[];
  };
  expect(receipt.tag).toBe('receipt');
  expect(receipt.items).toHaveLength(39);
  expect(receipt.items.map((item) => item.product.name)).not.toContain(removed);
  for (const name of names.slice(0, 3)) {
    const item = receipt.items.find((one) => one.product.name === name);
    expect(item?.quantity).toBe(9 * (item?.product.case_count ?? 0));
  }
  const after = await stockOf('hub_abuja_wuse');
  for (const item of receipt.items)
    expect(after.get(item.product.name), item.product.name).toBe((before.get(item.product.name) ?? 0) + item.quantity);
  const logs = (await site.api('officer2', 'POST', 'warehouse_log/read_by_purchase_order', {
    purchase_order_id: receipt._id,
  })) as { quantity: number }[];
  expect(logs).toHaveLength(78);
  expect(logs.reduce((sum, log) => sum + log.quantity, 0)).toBe(0);
});

test('the answer to create is lost: one purchase order, not two', {
  tag: ['@SYNC-16', '@SYNC-21'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  const count = async () =>
    ((await site.api('officer2', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1' })) as { total: number })
      .total;
  const before = await count();
  site.loseAnswer('purchase_order/create');
  await beginReceipt(page, site);
  await addLine(page, 2, '4');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 60_000 });
  expect(await count()).toBe(before + 1);
  // Rule 15: the server's id took the local one's place in the address.
  await expect(page).not.toHaveURL(/local-/);
  await expect(page.getByRole('table', { name: 'Products of this transfer' }).getByText('Sent')).toBeVisible();
});

test('on a phone a change that waits is read: what is said of its state stands below its words', {
  tag: ['@each-change', '@SYNC-07', '@B14'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  // The data is here; the screens are once the worker is.
  await installed(page);
  await choose(page, 'From Distributor', FROM);
  await choose(page, 'To Hub', TO);
  site.portal(true);
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await expect(page.getByRole('button', { name: 'Add Product', exact: true })).toBeVisible({ timeout: 30_000 });
  await addLine(page, 1, '2');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: /waiting to send/ }).click();
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await waiting.getByRole('button', { name: 'Lines and more' }).click();
  const words = waiting.getByRole('list', { name: 'Changes' }).locator('li > div');
  await expect(words).toHaveCount(2);
  for (const one of await words.all()) expect(await one.evaluate((div) => div.clientWidth)).toBeGreaterThan(220);
  await page.setViewportSize({ width: 1280, height: 800 });
  site.portal(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
});

test("a captive portal's page is no answer: nothing is lost, nothing counts as sent", { tag: ['@SYNC-22'] }, async ({
  page,
}) => {
  await signIn(page, site, 'officer1');
  await beginReceipt(page, site);
  // The address says that the create was answered; the status may still be the one before it.
  await expect(page).toHaveURL(/purchase_order_id=(?!local-)/);
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  site.portal(true);
  await addLine(page, 3, '5');
  await expect(page.getByText('Saved on this tablet. It will be sent when you are online.')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('1 change waiting to send');
  site.portal(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
});

test('a browser killed right after "Saved on this tablet" loses nothing; the queue waits for its owner', {
  tag: ['@each-change', '@SYNC-04', '@SYNC-40'],
}, async () => {
  test.setTimeout(240_000);
  const profile = mkdtempSync(join(tmpdir(), 'kasuwa-profile-'));
  const options = {
    executablePath: CHROMIUM,
    args: ['--disable-gpu', '--no-sandbox'],
    viewport: { width: 1280, height: 800 },
  };
  try {
    const first = await chromium.launchPersistentContext(profile, options);
    const page = first.pages()[0] ?? (await first.newPage());
    await signIn(page, site, 'officer2');
    await page.goto(`${site.url}/inventory/shipment/in`);
    await preparedFor(page);
    await installed(page);
    await site.stopServer();
    await beginReceipt(page, site);
    await addLine(page, 5, '6');
    await expect(page.getByText('Saved on this tablet. It will be sent when you are online.')).toBeVisible();
    await killBrowser(profile);
    await first.close().catch(() => undefined);

    const second = await chromium.launchPersistentContext(profile, options);
    const again = second.pages()[0] ?? (await second.newPage());
    await again.goto(`${site.url}/sync`);
    await expect(again.getByRole('heading', { name: 'Waiting to send (2)' })).toBeVisible();

    // Signing out keeps the queue; the sign-in page says that it waits.
    await again.getByRole('button', { name: 'User menu' }).click();
    await again.getByRole('button', { name: 'Logout' }).click();
    await expect(again.getByRole('dialog', { name: '2 changes have not been sent' })).toBeVisible();
    await again.getByRole('button', { name: 'Sign out and keep' }).click();
    await expect(again.getByText('2 changes on this tablet have not been sent')).toBeVisible();

    await site.startServer();
    await signIn(again, site, 'officer1');
    await again.goto(`${site.url}/sync`);
    await expect(again.getByText('2 changes by Z. B. waiting')).toBeVisible();
    await expect(again.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
    await again.getByRole('button', { name: 'User menu' }).click();
    await again.getByRole('button', { name: 'Logout' }).click();
    await again.getByRole('button', { name: 'Sign out', exact: true }).click();
    // Another address before the session is forgotten would keep it.
    await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await signIn(again, site, 'officer2');
    await expect(again.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', {
      timeout: 60_000,
    });
    await second.close();
  } finally {
    await killBrowser(profile);
    removeFolder(profile);
  }
});

test('a line that was removed by mistake comes back, also without a server: one that was sent and one that never was', {
  tag: ['@B12.4'],
}, async ({ page, context }) => {
  await signIn(page, site, 'officer1');
  await beginReceipt(page, site);
  const rows = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
  await addLine(page, 0, '3');
  await expect(rows.first()).toContainText('Sent');
  // The list of the first screen has the receipt with its first line.
  await page.goto(`${site.url}/inventory/shipment/in`);
  const card = page.getByRole('region', { name: 'Started', exact: true }).getByRole('listitem').first();
  await expect(card).toContainText(/1 line\s*3 cases/);
  await card.getByRole('link', { name: /^Continue/ }).click();
  await expect(rows.first()).toContainText('Sent');
  await context.setOffline(true);
  await addLine(page, 1, '4');
  await expect(rows.getByText('Waiting to send')).toHaveCount(1);
  const quantities = () => rows.locator('td:nth-child(2)').allTextContents();
  const before = (await quantities()).sort();
  for (const cases of ['3 cases', '4 cases']) {
    await rows
      .filter({ hasText: cases })
      .getByRole('button', { name: /^Edit / })
      .click();
    await page.getByRole('button', { name: /^Remove / }).click();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(2);
    expect((await quantities()).sort()).toEqual(before);
  }
  // The card of the first screen counts what waits here, as the desk does: also what the list of the server never had.
  const total = await page.getByRole('definition').filter({ hasText: '₦' }).first().textContent();
  await page.goBack();
  await expect(card).toContainText('2 lines wait here');
  await expect(card).toContainText(/2 lines\s*7 cases/);
  await expect(card).toContainText(total ?? '');
  await card.getByRole('link', { name: /^Continue/ }).click();
  await context.setOffline(false);
  await expect(rows.getByText('Sent')).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  expect((await quantities()).sort()).toEqual(before);
});

test('the page is closed and the line comes back: the worker sends what waits when the browser says so, once', {
  tag: ['@each-change', '@SYNC-23', '@SYNC-20'],
}, async ({ page, context }) => {
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  await installed(page);
  const orders = async () =>
    (await site.api('officer2', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1', sort: '-created' })) as {
      total: number;
      rows: { _id: string }[];
    };
  const { total } = await orders();
  site.cutApi(true);
  await beginReceipt(page, site);
  await addLine(page, 0, '3');
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('2 changes waiting to send');

  const other = await context.newPage();
  const cdp = await context.newCDPSession(other);
  const found = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((one) => one.scopeURL.startsWith(site.url));
      if (ours) resolve(ours.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  await page.close();
  site.cutApi(false);
  // No page of the app is open. The last try may have told the worker to wait some seconds (rule 24): the browser asks more than once.
  await expect
    .poll(
      async () => {
        await cdp.send('ServiceWorker.dispatchSyncEvent', {
          origin: site.url,
          registrationId,
          tag: 'outbox',
          lastChance: false,
        });
        return (await orders()).total;
      },
      { timeout: 60_000, intervals: [1_000] },
    )
    .toBe(total + 1);
  const linesOf = async (_id: string) =>
    ((await site.api('officer2', 'GET', 'purchase_order/read', { _id })) as [{ items: unknown[] }])[0].items;
  const id = (await orders()).rows[0]?._id ?? '';
  await expect.poll(async () => (await linesOf(id)).length, { timeout: 30_000 }).toBe(1);
  await other.goto(`${site.url}/sync`);
  await expect(other.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 20_000 });
  expect((await orders()).total).toBe(total + 1);
  expect(await linesOf(id)).toHaveLength(1);
});

test('without a server goods are issued, and a part of them comes back: the return knows what this tablet issued, and both arrive exactly once', {
  tag: ['@each-change', '@TRF-14', '@SYNC-03', '@B11', '@K30'],
}, async ({ page }) => {
  test.setTimeout(180_000);
  interface StockRow {
    quantity: number;
    product: { _id: string; name: string; case_count: number };
  }
  const heldBy = async (parent_type: string, parent: string) => {
    const answer = await site.api('officer2', 'POST', 'warehouse_product/read_by_party', { parent_type, parent });
    return (answer as { products: StockRow[] }).products;
  };
  const unitsOf = async (parent_type: string, parent: string, id: string) =>
    (await heldBy(parent_type, parent)).find(({ product }) => product._id === id)?.quantity ?? 0;
  const people = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as Record<string, string>[];
  const { _id: associate = '', name = '' } = people.find(({ status }) => status === 'active') ?? {};
  const theirs = new Set((await heldBy('sales_officer', associate)).map((one) => one.product._id));
  // Something that the associate has never had: the server's answers on this tablet say nothing of it.
  const { product } = (await heldBy('seller', 'hub_abuja_wuse')).find(
    (one) => !theirs.has(one.product._id) && one.quantity >= 5 * one.product.case_count,
  ) as StockRow;
  const before = await unitsOf('seller', 'hub_abuja_wuse', product._id);
  const receiptsOf = async (kind: string) => {
    const input = {
      kind,
      destinations: kind === 'stock_in' ? 'hub_abuja_wuse' : associate,
      page: '1',
      per_page: '100',
    };
    const { rows } = (await site.api('officer2', 'GET', 'purchase_order/read_all', {
      ...{ ...input, tag: 'receipt', sort: '-created' },
    })) as { rows: { _id: string }[] };
    return rows.map((row) => row._id);
  };
  const known = new Set([...(await receiptsOf('stock_out')), ...(await receiptsOf('stock_in'))]);

  await signIn(page, site, 'officer1');
  for (const path of ['stock/out', 'stock/in']) {
    await page.goto(`${site.url}/inventory/${path}`);
    await preparedFor(page);
  }
  await installed(page);
  await site.stopServer();

  const completed = async () => {
    await page.getByRole('button', { name: /^Complete Transfer/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  };
  const starts = async (path: string, hubLabel: string, associateLabel: string) => {
    await page.goto(`${site.url}/inventory/${path}`);
    await fillFirst(page, [hubLabel, TO], [associateLabel, name]);
  };
  await starts('stock/out', 'From Hub', 'To Delivery Associate');
  await choose(page, 'Product', product.name);
  await page.getByLabel('Quantity', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await completed();

  await starts('stock/in', 'To Hub', 'From Delivery Associate');
  // What this tablet itself issued stands among what the associate holds, and the figure begins with all of it.
  const held = page.getByRole('region', { name: `${name} holds` });
  await held.getByRole('button', { name: product.name }).click();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('5');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: product.name })).toContainText('2 cases');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await completed();
  // Nothing is lost by a cold start, and nothing has moved.
  await page.goto(`${site.url}/sync`);
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(waiting).toContainText(`Issue to ${name}`);
  await expect(waiting).toContainText(`Return from ${name}`);

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 60_000 });
  const made = [];
  for (const kind of ['stock_out', 'stock_in']) {
    const fresh = (await receiptsOf(kind)).filter((id) => !known.has(id));
    expect(fresh).toHaveLength(1);
    const [order] = (await site.api('officer2', 'GET', 'purchase_order/read', { _id: fresh[0] ?? '' })) as {
      items: { product_id: string; quantity: number }[];
    }[];
    made.push(order?.items.map((item) => [item.product_id, item.quantity / product.case_count]));
  }
  expect(made).toEqual([[[product._id, 5]], [[product._id, 2]]]);
  expect(await unitsOf('seller', 'hub_abuja_wuse', product._id)).toBe(before - 3 * product.case_count);
  expect(await unitsOf('sales_officer', associate, product._id)).toBe(3 * product.case_count);
});

test('chosen rows are exported without a server, once this device has what writes Excel files', {
  tag: ['@UI-43', '@B14.5'],
}, async ({ page, context }) => {
  await signIn(page, site, 'admin');
  await installed(page);
  await page.goto(`${site.url}/purchase-orders`);
  await page.locator('#screen tbody tr').first().focus();
  await page.keyboard.press('x');
  const acts = page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Export 1' });
  const dialog = page.getByRole('dialog');
  await context.setOffline(true);
  await acts.click();
  await dialog.getByRole('button', { name: 'Export to Excel' }).click();
  await expect(page.getByText('This needs a connection. It will work again when you are online.')).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  expect(await exportedRows(page, 'Export 1')).toHaveLength(2);
  await context.setOffline(true);
  expect(await exportedRows(page, 'Export 1')).toHaveLength(2);
  await context.setOffline(false);
});
