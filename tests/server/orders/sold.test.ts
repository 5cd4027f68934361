/** What a hub sells, in which numbers, to whom and by whom (K5, K6), and what is due then (K8). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, startServer } from '#tests/support/server.ts';

describeEngineOfDay('what a hub sells', (database) => {
  let world: OrderWorld;
  beforeAll(async () => {
    world = await makeOrderWorld(database(), await startServer(database()));
  });
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });
  const cart = async () => world.cart(await world.buyer(`Shop ${newKey()}`));
  const sell = (product: string, more: { mpu?: number; status?: string } = {}) =>
    sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo, status)
      values (${`sold_${product}`}, ${NOW}, ${NOW}, ${world.hub}, ${product}, ${more.mpu ?? 1}, 100000, ${more.status ?? 'active'})
      on conflict (_id) do update set mpu = excluded.mpu, status = excluded.status`.execute(world.db);

  test('a line with the client_id of somebody else is refused as a key would be; its own maker gets it again', {
    tags: ['K43'],
  }, async () => {
    const rice = await world.product('Rice', 12, 100_000);
    const id = await cart();
    const client_id = newKey();
    const mine = await world.add(id, rice, 12, { client_id }, { key: newKey() });
    expect(mine.code).toBe(200);
    const theirs = await world.add(id, rice, 12, { client_id }, { key: newKey(), token: world.support.token });
    expect(theirs).toMatchObject({ code: 422, data: { error: 'idempotency_mismatch' } });
    expect((await world.add(id, rice, 12, { client_id }, { key: newKey() })).data._id).toBe(mine.data._id);
  });

  test("a quantity that is no multiple of the MPU is refused: the hub's, else the product's", {
    tags: ['K5'],
  }, async () => {
    const nuts = await world.product('Nuts', 24, 100_000);
    await sql`update product set mpu = 4 where _id = ${nuts}`.execute(world.db);
    const id = await cart();
    const text = (mpu: number) => ({
      code: 422,
      message: `Quantity must be a multiple of ${mpu}.`,
      data: { fields: { quantity: `Quantity must be a multiple of ${mpu}.` } },
    });
    expect(await world.add(id, nuts, 6)).toMatchObject(text(4));
    await sell(nuts, { mpu: 6 });
    expect(await world.add(id, nuts, 49)).toMatchObject(text(6));
    const prices = await world.call('GET', 'order_group_item/read_prices', { order_group_id: id, product_id: [nuts] });
    expect(prices.data).toMatchObject([{ mpu: 6, sold: true }]);
    const { data } = await world.add(id, nuts, 48);
    expect(data.mpu).toBe(6);
    expect(await post('order_group_item/update', { _id: data._id, quantity: 4 })).toMatchObject(text(6));
    // A line that stands is left alone until its quantity is edited; what arrived is what arrived.
    await sell(nuts, { mpu: 12 });
    await sql`update order_item set quantity = 49 where _id = ${data._id}`.execute(world.db);
    expect((await post('order_group_item/update', { _id: data._id, quantity: 49, rate: '1200' })).code).toBe(200);
    expect((await post('order_group_item/update', { _id: data._id, quantity_accepted: 5 })).code).toBe(200);
    expect(await post('order_group_item/update', { _id: data._id, quantity: 50 })).toMatchObject(text(12));
    expect((await world.put(await world.order(world.shipIn), [nuts, 5])).code).toBe(200);
  });

  test('a product that the hub has switched off is neither added, raised nor placed; less of it may be ordered', {
    tags: ['K6'],
  }, async () => {
    const corn = await world.product('Corn', 12, 100_000);
    await sell(corn);
    const id = await cart();
    const { data } = await world.add(id, corn, 24);
    await sell(corn, { status: 'inactive' });
    const text = `Corn ${world.run} is not sold at Mushin Hub ${world.run}.`;
    expect(await world.add(await cart(), corn, 12)).toMatchObject({ code: 409, message: text });
    expect(await post('order_group_item/update', { _id: data._id, quantity: 36 })).toMatchObject({
      code: 409,
      message: text,
    });
    expect((await post('order_group_item/update', { _id: data._id, quantity: 12 })).code).toBe(200);
    expect(await world.tag(id, 'draft', 'pending')).toMatchObject({ code: 409, message: text });
    const prices = await world.call('GET', 'order_group_item/read_prices', { order_group_id: id, product_id: [corn] });
    expect(prices.data).toMatchObject([{ sold: false }]);
  });

  test('a closed hub takes no new order: not by name, by place, by associate, by a product or by placing', {
    tags: ['K6'],
  }, async () => {
    const own = await makeOrderWorld(database(), await startServer(database()));
    const id = await own.cart(await own.buyer('Before shop'));
    expect((await own.add(id, own.milk, 12)).code).toBe(200);
    const elsewhere = await own.cart(await own.buyer('Other shop'), { seller_id: own.hub2 });
    await sql`update seller set status = 'inactive' where _id = ${own.hub}`.execute(own.db);
    const closed = { code: 409, message: `Mushin Hub ${own.run} is inactive.` };
    const buyer_id = await own.buyer('Late shop');
    expect(await own.call('POST', 'order_group/create', { buyer_id, seller_id: own.hub })).toMatchObject(closed);
    expect(await own.call('POST', 'order_group/create', { buyer_id, sales_officer_id: own.rep })).toMatchObject(closed);
    expect(await own.add(id, own.tea, 10)).toMatchObject(closed);
    expect(await own.tag(id, 'draft', 'pending')).toMatchObject(closed);
    expect(
      await own.call('POST', 'order_group/update_sales_officer', { _id: elsewhere, sales_officer_id: own.rep }),
    ).toMatchObject(closed);
  });

  test('only a delivery associate delivers', { tags: ['K6'] }, async () => {
    const ambassador = `ba_${newKey()}`;
    await sql`insert into sales_officer (_id, created, modified, name, user_id, phone, email, role, seller_id)
      values (${ambassador}, ${NOW}, ${NOW}, 'Ada Ambassador', ${ambassador}, ${ambassador}, ${ambassador}, 'sales_officer.ba', ${world.hub})`.execute(
      world.db,
    );
    const wrong = { code: 409, message: 'Ada Ambassador is not a delivery associate.' };
    const id = await world.ordered([[world.milk, 12]], 'pending', { buyer: await world.buyer('Delivered shop') });
    const part = (await world.group(id)).orders[0];
    const officer = { sales_officer_id: ambassador };
    expect(await post('order_group/update_sales_officer', { _id: id, ...officer })).toMatchObject(wrong);
    expect(await post('order/update_sales_officer', { _id: part._id, ...officer })).toMatchObject(wrong);
    expect(await post('order_group/create', { buyer_id: world.shop, ...officer })).toMatchObject(wrong);
  });

  test('a line has at least one unit, and a cart without a line above 0 is not placed', { tags: ['K6'] }, async () => {
    const id = await cart();
    expect(await world.add(id, world.milk, 0)).toMatchObject({
      code: 422,
      message: 'Quantity must be between 1 - 1000000',
    });
    const { data } = await world.add(id, world.milk, 12);
    expect((await post('order_group_item/update', { _id: data._id, quantity: 0 })).code).toBe(422);
    await sql`update order_item set quantity = 0, amount_kobo = 0, rate_kobo = null where _id = ${data._id}`.execute(
      world.db,
    );
    expect(await world.tag(id, 'draft', 'pending')).toMatchObject({ code: 422, message: 'Oops! No items in cart' });
  });

  test('the invoice falls by what was paid on the order, is never below 0, and says by how much too much was paid', {
    tags: ['K8'],
  }, async () => {
    const own = await makeOrderWorld(database(), await startServer(database()));
    const id = await own.ordered([[own.milk, 12]], 'pending');
    const pay = (cash: string) =>
      own.pay(id, [
        ['payment_method', 'cash'],
        ['payment_cash', cash],
      ]);
    const shown = async () => {
      const { amount_due, overpaid, other_balance } = await own.group(id);
      return [amount_due, overpaid, other_balance];
    };
    expect(await shown()).toEqual(['12000.00', '0.00', '0.00']);
    await pay('3000.50');
    expect(await shown()).toEqual(['9000.00', '0.00', '0.00']);
    await own.tag(id, 'pending', 'completed');
    expect(await shown()).toEqual(['9000.00', '0.00', '0.00']);
    await pay('12500');
    expect(await shown()).toEqual(['0.00', '500.00', '0.00']);
    const next = await own.ordered([[own.tea, 10]], 'pending');
    expect(await own.group(next)).toMatchObject({ amount_due: '1500.00', overpaid: '0.00', other_balance: '-500.00' });
    await own.tag(id, 'completed', 'cancelled', { reason: 'came back' });
    expect((await shown()).slice(0, 2)).toEqual(['0.00', '0.00']);
  });
});
