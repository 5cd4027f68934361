/** Sizes: targets for fingers, narrow and enlarged pages, spaced text, headings and titles (WCAG 2.2 AA, 48 px in this house). */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { KINDS_OF_SCREEN } from '../support/screens.ts';
import { choose, removeFolder, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.url}${path}`);
  await expect(page.locator('#screen h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
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

/** How far the page itself, not a box in it, scrolls sideways; and texts that are cut off without a mark. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth + 1 ? [`${scrollWidth} px on ${clientWidth}`] : [];
  });

async function collect(page: Page, of: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const path of KINDS_OF_SCREEN) {
    await open(page, path);
    for (const one of await of(page)) found.push(`${path} ${one}`);
  }
  return found;
}

test('WCAG 2.5.8 F19 on a tablet every button, link and field takes a finger: 48 px each way', async ({ page }) => {
  test.setTimeout(60_000 + KINDS_OF_SCREEN.length * 15_000);
  await page.setViewportSize({ width: 800, height: 1280 });
  await signIn(page, site, 'admin');
  // The measure finds what is too small.
  await page.evaluate(() => {
    const planted = document.createElement('button');
    planted.textContent = 'x';
    Object.assign(planted.style, { width: '20px', height: '20px' });
    document.querySelector('#screen')?.prepend(planted);
  });
  expect((await small(page)).filter((one) => one.includes('"x"'))).toEqual(['button "x" 20 wide, 20 high']);
  expect(await collect(page, small)).toEqual([]);
});

test('WCAG 1.4.10 at 320 px nothing but a table scrolls sideways', async ({ page }) => {
  test.setTimeout(60_000 + KINDS_OF_SCREEN.length * 15_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    const wide = document.createElement('div');
    wide.style.width = '400px';
    wide.textContent = 'wide';
    document.querySelector('#screen')?.append(wide);
  });
  expect(await sideways(page)).not.toEqual([]);
  expect(await collect(page, sideways)).toEqual([]);
});

test('WCAG 1.4.4 1.4.12 text at 200 %, and spaced as the guidelines allow: nothing is lost', async ({ page }) => {
  test.setTimeout(120_000 + KINDS_OF_SCREEN.length * 30_000);
  await signIn(page, site, 'admin');
  // The same as a zoom of 200 % on 1280 x 800.
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await collect(page, sideways)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const spaced = async (on: Page): Promise<string[]> => {
    // Through the object model: the content security policy refuses style elements, not this.
    await on.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    // Words of buttons and headings that stick out of their box are lost.
    const cut = await on.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#screen button, #screen h1, #screen h2, header button, nav a')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).overflow !== 'visible')
        .filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 0)
        .map((one) => `cut: ${one.textContent?.slice(0, 40)}`),
    );
    return [...(await sideways(on)), ...cut];
  };
  expect(await collect(page, spaced)).toEqual([]);
});

test('WCAG 1.4.4 letters that the browser was told to show twice as large: taken, the menu is a drawer, fields keep their room', async ({
  launchOptions,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'kasuwa-letters-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await signIn(page, site, 'officer1');
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px');
  const banner = page.getByRole('banner');
  const header = await banner.boundingBox();
  const face = await banner.getByRole('button', { name: 'User menu' }).boundingBox();
  expect((face?.y ?? 0) + (face?.height ?? 999)).toBeLessThanOrEqual(header?.height ?? 0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Receive Shipment' }).click();
  expect(await sideways(page)).toEqual([]);
  await choose(page, 'From Distributor', 'North Star Provisions');
  await choose(page, 'To Hub', 'Wuse Hub');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  await expect(picker).toBeVisible();
  // "Search by name" and not "S".
  expect((await picker.boundingBox())?.width).toBeGreaterThan(500);
  expect(await sideways(page)).toEqual([]);
  await context.close();
  removeFolder(profile);
});

test('WCAG 1.3.1 2.4.2 2.4.6 3.1.1 B14.6 one heading of the first level, none left out below it, a title per screen, the language', async ({
  page,
}) => {
  test.setTimeout(60_000 + KINDS_OF_SCREEN.length * 15_000);
  await signIn(page, site, 'admin');
  const titles = new Map<string, string>();
  const found = await collect(page, async (on) => {
    const levels = await on.evaluate(() =>
      [...document.querySelectorAll('main h1, main h2, main h3, main h4')].map((one) => Number(one.tagName[1])),
    );
    const wrong = levels.flatMap((level, index) =>
      level > (levels[index - 1] ?? 0) + 1 ? [`h${level} after h${levels[index - 1] ?? 0}`] : [],
    );
    const heading = (
      await on
        .locator('#screen h1')
        .first()
        .evaluate((one) => one.firstChild?.textContent)
    )?.trim();
    await expect(on).toHaveTitle(`${heading} - Kasuwa`);
    titles.set(new URL(on.url()).pathname, await on.title());
    return [...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']), ...wrong];
  });
  expect(found).toEqual([]);
  expect(new Set(titles.values()).size).toBe(titles.size);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
