/** A receipt from Adéọlá & Sons for Wuse Hub, typed by hand. */
import { expect, type Page } from '@playwright/test';
import { choose, type Site } from './site.ts';

export const linesOf = (page: Page) =>
  page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');

/** Begins the receipt. `go`: the way to the screen, if not by its address. */
export async function beginReceipt(
  page: Page,
  site: Site,
  go: () => Promise<unknown> = () => page.goto(`${site.url}/inventory/shipment/in`),
): Promise<void> {
  await go();
  await choose(page, 'From Distributor', 'Adéọlá & Sons Trading');
  await choose(page, 'To Hub', 'Wuse Hub');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await expect(page.getByRole('button', { name: 'Add Product', exact: true })).toBeVisible();
}

/** Chooses the product at this place of the list and types how many; nothing is saved. */
export async function typeLine(page: Page, index: number, quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await page.getByRole('option').nth(index).click();
  await page.getByLabel('Quantity', { exact: true }).fill(quantity);
}

export async function addLine(page: Page, index: number, quantity: string): Promise<void> {
  const before = await linesOf(page).count();
  await typeLine(page, index, quantity);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(before + 1);
}

/** How many purchase orders the server has. */
export const countOrders = async (site: Site) =>
  ((await site.api('officer2', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1' })) as { total: number })
    .total;
