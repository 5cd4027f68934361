import { expect, type Page } from '@playwright/test';
import { ACCOUNT, type PlainServer } from './plainServer.ts';

/** Signs in to the app that the test server serves. */
export async function signInAtPlain(page: Page, { url }: PlainServer): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: `Welcome, ${ACCOUNT.profile.name}` })).toBeVisible({
    timeout: 30_000,
  });
}
