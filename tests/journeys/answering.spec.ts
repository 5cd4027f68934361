/** Buttons answer with what is missing instead of being pale, a starter password leads to its copy, and the bar leads to a history (decisions 1570 to 1572). */
import { expect, type Page, test } from '@playwright/test';
import { lineIdle } from '../support/settled.ts';
import { openAs, siteOfFile } from '../support/site.ts';

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 }, permissions: ['clipboard-write'] });
const site = siteOfFile();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A press of a button that counts as disabled. */
const press = (page: Page, name: string) => button(page, name).first().click({ force: true });
const message = (page: Page) => page.locator('[data-messages] [data-tone]');

test('a button that cannot act yet looks as always and says what is missing', { tag: ['@UI-01'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/buyers/buyer_09/orders`);
  await lineIdle(page);
  for (const [name, words] of [
    ['Print', 'There is nothing to print yet.'],
    ['Export', 'There is nothing to export yet.'],
  ] as const) {
    await expect(button(page, name).first()).toHaveCSS('opacity', '1');
    await press(page, name);
    await expect(message(page).filter({ hasText: words })).toBeVisible();
  }
  await page.goto(`${site.url}/sales-officers/da_01/buyers`);
  await press(page, 'Save 0 Change(s)');
  await expect(message(page).filter({ hasText: 'Nothing is changed yet.' })).toBeVisible();
  await page.goto(`${site.url}/config-wizard`);
  await press(page, 'Update support_phone');
  await expect(message(page).filter({ hasText: 'Type another value first.' })).toBeVisible();
  await page.goto(`${site.url}/profile`);
  await press(page, 'Change password');
  await expect(page.getByLabel('New Password')).toHaveAttribute('aria-invalid', 'true');
});

test('a starter password is made for somebody new: the field answers, then the copy has the focus and says so', {
  tag: ['@B10.6'],
}, async ({ page }) => {
  await site.api('admin', 'POST', 'manager/signup', {
    name: 'Bisi Ojo',
    phone: '08039990001',
    email: 'bisi@example.test',
    role: 'manager.accountant',
    status: 'active',
    hash: 'default',
  });
  const [made] = (await site.api('admin', 'GET', 'manager/read_all', { search: 'bisi ojo' })) as { _id: string }[];
  await openAs(page, site, 'admin', `${site.url}/managers/${made?._id}/update`);
  await expect(page.getByText('Bisi Ojo has not signed in yet.')).toBeVisible();
  await button(page, 'Create starter password').click();
  const dialog = page.getByRole('dialog', { name: 'Starter password' });
  await dialog.getByRole('button', { name: 'Create password' }).click({ force: true });
  await expect(dialog.getByText('Type your own password first.')).toBeVisible();
  await dialog.getByLabel('Your password').fill('admin-Passw0rd');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Copied. Paste it in a message to Bisi Ojo.')).toBeVisible();
});

test('the bar leads to the history of a record, and shows the keys', { tag: ['@B12.2'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await lineIdle(page);
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await page.keyboard.press('Control+k');
  await box.fill('who changed the price of milo sachet');
  await expect(page.getByRole('option', { name: /^History of Milo Sachet/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Hide history')).toBeInViewport();
  await expect(page).toHaveURL(/\/update$/);
  await page.keyboard.press('Control+k');
  await box.fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
