/** The three source documents, read sentence by sentence against the running app: what differed, kept from coming back. */
import { expect, test } from '@playwright/test';
import { signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

interface Item {
  _id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
}
const shipment = async (): Promise<string> =>
  String(
    await site.api('admin', 'POST', 'purchase_order/create', {
      ...{
        ref: '*',
        tag: 'purchase_order',
        meta: '{}',
        amount: '0',
        timestamp: String(Math.floor(Date.now() / 1_000)),
      },
      ...{ source_type: 'distributor', source: 'dist_adeola', destination_type: 'seller' },
      destination: 'hub_lagos_mushin',
    }),
  );
const itemsOf = async (order: string) =>
  (await site.api('admin', 'GET', 'purchase_order_item/read_by_purchase_order', {
    purchase_order_id: order,
  })) as Item[];

test('UI-14 a quantity that cannot be is not sent as the figure it began with', async ({ page }) => {
  const order = await shipment();
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${order}`);
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option').first().click();
  const quantity = page.getByRole('textbox', { name: 'Quantity', exact: true });
  const add = page.getByRole('button', { name: 'Add Product' });
  await page.getByRole('button', { name: 'Units', exact: true }).click();
  for (const typed of ['1000001', '2.55']) {
    await quantity.click();
    await quantity.pressSequentially(typed);
    // One press leaves the field and would send: "100000" and "2" were figures on the way.
    await add.click({ force: true });
    await expect(page.getByText(`You typed ${typed}.`)).toBeVisible();
    await expect(quantity).toHaveValue('');
    await expect(add).toBeDisabled();
  }
  expect(await itemsOf(order)).toEqual([]);
  await quantity.fill('3');
  await add.click();
  await expect(page.getByText('1 product on the list')).toBeVisible();
  await expect.poll(async () => (await itemsOf(order)).map((item) => item.quantity)).toEqual([3]);
  // A line that says something already keeps that, and the press that left the field saves nothing.
  await page.getByRole('button', { name: /^Edit / }).click();
  const dialog = page.getByRole('dialog');
  const edited = dialog.getByRole('textbox', { name: 'Quantity', exact: true });
  await dialog.getByLabel('Price per case (NGN)').fill('77.00');
  await edited.click();
  await edited.pressSequentially('5.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('You typed 5.5.')).toBeVisible();
  await expect(edited).toHaveValue('3');
  expect((await itemsOf(order)).map((item) => item.quantity)).toEqual([3]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
});
