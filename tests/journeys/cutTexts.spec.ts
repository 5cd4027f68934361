/** No text is cut off where nobody can read it whole: lists, reports, records and the homes of all roles, in four sizes. */
import { expect, type Page, test } from '@playwright/test';
import { beyondCards, brokenFigures, cutTexts, cutWithoutMark, overprinted, sideways } from '../support/layout.ts';
import { withLongRows } from '../support/longRows.ts';
import { LISTS } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

const SCREENS = [
  ...LISTS,
  '/report-buyer-reconciliation',
  '/report-sales-officer-reconciliation',
  '/inventory/stocktakes',
  '/inventory/report',
  '/order-summary',
  '/order-value-summary',
  '/order-fulfilment?tab=buyers',
  '/agents/report',
  '/buyers/buyer_08/orders',
  '/sales-officers/da_01/balance',
  '/distributors/dist_adeola/balance',
  '/products/product_6033000085214/update?tab=overview',
];
const SIZES = [
  [1440, 900],
  [1280, 800],
  [800, 1280],
  [390, 844],
] as const;
/** The lists whose rows the space bar shows beside them. */
const WITH_PANELS = ['/purchase-orders', '/order-groups?from=2026-01-01', '/pending-orders'];
/** What is cut on the open screen in each size. A title says the whole text to whoever points at it; a phone has nothing to point with. */
async function cutIn(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const cut = [
      ...(await cutTexts(page, width !== 390)),
      ...(await cutWithoutMark(page)),
      ...(await overprinted(page)),
      ...(await brokenFigures(page)),
    ];
    found.push(...cut.map((one) => `${where} at ${width}: ${one}`));
  }
  return found;
}

test('the check finds a text that is cut, unless its title has the whole text', { tag: ['@UI-42'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.evaluate(() => {
    for (const title of ['', 'A name without room']) {
      const planted = document.createElement('p');
      planted.textContent = title || 'A planted text without room';
      planted.title = title;
      if (!title) planted.removeAttribute('title');
      Object.assign(planted.style, {
        width: '40px',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        textOverflow: 'ellipsis',
      });
      document.querySelector('#screen')?.append(planted);
    }
  });
  expect(await cutTexts(page, true)).toEqual(['cut: A planted text without room']);
  expect(await cutTexts(page, false)).toHaveLength(2);
});

test('the check finds a figure that overlaps the next one', { tag: ['@UI-42'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  await goSettled(page, '/report-sales-officer-reconciliation');
  expect(await overprinted(page)).toEqual([]);
  await page
    .locator('#screen .cards td[data-card="pair"]')
    .first()
    .evaluate((cell) => Object.assign(cell.style, { minWidth: '0', flexBasis: '20px' }));
  expect(await overprinted(page)).toHaveLength(1);
});

test('lists, reports and records cut a text only if its title has the whole text, and on a phone never', {
  tag: ['@UI-42', '@WCAG-1.4.10'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of SCREENS) {
    await goSettled(page, path);
    found.push(...(await cutIn(page, path)));
  }
  expect(found).toEqual([]);
});

test('with the longest names and amounts nothing on a card of a phone lies over something else, or reaches beyond its card', {
  tag: ['@UI-42', '@ORD-04'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  await withLongRows(page);
  const found: string[] = [];
  let isSeen = false;
  for (const path of [...SCREENS, '/running-out', '/expiring', '/close-outs/da_01']) {
    await goSettled(page, path);
    const faults = [...(await overprinted(page)), ...(await beyondCards(page)), ...(await sideways(page))];
    found.push(...faults.map((one) => `${path}: ${one}`));
    isSeen ||= (await page.locator('#screen .cards').getByText('New', { exact: true }).count()) > 0;
  }
  expect(found).toEqual([]);
  // The values arrived: orders of new retailers with amounts of nine digits.
  expect(isSeen).toBe(true);
});

test('a home cuts a text only if its title has the whole text, and on a phone never', {
  tag: ['@UI-42', '@B14.10'],
}, async ({ browser }) => {
  test.setTimeout(240_000);
  const found: string[] = [];
  for (const who of ['admin', 'staff', 'accounts', 'officer1', 'care', 'hub1', 'hubmanager', 'rep1']) {
    const page = await (await browser.newContext({ serviceWorkers: 'block', hasTouch: true })).newPage();
    await signIn(page, site, who);
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    found.push(...(await cutIn(page, who)));
    await page.context().close();
  }
  expect(found).toEqual([]);
});

test('beside an open panel no row of a list cuts a text without a mark', { tag: ['@UI-42'] }, async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of WITH_PANELS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goSettled(page, path);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.getByRole('complementary', { name: /beside the list$/ })).toBeVisible();
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      found.push(...(await cutWithoutMark(page)).map((one) => `${path} at ${width}: ${one}`));
    }
  }
  expect(found).toEqual([]);
});

test('the tiles of hubs and persons show whole names: nothing points at a tile', { tag: ['@UI-42'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await goSettled(page, '/inventory/stock/out');
  await expect(page.getByText('Which hub are you in?')).toBeVisible();
  expect(await cutTexts(page, false)).toEqual([]);
});
