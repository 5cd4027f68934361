/** One round of our app as its users have it: a secure line, screens that count when their data is painted, a finger that rests nowhere, and the first key at once. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { choose, installed } from '#tests/support/site.ts';
import { type BarePage, inBare, openedAt, pause, until } from './bare.ts';
import { changes } from './changes.ts';
import type { Line } from './line.ts';
import { inBrowser, PICKER, SEARCHABLE, SIGN_IN, USER, withProfile } from './ours.ts';
import { readyAt, slowCpu, watch } from './probe.ts';
import { note, type Samples } from './table.ts';
import { DEPOT, PRODUCTS, type World } from './world.ts';

/** The home's work is painted with its figures. */
const WORK = `/All \\d+/.test(document.querySelector('[aria-label="Work to do"]')?.textContent ?? '')`;
const FORM = `document.querySelector('h1')?.textContent === 'Create Product' && document.querySelector('textarea')`;
const RECORD = `location.pathname.startsWith('/products/') && document.querySelector('textarea, h1 + *, form')`;

export async function usersRound(world: World, found: Samples): Promise<void> {
  const { ours: line } = world;
  await withProfile((profile) => inBrowser(profile, (page) => fromNothing(page, line, found), true));
  await withProfile(async (profile) => {
    const desk = await inBrowser(profile, (page) => use(page, line));
    await inBare(profile, 'false', (page) => presses(page, line.url, found));
    await inBare(profile, WORK, async (page) => {
      line.slow(true);
      note(found, 'u5', (await openedAt(page, line.url)) / 1_000);
      note(found, 'u7', await page.tell<number>(BLOCKED));
      note(found, 'u13', await page.tell<number>('window.probe.shift'));
      line.slow(false);
    });
    await line.cut();
    try {
      await inBare(profile, SEARCHABLE, async (page) => {
        note(found, 'u6', (await openedAt(page, desk, 40)) / 1_000);
        note(found, 'u9', await firstKey(page, PICKER));
        note(found, 'u7b', await page.tell<number>(BLOCKED));
        note(found, 'u12', await rendererMemory(page));
      });
    } finally {
      await line.mend();
    }
    // Last, because it adds a line to the transfer.
    await inBare(profile, SEARCHABLE, (page) => changes(page, desk, world, found));
  });
}

/** Milliseconds beyond 50 of every long task since the navigation. */
export const BLOCKED = 'window.probe.long.reduce((sum, one) => sum + Math.max(0, one.duration - 50), 0)';

/** An empty browser: the sign-in can be used, then from its press to the work of the home. Typing is not counted. */
async function fromNothing(page: Page, line: Line, found: Samples): Promise<void> {
  await watch(page, SIGN_IN);
  await slowCpu(page);
  line.slow(true);
  await page.goto(`${line.url}/login`, { waitUntil: 'commit', timeout: 60_000 });
  const usable = await readyAt(page);
  note(found, 'u1', usable / 1_000);
  note(found, 'u2', (await page.evaluate(() => window.probe.fcp)) / 1_000);
  await page.getByLabel('Email').fill(`${USER}@example.test`);
  await page.getByLabel('Password').fill(`${USER}-Passw0rd`);
  // As a person who types: what is fetched meanwhile has some seconds.
  await page.waitForTimeout(4_000);
  const pressed = await pressToPaint(
    page,
    `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Sign in'))`,
    WORK,
  );
  note(found, 'u19', (usable + pressed) / 1_000);
  line.slow(false);
}

/** The same in a browser that Playwright drives. */
async function pressToPaint(page: Page, target: string, met: string): Promise<number> {
  await page.evaluate(
    `window.opened = new Promise((resolve) => addEventListener('click', (event) => window.probe.painted(() => ${met}).then((at) => resolve(at - event.timeStamp)), { capture: true, once: true })); 0`,
  );
  const [x, y] = (await page.evaluate(
    `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${target}.getBoundingClientRect())`,
  )) as [number, number];
  await page.touchscreen.tap(x, y);
  return (await page.evaluate('window.opened')) as number;
}

async function use(page: Page, line: Line): Promise<string> {
  await page.goto(`${line.url}/login`);
  await page.getByLabel('Email').fill(`${USER}@example.test`);
  await page.getByLabel('Password').fill(`${USER}-Passw0rd`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await installed(page);
  await page.goto(`${line.url}/inventory/shipment/in`);
  await page.getByText(/^Works offline\./).waitFor({ timeout: 300_000 });
  await choose(page, 'From Distributor', DEPOT);
  await choose(page, 'To Hub', 'Wuse Hub');
  await page.getByRole('button', { name: 'Save & Add Products' }).click();
  await page.getByRole('combobox', { name: 'Product', exact: true }).waitFor();
  const desk = page.url();
  while (!(await page.evaluate(SEARCHABLE))) await page.waitForTimeout(100);

  await page.goto(`${line.url}/products`);
  await page.getByRole('table', { name: 'Products' }).locator('tbody tr').first().waitFor();
  await installed(page);
  return desk;
}

const CREATE = `[...document.querySelectorAll('main a')].find((one) => one.textContent.includes('Create Product'))`;
const ROW = `document.querySelector('table[aria-label=Products] tbody tr td:nth-child(3)')`;

/** Presses on the list of products, in a browser without Playwright: it makes every request cost its page 10 ms. */
async function presses(page: BarePage, url: string, found: Samples): Promise<void> {
  await page.send('Page.navigate', { url: `${url}/products` });
  await settled(page, ROW);
  note(found, 'u10', await fingerToPaint(page, CREATE, FORM));
  await page.tell('history.back()');
  await settled(page, ROW);
  note(found, 'u10b', await fingerToPaint(page, ROW, RECORD));
}

/** Waits for an element, and three seconds more, as a person reads. */
async function settled(page: BarePage, element: string): Promise<void> {
  await until(page, element);
  await pause(3_000);
}

/** From the press of a finger that rested nowhere to the painted screen, ms. `target`: JavaScript that gives the element. */
async function fingerToPaint(page: BarePage, target: string, met: string): Promise<number> {
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const [x, y] = await page.tell<number[]>(
    `(window.opened = null, addEventListener('click', (event) => void window.probe.painted(() => ${met}).then((at) => { window.opened = at - event.timeStamp; }), { capture: true, once: true }), (({ x, y, width, height }) => [x + width / 2, y + height / 2])(${target}.getBoundingClientRect()))`,
  );
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await until(page, 'window.opened !== null');
  return page.tell<number>('window.opened');
}

/** The longest of the first keys, pressed without a pause once the list can be searched, from the key to its paint, ms. */
export async function firstKey(page: BarePage, box: string): Promise<number> {
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.tell(`(window.probe.events.length = 0, ${box}.focus())`);
  for (const letter of 'mil') {
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    await pause(120);
  }
  await pause(3_000);
  return page.tell<number>('Math.max(16, ...window.probe.events)');
}

/** Megabytes that the page's process has for itself, with its share of what it has in common with others (PSS of Linux). */
export async function rendererMemory(page: BarePage): Promise<number> {
  await page.send('HeapProfiler.enable');
  await page.send('HeapProfiler.collectGarbage');
  await page.send('HeapProfiler.disable');
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) return [];
        return [Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)];
      } catch {
        // It has just ended.
        return [];
      }
    });
  return Math.max(0, ...sizes) / 1_000;
}

const FULL = `document.querySelector('h1')?.textContent.includes('${PRODUCTS}') && document.querySelector('.row')`;

/** The same of the floor, whose first screen is its list. */
export async function usersFloor(line: Line, found: Samples): Promise<void> {
  await withProfile((profile) =>
    inBrowser(profile, async (page) => {
      await watch(page, `document.querySelector('h1')`);
      await slowCpu(page);
      line.slow(true);
      await page.goto(line.url, { waitUntil: 'commit', timeout: 60_000 });
      note(found, 'u1', (await readyAt(page)) / 1_000);
      note(found, 'u2', (await page.evaluate(() => window.probe.fcp)) / 1_000);
      line.slow(false);
    }),
  );
  await withProfile(async (profile) => {
    await inBrowser(profile, async (page) => {
      await watch(page, FULL);
      await page.goto(line.url);
      await readyAt(page);
      await page.waitForFunction(() => document.body.dataset.kept === 'yes' && navigator.serviceWorker.controller);
    });
    await inBare(profile, 'false', async (page) => {
      await page.send('Page.navigate', { url: line.url });
      await settled(page, FULL);
      const link = `[...document.querySelectorAll('a')].find((one) => one.textContent.includes('New product'))`;
      note(found, 'u10', await fingerToPaint(page, link, `document.querySelector('input[name=Name]')`));
    });
    await inBare(profile, FULL, async (page) => {
      line.slow(true);
      note(found, 'u5', (await openedAt(page, line.url)) / 1_000);
      note(found, 'u7', await page.tell<number>(BLOCKED));
      line.slow(false);
    });
    await line.cut();
    try {
      await inBare(profile, FULL, async (page) => {
        note(found, 'u6', (await openedAt(page, line.url, 40)) / 1_000);
        note(found, 'u9', await firstKey(page, `document.querySelector('input')`));
        note(found, 'u7b', await page.tell<number>(BLOCKED));
        note(found, 'u12', await rendererMemory(page));
      });
    } finally {
      await line.mend();
    }
  });
}
