/** What a colleague does appears by itself, and never under a hand or over what somebody types (docs/decisions/0245). */
import { expect, type Page, test } from '@playwright/test';
import { openRowMenu } from '../support/rowMenu.ts';
import { noWorker, signIn, siteOfFile, withMotion } from '../support/site.ts';

test.use(noWorker);
// A read rests after each refresh, the longer the slower its answers come.
const soon = { timeout: 30_000 };

test.use(withMotion);
const site = siteOfFile();
const ask = (path: string, fields: Record<string, string>) => site.api('admin', 'POST', path, fields);
const category = (name: string) => ask('category/create', { name, status: 'active' });
const table = (page: Page) => page.getByRole('table', { name: 'Categories' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });

/** Names in `blinked` what has blinked on the page. */
async function watchBlinks(page: Page) {
  await page.addInitScript(() => {
    const blinked: string[] = [];
    Object.assign(globalThis, { blinked });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      blinked.push(`${this.tagName} ${this.textContent}`);
      return animate.apply(this, given);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { blinked: string[] }).blinked);
}

test('a list shows what a colleague did, by itself: rows keep their place and focus, an open menu stays, what changed blinks once', {
  tag: ['@each-change', '@B12.5', '@SHELL-14'],
}, async ({ page, context, browser }) => {
  const first = await category('Aerated kiosk');
  const second = await category('Kiosk Ọjà Kékeré');
  const blinks = await watchBlinks(page);
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/categories?search=kiosk`);
  await expect(row(page, 'Aerated kiosk')).toBeVisible();
  await row(page, 'Aerated kiosk').focus();
  await row(page, 'Aerated kiosk').evaluate((own) => own.setAttribute('data-mark', 'kept'));

  // A colleague at a browser of his own.
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, site, 'admin');
  await desk.goto(`${site.url}/categories/${first}/update`);
  await desk.getByLabel('Name', { exact: true }).fill('Aerated kiosk by the road');
  await desk.getByRole('button', { name: 'Update' }).click();
  await expect(row(page, 'Aerated kiosk by the road')).toBeVisible(soon);
  await expect(row(page, 'Aerated kiosk by the road')).toHaveAttribute('data-mark', 'kept');
  await expect(row(page, 'Aerated kiosk by the road')).toBeFocused();
  await expect.poll(blinks).toEqual(['TD Aerated kiosk by the road']);
  await desk.context().close();

  // With a menu open nothing changes; another page of the same browser, which shares the stream, shows the change meanwhile.
  const other = await context.newPage();
  await other.goto(`${site.url}/categories?search=kiosk`);
  await expect(row(other, 'Kiosk Ọjà Kékeré')).toBeVisible();
  await page.bringToFront();
  await openRowMenu(row(page, 'Kiosk Ọjà Kékeré'));
  await other.bringToFront();
  await ask('category/update', { _id: String(second), name: 'Kiosk Ọjà Ńlá' });
  await expect(row(other, 'Kiosk Ọjà Ńlá')).toBeVisible(soon);
  await expect(page.locator(':popover-open')).toBeVisible();
  await expect(row(page, 'Kiosk Ọjà Kékeré')).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Kiosk Ọjà Ńlá')).toBeVisible(soon);
  // One stream serves both pages.
  expect(await page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))).toContain(
    'kasuwa-live',
  );
});

test('a form that is being typed in keeps what was typed and says who changed the record; one that is not takes the new values', {
  tag: ['@each-change', '@B12.5', '@B12.6'],
}, async ({ page }) => {
  const id = String(await category('Corner shop'));
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/categories/${id}/update`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Corner shop');
  await name.focus();
  await ask('category/update', { _id: id, name: 'Corner shop of Ade' });
  await expect(name).toHaveValue('Corner shop of Ade', soon);
  await expect(name).toBeFocused();

  await name.fill('Corner shop, typed');
  const place = await name.boundingBox();
  await ask('category/update', { _id: id, name: 'Corner shop of Bisi' });
  const notice = page.getByText(/^Category was changed by .* at /);
  await expect(notice).toBeVisible(soon);
  await expect(name).toHaveValue('Corner shop, typed');
  await expect(name).toBeFocused();
  expect(await name.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Resolve conflict' }).click();
  await expect(page.getByRole('dialog', { name: 'Resolve conflict' })).toContainText('Corner shop of Bisi');
});
