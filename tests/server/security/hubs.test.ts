/**
 * SEC-07, SEC-08 as an attacker of hub A: every read of the registry is asked with the ids of hub B, in every field that takes one, by every
 * role that belongs to hub A. What is hub B's carries marks, and no answer may hold one; what is written to hub B stays as it was.
 */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

/** Retail managers and brand ambassadors hold what a delivery associate holds: nothing that reads records. */
const HUB_SIDE: Role[] = ['seller.manager', 'sales_officer.manager', 'sales_officer.rep', 'sales_officer.cs'];
const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
const methodOf = (path: string) => CALLS.find((call) => call.path === path)?.method ?? 'GET';
/** Prices and amounts of hub B, which nothing else costs. */
const PRICE_B = 7_654_300;
const SHOWN_B = ['76543.00', '76,543', '7654300'];
/** Long, so that no id drawn by chance holds it: four digits stood in one of them about once in a hundred runs. */
const CEILING_B = 987_654_321;

describeOneEngine('what one hub learns of another', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  /** Ids by the field that takes them; what hub B is known by. */
  let ids: Record<string, string[]>;
  let marks: Record<string, string>;
  let groupA: string;
  let groupB: string;
  let shop2: string;
  let onlyB: string;
  const tokens = new Map<Role, string>();
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  const ask = (role: Role, method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}) =>
    server.call(method, path, fields, { token: tokens.get(role), ...(method === 'POST' ? { key: newKey() } : {}) });

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const { hub, hub2, milk, rice, shop, run } = world;
    for (const role of HUB_SIDE) tokens.set(role, (await server.signInAs(role, { seller_id: hub })).token);
    const repB = await world.party('sales_officer', `Zikora ${run}`, hub2);
    onlyB = rice;
    await put('seller_product', {
      _id: `sp_a_${run}`,
      seller_id: hub,
      product_id: milk,
      mpu: 1,
      price_kobo: 1_300_000,
    });
    for (const product of [milk, rice])
      await put('seller_product', {
        _id: `sp_b_${product}`,
        seller_id: hub2,
        product_id: product,
        mpu: 1,
        price_kobo: PRICE_B,
        quantity: CEILING_B,
      });
    // The retailer of hub B's orders only, and one who buys at both hubs.
    shop2 = await world.buyer('Zainab Kiosk');
    const ordered = async (buyer: string, seller: string, officer: string, product: string, amount: string) => {
      const made = await world.call(
        'POST',
        'order_group/create',
        { buyer_id: buyer, seller_id: seller, sales_officer_id: officer },
        { key: newKey() },
      );
      expect(made.code, made.message).toBe(200);
      const id = made.data as unknown as string;
      expect((await world.add(id, product, 12, { amount })).code).toBe(200);
      for (const [from, to] of [
        ['draft', 'pending'],
        ['pending', 'completed'],
      ] as const)
        expect((await world.tag(id, from, to)).code).toBe(200);
      return id;
    };
    groupA = await ordered(shop, hub, world.rep, milk, '13000');
    groupB = await ordered(shop, hub2, repB, milk, '76543');
    const groupB2 = await ordered(shop2, hub2, repB, rice, '76543');
    const area = await world.call('POST', 'area/create', {
      name: `Area B ${run}`,
      status: 'active',
      phone: '08031234567',
      manufacturer_id: world.maker2,
      seller_id: hub2,
      sales_officer_id: repB,
    });
    expect(area.code, area.message).toBe(200);
    await world.call('POST', 'location_area/create', { area_id: area.data, location_id: world.location });
    const held = { parent_type: 'seller', parent: hub2, status: 'active' };
    const warehouse = (await world.call('POST', 'warehouse/create', held)).data as unknown as string;
    const note = `Zarafa ${run}`;
    const counting = { warehouse_id: warehouse, scope: 'list', product_ids: [rice], note, client_id: newKey() };
    const stocktake = (await world.call('POST', 'stocktake/open', counting)).data;
    const count = { product_id: [rice], quantity: [1], counted_at: [NOW], place: [`Zone ${run}`] };
    await world.call('POST', 'stocktake/count', { stocktake_id: stocktake._id, ...count });
    const one = async (query: ReturnType<typeof sql<{ _id: string }>>) =>
      (await query.execute(database().kysely)).rows.map((row) => row._id);
    const groups = [groupB, groupB2];
    const orders = await one(sql`select _id from "order" where order_group_id = any(${groups})`);
    const items = await one(sql`select _id from order_item where order_group_id = any(${groups})`);
    const refs = (
      await sql<{ ref: string }>`select ref from order_group where _id = any(${groups})`.execute(database().kysely)
    ).rows.map((row) => row.ref);
    const wallets = await one(sql`select _id from ledger where owner = any(${[shop2, repB, shop]})`);
    ids = {
      _id: [stocktake._id, groupB, groupB2, ...orders, ...items, repB, shop2, hub2, `sp_b_${rice}`, rice],
      order_group_id: groups,
      order_id: orders,
      stocktake_id: [stocktake._id],
      warehouse_id: [warehouse],
      ref: refs,
      ledger_id: wallets,
      owner: [shop2, repB, shop],
      head: ['buyer', 'sales_officer'],
      seller_id: [hub2],
      seller_product_id: [`sp_b_${milk}`, `sp_b_${rice}`],
      product_id: [rice, milk],
      sales_officer_id: [repB],
      buyer_id: [shop2, shop],
      location_id: [world.location],
      distributor: ['*'],
      sales_officer: ['*', repB],
      tag: ['completed'],
      tags: ['completed'],
      timestamp_min: ['0'],
      timestamp_max: [String(NOW + 86_400)],
      from_timestamp: ['0', String(NOW - 86_400)],
      to_timestamp: [String(NOW + 86_400)],
      since: ['0'],
      models: ['order_group', 'order', 'product'],
      query: ['*', 'Zikora', ...refs],
      kind: ['week'],
      model: ['order_group'],
      record_id: groups,
      user_id: [repB],
      keys: [newKey()],
    };
    marks = Object.fromEntries([
      ...SHOWN_B.map((text) => ['a price of hub B', text] as const).map(([what, text], at) => [`${what} ${at}`, text]),
      ...refs.map((ref, at) => [`a ref of hub B ${at}`, ref]),
      ['an associate of hub B', `Zikora ${run}`],
      ['a stocktake of hub B', String(stocktake.ref)],
      ['what is said of a stocktake of hub B', note],
      ['where hub B counts', `Zone ${run}`],
      ['a ceiling of hub B', String(CEILING_B)],
    ]);
  }, 120_000);

  function marksIn(text: string): string[] {
    return Object.entries(marks)
      .filter(([, mark]) => text.includes(mark))
      .map(([what]) => what);
  }

  test('the marks are there: the administrator sees each of them', { tags: ['SEC-07'] }, async () => {
    const texts = await Promise.all([
      world.call('GET', 'order_group/read', { _id: groupB }),
      world.call('POST', 'order_group/read_by_buyer', { buyer_id: shop2 }),
      world.call('GET', 'product/read_all'),
      world.call('POST', 'seller_product/read_by_seller', { seller_id: world.hub2 }),
      world.call('GET', 'stocktake/read', { _id: ids.stocktake_id?.[0] }),
    ]);
    const seen = new Set(texts.flatMap(({ text }) => marksIn(text)));
    expect(Object.keys(marks).filter((what) => !seen.has(what))).toEqual(['a price of hub B 1', 'a price of hub B 2']);
  });

  test.each(CALLS.filter((call) => !call.write).map((call) => [call.path, call] as const))(
    '%s tells no hub-side role what is another hub’s',
    { tags: ['SEC-07', 'SEC-08'] },
    async (_path, call) => {
      const names = Object.keys(call.input);
      const variants: Record<string, unknown>[] = [{}, { page: '1', per_page: '100' }, { since: '0' }].map((list) =>
        Object.fromEntries(Object.entries(list).filter(([name]) => names.includes(name))),
      );
      // Each field alone over what is always needed, and every value of it.
      const needed = Object.fromEntries(
        names.flatMap((name) =>
          call.input[name]?.needed && ids[name]?.[0] ? [[name, asSent(name, ids[name][0])]] : [],
        ),
      );
      for (const name of names) {
        for (const id of ids[name] ?? []) {
          variants.push({ ...needed, [name]: asSent(name, id) });
          if (name === 'owner' || name === 'ledger_id')
            for (const head of ids.head ?? []) variants.push({ ...needed, head, [name]: id });
        }
      }
      if (names.includes('search'))
        for (const text of ['Zikora', ...(ids.ref ?? [])]) variants.push({ ...needed, search: text });
      function asSent(name: string, id: string) {
        return call.input[name]?.many ? [id] : id;
      }
      for (const role of HUB_SIDE) {
        for (const fields of variants) {
          const answered = await ask(
            role,
            call.method,
            call.path.replace('{state}', 'Lagos').replace('{kind}', 'week'),
            fields,
          );
          expect(answered.code, answered.text.slice(0, 200)).toBeLessThan(500);
          // What was asked for may be said back in a refusal: "No order found with ref X."
          const text = answered.code === 200 ? answered.text : '';
          expect(marksIn(text), `${role} ${JSON.stringify(fields)} ${text.slice(0, 400)}`).toEqual([]);
        }
      }
    },
  );

  test('an order of another hub and one that never was are answered in the same words', {
    tags: ['SEC-07'],
  }, async () => {
    const reads = [
      ['order_group/read', '_id'],
      ['order_group_log/read_by_order_group', 'order_group_id'],
      ['order_group_item/read_by_order_group', 'order_group_id'],
      ['ledger_log/order_group_reconciliation', 'ref'],
    ].map(([path = '', field = '']) => [methodOf(path), path, field] as const);
    const hm: Role = 'sales_officer.manager';
    for (const [method, path, field] of reads) {
      const theirs = field === 'ref' ? (ids.ref?.[0] ?? '') : groupB;
      const none = field === 'ref' ? 'ABCD2345' : 'group-of-nobody';
      const [forbidden, unknown] = await Promise.all([
        ask(hm, method, path, { [field]: theirs }),
        ask(hm, method, path, { [field]: none }),
      ]);
      expect(forbidden.code, `${path} ${forbidden.text}`).toBe(404);
      expect(forbidden.text.replace(theirs, none), path).toBe(unknown.text);
      const own = await ask(hm, method, path, {
        [field]:
          field === 'ref'
            ? ((await ask(hm, 'GET', 'order_group/read', { _id: groupA })).data[0].ref as string)
            : groupA,
      });
      expect(own.code, `${path} ${own.message}`).toBe(200);
    }
  });
  test('the filter seller_id does not tell which products another hub sells, by rows or by their count', {
    tags: ['SEC-08'],
  }, async () => {
    for (const role of ['seller.manager', 'sales_officer.manager', 'sales_officer.cs'] as Role[]) {
      for (const fields of [{ seller_id: [world.hub2] }, { seller_id: [world.hub2], page: '1' }]) {
        const { data, code } = await ask(role, 'GET', 'product/read_all', fields);
        expect(code).toBe(200);
        expect('rows' in data ? [data.rows, data.total] : [data, 0], role).toEqual([[], 0]);
      }
      expect((await ask(role, 'GET', 'product/read_all', { seller_id: [world.hub] })).data).toHaveLength(1);
    }
    expect(
      (await world.call('GET', 'product/read_all', { seller_id: [world.hub2] })).data.map((row) => row._id).sort(),
    ).toEqual([world.milk, onlyB].sort());
  });
  test('a hub sees of a shared retailer’s wallet what its own orders did; a stranger’s wallet is not there', {
    tags: ['B6.7'],
  }, async () => {
    const hm: Role = 'sales_officer.manager';
    const shared = await ask(hm, methodOf('ledger/read_by_owner_specific'), 'ledger/read_by_owner_specific', {
      head: 'buyer',
      owner: world.shop,
    });
    expect(shared.code, shared.message).toBe(200);
    const logs = await ask(hm, methodOf('ledger_log/read_by_ledger'), 'ledger_log/read_by_ledger', {
      ledger_id: shared.data._id,
      page: '1',
    });
    expect([logs.data.total, logs.data.rows.map((row: { ref_id: string }) => row.ref_id)]).toEqual([1, [groupA]]);
    const all = await world.call(methodOf('ledger_log/read_by_ledger'), 'ledger_log/read_by_ledger', {
      ledger_id: shared.data._id,
      page: '1',
    });
    expect(all.data.total).toBe(2);
    const stranger = await ask(hm, methodOf('ledger/read_by_owner_specific'), 'ledger/read_by_owner_specific', {
      head: 'buyer',
      owner: shop2,
    });
    const nobody = await ask(hm, methodOf('ledger/read_by_owner_specific'), 'ledger/read_by_owner_specific', {
      head: 'buyer',
      owner: 'buyer_of_nobody',
    });
    expect([stranger.code, stranger.text]).toEqual([404, nobody.text]);
  });
  test('who is shown no phone of a retailer cannot find it out by searching', {
    tags: ['SEC-08', 'API-4.13'],
  }, async () => {
    const { rows } = await sql<{ phone: string; person: string; name: string }>`select phone, person, name from buyer
      where _id = ${shop2}`.execute(database().kysely);
    const { phone = '', person = '', name = '' } = rows[0] ?? {};
    for (const part of [phone, phone.slice(2, 8), person])
      expect((await ask('sales_officer.manager', 'GET', 'buyer/read_all', { search: part })).data, part).toEqual([]);
    expect((await ask('sales_officer.manager', 'GET', 'buyer/read_all', { search: name })).data).toHaveLength(1);
    expect((await world.call('GET', 'buyer/read_all', { search: phone })).data).toHaveLength(1);
  });
  test('who is shown no category of a retailer cannot find it out by a filter', {
    tags: ['SEC-08', 'API-4.13'],
  }, async () => {
    const list = async (category?: string) =>
      (await ask('sales_officer.manager', 'GET', 'buyer/read_all', category ? { category } : {})).data;
    const all = await list();
    expect(all.length).toBeGreaterThan(0);
    const { data: shown } = await world.call('GET', 'buyer/read_all', {});
    const categories = new Set((shown as { category: string }[]).map((one) => one.category));
    for (const category of [...categories, 'Nobody']) expect(await list(category), category).toEqual(all);
    expect((await world.call('GET', 'buyer/read_all', { category: 'Nobody' })).data).toEqual([]);
  });
  test('who is shown no address of a hub cannot find it out by searching', {
    tags: ['SEC-08', 'API-4.7'],
  }, async () => {
    await sql`update seller set address = '9 Zobe Close' where _id = ${world.hub2}`.execute(database().kysely);
    for (const role of HUB_SIDE)
      for (const search of ['zobe', '9 Zo'])
        expect((await ask(role, 'GET', 'seller/read_all', { search })).data, `${role} ${search}`).toEqual([]);
    expect(
      (await ask('sales_officer.manager', 'GET', 'seller/read_all', { search: 'Ikeja Hub' })).data.length,
    ).toBeGreaterThan(0);
    expect((await world.call('GET', 'seller/read_all', { search: 'zobe' })).data).toMatchObject([{ _id: world.hub2 }]);
  });
  test('no hub-side role changes anything of another hub, whatever call it asks with its ids', {
    tags: ['SEC-07', 'SEC-20'],
  }, async () => {
    const tables = [
      'order_group',
      'order',
      'order_item',
      'seller_product',
      'sales_officer',
      'ledger',
      'buyer',
      'seller',
      'product',
      'stocktake',
      'stocktake_count',
    ];
    const state = async () =>
      JSON.stringify(
        await Promise.all(
          tables.map(
            async (table) =>
              (await sql`select * from ${sql.table(table)} order by _id`.execute(database().kysely)).rows,
          ),
        ),
      );
    const before = await state();
    const skip = ['auth/revoke', 'auth/revoke_other', 'administrator/login_delegate', 'device/register', 'sync/cancel'];
    for (const call of CALLS.filter((one) => one.write && !skip.includes(one.path))) {
      const fields = { ...call.input, ...(call.row ?? {}) };
      for (const role of ['seller.manager', 'sales_officer.manager'] as Role[]) {
        const sent = Object.fromEntries(
          Object.entries(fields).flatMap(([name, field]) => {
            const value = (ids[name] ?? (/price|amount|value|quantity/.test(name) ? ['1'] : [field.label]))[0] ?? '';
            if (name === 'client_id' || name === 'base_version') return [];
            if (name === 'status') return [[name, call.row ? ['inactive'] : 'inactive']];
            return [[name, field.many || call.row?.[name] ? [value] : value]];
          }),
        );
        for (const id of call.path.startsWith('seller_product')
          ? [`sp_b_${onlyB}`, `sp_b_${world.milk}`]
          : [sent._id]) {
          const response = await ask(role, 'POST', call.path, { ...sent, ...('_id' in sent ? { _id: id } : {}) });
          expect(response.code, `${call.path} ${response.text.slice(0, 300)}`).toBeLessThan(500);
        }
      }
    }
    expect(await state()).toBe(before);
  });
});
