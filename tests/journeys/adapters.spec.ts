/** A site with a real bank, a mail server and a push service: all on this machine, all through the screens. */
import { expect, test } from '@playwright/test';
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from '../support/chromium.ts';
import { creditBody, HOOK_SECRET, type LocalBank, SECRET, signedBy, startLocalBank } from '../support/localBank.ts';
import { type LocalMail, startLocalMail, until } from '../support/localMail.ts';
import { type LocalPush, startLocalPush } from '../support/localPush.ts';
import { openSite, type Site, signIn } from '../support/site.ts';

// A browser without its window shows no notifications.
test.use({ launchOptions: { executablePath: WHOLE_CHROMIUM, args: CHROMIUM_ARGS } });

let site: Site;
let bank: LocalBank;
let mail: LocalMail;
let push: LocalPush;
test.beforeAll(async () => {
  [bank, mail, push] = [await startLocalBank(), await startLocalMail(), await startLocalPush()];
  site = await openSite({
    KASUWA_BANK: 'http',
    KASUWA_BANK_URL: bank.url,
    KASUWA_BANK_SECRET: SECRET,
    KASUWA_BANK_HOOK_SECRET: HOOK_SECRET,
    KASUWA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    KASUWA_MAIL_FROM: 'Kasuwa <office@example.com>',
    KASUWA_SITE_URL: 'http://127.0.0.1:1',
    KASUWA_PUSH_PUBLIC_KEY: push.config.publicKey,
    KASUWA_PUSH_PRIVATE_KEY: push.config.privateKey,
    KASUWA_PUSH_CONTACT: push.config.contact,
  });
});
test.afterAll(async () => {
  await site?.close();
  await bank?.close();
  await mail?.close();
  await push?.close();
});

const call = async (more: Record<string, unknown>, secret = HOOK_SECRET) => {
  const body = creditBody({ account_number: '7000000001', ...more });
  const headers = signedBy(secret, body, Math.floor(Date.now() / 1_000));
  return (await fetch(`${site.url}/api/hooks/bank`, { method: 'POST', headers, body })).status;
};

test('a credit of the bank stands in the wallet; what was refused is decided on its screen, with the keys alone where there is a dialog', {
  tag: ['@B9.3'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sales-officers/da_03/virtual-account`);
  await page.getByRole('button', { name: 'Create virtual account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Folasade');
  await dialog.getByLabel('Last name').fill('Akinyemi');
  await dialog.getByLabel('BVN').fill('22233344455');
  bank.next = { status: 422, body: { message: 'The name does not fit the BVN.' } };
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('The bank refused: The name does not fit the BVN.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('7000000001')).toBeVisible();
  await expect(page.getByText('Simulated')).toHaveCount(0);

  expect(await call({ reference: 'GOOD-1' })).toBe(200);
  expect(await call({ reference: 'FORGED' }, 'another-secret-0123456789-0123456789')).toBe(401);
  expect(await call({ reference: 'LOST', account_number: '7999999999', sequence: 2 })).toBe(404);
  await page.goto(`${site.url}/sales-officers/da_03/balance`);
  await expect(page.getByText('Virtual account 7000000001, bank reference GOOD-1')).toBeVisible();

  await page.goto(`${site.url}/`);
  await page.getByRole('button', { name: /Bank credits to decide/ }).click();
  await page
    .getByRole('link', { name: /^Decide: / })
    .first()
    .click();
  const kept = page.getByRole('region', { name: 'To decide' });
  const forged = kept.getByRole('row', { name: /FORGED/ });
  await expect(forged).toContainText('The signature is wrong: nobody knows who sent this.');
  await expect(forged.getByRole('button', { name: 'Post' })).toHaveCount(0);
  await forged.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByRole('button', { name: 'Dismiss' })).toBeDisabled();
  await dialog.getByLabel('Note').fill('The bank does not know it.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(forged).toHaveCount(0);
  const lost = kept.getByRole('row', { name: /LOST/ });
  await lost.getByRole('button', { name: 'Post' }).click();
  const post = dialog.getByRole('button', { name: 'Post ₦2,500.50' });
  await expect(post).toBeDisabled();
  await dialog.getByLabel('Name or phone').fill('a');
  await dialog.getByLabel('Name or phone').fill('Folasade');
  await expect(dialog.getByLabel('Wallet').locator('option').nth(1)).toBeAttached();
  await dialog.getByLabel('Wallet').selectOption({ index: 1 });
  await post.click();
  await expect(page.getByText('Credit posted.')).toBeVisible();
  await expect(kept.getByText('Nothing waits for a decision')).toBeVisible();
});

test('a statement with bad cells writes nothing of them, posts what is missing, and shows what does not agree', {
  tag: ['@B9.3'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/report-buyer-reconciliation`);
  await page.getByRole('link', { name: 'Bank credits and statements' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const rows = [
    'Value Date;Transaction Reference;Beneficiary account;Credit',
    `${tomorrow};GOOD-1;7000000001;2500.50`,
    `${tomorrow};MISSED-1;7000000001;1000`,
    `${tomorrow};LOST;7999999999;1.00`,
    `${tomorrow};COMMA;7000000001;1.000,50`,
    `24/11/2026;DAY;7000000001;10.00`,
    `${tomorrow};MISSED-1;7000000001;1000`,
  ];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await expect(page.getByText('Use a point for decimals. Type 1000.50 if you mean that.')).toBeVisible();
  await expect(page.getByText('This is not a date like 2026-11-24.')).toBeVisible();
  await expect(page.getByText('This reference is already in row 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Save 3 rows' }).click();
  await expect(page.getByText('This reference was posted already, with another account or amount.')).toBeVisible();
  const result = page.getByRole('region', { name: 'Rows' });
  await expect(result.getByRole('row', { name: /GOOD-1/ })).toContainText('Known: it was posted before.');
  await expect(result.getByRole('row', { name: /MISSED-1/ })).toContainText('Posted.');
  await page.goto(`${site.url}/sales-officers/da_03/balance`);
  await expect(page.getByText('Virtual account 7000000001, bank reference MISSED-1')).toHaveCount(1);
});

test('a new password by e-mail: asked for on the sign-in screen, chosen by the link, which works once', {
  tag: ['@B10.6'],
}, async ({ page, browser }) => {
  await page.goto(`${site.url}/login`);
  await page.getByRole('link', { name: 'Get a link by email' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Email field is required.')).toBeVisible();
  await page.getByLabel('Email').fill('officer1@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If an account has this email address, a link is on its way.')).toBeVisible();
  await until(() => mail.mails.length > 0);
  const token = /reset-password#([\w-]+)/.exec(mail.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const link = `${site.url}/reset-password#${token}`;
  await page.goto(`${site.url}/reset-password`);
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByLabel('New Password')).toBeVisible();
  expect(page.url()).toBe(`${site.url}/reset-password`);
  await page.getByLabel('New Password').fill('A-new-horse-77');
  await page.getByLabel('Confirm Password').fill('A-new-horse-77');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill('officer1@example.test');
  await page.getByLabel('Password').fill('A-new-horse-77');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await other.getByLabel('New Password').fill('Another-horse-78');
  await other.getByLabel('Confirm Password').fill('Another-horse-78');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This link does not work any more. Ask for a new one.').first()).toBeVisible();
  await context.close();
});

test('a message that a push service brings is shown by the worker, also one that cannot be read; a repeat takes its place', {
  tag: ['@B9.2'],
}, async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: site.url });
  await signIn(page, site, 'staff');
  const cdp = await context.newCDPSession(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations) if (!one.isDeleted) resolve(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const deliver = async (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId: await found, data });
  const message = JSON.stringify({ title: 'New prices', message: 'Prices change on Monday.', ref: 'note-1' });
  for (const data of [message, message, 'not ours']) await deliver(data);
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => [one.title, one.body]).sort(),
    );
  await expect.poll(shown).toEqual([
    ['Kasuwa', 'Open the app to read it.'],
    ['New prices', 'Prices change on Monday.'],
  ]);
  await page.goto(`${site.url}/profile`);
  await expect(page.getByRole('switch', { name: 'Show notifications' })).toBeVisible();
});
