/** What lies on a tablet, byte by byte in the real browser (S8), and what a queue file may say unseen (S11). */
import { expect, type Page, test } from '@playwright/test';
import { installed, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

/** All that IndexedDB `cache` holds, bytes as letters; and its keys, as far as a page can say. */
const cacheOf = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('cache');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = (store: string) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const reading = db.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
    const plain = (_: string, value: unknown) => {
      if (!(value instanceof Uint8Array)) return value;
      return Array.from(value, (byte) => String.fromCharCode(byte)).join('');
    };
    const text = JSON.stringify([await all('reads'), await all('blocks')], plain);
    const keys = (await all('keys')) as unknown as { user_id: string; key: CryptoKey }[];
    const taken = await Promise.all(
      keys.map(({ key }) =>
        crypto.subtle.exportKey('raw', key).then(
          () => 'taken out',
          () => 'stays in',
        ),
      ),
    );
    db.close();
    return { text, keys: keys.map(({ user_id }) => user_id), taken };
  });

test('neither a phone, a price nor a balance of the saved reads can be read in the store; offline they open; after sign-out the key is gone', {
  tag: ['@each-change', '@S8'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const buyers = (await site.api('admin', 'GET', 'buyer/read_all')) as { name: string; phone: string }[];
  const products = (await site.api('admin', 'GET', 'product/read_all')) as { name: string; price: string }[];
  for (const path of ['/buyers', '/products', '/report-buyer-reconciliation']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  }
  await installed(page);
  await page.goto(`${site.url}/buyers`);
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  const kept = await cacheOf(page);
  expect(kept.text).toContain('buyer/read');
  expect(kept.text).toContain('product/read');
  for (const { phone, name } of buyers.slice(0, 50)) {
    expect(kept.text).not.toContain(phone.slice(-10));
    expect(kept.text).not.toContain(name);
  }
  for (const { price, name } of products.slice(0, 50)) {
    if (price.length > 6) expect(kept.text).not.toContain(`"${price}"`);
    expect(kept.text).not.toContain(name);
  }
  for (const word of ['"phone"', '"price"', '"wallet_balance"', '"balance"']) expect(kept.text).not.toContain(word);
  expect(kept.keys).toHaveLength(1);
  expect(kept.taken).toEqual(['stays in']);

  // They open by themselves without a server.
  site.cutApi(true);
  await page.goto(`${site.url}/buyers`);
  await expect(page.getByText(/^Stored copy from /).first()).toBeVisible();
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  site.cutApi(false);

  // A key that was lost is no error: the screen asks the server, or says that nothing is stored.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cache');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction('keys', 'readwrite');
          work.objectStore('keys').clear();
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  site.cutApi(true);
  await page.goto(`${site.url}/buyers`);
  await expect(
    page.getByText('No copy of this screen is stored on this device.', { exact: false }).first(),
  ).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('heading', { name: /went wrong/i })).toHaveCount(0);
  site.cutApi(false);
  await page.goto(`${site.url}/buyers`);
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  expect((await cacheOf(page)).keys).toHaveLength(1);

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect.poll(() => cacheOf(page)).toMatchObject({ keys: [], text: '[[],[]]' });
});

test('a queue file shows what is in it before it is kept, and names that this tablet does not know are asked about once more', {
  tag: ['@each-change', '@S11'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sync`);
  const op = (seq: number, type: string, payload: object) => ({
    ...{
      seq,
      type,
      payload,
      key: `forged-key-${seq}-0001`,
      schema: 1,
      transfer: 'local-forged',
      chain: 'local-forged',
    },
    ...{ user_id: 'user_nobody', user_name: 'Chief Forger', device_id: 'd', item: null, base: null, frozen_base: null },
    ...{ attempts: 0, failures: 0, next_try: 0, state: 'queued', last_error: null, saved_at: 1_795_000_000_000 },
  });
  const file = (ops: unknown[]) => ({
    name: 'unsent.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ exported_at: 1, device_id: 'd', ops, known: [] })),
  });
  const input = page.locator('input[type=file]');
  // What is no queue is refused where it is chosen.
  await input.setInputFiles(file([{ seq: 1 }]));
  await expect(page.getByText(/not an exported queue of Kasuwa/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const header = {
    ...{ timestamp: 1_795_000_000, source_type: 'distributor', source: 'dist_x', source_name: 'Depot Unknown' },
    ...{ destination_type: 'seller', destination: 'hub_x', destination_name: 'Hub Unknown', meta: '{}' },
  };
  const line = {
    ...{ product_id: 'p_x', quantity: 7, quantity_accepted: null, amount: '100.00', reason: null, note: '' },
    about: { name: 'Gold Milo', case_count: 1 },
  };
  await input.setInputFiles(file([op(1, 'create', header), op(2, 'upsert', line)]));
  const dialog = page.getByRole('dialog', { name: 'Import unsent' });
  const changes = dialog.getByRole('list', { name: 'Changes in the file' }).getByRole('listitem');
  await expect(changes).toHaveText([
    /“Depot Unknown” \(says the file\) to “Hub Unknown” \(says the file\).*“Chief Forger” \(not known on this device\)/,
    /“Gold Milo” \(says the file\), 7 cases/,
  ]);
  await dialog.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This device does not know “Chief Forger”, “Depot Unknown”, “Hub Unknown”, “Gold Milo”.',
  );
  await expect(page.getByText(/changes imported/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Nothing was kept; the same file again asks again, and is kept at the second press.
  await input.setInputFiles(file([op(1, 'create', header), op(2, 'upsert', line)]));
  await dialog.getByRole('button', { name: 'Keep on this device' }).click();
  await dialog.getByRole('button', { name: 'Keep anyway' }).click();
  await expect(page.getByText('2 changes imported.')).toBeVisible();
});
