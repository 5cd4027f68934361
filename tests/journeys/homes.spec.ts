/** The home of each role: what it acts on, that nothing of it moves when answers arrive, and that it is readable without a server. */
import { expect, type Page, test } from '@playwright/test';
import { installed, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

/** The eight roles that work here, and a part that the role's home has. */
const HOMES = [
  ['admin', 'Work to do'],
  ['staff', 'Work to do'],
  ['accounts', 'Figures'],
  ['officer1', 'Transfers'],
  ['care', 'Work to do'],
  ['hub1', 'Associates today'],
  ['hubmanager', 'Runs out first'],
  ['rep1', 'With you now'],
] as const;

const acts = (page: Page) => page.getByRole('main').locator('a[href], button');

for (const [who, part] of HOMES)
  test(`${who} has at least three things to act on`, { tag: ['@B14.10', '@DASH-01'] }, async ({ browser }) => {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await signIn(page, site, who);
    await expect(page.getByRole('region', { name: part })).toBeVisible();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    expect(await acts(page).count()).toBeGreaterThanOrEqual(3);
    // Pies stand for those whose right it is, and for nobody else.
    await expect(page.getByRole('region', { name: 'User zones' })).toHaveCount(
      ['admin', 'staff', 'accounts', 'officer1'].includes(who) ? 1 : 0,
    );
    await page.context().close();
  });

test('nothing moves when figures, plot and work arrive', { tag: ['@B14.10'] }, async ({ browser }) => {
  const page = await (
    await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  ).newPage();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/(home|work)\//, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, site, 'staff');
  const parts = ['Figures', 'Runs out first', 'Work to do', 'User zones'];
  const places = () =>
    Promise.all(
      parts.map(async (name) => {
        const box = await page.getByRole('region', { name, exact: true }).boundingBox();
        return [name, box && Math.round(box.y)] as const;
      }),
    );
  for (const name of parts) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  const before = await places();
  answer();
  await expect(page.getByRole('img', { name: /^Cases in and out of hubs/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Work to do' }).getByRole('listitem').first()).toBeVisible();
  expect(await places()).toEqual(before);
  await page.context().close();
});

test('without a server the home is there from the stored copy, with its age', { tag: ['@B14.10', '@B11'] }, async ({
  page,
}) => {
  await signIn(page, site, 'officer1');
  await installed(page);
  const work = page.getByRole('region', { name: 'Work to do' });
  await expect(work.getByRole('link', { name: /^Receive: / }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Cases in and out of hubs/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const expected = await page.getByRole('region', { name: 'Figures' }).textContent();
  await site.stopServer();
  try {
    await page.reload();
    await expect(work.getByRole('link', { name: /^Receive: / }).first()).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText(/^Stored copy from/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Cases in and out of hubs/ })).toBeVisible();
    expect(await page.getByRole('region', { name: 'Figures' }).textContent()).toBe(expected);
  } finally {
    await site.startServer();
  }
});
