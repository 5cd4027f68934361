/** Everything that happened to an order group: who, when, how much (decision 1504). */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('the history of an order', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  const history = (id: string, ask = {}) => world.call('POST', 'order_group/history', { order_group_id: id }, ask);
  const acts = async (id: string) =>
    ((await history(id)).data as unknown as Data[]).map((one) => ({
      what: `${one.part} ${one.action}`,
      ...Object.fromEntries(one.changes.map((change: Data) => [change.field, change.to])),
      ...(one.charged === null ? {} : { charged: one.charged }),
      ...(one.note === '' ? {} : { note: one.note }),
    }));
  /** A later second: events of one second have no order for a person. */
  const later = async <T>(act: () => Promise<T>): Promise<T> => {
    server.clock.now += 60;
    return act();
  };

  test('an unknown order, an order of another hub and a person who sees no orders are refused', {
    tags: ['ORD-40', 'B10.4a'],
  }, async () => {
    expect(await history('nobody')).toMatchObject({ code: 404 });
    const id = await world.cart();
    const associate = await server.signInAs('sales_officer.rep', { seller_id: world.hub });
    expect(await history(id, { token: associate.token })).toMatchObject({ code: 403 });
    const stranger = await server.signInAs('sales_officer.manager', { seller_id: world.hub2 });
    expect(await history(id, { token: stranger.token })).toMatchObject({ code: 404 });
  });

  test('the cart, its lines, each step with its charge, each payment and the reason are there, newest first', {
    tags: ['ORD-40', 'PAY-08', 'B5.1'],
  }, async () => {
    const id = await world.cart(await world.buyer('Mama Ngozi'));
    await later(() => world.add(id, world.tea, 20));
    await later(() => world.tag(id, 'draft', 'pending'));
    await later(() =>
      world.pay(id, [
        ['payment_method', 'cash'],
        ['payment_cash', '1500'],
      ]),
    );
    await later(() => world.call('POST', 'order_group/update_sales_officer', { _id: id, sales_officer_id: world.rep }));
    await later(() => world.tag(id, 'pending', 'delivered'));
    await later(() => world.pay(id, [['payment_cash', '2500']]));
    await later(() => world.call('POST', 'order_group/update_delivery_fee', { _id: id, delivery_fee: '300' }));
    await later(() => world.tag(id, 'delivered', 'cancelled', { reason: 'Billed twice' }));
    const found = await acts(id);
    expect(found.map(({ what }) => what)).toEqual([
      'order_group tag',
      'order_group update',
      'order_group update',
      'order_group tag',
      'order_group update',
      'order_group update',
      'order_group tag',
      'order_item create',
      'order_group create',
    ]);
    expect(found[0]).toMatchObject({ tag: 'cancelled', note: 'Billed twice', charged: '-4300.00' });
    expect(found[1]).toMatchObject({ delivery_fee: '300.00', charged: '300.00' });
    expect(found[2]).toEqual({ what: 'order_group update', payment_cash: '2500.00' });
    expect(found[3]).toMatchObject({ tag: 'delivered', charged: '4000.00' });
    expect(found[4]).toMatchObject({ sales_officer_id: expect.not.stringContaining(world.rep) });
    expect(found[5]).toMatchObject({ payment_method: 'cash', payment_cash: '1500.00' });
    expect(found[6]).toMatchObject({ tag: 'pending', total: '4000.00' });
    expect(found[7]).toMatchObject({ quantity: '20', amount: '4000.00' });
    const [last] = (await history(id, { token: world.support.token })).data as unknown as Data[];
    expect(last).toMatchObject({ user: { name: expect.any(String) }, token_name: null });
  });
});
