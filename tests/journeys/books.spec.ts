/** Money that must not be lost: of an order that is cancelled, and out of a wallet. */
import { expect, test } from '@playwright/test';
import { openPageMenu } from '../support/rowMenu.ts';
import { clearOfMidnight, noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });
test.beforeEach(() => clearOfMidnight());

/** An order that waits, with 1,000 in cash noted on it. */
async function paidOrder(buyer: string) {
  const id = (await site.api('admin', 'POST', 'order_group/create', {
    buyer_id: buyer,
    sales_officer_id: 'da_01',
  })) as string;
  const { rows } = (await site.api('admin', 'GET', 'product/read_all', {
    page: '1',
    per_page: '1',
    status: 'active',
  })) as {
    rows: { _id: string; case_count: number }[];
  };
  await site.api('admin', 'POST', 'order_group_item/create', {
    ...{ order_group_id: id, product_id: rows[0]?._id ?? '', quantity: String((rows[0]?.case_count ?? 1) * 2) },
  });
  await site.api('admin', 'POST', 'order_group/update_tag', {
    ...{ _id: id, old_tag: 'draft', new_tag: 'pending' },
    meta: JSON.stringify({ payment_method: 'cash', payment_cash: '1000' }),
  });
  const [group] = (await site.api('admin', 'GET', 'order_group/read', { _id: id })) as { ref: string }[];
  return { id, ref: group?.ref ?? '' };
}

test('the dialog that cancels an order asks what happens to money that was received, and the parts follow', {
  tag: ['@each-change', '@K4', '@K11'],
}, async ({ page }) => {
  const { id, ref } = await paidOrder('buyer_47');
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/order-groups/${id}`);
  await openPageMenu(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order: ${ref}` });
  const cancel = dialog.getByRole('button', { name: 'Cancel order' });
  const money = dialog.getByLabel('₦1,000 was received for this order');
  await expect(money.locator('option')).toHaveText([
    'Choose what happens to it',
    "Keep as the retailer's credit",
    'Paid back to the retailer',
  ]);
  await expect(cancel).toBeDisabled();
  await money.selectOption('paid_back');
  await cancel.click();
  await expect(dialog).toHaveCount(0);
  // The head, the end of the order's way and its part; the history says who did it.
  await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([/Pending/, /Cancelled/]);
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'cancelled the order',
  );
  const [group] = (await site.api('admin', 'GET', 'order_group/read', { _id: id })) as { tag: string; paid: string }[];
  expect(group).toMatchObject({ tag: 'cancelled', paid: '0.00' });
});

test('a deposit below 0 is confirmed in a second step, and Back returns to the unchanged form', {
  tag: ['@K11'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/sales-officers/da_01/balance`);
  await page.getByRole('button', { name: 'New Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Deposit' });
  await dialog.getByLabel('Value (NGN)').fill('-50');
  await dialog.getByLabel('Description').fill('Counted twice by mistake');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const question = page.getByRole('dialog', { name: /^Take money out: / });
  await expect(question.getByText('This takes ₦50 out of the wallet. Continue?')).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Value (NGN)')).toHaveValue('-50');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await question.getByRole('button', { name: 'Take ₦50 out' }).click();
  await expect(page.getByText('Deposit successful.').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Counted twice by mistake' })).toContainText('−₦50.00');
});
