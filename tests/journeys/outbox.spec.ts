/** The outbox: one card a transfer in the officer's words, and a refusal that is mended on its card (SYNC section 11). */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { choose, installed, preparedFor, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });
test.afterEach(() => site.cutApi(false));

const HUB = 'hub_abuja_wuse';
const TO = 'Wuse Hub';
const FROM = 'Adéọlá & Sons Trading';

interface Held {
  product: { _id: string; name: string; case_count: number };
  quantity: number;
}
interface Order {
  tag: string;
  items: {
    _id: string;
    product_id: string;
    quantity: number;
    quantity_accepted: number | null;
    amount: string;
    rate: string | null;
  }[];
}

const desk = (path: string, fields: Record<string, string>) => site.api('officer2', 'POST', path, fields);
const orderOf = async (_id: string) =>
  ((await site.api('officer2', 'GET', 'purchase_order/read', { _id })) as [Order])[0];
const status = (page: Page) => page.getByRole('status', { name: 'Sync status' });

/** What the hub holds in whole cases, in cases of several units. */
async function held(): Promise<Held[]> {
  const told = await desk('warehouse_product/read_by_party', { parent_type: 'seller', parent: HUB });
  return (told as { products: Held[] }).products.filter(
    ({ product, quantity }) => product.case_count > 1 && quantity >= 3 * product.case_count,
  );
}

/** An issue that a desk began: `lines` in units. */
async function issueOf(lines: readonly { product: Held['product']; units: number }[]) {
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as {
    _id: string;
    name: string;
    status: string;
  }[];
  const associate = officers.find((one) => one.status === 'active') as (typeof officers)[0];
  const id = (await desk('purchase_order/create', {
    ref: '*',
    tag: 'purchase_order',
    amount: '0',
    meta: '{}',
    timestamp: String(Math.floor(Date.now() / 1_000) - 60),
    source_type: 'seller',
    source: HUB,
    destination_type: 'sales_officer',
    destination: associate._id,
  })) as string;
  for (const { product, units } of lines)
    await desk('purchase_order_item/upsert', {
      purchase_order_id: id,
      product_id: product._id,
      quantity: String(units),
      quantity_accepted: String(units),
      rate: '120.00',
    });
  return { id, associate: associate.name, address: `${site.url}/inventory/stock/out?purchase_order_id=${id}` };
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an issue of more than there is says the figures on its card, and one press issues what is there', {
  tag: ['@SYNC-29', '@SYNC-33', '@SYNC-34', '@TRF-14'],
}, async ({ page }) => {
  const [short, right] = (await held()) as [Held, Held];
  const { case_count } = short.product;
  // Some units stand beside the cases, so that the figures say cases alone.
  const there = Math.floor(short.quantity / case_count);
  const lines = [
    { product: short.product, units: short.quantity + 7 * case_count },
    { product: right.product, units: right.product.case_count },
  ];
  const { id, associate, address } = await issueOf(lines);
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await complete(page);
  await expect(page.getByText('Transfer failed.').first()).toBeVisible();
  await expect(status(page)).toHaveText('1 needs attention');

  const link = page.getByRole('link', { name: 'Needs attention (1): 1 needs you' });
  await expect(link).toHaveText(/1 needs you/);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Needs attention', exact: true })).toBeVisible();
  const card = page.getByRole('article', { name: 'Complete transfer needs attention' });
  await expect(card.getByRole('heading', { name: `Issue to ${associate}` })).toBeVisible();
  await expect(card).toContainText(/2 lines, .*cases.*, ₦/);
  await expect(card).toContainText(/ asked, .* there/);
  await expect(card).toContainText(`${short.product.name}, 7 cases too many`);
  await expect(card).not.toContainText('Transfer failed');
  await expect(card.getByRole('button', { name: 'Edit: Open and fix' })).toBeVisible();
  // What helps less is under the arrow.
  await expect(card.getByRole('button', { name: 'Try again' })).toBeHidden();
  await accessible(page);
  await card.getByRole('button', { name: 'Lines and more' }).click();
  for (const name of ['Try again', 'Discard', 'Export unsent'])
    await expect(card.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(card).toContainText(`${TO} to ${associate}`);
  await accessible(page);

  const mend = card.getByRole('button', { name: /^Issue \d/ });
  if (short.quantity % case_count === 0) await expect(mend).toHaveText(`Issue ${there}`);
  const at = page.url();
  await mend.click();
  await expect(status(page)).toHaveText('All changes sent', { timeout: 20_000 });
  // No form was opened, and the place of the focus is the list.
  expect(page.url()).toBe(at);
  await expect(page.getByRole('region', { name: 'Waiting to send' })).toBeFocused();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Sent in the last 7 days' })).toContainText(`Issue to ${associate}`);
  await accessible(page);

  const order = await orderOf(id);
  expect(order.tag).toBe('receipt');
  const moved = new Map(order.items.map((item) => [item.product_id, item]));
  expect(moved.get(short.product._id)).toMatchObject({
    quantity: short.quantity,
    quantity_accepted: short.quantity,
    rate: '120.00',
  });
  expect(moved.get(right.product._id)?.quantity).toBe(right.product.case_count);
});

test('without a connection the same press is kept on the tablet, and goes out by itself: once', {
  tag: ['@SYNC-29', '@SYNC-34', '@K30'],
}, async ({ page }) => {
  const [, , short] = (await held()) as [Held, Held, Held];
  const { id, associate, address } = await issueOf([
    { product: short.product, units: short.quantity + short.product.case_count },
  ]);
  await signIn(page, site, 'officer1');
  await installed(page);
  await page.goto(address);
  await complete(page);
  await expect(status(page)).toHaveText('1 needs attention');
  await site.stopServer();
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline. Last contact');
  await expect(page.getByRole('banner')).toContainText(/Working offline since \d\d:\d\d/);
  const card = page.getByRole('article', { name: 'Complete transfer needs attention' });
  await card.getByRole('button', { name: /^Issue \d/ }).click();
  await expect(status(page)).toHaveText('2 changes waiting to send');
  await expect(page.getByRole('banner')).toContainText('2 changes are safe on this tablet');
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(waiting).toContainText(`Issue to ${associate}`);
  await expect(waiting).toContainText('Waiting to send. Saved');
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(55);
  await accessible(page);
  // A cold start keeps it.
  await page.reload();
  await expect(status(page)).toHaveText('2 changes waiting to send');

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(status(page)).toHaveText('All changes sent', { timeout: 60_000 });
  expect(await orderOf(id)).toMatchObject({ tag: 'receipt', items: [{ quantity: short.quantity }] });
  const logs = (await desk('warehouse_log/read_by_purchase_order', { purchase_order_id: id })) as {
    quantity: number;
  }[];
  expect(logs.map((log) => log.quantity).sort((a, b) => a - b)).toEqual([-short.quantity, short.quantity]);
});

test('a colleague changed the line meanwhile: nothing is overwritten, the transfer opens', {
  tag: ['@SYNC-19'],
}, async ({ page }) => {
  const [, , , short] = (await held()) as [Held, Held, Held, Held];
  const { id, associate, address } = await issueOf([
    { product: short.product, units: short.quantity + short.product.case_count },
  ]);
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await complete(page);
  await expect(status(page)).toHaveText('1 needs attention');
  await desk('purchase_order_item/upsert', {
    _id: (await orderOf(id)).items[0]?._id ?? '',
    purchase_order_id: id,
    product_id: short.product._id,
    quantity: String(2 * short.quantity),
    quantity_accepted: String(2 * short.quantity),
    rate: '120.00',
  });
  await page.goto(`${site.url}/sync`);
  const card = page.getByRole('article', { name: `Issue to ${associate}: Complete transfer needs attention` });
  await expect(card.getByRole('button', { name: 'Edit: Open and fix' })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Issue \d/ })).toBeHidden();
  await card.getByRole('button', { name: 'Edit: Open and fix' }).click();
  // At the line, with its figure selected: the refused confirmation is gone.
  const figure = page.getByLabel('Quantity', { exact: true });
  await expect(figure).toBeFocused();
  await expect(page).toHaveURL(address);
  expect((await orderOf(id)).items[0]?.quantity).toBe(2 * short.quantity);
  await expect(status(page)).toHaveText('All changes sent');
});

test('a receipt that waits is one card with its lines folded, and both counts stand in the header', {
  tag: ['@B11.1', '@K30'],
}, async ({ page }) => {
  const [, , , , short] = (await held()) as [Held, Held, Held, Held, Held];
  const { address } = await issueOf([{ product: short.product, units: short.quantity + short.product.case_count }]);
  await signIn(page, site, 'officer1');
  await page.goto(address);
  await complete(page);
  await expect(status(page)).toHaveText('1 needs attention');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  site.cutApi(true);
  await choose(page, 'From Distributor', FROM);
  await choose(page, 'To Hub', TO);
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  const rows = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
  for (const index of [0, 1]) {
    await page.getByRole('combobox', { name: 'Product', exact: true }).click();
    await page.getByRole('option').nth(index).click();
    await page.getByLabel('Quantity', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(rows).toHaveCount(index + 1);
  }
  const banner = page.getByRole('banner');
  await expect(status(page)).toHaveText('1 needs attention');
  await expect(banner.getByRole('link', { name: '3 changes waiting to send' })).toBeVisible();
  await banner.getByRole('link', { name: '1 needs you' }).click();

  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(page.getByRole('heading', { name: 'Waiting to send (3)' })).toBeVisible();
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText([`Receipt from ${FROM}`]);
  await expect(waiting).toContainText(/2 lines, 6 cases, ₦/);
  // The refused one comes first.
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText(/^Issue to /);
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await waiting.getByRole('button', { name: 'Lines and more' }).click();
  await expect(waiting.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /^New transfer/,
    /^Product.*Waiting for the transfer to be created$/,
    /^Product.*Waiting for the transfer to be created$/,
  ]);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await accessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect((await banner.boundingBox())?.height).toBe(55);
  }
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(status(page)).toHaveText('1 needs attention');
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Lines and more' }).click();
  await article.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(status(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

test('the app can be installed from the outbox where the browser offers it, and no button stands there where it does not', {
  tag: ['@SYNC-47'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => false;
  });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/sync`);
  const alert = page.getByRole('alert').filter({ hasText: 'Storage may be cleared: install the app' });
  await expect(alert).toContainText('Your browser may delete unsent work. Install the app to keep it safe.');
  const install = page.getByRole('button', { name: 'Install the app' });
  await expect(install).toBeHidden();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        navigator.storage.persisted = async () => true;
        dispatchEvent(new Event('appinstalled'));
      },
    });
    dispatchEvent(offer);
    Object.assign(globalThis, { ours: offer.defaultPrevented });
  });
  // The browser's own strip stays away.
  expect(await page.evaluate(() => (globalThis as unknown as { ours: boolean }).ours)).toBe(true);
  await accessible(page);
  await install.click();
  await expect(alert).toBeHidden();
  await expect(install).toBeHidden();
});
