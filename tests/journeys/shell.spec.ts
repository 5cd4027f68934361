/** The frame around every screen: starting, signing in and out, the sidebar, messages, the profile, the dashboard, the game. */
import { brotliCompressSync } from 'node:zlib';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { permissionsOf } from '#domain/permissions.ts';
// @ts-expect-error plain JavaScript of our tools
import { firstLoad } from '../../src/tools/size.mjs';
import { openScreen, unfoldFor } from '../support/menu.ts';
import { lineIdle } from '../support/settled.ts';
import { installed, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
// Servers are stopped and started in many of them: a slow machine gets the time for it.
test.describe.configure({ timeout: 240_000 });
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);

/** The token as the app keeps it, or null. */
const storedToken = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve, reject) => {
        const opening = indexedDB.open('session', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keep').objectStore('keep').get('session');
          reading.onsuccess = () => {
            resolve((reading.result as { token?: string } | undefined)?.token ?? null);
            opening.result.close();
          };
        };
      }),
  );

/** Forgets both copies of the profile and keeps the token: a tablet whose browser lost part of its storage. */
const forgetProfile = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        localStorage.removeItem('auth');
        const opening = indexedDB.open('session', 1);
        opening.onsuccess = () => {
          const store = opening.result.transaction('keep', 'readwrite').objectStore('keep');
          const reading = store.get('session');
          reading.onsuccess = () => {
            const { token, user_id, last_used } = reading.result;
            store.put({ token, user_id, last_used }, 'session').onsuccess = () => {
              opening.result.close();
              resolve();
            };
          };
        };
      }),
  );

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the welcome card; as long as no device told its version, the charts say so', {
  tag: ['@DASH-01', '@DASH-04'],
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
  tag: ['@SES-07', '@ERR-03'],
}, async ({ page }) => {
  await page.goto(`${site.url}/login`);
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
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});

test('the session is kept: token apart, profile and permissions for the next start', {
  tag: ['@smoke', '@SES-05', '@SES-06', '@SES-10', '@SES-11', '@SHELL-01', '@SHELL-15'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  const token = await storedToken(page);
  expect(token).toMatch(/^[\w-]{43}$/);
  const local = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(local).not.toContain(token);
  const auth = await page.evaluate(() => localStorage.getItem('auth') ?? '');
  for (const part of ['Olúwaṣeun Adéyẹmí', 'officer1@example.test', 'manager.warehouse_officer', 'create_stock_in'])
    expect(auth).toContain(part);
  const kept = JSON.parse(auth).clientState.queries[0].state.data;
  expect(Object.keys(kept)).toEqual(
    expect.arrayContaining(['name', 'phone', 'email', 'role', 'permissions', 'user_id']),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Olúwaṣeun Adéyẹmí' })).toBeVisible();
});

test('a session that ended elsewhere: token and user are cleared, the page asked for is remembered', {
  tag: ['@SHELL-02', '@SES-14', '@SHELL-04'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  const token = await storedToken(page);
  await page.goto(`${site.url}/profile`);
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  await fetch(`${site.url}/api/auth/revoke`, { headers: { Authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile/);
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
});

test('Logout: the server forgets the session, the app its user; the theme stays', {
  tag: ['@smoke', '@SES-09', '@SHELL-32', '@SHELL-14'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  const token = await storedToken(page);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  await page.reload();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const told = await fetch(`${site.url}/api/administrator/read_delegate`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(((await told.json()) as { code: number }).code).toBe(401);
});

test('a start in two trips: a page that paints by itself, then all that the sign-in needs', {
  tag: ['@SHELL-17'],
}, async ({ browser }) => {
  const html = await (await fetch(`${site.url}/login`)).text();
  // One first flight of a connection holds the page (performance.md 6.2).
  expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14_600);
  expect(sum([...(firstLoad() as Map<string, number>).values()])).toBeLessThanOrEqual(110_000);
  const page = await (await browser.newContext()).newPage();
  try {
    // No script comes: the page has its style all the same.
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${site.url}/login`);
    const header = page.getByRole('status', { name: 'Loading' }).locator('div');
    expect((await header.boundingBox())?.height).toBe(55);
    expect(await header.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
    // Nothing that the page does not name comes: the form stands there nevertheless.
    await page.unroute('**/assets/**');
    await page.route('**/assets/**', (route) =>
      html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    await page.goto(`${site.url}/login`);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  } finally {
    await page.context().close();
  }
});

test('while a password is typed, what every screen stands on comes already, and not before the sign-in stands there', {
  tag: ['@SHELL-17', '@SES-01'],
}, async ({ browser }) => {
  // As at a first visit on a slow line: the worker has not come yet.
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  try {
    let drawnFirst: boolean | undefined;
    await page.route('**/assets/{kit,store,tablet}-*.js', async (route) => {
      // The store is sent for with the app: it holds who is signed in and what is kept. What draws screens waits.
      if (!route.request().url().includes('/store-')) drawnFirst ??= await page.getByLabel('Password').isVisible();
      await route.continue();
    });
    await page.goto(`${site.url}/login`);
    const soon = (await page.locator('script[data-soon]').getAttribute('data-soon'))?.split(' ') ?? [];
    expect(soon).toHaveLength(3);
    await expect.poll(() => soon.filter((file) => !asked.has(file))).toEqual([]);
    await expect.poll(() => drawnFirst).toBe(true);
    expect([...asked].filter((path) => path.endsWith('/login_delegate'))).toEqual([]);
    await page.getByLabel('Email').fill('admin@example.test');
    await page.getByLabel('Password').fill('admin-Passw0rd');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  } finally {
    await page.context().close();
  }
});

test('the browser answers files from the store and calls from the line without waking the worker; a file that is missing comes all the same', {
  tag: ['@SYNC-05'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await installed(page);
  await lineIdle(page);
  // By the browser's own account: what a rule of the worker answered, and from where in the end.
  const answered = () =>
    page.evaluate(() => {
      type Routed = PerformanceResourceTiming & {
        workerFinalRouterSource?: string;
        workerFinalSourceType?: string;
      };
      return (performance.getEntriesByType('resource') as Routed[])
        .filter(({ name }) => /\/(assets|api)\//.test(name))
        .map((one) => ({
          kind: one.name.includes('/api/') ? 'call' : 'file',
          source: one.workerFinalRouterSource ?? one.workerFinalSourceType,
        }));
    });
  await page.goto(`${site.url}/warehouses`);
  await expect(page.getByRole('table', { name: 'Warehouses' })).toBeVisible();
  // The browser writes its account a moment after the answer was used.
  const sources = async (kind: string) => [
    ...new Set((await answered()).filter((one) => one.kind === kind).map((one) => one.source)),
  ];
  await expect.poll(() => sources('file')).toEqual(['cache']);
  await expect.poll(() => sources('call')).toEqual(['network']);

  // A browser that tidied its storage: part of the app is gone from the store.
  const gone = await page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith('/assets/') && (await cache.delete(request))) count += 1;
    }
    return count;
  });
  expect(gone).toBeGreaterThan(20);
  await page.goto(`${site.url}/managers`);
  await expect(page.getByRole('table', { name: 'Managers' })).toBeVisible();
});

test('placeholders until the user is known, and no sidebar before', { tag: ['@SHELL-17'] }, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'officer1');
  await forgetProfile(page);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/administrator/read_delegate*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByLabel('Loading')).toBeAttached();
  await expect(main(page)).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'Welcome, Olúwaṣeun Adéyẹmí' })).toBeVisible();
  await expect(main(page)).toBeVisible();
  await page.context().close();
});

test('a token, but neither server nor stored profile: the network-error screen', {
  tag: ['@SHELL-03', '@SHELL-06'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await installed(page);
  // The server's word on who this is writes the profile again: without one this start shows nothing before it is written.
  await forgetProfile(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await forgetProfile(page);
  await site.stopServer();
  await page.reload();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible({ timeout: 40_000 });
  const why = "Seems like there's something wrong with your internet connection. Please reconnect and try again.";
  await expect(page.getByText(why, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await site.startServer();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Olúwaṣeun Adéyẹmí' })).toBeVisible();
});

test('a screen that falls over shows the failure screen, and the rest of the app goes on', {
  tag: ['@SHELL-10', '@SHELL-07'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  await page.route('**/api/store_type/read_all*', (route) =>
    route.fulfill({ json: { code: 200, message: 'OK', data: { rows: [null], total: 1, page: 1, per_page: 10 } } }),
  );
  await openScreen(page, 'Store Types');
  await expect(page.getByRole('heading', { name: 'Ah! Something has gone wrong.' })).toBeVisible();
  await expect(
    page.getByText("If refreshing your browser doesn't fix the problem, kindly contact the tech team."),
  ).toBeVisible();
  await main(page).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await page.context().close();
});

test('staff see the company, hub-side people the name of their hub', {
  tag: ['@SHELL-18', '@SHELL-19', '@PERM-50'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await expect(page.getByRole('banner')).toContainText('Kasuwa');
  await signInAnew(page, 'hub1');
  await expect(page.getByRole('banner')).toContainText('Mushin Hub');
  await expect(page.getByRole('banner')).not.toContainText('Kasuwa');
});

test('header 55 px with environment and version, sidebar 240 and 60 px, wizard 750 px', {
  tag: ['@SHELL-30', '@SHELL-31', '@CONST-20'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
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
  // A transfer has the folded menu from its first screen on, so that nothing moves between that and its desk.
  await expect.poll(async () => (await main(page).boundingBox())?.width).toBe(60);
  await main(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(async () => (await main(page).boundingBox())?.width).toBe(240);
  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await main(page).boundingBox())?.width).toBe(60);
});

test('the menu stays where it is between the first screen of a transfer and its desk', {
  tag: ['@SHELL-29', '@SHELL-30'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/inventory/shipment/in`);
  await expect(page.getByRole('heading', { name: 'Receive Shipment' })).toBeVisible();
  const left = async () => (await page.locator('#screen').boundingBox())?.x;
  await expect.poll(left).toBe(60);
  // Its button opens it over the page, which stays.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeVisible();
  expect(await left()).toBe(60);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Expected' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /^Complete Transfer/ })).toBeVisible();
  expect(await left()).toBe(60);
});

test('below 1440 px a report has the folded menu before it does without columns; its button opens the menu over the page', {
  tag: ['@SHELL-29', '@SHELL-30', '@RPT-15'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  const left = async () => (await page.locator('#screen').boundingBox())?.x;
  await expect.poll(left).toBe(60);
  await expect(page.getByRole('columnheader', { name: 'Stock value held' })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeVisible();
  expect(await left()).toBe(60);
  await main(page).last().getByRole('link', { name: 'Buyer Retention' }).click();
  await expect(page.getByRole('button', { name: 'Close sidebar' })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/report-sales-officer-reconciliation`);
  await expect.poll(left).toBe(240);
});

test('going offline is said bottom-right for 6 s; coming back closes the messages', {
  tag: ['@SHELL-33', '@SHELL-34', '@SHELL-35', '@CONST-13'],
}, async ({ page }) => {
  // Without the stream, whose end would be noticed before the browser's event: then the words are those of a server that is gone.
  await page.context().route('**/api/live*', (route) => route.abort());
  // The truth is a call's silence; the browser's own event only makes the app look sooner.
  const goOffline = async () => {
    await site.stopServer();
    await page.evaluate(() => dispatchEvent(new Event('offline')));
  };
  const comeBack = async () => {
    await site.startServer();
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
  const lost = page.getByLabel('Messages').getByText("You're not connected to the internet.");
  // Also to somebody who is about to sign in.
  await page.goto(`${site.url}/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await site.stopServer();
  // The page listens once it is painted: an event that comes before is nobody's.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(lost).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await comeBack();
  await expect(lost).toBeHidden();
  await signIn(page, site, 'staff');
  await expect(page.getByRole('banner')).toContainText(/demo \d+\.\d+\.\d+/);
  // The page itself notes how long the message stands: a test that looks late would call it shorter.
  await page.evaluate(() => {
    const stood = { from: 0, to: 0 };
    Object.assign(globalThis, { stood });
    new MutationObserver(() => {
      const there = /not connected to the internet/.test(
        document.querySelector('[aria-label="Messages"]')?.textContent ?? '',
      );
      if (there && stood.from === 0) stood.from = Date.now();
      if (!there && stood.from !== 0 && stood.to === 0) stood.to = Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const stood = () =>
    page.evaluate(() => {
      const { from, to } = (globalThis as unknown as { stood: { from: number; to: number } }).stood;
      return to - from;
    });
  await goOffline();
  await expect(lost).toBeVisible();
  const box = await lost.locator('../..').boundingBox();
  const size = page.viewportSize();
  expect(size && box && size.width - (box.x + box.width)).toBeLessThanOrEqual(20);
  expect(size && box && size.height - (box.y + box.height)).toBeLessThanOrEqual(20);
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  // SHELL-31, B14.3: the last known environment and version.
  await expect(page.getByRole('banner')).toContainText(/demo \d+\.\d+\.\d+/);
  await expect(lost).toBeHidden();
  expect(await stood()).toBeGreaterThan(4_500);
  await comeBack();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  await goOffline();
  // A read of the page may have met the silence before the browser said it: then the words are those of a server that is gone.
  const gone = page.getByLabel('Messages').getByText(/not connected to the internet|server does not answer/);
  await expect(gone.first()).toBeVisible();
  await comeBack();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  await expect(gone).toHaveCount(0);
});

test('the outbox shows by itself that no server answers: no message lies over its cards', {
  tag: ['@SHELL-33', '@K30'],
}, async ({ page }) => {
  const message = page.locator('[data-tone="connection"]');
  const cut = async () => {
    await site.stopServer();
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  };
  await signIn(page, site, 'officer1');
  await page.goto(`${site.url}/sync`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await cut();
  // Screen readers hear it all the same.
  await expect(page.getByLabel('Messages').locator('p.sr-only')).toHaveText(
    /not connected to the internet|server does not answer/,
  );
  await expect(message).toHaveCount(0);
  await site.startServer();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('status', { name: 'Connection' })).toBeHidden();
  // One that came on another screen does not go with the person.
  await page.getByRole('banner').getByRole('link', { name: 'All changes sent' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await cut();
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'All changes sent' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(message).toHaveCount(0);
  await site.startServer();
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
  await signIn(page, site, 'admin');
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
      await expect(messages.getByRole('alert')).toBeVisible();
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

test('on a phone the mark stands whole and the name is not a letter and three dots, without the server too', {
  tag: ['@SHELL-18', '@WCAG-1.4.10'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
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
  expect((await seen(name)).isSeen).toBe(false);
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

test('a record and its parts read back from the tablet: the time of the copy is said, not twice, and not once the server is back', {
  tag: ['@B11'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/buyers/buyer_08/orders`);
  await expect(page.getByRole('table', { name: 'Orders', exact: true })).toBeVisible();
  await lineIdle(page);
  site.cutApi(true);
  try {
    await page.reload();
    await expect(page.getByRole('table', { name: 'Orders', exact: true })).toBeVisible();
    await expect(page.getByText(/^Stored copy from /).first()).toBeVisible();
    await lineIdle(page);
    const said = await page.getByText(/^Stored copy from /).allTextContents();
    expect(said.length).toBeGreaterThan(0);
    // Two reads may lie on both sides of a minute: then both times are said.
    expect(new Set(said).size).toBe(said.length);
    // With the server back nobody has to press anything.
    site.cutApi(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText(/^Stored copy from /)).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Orders', exact: true })).toBeVisible();
  } finally {
    site.cutApi(false);
  }
});

test('a screen whose file does not come says so inside the shell, and comes by itself when the server is back', {
  tag: ['@B14.8'],
}, async ({ browser }) => {
  // No worker holds the files: a private window, or the first seconds after the first visit.
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'staff');
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible();
  await unfoldFor(page, 'Warehouses');
  const screen = page.getByRole('link', { name: 'Warehouses', exact: true });
  // The menu comes in a file of its own, on a slow machine after the heading: without it there is nothing to press.
  await expect(screen).toBeVisible();
  await site.stopServer();
  await screen.click();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expect(page.getByText('Ah! Something has gone wrong.')).toBeHidden();
  // What else is fetched late stays away without taking the page with it.
  await page.keyboard.press('Control+i');
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await site.startServer();
  await expect(page.getByRole('dialog', { name: 'App version' })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /^Warehouses/i })).toBeVisible({ timeout: 30_000 });
  await page.context().close();
});

test('change password: refusals, a silent server, then done', {
  tag: ['@PROF-03', '@PROF-04', '@PROF-05', '@PROF-07', '@ERR-04'],
}, async ({ page }) => {
  await signIn(page, site, 'care');
  await page.goto(`${site.url}/profile`);
  const update = page.getByRole('button', { name: 'Update password' });
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
  await site.stopServer();
  await page.getByLabel('Old Password').fill('care-Passw0rd');
  await update.click();
  await expect(page.getByText('An unepected error occured!')).toBeVisible();
  await expect(page.getByLabel('New Password')).toHaveValue('market day at noon');
  await site.startServer();
  await update.click();
  await expect(page.getByText('Password successfully updated.')).toBeVisible();
});

test('the profile is read-only: name, phone, email, role, permissions; beside it the password', {
  tag: ['@PROF-01'],
}, async ({ page }) => {
  const managers = (await site.api('admin', 'GET', 'manager/read_all')) as { name: string; phone: string }[];
  const { phone = '' } = managers.find((one) => one.name === 'Emeka Obi') ?? {};
  expect(phone).not.toBe('');
  await signIn(page, site, 'accounts');
  await page.goto(`${site.url}/profile`);
  const card = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(card.locator('dt')).toHaveText(['Name', 'Phone', 'Email', 'Role']);
  await expect(card.locator('dd')).toHaveText(['Emeka Obi', phone, 'accounts@example.test', 'Kasuwa Accountant']);
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
  tag: ['@DASH-02', '@DASH-05'],
}, async ({ page }) => {
  const told = page.waitForResponse('**/api/device/register');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, site, 'buyerdesk');
  await told;
  // The charts come late: not to see them yet says nothing, so it is what was asked that counts.
  await lineIdle(page);
  expect(asked).not.toContain('/api/device/fragmentation');
  await expect(page.getByRole('table', { name: 'User zones' })).toHaveCount(0);
  await signInAnew(page, 'staff');
  const zones = page.getByRole('table', { name: 'User zones' });
  await expect(zones).toContainText('In zone', { timeout: 20_000 });
  await expect(page.getByRole('table', { name: 'User device versions' })).toContainText(/\d+\.\d+\.\d+/);
});

test('the game: playable by keyboard, its score stays in this browser', { tag: ['@SHELL-16', '@SHELL-15'] }, async ({
  page,
}) => {
  await signIn(page, site, 'rem1');
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

test('search everywhere: screens and records by name, ref and phone; without a network over what this device holds', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await openScreen(page, 'Managers');
  await expect(page.getByRole('heading', { name: /^Managers/ })).toBeVisible();
  // The bar's file is there before it is asked for, so no letter is lost that follows at once.
  await page.goto(`${site.url}/managers`);
  await page.waitForResponse(/\/assets\/CommandBar-/, { timeout: 15_000 }).catch(() => undefined);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('managers');
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(box).toHaveValue('managers');
  await box.fill('zzzz nothing');
  await expect(page.getByText('No results for “zzzz nothing”.')).toBeVisible();
  await box.fill('store ty');
  await expect(page.getByRole('option', { name: /^Store Types/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/store-types$/);
  // A slip of the fingers, an act of all days, and an act about a person.
  await page.keyboard.press('Control+k');
  await box.fill('nodles');
  await expect(page.getByRole('option', { name: /noodles/i }).first()).toBeVisible();
  await box.fill('unpaid today');
  await expect(page.getByRole('option', { name: /^Unpaid orders today/ })).toHaveAttribute('aria-selected', 'true');
  await box.fill('reset password of oluwaseun');
  await expect(page.getByRole('option', { name: /^Reset password of Olúwaṣeun Adéyẹmí/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/managers\/.+\/update\?act=password$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await installed(page);
  const managers = (await site.api('admin', 'GET', 'manager/read_all')) as { name: string; phone: string }[];
  const { phone = '' } = managers.find((one) => one.name.startsWith('Olúwaṣeun')) ?? {};
  await site.stopServer();
  await page.keyboard.press('Control+k');
  // As it is shown in forms and dialled, and half typed.
  for (const typed of [`+234${phone.slice(1)}`, `+234 ${phone.slice(1, 4)} ${phone.slice(4, 8)}`]) {
    await box.fill(typed);
    await expect(page.getByRole('option', { name: /^Olúwaṣeun Adéyẹmí Manager/ })).toBeVisible();
  }
  await box.fill('oluwaseun');
  await page.getByRole('option', { name: /^Olúwaṣeun Adéyẹmí Manager/ }).click();
  await expect(page).toHaveURL(/\/managers\/.+\/update$/);
  await site.startServer();
});

test('the collapsed sidebar begins with Dashboard and stays collapsed', { tag: ['@SHELL-29', '@SHELL-13'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await expect(main(page).getByRole('link', { name: 'Home' })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(main(page).getByRole('link').first()).toHaveAccessibleName('Dashboard');
  await page.reload();
  await expect(main(page).getByRole('link').first()).toHaveAccessibleName('Dashboard');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(main(page).getByRole('link', { name: 'Home' })).toBeVisible();
});

test('reads are kept for 5 minutes, a refused save says why and can be sent again', {
  tag: ['@API-03', '@API-04', '@API-05', '@ERR-01', '@ERR-02', '@CONST-01', '@UI-07'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  const reads: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().includes('/api/store_type/read_all')) reads.push(asked.url());
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

async function signInAnew(page: Page, user: string): Promise<void> {
  await page.evaluate(() => indexedDB.deleteDatabase('session'));
  await page.evaluate(() => localStorage.clear());
  await signIn(page, site, user);
}
