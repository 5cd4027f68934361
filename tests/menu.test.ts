/** The sidebar as the documents list it, and what each role sees of it (SHELL-20 to SHELL-29, B10.3). */
import { describe, expect, test } from 'vitest';
import { barFor, MENU, menuFor, miniFor, placesFor } from '#app/menu.ts';
import { models } from '#contract/index.ts';
import { RECORD_LINKS } from '#crud/paths.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { ROLES, type Role } from '#domain/permissions.ts';
import { HOLDERS } from '#tests/support/matrix.ts';

const linksOf = (title: string) =>
  MENU.find((group) => group.title === title)?.links.map((link) => [link.title, link.needs]);
const titles = (role: Role) => menuFor(permissionsOf(role)).map((group) => group.title);

describe('the whole sidebar', () => {
  test('no two words of the mini sidebar are the same', { tags: ['SHELL-29'] }, () => {
    const { links, groups } = miniFor(permissionsOf('administrator.administrator'), true);
    const words = [...links, ...groups.map(({ title }) => ({ title, word: title }))].map(
      ({ title, word }) => word ?? title,
    );
    expect(words).toContain('Orders');
    expect(new Set(words).size).toBe(words.length);
  });
  test('a place has one word and one icon in the open menu, the mini sidebar, the bar of places and the tiles', {
    tags: ['SHELL-29', 'SHELL-40'],
  }, () => {
    for (const role of Object.keys(ROLES) as Role[]) {
      const held = permissionsOf(role);
      const { links, groups } = miniFor(held, true);
      const { places, more } = barFor(role, held);
      const known = new Map<string, string>();
      const all = [
        ...[...links, ...placesFor(held, true).first, ...places, ...more],
        ...groups.flatMap(({ to, title, icon }) => (to ? [{ title, to, icon }] : [])),
      ];
      for (const { to, icon, ...place } of all) {
        const look = `${('word' in place && place.word) || place.title} ${icon}`;
        expect(look, `${role} ${to}`).toBe(known.get(to) ?? look);
        known.set(to, look);
      }
    }
  });
  test('groups in the documents’ order, each behind its own permission', { tags: ['SHELL-20', 'SHELL-28'] }, () => {
    expect(MENU.map((group) => [group.title, group.needs])).toEqual([
      ['Orders', 'view_sidebar_orders'],
      ['Inventory', 'view_sidebar_inventory'],
      ['Logistics', 'view_sidebar_logistics'],
      ['People', 'view_sidebar_people'],
      ['Reports', 'view_sidebar_reports'],
      ['More', 'view_sidebar_more'],
    ]);
    const paths = MENU.flatMap((group) => group.links.map((link) => link.to));
    expect(new Set(paths).size).toBe(paths.length);
  });
  test('Orders has these links', { tags: ['SHELL-22'] }, () => {
    expect(linksOf('Orders')).toEqual([
      ['All Orders', 'view_orders'],
      ['Pending Orders', 'view_orders'],
      ['Order Summary', 'view_orders'],
      ['Order Reconciliation', 'view_orders'],
      ['Order Value Summary', 'view_orders'],
    ]);
  });
  test('Inventory has these links', { tags: ['SHELL-23'] }, () => {
    expect(linksOf('Inventory')).toEqual([
      ['Manufacturers', 'view_manufacturers'],
      ['Categories', 'view_categories'],
      ['Brands', 'view_brands'],
      ['Products', 'view_products'],
      ['Purchase Orders', 'view_purchase_orders'],
      ['Warehouses', 'view_warehouses'],
      ['Issue Stock', 'create_stock_out'],
      ['Return Stock', 'create_stock_in'],
      ['Receive Shipment', 'create_shipment_in'],
      ['Reject Shipment', 'create_shipment_out'],
      ['Reports', 'view_warehouses'],
      ['Count', 'count_stock'],
      ['Stocktakes', 'approve_stocktake'],
      ['Discrepancies', 'view_discrepancies'],
      ['Claims', 'manage_claims'],
      ['Running Out', 'view_cover'],
      ['Expiring', 'view_warehouses'],
      ['Handovers', 'view_handovers'],
    ]);
  });
  test('Inventory, the longest group, has small headings, each over neighbours', { tags: ['SHELL-23'] }, () => {
    const links = MENU.find(({ title }) => title === 'Inventory')?.links ?? [];
    const heads = links.map(({ subhead }) => subhead);
    expect(heads.filter((head, at) => head !== heads[at - 1])).toEqual(['Catalogue', 'Stock', 'Transfers', 'Checks']);
    expect(links.filter(({ subhead }) => subhead === 'Transfers').map(({ title }) => title)).toEqual([
      'Issue Stock',
      'Return Stock',
      'Receive Shipment',
      'Reject Shipment',
    ]);
  });
  test('Logistics has these links', { tags: ['SHELL-24'] }, () => {
    expect(linksOf('Logistics')).toEqual([
      ['Locations', 'view_locations'],
      ['Areas', 'view_areas'],
      ['Fulfilment', 'view_order_fulfilment'],
      ['Hubs', 'view_sellers'],
      ['Distributors', 'view_distributors'],
    ]);
  });
  test('People has these links', { tags: ['SHELL-25'] }, () => {
    expect(linksOf('People')).toEqual([
      ['Retailers', 'view_buyers'],
      ['Managers', 'view_managers'],
      ['Sales Officers', 'view_sales_officers'],
      ['Distributor Officers', 'view_distributor_officers'],
      ['Agents', 'view_agents'],
    ]);
  });
  test('Reports has these links', { tags: ['SHELL-26'] }, () => {
    expect(linksOf('Reports')).toEqual([
      ['Buyer Retention', 'view_reports'],
      ['Buyer Reconciliation', 'view_reports'],
      ['DA Reconciliation', 'view_reports'],
    ]);
  });
  test('More has these links', { tags: ['SHELL-27'] }, () => {
    expect(linksOf('More')).toEqual([
      ['Cohorts', 'view_cohorts'],
      ['Store Types', 'view_store_types'],
      ['Notifications', 'send_notification'],
      ['Close-outs', 'view_close_outs'],
      ['Config Wizard', 'update_config'],
      ['Game', null],
    ]);
  });
});

describe('what a role sees', () => {
  test.each(Object.keys(ROLES) as Role[])(
    '%s: a link by its permission, a group by its own and a link in it',
    { tags: ['B10.3'] },
    (role) => {
      const holds = (permission: string) => HOLDERS.get(permission)?.has(role) ?? false;
      const expected = MENU.filter((group) => holds(group.needs))
        .map((group) => ({ ...group, links: group.links.filter((link) => link.needs === null || holds(link.needs)) }))
        .filter((group) => group.links.length > 0);
      expect(menuFor(permissionsOf(role))).toEqual(expected);
    },
  );
  test('the administrator sees all, the buyer of the staff nothing, a delivery associate no empty group', {
    tags: ['GEN-01'],
  }, () => {
    expect(titles('administrator.administrator')).toEqual(MENU.map((group) => group.title));
    expect(titles('manager.buyer')).toEqual([]);
    expect(titles('sales_officer.rep')).toEqual(['More']);
  });
  test('collapsed: Dashboard, Buyers, Orders, as far as they may be seen', { tags: ['SHELL-29'] }, () => {
    const mini = (role: Role) => {
      const { links, groups } = miniFor(permissionsOf(role));
      return [...links, ...groups.filter(({ to }) => to)].map(({ title }) => title);
    };
    expect(mini('manager.buyer')).toEqual(['Dashboard: Home']);
    expect(mini('manager.customer_support')).toEqual(['Dashboard: Home', 'Buyers: Retailers', 'Orders']);
    expect(mini('sales_officer.manager')).toEqual(['Dashboard: Home', 'Orders']);
    expect(mini('administrator.administrator')).toEqual(['Dashboard: Home', 'Buyers: Retailers', 'Orders']);
  });
  test('collapsed: a group has the links and the order of the open menu, and its own list among them', {
    tags: ['SHELL-29'],
  }, () => {
    for (const role of Object.keys(ROLES) as Role[]) {
      const { groups } = miniFor(permissionsOf(role));
      expect(groups).toEqual(menuFor(permissionsOf(role)));
      for (const { to, links } of groups) if (to) expect(links.map((link) => link.to)).toContain(to);
    }
  });
  test('collapsed: no icon stands twice among its links and the groups below them', { tags: ['SHELL-29'] }, () => {
    for (const role of Object.keys(ROLES) as Role[])
      for (const byFinger of [false, true]) {
        const { links, groups } = miniFor(permissionsOf(role), byFinger);
        const icons = [...links, ...groups].map(({ icon }) => icon);
        expect(icons).toEqual([...new Set(icons)]);
      }
  });
  test('collapsed on a device of fingers: the same, and between them the transfers that the person may make', {
    tags: ['SHELL-29'],
  }, () => {
    const mini = (role: Role) => miniFor(permissionsOf(role), true).links.map((link) => link.title);
    expect(mini('manager.customer_support')).toEqual(['Dashboard: Home', 'Buyers: Retailers']);
    expect(mini('manager.warehouse_officer').slice(0, 7)).toEqual([
      'Dashboard: Home',
      'Receive Shipment',
      'Issue Stock',
      'Return Stock',
      'Reject Shipment',
      'Count',
      'Outbox',
    ]);
  });
});

test('search leads to screens of models that there are', () => {
  const known = models.map((model) => model.name);
  expect(Object.keys(RECORD_LINKS).filter((name) => !known.includes(name))).toEqual([]);
});

describe('the open sidebar', () => {
  test('on a device of fingers the transfers stand first, and no link stands twice or is lost', {
    tags: ['SHELL-23'],
  }, () => {
    const held = permissionsOf('administrator.administrator');
    const { first, groups } = placesFor(held, true);
    expect(first.map(({ title }) => title)).toEqual([
      'Receive Shipment',
      'Issue Stock',
      'Return Stock',
      'Reject Shipment',
      'Count',
      'Outbox',
    ]);
    const shown = [...first.slice(0, 5), ...groups.flatMap(({ links }) => links)].map(({ to }) => to);
    expect(shown.toSorted()).toEqual(
      menuFor(held)
        .flatMap(({ links }) => links.map(({ to }) => to))
        .toSorted(),
    );
  });
  test('elsewhere, and for whom no transfer is open, the groups are as the documents list them', {
    tags: ['SHELL-20'],
  }, () => {
    expect(placesFor(permissionsOf('administrator.administrator'), false)).toEqual({
      first: [],
      groups: menuFor(permissionsOf('administrator.administrator')),
    });
    expect(placesFor(permissionsOf('manager.accountant'), true).groups.map(({ title }) => title)).toEqual(
      titles('manager.accountant'),
    );
  });
});
