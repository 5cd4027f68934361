/** A real history is loaded with its dates, by an administrator (issue 25 part 3). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const YEAR = 365 * DAY;
const HISTORY = '{"history":true}';

describeEngineOfDay('orders of the past', (database) => {
  let server: TestServer;
  let w: World;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
  });
  const create = (more: Record<string, unknown>, ask = {}) =>
    w.call('POST', 'purchase_order/create', w.header(w.shipIn, more), ask);

  test('only an administrator says that an order is of the past', { tags: ['D-history'] }, async () => {
    const response = await create({ timestamp: NOW - YEAR, meta: HISTORY }, { token: w.officer.token });
    expect(response).toMatchObject({ code: 403, message: 'Only an administrator may bring orders of the past.' });
    const own = await create({}, { token: w.officer.token });
    const update = await w.call(
      'POST',
      'purchase_order/update',
      { _id: own.data, meta: HISTORY },
      { token: w.officer.token },
    );
    expect(update.code).toBe(403);
  });
  test('more than 15 years back, or in the future, is refused at the date', { tags: ['D-history'] }, async () => {
    for (const timestamp of [NOW - 16 * YEAR, NOW + DAY]) {
      const response = await create({ timestamp, meta: HISTORY });
      expect([response.code, Object.keys((response.data as Data).fields)]).toEqual([422, ['timestamp']]);
    }
  });
  test('without the word the wizard keeps its limits', { tags: ['D-history'] }, async () => {
    expect((await create({ timestamp: NOW - 14 * YEAR })).code).toBe(422);
  });
  test('shipments, issues and returns of 14 years ago are booked on their days', { tags: ['D-history'] }, async () => {
    const at = NOW - 14 * YEAR;
    for (const [days, parties] of [w.shipIn, w.issue, w.giveBack].entries()) {
      const made = await w.call(
        'POST',
        'purchase_order/create',
        w.header(parties, { timestamp: at + days * DAY, meta: HISTORY }),
      );
      const id = made.data as unknown as string;
      await w.put(id, [w.rice, 2]);
      expect((await w.execute(id)).message).toBe('Transfer successful.');
      expect((await w.read(id)).timestamp).toBe(at + days * DAY);
    }
    const { rows } =
      await sql<Data>`select kind, timestamp from warehouse_log where warehouse_id = ${await w.warehouseOf(w.hub)}
      order by timestamp`.execute(database().kysely);
    expect(rows).toEqual([
      { kind: 'shipment_in', timestamp: at },
      { kind: 'stock_out', timestamp: at + DAY },
      { kind: 'stock_in', timestamp: at + 2 * DAY },
    ]);
    const report = await w.call('POST', 'warehouse_log/report', {
      warehouse_ids: [await w.warehouseOf(w.hub)],
      from_timestamp: at - DAY,
      to_timestamp: at + 3 * DAY,
      context: 'stock_returned',
    });
    expect(report.data.products).toHaveLength(1);
  });
  test('an order of the past can be dated anew by an administrator; to somebody else it keeps its date', {
    tags: ['D-history'],
  }, async () => {
    const id = (await create({ timestamp: NOW - 10 * YEAR, meta: HISTORY })).data as unknown as string;
    const update = (more: Record<string, unknown>, ask = {}) =>
      w.call('POST', 'purchase_order/update', { _id: id, ...more }, ask);
    expect((await update({ timestamp: NOW - 12 * YEAR })).code).toBe(200);
    expect((await w.read(id)).timestamp).toBe(NOW - 12 * YEAR);
    expect((await update({ timestamp: NOW - 13 * YEAR }, { token: w.officer.token })).code).toBe(422);
    expect((await update({ timestamp: NOW - 12 * YEAR, source: w.distributor }, { token: w.officer.token })).code).toBe(
      200,
    );
    expect((await w.read(id)).timestamp).toBe(NOW - 12 * YEAR);
  });
  test('a count is dated in the same way, by an administrator alone', { tags: ['D-history'] }, async () => {
    await w.fill([[w.milk, 12]]);
    const warehouse_id = await w.warehouseOf(w.hub);
    const count = (more: Record<string, unknown>, ask = {}) =>
      w.call(
        'POST',
        'warehouse_log/adjust',
        { warehouse_id, product_id: w.milk, counted: 9, reason: 'count', ...more },
        ask,
      );
    expect((await count({ timestamp: NOW - YEAR }, { token: w.staff.token })).code).toBe(403);
    expect((await count({ timestamp: NOW - 16 * YEAR })).code).toBe(422);
    const response = await count({ timestamp: NOW - 11 * YEAR });
    expect(response.data.log).toMatchObject({ timestamp: NOW - 11 * YEAR, created: NOW, quantity: -3 });
    expect((await count({ counted: 8 })).data.log.timestamp).toBe(NOW);
  });
});
