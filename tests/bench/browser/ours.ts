/** One round of our app: cold, in use, warm, offline; each phase in a browser that was started for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { choose, installed } from '#tests/support/site.ts';
import { plugIn } from '#tests/support/wedge.ts';
import { heapAfterUse, inBare, openedAt } from './bare.ts';
import type { Line } from './line.ts';
import { blocked, CHROMIUM, enterToPaint, QUIET, readyAt, scrolling, slowCpu, typing, watch } from './probe.ts';
import { note, type Samples } from './table.ts';
import { codeOf, DEPOT, middle } from './world.ts';

export const USER = 'admin';
export const SEARCH = `pack ${middle(11)}`;

/** A browser with a profile on disk, as a person has it. */
export function launch(profile: string, hasTouch = false): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    hasTouch,
    ignoreHTTPSErrors: true,
    executablePath: CHROMIUM,
    args: QUIET,
    viewport: { width: 1280, height: 800 },
  });
}

/** Starts a browser, gives its page to `work`, closes it. */
export async function inBrowser<T>(profile: string, work: (page: Page) => Promise<T>, hasTouch = false): Promise<T> {
  const context = await launch(profile, hasTouch);
  try {
    return await work(context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
  }
}

export async function withProfile(work: (profile: string) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'kasuwa-bench-profile-'));
  try {
    await work(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

export const SIGN_IN = `[...document.querySelectorAll('button')].some((one) => one.textContent.includes('Sign in'))`;
const WELCOME = `document.querySelector('h1')?.textContent.startsWith('Welcome')`;
export const PICKER = `document.querySelector('[role=combobox][placeholder^="Name, brand"]')`;
/** The finder has its products: until then its field says "Loading…". */
export const SEARCHABLE = `${PICKER} && !${PICKER}.disabled`;
const READY = `[...document.querySelectorAll('main *')].some((one) => one.textContent.startsWith('Ready for offline'))`;
const OPTIONS = `document.querySelectorAll('[role=option]')`;

export async function oursRound(line: Line, found: Samples): Promise<void> {
  await withProfile((profile) => inBrowser(profile, (page) => cold(page, line, found)));
  await withProfile(async (profile) => {
    const wizard = await inBrowser(profile, (page) => use(page, line, found));
    await warm(profile, line, found);
    await offline(profile, line, wizard, found);
  });
}

async function cold(page: Page, line: Line, found: Samples): Promise<void> {
  await watch(page, SIGN_IN);
  await slowCpu(page);
  line.slow(true);
  await page.goto(`${line.url}/login`, { waitUntil: 'commit', timeout: 60_000 });
  note(found, '1', (await readyAt(page)) / 1_000);
  note(found, '2', (await page.evaluate(() => window.probe.fcp)) / 1_000);
  note(found, '13', await page.evaluate(() => window.probe.shift));
  line.slow(false);
}

async function use(page: Page, line: Line, found: Samples): Promise<string> {
  await watch(page, SIGN_IN);
  const session = await slowCpu(page);
  await page.goto(`${line.url}/login`);
  await readyAt(page);
  await page.waitForTimeout(1_500);
  note(found, '7', await blocked(page));
  const speed = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await speed(1);
  await page.getByLabel('Email').fill(`${USER}@example.test`);
  await page.getByLabel('Password').fill(`${USER}-Passw0rd`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await installed(page);

  // On a line where every byte is paid a tablet loads nothing unasked, so the press and its work can be measured.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) });
  });
  await page.goto(`${line.url}/inventory/shipment/in`);
  const prepare = page.getByRole('button', { name: /^Prepare now/ });
  await prepare.waitFor();
  await page.waitForTimeout(1_000);
  await speed(4);
  note(
    found,
    '15c',
    await stalled(page, prepare, async () => {
      while (!(await page.evaluate(READY))) await page.waitForTimeout(200);
    }),
  );
  await speed(1);
  await choose(page, 'From Distributor', DEPOT);
  await choose(page, 'To Hub', 'Wuse Hub');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await page.waitForURL(/purchase_order_id=(?!local)/);
  const wizard = page.url();
  await page.goto(wizard);
  while (!(await page.evaluate(SEARCHABLE))) await page.waitForTimeout(100);
  await page.waitForTimeout(1_500);

  await speed(4);
  const picker = page.getByRole('combobox', { name: 'Product', exact: true });
  await picker.click();
  await page.waitForTimeout(600);
  const { last, worst } = await typing(
    page,
    SEARCH,
    `${OPTIONS}.length === 1 && ${OPTIONS}[0].textContent.includes('${SEARCH}')`,
  );
  note(found, '8', last);
  note(found, '9', worst);
  await page.keyboard.press('Escape');
  await picker.click();
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(600);
  const box = await page.getByRole('listbox', { name: 'Product' }).boundingBox();
  if (!box) throw new Error('The list of products is not open.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  note(found, '11', await scrolling(page, session, x, y));
  note(
    found,
    '11b',
    await blanks(page, () => scrolling(page, session, x, y), { x, top: box.y + 4, bottom: box.y + box.height - 4 }),
  );
  await page.keyboard.press('Escape');
  await lines(page, picker, found);

  await page.goto(`${line.url}/products`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await page.waitForTimeout(1_500);
  note(
    found,
    '10',
    await clickToPaint(
      page,
      'Create Product',
      `document.querySelector('input[name=name], input[id]') && document.querySelector('h1')?.textContent === 'Create Product' && document.querySelector('textarea')`,
    ),
  );
  await page.goto(`${line.url}/products`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.waitForTimeout(800);
  note(
    found,
    '16b',
    await stalled(page, page.getByRole('button', { name: 'Export to Excel' }), () =>
      page.waitForEvent('download', { timeout: 120_000 }),
    ),
  );
  await installed(page);
  return wizard;
}

const lineOf = (n: number) =>
  `[...document.querySelectorAll('main tr')].some((one) => one.textContent.includes('pack ${n}'))`;

/** How many lines of a transfer are added in each way. The first one runs code that has never run, and is a sample as the others are. */
const LINES = 7;

/** Lines by keys, then lines by a scanner: until each stands in the list. */
async function lines(page: Page, picker: Locator, found: Samples): Promise<void> {
  for (let n = middle(1); n < middle(1) + LINES; n += 1) {
    await picker.click();
    await page.keyboard.type(`pack ${n}`, { delay: 120 });
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    await page.keyboard.press('7');
    await page.waitForTimeout(500);
    note(found, '8b', await enterToPaint(page, lineOf(n), () => page.keyboard.press('Enter')));
    await page.waitForTimeout(1_500);
  }
  const scanner = await plugIn(page);
  for (let n = middle(21); n < middle(21) + LINES; n += 1) {
    note(found, '8c', await enterToPaint(page, lineOf(n), () => scanner.scan(codeOf(n))));
    await page.waitForTimeout(1_500);
  }
}

async function warm(profile: string, line: Line, found: Samples): Promise<void> {
  await inBare(profile, WELCOME, async (page) => {
    line.slow(true);
    note(found, '5', (await openedAt(page, line.url)) / 1_000);
    note(found, '13', await page.tell<number>('window.probe.shift'));
    line.slow(false);
  });
}

async function offline(profile: string, line: Line, wizard: string, found: Samples): Promise<void> {
  await line.cut();
  try {
    await inBare(profile, SEARCHABLE, async (page) => {
      note(found, '6', (await openedAt(page, wizard)) / 1_000);
      note(found, '12', await heapAfterUse(page, PICKER, `document.querySelector('[role=listbox]')`, SEARCH));
    });
  } finally {
    await line.mend();
  }
}

/** The bare button of the mouse: Playwright's own click looks through the page first, in the time that is measured. */
async function press(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

/** The longest time that the main thread answered nothing from a press on `button` until `done`. */
export async function stalled(page: Page, button: Locator, done: () => Promise<unknown>): Promise<number> {
  await button.hover();
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    (window as unknown as { stall: { stop(): number } }).stall = window.probe.stall();
  });
  await Promise.all([done(), press(page)]);
  return page.evaluate(() => (window as unknown as { stall: { stop(): number } }).stall.stop());
}

/** From the click on a link that the pointer had reached to the painted screen, as a person does it: seen, reached, pressed. */
export async function clickToPaint(page: Page, link: string, met: string): Promise<number> {
  await page.getByRole('link', { name: link }).hover();
  await page.waitForTimeout(500);
  await page.evaluate(
    `window.opened = new Promise((resolve) => addEventListener('click', (event) => window.probe.painted(() => ${met}).then((at) => resolve(at - event.timeStamp)), { capture: true, once: true })); 0`,
  );
  await press(page);
  return (await page.evaluate('window.opened')) as number;
}

/** How often a place inside the scrolled box showed no row, looked at in every frame in three places. */
async function blanks(
  page: Page,
  scroll: () => Promise<unknown>,
  at: { x: number; top: number; bottom: number },
): Promise<number> {
  await page.evaluate(({ x, top, bottom }) => {
    const seen = { blank: 0, on: true };
    (window as unknown as { blanks: typeof seen }).blanks = seen;
    const look = () => {
      for (const y of [top, (top + bottom) / 2, bottom])
        if (!document.elementFromPoint(x, y)?.closest('[role=option]')) seen.blank += 1;
      if (seen.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, at);
  await scroll();
  return page.evaluate(() => {
    const { blanks } = window as unknown as { blanks: { blank: number; on: boolean } };
    blanks.on = false;
    return blanks.blank;
  });
}
