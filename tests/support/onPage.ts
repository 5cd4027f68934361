/** What most journeys look for on a page. */
import { expect, type Page } from '@playwright/test';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** The page shows exactly this text, a message for example. */
export const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The state of the queue in the header. */
export const syncStatus = (page: Page) => page.getByRole('status', { name: 'Sync status' });

/** What is said when no answer came. */
export const LOST = 'An unexpected error occured!';
