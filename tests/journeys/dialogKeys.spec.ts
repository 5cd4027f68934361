/** Money and orders: what is pressed again after a lost answer happens once, what is refused or overtaken keeps what was typed. */
import { expect, type Page, test } from '@playwright/test';
import { groupOf, newRetailer, placedOrder } from '../support/demoRecords.ts';
import { holdAnswer, keysOf, loseAnswer, spoil } from '../support/lostAnswers.ts';
import { button, expectText, LOST } from '../support/onPage.ts';
import { openPageMenu, openRowMenu } from '../support/rowMenu.ts';
import { choose, openAs, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by the losses that this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 60_000 });

const ask = (path: string, fields: Record<string, string | readonly string[]>) =>
  site.api('admin', 'POST', path, fields);
type Row = Record<string, unknown>;
/** Also behind a dialog, where nothing has a role. */
const logged = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text });
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Resolve conflict' });

/** What stands in a wallet under this description or reference. */
async function postings(head: string, owner: string, of: string): Promise<Row[]> {
  const wallet = (await ask('ledger/read_by_owner_specific', { head, subhead: 'wallet', owner })) as Row;
  if (!wallet._id) return [];
  const logs = (await site.api('admin', 'GET', 'ledger_log/read_by_ledger', {
    ledger_id: String(wallet._id),
  })) as Row[];
  return logs.filter((row) => row.description === of || row.ref === of);
}

test('a deposit: refused it stays typed; without an answer it is asked again, and posted once', {
  tag: ['@LED-04', '@LED-06', '@B12.7'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036670001');
  await openAs(page, site, 'admin', `${site.url}/buyers/${owner}/balance`);
  const dialog = page.getByRole('dialog', { name: 'New Deposit' });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  const keys = keysOf(page, /ledger_log\/deposit/);
  const type = async (description: string) => {
    await button(page, 'New Deposit').click();
    await expect(dialog.getByLabel('Value (NGN)')).toHaveValue('');
    await dialog.getByLabel('Value (NGN)').fill('5000');
    await dialog.getByLabel('Description').fill(description);
  };
  // The wallet's first: refused by the server, nothing is lost, and the next press has a key of its own.
  await type('First money');
  await spoil(page, 'ledger_log/deposit_to', 'owner', 'gone');
  await submit.click();
  await expectText(page, /not found/);
  await expect(dialog.getByLabel('Description')).toHaveValue('First money');
  await loseAnswer(page, 'ledger_log/deposit_to');
  await submit.click();
  await expectText(page, LOST);
  // The wallet is there by now; it is the same deposit all the same. Pressed twice it is one request.
  await expect(logged(page, 'First money')).toHaveCount(1);
  await submit.dblclick();
  await expectText(page, 'Deposit successful.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
  expect(await postings('buyer', owner, 'First money')).toHaveLength(1);
  // The second goes to a wallet that has an id: the same.
  await type('More money');
  await loseAnswer(page, 'ledger_log/deposit');
  await submit.click();
  // Given up: the list says by itself that it went out.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(logged(page, 'More money')).toHaveCount(1);
  // Opened again it is another deposit, with nothing of the one before.
  await type('More money');
  await submit.click();
  await expect.poll(async () => (await postings('buyer', owner, 'More money')).length).toBe(2);
  expect(new Set(keys).size).toBe(4);
});

test('the late answer of a dialog that was closed does not close the next one', { tag: ['@LED-04', '@B12.6'] }, async ({
  page,
}) => {
  const owner = await newRetailer(site, '08036670002');
  await openAs(page, site, 'admin', `${site.url}/buyers/${owner}/balance`);
  const dialog = page.getByRole('dialog', { name: 'New Deposit' });
  const release = await holdAnswer(page, 'ledger_log/deposit_to');
  for (const description of ['Slow money', 'Quick money']) {
    await button(page, 'New Deposit').click();
    await dialog.getByLabel('Value (NGN)').fill('700');
    await dialog.getByLabel('Description').fill(description);
    if (description === 'Quick money') break;
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  release();
  await expectText(page, 'Deposit successful.');
  await expect(logged(page, 'Slow money')).toHaveCount(1);
  await expect(dialog.getByLabel('Description')).toHaveValue('Quick money');
});

test('a virtual account: refused fields are said where they stand; asked again it is one account', {
  tag: ['@LED-11', '@LED-12', '@B12.7'],
}, async ({ page }) => {
  const owner = await newRetailer(site, '08036670003');
  await openAs(page, site, 'admin', `${site.url}/buyers/${owner}/virtual-account`);
  await button(page, 'Create virtual account').click();
  const dialog = page.getByRole('dialog', { name: 'Create virtual account' });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await dialog.getByLabel('First name').fill('Bisi');
  await dialog.getByLabel('Last name').fill('Alade');
  await dialog.getByLabel('BVN').fill('22233344455');
  const keys = keysOf(page, /virtual_account_create/);
  await spoil(page, 'ledger_tag/virtual_account_create', 'bvn', '222333444556');
  await submit.click();
  await expect(dialog.getByText('BVN must be valid')).toBeVisible();
  await expect(dialog.getByLabel('BVN')).toHaveValue('22233344455');
  await loseAnswer(page, 'ledger_tag/virtual_account_create');
  await submit.click();
  await expectText(page, LOST);
  await submit.click();
  await expectText(page, 'Virtual account created successfully.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
  await expect(page.getByText('BISI ALADE')).toBeVisible();
});

test('a tag is asked about as the order is now; asked again it is billed once', {
  tag: ['@ORD-28', '@F14', '@B5.3', '@B12.5'],
}, async ({ page }) => {
  const { id, ref, line } = await placedOrder(site, 'buyer_22');
  await openAs(page, site, 'admin', `${site.url}/order-groups?search=${ref}`);
  await openRowMenu(page.getByRole('row', { name: ref }));
  await button(page, `Complete ${ref}`).click();
  const dialog = page.getByRole('dialog', { name: `Complete: ${ref}` });
  const complete = dialog.getByRole('button', { name: 'Complete', exact: true });
  await expect(dialog).toContainText("₦20,000 is charged to the retailer's wallet.");
  // A colleague changes what would be billed: nobody is charged another sum than the one he read.
  await ask('order_group_item/update', { _id: line, amount: '30000' });
  await complete.click();
  await expect(dialog.getByRole('alert')).toContainText('was changed by Adaeze Admin');
  await expect(dialog).toContainText("₦30,000 is charged to the retailer's wallet.");
  expect(await groupOf(site, id)).toMatchObject({ tag: 'pending' });
  const keys = keysOf(page, /order_group\/update_tag/);
  await loseAnswer(page, 'order_group/update_tag');
  await complete.click();
  await expectText(page, LOST);
  await complete.dblclick();
  await expectText(page, 'Order successfully updated.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await postings('buyer', 'buyer_22', ref)).toHaveLength(1);
});

test('a reason that was typed outlives a colleague’s move; a question that is over is closed with his words', {
  tag: ['@B5.1', '@B12.6'],
}, async ({ page }) => {
  const { id, ref } = await placedOrder(site, 'buyer_23');
  const move = (old_tag: string, new_tag: string) => ask('order_group/update_tag', { _id: id, old_tag, new_tag });
  await move('pending', 'delivered');
  await openAs(page, site, 'admin', `${site.url}/order-groups/${id}`);
  const dialog = page.getByRole('dialog', { name: `Cancel order: ${ref}` });
  await openPageMenu(page);
  await button(page, 'Cancel order').click();
  await dialog.getByLabel('Reason').fill('Goods came back');
  await move('delivered', 'completed');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This order is already completed.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Goods came back');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await groupOf(site, id)).toMatchObject({ tag: 'cancelled' });
  // A pending order may be cancelled without a word, a delivered one may not: that is another question.
  const other = await placedOrder(site, 'buyer_23');
  await page.goto(`${site.url}/order-groups/${other.id}`);
  await openPageMenu(page);
  await button(page, 'Cancel order').click();
  const late = page.getByRole('dialog', { name: `Cancel order: ${other.ref}` });
  await ask('order_group/update_tag', { _id: other.id, old_tag: 'pending', new_tag: 'delivered' });
  await late.getByRole('button', { name: 'Cancel order' }).click();
  await expectText(page, 'This order is already delivered.');
  await expect(late).toHaveCount(0);
  expect(await groupOf(site, other.id)).toMatchObject({ tag: 'delivered' });
});

test('one maker’s order: the chosen tag outlives a colleague’s, and is written once', {
  tag: ['@ORD-25', '@B5.2', '@B12.6'],
}, async ({ page }) => {
  const { id, order } = await placedOrder(site, 'buyer_26');
  await openAs(page, site, 'admin', `${site.url}/order-groups/${id}`);
  await button(page, `Edit order ${order.ref}`).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${order.ref}, `) });
  const save = dialog.getByRole('button', { name: 'Save' });
  const tag = dialog.getByLabel('Tag', { exact: true });
  await tag.selectOption('delivered');
  await ask('order/update_tag', { _id: order._id, old_tag: 'pending', new_tag: 'completed' });
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('This order is already completed.');
  await expect(tag).toHaveValue('delivered');
  const keys = keysOf(page, /order\/update_tag/);
  await loseAnswer(page, 'order/update_tag');
  await save.click();
  await expectText(page, LOST);
  await save.dblclick();
  await expectText(page, 'Order successfully updated.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await groupOf(site, id)).toMatchObject({ orders: [{ tag: 'delivered' }] });
});

test('Restore of one maker’s part of a billed order bills the sum that was read, or nothing', {
  tag: ['@F14', '@B12.5'],
}, async ({ page }) => {
  const { id, order } = await placedOrder(site, 'buyer_28');
  await ask('order_group/update_tag', { _id: id, old_tag: 'pending', new_tag: 'completed' });
  await ask('order/update_tag', { _id: order._id, old_tag: 'pending', new_tag: 'cancelled' });
  await openAs(page, site, 'admin', `${site.url}/order-groups/${id}`);
  const restore = page.locator('#screen').getByRole('button', { name: 'Restore' });
  const dialog = page.getByRole('dialog', { name: `Restore: ${order.ref}` });
  await restore.click();
  await expect(dialog).toContainText('This bills the retailer ₦20,000. Restore?');
  await ask('order/update_amount', { _id: order._id, amount: '30000' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expectText(page, /^Order was changed by .+ at /);
  await expect(dialog).toHaveCount(0);
  expect(await groupOf(site, id)).toMatchObject({ total: '0.00', orders: [{ tag: 'cancelled' }] });
  await restore.click();
  await expect(dialog).toContainText('This bills the retailer ₦30,000. Restore?');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await groupOf(site, id)).toMatchObject({ total: '30000.00', orders: [{ tag: 'completed' }] });
});

test('another associate: one who was switched off is refused, and Keep mine writes him alone, once', {
  tag: ['@ORD-39', '@B12.6', '@B12.7'],
}, async ({ page }) => {
  const { id } = await placedOrder(site, 'buyer_27');
  const people = (await site.api('admin', 'GET', 'sales_officer/read_all')) as Record<
    '_id' | 'name' | 'role',
    string
  >[];
  const [mine, theirs] = people.filter((one) => one.role === 'sales_officer.rep' && one._id !== 'da_01');
  const setStatus = (status: string) => ask('sales_officer/set_status', { _id: mine?._id ?? '', status });
  await openAs(page, site, 'admin', `${site.url}/order-groups/${id}`);
  await button(page, 'Change delivery associate').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery Associate' });
  const save = dialog.getByRole('button', { name: 'Save' });
  const keys = keysOf(page, /update_sales_officer/);
  await choose(page, 'Delivery Associate', mine?.name ?? '');
  await setStatus('inactive');
  await save.click();
  await expectText(page, `${mine?.name} is inactive.`);
  await setStatus('active');
  await ask('order_group/update_sales_officer', { _id: id, sales_officer_id: theirs?._id ?? '' });
  await ask('order_group/update_delivery_fee', { _id: id, delivery_fee: '900' });
  await save.click();
  await expect(conflict(page).locator('tbody tr')).toHaveText([`Delivery Associate${mine?.name}${theirs?.name}`]);
  await loseAnswer(page, 'order_group/update_sales_officer');
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectText(page, LOST);
  await save.dblclick();
  await expectText(page, 'Order successfully updated.');
  await expect(dialog).toHaveCount(0);
  expect(keys).toHaveLength(4);
  expect(await groupOf(site, id)).toMatchObject({ sales_officer_id: mine?._id, delivery_fee: '900.00' });
});
