/** Names of people, hubs and suppliers are whole in close lists; the menu keeps its place until its links are there. */
import { expect, type Page, test } from '@playwright/test';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.use(noWorker);

/** The names of a column that are cut, and the heights of all rows. */
const column = (page: Page, table: string, title: string) =>
  page.getByRole('table', { name: table }).evaluate((found, wanted) => {
    const at = [...found.querySelectorAll('th')].findIndex((head) => head.textContent?.trim() === wanted);
    const rows = [...found.querySelectorAll('tbody tr')];
    const names = rows.flatMap((row) => [...(row.children[at]?.querySelectorAll('.cut') ?? [])]);
    return {
      all: names.length,
      cut: names.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent),
      heights: [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))],
    };
  }, title);

for (const [width, height, path, table, title] of [
  [1280, 800, '/discrepancies', 'Discrepancies', 'Supplier'],
  [1440, 900, '/report-sales-officer-reconciliation', 'DA Reconciliation', 'Hub'],
] as const)
  test(`no name of the column ${title} of ${table} is cut at ${width}, and all rows are of one height`, {
    tag: ['@UI-42'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAs(page, site, 'admin', `${site.url}${path}`);
    await expect(page.getByRole('table', { name: table }).locator('.cut').first()).toBeVisible();
    const measured = await column(page, table, title);
    expect(measured.all).toBeGreaterThan(5);
    expect(measured.cut).toEqual([]);
    expect(measured.heights).toHaveLength(1);
  });

test('until the links of the menu are there grey lines stand in their place, and nothing beside them moves', {
  tag: ['@SHELL-13'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/assets\/Sidebar-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, site, 'staff', `${site.url}/brands`);
  const places = page.locator('.menu-place');
  await expect(places).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const before = (await heading.boundingBox())?.x;
  go();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(places).toHaveCount(0);
  expect((await heading.boundingBox())?.x).toBe(before);
});
