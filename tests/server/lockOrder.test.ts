/** What calls hold while they wait for each other: one order for all of them, and a look at the rows only after the wait (SYNC, B1.4). */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('calls that wait', (database, engine) => {
  let server: TestServer;
  let admin: string;
  const send = (path: string, fields: Record<string, unknown>) =>
    server.call('POST', path, fields, { token: admin, key: newKey() });
  /** The call's answer, where it waited for another transaction that did `first`, and then `then` while the call waited. */
  async function meanwhile(
    first: RawBuilder<unknown>,
    call: () => ReturnType<typeof send>,
    then?: RawBuilder<unknown>,
  ) {
    const waiting = await database()
      .kysely.transaction()
      .execute(async (tx) => {
        await first.execute(tx);
        const pendingAnswer = call();
        // The embedded database has one session: there the call has not begun.
        const waits = async () =>
          (
            await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
              tx,
            )
          ).rows.length > 0;
        while (engine === 'postgres' && !(await waits())) await sql`select pg_sleep(0.01)`.execute(tx);
        await then?.execute(tx);
        // In an object: a promise alone would be waited for, and it waits for this transaction.
        return { pendingAnswer };
      });
    return waiting.pendingAnswer;
  }
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  /** A person and his account; answers what the person's row says of both. */
  const account = async (_id: string, role: string) => {
    await put('user_account', { _id: `user_${_id}`, name: _id, role });
    return { _id, user_id: `user_${_id}`, name: _id, role, phone: `080${_id}`, email: `${_id}@example.test` };
  };
  const person = async (_id: string) => put('manager', await account(_id, 'seller.manager'));

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    for (const _id of ['mushin', 'wuse', 'yaba']) await put('seller', { _id, name: _id, address: 'Road' });
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
  });

  test('a stocktake that is opened or posted waits for its warehouse before it holds itself, as transfers do', {
    tags: ['STK-02', 'STK-13', 'B3.16'],
  }, async () => {
    await put('warehouse', { _id: 'shelf', parent_type: 'seller', parent: 'mushin', owner_name: 'mushin' });
    const { _id } = (await send('stocktake/open', { warehouse_id: 'shelf', scope: 'all' })).data;
    const locked = sql`select 1 from warehouse where _id = 'shelf' for update`;
    const free = sql`select 1 from stocktake where _id = ${_id} for update nowait`;
    const joined = await meanwhile(locked, () => send('stocktake/open', { warehouse_id: 'shelf', scope: 'all' }), free);
    expect(joined.data, joined.message).toMatchObject({ _id, joined: true });
    const seen = await server.call('GET', 'stocktake/read_result', { _id }, { token: admin });
    const fields = { stocktake_id: _id, expect_digest: seen.data.digest };
    const posted = await meanwhile(locked, () => send('stocktake/post', fields), free);
    expect(posted.code, posted.message).toBe(200);
  });

  test('who is switched off while a hub waits to name him is not named', { tags: ['HUB-06', 'A48'] }, async () => {
    await person('going');
    const response = await meanwhile(sql`update manager set status = 'inactive' where _id = 'going'`, () =>
      send('seller_manager/create', { seller_id: 'mushin', manager_id: 'going', status: 'active' }),
    );
    expect(response).toMatchObject({ code: 422, data: { fields: { manager_id: expect.any(String) } } });
    const { rows } = await sql`select 1 from seller_manager where manager_id = 'going'`.execute(database().kysely);
    expect(rows).toEqual([]);
  });

  test('a link that is switched off waits for its hub before it holds itself, as one that is made does', {
    tags: ['HUB-06', 'B10.4a'],
  }, async () => {
    await person('held');
    await put('seller_manager', { _id: 'held_link', seller_id: 'wuse', manager_id: 'held' });
    server.clock.now += 60;
    const response = await meanwhile(
      sql`select 1 from seller where _id = 'wuse' for update`,
      () => send('seller_manager/set_status', { _id: 'held_link', status: 'inactive' }),
      sql`select 1 from seller_manager where _id = 'held_link' for update nowait`,
    );
    expect(response.code).toBe(200);
  });

  test('a rep who takes an area waits for the link of the one before him before he holds the area', {
    tags: ['AREA-12'],
  }, async () => {
    for (const _id of ['rep_old', 'rep_new'])
      await put('sales_officer', { ...(await account(_id, 'sales_officer.rep')), seller_id: 'yaba' });
    const area = 'area_yaba';
    await put('area', {
      ...{ name: 'Yaba', phone: '08031112222', status: 'active', manufacturer_id: 'maker', seller_id: 'yaba' },
      _id: area,
    });
    const takes = (sales_officer_id: string) =>
      send('sales_officer_area/create', { area_id: area, sales_officer_id, seller_id: 'yaba', status: 'active' });
    const old = (await takes('rep_old')).data as unknown as string;
    server.clock.now += 60;
    const response = await meanwhile(
      sql`select 1 from sales_officer_area where _id = ${old} for update`,
      () => takes('rep_new'),
      sql`select 1 from area where _id = ${area} for no key update nowait`,
    );
    expect(response.code, response.message).toBe(200);
    const { rows } =
      await sql`select a.modified, l.sales_officer_id from area a join sales_officer_area l on l.area_id = a._id
      where a._id = ${area} and l.status = 'active'`.execute(database().kysely);
    expect(rows).toEqual([{ modified: server.clock.now, sales_officer_id: 'rep_new' }]);
  });

  test('a rep who is switched off while an area waits to name him is not named', { tags: ['AREA-12'] }, async () => {
    await put('sales_officer', { ...(await account('rep_off', 'sales_officer.rep')), seller_id: 'yaba' });
    const place = { phone: '08031112222', manufacturer_id: 'maker', seller_id: 'yaba' };
    await put('area', { _id: 'waiting', name: 'Waiting', ...place });
    const response = await meanwhile(sql`update sales_officer set status = 'inactive' where _id = 'rep_off'`, () =>
      send('sales_officer_area/create', {
        ...{ area_id: 'waiting', sales_officer_id: 'rep_off', seller_id: 'yaba', status: 'active' },
      }),
    );
    expect(response).toMatchObject({ code: 422, data: { fields: { sales_officer_id: expect.any(String) } } });
    const { rows } = await sql`select 1 from sales_officer_area where area_id = 'waiting'`.execute(database().kysely);
    expect(rows).toEqual([]);
  });

  test('an area that gets another rep waits for its hub before it holds itself, as a rename of the hub does', {
    tags: ['AREA-12'],
  }, async () => {
    await put('sales_officer', { ...(await account('rep_alone', 'sales_officer.rep')), seller_id: 'wuse' });
    const place = { phone: '08031112222', manufacturer_id: 'maker', seller_id: 'wuse' };
    await put('area', { _id: 'alone', name: 'Alone', ...place });
    const response = await meanwhile(
      sql`select 1 from seller where _id = 'wuse' for update`,
      () => send('area/update', { _id: 'alone', sales_officer_id: 'rep_alone' }),
      sql`select 1 from area where _id = 'alone' for update nowait`,
    );
    expect(response.code, response.message).toBe(200);
  });

  test('a distributor that gets other hubs waits for those before it holds itself or a link, as a rename of a hub does', {
    tags: ['DIST-14', 'UI-27'],
  }, async () => {
    await put('distributor', { _id: 'depot', name: 'Depot', address: 'Road' });
    await put('distributor_seller', { _id: 'depot_wuse', distributor_id: 'depot', seller_id: 'wuse' });
    for (const [hub, seller_ids] of [
      ['wuse', ['yaba', 'mushin']],
      ['wuse', ['wuse', 'yaba']],
      ['mushin', ['wuse', 'mushin']],
    ] as const) {
      const response = await meanwhile(
        sql`select 1 from seller where _id = ${hub} for update`,
        () => send('distributor/update', { _id: 'depot', seller_ids }),
        sql`select 1 from distributor m join distributor_seller l on l.distributor_id = m._id where m._id = 'depot' for update nowait`,
      );
      expect(response.code, response.message).toBe(200);
      expect(response.data.seller_ids).toEqual(seller_ids.toSorted());
    }
  });

  test('while all hubs of a distributor are set, a single link waits before it holds itself', {
    tags: ['DIST-14', 'UI-27'],
  }, async () => {
    await put('distributor', { _id: 'second', name: 'Second', address: 'Road' });
    await put('distributor_seller', { _id: 'second_wuse', distributor_id: 'second', seller_id: 'wuse' });
    const pair = { distributor_id: 'second', seller_id: 'wuse' };
    for (const [path, fields] of [
      ['set_status', { _id: 'second_wuse', status: 'inactive' }],
      ['create', { ...pair, status: 'active' }],
    ] as const) {
      const response = await meanwhile(
        sql`select pg_advisory_xact_lock(hashtextextended('distributor_seller:second', 0))`,
        () => send(`distributor_seller/${path}`, fields),
        sql`select 1 from distributor_seller where _id = 'second_wuse' for update nowait`,
      );
      expect(response.code, response.message).toBe(200);
    }
    // And the other way round: who sets them all holds nothing yet while a pair of them is being written.
    const response = await meanwhile(
      sql`select pg_advisory_xact_lock(hashtextextended('distributor_seller:second:yaba', 0))`,
      () => send('distributor/update', { _id: 'second', seller_ids: ['yaba'] }),
      sql`select pg_advisory_xact_lock(hashtextextended('distributor_seller:second', 0)) from distributor where _id = 'second' for update nowait`,
    );
    expect(response.code, response.message).toBe(200);
  });

  test('a cart that goes to another hub with its associate waits for the cart that is opened there meanwhile, and is refused', {
    tags: ['B5.0', 'ORD-39'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const far = await world.party('sales_officer', 'Rep of the other hub', world.hub2);
    for (const path of ['order_group/update_sales_officer', 'order/update_tag']) {
      const shop = await world.buyer('Shop of two carts');
      const cart = await world.cart(shop);
      await world.add(cart, world.milk, 12);
      const { _id, tag } = (await world.group(cart)).orders[0];
      const response = await meanwhile(
        sql`with held as materialized (select pg_advisory_xact_lock(hashtextextended(${`cart:${shop}`}, 0)))
          insert into order_group (_id, created, modified, ref, buyer_id, seller_id)
          select ${`second_${shop}`}, ${server.clock.now}::int8, ${server.clock.now}::int8, ${shop}, ${shop}, ${world.hub2} from held`,
        () =>
          path === 'order/update_tag'
            ? send(path, { _id, old_tag: tag, new_tag: tag, sales_officer_id: far })
            : send(path, { _id: cart, sales_officer_id: far }),
      );
      expect(response, path).toMatchObject({ code: 409, message: 'This retailer already has a cart at that hub.' });
      expect((await world.group(cart)).seller_id).toBe(world.hub);
    }
  });

  test('a cart is opened at a hub while another one comes there: whoever is first, there is one, and nobody is told of a fault', {
    tags: ['B5.0', 'ORD-39'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const far = await world.party('sales_officer', 'Rep of the other hub', world.hub2);
    for (let round = 0; round < 6; round += 1) {
      const shop = await world.buyer('Raced shop');
      const cart = await world.cart(shop);
      const [moved, opened] = await Promise.all([
        send('order_group/update_sales_officer', { _id: cart, sales_officer_id: far }),
        send('order_group/create', { buyer_id: shop, seller_id: world.hub2 }),
      ]);
      expect([200, 409]).toContain(moved.code);
      expect(opened.code, opened.message).toBe(200);
      expect(String(opened.data) === cart).toBe(moved.code === 200);
    }
  });

  test('goods come in, or are counted, for the first time while their units per case are being changed: the price per case is of the new ones', {
    tags: ['B4.1', 'B8.1'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    for (const way of ['transfer', 'count'] as const) {
      const beans = await world.product(`Beans of a ${way}`, 12, 1_200_000);
      const warehouse_id = await world.warehouseOf(world.hub);
      const id = await world.order(world.shipIn, [[beans, 24, 24, '24000.00']]);
      const response = await meanwhile(
        sql`select 1 from product where _id = ${beans} for update`,
        () =>
          way === 'transfer'
            ? send('purchase_order/execute', { _id: id, commit: true })
            : send('warehouse_log/adjust', { warehouse_id, product_id: beans, counted: 5, reason: 'count' }),
        sql`update product set case_count = 24, price_kobo = 2400000 where _id = ${beans}`,
      );
      expect(response.code, response.message).toBe(200);
      const { rows } =
        await sql`select distinct cost_price_kobo from warehouse_log where product_id = ${beans}`.execute(world.db);
      expect(rows, way).toEqual([{ cost_price_kobo: 2_400_000 }]);
    }
  });

  test('a line is written while its product is being changed: its rate, its name and its units per case are those that stay', {
    tags: ['PO-31', 'B3.6'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const beans = await world.product('Beans', 12, 1_200_000);
    const id = await world.order(world.shipIn);
    const response = await meanwhile(
      sql`select 1 from product where _id = ${beans} for update`,
      () => world.put(id, [beans, 24, 24, '24000.00']),
      sql`update product set case_count = 1200, name = 'Beans in sacks', brand_id = (select _id from brand where manufacturer_id = ${world.maker2})
        where _id = ${beans}`,
    );
    expect(response.code, response.message).toBe(200);
    const [stands] = await world.items(id);
    expect(stands).toMatchObject({ rate: '1200000.00', product: { name: 'Beans in sacks', case_count: 1200 } });
    expect(response.data).toMatchObject(stands ?? {});
  });

  test('what came of a line of 0 is worth what its product is by then, also in the sums that are kept', {
    tags: ['B3.7', 'B3.21'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const beans = await world.product('Beans', 12, 1_200_000);
    const id = await world.order(world.shipIn);
    const response = await meanwhile(
      sql`select 1 from product where _id = ${beans} for update`,
      () => world.put(id, [beans, 0, 12]),
      sql`update product set case_count = 1200 where _id = ${beans}`,
    );
    expect(response.code, response.message).toBe(200);
    const { rows } = await sql`select amount_accepted_kobo from purchase_order where _id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ amount_accepted_kobo: 12_000 }]);
    expect(response.data).toMatchObject((await world.items(id))[0] ?? {});
  });

  test('a client_id that another call is just giving to another record is refused, not a fault', {
    tags: ['B1.8', 'API-1.7'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const at = { created: server.clock.now, modified: server.clock.now };
    const group = await world.ordered([[world.milk, 12]], 'draft');
    const { _id: other } = (await world.group(group)).orders[0];
    const second = await world.cart(await world.buyer('Second shop'));
    const [one, two] = [await world.order(world.shipIn), await world.order(world.shipIn)];
    const line = { product_id: world.rice, quantity: 3 };
    const cases = [
      [
        ['order_item', { order_group_id: group, order_id: other, amount_kobo: 0, ...line }],
        ['order_group_item/upsert', { order_group_id: second, ...line }],
      ],
      [
        ['purchase_order_item', { purchase_order_id: one, amount_kobo: 0, ...line }],
        ['purchase_order_item/upsert', { purchase_order_id: two, ...line }],
      ],
      [
        ['"order"', { order_group_id: group, manufacturer_id: world.maker2, ref: newKey() }],
        ['order/create', { order_group_id: second, manufacturer_id: world.maker2 }],
      ],
      [
        ['order_group', { buyer_id: world.shop, seller_id: world.hub2, ref: newKey() }],
        ['order_group/create', { buyer_id: await world.buyer('Third shop'), seller_id: world.hub2 }],
      ],
    ] as const;
    for (const [[table, row], [path, fields]] of cases) {
      const client_id = newKey();
      const full: Record<string, unknown> = { _id: client_id, client_id, ...at, ...row };
      const response = await meanwhile(
        sql`insert into ${sql.raw(table)} (${sql.join(Object.keys(full).map((name) => sql.id(name)))})
          values (${sql.join(Object.values(full))})`,
        () => server.call('POST', path, { client_id, ...fields }, { token: admin, key: client_id }),
      );
      expect(response, path).toMatchObject({ code: 409, data: { error: 'duplicate_client_id' } });
      // API-1.3: it hangs on what stands, so it is the key's answer from now on.
      const again = await server.call('POST', path, { client_id, ...fields }, { token: admin, key: client_id });
      expect(again, path).toMatchObject({ code: 409, headers: { 'idempotent-replay': '1' }, data: response.data });
    }
  });

  test('a client_id that is taken while it is looked for: found at the next look, and the other rows of a batch are done', {
    tags: ['B1.8', 'API-1.6'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const at = { created: server.clock.now, modified: server.clock.now };
    const taken = (table: string, row: Record<string, unknown>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.id(name)))}) values (${sql.join(Object.values(row))})`;
    const client_id = newKey();
    const cart = { buyer_id: await world.buyer('Shop of twins'), seller_id: world.hub };
    const response = await meanwhile(
      taken('order_group', { _id: 'twin', client_id, ref: client_id, ...at, ...cart }),
      () => send('order_group/create', { client_id, ...cart }),
    );
    expect(response).toMatchObject({ code: 200, data: 'twin' });

    const [one, two] = [await world.order(world.shipIn), await world.order(world.shipIn)];
    const line = { purchase_order_id: one, product_id: world.rice, quantity: 3, amount_kobo: 0 };
    const rows = await meanwhile(
      taken('purchase_order_item', { _id: 'elsewhere', client_id: 'elsewhere', ...at, ...line }),
      () =>
        send('purchase_order_item/upsert_bulk', {
          purchase_order_id: two,
          product_id: [world.milk, world.rice],
          quantity: [12, 3],
          client_id: [newKey(), 'elsewhere'],
          op_key: [newKey(), newKey()],
        }),
    );
    expect(rows.data.results, rows.message).toMatchObject([
      { code: 200 },
      { code: 409, data: { error: 'duplicate_client_id' } },
    ]);
  });

  test('a transfer waits for its warehouses before it holds its products, as a rename of the hub does', {
    tags: ['B3.16', 'B4.1'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 30]]);
    const id = await world.order(world.issue, [[world.milk, 12]]);
    const response = await meanwhile(
      sql`select 1 from warehouse where parent = ${world.hub} for update`,
      () => send('purchase_order/execute', { _id: id, commit: true }),
      sql`select 1 from product where _id = ${world.milk} for update nowait`,
    );
    expect(response.message).toBe('Transfer successful.');
  });
});
