/** A line's amount stands in the log, so that reports, wallets and invoices of one shipment agree to the kobo (imports.md D9). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;

describeEngineOfDay('amounts of lines', (database) => {
  let server: TestServer;
  let w: World;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
  });
  const report = async (context: string) =>
    (
      await w.call('POST', 'warehouse_log/report', {
        warehouse_ids: [await w.warehouseOf(w.hub)],
        from_timestamp: NOW - DAY,
        to_timestamp: NOW + 2 * DAY,
        context,
      })
    ).data;

  test('a shipment whose price per case is no whole kobo is worth in the report what its wallet and its receipt say', {
    tags: ['D9'],
  }, async () => {
    // 3 units of one a case for 10.00: 3.33 a case would make 9.99; 7 of 11 units of 7 a case for 100.01.
    const id = await w.fill([
      [w.rice, 3, 3, '10.00'],
      [w.soap, 11, 7, '100.01'],
    ]);
    const receipt = await w.read(id);
    const answer = await report('shipment_received');
    expect(answer.total).toBe(receipt.amount_accepted);
    expect(await w.wallet(w.distributor)).toBe(-Math.round(Number(answer.total) * 100));
    expect(answer.products.map((one: Data) => one.total).sort()).toEqual(['10.00', '63.64']);
    const amounts = answer.products.flatMap((one: Data) =>
      (one.entries as unknown as Data[]).map((entry) => entry.amount),
    );
    expect(amounts.sort()).toEqual(['10.00', '63.64']);
    expect(await brokenBooks(database())).toEqual([]);
  });
  test('goods that are issued and come back likewise, in the sales report too', { tags: ['D9'] }, async () => {
    const issued = await w.read(await done(await w.order(w.issue, [[w.rice, 3, 3, '20.00']])));
    const back = await w.read(await done(await w.order(w.giveBack, [[w.rice, 2, 2, '13.34']])));
    expect((await report('stock_issued')).total).toBe(issued.amount_accepted);
    expect((await report('stock_returned')).total).toBe(back.amount_accepted);
    expect((await report('sales')).total).toBe('6.66');
    expect(await w.wallet(w.rep)).toBe(666);
  });
  const done = async (id: string) => {
    expect((await w.execute(id)).message).toBe('Transfer successful.');
    return id;
  };
  test('both sides of a line have its amount; a row without one is worth quantity times price per case', {
    tags: ['D9'],
  }, async () => {
    const { rows } =
      await sql<Data>`select item_id, count(distinct amount_kobo)::int4 as amounts, count(*)::int4 as sides from warehouse_log
      where item_id is not null group by item_id`.execute(database().kysely);
    expect(rows.every((row) => row.amounts === 1 && row.sides === 2)).toBe(true);
    const hub = await w.warehouseOf(w.hub);
    await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created,
      timestamp) values ('of_before', 'PO-BEFORE', 'shipment_in', ${hub}, ${w.soap}, 5, 1000, 1000, 5, ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    // 5 units at 10.00 for a case of 7.
    expect((await report('shipment_received')).total).toBe('80.78');
  });
});
