/** The home of each role: what it acts on, that nothing of it moves when answers arrive, and that it is readable without a server. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { setFilter } from '../support/filterChip.ts';
import { lineIdle } from '../support/settled.ts';
import { installed, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

/** The eight roles that work here, a part that the role's home has, and what a newcomer of the role does first. */
const HOMES = [
  ['admin', 'Work to do', ['Create an account', 'Set up a hub', 'Check the settings']],
  ['staff', 'Work to do', ['Take an order', 'Find a product', 'Read the stock report']],
  ['accounts', 'Figures', ['See who owes', 'Record a deposit', 'Reconcile the wallets']],
  ['officer1', 'Transfers', ['Receive a delivery', 'See open transfers', 'Install the app']],
  ['care', 'Work to do', ['Take an order', 'Create a retailer', 'See what is to deliver']],
  ['hub1', 'Associates today', ['See what is to deliver', 'Find a product', 'See what was sold']],
  ['hubmanager', 'Runs out first', ['See what is to deliver', 'Find a product', 'See what was sold']],
  ['rep1', 'With you now', ['Take goods from the hub', 'See how a day is closed', 'Install the app']],
] as const;

const acts = (page: Page) => page.getByRole('main').locator('a[href], button');

for (const [who, part, first] of HOMES)
  test(`${who} has at least three things to act on, and three to begin with`, { tag: ['@B14.10', '@DASH-01'] }, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await signIn(page, site, who);
    await expect(page.getByRole('region', { name: part })).toBeVisible();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    expect(await acts(page).count()).toBeGreaterThanOrEqual(3);
    const start = page.getByRole('region', { name: 'Start here' });
    await expect(start.getByRole('link')).toHaveCount(3);
    for (const title of first) await expect(start.getByRole('link', { name: title })).toBeVisible();
    // The devices stand for those whose right it is, and for nobody else.
    await expect(page.getByRole('region', { name: 'User zones' })).toHaveCount(
      ['admin', 'staff', 'accounts', 'officer1'].includes(who) ? 1 : 0,
    );
    await page.context().close();
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`the first row of work stands in the upper part of each home, at ${width}x${height}`, {
    tag: ['@B14.10'],
  }, async ({ browser }) => {
    for (const [who] of HOMES) {
      const page = await (await browser.newContext({ serviceWorkers: 'block', viewport: { width, height } })).newPage();
      await signIn(page, site, who);
      const work = page.getByRole('region', { name: who === 'rep1' ? 'Deliveries' : 'Work to do' });
      await expect(work).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      // Who has no work is told so in the same place.
      const first = work.getByRole('listitem').or(work.locator('p')).first();
      const box = await first.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0), who).toBeLessThan(height * 0.7);
      // The figures of these two have a past, whatever the day of the demo is.
      if (width === 1440 && (who === 'staff' || who === 'hub1'))
        for (const label of who === 'staff'
          ? ['Orders, 30 days', 'Orders to deliver', 'Owed by retailers', 'Cases in stock']
          : ['Cases in stock', 'Orders to deliver', 'Cash with associates'])
          await expect(page.getByRole('img', { name: `${label} since ` }), `${who}: ${label}`).toBeVisible();
      await page.context().close();
    }
  });

test('on a phone a name is whole and its button reachable; "All" opens the list of all kinds, each with the way to its rest', {
  tag: ['@B14.10'],
}, async ({ browser }) => {
  const page = await (
    await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
  ).newPage();
  await signIn(page, site, 'admin');
  // The four transfers are one line.
  const acts = page.getByRole('region', { name: 'Transfers' });
  expect((await acts.boundingBox())?.height).toBeLessThan(60);
  const work = page.getByRole('region', { name: 'Work to do' });
  const rows = work.getByRole('listitem');
  await expect(rows.filter({ visible: true })).toHaveCount(7);
  const cut = await work
    .locator('li [title]')
    .evaluateAll((names) =>
      names.flatMap((one) =>
        one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1 ? one.textContent : [],
      ),
    );
  expect(cut).toEqual([]);
  for (const button of await rows.getByRole('link').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  const all = work.getByRole('button', { name: /^All \d+$/ });
  await all.click();
  const kinds = work.getByRole('region');
  const chips = work.getByRole('group', { name: 'Kinds of work' }).getByRole('button');
  await expect(kinds).toHaveCount(await chips.count());
  const most = kinds.filter({ hasText: 'Associate wallets with a difference' });
  await expect(most.getByRole('listitem')).toHaveCount(7);
  // The hub of an associate stands with the row.
  await expect(most.getByRole('listitem').first()).toContainText(/Hub/);
  await expect(most.getByRole('link', { name: /^All \d+: Associate wallets with a difference$/ })).toBeVisible();
  await work.getByRole('button', { name: 'Fewer' }).click();
  await expect(rows.filter({ visible: true })).toHaveCount(7);
  await page.context().close();
});

test('on a phone the work of an office stands above its figures, for keys too', { tag: ['@B14.10'] }, async ({
  browser,
}) => {
  for (const who of ['staff', 'hub1', 'care'] as const) {
    const page = await (
      await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    ).newPage();
    await signIn(page, site, who);
    const parts = page.locator('main section[aria-label="Work to do"], main section[aria-label="Figures"]');
    await expect(parts).toHaveCount(2);
    await expect(parts.first()).toHaveAccessibleName('Work to do');
    const first = await page.getByRole('region', { name: 'Work to do' }).getByRole('listitem').first().boundingBox();
    expect((first?.y ?? 844) + (first?.height ?? 0), who).toBeLessThan(844 * 0.5);
    await page.context().close();
  }
});

test('field people have visits, figures with their trends and a plot; what they have not is no empty card', {
  tag: ['@B14.10', '@RTE-08', '@RTE-11'],
}, async ({ browser }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const who of ['rep1', 'ba1', 'rem1'] as const) {
      const page = await (await browser.newContext({ serviceWorkers: 'block', viewport: { width, height } })).newPage();
      await signIn(page, site, who);
      const visits = page.getByRole('region', { name: /^Visits / });
      await expect(visits.getByRole('listitem').nth(1)).toBeVisible();
      await expect(visits.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:/);
      const figures = page.getByRole('region', { name: 'Figures' });
      await expect(figures.getByText('Your retailers')).toBeVisible();
      if (width === 1440) await expect(figures.getByRole('img', { name: / since / })).toHaveCount(3);
      await expect(page.getByRole('img', { name: /^Orders with discounts and fees in 30 days/ })).toBeVisible();
      // An associate delivers and holds goods. The others have no such lists.
      for (const part of ['Deliveries', 'With you now', 'Cash to hand in'])
        await expect(page.getByRole('region', { name: part }), `${who}: ${part}`).toHaveCount(who === 'rep1' ? 1 : 0);
      if (who === 'rep1') {
        await expect(page.getByText(/^1 of [4-9] done$/)).toBeVisible();
        await page.getByRole('link', { name: /^Your day of .+ is not closed/ }).click();
        await expect(page).toHaveURL(/\/close-outs\/.+\?day=/);
        await page.goBack();
      }
      await expect(visits).toBeVisible();
      await accessible(page);
      await page.context().close();
    }
});

test('over the home of an administrator stands one row of buttons; three transfers are in the menu of the first', {
  tag: ['@B14.10'],
}, async ({ browser }) => {
  const page = await (
    await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  ).newPage();
  await signIn(page, site, 'admin');
  // Beside the plot and the stock the list of work has ten rows.
  const work = page.getByRole('region', { name: 'Work to do' });
  await expect(work.getByRole('listitem').filter({ visible: true })).toHaveCount(10);
  const acts = page.getByRole('region', { name: 'Transfers' });
  const days = page.getByRole('group', { name: 'Days' });
  await expect(days).toBeVisible();
  await expect(acts.getByRole('link')).toHaveText(['Receive Shipment']);
  const [own, other] = [await acts.boundingBox(), await days.boundingBox()];
  expect(Math.abs((own?.y ?? 0) - (other?.y ?? 99))).toBeLessThan(4);
  await acts.getByRole('button', { name: 'Actions with stock' }).click();
  await page.getByRole('link', { name: 'Issue Stock' }).first().click();
  await expect(page.getByRole('heading', { name: 'Issue Stock' })).toBeVisible();
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

test('Start here ticks what was opened, goes without moving anything, and comes back from the profile', {
  tag: ['@B14.10'],
}, async ({ browser }) => {
  const page = await (
    await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  ).newPage();
  await signIn(page, site, 'staff');
  const start = page.getByRole('region', { name: 'Start here' });
  await expect(start.getByRole('status')).toHaveText('0 of 3 done');
  await start.getByRole('link', { name: 'Find a product' }).click();
  await expect(page.getByRole('heading', { name: /^Products/ })).toBeVisible();
  await page.goBack();
  await expect(start.getByRole('status')).toHaveText('1 of 3 done');
  await expect(start.getByRole('link', { name: 'Seen: Find a product' })).toBeVisible();
  // A visit is no order: that card waits for the server to have one.
  await start.getByRole('link', { name: 'Take an order' }).click();
  await expect(page.getByRole('dialog', { name: 'Take an order' }).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/act=/);
  await page.goBack();
  await expect(start.getByRole('status')).toHaveText('1 of 3 done');
  const parts = ['Figures', 'Runs out first', 'Work to do', 'User zones'];
  const places = () =>
    Promise.all(
      parts.map(async (name) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? null),
    );
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  const before = await places();
  expect(before).not.toContain(null);
  await start.getByRole('button', { name: 'Hide Start here' }).click();
  await expect(start.getByRole('link')).toHaveCount(0);
  const back = start.getByRole('button', { name: 'Show it again' });
  await expect(back).toBeFocused();
  expect(await places()).toEqual(before);
  await accessible(page);
  await back.click();
  await expect(start.getByRole('link')).toHaveCount(3);
  expect(await places()).toEqual(before);
  await start.getByRole('button', { name: 'Hide Start here' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Work to do' })).toBeVisible();
  await expect(start).toHaveCount(0);
  await page.goto(`${site.url}/profile`);
  await page.getByText('Start here on the home').click();
  await page.goto(site.url);
  await expect(start.getByRole('status')).toHaveText('1 of 3 done');
  await page.context().close();
});

test('an account that an administrator makes ticks its card', { tag: ['@B14.10'] }, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  const start = page.getByRole('region', { name: 'Start here' });
  await start.getByRole('link', { name: 'Set up a hub' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(start.getByRole('status')).toHaveText('0 of 3 done');
  await start.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('Ngọzi Ọkáfọ̀');
  await page.getByLabel('Email').fill('ngozi.first@example.test');
  await page.getByLabel('Phone').fill('08031234509');
  await page.getByLabel('Role').selectOption('manager.staff');
  await page.getByRole('button', { name: /^Create|^Sign/ }).click();
  await expect(page.getByText('Manager successfully created.')).toBeVisible();
  await page.goto(site.url);
  await expect(start.getByRole('link', { name: 'Done: Create an account' })).toBeVisible();
  await page.context().close();
});

for (const [width, height, hasTouch] of [
  [1440, 900, false],
  [390, 844, true],
] as const)
  test(`the tour goes by keys and can be left, at ${width}x${height}`, { tag: ['@B14.10'] }, async ({ browser }) => {
    const page = await (
      await browser.newContext({
        serviceWorkers: 'block',
        viewport: { width, height },
        hasTouch,
        reducedMotion: 'reduce',
      })
    ).newPage();
    await signIn(page, site, 'officer1');
    await expect(page.getByRole('region', { name: 'Work to do' })).toBeVisible();
    await page.getByRole('button', { name: 'Show me around' }).click();
    const box = page.getByRole('dialog');
    const next = box.getByRole('button', { name: 'Next' });
    await expect(box).toHaveAccessibleName('Step 1 of 5: Your daily work');
    await expect(next).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(box).toHaveAccessibleName(/^Step 1 of 5/);
    const clear = async () => {
      const [ring, words] = await Promise.all([page.locator('.tour-ring').boundingBox(), box.boundingBox()]);
      if (!ring || !words) throw new Error('The tour has no ring or no box.');
      expect(words.x).toBeGreaterThanOrEqual(0);
      expect(words.x + words.width).toBeLessThanOrEqual(width);
      expect(words.y + words.height).toBeLessThanOrEqual(height);
      const apart =
        words.y >= ring.y + ring.height ||
        words.y + words.height <= ring.y ||
        words.x >= ring.x + ring.width ||
        words.x + words.width <= ring.x;
      expect(apart, JSON.stringify({ ring, words })).toBe(true);
    };
    await accessible(page);
    // It let the motion in again, and a ring on its way stands nowhere.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const step of [2, 3, 4, 5]) {
      await clear();
      await page.keyboard.press('ArrowRight');
      await expect(box).toHaveAccessibleName(new RegExp(`^Step ${step} of 5`));
    }
    await clear();
    // The focus stays inside.
    await expect(box.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(box.getByRole('button', { name: 'Back' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(box.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Show me around' })).toBeFocused();
    // From the menu, on another screen: the tour goes home first.
    await page.goto(`${site.url}/profile`);
    const menu = page.getByRole('button', { name: /^User menu/ });
    await menu.click();
    await page.getByRole('button', { name: 'Show me around' }).click();
    await expect(box).toHaveAccessibleName(/^Step 1 of 5/);
    await box.getByRole('button', { name: 'Leave' }).click();
    await expect(box).toHaveCount(0);
    await expect(menu).toBeFocused();
    await page.context().close();
  });

test('without a server the home is there from the stored copy, with its age; that it works so is said only when the browser holds the app', {
  tag: ['@B14.10', '@B11', '@B11.1'],
}, async ({ page }) => {
  // The worker comes when the test lets it, as on a network that is slow for files.
  await page.addInitScript(() => {
    const place = navigator.serviceWorker;
    const register = place.register.bind(place);
    const isLet = new Promise<void>((resolve) => Object.assign(window, { letIn: resolve }));
    place.register = async (...given: Parameters<typeof register>) => {
      await isLet;
      return register(...given);
    };
  });
  await signIn(page, site, 'officer1');
  const work = page.getByRole('region', { name: 'Work to do' });
  await expect(work.getByRole('link', { name: /^Receive: / }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Cases in and out of hubs/ })).toBeVisible();
  // Whether the work can go on without a server is said before it is needed.
  await expect(page.getByText('Storing the app on this tablet…')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Works offline\./)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Prepare now/ })).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { letIn: () => void }).letIn());
  await expect(page.getByText(/^Works offline\. \d+ products/)).toBeVisible({ timeout: 60_000 });
  await lineIdle(page);
  const expected = await page.getByRole('region', { name: 'Figures' }).textContent();
  await site.stopServer();
  try {
    await page.reload();
    await expect(work.getByRole('link', { name: /^Receive: / }).first()).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText(/^Stored copy from/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Cases in and out of hubs/ })).toBeVisible();
    expect(await page.getByRole('region', { name: 'Figures' }).textContent()).toBe(expected);
    await expect(page.getByText(/^Works offline\. \d+ products/)).toBeVisible();
  } finally {
    await site.startServer();
  }
});

test('the days and the hub of a home are in its address, and without a server it says which days it has', {
  tag: ['@B14.10', '@B11'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await installed(page);
  const figures = page.getByRole('region', { name: 'Figures' });
  const days = page.getByRole('group', { name: 'Days' });
  await expect(figures.getByText('Orders, 30 days')).toBeVisible();
  await days.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/\?days=7$/);
  await expect(figures.getByText('Orders, 7 days')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Cases in and out of hubs in 7 days/ })).toBeVisible();
  const stock = figures.getByText(/ cases, /);
  const all = await stock.textContent();
  await setFilter(page.getByLabel('Hub', { exact: true }), { label: 'Wuse Hub' });
  await expect(page).toHaveURL(/\?days=7&seller=/);
  await expect(stock).not.toHaveText(all ?? '');
  await page.reload();
  await expect(days.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Hub', { exact: true })).toHaveText('Wuse Hub');
  await expect(figures.getByText('Orders, 7 days')).toBeVisible();
  await accessible(page);
  await lineIdle(page);
  await site.stopServer();
  try {
    await page.reload();
    await expect(figures.getByText('Orders, 7 days')).toBeVisible({ timeout: 40_000 });
    await days.getByRole('button', { name: '90 days' }).click();
    await expect(page.getByText(/^This device has no copy of these days/)).toBeVisible({ timeout: 40_000 });
    await expect(figures.getByText('Orders, 30 days')).toBeVisible();
    await expect(stock).toHaveText(all ?? '');
  } finally {
    await site.startServer();
  }
});

test('"Record payment" opens the payment with the sum that is due, "Mark delivered" its question', {
  tag: ['@B14.10', '@PAY-01'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  const work = page.getByRole('region', { name: 'Work to do' });
  await work
    .getByRole('link', { name: /^Record payment: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Record payment: / });
  const sum = async (name: string) =>
    Number(
      (await dialog.getByText(name, { exact: true }).locator('xpath=following-sibling::dd').textContent())?.replace(
        /[₦,]/g,
        '',
      ),
    );
  // What is due is filled in as what comes now, and not the sum of all payments.
  const [total, before, now] = [await sum('Total'), await sum('Paid so far'), await sum('Now')];
  expect(now).toBeGreaterThan(0);
  expect(before + now).toBe(total);
  await expect(dialog.getByLabel('Paid now by')).toHaveValue('cash');
  await expect(dialog.getByLabel('Cash now')).toHaveValue(String(now));
  await expect(dialog.getByRole('button', { name: 'Record payment' })).toBeEnabled();
  // The amount has the focus, and a press of the mouse selects it: what is typed replaces it.
  await expect(dialog.getByLabel('Cash now')).toBeFocused();
  await dialog.getByLabel('Cash now').click();
  await page.keyboard.type('5');
  await expect(dialog.getByLabel('Cash now')).toHaveValue('5');
  expect(await sum('Paid after')).toBe(before + 5);
  expect(await sum('To pay after')).toBe(total - before - 5);
  // More than the total is asked about. Enter again is the safe answer, and nothing is saved.
  await page.keyboard.type('00000000000');
  await expect(dialog.getByText('Overpaid after')).toBeVisible();
  for (const figure of await dialog.locator('dd').all())
    expect(await figure.evaluate((dd) => dd.getClientRects().length + dd.scrollWidth - dd.clientWidth)).toBe(1);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: "More than the order's total" });
  await expect(question).toContainText(/^.*₦[\d,]+ more than the order's total\. Record it as credit of .+\?/);
  await expect(question.getByRole('button', { name: 'Back to the payment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Cash now')).toHaveValue('500000000000');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).not.toHaveURL(/act=/);
  await page.goto(`${site.url}/`);
  // "New Deposit" of an associate who owes opens the deposit of the cash to hand in.
  const reconcile = work.getByRole('link', { name: /^New Deposit: .* (owes|has cash to hand in)/ });
  await reconcile.and(page.locator('a[href*="act=deposit"]')).first().click();
  const deposit = page.getByRole('dialog', { name: 'New Deposit' });
  const value = deposit.getByLabel('Value (NGN)');
  await expect(value).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/^Cash to hand in: ₦[\d,.]+\. All of it is handed in\.$/);
  await expect(deposit.getByLabel('Tag')).toHaveValue('cash');
  await expect(deposit.getByLabel('Description')).toHaveValue(/^Cash handed in by /);
  await expect(deposit.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.keyboard.type('1');
  await expect(value).toHaveValue('1');
  await expect(value).toHaveAccessibleDescription(/ This is ₦[\d,.]+ less\.$/);
  await deposit.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).not.toHaveURL(/act=/);
  // One sum with its parts, of which the cash alone is red.
  const side = page.getByRole('complementary', { name: 'Sales Officer' });
  await expect(side.getByText(/^Cash to hand in ₦/)).toHaveClass(/text-bad/);
  await expect(side.getByText(/^Goods in hand ₦/)).not.toHaveClass(/text-bad/);
  await expect(side.getByText(/^Owes ₦/)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Balance History' }).getByText(/owes|in credit/i)).toHaveCount(0);
  await page.goto(`${site.url}/`);
  await work
    .getByRole('link', { name: /^Mark delivered: / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Mark delivered: / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark delivered', exact: true, includeHidden: true })).toHaveCount(2);
  await page.context().close();
});
