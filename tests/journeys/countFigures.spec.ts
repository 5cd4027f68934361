/** The figures of a count at arm's length: large, whole and at one place, with long names of goods and of who brings them. */
import { expect, type Page, test } from '@playwright/test';
import { digits, linesOf, quantityField } from '../support/receiving.ts';
import { lineIdle } from '../support/settled.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

const site = siteOfFile();
test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });
const LONG =
  'Arôme Maggi Superconcentrated Seasoning with Roasted Scotch-Bonnet, Uziza and Ogiri for Family Kitchens 48 x 250ML';

/** A receipt of two products of this distributor, the first with a long name. */
async function expected(): Promise<string> {
  const from = (await site.api('admin', 'GET', 'distributor/read_all')) as { _id: string; name: string }[];
  const source = from.find(({ name }) => name.startsWith('Chukwuemeka'))?._id ?? '';
  const sold = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'distributor', parent: source },
  })) as { products: { product: { _id: string; case_count: number; tracks_lots?: boolean } }[] };
  const goods = sold.products.map(({ product }) => product).filter((one) => !one.tracks_lots && one.case_count > 1);
  await site.api('admin', 'POST', 'product/update', { _id: goods[0]?._id ?? '', name: LONG });
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000) + 3_600), tag: 'purchase_order', meta: '{}' },
    ...{ amount: '0', source_type: 'distributor', source, destination_type: 'seller', destination: 'hub_lagos_mushin' },
  })) as string;
  for (const { _id, case_count } of goods.slice(0, 2))
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: _id, quantity: String(144 * case_count), amount: '1000' },
    });
  return id;
}

/** The places of what must not move: the list, the field of the figure, the pad. */
const places = (page: Page) =>
  page.evaluate(() =>
    ['main thead', 'input[aria-label="Quantity"]', '[aria-label="Number pad"]', 'main tbody tr:nth-child(2)'].map(
      (one) => Math.round(document.querySelector(one)?.getBoundingClientRect().top ?? -1),
    ),
  );

test('figures of a count are large, on one line and at one place, whatever the names', {
  tag: ['@UI-28', '@UI-42'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const id = await expected();
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
    const heading = page.getByRole('heading', { level: 1 });
    const head = page.getByRole('banner').locator('xpath=following::header[1]');
    const stop = page.getByRole('button', { name: 'Stop count' });
    const begin = page.getByRole('button', { name: 'Start count: Count' });
    await expect(begin.or(stop)).toBeVisible();
    if (await begin.isVisible()) await begin.click();
    await expect(stop).toBeVisible();
    expect((await heading.boundingBox())?.height).toBeLessThanOrEqual(51);
    if (width === 1280) expect((await head.boundingBox())?.height).toBeLessThanOrEqual(97);
    await linesOf(page)
      .filter({ hasText: LONG.slice(0, 20) })
      .first()
      .click();
    // The name, the case and which line it is are seen whole over the figure.
    const place = page.getByText(/^Line \d of 2$/).filter({ visible: true });
    const whole = await place.boundingBox();
    const card = await place.locator('xpath=ancestor::div[2]').boundingBox();
    expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThanOrEqual((card?.y ?? 0) + (card?.height ?? 0) + 1);
    const before = await places(page);
    await digits(page, '770');
    expect(await places(page)).toEqual(before);
    expect(await quantityField(page).evaluate((one) => getComputedStyle(one).fontSize)).toBe('28px');
    const row = linesOf(page)
      .filter({ hasText: LONG.slice(0, 20) })
      .first();
    const figure = await row.getByText('770', { exact: true }).boundingBox();
    const word = await row.locator('td:nth-child(3)').getByText('cases').boundingBox();
    const field = await row.locator('td:nth-child(3) > span').boundingBox();
    expect(word?.y ?? 0).toBeLessThan((figure?.y ?? 0) + (figure?.height ?? 0));
    expect((figure?.y ?? 0) - (field?.y ?? 0)).toBeGreaterThanOrEqual(6);
    expect(field?.height).toBe(48);
    expect(await row.locator('td:nth-child(3) > span').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(
      true,
    );
    await digits(page, '0');
    expect(await places(page)).toEqual(before);
    expect(await row.locator('td:nth-child(3) > span').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await stop.click();
  }
});

test('a code that nobody knows moves no row under a finger, in the count of a receipt and in a stocktake', {
  tag: ['@UI-28', '@STK-33'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const rows = (list: string) =>
    page.evaluate(
      (of) => [...document.querySelectorAll(of)].map((one) => Math.round(one.getBoundingClientRect().top)),
      list,
    );
  const still = async (list: string) => {
    const scanner = await plugIn(page);
    await lineIdle(page);
    const before = await rows(list);
    expect(before.length).toBeGreaterThan(1);
    await scanner.scan('9780000000019');
    // The code is looked for in the whole catalogue first.
    await expect(page.getByRole('region', { name: 'Unknown codes' })).toBeVisible({ timeout: 30_000 });
    expect(await rows(list)).toEqual(before);
  };
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${await expected()}`);
  await expect(page.getByRole('button', { name: 'Stop count' })).toBeVisible();
  await expect(quantityField(page)).toBeFocused();
  await still('main tbody tr');

  const places = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as { _id: string; name: string }[];
  const { _id: id } = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: places.find(({ name }) => name === 'Mushin Hub')?._id ?? '', scope: 'all', blind: 'true' },
    client_id: crypto.randomUUID(),
  })) as { _id: string };
  await page.goto(`${site.url}/inventory/count/${id}`);
  await expect(quantityField(page)).toBeFocused();
  await still('[data-lines] li');
});
