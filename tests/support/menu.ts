/** The sidebar for journeys. All groups are folded except the group of the current screen. */
import type { Page } from '@playwright/test';
import { MENU } from '#app/menu.ts';

/** Where a screen has the folded menu, the one that its button opened over the page. */
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' }).last();

/** A folded menu has no words. */
async function opened(page: Page): Promise<void> {
  await nav(page).getByRole('link', { name: 'Home' }).waitFor();
  if (((await nav(page).boundingBox())?.width ?? 0) > 100) return;
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: 'Close sidebar' }).waitFor();
}

/** Opens every folded group. */
export async function unfoldMenu(page: Page): Promise<void> {
  await opened(page);
  const folded = nav(page).getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Opens the link's group, if it is folded. */
export async function unfoldFor(page: Page, title: string): Promise<void> {
  await opened(page);
  const group = MENU.find(({ links }) => links.some((link) => link.title === title));
  const folded = nav(page).getByRole('button', { name: group?.title ?? title, exact: true, expanded: false });
  if ((await folded.count()) > 0) await folded.click();
}

/** Opens a screen by its link in the sidebar. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await unfoldFor(page, title);
  await nav(page).getByRole('link', { name: title, exact: true }).click();
}
