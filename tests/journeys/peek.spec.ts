/** A record beside its list, on a desk. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1440, height: 900 } });
const site = siteOfFile();

test('the space bar shows a record beside its list, arrows lead on, Esc closes it and Enter opens the page', {
  tag: ['@each-change', '@UI-44'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/purchase-orders`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows.first()).toBeVisible();
  const refs = await rows
    .getByRole('link')
    .filter({ hasText: /^PO-|^[A-Z0-9]{6,}/ })
    .allTextContents();
  const panel = page.getByRole('complementary', { name: /beside the list$/ });
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press(' ');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(refs[0] ?? '');
  await expect(panel.getByRole('heading', { name: /^\d+ products?$/ })).toBeVisible();
  // The list is still there, and the focus with it.
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(refs[1] ?? '');
  expect(await violations(page)).toEqual([]);
  // A click shows the row that it is on, and opens nothing.
  await rows.nth(3).getByRole('cell').filter({ hasText: '₦' }).click();
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(refs[3] ?? '');
  await expect(page).toHaveURL(/purchase-orders$/);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // Without the panel a row opens its page.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: refs[3] ?? '' })).toBeVisible();
});

test('no amount of the list is behind the panel, at 1440 and at 1280', { tag: ['@UI-44', '@UI-42'] }, async ({
  page,
}) => {
  await openAs(page, site, 'staff', `${site.url}/purchase-orders`);
  for (const path of ['purchase-orders', 'order-groups?from=2020-01-01'])
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${site.url}/${path}`);
      await page.locator('#screen tbody tr').nth(5).focus();
      await page.keyboard.press(' ');
      const panel = page.getByRole('complementary', { name: /beside the list$/ });
      await expect(panel.getByRole('heading', { name: /^\d+ products?$/ })).toBeVisible();
      const left = (await panel.boundingBox())?.x ?? 0;
      const rights = await page.locator('#screen tbody').evaluate((body) => {
        const amounts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
        const found: number[] = [];
        for (let node = amounts.nextNode(); node; node = amounts.nextNode()) {
          if (!/^₦[\d,.]+$/.test((node.textContent ?? '').trim())) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          found.push(range.getBoundingClientRect().right);
        }
        return found;
      });
      expect(rights.length, path).toBeGreaterThan(10);
      expect(Math.max(...rights), `${path} at ${width}`).toBeLessThanOrEqual(left);
      // Nor is the menu of a row.
      const menu = await page
        .locator('#screen tbody')
        .getByRole('button', { name: /^Actions/ })
        .first()
        .boundingBox();
      expect((menu?.x ?? left) + (menu?.width ?? 1), `menu of ${path} at ${width}`).toBeLessThanOrEqual(left + 1);
    }
});

test('an order has its retailer and goods beside the list, from the menu of its row; a narrow window has no such thing', {
  tag: ['@UI-44'],
}, async ({ page }) => {
  await openAs(page, site, 'staff', `${site.url}/order-groups?from=2020-01-01`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first();
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: /^Show beside the list/ }).click();
  const panel = page.getByRole('complementary', { name: /beside the list$/ });
  await expect(panel.getByText('Retailer')).toBeVisible();
  await expect(panel.getByRole('heading', { name: /^\d+ products?$/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Row below' }).click();
  await expect(panel.getByRole('heading', { level: 2 })).not.toHaveText(
    (await row.getByRole('link').first().textContent()) ?? '',
  );
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(panel).toHaveCount(0);
  await row.getByRole('button', { name: /^Actions/ }).click();
  await expect(page.getByRole('button', { name: 'Edit Payment', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show beside the list/ })).toHaveCount(0);
});
