/** What a change of an order leaves behind: figures, tags and meta where somebody will look for them. */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { statementOf } from '#tests/support/trips.ts';

describeEachEngine('settled orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields);
  const items = async (id: string) =>
    (await world.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data as Data;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  test('a billed group whose last live order goes keeps its tag, its total is 0 and the difference is posted', {
    tags: ['ORD-34', 'A41'],
  }, async () => {
    for (const to of ['completed', 'delivered'] as const) {
      const own = await makeOrderWorld(database(), server);
      const id = await own.ordered([[own.milk, 12]], to);
      await own.pay(id, [['discount', '-500', 'promo']], { update_amounts_too: true });
      await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '300' });
      await post('order_group/update_subtotal', { _id: id, subtotal: '12100' });
      expect(await own.wallet(own.shop)).toBe(1_190_000);
      const [line] = await items(id);
      const response = await post('order_group_item/remove', { _id: line._id });
      expect(response.data).toMatchObject({ amount: '0.00', group_total: '0.00', group_amount: '0.00' });
      expect(await own.group(id)).toMatchObject({
        tag: to,
        subtotal: '0.00',
        total: '0.00',
        amount: '0.00',
        outstanding: '0.00',
        charges: [],
        meta_obj: { discount: { value: '' } },
      });
      expect(await own.wallet(own.shop)).toBe(0);
      // What comes back is billed as it stands.
      await own.add(id, own.soap, 7);
      expect(await own.group(id)).toMatchObject({ total: '1000.00', amount: '1000.00' });
      expect(await own.wallet(own.shop)).toBe(100_000);
    }
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('a live order without a product that was given an amount is still billed: what goes with it stays', {
    tags: ['ORD-34', 'A41', 'B5.0c'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'completed');
    await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '300' });
    const [tea] = (await world.call('GET', 'product/read', { _id: own.tea })).data as Data;
    const made = await post('order/create', { order_group_id: id, manufacturer_id: tea.manufacturer._id });
    await post('order/update_amount', { _id: made.data, amount: '500' });
    const [line] = await items(id);
    expect((await post('order_group_item/remove', { _id: line._id })).data).toMatchObject({ group_total: '800.00' });
    expect(await own.group(id)).toMatchObject({ tag: 'completed', total: '800.00', charges: [{ value: '300.00' }] });
    expect(await own.wallet(own.shop)).toBe(80_000);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('cash and transfer that are too much together are refused, and nothing of them is kept', {
    tags: ['PAY-08', 'B13'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending', { buyer: await world.buyer('Too rich a shop') });
    const half = '600000000000';
    const response = await world.pay(id, [
      ['payment_method', 'cash_transfer'],
      ['payment_cash', half],
      ['payment_transfer', half],
    ]);
    expect(response).toMatchObject({ code: 422, message: 'Amount is too large.' });
    expect(await world.group(id)).toMatchObject({ payment_method: null, meta_obj: {} });
  });

  test('a cart keeps the amount that was typed; items move it, placing sets it to the total', {
    tags: ['ORD-35', 'ORD-23', 'B5.0b'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Typed shop') });
    const amounts = async () => {
      const { total, amount } = await world.group(id);
      return [total, amount];
    };
    const response = await post('order_group/update_amount', { _id: id, amount: '11000' });
    expect(response.data).toMatchObject({ total: '12000.00', amount: '11000.00' });
    await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '300' });
    expect(await amounts()).toEqual(['12300.00', '11000.00']);
    await world.add(id, world.soap, 7);
    expect(await amounts()).toEqual(['13300.00', '12000.00']);
    await world.tag(id, 'draft', 'pending');
    expect(await amounts()).toEqual(['13300.00', '13300.00']);
    const untouched = await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Plain shop') });
    await post('order_group/update_delivery_fee', { _id: untouched, delivery_fee: '300' });
    expect(await world.group(untouched)).toMatchObject({ total: '12300.00', amount: '12300.00' });
  });

  test('every change of an order’s tag writes who did it and an audit line, however it came about', {
    tags: ['ORD-16', 'ORD-29', 'ORD-30', 'ORD-31'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Trail shop') });
    const orderId = (await world.group(id)).orders[0]._id as string;
    const meta = async () =>
      Object.fromEntries(
        (
          await sql<{
            tag: string;
            value: string;
          }>`select tag, value from order_meta where order_id = ${orderId}`.execute(world.db)
        ).rows.map(({ tag, value }) => [tag, value]),
      );
    const by = world.admin.user_id;
    // ORD-33: a product in a cart.
    expect(await meta()).toEqual({ completed_by: by });
    await world.tag(id, 'draft', 'pending', { meta: '{"source":"PHONE"}' });
    expect(await meta()).toEqual({ completed_by: by, created_by: by, source: 'PHONE' });
    const [line] = await items(id);
    await world.add(id, world.tea, 10);
    await post('order_group_item/remove', { _id: line._id });
    expect(await meta()).toMatchObject({ cancelled_by: by });
    await world.add(id, world.milk, 12);
    await world.tag(id, 'pending', 'completed');
    // K11: a part of a cancelled order is not moved alone, so that it is moved before.
    await post('order/update_tag', { _id: orderId, old_tag: 'completed', new_tag: 'delivered' });
    await world.tag(id, 'completed', 'cancelled', { reason: 'Wrong retailer' });
    await world.tag(id, 'cancelled', 'completed');
    const { rows } = await sql<{
      moved: string;
    }>`select (before->>'tag') || ' ' || (after->>'tag') as moved from audit_log
      where model = 'order' and action = 'tag' and record_id = ${orderId}`.execute(world.db);
    expect(rows.map((row) => row.moved).sort()).toEqual([
      'cancelled completed',
      'completed delivered',
      'completed pending',
      'delivered completed',
      'draft completed',
      'pending cancelled',
    ]);
  });

  test('payment that comes with a tag is recorded in the meta, also with placing and cancelling', {
    tags: ['ORD-32'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Paying shop') });
    const paid = (cash: string) => JSON.stringify({ payment_method: 'cash', payment_cash: cash });
    expect((await world.tag(id, 'draft', 'pending', { meta: paid('400') })).data).toMatchObject({
      cash: '400.00',
      meta_obj: { payment_method: { value: 'cash' }, payment_cash: { value: '400.00' } },
    });
    const paidLate = { meta: paid('500'), payment_outcome: 'credit' };
    expect((await world.tag(id, 'pending', 'cancelled', paidLate)).data).toMatchObject({
      cash: '500.00',
      meta_obj: { payment_cash: { value: '500.00' }, payment_transfer: { value: '0.00' } },
    });
    const plain = await world.ordered([[world.milk, 12]], 'pending', { buyer: await world.buyer('Silent shop') });
    expect((await world.group(plain)).meta_obj.payment_method).toBeUndefined();
  });

  test('a part of the payment that comes with a tag replaces that part, and the audit says what it was', {
    tags: ['ORD-32', 'PAY-08', 'B12.1'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    expect(
      await own.tag(id, 'pending', 'completed', {
        meta: JSON.stringify({ payment_method: 'cash', payment_transfer: '1' }),
      }),
    ).toMatchObject({ code: 422, data: { fields: { payment_cash: 'Cash field is required' } } });
    await own.pay(id, [
      ['payment_method', 'cash_transfer'],
      ['payment_cash', '1000'],
      ['payment_transfer', '5000'],
    ]);
    const response = await own.tag(id, 'pending', 'completed', { meta: JSON.stringify({ payment_cash: '2000' }) });
    expect(response.data).toMatchObject({
      ...{ payment_method: 'cash_transfer', cash: '2000.00', transfer: '5000.00', outstanding: '-5000.00' },
      meta_obj: {
        payment_method: { value: 'cash_transfer' },
        payment_cash: { value: '2000.00' },
        payment_transfer: { value: '5000.00' },
      },
    });
    const audit = async () =>
      (
        await sql`select before, after from audit_log where record_id = ${id} and action = 'tag' order by _id desc limit 1`.execute(
          own.db,
        )
      ).rows;
    expect(await audit()).toEqual([
      { before: { tag: 'pending', cash: '1000.00' }, after: { tag: 'completed', cash: '2000.00' } },
    ]);
    await own.tag(id, 'completed', 'cancelled', {
      reason: 'Paid back',
      meta: JSON.stringify({ payment_method: 'transfer' }),
    });
    expect(await own.group(id)).toMatchObject({ payment_method: 'transfer', cash: '0.00', transfer: '5000.00' });
    expect(await audit()).toEqual([
      {
        before: { tag: 'completed', payment_method: 'cash_transfer', cash: '2000.00' },
        after: { tag: 'cancelled', payment_method: 'transfer', cash: '0.00' },
      },
    ]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('another method alone takes away no money that was received', { tags: ['PAY-07', 'PAY-08'] }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    const paid = { payment_method: 'cash', payment_cash: '5000' };
    expect(await own.tag(id, 'pending', 'completed', { meta: JSON.stringify(paid) })).toMatchObject({ code: 200 });
    expect(await own.group(id)).toMatchObject({ cash: '5000.00', transfer: '0.00' });
    const back = (meta: object) =>
      own.tag(id, 'completed', 'cancelled', { reason: 'Paid back', meta: JSON.stringify(meta) });
    expect(await back({ payment_method: 'transfer' })).toMatchObject({
      code: 422,
      data: { fields: { payment_transfer: 'Transfer field is required' } },
    });
    expect(await own.group(id)).toMatchObject({ tag: 'completed', payment_method: 'cash', cash: '5000.00' });
    expect((await back({ payment_method: 'transfer', payment_transfer: '5000' })).code).toBe(200);
    expect(await own.group(id)).toMatchObject({ payment_method: 'transfer', cash: '0.00', transfer: '5000.00' });
  });

  test('a line carries the price it bills by: its hub’s active one, else the product’s', {
    tags: ['ORD-21', 'ORD-23', 'B10.4'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([
      [own.milk, 12],
      [own.tea, 10],
    ]);
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
      values (${`sp_${own.run}`}, ${NOW}, ${NOW}, ${own.hub}, ${own.tea}, 1, 210000)`.execute(own.db);
    const prices = async () =>
      Object.fromEntries((await items(id)).map((item: Data) => [item.product_id, item.product.price]));
    expect(await prices()).toEqual({ [own.milk]: '12000.00', [own.tea]: '2100.00' });
    await sql`update seller_product set status = 'inactive' where _id = ${`sp_${own.run}`}`.execute(own.db);
    expect(await prices()).toEqual({ [own.milk]: '12000.00', [own.tea]: '2000.00' });
  });

  test('a product that is not in the order yet says what it would be billed by, and the hub’s ceiling', {
    tags: ['ORD-37', 'B10.4', 'B8.4'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]]);
    const readItems = (fields: Record<string, unknown>) => own.call('GET', 'order_group_item/read_prices', fields);
    expect(await readItems({ order_group_id: id })).toMatchObject({ code: 422 });
    expect(await readItems({ order_group_id: 'nothing', product_id: [own.tea] })).toMatchObject({ code: 404 });
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo, quantity)
      values (${`sp_${own.run}`}, ${NOW}, ${NOW}, ${own.hub}, ${own.tea}, 1, 210000, 40)`.execute(own.db);
    const prices = async () =>
      Object.fromEntries(
        (await readItems({ order_group_id: id, product_id: [own.tea, own.rice, 'nothing'] })).data.map((one: Data) => [
          one.product_id,
          [one.price, one.available],
        ]),
      );
    const first = await prices();
    expect(Object.keys(first).sort()).toEqual([own.rice, own.tea].sort());
    expect(first[own.tea]).toEqual(['2100.00', 40]);
    expect(first[own.rice]?.[1]).toBeNull();
    // What it says is what is billed.
    expect((await own.add(id, own.tea, 10)).data.product.price).toBe('2100.00');
    await sql`update seller_product set status = 'inactive' where _id = ${`sp_${own.run}`}`.execute(own.db);
    expect((await prices())[own.tea]).toEqual(['2000.00', null]);
  });

  test('lines that bill something new, over several makers, are brought up in one statement each for lines and orders', {
    tags: ['B5.0c', 'B5.3'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered(
      [
        [own.milk, 12],
        [own.rice, 12],
        [own.soap, 7],
        [own.tea, 10],
      ],
      'completed',
    );
    // Every line bills something new at once, as no single call makes them.
    await sql`update order_item set amount_kobo = amount_kobo * 2 where order_group_id = ${id}`.execute(own.db);
    await sql`update product set price_kobo = price_kobo * 2 where _id = any(${[own.milk, own.rice, own.soap, own.tea]})`.execute(
      own.db,
    );
    const before = Object.fromEntries((await items(id)).map((item: Data) => [item.product_id, item.version]));
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const oil = await own.product('Oil', 12, 300_000);
    expect((await own.add(id, oil, 12)).code).toBe(200);
    const texts = (spy.mock.calls as unknown[][]).map((call) => statementOf(call)[0]);
    spy.mockRestore();
    // One for what they bill, one for what they carry of the whole (K7).
    expect(texts.filter((text) => /update order_item\b/.test(text))).toHaveLength(2);
    expect(texts.filter((text) => /update "order"[^;]*items_kobo/s.test(text))).toHaveLength(1);
    const { rows } =
      await sql<Data>`select i.product_id, i.version, i.line_kobo = round(p.price_kobo * (i.quantity + coalesce(i.quantity_accepted, 0)) / p.case_count::numeric) as right
      from order_item i join product p on p._id = i.product_id where i.order_group_id = ${id}`.execute(own.db);
    expect(rows).toHaveLength(5);
    for (const row of rows)
      expect(row).toEqual({ product_id: row.product_id, version: before[row.product_id] ?? 1, right: true });
    const { rows: orders } =
      await sql<Data>`select o.items_kobo = (select sum(line_kobo) from order_item i where i.order_id = o._id) as sum, o.amount_kobo = o.items_kobo as amount,
      o.modified_by = ${own.admin.user_id} as own from "order" o where o.order_group_id = ${id}`.execute(own.db);
    expect(orders).toEqual([
      { sum: true, amount: true, own: true },
      { sum: true, amount: true, own: true },
    ]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('a group of many makers is placed in as many statements as one of two', {
    tags: ['ORD-30', 'B5.2', 'B12.1'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const placed = async (makers: number) => {
      const id = await own.cart(await own.buyer(`Placed ${makers} Stores`));
      for (let at = 0; at < makers; at += 1) {
        const name = `${own.run}_${makers}_${at}`;
        await sql`insert into manufacturer (_id, created, modified, name) values (${name}, ${NOW}, ${NOW}, ${name})`.execute(
          own.db,
        );
        await sql`insert into brand (_id, created, modified, name, manufacturer_id) values (${name}, ${NOW}, ${NOW}, ${name}, ${name})`.execute(
          own.db,
        );
        const product = await own.product(`Of ${name}`, 12, 100_000);
        await sql`update product set brand_id = ${name} where _id = ${product}`.execute(own.db);
        expect((await own.add(id, product, 12)).code).toBe(200);
      }
      // The lines' own way into the cart leaves `completed`; a cart as a retailer's app makes it.
      await sql`update "order" set tag = 'draft' where order_group_id = ${id}`.execute(own.db);
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      expect((await own.tag(id, 'draft', 'pending')).code).toBe(200);
      // Other servers are told of an earlier call in the background.
      const queryCount = spy.mock.calls.filter(([query]) => !JSON.stringify(query).includes('pg_notify')).length;
      spy.mockRestore();
      const { rows } = await sql<Data>`select o.tag, a.before, a.after, a.idempotency_key is not null as keyed,
          (select json_object_agg(meta.tag, meta.value) from order_meta meta where meta.order_id = o._id) as meta
        from "order" o join audit_log a on a.record_id = o._id and a.action = 'tag' and a.after ->> 'tag' = 'pending'
        where o.order_group_id = ${id}`.execute(own.db);
      expect(rows).toHaveLength(makers);
      for (const row of rows)
        expect(row).toMatchObject({
          tag: 'pending',
          before: { tag: 'draft' },
          after: { tag: 'pending' },
          keyed: true,
          meta: { created_by: own.admin.user_id, source: 'BACK_OFFICE' },
        });
      return queryCount;
    };
    expect(await placed(8)).toBe(await placed(2));
  });

  test('a restored order is "not delivered" no more', { tags: ['ORD-26', 'ORD-41'] }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const cancelled = await world.tag(id, 'pending', 'cancelled', { reason: 'order_rejected' });
    expect(cancelled.data.delivery_outcome).toBe('not_delivered');
    expect((await world.tag(id, 'cancelled', 'completed')).data.delivery_outcome).toBeNull();
    const late = await world.ordered([[world.milk, 12]], 'pending');
    await world.tag(late, 'pending', 'delivered', { outcome: 'delivered_late' });
    await world.tag(late, 'delivered', 'cancelled', { reason: 'order_rejected' });
    expect((await world.tag(late, 'cancelled', 'completed')).data.delivery_outcome).toBe('delivered_late');
  });

  test('the source sent with placing wins over that of the cart', { tags: ['ORD-30', 'B5.1'] }, async () => {
    const placed = async (source: Record<string, string>) => {
      const id = await world.cart(await world.buyer('Source shop'), { source: 'WHATSAPP' });
      await world.add(id, world.milk, 12);
      return (await world.tag(id, 'draft', 'pending', source)).data;
    };
    expect(await placed({ meta: '{"source":"PHONE"}' })).toMatchObject({
      source: 'PHONE',
      meta_obj: { source: { value: 'PHONE' } },
    });
    expect((await placed({})).source).toBe('WHATSAPP');
  });

  test('an associate of a hub where the retailer has a cart is refused with an order’s tag too', {
    tags: ['ORD-38', 'B5.0'],
  }, async () => {
    const shop = await world.buyer('Two carts shop');
    const id = await world.ordered([[world.milk, 12]], 'draft', { buyer: shop });
    await world.cart(shop, { seller_id: world.hub2 });
    const other = await world.party('sales_officer', 'Rep of the other hub', world.hub2);
    const order = (await world.group(id)).orders[0];
    const response = await post('order/update_tag', {
      _id: order._id,
      old_tag: order.tag,
      new_tag: 'pending',
      sales_officer_id: other,
    });
    expect(response).toMatchObject({ code: 409, message: 'This retailer already has a cart at that hub.' });
    expect((await world.group(id)).orders[0].tag).toBe(order.tag);
  });

  test('an associate who comes with an order’s tag is changed with an audit line, the tag moved or not', {
    tags: ['ORD-38', 'B12.2'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'completed');
    for (const [name, to] of [
      ['Rep who takes over', null],
      ['Rep after him', 'delivered'],
    ] as const) {
      const other = await world.party('sales_officer', name, world.hub);
      const order = (await world.group(id)).orders[0];
      const response = await post('order/update_tag', {
        _id: order._id,
        old_tag: order.tag,
        new_tag: to ?? order.tag,
        sales_officer_id: other,
      });
      expect(response.code, response.message).toBe(200);
      const { rows } = await sql`select 1 from audit_log where model = 'order_group' and record_id = ${id}
        and after->>'sales_officer_id' = ${other}`.execute(world.db);
      expect(rows).toHaveLength(1);
    }
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('without the associate’s field nothing changes: only the empty text takes him off', {
    tags: ['ORD-39', 'B5.3'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'completed');
    const order = (await own.group(id)).orders[0]._id;
    for (const [path, _id] of [
      ['order_group', id],
      ['order', order],
    ]) {
      expect(await post(`${path}/update_sales_officer`, { _id }), path).toMatchObject({
        code: 422,
        data: { fields: { sales_officer_id: 'Sales officer field is required.' } },
      });
      expect((await own.group(id)).sales_officer_id).toBe(own.rep);
      expect((await post(`${path}/update_sales_officer`, { _id, sales_officer_id: '' })).code, path).toBe(200);
      expect((await own.group(id)).sales_officer_id).toBe(null);
      expect((await post(`${path}/update_sales_officer`, { _id, sales_officer_id: own.rep })).code, path).toBe(200);
    }
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('a new order and its meta stand in the audit; what was there already writes nothing', {
    tags: ['B12.1'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const cart = await own.cart();
    const lines = async (id: string) =>
      (
        await sql<object>`select action, before, after from audit_log where model = 'order' and record_id = ${id} order by _id`.execute(
          own.db,
        )
      ).rows;
    const make = () => post('order/create', { order_group_id: cart, manufacturer_id: own.maker2 });
    const order = (await make()).data as unknown as string;
    const made = { action: 'create', before: null, after: { order_group_id: cart, manufacturer_id: own.maker2 } };
    expect(await lines(order)).toEqual([made]);
    expect((await make()).data).toBe(order);
    const say = (value: string) =>
      post('order_meta/upsert_many', { order_id: order, tag: ['comment'], value: [value] });
    expect((await say('Hello')).code).toBe(200);
    const { version } = (await own.group(cart)).orders[0];
    expect((await say('Hello')).code).toBe(200);
    expect((await say('Good bye')).code).toBe(200);
    expect(await lines(order)).toEqual([
      made,
      { action: 'update', before: { comment: '' }, after: { comment: 'Hello' } },
      { action: 'update', before: { comment: 'Hello' }, after: { comment: 'Good bye' } },
    ]);
    const twice = { order_id: order, tag: ['comment', 'comment'], value: ['Nobody says this', 'Good bye'] };
    expect((await post('order_meta/upsert_many', twice)).data.meta).toMatchObject([
      { tag: 'comment', value: 'Good bye' },
    ]);
    expect((await own.group(cart)).orders[0].version).toBe(version + 1);
  });

  test('the delta of orders tells what a group changes of them, and their meta', { tags: ['API-1.5'] }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered(
      [
        [own.milk, 12],
        [own.tea, 10],
      ],
      'pending',
    );
    const orders = (await own.group(id)).orders.map((order: { _id: string }) => order._id);
    const changed = async (what: () => Promise<{ code: number }>) => {
      server.clock.now += 60;
      const since = server.clock.now;
      expect((await what()).code).toBe(200);
      const { rows } = (await own.call('GET', 'order/read_all', { since })).data;
      return rows.filter((row: { _id: string }) => orders.includes(row._id));
    };
    const other = await own.party('sales_officer', 'Rep of the same hub', own.hub);
    expect(
      await changed(() => post('order_group/update_sales_officer', { _id: id, sales_officer_id: other })),
    ).toMatchObject([{ sales_officer_id: other }, { sales_officer_id: other }]);
    expect(await changed(() => own.tag(id, 'pending', 'completed'))).toMatchObject([
      { group: { tag: 'completed' } },
      { group: { tag: 'completed' } },
    ]);
    expect(
      await changed(() => post('order_meta/upsert_many', { order_id: orders[0], tag: ['comment'], value: ['Late'] })),
    ).toMatchObject([{ _id: orders[0], meta: expect.arrayContaining([expect.objectContaining({ value: 'Late' })]) }]);
    expect(await changed(() => post('order_group/update_delivery_fee', { _id: id, delivery_fee: '5' }))).toEqual([]);
  });

  test('an amount and a subtotal that are empty or no number are refused in the words of the contract', {
    tags: ['ORD-35'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const orderId = (await world.group(id)).orders[0]._id;
    for (const wrong of ['', 'ten']) {
      const messageOf = async (path: string, fields: Record<string, unknown>) => {
        const { code, message } = await post(path, fields);
        return `${code} ${message}`;
      };
      const amount = '422 Amount must be a number.';
      expect(await messageOf('order_group/update_amount', { _id: id, amount: wrong })).toBe(amount);
      expect(await messageOf('order/update_amount', { _id: orderId, amount: wrong })).toBe(amount);
      const subtotal = '422 Subtotal must be a number, not zero.';
      expect(await messageOf('order_group/update_subtotal', { _id: id, subtotal: wrong })).toBe(subtotal);
    }
  });
});
