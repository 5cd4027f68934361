/** A half of a handover that never comes: after twelve hours a person finds it on the home. */
import { expect, type Page, test } from '@playwright/test';
import { holdBefore } from '../support/codeCamera.ts';
import { handingTablets, TAKER } from '../support/handingTablets.ts';
import { button } from '../support/onPage.ts';
import { openAs, openSite, preparedFor, type Site, withMotion } from '../support/site.ts';

// The codes turn by themselves.
test.use(withMotion);
test.describe.configure({ timeout: 300_000 });

/** Of the server; its clock is moved by starting it again. */
const variables: Record<string, string> = {};
let site: Site;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await openSite(variables);
});
test.afterAll(async () => site?.close());

/** The server starts again with its clock so many seconds ahead. */
async function later(seconds: number): Promise<void> {
  await site.stopServer();
  Object.assign(variables, {
    KASUWA_TEST_CLOCK: String(Math.floor(Date.now() / 1_000) + seconds),
    NODE_OPTIONS: `--import ${new URL('../support/stillClock.mjs', import.meta.url).href}`,
  });
  await site.startServer();
}

const work = (page: Page) => page.getByRole('region', { name: 'Work to do' });

test('the taker’s tablet is lost before it finds a server: after twelve hours the office sees the goods that nobody confirmed', {
  tag: ['@HAND-16'],
}, async ({ browser }) => {
  const { tablet, keyed, reads, offered } = handingTablets(site);
  const giver = await tablet(browser, 'officer1', '/inventory/stock/out');
  const taker = await tablet(browser, 'rep1', '/');
  await preparedFor(giver.page);
  for (const one of [giver, taker]) await keyed(one.page);
  await reads(taker.page);
  for (const { context } of [giver, taker]) await context.setOffline(true);
  await offered(giver, [[0, '1']]);
  await taker.page.getByRole('link', { name: /^Take over by code/ }).click();
  const goods = taker.page.getByRole('region', { name: 'What is handed over' });
  await holdBefore(giver.page, taker.page, () => goods.isVisible());
  await button(taker.page, 'All of it is here').tap();
  await button(taker.page, 'Take over').tap();
  await expect(taker.page.getByRole('status').filter({ hasText: 'Saved on this tablet.' })).toBeVisible();
  await taker.context.close();
  await giver.context.setOffline(false);
  const open = async () =>
    ((await site.api('admin', 'POST', 'handover/read_open')) as { missing: string; state: string }[])[0];
  await expect.poll(open, { timeout: 60_000 }).toMatchObject({ missing: 'taker', state: 'waits' });
  await giver.context.close();

  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await later(11 * 3_600);
  await openAs(page, site, 'staff', `${site.url}/`);
  await expect(work(page)).toBeVisible();
  const notice = work(page).getByText(`Handover without an answer: ${TAKER}`);
  await expect(work(page).getByRole('listitem').first()).toBeVisible();
  await expect(work(page).getByRole('button', { name: /^Handovers/ })).toHaveCount(0);
  await later(12 * 3_600 + 600);
  await openAs(page, site, 'staff', `${site.url}/`);
  // Older work stands before it.
  await work(page).getByRole('button', { name: 'Handovers that need somebody 1' }).click({ timeout: 30_000 });
  await expect(notice).toBeVisible();
  await page.goto(`${site.url}/handovers`);
  await expect(page.getByRole('list', { name: 'Open handovers' }).getByRole('listitem')).toContainText([TAKER]);
  await context.close();
});
