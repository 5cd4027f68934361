/** B3.6, B11.1: a line that a tablet makes without the server has the price that the server gives the same line, for each kind of transfer. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { parseMoney } from '#domain/money.ts';
import { KINDS } from '#domain/transfer.ts';
import { hubOf } from '#domain/usualRate.ts';
import { pricedBetween } from '#features/stock/parts/preparedPrices.ts';
import { newLine } from '#features/stock/transfer/desk/deskLines.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type Parties, type World } from '#tests/support/stockWorld.ts';

describeEngineOfDay('prepared prices', (database) => {
  let server: TestServer;
  let w: World;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    // Two shipments at two prices, one product that was never shipped, and a price of the hub's own.
    await w.fill([[w.milk, 120, 120, '100000']]);
    server.clock.now = NOW + 60;
    await w.fill([
      [w.milk, 12, 12, '11111'],
      [w.soap, 70, 70, '8000'],
    ]);
    for (const product of [w.milk, w.soap, w.rice])
      await sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
        values (${`dp_${product}`}, ${NOW}, ${NOW}, ${w.distributor}, ${product})`.execute(database().kysely);
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
      values (${`sp_${w.run}`}, ${NOW}, ${NOW}, ${w.hub}, ${w.milk}, 1, 1333300)`.execute(database().kysely);
    const issued = await w.order(w.issue, [
      [w.milk, 24],
      [w.soap, 14],
    ]);
    await w.execute(issued);
  });
  const ask = async (path: string, fields: Record<string, unknown>) =>
    (await w.call('POST', `warehouse_product/${path}`, fields, { token: w.officer.token })).data;

  test('the prices of a hub are for who makes transfers, and of hubs alone', { tags: ['API-4.3'] }, async () => {
    const outsider = { token: (await server.signInAs('manager.buyer')).token };
    const path = 'warehouse_product/read_rates';
    expect((await w.call('POST', path, { seller_id: w.hub }, outsider)).code).toBe(403);
    expect(await w.call('POST', path, {})).toMatchObject({ code: 422, message: 'Hub field is required.' });
    expect(await w.call('POST', path, { seller_id: w.distributor })).toMatchObject({
      ...{ code: 404, message: 'Hub not found' },
    });
  });

  test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    '%s: the same line, with the server and without',
    {
      tags: ['B3.6', 'B11.1', 'K1'],
    },
    async (kind) => {
      const parties: Parties = {
        ...{ shipment_in: w.shipIn, shipment_out: w.reject, stock_in: w.giveBack, stock_out: w.issue },
      }[kind];
      const [source_type, source, destination_type, destination] = parties;
      const ends = { source_type, source, destination_type, destination };
      const from = { parent_type: source_type, parent: source };
      const exact = (await ask('read_by_party', { ...from, destination_type, destination })).products as Pickable[];
      const prepared = (await ask('read_by_party', from)).products as Pickable[];
      const rates = await ask('read_rates', { seller_id: hubOf(ends) ?? '' });
      const made = pricedBetween(listed(prepared), ends, rates as never).slice(0, prepared.length);
      expect(exact.map((one) => one.product_id).sort()).toContain(w.soap);
      const lines = (rows: readonly Pickable[]) =>
        rows.map((one) => newLine(one, 5 * one.product.case_count + 1, false));
      expect(lines(made)).toEqual(lines(exact));
      // And both are what the server takes for a line that says no price.
      const order = await w.order(parties);
      for (const line of lines(made)) {
        const kept = await w.put(order, [line.product_id, line.quantity]);
        expect([kept.code, parseMoney(kept.data.amount), kept.data.rate]).toEqual([
          ...[200, parseMoney(line.amount), line.rate],
        ]);
      }
      // The list price alone would be another one: of the milk by the hub's own price, or by the last shipment.
      const list = prepared.find((one) => one.product_id === w.milk)?.rate;
      expect(made.find((one) => one.product_id === w.milk)?.rate).not.toBe(list);
    },
  );
});
