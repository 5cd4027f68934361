/** One vocabulary, one pattern: what differed between screens for no reason (docs/proof/look.md, second mending), kept from coming back. */
import { expect, type Page, test } from '@playwright/test';
import { shownPhone } from '#domain/phone.ts';
import { LISTS } from '../support/screens.ts';
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
    await row.locator('td').last().click();
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
    const to = (await row.getByRole('link').getAttribute('href')) ?? '';
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
    'Delivery Associate',
    'Day',
    'Hub',
    'Ref',
    'Cash taken',
    'Handed in',
    'Status',
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
  await page.getByLabel('Find a retailer by name or phone').fill('+234 80');
  await page
    .getByRole('group', { name: 'Or a group of retailers' })
    .getByLabel('Hub', { exact: true })
    .selectOption({ label: 'Mushin Hub' });
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
  await expect(role).toContainText('As Kasuwa Buyer you see no orders, stock or people.');
  await expect(role).toContainText('buyerdesk@example.test');
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
      expect(
        await brokenTexts(page, '#screen tbody td[data-card="lead"] .font-semibold', 2),
        `${width} ${_id}`,
      ).toEqual([]);
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
            /^(Phone|Email|Address|Description|Meta|Kind|Status|Destination|Retailer|Delivery Associate|Location|Store type)$/;
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
