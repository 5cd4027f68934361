/** An associate's day is closed by two people on the glass, opened again and read without a server: refusals first, on a tablet by finger and on a desk. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { violationsInBoth } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ mode: 'serial', timeout: 180_000 });

interface Day {
  officer: { _id: string; name: string };
  day: number;
}

/** The open days, the oldest last. */
const openDays = async () =>
  (await site.api('accounts', 'GET', 'close_out/read_days', { open_only: 'true' })) as unknown as Day[];

const cashHandedIn = (officer: string, value: string) =>
  site.api('accounts', 'POST', 'ledger_log/deposit_to', {
    ...{ head: 'sales_officer', subhead: 'wallet', owner: officer, value },
    ...{ description: 'Cash handed in', tag: 'cash' },
  });

/** Today, which is open. On a Sunday and in the first hours after midnight the demo has no movement of today: cash that is handed in opens it. */
async function openDay(): Promise<Day> {
  const [day] = await openDays();
  if (day && Date.now() / 1_000 - day.day < 86_400) return day;
  const [any] = (await site.api('accounts', 'GET', 'close_out/read_days', {})) as unknown as Day[];
  if (!any) throw new Error('The demo has a day with a movement.');
  await cashHandedIn(any.officer._id, '250');
  const [opened] = await openDays();
  if (!opened) throw new Error('Cash that is handed in opens a day.');
  return opened;
}

const dialog = (page: Page) => page.getByRole('dialog');
const pads = (page: Page): Locator => dialog(page).getByRole('img', { name: /^Signature of/ });

/** A page for a finger on a tablet that stands upright. */
async function tablet(browser: Browser, user: string, path: string): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    hasTouch: true,
    viewport: { width: 800, height: 1280 },
  });
  const page = await context.newPage();
  await openAs(page, site, user, `${site.url}${path}`);
  return page;
}

/** One stroke of a finger over the field, with `points` points; 1: a slip. */
async function draw(page: Page, pad: Locator, points = 24): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('The field for the signature is not there.');
  const at = (step: number) => ({
    x: box.x + box.width * (0.1 + (0.8 * step) / 24),
    y: box.y + box.height * (0.5 + 0.3 * Math.sin(step / 2)),
  });
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at(0)]);
  for (let step = 1; step < points; step += 1) await touch('touchMove', [at(step)]);
  await touch('touchEnd', []);
  await session.detach();
  // A stroke without time is a fling for the browser, and it takes a tap soon after one as the end of it.
  await page.waitForTimeout(500);
}

async function drawBoth(page: Page): Promise<void> {
  for (const pad of [pads(page).first(), pads(page).last()]) {
    await draw(page, pad);
    await expect(pad).toHaveAccessibleName(/, signed$/);
  }
}

const finish = (page: Page) => dialog(page).getByRole('button', { name: 'Close the day' });

test('without two signatures a day is not closed, a second close is refused, and the work goes from the home', {
  tag: ['@each-change', '@CLO-03', '@CLO-06', '@CLO-12', '@CLO-13'],
}, async ({ browser }) => {
  const days = await openDays();
  const past = days.at(-1);
  if (!past) throw new Error('The demo has an open day.');
  const page = await tablet(browser, 'accounts', '/');
  const row = page.getByRole('listitem').filter({ hasText: `Day of ${past.officer.name} is open` });
  await page.getByRole('button', { name: /^Days to close/ }).tap();
  await expect(row).toBeVisible();
  await row.getByRole('link').first().tap();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(past.officer.name);
  await expect(page.getByText(/ Open\.$/)).toBeVisible();
  expect(await violationsInBoth(page)).toEqual([]);
  const path = new URL(page.url());

  await button(page, 'Close the day').tap();
  await expect(finish(page)).toBeDisabled();
  await draw(page, pads(page).first(), 1);
  await expect(pads(page).first()).toHaveAccessibleName(/, empty$/);
  await draw(page, pads(page).first());
  await expect(pads(page).first()).toHaveAccessibleName(/, signed$/);
  // The associate alone does not close the own day.
  await expect(finish(page)).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Clear' }).first().tap();
  await expect(pads(page).first()).toHaveAccessibleName(/, empty$/);
  await drawBoth(page);
  expect(await violationsInBoth(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);

  // Another one has signed the same day on a second tablet.
  const other = await tablet(browser, 'admin', path.pathname + path.search);
  await button(other, 'Close the day').tap();
  await drawBoth(other);
  await finish(page).tap();
  await expectText(page, new RegExp(` of ${past.officer.name} closed\\.$`));
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Signature of/ })).toHaveCount(2);
  await expect(page.getByText(/^Closed by Emeka Obi/)).toBeVisible();
  expect(await violationsInBoth(page)).toEqual([]);
  await finish(other).tap();
  await expectText(other, /was closed by Emeka Obi at \d\d:\d\d\.$/);
  await other.context().close();

  await page.goto(site.url);
  await expect(page.getByRole('region', { name: 'Work to do' })).toBeVisible();
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^All \d/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Days to close/ })).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await page.goto(`${site.url}/close-outs?state=all`);
  const done = page.getByRole('table', { name: 'Days' }).getByRole('row').filter({ hasText: /CO-/ }).first();
  await expect(done.getByText('Closed', { exact: true })).toBeVisible();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.context().close();
});

test('figures that change while both sign are shown, old and new, and both sign again', {
  tag: ['@CLO-04', '@CLO-12'],
}, async ({ browser }) => {
  const day = await openDay();
  const page = await tablet(browser, 'accounts', `/close-outs/${day.officer._id}?day=${day.day}`);
  await button(page, 'Close the day').tap();
  await drawBoth(page);
  await cashHandedIn(day.officer._id, '500');
  const changed = dialog(page).getByRole('list', { name: 'What changed' });
  // Where the news did not come by itself, the refusal brings it.
  if (!(await changed.isVisible()) && (await finish(page).isEnabled())) await finish(page).tap();
  await expect(changed).toContainText(/Cash handed in: ₦[\d,]+ → ₦[\d,]+/);
  await expect(changed).toBeInViewport();
  await expect(changed).toContainText(/Still to hand in: .+ → .+/);
  await expect(finish(page)).toBeDisabled();
  expect(await violationsInBoth(page)).toEqual([]);
  await button(page, 'Take the new figures').tap();
  await expect(changed).toHaveCount(0);
  for (const pad of await pads(page).all()) await expect(pad).toHaveAccessibleName(/, empty$/);
  await expect(finish(page)).toBeDisabled();
  await drawBoth(page);
  await finish(page).tap();
  await expectText(page, new RegExp(` of ${day.officer.name} closed\\.$`));
  await page.context().close();
});

test('a closed day is opened again with a reason, and what was signed stays; who has no right has no button', {
  tag: ['@CLO-07', '@CLO-12'],
}, async ({ browser }) => {
  const all = (await site.api('accounts', 'GET', 'close_out/read_days', {})) as unknown as (Day & { ref: string })[];
  const closed = all.find((one) => one.ref !== null);
  if (!closed) throw new Error('The test before closed a day.');
  const path = `/close-outs/${closed.officer._id}?day=${closed.day}`;
  const staff = await tablet(browser, 'staff', path);
  await expect(staff.getByText(/^Closed by/)).toBeVisible();
  await expect(button(staff, 'Open again')).toHaveCount(0);
  await staff.context().close();

  const page = await tablet(browser, 'accounts', path);
  await button(page, 'Open again').tap();
  const again = dialog(page).getByRole('button', { name: 'Open again' });
  await expect(again).toBeDisabled();
  await dialog(page).getByLabel('Reason').fill('A note was wrong');
  expect(await violationsInBoth(page)).toEqual([]);
  await again.tap();
  await expectText(page, new RegExp(` of ${closed.officer.name} is open again\\.$`));
  await expect(page.getByText(new RegExp(`^${closed.ref}, signed .*: A note was wrong$`))).toBeVisible();
  await expect(button(page, 'Close the day')).toBeEnabled();
  await page.context().close();
});

test('without a server a day is read from the stored copy, and closing says first that it needs a connection', {
  tag: ['@each-change', '@CLO-14'],
}, async ({ browser }) => {
  const day = await openDay();
  const page = await tablet(browser, 'accounts', `/close-outs/${day.officer._id}?day=${day.day}`);
  await expect(button(page, 'Close the day')).toBeEnabled();
  await site.stopServer();
  try {
    await expect(button(page, 'Close the day')).toBeDisabled({ timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('Still to hand in');
    await expect(page.getByText(/connection/).first()).toBeVisible();
    expect(await violationsInBoth(page)).toEqual([]);
  } finally {
    await site.startServer();
  }
  await page.context().close();
});
