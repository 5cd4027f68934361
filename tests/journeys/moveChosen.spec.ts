/** Several orders at once: chosen, delivered in one act, and what the server refuses is told at its row. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { loseAnswer } from '../support/lostAnswers.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.use(noWorker);

interface Group {
  _id: string;
  ref: string;
  tag: string;
  version: number;
}
const pending = async () =>
  (
    (await site.api('admin', 'GET', 'order_group/read_all', { tag: 'pending', sort: '-age', page: '1' })) as {
      rows: Group[];
    }
  ).rows;

const barOf = (page: Page) => page.getByRole('region', { name: 'Chosen rows' });

/** The pending orders are open, and this one is chosen by its key. */
async function chosen(page: Page, { ref }: Group): Promise<void> {
  await openAs(page, site, 'staff', `${site.url}/pending-orders`);
  await page.getByRole('row').filter({ hasText: ref }).focus();
  await page.keyboard.press('x');
}

test('chosen orders are marked delivered in one act; one that somebody else cancelled is told at its row and stays', {
  tag: ['@each-change', '@ORD-44', '@ORD-28', '@UI-43'],
}, async ({ page }) => {
  const [first, second, third] = await pending();
  if (!first || !second || !third) throw new Error('The demo has three pending orders.');
  await openAs(page, site, 'staff', `${site.url}/pending-orders`);
  const rowOf = ({ ref }: Group) => page.getByRole('row').filter({ hasText: ref });
  for (const one of [first, second, third]) {
    await rowOf(one).focus();
    await page.keyboard.press('x');
  }
  const bar = barOf(page);
  await expect(bar).toContainText('3 chosen');
  await bar.getByRole('button', { name: 'Mark delivered 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark delivered: 3 orders' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  const cancel = { _id: second._id, base_version: String(second.version), old_tag: 'pending', new_tag: 'cancelled' };
  await site.api('admin', 'POST', 'order_group/update_tag', cancel);
  await dialog.getByRole('button', { name: 'Mark delivered 3' }).click();
  await expect(dialog.getByText('1 order was refused.')).toBeVisible();
  const resultOf = ({ ref }: Group) => dialog.getByRole('listitem').filter({ hasText: ref });
  await expect(resultOf(first)).toContainText('Delivered');
  await expect(resultOf(third)).toContainText('Delivered');
  await expect(resultOf(second)).toContainText('Refused');
  await expect(resultOf(second).getByRole('paragraph')).toHaveText(/\w+.*\./);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  expect((await pending()).map(({ _id }) => _id)).not.toContain(first._id);
  const now = async ({ _id }: Group) =>
    (await site.api('admin', 'GET', 'order_group/read', { _id })) as Group | Group[];
  const tagOf = async (one: Group) => [await now(one)].flat()[0]?.tag;
  expect([await tagOf(first), await tagOf(second), await tagOf(third)]).toEqual([
    'delivered',
    'cancelled',
    'delivered',
  ]);
});

test('an answer that is lost is not called a refusal; the same request goes again and the order moves once', {
  tag: ['@ORD-44'],
}, async ({ page }) => {
  const [one] = await pending();
  if (!one) throw new Error('The demo has a pending order.');
  await openAs(page, site, 'staff', `${site.url}/pending-orders`);
  await page.getByRole('row').filter({ hasText: one.ref }).focus();
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Mark delivered 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark delivered: 1 order' });
  await loseAnswer(page, 'order_group/update_tag');
  await dialog.getByRole('button', { name: 'Mark delivered 1' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Not known');
  await expect(dialog.getByText(/refused/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(page.getByText('Order successfully updated.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const now = (await site.api('admin', 'GET', 'order_group/read', { _id: one._id })) as Group | Group[];
  expect([now].flat()[0]).toMatchObject({ tag: 'delivered', version: one.version + 1 });
});

test('completing charges the wallets and clears the choice; an order that is completed already has no such button', {
  tag: ['@ORD-44'],
}, async ({ page }) => {
  const [one] = await pending();
  if (!one) throw new Error('The demo has a pending order.');
  await chosen(page, one);
  const bar = barOf(page);
  await bar.getByRole('button', { name: 'Complete 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete: 1 order' });
  await expect(dialog).toContainText('is charged to the wallets of the retailers.');
  await dialog.getByRole('button', { name: 'Complete 1' }).click();
  await expect(page.getByText('Order successfully updated.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  expect((await pending()).map(({ _id }) => _id)).not.toContain(one._id);

  // A completed order leads nowhere from a list.
  await page.goto(`${site.url}/order-groups?from=2020-01-01&tag=completed`);
  await page.locator('#screen tbody tr').first().focus();
  await page.keyboard.press('x');
  await expect(bar.getByRole('button', { name: 'Export 1' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^(Complete|Mark delivered)/ })).toHaveCount(0);
});
