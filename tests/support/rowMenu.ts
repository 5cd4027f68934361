import type { Locator, Page } from '@playwright/test';

/** Opens the menu in the head of a record's page, such as the other steps of an order. */
export async function openPageMenu(page: Page): Promise<void> {
  await page
    .locator('#screen header')
    .getByRole('button', { name: /^Actions / })
    .click();
}

/** Opens the totals of an order behind "Details". The device remembers that they are open. */
export async function openTotals(page: Page): Promise<void> {
  const folded = page.getByRole('region', { name: 'Totals' }).locator('details');
  await folded.waitFor();
  if (!(await folded.evaluate((own: HTMLDetailsElement) => own.open))) await folded.locator('summary').click();
}

/** Opens the menu of the row in `place`. Its links and buttons belong to the row while the menu is open. */
export async function openRowMenu(place: Locator): Promise<void> {
  await place.getByRole('button', { name: /^Actions / }).click();
}

/** Opens one act of an order line: "Edit", "Accept" or "Remove". */
export async function lineAct(page: Page, product: string, word: 'Edit' | 'Accept' | 'Remove'): Promise<void> {
  await page.getByRole('button', { name: `Actions ${product}`, exact: true }).click();
  await page.getByRole('button', { name: `${word} ${product}`, exact: true }).click();
}

/** Opens the acts of a list, if its head is too narrow for them. They stay open until the button is pressed again. */
export async function openListActs(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More actions' });
  // Where they have room they stand in the head, the export among them.
  await more
    .or(page.getByRole('button', { name: 'Export', exact: true }))
    .first()
    .waitFor();
  if (await more.isVisible()) await more.click();
}
