/** The three source documents, read sentence by sentence against the running app: what differed, kept from coming back. */
import { expect, type Page, test } from '@playwright/test';
import { showDay } from '#domain/time.ts';
import { lineIdle } from '../support/settled.ts';
import { choose, noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
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

/** As Safari does: a pressed button gets no focus, the field is left for nothing. */
const likeSafari = (page: Page) =>
  page.addInitScript(() => {
    const leave = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('button'))) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    window.addEventListener('mousedown', leave, { capture: true });
  });

const BROWSERS = [
  ['', () => undefined],
  [', where a pressed button gets no focus either', likeSafari],
] as const;
for (const [where, prepare] of BROWSERS)
  test(`an invalid quantity is not sent as the digits that it begins with${where}`, { tag: ['@UI-14'] }, async ({
    page,
  }) => {
    await prepare(page);
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
      // The digits stay to be mended, and the quantity is none.
      await expect(quantity).toHaveValue(typed);
      await expect(add).toBeDisabled();
    }
    expect(await itemsOf(order)).toEqual([]);
    await quantity.fill('3');
    await add.click();
    await expect(page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr')).toHaveCount(1);
    await expect.poll(async () => (await itemsOf(order)).map((item) => item.quantity)).toEqual([3]);
    // In the dialog of a line they stay too, and the press that left the field saves nothing.
    await page.getByRole('button', { name: /^Edit / }).click();
    const dialog = page.getByRole('dialog');
    const edited = dialog.getByRole('textbox', { name: 'Quantity', exact: true });
    await dialog.getByLabel('Price per case (NGN)').fill('77.00');
    await edited.click();
    await edited.pressSequentially('5.5');
    await dialog.getByRole('button', { name: 'Save' }).click({ force: true });
    await expect(dialog.getByText('You typed 5.5.')).toBeVisible();
    await expect(edited).toHaveValue('5.5');
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect((await itemsOf(order)).map((item) => item.quantity)).toEqual([3]);
    await edited.fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

test('after Back the filters agree with the figures below them', {
  tag: ['@REP-03', '@RPT-01', '@RPT-05', '@RPT-10'],
}, async ({ page }) => {
  const rows = (await site.api('admin', 'GET', 'warehouse/read_all')) as {
    _id: string;
    parent_type: string;
    parent: { name: string };
  }[];
  const [first, second] = rows.filter((row) => row.parent_type === 'seller');
  const day = 86_400;
  const midnight = Math.floor((Date.now() / 1_000 + 3_600) / day) * day - 3_600;
  const shown = (seconds: number) => new Date((seconds + 3_600) * 1_000).toISOString().slice(0, 10);
  await signIn(page, site, 'admin');
  const report = (warehouse: string | undefined, back: number) =>
    `${site.url}/inventory/report?context=shipment_received&warehouses=${warehouse}&from_timestamp=${midnight - back * day}&to_timestamp=${midnight - 60}`;
  await page.goto(report(first?._id, 20));
  await page.getByLabel('From', { exact: true }).fill(shown(midnight - 5 * day));
  const warehouse = page.getByRole('combobox', { name: 'Warehouse' });
  await choose(page, 'Warehouse', `${second?.parent.name} HUB`);
  await expect(page).toHaveURL(new RegExp(`warehouses=${second?._id}`));
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(shown(midnight - 5 * day));
  // The warehouse, then the day: each change is a step of its own.
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`warehouses=${first?._id}`));
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(shown(midnight - 5 * day));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`warehouses=${first?._id}`));
  await expect(warehouse).toHaveValue(`${first?.parent.name} HUB`);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(shown(midnight - 20 * day));
  // A change that leaves the days incomplete waits for the rest, whatever is done to the list below.
  await page.getByLabel('To', { exact: true }).fill('');
  // Until it is asked, the head says which days and which warehouse the figures are of.
  const written = (seconds: number) => showDay(seconds, Math.floor(Date.now() / 1_000));
  const days = `${written(midnight - 20 * day)} to ${written(midnight - 60)}`;
  await expect(page.getByText(`Shipment Received, ${first?.parent.name} HUB, ${days}`, { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('zzz');
  await expect(page.getByText('No entries found')).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  // Another report keeps the warehouse that it offers too.
  await page.getByLabel('To', { exact: true }).fill(shown(midnight - 60));
  await page.getByRole('tab', { name: 'Stock Issued' }).click();
  await expect(page.getByText(`Stock Issued, ${first?.parent.name} HUB, ${days}`, { exact: true })).toBeVisible();

  for (const path of ['order-summary', 'order-value-summary']) {
    await page.goto(`${site.url}/${path}`);
    const seller = page.getByRole('combobox', { name: 'Seller' });
    const press = async (days: string) => {
      await page.getByRole('button', { name: /^Dates/ }).click();
      await page.getByRole('button', { name: days, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await press('Today');
    await choose(page, 'Seller', 'Mushin Hub');
    await expect(page).toHaveURL(/seller=hub_lagos_mushin/);
    await choose(page, 'Seller', 'Wuse Hub');
    await expect(page).toHaveURL(/seller=hub_abuja_wuse/);
    await press('Yesterday');
    await expect(page.getByRole('button', { name: 'Dates: Yesterday' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Dates: Today' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/seller=hub_lagos_mushin/);
    await expect(seller).toHaveValue('Mushin Hub');
    await expect(page.getByRole('button', { name: 'Dates: Today' })).toBeVisible();
  }

  await page.goto(`${site.url}/order-reconciliation?ref=AAAA2222`);
  const ref = page.getByLabel('Order Ref');
  await ref.fill('BBBB3333');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No order found with ref BBBB3333.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No order found with ref AAAA2222.')).toBeVisible();
  await expect(ref).toHaveValue('AAAA2222');
});

test('an accepted quantity leaves what was agreed for the line, to the kobo', { tag: ['@B3.7', '@UI-28'] }, async ({
  page,
}) => {
  const order = await shipment();
  const offered = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'distributor', parent: 'dist_adeola' },
  })) as { products: { product: { _id: string; name: string; case_count: number } }[] };
  const product = offered.products[0]?.product;
  if (!product) throw new Error('The distributor carries nothing');
  // 1,000.00 for three cases: no price per case says it.
  const quantity = 3 * product.case_count;
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{ purchase_order_id: order, product_id: product._id, quantity: String(quantity), amount: '1000.00' },
  });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in?purchase_order_id=${order}`);
  await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Quantity accepted/ }).fill('2');
  await expect(dialog.getByText('₦1,000', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await itemsOf(order))[0]?.quantity_accepted).toBe(2 * product.case_count);
  expect((await itemsOf(order))[0]?.amount).toBe('1000.00');
});

test('a page beyond the last one shows the last one, and Back does not lead to it', { tag: ['@CONST-06'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/profile`);
  for (const path of ['warehouses?page=99', 'order-groups?page=99&from=open', 'products?page=99', 'buyers?page=99']) {
    await page.goto(`${site.url}/${path}`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect(page.getByText(/^No .* found$/)).toHaveCount(0);
    await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await expect(pages.getByRole('button', { name: 'Previous page' })).toBeEnabled();
    await expect(page).not.toHaveURL(/page=99/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/products/);
});

test('what is not there is said as such, by the wizard and the products of a warehouse too', {
  tag: ['@ERR-09', '@TRF-04', '@WH-16'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [path, words] of [
    ['inventory/shipment/in?purchase_order_id=nosuch', 'Transfer not found'],
    ['warehouses/nosuch/products', 'Warehouse not found'],
  ] as const) {
    await page.goto(`${site.url}/${path}`);
    await expect(page.getByText(words, { exact: true })).toHaveCount(1);
    await expect(page.getByText('Check the URL and try again.')).toBeVisible();
    await expect(page.getByText('This could not be loaded.')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Count stock' })).toHaveCount(0);
  }
});

test('a name of one long word, with dots below, hooks and a flag, makes no page wider than its window', {
  tag: ['@B1.11'],
}, async ({ page }) => {
  const name = `${'Ọlọ́runtọ́bilọ́báÌyálọ́jàƘwàráƊanNǹèméka'.repeat(2)}🇳🇬`;
  const made = async (path: string, fields: Record<string, string>) =>
    String(await site.api('admin', 'POST', path, { name, status: 'active', ...fields }));
  const [type] = (await site.api('admin', 'GET', 'store_type/read_all')) as { _id: string }[];
  const [maker] = (await site.api('admin', 'GET', 'brand/read_all')) as { _id: string }[];
  const place = await made('location/create', { state: 'Lagos', lga: 'Ikeja' });
  const shop = (await site.api('admin', 'POST', 'buyer/signup', {
    ...{ name, person: name, status: 'active', phone: '08091230001', address: name, hash: 'default' },
    ...{ store_type_id: type?._id ?? '', location_id: place },
  })) as { _id: string };
  const distributor = await made('distributor/create', { address: name });
  const hub = await made('seller/create', { address: name });
  await made('manufacturer/create', { email: 'long@example.test', address: name, upload_id: 'upload_placeholder' });
  const warehouse = String(
    await site.api('admin', 'POST', 'warehouse/create', { status: 'active', parent_type: 'seller', parent: hub }),
  );
  const product = await made('product/create', {
    ...{ description: name, sku_id: 'LONG-1', case_count: '12', mpu: '1', price: '100', weight: '0', size: '0' },
    brand_id: maker?._id ?? '',
  });
  await site.api('admin', 'POST', 'warehouse_log/adjust', {
    ...{ warehouse_id: warehouse, product_id: product, counted: '5', reason: 'opening' },
  });
  const cart = String(await site.api('admin', 'POST', 'order_group/create', { buyer_id: shop._id, seller_id: hub }));
  await signIn(page, site, 'admin');
  for (const path of [
    `buyers/${shop._id}/balance`,
    `order-groups/${cart}`,
    `distributors/${distributor}/balance`,
    `distributors/${distributor}/products`,
    `sellers/${hub}/manufacturers`,
    `products/${product}/update`,
    `warehouses/${warehouse}/products`,
  ])
    for (const viewport of [
      { width: 800, height: 1280 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(`${site.url}/${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.getByText(name.slice(0, 30)).first()).toBeAttached();
      await lineIdle(page);
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wider, `${path} at ${viewport.width}`).toBe(0);
    }
});
