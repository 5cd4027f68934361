/** Reversals without a connection: saved on the tablet, kept while the app is closed, sent once, and what the server refuses has a way out. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, syncStatus } from '../support/onPage.ts';
import { type Goods, reversing } from '../support/reversing.ts';
import { installed, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
const { HUB, goods, associate, issued, reading } = reversing(site);
test.describe.configure({ timeout: 240_000 });
test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });
test.afterEach(() => site.cutApi(false));

const WAITS = /^Reversal waits to be sent: .*Nothing moved yet\./;
const notice = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });
const card = (page: Page, ref: string) => page.getByRole('article', { name: `Reversal of ${ref}: Reverse receipt` });

/** The page of the receipt as the tablet has it when the server is gone. `user`: null: somebody is signed in. */
async function openedWithoutServer(page: Page, user: string | null, id: string): Promise<void> {
  const address = `${site.url}/purchase-orders/${id}`;
  if (user === null) await page.goto(address);
  else await openAs(page, site, user, address);
  await installed(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Who and when' })).toBeVisible();
  site.cutApi(true);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Who and when' })).toBeVisible();
}

async function reverseHere(page: Page, ref: string, reason: string): Promise<void> {
  await button(page, new RegExp(`${ref}$`)).click();
  await button(page, 'Reverse this receipt').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('saved on this device and sent when there is a connection', { timeout: 30_000 });
  await dialog.getByLabel('Reason').fill(reason);
  await button(page, 'Save reversal').click();
  await expect(dialog).toHaveCount(0);
  await expect(notice(page, WAITS)).toBeVisible();
}

/** All goods of this product go back from the associate by hand. */
async function takeAway({ _id }: Goods): Promise<void> {
  const back = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'sales_officer', source: await associate(), destination_type: 'seller', destination: HUB },
  })) as string;
  const answer = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'sales_officer',
    parent: await associate(),
  })) as { products: { product: Goods; quantity: number }[] };
  const all = String(answer.products.find(({ product }) => product._id === _id)?.quantity);
  const line = { product_id: _id, quantity: all, quantity_accepted: all, amount: '1000' };
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: back, ...line });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: back, commit: 'true' });
}

async function tabletOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 800, height: 1280 } });
  return context.newPage();
}

test('goods that are gone when the server returns: the outbox shows both figures, and the reversal is discarded there', {
  tag: ['@REV-32', '@REV-05'],
}, async ({ page }) => {
  const [one] = (await goods()) as [Goods];
  const receipt = await issued([one], '1000');
  await openedWithoutServer(page, 'officer1', receipt._id);
  await reverseHere(page, receipt.ref, 'Issued by mistake');
  await takeAway(one);
  site.cutApi(false);
  await expect(syncStatus(page)).toHaveText('1 needs attention', { timeout: 60_000 });
  await expect(page.getByText(/^The reversal was refused: /)).toBeVisible();
  await expect(button(page, 'Reverse this receipt')).toHaveCount(0);
  await page.goto(`${site.url}/sync`);
  await expect(card(page, receipt.ref)).toContainText('1 to go back, 0 left');
  await expect(card(page, receipt.ref)).toContainText(`${one.name}, 1 case gone`);
  await expect(card(page, receipt.ref).getByRole('link', { name: `Open ${receipt.ref}` })).toBeVisible();
  await accessible(page);
  expect(await sideways(page)).toEqual([]);
  await card(page, receipt.ref).getByRole('button', { name: 'Discard', exact: true }).first().click();
  await expect(card(page, receipt.ref)).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('All changes sent');
  expect((await reading(receipt._id))?.reversal).toBeNull();
});

test('two tablets reverse one receipt without a server: one did it, the other reads by which reference and removes its card', {
  tag: ['@REV-32', '@REV-03', '@REV-31'],
}, async ({ page, browser }) => {
  const [one] = (await goods()) as [Goods];
  const receipt = await issued([one], '1000');
  const other = await tabletOf(browser);
  await openAs(other, site, 'admin', `${site.url}/purchase-orders/${receipt._id}`);
  await installed(other);
  await other.reload();
  await expect(other.getByRole('region', { name: 'Who and when' })).toBeVisible();
  await openedWithoutServer(page, 'officer1', receipt._id);
  await other.reload();
  await reverseHere(page, receipt.ref, 'Issued by mistake');
  await reverseHere(other, receipt.ref, 'Wrong associate');
  site.cutApi(false);
  await expect
    .poll(async () => (await Promise.all([page, other].map((one) => syncStatus(one).textContent()))).sort(), {
      timeout: 90_000,
    })
    .toEqual(['1 needs attention', 'All changes sent']);
  const loser = (await syncStatus(page).textContent()) === '1 needs attention' ? page : other;
  const by = (await reading(receipt._id))?.reversal as { status: string; order: { ref: string } };
  expect(by.status).toBe('done');
  await loser.goto(`${site.url}/sync`);
  await expect(card(loser, receipt.ref)).toContainText(`${receipt.ref} was reversed by ${by.order.ref}`);
  await card(loser, receipt.ref).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(syncStatus(loser)).toHaveText('All changes sent');
});

test('saved without a server, the app closed and opened again, and the server returns: done once', {
  tag: ['@each-change', '@REV-30', '@REV-35', '@REV-36', '@REV-37'],
}, async ({ page: first }) => {
  const [one, two] = (await goods()) as [Goods, Goods];
  const receipt = await issued([one, two], '1000');
  const list = `${site.url}/purchase-orders?search=${receipt.ref}`;
  await openAs(first, site, 'officer1', list);
  await expect(first.getByRole('link', { name: receipt.ref })).toBeVisible();
  await openedWithoutServer(first, null, receipt._id);
  await button(first, new RegExp(`${receipt.ref}$`)).click();
  await button(first, 'Reverse this receipt').click();
  const lines = first.getByRole('list', { name: 'Goods that go back' }).getByRole('listitem');
  await expect(lines).toHaveCount(2, { timeout: 30_000 });
  await expect(lines.first()).toContainText('1 case');
  await expect(first.getByRole('dialog')).toContainText('whether another person must approve');
  await expect(button(first, 'Save reversal')).toBeDisabled();
  await accessible(first);
  await first.keyboard.press('Escape');
  await reverseHere(first, receipt.ref, 'Issued twice');
  // Nothing else can be done with the receipt, so its menu is gone.
  await expect(button(first, new RegExp(`${receipt.ref}$`))).toHaveCount(0);
  await first.goto(list);
  await expect(first.getByText('Reversal waits to be sent')).toBeVisible();
  const context = first.context();
  await first.close();

  const page = await context.newPage();
  await page.goto(`${site.url}/purchase-orders/${receipt._id}`);
  await expect(notice(page, WAITS)).toBeVisible({ timeout: 30_000 });
  await page.goto(`${site.url}/sync`);
  const waiting = page.getByRole('region', { name: 'Waiting to send' });
  await expect(waiting).toContainText(`Reversal of ${receipt.ref}`);
  await expect(waiting).toContainText('2 lines, 2 cases, ₦2,000');
  await accessible(page);
  expect((await reading(receipt._id))?.reversal).toBeNull();

  site.cutApi(false);
  await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Sent in the last 7 days' })).toContainText(
    `Reversal of ${receipt.ref}`,
  );
  const { reversal } = (await reading(receipt._id)) as { reversal: { order: { ref: string }; reason: string } };
  expect(reversal).toMatchObject({ status: 'done', reason: 'Issued twice' });
  await page.goto(`${site.url}/purchase-orders/${receipt._id}`);
  await expect(notice(page, new RegExp(`^Reversed by ${reversal.order.ref}: Issued twice`))).toBeVisible();
});
