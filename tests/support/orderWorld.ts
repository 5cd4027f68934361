/** Retailers, manufacturers and orders in a test database, and short forms of the calls of an order group. */
import { sql } from 'kysely';
import type { OrderTag } from '#domain/order.ts';
import { newId } from '#server/calls/ids.ts';
import type { Database } from '#server/db/open.ts';
import { type Ask, type Data, NOW, newKey, type TestServer } from './server.ts';
import { makeWorld } from './stockWorld.ts';

export type OrderWorld = Awaited<ReturnType<typeof makeOrderWorld>>;

/** A stock world with a second manufacturer, a location, a store type and a retailer. */
export async function makeOrderWorld(database: Database, server: TestServer) {
  const world = await makeWorld(database, server);
  const { db, run, call, hub, rep } = world;
  const support = await server.signInAs('manager.customer_support', { name: 'Chika Support' });
  const accountant = await server.signInAs('manager.accountant', { name: 'Efe Accountant' });
  const location = `location_${run}`;
  await sql`insert into location (_id, created, modified, name, state, lga) values (${location}, ${NOW}, ${NOW}, ${`Yaba ${run}`}, 'Lagos', ${`Mainland ${run}`})`.execute(
    db,
  );
  const storeType = `store_type_${run}`;
  await sql`insert into store_type (_id, created, modified, name, description) values (${storeType}, ${NOW}, ${NOW}, ${`Kiosk ${run}`}, 'Of a test')`.execute(
    db,
  );

  async function buyer(name: string, more: { created?: number; location?: string; status?: string } = {}) {
    const id = `buyer_${newId()}`;
    await sql`insert into user_account (_id, role, name, created, modified) values (${`user_${id}`}, 'buyer.buyer', ${name}, ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into buyer (_id, created, modified, user_id, name, person, phone, status, store_type_id, location_id)
      values (${id}, ${more.created ?? NOW}, ${NOW}, ${`user_${id}`}, ${`${name} ${run}`}, 'Mama Test', ${`080${id.slice(-8)}`}, ${more.status ?? 'active'},
        ${storeType}, ${more.location ?? location})`.execute(db);
    return id;
  }
  const shop = await buyer('Iya Basira Stores');

  const maker2 = `maker2_${run}`;
  await sql`insert into manufacturer (_id, created, modified, name) values (${maker2}, ${NOW}, ${NOW}, ${`Other Maker ${run}`})`.execute(
    db,
  );
  await sql`insert into brand (_id, created, modified, name, manufacturer_id) values (${`brand2_${run}`}, ${NOW}, ${NOW}, ${`Other Brand ${run}`}, ${maker2})`.execute(
    db,
  );
  const tea = await world.product('Tea', 10, 200_000);
  await sql`update product set brand_id = ${`brand2_${run}`} where _id = ${tea}`.execute(db);

  /** An empty cart. */
  async function cart(buyerId = shop, more: Record<string, unknown> = {}, ask: Ask = {}): Promise<string> {
    const response = await call(
      'POST',
      'order_group/create',
      { buyer_id: buyerId, seller_id: hub, ...more },
      { key: newKey(), ...ask },
    );
    if (response.code !== 200) throw new Error(`${response.code} ${response.message}`);
    return response.data as unknown as string;
  }
  const add = (groupId: string, product: string, quantity: number, more: Record<string, unknown> = {}, ask: Ask = {}) =>
    call('POST', 'order_group_item/upsert', { order_group_id: groupId, product_id: product, quantity, ...more }, ask);
  const tag = (groupId: string, from: OrderTag, to: OrderTag, more: Record<string, unknown> = {}, ask: Ask = {}) =>
    call(
      'POST',
      'order_group/update_tag',
      { _id: groupId, old_tag: from, new_tag: to, ...more },
      { key: newKey(), ...ask },
    );
  const group = async (groupId: string) => (await call('GET', 'order_group/read', { _id: groupId })).data[0] as Data;
  const pay = (
    groupId: string,
    entries: readonly (readonly [string, string, string?])[],
    more: Record<string, unknown> = {},
  ) =>
    call('POST', 'order_group_meta/upsert_many', {
      order_group_id: groupId,
      tag: entries.map(([name]) => name),
      value: entries.map(([, value]) => value),
      meta: entries.map(([, , meta = '']) => meta),
      ...more,
    });
  /** A group with these lines, moved to a tag. */
  async function ordered(
    lines: readonly (readonly [string, number])[],
    to: OrderTag = 'draft',
    more: { buyer?: string; rep?: string | null } = {},
  ): Promise<string> {
    const officer = more.rep === null ? {} : { sales_officer_id: more.rep ?? rep };
    const id = await cart(more.buyer, officer);
    for (const [product, quantity] of lines) {
      const response = await add(id, product, quantity);
      if (response.code !== 200) throw new Error(`${response.code} ${response.message}`);
    }
    const path: OrderTag[] = to === 'draft' ? [] : to === 'pending' ? ['pending'] : ['pending', to];
    let from: OrderTag = 'draft';
    for (const next of path) {
      const response = await tag(id, from, next);
      if (response.code !== 200) throw new Error(`${response.code} ${response.message}`);
      from = next;
    }
    return id;
  }
  return {
    ...world,
    support,
    accountant,
    location,
    storeType,
    shop,
    buyer,
    maker2,
    tea,
    cart,
    add,
    tag,
    group,
    pay,
    ordered,
  };
}

/**
 * B5.3, B6.2 over the whole database: every wallet is the sum of its log, and has every group exactly once. The sums are computed here and not by the
 * posting code. Returns the violations as texts.
 */
export async function brokenWallets(database: Database): Promise<string[]> {
  const checks: [string, ReturnType<typeof sql<{ _id: string }>>][] = [
    [
      'a wallet that is not the sum of its log',
      sql`select l._id from ledger l where l.balance_kobo <> (select coalesce(sum(effect_kobo), 0) from ledger_log g where g.ledger_id = l._id)`,
    ],
    [
      'a total that is not its lines',
      sql`select g._id from order_group g where g.orders_kobo <> (select coalesce(sum(o.amount_kobo), 0) from "order" o
        where o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted'))`,
    ],
    [
      'an unedited order that is not the sum of its lines',
      sql`select o._id from "order" o where not o.amount_edited and o.amount_kobo <> (select coalesce(sum(i.line_kobo), 0) from order_item i
        where i.order_id = o._id and i.deleted_at is null)`,
    ],
    [
      "a retailer's charge that is not the total of his billed groups",
      sql`select g._id from order_group g where coalesce((select sum(x.effect_kobo) from ledger_log x join ledger l on l._id = x.ledger_id
          where x.ref_type = 'order_group' and x.ref_id = g._id and x.tag = 'order' and l.head = 'buyer'), 0)
        <> case when g.tag in ('delivered', 'completed') then g.total_kobo else 0 end`,
    ],
    [
      "money received that does not stand in the retailer's wallet",
      sql`select g._id from order_group g where coalesce((select sum(x.effect_kobo) from ledger_log x join ledger l on l._id = x.ledger_id
          where x.ref_type = 'order_group' and x.ref_id = g._id and x.tag in ('cash', 'transfer') and l.head = 'buyer'), 0)
        <> case when g.posted_at is null then 0 else -g.cash_kobo - g.transfer_kobo end`,
    ],
    [
      'cash that does not stand with the associate of now',
      sql`select g._id from order_group g where coalesce((select sum(x.effect_kobo) from ledger_log x join ledger l on l._id = x.ledger_id
          where x.ref_type = 'order_group' and x.ref_id = g._id and l.head = 'sales_officer'), 0)
        <> case when g.posted_at is null or g.sales_officer_id is null then 0
          else g.cash_kobo - case when g.da_stock and g.tag in ('delivered', 'completed') then g.subtotal_kobo else 0 end end`,
    ],
    [
      'something left with an associate of before',
      sql`select g._id from order_group g join ledger_log x on x.ref_type = 'order_group' and x.ref_id = g._id join ledger l on l._id = x.ledger_id
        where l.head = 'sales_officer' and l.owner <> coalesce(g.sales_officer_id, '') group by g._id, l.owner, x.tag having sum(x.effect_kobo) <> 0`,
    ],
    [
      'what the group says it posted is not what stands there',
      sql`select g._id from order_group g where g.posted_kobo <> coalesce((select sum(x.effect_kobo) from ledger_log x join ledger l on l._id = x.ledger_id
        where x.ref_type = 'order_group' and x.ref_id = g._id and l.head = 'buyer'), 0)`,
    ],
  ];
  const broken: string[] = [];
  for (const [text, query] of checks) {
    const { rows } = await query.execute(database.kysely);
    for (const row of rows) broken.push(`${text}: ${row._id}`);
  }
  return broken;
}
