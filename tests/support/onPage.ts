/** Elements and texts that most journeys look for. */
import { expect, type Page } from '@playwright/test';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Expects exactly this text on the page, for example a message. */
export const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The state of the queue in the header. */
export const syncStatus = (page: Page) => page.getByRole('status', { name: 'Sync status' });

/** The message if no answer came. */
export const LOST = 'An unexpected error occured!';
