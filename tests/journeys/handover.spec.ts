/** A handover by code between two tablets that have no server: refusals first, then both orders of arrival, a difference, and its end by the office. */
import { expect, type Page, test } from '@playwright/test';
import { certify, type Offer, type SignedText } from '../../src/contract/handover/papers.ts';
import { hashOf, type KeyPair, newPair, publicText, signText } from '../../src/domain/handover/signing.ts';
import { digestText } from '../../src/domain/transfer.ts';
import { violationsInBoth } from '../support/axe.ts';
import { codeOf, holdBefore, showPaper } from '../support/codeCamera.ts';
import { handingTablets, TAKER } from '../support/handingTablets.ts';
import { sideways } from '../support/layout.ts';
import { button } from '../support/onPage.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { openAs, preparedFor, siteOfFile, withMotion } from '../support/site.ts';

// The codes turn by themselves.
test.use(withMotion);
const site = siteOfFile();
const { tablet, keyed, reads, offered } = handingTablets(site);
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const GIVER = 'Olúwaṣeun Adéyẹmí';

const refusal = (page: Page) => page.getByRole('alert').first();
const goods = (page: Page) => page.getByRole('region', { name: 'What is handed over' });
const sides = (page: Page) => page.getByRole('region', { name: 'Both sides' });
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
const scanAgain = (page: Page) => button(page, 'Scan again').click();

type Row = Readonly<Record<string, unknown>>;
interface Order {
  _id: string;
  ref: string;
  tag: string;
  items_digest: string;
  handover: { giver: string; taker: string | null; answer: string | null } | null;
}
const issues = async () =>
  (await site.api('admin', 'GET', 'purchase_order/read_all', {
    kind: 'stock_out',
    sort: '-created',
    page: '1',
    per_page: '5',
  })) as {
    total: number;
    rows: Order[];
  };
const associateOf = async (name: string) =>
  ((await site.api('admin', 'GET', 'sales_officer/read_all')) as { _id: string; name: string; role: string }[]).find(
    (one) => one.name === name,
  )?._id ?? '';

/** A paper of an offer of the officer. `change`: somebody changes the text after it was signed. */
async function paper(keys: KeyPair, certificate: SignedText, more: Partial<Offer>, change = (text: string) => text) {
  const line = {
    product_id: 'p1',
    name: 'Milo',
    case_count: 12,
    quantity: 24,
    quantity_accepted: 24,
    amount: '9000.00',
  };
  const lines = [{ ...line, reason: null, note: '', client_id: null }];
  const at = Math.floor(Date.now() / 1_000);
  const text = JSON.stringify({
    ...{ what: 'offer', transfer: crypto.randomUUID(), begun: true, timestamp: at, given_at: at, meta: '{}', lines },
    ...{ source_type: 'seller', source: 'hub_lagos_mushin', source_name: 'Mushin Hub' },
    ...{ destination_type: 'sales_officer', destination: await associateOf(TAKER), destination_name: TAKER },
    digest: await hashOf(digestText([{ ...line, amount: 900_000 }])),
    ...more,
  });
  return JSON.stringify({ text: change(text), mark: await signText(keys.privateKey, text), certificate });
}

test('a tablet without a key says so, and a code of another company, an old one, a changed one and somebody else’s goods are refused', {
  tag: ['@each-change', '@HAND-41', '@HAND-42', '@HAND-45'],
}, async ({ browser }) => {
  const { page, context } = await tablet(browser, 'rep1', '/profile');
  await page.route('**/api/handover/register_key', (route) => route.abort());
  await page.goto(`${site.url}/handovers?take=on`);
  await expect(refusal(page)).toContainText('Connect this tablet once');
  await page.unroute('**/api/handover/register_key');
  await page.goto(`${site.url}/`);
  await keyed(page);
  await reads(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Take over by code/ }).click();

  const keys = await newPair(false);
  const public_key = await publicText(keys.publicKey);
  const mine = (await site.api('officer1', 'POST', 'handover/register_key', { public_key })) as {
    certificate: SignedText;
    until: number;
  };
  const stranger = await newPair(true);
  const foreign = await certify(stranger.privateKey, {
    ...{
      site: await publicText(stranger.publicKey),
      key: public_key,
      user: 'x',
      name: 'X',
      device: '',
      until: mine.until,
    },
  });
  const closed = () => button(page, 'Scan again').isVisible();
  await showPaper('answer', '{}', page, () => page.getByText('That is the other part of a handover.').isVisible());
  const refusals: readonly [string, string][] = [
    ['{"text":"no paper"}', 'This is not a handover code.'],
    [await paper(keys, foreign, {}), 'This code comes from another company'],
    [
      await paper(keys, mine.certificate, {}, (text) => text.replace('"quantity":24', '"quantity":36')),
      'This code was altered',
    ],
    [
      await paper(keys, mine.certificate, { given_at: Math.floor(Date.now() / 1_000) - 5 * 86_400 }),
      'This code is too old.',
    ],
    [
      await paper(keys, mine.certificate, { destination: 'da_02', destination_name: 'Another' }),
      'These goods are for somebody else.',
    ],
  ];
  for (const [text, why] of refusals) {
    await showPaper('offer', text, page, closed);
    await expect(refusal(page)).toContainText(why);
    await scanAgain(page);
  }
  await context.close();
});

test('an issue is taken over and answered without a server; the taker’s half comes first, and everything is there once', {
  tag: ['@each-change', '@HAND-40', '@HAND-43', '@HAND-44', '@HAND-45', '@HAND-46', '@HAND-50'],
}, async ({ browser }) => {
  const before = await issues();
  const giver = await tablet(browser, 'officer1', '/inventory/stock/out');
  const taker = await tablet(browser, 'rep1', '/');
  await preparedFor(giver.page);
  for (const one of [giver, taker]) await keyed(one.page);
  await reads(taker.page);
  // Whoever reads an answer for the first time needs the reader, which a screen with a camera gets.
  await giver.page.goto(`${site.url}/handovers?take=on`);
  await reads(giver.page);
  await giver.context.setOffline(true);
  await taker.context.setOffline(true);
  const products = await offered(giver, [
    [0, '3'],
    [1, '2'],
  ]);
  await expect(codeOf(giver.page)).toBeVisible();
  expect(await violationsInBoth(giver.page)).toEqual([]);
  expect(await sideways(giver.page)).toEqual([]);

  await taker.page.getByRole('link', { name: /^Take over by code/ }).click();
  await holdBefore(giver.page, taker.page, () => goods(taker.page).isVisible());
  await expect(goods(taker.page)).toContainText(`${GIVER} hands over from Mushin Hub to ${TAKER}`);
  const save = button(taker.page, 'Take over');
  await expect(save).toBeDisabled();
  await button(taker.page, `Differs: ${products[1]}`).tap();
  await taker.page
    .getByRole('spinbutton', { name: 'Counted' })
    .or(taker.page.getByLabel('Counted', { exact: true }))
    .first()
    .fill('1');
  await taker.page.getByLabel('Note', { exact: true }).pressSequentially('One case was wet', { delay: 120 });
  await button(taker.page, 'The rest is right').or(button(taker.page, 'All of it is here')).tap();
  await expect(taker.page.getByText('1 is counted differently')).toBeVisible();
  expect(await violationsInBoth(taker.page)).toEqual([]);
  // The app goes away before "Take over" is pressed: what was read and counted is there again, without a server.
  await taker.page.reload();
  await expect(goods(taker.page)).toContainText(`${GIVER} hands over from Mushin Hub to ${TAKER}`);
  await expect(taker.page.getByText('1 is counted differently')).toBeVisible();
  await expect(taker.page.getByLabel('Note', { exact: true })).toHaveValue('One case was wet');
  await save.tap();
  await expect(taker.page.getByRole('status').filter({ hasText: 'Saved on this tablet.' })).toBeVisible();
  await expect(sides(taker.page)).toContainText('One case was wet');
  // The answer is there after a reload too.
  await taker.page.reload();
  await expect(codeOf(taker.page)).toBeVisible();
  await expect(sides(taker.page)).toContainText(GIVER);
  expect(await violationsInBoth(taker.page)).toEqual([]);

  // The officer's tablet reads the answer with its own camera.
  await button(giver.page, 'Scan the answer').tap();
  await holdBefore(taker.page, giver.page, () => giver.page.getByText(`${TAKER} took over.`).isVisible());
  await expect(sides(giver.page)).toContainText('Counted 1 case: One case was wet');
  const references = await sides(giver.page)
    .getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
    .allTextContents();
  expect(references).toHaveLength(2);
  expect(
    await sides(taker.page)
      .getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
      .allTextContents(),
  ).toEqual(references);

  // The taker's tablet finds the server first, and makes the transfer.
  await taker.context.setOffline(false);
  await expect(taker.page.getByText('Taken over, and the server has it.')).toBeVisible({ timeout: 60_000 });
  const made = await issues();
  expect(made.total).toBe(before.total + 1);
  expect(made.rows[0]?.tag).toBe('receipt');
  await giver.context.setOffline(false);
  await giver.page.goto(`${site.url}/sync`);
  await button(giver.page, 'Sync now').first().tap();
  await expect
    .poll(async () => ((await site.api('admin', 'POST', 'handover/read_open')) as Row[])[0]?.state, { timeout: 60_000 })
    .toBe('differs');
  expect((await issues()).total).toBe(before.total + 1);
  const [order] = (await site.api('admin', 'GET', 'purchase_order/read', { _id: made.rows[0]?._id ?? '' })) as Order[];
  expect(order?.handover).toMatchObject({ giver: GIVER, taker: TAKER });

  // The same code again: the goods are taken already.
  await taker.page.goto(`${site.url}/handovers?take=on`);
  await giver.page.goto(`${site.url}/handovers`);
  await showPaper('offer', await offerOf(giver.page), taker.page, () => button(taker.page, 'Scan again').isVisible());
  await expect(refusal(taker.page)).toContainText(`These goods are taken already: by ${TAKER}`);
  await giver.context.close();
  await taker.context.close();
});

/** The offer of the newest giver's half of this tablet, from its store. */
const offerOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('outbox');
        opening.onsuccess = () => {
          const request = opening.result.transaction('past').objectStore('past').getAll();
          request.onsuccess = () => {
            opening.result.close();
            const gives = (request.result as { op: { type: string; payload: { offer: string } } }[]).filter(
              ({ op }) => op.type === 'give',
            );
            resolve(gives.at(-1)?.op.payload.offer ?? '');
          };
        };
      }),
  );

test('the office finds the handover that differs, with both sides, and ends it with a reason; its paper names both', {
  tag: ['@each-change', '@HAND-47', '@HAND-48'],
}, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openAs(page, site, 'staff', `${site.url}/handovers`);
  const open = page.getByRole('list', { name: 'Open handovers' }).getByRole('listitem');
  const one = open.filter({ hasText: 'One case was wet' }).first();
  await expect(one).toContainText(`Given by ${GIVER}`);
  await expect(one).toContainText('1 case of 2 cases');
  expect(await violationsInBoth(page)).toEqual([]);
  await one.getByRole('link').first().click();
  await button(page, 'Print').click();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheet = page.locator('article.paper');
  await expect(sheet).toContainText(`Handed over by`);
  for (const text of [GIVER, TAKER, 'Taken over by', "Taker's reference", 'Device reference'])
    await expect(sheet).toContainText(text);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await page.goto(`${site.url}/handovers`);
  await one.getByRole('button', { name: /^End it: / }).click();
  const end = page.getByRole('dialog').getByRole('button', { name: 'End it' });
  await expect(end).toBeDisabled();
  await page.getByLabel('Reason').fill('The wet case was written off');
  await end.click();
  await expect(page.getByText('Handover ended.')).toBeVisible();
  await expect(page.getByText('No handover is open')).toBeVisible();
  await context.close();
});

test('the giver’s half comes first; who wants no motion goes on by a press; nothing differs, and it is done', {
  tag: ['@HAND-40', '@HAND-43'],
}, async ({ browser }) => {
  const before = await issues();
  const giver = await tablet(browser, 'officer1', '/inventory/stock/out', { reducedMotion: 'reduce' });
  const taker = await tablet(browser, 'rep1', '/');
  await preparedFor(giver.page);
  for (const one of [giver, taker]) await keyed(one.page);
  await reads(taker.page);
  await taker.context.setOffline(true);
  await giver.context.setOffline(true);
  await offered(giver, [
    [0, '1'],
    [1, '1'],
    [2, '1'],
  ]);
  const words = await codeOf(giver.page).getAttribute('aria-label');
  expect(words).toMatch(/^Code 1 of [2-9]$/);
  await giver.page.waitForTimeout(1_500);
  await expect(codeOf(giver.page)).toHaveAttribute('aria-label', words ?? '');
  await taker.page.getByRole('link', { name: /^Take over by code/ }).click();
  await holdBefore(giver.page, taker.page, async () => {
    await button(giver.page, 'Next code').tap();
    return goods(taker.page).isVisible();
  });
  await button(taker.page, 'All of it is here').tap();
  await button(taker.page, 'Take over').tap();
  await heading(taker.page, 'Take over by code');
  await giver.context.setOffline(false);
  await expect
    .poll(async () => ((await site.api('admin', 'POST', 'handover/read_open')) as Row[])[0]?.missing, {
      timeout: 60_000,
    })
    .toBe('taker');
  await taker.context.setOffline(false);
  await expect(taker.page.getByText('Taken over, and the server has it.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await site.api('admin', 'POST', 'handover/read_open')) as Row[]).toEqual([]);
  expect((await issues()).total).toBe(before.total + 1);
  await giver.context.close();
  await taker.context.close();
});

test('goods between two hubs, two lots of them: their receipt has the codes, and an officer takes them where goods are received and counts each lot', {
  tag: ['@HAND-43', '@HAND-44', '@HAND-51'],
}, async ({ browser }) => {
  const ends = {
    source_type: 'seller',
    source: 'hub_lagos_mushin',
    destination_type: 'seller',
    destination: 'hub_abuja_wuse',
  };
  const held = (await site.api('admin', 'POST', 'warehouse_product/read_by_party', {
    ...{ parent_type: 'seller', parent: ends.source },
  })) as { products: { product: { _id: string; case_count: number }; quantity: number }[] };
  const milk = held.products.find(({ quantity, product }) => quantity >= 2 * product.case_count)?.product;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const head = { ref: '*', timestamp, tag: 'purchase_order', meta: '{}', amount: '0' };
  const LOTS = '[["J1","2027-01-31",48],["J2","2027-02-28",24]]';
  const tracked = { product_id: 'product_6001065601106', quantity: '72', quantity_accepted: '72', lots: LOTS };
  const came = (await site.api('admin', 'POST', 'purchase_order/create', {
    ...{ ...head, source_type: 'distributor', source: 'dist_goldengate' },
    ...{ destination_type: ends.source_type, destination: ends.source },
  })) as string;
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: came, ...tracked });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: came, commit: 'true', error_on_empty: 'true' });
  const id = (await site.api('admin', 'POST', 'purchase_order/create', { ...head, ...ends })) as string;
  await site.api('admin', 'POST', 'purchase_order_item/upsert', { purchase_order_id: id, ...tracked, amount: '2000' });
  const units = String(milk?.case_count);
  await site.api('admin', 'POST', 'purchase_order_item/upsert', {
    ...{
      purchase_order_id: id,
      product_id: milk?._id ?? '',
      quantity: units,
      quantity_accepted: units,
      amount: '1000',
    },
  });
  await site.api('admin', 'POST', 'purchase_order/execute', { _id: id, commit: 'true' });

  const giver = await tablet(browser, 'admin', `/purchase-orders/${id}`);
  await giver.page.getByRole('link', { name: 'Hand over by code' }).tap();
  await expect(codeOf(giver.page)).toBeVisible();
  const taker = await tablet(browser, 'officer2', '/inventory/shipment/in');
  await taker.page.getByRole('link', { name: 'Take over by code' }).tap();
  await keyed(taker.page);
  await reads(taker.page);
  for (const { context } of [giver, taker]) await context.setOffline(true);
  await holdBefore(giver.page, taker.page, () => goods(taker.page).isVisible());
  const line = taker.page
    .getByRole('list', { name: 'Lines to check' })
    .getByRole('listitem')
    .filter({ has: taker.page.getByRole('button', { name: /^Differs/ }), hasText: 'J1' });
  await expect(line.getByRole('listitem')).toHaveText([
    'J1 · expires 31 Jan 2027: 2 cases',
    'J2 · expires 28 Feb 2027: 1 case',
  ]);
  await line.getByRole('button', { name: /^Differs/ }).tap();
  const counted = (lot: string) => line.getByLabel(`Counted of ${lot}`, { exact: true });
  await counted('J1 · expires 31 Jan 2027').fill('1');
  await expect(line).toContainText('Count each lot. Type 0 if there is none.');
  await counted('J2 · expires 28 Feb 2027').fill('2');
  await expect(line).toContainText('All lots together: 3 cases.');
  expect(await violationsInBoth(taker.page)).toEqual([]);
  expect(await sideways(taker.page)).toEqual([]);
  await button(taker.page, 'The rest is right').tap();
  await button(taker.page, 'Take over').tap();
  await expect(codeOf(taker.page)).toBeVisible();
  await taker.context.setOffline(false);
  await expect(taker.page.getByText('Taken over, and the server has it.')).toBeVisible({ timeout: 60_000 });
  await giver.context.setOffline(false);
  await button(giver.page, 'Scan the answer').tap();
  await holdBefore(taker.page, giver.page, () =>
    giver.page.getByText(/took over\. The server has both sides\./).isVisible(),
  );
  await expect(sides(giver.page)).toContainText(
    'Counted 3 casesJ1 · expires 31 Jan 2027: 1 caseJ2 · expires 28 Feb 2027: 2 cases',
  );
  // The figure is right and the lots are not, so it is open until the office ends it.
  const open = (await site.api('admin', 'POST', 'handover/read_open')) as { lines: Row[] }[];
  expect(open).toMatchObject([{ state: 'differs' }]);
  expect(open[0]?.lines.find((one) => one.product_id === tracked.product_id)).toMatchObject({
    ...{ given: 72, taken: 72, lots: LOTS, taken_lots: '[["J1","2027-01-31",24],["J2","2027-02-28",48]]' },
  });
  await giver.page.goto(`${site.url}/handovers`);
  await expect(giver.page.getByRole('list', { name: 'Open handovers' })).toContainText(
    'CountedJ1 · expires 31 Jan 2027: 1 case',
  );
  await giver.context.close();
  await taker.context.close();
});

test('an administrator revokes the keys of a person who lost a tablet, after a question that says what that does', {
  tag: ['@each-change', '@HAND-49'],
}, async ({ browser }) => {
  const public_key = await publicText((await newPair(false)).publicKey);
  await site.api('officer1', 'POST', 'handover/register_key', { public_key });
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openAs(page, site, 'admin', `${site.url}/managers`);
  const row = page.getByRole('row', { name: /officer1@example.test/ });
  await openRowMenu(row);
  await row.getByRole('link', { name: 'Edit' }).click();
  const card = page.getByRole('region', { name: 'Lost device' });
  const ask = () => card.getByRole('button', { name: 'Block handover codes' }).click();
  await ask();
  const dialog = page.getByRole('dialog', { name: /^Block the handover codes of / });
  await expect(dialog).toContainText('stay handed over');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ask();
  expect(await violationsInBoth(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Block codes' }).click();
  await expect(page.getByText(/^\d+ devices? of .* (is|are) blocked\.$/)).toBeVisible();
  await expect(site.api('officer1', 'POST', 'handover/register_key', { public_key })).rejects.toThrow(/revoked/);
  await ask();
  await dialog.getByRole('button', { name: 'Block codes' }).click();
  await expect(page.getByText(/makes handover codes\.$/)).toBeVisible();
  await context.close();
});
