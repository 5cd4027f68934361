/** The frame around every screen: starting, signing in and out, the worker, what stands without a server. */
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
// @ts-expect-error plain JavaScript of our tools
import { firstLoad, installedBytes } from '../../src/tools/size.mjs';
import { openScreen, unfoldFor } from '../support/menu.ts';
import { goSettled, lineIdle } from '../support/settled.ts';
import { installed, openAs, signIn, siteOfFile, welcomed } from '../support/site.ts';

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

test('the session is kept: token apart, profile and permissions for the next start', {
  tag: ['@each-change', '@smoke', '@SES-05', '@SES-06', '@SES-10', '@SES-11', '@SHELL-01', '@SHELL-15'],
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
  tag: ['@each-change', '@SHELL-02', '@SES-14', '@SHELL-04'],
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
  tag: ['@each-change', '@smoke', '@SES-09', '@SHELL-32', '@SHELL-14'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  const token = await storedToken(page);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${site.url}/profile`);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  // The next person begins at the home, and not in what this person left open.
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  await page.reload();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const response = await fetch(`${site.url}/api/administrator/read_delegate`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(((await response.json()) as { code: number }).code).toBe(401);
});

test('a start in two trips: a page that paints by itself, then all that the sign-in needs', {
  tag: ['@SHELL-17'],
}, async ({ browser }) => {
  const html = await (await fetch(`${site.url}/login`)).text();
  // One first flight of a connection holds the page (performance.md 6.2).
  expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14_600);
  expect(sum([...(firstLoad() as Map<string, number>).values()])).toBeLessThanOrEqual(110_000);
  // What a tablet stores of the app for work without a connection.
  expect(installedBytes()).toBeLessThanOrEqual(900_000);
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
  const paths = new Set<string>();
  page.on('request', (request) => paths.add(new URL(request.url()).pathname));
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
    await expect.poll(() => soon.filter((file) => !paths.has(file))).toEqual([]);
    await expect.poll(() => drawnFirst).toBe(true);
    expect([...paths].filter((path) => path.endsWith('/login_delegate'))).toEqual([]);
    await page.getByLabel('Email').fill('admin@example.test');
    await page.getByLabel('Password').fill('admin-Passw0rd');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await welcomed(page);
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
  tag: ['@each-change', '@SHELL-03', '@SHELL-06'],
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

test('one sentence for each cause: the server failed, the server does not answer, this device has no network', {
  tag: ['@SHELL-06', '@K26'],
}, async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  const offline = page.getByText("You're offline", { exact: true });
  const banner = page.getByRole('status', { name: 'Connection' });
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }));
  await goSettled(page, '/managers');
  await expect(page.getByText('The server could not answer. Try again.')).toBeVisible();
  await expect(offline).toHaveCount(0);
  // Who is signed in and the menu come from the stored session, and the head does not say that all is sent.
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('The server fails');
  await expect(page.getByText('All changes sent')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await lineIdle(page);
  await expect(banner).toBeHidden();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText('All changes sent');
  const away = page.locator('#screen').getByText('The server does not answer.');
  site.cutApi(true);
  try {
    await goSettled(page, '/cohorts');
    await expect(away).toBeVisible();
    await expect(banner).toBeVisible();
    await expect(offline).toHaveCount(0);
    await expect(page.getByText('internet connection')).toHaveCount(0);
    // Without a network the documents' sentence stands alone.
    await page.context().setOffline(true);
    await goSettled(page, '/store-types');
    await expect(offline).toBeVisible();
    await expect(away).toHaveCount(0);
  } finally {
    site.cutApi(false);
  }
  await page.context().close();
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
    const notices = await page.getByText(/^Stored copy from /).allTextContents();
    expect(notices.length).toBeGreaterThan(0);
    // Two reads may lie on both sides of a minute: then both times are said.
    expect(new Set(notices).size).toBe(notices.length);
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
  tag: ['@each-change', '@B14.8'],
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

test('what is typed after the first Ctrl + K is in the command bar, however late its file comes', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, site, 'admin');
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
  let send: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/CommandBar-/, async (route) => {
    await held;
    await route.continue();
  });
  // A list has keys of its own (j, k, /), which must not act meanwhile.
  await page.goto(`${site.url}/managers`);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('/prodjk');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ucts');
  await expect(page).toHaveURL(/\/managers$/);
  await expect(page.getByLabel('Search managers')).toHaveValue('');
  send();
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(box).toHaveValue('/products');
  await page.keyboard.type(' x');
  await expect(box).toHaveValue('/products x');
  await page.keyboard.press('Escape');
  // Once it was there, letters go where the focus is, and a second bar begins empty.
  await page.getByLabel('Search managers').fill('a');
  await page.getByLabel('Search managers').press('b');
  await expect(page.getByLabel('Search managers')).toHaveValue('ab');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stock');
  await expect(box).toHaveValue('stock');
  await page.context().close();
});

test('Ctrl + K opens nothing behind a dialog; after Escape it opens the bar', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/products`);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const panels = page.locator('[data-panel]');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
  await expect(panels).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('knorr fish');
  await expect(page.getByRole('combobox', { name: 'Search everywhere' })).toHaveValue('knorr fish');
  await expect(panels).toHaveCount(1);
});

test('"No results" waits for the server to answer the words that stand there', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/managers`);
  let answer = () => {};
  await page.route('**/search/everywhere', async (route) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  for (const [typed, found] of [
    ['zzqq nothing', page.getByText('No match for “zzqq nothing”.')],
    ['recieve from adeola', page.getByRole('option', { name: /^Receive from Ad/ })],
  ] as const) {
    const sent = page.waitForRequest('**/search/everywhere');
    await box.fill(typed);
    await expect(page.getByText('Searching…')).toBeVisible();
    await sent;
    await expect(page.getByText('Searching…')).toBeVisible();
    await expect(page.getByText(/^No results for/)).toHaveCount(0);
    // The words after a verb are a second question.
    const ticking = setInterval(() => answer(), 100);
    await expect(found).toBeVisible();
    clearInterval(ticking);
  }
});

test('search everywhere: screens and records by name, ref and phone; without a network over what this device holds', async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await openScreen(page, 'Managers');
  await expect(page.getByRole('heading', { name: /^Managers/ })).toBeVisible();
  // The bar's file is there before it is asked for, so no letter is lost that follows at once.
  const [file] = await Promise.all([page.waitForResponse(/\/assets\/CommandBar-/), page.goto(`${site.url}/managers`)]);
  // It has come; on a slow machine it runs a moment later.
  await page.evaluate(`import(${JSON.stringify(file.url())}).then(() => undefined)`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('managers');
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(box).toHaveValue('managers');
  await box.fill('zzzz nothing');
  await expect(page.getByText('No match for “zzzz nothing”.')).toBeVisible();
  // A text that may be a name can become a product, and Enter alone does not create it.
  const nearest = page.getByRole('group', { name: 'You can' }).getByRole('option');
  await expect(nearest).toHaveText(/^Create product “zzzz nothing”/);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('zzzz nothing');
  await page.keyboard.press('ArrowDown');
  await expect(nearest.first()).toHaveAttribute('aria-selected', 'true');
  // What is done in place: signing out asks, the theme is there at once.
  await box.fill('sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.keyboard.press('Control+k');
  await box.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Choose the row, where rows can be chosen')).toHaveCSS('word-break', 'normal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
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
  await expect(page.getByText('Offline: only what this device has stored is searched.')).toBeVisible();
  await box.fill('oluwaseun');
  await page.getByRole('option', { name: /^Olúwaṣeun Adéyẹmí Manager/ }).click();
  await expect(page).toHaveURL(/\/managers\/.+\/update$/);
  await site.startServer();
});
