/** What the server refuses of one field is said at that field, to eyes and to screen readers, and the focus stands there (API.md 1.7, WCAG 3.3.1). */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { newRetailer, placedOrder } from '../support/demoRecords.ts';
import { framesLater, holdAnswer, spoil } from '../support/lostAnswers.ts';
import { button } from '../support/onPage.ts';
import { openTotals } from '../support/rowMenu.ts';
import { choose, signIn, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by what this file puts in their way.
test.use({ serviceWorkers: 'block' });

const site = siteOfFile();
test.describe.configure({ timeout: 60_000 });

const ask = (path: string, fields: Record<string, string | readonly string[]>) =>
  site.api('admin', 'POST', path, fields);
const named = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The field has the focus, is told to be wrong and says why. */
async function refusedAt(field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(text);
}
const isFine = (field: Locator) => expect(field).not.toHaveAttribute('aria-invalid', 'true');

test('an e-mail or a phone that is in use is refused at its field, which has the focus, until it is typed again', {
  tag: ['@ERR-01', '@WCAG-3.3.1'],
}, async ({ page }) => {
  const person = { status: 'active', role: 'manager.staff', hash: 'default' };
  await ask('manager/signup', {
    ...{ ...person, name: 'Has both', phone: '08036670001', email: 'in.use@example.test' },
  });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/managers/signup`);
  const [phone, email] = [page.getByLabel('Phone number'), page.getByLabel('Email')];
  await named(page, 'Name').fill('Wants both');
  await phone.fill('08036670001');
  await email.fill('in.use@example.test');
  await page.getByLabel('Role').selectOption('manager.staff');
  await button(page, 'Create').click();
  await refusedAt(email, 'Email is already in use.');
  await isFine(phone);
  await email.fill('free@example.test');
  await isFine(email);
  await email.press('Enter');
  await refusedAt(phone, 'Phone number is already in use.');
  await isFine(email);
  await phone.fill('08036670002');
  await isFine(phone);
  await phone.press('Enter');
  await expect(page.getByText('Manager successfully created.')).toBeVisible();
});

test('a taken name, an owner with a warehouse, a hub that is gone: at the field, of whatever kind it is', {
  tag: ['@ERR-01', '@WCAG-3.3.1'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/store-types/create`);
  await named(page, 'Name').fill('KIOSK');
  await page.getByLabel('Description').fill('The same again');
  await button(page, 'Create').click();
  await refusedAt(named(page, 'Name'), 'Store type already exists.');

  await page.goto(`${site.url}/warehouses/create`);
  await page.getByLabel('Warehouse type').selectOption({ label: 'Seller' });
  await choose(page, 'Warehouse owner', 'Mushin Hub');
  await button(page, 'Create').click();
  const owner = page.getByRole('combobox', { name: 'Warehouse owner' });
  await refusedAt(owner, 'This owner already has an active warehouse.');
  // Another type takes the owner away, and what was said of him.
  await page.getByLabel('Warehouse type').selectOption({ label: 'Sales Officer' });
  await expect(owner).toHaveValue('');
  await expect(owner).not.toHaveAccessibleDescription('This owner already has an active warehouse.');

  await page.goto(`${site.url}/distributors/create`);
  await named(page, 'Name').fill('Depot of no hub');
  await page.getByLabel('Address').fill('1 Creek Road');
  const hub = page.getByRole('button', { name: /^Hub / });
  await hub.click();
  await page.getByRole('checkbox', { name: 'Wuse Hub', exact: true }).check();
  await page.keyboard.press('Escape');
  await spoil(page, 'distributor/create', 'seller_ids[]', 'gone');
  await button(page, 'Create').click();
  await refusedAt(hub, 'Hub not found');
  await hub.press('Enter');
  await page.getByRole('checkbox', { name: 'Mushin Hub', exact: true }).check();
  await isFine(hub);
});

test('forms that are no record’s own: a setting, a referral, a password, a deposit, a copied area, a figure', {
  tag: ['@ERR-01', '@WCAG-3.3.1'],
}, async ({ page }) => {
  await ask('config/create', { key: 'opening_hours', value: '8 to 6' });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/config-wizard`);
  const fresh = page.getByRole('form', { name: 'New config' });
  await fresh.getByLabel('Key').fill('opening_hours');
  await fresh.getByLabel('Value').fill('9 to 5');
  await fresh.getByRole('button', { name: 'Add' }).click();
  await refusedAt(fresh.getByLabel('Key'), 'Key already exists.');

  const [place] = (await site.api('admin', 'GET', 'location/read_all')) as [{ _id: string }];
  const agent = (await ask('agent/signup', {
    ...{ name: 'Agent of fields', phone: '08036670010', status: 'active', source: 'WHATSAPP', bank: '044' },
    ...{ account: '0123456789', location_id: place._id, hash: 'default' },
  })) as string;
  await ask('agent_referral/create_phone', { phone: '08036670011', referral: agent, status: 'unverified' });
  await page.goto(`${site.url}/agents/${agent}/update`);
  const referred = page.getByLabel('Referred phone');
  await referred.fill('08036670011');
  await button(page, 'Add').click();
  await refusedAt(referred, 'Phone number has already been referred.');
  await referred.fill('08036670012');
  await isFine(referred);

  await page.goto(`${site.url}/profile`);
  const old = page.getByLabel('Old Password');
  await old.fill('not-my-password');
  await page.getByLabel('New Password').fill('market day at noon');
  await page.getByLabel('Confirm Password').fill('market day at noon');
  await button(page, 'Update password').click();
  await refusedAt(old, 'Old password is not correct.');
  await old.fill('admin-Passw0rd');
  await page.getByLabel('New Password').fill('admin-Passw0rd');
  await page.getByLabel('Confirm Password').fill('admin-Passw0rd');
  await isFine(old);
  await button(page, 'Update password').click();
  await refusedAt(page.getByLabel('New Password'), 'New password must differ from the old one.');

  const buyer = await newRetailer(site, '08036670013');
  await page.goto(`${site.url}/buyers/${buyer}/balance`);
  await button(page, 'New Deposit').click();
  const deposit = page.getByRole('dialog', { name: 'New Deposit' });
  await deposit.getByLabel('Value').fill('500');
  await deposit.getByLabel('Description').fill('Brought to the hub');
  await spoil(page, 'ledger_log/deposit_to', 'value', '0');
  await deposit.getByRole('button', { name: 'Submit' }).click();
  await expect(deposit.getByLabel('Value')).toHaveAttribute('aria-invalid', 'true');
  await expect(deposit.getByLabel('Value')).toBeFocused();

  const [area] = (await site.api('admin', 'GET', 'area/read_all')) as [{ _id: string }];
  await page.goto(`${site.url}/areas/${area._id}`);
  await button(page, 'Duplicate').click();
  const copy = page.getByRole('dialog', { name: 'Duplicate area' });
  await copy.getByLabel('Name').fill('A copied area');
  await spoil(page, 'area/duplicate', 'name', 'ab');
  await copy.getByRole('button', { name: 'Duplicate' }).click();
  await refusedAt(copy.getByLabel('Name'), 'Name must be at least 3 characters.');

  const { id } = await placedOrder(site, buyer);
  await page.goto(`${site.url}/order-groups/${id}`);
  await openTotals(page);
  await button(page, 'Edit Subtotal').click();
  const subtotal = named(page, 'Subtotal');
  await subtotal.fill('12000');
  await spoil(page, 'order_group/update_subtotal', 'subtotal', 'many');
  await button(page, 'Save').click();
  await expect(subtotal).toHaveAttribute('aria-invalid', 'true');
  await expect(subtotal).toBeFocused();
  await subtotal.fill('13000');
  await isFine(subtotal);
});

test('a refusal that comes late takes the focus from no dialog that was opened meanwhile', {
  tag: ['@ERR-01', '@B12.6'],
}, async ({ page }) => {
  const person = { status: 'active', role: 'manager.staff', hash: 'default' };
  await ask('manager/signup', { ...person, name: 'First', phone: '08036670021', email: 'late@example.test' });
  const id = String(
    await ask('manager/signup', { ...person, name: 'Second', phone: '08036670022', email: 'second@example.test' }),
  );
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/managers/${id}/update`);
  const email = page.getByLabel('Email');
  await email.fill('late@example.test');
  const release = await holdAnswer(page, 'manager/update');
  await button(page, 'Update').click();
  await button(page, 'Create a starter password').click();
  const dialog = page.getByRole('dialog', { name: 'Starter password' });
  await dialog.getByLabel('Your password').fill('admin-Passw0rd');
  await dialog.getByRole('button', { name: 'Create password' }).focus();
  release();
  await expect(page.getByText('Email is already in use.').first()).toBeAttached();
  await framesLater(page);
  await expect(dialog.getByRole('button', { name: 'Create password' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(email).toHaveAccessibleDescription('Email is already in use.');
});
