/** The figure and the key that enters it stand at one place on one device, whatever a product brings along: a long name, its stock, a lot, a warning. */
import { expect, type Page, test } from '@playwright/test';
import { receivedInto } from '../support/received.ts';
import { beginAs, linesOf, type Party, quantityField, search } from '../support/receiving.ts';
import { choose, noWorker, siteOfFile } from '../support/site.ts';

const site = siteOfFile();
test.use({ ...noWorker, hasTouch: true });
test.describe.configure({ timeout: 240_000 });
test.beforeAll(() => receivedInto(site, 'Wuse Hub', TRACKED));

/** Tracked by lot in the demo. */
const TRACKED = ['Cadbury Dairy Milk Rum&Raisin', 'Bakers Ginger Nut Biscuits 200 GR'];

/** Where the figure and the large key are, and how large. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    ['input[aria-label="Quantity"]', '[aria-label="Number pad"] button[type="submit"]']
      .map((found) => document.querySelector(found)?.getBoundingClientRect())
      .map((box) => box && [box.x, box.y, box.width, box.height].map(Math.round).join(' '))
      .join(', '),
  );

/** An associate who holds many products, so that a return has ten. */
async function holder(): Promise<string> {
  const officers = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { _id: string; name: string }[];
  const held = await Promise.all(
    officers.map(async ({ _id, name }) => {
      const answer = await site.api('officer2', 'POST', 'warehouse_product/read_by_party', {
        parent_type: 'sales_officer',
        parent: _id,
      });
      return {
        name,
        n: (answer as { products: { quantity: number }[] }).products.filter((one) => one.quantity > 0).length,
      };
    }),
  );
  return held.toSorted((a, b) => b.n - a.n)[0]?.name ?? '';
}

async function active(): Promise<string> {
  const all = (await site.api('officer2', 'GET', 'sales_officer/read_all')) as { name: string; status: string }[];
  return all.find((one) => one.status === 'active')?.name ?? '';
}

const KINDS: Readonly<Record<string, () => Promise<[path: string, from: Party, to: Party]>>> = {
  receipt: async () => ['shipment/in', ['From Distributor', 'Golden Gate Foods'], ['To Hub', 'Wuse Hub']],
  rejection: async () => ['shipment/out', ['From Hub', 'Wuse Hub'], ['To Distributor', 'Golden Gate Foods']],
  issue: async () => ['stock/out', ['From Hub', 'Wuse Hub'], ['To Delivery Associate', await active()]],
  return: async () => ['stock/in', ['From Delivery Associate', await holder()], ['To Hub', 'Wuse Hub']],
};

for (const [width, height] of [
  [1280, 800],
  [800, 1280],
  [390, 844],
] as const)
  for (const [kind, ends] of Object.entries(KINDS))
    test(`${kind} at ${width} x ${height}: over ten products neither the figure nor the key moves`, {
      tag: ['@UI-28', '@TRF-02'],
    }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await beginAs(page, site, 'officer1', ...(await ends()));
      const seen = new Map<string, string>();
      const look = async (what: string) => {
        const places = await placesOf(page);
        if (!seen.has(places)) seen.set(places, what);
      };
      if (width >= 640) await look('nothing chosen');
      await search(page).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      // What the hub holds may come after the first goods of the list.
      const found: string[] = [];
      await expect(async () => {
        const names = await page
          .getByRole('option')
          .evaluateAll((all) => all.map((one) => one.querySelector('span.block')?.textContent ?? ''));
        found.splice(0, found.length, ...names);
        if (kind !== 'return') expect(found.filter((name) => TRACKED.includes(name))).not.toEqual([]);
      }).toPass({ timeout: 10_000 });
      const longest = found.toSorted((a, b) => b.length - a.length).slice(0, 2);
      const names = [...new Set([...found.filter((name) => TRACKED.includes(name)), ...longest, ...found])].slice(
        0,
        10,
      );
      expect(names.length).toBeGreaterThan(kind === 'return' ? 4 : 9);
      await page.keyboard.press('Escape');
      for (const [at, name] of names.entries()) {
        await choose(page, 'Product', name);
        await expect(quantityField(page)).toBeFocused();
        await look(`${name}, chosen`);
        // More than anybody has: what is wrong, and the way out.
        await quantityField(page).pressSequentially('9999', { delay: 110 });
        await look(`${name}, too many`);
        await quantityField(page).fill('1');
        await look(`${name}, 1`);
        await page.getByRole('button', { name: /^Add Product/ }).click();
        const without = page.getByRole('button', { name: 'No lot', exact: true });
        if ((await linesOf(page).count()) === at && (await without.isVisible())) {
          await look(`${name}, its lot`);
          await without.click();
        }
        await expect(linesOf(page)).toHaveCount(at + 1);
      }
      expect([...seen].map(([places, what]) => `${what}: ${places}`)).toHaveLength(1);
    });
