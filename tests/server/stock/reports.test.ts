/** The inventory report (API.md 4.3, B4.4 to B4.11, A22). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;

describeEachEngine('reports', (database) => {
  let server: TestServer;
  let w: World;
  let hub: string;
  let hub2: string;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
    // Milk: 12 a case. In 60 units at 10,000, back 12; issued 24 at 15,000, returned 6; 10 rice to the other hub; counted.
    await w.fill([
      [w.milk, 60, 60, '50000'],
      [w.rice, 20, 20, '800000'],
    ]);
    await w.execute(await w.order(w.reject, [[w.milk, 12, 12, '10000']]));
    await w.execute(await w.order(w.issue, [[w.milk, 24, 24, '30000']]));
    await w.execute(await w.order(w.giveBack, [[w.milk, 6, 6, '7500']]));
    await w.execute(await w.order(['seller', w.hub, 'seller', w.hub2], [[w.rice, 10]]));
    hub = (await w.warehouseOf(w.hub)) ?? '';
    hub2 = (await w.warehouseOf(w.hub2)) ?? '';
    await w.call('POST', 'warehouse_log/adjust', {
      warehouse_id: hub,
      product_id: w.rice,
      counted: 9,
      reason: 'damaged',
    });
  });
  const range = () => ({ warehouse_ids: [hub], from_timestamp: NOW - DAY, to_timestamp: NOW + 2 * DAY });
  const report = (context: string, more: Record<string, unknown> = {}, ask = {}) =>
    w.call('POST', 'warehouse_log/report', { ...range(), context, ...more }, ask);

  describe('refused', () => {
    test('422 texts, 400 for an unknown type, 403 without view_warehouses', { tags: ['REP-07'] }, async () => {
      expect(await report('')).toMatchObject({ code: 422, message: 'Report type field is required.' });
      expect((await report('profits')).code).toBe(400);
      expect(await report('stock_issued', { warehouse_ids: undefined })).toMatchObject({
        code: 422,
        message: 'Warehouse field is required.',
      });
      expect(await report('stock_issued', { from_timestamp: undefined })).toMatchObject({
        code: 422,
        message: 'Date range is required.',
      });
      expect(await report('stock_issued', { from_timestamp: NOW + 3 * DAY })).toMatchObject({
        code: 422,
        message: 'Date range is required.',
      });
      expect(await report('stock_issued', { from_timestamp: NOW - 400 * DAY })).toMatchObject({
        code: 422,
        message: 'Please choose at most 400 days.',
      });
      const outsider = await server.signInAs('manager.customer_support');
      expect((await report('stock_issued', {}, { token: outsider.token })).code).toBe(403);
    });
  });

  test('who may not see logs has the sums of a report and none of its entries', { tags: ['K23'] }, async () => {
    const officer = await server.signInAs('manager.warehouse_officer');
    const all = (await report('stock_issued', {}, { token: officer.token })).data;
    expect(all.products[0].entries.length).toBeGreaterThan(0);
    for (const role of ['manager.staff', 'manager.accountant'] as const) {
      const { token } = await server.signInAs(role);
      for (const context of ['stock_issued', 'sales']) {
        const mine = (await report(context, {}, { token })).data;
        const whole = (await report(context, {}, { token: officer.token })).data;
        expect(mine).toEqual({ ...whole, products: whole.products.map((row: Data) => ({ ...row, entries: [] })) });
      }
      const fields = { ...range(), context: 'stock_issued', product_id: w.milk };
      expect((await w.call('POST', 'warehouse_log/report_entries', fields, { token })).code).toBe(403);
      expect(
        (await w.call('POST', 'warehouse_log/sales', range(), { token })).data.products.map((row: Data) => row.entries),
      ).toEqual(all.products.map(() => []));
    }
  });
  test('current_inventory: now, at cost, whatever the dates', { tags: ['B4'] }, async () => {
    const answer = (await report('current_inventory', { from_timestamp: undefined, to_timestamp: undefined })).data;
    expect(answer).toMatchObject({
      context: 'current_inventory',
      skus: 2,
      cases: 11.5,
      total: '385000.00',
      from_timestamp: null,
    });
    expect(answer.products.map((row: Data) => [row.product_id, row.quantity, row.cases, row.total])).toEqual([
      [w.milk, 30, 2.5, '25000.00'],
      [w.rice, 9, 9, '360000.00'],
    ]);
  });
  test("shipment_received and shipment_rejected: positive, at cost, the hub's rows only", {
    tags: ['B4'],
  }, async () => {
    const received = (await report('shipment_received')).data;
    expect(received).toMatchObject({ skus: 2, total: '850000.00', cases: 25 });
    expect(received.products[0]).toMatchObject({
      product_id: w.milk,
      quantity: 60,
      cases: 5,
      total: '50000.00',
      issued: 0,
      returned: 0,
      revenue: '0.00',
    });
    expect(received.products[0].entries).toMatchObject([
      { kind: 'shipment_in', quantity: 60, purchase_order: { source_obj: { _id: w.distributor } } },
    ]);
    const rejected = (await report('shipment_rejected')).data;
    expect(rejected).toMatchObject({ skus: 1, total: '10000.00' });
    expect(rejected.products[0]).toMatchObject({ quantity: 12, total: '10000.00' });
  });
  test('stock_issued and stock_returned: at the selling price, by their words', { tags: ['B4'] }, async () => {
    expect((await report('stock_issued')).data).toMatchObject({
      total: '30000.00',
      products: [
        { issued: 24, issued_value: '30000.00', returned: 0, returned_value: '0.00', quantity: 24, total: '30000.00' },
      ],
    });
    expect((await report('stock_returned')).data).toMatchObject({
      total: '7500.00',
      products: [
        { issued: 0, issued_value: '0.00', returned: 6, returned_value: '7500.00', quantity: 6, total: '7500.00' },
      ],
    });
  });
  test('sales: issued less returned; total is the revenue', { tags: ['REP-11', 'REP-13'] }, async () => {
    const answer = (await w.call('POST', 'warehouse_log/sales', range())).data;
    expect(answer).toMatchObject({
      total: '22500.00',
      skus: 1,
      cases: 1.5,
      products: [
        {
          issued: 24,
          issued_value: '30000.00',
          returned: 6,
          returned_value: '7500.00',
          quantity: 18,
          revenue: '22500.00',
          total: '22500.00',
        },
      ],
    });
    expect(answer.products[0].entries).toHaveLength(2);
  });
  test('both warehouses of a transfer chosen: nothing is counted twice; transfers and counts are no movement', {
    tags: ['B4.8', 'B4.10'],
  }, async () => {
    const rep = (await w.warehouseOf(w.rep)) ?? '';
    const depot = (await w.warehouseOf(w.distributor)) ?? '';
    const all = [hub, hub2, rep, depot];
    for (const [context, total] of [
      ['shipment_received', '850000.00'],
      ['shipment_rejected', '10000.00'],
      ['stock_issued', '30000.00'],
      ['stock_returned', '7500.00'],
    ] as const)
      expect((await report(context, { warehouse_ids: all })).data.total, context).toBe(total);
    expect((await report('stock_issued', { warehouse_ids: [hub2] })).data).toMatchObject({
      products: [],
      total: '0.00',
      skus: 0,
      cases: 0,
    });
  });
  test('the business date counts, to the end of the sent minute', { tags: ['A22', 'B4.6'] }, async () => {
    // The return is dated as its form showed; the others now.
    const total = async (from_timestamp: number, to_timestamp: number) =>
      (await report('stock_issued', { from_timestamp, to_timestamp })).data.total;
    expect(await total(NOW, NOW)).toBe('30000.00');
    expect(await total(NOW - DAY, NOW - 59)).toBe('30000.00');
    expect(await total(NOW - DAY, NOW - 60)).toBe('0.00');
    expect(await total(NOW + 1, NOW + DAY)).toBe('0.00');
  });
  test('the drill-down gives the rows of one product, newest first', { tags: ['B4'] }, async () => {
    const response = await w.call('POST', 'warehouse_log/report_entries', {
      ...range(),
      context: 'sales',
      product_id: w.milk,
    });
    expect(response.data.map((one: Data) => [one.kind, one.quantity])).toEqual([
      ['stock_in', 6],
      ['stock_out', -24],
    ]);
    expect(
      (await w.call('POST', 'warehouse_log/report_entries', { ...range(), context: 'sales', product_id: w.rice })).data,
    ).toEqual([]);
  });
  test('figures are rounded once per log row, as the lines of the receipts were', { tags: ['B1.4'] }, async () => {
    const world = await makeWorld(database(), server);
    // Three times 1 of 3 units at NGN 0.05: 0.0166.. each is 0.02, three of them 0.06.
    const third = await world.product('Third', 3, 5);
    await world.fill([[third, 3, 3, '0.05']]);
    for (let at = 0; at < 3; at += 1) await world.execute(await world.order(world.issue, [[third, 1]]));
    const warehouse = (await world.warehouseOf(world.hub)) ?? '';
    const answer = (await report('stock_issued', { warehouse_ids: [warehouse] })).data;
    const { rows } = await sql<{
      amount: number;
    }>`select sum(amount_kobo)::int8 as amount from purchase_order where source = ${world.hub}`.execute(
      database().kysely,
    );
    expect([answer.total, rows[0]?.amount]).toEqual(['0.06', 6]);
  });
});
