/** Every screen in the pseudo-language: each text of ours is in the catalogue, and a third more letters find their room (decision 0255). */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { KNOWN as KNOWN_SETTINGS } from '../../src/features/settings/knownSettings.ts';
// @ts-expect-error plain JavaScript of our tools
import { ensureLocaleBuilt } from '../../src/tools/build.mjs';
// @ts-expect-error plain JavaScript of our tools
import { pseudo } from '../../src/tools/words/pseudo.mjs';
import { crowded, sideways } from '../support/layout.ts';
import { Data, outsideBrackets, withoutRoom } from '../support/pseudo.ts';
import { EVERY_SCREEN, KINDS_OF_SCREEN } from '../support/screens.ts';
import { noWorker, openSite, type Site } from '../support/site.ts';

test.use(noWorker);
let site: Site;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await openSite({ KASUWA_DIST: await ensureLocaleBuilt('pseudo') });
});
test.afterAll(() => site?.close());

/** What is known and stays, with the reason; the list may only shrink. Digits of faults stand as "#", because the demo's days move. */
const KNOWN: { texts: Record<string, string>; room: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../pseudo.json', import.meta.url), 'utf8'),
);
/** `npm run prove -- --only=words` walks all of them, `npm test` each kind of screen once. */
const ALL = process.env.KASUWA_EVERY_SCREEN === '1';
const SIZES = [[1280, 800], ...(ALL ? [[1440, 900] as const] : []), [390, 844]] as const;
const OF_OFFICERS = ['/', '/inventory/shipment/in', '/inventory/stock/out', '/sync', '/profile'];

async function signIn(page: Page, user: string): Promise<void> {
  await page.goto(`${site.url}/login`);
  await page.locator('input[type=email]').fill(`${user}@example.test`);
  await page.locator('input[type=password]').fill(`${user}-Passw0rd`);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Another screen of the same page, as a press on the menu opens it; resolves when nothing is asked for any more and no loading sign is left. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction(
    (loading) => {
      const stands =
        document.querySelector('#screen h1') &&
        ![...document.querySelectorAll('[role="status"]')].some((one) => one.ariaLabel === loading);
      const loaded = window.performance.getEntriesByType('resource').length;
      const known = window as unknown as { quiet?: { loaded: number; since: number; at: string } };
      if (!stands || known.quiet?.loaded !== loaded || known.quiet.at !== location.href)
        known.quiet = { loaded, since: Date.now(), at: location.href };
      return Date.now() - known.quiet.since > 150;
    },
    pseudo('Loading'),
    { polling: 50 },
  );
}

/** What is wrong on these screens, each fault once with the first place. */
async function look(page: Page, data: Data, screens: readonly string[]) {
  const texts = new Map<string, string>();
  const room = new Map<string, string>();
  for (const path of screens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go(page, await resolved(path));
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      for (const { text, at } of await outsideBrackets(page))
        for (const part of data.unknownIn(text)) if (!texts.has(part)) texts.set(part, `${path} at ${width}, ${at}`);
      for (const one of [...(await withoutRoom(page)), ...(await sideways(page)), ...(await crowded(page))]) {
        const fault = one.replace(/\d+/g, '#');
        if (!room.has(fault)) room.set(fault, `${path} at ${width}`);
      }
    }
  }
  return { texts, room };
}

/** The faults that nobody has accepted, and the accepted ones that are gone. */
const news = (found: ReadonlyMap<string, string>, known: Readonly<Record<string, string>>) => ({
  found: [...found].filter(([fault]) => !(fault in known)).map((one) => one.join(' <- ')),
  gone: ALL ? Object.keys(known).filter((fault) => !found.has(fault)) : [],
});

/** The address with the first record of a model that there is. */
async function resolved(path: string): Promise<string> {
  const model = /\{(\w+)\}/.exec(path)?.[1];
  if (model === undefined) return path;
  const answer = await site.api('admin', 'GET', `${model}/read_all`, { page: '1', per_page: '1' });
  return path.replace(/\{\w+\}/, (answer as { rows: { _id: string }[] }).rows[0]?._id ?? '');
}

test('the measures find a text outside of the catalogue, an English number, and what has no room', async ({ page }) => {
  const data = new Data();
  data.add({ name: 'Mushin Hub', status: 'view_orders' });
  await page.setContent(`
    <p>[Žábá] Mushin Hub, 12’000</p><p>view orders</p><p>[Séñt <b>Plain</b> tó]</p>
    <p>Left out <b>[x]</b></p><p>12,500</p><p>₦4</p><button aria-label="Bare name">[X]</button><h1>[H]</h1>
    <div style="width:40px;overflow:hidden;white-space:nowrap">[Lóñg wórdṣ]</div>
    <button style="width:30px;white-space:nowrap;padding:0;overflow:visible">[Átóñé]</button>`);
  const texts = (await outsideBrackets(page)).flatMap(({ text }) => data.unknownIn(text));
  expect(texts).toEqual(['Left out', 'number', 'number', 'Bare name']);
  expect(await withoutRoom(page)).toEqual(['cut: [Lóñg wórdṣ]', 'sticks out of its button: [Átóñé]']);
});

test('every text of ours is in the catalogue, and a third more letters find their room', async ({ page, browser }) => {
  test.setTimeout(60_000 + (ALL ? EVERY_SCREEN.length : KINDS_OF_SCREEN.length) * 6_000);
  const data = new Data();
  data.hear(page);
  // Keys of settings that nobody has set.
  data.add(Object.keys(KNOWN_SETTINGS));
  await page.goto(`${site.url}/login`);
  await expect(page.locator('input[type=password]')).toBeVisible();
  const door = (await outsideBrackets(page)).flatMap(({ text }) => data.unknownIn(text));
  const atDoor = door.map((text) => [text, '/login'] as const);
  await signIn(page, 'admin');
  const { texts, room } = await look(page, data, ALL ? EVERY_SCREEN : KINDS_OF_SCREEN);
  const officer = await (await browser.newContext(noWorker)).newPage();
  data.hear(officer);
  await signIn(officer, 'officer1');
  const more = await look(officer, data, OF_OFFICERS);
  await officer.context().close();
  expect({
    texts: news(new Map([...atDoor, ...more.texts, ...texts]), KNOWN.texts),
    room: news(new Map([...more.room, ...room]), KNOWN.room),
  }).toEqual({ texts: { found: [], gone: [] }, room: { found: [], gone: [] } });
});
