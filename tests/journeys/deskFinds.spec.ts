/** What a person at a desk with a keyboard met: Enter before the results, the place in a list after Back, chips without room, acts without a server. */
import { expect, type Page, test } from '@playwright/test';
import { groupOf, placedOrder } from '../support/demoRecords.ts';
import { lineIdle } from '../support/settled.ts';
import { openAs, signIn, siteOfFile } from '../support/site.ts';

// Requests of a worker would pass by the delays that this file puts in their way.
test.use({ serviceWorkers: 'block' });
const site = siteOfFile();

/** Keeps the answers to these requests back until the returned function is called. */
async function hold(page: Page, of: RegExp): Promise<() => void> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(of, async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everywhere' });

for (const [typed, address] of [
  ['knorr fish fl', /\/products\/.+\/update/],
  ['reset password of zainab', /\/managers\/.+\/update\?act=password$/],
] as const)
  test(`Enter before the results arrive opens the first one of "${typed}"`, async ({ page }) => {
    await openAs(page, site, 'admin', `${site.url}/cohorts`);
    await lineIdle(page);
    const answer = await hold(page, /\/search\/everywhere/);
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(/The first result will open/)).toBeVisible();
    await expect(page).toHaveURL(/\/cohorts$/);
    answer();
    await expect(page).toHaveURL(address);
  });

test('a changed text and Escape forget Enter; without a result the bar stays and says so', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await lineIdle(page);
  const answer = await hold(page, /\/search\/everywhere/);
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('knorr fish f');
  await page.keyboard.press('Enter');
  const waits = page.getByText(/The first result will open/);
  await expect(waits).toBeVisible();
  await page.keyboard.type('l');
  await expect(waits).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('indomie qq');
  await page.keyboard.press('Enter');
  await expect(waits).toBeVisible();
  answer();
  await expect(page.getByText('No match for “indomie qq”.')).toBeVisible();
  await expect(page).toHaveURL(/\/cohorts$/);
  // Nothing is offered that shares no word with the text. A name leads to its product.
  const offers = page.getByRole('group', { name: 'You can' }).getByRole('option');
  await expect(offers).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeVisible();
  await offers.click();
  await expect(page).toHaveURL(/\/products\/create/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('indomie qq');
});

test('a dialog moves nothing of a page where scrollbars take no room', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/buyers/create`);
  const width = () => page.locator('[data-banner]').evaluate((one) => one.getBoundingClientRect().width);
  const before = await width();
  for (const key of ['Control+k', 'Control+i']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    expect(await width(), key).toBe(before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

for (const list of ['/purchase-orders', '/order-groups', '/managers'])
  test(`${list}: after Back the keyboard is at the row that was opened`, async ({ page }) => {
    await openAs(page, site, 'admin', `${site.url}${list}`);
    const rows = page.locator('tbody tr[tabindex]');
    await expect(rows.nth(2)).toBeVisible();
    await lineIdle(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`${list}(\\?|$)`));
    await lineIdle(page);
    await page.goBack();
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows.nth(2)).toBeFocused();
  });

test('"?" opens the list of keys, and is a letter in a field', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/managers`);
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const search = page.getByLabel('Search managers');
  await search.fill('why');
  await search.press('?');
  await expect(search).toHaveValue('why?');
  await expect(keys).toHaveCount(0);
  await search.blur();
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
});

test('the chips of the work and "More" beside them give the whole number, at every width', async ({ page }) => {
  await signIn(page, site, 'admin');
  const work = page.getByRole('region', { name: 'Work to do' });
  const chips = work.getByRole('group', { name: 'Kinds of work' }).getByRole('button');
  await expect(work.getByRole('listitem').first()).toBeVisible();
  const whole = Number(/\d+/.exec((await work.getByRole('heading').textContent()) ?? '')?.[0]);
  const numberOf = (text: string | null) => Number(/(\d+)$/.exec(text ?? '')?.[1] ?? 0);
  for (const width of [1920, 1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const more = work.getByRole('button', { name: /^More \d+$/ });
    await expect(async () => {
      const shown = await chips.evaluateAll((all) =>
        all.flatMap((one) =>
          one.getBoundingClientRect().top <= (all[0]?.getBoundingClientRect().top ?? 0) + 4 ? one.ariaLabel : [],
        ),
      );
      const rest = (await more.count()) === 0 ? 0 : numberOf(await more.textContent());
      expect(shown.reduce((sum, name) => sum + numberOf(name), rest)).toBe(whole);
    }, `${width}`).toPass({ timeout: 5_000 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await work.getByRole('button', { name: /^More \d+$/ }).click();
  for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 });
  await work.getByRole('button', { name: 'Fewer' }).click();
});

test('a phone number among the settings is checked at its field', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/config-wizard`);
  const row = page.getByRole('form', { name: 'support_phone' });
  const value = row.getByLabel('Value');
  await value.fill('abc');
  await value.blur();
  await expect(value).toHaveAccessibleDescription('Phone number must be valid. Ex. 08021234567');
  await expect(row.getByRole('button', { name: /^Update/ })).toBeDisabled();
  await value.fill('+234 803 100 0001');
  await expect(row.getByRole('button', { name: /^Update/ })).toBeEnabled();
});

test('a setting that Kasuwa reads and that nobody set has its row, says what it means, and is set there', {
  tag: ['@CFG-01'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/config-wizard`);
  const row = page.getByRole('region', { name: 'Retailers' }).getByRole('form', { name: 'launch_cutoff' });
  await expect(row).toContainText('A retailer created before it');
  await expect(row.locator('[data-shown="Default: 4 May 2020"]')).toBeVisible();
  // The name of a setting stands on the line of its field.
  const [name, field] = await Promise.all([
    row.locator('p').first().boundingBox(),
    row.getByLabel('Value').boundingBox(),
  ]);
  expect(Math.abs((name?.y ?? 0) - (field?.y ?? 99))).toBeLessThan(12);
  // Nothing has to be typed here, and amounts are naira.
  const stock = page.getByRole('region', { name: 'Stock' });
  await expect(stock.getByTitle('Required')).toHaveCount(0);
  const limit = stock.getByRole('form', { name: 'reversal_approval_kobo' });
  // The default stands in the empty field, and is no value of it.
  await expect(limit.getByLabel('Value')).toHaveAttribute('placeholder', 'Default: ₦500,000');
  await expect(limit.getByLabel('Value')).toHaveValue('');
  await limit.getByLabel('Value').fill('much');
  await limit.getByLabel('Value').blur();
  await expect(limit.getByLabel('Value')).toHaveAccessibleDescription('Value must be an amount in naira. Ex. 20,000');
  await expect(limit.getByRole('button', { name: 'Set reversal_approval_kobo' })).toBeDisabled();
  await limit.getByLabel('Value').fill('');
  await limit.getByLabel('Value').blur();
  await expect(limit.getByLabel('Value')).toHaveAccessibleDescription('');
  await row.getByLabel('Value').fill('2020-05-04T00:00');
  await row.getByRole('button', { name: 'Set launch_cutoff' }).click();
  await expect(page.getByText('launch_cutoff value successfully created.')).toBeVisible();
  await expect(row.getByText('not set')).toHaveCount(0);
  const set = page.getByRole('form', { name: 'launch_cutoff' });
  await expect(set.getByLabel('Value')).toHaveValue('2020-05-04T00:00');
  const stored = (await site.api('admin', 'GET', 'config/read_all')) as { key: string; value: string }[];
  expect(stored.find(({ key }) => key === 'launch_cutoff')?.value).toBe('1588546800');
  await set.getByRole('button', { name: 'Delete launch_cutoff' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row.locator('[data-shown="Default: 4 May 2020"]')).toBeVisible();
});

test('without the server a list says of its acts what they need, and opens nothing', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/products`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await site.cutApi(true);
  await page.reload();
  for (const act of [
    page.getByRole('link', { name: 'Create Product' }),
    page.getByRole('button', { name: 'Export', exact: true }),
  ]) {
    await expect(act).toHaveAttribute('aria-disabled', 'true');
    await act.click({ force: true });
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('This needs a connection.');
    await page.getByRole('button', { name: 'Close message' }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page).toHaveURL(/products$/);
  site.cutApi(false);
});

test('the message of a saved price lies on no head of a card', async ({ page }) => {
  const products = (await site.api('admin', 'GET', 'product/read_all')) as { _id: string; name: string }[];
  const knorr = products.find(({ name }) => name.startsWith('Knorr Fish Flavored'));
  await openAs(page, site, 'admin', `${site.url}/products/${knorr?._id}/update?tab=overview`);
  const prices = page.getByRole('region', { name: 'Hubs' });
  await prices.getByRole('textbox', { name: /Mushin/ }).fill('36100');
  await lineIdle(page);
  await page.keyboard.press('Enter');
  const save = prices.getByRole('button', { name: /^Save/ });
  await save.click();
  const message = page.locator('[data-messages] [data-tone]').filter({ hasText: '1 price saved.' });
  await expect(message).toBeVisible();
  await expect(async () => {
    const covered = await message.evaluate((one) => {
      const own = one.getBoundingClientRect();
      return [...document.querySelectorAll('#screen .rounded-card :is(h2, h3)')].flatMap((heading) => {
        const line = heading.getBoundingClientRect();
        const card = heading.closest('.rounded-card')?.getBoundingClientRect();
        return card && own.left < card.right && own.right > card.left && own.top < line.bottom && own.bottom > line.top
          ? heading.textContent
          : [];
      });
    });
    expect(covered).toEqual([]);
  }).toPass({ timeout: 2_000 });
});

test('an order begins in the list of orders: a number with 234 finds the retailer, and Enter leads to the cart', {
  tag: ['@ORD-02', '@UI-05'],
}, async ({ page }) => {
  const { rows } = (await site.api('staff', 'GET', 'buyer/read_all', { page: '1', status: 'active' })) as {
    rows: { _id: string; phone: string }[];
  };
  const one = rows[3];
  await openAs(page, site, 'staff', `${site.url}/order-groups`);
  await page.getByRole('button', { name: 'Take an order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take an order' });
  await expect(dialog.getByRole('list', { name: 'Retailers' }).getByRole('link').first()).toBeVisible();
  await dialog.getByLabel('Search retailers by name or phone').fill(`234${one?.phone.slice(1)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/buyers/${one?._id}/cart?act=order`);
  await page.goto(`${site.url}/order-groups`);
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(page.getByRole('dialog').getByText('Saved on this device, for you only.')).toBeVisible();
});

test('the bar opens the list of all that fit, with the words in its search', async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/cohorts`);
  await lineIdle(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('maggi');
  const all = page.getByRole('option', { name: /^All \d+ products/ });
  await expect(all).toBeVisible();
  const many = Number((await all.textContent())?.match(/\d+/)?.[0]);
  await all.click();
  await expect(page).toHaveURL(/\/products\?search=maggi$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Products\u00a0(${many})`);
});

test('a transfer that the command bar gets with goods opens its first screen, and the desk has the goods in its fields', async ({
  page,
}) => {
  await openAs(page, site, 'officer1', site.url);
  await lineIdle(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('issue 5 rooibos mango');
  const act = page.getByRole('option', { name: /^Issue 5 cases of / }).first();
  const goods = ((await act.textContent()) ?? '').match(/Issue 5 cases of (.+?)\s*Issue Stock/)?.[1] ?? '';
  expect(goods).not.toBe('');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inventory\/stock\/out\?/);
  await expect(page.getByText(`Then comes: 5 cases of ${goods}.`)).toBeVisible();
  // On a fresh device the hub is not known.
  await page.getByRole('group', { name: 'Which hub are you in?' }).getByRole('button', { name: 'Mushin Hub' }).click();
  await page.getByRole('group', { name: 'Who takes it?' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/purchase_order_id=/);
  await expect(page.getByText(goods).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Quantity|Cases/ }).first()).toHaveValue('5');
});

test('if the chosen hub does not have the named goods, a message says so and what to do', async ({ page }) => {
  await openAs(page, site, 'officer1', `${site.url}/inventory/stock/out?goods=prod_nowhere&name=Palm+Wine&figure=5`);
  await expect(page.getByText('Then comes: 5 cases of Palm Wine.')).toBeVisible();
  await page.getByRole('group', { name: 'Which hub are you in?' }).getByRole('button', { name: 'Mushin Hub' }).click();
  await page.getByRole('group', { name: 'Who takes it?' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/purchase_order_id=/);
  await expect(
    page.getByText('There is no Palm Wine here to move. Choose other goods', { exact: false }),
  ).toBeVisible();
});

test('a payment that the command bar gets with an amount opens the form with that amount, or the unpaid orders of the retailer', async ({
  page,
}) => {
  await openAs(page, site, 'admin', site.url);
  await lineIdle(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pay 20000');
  await page
    .getByRole('option', { name: /^Record payment: .* owes/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: /^Record payment/ });
  const amounts = () =>
    form
      .getByLabel(/^(Cash|Transfer) now/)
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value.replaceAll(',', '')));
  await expect.poll(amounts).toContain('20000');
  const shop = ((await form.textContent()) ?? '').match(/[A-Z0-9]{8}/)?.[0] ?? '';
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`pay 20000 ${shop}`);
  await expect(page.getByRole('option', { name: `Record payment of ${shop}: ₦20,000` })).toBeVisible();
});

test('a payment of a retailer who owes for one order opens its form, and is recorded by keys alone', {
  tag: ['@PAY-01', '@WCAG-2.1.1'],
}, async ({ page }) => {
  const name = 'Kasuwa Key Payers';
  const [store] = (await site.api('admin', 'GET', 'store_type/read_all')) as [{ _id: string }];
  const [place] = (await site.api('admin', 'GET', 'location/read_all')) as [{ _id: string }];
  const buyer = (await site.api('admin', 'POST', 'buyer/create', {
    ...{ name, phone: '08031239891', status: 'active', store_type_id: store._id, location_id: place._id },
  })) as { _id: string };
  const { id } = await placedOrder(site, buyer._id);
  const tag = { _id: id, old_tag: 'pending', new_tag: 'delivered', outcome: 'delivered_on_time' };
  await site.api('admin', 'POST', 'order_group/update_tag', tag);
  await openAs(page, site, 'accounts', site.url);
  await lineIdle(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('key payers paid 5000');
  await expect(page.getByRole('option', { name: `Record payment of ${name}: ₦5,000` })).toBeVisible();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /^Record payment/ });
  await expect(form.getByLabel('Cash now')).toBeFocused();
  await expect(form.getByLabel('Cash now')).toHaveValue('5000');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page).not.toHaveURL(/act=|sum=/);
  expect(await groupOf(site, id)).toMatchObject({ cash: '5000.00' });
  // Before a deposit the retailer's page says that it would leave the order unpaid, and leads to it.
  await page.goto(`${site.url}/buyers/${buyer._id}/balance`);
  await page.getByRole('button', { name: 'New Deposit' }).click();
  const deposit = page.getByRole('dialog', { name: 'New Deposit' });
  await expect(deposit).toContainText('1 order is not paid in full: ₦15,000. A deposit leaves it unpaid.');
  await deposit.getByRole('link', { name: 'Open it' }).click();
  await expect(form.getByLabel('Cash now')).toHaveValue('15000');
});
