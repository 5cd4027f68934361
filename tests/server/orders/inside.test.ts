/** What a list of groups carries inside, and what its head says (API.md 1.5, 2). */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('groups with their orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  test('ORD-17 API-1.5 groups without a page: X-Total-Count counts them, not their orders; each holds its own orders and lines', async () => {
    const { milk, soap, tea } = world;
    const first = await world.ordered(
      [
        [tea, 10],
        [soap, 7],
        [milk, 12],
      ],
      'pending',
    );
    const second = await world.ordered([[tea, 20]], 'pending');
    const range = { timestamp_min: NOW - 1, timestamp_max: NOW + 1, query: '', tags: ['pending'] };
    const told = await world.call('POST', 'order_group/read_all_custom', range);
    expect(told.code, told.message).toBe(200);
    expect([told.data.length, told.headers['x-total-count']]).toEqual([2, '2']);
    const inside = (id: string) =>
      told.data
        .find((group: Data) => group._id === id)
        .orders.map((order: Data) => [order.order_group_id, order.items.map((item: Data) => item.product_id)]);
    expect(inside(first)).toEqual([
      [first, [milk, soap]],
      [first, [tea]],
    ]);
    expect(inside(second)).toEqual([[second, [tea]]]);
  });
});
