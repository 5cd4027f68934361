/** The price per case that a line of an order or a purchase order keeps (K1). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, newKey, startServer } from '#tests/support/server.ts';

describeEngineOfDay('prices of lines', (database) => {
  let world: OrderWorld;
  let product: string;
  /** 24 a case; the list says 20,000, the hub 12,932. */
  beforeAll(async () => {
    world = await makeOrderWorld(database(), await startServer(database()));
    product = await world.product('Noodles', 24, 2_000_000);
    await sellFor(1_293_200);
  });
  const sellFor = (kobo: number) =>
    sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
      values (${`sp_noodles_${world.run}`}, ${NOW}, ${NOW}, ${world.hub}, ${product}, 1, ${kobo})
      on conflict (_id) do update set price_kobo = excluded.price_kobo`.execute(world.db);
  const change = (_id: string, fields: Record<string, unknown>) =>
    world.call('POST', 'order_group_item/update', { _id, ...fields }, { key: newKey() });
  const line = async (quantity: number) => {
    const cart = await world.cart(await world.buyer(`Shop ${newKey()}`));
    return (await world.add(cart, product, quantity)).data;
  };

  test('a price and an amount below 0, and a price that is no number, are refused at their field', {
    tags: ['K1'],
  }, async () => {
    const { _id } = await line(24);
    for (const [fields, text] of [
      [{ rate: '-1' }, 'Price must not be less than 0'],
      [{ rate: 'x' }, 'Price must be a number.'],
      [{ amount: '-0.01' }, 'Amount must not be less than 0'],
      [{ rate: '999999999999.99', quantity: 1_000_000 }, 'Amount is too large.'],
    ] as const)
      expect(await change(_id, fields)).toMatchObject({ code: 422, message: text });
  });

  test('the price of a line stays through odd numbers of units and a new price of the hub: one case of 12,932 bills 12,932.00', {
    tags: ['K1'],
  }, async () => {
    const made = await line(7);
    expect(made).toMatchObject({ amount: '3771.83', rate: '12932.00', rate_about: false });
    await sellFor(1_500_000);
    expect((await change(made._id, { quantity: 24 })).data).toMatchObject({
      amount: '12932.00',
      rate: '12932.00',
      group_total: '12932.00',
    });
    expect((await change(made._id, { quantity: 2_401 })).data).toMatchObject({
      rate: '12932.00',
      amount: '1293738.83',
    });
    await sellFor(1_293_200);
  });

  test('a typed price makes the amount, a typed amount makes the price and is said to', { tags: ['K1'] }, async () => {
    const made = await line(7);
    expect((await change(made._id, { rate: '13000' })).data).toMatchObject({
      amount: '3791.67',
      rate: '13000.00',
      rate_about: false,
    });
    expect((await change(made._id, { amount: '4000' })).data).toMatchObject({
      amount: '4000.00',
      rate: '13714.29',
      rate_about: true,
    });
    expect((await change(made._id, { quantity: 24 })).data).toMatchObject({ amount: '13714.29', rate_about: true });
    const before = (await change(made._id, { amount: '13714.29', rate: '13714.29' })).data;
    expect((await change(made._id, { amount: '13714.29' })).data.version).toBe(before.version);
    const { rows } = await sql<{ before: Data; after: Data }>`select before, after from audit_log
      where record_id = ${made._id} and action = 'update' order by created, _id`.execute(world.db);
    expect(rows[0]).toMatchObject({ before: { rate: '12932.00' }, after: { rate: '13000.00' } });
  });

  test('what was accepted is billed by the same price and leaves it', { tags: ['K1'] }, async () => {
    const made = await line(24);
    expect((await change(made._id, { quantity_accepted: 7 })).data).toMatchObject({
      line_value: '3771.83',
      amount: '12932.00',
      rate: '12932.00',
    });
  });

  test('lines of a purchase order likewise, one by one and in batches; the next shipment begins with the price, not with its rounded part', {
    tags: ['K1'],
  }, async () => {
    const order = await world.order(world.shipIn);
    const put = (fields: Record<string, unknown>) =>
      world.call('POST', 'purchase_order_item/upsert', { purchase_order_id: order, product_id: product, ...fields });
    expect(await put({ quantity: 7, rate: '-5' })).toMatchObject({
      code: 422,
      message: 'Price must not be less than 0',
    });
    const made = await put({ quantity: 7, quantity_accepted: 7, rate: '12932' });
    expect(made.data).toMatchObject({ amount: '3771.83', rate: '12932.00', rate_about: false });
    const { _id } = made.data;
    expect((await put({ _id, quantity: 24, quantity_accepted: 24 })).data).toMatchObject({ amount: '12932.00' });
    expect((await put({ _id, quantity: 7, amount: '3771.83' })).data).toMatchObject({
      rate: '12932.00',
      rate_about: false,
    });
    expect((await put({ _id, quantity: 7, amount: '4000' })).data).toMatchObject({
      rate: '13714.29',
      rate_about: true,
    });
    const bulk = await world.call('POST', 'purchase_order_item/upsert_bulk', {
      purchase_order_id: order,
      _id: [_id],
      product_id: [product],
      quantity: ['7'],
      quantity_accepted: ['7'],
      amount: ['3771.83'],
      rate: ['12932.00'],
    });
    expect(bulk.data.results[0].data).toMatchObject({ rate: '12932.00', rate_about: false });
    expect((await world.execute(order)).code).toBe(200);
    const { rows } = await sql`select cost_price_kobo from warehouse_log where purchase_order_id = ${order}
      and quantity > 0 and kind = 'shipment_in'`.execute(world.db);
    expect(rows).toEqual([{ cost_price_kobo: 1_293_200 }]);
    const next = await world.order(world.shipIn);
    const again = await world.call('POST', 'purchase_order_item/upsert', {
      purchase_order_id: next,
      product_id: product,
      quantity: 24,
    });
    expect(again.data).toMatchObject({ amount: '12932.00', rate: '12932.00' });
    const back = await world.call('POST', 'purchase_order/create_opposite', { _id: order }, { key: newKey() });
    expect(await world.items(back.data._id)).toMatchObject([{ quantity: 7, amount: '3771.83', rate: '12932.00' }]);
  });
});
