/** The sidebar for journeys. All groups are folded except the group of the current screen. */
import type { Page } from '@playwright/test';
import { MENU } from '#app/menu.ts';

/** Below 1440 px the menu is folded; then this is the one that opened over the page. */
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' }).last();

/** Whether the menu is folded to its icons, or a drawer that is closed. */
async function isFolded(page: Page): Promise<boolean> {
  const home = nav(page).getByRole('link', { name: 'Home', exact: true });
  const folded = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Dashboard/ });
  await home.or(folded).first().waitFor();
  return !(await home.isVisible());
}

/** Opens the whole menu by the button of the header, and every folded group. */
export async function unfoldMenu(page: Page): Promise<void> {
  if (await isFolded(page)) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await nav(page).getByRole('link', { name: 'Home', exact: true }).waitFor();
  const folded = nav(page).getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Opens the link's group: in the folded menu the list beside it. */
export async function unfoldFor(page: Page, title: string): Promise<void> {
  const group = MENU.find(({ links }) => links.some((link) => link.title === title));
  const name = group?.title ?? title;
  if (await isFolded(page)) {
    const list = nav(page).getByRole('link', { name, exact: true });
    const button = nav(page).getByRole('button', { name: `${name} menu` });
    // Orders is a link to its list, and opens the list of its links by a key.
    if (group?.to && (await list.isVisible())) await list.press('ArrowRight');
    else if (await button.isVisible()) await button.click();
    else {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await nav(page).getByRole('link', { name: 'Home', exact: true }).waitFor();
    }
    if ((await list.isVisible()) || (await button.isVisible())) return;
  }
  const folded = nav(page).getByRole('button', { name, exact: true, expanded: false });
  if ((await folded.count()) > 0) await folded.click();
}

/** Opens a screen by its link in the sidebar. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await unfoldFor(page, title);
  await nav(page).getByRole('link', { name: title, exact: true }).click();
}
