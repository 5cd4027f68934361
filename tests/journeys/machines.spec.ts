/** What people give to programs: an API token of the profile, and a webhook that tells a receiver outside of the browser. */
import { expect, test } from '@playwright/test';
import { startLocalHook } from '../support/localHook.ts';
import { button, expectText } from '../support/onPage.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test('a token is made on the profile, copied once, opens what was chosen to a program, and opens nothing once revoked', {
  tag: ['@TOK-08'],
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, site, 'staff', `${site.url}/profile`);
  await expectText(page, 'You have no API token.');
  await button(page, 'Create API token').click();
  const form = page.getByRole('dialog', { name: 'Create API token' });
  await form.getByLabel('Name').fill('Till of the shop');
  await form.getByLabel('Orders of retailers').selectOption('Read');
  await form.getByLabel('Your password').fill('wrong');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Your password is not correct.')).toBeVisible();
  await form.getByLabel('Your password').fill('staff-Passw0rd');
  await form.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your API token' });
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expectText(page, 'Secret copied.');
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expectText(page, 'Reads:');
  expect(await page.content()).not.toContain(secret);

  const ask = async (path: string) =>
    (await fetch(`${site.url}/api/${path}`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect([await ask('order_group/read_all?page=1'), await ask('buyer/read_all?page=1')]).toEqual([200, 403]);
  await button(page, 'Revoke Till of the shop').click();
  await page.getByRole('dialog', { name: 'Revoke Till of the shop?' }).getByRole('button', { name: 'Revoke' }).click();
  await expectText(page, 'You have no API token.');
  expect(await ask('order_group/read_all?page=1')).toBe(401);
});

test('an administrator adds a webhook, sends a test, and reads in the log what came of it', {
  tag: ['@HOOK-09', '@HOOK-01'],
}, async ({ page }) => {
  const receiver = await startLocalHook();
  receiver.next.push(500);
  try {
    await openAs(page, site, 'admin', `${site.url}/config-wizard`);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await button(page, 'Add webhook').click();
    const form = page.getByRole('dialog', { name: 'Add webhook' });
    await form.getByLabel('Address').fill('http://shop.example/hooks');
    await form.getByLabel('An order is placed').check();
    await form.getByLabel('Your password').fill('admin-Passw0rd');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByText('The address must begin with https://.')).toBeVisible();
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('status', { name: 'Secret of the webhook' })).toHaveText(/^whsec_/);
    await button(page, 'I have saved it').click();
    await button(page, 'Send test').click();
    const log = page.getByRole('table', { name: `Deliveries to ${receiver.url}` });
    await expect(log.getByRole('row', { name: /Test.*Next try.*500/ })).toBeVisible();
    await log.getByRole('button', { name: 'Send again' }).click();
    await expect(log.getByRole('row', { name: /Test.*Delivered.*200/ })).toBeVisible();
    expect(receiver.got.map(({ headers }) => headers['webhook-id'])[0]).toBe(receiver.got[1]?.headers['webhook-id']);
  } finally {
    await receiver.close();
  }
});
