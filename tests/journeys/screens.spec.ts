/** Every screen of this part: its texts, its gates, and no accessibility violation, light and dark. */
import { expect, test } from '@playwright/test';
import { violations, violationsInAll } from '../support/axe.ts';
import { setFilter } from '../support/filterChip.ts';
import { watchPolicy } from '../support/policy.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { EVERY_SCREEN, SCREENS_OF_EACH_CHANGE } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { walkOfDay } from '../support/shares.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

/** The first record of a model as the administrator's list shows it. */
async function firstOf(model: string): Promise<string> {
  const answer = (await site.api('admin', 'GET', `${model}/read_all`, { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  return answer.rows[0]?._id ?? '';
}

/** The address with the records that there are. */
async function resolved(path: string): Promise<string> {
  const model = /\{(\w+)\}/.exec(path)?.[1];
  return model === undefined ? path : path.replace(/\{\w+\}/, await firstOf(model));
}

test.describe(() => {
  test.use(noWorker);
  test('sign-in: refusals first, then the page that was asked for', {
    tag: ['@each-change', '@SES-01', '@SES-02', '@SES-03', '@SHELL-04'],
  }, async ({ page }) => {
    // SHELL-04: every address, also one that needs no permission and one that there is none.
    for (const path of ['/', '/profile', '/game', '/sync', '/nowhere/at/all']) {
      await page.goto(`${site.url}${path}`);
      await expect(page, path).toHaveURL(/\/login/);
    }
    await page.goto(`${site.url}/warehouses?search=mushin`);
    await expect(page).toHaveURL(/\/login/);
    // Whose sign-in it is stands there on every screen, also on a phone.
    for (const width of [390, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByText('Kasuwa', { exact: true })).toBeInViewport();
    }
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email field is required.')).toBeVisible();
    await expect(page.getByText('Password field is required', { exact: true })).toBeVisible();
    await page.getByLabel('Email').fill('nobody');
    await expect(page.getByText('Email must be valid.')).toBeVisible();
    await page.getByLabel('Email').fill('officer1@example.test');
    await page.getByLabel('Password').fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email or password is not correct.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Password').fill('officer1-Passw0rd');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Warehouses (1)' })).toBeVisible();
    await page.goto(`${site.url}/login`);
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/`);
  });

  test(
    'no accessibility violation on any screen, light and dark and in both densities, and none of the content policy',
    {
      tag: ['@each-change', '@SHELL-14', '@SHELL-05', '@SEC-01'],
    },
    async ({ page }, { project }) => {
      const screens = project.name === 'each' ? walkOfDay(EVERY_SCREEN, SCREENS_OF_EACH_CHANGE) : EVERY_SCREEN;
      // A few seconds a screen, and there are many.
      test.setTimeout(60_000 + screens.length * 20_000);
      const broken = await watchPolicy(page);
      await openAs(page, site, 'admin', site.url);
      const found: string[] = [];
      for (const path of screens) {
        await goSettled(page, await resolved(path));
        for (const one of await violationsInAll(page)) found.push(`${path} ${one}`);
      }
      expect(found).toEqual([]);
      expect(broken()).toEqual([]);
      await expect(page.getByRole('heading', { name: 'Page not found!' })).toBeVisible();
    },
  );

  test('warehouses: list, search, create, update, refusals', {
    tag: [
      '@each-change',
      '@WH-01',
      '@WH-02',
      '@WH-03',
      '@WH-04',
      '@WH-05',
      '@WH-06',
      '@WH-08',
      '@WH-09',
      '@WH-10',
      '@WH-11',
      '@WH-12',
      '@WH-13',
      '@WH-14',
      '@WH-15',
      '@PERM-46',
    ],
  }, async ({ page }) => {
    // A window that has room for one page of a list (decision 0406).
    await page.setViewportSize({ width: 1280, height: 720 });
    await openAs(page, site, 'admin', `${site.url}/warehouses`);
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['#', 'Owner', 'Type', 'Status'],
      // Our own stand behind those of the documents.
      ...['Products', 'Cases', 'Worth', 'Last moved'],
      'Actions',
    ]);
    await expect(page.getByRole('heading', { name: /^Warehouses \(\d+\)$/ })).toBeVisible();
    const rows = page.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(10);
    await page.getByLabel('Search warehouses').fill('mushin hub');
    await expect(rows).toHaveCount(1);
    await openRowMenu(rows);
    await rows.getByRole('link', { name: 'Products' }).click();
    await expect(page).toHaveURL(/\/warehouses\/[^/]+\/products$/);
    await page.goBack();
    await rows.getByRole('link', { name: 'Mushin Hub' }).click();
    await expect(page).toHaveURL(/\/warehouses\/[^/]+\/update\?tab=stock$/);
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { name: 'Update Warehouse' })).toBeVisible();
    await page.goBack();
    await page.getByLabel('Search warehouses').fill('zzzz');
    await expect(page.getByText('No warehouses found')).toBeVisible();
    // The way out is there where nothing was found.
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(rows).toHaveCount(10);
    await expect(page.getByLabel('Search warehouses')).toHaveValue('');
    await expect(page.getByLabel('Search warehouses')).toBeFocused();
    await page.getByRole('link', { name: 'Create Warehouse' }).click();
    const owner = page.getByRole('combobox', { name: 'Warehouse owner' });
    await expect(owner).toBeDisabled();
    await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0);
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await expect(create).toBeDisabled();
    await expect(page.getByLabel('Warehouse type').locator('option')).toHaveText([
      'Choose a type',
      'Sales Officer',
      'Seller',
      'Distributor',
    ]);
    await page.getByLabel('Warehouse type').selectOption({ label: 'Seller' });
    await choose(page, 'Warehouse owner', 'Mushin Hub');
    await create.click();
    await expect(page.getByText('This owner already has an active warehouse.').first()).toBeVisible();
    // Another type clears the owner.
    await page.getByLabel('Warehouse type').selectOption({ label: 'Sales Officer' });
    await expect(owner).toHaveValue('');
    await choose(page, 'Warehouse owner', 'Mercy Udo');
    await create.click();
    await expect(page.getByText('Warehouse successfully created.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Update Warehouse' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Discard Changes' })).toHaveCount(0);
    // WH-08, WH-13: nobody chose it, and nothing is changed yet.
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeDisabled();
    await page.getByLabel('Status', { exact: true }).selectOption('inactive');
    await expect(page.getByRole('button', { name: 'Discard Changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('Warehouse successfully updated.')).toBeVisible();
  });

  test('store types: a plain model', {
    tag: ['@each-change', '@STYPE-01', '@STYPE-02', '@STYPE-03', '@STYPE-04', '@STYPE-05', '@STYPE-06', '@STYPE-08'],
  }, async ({ page }) => {
    await openAs(page, site, 'admin', `${site.url}/store-types/create`);
    await page.getByLabel('Name', { exact: true }).fill('Ka');
    await page.getByLabel('Description').fill('A roadside stand');
    await expect(page.getByText('Name must be at least 3 characters.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
    await page.getByLabel('Name', { exact: true }).fill('Ṣọ́ọ̀bù kékeré');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Store type successfully created.')).toBeVisible();
    await page.goto(`${site.url}/store-types?search=no+such`);
    await expect(page.getByText('No store types found')).toBeVisible();
    await page.goto(`${site.url}/store-types?search=soobu`);
    await expect(page.getByRole('cell', { name: 'Ṣọ́ọ̀bù kékeré' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['#', 'Name', 'Description', 'Status', 'Edit']);
    await openRowMenu(page.getByRole('table'));
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Edit / })
      .click();
    await expect(page).toHaveURL(/\/store-types\/[^/]+\/update$/);
    await page.getByLabel('Status', { exact: true }).selectOption('inactive');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('Store type successfully updated.')).toBeVisible();
  });

  test('managers: filters, a new person, a starter password, the first sign-in', {
    tag: [
      '@each-change',
      '@MGR-01',
      '@MGR-02',
      '@MGR-03',
      '@MGR-04',
      '@MGR-05',
      '@MGR-06',
      '@MGR-08',
      '@MGR-09',
      '@MGR-10',
      '@MGR-11',
      '@MGR-13',
    ],
  }, async ({ page, browser }) => {
    await openAs(page, site, 'admin', `${site.url}/managers`);
    await expect(page.getByLabel('Status', { exact: true })).toHaveText('Active');
    await setFilter(page.getByLabel('Role', { exact: true }), { label: 'Kasuwa Accountant' });
    await expect(page).toHaveURL(/role=manager.accountant/);
    await expect(page.getByRole('heading', { name: 'Managers (1)' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['#', 'Name', 'Role', 'Phone', 'Email', 'Status', 'Edit']);
    await openRowMenu(page.getByRole('table'));
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Edit / })
      .click();
    await expect(page).toHaveURL(/\/managers\/[^/]+\/update$/);
    await page.goto(`${site.url}/managers?search=nobody+of+that+name`);
    await expect(page.getByText('No managers found')).toBeVisible();
    await page.getByRole('link', { name: 'Create Manager' }).click();
    await expect(page).toHaveURL(/\/managers\/signup$/);
    await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0);
    await expect(page.getByLabel('Role', { exact: true }).locator('option').first()).toHaveText('');
    await expect(page.getByText('+234')).toBeVisible();
    for (const label of ['Name', 'Phone number', 'Email', 'Role']) {
      await page.getByLabel(label, { exact: true }).focus();
      await page.getByLabel(label, { exact: true }).blur();
      await expect(page.getByText(`${label} field is required.`)).toBeVisible();
    }
    await page.getByLabel('Name', { exact: true }).fill('Chịnyere Ọbị');
    await page.getByLabel('Phone number').fill('12345');
    await page.getByLabel('Email').fill('chinyere@example.test');
    await expect(page.getByText('Phone number must be valid. Ex. 08021234567')).toBeVisible();
    await page.getByLabel('Phone number').fill('+234 802 999 1234');
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Kasuwa Warehouse Officer' });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Manager successfully created.')).toBeVisible();
    await expect(page.getByLabel('Phone number')).toHaveValue('8029991234');
    await expect(page.getByLabel('Phone number')).not.toBeEditable();
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
    await page.getByRole('button', { name: 'Create starter password' }).click();
    await page.getByLabel('Your password').fill('admin-Passw0rd');
    await page.getByRole('button', { name: 'Create password' }).click();
    await expect(page.locator('output')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{2}$/);
    const starter = (await page.locator('output').textContent()) ?? '';

    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto(`${site.url}/login`);
    await fresh.getByLabel('Email').fill('chinyere@example.test');
    await fresh.getByLabel('Password').fill(starter);
    await fresh.getByRole('button', { name: 'Sign in' }).click();
    await expect(fresh.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await fresh.getByLabel('New Password').fill('password1');
    await fresh.getByLabel('Confirm Password').fill('password2');
    await expect(fresh.getByText('Passwords must match')).toBeHidden();
    await fresh.getByLabel('Confirm Password').blur();
    await expect(fresh.getByText('Passwords must match')).toBeVisible();
    // B10.6: whoever handed it over knows it.
    for (const label of ['New Password', 'Confirm Password']) await fresh.getByLabel(label).fill(starter);
    await fresh.getByRole('button', { name: 'Change password' }).click();
    await expect(fresh.locator('form').getByText('New password must differ from the starter password.')).toBeVisible();
    await fresh.getByLabel('New Password').fill('market day at noon');
    await fresh.getByLabel('Confirm Password').fill('market day at noon');
    await fresh.getByRole('button', { name: 'Change password' }).click();
    await expect(fresh.getByText('Password successfully updated.')).toBeVisible();
    await expect(fresh.getByRole('heading', { name: 'Welcome, Chịnyere Ọbị' })).toBeVisible();
    // Only a starter password is changed without the old one: who has chosen is shown where that is asked for.
    await fresh.goto(`${site.url}/choose-password`);
    await expect(fresh.getByRole('link', { name: 'Change it on your profile' })).toBeVisible();
    await expect(fresh.getByRole('button', { name: 'Change password' })).toHaveCount(0);
    await fresh.context().close();
  });
});

test('the inventory report: rules, figures, entries, pages, export, readable offline', {
  tag: [
    '@each-change',
    '@REP-01',
    '@REP-02',
    '@REP-03',
    '@REP-04',
    '@REP-05',
    '@REP-07',
    '@REP-09',
    '@REP-10',
    '@REP-12',
  ],
}, async ({ page }) => {
  // REP-09: who is inactive is not offered; the first letter would put him first.
  const address = '1 Àpápá Road, Lagos';
  const party = { name: 'Aa Closed Depot', address, status: 'active' };
  const closed = (await site.api('admin', 'POST', 'distributor/create', party)) as string;
  const shut = { parent_type: 'distributor', parent: closed, status: 'inactive' };
  await site.api('admin', 'POST', 'warehouse/create', shut);
  const all = (await site.api('admin', 'GET', 'warehouse/read_all')) as {
    _id: string;
    status: string;
    parent_type: string;
    parent: { name: string };
  }[];
  const offered = (type: string, word: string) =>
    all
      .filter((row) => row.status === 'active' && row.parent_type === type)
      .map((row) => `${row.parent.name} ${word}`)
      .sort((a, b) => a.localeCompare(b));
  expect(offered('distributor', '').length).toBeGreaterThan(1);
  // K23: the log rows of a report are told to who may see logs.
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/report`);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toBeEnabled();
  await page.goto(`${site.url}/inventory/report?context=nothing`);
  await expect(refresh).toBeDisabled();
  await expect(page.getByRole('tablist', { name: 'Report type' }).getByRole('tab')).toHaveText([
    'Current Inventory',
    'Shipment Received',
    'Shipment Rejected',
    'Stock Issued',
    'Stock Returned',
    'Sales',
  ]);
  await page.getByRole('tab', { name: 'Current Inventory' }).click();
  await expect(page.getByLabel('From')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  // K24: all owners in groups, distributors first.
  await expect(options).toHaveText([
    'All hubs',
    ...offered('distributor', 'DISTRIBUTOR'),
    ...offered('seller', 'HUB'),
    ...offered('sales_officer', 'DELIVERY ASSOCIATE'),
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Shipment Received' }).click();
  await expect(page.getByLabel('From')).toBeVisible();
  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  await expect(options).toHaveText(['All hubs', ...offered('seller', 'HUB')]);
  await page.keyboard.press('Escape');
  await choose(page, 'Warehouse', 'Mushin Hub HUB');
  await page.getByLabel('To', { exact: true }).fill('');
  await expect(refresh).toBeDisabled();
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const start = new Date(Date.now() - 35 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('From').fill(start);
  await expect(refresh).toBeDisabled();
  await page.getByLabel('To', { exact: true }).fill(today);
  await refresh.click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('SKU count');
  await expect(page).toHaveURL(/context=shipment_received/);
  // REP-04, REP-08: the summary is the server's, of the days from 00:00:00 to 23:59:00.
  const { from_timestamp = '', to_timestamp = '' } = Object.fromEntries(new URL(page.url()).searchParams);
  expect([Number(from_timestamp), Number(to_timestamp)]).toEqual([
    Date.parse(`${start}T00:00:00+01:00`) / 1_000,
    Date.parse(`${today}T23:59:00+01:00`) / 1_000,
  ]);
  const report = (await site.api('accounts', 'POST', 'warehouse_log/report', {
    'warehouse_ids[]': all.find((row) => row.parent.name === 'Mushin Hub')?._id ?? '',
    ...{ context: 'shipment_received', from_timestamp, to_timestamp },
  })) as { total: string; skus: number; cases: number };
  const summed = (await summary.locator('.figures').allTextContents()).map((text) =>
    Number(text.replace(/[^\d.]/g, '')),
  );
  expect(summed).toEqual([Number(report.total), report.skus, report.cases]);
  await expect(summary.getByText('Value', { exact: true })).toBeVisible();
  await expect(summary.getByText('Cases', { exact: true })).toBeVisible();
  const first = page.getByRole('table', { name: 'Shipment Received' }).locator('tbody tr').first();
  await expect(first).toBeVisible();
  const product = (await first.locator('td').nth(1).textContent()) ?? '';
  await first.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: product, exact: true });
  const entries = dialog.getByRole('table', { name: 'Entries' }).locator('tbody tr');
  await expect(entries.first()).toContainText(/Shipment Received: .+ to Mushin Hub/);
  await expect(entries.first()).toContainText(/\+\d/);
  await expect(entries.first().getByRole('link')).toHaveAttribute('href', /\/purchase-orders\//);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Paper: the head says of what the figures are, and nothing stands on it that may be of other ones.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Shipment Received, Mushin Hub HUB, /)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Shipment Received' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Product' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await expect(dialog).toHaveCount(0);
  await expect(first).toBeFocused();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  // REP-05: the columns can be chosen.
  const choices = page.getByRole('dialog').locator('fieldset label');
  await expect(choices).toHaveText(['Product', 'Brand', 'Manufacturer', 'Cases', 'Units', 'Value']);
  await expect(page.getByRole('dialog').getByRole('checkbox', { checked: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Shipment Received_\d{4}-\d{2}-\d{2}_\d{4}\.xlsx$/);
  const figures = await summary.textContent();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await site.stopServer();
  await page.reload();
  await expect(page.getByText(/^Stored copy from /)).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => summary.textContent()).toBe(figures);
  // What came with the report is there without a network too.
  await first.click();
  await expect(entries.first()).toBeVisible();
  await site.startServer();
});

test.describe(() => {
  test.use(noWorker);
  test('the shell: gates, shortcuts, what a role sees', {
    tag: [
      '@each-change',
      '@SHELL-06',
      '@SHELL-07',
      '@SHELL-08',
      '@SHELL-09',
      '@SHELL-11',
      '@SHELL-12',
      '@SHELL-13',
      '@SHELL-21',
      '@SHELL-31',
      '@SHELL-32',
    ],
  }, async ({ page }) => {
    // From 1440 px on the menu stands open.
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, site, 'buyerdesk');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Home']);
    await page.goto(`${site.url}/warehouses`);
    await expect(page.getByRole('heading', { name: 'Unauthorized Access!' })).toBeVisible();
    await expect(
      page.getByText("You don't have the permission to access this page. That's all we know."),
    ).toBeVisible();
    // Below the documents' words: which right is missing, whose roles have it, who can change the role, and ways on.
    await expect(page.getByText(/^It is for people who may see warehouses: Admin, Kasuwa Staff, .*\.$/)).toBeVisible();
    await expect(page.getByText('Your role is Kasuwa Buyer. An administrator can change it.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
    await page.goto(`${site.url}/inventory/shipment/in`);
    await expect(page.getByText('Unauthorized Access!')).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await page.keyboard.press('Control+i');
    await expect(page.getByRole('dialog', { name: 'App version' })).toContainText(
      /App version\d+\.\d+\.\d+\S*Environmentdemo/,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User menu' }).click();
    // A phone has neither the key nor room for the version in its header.
    await page.getByRole('button', { name: 'App version' }).click();
    await expect(page.getByRole('dialog', { name: 'App version' })).toContainText('Environment');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.getByRole('link', { name: 'My Profile' }).click();
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  });
});
