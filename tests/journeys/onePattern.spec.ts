/** One vocabulary, one pattern: what differed between screens for no reason (docs/proof/look.md, second mending), kept from coming back. */
import { expect, type Page, test } from '@playwright/test';
import { shownPhone } from '#domain/phone.ts';
import { setFilter } from '../support/filterChip.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { LISTS } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { choose, noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

const ready = (page: Page) => page.locator('#screen tbody tr').first().waitFor();

/** Texts of the screen that stand on more than `most` lines. */
const brokenTexts = (page: Page, selector: string, most: number) =>
  page.locator(selector).evaluateAll(
    (boxes, most) =>
      boxes.flatMap((box) => {
        const range = document.createRange();
        range.selectNodeContents(box);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > most ? [`${lines.size} lines: ${box.textContent}`] : [];
      }),
    most,
  );

test('days are chosen in one way: the chip Dates stands first, is seen at once and holds the periods', {
  tag: ['@SHELL-41', '@RPT-01', '@RPT-05'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const path of [
    '/order-groups',
    '/discrepancies',
    '/discrepancies/trend',
    '/order-summary',
    '/order-value-summary',
    '/report-buyer-retention',
    '/report-buyer-reconciliation',
    '/agents/report',
  ]) {
    await page.goto(site.url + path);
    await ready(page);
    const chip = page.getByRole('button', { name: /^Dates/ });
    await expect(chip, path).toBeInViewport({ ratio: 1 });
    // Closed, no period stands beside it; only the search of a list stands before it.
    const before = await page
      .locator('#screen .filter-bar')
      .first()
      .evaluate((bar) =>
        [...bar.querySelectorAll('.chip, fieldset button')]
          .filter((one) => one.checkVisibility() && (one.closest('fieldset')?.offsetWidth ?? 9) > 2)
          .map((one) => one.textContent ?? ''),
      );
    expect(before[0], path).toMatch(/^Dates/);
    expect(before.slice(1), path).not.toContain('Today');
  }
  await page.goto(`${site.url}/order-summary`);
  await page.getByRole('button', { name: 'Dates: Last 30 days' }).click();
  await page.getByRole('button', { name: 'Last 7 days', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Dates: Last 7 days' })).toBeVisible();
  await expect(page).toHaveURL(/from=\d+/);
});

test('a row opens its record, and its name looks as in every list', { tag: ['@RPT-15', '@CLO-10', '@RPT-10'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const name = page.locator('#screen tbody tr').first().locator('a.row-link').first();
  await page.goto(`${site.url}/buyers`);
  await ready(page);
  const usual = await name.evaluate((link) => getComputedStyle(link).color);
  for (const [path, table] of [
    ['/report-buyer-reconciliation', 'Buyer Reconciliation'],
    ['/report-sales-officer-reconciliation', 'DA Reconciliation'],
    ['/report-buyer-retention', 'Retailers'],
    ['/close-outs?state=all', 'Days'],
    ['/agents/report', 'Agent Report'],
  ] as const) {
    await page.goto(site.url + path);
    const row = page.getByRole('table', { name: table }).locator('tbody tr').first();
    const link = row.getByRole('link').first();
    expect(await link.evaluate((one) => getComputedStyle(one).color), path).toBe(usual);
    const to = (await link.getAttribute('href')) ?? '';
    // The last cell may hold the menu of the row.
    await row.locator('td:not(:has(button))').last().click();
    await expect(page, path).toHaveURL(site.url + to);
  }
  await page.goto(`${site.url}/order-reconciliation`);
  const last = page.getByRole('region', { name: 'Last orders' }).getByRole('listitem').first();
  const ref = last.getByRole('link');
  expect(await ref.evaluate((one) => getComputedStyle(one).color)).toBe(usual);
  // The line is its link, also over the amount.
  const amount = await last.getByText(/^₦/).boundingBox();
  await page.mouse.click((amount?.x ?? 0) + 4, (amount?.y ?? 0) + 4);
  await expect(page).toHaveURL(/\?ref=/);
});

test('a row of Order Fulfilment opens its retailer or location, for people who may open these', {
  tag: ['@FUL-01', '@UI-42'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [tab, path] of [
    ['buyers', '/buyers/'],
    ['locations', '/locations/'],
  ] as const) {
    await page.goto(`${site.url}/order-fulfilment?tab=${tab}`);
    const row = page.getByRole('table', { name: 'Order Fulfilment' }).getByRole('row').nth(1);
    const to = (await row.getByRole('link').first().getAttribute('href')) ?? '';
    expect(to).toContain(path);
    await row.getByRole('cell').last().click();
    await expect(page).toHaveURL(site.url + to);
  }
});

test('a short form of a record has what else is known of the record beside it, and an order its facts under their labels', {
  tag: ['@UI-42', '@ORD-23'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const { rows } = (await site.api('admin', 'GET', 'warehouse/read_all', { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  for (const path of [
    '/agents/agent_1/update',
    `/warehouses/${rows[0]?._id}/update`,
    '/sellers/hub_lagos_mushin/update',
  ]) {
    await page.goto(site.url + path);
    const form = await page.getByRole('button', { name: 'Update', exact: true }).boundingBox();
    const history = await page.getByRole('heading', { name: 'History' }).boundingBox();
    expect(history?.x, path).toBeGreaterThan((form?.x ?? 9_999) + (form?.width ?? 0));
  }
  const orders = (await site.api('admin', 'GET', 'order_group/read_all', { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  await page.goto(`${site.url}/order-groups/${orders.rows[0]?._id}`);
  const label = await page.getByText('Retailer', { exact: true }).last().boundingBox();
  const name = await page.locator('#screen dd a').first().boundingBox();
  expect(Math.abs((name?.x ?? 0) - (label?.x ?? 99))).toBeLessThan(2);
  expect(name?.y).toBeGreaterThan((label?.y ?? 9_999) + 8);
});

test('every report with days is read again by one button', { tag: ['@RPT-15', '@AGT-13'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [path, call] of [
    ['/report-buyer-retention', 'order_retention'],
    ['/agents/report', 'summary'],
  ] as const) {
    await page.goto(site.url + path);
    await ready(page);
    const again = page.waitForRequest((request) => request.url().includes(call));
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await again;
  }
});

test('a close-out has its reference in a column of its own and its state in one word', { tag: ['@CLO-10'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/close-outs?state=all`);
  const days = page.getByRole('table', { name: 'Days' });
  await expect(days.getByRole('columnheader')).toHaveText([
    '#',
    'Delivery Associate',
    'Day',
    'Hub',
    'Ref',
    'Cash taken',
    'Handed in',
    'Status',
    'Actions',
  ]);
  await expect(days.getByText('Closed', { exact: true }).first()).toBeVisible();
  await expect(days.getByText('Open', { exact: true }).first()).toBeVisible();
});

test('the newest week stands first in every report of weeks', { tag: ['@AGT-14', '@RPT-05'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/agents/report`);
  const weeks = page.getByRole('table', { name: 'Agent Report' }).locator('thead th[scope="colgroup"]');
  // The sum is seen without scrolling.
  await expect(weeks.first()).toHaveText('Total');
  await expect(weeks.first()).toBeInViewport({ ratio: 1 });
  const first = (await weeks.nth(1).textContent()) ?? '';
  const second = (await weeks.nth(2).textContent()) ?? '';
  const startOf = (title: string) => new Date(`${title.split(' to ')[0]} ${new Date().getFullYear()}`).getTime();
  expect(startOf(first), `${first} before ${second}`).toBeGreaterThan(startOf(second));
  await page.goto(`${site.url}/report-buyer-retention`);
  await ready(page);
  const periods = await page.getByRole('table', { name: 'Periods' }).locator('tbody tr').allTextContents();
  expect(startOf(periods[0] ?? '')).toBeGreaterThan(startOf(periods[1] ?? ''));
});

test('a button that answers with what is missing looks like a button: its words have the full accent on the ground of a card', {
  tag: ['@UI-01', '@UI-42'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/agents/agent_1/update`);
  for (const name of ['Update', 'Add']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    const look = await button.evaluate((one) => {
      const { opacity, backgroundColor, color } = getComputedStyle(one);
      const card = getComputedStyle(one.closest('.rounded-card') as Element).backgroundColor;
      return { opacity, isOnCard: backgroundColor === card, isPlain: color !== backgroundColor };
    });
    expect(look, name).toEqual({ opacity: '1', isOnCard: true, isPlain: true });
  }
  // Pressed without a number it says what is missing.
  await page.getByRole('button', { name: 'Add', exact: true }).click({ force: true });
  await expect(page.getByText('Phone number must be valid. Ex. 08021234567')).toBeVisible();
  // The heading stands at the top of its card, not beside the middle of the field.
  const card = page.getByRole('region', { name: 'Referrals' }).first();
  const heading = await card.getByRole('heading', { name: /^Referrals/ }).boundingBox();
  expect((heading?.y ?? 999) - ((await card.boundingBox())?.y ?? 0)).toBeLessThan(24);
});

test('a phone number has one form in a list, beside it, on its record, in a picker and in the command bar; a copied one is found', {
  tag: ['@GEN-06', '@UI-05', '@UI-06'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const orders = (await site.api('admin', 'GET', 'order_group/read_all', { sort: '-created' })) as {
    _id: string;
    ref: string;
    buyer_id: string;
    buyer: { phone: string };
  }[];
  const [order] = orders;
  if (!order) throw new Error('The demo has orders.');
  const { phone } = order.buyer;
  const shown = shownPhone(phone);
  expect(shown).toMatch(/^\+234(\u00A0\d{3}){2}\u00A0\d{4}$/);
  const screen = page.locator('#screen');

  await page.goto(`${site.url}/order-groups?from=2020-01-01&search=${order.ref}`);
  await ready(page);
  await expect(screen.locator('tbody tr').first()).toContainText(shown);
  await screen.locator('tbody tr').first().focus();
  await page.keyboard.press(' ');
  await expect(page.getByRole('complementary', { name: /beside the list$/ })).toContainText(shown);
  await page.goto(`${site.url}/order-groups/${order._id}`);
  await expect(screen).toContainText(shown);
  await page.goto(`${site.url}/buyers/${order.buyer_id}/orders`);
  await expect(page.getByRole('complementary', { name: 'Retailer' })).toContainText(shown);

  // What a list shows is copied into its search, and into the field of a form.
  await page.goto(`${site.url}/buyers`);
  await page.getByRole('searchbox').fill(phone);
  await expect(screen.locator('tbody tr')).toHaveCount(1);
  const link = screen.locator('tbody a[href^="tel:"]');
  await expect(link).toHaveAttribute('href', `tel:+234${phone.slice(1)}`);
  const copied = (await link.textContent()) ?? '';
  expect(copied).toBe(shown);
  await page.getByRole('searchbox').fill('');
  await expect(screen.locator('tbody tr')).not.toHaveCount(1);
  await page.getByRole('searchbox').fill(copied);
  await expect(screen.locator('tbody tr')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill(copied);
  await expect(page.getByRole('option').filter({ hasText: shown }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${site.url}/areas/create`);
  await page.getByLabel('Phone number').fill(copied);
  await expect(page.getByLabel('Phone number')).toHaveValue(phone.slice(1));
  await choose(page, 'Distributor', 'Wuse Hub');
  const reps = page.getByRole('combobox', { name: 'Sales rep' });
  await reps.click();
  const note = page.getByRole('option').first().getByText('+234');
  const noted = (await note.textContent()) ?? '';
  expect(shownPhone(noted)).toBe(noted);
  for (const typed of [noted, noted.slice(5), `0${noted.slice(5, 8)}`]) {
    await reps.fill(typed);
    await expect(page.getByRole('option').filter({ hasText: noted })).toBeVisible();
  }
  await reps.fill('+234 700 000 0000');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a phone number stands on one line beside an order at 1280, and is whole in a message on a phone', {
  tag: ['@GEN-06', '@UI-42'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  const [order] = (await site.api('admin', 'GET', 'order_group/read_all', { sort: '-created' })) as { ref: string }[];
  await page.goto(`${site.url}/order-reconciliation?ref=${order?.ref}`);
  const numbers = page.locator('#screen dd').filter({ hasText: /^\+234/ });
  await expect(numbers).toHaveCount(2);
  expect(await brokenTexts(page, '#screen dl > div:nth-child(2) > dd', 1)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/notification/wizard`);
  await page.getByLabel('Search retailers by name or phone').fill('+234 80');
  const group = page.getByRole('group', { name: 'Or a group of retailers' });
  await setFilter(group.getByLabel('Hub', { exact: true }), { label: 'Mushin Hub' });
  for (const name of ['Retailers found', 'Retailers of the group']) {
    const found = page.getByRole('list', { name }).getByText('+234');
    await expect(found.nth(3)).toBeAttached();
    const cut = await found.evaluateAll((all) =>
      all.flatMap((one) => {
        const line = one.parentElement;
        return line && line.scrollWidth > line.clientWidth + 1 ? [one.textContent] : [];
      }),
    );
    expect(cut, name).toEqual([]);
  }
});

test('the home of a role without work says why it is empty and what changes it', {
  tag: ['@DASH-01', '@B14.10'],
}, async ({ page }) => {
  await signIn(page, site, 'buyerdesk');
  const role = page.getByRole('region', { name: 'Your role' });
  await expect(role.getByRole('heading', { name: 'Your account has no tasks yet' })).toBeVisible();
  await expect(role).toContainText('Your role, Kasuwa Buyer, shows no orders, stock or people.');
  await expect(role).toContainText('buyerdesk@example.test');
  // What an administrator needs to know is copied by one press.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await role.getByRole('button', { name: 'Copy request' }).click();
  await expect(page.getByText('Request copied. Send it to an administrator.')).toBeVisible();
  const request = await page.evaluate(() => navigator.clipboard.readText());
  expect(request).toContain('My name is Peter Etim, my email buyerdesk@example.test, my role Kasuwa Buyer.');
  await role.getByRole('link', { name: 'See what you may do' }).click();
  await expect(page).toHaveURL(`${site.url}/profile`);
});

/** The address of a new product, which nobody bought: which of the demo's nobody bought depends on the day. */
let unsold: Promise<unknown> | undefined;
async function unsoldProduct(): Promise<string> {
  unsold ??= site.api('admin', 'POST', 'product/create', {
    ...{ name: 'Milo that nobody bought', description: 'A tin of powder', status: 'active', brand_id: 'brand_milo' },
    ...{ sku_id: 'UNSOLD-1', case_count: '24', mpu: '12', price: '16000.50', weight: '0', size: '0' },
  });
  const made = (await unsold) as string | { _id: string };
  return `${site.url}/products/${typeof made === 'string' ? made : made._id}/update?tab=overview`;
}

test('a product that nobody bought says so without an empty plot; cash of associates is no column of red', {
  tag: ['@B8.16', '@SO-04'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(await unsoldProduct());
  const sales = page.getByRole('region', { name: 'Sales' });
  await expect(sales).toContainText(/Nothing was sold in the last \d+ weeks\./);
  expect((await sales.boundingBox())?.height).toBeLessThan(120);
  await page.goto(`${site.url}/sales-officers?role=sales_officer.rep`);
  await ready(page);
  const cash = page.locator('#screen tbody tr').locator('td:nth-child(8) .figures');
  await expect(cash.first()).toBeVisible();
  expect(await cash.evaluateAll((all) => all.filter((one) => one.matches('.text-bad')).length)).toBe(0);
});

test('Sales History at a desk has its months on one line and its trends under one another', {
  tag: ['@PROD-34', '@UI-42'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/products/history`);
  await ready(page);
  const tops = await page
    .getByRole('group', { name: /^Months of/ })
    .locator('label')
    .evaluateAll((labels) => labels.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops).toHaveLength(13);
  expect(new Set(tops).size, 'lines of months').toBe(1);
  const begins = await page
    .getByRole('table', { name: 'Sales history' })
    .locator('tbody td:last-child svg')
    .evaluateAll((trends) => trends.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(begins.length).toBeGreaterThan(3);
  expect(new Set(begins).size, 'places where trends begin').toBe(1);
});

test('the edge of Agent Report at a desk cuts no figure and no word of a heading', {
  tag: ['@AGT-14', '@UI-42'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/agents/report`);
  await ready(page);
  const cut = await page.getByRole('region', { name: 'Agent Report' }).evaluate((box) => {
    const edge = box.getBoundingClientRect().right;
    return [...box.querySelectorAll('th, td')].flatMap((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      const { left, right } = words.getBoundingClientRect();
      return left < edge && right > edge - 4 && cell.getAttribute('scope') !== 'colgroup' ? [cell.textContent] : [];
    });
  });
  expect(cut).toEqual([]);
});

test('the overview of a product that nobody bought has its facts where the plot would be', {
  tag: ['@PROD-13', '@UI-42'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(await unsoldProduct());
  const facts = page.getByRole('region', { name: 'Facts', exact: true });
  await expect(facts.getByText('SKU', { exact: true })).toBeVisible();
  const prices = await page.getByRole('region', { name: 'Hubs', exact: true }).boundingBox();
  const box = await facts.boundingBox();
  const [end, other] = [box, prices].map((one) => (one?.y ?? 0) + (one?.height ?? 0)) as [number, number];
  // The column is about as long as the one beside it.
  expect(end).toBeGreaterThan(other - 200);
});

test('the message form asks what, to whom, and last how', { tag: ['@NOTIF-01'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/notification/wizard`);
  const tops: number[] = [];
  for (const field of [
    page.getByLabel('Title', { exact: true }),
    page.getByLabel('Message', { exact: true }),
    page.getByRole('switch', { name: 'Send to all' }),
    page.getByLabel('Recipients', { exact: true }),
    page.getByLabel('Exclude', { exact: true }),
    page.getByRole('switch', { name: 'Send SMS too' }),
    page.getByRole('button', { name: 'Send notification' }),
  ])
    tops.push((await field.boundingBox())?.y ?? -1);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

test('"sold more than issued" stands on one line, and an order has long names on two, on a tablet and on a small desk', {
  tag: ['@B5.4', '@ORD-23', '@UI-42'],
}, async ({ browser }) => {
  const { rows } = (await site.api('admin', 'GET', 'warehouse/read_all', { page: '1', per_page: '100' })) as {
    rows: { _id: string; parent: { _id: string } }[];
  };
  const held = rows.find(({ parent }) => parent._id === 'da_01')?._id ?? '';
  const orders = (await site.api('admin', 'GET', 'order_group/read_all', { page: '1', per_page: '5' })) as {
    rows: { _id: string }[];
  };
  for (const [width, height, hasTouch] of [
    [1280, 800, false],
    [1280, 800, true],
    [800, 1280, true],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch, serviceWorkers: 'block' });
    const page = await context.newPage();
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/warehouses/${held}/products`);
    const words = page.getByText('sold more than issued');
    await expect(words.first()).toBeVisible();
    const lines = await words.evaluateAll((all) => all.map((one) => one.getClientRects().length));
    const heights = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(lines.every((count) => count === 1) && Math.max(...heights) < 22, `${width}: ${heights}`).toBe(true);
    if (!hasTouch) {
      await context.close();
      continue;
    }
    for (const { _id } of orders.rows) {
      await page.goto(`${site.url}/order-groups/${_id}`);
      await ready(page);
      // The column of the hub's stock takes its width when the stock is read.
      await expect
        .poll(() => brokenTexts(page, '#screen tbody td[data-card="lead"] .font-semibold', 2), {
          message: `${width} ${_id}`,
        })
        .toEqual([]);
      const beside = await page
        .locator('#screen .sideways')
        .first()
        .evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(beside, `${width} ${_id}`).toBeLessThanOrEqual(0);
    }
    await context.close();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the figure of a card says what it is, where it could be several things', { tag: ['@UI-42'] }, async ({
    page,
  }) => {
    await signIn(page, site, 'admin');
    for (const [path, word] of [
      ['/close-outs?state=all', 'Cash taken'],
      ['/distributors', 'Products'],
      ['/inventory/stocktakes', 'Counted'],
    ] as const) {
      await page.goto(site.url + path);
      const figure = page.locator('#screen tbody tr').first().locator('td[data-card="figure"]');
      await expect(figure, path).toHaveAttribute('data-label', word);
    }
  });

  test('a card of an order begins with who ordered and what is due, and a press on the name opens the order', {
    tag: ['@UI-42', '@ORD-03'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    for (const path of ['/order-groups?from=2020-01-01', '/pending-orders']) {
      await page.goto(site.url + path);
      await ready(page);
      const card = page.locator('#screen tbody tr').first();
      const name = card.locator('td[data-card="lead"] .row-link');
      const [who, due, ref] = await Promise.all(
        [name, card.locator('td[data-card="figure"]'), card.locator('a.row-link.figures')].map((one) =>
          one.boundingBox(),
        ),
      );
      expect(who?.y, path).toBeLessThan(ref?.y ?? 0);
      expect(due?.y, path).toBeLessThan(ref?.y ?? 0);
      // Each fact stands at one place of every card: the amount at the top right, the other facts from the foot upwards.
      const places = await page.locator('#screen tbody tr').evaluateAll((cards) =>
        cards.map((one) => {
          const edge = one.getBoundingClientRect();
          const box = (at: string) => one.querySelector(`[data-card="${at}"]`)?.getBoundingClientRect();
          const foot = ['half', 'state', 'time'].map((at) => {
            const { left = 0, right = 0, bottom = 0 } = box(at) ?? {};
            return [Math.round((at === 'time' ? right : left) - edge.left), Math.round(edge.bottom - bottom)];
          });
          const figure = box('figure');
          return [
            Math.round((figure?.top ?? 0) - edge.top),
            Math.round(edge.right - (figure?.right ?? 0)),
            foot,
          ].join();
        }),
      );
      expect(places.length, path).toBeGreaterThan(3);
      expect([...new Set(places)], path).toHaveLength(1);
      await page.mouse.click((who?.x ?? 0) + 10, (who?.y ?? 0) + (who?.height ?? 0) / 2);
      await expect(page).toHaveURL(/\/order-groups\/[^?]+$/);
    }
  });

  test('a wallet without a difference says so on its card, and shows no sign for no value', {
    tag: ['@RPT-15'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    for (const [path, word] of [
      ['/report-buyer-reconciliation', 'Explained'],
      ['/report-sales-officer-reconciliation', 'Settled'],
    ] as const) {
      await page.goto(site.url + path);
      await ready(page);
      const figures = page.locator('#screen tbody td[data-card="figure"]');
      await expect(figures.filter({ hasText: word }).first(), path).toBeVisible();
      const shown = await figures.allInnerTexts();
      expect(shown.filter((text) => text === '' || text.startsWith('–') || text.startsWith('Difference'))).toEqual([]);
    }
  });

  test('every fact of a card of a list has its word; a phone number, a name, a place or a state needs none', {
    tag: ['@UI-42'],
  }, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, site, 'admin');
    const bare: string[] = [];
    for (const path of [...LISTS, '/buyers/buyer_08/orders']) {
      await page.goto(site.url + path);
      await ready(page);
      bare.push(
        ...(await page.evaluate(() => {
          const found: string[] = [];
          const says =
            /^(Phone|Email|Address|Description|Meta|Kind|Status|Ref|Amount|Difference|Destination|Retailer|Delivery Associate|Location|Store type)$/;
          for (const table of document.querySelectorAll('#screen .cards')) {
            const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent?.trim() ?? '');
            for (const cell of table.querySelectorAll<HTMLTableCellElement>('tbody tr:nth-child(-n + 5) > td')) {
              if (!/^(fact|figure|time)$/.test(cell.dataset.card ?? '') || !cell.checkVisibility()) continue;
              if (cell.dataset.label || /^(\d{1,2} [A-Z]|$)/.test(cell.textContent ?? '') || cell.querySelector('time'))
                continue;
              if (!says.test(heads[cell.cellIndex] ?? '')) found.push(`${location.pathname} ${heads[cell.cellIndex]}`);
            }
          }
          return [...new Set(found)];
        })),
      );
    }
    expect(bare).toEqual([]);
  });

  test('Agent Report shows figures beside the name', { tag: ['@AGT-14'] }, async ({ page }) => {
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/agents/report`);
    const row = page.getByRole('table', { name: 'Agent Report' }).locator('tbody tr').first();
    const figure = await row.locator('td.figures:visible').first().boundingBox();
    expect((figure?.x ?? 999) + (figure?.width ?? 0)).toBeLessThan(390);
    await expect(row).toContainText(/\+234(\s\d{3}){2}\s\d{4}/);
  });

  test('the goods of a close-out are cards, and nothing scrolls sideways', { tag: ['@CLO-08', '@UI-42'] }, async ({
    page,
  }) => {
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/close-outs/da_01`);
    const goods = page.getByRole('table', { name: 'Goods' });
    await expect(goods.getByRole('row').nth(1)).toBeVisible();
    expect(
      await goods.evaluate((table) => {
        const box = table.closest('.sideways') ?? table;
        return box.scrollWidth - box.clientWidth;
      }),
    ).toBeLessThanOrEqual(0);
    const short = goods
      .getByRole('row')
      .filter({ hasText: /\d+ cases?.*₦/ })
      .first();
    await expect(short.locator('td[data-label="Value missing"]')).toBeVisible();
  });

  test('a card of a reconciliation shows what makes the difference; the wallet that it opens has the rest', {
    tag: ['@RPT-15', '@B6.10', '@UI-42'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    for (const [path, table, shown] of [
      ['/report-sales-officer-reconciliation', 'DA Reconciliation', ['Cash collected', 'Closing', 'Stock value held']],
      ['/report-buyer-reconciliation', 'Buyer Reconciliation', ['Orders', 'Cash', 'Closing']],
    ] as const) {
      await page.goto(site.url + path);
      const row = page.getByRole('table', { name: table }).locator('tbody tr').first();
      await expect(row).toBeVisible();
      const labels = await row
        .locator('td[data-card="pair"]')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.checkVisibility()).map((cell) => cell.getAttribute('data-label')),
        );
      expect(labels).toEqual([...shown]);
    }
  });
});

test('lists and reports have one head: title, tabs and acts at one place, in one size, on one ground', {
  tag: ['@UI-07', '@RPT-05'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  const headOf = () =>
    page.locator('#screen header').evaluate((head) => {
      const title = head.querySelector('h1');
      if (!title) throw new Error('no title');
      const { left, top } = title.getBoundingClientRect();
      const { fontSize, fontWeight } = getComputedStyle(title);
      const tab = head.querySelector('.list-tabs :is(button, [role="tab"])');
      // A phone has "Print" behind "More actions" where there are more than two acts.
      const print = [...head.querySelectorAll('button')].find(
        (one) => (one.textContent?.trim() === 'Print' || one.ariaLabel === 'More actions') && one.checkVisibility(),
      );
      return {
        title: `${Math.round(left)} ${fontSize} ${fontWeight} ${getComputedStyle(head).backgroundColor}`,
        top: Math.round(top),
        tabs: tab ? Math.round(tab.getBoundingClientRect().left) : null,
        acts: print ? Math.round(print.getBoundingClientRect().top) : null,
      };
    });
  const LISTS_OF_ALL = [
    '/brands',
    '/order-groups',
    '/purchase-orders',
    '/inventory/stocktakes',
    '/close-outs?state=all',
  ];
  const REPORTS = [
    '/inventory/report',
    '/order-summary',
    '/order-fulfilment',
    '/report-buyer-retention',
    '/running-out',
    '/expiring',
  ];
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const heads: Awaited<ReturnType<typeof headOf>>[] = [];
    for (const path of [...LISTS_OF_ALL, ...REPORTS]) {
      await page.goto(site.url + path);
      const print = page.getByRole('button', { name: 'Print', exact: true });
      const more = page.getByRole('button', { name: 'More actions' });
      await expect((width === 390 ? print.or(more) : print).filter({ visible: true }), path).toHaveCount(1);
      heads.push(await headOf());
      if (await more.isVisible()) await more.click();
      await expect(print, path).toBeVisible();
      await expect(print, path).toHaveCount(1);
    }
    expect([...new Set(heads.map(({ title }) => title))], `${width}`).toHaveLength(1);
    expect([...new Set(heads.map(({ acts }) => acts))], `${width}`).toHaveLength(1);
    if (width === 1440)
      expect([...new Set(heads.map(({ tabs }) => tabs).filter((left) => left !== null))]).toHaveLength(1);
  }
});

test('on a phone the first goods of "Running out" begin before two thirds of the window', {
  tag: ['@COV-20'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/running-out?show=all`);
  const first = page.getByRole('table', { name: 'Goods that run out' }).locator('tbody tr').first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.y).toBeLessThan(563);
});

test('the columns of a short list stand together on a wide desk, and its menu stays at the end', {
  tag: ['@UI-07', '@MFR-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const path of ['/manufacturers', '/brands', '/categories']) {
    await page.goto(site.url + path);
    await ready(page);
    const heads = page.locator('#screen thead th');
    const [name, status] = await Promise.all([
      heads.filter({ hasText: 'Name' }).boundingBox(),
      heads.filter({ hasText: 'Status' }).boundingBox(),
    ]);
    expect((status?.x ?? 0) - (name?.x ?? 0), path).toBeLessThan(720);
  }
});

test('the form of a brand shows the picture that the list draws', { tag: ['@BRAND-07'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/brands`);
  await ready(page);
  const row = page.locator('#screen tbody tr').first();
  const drawn = await row.locator('.pack').first().getAttribute('class');
  await row.getByRole('link').first().click();
  const form = page.locator('#screen form, #screen').getByText('JPG or PNG').locator('../..').locator('.pack');
  await expect(form).toBeVisible();
  const own = (text: string | null) => text?.split(' ').filter((one) => /^pack-?\w*\d/.test(one));
  expect(own(await form.getAttribute('class'))).toEqual(own(drawn));
});

/** What the menu of a row has, of each list of records. */
const MENUS: readonly (readonly [path: string, items: readonly string[]])[] = [
  ['/purchase-orders', ['View', 'Edit']],
  ['/products', ['View', 'Edit']],
  ['/buyers', ['View', 'Edit', 'Balance History', 'Take an order']],
  ['/warehouses', ['Products', 'Edit']],
  ['/areas', ['Locations', 'Edit']],
  ['/agents', ['View', 'Edit']],
  ['/sales-officers?role=sales_officer.rep', ['View', 'Edit', 'Retailers']],
  ['/distributor-officers', ['View', 'Edit']],
  ['/sellers', ['View', 'Edit', 'Manufacturers']],
  ['/distributors', ['View', 'Edit', 'Products']],
  ['/brands', ['Edit', 'View products', 'Upload products']],
  ['/categories', ['Edit', 'Products']],
  ['/managers', ['Edit']],
  ['/manufacturers', ['Edit']],
  ['/locations', ['Edit']],
  ['/store-types', ['Edit']],
  ['/cohorts', ['Edit']],
];

test('the menu of a row has in every list what the row opens, then the form, then what belongs to the record', {
  tag: ['@UI-42', '@WH-03', '@AREA-01', '@MFR-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, items] of MENUS) {
    await page.goto(site.url + path);
    await ready(page);
    await openRowMenu(page.locator('#screen tbody tr').first());
    const menu = page.locator('.row-menu-list:popover-open');
    const texts = await menu.locator('a, button').allInnerTexts();
    expect(texts.slice(0, items.length), path).toEqual(items);
    await expect(menu.locator('svg'), path).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
});

test('the acts of a head are its own, then Print, then Export, then the main one', { tag: ['@UI-42'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, acts] of [
    ['/discrepancies', ['Trend', 'Print', 'Export']],
    ['/discrepancies/trend', ['Lines', 'Print', 'Export']],
    ['/agents', ['Report', 'Print', 'Export', 'Create Agent']],
    ['/brands', ['Reorder', 'Print', 'Create Brand']],
    ['/buyers', ['Print', 'Export', 'Create Buyer']],
    ['/agents/report', ['Print', 'Export']],
    ['/order-summary', ['Print', 'Export']],
  ] as const) {
    await page.goto(site.url + path);
    await ready(page);
    const shown = await page.locator('.list-actions > :is(a, button):not(.list-more)').allInnerTexts();
    expect(shown, path).toEqual(acts);
  }
});

test('all amounts of a table have kobo, or none has', { tag: ['@CONST-10', '@RPT-15', '@REP-01', '@WH-17'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const { rows } = (await site.api('admin', 'GET', 'warehouse/read_all', { page: '1', per_page: '1' })) as {
    rows: { _id: string }[];
  };
  for (const path of [
    '/inventory/report',
    '/report-sales-officer-reconciliation',
    '/report-buyer-reconciliation',
    '/order-summary',
    '/order-value-summary',
    '/sales-officers?role=sales_officer.rep',
    `/warehouses/${rows[0]?._id}/products`,
    '/expiring',
    '/discrepancies',
  ]) {
    await page.goto(site.url + path);
    await ready(page);
    const table = page.locator('#screen table:not(figure *)').first();
    await expect(table, path).toContainText('₦');
    const amounts = ((await table.textContent()) ?? '').match(/₦[\d,]+(\.\d\d)?/g) ?? [];
    const isWith = amounts.map((amount) => amount.includes('.'));
    expect(new Set(isWith).size, `${path} ${amounts.slice(0, 20).join(' ')}`).toBe(1);
  }
  // The sums of several kinds of transfers follow one rule too, in one line.
  await page.goto(`${site.url}/purchase-orders`);
  await ready(page);
  const foot = page.getByRole('navigation', { name: 'Pages' });
  await expect(foot.locator('.sum').nth(3)).toBeVisible();
  const sums = await foot.locator('.sum strong').allInnerTexts();
  expect(new Set(sums.map((amount) => amount.includes('.'))).size, sums.join(' ')).toBe(1);
  expect((await foot.boundingBox())?.height).toBeLessThanOrEqual(36);
});

test('the products of an associate are counted alike in the list of warehouses and on the page; goods sold without stock stand below', {
  tag: ['@WH-17', '@B4.3', '@B5.4'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/warehouses?parent_type=sales_officer&per_page=100`);
  await ready(page);
  const list = await page.locator('#screen tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      to: row.querySelector('a.row-link')?.getAttribute('href') ?? '',
      products: [...row.querySelectorAll('td')].find((cell) => cell.dataset.label === 'Products')?.textContent ?? '',
    })),
  );
  let below = 0;
  for (const { to, products } of list.filter((one) => /^\d+$/.test(one.products)).slice(0, 8)) {
    await page.goto(site.url + to);
    const own = page.getByRole('region', { name: 'Products' });
    await expect(own.getByRole('heading', { name: `Products (${products})` }), to).toBeVisible();
    const line = own.locator('.group-head');
    if ((await line.count()) === 0) continue;
    below += 1;
    await expect(line).toHaveText(/^\d+ products? sold without stock here$/);
  }
  expect(below).toBeGreaterThan(0);
});

test('the columns of a desk share the free width of a table', { tag: ['@DISC-23', '@UI-07'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const path of ['/claims', '/discrepancies/trend', '/inventory/stocktakes', '/distributors']) {
    await page.goto(site.url + path);
    await ready(page);
    const widest = await page
      .locator('#screen table:not(figure *)')
      .first()
      .locator('thead th')
      .evaluateAll((heads) => Math.max(...heads.map((head) => head.getBoundingClientRect().width)));
    expect(widest, path).toBeLessThan(600);
  }
});

test('on a phone each fact of a list has one place in all cards, and the acts of a record stand beside its title', {
  tag: ['@UI-42'],
}, async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of LISTS) {
    await goSettled(page, path);
    found.push(
      ...(await page.locator('#screen .cards > tbody').evaluateAll((lists) =>
        lists.flatMap((list) => {
          const places = new Map<string, Set<number>>();
          for (const cell of list.querySelectorAll<HTMLElement>('td[data-card="fact"][data-label]:not(.text-right)')) {
            const card = cell.closest('tr')?.getBoundingClientRect().left ?? 0;
            const { left, width } = cell.getBoundingClientRect();
            const known = places.get(cell.dataset.label ?? '') ?? new Set();
            if (width > 0) places.set(cell.dataset.label ?? '', known.add(Math.round(left - card)));
          }
          return [...places].flatMap(([word, at]) => (at.size > 1 ? [`${location.pathname} ${word}: ${[...at]}`] : []));
        }),
      )),
    );
  }
  expect(found).toEqual([]);
  await goSettled(page, '/close-outs/da_01');
  const [title, act] = [page.locator('#screen h1'), page.getByRole('button', { name: 'Close day' })];
  const [of, own] = [await title.boundingBox(), await act.boundingBox()];
  expect(own?.y).toBeLessThan((of?.y ?? 0) + 12);
  expect(own?.x).toBeGreaterThanOrEqual((of?.x ?? 0) + (of?.width ?? 0));
});

test('in a card of a phone the heading begins where the rows do', { tag: ['@UI-42'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'admin');
  const [order] = (await site.api('admin', 'GET', 'purchase_order/read_all')) as readonly { _id: string }[];
  const found: string[] = [];
  let seen = 0;
  for (const path of [`/purchase-orders/${order?._id}`, '/products/product_6033000085214/update?tab=overview']) {
    await goSettled(page, path);
    const edges = await page.locator('#screen .shadow-card').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const heading = card.querySelector('h2:not(.sr-only)');
        const row = card.querySelector('.cards > tbody > tr:not(.group-head)');
        if (!heading || !row || heading.closest('.shadow-card') !== card) return [];
        const left = (of: Element) => {
          const range = document.createRange();
          range.selectNodeContents(of);
          return Math.round(range.getBoundingClientRect().left);
        };
        const padding = Number.parseFloat(getComputedStyle(row).paddingLeft);
        return [{ words: heading.textContent, at: left(heading), row: row.getBoundingClientRect().left + padding }];
      }),
    );
    seen += edges.length;
    for (const { words, at, row } of edges)
      if (Math.abs(at - row) > 1) found.push(`${path}: “${words}” begins at ${at} px, its rows at ${row} px`);
  }
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThan(0);
});
