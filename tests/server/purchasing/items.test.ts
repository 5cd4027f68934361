/** Lines of purchase orders (API.md 4.5, B3.5 to B3.7, SYNC rules 9, 16, 25 to 27, 32). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

describeForTwoServers('order items', (database, engine) => {
  let server: TestServer;
  let w: World;
  let id: string;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    id = await w.order(w.shipIn);
  });
  const remove = (_id: string, more = {}, ask = {}) =>
    w.call('POST', 'purchase_order_item/remove', { _id, ...more }, ask);

  describe('refused', () => {
    test('422 texts; 404 order, product, line; 400 for a line of another order', { tags: ['PO-31'] }, async () => {
      expect((await w.call('POST', 'purchase_order_item/upsert', { purchase_order_id: id })).data.fields).toMatchObject(
        {
          product_id: 'Product field is required.',
        },
      );
      for (const quantity of ['2.5', '-1', 'ten', '1e3'])
        expect((await w.put(id, [w.milk, quantity as never, ''])).code, quantity).toBe(422);
      expect((await w.put(id, [w.milk, '2.5' as never, ''])).message).toBe('Quantity must be a whole number of units.');
      expect((await w.put(id, [w.milk, 1_000_001, ''])).message).toBe('Quantity must be between 0 - 1000000');
      expect((await w.put(id, [w.milk, 1, 1, '-5'])).message).toBe('Amount must not be less than 0');
      expect((await w.put('nowhere', [w.milk, 1])).message).toBe('Purchase order not found');
      expect((await w.put(id, ['nothing', 1])).message).toBe('Product not found');
      expect((await w.put(id, [w.milk, 1], { _id: 'no-line' })).code).toBe(404);
      const other = await w.order(w.shipIn, [[w.milk, 12]]);
      const [line] = await w.items(other);
      expect((await w.put(id, [w.milk, 24], { _id: line._id })).code).toBe(400);
      expect((await w.put(other, [w.rice, 24], { _id: line._id })).code).toBe(400);
    });
    test("door 2 of the order's stored kind; staff never", { tags: ['A1', 'SEC-06'] }, async () => {
      expect((await w.put(id, [w.milk, 1], {}, { token: w.staff.token })).code).toBe(403);
      expect((await w.put(id, [w.milk, 1], {}, { token: w.officer.token })).code).toBe(200);
      const plain = await w.order(['seller', w.hub, 'seller', w.hub2], [[w.milk, 1]]);
      expect((await w.put(plain, [w.rice, 1], {}, { token: w.officer.token })).code).toBe(403);
      const [line] = await w.items(plain);
      expect((await remove(line._id, {}, { token: w.officer.token })).code).toBe(403);
    });
    test('the same product twice: 409 with the present line', { tags: ['B3.5'] }, async () => {
      await w.put(id, [w.milk, 12]);
      expect(await w.put(id, [w.milk, 24])).toMatchObject({
        code: 409,
        message: 'Product already exists in this order.',
        data: { error: 'duplicate', current: { product_id: w.milk, quantity: 12 } },
      });
    });
    test('base_version: 409 conflict with the line and who changed it; equal values are 200', {
      tags: ['SYNC-32'],
    }, async () => {
      const added = (await w.put(id, [w.milk, 12])).data;
      await w.put(id, [w.milk, 24], { _id: added._id, base_version: 1 }, { token: w.officer.token });
      const response = await w.put(id, [w.milk, 36], { _id: added._id, base_version: 1 });
      expect(response).toMatchObject({ code: 409, data: { error: 'conflict', current: { quantity: 24, version: 2 } } });
      expect(response.message).toMatch(/^Milk .* was changed by Tunde Officer at 21 Nov, 10:00\.$/);
      expect((await w.put(id, [w.milk, 24], { _id: added._id, base_version: 1 })).data.version).toBe(2);
      expect((await remove(added._id, { base_version: 1 })).code).toBe(409);
      expect((await w.put(id, [w.milk, 36], { _id: added._id })).data.version).toBe(3);
    });
    test("amounts beyond the limit are refused, on the line and in the order's sum", { tags: ['B13'] }, async () => {
      expect((await w.put(id, [w.milk, 1, 1, '1000000000000'])).message).toBe('Amount is too large.');
      expect((await w.put(id, [w.milk, 12, 12, '999999999999.99'])).code).toBe(200);
      const response = await w.put(id, [w.rice, 1, 1, '1']);
      expect(response).toMatchObject({ code: 422, data: { error: 'limit' } });
      expect((await w.read(id)).amount).toBe('999999999999.99');
      // Accepted can be far more than expected.
      const other = await w.order(w.shipIn);
      expect((await w.put(other, [w.milk, 12, 1_000_000, '999999999999.99'])).message).toBe('Amount is too large.');
      // And what is expected alone, though nothing came of it.
      expect((await w.put(other, [w.milk, 12, 0, '999999999999.99'])).code).toBe(200);
      expect((await w.put(other, [w.rice, 1, 0, '1'])).message).toBe('Amount is too large.');
    });
    test('a line whose price per case is beyond the limit is refused: its log could not be written', {
      tags: ['B13'],
    }, async () => {
      // 1 of 12 at the greatest sum is twelve times that a case; of 100,000 in a case it is no whole number any more.
      const barrel = await w.product('Barrel', 100_000, 100);
      for (const product of [w.milk, barrel])
        expect(await w.put(id, [product, 1, 1, '999999999999.99'])).toMatchObject({
          code: 422,
          message: 'Rate is too large.',
          data: { error: 'limit' },
        });
      await w.put(id, [barrel, 1, 1, '9999999.99']);
      expect((await w.execute(id)).data).toMatchObject({ committed: true, amount: '9999999.99' });
      const value = await w.call('GET', 'warehouse/value', { _id: await w.warehouseOf(w.hub) });
      expect(value.data.total).toBe('9999999.99');
    });
    test('lines beyond the limit that stand there from before are mended one by one', { tags: ['B13'] }, async () => {
      await w.put(id, [w.milk, 12, 12, '1']);
      await w.put(id, [await w.product('Keg', 24, 100), 12, 12, '1']);
      await sql`update purchase_order_item set quantity = 1, quantity_accepted = 1, amount_kobo = 40000000000000
        where purchase_order_id = ${id}`.execute(database().kysely);
      const [first, second] = (await w.items(id)) as { _id: string; product_id: string }[];
      expect((await w.put(id, [second?.product_id ?? '', 1, 1, '1'], { _id: second?._id })).code).toBe(200);
      expect((await remove(first?._id ?? '')).code).toBe(200);
    });
    test('at most 2000 lines', { tags: ['B13'] }, async () => {
      await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
        select ${`many_${w.run}_`} || n, ${NOW}, ${NOW}, 'Many ' || n, 'Of a test', ${`many_${w.run}_`} || n, 1, 1, 100, ${`brand_${w.run}`}
        from generate_series(1, 2000) n`.execute(database().kysely);
      await sql`insert into purchase_order_item (_id, created, modified, purchase_order_id, product_id, quantity, amount_kobo)
        select ${`line_${w.run}_`} || n, ${NOW}, ${NOW}, ${id}, ${`many_${w.run}_`} || n, 1, 100 from generate_series(1, 2000) n`.execute(
        database().kysely,
      );
      expect(await w.put(id, [w.milk, 1])).toMatchObject({
        code: 422,
        message: 'A transfer can hold at most 2000 products.',
      });
      expect((await w.execute(id)).data).toMatchObject({ committed: true, moved_lines: 2_000 });
      // B2.5, B3.17: each was opened, left and came; more rows than one statement takes.
      const { rows } =
        await sql`select quantity, kind = 'opening' as opening, count(distinct product_id) as n from warehouse_log
        where product_id like ${`many_${w.run}_%`} group by 1, 2 order by 1, 2`.execute(database().kysely);
      expect(rows).toEqual([
        { quantity: -1, opening: false, n: 2_000 },
        { quantity: 1, opening: false, n: 2_000 },
        { quantity: 1, opening: true, n: 2_000 },
      ]);
      expect(Object.values(await w.stock(w.hub))).toEqual(Array.from({ length: 2_000 }, () => 1));
    });
  });

  describe('written', () => {
    test("the answer carries the order's amount and digest; the order keeps both", {
      tags: ['B3.7', 'PO-32'],
    }, async () => {
      const first = (await w.put(id, [w.milk, 12, '', '1000.50'])).data;
      expect(first).toMatchObject({
        purchase_order_id: id,
        product: { _id: w.milk, case_count: 12, price: '12000.00', upload: { path: 'shipped-product.png' } },
        quantity: 12,
        quantity_accepted: null,
        amount: '1000.50',
        rate: '1000.50',
        order_amount: '1000.50',
        version: 1,
      });
      const second = (await w.put(id, [w.rice, 2, 1, '70'])).data;
      expect(second).toMatchObject({ order_amount: '1070.50', amount_accepted: '35.00', rate: '35.00' });
      // Each change within one second is a revision of its own, and they follow the server's clock.
      expect([first.items_revision, second.items_revision]).toEqual([NOW * 1000, NOW * 1000 + 1]);
      const order = await w.read(id);
      expect(order).toMatchObject({ amount: '1070.50', amount_accepted: '1035.50', item_count: 2 });
      expect(order.items_digest).toBe(second.items_digest);
      expect(order.items_digest).toBe(w.digest(order.items));
      const gone = (await remove(first._id)).data;
      expect(gone).toMatchObject({ _id: first._id, order_amount: '70.00' });
      expect(gone.items_digest).toBe(w.digest(await w.items(id)));
    });
    test('a list says what an order that is not completed still moves: cases and units, what is counted, the dearest goods', {
      tags: ['PO-18'],
    }, async () => {
      const fields = { tag: 'purchase_order', page: '1' };
      const listed = async (filters: Record<string, string>) => {
        const { data } = await w.call('GET', 'purchase_order/read_all', filters);
        return data.rows.find((one: Data) => one._id === id);
      };
      expect((await listed(fields))?.goods).toEqual({
        begun: false,
        cases: 0,
        units: 0,
        counted: 0,
        counters: [],
        differs: 0,
        names: [],
      });
      // A tablet's transfer has a client id: somebody began it, and nobody announced it.
      const { data: begun } = await w.call(
        'POST',
        'purchase_order/create',
        w.header(w.shipIn, { client_id: newKey() }),
      );
      const { data } = await w.call('GET', 'purchase_order/read_all', fields);
      expect(data.rows.find((one: Data) => one._id === begun)?.goods).toMatchObject({ begun: true });
      const first = (await w.put(id, [w.milk, 29, '', '100'])).data;
      await w.put(id, [w.rice, 2, 1, '2000']);
      const [milk, rice] = (await w.items(id)).map((item: Data) => item.product);
      const dear = (await w.items(id)).sort((a: Data, b: Data) => Number(b.amount) - Number(a.amount));
      // Of rice one of two was accepted, and that one moves.
      expect((await listed(fields))?.goods).toEqual({
        cases: Math.trunc(29 / milk.case_count) + Math.trunc(1 / rice.case_count),
        units: (29 % milk.case_count) + (1 % rice.case_count),
        counted: 1,
        // Who announced a line with its figure did not count it.
        counters: [],
        differs: 1,
        begun: false,
        names: dear.map((item: Data) => item.product.name),
      });
      const { _id } = dear.find((item: Data) => item.product_id === w.rice);
      await w.put(id, [w.rice, 2, 2, '2000'], { _id }, { token: w.officer.token });
      expect((await listed(fields))?.goods).toMatchObject({
        counters: [{ _id: expect.any(String), name: expect.stringMatching(/\w/) }],
      });
      // A removed line does not count, and a receipt has nothing left to move.
      await w.call('POST', 'purchase_order_item/remove', { _id: first._id });
      expect((await listed(fields))?.goods).toMatchObject({ counted: 1, names: [rice.name] });
      await w.execute(id);
      expect(await listed({ tag: 'receipt', page: '1' })).toMatchObject({ tag: 'receipt', goods: null });
    });
    test('without an amount the default rate: list price, then the last price between the two', {
      tags: ['B3.6'],
    }, async () => {
      expect((await w.put(id, [w.milk, 18])).data).toMatchObject({ amount: '18000.00', rate: '12000.00' });
      await w.fill([[w.milk, 12, 12, '9999.99']]);
      const next = await w.order(w.shipIn);
      expect((await w.put(next, [w.milk, 24])).data.amount).toBe('19999.98');
      const back = await w.order(w.reject);
      expect((await w.put(back, [w.milk, 12])).data.amount).toBe('9999.99');
      const out = await w.order(w.issue);
      expect((await w.put(out, [w.milk, 12])).data.amount).toBe('12000.00');
      await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
        values (${`sp2_${w.run}`}, ${NOW}, ${NOW}, ${w.hub}, ${w.rice}, 1, 5555500)`.execute(database().kysely);
      expect((await w.put(out, [w.rice, 2])).data.amount).toBe('111110.00');
      expect((await w.put(await w.order(w.giveBack), [w.rice, 1])).data.amount).toBe('55555.00');
    });
    test("a line of a plain transfer starts at the source warehouse's own cost", { tags: ['B3.6'] }, async () => {
      await w.fill([[w.milk, 24, 24, '20000']]);
      const id = await w.order(['seller', w.hub, 'seller', w.hub2], [[w.milk, 12]]);
      expect((await w.items(id))[0].amount).toBe('10000.00');
    });
    test('the audit keeps amounts, reasons and notes of a line, before and after', {
      tags: ['F22', 'B12.1'],
    }, async () => {
      const id = await w.order(w.shipIn, [[w.milk, 12, 12, '12000']]);
      const [item] = await w.items(id);
      const change = { _id: item._id, reason: 'short', note: 'one box wet' };
      // A second apart each: ids made within one millisecond have no order.
      server.clock.now = NOW + 1;
      expect((await w.put(id, [w.milk, 12, 6, '9000'], change)).code).toBe(200);
      server.clock.now = NOW + 2;
      expect((await w.call('POST', 'purchase_order_item/remove', { _id: item._id })).code).toBe(200);
      const { rows } = await sql<Data>`select action, record_label, before, after from audit_log
        where record_id = ${item._id} order by created`.execute(database().kysely);
      const { ref } = await w.read(id);
      expect(rows.map((row) => [row.action, row.before, row.after])).toEqual([
        [
          'create',
          null,
          { quantity: 12, quantity_accepted: 12, amount: '12000.00', rate: '12000.00', reason: null, note: '' },
        ],
        [
          'update',
          { quantity_accepted: 12, amount: '12000.00', rate: '12000.00', reason: null, note: '' },
          { quantity_accepted: 6, amount: '9000.00', rate: '9000.00', reason: 'short', note: 'one box wet' },
        ],
        [
          'delete',
          { quantity: 12, quantity_accepted: 6, amount: '9000.00', reason: 'short', note: 'one box wet' },
          null,
        ],
      ]);
      expect(new Set(rows.map((row) => row.record_label))).toEqual(new Set([`${ref}: Milk ${w.run}`]));
    });
    test('a removal that waited for somebody else’s change tells what was removed, not what it had seen before', {
      tags: ['F22', 'B12.1'],
    }, async () => {
      const [item] = await w.items(await w.order(w.shipIn, [[w.milk, 12, 12, '12000']]));
      // Somebody else's change, as `upsert` makes it: the order's lock first.
      const removing = await database()
        .kysely.transaction()
        .execute(async (tx) => {
          await sql`select 1 from purchase_order where _id = ${item.purchase_order_id} for update`.execute(tx);
          await sql`update purchase_order_item set quantity = 24, quantity_accepted = 18, amount_kobo = 2400000, version = version + 1
          where _id = ${item._id}`.execute(tx);
          const pendingAnswer = remove(item._id);
          // The embedded database has one session: there the removal has not begun.
          const waits = async () =>
            (await sql`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`.execute(tx))
              .rows.length > 0;
          while (engine === 'postgres' && !(await waits())) await sql`select pg_sleep(0.01)`.execute(tx);
          // In an object: a promise alone would be waited for, and it waits for this transaction.
          return { pendingAnswer };
        });
      expect((await removing.pendingAnswer).code).toBe(200);
      const { rows } =
        await sql<Data>`select before from audit_log where record_id = ${item._id} and action = 'delete'`.execute(
          database().kysely,
        );
      expect(rows).toMatchObject([{ before: { quantity: 24, quantity_accepted: 18, amount: '24000.00' } }]);
    });
    test('an amount of thirds is rounded half away from zero', { tags: ['B1.5'] }, async () => {
      // 3 of 7 units at NGN 1,000 a case = 428.571...
      expect((await w.put(id, [w.soap, 3])).data).toMatchObject({ amount: '428.57', rate: '1000.00' });
    });
    test('the same client_id: the same line when it says the same, else 409', { tags: ['SYNC-16'] }, async () => {
      const client_id = newKey();
      const first = (await w.put(id, [w.milk, 12], { client_id }, { key: newKey() })).data;
      expect((await w.put(id, [w.milk, 12], { client_id }, { key: newKey() })).data._id).toBe(first._id);
      const wrong = { code: 409, data: { error: 'duplicate_client_id' } };
      expect(await w.put(id, [w.milk, 24], { client_id }, { key: newKey() })).toMatchObject(wrong);
      expect(await w.put(id, [w.rice, 12], { client_id }, { key: newKey() })).toMatchObject(wrong);
      expect(await w.put(id, [w.milk, 12, 11], { client_id }, { key: newKey() })).toMatchObject(wrong);
      expect(await w.put(id, [w.milk, 12, 12, '1'], { client_id }, { key: newKey() })).toMatchObject(wrong);
      for (const more of [{ reason: 'short' }, { note: 'wet' }])
        expect(await w.put(id, [w.milk, 12], { client_id, ...more }, { key: newKey() })).toMatchObject(wrong);
      const other = await w.order(w.shipIn);
      expect(await w.put(other, [w.milk, 12], { client_id }, { key: newKey() })).toMatchObject(wrong);
      expect(await w.items(id)).toHaveLength(1);
      // Removed, it is nobody's line any more, and does not come back under its old id.
      expect((await remove(first._id)).code).toBe(200);
      expect(await w.put(id, [w.milk, 12], { client_id }, { key: newKey() })).toMatchObject(wrong);
      expect(await w.put(id, [w.milk, 12], { _id: first._id }, { key: newKey() })).toMatchObject({ code: 404 });
    });
    test('remove twice is no error; a removed product may come back', { tags: ['API-17', 'API-4.5'] }, async () => {
      const line = (await w.put(id, [w.milk, 12])).data;
      expect((await remove(line._id)).message).toBe('Product removed from purchase order.');
      expect((await w.call('POST', 'purchase_order_item/delete', { _id: line._id })).code).toBe(200);
      expect(await w.items(id)).toEqual([]);
      expect((await w.put(id, [w.milk, 6])).data.order_amount).toBe('6000.00');
      expect((await remove('never-was')).code).toBe(404);
    });
    test('reason and note of a difference; an empty accepted becomes "not counted" again', {
      tags: ['B3.5'],
    }, async () => {
      const line = (await w.put(id, [w.milk, 12, 10], { reason: 'damaged', note: 'two wet boxes' })).data;
      expect(line).toMatchObject({ quantity_accepted: 10, reason: 'damaged', note: 'two wet boxes' });
      expect((await w.put(id, [w.milk, 12, ''], { _id: line._id, reason: '' })).data).toMatchObject({
        quantity_accepted: null,
        reason: null,
      });
      expect((await w.put(id, [w.rice, 1], { reason: 'bored' })).code).toBe(422);
    });
    test('a line that comes from a distributor says nothing of his stock, which is outside our books', {
      tags: ['K25'],
    }, async () => {
      const shipped = await w.order(w.shipIn, [[w.milk, 12]]);
      expect((await w.items(shipped))[0]).toMatchObject({ available: null });
      // Nor once goods were booked back to him.
      await w.fill([[w.milk, 30]]);
      await w.execute(await w.order(w.reject, [[w.milk, 6]]));
      expect((await w.items(shipped))[0]).toMatchObject({ available: null });
      expect((await w.put(shipped, [w.rice, 1])).data).toMatchObject({ available: null });
    });
    test('items carry what the source holds now', { tags: ['API-16', 'PO-30'] }, async () => {
      await w.fill([[w.milk, 30]]);
      const out = await w.order(w.issue, [[w.milk, 12]]);
      expect((await w.items(out))[0]).toMatchObject({ available: 30 });
      // B2.3: what lies in a warehouse that is switched off cannot be given, whoever says so.
      await sql`update warehouse set status = 'inactive' where parent = ${w.hub}`.execute(database().kysely);
      expect((await w.items(out))[0]).toMatchObject({ available: null });
      expect((await w.put(out, [w.rice, 1])).data).toMatchObject({ available: null });
      expect((await w.put(out, [w.milk, 6], { _id: (await w.items(out))[0]._id })).data).toMatchObject({
        available: null,
      });
    });
  });

  describe('bulk', () => {
    test('rows stand alone, op_key per row, a row sent alone later is known', {
      tags: ['SYNC-26', 'SYNC-27'],
    }, async () => {
      await w.put(id, [w.soap, 7]);
      const op_key = [newKey(), newKey(), newKey()];
      const fields = {
        purchase_order_id: id,
        product_id: [w.milk, w.soap, w.rice],
        quantity: [12, 7, 2],
        quantity_accepted: [12, '', 1],
        client_id: [newKey(), newKey(), newKey()],
        op_key,
      };
      const response = await w.call('POST', 'purchase_order_item/upsert_bulk', fields);
      expect(response.data).toMatchObject({ succeeded: 2, failed: 1 });
      expect(response.data.results.map((one: Data) => [one.op_key, one.code])).toEqual([
        [op_key[0], 200],
        [op_key[1], 409],
        [op_key[2], 200],
      ]);
      const again = await w.call('POST', 'purchase_order_item/upsert_bulk', fields);
      expect(again.data.results).toEqual(response.data.results);
      const alone = await w.put(id, [w.milk, 12], { client_id: fields.client_id[0] }, { key: op_key[0] as string });
      expect(alone.headers['idempotent-replay']).toBe('1');
      expect(await w.items(id)).toHaveLength(3);
      expect((await w.read(id)).items_digest).toBe(w.digest(await w.items(id)));
    });
    test('create_bulk takes 125 rows and refuses 126', {
      tags: ['API-15', 'API-17', 'PO-32', 'CONST-02'],
    }, async () => {
      const products = Array.from({ length: 126 }, () => w.milk);
      const fields = { purchase_order_id: id, product_id: products, quantity: products.map(() => 1) };
      expect((await w.call('POST', 'purchase_order_item/create_bulk', fields)).code).toBe(413);
      const many = await Promise.all(Array.from({ length: 125 }, (_, at) => w.product(`Bulk ${at}`, 1, 100)));
      const response = await w.call('POST', 'purchase_order_item/create_bulk', {
        purchase_order_id: id,
        product_id: many,
        quantity: many.map(() => 3),
      });
      expect(response.data).toMatchObject({ succeeded: 125, failed: 0 });
      expect(await w.read(id)).toMatchObject({ amount: '375.00', item_count: 125 });
    });
  });
});
