/** The chips of a list's filters: several values, a search in long lists, keys, the address, saved filters, the export, a phone. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { setFilter } from '../support/filterChip.ts';
import { cutWithoutMark, sideways } from '../support/layout.ts';
import { noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
const chipOf = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const tagsOf = async (tag: string) => {
  const answer = await site.api('admin', 'GET', 'order_group/read_all', { page: '1', per_page: '1', tag });
  return (answer as { total: number }).total;
};

test('orders of two tags: both are ticked, counted, named on the chip, in the address and in a saved filter', {
  tag: ['@UI-43', '@ORD-11', '@API-1.5'],
}, async ({ page }) => {
  const total = await tagsOf('pending,delivered');
  expect(total).toBe((await tagsOf('pending')) + (await tagsOf('delivered')));
  await openAs(page, site, 'admin', `${site.url}/order-groups?from=open&to=open`);
  const chip = chipOf(page, 'Tag');
  await chip.click();
  const list = page.getByRole('listbox', { name: 'Tag' });
  await expect(page.getByLabel('Search tag')).toBeFocused();
  await list.getByRole('option', { name: 'Delivered', exact: true }).click();
  await expect(page).toHaveURL(/tag=delivered(&|$)/);
  await list.getByRole('option', { name: 'Pending', exact: true }).click();
  await expect(list.getByRole('option', { selected: true })).toHaveText(['Pending', 'Delivered']);
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await expect(page).toHaveURL(/tag=pending(%2C|,)delivered/);
  await expect(chip).toHaveText('Pending, Delivered');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order Groups (${total})`);
  // The tab of the saved filter counts the same rows, and finds its filter again whatever the order of the ticks.
  const tabs = page.getByRole('navigation', { name: 'Saved filters' });
  await tabs.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Name of the current filter').fill('To bring');
  await page.getByRole('button', { name: 'Save filter' }).click();
  const own = tabs.getByRole('button', { name: /^To bring/ });
  await expect(own).toHaveText(`To bring${total}`);
  await setFilter(chip, 'pending');
  await expect(own).not.toHaveAttribute('aria-current', 'true');
  await setFilter(chip, 'delivered', 'pending');
  await expect(own).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(chip).toHaveText('Pending, Delivered');
  // A word for several tags stands alone; three tags are a figure, with their names at hand.
  await setFilter(chip, 'pencom');
  await expect(chip).toHaveText('Pending and Completed');
  await setFilter(chip, 'pending', 'delivered', 'cancelled');
  await expect(page.locator('.chip', { has: chip }).locator('.chip-value')).toHaveText('3');
  await expect(chip).toHaveAttribute('title', 'Pending, Delivered, Cancelled');
  await chip.click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).not.toHaveURL(/tag=/);
  await expect(chip).toBeFocused();
});

test('a long list is searched without accents; what is chosen comes first; Tab and a press elsewhere close it', {
  tag: ['@UI-43', '@WCAG-2.1.1'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/brands`);
  const chip = chipOf(page, 'Manufacturer');
  const list = page.getByRole('listbox', { name: 'Manufacturer' });
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  // Letters open the list with a search for them.
  await chip.focus();
  await page.keyboard.type('nestle');
  await expect(page.getByLabel('Search manufacturer')).toHaveValue('nestle');
  await expect(list.getByRole('option')).toHaveText(['Nestlé']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/manufacturers=/);
  // The next name takes the place of the one before.
  await page.keyboard.type('unilever');
  await expect(list.getByRole('option')).toHaveText(['Unilever']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip).toHaveText('Nestlé, Unilever');
  await expect(rows.filter({ hasNotText: /Nestlé|Unilever/ })).toHaveCount(0);
  await chip.click();
  await expect(list.getByRole('option').nth(1)).toHaveText('Nestlé');
  await expect(list.getByRole('option').nth(2)).toHaveText('Unilever');
  // From the search over the list and "Clear" out of it.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect(list).toBeHidden();
  // A second press on the chip closes its list, and a press elsewhere.
  await chip.click();
  await expect(list).toBeVisible();
  await chip.click();
  await expect(list).toBeHidden();
  await chip.click();
  await expect(list).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(list).toBeHidden();
  await chip.focus();
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(/manufacturers=/);
});

test('arrows, Space and letters in a short list; one value closes it', { tag: ['@UI-43', '@WCAG-2.1.1'] }, async ({
  page,
}) => {
  await openAs(page, site, 'admin', `${site.url}/purchase-orders`);
  const tag = chipOf(page, 'Tag');
  await tag.focus();
  await page.keyboard.press('r');
  const list = page.getByRole('listbox', { name: 'Tag' });
  await expect(list).toBeFocused();
  await expect(list.getByRole('option', { name: 'Receipt' })).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('option', { name: 'Purchase order' })).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/tag=receipt/);
  await expect(tag).toBeFocused();
});

test('the list of a chip on a phone and low on a page lies within the window', {
  tag: ['@UI-43', '@WCAG-1.4.10'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/buyers`);
  await page.getByRole('button', { name: /^Filters/ }).click();
  for (const name of ['Status', 'Location', 'Store type', 'Category']) {
    await chipOf(page, name).click();
    const box = await page.locator('.filter-list').boundingBox();
    expect(box?.x ?? -1, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(390);
    expect(box?.y ?? -1, name).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 999), name).toBeLessThanOrEqual(844);
    expect(await sideways(page)).toEqual([]);
    expect(await cutWithoutMark(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('options that come after the list was opened give the keys to its search, with the letters that were typed', {
  tag: ['@UI-43', '@WCAG-2.1.1'],
}, async ({ page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/manufacturer/read_all*', async (route) => {
    await released;
    await route.continue();
  });
  await openAs(page, site, 'admin', `${site.url}/brands`);
  const chip = chipOf(page, 'Manufacturer');
  await chip.click();
  const list = page.getByRole('listbox', { name: 'Manufacturer' });
  await expect(list).toBeFocused();
  await expect(page.getByLabel('Search manufacturer')).toHaveCount(0);
  await page.keyboard.type('nestle');
  release();
  await expect(page.getByLabel('Search manufacturer')).toBeFocused();
  await expect(page.getByLabel('Search manufacturer')).toHaveValue('nestle');
  await expect(list.getByRole('option')).toHaveText(['Nestlé']);
});

test('a list whose file comes late keeps its letters, obeys Escape and a second press, and takes no focus from elsewhere', {
  tag: ['@UI-43', '@WCAG-2.1.1'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/brands`);
  let release: () => void = () => undefined;
  const hold = () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    return page.route(/\/assets\/FilterList-/, async (route) => {
      await released;
      await route.continue();
    });
  };
  const chip = chipOf(page, 'Manufacturer');
  const list = page.getByRole('listbox', { name: 'Manufacturer' });
  const again = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await hold();
    await page.goto(`${site.url}/brands`);
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  };
  const comes = async () => {
    const file = page.waitForResponse(/\/assets\/FilterList-/);
    release();
    await file;
    // Two drawings later a list would be open.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  // Escape: the list does not open when its file is there.
  await again();
  await chip.click();
  await expect(chip).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(chip).toHaveAttribute('aria-expanded', 'false');
  await comes();
  await expect(list).toHaveCount(0);
  await expect(chip).toBeFocused();
  // A second press.
  await again();
  await chip.click();
  await chip.click();
  await comes();
  await expect(list).toHaveCount(0);
  // The person has gone on.
  await again();
  await chip.click();
  const search = page.getByLabel('Search brands');
  await search.focus();
  await comes();
  await expect(search).toBeFocused();
  await expect(list).toHaveCount(0);
  // Letters and Enter before the file: the list opens with the letters in its search, which has the focus.
  await again();
  await chip.focus();
  await page.keyboard.type('nestle');
  await page.keyboard.press('Enter');
  await comes();
  await expect(page.getByLabel('Search manufacturer')).toBeFocused();
  await expect(page.getByLabel('Search manufacturer')).toHaveValue('nestle');
  await expect(list.getByRole('option')).toHaveText(['Nestlé']);
  // After Escape the next key finds a chip without an open list.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/manufacturers=/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await expect(page).not.toHaveURL(/manufacturers=/);
});

test('a mouse and keys lead to the search of a long list, whatever the first pointer of the device is; a finger does not', {
  tag: ['@UI-43', '@WCAG-2.1.1'],
}, async ({ browser }) => {
  const context = await browser.newContext({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openAs(page, site, 'admin', `${site.url}/brands`);
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  expect(await page.evaluate(() => matchMedia('(pointer: fine)').matches)).toBe(false);
  const chip = chipOf(page, 'Manufacturer');
  const search = page.getByLabel('Search manufacturer');
  await chip.click();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await page.keyboard.type('nes');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('nes');
  await page.keyboard.press('Escape');
  await chip.tap();
  await expect(search).toBeVisible();
  await expect(search).not.toBeFocused();
  await context.close();
});
