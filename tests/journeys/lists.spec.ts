/** Every list as people look at it, in four sizes: no figure is cut or covered, the rows fit, keys and menus work. */
import { expect, type Page, test } from '@playwright/test';
import { setFilter } from '../support/filterChip.ts';
import { openRowMenu } from '../support/rowMenu.ts';
import { LISTS } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { exportedRows } from '../support/sheet.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** Lists with figures above and sums below the rows. */
const SUMMED = ['/report-buyer-reconciliation', '/report-sales-officer-reconciliation'];
/** Other tables: a wallet, a warehouse, a retailer's orders, the tables of reports. */
const OTHERS = [
  '/sales-officers/da_01/balance',
  '/distributors/dist_adeola/balance',
  '/buyers/buyer_08/orders',
  '/order-summary',
  '/order-value-summary',
  '/inventory/report',
  '/running-out',
  '/expiring?within=90',
  '/close-outs',
];

/** Another screen of the same page, as a press on the menu opens it. */
async function go(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction((title) => document.title !== title, before);
  await page.locator('#screen tbody tr').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('#screen [aria-label="Loading"], .rows-are-old'));
}

/**
 * What is wrong with the figures of the shown tables (those of plots aside): cut, broken over lines, beyond the edge, or behind something. `scrolls`: a
 * table in a card may be wider than its card; what lies beyond the edge is scrolled to.
 */
const faults = (page: Page, scrolls: boolean) =>
  page.evaluate((scrolls) => {
    const found: string[] = [];
    const FIGURE =
      /^(Owes |Over by |[-−+*])?\s?(₦[\d,.]+|[\d,.]+|PO-\w+|\d{1,2} \w{3}(, \d\d:\d\d)?|\+234(\s\d{3}){2}\s\d{4})$/;
    const words = document.createTreeWalker(
      document.querySelector('#screen') as Element,
      NodeFilter.SHOW_TEXT,
      (node) =>
        node.parentElement?.closest('table') && !node.parentElement.closest('figure')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_SKIP,
    );
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const text = (node.textContent ?? '').trim();
      const holder = node.parentElement as HTMLElement;
      if (!FIGURE.test(text) || !holder.checkVisibility() || holder.closest('.sr-only, .actual')) continue;
      // It stepped aside for the eye and is only read out.
      if (holder.clientWidth === 1 && getComputedStyle(holder).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`broken: ${text}`);
      for (let box: HTMLElement | null = holder; box && box.tagName !== 'TR'; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'visible')
          found.push(`cut: ${text}`);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const card = scrolls ? holder.closest('.sideways')?.getBoundingClientRect() : undefined;
      if (card && right > card.right) continue;
      if (left < -1 || right > document.documentElement.clientWidth + 1) found.push(`outside: ${text}`);
      const head = document.querySelector('#screen thead')?.getBoundingClientRect().bottom ?? 0;
      // Rows go under the sums at the foot, as they go under the head.
      const below = holder.closest('tfoot') ? '[data-pager]' : ':is(tfoot tr, [data-pager])';
      // On a phone rows go under the bar of places.
      const end = document.querySelector('nav[data-bottom-bar]')?.getBoundingClientRect().top || innerHeight;
      const foot = Math.min(document.querySelector(`#screen ${below}`)?.getBoundingClientRect().top ?? end, end);
      if (top < Math.max(head, 55) || bottom > Math.min(foot, innerHeight)) continue;
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        const cell = hit?.closest('td, th');
        // A cell of the same row that stays at an edge covers figures too.
        const isOther = cell && cell !== holder.closest('td, th');
        if (hit && (isOther || !hit.closest('tr')?.contains(holder))) found.push(`covered: ${text}`);
      }
    }
    // No text lies on that of another cell. What a box cuts off is not seen.
    const seen = (cell: Element) => {
      const boxes: DOMRect[] = [];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left, right, top, bottom } = range.getBoundingClientRect();
        for (let box = node.parentElement; box && box !== cell; box = box.parentElement) {
          if (getComputedStyle(box).overflowX === 'visible') continue;
          const edge = box.getBoundingClientRect();
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        if (right - left > 1 && bottom - top > 1) boxes.push(new DOMRect(left, top, right - left, bottom - top));
      }
      return boxes;
    };
    for (const row of document.querySelectorAll('#screen tr')) {
      if (row.closest('figure')) continue;
      const cells = [...row.children].filter((cell) => cell.checkVisibility());
      const boxes = cells.map(seen);
      for (const [at, own] of boxes.entries())
        for (const [more, others] of boxes.entries())
          for (const one of own)
            for (const other of others)
              if (
                more > at &&
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6
              )
                found.push(`on one another: ${cells[at]?.textContent} | ${cells[more]?.textContent}`);
    }
    return [...new Set(found)];
  }, scrolls);

/** Where words begin less than 24 px after the figure of the column before them. */
const touching = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const isRight = (cell: Element) => getComputedStyle(cell).textAlign === 'right';
    const edges = (cell: Element) => {
      const boxes: DOMRect[] = [];
      const range = document.createRange();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (
          !node.textContent?.trim() ||
          (node.parentElement?.clientWidth === 1 && node.parentElement.clientHeight === 1)
        )
          continue;
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      return { left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)) };
    };
    for (const row of document.querySelectorAll('#screen tr')) {
      const cells = [...row.children].filter(
        (cell) => cell.checkVisibility() && !cell.querySelector('.row-menu, .sr-only:only-child'),
      );
      for (const [at, cell] of cells.entries()) {
        const next = cells[at + 1];
        if (!next || row.closest('figure') || !isRight(cell) || isRight(next)) continue;
        const gap = edges(next).left - edges(cell).right;
        if (Math.abs(gap) < 23.5) found.push(`${Math.round(gap)} px: ${cell.textContent} | ${next.textContent}`);
      }
    }
    return [...new Set(found)].slice(0, 3);
  });

/** How many whole rows stand between head and foot. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const foot =
      document.querySelector('#screen :is(tfoot tr, [data-pager])')?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll('#screen tbody tr')].filter(
      (row) => row.getBoundingClientRect().bottom <= foot + 1,
    ).length;
  });

test('no list cuts, breaks or covers a figure in any size, and 18 rows fit at 1440x900', { tag: ['@UI-42'] }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of [...LISTS, ...SUMMED, ...OTHERS]) {
    const isList = !OTHERS.includes(path);
    const least = SUMMED.includes(path) ? 14 : 18;
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page, path);
    if (isList) {
      // Of all rows that there are, not of those that a page of the documents' size has.
      const shown = (await page.locator('[data-pager] > span').first().textContent()) ?? '';
      const all = Number(/ of ([\d,]+)/.exec(shown)?.[1]?.replace(',', ''));
      const whole = await wholeRows(page);
      if (!(whole >= Math.min(all, least))) found.push(`${path}: ${whole} of ${all} rows`);
    }
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1920, 1080],
      [800, 1280],
      [390, 844],
    ] as const) {
      // The cards beside a record's own are as wide as before on a phone.
      if (!isList && width === 390) continue;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      found.push(...(await faults(page, !isList)).map((one) => `${path} at ${width}: ${one}`));
      if (width > 390) found.push(...(await touching(page)).map((one) => `${path} at ${width}: ${one}`));
    }
  }
  expect(found).toEqual([]);
});

test('the names of orders are whole at 1440 and 1280; the phone number steps aside first', {
  tag: ['@ORD-04'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2020-01-01&per_page=100`);
  const rows = page.locator('#screen tbody tr');
  await expect(rows.nth(20)).toBeVisible();
  const cut = () =>
    page
      .locator('#screen tbody .cut')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0 ? [one.textContent] : [],
        ),
      );
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await cut(), String(width)).toEqual([]);
  }
  // It is still read out, and a wide list shows it.
  await expect(rows.first().locator('.phone-aside')).toHaveText(/^\+234(\s\d{3}){2}\s\d{4}$/);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect((await rows.first().locator('.phone-aside').boundingBox())?.width).toBeGreaterThan(60);
});

test('the details of orders leave the reference and the amount due in sight, however far the list is scrolled', {
  tag: ['@ORD-03', '@ORD-06'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/order-groups?from=2020-01-01&per_page=20`);
  const list = page.locator('.list-rows');
  await expect(list.locator('tbody tr').nth(2)).toBeVisible();
  await page.getByText('Show details', { exact: true }).click();
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [820, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const left of [0, 200, 5_000]) {
      const [ref, due] = await list.evaluate((box, to) => {
        box.scrollLeft = to;
        const edge = box.getBoundingClientRect();
        return ['.pin-start', '.pin-end'].map((name) => {
          const cell = box.querySelector(`tbody ${name}`)?.getBoundingClientRect();
          return cell && cell.left >= edge.left - 1 && cell.right <= edge.right + 1 ? cell.right - edge.left : null;
        });
      }, left);
      expect([ref, due], `${width} at ${left}`).not.toContain(null);
      expect(due ?? 0, `${width} at ${left}`).toBeGreaterThan((ref ?? 0) + 60);
    }
  }
});

test('the names of transfers are whole at a desk, beside an open row and on 800 px, each in a row of one height', {
  tag: ['@PO-03'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await goSettled(page, '/purchase-orders?per_page=100');
  const rows = page.locator('#screen tbody tr');
  const faultsOfNames = () =>
    rows.evaluateAll((all) => [
      ...all.flatMap((row) => (row.clientHeight > 39 ? [`high: ${row.textContent}`] : [])),
      ...all.flatMap((row) =>
        [...row.querySelectorAll('.cut')].flatMap((one) =>
          one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [],
        ),
      ),
    ]);
  expect(await faultsOfNames(), 'at 1440').toEqual([]);
  await expect(page.getByRole('columnheader', { name: 'Tag' })).toBeVisible();
  await rows.nth(2).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-peeking');
  expect(await faultsOfNames(), 'beside a row').toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect(rows.first()).toBeVisible();
  expect(await faultsOfNames(), 'at 800').toEqual([]);
});

test('the first press on a column of money puts the largest on top, of debts the largest debt, with its word', {
  tag: ['@BUY-01', '@ORD-03', '@A9'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const [path, head, figure] of [
    ['/order-groups?from=2020-01-01', 'Invoice Due (NGN)', /^(?:\* vs ₦[\d,.]+)?₦([\d,]+(?:\.\d\d)?)/],
    ['/buyers?status=all', 'Retailer outstanding', /^Owes ₦([\d,.]+)$/],
  ] as const) {
    await goSettled(page, path);
    const column = page.getByRole('columnheader', { name: head });
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    const at = await column.evaluate((one) => (one as HTMLTableCellElement).cellIndex);
    const figures = async () =>
      (await page.locator(`#screen tbody td:nth-child(${at + 1})`).allTextContents())
        .slice(0, 5)
        .map((text) => Number(figure.exec(text.trim())?.[1]?.replaceAll(',', '') ?? Number.NaN));
    await expect
      .poll(async () => {
        const shown = await figures();
        return shown.length === 5 && shown.every((one, place) => one > 0 && one <= (shown[place - 1] ?? one));
      })
      .toBe(true);
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
  }
  // No minus stands before owed money.
  await expect(page.locator('#screen tbody', { hasText: '−₦' })).toHaveCount(0);
});

test('j, k, arrows and Enter work on a list from the page itself and from any part of a row', {
  tag: ['@UI-41'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const path of ['order-groups?from=2020-01-01', 'purchase-orders', 'products', 'warehouses']) {
    await page.goto(`${site.url}/${path}`);
    const rows = page.locator('#screen tbody tr[tabindex]');
    await expect(rows.nth(3)).toBeVisible();
    await page.keyboard.press('j');
    await expect(rows.nth(0), path).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect(rows.nth(2), path).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.nth(1), path).toBeFocused();
    // With the focus on the link of a row.
    await rows.nth(1).getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(2), path).toBeFocused();
    // A letter that is typed into the search stays there.
    await page.keyboard.press('/');
    await page.keyboard.type('j');
    await expect(page.getByRole('searchbox').first(), path).toHaveValue('j');
    await page.goto(`${site.url}/${path}`);
    await expect(rows.nth(3)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page, path).toHaveURL(new RegExp(`/${path.split('?')[0]}/[^/?]+`));
  }
});

test('a high window shows two pages of a list at once, and turns by two; a size that was chosen is one page', {
  tag: ['@CONST-06', '@WH-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/warehouses`);
  const rows = page.locator('#screen tbody tr');
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(rows).toHaveCount(20);
  await expect(pager).toContainText('1–20 of');
  // The range, the number and the size say the same: two pages of the documents' size are one of twenty rows.
  await expect(pager.getByLabel('Page', { exact: true })).toHaveValue('1');
  await expect(pager).toContainText('/ 2');
  await expect(page.getByLabel('Rows per page')).toHaveValue('20');
  await pager.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=3/);
  await expect(pager).toContainText('21–');
  await expect(rows.first().locator('td').first()).toHaveText('21');
  await pager.getByRole('button', { name: 'Previous page' }).click();
  await expect(page).not.toHaveURL(/page=/);
  // An address of the second page shows the window that it stands in.
  await pager.getByLabel('Page', { exact: true }).fill('9');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=3/);
  await page.goto(`${site.url}/warehouses?page=4`);
  await expect(pager).toContainText('21–');
  await page.goto(`${site.url}/warehouses?per_page=10&page=2`);
  await expect(rows).toHaveCount(10);
  await expect(pager).toContainText('11–20 of');
  // A lower window has room for one.
  await page.setViewportSize({ width: 1440, height: 740 });
  await page.goto(`${site.url}/warehouses`);
  await expect(rows).toHaveCount(10);
});

test('a list by keyboard: to the search and out of it, down the rows, into the menu; the focus is never lost', {
  tag: ['@UI-43'],
}, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders`);
  const rows = page.locator('#screen tbody tr');
  await expect(rows).toHaveCount(30);
  const search = page.getByLabel('Search purchase orders');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('hub');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=hub/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/search=/);
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  // A filter that is on says its value and has a cross; taking it off leaves the focus with it.
  const tag = page.getByRole('combobox', { name: 'Tag' });
  await setFilter(tag, 'receipt');
  await expect(page).toHaveURL(/tag=receipt/);
  await page.getByRole('button', { name: 'Remove filter' }).click();
  await expect(page).not.toHaveURL(/tag=/);
  await expect(tag).toBeFocused();
  await openRowMenu(rows.first());
  await expect(rows.first().getByRole('link', { name: /^View/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first().getByRole('link', { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows.first().getByRole('button', { name: /^Actions/ })).toBeFocused();
  // Any page by its number; the last one for a number beyond it.
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await pager.getByLabel('Page', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(pager).toContainText('31–60');
  await pager.getByRole('button', { name: 'First page' }).click();
  await expect(pager).toContainText('1–30');
});

test('the head of a list has words where it has room for them: with the menu folded, and not by the width of the window', {
  tag: ['@UI-07', '@SHELL-13'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/products`);
  const width = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.width ?? 0;
  const more = page.getByRole('button', { name: 'More actions' });
  const history = page.getByRole('button', { name: 'Sales History' });
  // No button is an icon alone: of five as many stand there as have room, the main one and Export among them, and the others open with their words.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(more).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Product' })).toBeVisible();
  expect(await width('Export')).toBeGreaterThan(80);
  await expect(history).toBeHidden();
  // Nothing of it moves when rows and count come, nor while somebody types (still.spec has the whole).
  const place = () => page.getByRole('button', { name: 'Export' }).boundingBox();
  const before = await place();
  await page.getByRole('searchbox').fill('milo');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(5)');
  expect(await place()).toEqual(before);
  await more.click();
  expect(await width('Sales History')).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await more.click();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.setViewportSize({ width: 1360, height: 800 });
  await expect.poll(() => width('Sales History')).toBeGreaterThan(100);
  await expect(more).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(history).toBeHidden();
  // Two buttons fit where five do not.
  await page.goto(`${site.url}/purchase-orders`);
  await expect.poll(() => width('Export')).toBeGreaterThan(80);
});

test('rows are chosen by mouse, by a range and by key, summed up and exported; another search or filter clears the choice', {
  tag: ['@UI-43', '@PO-01', '@ORD-03'],
}, async ({ page, browser }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders`);
  const rows = page.locator('#screen tbody tr');
  await expect(rows).toHaveCount(30);
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await expect(bar).toHaveCount(0);
  // The box stands where the number does, and takes nothing from the row's press.
  await rows.nth(0).hover();
  await rows.nth(0).getByRole('checkbox').click();
  await expect(page).toHaveURL(/purchase-orders$/);
  await expect(bar).toContainText('1 chosen');
  await rows
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 chosen');
  await rows.nth(5).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('5 chosen');
  await page.keyboard.press('x');
  await expect(bar).toContainText('4 chosen');
  const refs = (await rows.locator('td:nth-child(4) a').allTextContents()).slice(0, 4);
  const amounts = await rows.locator('td:nth-child(9)').allTextContents();
  const naira = (text: string) => Number(text.replace(/[^\d.]/g, ''));
  const sum = amounts.slice(0, 4).reduce((all, text) => all + naira(text), 0);
  expect(naira((/₦[\d,.]+/.exec((await bar.textContent()) ?? '') ?? [''])[0])).toBeCloseTo(sum, 2);
  // A page further they are still chosen.
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows.first().locator('td').first()).toHaveText('31');
  await expect(bar).toContainText('4 chosen');
  const exported = await exportedRows(page, 'Export 4');
  expect(exported.slice(1).map((cells) => cells.filter((cell) => /^PO-/.test(String(cell))))).toEqual(
    refs.map((ref) => [ref]),
  );
  // All rows shown, and none; Escape clears.
  const all = page.getByRole('checkbox', { name: 'Choose all rows shown' });
  await all.click();
  await expect(bar).toContainText('34 chosen');
  await page.getByRole('checkbox', { name: 'Choose none' }).click();
  await expect(bar).toContainText('4 chosen');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  // What another question shows was not chosen.
  await rows.nth(1).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 chosen');
  await setFilter(page.getByRole('combobox', { name: 'Tag' }), 'receipt');
  await expect(bar).toHaveCount(0);

  await page.goto(`${site.url}/order-groups?from=2026-01-01`);
  await rows.nth(1).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 chosen');
  // The list shows what is due, so the bar names its sums.
  const chosen = (await site.api('admin', 'GET', 'order_group/read_all')) as { ref: string; total: string }[];
  const text = (await rows.nth(1).textContent()) ?? '';
  const { total = '0' } = chosen.find((one) => text.includes(one.ref)) ?? {};
  await expect(bar).toContainText(`Order totals ₦${Math.floor(Number(total)).toLocaleString('en-US')}`);
  await expect(bar).toContainText(/, unpaid ₦[\d,.]+/);
  // A finger opens rows: it has no boxes.
  const tablet = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } });
  const touched = await tablet.newPage();
  await signIn(touched, site, 'admin');
  await touched.goto(`${site.url}/purchase-orders`);
  await expect(touched.locator('#screen tbody tr').first()).toBeVisible();
  await expect(touched.getByRole('checkbox')).toHaveCount(0);
  await tablet.close();
});

test('the foot sums up what the filters let through, not the page', { tag: ['@ORD-03', '@PO-01'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  const foot = page.getByRole('navigation', { name: 'Pages' });
  const figure = async (name: string) => {
    const sum = foot.locator('.pager-sum > span').filter({ hasText: name }).locator('strong');
    return Number(((await sum.textContent()) ?? '').replace(/[^\d.]/g, ''));
  };
  const totals = async (path: string, fields: Record<string, string>) =>
    (await site.api('admin', 'GET', path, fields)) as {
      total: string;
      amount: string;
      kind: string;
      tag: string;
      outstanding: string;
    }[];
  const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Number(text), 0);

  await page.goto(`${site.url}/purchase-orders?tag=receipt&per_page=10`);
  await expect(page.locator('#screen tbody tr')).toHaveCount(10);
  // Goods in and goods out make no sum, so each kind has its own.
  await expect(foot.locator('.pager-sum', { hasText: 'Amount' })).toHaveCount(0);
  const moved = await totals('purchase_order/read_all', { tag: 'receipt' });
  for (const [name, kind] of [
    ['Received', 'shipment_in'],
    ['Rejected', 'shipment_out'],
    ['Returned', 'stock_in'],
    ['Issued', 'stock_out'],
  ] as const)
    expect(await figure(name), name).toBeCloseTo(
      sumOf(moved.filter((one) => one.kind === kind).map((one) => one.amount)),
      2,
    );
  const types = { source_type: 'seller', destination_type: 'sales_officer' };
  await page.goto(`${site.url}/purchase-orders?${new URLSearchParams({ tag: 'receipt', per_page: '10', ...types })}`);
  await expect(page.locator('#screen tbody tr')).toHaveCount(10);
  const receipts = await totals('purchase_order/read_all', { tag: 'receipt', ...types });
  expect(receipts.length).toBeGreaterThan(10);
  expect(await figure('Amount')).toBeCloseTo(sumOf(receipts.map((one) => one.amount)), 2);

  await page.goto(`${site.url}/pending-orders`);
  await expect(page.locator('#screen tbody tr').first()).toBeVisible();
  const pending = await totals('order_group/read_all', { tag: 'pending' });
  expect(await figure('Order totals')).toBeCloseTo(sumOf(pending.map((one) => one.total)), 2);
  expect(await figure('Unpaid')).toBeCloseTo(
    sumOf(pending.map((one) => String(Math.max(0, -Number(one.outstanding))))),
    2,
  );
});

test('a tab says how many rows it has, of the list as of a person', { tag: ['@UI-41', '@PO-02'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/purchase-orders`);
  const tabs = page.getByRole('navigation', { name: 'Saved filters' });
  const title = page.locator('#screen h1');
  for (const [name, address] of [
    ['Not completed', /tag=purchase_order/],
    ['Completed', /tag=receipt/],
  ] as const) {
    const tab = tabs.getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(tab).toHaveText(new RegExp(`^${name}[1-9]\\d*$`));
    const count = (await tab.textContent())?.replace(name, '');
    await tab.click();
    await expect(page).toHaveURL(address);
    await expect(title).toHaveText(`Purchase Orders (${count})`);
    await expect(tab).toHaveAttribute('aria-current', 'true');
  }
  await setFilter(page.getByLabel('Source type'), { label: 'Distributor' });
  await expect(page).toHaveURL(/source_type=distributor/);
  await tabs.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Name of the current filter').fill('Shipped');
  await page.getByRole('button', { name: 'Save filter' }).click();
  const own = tabs.getByRole('button', { name: 'Shipped' });
  await expect(own).toBeFocused();
  // It stands as far from "Completed 164" as that tab from the one before.
  const texts = () =>
    tabs.getByRole('button').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [range.getBoundingClientRect().left, one.lastElementChild?.getBoundingClientRect().right ?? 0] as const;
      }),
    );
  await expect
    .poll(async () => Math.round(((await texts())[3]?.[0] ?? 0) - ((await texts())[2]?.[1] ?? 0)))
    .toBeGreaterThanOrEqual(20);
  await expect(own).toHaveText(/^Shipped[1-9]\d*$/);
  await expect(title).toHaveText(`Purchase Orders (${(await own.textContent())?.replace('Shipped', '')})`);

  // Orders of any day, where the list begins with those of five days.
  await page.goto(`${site.url}/order-groups`);
  const pending = tabs.getByRole('button', { name: 'Pending' });
  await expect(pending).toHaveText(/^Pending[1-9]\d*$/);
  const count = (await pending.textContent())?.replace('Pending', '');
  await pending.click();
  await expect(title).toHaveText(`Order Groups (${count})`);
});

test('density: the device decides, the profile overrules it; saved filters are tabs', { tag: ['@UI-41'] }, async ({
  page,
  browser,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/managers?role=manager.accountant`);
  const height = () =>
    page
      .locator('#screen tbody tr')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  expect(await height()).toBeLessThanOrEqual(40);
  const tabs = page.getByRole('navigation', { name: 'Saved filters' });
  await tabs.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Name of the current filter').fill('Accountants');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(tabs.getByRole('button', { name: 'Accountants' })).toHaveAttribute('aria-current', 'true');
  await tabs.getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/role=/);
  await tabs.getByRole('button', { name: 'Accountants' }).click();
  await expect(page.getByRole('heading', { name: 'Managers (1)' })).toBeVisible();

  await page.goto(`${site.url}/profile`);
  await page.getByLabel('Density').selectOption('roomy');
  // At once, and not only at the next start.
  await expect(page.locator('html')).toHaveAttribute('data-density', 'roomy');
  await page.goto(`${site.url}/managers`);
  expect(await height()).toBeGreaterThanOrEqual(56);
  expect((await page.getByRole('link', { name: 'Create Manager' }).boundingBox())?.height).toBeGreaterThanOrEqual(48);

  const tablet = await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 800 } });
  const touched = await tablet.newPage();
  await signIn(touched, site, 'admin');
  await touched.goto(`${site.url}/managers`);
  const row = touched.locator('#screen tbody tr').first();
  expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThanOrEqual(56);
  await tablet.close();
});

test('Shift with an arrow chooses several rows, and moving back removes them from the choice', {
  tag: ['@UI-43', '@PO-01'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await goSettled(page, '/purchase-orders');
  const rows = page.locator('#screen tbody tr');
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await rows.nth(2).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 chosen');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(rows.nth(3)).toBeFocused();
  await expect(bar).toContainText('2 chosen');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('4 chosen');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(rows.nth(4)).toBeFocused();
  await expect(bar).toContainText('3 chosen');
  // Over the row of the beginning and on in the other direction.
  for (const left of ['2 chosen', '1 chosen', '2 chosen']) {
    await page.keyboard.press('Shift+ArrowUp');
    await expect(bar).toContainText(left);
  }
  await expect(rows.nth(1)).toHaveClass(/is-chosen/);
  await expect(rows.nth(2)).toHaveClass(/is-chosen/);
  // An arrow alone moves and chooses nothing. From there Shift begins anew and keeps what was chosen.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(bar).toContainText('2 chosen');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('4 chosen');
  // From the box that a mouse pressed, too.
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await rows.nth(0).hover();
  await rows.nth(0).getByRole('checkbox').click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 chosen');
});

test('the bar of chosen rows covers no row', { tag: ['@UI-43', '@WCAG-2.4.11'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await goSettled(page, '/purchase-orders');
    const rows = page.locator('#screen tbody tr');
    await rows.nth(1).focus();
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Chosen rows' });
    await expect(bar).toContainText('1 chosen');
    const top = (await bar.boundingBox())?.y ?? 0;
    const box = await page.locator('#screen .list-rows').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), 'where the rows end').toBeLessThanOrEqual(top);
    // The foot below is free: it turns the page.
    const foot = await page.locator('#screen .pager').boundingBox();
    expect(foot?.y ?? 0).toBeGreaterThanOrEqual(top + ((await bar.boundingBox())?.height ?? 0));
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  }
});

test('a link in a cell is as wide as its words, and a press beside it opens the record of the row', {
  tag: ['@ORD-04', '@UI-43'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  for (const path of ['/pending-orders', '/order-groups?from=2026-01-01', '/buyers', '/purchase-orders']) {
    await goSettled(page, path);
    const wider = await page.locator('#screen tbody a').evaluateAll((links) =>
      links.flatMap((link) => {
        const words = document.createRange();
        words.selectNodeContents(link);
        const box = words.getBoundingClientRect();
        const y = box.y + box.height / 2;
        if (y > innerHeight - 60 || box.width === 0) return [];
        const isLink = (x: number) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && link.contains(hit);
        };
        return isLink(box.left - 3) || isLink(Math.min(box.right, link.getBoundingClientRect().right) + 3)
          ? [`beside ${link.textContent}`]
          : link.getBoundingClientRect().width > box.width + 1
            ? [`${link.textContent}: ${link.getBoundingClientRect().width} for ${box.width}`]
            : [];
      }),
    );
    expect(wider.slice(0, 3), path).toEqual([]);
  }
  await goSettled(page, '/pending-orders');
  const name = page.locator('#screen tbody tr').first().locator('a[href^="/buyers/"]');
  const box = await name.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(page).toHaveURL(/\/order-groups\//);
});

test('at a desk short words of a list stand on one line, and no list scrolls sideways', {
  tag: ['@UI-42', '@BUY-01'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  const found: string[] = [];
  for (const path of LISTS) {
    await goSettled(page, path);
    // One long name takes the room of no other column.
    await page
      .locator('#screen .list-rows td .row-link > .cut')
      .first()
      .evaluateAll((names) => {
        for (const name of names)
          name.textContent = 'Àbẹ̀ní Olúwaṣeun Ọlọ́runtóbi Adéyẹmí-Ògúnlẹ́ṣì and Daughters Provisions';
      });
    found.push(
      ...(await page
        .locator('#screen .list-rows')
        .evaluateAll(
          (lists, path) =>
            lists.flatMap((list) => [
              ...(list.scrollWidth > list.clientWidth + 1
                ? [`${path}: ${list.scrollWidth} on ${list.clientWidth}`]
                : []),
              ...[...list.querySelectorAll<HTMLElement>('td .cut.wraps')]
                .filter((one) => (one.textContent ?? '').length <= 20 && one.clientHeight > 20)
                .map((one) => `${path}: two lines for ${one.textContent}`),
            ]),
          path,
        )),
    );
  }
  expect([...new Set(found)]).toEqual([]);
});

test('a field of search shows its key at a desk, and none on a phone', { tag: ['@UI-43'] }, async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, site, 'admin');
  await goSettled(page, '/buyers');
  const key = (of: Page) => of.locator('#screen search').getByText('/', { exact: true });
  await expect(key(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(key(page)).toBeHidden();
  // On a tablet neither, whose owner chose close rows.
  const tablet = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } });
  const touched = await tablet.newPage();
  await signIn(touched, site, 'admin');
  await goSettled(touched, '/buyers');
  await touched.evaluate(() => {
    document.documentElement.dataset.density = 'compact';
  });
  await expect(key(touched)).toBeHidden();
  await tablet.close();
});
