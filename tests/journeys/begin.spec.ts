/** The first and the last screen of a transfer: what is expected, a transfer by one press, what the tablet holds, what moved, and the next one. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { beginReceipt, complete, FROM, firstScreen, idOf } from '../support/receiving.ts';
import { choose, installed, noWorker, openAs, preparedFor, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
const DAY = 86_400;
const NOW = () => Math.floor(Date.now() / 1_000);

interface Product {
  _id: string;
  name: string;
  case_count: number;
}
interface Order {
  _id: string;
  tag: string;
  source: string;
  destination: string;
}

/**
 * A shipment that the office announced: 3 cases of one product and 2 of another. `ago`: how many days ago it was to come. With a client id it is one that
 * `who` began on a tablet.
 */
async function announce(
  from: string,
  ago: number,
  clientId?: string,
  who = 'admin',
): Promise<{ id: string; products: Product[] }> {
  const source = await idOf(site, 'distributor', from);
  const destination = await idOf(site, 'seller', 'Wuse Hub');
  const answer = await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'distributor',
    parent: source,
  });
  const products = (answer as { products: { product: Product }[] }).products.slice(0, 2).map((one) => one.product);
  const id = (await site.api(who, 'POST', 'purchase_order/create', {
    ...(clientId ? { client_id: clientId } : {}),
    ...{ tag: 'purchase_order', meta: '{}', ref: '*', timestamp: String(NOW() - ago * DAY) },
    ...{ source_type: 'distributor', source, destination_type: 'seller', destination },
  })) as string;
  for (const [place, { _id, case_count }] of products.entries())
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      purchase_order_id: id,
      product_id: _id,
      quantity: String((3 - place) * case_count),
      // Who makes a list on a tablet accepts what is typed.
      quantity_accepted: clientId ? String((3 - place) * case_count) : '',
    });
  return { id, products };
}

const orders = async () => (await site.api('admin', 'GET', 'purchase_order/read_all')) as Order[];
const order = async (id: string) => (await orders()).find((one) => one._id === id);
const desk = (page: Page) => page.getByRole('combobox', { name: 'Product', exact: true });
const first = (page: Page) => page.goto(firstScreen(site));
/** The card of a transfer that is not completed. */
const expected = (page: Page, id: string) =>
  page
    .getByRole('region', { name: 'Expected' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${id}"]`) });
const transferIn = (page: Page) => new URL(page.url()).searchParams.get('purchase_order_id');
const tile = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Who is it from?' }).getByRole('button', { name });

/** The hub is known from the first transfer on. */
async function knowTheHub(page: Page): Promise<void> {
  await beginReceipt(page, site);
  // The server has it.
  await expect(page).toHaveURL(/purchase_order_id=(?!local)/);
}

async function addOne(page: Page, cases: string): Promise<void> {
  await desk(page).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Quantity', { exact: true }).fill(cases);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
}

test.describe(() => {
  test.use(noWorker);
  test('an expected shipment says who, how much and how late; one press opens its count', {
    tag: ['@each-change', '@TRF-01', '@TRF-03', '@TRF-04'],
  }, async ({ page }) => {
    const { id, products } = await announce('FreshCup Beverages', 3);
    await openAs(page, site, 'officer1', firstScreen(site));
    const card = page.getByRole('region', { name: 'Expected' }).getByRole('link', { name: /^FreshCup Beverages/ });
    await expect(card).toContainText('3 days late, to Wuse Hub');
    await expect(card).toContainText('2 lines');
    await expect(card).toContainText('5 cases');
    await expect(card).toContainText(/₦[1-9][\d,.]*value$/);
    for (const { name } of products) await expect(card).toContainText(name);
    // The newest need first: what is 3 days late stands behind what is due today.
    const names = await page.getByRole('region', { name: 'Expected' }).getByRole('link').allTextContents();
    expect(names.findIndex((text) => text.includes('days late'))).toBe(names.length - 1);
    await accessible(page);
    await card.click();
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${id}$`));
    await expect(page.getByRole('row', { name: products[0]?.name ?? '' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
  });

  test('what a colleague began says whose it is, opens as a list, and is not completed by one press', {
    tag: ['@TRF-04'],
  }, async ({ page }) => {
    await announce('Golden Gate Foods', 0, crypto.randomUUID(), 'officer2');
    await announce('North Star Provisions', 0);
    await openAs(page, site, 'officer1', firstScreen(site));
    const begun = page
      .getByRole('region', { name: 'Started by others' })
      .getByRole('listitem')
      .filter({ hasText: 'Golden Gate Foods' });
    const announced = page
      .getByRole('region', { name: 'Expected' })
      .getByRole('listitem')
      .filter({ hasText: 'North Star Provisions' });
    await expect(begun).toContainText(/Started by \S.+, \d\d:\d\d, to /);
    // It is not this officer's to end, so what is expected stands above it.
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.indexOf('Expected')).toBeLessThan(headings.indexOf('Started by others'));
    await expect(begun.getByRole('button', { name: /^All there/ })).toHaveCount(0);
    await expect(announced).toContainText('Expected since today');
    await expect(announced.getByRole('button', { name: /^All there/ })).toBeVisible();
    await accessible(page);
    await begun.getByRole('link', { name: 'Continue: Golden Gate Foods' }).click();
    await expect(page.getByRole('button', { name: 'Start count: Count' })).toBeVisible();
  });

  test('a transfer that was announced with accepted quantities is not counted yet; its card opens a count', {
    tag: ['@TRF-04', '@B3.8'],
  }, async ({ page }) => {
    const { id, products } = await announce('Chukwuemeka Wholesale Ltd', 0);
    const [read] = (await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as {
      items: { _id: string; product_id: string; quantity: number }[];
    }[];
    for (const item of read?.items ?? [])
      await site.api('admin', 'POST', 'purchase_order_item/upsert', {
        ...{ _id: item._id, purchase_order_id: id, product_id: item.product_id },
        ...{ quantity: String(item.quantity), quantity_accepted: String(item.quantity) },
      });
    await openAs(page, site, 'officer1', firstScreen(site));
    const card = page.getByRole('region', { name: 'Expected' }).getByRole('link', { name: /^Chukwuemeka/ });
    await expect(card).toContainText('Expected since today');
    await expect(card).not.toContainText('counted');
    await card.click();
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${id}$`));
    // A count that stands is not begun anew.
    const figure = page.getByLabel('Quantity', { exact: true });
    await expect(figure).toBeEnabled();
    await figure.fill('2');
    await figure.press('Enter');
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('1 of 2');
    await page.goBack();
    await expect(card).toContainText('1 of 2 counted');
    await card.click();
    await expect(page.getByRole('status', { name: 'Count' })).toContainText('1 of 2');
    await page.getByRole('button', { name: /^Complete Transfer/ }).click();
    const sure = page.getByRole('dialog');
    await expect(sure).toContainText(/cases? (\d+ units? )?into Wuse Hub from Chukwuemeka Wholesale Ltd/);
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect(products).toHaveLength(2);
  });

  test('a fresh tablet asks for the hub; from then on one press on a party begins, and no record is made before its first line', {
    tag: ['@TRF-03', '@PO-13', '@B12.7'],
  }, async ({ page }) => {
    await signIn(page, site, 'officer1');
    await first(page);
    // The hub is not known, so both ends are asked for by tiles. The form, which asks the same, stays folded; a press chooses the party and the hub is next.
    const hub = page.getByRole('combobox', { name: 'To Hub' });
    const hubs = page.getByRole('group', { name: 'Which hub are you in?' });
    const more = page.getByRole('button', { name: 'Change: another hub or date' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(hub).toBeHidden();
    await tile(page, FROM).click();
    await expect(tile(page, FROM)).toHaveAttribute('aria-pressed', 'true');
    await expect(hubs.getByRole('button').first()).toBeFocused();
    await expect(page).toHaveURL(firstScreen(site));
    // The form has what was chosen.
    await more.click();
    await expect(page.getByRole('combobox', { name: 'From Distributor' })).toHaveValue(FROM);
    await expect(page.getByText('Still missing: hub')).toBeVisible();
    // One press on the hub is enough, before the party or after it.
    await hubs.getByRole('button', { name: 'Mushin Hub' }).click();
    await expect(page.getByRole('heading', { name: `Receive Shipment from ${FROM}` })).toBeVisible();
    await expect(page.getByText('To Mushin Hub')).toBeVisible();
    await page.getByRole('button', { name: 'Discard transfer' }).click();
    await expect(page.getByText('Into Mushin Hub, now')).toBeVisible();
    await expect(hubs).toBeHidden();
    await knowTheHub(page);
    const before = (await orders()).length;

    await first(page);
    await expect(page.getByText('Into Wuse Hub, now')).toBeVisible();
    await expect(hub).toBeHidden();
    await accessible(page);
    await tile(page, 'Golden Gate Foods').dblclick();
    await expect(desk(page)).toBeVisible();
    await expect(page).toHaveURL(/purchase_order_id=local-/);
    const local = transferIn(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Receive Shipment from Golden Gate Foods' })).toBeVisible();
    expect((await orders()).length).toBe(before);
    // The way back is the choice, and the same press is the same transfer. It can be let go.
    await page.goBack();
    await tile(page, 'Golden Gate Foods').click();
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${local}$`));
    await page.getByRole('button', { name: 'Discard transfer' }).click();
    await expect(page.getByText('Into Wuse Hub, now')).toBeVisible();
    await tile(page, 'Golden Gate Foods').click();
    await expect(desk(page)).toBeVisible();
    expect(transferIn(page)).not.toBe(local);
    await addOne(page, '2');
    await expect(page).toHaveURL(/purchase_order_id=(?!local)/);
    const begun = await order(transferIn(page) ?? '');
    expect(begun).toMatchObject({
      source: await idOf(site, 'distributor', 'Golden Gate Foods'),
      destination: await idOf(site, 'seller', 'Wuse Hub'),
    });
    expect((await orders()).length).toBe(before + 1);
    await expect(page.getByText('Purchase order successfully created.')).toBeHidden();

    // One that is begun is said before a second one begins, and goes on by one press.
    await first(page);
    await tile(page, 'Golden Gate Foods').click();
    const question = page.getByRole('dialog', { name: 'Golden Gate Foods' });
    await expect(question).toContainText(/Started (just now|\d+ min ago), 1 line, 2 cases\./);
    await expect(question.getByRole('button', { name: 'Continue' })).toBeFocused();
    await accessible(page);
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(new RegExp(`purchase_order_id=${begun?._id}`));
    await expect(desk(page)).toBeVisible();
    await first(page);
    await tile(page, 'Golden Gate Foods').click();
    await question.getByRole('button', { name: 'A second delivery' }).click();
    await expect(page).toHaveURL(/purchase_order_id=local-/);
    await page.getByRole('button', { name: 'Discard transfer' }).click();

    // The same hub gives where goods go out, and another one is two presses away.
    await page.goto(`${site.url}/inventory/stock/out`);
    await expect(page.getByText('From Wuse Hub, now')).toBeVisible();
    await page.getByRole('button', { name: 'Change: another hub or date' }).click();
    await choose(page, 'From Hub', 'Mushin Hub');
    await page.getByRole('group', { name: 'Who takes it?' }).getByRole('button').first().click();
    await addOne(page, '1');
    await expect(page).toHaveURL(/purchase_order_id=(?!local)/);
    expect((await order(transferIn(page) ?? ''))?.source).toBe(await idOf(site, 'seller', 'Mushin Hub'));
    await first(page);
    await expect(page.getByText('Into Mushin Hub, now')).toBeVisible();

    // What is expected somewhere else takes nobody there.
    const { id } = await announce('Sunrise Dairy & More', 0);
    await first(page);
    await expected(page, id)
      .getByRole('button', { name: /^All there/ })
      .click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    await page.getByRole('link', { name: 'Next receipt' }).click();
    await expect(page.getByText('Into Mushin Hub, now')).toBeVisible();
  });
});

test('nothing came: it is not offered to complete it, and it stays expected, also without a server', {
  tag: ['@B3.12', '@B3.8'],
}, async ({ page }) => {
  const { id, products } = await announce('Sunrise Dairy & More', 0);
  const items = async () =>
    (
      (await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as {
        tag: string;
        items: { quantity: number; quantity_accepted: number | null }[];
      }[]
    )[0];
  await signIn(page, site, 'officer1');
  await first(page);
  await preparedFor(page);
  await installed(page);
  await expected(page, id).getByRole('link').click();
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
  await site.stopServer();
  for (const [place, product] of products.entries()) {
    await page.getByRole('row', { name: product.name }).first().click();
    await page.getByLabel('Quantity', { exact: true }).fill('0');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status', { name: 'Count' })).toContainText(`${place + 1} of 2`);
  }
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Nothing came' });
  await expect(dialog).toContainText('there is nothing to complete');
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Keep it expected' }).click();
  await expect(page).toHaveURL(/\/inventory\/shipment\/in$/);
  await expect(expected(page, id)).toBeVisible();
  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect.poll(async () => (await items())?.items.map((item) => item.quantity_accepted)).toEqual([null, null]);
  expect((await items())?.tag).toBe('purchase_order');
  // It is counted again from the beginning.
  await expected(page, id).getByRole('link').first().click();
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');
  // The office ends it.
  await site.api('admin', 'POST', 'purchase_order/delete', { _id: id });
});

test.describe(() => {
  test.use(noWorker);
  test("what a person chose is not the next person's: each has a hub of their own", { tag: ['@SYNC-40'] }, async ({
    page,
  }) => {
    await signIn(page, site, 'officer1');
    await knowTheHub(page);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await signIn(page, site, 'officer2');
    await first(page);
    await expect(page.getByRole('group', { name: 'Which hub are you in?' })).toBeVisible();
    await page.getByRole('button', { name: 'Change: another hub or date' }).click();
    await expect(page.getByRole('combobox', { name: 'To Hub' })).toHaveValue('');
  });
});

test('a tablet prepares by itself for all kinds, from the home on, and reads only the goods of shown associates again', {
  tag: ['@B11.1'],
}, async ({ page }) => {
  const bodies: string[] = [];
  let under = 0;
  let most = 0;
  page.on('request', (request) => {
    if (!request.url().includes('read_by_party')) return;
    bodies.push(request.postData() ?? '');
    under += 1;
    most = Math.max(most, under);
  });
  const ended = (request: { url(): string }) => {
    if (request.url().includes('read_by_party')) under -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await signIn(page, site, 'officer1');
  // Not in the first seconds.
  expect(bodies).toEqual([]);
  await expect.poll(() => bodies.length, { timeout: 30_000 }).toBeGreaterThan(8);
  await expect
    .poll(async () => {
      const before = bodies.length;
      await page.waitForTimeout(1_500);
      return bodies.length - before;
    })
    .toBe(0);
  expect(most).toBeLessThanOrEqual(3);
  const all = bodies.length;
  expect(new Set(bodies).size).toBe(all);
  for (const path of ['shipment/in', 'shipment/out', 'stock/in', 'stock/out']) {
    await page.goto(`${site.url}/inventory/${path}`);
    await preparedFor(page);
    await expect(page.getByText(/^Works offline\. \d+ products, prices (just read|from \d\d:\d\d)\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Prepare now/ })).toHaveCount(0);
  }
  await page.waitForTimeout(1_500);
  // Another tablet may have issued goods to the associates that a return offers (decision 1282); all others are fresh.
  const again = bodies.slice(all);
  expect(again.length).toBeLessThanOrEqual(8);
  expect(again.filter((body) => !body.includes('parent_type=sales_officer'))).toEqual([]);
});

test('on paid data nothing loads before a press, and a button says so', { tag: ['@B11.1'] }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) });
  });
  await signIn(page, site, 'officer1');
  await first(page);
  const button = page.getByRole('button', { name: 'Prepare now: Download for offline' });
  await expect(button).toBeEnabled();
  await expect(page.getByText(/^(Not ready for offline: 0 of 8|Not ready for offline yet)/)).toBeVisible();
  await accessible(page);
  await button.click();
  await preparedFor(page);
  await expect(button).toHaveCount(0);
});

test('without a server the stored list shows its age, and what began on this tablet is a card beside it', {
  tag: ['@B11.1', '@SYNC-02', '@SYNC-15'],
}, async ({ page }) => {
  await announce('North Star Provisions', 1);
  await signIn(page, site, 'officer1');
  await knowTheHub(page);
  await first(page);
  await preparedFor(page);
  await installed(page);
  await site.stopServer();
  await page.reload();
  const list = page.getByRole('region', { name: 'Expected' });
  await expect(list).toContainText(/List of \d\d:\d\d, the server does not answer/);
  // Another journey may expect goods of the same distributor today.
  await expect(list.getByRole('link', { name: /^North Star Provisions Expected since yesterday/ })).toBeVisible();
  await tile(page, 'Golden Gate Foods').click();
  await expect(page).toHaveURL(/purchase_order_id=local-/);
  const local = transferIn(page);
  await addOne(page, '4');
  // It stands there once the disk has the line.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await first(page);
  const begun = page.getByRole('region', { name: 'Started', exact: true });
  const mine = begun
    .getByRole('link', { name: /^Golden Gate Foods/ })
    .filter({ hasText: 'Started here, not sent yet' });
  await expect(mine).toContainText('1 line');
  await expect(mine).toContainText('4 cases');
  await accessible(page);
  // The home leads back to it too, because the server's list of work does not have it.
  await page.goto(`${site.url}/`);
  const unfinished = page.getByRole('link', { name: /^Receipt from Golden Gate Foods is not finished/ });
  await expect(unfinished).toContainText('1 line, 4 cases');
  await accessible(page);
  await unfinished.click();
  await expect(page).toHaveURL(new RegExp(`purchase_order_id=${local}$`));
  await complete(page);
  // Never a green tick before the server has said it.
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Way to the server' })).toContainText(/Saved \d\d:\d\dSentDone/);
  await expect(page.getByText(/^4 cases from Golden Gate Foods to Wuse Hub, saved on this tablet/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Complete Transfer' })).toContainText(
    'Stock in Wuse Hub when it is done',
  );
  await expect(page.getByText(/cases? (\d+ units? )?before, then /)).toBeVisible();
  await expect(page.locator('#screen .text-good').filter({ hasNot: page.locator('ol *') })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  await accessible(page);
  // The next truck is one press away, also now. A confirmed transfer is the outbox's.
  const next = page.getByRole('link', { name: 'Next receipt' });
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^(Something else|A shipment) came$/ })).toBeVisible();
  await expect(begun.getByText('Started here')).toHaveCount(0);

  await site.startServer();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent', { timeout: 60_000 });
  await expect(list).not.toContainText('the server does not answer');
});

test('without a server a card that was never opened opens, and an issue has the price that the hub sells for', {
  tag: ['@B11.1', '@B3.6', '@K1'],
}, async ({ page }) => {
  const { products } = await announce('Ọkafọ Brothers Distribution', 0);
  const seller = await idOf(site, 'seller', 'Wuse Hub');
  const reps = (await site.api('admin', 'GET', 'sales_officer/read_all')) as {
    _id: string;
    name: string;
    status: string;
  }[];
  const rep = reps.filter((one) => one.status === 'active').sort((a, b) => a.name.localeCompare(b.name))[0];
  const answer = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: seller, destination_type: 'sales_officer', destination: rep?._id ?? '' },
  })) as { products: { product: Product & { price: string }; rate: string }[] };
  const dear = answer.products.find((one) => one.rate !== one.product.price);
  expect(dear).toBeDefined();
  await signIn(page, site, 'officer1');
  await knowTheHub(page);
  await first(page);
  await preparedFor(page);
  await installed(page);
  // The lines come after the products.
  await page.waitForTimeout(2_000);
  await site.stopServer();
  await page.goto(site.url);
  // The header says it; a message would say it a second time.
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Working offline');
  await expect(page.getByRole('button', { name: 'Close message' })).toBeHidden();
  await page.getByRole('link', { name: 'Receive Shipment' }).first().click();
  const list = page.getByRole('region', { name: 'Expected' });
  await expect(list).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close message' })).toBeHidden();
  await page.reload();
  await expect(list).toContainText('the server does not answer');
  await expect(list.getByText('Needs a connection')).toHaveCount(0);
  // The screen says it; a message would lie over the work.
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0);
  await list.getByRole('link', { name: /^Ọkafọ Brothers/ }).click();
  await expect(page.getByRole('row', { name: products[0]?.name ?? '' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('0 of 2');

  await page.goto(`${site.url}/inventory/stock/out`);
  await page
    .getByRole('group', { name: 'Who takes it?' })
    .getByRole('button', { name: rep?.name ?? '' })
    .click();
  await desk(page).fill(dear?.product.name ?? '');
  await page
    .getByRole('option', { name: dear?.product.name ?? '' })
    .first()
    .click();
  await page.getByLabel('Quantity', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const row = page.getByRole('row', { name: dear?.product.name ?? '' });
  await expect(row).toContainText(`₦${Number(dear?.rate).toLocaleString('en-NG')}`);
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'The transfer waits on this tablet, and completes automatically.',
  );
  await site.startServer();
});

test.describe(() => {
  test.use(noWorker);
  test('a completed receipt says what moved and what the hub holds now; Enter begins the next one', {
    tag: ['@each-change', '@TRF-14', '@TRF-15'],
  }, async ({ page }) => {
    const { id, products } = await announce('Sunrise Dairy & More', 0);
    const [short] = products as [Product, Product];
    const [read] = (await site.api('admin', 'GET', 'purchase_order/read', { _id: id })) as {
      items: { _id: string; product_id: string }[];
    }[];
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      _id: read?.items.find((item) => item.product_id === short._id)?._id ?? '',
      purchase_order_id: id,
      product_id: short._id,
      quantity: String(3 * short.case_count),
      quantity_accepted: String(2 * short.case_count),
      reason: 'damaged',
    });
    const hub = await idOf(site, 'seller', 'Wuse Hub');
    const stock = async () => {
      const answer = await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
        parent_type: 'seller',
        parent: hub,
      });
      const found = (answer as { products: { product: Product; quantity: number }[] }).products;
      return Math.floor((found.find((one) => one.product._id === short._id)?.quantity ?? 0) / short.case_count);
    };
    const before = await stock();
    await openAs(page, site, 'officer1', firstScreen(site));
    await page.getByRole('link', { name: /^Sunrise Dairy/ }).click();
    await complete(page);
    const result = page.getByRole('region', { name: 'Complete Transfer' });
    await expect(result.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
    await expect(result).toContainText('4 cases from Sunrise Dairy & More are now in Wuse Hub.');
    // It fills the window, and what comes next is in sight.
    expect((await result.boundingBox())?.width).toBeGreaterThan(1_100);
    await expect(page.getByRole('link', { name: 'Next receipt' })).toBeInViewport({ ratio: 1 });
    await expect(result).toContainText(/The transfer has been completed as PO-\w+\./);
    await expect(result).toContainText('1 case short');
    await expect(result).toContainText(`${short.name}, damaged`);
    await expect(result.getByRole('listitem').filter({ hasText: short.name })).toContainText('+2 cases');
    expect(await stock()).toBe(before + 2);
    await expect(result.getByRole('listitem').filter({ hasText: short.name })).toContainText(
      new RegExp(
        `^${short.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${before} cases?.* before, now ${before + 2} cases?`,
      ),
    );
    // Said once: by the screen, and by no message over it.
    await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0);
    await expect(result.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
    await expect(result.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await expect(result.getByRole('link', { name: 'View receipt' })).toHaveAttribute('href', `/purchase-orders/${id}`);
    await accessible(page);
    await expect(page.getByRole('link', { name: 'Next receipt' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${site.url}/inventory/shipment/in`);
    await expect(page.getByRole('link', { name: /^Sunrise Dairy/ })).toHaveCount(0);
  });
});

test('on a tablet the tiles of the parties, and the button of the form, are in the window', {
  tag: ['@PO-13', '@UI-28'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await first(page);
  await knowTheHub(page);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['stock/out', 'shipment/out', 'shipment/in']) {
      await page.goto(firstScreen(site, path));
      // Cards of what waits may fill the window before them.
      const who = page.getByRole('group', { name: /^Who / }).getByRole('button');
      if (path === 'shipment/out') await expect(who.nth(7)).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Change: another hub or date' }).click();
      await expect(page.getByRole('button', { name: 'Save & Add Products' })).toBeInViewport({ ratio: 1 });
    }
    await accessible(page);
  }
});

test('goods that came back damaged wait on the first screen of a rejection, one press from the distributor who brought them', {
  tag: ['@TRF-14', '@B11.1'],
}, async ({ page }) => {
  const hub = await idOf(site, 'seller', 'Wuse Hub');
  const from = await idOf(site, 'distributor', FROM);
  const reps = (await site.api('admin', 'GET', 'sales_officer/read_all')) as {
    _id: string;
    status: string;
    seller: { name: string } | null;
  }[];
  const rep = reps.find((one) => one.status === 'active' && one.seller?.name === 'Wuse Hub')?._id ?? '';
  const { products } = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'distributor', parent: from },
  })) as { products: { product: Product }[] };
  const product = products.map((one) => one.product).find((one) => one.case_count > 1);
  if (!product) throw new Error(`${FROM} sells nothing in cases`);
  const move = async (ends: Record<string, string>, cases: number, reason?: string) => {
    const id = (await site.api('admin', 'POST', 'purchase_order/create', {
      ...{ ref: '*', timestamp: String(NOW()), tag: 'purchase_order', meta: '{}', amount: '0' },
      ...ends,
    })) as string;
    const quantity = String(cases * product.case_count);
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: product._id, quantity, quantity_accepted: quantity, amount: '1000' },
      ...(reason && { reason }),
    });
    await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  };
  const inHub = { destination_type: 'seller', destination: hub };
  await move({ source_type: 'distributor', source: from, ...inHub }, 5);
  await move({ source_type: 'seller', source: hub, destination_type: 'sales_officer', destination: rep }, 3);
  await move({ source_type: 'sales_officer', source: rep, ...inHub }, 2, 'damaged');

  await openAs(page, site, 'officer1', firstScreen(site, 'shipment/out'));
  const back = page.getByRole('region', { name: 'Came back damaged or expired' });
  // Nobody has said in which hub this person is.
  await expect(page.getByRole('group', { name: 'Who does it go to?' })).toBeVisible();
  await expect(back).toHaveCount(0);
  await knowTheHub(page);
  await page.goto(firstScreen(site, 'shipment/out'));
  const card = back.getByRole('button', { name: `${FROM}` });
  await expect(card).toContainText(product.name);
  await expect(card).toContainText('2 cases');
  await accessible(page);
  await preparedFor(page);
  await installed(page);
  // Without a server the same.
  site.cutApi(true);
  await page.reload();
  await card.click();
  await expect(desk(page)).toBeVisible();
  // The card fills the rejection: what came back, and why.
  const line = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(product.name);
  await expect(line).toContainText('2 cases');
  await expect(line).toContainText(/damaged/i);
  site.cutApi(false);
});

test('without a server a distributor whose goods are not on this tablet says so before it is chosen', {
  tag: ['@B11.1'],
}, async ({ page }) => {
  await page.route('**/api/warehouse_product/read_by_party*', (route) => route.abort());
  await openAs(page, site, 'officer1', firstScreen(site));
  const parties = page.getByRole('group', { name: 'Who is it from?' });
  await expect(parties.getByRole('button', { name: FROM })).toBeVisible();
  await expect(parties).not.toContainText('Goods not on this tablet');
  site.cutApi(true);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(parties.getByRole('button', { name: FROM })).toContainText('Goods not on this tablet');
  await accessible(page);
  site.cutApi(false);
});
