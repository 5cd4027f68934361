/** A stocktake by hand: two officers count one hub, one of them without a server; goods leave meanwhile; a third person approves; a restore. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { holdReads } from '../support/lostAnswers.ts';
import { button, expectText } from '../support/onPage.ts';
import { digits, pad, quantityField, search } from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });

interface Goods {
  _id: string;
  name: string;
  case_count: number;
  barcode_case: string;
  /** Units in the books. */
  held: number;
  tracks_lots?: boolean;
}
type Row = Readonly<Record<string, unknown>>;

const MUSHIN = { hub: 'hub_lagos_mushin', name: 'Mushin Hub' };
const WUSE = { hub: 'hub_abuja_wuse', name: 'Wuse Hub' };
const BODIJA = { hub: 'hub_ibadan_bodija', name: 'Bódìjà Hub' };

/** Goods of a hub in cases of several units, with a code; there are at least five cases of each. */
async function goodsOf(hub: string): Promise<Goods[]> {
  const input = { parent_type: 'seller', parent: hub };
  const answer = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', input)) as {
    products: { product: Goods; quantity: number }[];
  };
  return answer.products
    .map(({ product, quantity }) => ({ ...product, held: quantity }))
    .filter(
      // Goods by lot have a field more.
      (one) =>
        !one.tracks_lots &&
        one.case_count > 1 &&
        one.held >= 5 * one.case_count &&
        /^\d{13,14}$/.test(one.barcode_case ?? ''),
    );
}
const heldNow = async (hub: string, product: string) =>
  (await goodsOf(hub)).find((one) => one._id === product)?.held ?? 0;

/** The open stocktakes of this hub, as another officer reads them. */
async function openIn(name: string): Promise<Row[]> {
  const answer = (await site.api('officer2', 'GET', 'stocktake/read_all', { status: 'open' })) as { rows: Row[] };
  return answer.rows.filter((row) => (row.warehouse as { name: string }).name === name);
}

async function warehouseOf(name: string): Promise<string> {
  const all = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as { _id: string; name: string }[];
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`No warehouse of ${name}`);
  return found._id;
}

/** Opens a stocktake of these goods as the first officer, without the screen; its id. */
async function opened(place: typeof MUSHIN, goods: readonly Goods[]): Promise<string> {
  const opened = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: await warehouseOf(place.name), scope: 'list', blind: 'true' },
    product_ids: goods.map((one) => one._id),
    client_id: crypto.randomUUID(),
  })) as { _id: string };
  return opened._id;
}

/** Goods leave the hub for an associate: a case of this product. */
async function issued(hub: string, product: Goods): Promise<void> {
  const all = (await site.api('admin', 'GET', 'sales_officer/read_all', { seller_id: hub })) as Row[];
  const to = all.find((one) => one.status === 'active' && one.role === 'sales_officer.rep');
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'seller', source: hub, destination_type: 'sales_officer', destination: String(to?._id) },
  })) as string;
  const units = String(product.case_count);
  const line = { product_id: product._id, quantity: units, quantity_accepted: units, amount: '1000' };
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: id, ...line });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true', error_on_empty: 'true' });
}

/** Types a figure as a person does: the keys of a scanner come faster than 50 ms. */
const typed = (page: Page, units: number) => page.keyboard.type(String(units), { delay: 70 });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const lines = (page: Page) => page.getByRole('list', { name: 'Products of the stocktake' }).getByRole('listitem');
const lineOf = (page: Page, { name }: Goods) => lines(page).filter({ has: page.getByText(name, { exact: true }) });
const finish = (page: Page) => button(page, 'Finish my part');

async function at(page: Page, place: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Where are you\?|You, )/ })
    .first()
    .click();
  await page.getByLabel('Place', { exact: true }).fill(place);
  await button(page, 'Count here').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Another person at another tablet. */
async function another(browser: Browser, user: string, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ ...noWorker, hasTouch: true, viewport: { width: 800, height: 1280 } });
  const page = await context.newPage();
  await openAs(page, site, user, `${site.url}${path}`);
  return { page, context };
}

test('who counts may not approve, who approves does not count, and a count after the posting is not used', {
  tag: ['@each-change', '@STK-33', '@STK-35', '@STK-37'],
}, async ({ page, browser }) => {
  const [one, two] = (await goodsOf(BODIJA.hub)) as [Goods, Goods];
  const id = await opened(BODIJA, [one, two]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/stocktakes/${id}`);
  await expectText(page, 'Unauthorized Access!');
  const approver = await another(browser, 'accounts', `/inventory/count/${id}`);
  await expectText(approver.page, 'Unauthorized Access!');

  await page.goto(`${site.url}/inventory/count/${id}`);
  await tab(page, /^To count/).click();
  await lineOf(page, one).getByRole('button').click();
  await expect(quantityField(page)).toBeFocused();
  // Nobody has typed a figure yet.
  await expect(button(page, 'Save count: Save')).toBeDisabled();
  // Neither figure of the books is anywhere.
  const books = String(Math.floor(one.held / one.case_count));
  expect(await page.locator('#screen').textContent()).not.toContain(`${books} cases`);

  await page.context().setOffline(true);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(lineOf(page, one)).toContainText('Saved on this tablet');
  // Somebody else counts the other product and the books are closed meanwhile.
  await site.api('officer2', 'POST', 'stocktake/count', {
    stocktake_id: id,
    ...{ product_id: [two._id], quantity: [String(two.held)], place: [''], round: ['1'] },
    ...{ counted_at: [String(Math.floor(Date.now() / 1_000))], op_key: [crypto.randomUUID()] },
  });
  await approver.page.goto(`${site.url}/inventory/stocktakes/${id}`);
  await button(approver.page, 'Post').click();
  const dialog = approver.page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Post' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expectText(approver.page, /posted: 0 adjustments/);
  await page.context().setOffline(false);

  await expect(page.getByText(/This stocktake was posted .* by .*This count was not used\./).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('link', { name: 'Decide in the outbox' })).toBeVisible();
  await expect(pad(page)).toHaveCount(0);
  await accessible(page);
  expect(await heldNow(BODIJA.hub, one._id)).toBe(one.held);
  await approver.context.close();
});

test('digits after a code that is looked up on the server are no figure of the product before', {
  tag: ['@each-change', '@STK-33'],
}, async ({ page }) => {
  const goods = await goodsOf(WUSE.hub);
  const [one] = goods as [Goods];
  const here = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: WUSE.hub },
  })) as { products: { product: Goods }[] };
  const held = new Set(here.products.map(({ product }) => product._id));
  const all = (await site.api('officer1', 'GET', 'product/read_all')) as (Goods & { status: string })[];
  const isAlone = (code: string) => all.filter((row) => row.barcode_case === code).length === 1;
  const beyond = all.filter(
    ({ _id, status, tracks_lots, barcode_case: code }) =>
      status === 'active' && !tracks_lots && !held.has(_id) && /^\d{13,14}$/.test(code ?? '') && isAlone(code),
  );
  const [soon, late] = beyond as [Goods, Goods, ...typeof beyond];
  const id = await opened(WUSE, [one]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  const wedge = await plugIn(page);
  await wedge.scan(one.barcode_case);
  await expect(page.getByRole('heading', { name: one.name })).toBeVisible();
  await digits(page, '4');

  // The answer comes about when the digits do: they wait for it.
  let release = await holdReads(page, /\/api\/product\/read_all/);
  await wedge.scan(soon.barcode_case);
  setTimeout(release, 300);
  await page.waitForTimeout(250);
  await digits(page, '12');
  await expect(page.getByRole('heading', { name: one.name })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: soon.name })).toBeVisible();
  await expect(quantityField(page)).toHaveValue('12');
  await page.keyboard.press('Enter');
  await tab(page, /^Counted/).click();
  await expect(lineOf(page, soon)).toContainText('12 cases');
  await expect(lineOf(page, one)).toContainText('4 cases');

  // No answer for a while: the code is called unknown, and its product opens when the answer comes.
  await page.unroute(/\/api\/product\/read_all/);
  release = await holdReads(page, /\/api\/product\/read_all/);
  const goodsRead = page.waitForResponse('**/api/warehouse_product/read_by_party');
  await page.reload();
  await goodsRead;
  await expect(page.getByRole('status', { name: 'Scans' })).toHaveText('Scan a product');
  // By its name, which is found once the goods of the hub are read.
  await choose(page, 'Product', one.name);
  await expect(page.getByRole('heading', { name: one.name })).toBeVisible();
  await wedge.scan(late.barcode_case);
  await expect(page.getByRole('alert')).toContainText(`Unknown code ${late.barcode_case}, not counted.`);
  // The digits stay with the code, and its product has them once it is known.
  await digits(page, '9');
  await expect(page.getByRole('heading', { name: late.barcode_case })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: late.name })).toBeVisible();
  await expect(quantityField(page)).toHaveValue('9');
  await tab(page, /^Counted/).click();
  await expect(lineOf(page, one)).toContainText('4 cases');
});

test('two officers count one hub, one of them without a server, goods leave meanwhile, and a third person posts', {
  tag: ['@STK-30', '@STK-31', '@STK-32', '@STK-34', '@STK-36', '@STK-37'],
}, async ({ page, browser }) => {
  const [sugar, milo, soap] = (await goodsOf(MUSHIN.hub)) as [Goods, Goods, Goods];
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  // The first time the hubs stand there, one press each.
  const hubs = page.getByRole('region', { name: 'Hubs' });
  await accessible(page);
  await hubs.getByRole('button', { name: MUSHIN.name }).tap();
  await expect(hubs).toBeHidden();
  await expectText(page, `No stocktake is open in ${MUSHIN.name}.`);
  await page.getByRole('radio', { name: /^A list/ }).check();
  await expect(button(page, 'Start stocktake')).toBeDisabled();
  await page.getByRole('button', { name: /^Products/ }).click();
  for (const { name } of [sugar, milo, soap]) {
    await page.getByRole('searchbox', { name: 'Search products' }).fill(name);
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.keyboard.press('Escape');
  await button(page, 'Start stocktake').click();
  await expect(page.getByRole('heading', { name: 'Stocktake of Mushin Hub' })).toBeVisible();
  await expect(page).toHaveURL(/count\/(?!local)/);
  await expectText(page, '0 of 3 products counted');
  await expect(finish(page)).toBeDisabled();
  await at(page, 'Aisle A');

  // A scan opens the figure, a second scan of it adds nothing, and cases and loose units are one entry.
  const wedge = await plugIn(page);
  await wedge.scan(sugar.barcode_case);
  await expect(page.getByRole('heading', { name: sugar.name })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Scans' })).toHaveText(`Chosen, type the figure: ${sugar.name}`);
  await expect(quantityField(page)).toHaveValue('');
  await digits(page, '4');
  await wedge.scan(sugar.barcode_case);
  await expect(quantityField(page)).toHaveValue('4');
  await digits(page, '3');
  await button(page, 'Units').tap();
  await digits(page, '1');
  await page.keyboard.press('Enter');
  // The next line that nobody counted follows, and a scan goes before it.
  await expect(quantityField(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: sugar.name })).toHaveCount(0);
  await expect(lineOf(page, sugar)).toContainText('3 cases 1 unit');
  await expect(lineOf(page, sugar)).toContainText('Sent');
  await expectText(page, '1 of 3 products counted');

  // The other officer joins on another tablet, loses the server, and counts the same place.
  const other = await another(browser, 'officer2', '/inventory/count');
  await choose(other.page, 'Hub', MUSHIN.name);
  // To join is the act of the screen: the form under it begins nothing of its own.
  await other.page.getByRole('link', { name: /Join this count$/ }).click();
  await expect(other.page.getByRole('list', { name: 'Who counts' })).toContainText('Olúwaṣeun');
  await at(other.page, 'Aisle A');
  await other.context.setOffline(true);
  for (const [goods, units] of [
    [sugar, 3 * sugar.case_count],
    [milo, milo.held],
    [soap, soap.held - 1],
  ] as const) {
    await choose(other.page, 'Product', goods.name);
    // Its card stands before the measure is chosen: on a busy machine the product before may still be there.
    await expect(other.page.getByRole('heading', { name: goods.name })).toBeVisible();
    await button(other.page, 'Units').tap();
    await typed(other.page, units);
    await other.page.keyboard.press('Enter');
    await expect(lineOf(other.page, goods)).toContainText('Saved on this tablet');
  }
  // Counts and movements are dated by the second.
  await page.waitForTimeout(1_100);
  await issued(MUSHIN.hub, milo);
  await other.context.setOffline(false);

  // The two figures of one place differ, so both tablets ask for another count, and no screen says by how much.
  await expect(tab(page, /^Recount/)).toHaveText('Recount 1', { timeout: 60_000 });
  await tab(page, /^Recount/).click();
  await expect(lineOf(page, sugar)).toContainText('Two counts differ');
  await expect(lineOf(page, sugar)).not.toContainText('case');
  await tab(page, /^Counted/).click();
  await expect(lineOf(page, milo)).toContainText('Moved at');
  await expect(page.getByRole('list', { name: 'Who counts' })).toContainText('Aisle A');
  await accessible(page);
  // A phone has the other person beside this one.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const colleague = page.getByRole('list', { name: 'Who counts' }).getByRole('listitem').nth(1);
  const box = await colleague.boundingBox();
  expect((box?.x ?? 390) + 100).toBeLessThan(390);
  await accessible(page);
  if (size) await page.setViewportSize(size);

  // The recount holds alone.
  await tab(page, /^Recount/).click();
  await lineOf(page, sugar).getByRole('button').click();
  await expect(quantityField(page)).toHaveValue('');
  await expect(page.getByText('Count all places again.', { exact: true })).toBeVisible();
  // Blind: who counts is not told whose counts are in doubt.
  await expect(page.getByText(/Counted before by/)).toHaveCount(0);
  await button(page, 'Units').tap();
  await typed(page, sugar.held + 1);
  await page.keyboard.press('Enter');
  for (const one of [page, other.page]) {
    await expectText(one, '3 of 3 products counted');
    await expect(tab(one, /^Recount/)).toHaveText('Recount 0');
    await finish(one).click();
    await expectText(one, 'Your part is finished.');
  }

  // The accountant sees who counted what and what moved, asks, and posts.
  const books = await another(browser, 'accounts', '/inventory/stocktakes');
  await books.page.setViewportSize({ width: 1440, height: 900 });
  await accessible(books.page);
  await books.page
    .getByRole('row', { name: /Mushin Hub/ })
    .getByRole('link')
    .click();
  const rowOf = ({ name }: Goods) =>
    books.page.getByRole('row').filter({ has: books.page.getByText(name, { exact: true }) });
  await expect(rowOf(sugar)).toContainText('+1 unit');
  await expect(rowOf(soap)).toContainText('−1 unit');
  await expect(rowOf(milo)).toContainText('after the count');
  await expect(rowOf(soap)).toContainText('Aisle A');
  await rowOf(soap).getByRole('combobox').selectOption('damaged');
  await accessible(books.page);
  await button(books.page, 'Post').click();
  const dialog = books.page.getByRole('dialog');
  await expect(dialog).toContainText('2 adjustments');
  await accessible(books.page);
  // An officer counts again while the question stands there: nothing is posted that the accountant did not see.
  await button(page, 'Continue counting').click();
  await tab(page, /^Counted/).click();
  await lineOf(page, sugar).getByRole('button').first().click();
  // A figure of one case or more is opened in cases.
  await button(page, 'Units').tap();
  await typed(page, sugar.held + 2);
  await page.keyboard.press('Enter');
  await expect(lineOf(page, sugar)).toContainText('Sent');
  await finish(page).click();
  await expectText(page, 'Your part is finished.');
  await expect(dialog.getByRole('button', { name: /^(Post|I looked)/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^(Post|I looked)/ }).click();
  await expect(
    dialog
      .getByText('These are the new figures.')
      .or(dialog.getByText(/Please review/))
      .first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept new figures' }).click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expectText(books.page, /posted: 2 adjustments/);
  await expect(books.page.getByText(/^Posted at .* by /)).toBeVisible();
  await expect(rowOf(soap)).toContainText('Damaged');

  expect(await heldNow(MUSHIN.hub, sugar._id)).toBe(sugar.held + 2);
  expect(await heldNow(MUSHIN.hub, milo._id)).toBe(milo.held - milo.case_count);
  expect(await heldNow(MUSHIN.hub, soap._id)).toBe(soap.held - 1);
  // Whoever may read the log follows a line to its movement.
  const posted = new URL(books.page.url()).pathname;
  const log = await another(browser, 'admin', posted);
  await log.page.getByRole('link', { name: `Movement of ${soap.name}` }).click();
  await expect(log.page.getByRole('table', { name: 'Movements' })).toContainText(soap.name);
  await expect(page.getByText(/^Posted .* by .*Nothing more can be counted\./)).toBeVisible({ timeout: 60_000 });
  await Promise.all([other.context.close(), books.context.close(), log.context.close()]);
});

test('the first line that nobody counted is chosen, and figure and Enter go from line to line', {
  tag: ['@STK-30', '@UI-28'],
}, async ({ page }) => {
  const place = { hub: 'hub_ibadan_bodija', name: 'Bódìjà Hub' };
  const goods = (await goodsOf(place.hub)).slice(0, 3).sort((a, b) => a.name.localeCompare(b.name)) as Goods[];
  const id = await opened(place, goods);
  const chosen = page.getByRole('heading', { level: 2 }).filter({ hasText: /./ });
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
    await expect(quantityField(page)).toBeFocused();
    // The line that was open is there again before the list is.
    await expect(lines(page).first()).toBeVisible();
    const left = await lines(page).locator('.line-clamp-2').allTextContents();
    await expect(chosen.filter({ hasText: left[0] as string })).toBeVisible();
    await expect(lines(page).first()).toBeInViewport({ ratio: 1 });
    // Nothing is counted by that.
    await expect(button(page, 'Save count: Save')).toBeDisabled();
    await typed(page, 4);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status', { name: 'Last change' })).toHaveText(`${left[0]}, 4 cases, counted`);
    if (left.length > 1) {
      await expect(chosen.filter({ hasText: left[1] as string })).toBeVisible();
      await expect(quantityField(page)).toBeFocused();
      await expect(quantityField(page)).toHaveValue('');
    }
    await expectText(page, `${4 - left.length} of 3 products counted`);
  }
  // A phone, whose keys lie over the list, opens nothing by itself.
  await button(page, 'Choose another product').click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(lines(page).first()).toBeVisible();
  await expect(pad(page)).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  // What the person chose is not taken away: a press on the cross leaves nothing chosen.
  await button(page, 'Choose another product').click();
  await expect(page.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
  await expect(search(page)).toBeVisible();
  await accessible(page);

  // A slip is asked about without a figure of the books, and the last count is taken back, by its card and by the keys.
  await page.context().setOffline(true);
  await lines(page).first().getByRole('button').first().click();
  await typed(page, 9999);
  await expect(page.getByText('9,999 cases: is that right?')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(lines(page).first()).toContainText('9,999 cases');
  await expectText(page, '3 of 3 products counted');
  await lines(page).first().getByRole('button').click();
  await button(page, 'Undo').click();
  await expectText(page, '2 of 3 products counted');
  await expect(quantityField(page)).toHaveValue('');
  await typed(page, 7);
  await page.keyboard.press('Enter');
  await expect(lines(page).first()).toContainText('7 cases');
  await lines(page).first().getByRole('button').first().click();
  await expect(quantityField(page)).toHaveValue('7');
  await typed(page, 8);
  await page.keyboard.press('Enter');
  await expect(lines(page).first()).toContainText('8 cases');
  await page.keyboard.press('Control+z');
  await expect(quantityField(page)).toHaveValue('7');
  await tab(page, /^Counted/).click();
  await expect(lines(page).first()).toContainText('7 cases');
  await expectText(page, '3 of 3 products counted');
});

test('two officers both begin, one of them without a server: the tablet lists what it knows, and it becomes one stocktake', {
  tag: ['@STK-31', '@STK-32'],
}, async ({ page }) => {
  const place = { hub: 'hub_kano_sabongari', name: 'Sabon Gari Hub' };
  const [one, two] = (await goodsOf(place.hub)) as [Goods, Goods];
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  await choose(page, 'Hub', place.name);
  // The goods of the hub are read for the choice of a brand.
  await page.getByRole('radio', { name: /^A brand/ }).check();
  await expect(page.getByRole('combobox', { name: 'Brand' })).toBeEnabled();
  await page.getByRole('radio', { name: /^All products/ }).check();
  site.cutApi(true);
  await button(page, 'Start stocktake').click();
  await expect(page).toHaveURL(/count\/local/);
  await expect(page.getByText(/not sent yet/)).toBeVisible();
  await lineOf(page, one).getByRole('button').click();
  await digits(page, '2');
  await button(page, 'Save count: Save').tap();
  await expect(lineOf(page, one)).toContainText('Saved on this tablet');
  const id = await opened(place, [two]);
  site.cutApi(false);
  await expect(page).toHaveURL(new RegExp(`count/${id}`), { timeout: 60_000 });
  await expect(lineOf(page, one)).toContainText('Sent');
  expect(await openIn(place.name)).toMatchObject([{ _id: id, counted: 1 }]);
});

test('the screens of a stocktake fit 320 px, a phone and a turned tablet, and a keyboard reaches all of them', {
  tag: ['@STK-30', '@STK-31', '@WCAG-1.4.10'],
}, async ({ page }) => {
  const open = ((await site.api('officer1', 'GET', 'stocktake/read_all', { status: 'open' })) as { rows: Row[] }).rows;
  const id = String(open[0]?._id);
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  await expect(page.getByRole('heading', { name: 'Count', exact: true })).toBeVisible();
  for (const width of [320, 390, 800]) {
    await page.setViewportSize({ width, height: 844 });
    // What a screen draws anew for another width comes a frame later.
    await expect.poll(() => sideways(page)).toEqual([]);
  }
  await accessible(page);
  await page.goto(`${site.url}/inventory/count/${id}`);
  await tab(page, /^To count/).click();
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [800, 1280],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => sideways(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // By keyboard alone: the tabs by arrows, a row by Enter, its figure, and back to the search.
  await tab(page, /^To count/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, /^Counted/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  const row = lines(page).first();
  const name = (await row.locator('.line-clamp-2').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Last change' })).toHaveText(`${name}, 0 cases, counted`);
  // The next product opens by itself, on a phone too.
  await expect(quantityField(page)).toBeFocused();
  await expect(quantityField(page)).toHaveValue('');
  await accessible(page);
});

test('the server comes back from a backup that knows nothing of the stocktake: what was sent and what waits is there, once', {
  tag: ['@STK-20'],
}, async ({ page }) => {
  const place = { hub: 'hub_onitsha_main', name: 'Ọ̀nịcha Main Market Hub' };
  const [one, two] = (await goodsOf(place.hub)) as [Goods, Goods];
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  await choose(page, 'Hub', place.name);
  await expectText(page, `No stocktake is open in ${place.name}.`);
  await site.backUp();

  await page.getByRole('radio', { name: /^All products/ }).check();
  await button(page, 'Start stocktake').click();
  await expect(page).toHaveURL(/count\/(?!local)/);
  const countIt = async (goods: Goods, units: number, state: string) => {
    await choose(page, 'Product', goods.name);
    await button(page, 'Units').tap();
    await typed(page, units);
    await page.keyboard.press('Enter');
    await tab(page, /^Counted/).click();
    await expect(lineOf(page, goods)).toContainText(state);
  };
  // The opening and the first count were acknowledged, the second count never left the tablet.
  await countIt(one, one.held - 1, 'Sent');
  site.cutApi(true);
  await countIt(two, two.held + 1, 'Saved on this tablet');
  await site.restore();
  expect(await openIn(place.name)).toEqual([]);
  site.cutApi(false);

  // A backup holds no sessions: the officer signs in again.
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  await expect.poll(() => openIn(place.name), { timeout: 60_000 }).toMatchObject([{ counted: 2 }]);
  await page.getByRole('list', { name: 'Open stocktakes' }).getByRole('link').first().click();
  await tab(page, /^Counted/).click();
  for (const goods of [one, two]) await expect(lineOf(page, goods)).toContainText('Sent');
  await finish(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish my part' }).click();
  await expectText(page, 'Your part is finished.');
  const [{ _id: id } = {}] = await openIn(place.name);
  const result = (await site.api('accounts', 'GET', 'stocktake/read_result', { _id: String(id) })) as {
    digest: string;
  };
  const post = { stocktake_id: String(id), expect_digest: result.digest, anyway: 'true' };
  expect(await site.api('accounts', 'POST', 'stocktake/post', post)).toMatchObject({ adjusted: 2 });
  expect(await heldNow(place.hub, one._id)).toBe(one.held - 1);
  expect(await heldNow(place.hub, two._id)).toBe(two.held + 1);
});
