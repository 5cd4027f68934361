/** The built app at a server that knows the three documents alone (docs/anyServer.md). The stand-in serves both. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { button, expectText } from '../support/onPage.ts';
import { openPlainServer, type PlainServer } from '../support/plainServer/plainServer.ts';
import { signInAtPlain } from '../support/plainServer/signIn.ts';
import { EVERY_SCREEN } from '../support/screens.ts';
import { noWorker } from '../support/site.ts';

test.use(noWorker);

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
let server: PlainServer;
test.beforeAll(() => expect(existsSync(dist)).toBe(true));
test.afterEach(() => server.close());

/** Opens a screen as a press on the menu does, and says what stands there once nothing loads any more. */
async function look(page: Page, path: string): Promise<string> {
  // Each screen draws a heading of its own, also where two have the same words.
  await page
    .locator('#screen h1')
    .first()
    .evaluate((heading) => heading.setAttribute('data-former', ''));
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction(
    () =>
      document.querySelector('#screen h1:not([data-former])') &&
      !document.querySelector('#screen [aria-label="Loading"], .rows-are-old'),
  );
  return ((await page.locator('#screen').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

/** Screens of the documents, each with something of the stand-in's that must stand there. */
const SCREENS: readonly (readonly [path: string, words: string])[] = [
  ['/warehouses', 'Mushin Hub'],
  ['/warehouses/wh_mushin/products', 'Peak Milk 400g'],
  ['/warehouses/wh_mushin/update', 'Mushin Hub'],
  ['/inventory/report', '₦240,000'],
  ['/purchase-orders', 'PO-1'],
  ['/purchase-orders/po_first', 'PO-1'],
  ['/managers', 'Ada Obi'],
  ['/managers/manager_ada/update', 'Manager'],
  ['/order-groups?from=2020-01-01', 'AB12CD34'],
  ['/pending-orders', 'AB12CD34'],
  ['/order-groups/og_1', 'Peak Milk 400g'],
  ['/order-summary', 'Order Summary'],
  ['/order-value-summary', 'Order Value Summary'],
  ['/order-reconciliation?ref=NOSUCH22', 'Order not found'],
  ['/report-buyer-reconciliation', 'Explained by orders'],
  ['/report-sales-officer-reconciliation', 'DA Reconciliation'],
  ['/order-fulfilment', 'Yaba'],
  ['/products', 'Products (30)'],
  ['/products/prod_peak/update?tab=details', 'Product'],
  ['/products/history', 'Sales History'],
  ['/manufacturers', 'Dufil Prima'],
  ['/brands', 'Indomie'],
  ['/brands/brand_peak/update', 'Brand'],
  ['/categories', 'Milk'],
  ['/categories/cat_milk/products', 'Peak Milk 400g'],
  ['/store-types', 'Kiosk'],
  ['/cohorts', 'Milk lovers'],
  ['/locations', 'Yaba'],
  ['/areas', 'Yaba East'],
  ['/areas/area_yaba', 'Yaba'],
  ['/sellers', 'Mushin Hub'],
  ['/sellers/hub_mushin/manufacturers', 'FrieslandCampina'],
  ['/distributors', 'Adeola Stores'],
  ['/distributors/dist_adeola/products', 'Indomie Chicken 70g'],
  ['/distributors/dist_adeola/balance', 'Adeola Stores'],
  ['/buyers', 'Mama Nkechi'],
  ['/buyers/buyer_1/orders', 'Mama Nkechi'],
];

/** A picture is asked for without the token first, as any picture is, and read with it afterwards. */
const isRefusal = ({ code, path }: { code: number | null; path: string }) =>
  code !== 200 && !path.endsWith('reconciliation') && !path.startsWith('pictures/');

test('a person signs in, screens of the documents open with their rows, and the server hears its own calls alone', {
  tag: ['@PLAIN-03', '@PLAIN-04', '@PLAIN-05', '@PLAIN-06', '@PLAIN-07'],
}, async ({ page }) => {
  server = await openPlainServer({ app: { dist } });
  await signInAtPlain(page, server);
  const from = server.calls.length;
  const wrong: string[] = [];
  for (const [path, words] of SCREENS) {
    const text = await look(page, path).catch((error: unknown) => `did not open: ${String(error).slice(0, 200)}`);
    if (/Something has gone wrong|undefined|NaN|\[object/.test(text))
      wrong.push(`${path} broke: ${text.slice(0, 300)}`);
    else if (!text.includes(words)) wrong.push(`${path} lacks ${words}: ${text.slice(0, 400)}`);
  }
  expect(wrong).toEqual([]);
  const heard = server.calls.slice(from);
  expect(heard.filter(isRefusal).map(({ path, fields, code }) => [path, fields, code])).toEqual([]);
  expect(heard.filter(({ headers }) => headers['x-device-id'] ?? headers['idempotency-key'])).toEqual([]);
});

test('at another origin, with its own header for the token, a form is refused and saved, and a reload stays signed in', {
  tag: ['@each-change', '@PLAIN-01', '@PLAIN-08', '@PLAIN-11', '@PLAIN-15'],
}, async ({ page }) => {
  const wishes = { header: 'X-Token', scheme: '', numbers: 'text', status: 'always 200', api: '/v1/' } as const;
  let origin = '';
  const back = await openPlainServer({
    ...wishes,
    origin: () => origin,
  });
  server = await openPlainServer({
    app: { dist, where: JSON.stringify({ api: `${back.url}/v1/`, token: { header: 'X-Token' } }) },
  });
  origin = server.url;
  try {
    await signInAtPlain(page, server);
    back.refuse('store_type/create', 403, 'You may not do that today');
    await look(page, '/store-types/create');
    await page.getByLabel('Name').fill('Market stall');
    await page.getByLabel('Description').fill('A stall in a market');
    await button(page, 'Create').click();
    await expectText(page, 'You may not do that today');
    await button(page, 'Create').click();
    await expectText(page, 'Store type successfully created.');
    expect(back.rows('store_type').map(({ name }) => name)).toEqual(['Kiosk', 'Market stall']);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Market stall' })).toBeVisible();
    // The sign-in screen asks nobody before it knows where the server is, and no stranger for what ours answers.
    expect(server.calls.map(({ path }) => path)).toEqual([]);
    expect(back.calls[0]?.path).toBe('administrator/login_delegate');
  } finally {
    await back.close();
  }
});

/** The records of the demo in the addresses of every screen, and those of the stand-in in their place. */
const RECORDS: readonly (readonly [RegExp, string])[] = [
  [/\{warehouse\}/, 'wh_mushin'],
  [/\{purchase_order\}/, 'po_first'],
  [/\{order_group\}/, 'og_1'],
  [/\{claim\}/, 'claim_1'],
  [/da_01/, 'da_musa'],
  [/buyer_0\d/, 'buyer_1'],
  [/area_1/, 'area_yaba'],
  [/category_1/, 'cat_milk'],
  [/hub_lagos_mushin/, 'hub_mushin'],
  [/dist_officer_1/, 'do_1'],
  [/brand_milo/, 'brand_peak'],
  [/product_6033000085214/, 'prod_peak'],
];
const atStandIn = (path: string) => RECORDS.reduce((so, [of, id]) => so.replace(of, id), path);

/** Screens of what the documents do not know: they say so and nothing else. */
const NOT_THERE =
  /^\/(inventory\/(count|stocktakes)|discrepancies|running-out|claims|close-outs|handovers|webhooks)|\/opening$/;

test('every screen opens: nothing goes wrong, what the server does not offer is said in words, pictures are there', {
  tag: ['@each-change', '@PLAIN-14', '@PLAIN-16', '@PLAIN-17'],
}, async ({ page }) => {
  server = await openPlainServer({ app: { dist }, numbers: 'text', status: 'always 200' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await signInAtPlain(page, server);
  const from = server.calls.length;
  const wrong: string[] = [];
  for (const path of EVERY_SCREEN.filter((one) => one !== '/game').map(atStandIn)) {
    // In between stands another screen, so that the heading is a new one.
    await look(page, '/game');
    const text = await look(page, path).catch((error: unknown) => `did not open: ${String(error).slice(0, 200)}`);
    if (
      /Something has gone wrong|did not open|undefined|NaN|Infinity|\[object|could not be loaded|Unauthorized|Try again/.test(
        text,
      )
    )
      wrong.push(`${path}: ${text.slice(0, 400)}`);
    if (NOT_THERE.test(path) && !text.includes('This server does not offer that.')) wrong.push(`${path} says nothing`);
  }
  expect([...wrong, ...errors]).toEqual([]);
  await look(page, '/products');
  await expect
    .poll(() =>
      page
        .locator('#screen img')
        .evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  const heard = server.calls.slice(from);
  expect(heard.filter(isRefusal).map(({ path, fields, code }) => [path, fields, code])).toEqual([]);
  // What is not offered is not linked.
  await expect(page.getByRole('link', { name: 'Choose for Hub' })).toHaveCount(0);
  for (const name of ['Expiring', 'Handovers', 'Claims'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
});
