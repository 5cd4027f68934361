/**
 * SEC-05, SEC-08, SEC-09 by what is changed: every role asks every write of the registry with bodies that are right in form, over rows of all kinds,
 * and what then stands differently in the database may only be what the rows of B10.1 and API.md section 4 let this role change: table, column,
 * and where a row decides (a cart, a hub, a kind of transfer), the row. RULES is written from the specification; a table that it does not name is
 * the administrator's.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { COLUMNS, HOLDERS, ROLES } from '#tests/support/matrix.ts';
import { bodyOf, idsOf } from '#tests/support/nearlyRight.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

const ADMIN = 'administrator.administrator';
/** Bodies for each call and role. */
const TRIES = Number(process.env.FUZZ ?? 6_000) / 2_000;
/** What an account does to itself: its sessions, its password. */
const OWN = [
  'auth/revoke',
  'auth/revoke_other',
  'administrator/login_delegate',
  'user/change_auth',
  'user/update_auth',
];
const WRITES = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null))
  .map(({ call }) => call)
  .filter((call) => call.write && !OWN.includes(call.path));
/** From the fewest rights to the most: what one of them changes the next one finds. */
const IN_TURN = [...'B RM DA BA HC SM HM CS AC S WO A'.split(' ').map((column) => COLUMNS[column] as Role)];
/** Books kept about calls, of everybody's own. */
const BOOKS = ['audit_log', 'idempotency', 'session', 'sign_in_attempt', 'device', 'left_hub', 'store', 'daily_count'];

type Row = Readonly<Record<string, unknown>>;
interface Change {
  before: Row | null;
  after: Row;
  /** Columns that differ; empty for a new row. */
  columns: string[];
}
interface Caller {
  role: Role;
  hub: string;
  has: (permissions: string) => boolean;
}
type Rule = (who: Caller, change: Change) => boolean;

const hubSide = ({ role }: Caller) => role === 'seller.manager' || role.startsWith('sales_officer.');
const only = (columns: readonly string[], allowed: string) => columns.every((one) => allowed.split(' ').includes(one));
const made =
  (create: string, update: string): Rule =>
  (who, { before }) =>
    who.has(before ? update : create);
const DOOR_2 = 'create_stock_in create_stock_out create_shipment_in create_shipment_out';
const REVERSING = 'reverse_transfer approve_reversal';
const byKind: Rule = (who, { before, after }) =>
  who.has('update_purchase_order') || (who.has(DOOR_2) && after.kind !== 'transfer' && before?.kind !== 'transfer');
const lines: Rule = (who) => who.has(`update_purchase_order ${DOOR_2}`);
/** Of an order that is placed, or of a cart (A13). */
const ofOrder: Rule = (who) => who.has('update_order update_order_tag buyer_cart');
const stock: Rule = (who, { after }) =>
  // A posted stocktake adjusts, and nothing else of who approves it moves stock.
  (who.has('approve_stocktake') && (after.kind === undefined || after.kind === 'adjustment')) ||
  // An approved reversal moves its receipt's goods back.
  (who.has('approve_reversal') && after.kind !== 'adjustment') ||
  (who.has(`execute_purchase_order ${DOOR_2}`) && (after.kind !== 'adjustment' || who.has('adjust_stock')));
/** Warehouses of the asker's hub and the stocktakes of those, looked up before the rules are asked. */
const ofHub = new Set<string>();
const inHub = ({ role, hub, has }: Caller, id: unknown) => !hubSide({ role, hub, has }) || ofHub.has(String(id));
/** What officers count; what holds at the end is written by who approves. */
const counting =
  (ofEnd: string): Rule =>
  (who, { after, columns }) =>
    who.has('count_stock approve_stocktake') &&
    inHub(who, after.stocktake_id ?? after.warehouse_id) &&
    (!columns.some((one) => ofEnd.split(' ').includes(one)) || who.has('approve_stocktake'));
/** People of hubs and distributors stand with the core, the house's own with the administrator. */
const account: Rule = (who, { before, after, columns }) => {
  const role = String(after.role);
  const kind = role.startsWith('sales_officer.')
    ? 'sales_officer'
    : role.startsWith('distributor_officer.')
      ? 'distributor_officer'
      : role === 'buyer.buyer'
        ? 'buyer'
        : role === 'agent.agent'
          ? 'agent'
          : 'manager';
  if (before && String(before.role).split('.')[0] !== role.split('.')[0])
    return kind === 'manager' && who.has('update_manager');
  // B10.6: a starter password is whose who may sign that person up; nobody else's can sign in here.
  const secret = columns.some((one) => /password|must_change|starter/.test(one));
  if (secret) return who.has(kind === 'sales_officer' ? 'signup_sales_officer' : 'signup_manager');
  return who.has(before ? `update_${kind}` : `signup_${kind}`);
};

const RULES: Readonly<Record<string, Rule>> = {
  brand: made('create_brand signup_brand', 'update_brand'),
  buyer: (who, change) =>
    made('signup_buyer', 'update_buyer')(who, change) &&
    !change.columns.some((one) => ['phone', 'user_id'].includes(one)),
  category: made('create_category', 'update_category'),
  category_product: made('update_category', 'update_category'),
  claim: (who) => who.has('manage_claims'),
  claim_line: (who) => who.has('manage_claims'),
  cover_rule: (who) => who.has('order_goods'),
  close_out: (who) => who.has('view_close_outs'),
  distributor: (who, change) =>
    made('create_distributor', 'update_distributor')(who, change) &&
    (who.role === ADMIN || !change.columns.includes('bank_account')),
  distributor_officer: made('signup_distributor_officer', 'update_distributor_officer'),
  distributor_product: made('update_distributor', 'update_distributor'),
  distributor_seller: made('create_distributor update_distributor', 'update_distributor'),
  // B5.3, B6.4, B6.6: an order posts, a transfer posts; a deposit is the accountant's.
  ledger: (who) => who.has(`update_order create_deposit ${DOOR_2}`),
  ledger_log: (who, { before, after }) =>
    before === null &&
    who.has(
      after.ref_type === 'order_group'
        ? 'update_order update_order_tag'
        : after.ref_type === 'purchase_order'
          ? `${DOOR_2} approve_reversal`
          : 'create_deposit',
    ),
  notification: (who, { before }) => before === null && who.has('send_notification'),
  notification_recipient: (who, { before }) => before === null && who.has('send_notification'),
  order: ofOrder,
  order_group: (who, { before, after, columns }) => {
    if (before === null) return after.tag === 'draft' && who.has('buyer_cart create_order');
    if (before.tag === 'draft')
      return who.has('buyer_cart create_order') && ['draft', 'pending', 'deleted'].includes(String(after.tag));
    if (columns.includes('tag') && ['deleted'].includes(String(after.tag))) return who.role === ADMIN;
    if (after.tag === 'cancelled' && columns.includes('tag') && before.tag !== 'pending') return who.role === ADMIN;
    return who.has('update_order update_order_tag');
  },
  order_group_log: ofOrder,
  order_group_meta: ofOrder,
  order_item: ofOrder,
  order_meta: ofOrder,
  product: (who, { before, columns }) =>
    !hubSide(who) &&
    who.has(before ? 'update_product' : 'create_product') &&
    (who.role === ADMIN || !columns.some((one) => ['sku_id', 'mpu', 'price_kobo'].includes(one))),
  product_tag: (who) => who.has('update_product') && !hubSide(who),
  purchase_order: (who, change) => {
    const { before, after, columns } = change;
    if (before?.tag === 'receipt') return false;
    if (columns.includes('deleted_at')) return who.has('update_purchase_order');
    // A reversal is a receipt from its beginning.
    if (before === null && after.tag === 'receipt') return after.reverses !== null && who.has(REVERSING);
    return byKind(who, change) && (before !== null || after.tag === 'purchase_order');
  },
  purchase_order_item: (who, change) => lines(who, change) || (change.before === null && who.has(REVERSING)),
  reversal: (who, { before, columns }) =>
    before === null
      ? who.has('reverse_transfer')
      : who.has(REVERSING) &&
        only(columns, 'status order_id decided_at decided_by decided_note modified modified_by version') &&
        (!columns.includes('order_id') || who.has('approve_reversal')),
  route_plan: made('update_category', 'update_category'),
  sales_officer: made('signup_sales_officer', 'update_sales_officer'),
  // AREA-12: who leaves his hub or is switched off leaves his areas.
  sales_officer_area: (who, { before, columns }) =>
    who.has('update_area') ||
    (before !== null && only(columns, 'status modified_by version') && who.has('update_sales_officer')),
  seller: made('create_seller', 'update_seller'),
  seller_manager: made('create_seller update_seller', 'update_seller'),
  seller_manufacturer: made('update_seller', 'update_seller'),
  seller_product: (who, { before, after }) =>
    who.has('update_product') &&
    (!hubSide(who) || (after.seller_id === who.hub && (before?.seller_id ?? who.hub) === who.hub)),
  seller_product_log: (who, { before }) => before === null && who.has('update_product'),
  stocktake: counting('status closed_at closed_by closed_note short_kobo over_kobo'),
  stocktake_client: (who, { before, after }) =>
    before === null && who.has('count_stock') && inHub(who, after.stocktake_id),
  stocktake_count: (who, { after }) => who.has('count_stock') && inHub(who, after.stocktake_id),
  stocktake_line: counting('counted book held cost_kobo value_kobo reason'),
  stocktake_part: (who, { after }) => who.has('count_stock') && inHub(who, after.stocktake_id),
  user_account: account,
  virtual_account: (who, { before, after }) => before === null && who.has(`update_${String(after.owner_type)}`),
  warehouse: (who, { before }) => who.has(`${before ? 'update_warehouse' : 'create_warehouse'} ${DOOR_2}`),
  warehouse_log: (who, change) => change.before === null && stock(who, change),
  // What triggers note of each row of the log, so that its pages are sought (D11).
  warehouse_log_ref: stock,
  warehouse_log_second: stock,
  warehouse_product: stock,
};

describeOneEngine('what each role changes', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  let tables: { name: string; key: string }[];
  const touched = new Set<string>();

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const { hub, hub2, milk, tea, rice, run } = world;
    await world.fill([
      [milk, 240],
      [rice, 30],
    ]);
    for (const parties of [world.issue, world.reject, ['seller', hub, 'seller', hub2] as const])
      await world.order(parties, [[milk, 2]]);
    for (const owner of [hub, hub2]) {
      await world.fill([[milk, 24]], owner);
      const fields = { warehouse_id: await world.warehouseOf(owner), scope: 'all', client_id: newKey() };
      const { data } = await world.call('POST', 'stocktake/open', fields);
      const counted = { product_id: [milk], quantity: [owner === hub ? 24 : 23], counted_at: [NOW] };
      await world.call('POST', 'stocktake/count', { stocktake_id: data._id, ...counted });
    }
    for (const tag of ['draft', 'pending', 'completed'] as const)
      await world.ordered([[milk, 12]], tag, { buyer: await world.buyer(`Shop ${tag}`) });
    for (const [at, seller_id] of [hub, hub2].entries())
      for (const product_id of [milk, tea])
        await putRow(database(), 'seller_product', {
          _id: `sells_${at}_${product_id}`,
          seller_id,
          product_id,
          mpu: 1,
          price_kobo: 100,
        });
    const place = { location_id: world.location };
    const signed = await world.call('POST', 'agent/signup', {
      ...{
        name: `Agent ${run}`,
        phone: '08031230001',
        status: 'active',
        source: 'AGENCY',
        bank: '-',
        account: '-',
        ...place,
      },
    });
    expect(signed.code, signed.text).toBe(200);
    for (const [path, fields] of [
      [
        'area/create',
        {
          ...{ name: `Area ${run}`, phone: '08031230002', manufacturer_id: world.maker2, seller_id: hub },
          sales_officer_id: world.rep,
        },
      ],
      ['cohort/create', { title: `Cohort ${run}`, tag: '', description: 'Of a test' }],
      ['config/create', { key: `key_${run}`, value: 'Of a test' }],
      ['category/create', { name: `Category ${run}` }],
      [
        'manager/signup',
        { name: `Boss ${run}`, phone: '08031230003', email: `boss${run}@example.test`, role: 'seller.manager' },
      ],
      ['product_tag/create', { tag: 'CLASS', value: 'A', product_id: milk }],
    ] as const) {
      const response = await world.call(
        'POST',
        path,
        /config|product_tag/.test(path) ? fields : { status: 'active', ...fields },
      );
      expect(response.code, `${path} ${response.text}`).toBe(200);
    }
    const { rows } = await sql<{
      name: string;
      key: string;
    }>`select t.relname as name, string_agg(a.attname, ',') as key
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
      where i.indisprimary and t.relnamespace = 'public'::regnamespace group by 1 order by 1`.execute(
      database().kysely,
    );
    tables = rows.filter(({ name }) => !BOOKS.includes(name) && !/migration|lock|presence|server/.test(name));
    expect(tables.length).toBeGreaterThan(45);
  }, 240_000);

  /** Every row of every table, by table and key. */
  async function everything(): Promise<Map<string, { table: string; row: Row }>> {
    const all = new Map<string, { table: string; row: Row }>();
    for (const { name, key } of tables) {
      const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(database().kysely);
      for (const row of rows)
        all.set([name, ...key.split(',').map((one) => String(row[one]))].join(' '), { table: name, row });
    }
    return all;
  }

  /** Said of a row when another one changes, or worked out from it. */
  /** Tables that no nearly right body writes: kept figures, what the server writes by itself, and what needs an own password or a signature. */
  const NOT_BY_CHANCE = new Set([
    ...['table_count', 'stock_low', 'stock_watch', 'site_key', 'device_key', 'handover'],
    ...['api_token', 'webhook', 'webhook_delivery'],
  ]);
  const DERIVED = ['modified', 'words', 'name_key', 'renamed_at'];

  test.each(IN_TURN)(
    '%s changes nothing but what is his to change',
    { tags: ['SEC-05', 'SEC-08', 'SEC-09'], timeout: 600_000 },
    async (role) => {
      const ids = await idsOf(database());
      // After the ids: nobody's own account is among them.
      const { token } = await server.signInAs(role, { seller_id: world.hub });
      const before = await everything();
      for (const call of WRITES) {
        for (const body of fc.sample(bodyOf(ids, call, false), TRIES)) {
          const response = await server.send({
            method: 'POST',
            url: `/api/${call.path}`,
            headers: {
              authorization: `Bearer ${token}`,
              'idempotency-key': newKey(),
              'content-type': 'application/x-www-form-urlencoded',
            },
            payload: new URLSearchParams(body).toString(),
          });
          expect(response.code, `${call.path} ${JSON.stringify(body)} ${response.text.slice(0, 300)}`).toBeLessThan(
            500,
          );
        }
      }
      const who: Caller = {
        ...{ role, hub: world.hub },
        has: (permissions) => permissions.split(' ').some((one) => HOLDERS.get(one)?.has(role)),
      };
      const wrong: string[] = [];
      const after = await everything();
      ofHub.clear();
      for (const { table, row } of after.values())
        if (table === 'warehouse' && row.parent === world.hub) ofHub.add(String(row._id));
      for (const { table, row } of after.values())
        if (table === 'stocktake' && ofHub.has(String(row.warehouse_id))) ofHub.add(String(row._id));
      for (const [key, { table, row }] of after) {
        const old = before.get(key)?.row ?? null;
        const columns = old
          ? Object.keys(row).filter(
              (one) => !DERIVED.includes(one) && JSON.stringify(row[one]) !== JSON.stringify(old[one]),
            )
          : [];
        if (old && columns.length === 0) continue;
        // How often a table was written, for totals that are kept: it follows from the rows themselves.
        if (table === 'table_count') continue;
        touched.add(table);
        const rule = RULES[table] ?? (() => role === ADMIN);
        if (!rule(who, { before: old, after: row, columns }))
          wrong.push(`${key} ${old ? columns : 'new'} ${JSON.stringify(row).slice(0, 300)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('it was tried in earnest: nearly every table was changed by somebody', { tags: ['SEC-05'] }, () => {
    expect(ROLES.length).toBe(IN_TURN.length);
    const names = tables.map(({ name }) => name).filter((name) => !NOT_BY_CHANCE.has(name));
    const never = names.filter((name) => !touched.has(name));
    expect((names.length - never.length) / names.length, String(never)).toBeGreaterThan(0.6);
  });
});
