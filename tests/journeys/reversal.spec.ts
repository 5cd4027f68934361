/** Reversals by hand: once from two browsers, above the value with an approval, and goods that are gone. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { type Goods, reversing } from '../support/reversing.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 180_000 });
test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });

const { HUB, goods, associate, issued, reading } = reversing(site);
const notice = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });
const lines = (page: Page) => page.getByRole('list', { name: 'Goods that go back' }).getByRole('listitem');

async function open(page: Page, user: string, id: string): Promise<void> {
  await openAs(page, site, user, `${site.url}/purchase-orders/${id}`);
  await expect(page.getByRole('region', { name: 'Who and when' })).toBeVisible();
}
async function openOf(browser: Browser, user: string, path: string): Promise<Page> {
  const context = await browser.newContext({ ...noWorker, hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await openAs(page, site, user, `${site.url}${path}`);
  return page;
}
async function askIn(page: Page, ref: string): Promise<void> {
  await button(page, new RegExp(`${ref}$`)).click();
  await button(page, 'Reverse this receipt').click();
  await expect(page.getByRole('dialog')).toContainText('Value');
}

test('reversed once from two browsers: the second one is told by whom and by which reference', {
  tag: ['@each-change', '@REV-20', '@REV-21', '@REV-03'],
}, async ({ page, browser }) => {
  const [one, two] = (await goods()) as [Goods, Goods];
  const receipt = await issued([one, two], '1000');
  await open(page, 'officer1', receipt._id);
  await askIn(page, receipt.ref);
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText('1 case');
  const dialog = page.getByRole('dialog');
  await expect(button(page, 'Reverse')).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Issued twice');
  await accessible(page);

  const other = await openOf(browser, 'admin', `/purchase-orders/${receipt._id}`);
  await askIn(other, receipt.ref);
  await other.getByRole('dialog').getByLabel('Reason').fill('Wrong associate');
  expect(await sideways(other)).toEqual([]);

  await button(page, 'Reverse').click();
  await expectText(page, 'Transfer reversed.');
  await expect(dialog).toHaveCount(0);
  await expect(notice(page, /^Reversed by PO-.*Issued twice/)).toBeVisible();

  // What the other browser shows may have been read anew; the refusal comes by either way.
  const press = other.getByRole('button', { name: 'Reverse', exact: true });
  if (await press.isEnabled().catch(() => false)) await press.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(other.getByText(new RegExp(`${receipt.ref} was reversed by PO-.* by `)).first()).toBeVisible();

  const by = (await reading(receipt._id))?.reversal as { order: { _id: string; ref: string } };
  await page
    .getByRole('region', { name: 'Who and when' })
    .getByRole('link', { name: by.order.ref, exact: true })
    .click();
  await expect(notice(page, new RegExp(`^Reverses ${receipt.ref}: Issued twice`))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Stock Returned');
  await page.goto(`${site.url}/purchase-orders?search=${receipt.ref}`);
  await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible();
});

test('above the value it waits: the accountant finds it on the home, and the goods go back with the approval', {
  tag: ['@REV-08', '@REV-22'],
}, async ({ page, browser }) => {
  const [one] = (await goods()) as [Goods];
  const receipt = await issued([one], '600000');
  await open(page, 'officer1', receipt._id);
  await askIn(page, receipt.ref);
  await expect(page.getByRole('dialog')).toContainText('worth more than ₦500,000');
  await page.getByRole('dialog').getByLabel('Reason').fill('Typed a price of another product');
  await button(page, 'Ask for approval').click();
  await expectText(page, 'The reversal waits for approval.');
  await expect(notice(page, /Nothing moved yet\. Another person approves it\./)).toBeVisible();
  await expect(button(page, 'Approve')).toHaveCount(0);
  expect((await reading(receipt._id))?.reversal).toMatchObject({ status: 'asked', order: null });
  // The outbox of who asked says when that was known last.
  await page.goto(`${site.url}/sync`);
  await expect(page.getByText(/^Sent, waits for approval\..*To approve as of \d\d:\d\d\.$/)).toBeAttached();

  const accounts = await openOf(browser, 'accounts', '/');
  await accounts
    .getByRole('link', { name: /^Reversals/ })
    .or(accounts.getByRole('button', { name: /^Reversals/ }))
    .first()
    .click();
  await accounts
    .getByRole('link', { name: /Decide/ })
    .first()
    .click();
  await button(accounts, 'Approve').click();
  await expect(accounts.getByRole('dialog')).toContainText('Typed a price of another product');
  await button(accounts, 'Approve and reverse').click();
  await expectText(accounts, 'Transfer reversed.');
  await expect(notice(accounts, /^Reversed by PO-/)).toBeVisible();
  expect((await reading(receipt._id))?.reversal).toMatchObject({
    status: 'done',
    decided_by: { name: expect.any(String) },
  });
  // And what is true now, not what was heard when it was sent.
  await expect(page.getByText(/^Sent\..*Done \d\d:\d\d\.$/)).toBeAttached({ timeout: 30_000 });
  await expect(page.getByText('To approve')).toHaveCount(0);
});

test('goods that are gone are named and nothing is offered', {
  tag: ['@REV-05', '@REV-20'],
}, async ({ page }) => {
  const [one] = (await goods()) as [Goods];
  const receipt = await issued([one], '1000');
  // The goods go back by hand before.
  const back = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'sales_officer', source: await associate(), destination_type: 'seller', destination: HUB },
  })) as string;
  const rep = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'sales_officer',
    parent: await associate(),
  })) as { products: { product: Goods; quantity: number }[] };
  const all = String(rep.products.find(({ product }) => product._id === one._id)?.quantity);
  const line = { product_id: one._id, quantity: all, quantity_accepted: all, amount: '1000' };
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: back, ...line });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: back, commit: 'true' });

  await open(page, 'officer1', receipt._id);
  await askIn(page, receipt.ref);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    `${one.name}: 1 case moved, nothing is left.`,
  );
  await page.getByRole('dialog').getByLabel('Reason').fill('Too late');
  await expect(button(page, 'Reverse')).toBeDisabled();
});
