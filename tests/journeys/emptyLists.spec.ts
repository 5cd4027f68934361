/** A list in which nothing is found says what, why and what to do next, in one form. */
import { expect, test } from '@playwright/test';
import { LISTS } from '../support/screens.ts';
import { goSettled } from '../support/settled.ts';
import { noWorker, openAs, siteOfFile } from '../support/site.ts';

test.use({ ...noWorker, viewport: { width: 1280, height: 800 } });
const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

test('a search that finds nothing: one drawing, one reason, one button that brings the rows back', {
  tag: ['@UI-25'],
}, async ({ page }) => {
  await openAs(page, site, 'admin', site.url);
  const forms = new Set<string>();
  for (const list of LISTS) {
    await goSettled(page, `${list}${list.includes('?') ? '&' : '?'}search=zzzz+nothing`);
    const why = page.getByText('No match for “zzzz nothing”', { exact: false });
    await expect(why, list).toHaveCount(1);
    const box = why.locator('xpath=ancestor::div[*[name()="svg"]][1]');
    const clear = box.getByRole('button', { name: 'Clear search and filters' });
    await expect(box.getByRole('button'), list).toHaveCount(list.startsWith('/order-groups') ? 2 : 1);
    const sizes = await box.evaluate((all) => {
      const [drawing, button] = [all.querySelector('svg'), all.querySelector('button')].map((one) =>
        one?.getBoundingClientRect(),
      );
      const name = all.querySelector('use')?.getAttribute('href');
      return `${name} ${drawing?.width} x ${drawing?.height}, ${button?.height}`;
    });
    forms.add(sizes);
    await clear.click();
    await expect(page.locator('#screen tbody tr').first(), list).toBeVisible();
    await expect(why).toHaveCount(0);
    await expect(page.getByRole('searchbox').or(page.locator('#screen input[type="search"]')).first()).toBeFocused();
  }
  expect([...forms]).toHaveLength(1);
});

test('a search inside a card has a way out, too', { tag: ['@UI-25'] }, async ({ page }) => {
  await openAs(page, site, 'admin', `${site.url}/config-wizard?search=zzzz`);
  for (const path of ['/config-wizard?search=zzzz', '/sellers/hub_lagos_mushin/manufacturers']) {
    await goSettled(page, path);
    const search = page.locator('#screen input[type="search"]').first();
    await search.fill('zzzz');
    const clear = page.getByRole('button', { name: 'Clear search', exact: true });
    await expect(page.getByText('No match for “zzzz”', { exact: false }), path).toBeVisible();
    await clear.click();
    await expect(search).toHaveValue('');
    await expect(clear).toHaveCount(0);
  }
});
