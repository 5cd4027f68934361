/** Steps of a transfer by hand: its first screen, the lines of its desk, and its goods. By default a receipt from Adéọlá & Sons for Wuse Hub. */
import { expect, type Page } from '@playwright/test';
import { choose, openAs, type Site } from './site.ts';

export const FROM = 'Adéọlá & Sons Trading';
export const TO = 'Wuse Hub';
/** The id of {@link TO}. */
export const HUB = 'hub_abuja_wuse';

/** The label of a field of the first screen, and the chosen party. */
export type Party = readonly [label: string, name: string];
export const SOURCE: Party = ['From Distributor', FROM];
const DESTINATION: Party = ['To Hub', TO];

export interface Product {
  _id: string;
  name: string;
  case_count: number;
  price: string;
  barcode_unit: string;
  barcode_case: string;
}

export interface Receipt {
  _id: string;
  ref: string;
  tag: string;
  kind: string;
  label: string;
  amount: string;
  amount_accepted: string;
  executed_at: number | null;
  items: {
    _id: string;
    product_id: string;
    quantity: number;
    quantity_accepted: number | null;
    reason: string | null;
  }[];
}

/** The search field of the desk. */
export const search = (page: Page) => page.getByRole('combobox', { name: 'Product', exact: true });
export const quantityField = (page: Page) => page.getByLabel('Quantity', { exact: true });
export const scans = (page: Page) => page.getByRole('status', { name: 'Scans' });
export const pad = (page: Page) => page.getByRole('group', { name: 'Number pad' });
export const linesOf = (page: Page) =>
  page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr');

/** The address of the first screen of a transfer. `path`: its kind. */
export const firstScreen = (site: Site, path = 'shipment/in') => `${site.url}/inventory/${path}`;

/** Presses the digits of a figure on the number pad with a finger. */
export async function digits(page: Page, figure: string): Promise<void> {
  for (const digit of figure) await pad(page).getByRole('button', { name: digit, exact: true }).tap();
}

/** Fills in the open first screen of a transfer, and continues to the desk. */
export async function fillFirst(page: Page, from: Party = SOURCE, to: Party = DESTINATION): Promise<void> {
  await choose(page, ...from);
  await choose(page, ...to);
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  // A phone shows the button to add only after a product is chosen.
  await expect(search(page)).toBeVisible();
}

/** Begins a transfer of the kind in `path` (`stock/out`), up to a desk with its products. */
export async function begin(
  page: Page,
  site: Site,
  path = 'shipment/in',
  from = SOURCE,
  to = DESTINATION,
): Promise<void> {
  await page.goto(firstScreen(site, path));
  await fillFirst(page, from, to);
  await expect(scans(page)).toContainText('Scan a product');
}

/** The same, with `user` signed in from the first screen on. */
export async function beginAs(
  page: Page,
  site: Site,
  user: string,
  path = 'shipment/in',
  from = SOURCE,
  to = DESTINATION,
): Promise<void> {
  await openAs(page, site, user, firstScreen(site, path));
  await fillFirst(page, from, to);
  await expect(scans(page)).toContainText('Scan a product');
}

/** Begins the receipt. `go`: opens the first screen; by default by its address. */
export async function beginReceipt(
  page: Page,
  site: Site,
  go: () => Promise<unknown> = () => page.goto(firstScreen(site)),
): Promise<void> {
  await go();
  await fillFirst(page);
}

/** The same, until the search has the focus, which needs no press. `user`: the person who is signed in on the first screen. */
export async function beginAtSearch(page: Page, site: Site, user?: string): Promise<void> {
  await beginReceipt(page, site, user === undefined ? undefined : () => openAs(page, site, user, firstScreen(site)));
  await expect(search(page)).toBeFocused();
}

/** Chooses the product at this place of the list and types a quantity. Saves nothing. */
export async function typeLine(page: Page, index: number, quantity: string): Promise<void> {
  await search(page).click();
  await page.getByRole('option').nth(index).click();
  await quantityField(page).fill(quantity);
}

export async function addLine(page: Page, index: number, quantity: string): Promise<void> {
  const before = await linesOf(page).count();
  await typeLine(page, index, quantity);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(linesOf(page)).toHaveCount(before + 1);
}

/** Completes the transfer and confirms the dialog. */
export async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The number of purchase orders on the server. */
export const countOrders = async (site: Site) =>
  ((await site.api('officer2', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1' })) as { total: number })
    .total;

/** The transfer on the server. */
export async function receiptOf(site: Site, _id: string): Promise<Receipt> {
  const [receipt] = (await site.api('officer2', 'GET', 'purchase_order/read', { _id })) as Receipt[];
  if (!receipt) throw new Error(`The server has no transfer ${_id}`);
  return receipt;
}

/** The newest transfer on the server. */
export async function lastReceipt(site: Site): Promise<Receipt> {
  const newest = { page: '1', per_page: '1', sort: '-created' };
  const { rows } = (await site.api('officer2', 'GET', 'purchase_order/read_all', newest)) as { rows: Receipt[] };
  return receiptOf(site, rows[0]?._id ?? '');
}

/** The id of a record of the demo by its name. */
export async function idOf(site: Site, model: 'distributor' | 'sales_officer' | 'seller', name: string) {
  const rows = (await site.api('officer2', 'GET', `${model}/read_all`)) as { _id: string; name: string }[];
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`${name} is not in the demo`);
  return found._id;
}

/** Products in cases of several units with a barcode: those of {@link FROM}, or those of which {@link TO} has at least five cases. */
export async function productsOf(
  site: Site,
  whose: 'distributor' | 'seller',
  code: 'barcode_unit' | 'barcode_case',
): Promise<Product[]> {
  const parent = whose === 'seller' ? HUB : await idOf(site, 'distributor', FROM);
  const answer = await site.api('officer2', 'POST', 'warehouse_product/read_by_party', { parent_type: whose, parent });
  // A distributor's goods need no stock of ours. A hub's goods need a few cases, whatever the demo sold.
  return (answer as { products: { product: Product; quantity: number | null }[] }).products
    .filter((one) => whose !== 'seller' || (one.quantity ?? 0) >= 5 * one.product.case_count)
    .map((one) => one.product)
    .filter((one) => one.case_count > 1 && /^\d{13,14}$/.test(one[code] ?? ''));
}

/** Announces a delivery note with the given cases of each product, and returns its id. */
export async function announced(site: Site, products: readonly Product[], cases: readonly number[]): Promise<string> {
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: 'distributor', source: await idOf(site, 'distributor', FROM) },
    ...{ destination_type: 'seller', destination: HUB },
  })) as string;
  for (const [at, product] of products.entries())
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: product._id, quantity_accepted: '' },
      quantity: String((cases[at] ?? 1) * product.case_count),
      amount: String((cases[at] ?? 1) * Number(product.price)),
    });
  return id;
}
