/** No path twice, no call unanswered, no answer without a contract, and every model has its table (DESIGN 2.5). */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { models } from '#contract/index.ts';
import { genericCalls } from '#contract/model.ts';
import { makeRegistry } from '#server/calls/registry.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeEachEngine } from '#tests/support/database.ts';

const answers = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null));
const answered = new Set(answers.map((one) => `${one.call.method} ${one.call.path}`));

/** Every call that a file of src/contract exports. */
async function declared(): Promise<Call[]> {
  const root = fileURLToPath(new URL('../../src/contract/', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /Calls\.ts$/.test(file));
  expect(files.length).toBeGreaterThanOrEqual(5);
  const modules = await Promise.all(files.map((file) => import(`${root}${file}`) as Promise<Record<string, unknown>>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is Call =>
        typeof value === 'object' && value !== null && 'path' in value && 'allow' in value && 'input' in value,
    );
}

describe('registry', () => {
  test('two answers for one path do not start', { tags: ['DESIGN-2.5'] }, () => {
    expect(() => makeRegistry(answers)).not.toThrow();
    expect(() => makeRegistry([...answers, answers[0] as (typeof answers)[0]])).toThrow('Two answers');
  });
  test('every declared call is answered', { tags: ['DESIGN-2.5'] }, async () => {
    const calls = [...(await declared()), ...models.flatMap(genericCalls)];
    expect(calls.length).toBeGreaterThan(80);
    expect(calls.map((call) => `${call.method} ${call.path}`).filter((name) => !answered.has(name))).toEqual([]);
  });
  test('every answer has a declared contract', { tags: ['DESIGN-2.5'] }, async () => {
    const known = new Set(
      [...(await declared()), ...models.flatMap(genericCalls)].map((call) => `${call.method} ${call.path}`),
    );
    expect([...answered].filter((name) => !known.has(name))).toEqual([]);
  });
  test('every call that the documents name is answered', {
    tags: [
      'API-06',
      'API-07',
      'API-08',
      'API-09',
      'API-10',
      'API-11',
      'API-12',
      'API-13',
      'API-14',
      'API-16',
      'API-17',
      'API-26',
      'API-28',
      'API-29',
      'GEN-02',
      'GEN-03',
      'GEN-04',
    ],
  }, () => {
    const documented = `
      POST administrator/login_delegate, GET administrator/read_delegate, GET auth/revoke, POST user/update_auth, POST user/change_auth
      POST distributor_product/read_by_distributor, POST distributor_seller/read_by_distributor, POST seller_manager/read_by_seller
      POST seller_manufacturer/read_by_seller, POST sales_officer_area/read_by_area, POST location_area/read_by_area
      POST brand/read_by_manufacturer, POST category_product/read_by_category, POST location_area/add_bulk_location
      GET warehouse/value, POST warehouse_log/report, POST warehouse_log/sales, POST purchase_order/execute
      GET purchase_order_item/read_by_purchase_order, POST order_group/update_tag, POST order/update_tag
      GET states, GET states/{state}/lgas, GET lgas, GET spend/get_bank_list, POST upload/upload, GET config/read_by_key
      POST product/read_available_more, GET device/fragmentation, POST device/read_all_dict, POST device/read_by_user
      POST warehouse_product/read_by_warehouse_available, POST warehouse_log/read_by_warehouse
      GET purchase_order/read_by_ref, POST purchase_order_item/upsert, POST purchase_order_item/create_bulk, POST purchase_order_item/remove
      POST order/history_by_sales_officer, POST order/route_fulfilment_all, GET order/matrix_fulfilment, GET order/matrix_fulfilment_buyers
      POST order_group/purchase_orders, POST order_group/purchase_orders_buyers, POST order_group/sales_of_all_custom_special
      POST order_group/sales_of_all_custom_special_seller, POST order_group_meta/upsert_many, POST order_group_log/read_by_order_group
      POST ledger_log/order_group_reconciliation, POST product/read_by_brand, POST product/read_by_manufacturer
      POST product_tag/read_by_product, POST product_tag/create, POST product_tag/update, POST product_tag/delete
      POST seller_product/read_by_seller_product, POST seller_product/create, POST seller_product/update
      POST seller_product_log/read_by_seller_product, POST product/history, POST product/create_bulk
      POST ledger/read_by_owner_specific, GET ledger_log/read_by_ledger, POST ledger_log/deposit, POST ledger_log/deposit_to
      POST ledger_tag/virtual_account_create, POST ledger_log/reconciliation_report
      POST route_plan/read_by_buyer, POST route_plan/read_by_sales_officer, POST route_plan/read_unattached
      POST route_plan/create_bulk, POST route_plan/delete_bulk, GET buyer/history, POST buyer/order_retention_{kind}
      POST cohort/read_by_manufacturer, POST cohort_buyer/add_bulk, POST notification/poll_buyers_for, POST notification/send_to_buyers
      POST agent_referral/read_by_agent, POST agent_referral/create_phone, POST agent/credit_referral, POST agent/sign_this_up
      POST agent/source_summary, POST distributor_product/create_bulk, POST distributor_product/update_bulk
      POST distributor_officer/signup, POST distributor_officer/update, POST manager/create, POST manager/update
      POST sales_officer_area/create, POST sales_officer_area/update, POST location_area/create, POST location_area/update
      POST distributor_seller/create, POST seller_manager/create, POST seller_manufacturer/create, POST seller_manufacturer/update`;
    // The documents' shapes of the order side, whole (API-08 to API-10, API-14, API-16, API-17).
    const ofOrders = ['order', 'order_group'].flatMap((model) =>
      [
        ...['read_by_tag', 'read_by_ref', 'read_by_buyer', 'read_by_buyer_tag', 'read_by_sales_officer_tag'],
        ...['read_all_custom', 'read_all_custom_special', 'update_tag', 'update_amount', 'update_sales_officer'],
      ]
        .map((call) => `POST ${model}/${call}`)
        .concat(
          ['create', 'update', 'delete', 'upsert', 'remove'].map((call) => `POST ${model}_item/${call}`),
          `GET ${model}_item/read_by_${model}`,
        ),
    );
    const also = answers.flatMap(({ call }) => (call.also ? [`${call.also} ${call.path}`] : []));
    const there = new Set([...answered, ...also]);
    const standard = [
      'area',
      'agent',
      'distributor',
      'seller',
      'brand',
      'location',
      'category',
      'manufacturer',
      'store_type',
    ];
    const wanted = [
      ...documented
        .split(/[,\n]/)
        .map((one) => one.trim())
        .filter(Boolean),
      ...[...standard, 'cohort', 'config', 'buyer', 'sales_officer'].flatMap((model) => [
        `GET ${model}/read_all`,
        `GET ${model}/read`,
        `POST ${model}/create`,
        `POST ${model}/update`,
      ]),
      ...[...standard, 'cohort', 'buyer', 'sales_officer'].flatMap((model) => [
        `POST ${model}/read_by_status`,
        `POST ${model}/set_status`,
      ]),
      ...['agent', 'brand', 'buyer', 'distributor_officer', 'manager', 'sales_officer'].map(
        (one) => `POST ${one}/signup`,
      ),
      ...ofOrders,
      'POST config/delete',
    ];
    expect(wanted.filter((name) => !there.has(name))).toEqual([]);
  });
  test('every write but sign-in needs a session, and reads by GET never write', { tags: ['API-1.8'] }, () => {
    const open = answers.filter((one) => one.call.allow === 'open').map((one) => one.call.path);
    // The documents' public locations service reads by GET (API-19, K29).
    expect(open.sort()).toEqual([
      'administrator/login_delegate',
      'administrator/login_passkey',
      'auth/request_reset',
      'auth/reset_offered',
      'auth/reset_password',
      'states',
    ]);
    const writesByGet = answers
      .filter((one) => one.call.write && (one.call.method === 'GET' || one.call.also === 'GET'))
      .map((one) => one.call.path);
    expect(writesByGet).toEqual(['auth/revoke']);
  });
});

describeEachEngine('tables', (database) => {
  const KINDS: Record<string, readonly string[]> = {
    text: ['text'],
    id: ['text'],
    int: ['integer', 'bigint'],
    time: ['bigint'],
    money: ['bigint'],
    flag: ['boolean'],
  };
  test.each(models.map((model) => [model.name, model] as const))(
    '%s: every field has a column of its kind, and the base columns',
    { tags: ['DESIGN-2.5'] },
    async (name, model) => {
      const { rows } = await sql<{
        column_name: string;
        data_type: string;
      }>`select column_name, data_type from information_schema.columns
      where table_name = ${name}`.execute(database().kysely);
      const columns = new Map(rows.map((row) => [row.column_name, row.data_type]));
      for (const base of [
        '_id',
        'created',
        'modified',
        'version',
        'created_by',
        'modified_by',
        'client_id',
        'deleted_at',
        'deleted_by',
        'words',
      ]) {
        expect([...columns.keys()], `${name}.${base}`).toContain(base);
      }
      for (const [field, { kind, ignored }] of Object.entries(model.fields)) {
        if (ignored || model.linked.includes(field)) continue;
        expect(KINDS[kind], `${name}.${field}`).toContain(columns.get(kind === 'money' ? `${field}_kobo` : field));
      }
    },
  );
});
