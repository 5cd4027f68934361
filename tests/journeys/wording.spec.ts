/** One word for one thing at the desk: what a form answers, how it is left, what a button and a message say (decisions 1290 to 1295). */
import { expect, type Page, test } from '@playwright/test';
import { newRetailer, placedOrder } from '../support/demoRecords.ts';
import { button } from '../support/onPage.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });

/** The forms of new records with the list that each is left for. */
const FORMS = [
  ['/products/create', '/products'],
  ['/brands/create', '/brands'],
  ['/manufacturers/create', '/manufacturers'],
  ['/categories/create', '/categories'],
  ['/store-types/create', '/store-types'],
  ['/locations/create', '/locations'],
  ['/areas/create', '/areas'],
  ['/sellers/create', '/sellers'],
  ['/distributors/create', '/distributors'],
  ['/managers/signup', '/managers'],
  ['/buyers/signup', '/buyers'],
  ['/cohorts/create', '/cohorts'],
] as const;

/** A press as a hand makes it: between down and up the screen has time to change under the pointer. */
async function pressSlowly(page: Page, name: string): Promise<void> {
  const to = button(page, name);
  await to.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await to.boundingBox()) ?? {};
  // The upper edge: a message above the button moves it down.
  await page.mouse.move(x + width / 2, y + Math.min(6, height / 2));
  await page.mouse.down();
  await page.waitForTimeout(120);
  await page.mouse.up();
}

test('a form shows every error at one press, also of the fields beside the one that was typed, and has a way back to its list', {
  tag: ['@UI-01', '@WCAG-3.3.1'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, list] of FORMS) {
    await page.goto(site.url + path);
    const first = page.locator('#screen form input:is([type="text"], :not([type])):not([role="combobox"])').first();
    await first.fill('X');
    await pressSlowly(page, 'Create');
    const silent = page.locator('#screen form [aria-required="true"]:not([aria-invalid="true"])');
    await expect(page.locator('#screen form [aria-invalid="true"]').first(), path).toBeVisible();
    // A needed field without a message has a value.
    await expect
      .poll(() => silent.evaluateAll((all) => all.filter((one) => !(one as HTMLInputElement).value).length), {
        message: path,
      })
      .toBe(0);
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await button(page, 'Leave').click();
    await expect(page, path).toHaveURL(new RegExp(`${list}(\\?|$)`));
  }
});

test('a screen has the name of its link in the menu', { tag: ['@SHELL-20'] }, async ({ page }) => {
  /** The documents fix the words of the menu and what these pages hold. */
  const OTHER: Readonly<Record<string, string>> = {
    '/': 'Welcome',
    '/order-groups': 'Order Groups',
    '/inventory/report': 'Inventory Report',
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.locator('nav a[href^="/"]').nth(31).waitFor({ state: 'attached' });
  const links = await page
    .locator('nav a[href^="/"]')
    .evaluateAll((all) => all.map((one) => [one.textContent?.trim() ?? '', one.getAttribute('href') ?? ''] as const));
  expect(links.length).toBeGreaterThan(30);
  for (const [word, path] of links) {
    await page.goto(site.url + path);
    await expect(page.locator('#screen h1').first(), path).toContainText(OTHER[path] ?? word);
  }
});

test('the button of a setting shows its message at the field, and the row has words beside the key', {
  tag: ['@CFG-03', '@CFG-05'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await site.api('admin', 'POST', 'config/create', { key: 'shop_phone', value: '08036671111' });
  await page.goto(`${site.url}/config-wizard`);
  const row = page.getByRole('form', { name: 'shop_phone', exact: true });
  const [value, update] = [row.getByLabel('Value'), row.getByRole('button', { name: /^Update/ })];
  // UI-01: it counts as disabled, and a press on a wrong value says why.
  await expect(update).toBeDisabled();
  await value.fill('0803');
  await expect(update).toBeDisabled();
  await update.dispatchEvent('click');
  await expect(value).toBeFocused();
  await expect(value).toHaveAccessibleDescription(/^Phone number must be valid/);
  await value.fill('08036672222');
  await update.click();
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText('shop_phone value successfully updated.');
  await expect(message).toContainText('Shop phone');
  await row.getByRole('button', { name: 'Delete shop_phone' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Shop phone?' })).toContainText('shop_phone');
});

test('an order says what its new status charged, before it how that is taken back, and "Cancel" alone only leaves', {
  tag: ['@ORD-43', '@B12.4', '@ORD-07'],
}, async ({ page }) => {
  const order = await placedOrder(site, await newRetailer(site, '08036673333'));
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups/${order.id}`);
  await button(page, 'Mark delivered').click();
  const dialog = page.getByRole('dialog', { name: /^Mark delivered/ });
  await expect(dialog).toContainText('You can cancel the order afterwards, with a reason.');
  await button(page, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Mark delivered').click();
  await dialog.getByRole('button', { name: 'Mark delivered' }).click();
  const message = page.getByRole('region', { name: 'Messages' }).locator('[data-tone]');
  await expect(message).toContainText('Order successfully updated.');
  await expect(message).toContainText('₦20,000 charged to Retailer 08036673333.');
  await expect(message.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await expect(button(page, 'Cancel order')).toBeVisible();
});

test('the menu of a row begins with View, then Edit', { tag: ['@UI-43', '@BRAND-03'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const path of [
    '/brands',
    '/buyers',
    '/warehouses',
    '/distributors',
    '/sellers',
    '/agents',
    '/purchase-orders',
  ]) {
    await page.goto(site.url + path);
    await page.locator('tbody tr .row-menu').first().click();
    const words = await page.locator('.row-menu-list:popover-open :is(a, button)').allTextContents();
    const at = (word: RegExp) => words.findIndex((one) => word.test(one));
    const [view, edit] = [at(/^View(?! products)/), at(/^Edit/)];
    expect(edit, path).toBeGreaterThanOrEqual(0);
    expect(view, `${path}: ${words.join(', ')}`).toBeLessThanOrEqual(0);
    // Before it is only what the row opens, in the documents' word where they have one (decision 1330).
    expect(edit, `${path}: ${words.join(', ')}`).toBeLessThanOrEqual(1);
  }
});

test('a failed save is one message: the sentence of the documents stands small above what is known and what to do', {
  tag: ['@ERR-02', '@K26'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/store-types/create`);
  await page.getByLabel('Name', { exact: true }).fill('A type that fails');
  await page.getByLabel('Description').fill('The server fails');
  await page.route('**/store_type/create', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Create').click();
  const message = page.getByText('An unexpected error occured!');
  await expect(message).toHaveCount(1);
  const lines = page.locator('.one-message > *');
  await expect(lines).toHaveCount(2);
  const [sentence = 0, known = 0] = await lines.evaluateAll((all) =>
    all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
  );
  expect(sentence).toBeLessThan(known);
});

test('a row of orders says what the order is worth below the amount due, in a row of the usual height', {
  tag: ['@ORD-03', '@ORD-13'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2020-01-01`);
  const rows = page.locator('#screen tbody tr');
  await expect(rows.filter({ hasText: /order ₦[\d,.]+, paid/ }).first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
  expect(Math.max(...heights)).toBeLessThanOrEqual(Math.min(...heights) + 2);
});
