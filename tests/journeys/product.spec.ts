/** One product: its picture from the first moment on, and what its page answers without a search. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { pictureUrl } from '#domain/pictures.ts';
import { jpeg, png } from '../support/images.ts';
import { choose, installed, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Drops files on the picture's place, as a mouse does. */
async function drop(page: Page, files: readonly { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const given = await page.evaluateHandle(
    (all) => {
      const carried = new DataTransfer();
      for (const { name, type, base64 } of all)
        carried.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      return carried;
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  );
  const zone = page.locator('div:has(> div input[type=file]), div:has(> div > div input[type=file])').last();
  await zone.dispatchEvent('dragover', { dataTransfer: given });
  await zone.dispatchEvent('drop', { dataTransfer: given });
}

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);

test('a picture is dropped into a new product; a lost line leaves the product and is tried again; seen once, it is seen without a server', {
  tag: ['@UI-18', '@UI-20', '@ERR-07', '@B9.4'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await installed(page);
  await page.goto(`${site.url}/products/create`);
  const tin = { name: 'tin.png', type: 'image/png', bytes: png({ width: 120, height: 80 }) };
  await drop(page, [{ name: 'list.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }]);
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a valid image file.' })).toBeVisible();
  await drop(page, [tin, { ...tin, name: 'other.png' }]);
  await expect(page.getByText('Choose one picture.')).toBeVisible();
  await drop(page, [tin]);
  await isDrawn(page.locator('img[src^="blob:"]'));

  await choose(page, 'Brand', 'Milo');
  await field(page, 'Name').fill('Milo in a tin 500G');
  await field(page, 'Description').fill('Malted chocolate, in a tin.');
  await field(page, 'SKU').fill('MILO-TIN-500');
  await field(page, 'Price').fill('1200');
  await field(page, 'Case count').fill('12');
  await field(page, 'MPU').fill('1');
  await page.route('**/api/upload/upload', (route) => route.abort());
  await button(page, 'Create').click();
  await expect(page.getByText('Product successfully created')).toBeVisible();
  // The product is there; its picture waits on its page.
  await expect(page.getByText('The product is created. Its picture is not:')).toBeVisible();
  await isDrawn(page.locator('img[src^="blob:"]'));
  await page.unroute('**/api/upload/upload');
  await button(page, 'Try again').click();
  await expect(page.getByText('Image upload successful.')).toBeVisible();
  const [milo] = (await site.api('staff', 'GET', 'product/read_all', { search: 'MILO-TIN-500' })) as {
    upload: { path: string };
  }[];
  const path = milo?.upload.path ?? '';
  expect(path).toMatch(/^[0-9a-f]{32}\.png$/);

  await page.goto(`${site.url}/products?search=MILO-TIN-500`);
  const shown = page.locator(`img[src="${pictureUrl(path, 96)}"]`);
  await isDrawn(shown);
  await expect(shown).toHaveAttribute('loading', 'lazy');
  await expect(shown).toHaveAttribute('decoding', 'async');
  await expect(shown).toHaveJSProperty('currentSrc', `${site.url}${pictureUrl(path, 96)}`);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length))
    .toBeGreaterThan(0);
  await site.stopServer();
  try {
    await page.reload();
    await isDrawn(page.locator(`img[src="${pictureUrl(path, 96)}"]`));
  } finally {
    await site.startServer();
  }
  // Nothing of it stays on the tablet after the sign-out.
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => caches.has('pictures'))).toBe(false);
});

test('a damaged picture is refused at its place, with the reason', { tag: ['@UI-18', '@ERR-07'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  const [milo] = (await site.api('admin', 'GET', 'product/read_all', { search: 'milo 400g' })) as { _id: string }[];
  await page.goto(`${site.url}/products/${milo?._id}/update`);
  await expect(field(page, 'Name')).toHaveValue('Milo 400G');
  await drop(page, [{ name: 'tin.png', type: 'image/png', bytes: png({ noise: true }) }]);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please select a valid image file. This one is damaged.' }),
  ).toBeVisible();
  await expect(button(page, 'Try again')).toHaveCount(0);
  await drop(page, [{ name: 'tin.jpg', type: 'image/jpeg', bytes: jpeg() }]);
  await expect(page.getByText('Image upload successful.')).toBeVisible();
});
