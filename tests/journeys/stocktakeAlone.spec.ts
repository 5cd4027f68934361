/** A stocktake on one tablet whose server goes: what was never opened is here, what was begun is found again, and a finished part has an end. */
import { expect, type Page, test } from '@playwright/test';
import { accessible } from '../support/axe.ts';
import { sideways } from '../support/layout.ts';
import { button, expectText } from '../support/onPage.ts';
import { digits, quantityField } from '../support/receiving.ts';
import { lineIdle } from '../support/settled.ts';
import { choose, noWorker, openAs, signIn, siteOfFile } from '../support/site.ts';
import { plugIn } from '../support/wedge.ts';

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
  await button(page, 'Start stocktake').click();
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
  await button(page, 'Start stocktake').click();
  await expect(page).toHaveURL(/count\/(?!local)/);
  const goOn = async () => {
    await rail(page, 'Count').click();
    await expect(open(page).first()).toContainText('20 that moved most');
    await expect(page.getByText('No stocktake is open in')).toHaveCount(0);
    await accessible(page);
    expect(await sideways(page)).toEqual([]);
    await open(page)
      .first()
      .getByRole('link', { name: /Continue counting$/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Stocktake of Mushin Hub' })).toBeVisible();
    await rail(page, 'Dashboard: Home').click();
    await page.getByRole('link', { name: /Stocktake of Mushin Hub.*Continue counting$/ }).click();
    await expect(page.getByRole('heading', { name: 'Stocktake of Mushin Hub' })).toBeVisible();
  };
  await goOn();
  await count(page, 3);
  await expect(lines(page).filter({ hasText: 'Sent' })).toContainText('3 cases');
  // What moved most may be tracked by lot, which is another journey.
  const { lines: all } = (await site.api('officer1', 'GET', 'stocktake/read', {
    _id: page.url().split('/').at(-1) ?? '',
  })) as { lines: { product: { name: string; tracks_lots?: boolean } }[] };
  const plain = all.map(({ product }) => product).filter((one) => !one.tracks_lots);
  await row(page, plain.at(-1)?.name ?? '')
    .getByRole('button')
    .click();
  site.cutApi(true);
  await count(page, 4);
  await expect(lines(page).filter({ hasText: 'Saved on this tablet' })).toContainText('4 cases');
  await goOn();
  await rail(page, 'Count').click();
  await expect(open(page).first()).toContainText('1 counted here, not sent');
  // One act of a screen is filled: to go on with the open one.
  await expect(button(page, 'Start stocktake')).not.toHaveClass(/bg-accent /);
  // Another hub is chosen: it comes first, and the own stocktake of the first hub has its own heading below, outlined.
  await choose(page, 'Hub', 'Bódìjà Hub');
  await expectText(page, 'No stocktake is open in Bódìjà Hub.');
  await expect(open(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your counts in other hubs' })).toBeVisible();
  const elsewhere = page.getByRole('list', { name: 'Your counts in other hubs' }).getByRole('link');
  await expect(elsewhere.first()).toContainText('Mushin Hub');
  await expect(elsewhere.locator('.bg-accent')).toHaveCount(0);
  await expect(button(page, 'Start stocktake')).toHaveClass(/bg-accent /);
  await accessible(page);
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
    await expect(button(page, 'Continue counting')).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Continue counting').click();
  // What was counted stays counted.
  await expectText(page, '3 of 4 products counted');
  await expectText(page, '3 again by somebody else');
  await expect(page.getByRole('status', { name: 'My part' })).toContainText('Your part is finished.');
});

test('a figure that is probably a slip keeps its doubt in the row, in the bar and at the end of the part', {
  tag: ['@STK-34', '@STK-35'],
}, async ({ page }) => {
  const { id, names } = await openedIn('hub_portharcourt', 2);
  const [first = '', second = ''] = names;
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  await expect(card(page, first)).toBeVisible();
  await count(page, 9_999);
  await expect(card(page, second)).toBeVisible();
  await count(page, 4);
  await page.getByRole('tab', { name: /^Counted/ }).click();
  await expect(row(page, first)).toContainText('9,999 cases: is that right?');
  await expect(row(page, second)).not.toContainText('is that right?');
  await page.keyboard.press('Escape');
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: /^1 line to check/ })).toBeInViewport({ ratio: 1 });
    expect(await sideways(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // Everything is counted, and the end of the part still asks.
  const finish = button(page, 'Finish my part');
  await expect(finish).not.toHaveClass(/bg-accent /);
  await finish.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(first);
  await expect(question).toContainText('9,999 cases: is that right?');
  await accessible(page);
  await question.getByRole('button', { name: `Change ${first}` }).click();
  await expect(card(page, first)).toBeVisible();
  await count(page, 9);
  await expect(row(page, first)).toContainText('9 cases');
  await expect(page.getByText('line to check')).toHaveCount(0);
  await finish.click();
  await expect(page.getByRole('heading', { name: 'Your part is finished.' })).toBeVisible();
});

/** Opens a stocktake of some goods of a hub without the screen. */
async function openedIn(hub: string, n: number): Promise<{ id: string; names: string[] }> {
  const held = (await site.api('officer1', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: hub },
  })) as { products: { product: { _id: string; name: string; case_count: number; tracks_lots?: boolean } }[] };
  const all = (await site.api('officer1', 'GET', 'stocktake/warehouses')) as {
    _id: string;
    seller_id: string;
    open: { _id: string } | null;
  }[];
  // The demo may have a stocktake there, of which some goods are counted.
  const begun = all.find((one) => one.seller_id === hub)?.open?._id;
  const { lines } = (begun ? await site.api('officer1', 'GET', 'stocktake/read', { _id: begun }) : { lines: [] }) as {
    lines: { product_id: string }[];
  };
  const goods = held.products
    .map(({ product }) => product)
    .filter((one) => !one.tracks_lots && one.case_count > 1 && !lines.some((line) => line.product_id === one._id))
    .slice(0, n);
  const { _id: id } = (await site.api('officer1', 'POST', 'stocktake/open', {
    ...{ warehouse_id: all.find((one) => one.seller_id === hub)?._id ?? '', scope: 'list', blind: 'true' },
    product_ids: goods.map((one) => one._id),
    client_id: crypto.randomUUID(),
  })) as { _id: string };
  return { id, names: goods.map((one) => one.name).sort((a, b) => a.localeCompare(b)) };
}
const row = (page: Page, name: string) => lines(page).filter({ has: page.getByText(name, { exact: true }) });
const card = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

test('a typed figure and the chosen product of a stocktake are there again after a reload and after another screen', {
  tag: ['@STK-30', '@B12.8'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await page.setViewportSize({ width: 800, height: 1280 });
  const { id, names } = await openedIn('hub_abuja_wuse', 5);
  const [, , third, fourth] = names as [string, string, string, string];
  const type = async (figure: string) => {
    await expect(quantityField(page)).toBeFocused();
    await page.keyboard.type(figure, { delay: 70 });
  };
  const isThere = async (name: string, figure: string) => {
    await expect(card(page, name)).toBeVisible();
    await expect(quantityField(page)).toHaveValue(figure);
  };
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  // A product that was only chosen.
  await row(page, third).getByRole('button').click();
  await isThere(third, '');
  await page.reload();
  await isThere(third, '');
  await expect(button(page, 'Save count: Save')).toBeDisabled();

  for (const isCut of [false, true]) {
    site.cutApi(isCut);
    const name = isCut ? fourth : third;
    const figure = isCut ? '26' : '24';
    await row(page, name).getByRole('button').first().click();
    await type(figure);
    await page.reload();
    await isThere(name, figure);
    await page.goto(`${site.url}/`);
    await page.goBack();
    await isThere(name, figure);
    await button(page, 'Save count: Save').tap();
    await expect(row(page, name)).toContainText(`${figure} cases`);
    // What was saved is typed no more.
    await page.reload();
    await expect(quantityField(page)).toHaveValue('');
    await expect(card(page, name)).toHaveCount(0);
  }
  site.cutApi(false);
  await page.getByRole('tab', { name: /^Counted/ }).click();
  await expect(row(page, fourth)).toContainText('Sent', { timeout: 30_000 });
  await page.getByRole('tab', { name: /^To count/ }).click();

  // Units and their product are the same after the reload.
  const [first] = names as [string];
  await row(page, first).getByRole('button').click();
  await button(page, 'Units').tap();
  await type('7');
  await page.reload();
  await isThere(first, '7');
  await expect(button(page, 'Units')).toHaveAttribute('aria-pressed', 'true');
  // The person counts it on another tablet meanwhile: the figure that was typed here is of no use.
  const [one] = (
    (await site.api('officer1', 'GET', 'stocktake/read', { _id: id })) as {
      lines: { product_id: string; product: { name: string } }[];
    }
  ).lines.filter(({ product }) => product.name === first);
  await site.api('officer1', 'POST', 'stocktake/count', {
    stocktake_id: id,
    ...{ product_id: [one?.product_id ?? ''], quantity: ['5'], place: [''], round: ['1'] },
    ...{ counted_at: [String(Math.floor(Date.now() / 1_000))], op_key: [crypto.randomUUID()] },
  });
  await page.reload();
  await expect(row(page, first)).toHaveCount(0);
  await expect(quantityField(page)).toHaveValue('');
  await expect(card(page, first)).toHaveCount(0);
});

test('the undo of the last counted row has one word and one place, sent or not', {
  tag: ['@STK-30'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const { id, names } = await openedIn('hub_onitsha_main', 3);
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  const [first, second] = names as [string, string];
  for (const [name, state] of [
    [first, 'Sent'],
    [second, 'Saved on this tablet'],
  ] as const) {
    site.cutApi(state !== 'Sent');
    await count(page, 5);
    await expect(row(page, name)).toContainText(state);
    await expect(row(page, name)).toContainText('Change');
    await expect(row(page, name)).not.toContainText('Undo');
    // The row is one press, and it opens the figure.
    await expect(row(page, name).getByRole('button')).toHaveCount(1);
    await row(page, name).getByRole('button').click();
    await expect(card(page, name)).toBeVisible();
    await expect(quantityField(page)).toHaveValue('5');
    // A count that waits on this tablet can be none again.
    await expect(button(page, 'Undo')).toHaveCount(state === 'Sent' ? 0 : 1);
    if (state === 'Sent') await row(page, second).getByRole('button').click();
  }
  await button(page, 'Undo').tap();
  await expectText(page, '1 of 3 products counted');
  await expect(quantityField(page)).toHaveValue('');
  site.cutApi(false);
});

test('codes that no product has stay with their figures through other scans and a reload, without a server too, and the end names them', {
  tag: ['@STK-30', '@STK-33', '@B12.8'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const { id } = await openedIn('hub_onitsha_main', 3);
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  await expect(quantityField(page)).toBeFocused();
  await count(page, 2);
  site.cutApi(true);
  const wedge = await plugIn(page);
  const codes = page.getByRole('region', { name: 'Unknown codes' });
  await wedge.scan('9780000000019');
  await expect(codes).toContainText('9780000000019');
  await digits(page, '4');
  await expect(codes).toContainText('not counted: 4 cases');
  // Another scan of it opens its figure again and adds nothing.
  await wedge.scan('9780000000019');
  await expect(page.getByRole('status', { name: 'Scans' })).toContainText('9780000000019 is unknown');
  await digits(page, '6');
  await expect(codes).toContainText('not counted: 6 cases');
  await wedge.scan('9780000000026');
  await expect(codes.getByRole('button', { name: '2 codes are unknown, not counted' })).toBeVisible();
  await lines(page).last().getByRole('button').click();
  await count(page, 1);
  await page.reload();
  await codes.getByRole('button', { name: '2 codes are unknown, not counted' }).tap();
  await expect(codes.getByRole('listitem')).toHaveText([/9780000000019.*6 cases/, /9780000000026.*not counted/]);
  await accessible(page);
  await button(page, 'Remove 9780000000026').tap();
  await expect(codes.getByRole('listitem')).toHaveCount(1);
  await button(page, 'Finish my part').click();
  const question = page.getByRole('dialog', { name: 'Finish my part' });
  await expect(question).toContainText('1 scanned code is unknown: its goods are not counted.');
  await question.getByRole('button', { name: 'Finish my part' }).click();
  await expectText(page, '1 scanned code is unknown: its goods are not counted.');
  site.cutApi(false);
});

test('everything is counted: the card says what is next, and stray digits behind an unknown code stay with it', {
  tag: ['@STK-30', '@STK-33', '@STK-35'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await page.setViewportSize({ width: 800, height: 1280 });
  // The list of the test before, if that ran.
  const { id } = await openedIn('hub_onitsha_main', 3);
  await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
  await expect(quantityField(page)).toBeFocused();
  const wedge = await plugIn(page);
  await wedge.scan('9780000000019');
  await expect(page.getByRole('alert')).toContainText('Unknown code 9780000000019, not counted.');
  await digits(page, '4');
  await expect(card(page, '9780000000019')).toBeVisible();
  await expectText(page, '4 cases are kept with the code.');
  // By the keys of a keyboard too.
  await page.keyboard.type('2', { delay: 70 });
  await expectText(page, '42 cases are kept with the code.');
  await expect(page.getByRole('region', { name: 'Unknown codes' })).toContainText('42 cases');
  // No product gets that figure.
  await lines(page).last().getByRole('button').click();
  await expect(quantityField(page)).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Unknown codes' })).toContainText('42 cases');
  await button(page, 'Remove 9780000000019').tap();
  await lines(page).last().getByRole('button').click();
  const left = page.getByRole('tab', { name: /^To count/ });
  for (let n = Number((await left.textContent())?.match(/\d+/)?.[0]); n > 0; n -= 1) {
    await count(page, 1);
    await expect(left).toHaveText(`To count ${n - 1}`);
  }
  await expect(card(page, 'Everything is counted.')).toBeVisible();
  await expectText(page, /Press Finish my part/);
  await accessible(page);
  // A counted line that is only looked at leaves the next step filled; a digit is a step of its own.
  const isFilled = (name: string) => button(page, name).evaluate((one) => one.classList.contains('bg-accent'));
  expect(await isFilled('Finish my part')).toBe(true);
  await page.getByRole('tab', { name: /^Counted/ }).click();
  await lines(page).first().getByRole('button').first().click();
  await expect(quantityField(page)).toHaveValue('1');
  expect([await isFilled('Save count: Save'), await isFilled('Finish my part')]).toEqual([false, true]);
  await page.keyboard.type('2', { delay: 70 });
  await expect(quantityField(page)).toHaveValue('2');
  expect([await isFilled('Save count: Save'), await isFilled('Finish my part')]).toEqual([true, false]);
});

test('the typed figure stays large while cases are kept, and a phone shows its kind of work whole', {
  tag: ['@STK-30', '@UI-28'],
}, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  const { id } = await openedIn('hub_abuja_wuse', 5);
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAs(page, site, 'officer1', `${site.url}/inventory/count/${id}`);
    await lines(page).last().getByRole('button').first().click();
    await digits(page, '31');
    await button(page, 'Units').tap();
    await digits(page, '7');
    await expect(quantityField(page)).toHaveValue('7');
    const size = await quantityField(page).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
    expect(size).toBeGreaterThanOrEqual(28);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/`);
  const kinds = page.getByRole('group', { name: 'Kinds of work' });
  const chip = kinds.getByRole('button', { name: /stocktakes/i });
  await chip.tap();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  // The fading edge of the row is 24 px wide.
  const rightOf = async () =>
    (await chip.evaluate((one) => one.getBoundingClientRect().right)) -
    (await kinds.evaluate((all) => all.getBoundingClientRect().right - 24));
  await expect.poll(rightOf).toBeLessThanOrEqual(1);
});
