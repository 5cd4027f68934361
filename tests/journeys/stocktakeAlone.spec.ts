/** A stocktake on one tablet whose server goes: what was never opened is here, what was begun is found again, and a finished part has an end. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { quantityField } from '../support/receiving.ts';
import { lineIdle } from '../support/settled.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.describe.configure({ timeout: 90_000 });
test.use({ ...noWorker, hasTouch: true, viewport: { width: 1280, height: 800 } });

const rail = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
const lines = (page: Page) => page.getByRole('list', { name: 'Products of the stocktake' }).getByRole('listitem');
const open = (page: Page) => page.getByRole('list', { name: 'Open stocktakes' }).getByRole('listitem');
/** Types the figure of the chosen product, as a person does. */
async function count(page: Page, cases: number): Promise<void> {
  await expect(quantityField(page)).toBeFocused();
  await page.keyboard.type(String(cases), { delay: 70 });
  await page.keyboard.press('Enter');
}

test('a tablet on which nobody opened Count begins a stocktake without a server', {
  tag: ['@STK-31', '@B11.1'],
}, async ({ page }) => {
  const places = page.waitForResponse('**/api/stocktake/warehouses');
  await signIn(page, site, 'officer1');
  await places;
  await lineIdle(page);
  site.cutApi(true);
  await rail(page, 'Count').click();
  await page.getByRole('region', { name: 'Hubs' }).getByRole('button', { name: 'Sabon Gari Hub' }).tap();
  await expectText(page, 'No stocktake is open in Sabon Gari Hub.');
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  await button(page, 'Begin a stocktake').click();
  await count(page, 2);
  await expect(lines(page).filter({ hasText: 'Saved on this tablet' })).toContainText('2 cases');
  // It is the first thing on the way back, and nothing denies it.
  await rail(page, 'Dashboard: Home').click();
  await page.getByRole('link', { name: /Stocktake of Sabon Gari Hub/ }).click();
  await expect(page.getByRole('heading', { name: 'Stocktake of Sabon Gari Hub' })).toBeVisible();
  site.cutApi(false);
});

test('a stocktake that this tablet began stands first in Count and on the home, with a server and without', {
  tag: ['@STK-31', '@STK-38'],
}, async ({ page }) => {
  await openAs(page, site, 'officer1', `${site.url}/inventory/count`);
  await choose(page, 'Hub', 'Mushin Hub');
  await expectText(page, 'No stocktake is open in Mushin Hub.');
  await page.getByRole('radio', { name: /20 that moved most/ }).check();
  await button(page, 'Begin a stocktake').click();
  await expect(page).toHaveURL(/count\/(?!local)/);
  const goOn = async () => {
    await rail(page, 'Count').click();
    await expect(open(page).first()).toContainText('20 that moved most');
    await expect(page.getByText('No stocktake is open in')).toHaveCount(0);
    await accessible(page);
    expect(await sideways(page)).toEqual([]);
    await open(page)
      .first()
      .getByRole('link', { name: /Go on counting$/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Stocktake of Mushin Hub' })).toBeVisible();
    await rail(page, 'Dashboard: Home').click();
    await page.getByRole('link', { name: /Stocktake of Mushin Hub.*Go on counting$/ }).click();
    await expect(page.getByRole('heading', { name: 'Stocktake of Mushin Hub' })).toBeVisible();
  };
  await goOn();
  await count(page, 3);
  await expect(lines(page).filter({ hasText: 'Sent' })).toContainText('3 cases');
  site.cutApi(true);
  await count(page, 4);
  await expect(lines(page).filter({ hasText: 'Saved on this tablet' })).toContainText('4 cases');
  await goOn();
  // Another hub is chosen: the own stocktake is still the first.
  await rail(page, 'Count').click();
  await choose(page, 'Hub', 'Bódìjà Hub');
  await expect(open(page).first()).toContainText('Mushin Hub');
  await expectText(page, 'No stocktake is open in Bódìjà Hub.');
  // One act of a screen is filled: to go on with the open one.
  await expect(button(page, 'Begin a stocktake')).not.toHaveClass(/bg-accent /);
  site.cutApi(false);
});

test('a finished part has an end: what this person counted, what others count again, and the next step', {
  tag: ['@STK-35'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const HUB = 'hub_ibadan_bodija';
  const held = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: HUB },
  })) as {
    products: { product: { _id: string; name: string; case_count: number; tracks_lots?: boolean }; quantity: number }[];
  };
  const goods = held.products.filter(
    ({ product, quantity }) => !product.tracks_lots && product.case_count > 1 && quantity > 10 * product.case_count,
  );
  const all = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as { _id: string; seller_id: string }[];
  const { _id: id } = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: all.find((one) => one.seller_id === HUB)?._id ?? '', scope: 'list', blind: 'true' },
    product_ids: goods.slice(0, 4).map(({ product }) => product._id),
    client_id: crypto.randomUUID(),
  })) as { _id: string };
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  // Far from the books: somebody else counts these again.
  for (const cases of [0, 0, 0]) await count(page, cases);
  await expectText(page, '3 of 4 products counted');
  await expect(lines(page).filter({ hasText: 'Saved on this tablet' })).toHaveCount(0);
  await button(page, 'Finish my part').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish my part' }).click();
  await expect(page.getByRole('heading', { name: 'Your part is finished.' })).toBeVisible();
  await expect(
    page.getByText(/You counted 3 products\. 3 of them are to be counted again by somebody else\./),
  ).toBeVisible();
  await expectText(page, '1 product is left to others.');
  await expect(page.getByRole('list', { name: 'Counted by you' }).getByRole('listitem')).toHaveCount(3);
  await accessible(page);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await sideways(page)).toEqual([]);
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Go on counting')).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Go on counting').click();
  // What was counted stays counted.
  await expectText(page, '3 of 4 products counted');
  await expectText(page, '3 again by somebody else');
  await expect(page.getByRole('status', { name: 'My part' })).toContainText('Your part is finished.');
});
