/** What an officer mends on the desk: a refusal that was opened and left, a line at the end of a phone's list, and goods that are offered once. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { syncStatus } from '../support/onPage.ts';
import { begin, complete, FROM, HUB, idOf, linesOf, receiptOf, TO } from '../support/receiving.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use({ ...noWorker, hasTouch: true });

interface StockRow {
  product: { _id: string; name: string; case_count: number };
  quantity: number;
}

const desk = (path: string, fields: Record<string, string>) => site.api('officer2', 'POST', path, fields);

/** What the hub holds in whole cases, in cases of several units. */
async function held(): Promise<StockRow[]> {
  const answer = await desk('warehouse_product/read_by_party', { parent_type: 'seller', parent: HUB });
  return (answer as { products: StockRow[] }).products.filter(
    ({ product, quantity }) => product.case_count > 1 && quantity >= 3 * product.case_count,
  );
}

async function associate(): Promise<{ _id: string; name: string }> {
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as {
    _id: string;
    name: string;
    status: string;
  }[];
  const found = officers.find((one) => one.status === 'active');
  if (!found) throw new Error('The demo has no delivery associate');
  return found;
}

/** An issue that a desk began: `lines` in cases. */
async function issueOf(lines: readonly { product: StockRow['product']; cases: number }[]) {
  const { _id, name } = await associate();
  const id = (await desk('purchase_order/create', {
    ref: '*',
    tag: 'purchase_order',
    amount: '0',
    meta: '{}',
    timestamp: String(Math.floor(Date.now() / 1_000) - 60),
    source_type: 'seller',
    source: HUB,
    destination_type: 'sales_officer',
    destination: _id,
  })) as string;
  for (const { product, cases } of lines)
    await desk('purchase_order_item/upsert', {
      purchase_order_id: id,
      product_id: product._id,
      quantity: String(cases * product.case_count),
      quantity_accepted: String(cases * product.case_count),
      rate: '120.00',
    });
  return { id, associate: name, address: `${site.url}/inventory/stock/out?purchase_order_id=${id}` };
}

const rowOf = (page: Page, name: string) => linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
const likely = (page: Page) => page.getByRole('region', { name: /holds$/ });
const tiles = (page: Page) => page.getByRole('group', { name: 'Often from here' });

test('a refused issue that was opened and left says why on its card, on the home and on the desk, until its line is mended', {
  tag: ['@SYNC-29', '@TRF-14'],
}, async ({ page }) => {
  const [short, right] = (await held()) as [StockRow, StockRow];
  const there = Math.floor(short.quantity / short.product.case_count);
  const { associate: name, address } = await issueOf([
    { product: short.product, cases: there + 7 },
    { product: right.product, cases: 1 },
  ]);
  await openAs(page, site, 'officer1', address);
  await complete(page);
  await page.getByRole('button', { name: 'Back to products' }).click();
  const notice = page.getByRole('status', { name: 'Refused' });
  await expect(notice).toContainText('Refused: too little was there.');
  // Something else is changed: the reason stays.
  await rowOf(page, right.product.name).click();
  await page.keyboard.type('2', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(rowOf(page, right.product.name)).toContainText('2 cases');
  await expect(notice).toBeVisible();
  await expect(syncStatus(page)).toHaveText('All changes sent');

  await page.goto(`${site.url}/sync`);
  const card = page.getByRole('region', { name: 'Not finished' }).getByRole('listitem').first();
  await expect(card).toContainText(`Issue to ${name}`);
  await expect(card).toContainText(/needs you/i);
  await expect(card).toContainText(/ asked, .* there/);
  await accessible(page);
  await page.goto(site.url);
  const work = page.getByRole('region', { name: 'Work to do' }).getByRole('listitem').filter({ hasText: name });
  await expect(work.first()).toContainText(/Refused, needs you: .* asked, .* there/);
  await accessible(page);
  await page.goto(`${site.url}/inventory/stock/out`);
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
    /Refused, needs you: .* asked, .* there/,
  );
  await page.goto(address);
  await expect(notice).toContainText('Refused: too little was there.');
  await accessible(page);

  // The figure that was too many is mended, so nothing is said any more.
  await rowOf(page, short.product.name).click();
  // The press saves it: the row has the way back.
  await page.getByRole('button', { name: /^Take \d/ }).click();
  await expect(rowOf(page, short.product.name).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await page.goto(`${site.url}/sync`);
  await expect(card).toContainText(`Issue to ${name}`);
  await expect(card).not.toContainText(/ asked, .* there/);
});

test('the tiles count as the first screens do, and a refused issue stands once on the home and says when and why on its card', {
  tag: ['@SYNC-29', '@B14.10', '@TRF-14'],
}, async ({ page }) => {
  const [short] = (await held()) as [StockRow];
  const there = Math.floor(short.quantity / short.product.case_count);
  const { id, associate: name, address } = await issueOf([{ product: short.product, cases: there + 7 }]);
  // Another tablet began a shipment.
  await desk('purchase_order/create', {
    ...{ ref: '*', tag: 'purchase_order', amount: '0', meta: '{}', client_id: crypto.randomUUID() },
    ...{ timestamp: String(Math.floor(Date.now() / 1_000)), destination_type: 'seller', destination: HUB },
    ...{ source_type: 'distributor', source: await idOf(site, 'distributor', FROM) },
  });
  await openAs(page, site, 'officer1', address);
  await complete(page);
  await expect(page.getByText(/ asked, .* there/).first()).toBeVisible();
  await page.goto(`${site.url}/inventory/stock/out`);
  const card = page.getByRole('listitem').filter({ hasText: / asked, .* there/ });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(name);
  await expect(card).toContainText(new RegExp(`Refused \\d\\d:\\d\\d: ${there + 7} asked, ${there} there`));
  await expect(card.getByRole('link', { name: `Continue: ${name}` })).toBeVisible();
  await accessible(page);
  await page.goto(site.url);
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText(`Issue to ${name} needs you`);
  const work = page.getByRole('region', { name: 'Work to do' });
  await expect(work.getByRole('listitem').first()).toBeVisible();
  await expect(work.locator(`a[href*="${id}"]`)).toHaveCount(0);
  // The names stand in one column, however many pictures a row has.
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = await work
    .locator('li [title]')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(1);

  const heads = {
    shipment_in: 'Expected',
    stock_out: 'To be issued',
    stock_in: 'Expected back',
    shipment_out: 'To be sent back',
  };
  const paths = {
    shipment_in: 'shipment/in',
    stock_out: 'stock/out',
    stock_in: 'stock/in',
    shipment_out: 'shipment/out',
  };
  const tiles = await page.getByRole('region', { name: 'Transfers' }).getByRole('link').allInnerTexts();
  for (const [at, kind] of (Object.keys(heads) as (keyof typeof heads)[]).entries()) {
    await page.goto(`${site.url}/inventory/${paths[kind]}`);
    // The other beginning comes with the lists.
    await expect(
      page.getByText(/^(Who is it from|Who takes it|Who brings it|Who does it go to)\?$/).first(),
    ).toBeVisible();
    const announced = await page.getByRole('region', { name: heads[kind], exact: true }).getByRole('listitem').count();
    const begun = await page.getByRole('region', { name: 'Started' }).getByRole('listitem').count();
    const tile = tiles[at] ?? '';
    if (begun > 0 && announced > 0) expect(tile).toMatch(new RegExp(`${announced} .+, ${begun} started`));
    else expect(tile).toMatch(new RegExp(`^${announced + begun}\\s`));
    expect(tile.includes('started')).toBe(begun > 0);
    await expect(page.getByText(/^(Nothing (is|waits)|No rejection is planned)/)).toHaveCount(
      announced + begun === 0 ? 1 : 0,
    );
  }
});

test('on a phone the line that is being mended stands over the keys, whichever it is', { tag: ['@UI-28'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const some = (await held()).slice(0, 8);
  const { address } = await issueOf(some.map(({ product }) => ({ product, cases: 900 })));
  await openAs(page, site, 'officer1', address);
  await expect(linesOf(page)).toHaveCount(8);
  for (const at of [7, 3, 5]) {
    const row = linesOf(page).nth(at);
    await row.scrollIntoViewIfNeeded();
    await row.getByRole('cell').first().tap();
    const keys = page.getByRole('group', { name: 'Number pad' });
    await expect(keys).toBeVisible();
    await expect
      .poll(async () => {
        const [line, over] = [await row.boundingBox(), await keys.locator('xpath=..').boundingBox()];
        return line && over && line.y + line.height <= over.y + 1;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Choose another product' }).tap();
    await expect(keys).toBeHidden();
  }
});

test('the dialog of a line takes what is there by one press, as the keys do', { tag: ['@TRF-14', '@UI-28'] }, async ({
  page,
}) => {
  const [, , short] = (await held()) as [StockRow, StockRow, StockRow];
  const there = Math.floor(short.quantity / short.product.case_count);
  const { id, address } = await issueOf([{ product: short.product, cases: there + 2 }]);
  await openAs(page, site, 'officer1', address);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Edit ${short.product.name}`, exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('too many');
  await dialog.getByRole('button', { name: /^Take \d/ }).click();
  await expect(dialog.getByRole('button', { name: /^Take \d/ })).toHaveCount(0);
  await expect(dialog.getByText('too many')).toHaveCount(0);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  // The status may still be the one of before the press, so the server is asked until it has the line.
  const quantities = async () => {
    const [order] = (await site.api('officer2', 'GET', 'purchase_order/read', { _id: id })) as {
      items: { quantity: number }[];
    }[];
    return order?.items.map(({ quantity }) => quantity);
  };
  await expect.poll(quantities).toEqual([short.quantity]);
  await expect(syncStatus(page)).toHaveText('All changes sent');
});

test('goods that have a tile are not in the list beside it, and are where no tile stands', { tag: ['@UI-28'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { name } = await associate();
  await openAs(page, site, 'officer1', site.url);
  await begin(page, site, 'stock/out', ['From Hub', TO], ['To Delivery Associate', name]);
  const namesIn = (all: ReturnType<typeof tiles>) =>
    all
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('title') ?? one.textContent ?? ''));
  await expect(tiles(page).getByRole('button')).toHaveCount(5);
  const [first = '', ...others] = (await namesIn(tiles(page))).map((one) => one.replace(/, [^,]*$/, ''));
  const listed = likely(page).locator('[data-offered]');
  const count = await listed.count();
  expect(count).toBeGreaterThan(0);
  for (const one of [first, ...others]) await expect(likely(page).getByText(one, { exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect(tiles(page)).toBeHidden();
  await expect(listed).toHaveCount(count + 5);
});

test('goods of a refused issue that have left wait with their figure until the books have them, and are then sent as they were confirmed', {
  tag: ['@TRF-14', '@B2.5'],
}, async ({ page }) => {
  const [short] = (await held()) as [StockRow];
  const there = Math.floor(short.quantity / short.product.case_count);
  const { id, address } = await issueOf([{ product: short.product, cases: there + 2 }]);
  await openAs(page, site, 'officer1', address);
  await complete(page);
  const less = page.getByRole('button', { name: /^Issue \d/ });
  await expect(less).toHaveText(`Issue ${there}`);
  await page.getByRole('button', { name: 'The goods went out' }).click();
  const dialog = page.getByRole('dialog', { name: 'The goods went out' });
  await expect(dialog).toContainText(`${short.product.name}: ${there + 2} cases went out, the books lack `);
  await expect(dialog.getByRole('link', { name: 'Receive it' })).toHaveAttribute('href', '/inventory/shipment/in');
  await expect(dialog.getByRole('link', { name: 'Count it' })).toHaveAttribute('href', '/inventory/count');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Keep it waiting' }).click();
  // What did not happen is not offered any more, here and in the outbox.
  await expect(less).toHaveCount(0);
  await expect(page.getByText('The goods went out. The transfer waits until the books have them.')).toBeVisible();
  await page.goto(`${site.url}/sync`);
  const card = page.getByRole('article', { name: 'needs attention' });
  await expect(card.getByRole('button', { name: 'Correct the books' })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Issue/ })).toHaveCount(0);
  await accessible(page);
  // The delivery that nobody booked.
  const source = await idOf(site, 'distributor', FROM);
  const header = { ref: '*', tag: 'purchase_order', amount: '0', meta: '{}' };
  const receipt = (await site.api('officer2', 'POST', 'purchase_order/create', {
    ...{ ...header, timestamp: String(Math.floor(Date.now() / 1_000) - 60) },
    ...{ source_type: 'distributor', source, destination_type: 'seller', destination: HUB },
  })) as string;
  const units = String(2 * short.product.case_count);
  await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: receipt, product_id: short.product._id, quantity: units, quantity_accepted: units },
    amount: '100.00',
  });
  await site.api('officer2', 'POST', 'purchase_order/execute', { _id: receipt, commit: 'true' });
  await page.goto(`${site.url}/sync`);
  await card.getByRole('button', { name: `Issue ${there + 2}` }).click();
  await expect.poll(async () => (await receiptOf(site, id)).tag, { timeout: 20_000 }).toBe('receipt');
  const [line] = (await receiptOf(site, id)).items;
  expect(line?.quantity).toBe((there + 2) * short.product.case_count);
});
