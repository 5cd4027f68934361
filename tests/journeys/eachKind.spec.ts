/** Each kind of transfer with goods that nobody announced and with goods that are expected: by finger, keyboard, scanner and camera, with the server and without it. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { syncStatus } from '../support/onPage.ts';
import {
  digits,
  FROM,
  fillFirst,
  firstScreen,
  HUB,
  idOf,
  linesOf,
  type Party,
  type Product,
  productsOf,
  quantityField,
  receiptOf,
  search,
  TO,
} from '../support/receiving.ts';
import { choose, installed, openAs, preparedFor, siteOfFile } from '../support/site.ts';
import { plugIn, type WedgeScanner } from '../support/wedge.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });
test.use({ hasTouch: true });

const KINDS = [
  { path: 'shipment/in', kind: 'shipment_in', other: 'distributor', into: true },
  { path: 'shipment/out', kind: 'shipment_out', other: 'distributor', into: false },
  { path: 'stock/out', kind: 'stock_out', other: 'sales_officer', into: false },
  { path: 'stock/in', kind: 'stock_in', other: 'sales_officer', into: true },
] as const;
type Kind = (typeof KINDS)[number];

/** The parties of a transfer, as their fields are labelled. */
function fieldsOf({ into, other }: Kind, name: string): [from: Party, to: Party] {
  const label = other === 'distributor' ? 'Distributor' : 'Delivery Associate';
  return into
    ? [
        [`From ${label}`, name],
        ['To Hub', TO],
      ]
    : [
        ['From Hub', TO],
        [`To ${label}`, name],
      ];
}

async function partyOf({ other }: Kind): Promise<{ id: string; name: string }> {
  if (other === 'distributor') return { id: await idOf(site, other, FROM), name: FROM };
  const all = (await site.api('admin', 'GET', 'sales_officer/read_all')) as Record<'_id' | 'name' | 'status', string>[];
  const { _id: id = '', name = '' } = all.find(({ status }) => status === 'active') ?? {};
  return { id, name };
}

/** A transfer of the office. `cases` of each product; `isDone`: it is completed at once. */
async function transferOf(
  { into, other }: Kind,
  party: string,
  products: readonly Product[],
  cases: number,
  isDone = false,
) {
  const [there, here] = [
    { type: other, id: party },
    { type: 'seller', id: HUB },
  ];
  const [source, destination] = into ? [there, here] : [here, there];
  const id = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ref: '*', timestamp: String(Math.floor(Date.now() / 1_000)), tag: 'purchase_order', meta: '{}', amount: '0' },
    ...{ source_type: source.type, source: source.id, destination_type: destination.type, destination: destination.id },
  })) as string;
  for (const { _id, case_count } of products)
    await site.api('admin', 'POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, product_id: _id, quantity: String(cases * case_count), quantity_accepted: '' },
    });
  if (isDone) await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });
  return id;
}

/** Completes the transfer. Goods that go back to a distributor need a reason. `isOnline`: the server takes it at once. */
async function completed(page: Page, { kind }: Kind, isOnline: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Complete Transfer/ }).tap();
  const dialog = page.getByRole('dialog');
  if (kind === 'shipment_out')
    await dialog
      .getByRole('region', { name: 'Why it goes back' })
      .getByRole('button', { name: 'Damaged' })
      .first()
      .tap();
  // A tap right after the one that opened the question would be its second one.
  await page.waitForTimeout(600);
  await dialog.getByRole('button', { name: 'Continue' }).tap();
  await expect(
    page.getByRole('heading', {
      name: isOnline ? 'Transfer successful.' : 'Waiting to complete. Stock has not moved yet.',
    }),
  ).toBeVisible();
}

/** A camera without a picture, in whose sight is what a test says. `camera.spec.ts` reads a real video. */
const withCamera = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, {
      inSight: [],
      BarcodeDetector: class {
        detect = async () => (globalThis as unknown as { inSight: string[] }).inSight.map((rawValue) => ({ rawValue }));
      },
    });
    navigator.mediaDevices.getUserMedia = async () => {
      const picture = document.createElement('canvas');
      const drawn = picture.getContext('2d');
      setInterval(() => drawn?.fillRect(0, 0, 9, 9), 100);
      return picture.captureStream(10);
    };
  });
const inSight = (page: Page, codes: string[]) =>
  page.evaluate((seen) => Object.assign(globalThis, { inSight: seen }), codes);

/** Goods that nobody announced: two cases by finger, three by keyboard, one by scanner, one by camera. The cases of each product. */
async function unexpected(page: Page, kind: Kind, name: string, wedge: WedgeScanner, goods: readonly Product[]) {
  await page.goto(firstScreen(site, kind.path));
  await fillFirst(page, ...fieldsOf(kind, name));
  const offered = page.locator('[data-offered]:visible').first();
  const tapped = (await offered.getAttribute('data-offered')) ?? '';
  await offered.tap();
  await expect(quantityField(page)).toBeFocused();
  await digits(page, '2');
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await expect(linesOf(page)).toHaveCount(1);
  await expect(linesOf(page).first()).toContainText('2 cases');
  const [typed, scanned, seen] = goods.filter(({ _id }) => _id !== tapped) as [Product, Product, Product];
  await choose(page, 'Product', typed.name);
  await expect(quantityField(page)).toBeFocused();
  // What is in our books is compared while it is typed.
  const limit = page.getByRole('alert').filter({ hasText: /too many|This is [\d,]+ more/ });
  await page.keyboard.type('9000');
  if (kind.kind === 'shipment_in') await expect(page.getByText('9,000 cases: is that right?')).toBeVisible();
  else await expect(limit).toBeVisible();
  for (const _ of '9000') await page.keyboard.press('Backspace');
  await expect(limit).toHaveCount(0);
  await page.keyboard.press('3');
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(linesOf(page)).toHaveCount(2);
  await expect(linesOf(page).first()).toContainText('3 cases');
  await wedge.scan(scanned.barcode_case);
  await expect(linesOf(page)).toHaveCount(3);
  await expect(linesOf(page).first()).toContainText(scanned.name);
  await expect(search(page)).toHaveValue(scanned.name);
  await page.getByRole('button', { name: 'Camera', exact: true }).tap();
  await expect(page.getByLabel('Camera picture')).toBeVisible();
  await inSight(page, [seen.barcode_case]);
  await expect(linesOf(page)).toHaveCount(4);
  await expect(linesOf(page).first()).toContainText(seen.name);
  await inSight(page, []);
  await page.getByRole('button', { name: 'Stop camera' }).tap();
  return new Map([
    [tapped, 2],
    [typed._id, 3],
    [scanned._id, 1],
    [seen._id, 1],
  ]);
}

/** Goods that are expected, three cases each: one is short, the rest is as expected. */
async function expectedGoods(page: Page, kind: Kind, id: string): Promise<string> {
  await page.goto(firstScreen(site, kind.path));
  await page
    .getByRole('link')
    .and(page.locator(`a[href*="${id}"]`))
    .first()
    .tap();
  const first = linesOf(page).first();
  await first.tap();
  await expect(quantityField(page)).toBeFocused();
  await digits(page, '2');
  await expect(first).toContainText('1 case short');
  await page.getByRole('button', { name: /^Accept all as/ }).tap();
  await expect(page.getByRole('status', { name: 'Count' })).toContainText('3 of 3');
  return (await first.getAttribute('data-product')) ?? '';
}

for (const kind of KINDS)
  test(`${kind.kind}: by finger, keyboard, scanner and camera, expected and not, with the server and without it, each once`, {
    tag: ['@TRF-10', '@TRF-12', '@SYNC-03', '@UI-28', '@B11'],
  }, async ({ page }) => {
    const party = await partyOf(kind);
    const goods = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 8);
    expect(goods).toHaveLength(8);
    // Enough for all of them, where it is taken from.
    const received = KINDS[0];
    await transferOf(received, await idOf(site, 'distributor', FROM), goods, 60, true);
    if (kind.kind === 'stock_in') await transferOf(KINDS[2], party.id, goods, 40, true);
    const [withServer, without] = [
      await transferOf(kind, party.id, goods.slice(0, 3), 3),
      await transferOf(kind, party.id, goods.slice(0, 3), 3),
    ];
    const receipts = async () => {
      const { rows } = (await site.api('officer2', 'GET', 'purchase_order/read_all', {
        ...{ tag: 'receipt', kind: kind.kind, page: '1', per_page: '100', sort: '-created' },
      })) as { rows: { _id: string }[] };
      return rows.map(({ _id }) => _id);
    };
    await withCamera(page);
    await openAs(page, site, 'officer1', firstScreen(site, kind.path));
    await preparedFor(page);
    await installed(page);
    const wedge = await plugIn(page);
    const before = new Set(await receipts());
    const made: ReadonlyMap<string, number>[] = [];
    const short = new Map<string, string>();

    made.push(await unexpected(page, kind, party.name, wedge, goods.slice(3)));
    await accessible(page);
    await completed(page, kind, true);
    short.set(withServer, await expectedGoods(page, kind, withServer));
    await completed(page, kind, true);

    await page.goto(firstScreen(site, kind.path));
    await preparedFor(page);
    await site.stopServer();
    try {
      made.push(await unexpected(page, kind, party.name, wedge, goods.slice(3)));
      await completed(page, kind, false);
      short.set(without, await expectedGoods(page, kind, without));
      await completed(page, kind, false);
    } finally {
      await site.startServer();
    }
    await page.getByRole('button', { name: 'Sync now' }).tap();
    await expect(syncStatus(page)).toHaveText('All changes sent', { timeout: 60_000 });

    const fresh = (await receipts()).filter((id) => !before.has(id) && !short.has(id)).reverse();
    expect(fresh).toHaveLength(2);
    const caseOf = new Map(
      ((await site.api('admin', 'GET', 'product/read_all')) as Product[]).map((one) => [one._id, one.case_count]),
    );
    for (const [at, id] of fresh.entries()) {
      const { items } = await receiptOf(site, id);
      expect(
        new Map(items.map((item) => [item.product_id, item.quantity / (caseOf.get(item.product_id) ?? 0)])),
      ).toEqual(made[at]);
    }
    for (const [id, product] of short) {
      const { tag, items } = await receiptOf(site, id);
      expect(tag).toBe('receipt');
      for (const item of items)
        expect((item.quantity_accepted ?? 0) / (caseOf.get(item.product_id) ?? 0)).toBe(
          item.product_id === product ? 2 : 3,
        );
    }
  });
