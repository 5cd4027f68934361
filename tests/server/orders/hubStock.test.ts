/** What the hub of an order has of each ordered product, for people who may see stock (decision 0251). */
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Ask, type Data, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('the stock beside an order', { tags: ['B5.11'] }, (database) => {
  let server: TestServer;
  let w: OrderWorld;
  const stock = (order_group_id: string, ask: Ask = {}) =>
    w.call('GET', 'order_group_item/read_stock', { order_group_id }, ask);
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    await w.fill([[w.milk, 30]]);
  });

  test('an order that is not there; who neither sees stock nor takes orders; who takes orders reads it', {
    tags: ['PERM-01'],
  }, async () => {
    const id = await w.ordered([[w.milk, 12]], 'pending');
    expect((await stock('nothing')).code).toBe(404);
    const { token } = await server.signInAs('seller.manager', { seller_id: w.hub });
    expect((await stock(id, { token })).code).toBe(403);
    // Customer support takes orders by phone (decision 1480).
    expect((await stock(id, { token: w.support.token })).data).toMatchObject({
      rows: [{ product_id: w.milk, quantity: 30 }],
    });
  });

  test('units of each ordered product, 0 for what the hub never held; none for a hub without a warehouse', async () => {
    const id = await w.ordered(
      [
        [w.milk, 36],
        [w.tea, 10],
      ],
      'pending',
    );
    const answer = (await stock(id, { token: w.staff.token })).data as unknown as { hub: Data; rows: Data[] };
    expect(answer.hub).toMatchObject({ _id: w.hub });
    expect(new Map(answer.rows.map((row) => [row.product_id, row.quantity]))).toEqual(
      new Map([
        [w.milk, 30],
        [w.tea, 0],
      ]),
    );
    // Of a product that is not in the order: what is asked for by name.
    const tea = await w.ordered([[w.tea, 10]], 'pending');
    const asks = { order_group_id: tea, product_id: [w.milk] };
    const named = (await w.call('GET', 'order_group_item/read_stock', asks)).data as unknown as { rows: Data[] };
    expect(named.rows).toEqual([{ product_id: w.milk, quantity: 30 }]);
    const other = (await w.call('POST', 'order_group/create', { buyer_id: w.shop, seller_id: w.hub2 })) as unknown as {
      data: string;
    };
    expect((await stock(other.data)).data).toEqual({ hub: null, rows: [] });
  });
});
