/** The sidebar for journeys. All groups are folded except the group of the current screen. */
import type { Page } from '@playwright/test';
import { MENU } from '#app/menu.ts';

/** Below 1440 px the menu is folded; then this is the one that opened over the page. */
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' }).last();

/** A folded menu shows no links of its groups. By mouse each of its groups opens the menu over the page; by finger only the button of the header opens it. */
async function opened(page: Page): Promise<void> {
  const home = nav(page).getByRole('link', { name: 'Home', exact: true });
  const folded = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Dashboard/ });
  await home.or(folded).first().waitFor();
  if (await home.isVisible()) return;
  const group = nav(page)
    .getByRole('button', { name: / menu$/ })
    .first();
  const way = (await group.isVisible()) ? group : page.getByRole('button', { name: 'Toggle sidebar' });
  await way.click();
  await home.waitFor();
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
