/** Many hands at once (B3.16, B2.7, SYNC rules 28 to 33): whatever order things arrive in, the books stay right. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type ApiAnswer, type Data, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

const counted = (answers: readonly ApiAnswer<Data>[]) => {
  const by: Record<string, number> = {};
  for (const one of answers) {
    const word = one.code === 200 ? one.message : String(one.data.error);
    by[word] = (by[word] ?? 0) + 1;
  }
  return by;
};

describeForTwoServers('together', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });

  test('one order executed ten times at once: exactly one wins, goods move once', { tags: ['B3.19'] }, async () => {
    const id = await w.order(w.shipIn, [
      [w.milk, 12],
      [w.rice, 2],
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => w.execute(id)));
    expect(counted(answers)).toEqual({ 'Transfer successful.': 1, already_executed: 9 });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 12, [w.rice]: 2 });
  });
  test('the same key ten times at once: one movement, one answer for all', { tags: ['SYNC-28'] }, async () => {
    const id = await w.order(w.shipIn, [[w.milk, 12]]);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => w.execute(id, {}, { key })));
    expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1);
    expect(answers[0]?.message).toBe('Transfer successful.');
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 12 });
  });
  test('the last goods wanted by eight transfers at once: as many succeed as there is stock for', {
    tags: ['B2.5'],
  }, async () => {
    await w.fill([[w.milk, 30]]);
    const orders = await Promise.all(Array.from({ length: 8 }, () => w.order(w.issue, [[w.milk, 10]])));
    const answers = await Promise.all(orders.map((id) => w.execute(id)));
    expect(counted(answers)).toEqual({ 'Transfer successful.': 3, 'Transfer failed.': 5 });
    expect([await w.stock(w.hub), await w.stock(w.rep)]).toEqual([{ [w.milk]: 0 }, { [w.milk]: 30 }]);
  });
  test('first transfers to a party at once make one warehouse, and none of them fails', {
    tags: ['B2.2', 'B3.16'],
  }, async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => w.order(w.shipIn, [[w.milk, 12]])));
    const answers = await Promise.all(orders.map((id) => w.execute(id)));
    expect(counted(answers)).toEqual({ 'Transfer successful.': 4 });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 48 });
  });
  test('a product that comes in for the first time six times at once is counted six times', {
    tags: ['B3.16', 'B2.4'],
  }, async () => {
    await w.fill([[w.soap, 7]]);
    const orders = await Promise.all(Array.from({ length: 6 }, () => w.order(w.shipIn, [[w.milk, 12]])));
    const answers = await Promise.all(orders.map((id) => w.execute(id)));
    expect(counted(answers)).toEqual({ 'Transfer successful.': 6 });
    expect(await w.stock(w.hub)).toEqual({ [w.soap]: 7, [w.milk]: 72 });
  });
  test('goods going both ways between two hubs at once never lock each other out', { tags: ['B3.16'] }, async () => {
    await w.fill([
      [w.milk, 100],
      [w.rice, 100],
    ]);
    await w.fill(
      [
        [w.milk, 100],
        [w.rice, 100],
      ],
      w.hub2,
    );
    const there = ['seller', w.hub, 'seller', w.hub2] as const;
    const back = ['seller', w.hub2, 'seller', w.hub] as const;
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        w.order(at % 2 ? there : back, [
          [w.milk, 3],
          [w.rice, 4],
        ]),
      ),
    );
    const answers = await Promise.all(orders.map((id) => w.execute(id)));
    expect(counted(answers)).toEqual({ 'Transfer successful.': 12 });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 100, [w.rice]: 100 });
  });
  test('the same product added ten times at once: one line, nine are told it is there', {
    tags: ['B3.5'],
  }, async () => {
    const id = await w.order(w.shipIn);
    const answers = await Promise.all(Array.from({ length: 10 }, () => w.put(id, [w.milk, 12])));
    expect(counted(answers)).toEqual({ 'Product added to purchase order!': 1, duplicate: 9 });
  });
  test('lines changed while it is executed: the receipt holds exactly what moved', { tags: ['SYNC-33'] }, async () => {
    const id = await w.order(w.shipIn, [[w.milk, 12]]);
    const [line] = await w.items(id);
    const seen = w.digest([line] as never);
    const answers = await Promise.all([
      w.put(id, [w.milk, 24], { _id: line._id }),
      w.execute(id, { expect_digest: seen }),
      w.put(id, [w.rice, 1]),
      w.execute(id),
    ]);
    for (const one of answers) expect([200, 409]).toContain(one.code);
    const moved = Object.fromEntries((await w.items(id)).map((one: Data) => [one.product_id, one.quantity]));
    expect(await w.stock(w.hub)).toEqual(moved);
  });

  describe('any sequence by two people', () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          does: fc.constant('put' as const),
          order: fc.nat(3),
          product: fc.nat(2),
          quantity: fc.nat(30),
          accepted: fc.option(fc.nat(40), { nil: '' as const }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('remove' as const), order: fc.nat(3), product: fc.nat(2) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ does: fc.constant('execute' as const), order: fc.nat(3), empty: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('adjust' as const), product: fc.nat(2), quantity: fc.nat(50) }),
      },
    );
    test('stock = sum of logs, orders cancel out, amounts follow their lines, whoever did what', {
      tags: ['B2.7'],
      timeout: 240_000,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, fc.boolean(), fc.boolean()), { minLength: 5, maxLength: 25 }),
          async (steps) => {
            const world = await makeWorld(database(), server);
            const products = [world.milk, world.rice, world.soap];
            const orders = [
              await world.order(world.shipIn),
              await world.order(world.issue),
              await world.order(world.giveBack),
              await world.order(world.reject),
            ];
            await world.fill([[world.milk, 20]]);
            const hub = (await world.warehouseOf(world.hub)) ?? '';
            let running: Promise<unknown>[] = [];
            for (const [one, second, wait] of steps) {
              const ask = { token: second && one.does !== 'adjust' ? world.officer.token : world.admin.token };
              const orderId = 'order' in one ? (orders[one.order] ?? '') : '';
              const productId = 'product' in one ? (products[one.product] ?? '') : '';
              const work = async () => {
                const known = orderId
                  ? (await world.items(orderId)).find((line: Data) => line.product_id === productId)
                  : null;
                if (one.does === 'put') {
                  const response = await world.put(
                    orderId,
                    [productId, one.quantity, one.accepted],
                    { _id: known?._id, base_version: known?.version },
                    ask,
                  );
                  // A line that was there when it was looked for may have been removed meanwhile.
                  if (known && response.code === 404) expect(response.data).toMatchObject({ error: 'not_found' });
                  return known && response.code === 404 ? null : response;
                }
                if (one.does === 'remove')
                  return known ? world.call('POST', 'purchase_order_item/remove', { _id: known._id }, ask) : null;
                if (one.does === 'execute') return world.execute(orderId, { error_on_empty: one.empty }, ask);
                return world.call(
                  'POST',
                  'warehouse_log/adjust',
                  { warehouse_id: hub, product_id: productId, counted: one.quantity, reason: 'count' },
                  ask,
                );
              };
              running.push(
                work().then((answer) => {
                  if (answer) expect([200, 409], answer.text).toContain(answer.code);
                }),
              );
              if (wait) {
                await Promise.all(running);
                running = [];
              }
            }
            await Promise.all(running);
            expect(await brokenBooks(database())).toEqual([]);
          },
        ),
        { numRuns: Number(process.env.FUZZ_RUNS ?? 12) },
      );
    });
  });
});
