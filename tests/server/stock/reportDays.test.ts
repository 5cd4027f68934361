/** Movements and stock by day (warehouse_log/by_day), against the log rows added up apart from the code. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type Parties, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const LAGOS = 3_600;
/** The start of the Lagos day of `at`. */
const dayOf = (at: number) => Math.floor((at + LAGOS) / DAY) * DAY - LAGOS;
const TODAY = dayOf(NOW);

interface LogRow {
  warehouse_id: string;
  kind: string;
  quantity: number;
  timestamp: number;
  case_count: number;
  cost: number;
  sell: number;
  amount: number | null;
}

describeEngineOfDay('movements by day', (database) => {
  let server: TestServer;
  let w: World;
  let hub: string;
  let hub2: string;
  let logs: LogRow[];
  const moved = async (parties: Parties, at: number, lines: Parameters<World['order']>[1]) => {
    const id = await w.order(parties);
    await sql`update purchase_order set timestamp = ${at} where _id = ${id}`.execute(w.db);
    for (const line of lines ?? []) await w.put(id, line);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
  };
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
    // Before the range, on its first second, in its middle, in its last minute, today, and tomorrow.
    await moved(w.shipIn, TODAY - 70 * DAY, [
      [w.milk, 120, 120, '100000'],
      [w.rice, 50, 50, '2000000'],
    ]);
    await moved(w.shipIn, TODAY - 40 * DAY + 5, [[w.milk, 17, 17, '15000.55']]);
    await moved(w.issue, TODAY - 29 * DAY, [[w.milk, 31, 31, '38750.10']]);
    await moved(w.reject, TODAY - 20 * DAY - 1, [[w.rice, 3, 3, '120000']]);
    await moved(w.shipIn, TODAY - 20 * DAY, [[w.soap, 22, 22, '3000']]);
    await moved(w.issue, TODAY - 20 * DAY + 60, [[w.soap, 9, 9, '2000']]);
    await moved(['seller', w.hub, 'seller', w.hub2], TODAY - 3 * DAY, [[w.rice, 10]]);
    await moved(w.giveBack, TODAY + DAY + 10, [[w.milk, 5, 5, '6250']]);
    hub = (await w.warehouseOf(w.hub)) ?? '';
    hub2 = (await w.warehouseOf(w.hub2)) ?? '';
    await w.call('POST', 'warehouse_log/adjust', {
      ...{ warehouse_id: hub, product_id: w.rice, counted: 30, reason: 'damaged' },
    });
    const { rows } = await sql<LogRow>`select wl.warehouse_id, wl.kind, wl.quantity, wl.timestamp, p.case_count,
      wl.cost_price_kobo as cost, wl.sell_price_kobo as sell, wl.amount_kobo as amount
      from warehouse_log wl join product p on p._id = wl.product_id`.execute(w.db);
    logs = rows;
  });
  const ask = (fields: Record<string, unknown>, more = {}) => w.call('POST', 'warehouse_log/by_day', fields, more);

  describe('refused', () => {
    test('without a warehouse, of a wrong range, of too many days, and to who sees no warehouses', async () => {
      expect(await ask({})).toMatchObject({ code: 422, message: 'Warehouse field is required.' });
      const range = { warehouse_ids: [hub], from_timestamp: NOW, to_timestamp: NOW - DAY };
      expect(await ask(range)).toMatchObject({ code: 422, message: 'Date range is required.' });
      expect(await ask({ ...range, to_timestamp: undefined })).toMatchObject({ code: 422 });
      expect(await ask({ ...range, from_timestamp: NOW - 402 * DAY })).toMatchObject({
        code: 422,
        message: 'Please choose at most 400 days.',
      });
      const outsider = await server.signInAs('manager.customer_support');
      expect((await ask({ warehouse_ids: ['*'] }, { token: outsider.token })).code).toBe(403);
    });
  });

  /** The day as the log rows say, in words that the code does not share. */
  function plainly(wanted: readonly string[], at: number) {
    const own = logs.filter((log) => wanted.includes(log.warehouse_id));
    const sum = (kind: string, sign: 1 | -1, of: (log: LogRow) => number) =>
      own
        .filter((log) => log.kind === kind && Math.sign(log.quantity) === sign && dayOf(log.timestamp) === at)
        .reduce((all, log) => all + of(log), 0);
    const cases = (log: LogRow) => Math.abs(log.quantity) / log.case_count;
    const worth = (log: LogRow, price: number) =>
      log.amount ?? Math.floor((2 * Math.abs(log.quantity) * price + log.case_count) / (2 * log.case_count));
    const until = own.filter((log) => dayOf(log.timestamp) <= at);
    return {
      received: sum('shipment_in', 1, cases),
      received_value: sum('shipment_in', 1, (log) => worth(log, log.cost)),
      rejected: sum('shipment_out', -1, cases),
      rejected_value: sum('shipment_out', -1, (log) => worth(log, log.cost)),
      issued: sum('stock_out', -1, cases),
      issued_value: sum('stock_out', -1, (log) => worth(log, log.sell)),
      returned: sum('stock_in', 1, cases),
      returned_value: sum('stock_in', 1, (log) => worth(log, log.sell)),
      held: until.reduce((all, log) => all + log.quantity / log.case_count, 0),
    };
  }
  const compare = (day: Data, wanted: readonly string[]) => {
    const plain = plainly(wanted, Number(day.at));
    for (const [name, value] of Object.entries(plain)) {
      const reported = name.endsWith('_value') ? Math.round(Number(day[name]) * 100) : Number(day[name]);
      expect(reported, `${name} of ${new Date(Number(day.at) * 1_000).toISOString()}`).toBeCloseTo(value, 4);
    }
  };

  test('each of the last 30 days and of the 30 before: what moved, and what was held at its end', {
    tags: ['REP-14'],
  }, async () => {
    for (const wanted of [[hub], [hub2], [hub, hub2]]) {
      const { days, before } = (await ask({ warehouse_ids: wanted })).data;
      expect(days.map((day: Data) => day.at)).toEqual(Array.from({ length: 30 }, (_, at) => TODAY - (29 - at) * DAY));
      expect(before.map((day: Data) => day.at)).toEqual(Array.from({ length: 30 }, (_, at) => TODAY - (59 - at) * DAY));
      for (const day of [...before, ...days]) compare(day, wanted);
      for (const day of [...before, ...days].slice(1)) {
        const last = [...before, ...days].find((one) => one.at === day.at - DAY);
        const net = day.received + day.returned - day.issued - day.rejected + day.other;
        expect(day.held - last.held).toBeCloseTo(net, 4);
      }
    }
  });

  test('the end of today, without what is dated tomorrow, costs what the books say', { tags: ['REP-14'] }, async () => {
    const { days } = (await ask({ warehouse_ids: [hub] })).data;
    const report = (
      await w.call('POST', 'warehouse_log/report', { warehouse_ids: [hub], context: 'current_inventory' })
    ).data;
    const ahead = logs.filter((log) => log.warehouse_id === hub && dayOf(log.timestamp) > TODAY);
    expect(ahead).not.toEqual([]);
    const cost = ahead.reduce((all, log) => all + Math.round((log.quantity * log.cost) / log.case_count), 0);
    expect(Math.round(Number(days.at(-1).worth) * 100)).toBe(Math.round(Number(report.total) * 100) - cost);
    // Goods moved to another hub are worth the same there: the sum over both does not change by the move.
    const both = (await ask({ warehouse_ids: [hub, hub2] })).data.days;
    expect([both.at(-4).other, both.at(-4).worth]).toEqual([0, both.at(-5).worth]);
  });

  test('the days of a range add up to its report, to the kobo', { tags: ['REP-14', 'B4'] }, async () => {
    const range = { warehouse_ids: [hub], from_timestamp: TODAY - 45 * DAY, to_timestamp: TODAY + 2 * DAY - 60 };
    const { days } = (await ask(range)).data;
    expect(days).toHaveLength(47);
    for (const [context, name] of [
      ['shipment_received', 'received'],
      ['shipment_rejected', 'rejected'],
      ['stock_issued', 'issued'],
      ['stock_returned', 'returned'],
    ] as const) {
      const answer = (await w.call('POST', 'warehouse_log/report', { ...range, context })).data;
      const kobo = days.reduce((all: number, day: Data) => all + Math.round(Number(day[`${name}_value`]) * 100), 0);
      expect(kobo, context).toBe(Math.round(Number(answer.total) * 100));
      expect(days.reduce((all: number, day: Data) => all + Number(day[name]), 0)).toBeCloseTo(answer.cases, 2);
    }
  });

  test('* is the warehouses of all hubs, and of nobody else', { tags: ['REP-14'] }, async () => {
    const { rows } = await sql<{ _id: string }>`select _id from warehouse
      where parent_type = 'seller' and status = 'active' and deleted_at is null`.execute(w.db);
    const all = rows.map((row) => row._id);
    expect(all).toEqual(expect.arrayContaining([hub, hub2]));
    expect((await ask({ warehouse_ids: ['*'] })).data).toEqual((await ask({ warehouse_ids: all })).data);
    for (const context of ['current_inventory', 'stock_issued']) {
      const range = { context, from_timestamp: TODAY - 80 * DAY, to_timestamp: NOW };
      const every = await w.call('POST', 'warehouse_log/report', { ...range, warehouse_ids: ['*'] });
      expect(every.data).toEqual((await w.call('POST', 'warehouse_log/report', { ...range, warehouse_ids: all })).data);
      expect(every.data.skus).toBeGreaterThan(0);
    }
    const entries = {
      context: 'stock_issued',
      from_timestamp: TODAY - 80 * DAY,
      to_timestamp: NOW,
      product_id: w.milk,
    };
    expect(
      (await w.call('POST', 'warehouse_log/report_entries', { ...entries, warehouse_ids: ['*'] })).data,
    ).toHaveLength(1);
  });
});
