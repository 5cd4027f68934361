/** A short line at the dock becomes a claim that the supplier settles: by hand, by two people at once, on a desk and on a phone. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { violationsInBoth } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { openPageMenu, openRowMenu } from '../support/rowMenu.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });

const HUB = 'hub_lagos_mushin';
const SUPPLIER = 'dist_adeola';
type Row = Readonly<Record<string, unknown>>;

/** A completed shipment of two products, of which a case of each is short; its id, reference and products. */
async function received(): Promise<{ _id: string; ref: string; names: string[] }> {
  const all = (await site.api('admin', 'POST', 'distributor_product/read_by_distributor', {
    distributor_id: SUPPLIER,
  })) as { product: { _id: string; name: string; case_count: number } }[];
  const goods = all.slice(0, 2).map((one) => one.product);
  const _id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: SUPPLIER, destination_type: 'seller', destination: HUB },
  })) as string;
  for (const one of goods) {
    const line = {
      ...{ product_id: one._id, quantity: String(6 * one.case_count), quantity_accepted: String(5 * one.case_count) },
      ...{ amount: '60000', reason: 'short' },
    };
    await site.api('officer1', 'POST', 'purchase_order_item/upsert', { purchase_order_id: _id, ...line });
  }
  const done = (await site.api('officer1', 'POST', 'purchase_order/execute', { _id, commit: 'true' })) as Row;
  return { _id, ref: String(done.ref), names: goods.map((one) => one.name) };
}

const list = (page: Page) => page.getByRole('table', { name: 'Discrepancies' });
const rowsOf = (page: Page, text: string) => list(page).getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');

async function openOf(browser: Browser, user: string, path: string): Promise<Page> {
  const context = await browser.newContext({ ...noWorker, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openAs(page, site, user, `${site.url}${path}`);
  return page;
}

test('a short line is found, claimed, sent, printed and settled; a second claim of it is refused', {
  tag: ['@each-change', '@DISC-20', '@DISC-22', '@DISC-23', '@DISC-24', '@DISC-25', '@DISC-13'],
}, async ({ page, browser }) => {
  const receipt = await received();
  await openAs(page, site, 'staff', `${site.url}/discrepancies?search=${receipt.ref}`);
  await expect(rowsOf(page, receipt.ref)).toHaveCount(2);
  await expect(rowsOf(page, receipt.ref).first()).toContainText('Short');
  await expect(rowsOf(page, receipt.ref).first()).toContainText('1 case');
  await expect(rowsOf(page, receipt.ref).first()).toContainText('₦10,000');
  expect(await violationsInBoth(page)).toEqual([]);

  // A second person looks at the same lines and has not claimed them yet.
  const other = await openOf(browser, 'accounts', `/discrepancies?search=${receipt.ref}`);
  await openRowMenu(rowsOf(other, receipt.ref).first());
  await button(other, 'Claim from supplier').click();
  await expect(dialog(other)).toContainText('1 line');

  for (const row of await rowsOf(page, receipt.ref).all()) {
    await row.hover();
    await row.getByRole('checkbox').check();
  }
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Claim from supplier' }).click();
  await expect(dialog(page)).toContainText('2 lines');
  await expect(dialog(page)).toContainText('₦20,000');
  await dialog(page).getByLabel('Note').fill('Seal of the lorry was broken');
  expect(await violationsInBoth(page)).toEqual([]);
  await button(page, 'Create claim').click();
  const title = page.getByRole('heading', { name: /^CL-/ });
  await expect(title).toBeVisible();
  const ref = (await title.textContent()) ?? '';
  expect(await violationsInBoth(page)).toEqual([]);

  await button(other, 'Create claim').click();
  await expectText(other, `One of these lines stands in ${ref} already.`);

  await button(page, 'Mark as sent').click();
  await expect(dialog(page)).toContainText('₦20,000');
  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click();
  await expectText(page, `Claim ${ref} sent.`);
  await expect(page.getByText('Sent. The supplier has it.')).toBeVisible();

  await page.evaluate(() => {
    window.print = () => undefined;
    window.dispatchEvent(new Event('beforeprint'));
  });
  const paper = page.locator('article.paper');
  for (const text of [ref, receipt.ref, ...receipt.names, 'Adéọlá', 'Mushin Hub', '₦20,000', 'Seal of the lorry'])
    await expect(paper).toContainText(text);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await button(page, 'Settle').click();
  await dialog(page).getByLabel('Amount').fill('99999');
  await dialog(page).getByLabel('Number of the credit note').fill('CN 2026-11');
  await dialog(page).getByRole('button', { name: 'Settle' }).click();
  await expect(dialog(page)).toContainText('a credit note cannot be more');
  await dialog(page).getByLabel('Amount').fill('18000');
  await dialog(page).getByRole('button', { name: 'Settle' }).click();
  await expectText(page, `Claim ${ref} settled.`);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('Credit note CN 2026-11');
  await expect(details).toContainText('₦2,000 less than the claim');
  await expect(button(page, 'Settle')).toHaveCount(0);

  await page.goto(`${site.url}/claims?status=settled&search=${ref}`);
  await expect(page.getByRole('table', { name: 'Claims' }).getByRole('row').filter({ hasText: ref })).toContainText(
    'Settled',
  );
});

test('of two people the second one is told who changed the claim, and sees it as it is', {
  tag: ['@DISC-14'],
}, async ({ page, browser }) => {
  const receipt = await received();
  const items = (await site.api('admin', 'GET', 'purchase_order_item/read_by_purchase_order', {
    purchase_order_id: receipt._id,
  })) as Row[];
  const claim = (await site.api('admin', 'POST', 'claim/create', {
    item_ids: items.map((one) => String(one._id)),
  })) as Row;
  await openAs(page, site, 'staff', `${site.url}/claims/${claim._id}`);
  await button(page, 'Mark as sent').click();
  const other = await openOf(browser, 'accounts', `/claims/${claim._id}`);
  const goods = other.getByRole('table', { name: 'Lines of the claim' }).getByRole('row');
  await openRowMenu(goods.filter({ hasText: receipt.ref }).first());
  await button(other, 'Remove from the claim').click();
  await expect(goods.filter({ hasText: receipt.ref })).toHaveCount(1);

  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click();
  await expectText(page, /^Claim was changed by .* at /);
  await button(page, 'Cancel').click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('₦10,000');
  await expect(page.getByText('Open. The supplier does not have it yet.')).toBeVisible();

  await openPageMenu(page);
  await button(page, 'Cancel claim').click();
  await dialog(page).getByLabel('Reason').fill('The driver came back with it');
  await dialog(page).getByRole('button', { name: 'Cancel claim' }).click();
  await expectText(page, /cancelled/);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('The driver came back with it');
});

test('the trend has its sums, its plot as a table, and groups that lead to their lines; a hub sees cases and no value', {
  tag: ['@each-change', '@DISC-21', '@DISC-02'],
}, async ({ page, browser }) => {
  await received();
  await openAs(page, site, 'staff', `${site.url}/discrepancies/trend`);
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Not claimed');
  await expect(page.getByRole('table', { name: 'Value by day' })).toHaveCount(1);
  await button(page, 'Product').last().click();
  await expect(page.getByRole('table', { name: 'By product' })).toBeVisible();
  await button(page, 'Supplier').last().click();
  const group = page.getByRole('table', { name: 'By supplier' }).getByRole('row').filter({ hasText: 'Adéọlá' });
  await group.getByRole('cell').first().click();
  await expect(page).toHaveURL(new RegExp(`/discrepancies\\?supplier=${SUPPLIER}`));
  await expect(rowsOf(page, 'Adéọlá').first()).toBeVisible();

  const phone = await browser.newContext({ ...noWorker, hasTouch: true, viewport: { width: 390, height: 844 } });
  const hub = await phone.newPage();
  await openAs(hub, site, 'hub1', `${site.url}/discrepancies`);
  await expect(list(hub).getByRole('row').nth(1)).toBeVisible();
  await expect(hub.getByText('₦')).toHaveCount(0);
  expect(await sideways(hub)).toEqual([]);
  // A hub opens no receipt. Its rows lead to the product, with the stock of the hub.
  const product = list(hub).getByRole('row').nth(1).getByRole('link').first();
  await expect(product).toHaveAttribute('href', /^\/products\/[^/]+\/update\?tab=overview/);
  await product.click();
  await expect(hub.getByRole('region', { name: 'Stock', exact: true })).toBeVisible();
  await hub.goto(`${site.url}/discrepancies/trend`);
  await expect(hub.getByRole('heading', { name: 'Cases by day' })).toBeVisible();
  expect(await sideways(hub)).toEqual([]);
  expect(await violationsInBoth(hub)).toEqual([]);
});
