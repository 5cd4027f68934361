/** Two people complete one delivery: the second one reads the figures of the first beside their own, and one press ends it. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { syncStatus } from '../support/onPage.ts';
import {
  announced,
  complete,
  digits,
  FROM,
  linesOf,
  type Product,
  productsOf,
  quantityField,
  receiptOf,
} from '../support/receiving.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use({ ...noWorker, hasTouch: true });
test.afterEach(() => site.cutApi(false));

const rowOf = (page: Page, name: string) => linesOf(page).filter({ has: page.getByText(name, { exact: true }) });
const three = async () =>
  (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 3) as [Product, Product, Product];

/** Counts one of the products 1 case short without a server (`sent`: and another one before that, which is sent), and completes; an administrator completes the same with all of it; the server is back. */
async function bothComplete(
  page: Page,
  products: readonly [Product, Product, Product],
  sent = false,
  first = '1',
): Promise<string> {
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  if (sent) {
    await rowOf(page, products[1].name).tap();
    await digits(page, '3');
    await page.getByRole('button', { name: /^Add Product/ }).tap();
    await expect(rowOf(page, products[1].name)).toContainText('Sent');
    await expect(syncStatus(page)).toHaveText('All changes sent');
  }
  site.cutApi(true);
  await rowOf(page, products[0].name).tap();
  await digits(page, first);
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  site.cutApi(false);
  return id;
}

const SENTENCE = /^.+ completed it at \d\d:\d\d with 9 cases\.$/;

test('a delivery that a colleague completed meanwhile: the last page has the figures of the server and no tick, the card both counts, and one press keeps theirs', {
  tag: ['@SYNC-section-11', '@SYNC-34', '@B11.1'],
}, async ({ page }) => {
  const products = await three();
  const id = await bothComplete(page, products);
  const [first] = products;
  const title = page.getByRole('heading', { name: 'Completed elsewhere' });
  await expect(title).toBeVisible({ timeout: 20_000 });
  const section = page.getByRole('region', { name: 'Complete Transfer' });
  await expect(section.getByText(SENTENCE)).toBeVisible();
  await expect(section.getByText('You had 8 cases, 1 of 3 products counted.')).toBeVisible();
  const moved = page.getByRole('region', { name: 'What moved' });
  await expect(moved).toContainText('9 cases');
  await expect(moved).not.toContainText('short');
  await expect(moved.getByRole('listitem').filter({ hasText: first.name })).toContainText('+2 cases');
  await expect(section.getByText(`${first.name}: 2 cases completed, 1 case counted by you`)).toBeVisible();
  await accessible(page);

  await page.goto(`${site.url}/sync`);
  const card = page.getByRole('article', { name: 'Product needs attention' });
  await expect(card).toContainText('Completed elsewhere');
  // The time of a step stands beside its word.
  const step = card.getByText('Refused', { exact: true }).locator('..');
  await expect(step).toHaveText(/^Refused\d\d:\d\d$/);
  expect((await step.boundingBox())?.height).toBeLessThan(25);
  await expect(card.getByText(SENTENCE)).toBeVisible();
  await expect(card.getByText('You had 8 cases, 1 of 3 products counted.')).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: first.name }).first()).toContainText(
    '2 cases completed, 1 case counted by you',
  );
  // What the documents name is there (SYNC section 11), once and not for each line.
  await card.getByRole('button', { name: 'Lines and more' }).click();
  for (const name of ['Keep theirs', 'Edit', 'Try again', 'Export unsent', 'Discard'])
    await expect(card.getByRole('button', { name })).toHaveCount(1);
  await expect(card).toContainText('This purchase order is a receipt and cannot be changed.');
  await expect(card).toContainText('Needs attention');
  await expect(card).not.toContainText('Waiting for');
  await accessible(page);
  // Where it can be corrected: the record.
  await card.getByRole('button', { name: 'Edit: View receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`/purchase-orders/${id}`));
  await page.goto(`${site.url}/sync`);
  await card.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(card).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  // Nothing of it is offered to go on with.
  await expect(page.getByRole('button', { name: `Continue: Receipt from ${FROM}` })).toHaveCount(0);
  await page.reload();
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await expect(card).toHaveCount(0);
  const receipt = await receiptOf(site, id);
  expect(receipt.tag).toBe('receipt');
  expect(receipt.items.find((one) => one.product_id === first._id)?.quantity).toBe(2 * first.case_count);
  expect(receipt.items.every((one) => (one.quantity_accepted ?? one.quantity) === one.quantity)).toBe(true);
});

test('a delivery that a colleague completed with the same figures: the last page and the outbox say that nothing is lost, and drop nothing by themselves', {
  tag: ['@SYNC-section-11', '@SYNC-34'],
}, async ({ page }) => {
  const products = await three();
  await bothComplete(page, products, false, '2');
  await expect(page.getByRole('heading', { name: 'Completed elsewhere' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Keeping theirs loses nothing.')).toBeVisible();
  await page.goto(`${site.url}/sync`);
  await expect(page.getByRole('heading', { name: 'Needs attention', exact: true })).toBeVisible();
  await expect(page.getByText('Keeping theirs loses nothing.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Receive the missing/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await expect(page.getByRole('region', { name: 'Sent in the last 7 days' })).toBeVisible();
});

test('the last page of such a delivery keeps theirs by the same press, and then shows what was moved', {
  tag: ['@SYNC-34'],
}, async ({ page }) => {
  const products = await three();
  await bothComplete(page, products);
  await expect(page.getByRole('heading', { name: 'Completed elsewhere' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(page.getByRole('heading', { name: /^Completed by ./ })).toBeVisible();
  await expect(page.getByText('Your line is not in it with your figure.')).toBeVisible();
  await expect(page.getByText(`${products[0].name}: 2 cases completed, 1 case counted by you`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What moved' })).toContainText('9 cases');
  await expect(syncStatus(page)).toHaveText('All changes sent');
  // The pressed button is gone: the next step has the focus.
  await expect(page.getByRole('link', { name: 'Next receipt' })).toBeFocused();
  // The case that never came leaves the books again, also from here.
  await accessible(page);
  await page.getByRole('button', { name: 'Reject the extra 1 case' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: `Reject Shipment to ${FROM}` })).toBeVisible();
  await expect(rowOf(page, products[0].name)).toContainText('1 case');
  await expect(linesOf(page)).toHaveCount(1);
});

test('a delivery that a colleague completed with a case too many is corrected from the outbox: an opposite transfer that the receipt names, offered once', {
  tag: ['@SYNC-34', '@B3.23'],
}, async ({ page }) => {
  const products = await three();
  const [first] = products;
  const id = await bothComplete(page, products);
  await expect(page.getByRole('heading', { name: 'Completed elsewhere' })).toBeVisible({ timeout: 20_000 });
  await page.goto(`${site.url}/sync`);
  const card = page.getByRole('article', { name: 'Product needs attention' });
  await expect(card.getByText('A receipt cannot be changed. This is a transfer of its own')).toBeVisible();
  await accessible(page);
  await card.getByRole('button', { name: 'Reject the extra 1 case' }).tap();
  await expect(rowOf(page, first.name)).toContainText('1 case');
  await page.getByRole('button', { name: /^Complete Transfer/ }).tap();
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await question.getByRole('button', { name: 'Other' }).first().tap();
  await question.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 20_000 });
  const receipt = (await receiptOf(site, id)) as unknown as { reversed_by: { _id: string }[] };
  expect(receipt.reversed_by).toHaveLength(1);
  const back = await receiptOf(site, receipt.reversed_by[0]?._id ?? '');
  expect([back.kind, back.items.map((one) => one.quantity)]).toEqual(['shipment_out', [first.case_count]]);
  // The last page of the delivery offers it no more.
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(page.getByRole('heading', { name: /^Completed by ./ })).toBeVisible();
  await expect(page.getByText(`${first.name}: 2 cases completed, 1 case counted by you`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reject the extra/ })).toHaveCount(0);
});

test('a phone says who else counts in the place of the hub, and no row moves', {
  tag: ['@SYNC-13', '@UI-28'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  const before = await linesOf(page).first().boundingBox();
  const { items } = await receiptOf(site, id);
  await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
    ...{ _id: String(items.find((one) => one.product_id === products[1]._id)?._id), purchase_order_id: id },
    ...{ product_id: products[1]._id, quantity: String(3 * products[1].case_count) },
    ...{ quantity_accepted: String(products[1].case_count), amount: String(3 * Number(products[1].price)) },
  });
  const who = page.getByRole('status', { name: 'Other people' });
  await expect(who).toHaveText('Zainab Bello counted 1 line', { timeout: 20_000 });
  const box = await who.boundingBox();
  expect(box?.width).toBeGreaterThan(100);
  expect(await linesOf(page).first().boundingBox()).toEqual(before);
  await accessible(page);
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
});

test('a delivery that nobody counted here and a colleague completed with less: it is not called counted, and the missing case is received in another receipt', {
  tag: ['@SYNC-34', '@SYNC-section-11', '@TRF-14'],
}, async ({ page }) => {
  const products = await three();
  const [first] = products;
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  site.cutApi(true);
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  const { items } = await receiptOf(site, id);
  await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
    ...{ _id: String(items.find((one) => one.product_id === first._id)?._id), purchase_order_id: id },
    ...{ product_id: first._id, quantity: String(2 * first.case_count), quantity_accepted: String(first.case_count) },
    amount: String(2 * Number(first.price)),
  });
  await site.api('officer2', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  site.cutApi(false);
  await expect(page.getByRole('heading', { name: 'Completed elsewhere' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('You took 9 cases as expected, not counted.')).toBeVisible();
  await expect(
    page.getByText(`${first.name}: 1 case completed, you took 2 cases as expected, not counted`),
  ).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Receive the missing 1 case' }).tap();
  await expect(rowOf(page, first.name)).toContainText('1 case');
  await expect(linesOf(page)).toHaveCount(1);
  await expect(page).not.toHaveURL(/add=/);
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible();
  // The first receipt is as the colleague completed it.
  const receipt = await receiptOf(site, id);
  expect(receipt.items.find((one) => one.product_id === first._id)?.quantity_accepted).toBe(first.case_count);
  // It names the receipt that moved what was missing.
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(page.getByText(/: 1 case completed, 1 case received by PO-/)).toBeVisible();
});

test('the second officer of a delivery reads who completed it, when, and that the lines of this tablet are in it', {
  tag: ['@SYNC-section-10', '@TRF-14'],
}, async ({ page }) => {
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  await rowOf(page, products[1].name).tap();
  await digits(page, '3');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(rowOf(page, products[1].name)).toContainText('Sent');
  await expect(syncStatus(page)).toHaveText('All changes sent');
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  await expect(page.getByRole('heading', { name: /^Completed by ./ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await expect(page.getByText('Your line is in it.')).toBeVisible();
  await expect(page.getByText('Transfer successful.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Next receipt' })).toBeFocused();
  await accessible(page);
});

test('a figure that is typed while a colleague completes the delivery is named, and its Enter and its tap press nothing', {
  tag: ['@each-change', '@TRF-14'],
}, async ({ page }) => {
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  await rowOf(page, products[1].name).tap();
  await digits(page, '6');
  await expect(quantityField(page)).toHaveValue('6');
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  const heading = page.getByRole('heading', { name: /^Completed by ./ });
  await heading.waitFor({ timeout: 20_000 });
  // The Enter that was meant for the figure.
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You were typing 6 cases of ${products[1].name}`)).toBeVisible();
  await expect(page.getByText('Nothing of yours waits to be sent.')).toHaveCount(0);
  // Nothing has the focus that a later Enter would press.
  await page.waitForTimeout(1_500);
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();
  await accessible(page);
});

test('two officers count one delivery at once: an open line shows the figure of the other one, and nobody takes back what somebody else entered', {
  tag: ['@each-change', '@SYNC-13', '@UI-28'],
}, async ({ page }) => {
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  /** Somebody else enters cases of the first product at another tablet. */
  const counts = async (cases: number) => {
    const { items } = await receiptOf(site, id);
    const line = items.find((one) => one.product_id === products[0]._id);
    await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
      ...{ _id: String(line?._id), purchase_order_id: id, product_id: products[0]._id },
      quantity: String(2 * products[0].case_count),
      quantity_accepted: String(cases * products[0].case_count),
      amount: String(2 * Number(products[0].price)),
    });
  };
  await rowOf(page, products[0].name).tap();
  await expect(quantityField(page)).toHaveValue('');
  await counts(1);
  // Nothing is typed here: the field has the figure of the other one, and Enter leaves it as it is.
  await expect(quantityField(page)).toHaveValue('1');
  const who = page.getByRole('status', { name: 'Other people' });
  await expect(who).toContainText('Zainab Bello counted 1 line');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, products[0].name)).toContainText('1 case');
  await expect(rowOf(page, products[0].name)).toContainText('short');

  // What is typed stays, and the other figure is said.
  await rowOf(page, products[0].name).tap();
  await digits(page, '2');
  await counts(0);
  await expect(page.getByRole('status', { name: 'Doubt' })).toHaveText(
    'Zainab Bello entered 0 cases. Your figure replaces it.',
  );
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  const undo = rowOf(page, products[0].name).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(syncStatus(page)).toHaveText('All changes sent');
  expect((await receiptOf(site, id)).items.find((one) => one.product_id === products[0]._id)?.quantity_accepted).toBe(
    2 * products[0].case_count,
  );
  // After somebody else changed the line there is nothing of one's own to take back.
  await counts(1);
  await expect(rowOf(page, products[0].name)).toContainText('1 case');
  await expect(undo).toHaveCount(0);
  // The row says what became of one's own figure.
  await rowOf(page, products[1].name).tap();
  await expect(rowOf(page, products[0].name)).toContainText('You entered 2 cases, Zainab Bello 1 case.');
  // So does the question before the delivery, with the way to another figure.
  await page.getByRole('button', { name: /^Complete Transfer/ }).tap();
  const question = page.getByRole('dialog', { name: 'Complete Transfer' });
  await expect(question.getByRole('alert')).toContainText(
    `${products[0].name}You entered 2 cases, Zainab Bello 1 case.`,
  );
  await expect(question.getByRole('button', { name: `Change ${products[0].name}` })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  // The card says it before anybody opens the delivery.
  await page.goto(`${site.url}/inventory/shipment/in`);
  const card = page.getByRole('region', { name: 'Expected' }).getByRole('listitem').filter({ hasText: 'Zainab Bello' });
  await expect(card).toContainText('Started, 1 of 3 counted by Zainab Bello, 1 differs');
  // All is not there, so one press does not say so.
  await expect(card.getByRole('button', { name: /^All there/ })).toHaveCount(0);
  await card.getByRole('link', { name: `Continue: ${FROM}` }).tap();
  await expect(page.getByRole('button', { name: 'Stop count' })).toBeVisible();
});

test('two figures for one line: the choice is in its row and beside Complete, and the row has the chosen figure', {
  tag: ['@each-change', '@SYNC-19', '@TRF-14'],
}, async ({ page }) => {
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  const conflictOf = async ({ _id, name, case_count, price }: Product, mine: string, theirs: number) => {
    site.cutApi(true);
    await rowOf(page, name).tap();
    await digits(page, mine);
    await page.getByRole('button', { name: /^Add Product/ }).tap();
    await expect(rowOf(page, name)).toContainText('Waiting to send');
    const { items } = await receiptOf(site, id);
    await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
      ...{ _id: String(items.find((one) => one.product_id === _id)?._id), purchase_order_id: id, product_id: _id },
      quantity: String(2 * case_count),
      quantity_accepted: String(theirs * case_count),
      amount: String(2 * Number(price)),
    });
    site.cutApi(false);
    await expect(rowOf(page, name)).toContainText('Conflict', { timeout: 20_000 });
  };
  const dialog = page.getByRole('dialog', { name: 'Resolve conflict' });
  const foot = page.getByRole('button', { name: 'somebody else too' });
  const [first, second, third] = products;

  await conflictOf(first, '2', 1);
  await expect(rowOf(page, first.name)).toContainText('Zainab Bello entered 1 case.');
  await expect(foot).toHaveText(/^1 line was changed by somebody else too/);
  await accessible(page);
  await rowOf(page, first.name)
    .getByRole('button', { name: `Resolve conflict: ${first.name}` })
    .tap();
  await expect(dialog.getByText('Mine', { exact: true }).locator('..')).toContainText('2 cases');
  await expect(dialog.getByText('Theirs', { exact: true }).locator('..')).toContainText('1 caseZainab Bello');
  // Each choice is under its figure, and names it.
  const boxOf = async (name: string) => await dialog.getByRole('button', { name, exact: true }).boundingBox();
  const [mine, theirs] = [await boxOf('Keep mine: 2 cases'), await boxOf('Keep theirs: 1 case')];
  expect(mine?.x).toBeLessThan(theirs?.x ?? 0);
  expect(mine?.y).toBe(theirs?.y);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Keep theirs' }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, first.name)).toContainText('1 case');
  await expect(rowOf(page, first.name)).not.toContainText('Conflict');
  await expect(foot).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Stop count' })).toBeVisible();

  await conflictOf(second, '1', 0);
  await foot.tap();
  await dialog.getByRole('button', { name: 'Keep mine' }).tap();
  await expect(rowOf(page, second.name)).toContainText('Sent');
  await expect(syncStatus(page)).toHaveText('All changes sent');

  // A third figure: the field is ready, and the conflict stays until it is entered.
  await conflictOf(third, '4', 1);
  await foot.tap();
  await dialog.getByRole('button', { name: 'Count again' }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, third.name)).toContainText('Conflict');
  await expect(foot).toBeVisible();
  await digits(page, '3');
  await expect(quantityField(page)).toHaveValue('3');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(foot).toHaveCount(0);
  await expect(rowOf(page, third.name)).not.toContainText('Conflict');
  await expect(rowOf(page, third.name)).toContainText('3 cases');

  // The count may confirm the own figure: the field is empty, so the same figure is an answer too.
  await conflictOf(first, '2', 0);
  await foot.tap();
  await dialog.getByRole('button', { name: 'Count again' }).tap();
  await expect(quantityField(page)).toHaveValue('');
  await digits(page, '2');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(foot).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  const { items } = await receiptOf(site, id);
  const acceptedOf = (one: Product) => items.find(({ product_id }) => product_id === one._id)?.quantity_accepted;
  expect([first, second, third].map(acceptedOf)).toEqual([
    2 * first.case_count,
    second.case_count,
    3 * third.case_count,
  ]);
});

test('a confirmed delivery with two figures for one line asks for the choice on its last page, and then completes', {
  tag: ['@SYNC-19'],
}, async ({ page }) => {
  const products = await three();
  const id = await announced(site, products, [2, 3, 4]);
  const [first] = products;
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}&count=on`);
  await expect(linesOf(page)).toHaveCount(3);
  site.cutApi(true);
  await rowOf(page, first.name).tap();
  await digits(page, '1');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await complete(page);
  await expect(page.getByRole('heading', { name: 'Waiting to complete. Stock has not moved yet.' })).toBeVisible();
  const { items } = await receiptOf(site, id);
  await site.api('officer2', 'POST', 'purchase_order_item/upsert', {
    ...{ _id: String(items.find((one) => one.product_id === first._id)?._id), purchase_order_id: id },
    ...{ product_id: first._id, quantity: String(2 * first.case_count), quantity_accepted: '0' },
    amount: String(2 * Number(first.price)),
  });
  site.cutApi(false);
  await expect(page.getByText('It waits for you. 1 line was changed by somebody else too.')).toBeVisible({
    timeout: 20_000,
  });
  await accessible(page);
  await page.getByRole('button', { name: 'Resolve conflict' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).tap();
  await expect(page.getByRole('heading', { name: 'Transfer successful.' })).toBeVisible({ timeout: 20_000 });
  expect((await receiptOf(site, id)).items.find((one) => one.product_id === first._id)?.quantity_accepted).toBe(
    first.case_count,
  );
});

test('the card of what this tablet sent shows the result in one line, in each size', {
  tag: ['@SYNC-section-11'],
}, async ({ page }) => {
  await bothComplete(page, await three(), true);
  await expect(page.getByRole('heading', { name: 'Completed elsewhere' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(page.getByRole('heading', { name: /^Completed by ./ })).toBeVisible();
  await page.goto(`${site.url}/sync`);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const kept = page.getByText('Theirs kept', { exact: true }).first().locator('..');
    await expect(kept).toHaveText(/^Theirs kept\d\d:\d\d$/);
    expect((await kept.boundingBox())?.height, `${width}`).toBeLessThan(25);
  }
});
