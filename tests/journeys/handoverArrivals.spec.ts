/** A handover whose halves come to the server in the orders that handover.spec.ts leaves out, and one whose server comes back from a backup. */
import { expect, type Page, test } from '@playwright/test';
import { codeOf, holdBefore } from '../support/codeCamera.ts';
import { type HandingTablet, handingTablets, TAKER } from '../support/handingTablets.ts';
import { button } from '../support/onPage.ts';
import { addLine, complete, fillFirst, firstScreen } from '../support/receiving.ts';
import { openAs, preparedFor, siteOfFile, withMotion } from '../support/site.ts';

// The codes turn by themselves.
test.use(withMotion);
const site = siteOfFile();
const { tablet, keyed, reads, offered } = handingTablets(site);
test.describe.configure({ timeout: 300_000 });

interface Order {
  _id: string;
  tag: string;
  items: { quantity: number }[];
}
const newest = async () =>
  (await site.api('admin', 'GET', 'purchase_order/read_all', {
    ...{ kind: 'stock_out', sort: '-created', page: '1', per_page: '1' },
  })) as { total: number; rows: Order[] };
const open = async () => (await site.api('admin', 'POST', 'handover/read_open')) as { missing: string | null }[];
const goods = (page: Page) => page.getByRole('region', { name: 'What is handed over' });

/** The taker reads the codes of the giver's screen and takes all of it. Neither needs a server. */
async function taken(giver: HandingTablet, taker: HandingTablet): Promise<void> {
  await expect(codeOf(giver.page)).toBeVisible();
  await taker.page.getByRole('link', { name: /^Take over by code/ }).click();
  await holdBefore(giver.page, taker.page, () => goods(taker.page).isVisible());
  await button(taker.page, 'All of it is here').tap();
  await button(taker.page, 'Take over').tap();
  await expect(taker.page.getByRole('status').filter({ hasText: 'Saved on this tablet.' })).toBeVisible();
}

/** The one transfer more that there is now is a receipt, and nobody waits for a half. */
async function isThereOnce(before: number): Promise<Order> {
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  const { total, rows } = await newest();
  expect(total).toBe(before + 1);
  expect(rows[0]?.tag).toBe('receipt');
  return rows[0] as Order;
}

/** How much of the giver's transfer the server has before the taker's half comes. */
const BEFORE = ['its details', 'its lines too', 'everything, at the same moment'] as const;

test('the taker’s half comes between the changes of the giver, and at the same moment as they: everything is there once', {
  tag: ['@HAND-08', '@HAND-09'],
}, async ({ browser }) => {
  const giver = await tablet(browser, 'officer1', '/inventory/stock/out');
  const taker = await tablet(browser, 'rep1', '/');
  await preparedFor(giver.page);
  for (const one of [giver, taker]) await keyed(one.page);
  await reads(taker.page);
  for (const known of BEFORE)
    await test.step(`the server has ${known}`, async () => {
      const before = (await newest()).total;
      await giver.page.goto(firstScreen(site, 'stock/out'));
      if (known === BEFORE[2]) await giver.context.setOffline(true);
      await fillFirst(giver.page, ['From Hub', 'Mushin Hub'], ['To Delivery Associate', TAKER]);
      if (known !== BEFORE[2]) await expect.poll(async () => (await newest()).total).toBe(before + 1);
      if (known === BEFORE[0]) await giver.context.setOffline(true);
      await addLine(giver.page, 0, '1');
      const itemsOf = async () => {
        const { rows } = await newest();
        const [order] = (await site.api('admin', 'GET', 'purchase_order/read', { _id: rows[0]?._id ?? '' })) as Order[];
        return order?.items.length;
      };
      if (known === BEFORE[1]) {
        await expect.poll(itemsOf).toBe(1);
        await giver.context.setOffline(true);
      }
      await complete(giver.page);
      await giver.page.getByRole('link', { name: 'Hand over by code' }).click();
      await taker.page.goto(`${site.url}/`);
      await taker.context.setOffline(true);
      await taken(giver, taker);
      if (known === BEFORE[2]) await Promise.all([taker.context.setOffline(false), giver.context.setOffline(false)]);
      else {
        await taker.context.setOffline(false);
        await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(1);
        await giver.context.setOffline(false);
      }
      await expect(taker.page.getByText('Taken over, and the server has it.')).toBeVisible({ timeout: 60_000 });
      await isThereOnce(before);
    });
  await giver.context.close();
  await taker.context.close();
});

test('the server comes back from a backup that knows nothing of a handover: both tablets bring their halves again, once', {
  tag: ['@HAND-15'],
}, async ({ browser }) => {
  const giver = await tablet(browser, 'officer1', '/inventory/stock/out');
  const taker = await tablet(browser, 'rep1', '/');
  await preparedFor(giver.page);
  for (const one of [giver, taker]) await keyed(one.page);
  await reads(taker.page);
  const before = (await newest()).total;
  await site.backUp();

  await giver.context.setOffline(true);
  await taker.context.setOffline(true);
  await offered(giver, [[0, '1']]);
  await taken(giver, taker);
  await taker.context.setOffline(false);
  // The taker's half was acknowledged, the giver's never left the tablet.
  await expect(taker.page.getByText('Taken over, and the server has it.')).toBeVisible({ timeout: 60_000 });
  expect((await newest()).rows[0]?.tag).toBe('receipt');

  await site.restore();
  expect((await newest()).total).toBe(before);
  await openAs(taker.page, site, 'rep1', `${site.url}/handovers`);
  await expect.poll(async () => (await open()).map(({ missing }) => missing), { timeout: 60_000 }).toEqual(['giver']);
  await giver.context.setOffline(false);
  await openAs(giver.page, site, 'officer1', `${site.url}/sync`);
  await isThereOnce(before);
  await giver.context.close();
  await taker.context.close();
});
