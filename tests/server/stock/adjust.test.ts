/** Opening stock and counts, one by one and by the file (B2.10, B4.1, B4.2, API.md 1.6, 4.3). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Ask, type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

describeEngineOfDay('opening stock', (database) => {
  let server: TestServer;
  let w: World;
  let hub: string;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    hub = (await w.call('POST', 'warehouse/create', { parent_type: 'seller', parent: w.hub, status: 'active' }))
      .data as unknown as string;
  });
  const one = (fields: Record<string, unknown>, ask: Ask = {}) =>
    w.call('POST', 'warehouse_log/adjust', { warehouse_id: hub, reason: 'opening', ...fields }, ask);
  /** Rows of product, counted units, and more fields per row. */
  const many = (rows: readonly Record<string, unknown>[], more: Record<string, unknown> = {}, ask: Ask = {}) => {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lists = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? '')]));
    return w.call(
      'POST',
      'warehouse_log/adjust_bulk',
      { warehouse_id: hub, reason: 'opening', ...lists, ...more },
      { key: newKey(), ...ask },
    );
  };
  const history = async () =>
    (await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub })).data as Data[];

  describe('refused', () => {
    test('adjust_stock is asked by the file call too, before anything else', { tags: ['B10.1'] }, async () => {
      for (const who of [w.officer, w.staff]) {
        const response = await many([{ product_id: w.milk, counted: 5 }], {}, { token: who.token });
        expect(response).toMatchObject({ code: 403, message: "You don't have the permission to do this." });
      }
      expect(await history()).toEqual([]);
    });
    test('a buy price belongs to opening stock, is a number, and not below 0', { tags: ['B4.1'] }, async () => {
      const base = { product_id: w.milk, counted: 24 };
      expect(await one({ ...base, reason: 'found', cost_price: '9000' })).toMatchObject({
        code: 422,
        message: 'Buy price can be given for opening stock only.',
      });
      expect((await one({ ...base, cost_price: '9,000' })).message).toBe('Buy price must be a number.');
      expect((await one({ ...base, cost_price: '-1' })).message).toBe('Buy price must not be less than 0');
      expect(await w.stock(w.hub)).toEqual({});
    });
    test('a count that is worth more than any figure is refused, and the report goes on answering', {
      tags: ['B13', 'REP-01'],
    }, async () => {
      const gold = await w.product('Gold', 1, 99_999_999_999_999);
      for (const fields of [
        { product_id: gold, counted: 1_000_000 },
        { product_id: w.milk, counted: 1_000_000, cost_price: '999999999999.99' },
      ]) {
        expect(await one(fields)).toMatchObject({
          code: 422,
          message: 'Value is too large.',
          data: { error: 'limit' },
        });
        expect(await many([fields])).toMatchObject({ data: { results: [{ code: 422 }] } });
      }
      expect((await one({ product_id: gold, counted: 1 })).code).toBe(200);
      const response = await w.call('POST', 'warehouse_log/report', {
        warehouse_ids: [hub],
        context: 'current_inventory',
      });
      expect(response.data).toMatchObject({ total: '999999999999.99', skus: 1 });
    });
    test('126 rows are refused whole, lists of unequal length too', { tags: ['CONST-02'] }, async () => {
      const rows = Array.from({ length: 126 }, () => ({ product_id: w.milk, counted: 1 }));
      expect(await many(rows)).toMatchObject({ code: 413, message: 'At most 125 rows can be sent at once.' });
      expect((await many([{ product_id: w.milk, counted: 1 }], { note: ['a', 'b'] })).code).toBe(400);
      expect(await history()).toEqual([]);
    });
    test('rows stand alone: each bad one has its own text, the good ones are in', { tags: ['API-4.3'] }, async () => {
      const response = await many([
        { product_id: w.milk, counted: 30 },
        { product_id: 'nothing', counted: 3 },
        { product_id: w.rice, counted: '2.5' },
        { product_id: '', counted: 1 },
        { product_id: w.soap, counted: 3, base_quantity: 4 },
        { product_id: w.soap, counted: 7, base_quantity: 0, cost_price: '900' },
      ]);
      expect(response.data).toMatchObject({ succeeded: 2, failed: 4 });
      expect(response.data.results.map((row: Data) => [row.code, row.message])).toEqual([
        [200, 'OK'],
        [404, 'Product not found'],
        [422, 'Quantity must be a whole number of units.'],
        [422, 'Product field is required.'],
        [409, `The stock of Soap ${w.run} changed while you counted. It is now 0 cases.`],
        [200, 'OK'],
      ]);
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 30, [w.soap]: 7 });
      expect(await brokenBooks(database())).toEqual([]);
    });
    test('an unknown warehouse fails every row and writes none', { tags: ['API-4.3'] }, async () => {
      const response = await many([{ product_id: w.milk, counted: 1 }], { warehouse_id: 'nowhere' });
      expect(response.data).toMatchObject({
        succeeded: 0,
        failed: 1,
        results: [{ code: 404, message: 'Warehouse not found' }],
      });
    });
  });

  test('opening stock brings its own cost; a count is valued at the average it finds', {
    tags: ['B2.10', 'B4.1', 'B4.2'],
  }, async () => {
    const opened = await one({ product_id: w.milk, counted: 24, cost_price: '9000' });
    expect(opened.data.log).toMatchObject({
      kind: 'adjustment',
      quantity: 24,
      balance_after: 24,
      cost_price: '9000.00',
      sell_price: '12000.00',
      purchase_order: null,
      created_by: { name: 'Adaeze Admin' },
    });
    expect((await w.call('GET', 'warehouse/value', { _id: hub })).data.total).toBe('18000.00');
    // Twelve more from another corner, bought dearer: (24 x 9000 + 12 x 12000) / 36.
    await one({ product_id: w.milk, counted: 36, cost_price: '12000' });
    const [milk] = (await w.call('POST', 'warehouse_product/read_by_warehouse', { warehouse_id: hub })).data;
    expect(milk).toMatchObject({ quantity: 36, cost_price: '10000.00' });
    await one({ product_id: w.milk, counted: 30, reason: 'damaged' });
    const logs = await history();
    expect(logs.map((log) => [log.quantity, log.cost_price])).toContainEqual([-6, '10000.00']);
    // Without a price: the list price, as B4.1 says for stock that nobody knows the cost of.
    expect((await one({ product_id: w.rice, counted: 2 })).data.log.cost_price).toBe('50000.00');
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a file sent again, in other batches or row by row, is counted once', { tags: ['SYNC-26'] }, async () => {
    const rows = [
      { product_id: w.milk, counted: 24, base_quantity: 0, op_key: newKey() },
      { product_id: w.rice, counted: 3, base_quantity: 0, op_key: newKey() },
      { product_id: w.soap, counted: 70, base_quantity: 0, op_key: newKey() },
    ];
    const first = await many(rows.slice(0, 2));
    expect(first.data).toMatchObject({ succeeded: 2, failed: 0 });
    const again = await many(rows);
    expect(again.data).toMatchObject({ succeeded: 3, failed: 0 });
    expect(again.data.results.slice(0, 2)).toEqual(first.data.results);
    const { op_key, ...alone } = rows[0] ?? {};
    expect((await one(alone, { key: op_key })).headers['idempotent-replay']).toBe('1');
    expect(await history()).toHaveLength(3);
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 24, [w.rice]: 3, [w.soap]: 70 });
  });

  test('every counted row leaves one audit line with before, after and reason', { tags: ['B12.1'] }, async () => {
    await many([
      { product_id: w.milk, counted: 24 },
      { product_id: w.rice, counted: 3 },
    ]);
    const { rows } = await sql<Data>`select action, record_label, before, after, user_name from audit_log
      where record_id = ${hub} and action = 'adjust' order by record_label`.execute(database().kysely);
    expect(rows).toEqual([
      {
        action: 'adjust',
        record_label: `Milk ${w.run}`,
        before: { quantity: 0 },
        after: { quantity: 24, reason: 'opening' },
        user_name: 'Adaeze Admin',
      },
      {
        action: 'adjust',
        record_label: `Rice ${w.run}`,
        before: { quantity: 0 },
        after: { quantity: 3, reason: 'opening' },
        user_name: 'Adaeze Admin',
      },
    ]);
  });

  test('what was opened can be issued: a real warehouse is started', { tags: ['B2.10'] }, async () => {
    await many([{ product_id: w.milk, counted: 24, cost_price: '9000' }]);
    const id = await w.order(w.issue, [[w.milk, 12]]);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 12 });
    expect(await brokenBooks(database())).toEqual([]);
  });
});
