/** Three jobs of the desk from the home on, with a limit of clicks. How many cartons a hub holds, and why: `product.spec.ts`; a receipt by hand: `hand.spec.ts`. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.use(noWorker);

/** Counts what is pressed with the mouse. */
function clicker() {
  let clicks = 0;
  return {
    press: async (what: Locator) => {
      await what.click();
      clicks += 1;
    },
    count: () => clicks,
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const box = (page: Page) => page.getByRole('combobox', { name: 'Search everywhere' });
/** The start of today in Lagos, an hour before that in London; epoch seconds. */
const today = () => Math.floor((Date.now() / 1_000 + 3_600) / 86_400) * 86_400 - 3_600;

/** The orders of today that are not paid, as the API tells them. */
async function unpaidToday(): Promise<number> {
  const answer = (await site.api('admin', 'GET', 'order_group/read_all', {
    payment: 'unpaid',
    timestamp_min: String(today()),
    timestamp_max: String(today() + 86_400),
    page: '1',
    per_page: '1',
  })) as { total: number };
  return answer.total;
}

test('the unpaid orders of today: one click from the home, by the bar and by the figure', {
  tag: ['@B14.10'],
}, async ({ page, browser }) => {
  await signIn(page, site, 'admin');
  const { press, count } = clicker();
  await press(button(page, /^Search everywhere/));
  await box(page).fill('unpaid today');
  await expect(page.getByRole('option', { name: /^Unpaid orders today/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order-groups\?/);
  const many = await unpaidToday();
  await expect(page.getByRole('heading', { level: 1, name: `Order Groups (${many})` })).toBeVisible();
  expect(count()).toBe(1);

  const care = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(care, site, 'care');
  const other = clicker();
  await other.press(care.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Unpaid of today/ }));
  await expect(care.getByRole('heading', { level: 1, name: `Order Groups (${await unpaidToday()})` })).toBeVisible();
  expect(other.count()).toBe(1);
  await care.context().close();
});

test('a price in one hub: two clicks from the home', { tag: ['@B8.16'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  const { press, count } = clicker();
  await page.keyboard.press('Control+k');
  await box(page).fill('milo 400g');
  const found = page.getByRole('option', { name: /^Milo 400G/ });
  await expect(found).toBeVisible();
  while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const price = page.getByRole('textbox', { name: 'Price at Mushin Hub' });
  await press(price);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('71300');
  await press(button(page, 'Save 1 price'));
  await expect(page.getByText('1 price saved.')).toBeVisible();
  await expect(price).toHaveValue('71,300');
  expect(count()).toBe(2);
});

test('the password of an officer: three clicks, and nobody closes it uncopied without a question', {
  tag: ['@B10.6'],
}, async ({ page, context }) => {
  await signIn(page, site, 'admin');
  const { press, count } = clicker();
  await press(button(page, /^Search everywhere/));
  await box(page).fill('reset password of oluwaseun');
  await press(page.getByRole('option', { name: /^Reset password of Olúwaṣeun Adéyẹmí/ }));
  const dialog = page.getByRole('dialog', { name: 'Starter password' });
  await dialog.getByLabel('Your password').fill('admin-Passw0rd');
  await press(dialog.getByRole('button', { name: 'Create password' }));
  const made = dialog.locator('output');
  await expect(made).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{2}$/);
  expect(count()).toBe(3);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Does Olúwaṣeun Adéyẹmí have it? The password is not shown again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(made).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await made.textContent());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});
