/**
 * Forty screens in three sizes, light and dark, beside the small pictures in tests/looks. A change that is meant: `npm run looks -- --update`, then the
 * changed pictures are part of the commit and somebody looks at them.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { copyStillDemo, STILL_AT, stillServer } from '../support/demoFolder.ts';
import { compared, comparedPicture } from '../support/looks.ts';
import { linesOf, quantityField } from '../support/receiving.ts';
import { openSettled } from '../support/settled.ts';
import { openSite, type Site, signIn } from '../support/site.ts';

/** What the administrator sees. `{model}`: the first record of its list. */
const OFFICE: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['profile', '/profile'],
  ['products', '/products'],
  ['product', '/products/product_6033000085214/update?tab=overview'],
  ['product-create', '/products/create'],
  ['product-choose', '/products/choose?hub=hub_lagos_mushin'],
  ['brands', '/brands'],
  ['warehouses', '/warehouses'],
  ['warehouse', '/warehouses/{warehouse}/products'],
  ['warehouse-update', '/warehouses/{warehouse}/update'],
  ['report', '/inventory/report'],
  ['purchase-orders', '/purchase-orders'],
  ['purchase-order', '/purchase-orders/{purchase_order}'],
  ['purchase-order-create', '/purchase-orders/create'],
  ['orders', '/order-groups'],
  ['order', '/order-groups/{order_group}'],
  ['orders-to-deliver', '/pending-orders'],
  ['order-summary', '/order-summary'],
  ['order-value', '/order-value-summary'],
  ['fulfilment', '/order-fulfilment?tab=buyers'],
  ['retailers', '/buyers'],
  ['retailer-orders', '/buyers/buyer_08/orders'],
  ['retailer-balance', '/buyers/buyer_01/balance'],
  ['retailer-create', '/buyers/signup'],
  ['retention', '/report-buyer-retention'],
  ['owed', '/report-buyer-reconciliation'],
  ['associates', '/report-sales-officer-reconciliation'],
  ['managers', '/managers'],
  ['sales-officers', '/sales-officers'],
  ['agents-report', '/agents/report'],
  ['area', '/areas/area_1'],
  ['hubs', '/sellers'],
  ['distributors', '/distributors'],
  ['notification', '/notification/wizard'],
  ['configuration', '/config-wizard'],
  ['nothing', '/nowhere'],
];
/** What an officer sees. */
const FLOOR: typeof OFFICE = [
  ['floor-home', '/'],
  ['floor-receive', '/inventory/shipment/in'],
  ['floor-issue', '/inventory/stock/out'],
  ['floor-return', '/inventory/stock/in'],
  ['floor-sync', '/sync'],
];

/** Seconds after the demo was seeded. */
const AFTER = 600;
let site: Site;
/** What the clocks of the pages are ahead by, in ms: they agree with the server's. */
let shift = 0;
test.describe.configure({ timeout: 400_000 });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await openSite(stillServer(AFTER), copyStillDemo);
  shift = (STILL_AT + AFTER) * 1_000 - Date.now();
});
test.afterAll(async () => site?.close());

async function resolved(path: string): Promise<string> {
  const model = /\{(\w+)\}/.exec(path)?.[1];
  if (model === undefined) return path;
  const { rows } = (await site.api('admin', 'GET', `${model}/read_all`, { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  return path.replace(/\{\w+\}/, rows[0]?._id ?? '');
}

const SIZES = {
  desk: [{ name: 'desk', width: 1440, height: 900 }],
  finger: [
    { name: 'tablet', width: 1280, height: 800 },
    { name: 'phone', width: 390, height: 844 },
  ],
} as const;

/** Waits until nothing loads any more and the page has been the same for a while: plots and lists of a home come after their screen. */
async function still(page: Page): Promise<void> {
  let before = '';
  let same = 0;
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() =>
          document.querySelector('.skeleton, [aria-label="Loading"]') ? '' : document.body.innerHTML,
        );
        same = now !== '' && now === before ? same + 1 : 0;
        before = now;
        return same;
      },
      { intervals: [120], timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(3);
}

async function shown(page: Page, name: string, sizes: readonly { name: string; width: number; height: number }[]) {
  const wrong: string[] = [];
  for (const { name: size, ...viewport } of sizes) {
    await page.setViewportSize(viewport);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
      // Two frames: one for the size, one for what answers to it.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      wrong.push(await compared(`${size}-${theme}/${name}`, picture));
    }
  }
  return wrong.filter(Boolean);
}

/** The page's clock stands at the hour of the demo. */
async function atTheDemosTime(page: Page): Promise<void> {
  await page.addInitScript(`{
    const Real = Date;
    const now = () => Real.now() + ${shift};
    Date = class extends Real {
      constructor(...args) {
        super(...(args.length === 0 ? [now()] : args));
      }
      static now = now;
    };
  }`);
}

for (const [device, sizes] of Object.entries(SIZES))
  for (const [user, screens] of [
    ['admin', OFFICE],
    ['officer1', FLOOR],
  ] as const)
    test(`${user}, ${device}: every screen looks as it is kept`, { tag: ['@SHELL-05'] }, async ({ browser }) => {
      const context: BrowserContext = await browser.newContext({
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        viewport: sizes[0],
        ...(device === 'finger' ? { hasTouch: true, isMobile: true } : {}),
      });
      const page = await context.newPage();
      await atTheDemosTime(page);
      await signIn(page, site, user);
      const wrong: string[] = [];
      for (const [name, path] of screens) {
        await page.setViewportSize(sizes[0]);
        await openSettled(page, `${site.url}${await resolved(path)}`);
        await page.evaluate(() => document.fonts.ready);
        // A tablet prepares for offline by itself.
        await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
        await still(page);
        wrong.push(...(await shown(page, name, sizes)));
      }
      expect(wrong).toEqual([]);
      await context.close();
    });

/** What the README shows of a desk. A path, the theme, and the steps before the picture. */
const SHOWN: readonly (readonly [
  picture: string,
  path: string,
  theme: string,
  steps?: (page: Page) => Promise<void>,
])[] = [
  ['home', '/', 'light'],
  ['product', '/products/product_6033000085214/update?tab=overview', 'light'],
  ['list', '/purchase-orders', 'light'],
  ['report-dark', '/inventory/report', 'dark'],
  ['command', '/', 'light', (page) => page.keyboard.press('Control+k')],
];

test('the pictures of the README show the desk as it is', { tag: ['@SHELL-05'] }, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: SIZES.desk[0] });
  const page = await context.newPage();
  await atTheDemosTime(page);
  await signIn(page, site, 'admin');
  const wrong: string[] = [];
  for (const [picture, path, theme, steps] of SHOWN) {
    await openSettled(page, `${site.url}${path}`);
    await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
    await steps?.(page);
    await still(page);
    const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    wrong.push(await comparedPicture(`docs/pictures/${picture}.webp`, screenshot));
  }
  expect(wrong.filter(Boolean)).toEqual([]);
  await context.close();
});

test('the pictures of the README and of the installation show the count of a delivery', { tag: ['@SHELL-05'] }, async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...{ serviceWorkers: 'block', hasTouch: true, isMobile: true, viewport: SIZES.finger[0] },
  });
  const page = await context.newPage();
  await atTheDemosTime(page);
  await signIn(page, site, 'officer1');
  await openSettled(page, `${site.url}/inventory/shipment/in`);
  await page.getByRole('region', { name: 'Expected' }).locator('a[href*="purchase_order_id"]').first().tap();
  await expect(quantityField(page)).toBeFocused();
  // The first line is all there, the second one lacks two cases, the third one is chosen.
  // Enter takes what was expected.
  await page.keyboard.press('Enter');
  await expect(linesOf(page).nth(0)).toContainText('All there');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await expect(linesOf(page).nth(1)).toContainText('short');
  const wrong: string[] = [];
  for (const [picture, width, height] of [
    ['wide', 1280, 800],
    ['narrow', 800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await still(page);
    const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    wrong.push(await comparedPicture(`public/screenshots/${picture}.png`, screenshot));
  }
  expect(wrong.filter(Boolean)).toEqual([]);
  await context.close();
});
