/** What somebody who had built nothing found on the desk (docs/proof/look.md), kept from coming back. */
import { expect, test } from '@playwright/test';
import { LISTS } from '../support/screens.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every button beside the title of a list has a sign, where its words step aside', { tag: ['@UI-42'] }, async ({
    page,
  }) => {
    await signIn(page, site, 'admin');
    const bare: string[] = [];
    for (const path of [...LISTS, '/inventory/stocktakes']) {
      await page.goto(site.url + path);
      await page.locator('#screen tbody tr').first().waitFor();
      bare.push(
        ...(await page.evaluate(() =>
          [...document.querySelectorAll('.list-actions > :is(a, button)')]
            .filter((one) => one.checkVisibility() && !one.querySelector('svg'))
            .map((one) => `${location.pathname}: ${one.textContent}`),
        )),
      );
    }
    expect(bare).toEqual([]);
  });

  test('the menu of a card lies on no text of it', { tag: ['@UI-42'] }, async ({ page }) => {
    await signIn(page, site, 'admin');
    const under: string[] = [];
    for (const path of LISTS) {
      await page.goto(site.url + path);
      await page.locator('#screen tbody tr').first().waitFor();
      under.push(
        ...(await page.evaluate(() => {
          const found: string[] = [];
          for (const row of document.querySelectorAll('#screen .cards > tbody > tr')) {
            const dots = row.querySelector('td[data-card="menu"] svg')?.getBoundingClientRect();
            if (!dots) continue;
            const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
            for (let node = texts.nextNode(); node; node = texts.nextNode()) {
              if (node.parentElement?.closest('[data-card="menu"], .sr-only')) continue;
              const range = document.createRange();
              range.selectNodeContents(node);
              for (const box of range.getClientRects())
                if (
                  box.right > dots.left &&
                  box.left < dots.right &&
                  box.bottom > dots.top + 4 &&
                  box.top < dots.bottom - 4
                )
                  found.push(`${location.pathname}: ${node.textContent}`);
            }
          }
          return found;
        })),
      );
    }
    expect(under).toEqual([]);
  });

  test('the amounts of a stocktake have their words on a card', { tag: ['@each-change', '@STK-36'] }, async ({
    page,
  }) => {
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/inventory/stocktakes`);
    const posted = page.getByRole('row').filter({ hasText: 'Posted' }).first();
    const amounts = posted.locator('td:not([data-label])').filter({ hasText: '₦' });
    await expect(posted).toBeVisible();
    await expect(amounts).toHaveCount(0);
  });

  test('the chosen tab of a list is seen whole', { tag: ['@each-change', '@UI-41'] }, async ({ page }) => {
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/sales-officers?role=sales_officer.rep`);
    await expect(page.getByRole('navigation', { name: 'Saved filters' }).getByText(/^Associates/)).toBeInViewport({
      ratio: 1,
    });
  });
});

test('who sees no areas and cohorts is offered none of them as recipients', { tag: ['@NOTIF-02'] }, async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/notification/wizard`);
  const group = page.getByRole('group', { name: 'Or a group of retailers' });
  await expect(group.getByText('No order for')).toBeVisible();
  await expect(group.getByText('Hub', { exact: true })).toBeVisible();
  await expect(group.getByText('Cohort', { exact: true })).toHaveCount(0);
  await page.waitForLoadState('load');
  expect(refused).toEqual([]);
});

test('every typed word of a hit is marked in the search', { tag: ['@B14.10'] }, async ({ page }) => {
  await signIn(page, site, 'admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').pressSequentially('knorr fish', { delay: 120 });
  const hit = page.getByRole('option', { name: /^Knorr Fish Cubes/ });
  await expect(hit.locator('.text-accent')).toHaveText(['Knorr', 'Fish']);
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 800, height: 1280 }, hasTouch: true });

  test('an upright tablet shows two pages of a list, one in landscape has room for one', {
    tag: ['@CONST-06'],
  }, async ({ page }) => {
    await signIn(page, site, 'admin');
    await page.goto(`${site.url}/warehouses`);
    await expect(page.locator('#screen tbody tr')).toHaveCount(20);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.url}/warehouses`);
    await expect(page.locator('#screen tbody tr')).toHaveCount(10);
  });
});
