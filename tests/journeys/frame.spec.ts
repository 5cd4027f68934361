/** The frame around every screen, in a browser without the worker: header and sidebar, messages, what stands when the server is away, the profile, the game. */

import { expect, type Locator, type Page, test } from '@playwright/test';
import { permissionsOf } from '#domain/matrix.ts';
import { shownPhone } from '#domain/phone.ts';
import { openScreen, unfoldFor } from '../support/menu.ts';
import { lineIdle, watchLine } from '../support/settled.ts';
import { noWorker, openAs, signIn, siteOfFile, welcomed } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
test.afterEach(() => site.cutApi(false));

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the welcome card; as long as no device told its version, the charts say so', {
  tag: ['@each-change', '@DASH-01', '@DASH-04'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.route('**/api/device/register', (route) => route.abort());
  await signIn(page, site, 'accounts');
  const account = page.getByRole('region', { name: 'Your account' });
  for (const text of ['Emeka Obi', 'accounts@example.test', 'Kasuwa Accountant'])
    await expect(account).toContainText(text);
  await expect(page.getByText('No device version data found')).toHaveCount(2);
  await page.context().close();
});

test('no server at sign-in: the documents’ sentence, and what was typed stays', {
  tag: ['@each-change', '@SES-07', '@ERR-03'],
}, async ({ page }) => {
  watchLine(page);
  await page.goto(`${site.url}/login`);
  // The page paints before the app's files are there; without them nobody hears the press.
  await lineIdle(page);
  await page.getByLabel('Email').fill('staff@example.test');
  await page.getByLabel('Password').fill('staff-Passw0rd');
  await site.stopServer();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('An unexpected error has occured', { exact: true })).toBeVisible();
  // What to do about it, beside the documents' sentence.
  await expect(page.getByRole('alert')).toContainText('This needs a connection.');
  await expect(page.getByLabel('Email')).toHaveValue('staff@example.test');
  await site.startServer();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await welcomed(page);
});

test('a screen that falls over shows the failure screen, and the rest of the app goes on', {
  tag: ['@each-change', '@SHELL-10', '@SHELL-07'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await openAs(page, site, 'admin', site.url);
  await page.route('**/api/store_type/read_all*', (route) =>
    route.fulfill({ json: { code: 200, message: 'OK', data: { rows: [null], total: 1, page: 1, per_page: 10 } } }),
  );
  await openScreen(page, 'Store Types');
  await expect(page.getByRole('heading', { name: 'Ah! Something has gone wrong.' })).toBeVisible();
  await expect(
    page.getByText("If refreshing your browser doesn't fix the problem, kindly contact the tech team."),
  ).toBeVisible();
  await main(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await page.context().close();
});

test('staff see the company, hub-side people the name of their hub', {
  tag: ['@each-change', '@SHELL-18', '@SHELL-19', '@PERM-50'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await expect(page.getByRole('banner')).toContainText('Kasuwa');
  await signInAnew(page, 'hub1');
  await expect(page.getByRole('banner')).toContainText('Mushin Hub');
  await expect(page.getByRole('banner')).not.toContainText('Kasuwa');
});

test('header 55 px with environment and version, sidebar 240 and 60 px, wizard 750 px', {
  tag: ['@each-change', '@SHELL-30', '@SHELL-31', '@CONST-20'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'officer1', site.url);
  const header = page.getByRole('banner');
  expect((await header.boundingBox())?.height).toBe(55);
  await expect(header).toContainText(/demo \d+\.\d+\.\d+/);
  await expect.poll(async () => (await main(page).boundingBox())?.width).toBe(240);
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByRole('heading', { name: 'Receive Shipment' })).toBeVisible();
  const wizard = await page.locator('#screen h1').evaluate((heading) => {
    let box: Element | null = heading;
    while (box && getComputedStyle(box).maxWidth === 'none') box = box.parentElement;
    if (!box) return 0;
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    return box.getBoundingClientRect().width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  });
  expect(wizard).toBe(750);
  expect((await main(page).boundingBox())?.width).toBe(240);
  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await main(page).boundingBox())?.width).toBe(60);
});

/** One of each kind of screen. */
const SCREENS = [
  '/',
  '/products',
  '/products/product_6033000085214/update',
  '/purchase-orders',
  '/report-buyer-reconciliation',
  '/discrepancies',
  '/inventory/stock/out',
  '/inventory/count',
  '/handovers',
  '/sync',
];
/** Where each of these screens begins. */
async function lefts(page: Page): Promise<number[]> {
  const found = new Set<number>();
  for (const path of SCREENS) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(main(page).getByRole('link').first(), path).toBeVisible();
    found.add((await page.locator('#screen').boundingBox())?.x ?? -1);
  }
  return [...found];
}

test('the menu has one width on every screen, and what a person chose holds for all of them', {
  tag: ['@SHELL-13', '@SHELL-30'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', site.url);
  expect(await lefts(page)).toEqual([240]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await lefts(page)).toEqual([60]);
  // Below 1440 px it opens beside the screen too, and stays so until it is folded.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  expect(await lefts(page)).toEqual([240]);
  await page.keyboard.press('Control+b');
  expect(await lefts(page)).toEqual([60]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await page.locator('#screen').boundingBox())?.x).toBe(240);
});

test('on a touch device the desks of an officer have the folded menu in a wide window too; its button opens it over the page', {
  tag: ['@SHELL-29', '@SHELL-30'],
}, async ({ browser }) => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openAs(page, site, 'officer1', site.url);
  const left = async () => (await page.locator('#screen').boundingBox())?.x;
  await expect.poll(left).toBe(240);
  for (const [path, name] of [
    ['/inventory/shipment/in', 'Receive Shipment'],
    ['/inventory/count', 'Count'],
    ['/sync', 'Outbox'],
    ['/handovers', 'Handovers'],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect.poll(left).toBe(60);
  }
  await page.goto(`${site.url}/inventory/shipment/in`);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeVisible();
  expect(await left()).toBe(60);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Expected' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /^Complete Transfer/ })).toBeVisible();
  expect(await left()).toBe(60);
  await context.close();
});

test('below 1440 px lists and reports fold the menu before they hide a column', {
  tag: ['@SHELL-29', '@SHELL-30', '@RPT-15', '@PO-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  for (const [path, column] of [
    ['/report-sales-officer-reconciliation', 'Stock value held'],
    ['/purchase-orders', 'Tag'],
    ['/order-groups?from=2026-01-01', 'Location'],
    ['/pending-orders', 'Location'],
    ['/buyers', 'Store type'],
    ['/agents', 'Location'],
    ['/claims', 'Sent'],
    ['/warehouses', 'Last moved'],
  ] as const) {
    await page.goto(site.url + path);
    await expect(page.getByRole('columnheader', { name: column }), path).toBeVisible();
    await expect.poll(async () => (await page.locator('#screen').boundingBox())?.x, { message: path }).toBe(60);
  }
  // A group of the folded menu shows its links beside it, over the page, which stays.
  await main(page).getByRole('button', { name: 'Reports menu' }).click();
  const retention = main(page).getByRole('link', { name: 'Buyer Retention' });
  await expect(retention).toBeInViewport({ ratio: 1 });
  expect((await page.locator('#screen').boundingBox())?.x).toBe(60);
  await retention.click();
  await expect(page).toHaveURL(/report-buyer-retention/);
  await expect(retention).toBeHidden();
});

test('the mouse opens the links of a group by resting on it, and the list goes when the mouse has left; Orders needs one press', {
  tag: ['@SHELL-29'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, site, 'admin', site.url);
  const pending = main(page).getByRole('link', { name: 'Pending Orders' });
  const orders = main(page).getByRole('link', { name: 'Orders', exact: true });
  await orders.hover();
  await expect(pending).toBeVisible();
  await pending.hover();
  await main(page).getByRole('button', { name: 'Inventory menu' }).hover();
  // Every link of the longest group has room in the window.
  await expect(main(page).getByRole('link', { name: 'Handovers' })).toBeInViewport({ ratio: 1 });
  await expect(pending).toBeHidden();
  await page.mouse.move(1_000, 700);
  await expect(main(page).getByRole('link', { name: 'Handovers' })).toBeHidden();
  await orders.click();
  await expect(page).toHaveURL(/order-groups/);
  await expect(pending).toBeHidden();
});

test('on a tablet in landscape a tap on a group of the folded menu shows its links, and another tap hides them', {
  tag: ['@SHELL-29'],
}, async ({ browser }) => {
  const context = await browser.newContext({
    ...{ serviceWorkers: 'block', hasTouch: true, isMobile: true },
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await openAs(page, site, 'admin', site.url);
  const group = main(page).getByRole('button', { name: 'Inventory menu' });
  const last = main(page).getByRole('link', { name: 'Handovers' });
  await group.tap();
  await expect(last).toBeInViewport({ ratio: 1 });
  await group.tap();
  await expect(last).toBeHidden();
  await main(page).getByRole('link', { name: 'Orders', exact: true }).tap();
  await main(page).getByRole('link', { name: 'Order Summary' }).tap();
  await expect(page).toHaveURL(/order-summary/);
  // The acts of an officer and all groups have room.
  await openAs(page, site, 'officer1', site.url);
  await expect(main(page).getByRole('button', { name: 'More menu' })).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('going offline shows a message at the bottom right for 6 s; coming back closes the messages', {
  tag: ['@each-change', '@SHELL-33', '@SHELL-34', '@SHELL-35', '@CONST-13'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  watchLine(page);
  // The 6 s pass when the test says so.
  await page.clock.install();
  let line: 'open' | 'held' | 'cut' = 'open';
  const held: (() => void)[] = [];
  await page.route('**/api/**', async (route) => {
    // Without the stream, whose end would be noticed before the browser's event.
    if (route.request().url().endsWith('/api/live')) return route.abort();
    if (line === 'held') await new Promise<void>((resolve) => held.push(resolve));
    return line === 'open' ? route.continue() : route.abort();
  });
  const lost = page.getByLabel('Messages').getByText("You're not connected to the internet.");
  // A call that met the silence before the browser's event would be told as a server that is gone: until the event is heard, calls wait. The truth is a
  // call's silence; the event only makes the app look sooner.
  const goOffline = async () => {
    await lineIdle(page);
    line = 'held';
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(lost).toBeVisible();
    line = 'cut';
    for (const release of held.splice(0)) release();
  };
  const comeBack = async () => {
    line = 'open';
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
  // Also to somebody who is about to sign in.
  await page.goto(`${site.url}/login`);
  await page.getByText('Demo: anybody can sign in.').waitFor();
  await goOffline();
  await comeBack();
  await expect(lost).toBeHidden();
  await signIn(page, site, 'staff');
  await expect(page.getByRole('banner')).toContainText(/demo \d+\.\d+\.\d+/);
  await lineIdle(page);
  // The home ends above the corner of this window.
  await page.setViewportSize({ width: 1280, height: 1500 });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await goOffline();
  const box = await lost.locator('../..').boundingBox();
  const size = page.viewportSize();
  expect(size && box && size.width - (box.x + box.width)).toBeLessThanOrEqual(20);
  expect(size && box && size.height - (box.y + box.height)).toBeLessThanOrEqual(20);
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  // SHELL-31, B14.3: the last known environment and version.
  await expect(page.getByRole('banner')).toContainText(/demo \d+\.\d+\.\d+/);
  await page.clock.runFor(5_900);
  await expect(lost).toBeVisible();
  await page.clock.runFor(200);
  await expect(lost).toBeHidden();
  await comeBack();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  // No time passes now: what goes goes because the server is back.
  await goOffline();
  await comeBack();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  await expect(lost).toBeHidden();
  await page.context().close();
});

test('a page opened without the server says so in its header, and no message lies over the screen', {
  tag: ['@SHELL-33', '@K30'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/warehouses`);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  const message = page.locator('[data-tone="connection"]');
  site.cutApi(true);
  try {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(message).toBeVisible();
    await page.goto(`${site.url}/purchase-orders`);
    await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
    await expect(page.getByLabel('Messages').locator('p.sr-only')).toHaveText(
      /not connected to the internet|server does not answer/,
    );
    await expect(message).toHaveCount(0);
  } finally {
    site.cutApi(false);
  }
});

test('without a server the amber header says that nothing waits, and has no tick', { tag: ['@K30'] }, async ({
  page,
}) => {
  await openAs(page, site, 'officer1', site.url);
  const link = page.getByRole('banner').getByRole('link', { name: 'All changes sent' });
  await expect(link.locator('svg')).toBeVisible();
  await lineIdle(page);
  site.cutApi(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  await expect(link.getByText('Nothing waits')).toBeVisible();
  await expect(link.locator('svg')).toBeHidden();
  site.cutApi(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(link.getByText('Nothing waits')).toHaveCount(0);
});

test('the outbox shows by itself that no server answers: no message lies over its cards', {
  tag: ['@SHELL-33', '@K30'],
}, async ({ page }) => {
  const message = page.locator('[data-tone="connection"]');
  const cut = async () => {
    site.cutApi(true);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  };
  await openAs(page, site, 'officer1', `${site.url}/sync`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await cut();
  // Screen readers hear it all the same.
  await expect(page.getByLabel('Messages').locator('p.sr-only')).toHaveText(
    /not connected to the internet|server does not answer/,
  );
  await expect(message).toHaveCount(0);
  site.cutApi(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  // One that came on another screen does not go with the person.
  await page.getByRole('banner').getByRole('link', { name: 'All changes sent' }).waitFor();
  await main(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await cut();
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'All changes sent' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('a message never lies on the button that sends a form, the pages of a list or a bar of two lines', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  /** Whether all of it can be pressed. */
  const isFree = (what: Locator) =>
    what.evaluate((own) => {
      const { left, right, top, bottom } = own.getBoundingClientRect();
      return [left + 6, (left + right) / 2, right - 6].every((x) =>
        [top + 6, bottom - 6].every((y) => own.contains(document.elementFromPoint(x, y))),
      );
    });
  const messages = page.getByRole('region', { name: 'Messages' });
  const closeAll = async () => {
    const close = messages.getByRole('button', { name: 'Close message' });
    while ((await close.count()) > 0) await close.last().click();
  };
  await openAs(page, site, 'admin', site.url);
  for (const width of [1280, 800, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}/store-types/create`);
    await page.getByLabel('Name', { exact: true }).fill('Kiosk of the corner');
    await page.getByLabel('Description').fill('Beside the road');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    const box = await create.boundingBox();
    // The button stands where messages come.
    await page.setViewportSize({ width, height: Math.round((box?.y ?? 0) + (box?.height ?? 0)) + 30 });
    await page.evaluate(() => scrollTo(0, 0));
    site.cutApi(true);
    try {
      await create.click();
      // What failed stands below the button, and what is said of the connection beside neither.
      await expect(page.getByRole('main').getByText('An unexpected error occured!')).toBeVisible();
      expect(await isFree(create), `Create at ${width}`).toBe(true);
    } finally {
      site.cutApi(false);
    }
    await closeAll();
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site.url}/products/choose?hub=hub_lagos_mushin`);
  await page.getByRole('table', { name: 'Products' }).getByRole('checkbox').first().click();
  const save = page.getByRole('button', { name: 'Save 1 change' });
  await expect(save).toBeVisible();
  site.cutApi(true);
  try {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(messages.getByText("You're not connected to the internet.")).toBeVisible();
    for (const name of ['Discard Changes', 'Save 1 change'])
      expect(await isFree(page.getByRole('button', { name })), name).toBe(true);
    // The end of the list comes under them while they stand: they make way.
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => isFree(page.getByRole('button', { name: 'Next page' }))).toBe(true);
    await expect(messages.getByRole('button', { name: 'Close message' }).first()).toBeVisible();
  } finally {
    site.cutApi(false);
  }
});

test('a message lies on no figure, text or button: in an empty corner, or in a strip below what ends above it', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  const messages = page.getByRole('region', { name: 'Messages' });
  /** What is under the message: texts and controls of the screen whose own boxes it cuts, unless its strip is the end of the screen. */
  const covered = () =>
    page.evaluate(() => {
      const region = document.querySelector<HTMLElement>('[data-messages]');
      const message = region?.querySelector('[data-tone]')?.getBoundingClientRect();
      const screen = document.querySelector('#screen')?.getBoundingClientRect();
      if (!region || !message || !screen) return ['the message is gone'];
      // What scrolls goes under the header, which lets nothing through.
      if (region.dataset.head !== undefined) return [];
      const strip = region.getBoundingClientRect();
      const isStrip = region.dataset.strip !== undefined;
      const found: string[] = [];
      // A strip is as wide as the screen. Beside its message the page is seen, but for a phone, where the message is the strip (decision 1550).
      if (isStrip && innerWidth > 640 && getComputedStyle(region).backgroundColor !== 'rgba(0, 0, 0, 0)')
        found.push('an opaque strip');
      if (isStrip && (strip.left > screen.left + 1 || strip.right < screen.right - 1)) found.push('half a strip');
      const texts = document.createTreeWalker(document.querySelector('#screen') as Element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.textContent?.trim() || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
        // The rows of the list scroll under its foot, which lets nothing through.
        if (region.dataset.foot !== undefined && !node.parentElement.closest('[data-pager]')) continue;
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
          if (
            !isStrip &&
            box.left < message.right &&
            box.right > message.left &&
            box.top < message.bottom &&
            box.bottom > message.top
          )
            found.push(node.textContent);
      }
      // In the foot of a list the message has the empty room beside the controls.
      const ends = region.dataset.foot === undefined ? '[data-pager]' : '[data-pager] > *';
      for (const one of document.querySelectorAll(`#screen :is(${ends}, [type="submit"])`)) {
        const box = one.getBoundingClientRect();
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        if (box.height > 0 && box.top < strip.bottom && box.bottom > message.top - 8 && box.right > message.left)
          found.push(`under it: ${one.textContent}`);
      }
      return found;
    });
  await openAs(page, site, 'admin', site.url);
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/buyers', '/', '/products/product_6033000085214/update', '/order-summary', '/areas/create']) {
      await page.goto(site.url + path);
      await expect(page.locator('#screen h1').first()).toBeVisible();
      await lineIdle(page);
      site.cutApi(true);
      try {
        await page.evaluate(() => dispatchEvent(new Event('offline')));
        await expect(messages.locator('[data-tone]')).toBeVisible();
        await expect.poll(covered, { message: `${path} at ${width}` }).toEqual([]);
        if (path !== '/areas/create' && path !== '/buyers') {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
          // It makes way in the frame after the scrolling.
          await expect.poll(covered, { message: `the end of ${path} at ${width}` }).toEqual([]);
        }
      } finally {
        site.cutApi(false);
      }
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(messages.locator('[data-tone]')).toHaveCount(0);
    }
  }
});

test('at a desk a message lies on nothing while the page scrolls either, and the page stays as it is', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  const messages = page.getByRole('region', { name: 'Messages' });
  const message = messages.locator('[data-tone]');
  const room = () => page.evaluate(() => getComputedStyle(document.getElementById('screen') as Element).paddingBottom);
  /** Texts, pictures and controls of the screen under the message, and cards that it cuts. The header and the foot of a list let nothing through. */
  const under = () =>
    message.evaluate((own) => {
      if (own.closest('[data-head], [data-foot]')) return [];
      const { left, right, top, bottom } = own.getBoundingClientRect();
      const meets = (one: DOMRect) => one.left < right && one.right > left && one.top < bottom && one.bottom > top;
      const cuts = (one: DOMRect) =>
        meets(one) && (one.left > left || one.right < right || one.top > top || one.bottom < bottom);
      const all = [...document.querySelectorAll<HTMLElement>('#screen *')].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      return all.flatMap((one) => {
        const box = one.getBoundingClientRect();
        const isWords = [...one.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        if (one.matches('.rounded-card') ? !cuts(box) : !meets(box) || !one.matches('a, button, input, img')) {
          if (!isWords || one.matches('.sr-only')) return [];
          const range = document.createRange();
          range.selectNodeContents(one);
          return [...range.getClientRects()].some(meets) ? [`words: ${one.textContent}`] : [];
        }
        return [`${one.tagName}: ${one.textContent?.slice(0, 40)}`];
      });
    });
  await openAs(page, site, 'admin', site.url);
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The foot of the products is full.
    for (const path of ['/', '/products/product_6033000085214/update', '/order-summary', '/products']) {
      await page.goto(site.url + path);
      await expect(page.locator('#screen h1').first()).toBeVisible();
      await lineIdle(page);
      const before = await room();
      site.cutApi(true);
      try {
        await page.evaluate(() => dispatchEvent(new Event('offline')));
        await expect(message).toBeVisible();
        for (const by of [0, 250, 400]) {
          await page.evaluate((by) => scrollBy(0, by), by);
          await expect.poll(under, { message: `${path} at ${width}, scrolled by ${by}` }).toEqual([]);
          await expect(message, path).toBeInViewport({ ratio: 1 });
        }
        expect(await room()).toBe(before);
        // Every word of it is seen.
        expect(await message.locator('p').evaluate((own) => own.scrollHeight - own.clientHeight)).toBeLessThanOrEqual(
          0,
        );
      } finally {
        site.cutApi(false);
      }
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(message).toHaveCount(0);
    }
  }
});

test('at a desk a message that has no room at the lower end moves no button and makes no list shorter', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  const message = page.getByRole('region', { name: 'Messages' }).locator('[data-tone]');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await page.getByLabel('Name', { exact: true }).fill('Kiosk of the bridge');
  await page.getByLabel('Description').fill('Beside the bridge');
  const box = await create.boundingBox();
  // The button stands where messages come, and what is above it leaves no room.
  await page.setViewportSize({ width: 1280, height: Math.round((box?.y ?? 0) + (box?.height ?? 0)) + 30 });
  await page.evaluate(() => scrollTo(0, 0));
  await lineIdle(page);
  const before = await create.boundingBox();
  site.cutApi(true);
  try {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(message).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await create.boundingBox()).toEqual(before);
    await create.click({ trial: true });
  } finally {
    site.cutApi(false);
  }
});

test('a short message in the foot of a list changes neither the height of the list nor the place of its rows', {
  tag: ['@SHELL-35'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', `${site.url}/buyers`);
  const message = page.getByRole('region', { name: 'Messages' }).locator('[data-tone]');
  const [foot, row] = [page.getByRole('navigation', { name: 'Pages' }), page.getByRole('row').nth(17)];
  await expect(row).toBeVisible();
  await lineIdle(page);
  const places = async () => [await foot.boundingBox(), await row.boundingBox()];
  const before = await places();
  site.cutApi(true);
  try {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(message).toBeVisible();
    await expect(page.locator('[data-messages][data-foot]')).toHaveCount(1);
    expect(await places()).toEqual(before);
    const [box, own] = [await foot.boundingBox(), await message.boundingBox()];
    expect((own?.y ?? 0) >= (box?.y ?? 1) && (own?.height ?? 99) <= (box?.height ?? 0)).toBe(true);
  } finally {
    site.cutApi(false);
  }
});

test('the menu of an administrator fits a desk with its largest group open, and shows the link of the screen when more is open', {
  tag: ['@SHELL-29', '@SHELL-30'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', `${site.url}/discrepancies`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const here = menu.locator('[aria-current="page"]');
  await expect(here).toHaveText('Discrepancies');
  for (const height of [900, 800]) {
    await page.setViewportSize({ width: 1440, height });
    expect(await menu.evaluate((own) => own.scrollHeight - own.clientHeight), `${height} px`).toBeLessThanOrEqual(0);
  }
  for (const group of ['Orders', 'People', 'More']) await menu.getByRole('button', { name: group }).click();
  await menu.getByRole('link', { name: 'Game' }).click();
  await expect(here).toHaveText('Game');
  await expect(here).toBeInViewport({ ratio: 1 });
});

test('on a phone the mark stands whole and the name is not a letter and three dots, without the server too', {
  tag: ['@SHELL-18', '@WCAG-1.4.10'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, site, 'admin', site.url);
  const banner = page.getByRole('banner');
  const name = banner.getByText('Kasuwa', { exact: true });
  /** How wide it is seen, of how wide it is. */
  const seen = (what: Locator) =>
    what.evaluate((own) => {
      const { left, right, top, bottom, width } = own.getBoundingClientRect();
      const at = (x: number) => own.parentElement?.contains(document.elementFromPoint(x, (top + bottom) / 2)) ?? false;
      return { width, isSeen: at(left + 2) && at(right - 2) };
    });
  const mark = banner.locator('svg[viewBox="0 0 64 64"]');
  expect(await seen(mark)).toEqual({ width: 30, isSeen: true });
  expect((await seen(name)).isSeen).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await seen(mark)).toEqual({ width: 30, isSeen: true });
  await expect.poll(async () => (await seen(name)).isSeen).toBe(false);
  site.cutApi(true);
  try {
    await page.setViewportSize({ width: 640, height: 640 });
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
    expect(await seen(mark)).toEqual({ width: 30, isSeen: true });
    const { width, isSeen } = await seen(name);
    expect(!isSeen || width > 60, `the name, ${width} px`).toBe(true);
  } finally {
    site.cutApi(false);
  }
});

test('change password: refusals, a silent server, then done', {
  tag: ['@each-change', '@PROF-03', '@PROF-04', '@PROF-05', '@PROF-07', '@ERR-04'],
}, async ({ page }) => {
  await openAs(page, site, 'care', `${site.url}/profile`);
  const update = page.getByRole('button', { name: 'Change password' });
  await expect(update).toBeDisabled();
  for (const label of ['Old Password', 'New Password', 'Confirm Password']) {
    await page.getByLabel(label).focus();
    await page.getByLabel(label).blur();
  }
  await expect(page.getByText('Password field is required', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Password confirmation is required')).toBeVisible();
  await page.getByLabel('Old Password').fill('not-my-password');
  await page.getByLabel('New Password').fill('market day at noon');
  await page.getByLabel('Confirm Password').fill('market day at dawn');
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await expect(update).toBeDisabled();
  await page.getByLabel('Confirm Password').fill('market day at noon');
  await update.click();
  await expect(page.getByText('Old password is not correct.').first()).toBeVisible();
  // This call alone stays without an answer: where no call is answered, the app knows it soon, and the button waits for the server.
  await page.route('**/api/user/change_auth', (route) => route.abort());
  await page.getByLabel('Old Password').fill('care-Passw0rd');
  await update.click();
  await expect(page.getByText('An unepected error occured!')).toBeVisible();
  await expect(page.getByLabel('New Password')).toHaveValue('market day at noon');
  await page.unroute('**/api/user/change_auth');
  await update.click();
  await expect(page.getByText('Password successfully updated.')).toBeVisible();
});

test('the profile is read-only: name, phone, email, role, permissions; beside it the password', {
  tag: ['@each-change', '@PROF-01'],
}, async ({ page }) => {
  const managers = (await site.api('admin', 'GET', 'manager/read_all')) as { name: string; phone: string }[];
  const { phone = '' } = managers.find((one) => one.name === 'Emeka Obi') ?? {};
  expect(phone).not.toBe('');
  await openAs(page, site, 'accounts', `${site.url}/profile`);
  const card = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(card.locator('dt')).toHaveText(['Name', 'Phone', 'Email', 'Role', 'Sees', 'Changes', 'Does']);
  await expect(card.locator('dd')).toHaveText([
    ...['Emeka Obi', shownPhone(phone), 'accounts@example.test', 'Kasuwa Accountant'],
    // The words of a colleague's form, for the same rights.
    ...[/^Orders, /, /[a-z]/, /[a-z]/],
  ]);
  await expect(card.getByRole('listitem')).toHaveCount(0);
  await card.getByText(/^All permissions by name/).click();
  // In groups by what they are about: each one stands in one group.
  const mine = permissionsOf('manager.accountant').map((permission) => permission.replaceAll('_', ' '));
  await expect(card.getByRole('listitem')).toHaveCount(mine.length);
  expect((await card.getByRole('listitem').allTextContents()).toSorted()).toEqual(mine.toSorted());
  await expect(card.getByRole('list').first().getByRole('listitem').first()).toHaveText('view warehouses');
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Change password' }).locator('input[type=password]')).toHaveCount(3);
  await expect(page.getByText('User profile not found.')).toHaveCount(0);
});

test('two plots of devices with their tables: zones and versions, for who may see charts', {
  tag: ['@each-change', '@DASH-02', '@DASH-05'],
}, async ({ page }) => {
  const registered = page.waitForResponse('**/api/device/register');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await signIn(page, site, 'buyerdesk');
  await registered;
  // The charts come late: not to see them yet says nothing, so it is what was asked that counts.
  await lineIdle(page);
  expect(paths).not.toContain('/api/device/fragmentation');
  await expect(page.getByRole('table', { name: 'User zones' })).toHaveCount(0);
  await signInAnew(page, 'staff');
  const zones = page.getByRole('table', { name: 'User zones' });
  await expect(zones).toContainText('In zone', { timeout: 20_000 });
  await expect(page.getByRole('table', { name: 'User device versions' })).toContainText(/\d+\.\d+\.\d+/);
});

test('the game: playable by keyboard, its score stays in this browser', { tag: ['@SHELL-16', '@SHELL-15'] }, async ({
  page,
}) => {
  await openAs(page, site, 'rem1', site.url);
  await openScreen(page, 'Game');
  await expect(page.getByRole('heading', { name: 'Game', exact: true })).toBeVisible();
  const state = page.getByRole('status', { name: 'State of the game' });
  await expect(state).toHaveText('Your turn.');
  const cells = page.getByRole('group', { name: 'Cells' }).getByRole('button');
  await cells.first().focus();
  for (let turn = 0; turn < 9 && (await state.textContent()) === 'Your turn.'; turn += 1) {
    const free = await cells.evaluateAll((all) =>
      all.findIndex((cell) => cell.getAttribute('aria-disabled') !== 'true'),
    );
    await cells.first().focus();
    for (let down = 0; down < Math.floor(free / 3); down += 1) await page.keyboard.press('ArrowDown');
    for (let right = 0; right < free % 3; right += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  }
  await expect(state).toHaveText(/You win!|The computer wins\.|A draw\./);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('scoreBoard') ?? '{}'));
  const { wins, losses, draws } = await kept();
  expect(wins + losses + draws).toBe(1);
  await page.reload();
  expect(await kept()).toEqual({ wins, losses, draws });
  await page.getByRole('button', { name: 'Reset score' }).click();
  expect(await kept()).toEqual({ wins: 0, losses: 0, draws: 0 });
});

test('the collapsed sidebar begins with Dashboard and stays collapsed', { tag: ['@SHELL-29', '@SHELL-13'] }, async ({
  page,
}) => {
  // From 1440 px on the menu stands open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', site.url);
  await expect(main(page).getByRole('link', { name: 'Home' })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(main(page).getByRole('link').first()).toHaveAccessibleName('Dashboard: Home');
  await page.reload();
  await expect(main(page).getByRole('link').first()).toHaveAccessibleName('Dashboard: Home');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(main(page).getByRole('link', { name: 'Home' })).toBeVisible();
});

test('reads are kept for 5 minutes, a refused save says why and can be sent again', {
  tag: ['@API-03', '@API-04', '@API-05', '@ERR-01', '@ERR-02', '@CONST-01', '@UI-07'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  // From 1440 px on the menu stands open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, site, 'admin', site.url);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/store_type/read_all?')) reads.push(request.url());
  });
  const link = main(page).getByRole('link', { name: 'Store Types' });
  await unfoldFor(page, 'Store Types');
  await link.click();
  await expect(page.getByRole('heading', { name: /^Store Types \(\d+\)$/i })).toBeVisible();
  await main(page).getByRole('link', { name: 'Home' }).click();
  await link.click();
  await expect(page.getByRole('table', { name: /Store types/i })).toBeVisible();
  expect(reads).toHaveLength(1);
  // Four letters, one question, 750 ms after the last.
  await page.getByLabel('Search store types').pressSequentially('kios', { delay: 20 });
  await expect(page.getByRole('cell', { name: 'Kiosk' })).toBeVisible();
  await expect.poll(() => reads.length).toBe(2);
  expect(reads[1]).toContain('search=kios');
  await page.getByRole('link', { name: /^Create Store type$/i }).click();
  await page.getByLabel('Name', { exact: true }).fill('KIOSK');
  await page.getByLabel('Description').fill('The same again');
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(page.getByRole('alert').getByText('Store type already exists.').first()).toBeVisible();
  await expect(create).toBeEnabled();
  await page.route('**/api/store_type/create', (route) =>
    route.fulfill({ body: '<h1>Wi-Fi</h1>', contentType: 'text/html' }),
  );
  await page.getByLabel('Name', { exact: true }).fill('Kiosk by the road');
  await create.click();
  await expect(
    page
      .getByText(/An unexpected error occured!|This needs a connection\. It will work again when you are online\./)
      .first(),
  ).toBeVisible();
  await page.unroute('**/api/store_type/create');
  await create.click();
  await expect(page.getByText('Store type successfully created.')).toBeVisible();
  await page.goto(`${site.url}/store-types`);
  await expect(page.getByRole('cell', { name: 'Kiosk by the road' })).toBeVisible();
  await page.context().close();
});

test('a form whose save failed without the server is still there when the server is back, and saves', {
  tag: ['@each-change', '@ERR-02', '@UI-11'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/store-types/create`);
  await page.getByLabel('Name', { exact: true }).fill('Wayside table');
  await page.getByLabel('Description').fill('A table at the road');
  await site.stopServer();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  const failed = page.getByText(/This needs a connection\. It will work again when you are online\./).first();
  await expect(failed).toBeVisible();
  await site.startServer();
  // The sentence goes by itself, and with it what brought it into sight.
  await expect(failed).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Ah! Something has gone wrong.' })).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Wayside table');
  await create.click();
  await expect(page.getByText('Store type successfully created.')).toBeVisible();
});

async function signInAnew(page: Page, user: string): Promise<void> {
  await page.evaluate(() => indexedDB.deleteDatabase('session'));
  await page.evaluate(() => localStorage.clear());
  await signIn(page, site, user);
}
