import { describe, expect, test } from 'vitest';
import { mayUseBackOffice, PERMISSIONS, permissionsOf } from '#domain/matrix.ts';
import { can, canAny, isHubSide, MANAGER_ROLES, type Permission, ROLES, roleName } from '#domain/permissions.ts';
import { HOLDERS } from '#tests/support/matrix.ts';

const ADMIN = ['administrator.administrator'];
const CORE = ['administrator.administrator', 'manager.staff', 'manager.accountant', 'manager.warehouse_officer'];
const STOCK = ['administrator.administrator', 'manager.warehouse_officer'];
const SUPPORT = 'manager.customer_support';
const HUB_MANAGER = 'sales_officer.manager';
const SELLER_MANAGER = 'seller.manager';
const HUB_CS = 'sales_officer.cs';
const ORDER_READERS = [...CORE, SUPPORT, SELLER_MANAGER, HUB_MANAGER, HUB_CS];

/** Row of REQUIREMENTS, permissions, the only roles that hold them (B10.1). */
const HELD: [string, Permission[], string[]][] = [
  ['PERM-09', ['view_warehouses', 'create_warehouse', 'update_warehouse'], CORE],
  ['PERM-10', ['view_warehouse_logs'], STOCK],
  ['PERM-11', ['create_stock_in', 'create_stock_out', 'create_shipment_in', 'create_shipment_out'], STOCK],
  ['PERM-12', ['view_purchase_orders'], CORE],
  ['PERM-13', ['create_purchase_order', 'update_purchase_order', 'execute_purchase_order'], ADMIN],
  ['PERM-14', ['view_managers', 'signup_manager', 'update_manager'], ADMIN],
  ['PERM-15', ['view_products'], ORDER_READERS],
  ['PERM-16', ['create_product'], CORE],
  ['PERM-17', ['update_product'], [...CORE, SELLER_MANAGER, HUB_MANAGER]],
  ['PERM-18', ['view_order', 'view_orders'], ORDER_READERS],
  ['PERM-19', ['create_order', 'update_order'], CORE],
  ['PERM-20', ['update_order_tag'], CORE],
  ['PERM-21', ['view_dashboard_charts'], CORE],
  ['PERM-22', ['view_reports'], CORE],
  ['PERM-23', ['send_notification'], CORE],
  ['PERM-24', ['view_order_fulfilment'], CORE],
  ['PERM-25', ['view_buyers', 'signup_buyer', 'update_buyer', 'buyer_cart'], [...CORE, SUPPORT]],
  ['PERM-26', ['update_config'], ADMIN],
  ['PERM-27', ['view_agents', 'signup_agent', 'update_agent'], ADMIN],
  ['PERM-28', ['view_areas', 'create_area', 'update_area', 'signup_area'], ADMIN],
  ['PERM-29', ['view_cohorts', 'create_cohort', 'update_cohort'], ADMIN],
  ['PERM-30', ['view_locations', 'create_location', 'update_location'], ADMIN],
  ['PERM-31', ['view_manufacturers', 'create_manufacturer', 'update_manufacturer'], ADMIN],
  ['PERM-32', ['view_store_types', 'create_store_type', 'update_store_type'], ADMIN],
  ['PERM-33', ['view_buyer_tickets'], ADMIN],
  ['PERM-34', ['view_brands', 'create_brand', 'update_brand', 'signup_brand'], CORE],
  ['PERM-35', ['view_distributors', 'create_distributor', 'update_distributor'], CORE],
  ['PERM-36', ['view_distributor_officers', 'signup_distributor_officer', 'update_distributor_officer'], CORE],
  ['PERM-37', ['view_sales_officers', 'signup_sales_officer', 'update_sales_officer'], CORE],
  ['PERM-38', ['view_sellers', 'create_seller', 'update_seller'], CORE],
  ['PERM-39', ['view_categories', 'create_category', 'update_category'], CORE],
  ['PERM-40', ['view_sidebar_orders'], ORDER_READERS],
  ['PERM-41', ['view_sidebar_inventory'], [...ORDER_READERS, 'sales_officer.rep', 'sales_officer.ba']],
  ['PERM-42', ['view_sidebar_logistics', 'view_sidebar_reports'], CORE],
  ['PERM-43', ['view_sidebar_people'], [...CORE, SUPPORT]],
  [
    'PERM-44',
    ['view_sidebar_more'],
    [...CORE, SELLER_MANAGER, HUB_MANAGER, 'sales_officer.rem', 'sales_officer.rep', 'sales_officer.ba'],
  ],
  ['PERM-45', ['view_sidebar_partners'], []],
  ['B6.6', ['create_deposit'], ['administrator.administrator', 'manager.accountant']],
  ['B2.10', ['adjust_stock'], ADMIN],
  ['STK-01', ['count_stock'], [...STOCK, SELLER_MANAGER, HUB_MANAGER]],
  ['STK-01', ['approve_stocktake'], ['administrator.administrator', 'manager.accountant']],
  ['REV-01', ['reverse_transfer'], STOCK],
  ['REV-01', ['approve_reversal'], ['administrator.administrator', 'manager.accountant']],
  ['DISC-01', ['view_discrepancies'], [...CORE, SELLER_MANAGER, HUB_MANAGER]],
  ['DISC-01', ['manage_claims'], ['administrator.administrator', 'manager.staff', 'manager.accountant']],
  ['COV-01', ['view_cover'], [...CORE, SELLER_MANAGER, HUB_MANAGER]],
  ['COV-01', ['order_goods'], ['administrator.administrator', 'manager.staff']],
  [
    'CLO-01',
    ['view_close_outs'],
    [
      'administrator.administrator',
      'manager.staff',
      'manager.accountant',
      SELLER_MANAGER,
      HUB_MANAGER,
      'sales_officer.rep',
    ],
  ],
  ['CLO-01', ['close_day'], ['administrator.administrator', 'manager.accountant', SELLER_MANAGER, HUB_MANAGER]],
  ['CLO-01', ['reopen_day'], ['administrator.administrator', 'manager.accountant']],
  ['B12', ['view_audit_log'], ADMIN],
];

describe('the matrix', { tags: ['B10.1'] }, () => {
  for (const [row, permissions, roles] of HELD)
    test(`exactly these roles hold ${permissions.join(', ')}`, { tags: [row] }, () => {
      for (const permission of permissions) {
        const holders = Object.keys(ROLES).filter((role) => permissionsOf(role).includes(permission));
        expect(holders.sort(), permission).toEqual([...roles].sort());
      }
    });

  test('every permission is held by exactly the roles of the tests’ own matrix, and none stands in one of the two alone', () => {
    expect([...PERMISSIONS].sort()).toEqual([...HOLDERS.keys()].sort());
    expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
    for (const [permission, roles] of HOLDERS) {
      const holders = Object.keys(ROLES).filter((role) => permissionsOf(role).some((held) => held === permission));
      expect(holders.sort(), permission).toEqual([...roles].sort());
    }
  });

  test('core staff hold the same but for stock, deposits and what is the administrator’s', {
    tags: ['PERM-07'],
  }, () => {
    const staff = permissionsOf('manager.staff');
    expect(permissionsOf('manager.accountant')).toEqual(
      [...PERMISSIONS].filter(
        (p) =>
          (staff.includes(p) && p !== 'order_goods') ||
          ['create_deposit', 'approve_stocktake', 'approve_reversal', 'close_day', 'reopen_day'].includes(p),
      ),
    );
    const extra = permissionsOf('manager.warehouse_officer').filter((p) => !staff.includes(p));
    expect(extra).toEqual([
      'view_warehouse_logs',
      'create_stock_in',
      'create_stock_out',
      'create_shipment_in',
      'create_shipment_out',
      'count_stock',
      'reverse_transfer',
    ]);
  });

  test('the buyer of the staff, agents, distributor officers and unknown roles hold nothing', {
    tags: ['B10.2'],
  }, () => {
    for (const role of [
      'manager.buyer',
      'agent.agent',
      'distributor_officer.manager',
      'distributor_officer.rep',
      '',
      'nobody',
      'constructor',
    ]) {
      expect(permissionsOf(role), role).toEqual([]);
    }
  });

  test('the seller side = core plus hub manager, hub rep and hub BA: all of them see the More group', {
    tags: ['PERM-08'],
  }, () => {
    const sellerSide = [...CORE, HUB_MANAGER, 'sales_officer.rep', 'sales_officer.ba'];
    for (const role of sellerSide) expect(permissionsOf(role), role).toContain('view_sidebar_more');
    for (const role of ['manager.buyer', SUPPORT, HUB_CS])
      expect(permissionsOf(role)).not.toContain('view_sidebar_more');
  });

  test('a seller manager holds what a hub manager holds, nothing more', { tags: ['A10'] }, () => {
    expect(permissionsOf('seller.manager')).toEqual(permissionsOf('sales_officer.manager'));
  });
});

describe('checks are made on the permission list', { tags: ['PERM-52'] }, () => {
  test('nobody, an empty list and a role name alone can do nothing', () => {
    expect(can(null, 'view_warehouses')).toBe(false);
    expect(can(undefined, 'view_warehouses')).toBe(false);
    expect(can({ permissions: [] }, 'view_warehouses')).toBe(false);
    expect(can({ permissions: ['administrator.administrator', 'view_warehouses_'] }, 'view_warehouses')).toBe(false);
    expect(canAny(null, ['view_warehouses'])).toBe(false);
    expect(canAny({ permissions: ['view_orders'] }, [])).toBe(false);
    expect(canAny({ permissions: ['view_orders'] }, ['view_order', 'view_warehouses'])).toBe(false);
  });

  test('a held one opens', () => {
    expect(can({ permissions: ['view_warehouses'] }, 'view_warehouses')).toBe(true);
    expect(canAny({ permissions: ['view_orders'] }, ['view_order', 'view_orders'])).toBe(true);
  });
});

describe('roles', () => {
  for (const [row, role, name] of [
    ['PERM-01', 'administrator.administrator', 'Admin'],
    ['PERM-02', 'manager.staff', 'Kasuwa Staff'],
    ['PERM-02', 'manager.buyer', 'Kasuwa Buyer'],
    ['PERM-02', 'manager.accountant', 'Kasuwa Accountant'],
    ['PERM-02', 'manager.warehouse_officer', 'Kasuwa Warehouse Officer'],
    ['PERM-02', 'manager.customer_support', 'Kasuwa Customer Support'],
    ['PERM-03', 'sales_officer.manager', 'Hub Manager'],
    ['PERM-03', 'sales_officer.rem', 'Hub Retail Manager'],
    ['PERM-03', 'sales_officer.rep', 'Hub Delivery Associate'],
    ['PERM-03', 'sales_officer.ba', 'Hub Brand Ambassador'],
    ['PERM-04', 'sales_officer.cs', 'Customer Support'],
    ['PERM-05', 'agent.agent', 'Agent'],
    ['PERM-06', 'seller.manager', 'Seller Manager'],
    ['B10', 'somebody.else', 'somebody.else'],
    ['B10', 'toString', 'toString'],
  ] as const)
    test(`${role} is shown as ${name}`, { tags: [row] }, () => {
      expect(roleName(role)).toBe(name);
    });

  test('the product name is the configured one', { tags: ['PERM-02'] }, () => {
    expect(roleName('manager.staff', 'Ahịa')).toBe('Ahịa Staff');
    expect(roleName('sales_officer.manager', 'Ahịa')).toBe('Hub Manager');
  });

  test('who may use the back office at all', { tags: ['GEN-10', 'B10.2'] }, () => {
    const may = Object.keys(ROLES).filter(mayUseBackOffice);
    const mayNot = Object.keys(ROLES).filter((role) => !mayUseBackOffice(role));
    expect(mayNot).toEqual(['agent.agent', 'distributor_officer.manager', 'distributor_officer.rep']);
    expect(may).toHaveLength(12);
    expect(mayUseBackOffice('buyer')).toBe(false);
    expect(mayUseBackOffice('')).toBe(false);
  });

  test('hub side: seller manager and every sales officer role', { tags: ['B10.4a'] }, () => {
    const hubSide = Object.keys(ROLES).filter(isHubSide).sort();
    expect(hubSide).toEqual(
      [
        'sales_officer.ba',
        'sales_officer.cs',
        'sales_officer.manager',
        'sales_officer.rem',
        'sales_officer.rep',
        'seller.manager',
      ].sort(),
    );
  });

  test('the manager screens know these roles', { tags: ['A48'] }, () => {
    expect([...MANAGER_ROLES].sort()).toEqual(
      [
        'administrator.administrator',
        'manager.accountant',
        'manager.buyer',
        'manager.customer_support',
        'manager.staff',
        'manager.warehouse_officer',
        'seller.manager',
      ].sort(),
    );
  });
});
