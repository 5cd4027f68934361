/** Batches of lines (SYNC rules 26 to 32): what they answer is put together from what they knew before they wrote, so it is held against what then stands there. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Data, newKey, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

describeEngineOfDay('a batch of lines', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });

  interface Row {
    product_id: string;
    quantity: number;
    quantity_accepted?: number | '';
    amount?: string;
    _id?: string;
    base_version?: number | '';
    client_id?: string;
    note?: string;
  }
  const columns = (rows: readonly Row[]) => {
    const names = ['product_id', 'quantity', 'quantity_accepted', 'amount', '_id', 'base_version', 'client_id', 'note'];
    return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name as keyof Row] ?? '')]));
  };
  const send = (order: string, rows: readonly Row[], op_key = rows.map(() => newKey())) =>
    w.call('POST', 'purchase_order_item/upsert_bulk', { purchase_order_id: order, ...columns(rows), op_key });
  const codes = (answer: { data: Data }) => answer.data.results.map((one: Data) => one.code);

  /** What was answered of lines and order against what is read of them. */
  async function expectTrue(order: string, results: readonly Data[]): Promise<void> {
    const items = await w.items(order);
    const stands = new Map(items.map((item: Data) => [item._id, item]));
    const head = await w.read(order);
    for (const { code, data } of results) {
      if (code === 409) expect(data.current).toEqual(stands.get(data.current._id));
      if (code !== 200) continue;
      const { order_amount, items_digest, items_revision, ...item } = data;
      expect(item).toEqual(stands.get(item._id));
      expect({ order_amount, items_digest, items_revision }).toEqual({
        order_amount: head.amount,
        items_digest: head.items_digest,
        items_revision: head.items_revision,
      });
    }
    const kobo = (text: string) => Math.round(Number(text) * 100);
    const sum = (name: string) => items.reduce((all: number, item: Data) => all + kobo(item[name]), 0);
    expect(head.item_count).toBe(items.length);
    expect([kobo(head.amount), kobo(head.amount_accepted)]).toEqual([sum('amount'), sum('amount_accepted')]);
    expect(head.items_digest).toBe(w.digest(items));
  }

  describe('refused', () => {
    test('it meets a receipt: rows done before keep their answers, each new one is refused under its key, nothing is written', {
      tags: ['SYNC-26', 'SYNC-29', 'B3.4'],
    }, async () => {
      const order = await w.order(w.shipIn);
      const done = [newKey(), newKey()];
      const first: Row[] = [
        { product_id: w.milk, quantity: 12, quantity_accepted: 12 },
        { product_id: w.rice, quantity: 2, quantity_accepted: 2 },
      ];
      const response = await send(order, first, done);
      expect((await w.execute(order)).message).toBe('Transfer successful.');
      const keys = [...done, newKey()];
      const late = await send(order, [...first, { product_id: w.soap, quantity: 7 }], keys);
      expect(codes(late)).toEqual([200, 200, 409]);
      expect(late.data.results.slice(0, 2)).toEqual(response.data.results);
      expect(late.data.results[2].data.error).toBe('receipt_locked');
      expect((await send(order, [...first, { product_id: w.soap, quantity: 7 }], keys)).data.results).toEqual(
        late.data.results,
      );
      expect(await w.items(order)).toHaveLength(2);
    });
    test('what makes the order too large is refused alone, and the sums are those of the others', {
      tags: ['B13', 'SYNC-27'],
    }, async () => {
      const order = await w.order(w.shipIn, [[w.soap, 7, 7, '5']]);
      const [soap] = await w.items(order);
      const rows: Row[] = [
        { product_id: w.milk, quantity: 12, quantity_accepted: 12, amount: '600000000000' },
        { product_id: w.rice, quantity: 1, quantity_accepted: 1, amount: '600000000000' },
        { product_id: w.soap, quantity: 14, quantity_accepted: 14, amount: '10', _id: soap._id },
      ];
      const response = await send(order, rows);
      expect(codes(response)).toEqual([200, 422, 200]);
      expect(response.data.results[1].message).toBe('Amount is too large.');
      expect((await w.read(order)).amount).toBe('600000000010.00');
      await expectTrue(order, response.data.results.slice(2));
    });
    test('a line changed by an earlier row of the batch is what the later row is shown', {
      tags: ['SYNC-32', 'B3.5'],
    }, async () => {
      const order = await w.order(w.shipIn, [[w.milk, 12]]);
      const [milk] = await w.items(order);
      const response = await send(order, [
        { product_id: w.milk, quantity: 24, _id: milk._id, base_version: milk.version },
        { product_id: w.milk, quantity: 36, _id: milk._id, base_version: milk.version },
        { product_id: w.milk, quantity: 48 },
      ]);
      expect(codes(response)).toEqual([200, 409, 409]);
      await expectTrue(order, response.data.results);
      expect(response.data.results[2].data.current.quantity).toBe(24);
    });
  });

  const row = fc.record({
    product: fc.nat(2),
    line: fc.option(fc.nat(5)),
    stale: fc.constantFrom(0, 0, 1, null),
    quantity: fc.oneof(fc.constant(0), fc.nat(30)),
    accepted: fc.option(fc.nat(40), { nil: '' as const }),
    amount: fc.option(
      fc.nat(100_000).map((kobo) => (kobo / 100).toFixed(2)),
      { nil: undefined },
    ),
    client: fc.option(fc.nat(3)),
    note: fc.constantFrom('', 'torn "box"', 'a\\nb', 'one\ntwo', '\u2028 ₦ '),
  });
  test('whatever the rows are, each answer says what then stands there, and says it again when asked again', {
    tags: ['B3.7', 'B3.21', 'SYNC-26', 'SYNC-32'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        async (filled, batches) => {
          const world = await makeWorld(database(), server);
          w = world;
          if (filled) await world.fill([[world.milk, 20]]);
          const other = await world.order(world.shipIn, [[world.rice, 3]]);
          const order = await world.order(filled ? world.issue : world.shipIn);
          const products = [world.milk, world.rice, world.soap];
          const clients = Array.from({ length: 4 }, () => newKey());
          for (const batch of batches) {
            server.clock.now += 1;
            const lines = [...(await world.items(order)), ...(await world.items(other))] as Data[];
            const rows = batch.map((one): Row => {
              const known = one.line === null ? undefined : lines[one.line % lines.length];
              return {
                product_id: known && one.stale !== 1 ? known.product_id : products[one.product],
                quantity: one.quantity,
                quantity_accepted: one.accepted,
                amount: one.amount,
                _id: known?._id,
                base_version: known && one.stale !== null ? known.version - one.stale : '',
                client_id: one.client === null || known ? '' : clients[one.client],
                note: one.note,
              } as Row;
            });
            const keys = rows.map(() => newKey());
            const response = await send(order, rows, keys);
            expect(response.code).toBe(200);
            const results = response.data.results as unknown as Data[];
            await expectTrue(
              order,
              results.filter((one) => one.code === 200 || one.data.current),
            );
            const again = (await send(order, rows, keys)).data.results as unknown as Data[];
            // Refusals that are not kept are worked anew; what was done says the same (SYNC rule 29).
            for (const [at, one] of results.entries()) if (one.code === 200) expect(again[at]).toEqual(one);
          }
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
    );
  });
});
