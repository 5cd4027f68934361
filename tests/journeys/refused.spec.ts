/** What the server refused, on the Sync screen: what a person reads there and can do about it (SYNC section 11). */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { syncStatus } from '../support/onPage.ts';
import { choose, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });
test.afterEach(() => site.cutApi(false));

const HUB = 'hub_abuja_wuse';

interface Line {
  _id: string;
  product_id: string;
  quantity: number;
  amount: string;
  product: { name: string; case_count: number };
}
interface Order {
  _id: string;
  version: number;
  destination_obj: { name: string };
  items: Line[];
}

const desk = (path: string, fields: Record<string, string>) => site.api('officer2', 'POST', path, fields);
const orderOf = async (_id: string) =>
  ((await site.api('officer2', 'GET', 'purchase_order/read', { _id })) as [Order])[0];
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Resolve conflict' });

/** A shipment that a desk began: this tablet knows of it only what it read. */
async function begunAtADesk() {
  const makers = (await site.api('officer2', 'GET', 'distributor/read_all')) as { _id: string; name: string }[];
  const source = makers.find((one) => one.name === 'Adéọlá & Sons Trading')?._id ?? '';
  const parties = { source_type: 'distributor', source, destination_type: 'seller', destination: HUB };
  const header = { ref: '*', tag: 'purchase_order', amount: '0', meta: '{}', ...parties };
  const timestamp = String(Math.floor(Date.now() / 1_000) - 60);
  const id = (await desk('purchase_order/create', { ...header, timestamp })) as string;
  const answer = (await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'distributor',
    parent: source,
  })) as { products: { product: { _id: string; name: string; case_count: number } }[] };
  const product = answer.products.map((one) => one.product).find((one) => one.case_count > 1);
  if (!product) throw new Error('The demo has no product in cases');
  const put = (cases: number, more: Record<string, string> = {}) =>
    desk('purchase_order_item/upsert', {
      purchase_order_id: id,
      product_id: product._id,
      quantity: String(cases * product.case_count),
      quantity_accepted: String(cases * product.case_count),
      amount: '100.00',
      ...more,
    });
  await put(2);
  const moveTo = (destination: string) => desk('purchase_order/update', { _id: id, ...header, timestamp, destination });
  return { id, product, put, moveTo, address: `${site.url}/inventory/shipment/in?purchase_order_id=${id}` };
}

test('a desk changes what waits on the tablet: both values are shown, for a line and for details, and each choice does what it says', {
  tag: ['@each-change', '@SYNC-19', '@SYNC-12'],
}, async ({ page }) => {
  const { id, product, put, moveTo, address } = await begunAtADesk();
  await signIn(page, site, 'officer1');
  await page.goto(address);
  const edit = page.getByRole('button', { name: `Edit ${product.name}`, exact: true });
  await expect(edit).toBeVisible();
  site.cutApi(true);
  await edit.click();
  await page.getByRole('dialog').getByLabel('Quantity', { exact: true }).fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  const [line] = (await orderOf(id)).items;
  await put(5, { _id: line?._id ?? '' });
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });

  // SYNC section 11: the link, its heading, and what one can do about each.
  await page.getByRole('link', { name: 'Needs attention (1)' }).click();
  await expect(page.getByRole('heading', { name: 'Needs attention', exact: true })).toBeVisible();
  const refused = page.getByRole('article', { name: 'Product needs attention' });
  // B11.1: for which transfer, also where a desk began it.
  await expect(refused.getByRole('heading', { name: 'Receipt from Adéọlá & Sons Trading' })).toBeVisible();
  await refused.getByRole('button', { name: 'Lines and more' }).click();
  await expect(refused).toContainText('Adéọlá & Sons Trading to ');
  for (const name of ['Resolve conflict', 'Edit: Open and fix', 'Discard', 'Export unsent'])
    await expect(refused.getByRole('button', { name, exact: true })).toBeVisible();
  // The tablet has nothing of this transfer's beginning: it was begun at a desk.
  await refused.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText('Conflict');
  await page.goto(`${site.url}/sync`);
  await refused.getByRole('button', { name: 'Resolve conflict' }).click();
  await expect(dialog(page).getByText(/^Mine/).locator('..')).toContainText('3 cases');
  await expect(
    dialog(page)
      .getByText(/^Theirs/)
      .locator('..'),
  ).toContainText(/5 cases.*[a-z], \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d$/i);
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect((await orderOf(id)).items[0]?.quantity).toBe(3 * product.case_count);

  // Details: the same, in words of its own.
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'To Hub' })).toBeEnabled();
  site.cutApi(true);
  await choose(page, 'To Hub', 'Mushin Hub');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Saved on this tablet. It will be sent when you are online.').first()).toBeVisible();
  await moveTo('hub_kano_sabongari');
  const theirs = (await orderOf(id)).destination_obj.name;
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });
  await page.goto(`${site.url}/sync`);
  const details = page.getByRole('article', { name: 'Transfer details needs attention' });
  await details.getByRole('button', { name: 'Resolve conflict' }).click();
  await expect(dialog(page).getByText(/^Mine/).locator('..')).toContainText('to Mushin Hub');
  await expect(
    dialog(page)
      .getByText(/^Theirs/)
      .locator('..'),
  ).toContainText(`to ${theirs}`);
  await dialog(page).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect((await orderOf(id)).destination_obj.name).toBe(theirs);
});

test('details stay open while a desk changes them: the save is based on the version that was seen, not on a later one', {
  tag: ['@SYNC-19'],
}, async ({ page }) => {
  const { id, product, moveTo, address } = await begunAtADesk();
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click();
  site.cutApi(true);
  await page.getByRole('dialog').getByLabel('Quantity', { exact: true }).fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'To Hub' })).toBeVisible();
  await moveTo('hub_kano_sabongari');
  const theirs = (await orderOf(id)).destination_obj.name;
  // The line goes out, so that what was read is read anew beside the form.
  const read = page.waitForResponse((response) => response.url().includes('/api/purchase_order/read?'));
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  await (await read).finished();
  await choose(page, 'To Hub', 'Mushin Hub');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });
  expect((await orderOf(id)).destination_obj.name).toBe(theirs);
});

test('a refused change that is typed again needs no decision: the hub was closed meanwhile, and the officer chooses another', {
  tag: ['@each-change', '@SYNC-34'],
}, async ({ page }) => {
  const { id, address } = await begunAtADesk();
  const close = (status: string) => site.api('admin', 'POST', 'seller/set_status', { _id: 'hub_lagos_mushin', status });
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'To Hub' })).toBeEnabled();
  site.cutApi(true);
  await choose(page, 'To Hub', 'Mushin Hub');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Saved on this tablet. It will be sent when you are online.').first()).toBeVisible();
  await close('inactive');
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'To Hub' })).toBeEnabled();
  await choose(page, 'To Hub', 'Sabon Gari Hub');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
  expect((await orderOf(id)).destination_obj.name).toBe('Sabon Gari Hub');
  await close('active');
});

/** The disk takes nothing more; gives what mends it. */
async function diskRefuses(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { put, add, delete: own } = IDBObjectStore.prototype;
    const mended = () => Object.assign(IDBObjectStore.prototype, { put, add, delete: own });
    const refuse = () => {
      throw new DOMException('The disk refuses.', 'DataError');
    };
    Object.assign(globalThis, { mended });
    Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse, delete: refuse });
  });
  return () => page.evaluate(() => void (globalThis as unknown as { mended(): void }).mended());
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

test("a transfer that the server refuses at its beginning shows the server's words and no success; trying again says if the disk refuses", {
  tag: ['@SYNC-03', '@SYNC-04'],
}, async ({ page }) => {
  const setHub = (status: string) =>
    site.api('admin', 'POST', 'seller/set_status', { _id: 'hub_lagos_mushin', status });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await choose(page, 'From Distributor', 'Adéọlá & Sons Trading');
  await choose(page, 'To Hub', 'Mushin Hub');
  await setHub('inactive');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });
  const words = messages(page).getByText('Mushin Hub');
  await expect(words).toBeVisible();
  const shown = (await words.textContent()) ?? '';
  await expect(messages(page)).not.toContainText('Saved on this tablet');

  await page.getByRole('link', { name: 'Needs attention (1)' }).click();
  const refused = page.getByRole('article', { name: 'New transfer needs attention' });
  await expect(refused).toContainText(shown);
  await setHub('active');
  await refused.getByRole('button', { name: 'Lines and more' }).click();
  const mend = await diskRefuses(page);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page).getByText('Not saved', { exact: true })).toBeVisible();
  await expect(refused).toBeVisible();
  await mend();
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

test('what was confirmed was changed by a desk: looking at it again says when the disk refuses, and goes on when it does not', {
  tag: ['@SYNC-04', '@SYNC-33'],
}, async ({ page }) => {
  const { id, put, address } = await begunAtADesk();
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
  site.cutApi(true);
  await page.getByRole('button', { name: 'Complete Transfer offline' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  const [line] = (await orderOf(id)).items;
  await put(5, { _id: line?._id ?? '' });
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });
  const mend = await diskRefuses(page);
  const review = page.getByRole('button', { name: 'Back to products' });
  await review.click();
  await expect(messages(page).getByText('Not saved', { exact: true })).toBeVisible();
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  await mend();
  await review.click();
  await expect(page.getByRole('button', { name: /^Complete Transfer/ })).toBeVisible();
  await expect(syncStatus(page)).toHaveText('All changes sent');
});

test('a colleague changed a line of what was confirmed: both figures, who and when, and each choice leads to the question that completes', {
  tag: ['@each-change', '@SYNC-33', '@SYNC-19'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  const confirmedAndChanged = async () => {
    const made = await begunAtADesk();
    await page.goto(made.address);
    await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
    site.cutApi(true);
    await page.getByRole('button', { name: 'Complete Transfer offline' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
    const [line] = (await orderOf(made.id)).items;
    await made.put(5, { _id: line?._id ?? '' });
    site.cutApi(false);
    await page.getByRole('button', { name: 'Sync now' }).first().click();
    await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 20_000 });
    await page.goto(`${site.url}/sync`);
    await page.getByRole('button', { name: 'Resolve conflict' }).click();
    await expect(dialog(page)).toContainText(made.product.name);
    await expect(dialog(page).getByText(/^Mine/).locator('..')).toContainText('2 cases');
    await expect(
      dialog(page)
        .getByText(/^Theirs/)
        .locator('..'),
    ).toContainText(/5 cases.*[a-z], \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d$/i);
    await accessible(page);
    return made;
  };
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });

  const theirs = await confirmedAndChanged();
  await dialog(page).getByRole('button', { name: 'Keep theirs: 5 cases' }).click();
  await expect(question).toContainText('5 cases into Wuse Hub');
  // Whoever leaves it is not told that all is done.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${site.url}/sync`);
  await expect(page.getByText('1 transfer is not completed')).toBeVisible();
  await expect(page.getByText('1 not finished')).toBeVisible();
  const card = page.getByRole('region', { name: 'Not finished' }).getByRole('listitem').first();
  await expect(card).toContainText('1 line, 5 cases');
  await accessible(page);
  await card.getByRole('button', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: 'Complete Transfer' }).click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  expect((await orderOf(theirs.id)).items[0]?.quantity).toBe(5 * theirs.product.case_count);

  const mine = await confirmedAndChanged();
  await dialog(page).getByRole('button', { name: 'Keep mine: 2 cases' }).click();
  await expect(question).toContainText('2 cases into Wuse Hub');
  // The Enter that chose is not the one that completes.
  await page.waitForTimeout(800);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 20_000 });
  expect((await orderOf(mine.id)).items[0]?.quantity).toBe(2 * mine.product.case_count);
});

test('a clock that is off and storage that may be cleared are said, and neither where all is well', {
  tag: ['@SYNC-10', '@SYNC-47'],
}, async ({ page }) => {
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const [clock, storage] = [alert("This device's clock is wrong"), alert('Storage may be cleared: install the app')];
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => true;
  });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('heading', { name: /^Sent in the last 7 days/ })).toBeVisible();
  await expect(storage).toHaveCount(0);
  await expect(clock).toHaveCount(0);
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => false;
    const now = Date.now;
    Date.now = () => now() + 600_000;
  });
  await page.reload();
  await expect(storage).toBeVisible();
  await expect(clock).toBeVisible();
});

test('a clock is said to be wrong beyond five minutes, fast or slow, and not before', { tag: ['@SYNC-10'] }, async ({
  page,
}) => {
  // The server's Date says whole seconds: here it is as far off as the test says, to the second.
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      const off = Number(localStorage.getItem('clock off')) || 0;
      const here = Math.round(Date.now() / 1_000) * 1_000;
      return name.toLowerCase() === 'date' ? new Date(here - off * 1_000).toUTCString() : get.call(this, name);
    };
  });
  await signIn(page, site, 'officer1');
  const clock = page.getByRole('alert').filter({ hasText: "This device's clock is wrong" });
  const probe = () => page.waitForResponse((answer) => answer.url().includes('/api/health'));
  for (const [off, count] of [
    [299, 0],
    [301, 1],
    [-299, 0],
    [-301, 1],
  ] as const) {
    await page.evaluate((off) => localStorage.setItem('clock off', String(off)), off);
    const heard = probe();
    // Somebody comes back to the tab: it looks whether the server is there.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await (await heard).finished();
    await expect(clock, String(off)).toHaveCount(count);
  }
});

test('the browser is asked to keep what is stored: at sign-in, and once the app is installed', {
  tag: ['@SYNC-47'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { persistCalls: 0 });
    navigator.storage.persist = async () => {
      Object.assign(window, { persistCalls: (window as unknown as { persistCalls: number }).persistCalls + 1 });
      return true;
    };
  });
  const persistCalls = () => page.evaluate(() => (window as unknown as { persistCalls: number }).persistCalls);
  await page.goto(`${site.url}/login`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await persistCalls()).toBe(0);
  await signIn(page, site, 'officer1');
  await expect.poll(persistCalls).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect.poll(persistCalls).toBe(2);
});
