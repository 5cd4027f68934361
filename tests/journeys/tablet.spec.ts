/** One tablet, a long day: a new build while a queue waits, a hotel's Wi-Fi, two officers, a night in the drawer. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openScreen } from '../support/menu.ts';
import { syncStatus } from '../support/onPage.ts';
import { addLine, beginReceipt, countOrders, linesOf, typeLine } from '../support/receiving.ts';
import { lineIdle } from '../support/settled.ts';
import { installed, preparedFor, signIn, siteOfFile, withMotion } from '../support/site.ts';

test.use(withMotion);
const site = siteOfFile('embedded');
// A day's work in each: a slow machine gets the time for it.
test.describe.configure({ timeout: 300_000 });
test.afterEach(() => {
  site.cutApi(false);
  site.portal(false);
});

async function prepared(page: Page, user: string): Promise<void> {
  await signIn(page, site, user);
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  await installed(page);
}

async function leave(page: Page, how: 'Sign out' | 'Sign out and keep'): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: how, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('a new build while a queue waits: the person is asked, and nothing typed or saved is lost', {
  tag: ['@each-change', '@SYNC-44'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  const before = await countOrders(site);
  site.cutApi(true);
  await beginReceipt(page, site);
  await addLine(page, 0, '3');
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');
  const build = page.locator('meta[name="build"]');
  await expect(build).toHaveCount(0);

  await typeLine(page, 0, '7');
  const key = page.getByRole('button', { name: /^Add Product/ });
  const before7 = await key.boundingBox();
  site.deploy('two');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(page.getByText('A new version of the app is ready.')).toBeVisible({ timeout: 30_000 });
  // The notice stands in the header: no key of the desk moves under the finger.
  expect(await key.boundingBox()).toEqual(before7);
  // Not while something is typed.
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await expect(update).toBeDisabled();
  await expect(page.getByText('First save or discard what you typed.')).toBeVisible();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('7');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(2);
  await expect(syncStatus(page)).toHaveText('3 changes waiting to send');
  await expect(build).toHaveCount(0);
  // The amber header has room for all it says, on a phone too.
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible({ timeout: 60_000 });
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [360, 390, 800]) {
    await page.setViewportSize({ width, height: 844 });
    const over = await page.getByRole('banner').evaluate((header) => header.scrollWidth - header.clientWidth);
    expect(over, `px of the header beside a window of ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);

  await update.click();
  await expect(build).toHaveAttribute('content', 'two', { timeout: 20_000 });
  await expect(linesOf(page)).toHaveCount(2);
  await expect(syncStatus(page)).toHaveText('3 changes waiting to send');
  await expect(page.getByText('A new version of the app is ready.')).toBeHidden();

  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect(await countOrders(site)).toBe(before + 1);
});

test('a new build waits while a change is being sent: Update can be pressed once its answer is there', {
  tag: ['@SYNC-44'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  await beginReceipt(page, site);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  // In the page itself: what a worker stands before passes by the test's own line.
  await page.evaluate(() => {
    const { fetch: own } = window;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held: typeof fetch = async (...args) => {
      if (String(args[0]).includes('/api/purchase_order_item/')) await released;
      return own(...args);
    };
    Object.assign(window, { fetch: held, release });
  });
  await addLine(page, 0, '3');
  await expect(syncStatus(page)).toHaveText('Sending 1 of 1');
  site.deploy('three');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(page.getByText('A new version of the app is ready.')).toBeVisible({ timeout: 15_000 });
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await expect(syncStatus(page)).toHaveText('Sending 1 of 1');
  await expect(update).toBeDisabled();
  await expect(page.getByText('First save or discard what you typed.')).toBeHidden();
  await page.evaluate(() => (window as unknown as { release(): void }).release());
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  await expect(update).toBeEnabled();
});

test('the disk refuses while changes are discarded: it is said, nothing is let go, and the dialog can be pressed again', {
  tag: ['@SYNC-07', '@SYNC-40'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  site.cutApi(true);
  // Another tab is sending: nothing here is tried, so nobody has to be asked about it.
  await page.addInitScript(() => {
    const { request } = LockManager.prototype;
    Object.assign(globalThis, { letGo: () => Object.assign(LockManager.prototype, { request }) });
    const taken = (_name: string, _ways: object, work: (lock: null) => unknown) => Promise.resolve(work(null));
    Object.assign(LockManager.prototype, { request: taken });
    // Nor by the worker.
    const { SyncManager } = globalThis as unknown as { SyncManager: { prototype: object } };
    Object.assign(SyncManager.prototype, { register: async () => undefined });
  });
  await beginReceipt(page, site);
  await addLine(page, 0, '3');
  await page.evaluate(() => {
    const { delete: own } = IDBObjectStore.prototype;
    Object.assign(globalThis, { mended: () => Object.assign(IDBObjectStore.prototype, { delete: own }) });
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('The disk refuses.', 'DataError');
    };
  });
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true });
  await discard.click();
  await page.getByLabel('Type 2 to discard these changes for ever').fill('2');
  await discard.click();
  await expect(page.getByText('Not saved', { exact: false }).first()).toBeVisible();
  await expect(discard).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');
  await page.evaluate(() => {
    const { mended, letGo } = globalThis as unknown as { mended(): void; letGo(): void };
    mended();
    letGo();
  });
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

test("a captive portal's page on everything: the app opens, nobody is signed out, nothing counts as sent", {
  tag: ['@each-change', '@SYNC-22', '@SYNC-39'],
}, async ({ page }) => {
  await prepared(page, 'officer2');
  site.portal(true);
  await page.reload();
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline. Last contact');
  await beginReceipt(page, site);
  await addLine(page, 2, '4');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');
  await expect(page.getByText('Please sign in to the Wi-Fi')).toBeHidden();
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('heading', { name: 'Waiting to send (2)' })).toBeVisible();
  site.portal(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

/** What the browser itself counts as moved up or down on the screen; the words of a message may wrap anew in its place. */
async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      type Moved = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: Moved[] })[])
        for (const { node, previousRect, currentRect } of entry.sources) {
          // A count that comes into a heading reaches 2 px above its letters: nothing moved by that.
          if (Math.abs(previousRect.y - currentRect.y) < 4) continue;
          const on = node instanceof Element ? node : node?.parentElement;
          if (on?.closest('#screen') && !on.closest('[role="status"]')) moved.push(on.textContent?.slice(0, 40) ?? '');
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

test('nothing moves under a finger: neither when the tablet has looked what it holds nor when the network goes', {
  tag: ['@B11'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  const moved = await watchMoves(page);
  site.cutApi(true);
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByText(/^Ready for offline/)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  expect(await moved()).toEqual([]);
  // The measure finds what moves: a strip above the form, long after a touch.
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const strip = document.createElement('p');
    strip.textContent = 'strip';
    document.querySelector('#screen')?.prepend(strip);
  });
  await expect.poll(moved).not.toEqual([]);

  site.cutApi(false);
  await beginReceipt(page, site);
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  await expect(page).toHaveURL(/purchase_order_id=(?!local)/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Product', exact: true })).toBeEnabled();
  // All that a start draws late is there, and was counted.
  await lineIdle(page);
  await page.waitForTimeout(600);
  const before = await moved();
  site.cutApi(true);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible({ timeout: 20_000 });
  expect(await moved()).toEqual(before);
});

test('nothing moves under a finger: a list, a record and a form that turn out to be stored copies', {
  tag: ['@B11'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const moved = await watchMoves(page);
  const places: [address: string, there: () => Locator][] = [
    ['/store-types', () => page.getByRole('table', { name: 'Store types' })],
    ['/purchase-orders', () => page.getByRole('table', { name: 'Purchase orders' })],
    ['/buyers/buyer_08/orders', () => page.getByRole('table', { name: 'Orders', exact: true })],
    ['/sellers/hub_lagos_mushin/update', () => page.getByLabel('Name', { exact: true })],
  ];
  for (const [address, there] of places) {
    await page.goto(site.url + address);
    await expect(there()).toBeVisible();
    await lineIdle(page);
  }
  await installed(page);
  site.cutApi(true);
  for (const [address, there] of places) {
    await page.goto(site.url + address);
    await expect(there()).toBeVisible();
    await expect(page.getByText(/^Stored copy from /)).toHaveCount(1);
    expect(await moved(), address).toEqual([]);
  }
  site.cutApi(false);
});

test('two officers on one tablet: neither sees, sends or exports what the other saved; an administrator may carry it away', {
  tag: ['@each-change', '@SYNC-40', '@SYNC-41'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  const before = await countOrders(site);
  site.cutApi(true);
  await beginReceipt(page, site);
  await addLine(page, 0, '3');
  await leave(page, 'Sign out and keep');
  site.cutApi(false);

  await prepared(page, 'officer2');
  await page.goto(`${site.url}/sync`);
  await expect(page.getByText(/^2 changes by .* waiting$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting to send (0)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export unsent' })).toBeDisabled();
  await beginReceipt(page, site);
  await addLine(page, 1, '2');
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect(await countOrders(site)).toBe(before + 1);
  await leave(page, 'Sign out');

  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sync`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export unsent' }).click();
  const path = await (await download).path();
  const file = JSON.parse(readFileSync(path, 'utf8')) as { ops: { user_name: string; type: string }[] };
  expect(file.ops.map((op) => op.type)).toEqual(['create', 'upsert']);
  // Brought to the server in the administrator's name ...
  await page.locator('input[type=file]').setInputFiles(path);
  const dialog = page.getByRole('dialog', { name: 'Import unsent' });
  // S11: what is in it is seen before anything is pressed.
  await expect(dialog.getByRole('list', { name: 'Changes in the file' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Check with the server' }).click();
  await expect(dialog.getByText('The server would take 2 and refuse 0. Nothing is kept yet.')).toBeVisible();
  const changes = dialog.getByRole('list', { name: 'Changes in the file' }).getByRole('listitem');
  await expect(changes).toHaveText([/^New transfer: .+ to .+Saved/, /^Product: .+, 3 cases, ₦.+ to .+Saved/]);
  expect(await countOrders(site)).toBe(before + 1);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('2 changes imported, 0 refused by the server.')).toBeVisible();
  expect(await countOrders(site)).toBe(before + 2);
  await leave(page, 'Sign out');

  // ... and its owner's tablet finds the answers: once, not twice.
  await signIn(page, site, 'officer1');
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('heading', { name: 'Waiting to send (0)' })).toBeVisible();
  expect(await countOrders(site)).toBe(before + 2);
});

test('a night without use and without a server: locked after 12 hours, five tries, the queue untouched', {
  tag: ['@B10.11', '@SYNC-42'],
}, async ({ page }) => {
  await prepared(page, 'officer1');
  site.cutApi(true);
  await beginReceipt(page, site);
  await addLine(page, 0, '3');
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');

  // The lock falls on the page that stood open all night; what the keys open is not for whoever stands before it.
  await page.clock.install({ time: Date.now() + 13 * 3_600_000 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  for (const key of ['k', 'i', 'b']) await page.keyboard.press(`Control+${key}`);
  await page.clock.runFor(2_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(linesOf(page).first()).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(page.getByText('2 changes on this tablet have not been sent')).toBeVisible();
  await expect(linesOf(page)).toHaveCount(0);
  const unlock = async (password: string) => {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Unlock' }).click();
  };
  await unlock('officer2-Passw0rd');
  await expect(page.getByText('Password is not correct.')).toBeVisible();
  await unlock('officer1-Passw0rd');
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');

  await page.clock.setSystemTime(Date.now() + 40 * 3_600_000);
  await page.reload();
  for (let wrong = 1; wrong < 5; wrong += 1) {
    await unlock(`wrong-${wrong}`);
    await expect(page.getByText('Password is not correct.')).toBeVisible();
  }
  await unlock('wrong-5');
  await expect(page.getByText('Only the server can check the password now.')).toBeVisible();
  await unlock('officer1-Passw0rd');
  await expect(page.getByText('Only the server can check the password now.')).toBeVisible();
  site.cutApi(false);
  // One slip more, and now the server says no: still locked, and still this officer's tablet.
  await unlock('wrong-6');
  await expect(page.getByText('Password is not correct.')).toBeVisible();
  await unlock('officer1-Passw0rd');
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

/** Writes down in every page that is loaded from now on whether it ever showed one of these words. */
async function watchFor(page: Page, words: readonly string[]): Promise<() => Promise<string[]>> {
  await page.addInitScript((wanted) => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      for (const word of wanted) if (document.documentElement?.textContent?.includes(word)) seen.add(word);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

/** Marks the document that stands in the tab; resolves when another one has taken its place. */
async function loadedAnew(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { before: true }));
  return () => page.waitForFunction(() => !('before' in window)).then(() => undefined);
}

const nameOf = async (user: string) =>
  ((await site.api(user, 'GET', 'administrator/read_delegate')) as { profile: { name: string } }).profile.name;

/** The newest purchase orders with who made them. */
const newestOrders = async () =>
  (
    (await site.api('admin', 'GET', 'purchase_order/read_all', { page: '1', per_page: '5', sort: '-created' })) as {
      rows: { _id: string; created_by: { name: string } | null }[];
    }
  ).rows;

/** A person comes back to a tab that stood behind another one. */
const comeBackTo = async (page: Page) => {
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
};

test('somebody else signs in in another tab: a tab with a transfer under way becomes theirs, and sends nothing of it', {
  tag: ['@each-change', '@SYNC-40', '@SYNC-41', '@SEC-19'],
}, async ({ page: first }) => {
  const [hers, his] = [await nameOf('officer1'), await nameOf('officer2')];
  expect(hers).not.toBe(his);
  await prepared(first, 'officer1');
  const before = await countOrders(site);
  site.cutApi(true);
  await beginReceipt(first, site);
  await addLine(first, 0, '3');
  await expect(syncStatus(first)).toHaveText('2 changes waiting to send');
  const product = (await linesOf(first).first().locator('td').first().locator('div[title]').textContent()) ?? '';
  expect(product).not.toBe('');

  const second = await first.context().newPage();
  await second.goto(site.url);
  await leave(second, 'Sign out and keep');
  site.cutApi(false);
  await signIn(second, site, 'officer2');
  // Nobody has touched the first tab: it shows the transfer still, and no change of it left under anybody's name.
  await expect(linesOf(first)).toHaveCount(1);
  expect(await countOrders(site)).toBe(before);

  const seen = await watchFor(first, [hers, product]);
  const anew = await loadedAnew(first);
  await comeBackTo(first);
  await anew();
  await expect(first.getByRole('button', { name: 'User menu' })).toContainText(his);
  // The address is still the one of her transfer: it is not his to see.
  await expect(first).toHaveURL(/purchase_order_id=local-/);
  await expect(first.getByRole('heading', { name: 'Receive Shipment' })).toBeVisible();
  await expect(first.getByText('Transfer not found')).toBeVisible();
  expect(await seen()).toEqual([]);
  await first.goto(`${site.url}/sync`);
  await expect(first.getByText(/^2 changes by .* waiting$/)).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Waiting to send (0)' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Export unsent' })).toBeDisabled();
  await first.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(syncStatus(first)).toHaveText('All changes sent');
  expect(await seen()).toEqual([]);
  expect(await countOrders(site)).toBe(before);

  // What he does there is his.
  await beginReceipt(first, site);
  await addLine(first, 1, '2');
  await expect(syncStatus(first)).toHaveText('All changes sent', { timeout: 20_000 });
  expect(await countOrders(site)).toBe(before + 1);
  expect((await newestOrders())[0]?.created_by?.name).toBe(his);

  // Hers waited for her, and goes out as hers.
  await leave(first, 'Sign out');
  await second.close();
  await signIn(first, site, 'officer1');
  await expect(syncStatus(first)).toHaveText('All changes sent', { timeout: 20_000 });
  await expect.poll(() => countOrders(site)).toBe(before + 2);
  expect((await newestOrders())[0]?.created_by?.name).toBe(hers);
});

test('somebody else signs in in another tab: the first question of the old page is refused, and it becomes theirs', {
  tag: ['@SEC-19', '@SES-14'],
}, async ({ page: first }) => {
  const [hers, his] = [await nameOf('officer1'), await nameOf('officer2')];
  // Without the stream, which would tell the old page at once that its session ended.
  await first.context().route('**/api/live*', (route) => route.abort());
  await signIn(first, site, 'officer1');
  await installed(first);
  await first.goto(`${site.url}/profile`);
  await expect(first.getByText('officer1@example.test')).toBeVisible();
  const second = await first.context().newPage();
  await second.goto(site.url);
  await leave(second, 'Sign out');
  await signIn(second, site, 'officer2');

  // It has not been told yet; its own token is dead, and that is what it asks with.
  await expect(first.getByRole('button', { name: 'User menu' })).toContainText(hers);
  const seen = await watchFor(first, [hers, 'officer1@example.test']);
  const anew = await loadedAnew(first);
  await openScreen(first, 'Warehouses');
  await anew();
  await expect(first.getByRole('button', { name: 'User menu' })).toContainText(his);
  await expect(first.getByRole('table', { name: 'Warehouses' })).toBeVisible();
  await first.goto(`${site.url}/profile`);
  await expect(first.getByText('officer2@example.test')).toBeVisible();
  expect(await seen()).toEqual([]);
  // Neither tab took the other's session down.
  await second.reload();
  await expect(second.getByRole('button', { name: 'User menu' })).toContainText(his);
});

test('messages never lie on the bar that completes a transfer, and it does not move as lines come', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await prepared(page, 'officer1');
  await beginReceipt(page, site);
  const bar = page.getByRole('button', { name: /^Complete Transfer/ });
  const place = await bar.boundingBox();
  if (!place) throw new Error('The bar is not shown');
  site.cutApi(true);
  for (const index of [1, 2, 3]) await addLine(page, index, '3');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Saved on this tablet', { exact: false }).first()).toBeVisible();
  // The header says that the server is away and the line says that it is saved; the message is only spoken.
  for (const drawn of await messages.locator('[data-tone]').all()) await expect(drawn).toBeHidden();
  expect((await bar.boundingBox())?.y).toBe(place.y);
  // SHELL-30: offline there is little room beside the name; what is left of the version would say nothing.
  const version = page.getByRole('banner').getByText(/^demo \d/);
  expect(await version.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThan(2);
});

test('somebody else signs in in another tab: what was typed in a form is removed without a dialog, not shown to that person, and waits for its author', {
  tag: ['@SEC-19', '@B12.8'],
}, async ({ page: first }) => {
  // Without the stream, which would tell the old page at once that its session ended.
  await first.context().route('**/api/live*', (route) => route.abort());
  // The page's own report of the tablet would be refused, which tells it early too.
  const reported = first.waitForResponse('**/api/device/register');
  await signIn(first, site, 'staff');
  await reported;
  await first.goto(`${site.url}/brands/create`);
  const name = first.getByLabel('Name', { exact: true });
  await name.click();
  await name.pressSequentially('Kiosk of hers');
  const second = await first.context().newPage();
  await second.goto(site.url);
  await leave(second, 'Sign out');
  await signIn(second, site, 'admin');

  // The last letters are typed after he came: they are still hers.
  await first.bringToFront();
  await name.pressSequentially(', by the road');
  const dialogs: string[] = [];
  first.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  const seen = await watchFor(first, ['Kiosk of hers', 'Continue your draft']);
  const anew = await loadedAnew(first);
  await comeBackTo(first);
  await anew();
  await expect(first.getByRole('button', { name: 'User menu' })).toContainText('Adaeze Admin');
  await expect(name).toHaveValue('');
  expect(dialogs).toEqual([]);
  expect(await seen()).toEqual([]);

  await leave(first, 'Sign out');
  await signIn(first, site, 'staff');
  await first.goto(`${site.url}/brands/create`);
  await expect(first.getByText('Continue your draft')).toBeVisible();
  await expect(name).toHaveValue('Kiosk of hers, by the road');
});
