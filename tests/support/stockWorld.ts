/** Hubs, distributors, associates and products in a test database, and short forms of the calls of a transfer. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { digestText } from '#domain/transfer.ts';
import { newId } from '#server/calls/ids.ts';
import type { Database } from '#server/db/open.ts';
import { type Ask, type Data, NOW, newKey, type TestServer } from './server.ts';

export type Parties = readonly [sourceType: string, source: string, destinationType: string, destination: string];
export type World = Awaited<ReturnType<typeof makeWorld>>;

interface Line {
  _id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
}

/** Every world has its own ids, so that one database can have many worlds. */
export async function makeWorld(database: Database, server: TestServer) {
  const run = newId().slice(-8);
  const db = database.kysely;
  const admin = await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' });
  const officer = await server.signInAs('manager.warehouse_officer', { name: 'Tunde Officer' });
  const staff = await server.signInAs('manager.staff');

  async function party(type: 'seller' | 'distributor' | 'sales_officer', name: string, hub?: string) {
    const id = `${type}_${newId()}`;
    if (type === 'sales_officer') {
      await sql`insert into sales_officer (_id, created, modified, name, user_id, phone, email, role, seller_id)
        values (${id}, ${NOW}, ${NOW}, ${name}, ${id}, ${id}, ${`${id}@example.test`}, 'sales_officer.rep', ${hub})`.execute(
        db,
      );
    } else {
      await sql`insert into ${sql.table(type)} (_id, created, modified, name, address) values (${id}, ${NOW}, ${NOW}, ${name}, 'Lagos')`.execute(
        db,
      );
    }
    return id;
  }
  const hub = await party('seller', `Mushin Hub ${run}`);
  const hub2 = await party('seller', `Ikeja Hub ${run}`);
  const distributor = await party('distributor', `Dangote Depot ${run}`);
  const rep = await party('sales_officer', `Bola Rep ${run}`, hub);

  const maker = `maker_${run}`;
  await sql`insert into manufacturer (_id, created, modified, name) values (${maker}, ${NOW}, ${NOW}, ${`Maker ${run}`})`.execute(
    db,
  );
  await sql`insert into brand (_id, created, modified, name, manufacturer_id) values (${`brand_${run}`}, ${NOW}, ${NOW}, ${`Brand ${run}`}, ${maker})`.execute(
    db,
  );
  /** Price in kobo per case. */
  async function product(name: string, caseCount: number, price: number) {
    const id = `product_${newId()}`;
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      values (${id}, ${NOW}, ${NOW}, ${`${name} ${run}`}, 'Of a test', ${id}, ${caseCount}, 1, ${price}, ${`brand_${run}`})`.execute(
      db,
    );
    return id;
  }
  const milk = await product('Milk', 12, 1_200_000);
  const rice = await product('Rice', 1, 5_000_000);
  const soap = await product('Soap', 7, 100_000);

  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    server.call(method, path, fields, { token: admin.token, ...ask });

  const header = (parties: Parties, more: Record<string, unknown> = {}) => ({
    ref: '*',
    timestamp: NOW,
    tag: 'purchase_order',
    meta: '{}',
    source_type: parties[0],
    source: parties[1],
    destination_type: parties[2],
    destination: parties[3],
    amount: '0',
    ...more,
  });
  /** `lines`: product, units, and optionally accepted units ('' = not counted) and amount. */
  async function order(
    parties: Parties,
    lines: readonly (readonly [string, number, (number | '')?, string?])[] = [],
    ask: Ask = {},
  ) {
    const made = await call('POST', 'purchase_order/create', header(parties), ask);
    if (made.code !== 200) throw new Error(`${made.code} ${made.message}`);
    const id = made.data as unknown as string;
    for (const line of lines) {
      const response = await put(id, line, {}, ask);
      if (response.code !== 200) throw new Error(`${response.code} ${response.message}`);
    }
    return id;
  }
  const put = (
    orderId: string,
    [productId, quantity, accepted, amount]: readonly [string, number, (number | '')?, string?],
    more: Record<string, unknown> = {},
    ask: Ask = {},
  ) =>
    call(
      'POST',
      'purchase_order_item/upsert',
      {
        purchase_order_id: orderId,
        product_id: productId,
        quantity,
        quantity_accepted: accepted === undefined ? quantity : accepted,
        amount,
        ...more,
      },
      ask,
    );
  const execute = (orderId: string, more: Record<string, unknown> = {}, ask: Ask = {}) =>
    call(
      'POST',
      'purchase_order/execute',
      { _id: orderId, commit: true, error_on_empty: true, ...more },
      { key: newKey(), ...ask },
    );
  const read = async (orderId: string) => (await call('GET', 'purchase_order/read', { _id: orderId })).data[0] as Data;
  const items = async (orderId: string) =>
    (await call('GET', 'purchase_order_item/read_by_purchase_order', { purchase_order_id: orderId })).data;
  /** The values that a client computes from its shown lines (B3.21). */
  const digest = (lines: readonly Line[]) =>
    createHash('sha256')
      .update(digestText(lines.map((line) => ({ ...line, amount: Math.round(Number(line.amount) * 100) }))))
      .digest('hex');
  const shipIn = ['distributor', distributor, 'seller', hub] as const satisfies Parties;
  const issue = ['seller', hub, 'sales_officer', rep] as const satisfies Parties;
  const giveBack = ['sales_officer', rep, 'seller', hub] as const satisfies Parties;
  const reject = ['seller', hub, 'distributor', distributor] as const satisfies Parties;

  async function warehouseOf(owner: string): Promise<string | null> {
    const { rows } = await sql<{
      _id: string;
    }>`select _id from warehouse where parent = ${owner} and status = 'active'`.execute(db);
    return rows[0]?._id ?? null;
  }
  /** The units in a party's warehouse, by product. */
  async function stock(owner: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ product_id: string; quantity: number }>`select wp.product_id, wp.quantity
      from warehouse w join warehouse_product wp on wp.warehouse_id = w._id where w.parent = ${owner} and w.status = 'active'`.execute(
      db,
    );
    return Object.fromEntries(rows.map((row) => [row.product_id, row.quantity]));
  }
  async function wallet(owner: string): Promise<number> {
    const { rows } = await sql<{
      balance_kobo: number;
    }>`select balance_kobo from ledger where owner = ${owner}`.execute(db);
    return rows[0]?.balance_kobo ?? 0;
  }
  /** Fills a party's warehouse by a real shipment. */
  async function fill(lines: readonly (readonly [string, number, (number | '')?, string?])[], to = hub) {
    const id = await order(['distributor', distributor, 'seller', to], lines);
    const response = await execute(id);
    if (response.message !== 'Transfer successful.') throw new Error(response.message);
    return id;
  }

  return {
    run,
    db,
    admin,
    officer,
    staff,
    hub,
    hub2,
    distributor,
    rep,
    milk,
    rice,
    soap,
    shipIn,
    issue,
    giveBack,
    reject,
    party,
    product,
    call,
    header,
    order,
    put,
    execute,
    read,
    items,
    digest,
    warehouseOf,
    stock,
    wallet,
    fill,
  };
}

/** Checks B2.7 over the whole database. Returns violations as texts; empty if the books are right. */
export async function brokenBooks(database: Database): Promise<string[]> {
  const checks: [string, ReturnType<typeof sql>][] = [
    [
      'stock is not the sum of its log',
      sql`select wp._id from warehouse_product wp left join (select warehouse_id, product_id, sum(quantity) as moved from warehouse_log
        group by warehouse_id, product_id) l on l.warehouse_id = wp.warehouse_id and l.product_id = wp.product_id
        where wp.quantity <> coalesce(l.moved, 0)`,
    ],
    [
      'a log without its stock row',
      sql`select wl._id from warehouse_log wl where not exists (select 1 from warehouse_product wp
        where wp.warehouse_id = wl.warehouse_id and wp.product_id = wl.product_id)`,
    ],
    [
      'rows of an order do not cancel out',
      sql`select purchase_order_id as _id from warehouse_log where purchase_order_id is not null group by purchase_order_id, item_id
        having sum(quantity) <> 0 or count(*) <> 2`,
    ],
    [
      'log rows of an order that is no receipt',
      sql`select wl._id from warehouse_log wl join purchase_order po on po._id = wl.purchase_order_id where po.tag <> 'receipt'`,
    ],
    [
      'a receipt whose lines did not all move',
      // The sums are computed once. A query for each line would take hours after an hour of work.
      sql`select i._id from purchase_order_item i join purchase_order po on po._id = i.purchase_order_id
        left join (select item_id, sum(quantity) as came from warehouse_log where quantity > 0 group by item_id) wl on wl.item_id = i._id
        where po.tag = 'receipt' and i.deleted_at is null and coalesce(i.quantity_accepted, i.quantity) <> coalesce(wl.came, 0)`,
    ],
    ['stock below zero', sql`select _id from warehouse_product where quantity < 0`],
    [
      'an amount that is not the sum of its lines',
      sql`select po._id from purchase_order po where po.amount_kobo <> (select coalesce(sum(i.amount_kobo), 0) from purchase_order_item i
        where i.purchase_order_id = po._id and i.deleted_at is null)`,
    ],
    [
      'a wallet that is not the sum of its log',
      sql`select l._id from ledger l where l.balance_kobo <> (select coalesce(sum(effect_kobo), 0) from ledger_log g where g.ledger_id = l._id)`,
    ],
    [
      'a receipt without exactly one audit row',
      sql`select po._id from purchase_order po
        left join (select record_id, count(*) as told from audit_log where action = 'execute' group by record_id) a on a.record_id = po._id
        where po.tag = 'receipt' and coalesce(a.told, 0) <> 1`,
    ],
  ];
  const broken: string[] = [];
  for (const [text, query] of checks) {
    const { rows } = await (query as ReturnType<typeof sql<{ _id: string }>>).execute(database.kysely);
    for (const row of rows) broken.push(`${text}: ${row._id}`);
  }
  return broken;
}
