/** The outbox: one card a transfer in the officer's words, and a refusal that is mended on its card (SYNC section 11). */

import { expect, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { syncStatus } from '../support/onPage.ts';
import {
  addLine,
  complete,
  countOrders,
  FROM,
  fillFirst,
  HUB,
  lastReceipt,
  linesOf,
  TO,
} from '../support/receiving.ts';
import { lineIdle } from '../support/settled.ts';
import { choose, installed, openAs, preparedFor, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });
test.afterEach(() => site.cutApi(false));

interface StockRow {
  warehouse_id: string;
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

/** What the hub holds in whole cases, in cases of several units. */
async function held(): Promise<StockRow[]> {
  const answer = await desk('warehouse_product/read_by_party', { parent_type: 'seller', parent: HUB });
  return (answer as { products: StockRow[] }).products.filter(
    ({ product, quantity }) => product.case_count > 1 && quantity >= 3 * product.case_count,
  );
}

/** An issue that a desk began: `lines` in units. */
async function issueOf(lines: readonly { product: StockRow['product']; units: number }[]) {
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

test('an issue of more than there is says the figures on its card, and one press issues what is there', {
  tag: ['@SYNC-29', '@SYNC-33', '@SYNC-34', '@TRF-14'],
}, async ({ page }) => {
  const [short, right] = (await held()) as [StockRow, StockRow];
  const { case_count } = short.product;
  // Some units stand beside the cases, so that the figures say cases alone.
  const there = Math.floor(short.quantity / case_count);
  const lines = [
    { product: short.product, units: short.quantity + 7 * case_count },
    { product: right.product, units: right.product.case_count },
  ];
  const { id, associate, address } = await issueOf(lines);
  await openAs(page, site, 'officer1', address);
  await complete(page);
  await expect(page.getByText('Transfer failed.').first()).toBeVisible();
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  // The page of the refusal has the figures and the same press.
  const mendCard = page.getByRole('region', { name: 'Complete Transfer' });
  await expect(mendCard).toContainText(/ asked, .* there/);
  await expect(mendCard.getByRole('button', { name: /^Issue \d/ })).toBeEnabled();
  await accessible(page);

  // The home says it before any other work, and leads to it.
  await page.goto(site.url);
  const home = page.getByRole('region', { name: 'Needs you', exact: true });
  await expect(home).toContainText(`Issue to ${associate} needs you`);
  await expect(home).toContainText(/ asked, .* there/);
  await accessible(page);
  await home.getByRole('link').click();
  await expect(mendCard.getByRole('button', { name: /^Issue \d/ })).toBeEnabled();

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
  await expect(card.getByRole('listitem').filter({ hasText: short.product.name }).last()).not.toContainText('Sent');
  await accessible(page);

  const mend = card.getByRole('button', { name: /^Issue \d/ });
  // The sum of the transfer, with the case of the other product.
  if (short.quantity % case_count === 0) await expect(mend).toHaveText(`Issue ${there + 1} cases`);
  const at = page.url();
  await mend.click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
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
  tag: ['@each-change', '@SYNC-29', '@SYNC-34', '@K30'],
}, async ({ page }) => {
  const [, , short] = (await held()) as [StockRow, StockRow, StockRow];
  const { id, associate, address } = await issueOf([
    { product: short.product, units: short.quantity + short.product.case_count },
  ]);
  await signIn(page, site, 'officer1');
  await installed(page);
  await page.goto(address);
  await complete(page);
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  await site.stopServer();
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline. Last contact');
  await expect(page.getByRole('banner')).toContainText(/Working offline since \d\d:\d\d/);
  const card = page.getByRole('article', { name: 'Complete transfer needs attention' });
  await card.getByRole('button', { name: /^Issue \d/ }).click();
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');
  await expect(page.getByRole('banner')).toContainText('1 transfer is saved on this device');
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(waiting).toContainText(`Issue to ${associate}`);
  await expect(waiting).toContainText('Waiting to send. Saved');
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(55);
  await accessible(page);
  // A cold start keeps it.
  await page.reload();
  await expect(syncStatus(page)).toHaveText('2 changes waiting to send');

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 60_000 });
  expect(await orderOf(id)).toMatchObject({ tag: 'receipt', items: [{ quantity: short.quantity }] });
  const logs = (await desk('warehouse_log/read_by_purchase_order', { purchase_order_id: id })) as {
    quantity: number;
  }[];
  expect(logs.map((log) => log.quantity).sort((a, b) => a - b)).toEqual([-short.quantity, short.quantity]);
});

test('what waits and will be refused is said in the header and on its card before it is sent, and one press issues what is there', {
  tag: ['@each-change', '@TRF-14', '@SYNC-34', '@K30'],
}, async ({ page }) => {
  const [, , , , , short] = (await held()) as [StockRow, StockRow, StockRow, StockRow, StockRow, StockRow];
  const { case_count } = short.product;
  const there = Math.floor(short.quantity / case_count);
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  const associate = officers.find((one) => one.status === 'active')?.name ?? '';
  const before = await countOrders(site);
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/stock/out`);
  await preparedFor(page);
  site.cutApi(true);
  await fillFirst(page, ['From Hub', TO], ['To Delivery Associate', associate]);
  await choose(page, 'Product', short.product.name);
  await page.keyboard.type(String(there + 7));
  await page.keyboard.press('Enter');
  await complete(page);
  await expect(page.getByText('Waiting to complete. Stock has not moved yet.').first()).toBeVisible();
  const banner = page.getByRole('banner');
  const mark = banner.getByRole('link', { name: '1 asks for more than is there' });
  await expect(mark).toBeVisible();
  expect((await banner.boundingBox())?.height).toBe(55);
  await accessible(page);
  await mark.click();
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(waiting).toContainText(/ asked, .* there/);
  await expect(waiting).toContainText(/Stock as of \d\d:\d\d\. The server will refuse this if nothing changes\./);
  // A try of sending takes the words away for no moment: what stands below would jump under the finger.
  await page.evaluate(() => {
    const seen = globalThis as typeof globalThis & { gone: number };
    seen.gone = 0;
    const isThere = () => document.body.textContent?.includes('if nothing changes.');
    new MutationObserver(() => isThere() || seen.gone++).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.waitForTimeout(2_000);
  expect(await page.evaluate(() => (globalThis as typeof globalThis & { gone: number }).gone)).toBe(0);
  // Nothing was refused, so nothing is red.
  await expect(page.getByRole('article')).toHaveCount(0);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect((await banner.boundingBox())?.height).toBe(55);
    await expect(mark).toBeInViewport({ ratio: 1 });
    // Not half under the bar of places, where axe would measure what is left of it.
    await waiting.getByRole('button', { name: /^Issue \d/ }).evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await accessible(page);
  }
  await waiting.getByRole('button', { name: /^Issue \d/ }).click();
  await expect(waiting).toBeFocused();
  await expect(waiting).not.toContainText('The server will refuse this');
  await expect(mark).toBeHidden();
  await expect(waiting).toContainText(`Issue to ${associate}`);
  site.cutApi(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 60_000 });
  const issue = await lastReceipt(site);
  expect(issue).toMatchObject({ tag: 'receipt', items: [{ product_id: short.product._id, quantity: short.quantity }] });
  expect(await countOrders(site)).toBe(before + 1);
});

test('goods of an issue that will be refused are not offered again: the next one finds what its repair leaves, and all is sent', {
  tag: ['@each-change', '@TRF-14', '@SYNC-34'],
}, async ({ page }) => {
  // A name that is a part of another one finds the other goods too.
  const rows = await held();
  const isAlone = ({ product }: StockRow) =>
    rows.filter((one) => one.product.name.toLowerCase().includes(product.name.toLowerCase())).length === 1;
  const [short, good] = rows.slice(6).filter(isAlone) as [StockRow, StockRow];
  const casesOf = ({ quantity, product }: StockRow) => Math.floor(quantity / product.case_count);
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  const associate = officers.find((one) => one.status === 'active')?.name ?? '';
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/stock/out`);
  await preparedFor(page);
  site.cutApi(true);
  const banner = page.getByRole('banner');
  const add = async ({ product }: StockRow, cases: number) => {
    await choose(page, 'Product', product.name);
    await page.keyboard.type(String(cases));
    await page.keyboard.press('Enter');
  };
  const question = page.getByRole('dialog');
  await fillFirst(page, ['From Hub', TO], ['To Delivery Associate', associate]);
  await add(short, casesOf(short) + 900);
  await add(good, 3);
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await expect(question).toContainText('comes back to you if there is still too little then');
  await expect(question).not.toContainText('completes by itself');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(banner.getByRole('link', { name: '1 asks for more than is there' })).toBeVisible();
  await expect(page.getByText('It asks for more than is there')).toBeVisible();
  // What is there went with the first associate, so the next issue does not find it, and finds what is left of the good line.
  await page.goto(`${site.url}/inventory/stock/out`);
  await fillFirst(page, ['From Hub', TO], ['To Delivery Associate', associate]);
  const promised = (cases: number) =>
    page.getByText(new RegExp(`minus ${cases} cases.* waiting on this tablet`)).first();
  await choose(page, 'Product', short.product.name);
  await expect(promised(casesOf(short))).toBeVisible();
  await choose(page, 'Product', good.product.name);
  await expect(promised(3)).toBeVisible();
  await page.keyboard.type(String(casesOf(good) - 3));
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(1);
  await complete(page);
  // One press mends the first one, and both can be.
  await page.goto(`${site.url}/sync`);
  await page
    .getByRole('region', { name: 'Waiting to send' })
    .getByRole('button', { name: /^Issue \d/ })
    .click();
  await expect(banner.getByRole('link', { name: '1 asks for more than is there' })).toBeHidden();
  site.cutApi(false);
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 60_000 });
  const after = (await desk('warehouse_product/read_by_party', { parent_type: 'seller', parent: HUB })) as {
    products: StockRow[];
  };
  const left = ({ product }: StockRow) => after.products.find((one) => one.product._id === product._id)?.quantity ?? 0;
  expect([left(short), left(good)]).toEqual([0, good.quantity % good.product.case_count]);
});

test('a colleague changed the line meanwhile: nothing is overwritten, the transfer opens', {
  tag: ['@SYNC-19'],
}, async ({ page }) => {
  const [, , , short] = (await held()) as [StockRow, StockRow, StockRow, StockRow];
  const { id, associate, address } = await issueOf([
    { product: short.product, units: short.quantity + short.product.case_count },
  ]);
  await openAs(page, site, 'officer1', address);
  await complete(page);
  await expect(syncStatus(page)).toHaveText('1 needs attention');
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
  // At the line, with its figure selected. The refusal stays with its reason until something is changed.
  const figure = page.getByLabel('Quantity', { exact: true });
  await expect(figure).toBeFocused();
  await expect(page).toHaveURL(address);
  expect((await orderOf(id)).items[0]?.quantity).toBe(2 * short.quantity);
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  await page.goto(`${site.url}/sync`);
  await card.getByRole('button', { name: 'Edit: Open and fix' }).click();
  await expect(figure).toBeFocused();
  // The line and the keys have the figures, so the notice has none. On a phone it gives way to the line, whose figure lies under nothing.
  const notice = page.getByRole('status', { name: 'Refused' });
  await expect(notice).toContainText('Nothing moved.');
  await expect(notice).not.toContainText(/\d/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(notice).toBeHidden();
  const isFree = (row: Element) => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    return [top + 4, (top + bottom) / 2].every((y) => row.contains(document.elementFromPoint((left + right) / 2, y)));
  };
  await expect.poll(() => linesOf(page).first().evaluate(isFree)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Units', exact: true }).click();
  // Four digits and Enter at once would be a scanner's code.
  await page.keyboard.type(String(short.quantity), { delay: 120 });
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await orderOf(id)).items[0]?.quantity).toBe(short.quantity);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
});

test('a receipt that waits is one card with its lines folded, and both counts stand in the header', {
  tag: ['@B11.1', '@K30'],
}, async ({ page }) => {
  const [, , , , short] = (await held()) as [StockRow, StockRow, StockRow, StockRow, StockRow];
  const { address } = await issueOf([{ product: short.product, units: short.quantity + short.product.case_count }]);
  await signIn(page, site, 'officer1');
  // The home is looked at again without a server: its figures must have come once.
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link').first()).toBeVisible();
  await lineIdle(page);
  await page.goto(address);
  await complete(page);
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  site.cutApi(true);
  await fillFirst(page);
  for (const index of [0, 1]) await addLine(page, index, '3');
  const banner = page.getByRole('banner');
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  await expect(banner.getByRole('link', { name: '3 changes waiting to send' })).toBeVisible();
  // One unit: what the header counts are the cards of the list.
  await expect(banner).toContainText('1 transfer is saved on this device');
  await expect(banner.getByRole('link', { name: 'Needs attention (1): 1 needs you' })).toBeVisible();
  await page.goto(site.url);
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: 'Waiting to send' })).toHaveText(
    'Waiting to send11 needs you',
  );
  await banner.getByRole('link', { name: '1 needs you' }).click();
  await expect(page.getByRole('main')).toContainText('1 waiting, 1 needs you');

  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(page.getByRole('heading', { name: 'Waiting to send (3)' })).toBeVisible();
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText([`Receipt from ${FROM}`]);
  await expect(waiting).toContainText(/2 lines, 6 cases, ₦/);
  // Nobody completed it, so it does not complete by itself.
  await expect(waiting).toContainText('Not completed');
  await expect(waiting.getByRole('button', { name: `Continue: Receipt from ${FROM}` })).toBeVisible();
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
  await expect(syncStatus(page)).toHaveText('1 needs attention');
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Lines and more' }).click();
  await article.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 20_000 });
});

test('the app can be installed from the outbox where the browser offers it, and no button stands there where it does not', {
  tag: ['@SYNC-47'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => false;
  });
  await openAs(page, site, 'officer1', `${site.url}/sync`);
  const alert = page.getByRole('alert').filter({ hasText: 'Storage may be cleared: install the app' });
  // Nothing waits, so nothing is said to be in danger.
  await expect(alert).toBeVisible();
  await expect(alert).not.toContainText('unsent work');
  const install = page.getByRole('button', { name: 'Install the app' });
  await expect(install).toBeHidden();
  // The browser can be asked, and does not agree: then the card says what helps, and has no button that helps nobody.
  const ask = page.getByRole('button', { name: 'Keep my data safe' });
  await ask.click();
  await expect(alert).toContainText('The browser refused');
  await expect(alert).toContainText("in the browser's menu");
  await expect(ask).toBeHidden();
  await accessible(page);
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

test('a browser that is asked to keep the storage, and agrees, takes the warning away', {
  tag: ['@SYNC-47'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    let kept = false;
    let requests = 0;
    navigator.storage.persisted = async () => kept;
    // At the sign-in it refuses.
    navigator.storage.persist = async () => {
      requests += 1;
      kept = requests > 1;
      return kept;
    };
  });
  await signIn(page, site, 'officer1');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Outbox' })
    .or(page.locator('a[href="/sync"]'))
    .first()
    .click();
  const card = page.getByRole('region', { name: 'Storage may be cleared' });
  await card.getByRole('button', { name: 'Keep my data safe' }).click();
  await expect(card).toBeHidden();
});

test('nothing is left of a product: the line says 0, its way out is to remove it, and one press on the refused page issues the rest without it', {
  tag: ['@SYNC-29', '@TRF-14'],
}, async ({ page }) => {
  const all = await held();
  const [gone, right] = [all.at(-1), all.at(-2)] as [StockRow, StockRow];
  const lines = [
    { product: gone.product, units: 10 * gone.product.case_count },
    { product: right.product, units: right.product.case_count },
  ];
  const [opened, pressed] = [await issueOf(lines), await issueOf(lines)];
  const count = (units: number) =>
    site.api('admin', 'POST', 'warehouse_log/adjust', {
      warehouse_id: gone.warehouse_id,
      product_id: gone.product._id,
      reason: 'count',
      counted: String(units),
    });
  await count(0);
  await openAs(page, site, 'officer1', opened.address);
  const line = page.getByRole('row').filter({ hasText: gone.product.name });
  await expect(page.getByRole('button', { name: '1 product asks for more than is there' })).toBeVisible();
  await line.click();
  await expect(page.getByText('0 cases there, 10 too many.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(line).toHaveCount(0);

  await page.goto(pressed.address);
  await complete(page);
  const card = page.getByRole('region', { name: 'Complete Transfer' });
  await expect(card).toContainText('10 asked, 0 there');
  await card.getByRole('button', { name: 'Issue without it' }).click();
  await expect(page.getByText('Transfer successful.').first()).toBeVisible({ timeout: 20_000 });
  expect(await orderOf(pressed.id)).toMatchObject({ tag: 'receipt', items: [{ product_id: right.product._id }] });
  await count(gone.quantity);
});
