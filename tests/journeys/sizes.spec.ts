/** Sizes: targets for fingers, narrow and enlarged pages, spaced text, headings and titles (WCAG 2.2 AA, 48 px in this house). */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type LaunchOptions, type Locator, type Page, test } from '@playwright/test';
import { WHOLE_CHROMIUM } from '../support/chromium.ts';
import { crowded, sideways } from '../support/layout.ts';
import { openScreen } from '../support/menu.ts';
import { fillFirst } from '../support/receiving.ts';
import { KINDS_OF_SCREEN, SCREENS_OF_EACH_CHANGE } from '../support/screens.ts';
import { goSettled, openSettled } from '../support/settled.ts';
import { walkOfDay } from '../support/shares.ts';
import { noWorker, removeFolder, signIn, siteOfFile } from '../support/site.ts';

// A finger: the sizes of a mouse are smaller.
test.use({ ...noWorker, hasTouch: true });
const site = siteOfFile();

const open = (page: Page, path: string): Promise<void> => openSettled(page, `${site.url}${path}`);

/** A browser that was told to show letters twice as large: the widths at which a page changes grow with them. */
async function withLargeLetters(launchOptions: LaunchOptions): Promise<{ page: Page; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'kasuwa-letters-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    // A browser without its window has no settings of a person.
    executablePath: WHOLE_CHROMIUM,
    viewport: { width: 1280, height: 800 },
  });
  const close = async () => {
    await context.close();
    removeFolder(profile);
  };
  return { page: await context.newPage(), close };
}

/** Controls of which a finger does not find 48 px each way: touched left, right, above and below of the middle. */
const small = (page: Page) =>
  page.evaluate(() => {
    const half = 23.5;
    const found: string[] = [];
    const all = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, [role="option"], [role="tab"]',
    );
    for (const one of all) {
      // A link inside a sentence is exempt (WCAG 2.5.8, "inline"); what is not shown has no size.
      const inSentence = one.matches('p a, dd a') && one.parentElement?.textContent?.trim() !== one.textContent?.trim();
      if (inSentence || one.matches(':disabled, [tabindex="-1"], .sr-only:not(input)') || !one.checkVisibility())
        continue;
      // A box to tick is as large as its label.
      const label = one.matches('input[type="checkbox"], input[type="radio"], input[type="file"]')
        ? one.closest('label')
        : null;
      const target = label ?? one;
      target.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const touched = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (target.contains(hit) || hit.closest('label, a, button') === target);
      };
      const missed = [
        ...(width >= 47 || (touched(-half, 0) && touched(half, 0)) ? [] : [`${Math.round(width)} wide`]),
        ...(height >= 47 || (touched(0, -half) && touched(0, half)) ? [] : [`${Math.round(height)} high`]),
      ];
      if (missed.length === 0) continue;
      const name = target.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 30) ?? '';
      found.push(`${target.tagName.toLowerCase()} "${name || target.outerHTML.slice(0, 80)}" ${missed.join(', ')}`);
    }
    return [...new Set(found)];
  });

/** What is wholly covered when it has the focus. */
const hiddenFocus = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('#screen table :is(a[href], button)')) {
      // The cards of a phone have no head.
      if (!one.checkVisibility()) continue;
      one.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { left, top, width, height } = one.getBoundingClientRect();
      const seen = [0.05, 0.25, 0.5, 0.75, 0.95].some((part) => {
        const hit = document.elementFromPoint(left + width * part, top + height / 2);
        return hit !== null && one.contains(hit);
      });
      if (!seen) found.push(`hidden: ${one.textContent || one.ariaLabel}`);
    }
    return [...new Set(found)];
  });

/** Another size of the same page, as when a tablet is turned or a window is pulled; resolves when it is drawn. */
async function resized(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** With the text spaced as the guidelines allow: what scrolls sideways, and words of buttons and headings that stick out of their box. */
async function lostWhenSpaced(page: Page): Promise<string[]> {
  // Through the object model: the content security policy refuses style elements, not this.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#screen button, #screen h1, #screen h2, header button, nav a')]
      // What is for screen readers alone is cut on purpose.
      .filter((one) => one.checkVisibility() && !one.classList.contains('sr-only'))
      .filter((one) => getComputedStyle(one).overflow !== 'visible')
      .filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 0)
      .map((one) => `cut: ${one.textContent?.slice(0, 40)}`),
  );
  return [...(await sideways(page)), ...cut];
}

/** Whether there is one heading of the first level, none is left out below it, and the title is the heading's. */
async function wrongHeadings(page: Page): Promise<string[]> {
  const levels = await page.evaluate(() =>
    [...document.querySelectorAll('main h1, main h2, main h3, main h4')].map((one) => Number(one.tagName[1])),
  );
  const wrong = levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1 ? [`h${level} after h${levels[index - 1] ?? 0}`] : [],
  );
  const heading = (
    await page
      .locator('#screen h1')
      .first()
      .evaluate((one) => one.firstChild?.textContent)
  )?.trim();
  await expect(page).toHaveTitle(`${heading} - Kasuwa`);
  return [...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']), ...wrong];
}

test('the measures find what is too small and what is too wide', { tag: ['@WCAG-2.5.8', '@WCAG-1.4.10'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  await signIn(page, site, 'admin');
  await page.evaluate(() => {
    const planted = document.createElement('button');
    planted.textContent = 'x';
    Object.assign(planted.style, { width: '20px', height: '20px' });
    document.querySelector('#screen')?.prepend(planted);
  });
  expect((await small(page)).filter((one) => one.includes('"x"'))).toEqual(['button "x" 20 wide, 20 high']);
  await resized(page, 320, 640);
  await page.evaluate(() => {
    const wide = document.createElement('div');
    wide.style.width = '400px';
    wide.textContent = 'wide';
    document.querySelector('#screen')?.append(wide);
  });
  expect(await sideways(page)).not.toEqual([]);
});

// Each screen is opened once and looked at in every way: opening it takes longer than looking.
test(
  'each kind of screen: nothing but a table scrolls sideways, fingers find 48 px, text at 200 % or spaced loses nothing, headings are in order',
  {
    tag: [
      '@each-change',
      ...['@WCAG-1.4.10', '@WCAG-2.5.8', '@F19', '@WCAG-1.4.4', '@WCAG-1.4.12'],
      ...['@WCAG-1.3.1', '@WCAG-2.4.2', '@WCAG-2.4.6', '@WCAG-3.1.1', '@B14.6'],
    ],
  },
  async ({ page }, { project }) => {
    const screens = project.name === 'each' ? walkOfDay(KINDS_OF_SCREEN, SCREENS_OF_EACH_CHANGE) : KINDS_OF_SCREEN;
    test.setTimeout(120_000 + screens.length * 30_000);
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, site, 'admin');
    const found: string[] = [];
    const titles = new Map<string, string>();
    for (const path of screens) {
      const look = async (at: string, of: (page: Page) => Promise<string[]>) =>
        found.push(...(await of(page)).map((one) => `${path} ${at}: ${one}`));
      await page.setViewportSize({ width: 320, height: 640 });
      await goSettled(page, path);
      await look('at 320 px', sideways);
      await look('at 320 px', crowded);
      // The same as a zoom of 200 % on 1280 x 800.
      await resized(page, 640, 400);
      await look('at 200 %', sideways);
      await resized(page, 800, 1280);
      await look('on a tablet', small);
      await resized(page, 1280, 800);
      await look('headings', wrongHeadings);
      titles.set(new URL(page.url()).pathname, await page.title());
      await look('spaced', lostWhenSpaced);
    }
    expect(found).toEqual([]);
    expect(new Set(titles.values()).size).toBe(titles.size);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  },
);

test('what gets the focus in a table is not behind the column that stays at its edge; no time of day is broken', {
  tag: ['@WCAG-2.4.11'],
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, site, 'admin');
  const [order] = (
    (await site.api('admin', 'GET', 'purchase_order/read_all', { page: '1', per_page: '1' })) as {
      rows: { _id: string }[];
    }
  ).rows;
  for (const [width, height] of [
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/pending-orders', '/order-groups', '/purchase-orders', '/sellers', '/brands']) {
      await open(page, path);
      expect(await hiddenFocus(page), `${path} at ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 639, height: 400 });
  await open(page, `/purchase-orders/${order?._id}`);
});

test('letters that the browser was told to show twice as large: taken, the menu is a drawer, fields keep their room', {
  tag: ['@WCAG-1.4.4'],
}, async ({ launchOptions }) => {
  const { page, close } = await withLargeLetters(launchOptions);
  await signIn(page, site, 'officer1');
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px');
  const banner = page.getByRole('banner');
  const header = await banner.boundingBox();
  const face = await banner.getByRole('button', { name: 'User menu' }).boundingBox();
  expect((face?.y ?? 0) + (face?.height ?? 999)).toBeLessThanOrEqual(header?.height ?? 0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await openScreen(page, 'Receive Shipment');
  expect(await sideways(page)).toEqual([]);
  await fillFirst(page, ['From Distributor', 'North Star Provisions']);
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  await expect(picker).toBeVisible();
  // "Search by name" and not "S".
  expect((await picker.boundingBox())?.width).toBeGreaterThan(500);
  expect(await sideways(page)).toEqual([]);
  await close();
});

test('a list of choices opens where it is seen, in a dialog on a low screen too, at the first press', {
  tag: ['@WCAG-1.4.4', '@WCAG-1.4.10'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  /** How much of it, in pixels, stands on the screen and under nothing. */
  const seen = (what: Locator) =>
    what.evaluate((own) => {
      const { left, right, top, bottom } = own.getBoundingClientRect();
      const free = (y: number) => own.contains(document.elementFromPoint((left + right) / 2, y));
      return [left >= 0, right <= innerWidth, free(top + 4), free(bottom - 4)];
    });
  await page.setViewportSize({ width: 639, height: 400 });
  await open(page, '/areas/area_1');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  for (const name of ['Manufacturer', 'Distributor', 'Sales rep']) {
    const choice = page.getByRole('dialog').getByRole('combobox', { name });
    await choice.click();
    const list = page.getByRole('dialog').getByRole('listbox', { name });
    await expect.poll(() => seen(list), { message: name }).toEqual([true, true, true, true]);
    expect(await seen(choice), name).toEqual([true, true, true, true]);
    await page.keyboard.press('Escape');
  }
});

test(`with twice the letters a filter's list near the right edge stays on the page`, { tag: ['@WCAG-1.4.4'] }, async ({
  launchOptions,
}) => {
  const { page, close } = await withLargeLetters(launchOptions);
  await signIn(page, site, 'admin');
  await open(page, '/order-fulfilment?tab=buyers');
  // As wide as a small tablet to the pixel: the chips, or the button that has them, are there.
  await page.getByRole('combobox', { name: 'Locations' }).last().click();
  await expect(page.getByLabel('Search Locations')).toBeFocused();
  expect(await sideways(page)).toEqual([]);
  await close();
});

test('with twice the letters each row of a long list, which is drawn in blocks, stands whole below the one before it', {
  tag: ['@WCAG-1.4.4', '@UI-11'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const many = Array.from({ length: 90 }, (_, at) => ({ _id: `place_${at}`, name: `Place ${at}`, status: 'active' }));
  await page.route('**/api/location/read_all', (route) =>
    route.fulfill({ json: { code: 200, message: 'Locations', data: many } }),
  );
  await open(page, '/agents/signup');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await page.getByRole('combobox', { name: 'Location' }).click();
  const tops = await page
    .getByRole('listbox')
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops.length).toBeGreaterThan(20);
  expect(new Set(tops.slice(1).map((top, at) => top - (tops[at] ?? 0)))).toEqual(new Set([112]));
});

test('where the letters are twice as large, a filter has room for each of its choices: in the sheet and as a chip', {
  tag: ['@WCAG-1.4.4'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const cut: string[] = [];
  for (const path of ['/order-groups', '/managers', '/sales-officers', '/buyers', '/purchase-orders']) {
    await page.setViewportSize({ width: 639, height: 400 });
    await open(page, path);
    const fields = page.locator('#screen .chip').getByRole('combobox');
    const filters = page.getByRole('button', { name: /^Filters/ });
    await filters.click();
    await expect(fields.first()).toBeVisible();
    for (const field of await fields.all()) {
      await field.click();
      const options = page.locator('.filter-list [role="option"]');
      await expect(options.first()).toBeVisible();
      const narrow = await options.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      cut.push(...narrow.map((label) => `${path} ${label} in the sheet`));
      await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
    }
    // From here on a chip says the name and the choice, and the field lies over both.
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(filters).toBeHidden();
    const chips = page.locator('#screen .chips .chip');
    await expect(chips.first()).toBeVisible();
    const words = await chips.evaluateAll((all) =>
      all.flatMap((chip) =>
        [...chip.querySelectorAll('span')]
          .filter((one) => {
            const outside = one.getBoundingClientRect().right > chip.getBoundingClientRect().right;
            return one.checkVisibility() && one.clientWidth > 1 && (outside || one.scrollWidth > one.clientWidth);
          })
          .map((one) => one.textContent),
      ),
    );
    cut.push(...words.map((label) => `${path} ${label} as a chip`));
  }
  expect(cut).toEqual([]);
});

test('under few products the page ends with its last card: nothing is scrolled to that is not there', {
  tag: ['@DIST-07', '@PROD-30'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const path of [
    '/products/choose?hub=hub_lagos_mushin&search=dano',
    '/distributors/dist_adeola/products?search=dano',
  ])
    for (const [width, height] of [
      [1280, 800],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, path);
      await expect(page.getByRole('button', { name: /^Show only/ }).first()).toBeVisible();
      const [end, whole] = await page.evaluate(() => [
        document.querySelector('main')?.getBoundingClientRect().bottom,
        // A phone has the bar of places below it.
        document.documentElement.scrollHeight -
          (document.querySelector('nav[data-bottom-bar]')?.getBoundingClientRect().height ?? 0),
      ]);
      expect(Math.abs((whole ?? 0) - (end ?? 0)), `${path} at ${width}: ${whole} px, of which ${end}`).toBeLessThan(2);
    }
});

test('at 320 px what is found everywhere has its whole name', { tag: ['@WCAG-1.4.10'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('mushin');
  const found = page.getByRole('dialog').getByRole('option');
  await expect(found.filter({ hasText: 'Purchase Order' }).first()).toBeVisible();
  expect(
    await found
      .locator('span')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)),
  ).toEqual([]);
});

test('a screen has its name in the same place, with buttons beside it or not, a note below it or not', {
  tag: ['@B14'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const places: string[] = [];
  for (const path of ['/', '/sync', '/areas/area_1', '/store-types/create', '/profile']) {
    await open(page, path);
    const { top = 0 } = await page.evaluate(() => {
      const name = document.createRange();
      name.selectNodeContents(document.querySelector('#screen h1') as Element);
      return { top: name.getBoundingClientRect().top };
    });
    places.push(`${Math.round(top)}`);
  }
  expect(new Set(places), places.join(' ')).toHaveProperty('size', 1);
});

test('the table of referrals stands whole beside its form', { tag: ['@AGT-07'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await open(page, '/agents/agent_1/update');
  const table = page.getByRole('region', { name: 'Referrals' }).getByRole('region', { name: 'Referrals' });
  await expect(table).toBeVisible();
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('on a phone a row of work says what it is, and its button stands beside it', { tag: ['@B14.10'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'officer1');
  await open(page, '/');
  const rows = page.getByRole('region', { name: 'Work to do' }).getByRole('listitem');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const row of await rows.all()) {
    await expect(row).toContainText(/(Receipt|Return|Issue|Rejection) (from|to) .+lines?( yet)?, /);
    const [whole, act] = await Promise.all([row.boundingBox(), row.getByRole('link').boundingBox()]);
    expect((act?.x ?? 0) + (act?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    // Two lines of a name, two of what it is: whole, and no higher.
    expect(whole?.height).toBeLessThan(100);
  }
});
