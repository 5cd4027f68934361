/** What the office announces while the officer stands on the home: it is on the tablet without a visit to its list, and a scan opens it. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { FROM, firstScreen, HUB, idOf, type Product, productsOf } from '../support/receiving.ts';
import { installed, openAs, preparedFor, signIn, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();

const KINDS = [
  {
    path: 'shipment/in',
    of: `Receipt from ${FROM}`,
    act: 'Receive',
    list: 'Expected',
    into: true,
    other: 'distributor',
  },
  {
    path: 'shipment/out',
    of: `Rejection to ${FROM}`,
    act: 'Reject',
    list: 'To be sent back',
    into: false,
    other: 'distributor',
  },
  { path: 'stock/in', of: 'Return from', act: 'Return', list: 'Expected back', into: true, other: 'sales_officer' },
  { path: 'stock/out', of: 'Issue to', act: 'Issue', list: 'To be issued', into: false, other: 'sales_officer' },
] as const;
type Kind = (typeof KINDS)[number];

interface Announced {
  id: string;
  ref: string;
}

/** The office announces two cases of each product. */
async function announce({ into, other }: Kind, products: readonly Product[]): Promise<Announced> {
  const parties = (await site.api('admin', 'GET', `${other}/read_all`)) as {
    _id: string;
    name: string;
    status: string;
  }[];
  const party =
    other === 'distributor' ? await idOf(site, other, FROM) : parties.find(({ status }) => status === 'active')?._id;
  const hub = { type: 'seller', id: HUB };
  const [source, destination] = into ? [{ type: other, id: party }, hub] : [hub, { type: other, id: party }];
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}' },
    ...{ source_type: source.type, source: source.id ?? '' },
    ...{ destination_type: destination.type, destination: destination.id ?? '' },
  })) as string;
  for (const { _id, case_count } of products)
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: _id, quantity: String(2 * case_count), quantity_accepted: '' },
    });
  const [row] = (await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as { ref: string }[];
  return { id, ref: row?.ref ?? '' };
}

/** Deletes what the demo announced: on some days it would push these transfers from the home's seven rows. */
async function clearAnnounced(): Promise<void> {
  const all = (await site.api('admin', 'GET', 'purchase_order/read_all')) as { _id: string; tag: string }[];
  for (const { _id } of all.filter(({ tag }) => tag === 'purchase_order'))
    await site.api('admin', 'POST', 'purchase_order/delete', { _id });
}

const goods = () => productsOf(site, 'seller', 'barcode_unit');
/** Goods of the distributor that the hub holds too. */
async function sharedGoods(): Promise<Product[]> {
  const sold = new Set((await productsOf(site, 'distributor', 'barcode_unit')).map(({ _id }) => _id));
  return (await goods()).filter(({ _id }) => sold.has(_id));
}
const work = (page: Page) => page.getByRole('region', { name: 'Work to do' });
const count = (page: Page) => page.getByRole('status', { name: 'Count' });
/** The lines of a transfer as the tablet asks for them. */
const linesRead = (page: Page, { id }: Announced) =>
  page.waitForResponse((answer) => answer.url().includes(`/api/purchase_order/read?_id=${id}`) && answer.ok(), {
    timeout: 60_000,
  });
async function onTheHome(page: Page): Promise<void> {
  await signIn(page, site, 'officer1');
  await expect(work(page)).toBeVisible();
  await preparedFor(page);
  await installed(page);
}

test('what is announced while the officer stands on the home opens with its lines without a network, from the home and from each first screen', {
  tag: ['@B11.1', '@TRF-01', '@TRF-04'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await clearAnnounced();
  await onTheHome(page);
  const products = (await sharedGoods()).slice(0, 2);
  const all: Announced[] = [];
  const reads: Promise<unknown>[] = [];
  for (const kind of KINDS) {
    const one = await announce(kind, products);
    all.push(one);
    reads.push(linesRead(page, one));
  }
  for (const { id } of all) await expect(work(page).locator(`a[href*="${id}"]`)).toBeVisible({ timeout: 30_000 });
  await Promise.all(reads);
  await site.stopServer();
  try {
    for (const [at, { path, list }] of KINDS.entries()) {
      const { id } = all[at] as Announced;
      await page.goto(site.url);
      const row = work(page).locator(`a[href*="${id}"]`);
      await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline');
      await expect(row).toBeVisible();
      await expect(work(page)).not.toContainText('Needs a connection');
      await row.click();
      await expect(count(page)).toContainText('0 of 2');
      for (const { name } of products) await expect(page.getByRole('row', { name })).toBeVisible();
      await page.goto(firstScreen(site, path));
      const region = page.getByRole('region', { name: list, exact: true });
      await expect(region).not.toContainText('Needs a connection');
      await region.locator(`a[href*="${id}"]`).click();
      await expect(count(page)).toContainText('0 of 2');
    }
  } finally {
    await site.startServer();
  }
});

test('what could not be stored says so on the home, and its screen leads to a receipt without the note', {
  tag: ['@B11.1', '@TRF-03'],
}, async ({ page }) => {
  await onTheHome(page);
  await page.route('**/api/purchase_order/read?*', (route) => route.abort());
  const kind = KINDS[0];
  const { id } = await announce(kind, (await goods()).slice(0, 1));
  const row = work(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(row).toContainText('1 line', { timeout: 30_000 });
  await site.stopServer();
  try {
    await page.reload();
    await expect(row).toContainText('Needs a connection');
    await accessible(page);
    await row.getByRole('link').click();
    await expect(page.getByText('This delivery is not on this tablet yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await accessible(page);
    await page.getByRole('link', { name: 'Receive it without the note' }).click();
    await expect(page.getByRole('heading', { name: 'Receive Shipment' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'From Distributor' })).toHaveValue(FROM);
  } finally {
    await site.startServer();
  }
});

test('a scan on the first screen opens the transfer that it means, and says so where there is none or more than one', {
  tag: ['@UI-28', '@TRF-03'],
}, async ({ page }) => {
  // The last ones: no other test announces them.
  const [alone, both, none] = (await goods()).reverse() as [Product, Product, Product];
  const receive = KINDS[0];
  const one = await announce(receive, [alone, both]);
  const other = await announce(receive, [both]);
  const back = await announce(KINDS[2], [both]);
  const begin = async () => {
    await page.goto(firstScreen(site));
    await expect(page.getByRole('region', { name: 'Expected' }).locator(`a[href*="${one.id}"]`)).toBeVisible();
  };
  await openAs(page, site, 'officer1', firstScreen(site));
  await begin();
  const wedge = await plugIn(page);
  await wedge.scan('6009900000017');
  await expect(page.getByText('No product here has the code 6009900000017. Choose who brings it first.')).toBeVisible();
  await wedge.scan(none.barcode_unit);
  await expect(page.getByText(`${none.name} is in no expected delivery. Choose who brings it first.`)).toBeVisible();
  await wedge.scan('PO-ZZZZZZZZ');
  await expect(page.getByText('No transfer has the reference PO-ZZZZZZZZ.')).toBeVisible();
  await expect(page).toHaveURL(firstScreen(site));
  await wedge.scan(both.barcode_unit);
  await expect(page.getByText(/is in \d transfers\. Choose one\./)).toBeVisible();
  await wedge.scan(alone.barcode_unit);
  await expect(page).toHaveURL(new RegExp(`purchase_order_id=${one.id}`));
  await expect(count(page)).toContainText('0 of 2');
  await begin();
  // A person types it slowly; a return opens as one.
  await page.keyboard.type(back.ref.toLowerCase(), { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`stock/in.*purchase_order_id=${back.id}`));
  await begin();
  await preparedFor(page);
  await installed(page);
  await site.stopServer();
  try {
    await wedge.scan(other.ref);
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${other.id}`));
    await expect(count(page)).toContainText('0 of 1');
  } finally {
    await site.startServer();
  }
});

test('the first screen of a kind shows what the home shows already, while its own list is still on the way', {
  tag: ['@TRF-04', '@B11.1'],
}, async ({ page }) => {
  await onTheHome(page);
  const kind = KINDS[0];
  const toReceive = page.getByRole('link', { name: /^Receive/ }).first();
  const expected = page.getByRole('region', { name: kind.list, exact: true });
  await toReceive.click();
  await expect(expected).toBeVisible();
  await page.goBack();
  // The card of the home has room for the oldest work alone, so its tile says that the new one came.
  const tile = page.getByRole('region', { name: 'Transfers' }).getByRole('link', { name: /^Receive Shipment/ });
  const seen = async () => Number(/\d+/.exec((await tile.textContent()) ?? '')?.[0]);
  await expect(tile).toContainText(/\d/);
  const before = await seen();
  // The list is on its way from before the goods are announced: a change that the server tells may have it read at once.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAnswered = false;
  await page.route('**/api/purchase_order/read_all?*', async (route) => {
    await held;
    isAnswered = true;
    await route.continue();
  });
  const { id } = await announce(kind, (await goods()).slice(0, 1));
  await expect.poll(seen, { timeout: 30_000 }).toBe(before + 1);
  await toReceive.click();
  await expect(expected.locator(`a[href*="${id}"]`)).toBeVisible({ timeout: 3_000 });
  expect(isAnswered).toBe(false);
  answer();
  // The answer changes nothing that a person sees.
  await expect.poll(() => isAnswered, { timeout: 15_000 }).toBe(true);
  await page.waitForTimeout(500);
  await expect(expected.locator(`a[href*="${id}"]`)).toHaveCount(1);
});
