/** Each role sees exactly what the matrix grants, and is refused the rest by the app and by the server (GEN-11, B10.1, B10.3). */
import { expect, test } from '@playwright/test';
import { MENU } from '#app/menu.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { isHubSide } from '#domain/permissions.ts';
import { unfoldMenu } from '../support/menu.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();
test.describe.configure({ timeout: 240_000 });

/** A read behind each permission of a link: what the server must refuse to who lacks it. */
const READ: Readonly<Record<string, readonly ['GET' | 'POST', string]>> = {
  view_warehouses: ['GET', 'warehouse/read_all'],
  view_managers: ['GET', 'manager/read_all'],
  view_purchase_orders: ['GET', 'purchase_order/read_all'],
  view_products: ['GET', 'product/read_all'],
  view_distributors: ['GET', 'distributor/read_all'],
  view_sales_officers: ['GET', 'sales_officer/read_all'],
};
/** Readable by the holders of a wizard permission too: their pickers need them. */
const WIZARD = ['view_warehouses', 'view_purchase_orders', 'view_products', 'view_distributors', 'view_sales_officers'];

for (const [user, role] of [
  ['officer1', 'manager.warehouse_officer'],
  ['accounts', 'manager.accountant'],
  ['staff', 'manager.staff'],
  ['buyerdesk', 'manager.buyer'],
  ['care', 'manager.customer_support'],
  ['hubmanager', 'sales_officer.manager'],
] as const) {
  test(`${role} sees what the matrix grants; app and server refuse the rest`, {
    tag: ['@each-change', '@GEN-11', '@PERM-52', '@SHELL-20', '@SHELL-28', '@SHELL-09', '@PERM-46'],
  }, async ({ page }) => {
    const held = permissionsOf(role) as readonly string[];
    // From 1440 px on the menu stands open.
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, site, user);
    const expected = MENU.filter((group) => held.includes(group.needs)).flatMap((group) =>
      group.links.filter((link) => link.needs === null || held.includes(link.needs)).map((link) => link.title),
    );
    const nav = page.getByRole('navigation', { name: 'Main' });
    await unfoldMenu(page);
    await expect(nav.getByRole('link')).toHaveText(['Home', ...expected]);
    for (const link of MENU.flatMap((group) => group.links)) {
      const open = link.needs === null || held.includes(link.needs);
      // In the app, as the back button does: no reload between the screens.
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, link.to);
      const refused = page.getByRole('heading', { name: 'Unauthorized Access!' });
      if (open) {
        await expect(page.locator('#screen h1').first(), link.title).toBeVisible();
        await expect(refused, link.title).toHaveCount(0);
      } else await expect(refused, link.title).toBeVisible();
    }
    for (const [permission, [method, path]] of Object.entries(READ)) {
      // API.md 4.9: names of the own hub's people.
      const names = permission === 'view_sales_officers' && isHubSide(role);
      const wizard = WIZARD.includes(permission) && held.includes('create_stock_in');
      const code = await site.api(user, method, path).then(
        () => 200,
        (error: Error) => (error.message.includes('"code":403') ? 403 : error.message),
      );
      expect(code, `${role} ${path}`).toBe(held.includes(permission) || wizard || names ? 200 : 403);
    }
  });
}
