/** Scanning by camera: the codes of a real video are read by our own reader, because Chromium on Linux has none. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { writeBarcodeVideo } from '../support/barcodeVideo.ts';
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from '../support/chromium.ts';
import { button } from '../support/onPage.ts';
import { begin, FROM, pad, quantityField } from '../support/receiving.ts';
import { installed, removeFolder, signIn, siteOfFile } from '../support/site.ts';

const TABLET = { width: 1280, height: 800 };

const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });

interface Product {
  name: string;
  case_count: number;
  barcode_unit: string | null;
  barcode_case: string | null;
}

/** A product that the distributor gives, with both codes. */
async function product(): Promise<{ name: string; unit: string; case: string }> {
  const distributors = (await site.api('officer2', 'GET', 'distributor/read_all')) as { _id: string; name: string }[];
  const parent = distributors.find((one) => one.name === FROM)?._id ?? '';
  const given = (await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
    parent_type: 'distributor',
    parent,
  })) as { products: { product: Product }[] };
  for (const { product: one } of given.products)
    if (/^\d{13}$/.test(one.barcode_unit ?? '') && /^\d{14}$/.test(one.barcode_case ?? '') && one.case_count > 2)
      return { name: one.name, unit: one.barcode_unit ?? '', case: one.barcode_case ?? '' };
  throw new Error('The demo has no product with both codes.');
}

/** The whole browser with a camera that shows `video`, or Chromium's own test picture. A browser without its window asks nobody for a camera. */
const withCamera = (video: string | null, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: WHOLE_CHROMIUM,
    args: [
      ...CHROMIUM_ARGS,
      '--no-sandbox',
      ...(more.length > 0 ? more : ['--use-fake-device-for-media-stream']),
      ...(video ? [`--use-file-for-fake-video-capture=${video}`] : []),
    ],
  });

const pane = (page: Page) => page.getByRole('region', { name: 'Camera', exact: true });
const newest = (page: Page) => pane(page).getByRole('list', { name: 'Last scans' }).getByRole('listitem').first();
const live = (page: Page) =>
  expect
    .poll(() => page.getByLabel('Camera picture').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);

async function withoutServer(work: () => Promise<void>): Promise<void> {
  await site.stopServer();
  try {
    await work();
  } finally {
    await site.startServer();
  }
}
async function opened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, site, 'officer2');
  await installed(page);
  await begin(page, site);
  return page;
}
/** The files of the reader that are stored on this tablet, without their hashes. */
const readerFiles = (page: Page) =>
  page.evaluate(async () => {
    const stored = await (await caches.open('code-reader')).keys();
    return stored.map((one) => /assets\/(\w+)-/.exec(one.url)?.[1]).sort();
  });

test('codes of a unit and of a case are read from the video, once each time they come into sight, also without a server', {
  tag: ['@SEC-01'],
}, async () => {
  const milk = await product();
  const folder = mkdtempSync(join(tmpdir(), 'kasuwa-video-'));
  const video = join(folder, 'codes.y4m');
  // The first sight is long: the reader has to arrive within it, and a held code counts once.
  writeBarcodeVideo(video, [
    [milk.unit, 10],
    [null, 4],
    [milk.unit, 4],
    [null, 4],
    [milk.case, 4],
    [null, 60],
  ]);
  const browser = await withCamera(video);
  try {
    const context = await browser.newContext({ viewport: TABLET, permissions: ['camera'] });
    const page = await opened(context);
    expect(await readerFiles(page)).toEqual([]);
    await button(page, 'Camera').click();
    await expect(pane(page)).toContainText('Scans by itself');
    await expect(newest(page)).toContainText(milk.name);
    await expect(newest(page)).toContainText('1unit');
    await expect(newest(page)).toContainText('2units', { timeout: 30_000 });
    await expect(newest(page)).toContainText('1case2 units', { timeout: 30_000 });
    await expect(page.getByRole('status', { name: 'Scans' })).toContainText('3 scans');
    expect(await readerFiles(page)).toEqual(['codeWorker', 'zxing_reader']);
    // The page itself compiles nothing.
    const compiled = await page.evaluate(() =>
      WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
        () => 'compiled',
        (error: Error) => error.name,
      ),
    );
    expect(compiled).toBe('CompileError');
    await button(page, 'Stop camera').click();
    await expect(page.getByLabel('Camera picture')).toHaveCount(0);
    await expect(button(page, 'Camera')).toBeFocused();

    await withoutServer(async () => {
      await page.reload();
      await button(page, 'Camera').click();
      await expect(newest(page)).toContainText('1case3 units', { timeout: 30_000 });
      await expect(newest(page)).toContainText(milk.name);
    });
  } finally {
    await browser.close();
    removeFolder(folder);
  }
});

test('a tablet that never had a connection while its camera was open says what the camera needs, and reads once it has it', async () => {
  const browser = await withCamera(null);
  try {
    const page = await opened(await browser.newContext({ viewport: TABLET, permissions: ['camera'] }));
    const message = pane(page).getByRole('alert');
    await withoutServer(async () => {
      await button(page, 'Camera').click();
      await expect(message).toContainText('Connect this tablet once');
    });
    await pane(page).getByRole('button', { name: 'Try again' }).click();
    await expect(pane(page)).toContainText('Scans by itself');
    await expect(message).toHaveCount(0);
    await live(page);
  } finally {
    await browser.close();
  }
});

test('a refused camera says so with the two ways on, in both themes, and starts once it is allowed', async () => {
  const browser = await withCamera(null);
  try {
    const context = await browser.newContext({ viewport: { width: 800, height: 1280 } });
    const page = await opened(context);
    await button(page, 'Camera').click();
    await expect(pane(page).getByRole('alert')).toContainText('The camera is not allowed for this app.');
    await accessible(page);
    await button(page, 'Choose by name').click();
    await expect(pane(page)).toHaveCount(0);
    await button(page, 'Camera').click();
    await context.grantPermissions(['camera']);
    // The app may have noticed by itself.
    await button(page, 'Allow the camera')
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await expect(pane(page)).toContainText('Scans by itself');
    await live(page);
  } finally {
    await browser.close();
  }
});

test('on a phone the camera covers the page; the light and the other lens are there where the tablet has them; Escape ends it', async () => {
  const browser = await withCamera(null, ['--use-fake-device-for-media-stream=device-count=2']);
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, permissions: ['camera'] });
    // The stand-in camera has no light.
    await context.addInitScript(() => {
      const constraints: unknown[] = [];
      Object.assign(globalThis, { constraints });
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      MediaStreamTrack.prototype.applyConstraints = async (wanted) => {
        constraints.push(...(wanted?.advanced ?? []));
      };
    });
    const page = await opened(context);
    await button(page, 'Camera').click();
    await live(page);
    await expect(pane(page)).toContainText('Scans by itself');
    expect(await pane(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const light = button(page, 'Light');
    await expect(light).toHaveAttribute('aria-pressed', 'false');
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'true');
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'false');
    expect(await page.evaluate(() => (globalThis as unknown as { constraints: unknown[] }).constraints)).toEqual([
      { torch: true },
      { torch: false },
    ]);
    const lens = () =>
      page
        .getByLabel('Camera picture')
        .evaluate(
          (video: HTMLVideoElement) =>
            (video.srcObject as MediaStream | null)?.getVideoTracks()[0]?.getSettings().deviceId,
        );
    const first = await lens();
    await button(page, 'Other camera').click();
    await expect.poll(lens).not.toBe(first);
    await live(page);
    for (const name of ['Light', 'Other camera', 'Stop camera']) {
      const box = await button(page, name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(48);
    }
    await button(page, 'Stop camera').press('Escape');
    await expect(pane(page)).toHaveCount(0);
    await expect(button(page, 'Camera')).toBeFocused();
  } finally {
    await browser.close();
  }
});

test('a count by camera: each sight opens its product beside the keys, the next one saves the figure, and it goes on without a server', {
  tag: ['@STK-31', '@STK-32'],
}, async () => {
  const hub = 'hub_ibadan_bodija';
  const held = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: hub },
  })) as { products: { product: Product & { _id: string } }[] };
  const [rice, beans] = held.products
    .map((one) => one.product)
    .filter((one) => one.case_count > 1 && /^\d{14}$/.test(one.barcode_case ?? '')) as [
    Product & { _id: string },
    Product & { _id: string },
  ];
  const places = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as { _id: string; seller_id: string }[];
  const { _id } = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: places.find((one) => one.seller_id === hub)?._id ?? '', scope: 'list', blind: 'true' },
    ...{ product_ids: [rice._id, beans._id], client_id: crypto.randomUUID() },
  })) as { _id: string };
  const folder = mkdtempSync(join(tmpdir(), 'kasuwa-video-'));
  const video = join(folder, 'codes.y4m');
  writeBarcodeVideo(video, [
    [rice.barcode_case, 12],
    [null, 4],
    [beans.barcode_case, 6],
    [null, 60],
  ]);
  const browser = await withCamera(video);
  try {
    const context = await browser.newContext({ viewport: TABLET, permissions: ['camera'] });
    const page = await context.newPage();
    await signIn(page, site, 'officer2');
    await installed(page);
    const path = `${site.url}/inventory/count/${_id}`;
    await page.goto(path);
    const rowOf = ({ name }: Product) =>
      page
        .getByRole('list', { name: 'Products of the stocktake' })
        .getByRole('listitem')
        .filter({ has: page.getByText(name, { exact: true }) });
    const chosen = ({ name }: Product) => page.getByRole('heading', { level: 2, name, exact: true });
    await button(page, 'Camera').click();
    await expect(chosen(rice)).toBeVisible({ timeout: 30_000 });
    // Each scan needs a figure, so the keys stay, and nothing is counted by a sight alone.
    await expect(quantityField(page)).toHaveValue('');
    await expect(pad(page)).toBeInViewport({ ratio: 1 });
    await pad(page).getByRole('button', { name: '3', exact: true }).click();
    await expect(quantityField(page)).toHaveValue('3');
    await accessible(page);
    // The next sight saves what stands there.
    await expect(chosen(beans)).toBeVisible({ timeout: 40_000 });
    await page.getByRole('tab', { name: /^Counted/ }).click();
    await expect(rowOf(rice)).toContainText('3 cases');
    await expect(rowOf(rice)).toContainText('Sent');
    await pad(page).getByRole('button', { name: '2', exact: true }).click();
    await button(page, 'Save count: Save').click();
    await expect(rowOf(beans)).toContainText('2 cases');
    await expect(rowOf(beans)).toContainText('Sent');
    await expect(pane(page)).toBeVisible();

    await withoutServer(async () => {
      await page.reload();
      await button(page, 'Camera').click();
      await expect(chosen(rice)).toBeVisible({ timeout: 40_000 });
      await expect(page.getByText('You counted 3 cases here. A new figure replaces it.')).toBeVisible();
      await pad(page).getByRole('button', { name: '4', exact: true }).click();
      await button(page, 'Save count: Save').click();
      await page.getByRole('tab', { name: /^Counted/ }).click();
      await expect(rowOf(rice)).toContainText('4 cases');
      await expect(rowOf(rice)).toContainText('Saved on this tablet');
      await expect(page.getByRole('banner')).toContainText(/1 stocktake is saved on this device|1 waiting/);
    });
    await button(page, 'Sync now').click();
    await expect(rowOf(rice)).toContainText('Sent', { timeout: 60_000 });
    await context.close();
  } finally {
    await browser.close();
    removeFolder(folder);
  }
});
