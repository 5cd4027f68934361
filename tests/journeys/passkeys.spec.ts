/** Passkeys in a real browser, with the authenticator that Chromium plays: S7. The password and the origin are real, so is the server. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openRowMenu } from '../support/rowMenu.ts';
import { noWorker, openSite, type Site, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** A security key in this page's browser: it says yes at once. Answers how to pull it out. */
async function plugIn(page: Page): Promise<() => Promise<void>> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await chromium.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    // With none left, and nobody to say no, the browser would wait for minutes: this one is refused at once.
    await chromium.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
    });
  };
}

async function firstStep(page: Page, on: Site, user: string): Promise<void> {
  await page.goto(`${on.url}/login`);
  await page.getByLabel('Email').fill(`${user}@example.test`);
  await page.getByLabel('Password').fill(`${user}-Passw0rd`);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function addPasskey(page: Page, user: string, name: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Your password is not correct.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(`${user}-Passw0rd`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  return page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('a passkey is registered with the own password, asked at the next sign-in, and a recovery code stands in for it once', {
  tag: ['@S7'],
}, async ({ page }) => {
  const unplug = await plugIn(page);
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/profile`);
  const codes = await addPasskey(page, 'accounts', 'Desk in Ìbàdàn');
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Desk in Ìbàdàn')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New recovery codes (10 left)' })).toBeVisible();
  await signOut(page);

  // The password, then the browser asks by itself.
  await firstStep(page, site, 'accounts');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${site.url}/profile`);
  await expect(page.getByText(/last used/)).toBeVisible();
  await signOut(page);

  await unplug();
  await firstStep(page, site, 'accounts');
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The passkey was not used.');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC-DDDD');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByRole('alert')).toContainText('This recovery code is not correct.');
  // The ticket of that is spent; what is typed next goes with a new one, and nothing has to be typed again.
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${site.url}/profile`);
  await expect(page.getByRole('button', { name: 'New recovery codes (9 left)' })).toBeVisible();
});

test('where the site demands one, the administrator registers it first; he removes that of an accountant, who is told', {
  tag: ['@S7'],
}, async ({ browser }) => {
  process.env.KASUWA_PASSKEYS = 'demanded';
  const strict = await openSite();
  delete process.env.KASUWA_PASSKEYS;
  const contexts: BrowserContext[] = [];
  const pageOf = async () => {
    const context = await browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    await plugIn(page);
    return page;
  };
  const enter = async (user: string) => {
    const page = await pageOf();
    await firstStep(page, strict, user);
    await expect(page.getByRole('heading', { name: 'Add passkey' })).toBeVisible({ timeout: 30_000 });
    return page;
  };
  try {
    const accountant = await enter('accounts');
    // Nowhere else leads around it.
    await accountant.goto(`${strict.url}/buyers`);
    await expect(accountant.getByRole('heading', { name: 'Add passkey' })).toBeVisible();
    await addPasskey(accountant, 'accounts', 'Laptop');
    await accountant.getByRole('button', { name: 'I have saved them' }).click();
    await expect(accountant.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 30_000 });

    const admin = await enter('admin');
    await addPasskey(admin, 'admin', 'Key');
    await admin.getByRole('button', { name: 'I have saved them' }).click();
    await expect(admin.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 30_000 });
    await admin.goto(`${strict.url}/managers`);
    const row = admin.getByRole('row', { name: /accounts@example.test/ });
    await openRowMenu(row);
    await row.getByRole('link', { name: 'Edit' }).click();
    await admin.getByRole('button', { name: 'Remove all passkeys' }).click();
    await admin.getByRole('dialog').getByLabel('Your password').fill('admin-Passw0rd');
    await admin.getByRole('button', { name: 'Remove them' }).click();
    await expect(admin.getByText(/^The passkeys of .* were removed\.$/)).toBeVisible();

    const again = await enter('accounts');
    await expect(again.getByText(/removed your passkeys and ended your sessions/)).toBeVisible();
    await again.getByRole('button', { name: 'I have read this' }).click();
    await expect(again.getByText(/removed your passkeys/)).toBeHidden();
  } finally {
    for (const context of contexts) await context.close();
    await strict.close();
  }
});
