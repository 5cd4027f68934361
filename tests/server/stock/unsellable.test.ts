/** Goods that came back damaged or expired stay in the hub's list until they leave as such. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Unsellable } from '#contract/stock/unsellableCalls.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type Parties, type World } from '#tests/support/stockWorld.ts';

describeEngineOfDay('goods that nobody can sell', (database) => {
  let server: TestServer;
  let w: World;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    await w.fill([
      [w.milk, 120],
      [w.soap, 70],
    ]);
    const issued = await w.order(w.issue, [
      [w.milk, 60],
      [w.soap, 35],
    ]);
    await w.execute(issued);
  });
  const list = async (hub = w.hub) =>
    (
      (await w.call('POST', 'warehouse_product/read_unsellable', { seller_id: hub }, { token: w.officer.token }))
        .data as unknown as Unsellable[]
    ).map(({ product_id, units, from }) => [product_id, units, from?._id ?? null]);
  /** Moves goods with this reason. */
  const move = async (parties: Parties, product: string, units: number, reason: string | null) => {
    const order = await w.order(parties);
    const line = await w.put(order, [product, units], { ...(reason && { reason }) });
    expect(line.code, line.message).toBe(200);
    const { message } = await w.execute(order);
    expect(message).toBe('Transfer successful.');
    return order;
  };

  test('the list is for who makes transfers, and of hubs alone', { tags: ['TRF-14'] }, async () => {
    const outsider = { token: (await server.signInAs('manager.buyer')).token };
    const path = 'warehouse_product/read_unsellable';
    expect((await w.call('POST', path, { seller_id: w.hub }, outsider)).code).toBe(403);
    expect(await w.call('POST', path, {})).toMatchObject({ code: 422, message: 'Hub field is required.' });
    expect(await w.call('POST', path, { seller_id: w.rep })).toMatchObject({ code: 404, message: 'Hub not found' });
  });

  test('damaged and expired goods are listed with who brought them, others are not, and what is rejected for that reason is over', {
    tags: ['TRF-14'],
  }, async () => {
    expect(await list()).toEqual([]);
    await move(w.giveBack, w.milk, 12, null);
    await move(w.giveBack, w.milk, 12, 'wrong_product');
    expect(await list()).toEqual([]);
    await move(w.giveBack, w.milk, 24, 'damaged');
    await move(w.giveBack, w.soap, 7, 'expired');
    expect(await list()).toEqual([
      [w.milk, 24, w.distributor],
      [w.soap, 7, w.distributor],
    ]);
    const [first] = (await w.call('POST', 'warehouse_product/read_unsellable', { seller_id: w.hub }))
      .data as unknown as Unsellable[];
    // A return is dated the next day; the goods are there now.
    expect(first?.back).toBe(NOW);
    // Another hub has none of it.
    expect(await list(w.hub2)).toEqual([]);
    // Good goods that go back change nothing; damaged ones that go back are over, also in parts.
    await move(w.reject, w.milk, 12, 'other');
    await move(w.reject, w.milk, 12, 'damaged');
    expect(await list()).toEqual([
      [w.milk, 12, w.distributor],
      [w.soap, 7, w.distributor],
    ]);
    await move(w.reject, w.milk, 12, 'damaged');
    await move(w.reject, w.soap, 7, 'expired');
    expect(await list()).toEqual([]);
  });

  test('a product has the reason of its goods, and none where two reasons are left', { tags: ['TRF-14'] }, async () => {
    const reasons = async () =>
      (
        (await w.call('POST', 'warehouse_product/read_unsellable', { seller_id: w.hub }))
          .data as unknown as Unsellable[]
      ).map(({ product_id, reason }) => [product_id, reason]);
    await move(w.giveBack, w.milk, 24, 'damaged');
    await move(w.giveBack, w.soap, 7, 'expired');
    expect(await reasons()).toEqual([
      [w.milk, 'damaged'],
      [w.soap, 'expired'],
    ]);
    await move(w.giveBack, w.milk, 12, 'expired');
    expect((await reasons())[0]).toEqual([w.milk, null]);
    await move(w.reject, w.milk, 24, 'damaged');
    expect((await reasons())[0]).toEqual([w.milk, 'expired']);
  });

  test('a return that was reversed does not count, and never more than the hub holds', {
    tags: ['TRF-14'],
  }, async () => {
    const back = await move(w.giveBack, w.milk, 24, 'damaged');
    expect((await w.call('POST', 'purchase_order/reverse', { _id: back, reason: 'Wrong goods' })).code).toBe(200);
    expect(await list()).toEqual([]);
    await move(w.giveBack, w.soap, 35, 'damaged');
    await move(w.issue, w.soap, 56, null);
    expect(await list()).toEqual([[w.soap, 14, w.distributor]]);
  });
});
