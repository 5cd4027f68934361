/** What a saved line costs in trips to the database, whatever the machine (decision 0622). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';
import { hearTrips } from '#tests/support/trips.ts';

describeEachEngine('trips of a saved line', (database) => {
  let server: TestServer;
  let w: World;
  let order: string;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
    order = await w.order(w.shipIn);
  });

  async function heard(path: string, fields: Record<string, unknown>, key: string | undefined = newKey()) {
    const { trips, end } = hearTrips();
    const response = await server.call('POST', path, fields, { token: w.officer.token, key });
    end();
    const locked = trips.findIndex((trip) => trip.some((text) => text.includes('for update')));
    return { response, trips, holds: locked < 0 ? 0 : trips.length - locked };
  }
  const line = (product_id: string, more: Record<string, unknown> = {}) => ({
    purchase_order_id: order,
    product_id,
    quantity: 24,
    ...more,
  });

  test('a refused line, a line of no order and a line sent twice cost no more than a saved one, and are answered as before', {
    tags: ['API-31'],
  }, async () => {
    const missing = await heard('purchase_order_item/upsert', { ...line(w.milk), purchase_order_id: 'none' });
    expect([missing.response.code, missing.response.message]).toEqual([404, 'Purchase order not found']);
    const key = newKey();
    const refused = await heard('purchase_order_item/upsert', { ...line('none'), rate: '12.00' }, key);
    expect([refused.response.code, refused.response.message]).toEqual([404, 'Product not found']);
    const saved = await heard('purchase_order_item/upsert', line(w.soap, { rate: '12.00' }), key);
    const replayed = await heard('purchase_order_item/upsert', line(w.soap, { rate: '12.00' }), key);
    expect([saved.response.code, replayed.response.text]).toEqual([200, saved.response.text]);
    const double = await heard('purchase_order_item/upsert', line(w.soap, { rate: '12.00' }));
    expect([double.response.code, double.response.message]).toEqual([409, 'Product already exists in this order.']);
    expect(replayed.trips).toHaveLength(1);
    expect([missing, refused, saved, double].map(({ trips }) => trips.length <= 5)).toEqual([true, true, true, true]);
  });

  test('a saved line takes at most five trips, four with its price, and holds its transfer for two of them', {
    tags: ['API-31'],
  }, async () => {
    const priced = await heard('purchase_order_item/upsert', line(w.milk, { rate: '1200.00' }));
    expect([priced.response.code, priced.response.message]).toEqual([200, 'Product added to purchase order!']);
    expect(priced.trips.length).toBeLessThanOrEqual(4);
    expect(priced.holds).toBeLessThanOrEqual(2);
    const unpriced = await heard('purchase_order_item/upsert', line(w.rice));
    expect(unpriced.response.code).toBe(200);
    expect(unpriced.trips.length).toBeLessThanOrEqual(5);
    const { rows } = await sql<{ lines: number; audited: number; keys: number }>`select
      (select count(*) from purchase_order_item where purchase_order_id = ${order}) as lines,
      (select count(*) from audit_log where model = 'purchase_order_item') as audited,
      (select count(*) from idempotency where route = 'purchase_order_item/upsert' and state = 'done' and code = 200) as keys`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ lines: 3, audited: 3, keys: 3 }]);
  });

  test('a batch takes no more than six trips, and five with its prices', { tags: ['API-31'] }, async () => {
    const other = await w.order(w.shipIn);
    const rows = [w.milk, w.rice, w.soap];
    const batch = (more: Record<string, unknown>) => ({
      purchase_order_id: other,
      product_id: rows,
      quantity: rows.map(() => 24),
      op_key: rows.map(() => newKey()),
      ...more,
    });
    const priced = await heard(
      'purchase_order_item/upsert_bulk',
      batch({ rate: rows.map(() => '1200.00') }),
      undefined,
    );
    expect(priced.response.data).toMatchObject({ succeeded: 3, failed: 0 });
    expect(priced.trips.length).toBeLessThanOrEqual(5);
    expect(priced.holds).toBeLessThanOrEqual(2);
  });

  test('a statement that nobody waits for takes its transaction back when it fails, with its own error', {
    tags: ['API-31'],
  }, async () => {
    const before = await sql`select count(*) from purchase_order_item`.execute(database().kysely);
    await sql`alter table purchase_order add constraint small check (amount_kobo < 100000000) not valid`.execute(
      database().kysely,
    );
    const broken = await heard('purchase_order_item/upsert', line(w.milk, { _id: 'none', rate: '1.00' }));
    expect(broken.response.code).toBe(404);
    const third = await w.order(w.shipIn);
    const failed = await heard('purchase_order_item/upsert', {
      ...line(w.milk, { rate: '9000000.00' }),
      purchase_order_id: third,
    });
    await sql`alter table purchase_order drop constraint small`.execute(database().kysely);
    expect(failed.response.code).toBe(500);
    expect(server.lines.findLast((one) => one.event === 'internal')?.text).toContain('small');
    expect((await sql`select count(*) from purchase_order_item`.execute(database().kysely)).rows).toEqual(before.rows);
    const mended = await heard('purchase_order_item/upsert', {
      ...line(w.milk, { rate: '9000000.00' }),
      purchase_order_id: third,
    });
    expect(mended.response.code).toBe(200);
  });
});
