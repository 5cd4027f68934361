/** The stock of one product in all hubs, and the movements that explain it. */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;

describeEachEngine('the stock of a product', (database) => {
  let server: TestServer;
  let w: World;
  const stock = (product_id: string, ask = {}) =>
    w.call('POST', 'warehouse_product/read_by_product', { product_id }, ask);
  const logs = async (product_id: string, warehouse_id?: string, ask = {}) =>
    w.call(
      'POST',
      'warehouse_log/read_by_product',
      { product_id, warehouse_id: warehouse_id ?? (await w.warehouseOf(w.hub)) },
      ask,
    );
  const move = async (parties: World['shipIn'] | World['issue'] | World['giveBack'], units: number, to = w.milk) => {
    const id = await w.order(parties, [[to, units]]);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
  };

  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
    server.clock.now = NOW - 40 * DAY;
    await move(w.shipIn, 120);
    await move(w.issue, 12);
    server.clock.now = NOW - 3 * DAY;
    await move(w.issue, 36);
    server.clock.now = NOW;
    await move(w.giveBack, 6);
    await move(w.shipIn, 12, w.rice);
  });

  test('a product or a warehouse that is not there; a role without stock', { tags: ['PERM-01'] }, async () => {
    expect((await stock('nothing')).message).toBe('Product not found');
    expect((await logs('nothing')).message).toBe('Product not found');
    expect((await logs(w.milk, 'nothing')).message).toBe('Warehouse not found');
    const { token } = await server.signInAs('seller.manager', { seller_id: w.hub });
    expect([(await stock(w.milk, { token })).code, (await logs(w.milk, undefined, { token })).code]).toEqual([
      403, 403,
    ]);
    expect((await logs(w.milk, undefined, { token: w.staff.token })).code).toBe(403);
  });

  test('what each hub holds, and what left it in 28 days less what came back', {
    tags: ['B2.8', 'B8.16'],
  }, async () => {
    const hub = { _id: w.hub, name: expect.stringContaining('Mushin Hub') };
    // 120 - 12 - 36 + 6. The twelve of 40 days ago do not count as issued.
    expect((await stock(w.milk)).data).toEqual([
      { warehouse_id: await w.warehouseOf(w.hub), hub, quantity: 78, issued: 30, days: 28, expected: 0 },
    ]);
    expect((await stock(w.soap)).data).toEqual([]);
    expect((await stock(w.milk, { token: w.staff.token })).code).toBe(200);
  });

  test('how fast the goods of a hub leave it: what went out in 28 days less what came back; other goods are left out', {
    tags: ['B2.8'],
  }, async () => {
    const pace = async (warehouse_id: string, ask = {}) =>
      w.call('POST', 'warehouse_product/read_pace', { warehouse_id }, ask);
    const hub = (await w.warehouseOf(w.hub)) ?? '';
    expect((await pace('nothing')).message).toBe('Warehouse not found');
    const { token } = await server.signInAs('seller.manager', { seller_id: w.hub });
    expect((await pace(hub, { token })).code).toBe(403);
    // Rice came in and never left; the twelve cases of milk of 40 days ago are no pace any more.
    expect((await pace(hub)).data).toEqual([{ product_id: w.milk, issued: 30, days: 28 }]);
  });

  test('the movements of this product alone, newest first, each with its person, parties and balance', {
    tags: ['B2.8'],
  }, async () => {
    const rows = (await logs(w.milk)).data as Data[];
    expect(rows.map((row) => [row.kind, row.quantity, row.balance_after, row.created])).toEqual([
      ['stock_in', 6, 78, NOW],
      ['stock_out', -36, 72, NOW - 3 * DAY],
      ['stock_out', -12, 108, NOW - 40 * DAY],
      ['shipment_in', 120, 120, NOW - 40 * DAY],
    ]);
    expect(rows[3]).toMatchObject({
      created_by: { name: 'Adaeze Admin' },
      purchase_order: { source_obj: { name: expect.stringContaining('Dangote Depot') } },
    });
  });

  test('the prices of a product by hub; a hub role gets its own', { tags: ['B8.3', 'B10.4'] }, async () => {
    for (const [at, hub] of [w.hub2, w.hub].entries())
      await w.call('POST', 'seller_product/create', {
        seller_id: hub,
        product_id: w.milk,
        mpu: 1,
        price: `${9_000 + at}`,
        quantity: -1,
        status: 'active',
      });
    const read = (ask = {}) => w.call('POST', 'seller_product/read_by_product', { product_id: w.milk }, ask);
    expect(((await read()).data as Data[]).map((row) => [row.seller_id, row.price, row.version])).toEqual([
      [w.hub2, '9000.00', 1],
      [w.hub, '9001.00', 1],
    ]);
    const { token } = await server.signInAs('seller.manager', { seller_id: w.hub });
    expect(((await read({ token })).data as Data[]).map((row) => row.seller_id)).toEqual([w.hub]);
  });

  test('what is on its way to a hub, also to one that never held the product', {
    tags: ['B2.8', 'B8.16'],
  }, async () => {
    const open = await w.order(w.shipIn, [
      [w.soap, 48],
      [w.milk, 24],
    ]);
    await w.order(w.issue, [[w.soap, 5]]);
    const hub = { _id: w.hub, name: expect.stringContaining('Mushin Hub') };
    const warehouse_id = await w.warehouseOf(w.hub);
    // Goods that are to leave the hub are not on their way to it.
    expect((await stock(w.soap)).data).toEqual([{ warehouse_id, hub, quantity: 0, issued: 0, days: 28, expected: 48 }]);
    expect((await stock(w.milk)).data).toEqual([
      { warehouse_id, hub, quantity: 78, issued: 30, days: 28, expected: 24 },
    ]);
    await w.execute(open);
    expect((await stock(w.soap)).data).toEqual([{ warehouse_id, hub, quantity: 48, issued: 0, days: 28, expected: 0 }]);
    expect((await stock(w.milk)).data).toEqual([
      { warehouse_id, hub, quantity: 102, issued: 30, days: 28, expected: 0 },
    ]);
  });
});
