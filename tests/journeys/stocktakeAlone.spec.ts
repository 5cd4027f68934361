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
  await expectText(page, 'No stocktake is open here.');
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
  await expectText(page, 'No stocktake is open here.');
  await page.getByRole('radio', { name: /20 that moved most/ }).check();
  await button(page, 'Begin a stocktake').click();
  await expect(page).toHaveURL(/count\/(?!local)/);
  const goOn = async () => {
    await rail(page, 'Count').click();
    await expect(open(page).first()).toContainText('20 that moved most');
    await expect(page.getByText('No stocktake is open here.')).toHaveCount(0);
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
  await expectText(page, 'No stocktake is open here.');
  site.cutApi(false);
});
