/** The main tasks without a mouse: every stop of the focus is seen, nothing traps it but a dialog, and what happens is said (WCAG 2.2 AA). */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { unfoldFor } from '../support/menu.ts';
import { button } from '../support/onPage.ts';
import { noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** What is wrong with how the focused element is seen; null when nothing is. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const name =
      focused.getAttribute('aria-label') || focused.textContent?.trim().slice(0, 40) || focused.outerHTML.slice(0, 200);
    // A switch is drawn by the span beside its hidden input, a date among the chips by its chip.
    const chip = focused.matches('input[type^="date"]') && focused.closest('.chips .field');
    const drawn =
      focused.matches('input[role="switch"]') && focused.nextElementSibling
        ? focused.nextElementSibling
        : chip || focused;
    const style = getComputedStyle(drawn);
    if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2)
      return `${name}: no ring (${style.outline})`;
    // WCAG 2.4.11: some of it lies on top; a bar or the header does not hide all of it.
    const box = drawn.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => [box.left + box.width * across, box.top + box.height * down] as const),
    );
    const seen = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return (
        top !== null &&
        (drawn.contains(top) || top.contains(drawn) || focused.closest('label') === top.closest('label'))
      );
    });
    return seen ? null : `${name}: hidden at ${Math.round(box.left)}, ${Math.round(box.top)}`;
  });

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  // Data that comes at this very moment may still push the stop about.
  await expect.poll(() => unseen(page)).toBeNull();
}

/** Tab, or Shift + Tab, until `wanted` has the focus; every stop on the way must be seen. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let stop = 0; stop < 90; stop += 1) {
    await press(page, key);
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${wanted}`);
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('sign-in by keyboard: the first wrong field gets the focus and says why; the skip link leads past the menu', {
  tag: ['@each-change', '@WCAG-3.3.1', '@WCAG-2.4.1', '@WCAG-2.4.3', '@SES-02', '@SES-03'],
}, async ({ page }) => {
  await page.goto(`${site.url}/login`);
  const email = page.getByLabel('Email');
  await tabTo(page, button(page, 'Sign in'));
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('Email field is required.');
  await page.keyboard.type('admin@example.test');
  await tabTo(page, page.getByLabel('Password'));
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('admin-Passw0rd');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(page).toHaveTitle('Welcome, Adaeze Admin - Kasuwa');

  await page.reload();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await press(page, 'Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  await page.keyboard.press('Enter');
  // The browser moves the focus with its next frame.
  await expect(page.locator('#screen')).toBeFocused();
  await press(page, 'Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('#screen') !== null)).toBe(true);
});

test('the title takes the words of the heading, however late the name of the record comes', {
  tag: ['@B14.6'],
}, async ({ browser }) => {
  const [warehouse] = (await site.api('admin', 'GET', 'warehouse/read_all', { parent: 'hub_lagos_mushin' })) as {
    _id: string;
  }[];
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.clock.install();
  await signIn(page, site, 'admin');
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    (url) => url.pathname === '/api/warehouse/read',
    async (route) => {
      await answered;
      await route.continue();
    },
  );
  await page.goto(`${site.url}/warehouses/${warehouse?._id}/products`);
  await expect(page).toHaveTitle('Warehouse - Kasuwa');
  // Later than any answer that is on time.
  await page.clock.runFor(5_000);
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mushin Hub');
  await expect(page).toHaveTitle('Mushin Hub - Kasuwa');
  await page.context().close();
});

test('the groups of the menu are folded, open by keyboard, each person’s own, and the group one is in is always open', {
  tag: ['@SHELL-20', '@SHELL-28'],
}, async ({ page }) => {
  // From 1440 px on the menu stands open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const nav = main(page);
  const logistics = nav.getByRole('button', { name: 'Logistics', exact: true });
  const areas = nav.getByRole('link', { name: 'Areas' });
  for (const name of ['Orders', 'Inventory', 'Logistics', 'People', 'Reports', 'More'])
    await expect(nav.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'false');
  await expect(nav.getByRole('link')).toHaveText(['Home']);
  await tabTo(page, logistics);
  // The links of a folded group are skipped: the next stop is the next group.
  await press(page, 'Tab');
  await expect(nav.getByRole('button', { name: 'People' })).toBeFocused();
  await press(page, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(logistics).toHaveAttribute('aria-expanded', 'true');
  await expect(logistics).toBeFocused();
  await expect(areas).toBeVisible();
  await expect(nav.getByRole('link')).toHaveCount(6);
  await page.reload();
  await expect(logistics).toHaveAttribute('aria-expanded', 'true');
  await logistics.click();
  // Where one is stays in sight, whatever was folded.
  await page.goto(`${site.url}/areas`);
  await expect(areas).toHaveAttribute('aria-current', 'page');
  await expect(logistics).toHaveCount(0);
  await expect(nav.getByRole('heading', { name: 'Logistics' })).toBeVisible();
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect(logistics).toHaveAttribute('aria-expanded', 'false');
  await logistics.click();
  await logistics.click();
  // The mini sidebar shows the links of a group beside it, and keeps its width.
  await page.keyboard.press('Control+b');
  await expect(logistics).toHaveCount(0);
  const group = nav.getByRole('button', { name: 'Logistics menu' });
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expect(nav.getByRole('link', { name: 'Locations' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(areas).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(areas).toBeHidden();
  await expect(group).toBeFocused();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  // Orders leads to its list; ArrowRight shows its links, ArrowLeft puts them away.
  const orders = nav.getByRole('link', { name: 'Orders', exact: true });
  await orders.focus();
  await page.keyboard.press('ArrowRight');
  await expect(nav.getByRole('link', { name: 'All Orders' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(orders).toBeFocused();
  await expect(orders).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Control+b');
  await logistics.click();
  // Another person on this device has all of them folded.
  await page.getByRole('button', { name: 'User menu' }).click();
  await button(page, 'Logout').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, site, 'staff');
  await expect(logistics).toHaveAttribute('aria-expanded', 'false');
});

test('the drawer of narrow screens and the user menu: focus goes in, Escape brings it back', {
  tag: ['@SHELL-11', '@SHELL-32'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await signIn(page, site, 'admin');
  const toggle = button(page, 'Toggle sidebar');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('link', { name: 'Home' })).toBeFocused();
  // What lies under it is out of reach.
  await expect(page.locator('#screen')).toHaveJSProperty('inert', true);
  await page.keyboard.press('Escape');
  await expect(main(page)).toHaveCount(0);
  await expect(toggle).toBeFocused();
  const menu = page.getByRole('button', { name: 'User menu' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Logout'));
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await press(page, 'Shift+Tab');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('a list by keyboard: filter, rows by arrows, dialogs that keep the focus and give it back', {
  tag: ['@each-change', '@WCAG-2.1.1', '@WCAG-2.4.3', '@WCAG-2.4.11', '@UI-07', '@UI-25'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/managers`);
  const table = page.getByRole('table', { name: 'Managers' });
  await expect(table).toBeVisible();
  await page.locator('#screen').focus();
  // A dialog: the focus goes in, goes round, and comes back.
  const exporting = button(page, 'Export');
  await tabTo(page, exporting);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await expect(dialog).toBeVisible();
  const inside = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);
  await expect.poll(inside).toBe(true);
  const stops = new Set<number>();
  for (let stop = 0; stop < 20; stop += 1) {
    await press(page, stop < 12 ? 'Tab' : 'Shift+Tab');
    expect(await inside()).toBe(true);
    stops.add(
      await page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement as Element)),
    );
  }
  expect(stops.size).toBeGreaterThan(3);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(exporting).toBeFocused();
  // A filter, by its letters.
  await tabTo(page, page.getByLabel('Role', { exact: true }));
  await page.keyboard.type('Kasuwa Acc');
  await expect(page.getByRole('option', { name: 'Kasuwa Accountant' })).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/role=manager.accountant/);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Role', { exact: true })).toBeFocused();
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await page.keyboard.press('Backspace');
  await expect(page).not.toHaveURL(/role=/);
  await expect(table.locator('tbody tr').nth(1)).toBeVisible();
  // From the table into its rows, and through them.
  await tabTo(page, page.getByRole('region', { name: 'Managers' }));
  await press(page, 'ArrowDown');
  await expect(table.locator('tbody tr').first()).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(table.locator('tbody tr').nth(1)).toBeFocused();
  const name = (await table.locator('tbody tr').nth(1).locator('td').nth(1).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
});

test('a form by keyboard: dates and choices typed, the refused field gets the focus, the question on leaving', {
  tag: ['@each-change', '@WCAG-3.3.1', '@WCAG-4.1.3', '@UI-01', '@B12.8'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  await page.locator('#screen').focus();
  const name = page.getByLabel('Name', { exact: true });
  await tabTo(page, name);
  await page.keyboard.type('KI');
  await press(page, 'Tab');
  await expect(name).toHaveAccessibleDescription('Name must be at least 3 characters.');
  await page.keyboard.type('The same again');
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('OSK');
  await tabTo(page, button(page, 'Create'));
  await page.keyboard.press('Enter');
  // Said at once, and the focus is where the next key press is useful.
  await expect(page.getByRole('alert').getByText('Store type already exists.').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
  // Leaving asks; Escape stays.
  await unfoldFor(page, 'Cohorts');
  await tabTo(page, main(page).getByRole('link', { name: 'Cohorts' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const ask = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toHaveCount(0);
  await expect(name).toHaveValue('KIOSK');
  // A date field takes keys. A day whose neighbours by day, month and year are days too, and past: the field takes no others.
  await page.evaluate(() => document.querySelector<HTMLElement>('#screen')?.focus());
  await page.goto(`${site.url}/order-groups?from=2025-06-15&to=2025-06-20`);
  await page.locator('#screen').focus();
  const from = page.getByLabel('From');
  await tabTo(page, from);
  await expect(from).toHaveValue('2025-06-15');
  await page.keyboard.press('ArrowDown');
  await expect(from).not.toHaveValue('2025-06-15');
});

test('a whole transfer by keyboard: parties, a line, editing and removing it, completing it', {
  tag: ['@WCAG-2.1.1', '@WCAG-4.1.3', '@UI-13', '@UI-28', '@B11.1'],
}, async ({ page }) => {
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in`);
  const from = page.getByRole('combobox', { name: 'From Distributor' });
  const to = page.getByRole('combobox', { name: 'To Hub' });
  // Where tiles ask for both ends the form is folded.
  const more = button(page, 'Change: another hub or date');
  await page.locator('#screen').focus();
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  await expect(from).toBeEnabled();
  // Else the way back from the field after it would end in this one.
  await expect(to).toBeEnabled();
  await page.locator('#screen').focus();
  // PO-26: nothing to press before the form is whole; what is missing is said when its field is left.
  await expect(button(page, 'Save & Add Products')).toBeDisabled();
  await tabTo(page, from);
  await page.keyboard.press('Tab');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Shift+Tab');
  await expect(from).toBeFocused();
  // The keys of a scanner come faster, on this screen too.
  await page.keyboard.type('Golden', { delay: 120 });
  await expect(page.getByRole('option')).toHaveText([/^Golden Gate Foods/]);
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue('Golden Gate Foods');
  await tabTo(page, to);
  await page.keyboard.type('mushin', { delay: 120 });
  await expect(page.getByRole('option')).toHaveText([/^Mushin Hub/]);
  await page.keyboard.press('Enter');
  await expect(to).toHaveValue('Mushin Hub');
  await tabTo(page, button(page, 'Save & Add Products'));
  await page.keyboard.press('Enter');

  // The desk begins in the search.
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await expect(product).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  // None of these is tracked by lot, so the figure is all that is asked for. The keys of a scanner come faster.
  await page.keyboard.type('morning', { delay: 120 });
  await expect(page.getByRole('option').first()).toContainText('Good Morning');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const quantity = page.getByRole('textbox', { name: 'Quantity', exact: true });
  // The chosen product leads to its figure by itself.
  await expect(quantity).toBeFocused();
  await page.keyboard.type('3');
  await page.keyboard.press('ArrowUp');
  await expect(quantity).toHaveValue('4');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  // The address says that all was answered; the status may still be the one before it.
  await expect(page).toHaveURL(/purchase_order_id=(?!local-)/);
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');

  // The line: opened from its row, put back without a trace, opened again for another figure.
  await tabTo(page, rows.first());
  await page.keyboard.press('Enter');
  await expect(quantity).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Escape');
  await expect(product).toBeFocused();
  await expect(rows.first()).toContainText('4 cases');
  await tabTo(page, rows.first());
  await page.keyboard.press('Enter');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText('6 cases');
  await expect(product).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: /^Complete Transfer/ }));
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog');
  await expect(sure).toContainText('This action cannot be reversed.');
  await tabTo(page, sure.getByRole('button', { name: 'Continue' }));
  // A person reads the question; the Enter that opened it does not answer it too (decision 0861).
  await page.waitForTimeout(800);
  await page.keyboard.press('Enter');
  // Said in a live region that stood there before.
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toHaveAttribute('aria-live', 'polite');
  await expect(messages).toContainText(/\S/);
  await expect(page.getByText(/PO-[A-Z0-9]{8}/).first()).toBeVisible();
});
