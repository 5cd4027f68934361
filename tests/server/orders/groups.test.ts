/** The calls of order groups, orders and items (API.md 4.15, 4.16): refusals first. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('order groups', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const as = (token: string) => ({ token });
  const post = (path: string, fields: Record<string, unknown>, ask = {}) => world.call('POST', path, fields, ask);
  const list = async (fields: Record<string, unknown>) =>
    (await world.call('GET', 'order_group/read_all', { page: 1, per_page: 100, ...fields })).data as Data;
  const ids = (page: Data) => page.rows.map((row: { _id: string }) => row._id);
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  test('a cart needs an active retailer that is there, and a hub and an associate that are there', {
    tags: ['B5.0'],
  }, async () => {
    const gone = await world.buyer('Closed shop', { status: 'inactive' });
    expect(await post('order_group/create', {})).toMatchObject({ code: 422, message: 'Buyer field is required.' });
    expect(await post('order_group/create', { buyer_id: 'nobody' })).toMatchObject({
      code: 404,
      message: 'Buyer not found',
    });
    expect((await post('order_group/create', { buyer_id: gone })).message).toMatch(/^Closed shop .* is inactive\.$/);
    expect(await post('order_group/create', { buyer_id: world.shop, seller_id: 'x' })).toMatchObject({
      code: 404,
      message: 'Hub not found',
    });
    expect(await post('order_group/create', { buyer_id: world.shop, sales_officer_id: 'x' })).toMatchObject({
      code: 404,
      message: 'Sales officer not found',
    });
  });

  test('one cart per retailer and hub, also when two ask at once; the hub is that of the associate', {
    tags: ['B5.0', 'B5.0a'],
  }, async () => {
    const shop = await world.buyer('One cart shop');
    const made = await Promise.all([1, 2, 3].map(() => world.cart(shop)));
    expect(new Set(made).size).toBe(1);
    expect(await world.cart(shop, { sales_officer_id: world.rep, seller_id: world.hub2 })).toBe(made[0]);
    expect(await world.cart(shop, { seller_id: world.hub2 })).not.toBe(made[0]);
    const group = await world.group(made[0] ?? '');
    expect(group).toMatchObject({
      tag: 'draft',
      seller_id: world.hub,
      total: '0.00',
      amount: '0.00',
      outstanding: '0.00',
      buyer_is_new: false,
      orders: [],
      charges: [],
      buyer: { _id: shop, location: { _id: world.location }, ledgers: { wallet: { balance: '0.00' } } },
    });
    expect(group.ref).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  });

  test('without an associate the hub is that of the active area of the location', { tags: ['B5.0a'] }, async () => {
    const shop = await world.buyer('Area shop');
    await sql`insert into area (_id, created, modified, name, phone, manufacturer_id, seller_id) values (${`area_${world.run}`}, ${NOW}, ${NOW}, 'Area', '08021234567', ${world.maker2}, ${world.hub2})`.execute(
      world.db,
    );
    await sql`insert into location_area (_id, created, modified, area_id, location_id, manufacturer_id) values (${`la_${world.run}`}, ${NOW}, ${NOW}, ${`area_${world.run}`}, ${world.location}, ${world.maker2})`.execute(
      world.db,
    );
    const id = (await post('order_group/create', { buyer_id: shop })).data as unknown as string;
    expect((await world.group(id)).seller_id).toBe(world.hub2);
  });

  test('two areas hold one place: the cart and the products offered there are of the same hub, that of the first link', {
    tags: ['B5.0a', 'B8.7', 'PROD-42'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const { run, hub, hub2, milk, tea } = own;
    const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
    await put('seller_product', { _id: `two_milk_${run}`, seller_id: hub, product_id: milk, mpu: 1, price_kobo: 100 });
    await put('seller_product', { _id: `two_tea_${run}`, seller_id: hub2, product_id: tea, mpu: 1, price_kobo: 100 });
    /** The hub of a new cart, and what is offered, at a place with these links: hub, and when its area and its link were made. */
    const cartAt = async (name: string, links: readonly (readonly [string, string, number, number])[]) => {
      const place = `${name}_${run}`;
      await put('location', { _id: place, name: place, state: 'Lagos', lga: place });
      for (const [id, seller, area, link] of links) {
        const made = { _id: `${place}_${id}`, manufacturer_id: own.maker2 };
        await put('area', { ...made, created: area, name: made._id, phone: '08021234567', seller_id: seller });
        await put('location_area', { ...made, created: link, area_id: made._id, location_id: place });
      }
      const buyer_id = await own.buyer(name, { location: place });
      const cart = (await post('order_group/create', { buyer_id })).data as unknown as string;
      const offered = await post('product/read_available_more', { location_id: place, page: 0, limit: 0 });
      expect(offered.code, offered.message).toBe(200);
      return [(await own.group(cart)).seller_id, offered.data.products.map((row: Data) => row._id)];
    };
    // The older link is that of the younger area.
    const links = [
      ['a', hub, NOW - 100, NOW - 50],
      ['b', hub2, NOW - 90, NOW - 60],
    ] as const;
    expect(await cartAt('older', links)).toEqual([hub2, [tea]]);
    expect(await cartAt('older_back', [...links].reverse())).toEqual([hub2, [tea]]);
    const tied = [
      ['b', hub2, NOW - 100, NOW - 60],
      ['a', hub, NOW - 90, NOW - 60],
    ] as const;
    expect(await cartAt('tied', tied)).toEqual([hub, [milk]]);
    expect(await cartAt('tied_back', [...tied].reverse())).toEqual([hub, [milk]]);
    expect((await cartAt('nobody', []))[0]).toBeNull();
  });

  test('a line is refused without a product, twice, for a stranger or of another maker', {
    tags: ['ORD-21', 'ORD-36'],
  }, async () => {
    const id = await world.cart(await world.buyer('Line shop'));
    expect(await world.add(id, '', 1)).toMatchObject({ code: 422, message: 'Product field is required.' });
    expect(await world.add(id, 'none', 1)).toMatchObject({ code: 404, message: 'Product not found' });
    expect(await world.add('none', world.milk, 1)).toMatchObject({ code: 404, message: 'Order not found' });
    expect(await world.add(id, world.milk, -1)).toMatchObject({
      code: 422,
      message: 'Quantity must be between 1 - 1000000',
    });
    expect((await world.add(id, world.milk, 1, { amount: '-1' })).code).toBe(422);
    expect((await world.add(id, world.milk, 12)).message).toBe('Product added to order!');
    const again = await world.add(id, world.milk, 12);
    expect(again).toMatchObject({
      code: 409,
      message: 'Product already exists in this order.',
      data: { error: 'duplicate' },
    });
    expect(again.data.current.product_id).toBe(world.milk);
    const order = (await world.group(id)).orders[0];
    expect(await post('order_item/upsert', { order_id: order._id, product_id: world.tea, quantity: 1 })).toMatchObject({
      code: 422,
      message: 'Product belongs to another manufacturer.',
    });
  });

  test('the figures of a group follow its lines', {
    tags: ['ORD-14', 'ORD-17', 'ORD-18', 'ORD-20', 'B1.5'],
  }, async () => {
    const shop = await world.buyer('Figures shop');
    const id = await world.cart(shop, { sales_officer_id: world.rep });
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo) values (${`sp_${world.run}`}, ${NOW}, ${NOW}, ${world.hub}, ${world.tea}, 1, 210000)`.execute(
      world.db,
    );
    const milk = await world.add(id, world.milk, 30);
    expect(milk.data).toMatchObject({
      amount: '30000.00',
      line_value: '30000.00',
      rate: '12000.00',
      group_total: '30000.00',
    });
    // The hub's own price, and an edited one.
    expect((await world.add(id, world.tea, 15)).data).toMatchObject({ amount: '3150.00', rate: '2100.00' });
    await world.add(id, world.soap, 8, { amount: '1000.05' });
    const group = await world.group(id);
    expect(group).toMatchObject({
      subtotal: '34150.05',
      total: '34150.05',
      amount: '34150.05',
      amount_due: '34151.00',
      outstanding: '-34150.05',
      manufacturers: 2,
      manufacturer: null,
      manufacturer_id: null,
      cases: 5.14,
      sales_officer: { _id: world.rep },
    });
    expect(group.orders.map((order: Data) => [order.manufacturer._id === world.maker2, order.amount])).toEqual([
      [false, '31000.05'],
      [true, '3150.00'],
    ]);
    const order = group.orders[0];
    const edited = await post('order/update_amount', { _id: order._id, amount: '30000' });
    expect(edited.data).toMatchObject({ amount: '30000.00', amount_edited: true });
    // A line's change moves the edited amount by the difference.
    await post('order_item/update', { _id: milk.data._id, quantity: 36, amount: '36000' });
    expect((await world.group(id)).orders[0]).toMatchObject({ amount: '36000.00', amount_edited: true });
    expect((await world.group(id)).total).toBe('39150.00');
    const accepted = await post('order_item/update', { _id: milk.data._id, quantity_accepted: 12 });
    expect(accepted.data).toMatchObject({ amount: '36000.00', line_value: '12000.00', quantity_accepted: 12 });
    expect((await world.group(id)).total).toBe('15150.00');
  });

  test('a line says what its hub lets be ordered, and more is not refused; it may be accepted as 0', {
    tags: ['UI-24', 'UI-28', 'B8.4', 'B5.5'],
  }, async () => {
    const biscuit = await world.product('Biscuit', 12, 50_000);
    const id = await world.cart(await world.buyer('Ceiling shop'));
    const seller = `ceiling_${world.run}`;
    const available = async () =>
      (await world.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data[0];
    const line = (await world.add(id, biscuit, 24)).data;
    // The hub has no row of its own for it.
    expect(line.available).toBeNull();
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo, quantity)
      values (${seller}, ${NOW}, ${NOW}, ${world.hub}, ${biscuit}, 1, 50000, -1)`.execute(world.db);
    expect(await available()).toMatchObject({ available: null });
    for (const quantity of [30, 0]) {
      await sql`update seller_product set quantity = ${quantity} where _id = ${seller}`.execute(world.db);
      expect(await available()).toMatchObject({ available: quantity, quantity: 24 });
    }
    const more = await world.add(id, biscuit, 36, { _id: line._id, base_version: line.version });
    expect(more).toMatchObject({ code: 200, data: { quantity: 36, available: 0 } });
    await sql`update seller_product set status = 'inactive' where _id = ${seller}`.execute(world.db);
    expect(await available()).toMatchObject({ available: null });
    const none = await post('order_group_item/update', {
      _id: line._id,
      base_version: more.data.version,
      quantity_accepted: 0,
    });
    expect(none).toMatchObject({ code: 200, data: { quantity: 36, quantity_accepted: 0, line_value: '0.00' } });
  });

  test('placing: refused empty and to strangers, then pending with who and from where', {
    tags: ['ORD-27', 'ORD-29', 'ORD-30'],
  }, async () => {
    const shop = await world.buyer('Placing shop');
    const id = await world.cart(shop);
    expect(await world.tag(id, 'draft', 'pending')).toMatchObject({ code: 422, message: 'Oops! No items in cart' });
    await world.add(id, world.milk, 12);
    const hubManager = await server.signInAs('sales_officer.manager', { seller_id: world.hub });
    expect((await world.tag(id, 'draft', 'pending', {}, as(hubManager.token))).code).toBe(403);
    expect(await world.tag(id, 'draft', 'completed')).toMatchObject({
      code: 409,
      message: 'An order that is draft cannot become completed.',
      data: { error: 'bad_transition' },
    });
    // Customer support takes orders by phone (A13) ...
    expect((await world.tag(id, 'draft', 'pending', {}, as(world.support.token))).code).toBe(200);
    const group = await world.group(id);
    expect(group).toMatchObject({
      tag: 'pending',
      source: 'BACK_OFFICE',
      placed_at: NOW,
      buyer_is_new: true,
      meta_obj: {
        created_by: { tag: 'created_by', value: world.support.user_id, meta: '' },
        source: { value: 'BACK_OFFICE' },
        item_case_count: { value: '1' },
      },
    });
    expect(group.orders[0].tag).toBe('pending');
    // ... and changes nothing after that.
    expect((await world.add(id, world.soap, 1, {}, as(world.support.token))).code).toBe(403);
    expect((await world.tag(id, 'pending', 'completed', {}, as(world.support.token))).code).toBe(403);
    const logs = (await post('order_group_log/read_by_order_group', { order_group_id: id })).data;
    expect(logs).toMatchObject([{ tag: 'pending', old_tag: 'draft', user: { name: 'Chika Support' }, created: NOW }]);
  });

  test('completing records who, and the payment that came with it', {
    tags: ['ORD-31', 'ORD-32', 'ORD-38'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const meta = JSON.stringify({ payment_method: 'cash_transfer', payment_cash: '4000', payment_transfer: 1000.5 });
    const response = await world.tag(id, 'pending', 'completed', { meta }, as(world.staff.token));
    expect(response).toMatchObject({ code: 200, message: 'Order successfully updated.' });
    expect(response.data).toMatchObject({
      tag: 'completed',
      cash: '4000.00',
      transfer: '1000.50',
      paid: '5000.50',
      outstanding: '-6999.50',
      payment_method: 'cash_transfer',
      meta_obj: {
        completed_by: { value: world.staff.user_id },
        payment_method: { value: 'cash_transfer' },
        payment_cash: { value: '4000.00' },
        payment_transfer: { value: '1000.50' },
      },
    });
    expect((await world.tag(id, 'completed', 'completed')).code).toBe(200);
    expect(await world.tag(id, 'pending', 'cancelled')).toMatchObject({
      code: 409,
      message: 'This order is already completed.',
      data: { error: 'conflict', current: { _id: id, tag: 'completed' } },
    });
  });

  test('a tag that was asked of an older version is refused with the order as it is now; the same tag is 200', {
    tags: ['B12.5', 'API-1.4'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const [seen] = (await world.call('GET', 'order_group/read', { _id: id })).data;
    await world.call('POST', 'order_group/update_delivery_fee', { _id: id, delivery_fee: '500' });
    const base = { base_version: seen.version };
    expect(await world.tag(id, 'pending', 'completed', base)).toMatchObject({
      code: 409,
      data: { error: 'conflict', current: { _id: id, tag: 'pending', delivery_fee: '500.00' } },
    });
    const now = (await world.call('GET', 'order_group/read', { _id: id })).data[0];
    expect(now.tag).toBe('pending');
    expect((await world.tag(id, 'pending', 'completed', { base_version: now.version })).data.tag).toBe('completed');
    expect((await world.tag(id, 'pending', 'completed', base)).code).toBe(200);
  });

  test('delivered says how, cancelled why; an unknown reason is refused', {
    tags: ['ORD-41', 'ORD-42', 'B5.8'],
  }, async () => {
    const [late, rejected, early] = [
      await world.ordered([[world.milk, 12]], 'pending'),
      await world.ordered([[world.milk, 12]], 'pending'),
      await world.ordered([[world.milk, 12]], 'pending'),
    ];
    expect((await world.tag(early, 'pending', 'delivered')).data.delivery_outcome).toBe('delivered_on_time');
    expect((await world.tag(late, 'pending', 'delivered', { outcome: 'delivered_late' })).data).toMatchObject({
      delivery_outcome: 'delivered_late',
      meta_obj: { delivered_by: { value: world.admin.user_id }, delivery_outcome: { value: 'delivered_late' } },
    });
    expect(await world.tag(rejected, 'pending', 'cancelled', { reason: 'they were rude' })).toMatchObject({
      code: 422,
      message: 'Reason is not valid.',
    });
    expect((await world.tag(rejected, 'pending', 'cancelled', { reason: 'order_rejected' })).data).toMatchObject({
      tag: 'cancelled',
      delivery_outcome: 'not_delivered',
      outstanding: '0.00',
      meta_obj: { reason: { value: 'order_rejected' }, cancelled_by: { value: world.admin.user_id } },
    });
  });

  test('lines come and go: the order with them, the placed group with its last order', {
    tags: ['ORD-26', 'ORD-33', 'ORD-34', 'A41'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const [order] = (await world.group(id)).orders;
    await world.add(id, world.soap, 7);
    expect((await world.group(id)).orders[0].tag).toBe('completed');
    const items = (await world.group(id)).orders[0].items as { _id: string }[];
    expect((await post('order_group_item/remove', { _id: items[0]?._id })).message).toBe('Product removed from order.');
    const last = await post('order_item/remove', { _id: items[1]?._id });
    expect(last.data).toMatchObject({
      amount: '0.00',
      group_total: '0.00',
      order: { tag: 'cancelled', amount: '0.00' },
    });
    expect((await post('order_item/remove', { _id: items[1]?._id })).code).toBe(200);
    expect(await world.group(id)).toMatchObject({ tag: 'cancelled', total: '0.00' });
    expect(await world.tag(id, 'cancelled', 'completed')).toMatchObject({
      code: 422,
      message: 'Oops! No items in cart',
    });
    await world.add(id, world.milk, 12);
    expect((await world.tag(id, 'cancelled', 'completed')).data).toMatchObject({ tag: 'completed', total: '12000.00' });
    // A cart survives being emptied.
    const cart = await world.cart(await world.buyer('Empty cart shop'));
    const line = (await world.add(cart, world.milk, 1)).data;
    await post('order_group_item/delete', { _id: line._id });
    expect(await world.group(cart)).toMatchObject({ tag: 'draft', total: '0.00' });
    expect(order.tag).toBe('pending');
  });

  test('amount, subtotal and fee: refused when they are none, stale or not for this person', {
    tags: ['API-14', 'UI-30', 'ORD-35', 'ORD-39'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    expect(await post('order_group/update_amount', { _id: id, amount: 'a lot' })).toMatchObject({
      code: 422,
      message: 'Amount must be a number.',
    });
    expect(await post('order_group/update_subtotal', { _id: id, subtotal: '0' })).toMatchObject({
      code: 422,
      message: 'Subtotal must be a number, not zero.',
    });
    expect((await post('order_group/update_subtotal', { _id: id })).message).toBe(
      'Subtotal must be a number, not zero.',
    );
    // A fee below zero would be a discount without a reason (PAY-02).
    const below = { code: 422, message: 'Delivery fee must not be less than 0' };
    expect(await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '-500' })).toMatchObject(below);
    const begun = { buyer_id: await world.buyer('Fee Stores'), seller_id: world.hub, delivery_fee: '-500' };
    expect(await post('order_group/create', begun)).toMatchObject(below);
    expect(await world.group(id)).toMatchObject({ delivery_fee: '0.00', total: '12000.00' });
    const { version } = await world.group(id);
    expect(
      (await post('order_group/update_amount', { _id: id, amount: '11000', base_version: version })).data,
    ).toMatchObject({
      amount: '11000.00',
      total: '12000.00',
    });
    const stale = await post(
      'order_group/update_amount',
      { _id: id, amount: '10000', base_version: version },
      as(world.staff.token),
    );
    expect(stale).toMatchObject({ code: 409, data: { error: 'conflict', current: { amount: '11000.00' } } });
    expect(stale.message).toMatch(/^Order was changed by Adaeze Admin at 21 Nov, 10:00\.$/);
    // The same figure again is no conflict, whatever version is believed.
    expect((await post('order_group/update_amount', { _id: id, amount: '11000', base_version: 1 })).code).toBe(200);
    expect((await post('order_group/update_subtotal', { _id: id, subtotal: '12500' })).data).toMatchObject({
      subtotal: '12500.00',
      total: '12500.00',
      amount: '11000.00',
    });
    expect((await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '300' })).data).toMatchObject({
      total: '12800.00',
      charges: [{ _id: 'delivery_fee', title: 'Delivery fee', value: '300.00', index: 0 }],
    });
    // A later item moves the stored amount by its difference.
    expect((await world.add(id, world.soap, 7)).data).toMatchObject({
      group_total: '13800.00',
      group_amount: '12000.00',
    });
    expect((await post('order_group/update_amount', { _id: id, amount: '1' }, as(world.support.token))).code).toBe(403);
  });

  test('meta: the documents’ refusals, then the whole set by tag', {
    tags: ['ORD-19', 'PAY-02', 'PAY-04', 'PAY-06', 'PAY-07', 'PAY-08', 'API-1.4'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    const refused = async (entries: Parameters<typeof world.pay>[1]) => (await world.pay(id, entries)).message;
    expect(await refused([['discount', 'x']])).toBe('Discount must be a number.');
    expect(await refused([['discount', '-5']])).toBe('Discount reason field is required');
    expect(await refused([['returns', '5']])).toBe('Returns reason field is required');
    expect(await refused([['payment_method', 'cash']])).toBe('Cash field is required');
    expect(await refused([['payment_method', 'transfer']])).toBe('Transfer field is required');
    expect(await refused([['paid_by', 'me']])).toBe('Unknown tag: paid_by.');
    // ORD-38: the documents' client repeats what the server wrote with a tag; it is taken and not used.
    const repeated = await world.pay(id, [
      ['created_by', 'me'],
      ['completed_by', 'me'],
      ['comment', 'At the gate'],
    ]);
    expect(repeated).toMatchObject({ code: 200, data: { comment: 'At the gate' } });
    expect(repeated.data.meta_obj.created_by.value).toBe(world.admin.user_id);
    expect(repeated.data.meta_obj.completed_by).toBeUndefined();
    expect((await world.pay(id, [['completed_by', 'me']])).code).toBe(200);
    expect(
      (
        await post('order_group_meta/upsert_many', {
          order_group_id: id,
          tag: ['discount', 'comment'],
          value: ['1'],
          meta: ['', ''],
        })
      ).code,
    ).toBe(400);
    const plain = await world.pay(id, [['discount', '-2000', 'promo']]);
    expect(plain.data).toMatchObject({
      discount: '-2000.00',
      discount_reason: 'promo',
      total: '10000.00',
      amount: '12000.00',
    });
    const followed = await world.pay(id, [['discount', '-1000', 'custom_discount']], { update_amounts_too: true });
    expect(followed.data).toMatchObject({
      total: '11000.00',
      amount: '11000.00',
      charges: [{ title: 'Discount (Custom discount)', value: '-1000.00' }],
    });
    // API-1.4: what stands there already, its amount too, is no change and no conflict.
    const again = await world.pay(id, [['discount', '-1000.00', 'custom_discount']], {
      update_amounts_too: true,
      base_version: 1,
    });
    expect(again).toMatchObject({ code: 200, data: { version: followed.data.version } });
    // Honoured for the discount tag only.
    await post('order_group/update_amount', { _id: id, amount: '5' });
    expect((await world.pay(id, [['comment', 'Call first']], { update_amounts_too: true })).data).toMatchObject({
      amount: '5.00',
      comment: 'Call first',
    });
    const paid = await world.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '400'],
      ['payment_transfer', '900'],
    ]);
    expect(paid.data).toMatchObject({
      cash: '400.00',
      transfer: '0.00',
      meta_obj: { payment_transfer: { value: '0.00' }, discount: { value: '-1000.00', meta: 'custom_discount' } },
    });
    const whole = await world.pay(id, [
      ['returns', '300', 'rejected_products'],
      ['item_case_count', '1'],
    ]);
    expect(whole.data.meta_obj).toEqual(
      expect.objectContaining({
        discount: { tag: 'discount', value: '-1000.00', meta: 'custom_discount' },
        returns: { tag: 'returns', value: '300.00', meta: 'rejected_products' },
        payment_method: { tag: 'payment_method', value: 'cash', meta: '' },
        payment_cash: { tag: 'payment_cash', value: '400.00', meta: '' },
        payment_transfer: { tag: 'payment_transfer', value: '0.00', meta: '' },
        comment: { tag: 'comment', value: 'Call first', meta: '' },
        item_case_count: { tag: 'item_case_count', value: '1', meta: '' },
      }),
    );
    expect(whole.data.total).toBe('11000.00');
    const { version } = await world.group(id);
    await world.pay(id, [['comment', 'Call twice']]);
    expect((await world.pay(id, [['comment', 'Do not call']], { base_version: version })).data.current.comment).toBe(
      'Call twice',
    );
  });

  test('orders inside a group: any tag, who and where from, never on another hub or a completed group without the right', {
    tags: ['B5.2'],
  }, async () => {
    const id = await world.ordered(
      [
        [world.milk, 12],
        [world.tea, 10],
      ],
      'completed',
    );
    const [milk, tea] = (await world.group(id)).orders;
    expect(
      (
        await post(
          'order/update_tag',
          { _id: milk._id, old_tag: milk.tag, new_tag: 'cancelled' },
          as(world.support.token),
        )
      ).code,
    ).toBe(403);
    expect((await post('order/update_tag', { _id: milk._id, old_tag: 'draft', new_tag: 'cancelled' })).message).toBe(
      'This order is already pending.',
    );
    const response = await post('order/update_tag', { _id: milk._id, old_tag: milk.tag, new_tag: 'cancelled' });
    expect(response.data.tag).toBe('cancelled');
    expect(response.data.meta).toContainEqual(
      expect.objectContaining({ tag: 'cancelled_by', value: world.admin.user_id }),
    );
    expect(await world.group(id)).toMatchObject({
      tag: 'completed',
      total: '2100.00',
      manufacturers: 1,
      manufacturer_id: world.maker2,
    });
    await post('order/update_tag', { _id: tea._id, old_tag: tea.tag, new_tag: 'cancelled' });
    expect(await world.group(id)).toMatchObject({ tag: 'completed', total: '0.00' });
    const back = await post('order/update_tag', {
      _id: tea._id,
      old_tag: 'cancelled',
      new_tag: 'pending',
      sales_officer_id: world.rep,
    });
    expect(back.data.meta.map((meta: { tag: string }) => meta.tag).sort()).toEqual([
      'cancelled_by',
      'completed_by',
      'created_by',
      'source',
    ]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('order/create finds the order that is there', async () => {
    const id = await world.cart(await world.buyer('Order shop'));
    const first = await post('order/create', { order_group_id: id, manufacturer_id: world.maker2 });
    expect(await post('order/create', { order_group_id: id, manufacturer_id: world.maker2 })).toMatchObject({
      data: first.data,
    });
    expect(await post('order/create', { order_group_id: id, manufacturer_id: 'x' })).toMatchObject({
      code: 404,
      message: 'Manufacturer not found',
    });
    expect((await world.call('GET', 'order/read', { _id: first.data })).data[0]).toMatchObject({
      tag: 'draft',
      amount: '0.00',
      items: [],
    });
  });

  test('deleting: the administrator a placed order, whoever takes orders a cart; read and restored afterwards', {
    tags: ['B5.1'],
  }, async () => {
    const id = await world.ordered([[world.milk, 12]], 'pending');
    expect((await post('order_group/delete', { _id: id }, as(world.staff.token))).code).toBe(403);
    expect((await post('order_group/delete', { _id: id })).data).toEqual({ _id: id });
    expect((await post('order_group/delete', { _id: id })).code).toBe(200);
    expect((await world.group(id)).tag).toBe('deleted');
    expect((await world.tag(id, 'deleted', 'completed', {}, as(world.staff.token))).data).toMatchObject({
      tag: 'completed',
      meta_obj: { restored_from: { value: 'deleted' } },
    });
    const cart = await world.cart(await world.buyer('Thrown away shop'));
    expect((await post('order_group/delete', { _id: cart }, as(world.support.token))).code).toBe(200);
  });

  test('the list: tags, payment, range, search, scope, sorted and paged', {
    tags: ['ORD-11', 'ORD-12', 'B10.4a'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const make = (cases: number, to: 'draft' | 'pending' | 'completed' | 'cancelled') =>
      own.ordered([[own.milk, 12 * cases]], to);
    const [pending, completed, cancelled, paid] = [
      await make(1, 'pending'),
      await make(2, 'completed'),
      await make(3, 'cancelled'),
      await make(4, 'completed'),
    ];
    await own.pay(paid, [
      ['payment_method', 'cash'],
      ['payment_cash', '48000'],
    ]);
    const draft = await make(5, 'draft');
    const all = { seller_id: own.hub };
    expect(new Set(ids(await list(all)))).toEqual(new Set([pending, completed, cancelled, paid]));
    expect(ids(await list({ ...all, tag: ['draft'] }))).toEqual([draft]);
    expect(new Set(ids(await list({ ...all, tag: ['pencom'] })))).toEqual(new Set([pending, completed, paid]));
    expect(new Set(ids(await list({ ...all, tag: ['billed'] })))).toEqual(new Set([completed, paid]));
    expect(new Set(ids(await list({ ...all, payment: 'paid' })))).toEqual(new Set([cancelled, paid]));
    expect(ids(await list({ ...all, payment: 'owing' }))).toEqual([completed]);
    expect(new Set(ids(await list({ ...all, payment: 'unpaid' })))).toEqual(new Set([pending, completed]));
    expect((await world.call('GET', 'order_group/read_all', { page: 1, payment: 'x' })).code).toBe(400);
    expect((await world.call('GET', 'order_group/read_all', { page: 1, tag: ['x'] })).code).toBe(400);
    expect((await list({ ...all, timestamp_min: NOW, timestamp_max: NOW + 1 })).total).toBe(4);
    expect((await list({ ...all, timestamp_max: NOW })).total).toBe(0);
    const { ref } = await own.group(pending);
    expect(ids(await list({ search: ref.toLowerCase() }))).toEqual([pending]);
    expect((await list({ search: `basira yaba ${own.run}` })).total).toBe(4);
    expect((await list({ search: `bola ${own.run}` })).total).toBe(4);
    expect((await list({ ...all, manufacturer_id: own.maker2 })).total).toBe(0);
    const refs = (await list(all)).rows.map((row: Data) => row.ref).sort();
    expect((await list({ ...all, sort: 'ref' })).rows.map((row: Data) => row.ref)).toEqual(refs);
    for (const [sort, order] of [
      ['created', [pending, completed, cancelled, paid]],
      ['-retailer', [paid, cancelled, completed, pending]],
      // Each its total less what was paid and what the retailer owes besides it, 24,000 of the second; nothing is due on what was cancelled.
      ['-amount_due', [pending, paid, completed, cancelled]],
      ['outstanding', [completed, pending, cancelled, paid]],
      ['-cases', [paid, cancelled, completed, pending]],
    ] as const)
      expect(ids(await list({ ...all, sort })), sort).toEqual(order);
    expect((await list({ ...all, per_page: 3, page: 2 })).rows).toHaveLength(1);
    const manager = await server.signInAs('sales_officer.manager', { seller_id: own.hub2 });
    expect((await world.call('GET', 'order_group/read_all', { page: 1 }, as(manager.token))).data.total).toBe(0);
    expect(await world.call('GET', 'order_group/read', { _id: pending }, as(manager.token))).toMatchObject({
      code: 404,
      message: 'Order not found',
    });
    expect(
      (await world.call('GET', 'order_group_item/read_by_order_group', { order_group_id: pending }, as(manager.token)))
        .code,
    ).toBe(404);
  });

  test('an order counts on the day on which it was placed, not on the day on which its cart was opened', {
    tags: ['ORD-09', 'B7.1', 'RPT-17'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const { clock } = server;
    /** The clock goes by steps that no session ends in. */
    const STEP = 21_600;
    try {
      const shop = await own.buyer('Long cart');
      const id = await own.ordered([[own.milk, 12]], 'draft', { buyer: shop });
      const of = (from: number, tag: string) =>
        list({ seller_id: own.hub, tag: [tag], timestamp_min: from, timestamp_max: from + STEP });
      expect(ids(await of(NOW - 60, 'draft'))).toEqual([id]);
      clock.now = NOW + STEP;
      expect((await own.tag(id, 'draft', 'pending')).code).toBe(200);
      const placed = await own.group(id);
      expect(placed).toMatchObject({ created: NOW + STEP, placed_at: NOW + STEP });
      expect(placed.orders.map(({ created }: Data) => created)).toEqual([NOW + STEP]);
      expect(ids(await of(NOW - 60, 'pending'))).toEqual([]);
      expect(ids(await of(NOW + STEP - 60, 'pending'))).toEqual([id]);
      // Later steps leave the date as it is.
      clock.now = NOW + 2 * STEP;
      expect((await own.tag(id, 'pending', 'delivered')).code).toBe(200);
      expect(await own.group(id)).toMatchObject({ created: NOW + STEP, placed_at: NOW + STEP });
    } finally {
      clock.now = NOW;
    }
  });

  test('what waits longest comes first: an order waits since it was placed, not since its cart was begun', {
    tags: ['B5.10', 'B5.8'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const { clock } = server;
    const begun = async (name: string) => own.ordered([[own.milk, 12]], 'draft', { buyer: await own.buyer(name) });
    const placedAt = async (id: string, now: number) => {
      clock.now = now;
      expect((await own.tag(id, 'draft', 'pending')).code).toBe(200);
    };
    const pending = { seller_id: own.hub, tag: ['pending'] };
    try {
      const longCart = await begun('Long cart');
      clock.now = NOW + 60;
      const quick = await begun('Quick');
      await placedAt(quick, NOW + 120);
      await placedAt(longCart, NOW + 180);
      clock.now = NOW + 240;
      const last = await begun('Last');
      await placedAt(last, NOW + 240);
      // Restored data may hold an order without the moment of its placing.
      await sql`update order_group set placed_at = null where _id = ${last}`.execute(database().kysely);
      const answer = await list({ ...pending, sort: '-age' });
      expect(answer.rows.map((row: Data) => [row._id, row.placed_at, row.created])).toEqual([
        [quick, NOW + 120, NOW + 120],
        [longCart, NOW + 180, NOW + 180],
        [last, null, NOW + 240],
      ]);
      expect(ids(await list({ ...pending, sort: 'age' }))).toEqual([last, longCart, quick]);
      expect(ids(await list({ ...pending, sort: 'created' }))).toEqual([quick, longCart, last]);
      expect((await world.call('GET', 'order_group/read_all', { page: 1, sort: 'placed_at' })).code).toBe(400);
      // Work to do names the same ones first.
      const work = (await world.call('GET', 'work/read_mine')).data as unknown as Data[];
      const mine = work.find((one) => one.kind === 'pending_groups')?.rows.map((row: Data) => row._id) as string[];
      const all = ids(await list({ tag: ['pending'], sort: '-age' }));
      expect(mine).toEqual(all.slice(0, mine.length));
    } finally {
      clock.now = NOW;
    }
  });

  test('reads by ref, buyer, associate and range, of groups and orders', {
    tags: ['API-09', 'API-10', 'ORD-40', 'API-2'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const done = await own.ordered([[own.milk, 12]], 'completed');
    const waits = await own.ordered([[own.tea, 10]], 'pending');
    const answerOf = async (path: string, fields: Record<string, unknown>) => {
      const answer = await own.call('POST', path, fields);
      expect(answer.code, answer.text).toBe(200);
      return answer.data;
    };
    const { ref, orders } = await own.group(done);
    expect(await answerOf('order_group/read_by_ref', { ref: ` ${ref.toLowerCase()} ` })).toMatchObject({
      _id: done,
      orders: [{ items: [{}] }],
    });
    expect((await own.call('POST', 'order_group/read_by_ref', { ref: 'NOSUCHRF' })).code).toBe(404);
    expect(await answerOf('order_group/read_by_buyer', { buyer_id: own.shop })).toHaveLength(2);
    expect(await answerOf('order_group/read_by_buyer_tag', { buyer_id: own.shop, tag: 'pending' })).toMatchObject([
      { _id: waits },
    ]);
    expect(
      await answerOf('order_group/read_by_sales_officer_tag', {
        sales_officer_id: own.rep,
        tag: 'completed',
        from_timestamp: 0,
      }),
    ).toMatchObject([{ _id: done }]);
    // B5.2: one maker's order keeps the tag it was placed with.
    for (const [model, tag, count] of [
      ['order_group', 'completed', 1],
      ['order', 'pending', 2],
    ] as const) {
      const since = async (from_timestamp: number) =>
        (await answerOf(`${model}/read_by_sales_officer_tag`, { sales_officer_id: own.rep, tag, from_timestamp }))
          .length;
      // What was made in the very second counts.
      expect([await since(NOW), await since(NOW + 1)], model).toEqual([count, 0]);
      expect(await answerOf(`${model}/read_by_buyer_tag`, { buyer_id: own.shop, tag }), model).toHaveLength(count);
      expect(await answerOf(`${model}/read_by_buyer_tag`, { buyer_id: own.shop, tag: 'draft' }), model).toEqual([]);
    }
    expect(await answerOf('order/history_by_sales_officer', { sales_officer_id: own.rep })).toHaveLength(2);
    expect(
      await answerOf('order/history_by_sales_officer', {
        sales_officer_id: own.rep,
        page: 1,
        search: 'nobody',
        sort: 'ref',
      }),
    ).toEqual({ rows: [], total: 0, page: 1, per_page: 30 });
    const range = { timestamp_min: NOW, timestamp_max: NOW + 1, query: `basira ${own.run}` };
    expect((await answerOf('order_group/read_all_custom', range))[0].orders).toHaveLength(1);
    expect(
      (await answerOf('order_group/read_all_custom_special', { ...range, tags: ['completed'] }))[0].orders,
    ).toBeUndefined();
    // A22: from the first second on, the end not counted.
    for (const call of [
      'order_group/read_all_custom',
      'order_group/read_all_custom_special',
      'order/read_all_custom',
    ]) {
      const within = async (timestamp_min: number, timestamp_max: number) =>
        (await answerOf(call, { ...range, timestamp_min, timestamp_max })).length;
      expect([await within(NOW, NOW + 1), await within(NOW + 1, NOW + 9), await within(NOW - 9, NOW)], call).toEqual([
        2, 0, 0,
      ]);
    }
    const drafts = await answerOf('order_group/read_all_custom_special', { ...range, query: '*', tags: ['draft'] });
    expect(new Set(drafts.map((row: { tag: string }) => row.tag))).toEqual(new Set(['draft']));
    expect(await answerOf('order/read_by_ref', { ref: orders[0].ref })).toMatchObject({
      _id: orders[0]._id,
      items: [{ product_id: own.milk }],
      buyer: { _id: own.shop },
    });
    expect(await answerOf('order/read_by_buyer', { buyer_id: own.shop })).toHaveLength(2);
    expect(await answerOf('order/read_by_tag', { tag: 'completed', page: 1 })).toHaveProperty('total');
    expect((await own.call('GET', 'order_item/read_by_order', { order_id: orders[0]._id })).data).toHaveLength(1);
  });

  test('a placed order asked for again under its key is placed once', { tags: ['API-1.3'] }, async () => {
    const id = await world.cart(await world.buyer('Twice shop'));
    await world.add(id, world.milk, 12);
    const key = newKey();
    const [first, second] = await Promise.all([1, 2].map(() => world.tag(id, 'draft', 'pending', {}, { key })));
    expect([first?.code, second?.code]).toEqual([200, 200]);
    const logs = (await post('order_group_log/read_by_order_group', { order_group_id: id })).data;
    expect(logs).toHaveLength(1);
  });

  test('two people change one order at once: one wins, the other reads who and what stands there now', {
    tags: ['ORD-38', 'B12.5'],
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.ordered([[world.milk, 12]], 'pending');
      const { version } = await world.group(id);
      const tags = await Promise.all([
        world.tag(id, 'pending', 'completed', {}, as(world.admin.token)),
        world.tag(id, 'pending', 'cancelled', {}, as(world.staff.token)),
      ]);
      expect(tags.map((response) => response.code).sort()).toEqual([200, 409]);
      const lost = tags.find((response) => response.code === 409);
      const won = tags.find((response) => response.code === 200);
      expect(lost?.data).toMatchObject({ error: 'conflict', current: { _id: id, tag: won?.data.tag } });
      expect(lost?.message).toBe(`This order is already ${won?.data.tag}.`);
      const amounts = await Promise.all([
        post('order_group/update_amount', { _id: id, amount: '1', base_version: version + 1 }),
        post('order_group/update_amount', { _id: id, amount: '2', base_version: version + 1 }, as(world.staff.token)),
      ]);
      expect(amounts.map((response) => response.code).sort()).toEqual([200, 409]);
      expect(amounts.find((response) => response.code === 409)?.data.current.amount).toBe(
        amounts.find((response) => response.code === 200)?.data.amount,
      );
    }
    expect(await brokenWallets(database())).toEqual([]);
  });
});
