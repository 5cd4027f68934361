/** SEC-05: every call x every role, none included, against a table written from API.md section 4 and B10.1 - never from the code's gates. */
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { COLUMNS, HOLDERS, PLAIN, ROLES } from '#tests/support/matrix.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const WIZARD = 'create_stock_in create_stock_out create_shipment_in create_shipment_out';

/** Path (`*` = the plain generic calls of that kind) -> who may ask: open, any, or permissions of which one is enough. */
const TABLE: readonly (readonly [string, string])[] = [
  [
    'administrator/login_delegate administrator/login_passkey auth/reset_offered auth/request_reset auth/reset_password',
    'open',
  ],
  [
    'passkey/read_mine passkey/register_options passkey/register passkey/rename passkey/remove passkey/recovery_codes passkey/removal_read',
    'any',
  ],
  // The handler asks for the sight and the change of managers where the token is another account's.
  ['api_token/read_by_user api_token/create api_token/revoke', 'any'],
  ['passkey/remove_of', 'update_manager'],
  ['administrator/read_delegate auth/sessions auth/revoke_other user/update_auth user/change_auth', 'any'],
  ['user/starter_password', 'signup_manager signup_sales_officer'],
  ['sync/status sync/cancel sync/bootstrap', 'any'],
  ['service/read push/read_key push/subscribe push/unsubscribe', 'any'],
  [
    'device/register device/read_by_user search/everywhere search/names work/read_mine home/figures home/my_goods home/my_visits',
    'any',
  ],
  ['home/runs_out', 'view_warehouses update_product'],
  ['home/setup', 'create_purchase_order'],
  ['home/associates', 'update_product'],
  ['home/officer home/cash', 'view_sales_officers'],
  ['device/read_all_dict device/fragmentation', 'view_dashboard_charts'],
  ['sync/import', 'administrator'],
  [
    'webhook/read_all webhook/create webhook/update webhook/set_status webhook/new_secret webhook/remove webhook/test webhook/read_deliveries webhook/send_again',
    'administrator',
  ],
  ['audit_log/read_by_record audit_log/read_all', 'view_audit_log'],
  ['states', 'open'],
  ['states/{state}/lgas lgas spend/get_bank_list', 'any'],
  ...generic('store_type', 'any', 'create_store_type', 'update_store_type'),
  ...generic('brand', 'any', 'create_brand signup_brand', 'update_brand'),
  ['brand/read_by_manufacturer', 'any'],
  ['brand/set_index', 'update_brand'],
  ...generic('cohort', 'view_cohorts', 'create_cohort', 'update_cohort'),
  ['cohort/read_by_manufacturer', 'view_cohorts'],
  ['cohort_buyer/add_bulk', 'update_cohort'],
  ...generic('config', 'update_config', 'update_config', 'update_config'),
  ['config/read_by_key', 'any'],
  ['config/delete config/restore', 'update_config'],
  ['seller_manager/candidates', 'create_seller update_seller'],
  ['distributor/set_bank_account', 'administrator'],
  ...link('seller_manager', 'read_by_seller', 'view_sellers', 'create_seller update_seller', 'update_seller'),
  ...link('seller_manufacturer', 'read_by_seller', 'view_sellers', 'update_seller', 'update_seller'),
  ...link(
    'distributor_seller',
    'read_by_distributor',
    'view_distributors',
    'create_distributor update_distributor',
    'update_distributor',
  ),
  ...link(
    'distributor_product',
    'read_by_distributor',
    `view_distributors ${WIZARD}`,
    'update_distributor',
    'update_distributor',
  ),
  ...link('category_product', 'read_by_category', 'view_categories', 'update_category', 'update_category'),
  ...generic('manufacturer', 'any', 'create_manufacturer', 'update_manufacturer'),
  ...generic('category', 'any', 'create_category', 'update_category'),
  ...generic('location', 'any', 'create_location', 'update_location'),
  ...generic('product', `view_products ${WIZARD}`, 'create_product', 'update_product'),
  ...generic('agent', 'view_agents', 'signup_agent', 'update_agent'),
  ['agent/sign_this_up', 'signup_agent'],
  ['agent/credit_referral agent_referral/create_phone', 'update_agent'],
  ['agent/source_summary agent_referral/read_by_agent', 'view_agents'],
  ...generic('area', 'any', 'create_area signup_area', 'update_area'),
  ['area/duplicate sales_officer_area/create', 'create_area signup_area'],
  ['sales_officer_area/read_by_area location_area/read_by_area', 'view_areas'],
  [
    'sales_officer_area/update sales_officer_area/set_status location_area/create location_area/update location_area/set_status location_area/add_bulk_location',
    'update_area',
  ],
  [
    'route_plan/read_by_buyer route_plan/read_by_sales_officer route_plan/read_unattached buyer/read_by_sales_officer',
    'update_category view_sales_officers',
  ],
  ['route_plan/create_bulk route_plan/update_bulk route_plan/delete_bulk', 'update_category'],
  ...generic('buyer', 'view_buyers view_orders', 'signup_buyer', 'update_buyer'),
  ['buyer/glance', 'view_buyers'],
  // The handler asks for the sight of stock (decision 0404).
  ['warehouse_product/held', 'view_products'],
  ['agent/glance', 'view_agents'],
  ['seller/glance', 'view_sellers'],
  ['distributor/glance', 'view_distributors'],
  ['manager/access', 'view_managers'],
  ['sales_officer/access', 'view_sales_officers'],
  [
    'product/read_by_brand product/read_by_manufacturer product/history product/weeks product_tag/read_by_product',
    'view_products',
  ],
  [
    'seller_product/read_by_seller_product seller_product/read_by_product seller_product_log/read_by_seller_product',
    'view_products',
  ],
  ['seller_product/read_by_seller', `view_products ${WIZARD}`],
  ['product/read_available_more', 'view_products buyer_cart'],
  ['product/read_skus', 'create_product'],
  ...generic('seller_product', 'nobody', 'update_product', 'update_product'),
  ['product_tag/create product_tag/update product_tag/delete', 'update_product'],
  // The handler asks for the update permission of the record that the label names.
  ['upload/upload', 'create_product update_brand update_category update_manufacturer'],
  ...generic('distributor', `view_distributors ${WIZARD}`, 'create_distributor', 'update_distributor'),
  ...generic('seller', 'any', 'create_seller', 'update_seller'),
  ...generic('manager', 'view_managers', 'signup_manager', 'update_manager'),
  ...generic('sales_officer', `view_sales_officers hub_side ${WIZARD}`, 'signup_sales_officer', 'update_sales_officer'),
  ...generic(
    'distributor_officer',
    'view_distributor_officers',
    'signup_distributor_officer',
    'update_distributor_officer',
  ),
  // The first door; the handler asks for the view permission of the owner's own kind (B6.7).
  [
    'ledger/read_by_owner_specific ledger_log/read_by_ledger',
    'view_buyers view_orders view_sales_officers view_distributors view_distributor_officers',
  ],
  // The first door (S10); the handler asks for the update permission of the owner's own kind.
  ['ledger_tag/virtual_account_create', 'create_deposit'],
  ['ledger_tag/simulate_credit ledger/check', 'administrator'],
  [
    'bank_kept/read_all bank_kept/post bank_kept/dismiss bank_statement/import_bulk bank_credit/not_in_statement',
    'create_deposit',
  ],
  [
    'notification/poll_buyers_for notification/send_to_buyers notification/read_all notification/recipients notification/find_buyers',
    'send_notification',
  ],
  ...generic('warehouse', `view_warehouses ${WIZARD}`, 'create_warehouse', 'update_warehouse'),
  ['warehouse/value warehouse/worths', 'view_warehouses'],
  ['lot/trace', 'view_warehouse_logs'],
  ['product/track_lots', 'update_config'],
  [
    'warehouse_product/read_by_warehouse_available warehouse_product/read_by_warehouse warehouse_product/read_by_party warehouse_product/read_by_product warehouse_product/read_pace lot/read_by_product lot/read_expiring warehouse_product/read_rates warehouse_product/read_unsellable warehouse_product/read_all',
    `view_warehouses ${WIZARD}`,
  ],
  [
    'warehouse_log/read_by_warehouse warehouse_log/read_by_purchase_order warehouse_log/read_by_product warehouse_log/report_entries',
    'view_warehouse_logs',
  ],
  ['warehouse_log/report warehouse_log/sales warehouse_log/by_day', 'view_warehouses'],
  ['warehouse_log/adjust', 'adjust_stock'],
  ['warehouse_log/adjust_bulk', 'adjust_stock'],
  ['stocktake/open stocktake/count stocktake/finish', 'count_stock'],
  ['stocktake/read_all stocktake/read stocktake/plan stocktake/warehouses', 'count_stock approve_stocktake'],
  ['stocktake/read_result stocktake/recount stocktake/post stocktake/cancel', 'approve_stocktake'],
  [
    'purchase_order/read_all purchase_order/read purchase_order/read_by_ref purchase_order/read_by_tag purchase_order_item/read_by_purchase_order',
    `view_purchase_orders ${WIZARD}`,
  ],
  ['purchase_order/create purchase_order/create_opposite', `create_purchase_order ${WIZARD}`],
  ['purchase_order/reverse', 'reverse_transfer'],
  ['purchase_order/read_reversal purchase_order/refuse_reversal', 'reverse_transfer approve_reversal'],
  ['purchase_order/approve_reversal', 'approve_reversal'],
  ['handover/register_key', `execute_purchase_order ${WIZARD} take_handover`],
  ['handover/give', `execute_purchase_order ${WIZARD}`],
  ['handover/take', 'take_handover'],
  ['handover/read', `execute_purchase_order ${WIZARD} take_handover view_handovers`],
  ['handover/read_open', 'view_handovers'],
  ['handover/settle', 'settle_handover'],
  ['handover/revoke_keys', 'update_manager'],
  ['discrepancy/read_all discrepancy/summary', 'view_discrepancies'],
  ['close_out/read_day close_out/read_days', 'view_close_outs'],
  ['close_out/close', 'close_day'],
  ['close_out/reopen', 'reopen_day'],
  [
    'claim/read_all claim/read claim/read_lines claim/create claim/update claim/add_lines claim/remove_lines claim/send claim/settle claim/cancel',
    'manage_claims',
  ],
  ['cover/read_all cover_rule/read_all', 'view_cover'],
  ['cover/order cover_rule/set cover_rule/remove', 'order_goods'],
  ['purchase_order/update', `update_purchase_order ${WIZARD}`],
  ['purchase_order/execute', `execute_purchase_order ${WIZARD}`],
  [
    'purchase_order_item/upsert purchase_order_item/upsert_bulk purchase_order_item/create purchase_order_item/create_bulk purchase_order_item/update purchase_order_item/remove purchase_order_item/delete',
    `update_purchase_order ${WIZARD}`,
  ],
  // The first gate is as wide as door 2; the handler narrows it by the stored kind, door 1 or the administrator.
  ['purchase_order/delete purchase_order/restore', `update_purchase_order ${WIZARD}`],
  [
    ['order_group', 'order']
      .flatMap((model) =>
        [
          'read_all',
          'read',
          'read_by_tag',
          'read_by_ref',
          'read_by_buyer',
          'read_by_buyer_tag',
          'read_by_sales_officer_tag',
          'read_all_custom',
          'read_all_custom_special',
        ].map((call) => `${model}/${call}`),
      )
      .join(' '),
    'view_orders view_order',
  ],
  ['order/history_by_sales_officer', 'view_orders'],
  [
    'order_group/history order_group_log/read_by_order_group order_group_item/read_by_order_group order_item/read_by_order',
    'view_order',
  ],
  ['order_group_item/read_stock', 'view_warehouses buyer_cart'],
  ['order_group/create', 'buyer_cart create_order'],
  // The first gate of what also works on a cart (A13); the handler narrows by the stored tag.
  [
    ['order_group_item', 'order_item']
      .flatMap((model) => ['create', 'upsert', 'update', 'remove', 'delete'].map((call) => `${model}/${call}`))
      .concat('order_group_item/read_prices')
      .join(' '),
    'update_order buyer_cart create_order',
  ],
  ['order/create order_group/delete', 'update_order buyer_cart create_order'],
  ['order_group/update_tag', 'update_order_tag create_order buyer_cart'],
  ['order/update_tag', 'update_order update_order_tag buyer_cart'],
  [
    'order_group/update_amount order_group/update_subtotal order_group/update_delivery_fee order_group/update_sales_officer',
    'update_order',
  ],
  [
    'order/update_amount order/update_sales_officer order_meta/upsert_many order_group_meta/upsert_many',
    'update_order',
  ],
  ['ledger_log/deposit ledger_log/deposit_to ledger_log/take_back', 'create_deposit'],
  ['ledger_log/order_group_reconciliation', 'view_orders'],
  ['ledger_log/reconciliation_report buyer/history buyer/order_retention_{kind}', 'view_reports'],
  ['order/route_fulfilment_all order/matrix_fulfilment order/matrix_fulfilment_buyers', 'view_order_fulfilment'],
  [
    'order_group/purchase_orders order_group/purchase_orders_buyers order_group/sales_of_all_custom_special order_group/sales_of_all_custom_special_seller order_group/value_by_day',
    'view_orders',
  ],
];

function generic(model: string, read: string, create: string, update: string): (readonly [string, string])[] {
  const paths = (...calls: string[]) => calls.map((call) => `${model}/${call}`).join(' ');
  return [
    [paths('read_all', 'read', 'read_by_status'), read],
    [paths('create', 'signup', 'create_bulk'), create],
    [paths('update', 'set_status', 'update_bulk'), update],
  ];
}

function link(
  model: string,
  readBy: string,
  read: string,
  create: string,
  update: string,
): (readonly [string, string])[] {
  return [[`${model}/${readBy}`, read], ...generic(model, 'nobody', create, update)];
}

/** B10.4a: who sees his own hub only. */
const HUB_SIDE: ReadonlySet<Role | undefined> = new Set(
  ['SM', 'HM', 'RM', 'DA', 'BA', 'HC'].map((column) => COLUMNS[column]),
);

/** A plain model opens by the three rights of its own row in the tests' matrix. What the table says of a model comes before that. */
const OF_PLAIN = PLAIN.flatMap(([view, create, update]) =>
  generic(update.replace('update_', ''), view, create, update),
);
const EXPECTED = new Map(
  [...OF_PLAIN, ...TABLE].flatMap(([paths, gate]) => paths.split(' ').map((path) => [path, gate] as const)),
);
const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map((answer) => answer.call);

function mayCall(gate: string, role: Role): boolean {
  if (gate === 'open' || gate === 'any') return true;
  if (gate === 'administrator') return role === 'administrator.administrator';
  return gate.split(' ').some((one) => (one === 'hub_side' ? HUB_SIDE : HOLDERS.get(one))?.has(role));
}

describe('the matrix', { tags: ['PERM-01', 'B10.1'] }, () => {
  test('names the same permissions as the code', { tags: ['B10.1'] }, () => {
    expect([...PERMISSIONS].sort()).toEqual([...HOLDERS.keys()].sort());
  });
  test.each(Object.entries(COLUMNS))(
    'column %s holds exactly what the table says',
    { tags: ['B10.1'] },
    (_column, role) => {
      const expected = [...HOLDERS].filter(([, roles]) => roles.has(role)).map(([permission]) => permission);
      expect([...permissionsOf(role)].sort()).toEqual(expected.sort());
    },
  );
  test('agents, distributor officers and unknown roles hold nothing', { tags: ['B10.2'] }, () => {
    for (const role of [
      'agent.agent',
      'distributor_officer.manager',
      'distributor_officer.rep',
      'buyer.buyer',
      '',
      'administrator',
    ]) {
      expect(permissionsOf(role)).toEqual([]);
    }
  });
});

test('every call stands in the table of expectations', { tags: ['SEC-05'] }, () => {
  const missing = CALLS.map((call) => call.path).filter((path) => path !== 'auth/revoke' && !EXPECTED.has(path));
  expect(missing).toEqual([]);
});

describeOneEngine('every call x every role', { tags: ['SEC-05'] }, (database) => {
  let server: TestServer;
  const tokens = new Map<Role, string>();
  beforeAll(async () => {
    server = await startServer(database());
    for (const role of ROLES) tokens.set(role, (await server.signInAs(role)).token);
  });

  const OPEN_READS = ['states', 'auth/reset_offered'];
  const cases = CALLS.filter((call) => call.path !== 'auth/revoke' && call.path !== 'auth/revoke_other');
  test.each(cases.map((call) => [call.method, call.path] as const))(
    '%s %s answers 401 without a token',
    { tags: ['API-1.7'] },
    async (method, path) => {
      const response = await server.call(method, path.replace('{state}', 'Lagos'));
      // The locations service is public (K29), and the sign-in screen asks whether it may offer a new password by e-mail: both read without a field.
      if (EXPECTED.get(path) === 'open') expect(response.code).toBe(OPEN_READS.includes(path) ? 200 : 422);
      else
        expect(response).toMatchObject({
          status: 401,
          code: 401,
          message: 'Your session has ended. Please sign in again.',
          data: { error: 'unauthorized' },
        });
    },
  );

  test.each(cases.map((call) => [call.method, call.path] as const))(
    '%s %s opens for exactly the roles of the table',
    { tags: ['SEC-05'] },
    async (method, path) => {
      const gate = EXPECTED.get(path) ?? 'nobody';
      for (const role of ROLES) {
        const response = await server.call(method, path.replace('{state}', 'Lagos'), {}, { token: tokens.get(role) });
        const context = `${role} ${response.code} ${response.message}`;
        if (mayCall(gate, role)) expect(response.code, context).not.toBe(403);
        else
          expect(response, context).toMatchObject({
            status: 403,
            code: 403,
            message: "You don't have the permission to do this.",
            data: { error: 'forbidden' },
          });
        expect(response.code, context).toBeLessThan(500);
      }
    },
  );
});
