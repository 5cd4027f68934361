import type { Locator } from '@playwright/test';

/** Opens the menu of the row in `place`. Its links and buttons are in the row, and are found there as long as the menu is open. */
export async function openRowMenu(place: Locator): Promise<void> {
  await place.getByRole('button', { name: /^Actions / }).click();
}
