/** What issue 28 asks of all lists, plots, homes and of motion at once, where no other journey looks at all of them (docs/proof/looking.md). */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { openRowMenu } from '../support/rowMenu.ts';
import { LISTS } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

/** Lists of records that are not the list of a model. */
const FURTHER = [
  '/report-buyer-reconciliation',
  '/report-sales-officer-reconciliation',
  '/close-outs?state=all',
  '/inventory/stocktakes',
  '/running-out',
  '/expiring?within=90',
  '/buyers/buyer_08/orders',
] as const;

/** The heights of the rows of the first table that is no plot's, in px. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const table = [...document.querySelectorAll('#screen table')].find((one) => !one.closest('figure'));
    const rows = [...(table?.querySelectorAll(':scope > tbody > tr:not(.group-head)') ?? [])];
    return rows.map((row) => Math.round(row.getBoundingClientRect().height));
  });

test('in every list rows are 36 to 40 px high for a mouse and at least 48 px for a finger, and a press on a row opens its record', {
  tag: ['@UI-41', '@UI-43', '@LOT-17', '@COV-01'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', site.url);
  const wrong: string[] = [];
  for (const path of [...LISTS, ...FURTHER]) {
    await goSettled(page, path);
    const row = page.locator('#screen table:not(figure table) > tbody > tr:not(.group-head)').first();
    await expect(row, path).toBeVisible();
    const high = (await heights(page)).filter((one) => one < 36 || one > 40);
    if (high.length > 0) wrong.push(`${path}: ${high.slice(0, 3)} px`);
    await page.evaluate(() => document.documentElement.setAttribute('data-density', 'roomy'));
    const low = (await heights(page)).filter((one) => one < 48);
    if (low.length > 0) wrong.push(`${path} for a finger: ${low.slice(0, 3)} px`);
    await page.evaluate(() => document.documentElement.removeAttribute('data-density'));
    // The record is the link of the row; a warehouse leads from its form to its stock.
    const record = ((await row.getByRole('link').first().getAttribute('href')) ?? '').split('/').slice(0, 3).join('/');
    await row.locator('td:not(:has(a, button, input))').last().click();
    await expect
      .poll(() => new URL(page.url()).pathname.startsWith(record.replace(/\?.*/, '')), {
        message: `${path} to ${record}`,
      })
      .toBe(true);
  }
  expect(wrong).toEqual([]);
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('in every list rows are cards without a head, and one button has all filters', {
    tag: ['@UI-41', '@UI-42'],
  }, async ({ page }) => {
    await openAs(page, site, 'admin', site.url);
    const wrong: string[] = [];
    for (const path of [...LISTS, ...FURTHER, '/order-fulfilment?tab=buyers']) {
      await goSettled(page, path);
      const cards = page.locator('#screen table.cards').first();
      await expect(cards.locator('tbody tr').first(), path).toBeVisible();
      const [looks, head] = await cards.evaluate((table) => [
        [...table.querySelectorAll('tbody tr')].map((row) => getComputedStyle(row).display).join(),
        table.querySelector('thead')?.getBoundingClientRect().height ?? 0,
      ]);
      if (/table/.test(String(looks)) || Number(head) > 1) wrong.push(`${path}: rows of a table, a head of ${head} px`);
      const filters = await page
        .getByRole('button', { name: /^Filters( \(\d+\))?$/ })
        .filter({ visible: true })
        .count();
      const chips = await page.locator('#screen .chip').filter({ visible: true }).count();
      if (filters !== 1 || chips !== 0) wrong.push(`${path}: ${filters} buttons, ${chips} chips`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The screens with plots, and which of them compare their days with as many before. */
const PLOTTED: readonly (readonly [path: string, isCompared: boolean])[] = [
  ['/inventory/report', true],
  ['/inventory/report?context=shipment_received', true],
  ['/order-summary', true],
  ['/order-value-summary', true],
  ['/discrepancies/trend', true],
  ['/report-buyer-retention', false],
  ['/agents/report', false],
  ['/products/history', false],
  ['/products/product_6033000085214/update?tab=overview', false],
  ['/sellers/hub_lagos_mushin/update?tab=overview', false],
];

test('each plot has its figures as a table and a menu that exports them; reports of days open answered and compared', {
  tag: ['@REP-14', '@RPT-17', '@AGT-14'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', site.url);
  const wrong: string[] = [];
  for (const [path, isCompared] of ['', ...PLOTTED.map(([one]) => one)].map(
    (one) => [one || '/', PLOTTED.some(([other, compared]) => other === one && compared)] as const,
  )) {
    await goSettled(page, path);
    // What is lower than this is a trend beside a figure: the figure stands there in words.
    const plots = page.locator('#screen svg[role="img"]');
    await expect(plots.first(), path).toBeVisible();
    const found = await plots.evaluateAll((all) =>
      all
        .filter((plot) => plot.getBoundingClientRect().height >= 60)
        .map((plot) => {
          const card = plot.closest('figure, section');
          const menu = card?.querySelector('button[aria-label^="More: "]');
          const table = `table[aria-label="${menu?.ariaLabel?.slice('More: '.length)}"]`;
          const rows = card?.querySelectorAll(`${table} tbody tr`).length ?? 0;
          return rows > 0 && menu ? '' : `${plot.ariaLabel}: ${rows} rows, ${menu ? 'a' : 'no'} menu`;
        }),
    );
    if (found.length === 0) wrong.push(`${path}: no plot`);
    wrong.push(...found.filter(Boolean).map((one) => `${path}: ${one}`));
    if (!isCompared) continue;
    await expect(
      page
        .locator('#screen')
        .getByText(/30 days before/)
        .first(),
      path,
    ).toBeAttached();
  }
  expect(wrong).toEqual([]);
});

/** The roles with a home of their own, and how many figures it has at least. */
const HOMES = ['admin', 'staff', 'accounts', 'officer1', 'care', 'hub1', 'hubmanager', 'rep1', 'ba1', 'rem1'] as const;

test('each home has three or more figures, a plot and a list of work with the age of its rows', {
  tag: ['@B14.10'],
}, async ({ browser }) => {
  for (const who of HOMES) {
    const page = await fresh(browser);
    await openAs(page, site, who, site.url);
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect(figures, who).toBeVisible();
    await expect(page.getByLabel('Loading')).toHaveCount(0);
    await expect.poll(() => figures.locator(':scope > *').count(), { message: who }).toBeGreaterThanOrEqual(3);
    await expect(page.locator('#screen figure svg[role="img"]'), who).toHaveCount(1);
    await expect(page.getByRole('region', { name: /^(Work to do|Deliveries|Visits .*)$/ }).first(), who).toBeVisible();
    await page.context().close();
  }
});

const fresh = async (browser: Browser) =>
  (await browser.newContext({ ...noWorker, viewport: { width: 1440, height: 900 } })).newPage();

/** How many elements of the page have an animation or a transition that lasts. */
const lasting = (page: Page) =>
  page.evaluate(() => {
    const long = (times: string) =>
      times.split(',').some((one) => Number.parseFloat(one) * (one.includes('ms') ? 1 : 1_000) > 1);
    return [...document.querySelectorAll('*')].filter((one) => {
      const style = getComputedStyle(one);
      const isMoved =
        style.animationName !== 'none' && style.animationTimeline === 'auto' && long(style.animationDuration);
      return isMoved || (style.transitionProperty !== 'none' && long(style.transitionDuration));
    }).length;
  });

test('nothing moves for a person who asked for no motion: no transition, no animation, no blink of a changed row', {
  tag: ['@SHELL-14', '@B14.10'],
}, async ({ page }) => {
  const id = String(await site.api('admin', 'POST', 'category/create', { name: 'Still kiosk', status: 'active' }));
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      moved.push(this.tagName);
      return animate.apply(this, given);
    };
  });
  await openAs(page, site, 'staff', `${site.url}/categories?search=kiosk`);
  await expect(page.getByRole('row', { name: 'Still kiosk' })).toBeVisible();
  expect(await lasting(page)).toBe(0);
  await openRowMenu(page.getByRole('row', { name: 'Still kiosk' }));
  expect(await lasting(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search everywhere' })).toBeVisible();
  expect(await lasting(page)).toBe(0);
  await page.keyboard.press('Escape');
  await site.api('admin', 'POST', 'category/update', { _id: id, name: 'Still kiosk by the road' });
  await expect(page.getByRole('row', { name: 'Still kiosk by the road' })).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
  // The measure finds motion where it is wanted.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await lasting(page)).toBeGreaterThan(0);
});

test('each required field of a form has its mark beside its label, and no other field has one', {
  tag: ['@UI-01', '@PROD-17'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', site.url);
  for (const path of ['/products/create', '/managers/signup', '/buyers/signup', '/areas/create', '/brands/create']) {
    await goSettled(page, path);
    const fields = page.locator('#screen .field');
    await expect(fields.first(), path).toBeVisible();
    const wrong = await fields.evaluateAll((all) =>
      all.flatMap((field) => {
        const mark = field.querySelector('[title="Required"]')?.checkVisibility() ?? false;
        const isRequired = field.querySelector('[aria-required="true"]') !== null;
        return mark === isRequired ? [] : [`${field.querySelector('label')?.textContent}: ${mark ? 'a' : 'no'} mark`];
      }),
    );
    expect(wrong, path).toEqual([]);
    expect(await page.locator('#screen [title="Required"]').count(), path).toBeGreaterThan(0);
  }
});
