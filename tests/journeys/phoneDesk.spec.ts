/** The desk on a phone: beside the keys the search, the chosen product and at least three lines are seen. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { announced, beginAs, digits, linesOf, type Party, pad, productsOf, search } from '../support/receiving.ts';
import { choose, noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 120_000 });
test.use({ ...noWorker, hasTouch: true, viewport: { width: 390, height: 844 } });

const LOTS = 'Cadbury Dairy Milk Rum&Raisin';
const GOODS = ['Bakers Tennis Biscuits', 'Ceres Apple', 'Bakers Lemon Cream Biscuits 200G', LOTS];
const SOURCE: Party = ['From Distributor', 'Golden Gate Foods'];

/** The lines that are seen completely above the keys. */
const wholeLines = (page: Page) =>
  linesOf(page).evaluateAll((rows) => {
    const keys = document.querySelector('[data-keys]')?.getBoundingClientRect().top ?? 0;
    const list = document.querySelector('[data-lines]')?.getBoundingClientRect().top ?? 0;
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= list - 1 && bottom <= keys + 1;
    }).length;
  });

/** Keys of the pad that are smaller than a finger, and neighbours that are closer than 8 px. */
const tight = (page: Page) =>
  pad(page)
    .getByRole('button')
    .evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
      const small = boxes.filter(({ width, height }) => width < 48 || height < 48).length;
      const near = boxes.flatMap((a, at) =>
        boxes.slice(at + 1).filter((b) => {
          const x = Math.max(a.left, b.left) - Math.min(a.right, b.right);
          const y = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
          return Math.max(x, y) < 7.9;
        }),
      ).length;
      return { keys: boxes.length, small, near };
    });

test('beside the keys of a phone the search, the product and three lines are seen, also with a lot', {
  tag: ['@UI-28', '@LOT-13'],
}, async ({ page }) => {
  await beginAs(page, site, 'officer1', 'shipment/in', SOURCE);
  for (const [at, name] of GOODS.entries()) {
    await choose(page, 'Product', name);
    await digits(page, String(at + 2));
    await pad(page)
      .getByRole('button', { name: /^Add Product/ })
      .tap();
    if (name === LOTS) await page.getByRole('button', { name: 'No lot', exact: true }).tap();
    await expect(linesOf(page)).toHaveCount(at + 1);
  }
  for (const name of ['Ceres Pinapple', LOTS]) {
    await choose(page, 'Product', name);
    await digits(page, '5');
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Quantity', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(search(page)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => wholeLines(page), { message: name }).toBeGreaterThanOrEqual(3);
    expect(await tight(page)).toEqual({ keys: 12, small: 0, near: 0 });
    await accessible(page);
    await page.getByRole('button', { name: 'Choose another product' }).tap();
  }
  const goods = (await productsOf(site, 'distributor', 'barcode_case')).slice(0, 5);
  const id = await announced(site, goods, [7, 5, 4, 3, 2]);
  await openAs(page, site, 'officer1', `${site.url}/inventory/shipment/in?purchase_order_id=${id}`);
  await expect(linesOf(page)).toHaveCount(5);
  await linesOf(page).first().tap();
  await digits(page, '7');
  await expect(search(page)).toBeInViewport({ ratio: 1 });
  // The boxes of a count need the height of a line and more.
  expect(await tight(page)).toEqual({ keys: 12, small: 0, near: 0 });
});
