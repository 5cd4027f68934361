/** What runs out and what is ordered for it (decisions 0530 to 0532): refusals first, then the reckoning beside one of its own, then the orders. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Ask, type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import type { World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
/** The start of today in Lagos, which is an hour ahead of UTC the whole year. */
const TODAY = Math.floor((NOW + 3_600) / DAY) * DAY - 3_600;

interface Line {
  seller: string;
  product: string;
  source: string;
  cases: number;
  expected?: number;
}

describeForTwoServers('what runs out', (database) => {
  let w: World;
  let server: TestServer;
  let buyer: { token: string };
  eachWorld(database, (started, made) => {
    w = made;
    server = started;
  });
  beforeEach(async () => {
    buyer = await server.signInAs('manager.staff', { name: 'Bisi Buyer' });
  });

  let turn = 0;
  /** Movements of a product in a warehouse, each `days` ago, in units; the stock is their sum. Straight into the tables, because the past has no call. */
  async function lived(
    hub: string,
    product: string,
    moves: readonly (readonly [days: number, units: number, kind: string])[],
  ) {
    const db = database().kysely;
    const warehouse = (await w.warehouseOf(hub)) ?? `wh_${hub}`;
    await sql`insert into warehouse (_id, created, modified, parent_type, parent, owner_name) values (${warehouse}, ${NOW}, ${NOW}, 'seller', ${hub}, ${hub})
      on conflict do nothing`.execute(db);
    let level = 0;
    for (const [days, units, kind] of moves) {
      level += units;
      turn += 1;
      await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
        values (${`log_${w.run}_${turn}`}, 'X', ${kind}, ${warehouse}, ${product}, ${units}, 1200000, 0, ${level}, ${NOW}, ${TODAY - days * DAY + 3_600})`.execute(
        db,
      );
    }
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified)
      values (${`wp_${warehouse}_${product}`}, ${warehouse}, ${product}, ${level}, 1200000, ${NOW}, ${NOW})`.execute(
      db,
    );
    return level;
  }
  const read = async (fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    (await w.call('GET', 'cover/read_all', { seller_id: w.hub, ...fields }, { token: buyer.token, ...ask }))
      .data as unknown as {
      total: number;
      rows: Data[];
    };
  const row = async (product: string, fields: Record<string, unknown> = {}) =>
    (await read({ product_id: product, ...fields })).rows[0] as Data;
  const order = (lines: readonly Line[], ask: Ask = {}) =>
    w.call(
      'POST',
      'cover/order',
      {
        seller_ids: lines.map((one) => one.seller),
        product_ids: lines.map((one) => one.product),
        source_ids: lines.map((one) => one.source),
        cases: lines.map((one) => one.cases),
        expected: lines.map((one) => one.expected ?? 0),
      },
      { token: buyer.token, key: newKey(), ...ask },
    );
  const rule = (fields: Record<string, unknown>, ask: Ask = {}) =>
    w.call(
      'POST',
      'cover_rule/set',
      { seller_id: w.hub, lead_days: 7, safety_days: 3, order_days: 14, ...fields },
      { token: buyer.token, key: newKey(), ...ask },
    );
  const made = async () =>
    (await sql`select 1 from purchase_order where destination in (${w.hub}, ${w.hub2})`.execute(database().kysely)).rows
      .length;
  const steady = (units: number): [number, number, string][] => [
    [40, 28 * units + 12, 'opening'],
    ...Array.from({ length: 28 }, (_, at): [number, number, string] => [27 - at, -units, 'stock_out']),
  ];

  describe('refused', () => {
    test('without the rights, and another hub and prices to a hub', { tags: ['COV-01', 'COV-02'] }, async () => {
      await lived(w.hub, w.milk, steady(12));
      await lived(w.hub2, w.milk, steady(12));
      const support = await server.signInAs('manager.customer_support');
      expect((await w.call('GET', 'cover/read_all', {}, { token: support.token })).code).toBe(403);
      const lines = [{ seller: w.hub, product: w.milk, source: w.distributor, cases: 1 }];
      const before = await made();
      expect((await order(lines, { token: w.officer.token })).code).toBe(403);
      expect((await rule({}, { token: w.officer.token })).code).toBe(403);
      const manager = await server.signInAs('seller.manager', { seller_id: w.hub });
      const seen = await read({ seller_id: w.hub2 }, { token: manager.token });
      expect(seen.rows.map((one) => [(one.seller as Data)._id, one.rate, one.from])).toEqual([[w.hub, null, null]]);
      expect((await w.call('GET', 'cover_rule/read_all', { seller_id: w.hub2 }, { token: manager.token })).code).toBe(
        404,
      );
      // Staff may not move goods between hubs: that is a purchase order of no wizard.
      expect((await order([{ ...(lines[0] as Line), source: w.hub2 }])).code).toBe(403);
      expect(await made()).toBe(before);
    });

    test('lines that are none, twice, unknown, inactive or of lists that differ', { tags: ['COV-10'] }, async () => {
      const line = { seller: w.hub, product: w.milk, source: w.distributor, cases: 1 };
      const before = await made();
      const refused = async (...lines: Line[]) => {
        const { code, message } = await order(lines);
        return [code, message];
      };
      expect((await order([])).code).toBe(422);
      expect(await refused(line, line)).toEqual([422, 'A product stands twice for one hub.']);
      expect(await refused({ ...line, product: 'none' })).toEqual([404, 'Product not found']);
      expect(await refused({ ...line, seller: 'none' })).toEqual([404, 'Hub not found']);
      expect((await order([{ ...line, cases: 0 }])).code).toBe(422);
      expect((await order([{ ...line, cases: 1_000_000 }])).code).toBe(422);
      const lists = { seller_ids: [w.hub], product_ids: [w.milk, w.soap], source_ids: [w.distributor] };
      const odd = await w.call(
        'POST',
        'cover/order',
        { ...lists, cases: [1], expected: [0] },
        { token: buyer.token, key: newKey() },
      );
      expect([odd.code, odd.message]).toEqual([
        400,
        'Each line needs a hub, a product, a supplier, cases and what is expected.',
      ]);
      await sql`update product set status = 'inactive' where _id = ${w.soap}`.execute(database().kysely);
      // All or none: the first line is right.
      expect((await order([line, { ...line, product: w.soap }])).code).toBe(422);
      await sql`update distributor set status = 'inactive' where _id = ${w.distributor}`.execute(database().kysely);
      expect((await order([line])).message).toMatch(/is inactive\.$/);
      expect(await made()).toBe(before);
    });

    test('what somebody ordered meanwhile', { tags: ['COV-11'] }, async () => {
      const line = { seller: w.hub, product: w.milk, source: w.distributor, cases: 2 };
      expect((await order([line])).code).toBe(200);
      const again = await order([line]);
      expect([again.code, again.data.error, again.data.lines]).toEqual([
        409,
        'cover_changed',
        [{ seller_id: w.hub, product_id: w.milk, expected: 24 }],
      ]);
      expect(again.message).toMatch(/^More goods are on the way than you saw: Milk .*\. Check the list, then order\.$/);
      expect((await order([{ ...line, expected: 24 }])).code).toBe(200);
      // Of two who order at once, one is refused.
      const both = await Promise.all([order([{ ...line, product: w.soap }]), order([{ ...line, product: w.soap }])]);
      expect(both.map((one) => one.code).sort()).toEqual([200, 409]);
    });

    test('a rule that changed, of supplier and product at once, or with wrong days', { tags: ['COV-07'] }, async () => {
      expect((await rule({ lead_days: 366 })).code).toBe(422);
      expect((await rule({ order_days: 0 })).code).toBe(422);
      expect((await rule({ distributor_id: w.distributor, product_id: w.milk })).code).toBe(422);
      expect((await rule({ product_id: 'none' })).code).toBe(404);
      const first = await rule({ base_version: 0 });
      expect(first.code).toBe(200);
      expect((await rule({ lead_days: 9, base_version: 0 })).data).toMatchObject({
        error: 'conflict',
        current: { lead_days: 7 },
      });
      const next = await rule({ lead_days: 9, base_version: first.data.version });
      expect(next.data).toMatchObject({ _id: first.data._id, lead_days: 9, version: 2 });
      const remove = (base_version: number) =>
        w.call(
          'POST',
          'cover_rule/remove',
          { _id: next.data._id, base_version },
          { token: buyer.token, key: newKey() },
        );
      expect((await remove(1)).code).toBe(409);
      expect((await remove(2)).code).toBe(200);
      expect((await remove(2)).code).toBe(404);
    });
  });

  test('a steady pace, days without stock, a promotion, and goods that came lately', {
    tags: ['COV-03', 'COV-04', 'COV-05'],
  }, async () => {
    await lived(w.hub, w.milk, steady(12));
    // 336 gone in 28 days and 12 left: a day. 10 days are 120 to order at, 24 days 288: 276 missing, 23 cases.
    expect(await row(w.milk)).toMatchObject({
      quantity: 12,
      gone: 336,
      days: 28,
      days_left: 1,
      reorder_at: 120,
      order_cases: 23,
      rate: '12000.00',
    });
    // Soap came 13 days ago: 14 days count. It was gone 4 days ago and came again today, so 3 of these do not.
    await lived(w.hub, w.soap, [
      [13, 70, 'shipment_in'],
      [10, -35, 'stock_out'],
      [4, -35, 'stock_out'],
      [0, 7, 'shipment_in'],
    ]);
    expect(await row(w.soap)).toMatchObject({ gone: 70, days: 11, days_left: 1 });
    // Rice: one a day, and 100 on the day of a promotion. The average busy day is (27 + 100) / 28, a day counts three times that at most: 13.
    await lived(w.hub, w.rice, [
      [40, 200, 'opening'],
      ...Array.from({ length: 27 }, (_, at): [number, number, string] => [27 - at, -1, 'stock_out']),
      [0, -100, 'stock_out'],
    ]);
    expect(await row(w.rice)).toMatchObject({ gone: 27 + 13, days: 28, quantity: 73, days_left: 51, order_cases: 0 });
    // Home, the page of the product and the page of the warehouse say the same.
    const home = (await w.call('GET', 'home/runs_out', { seller_id: w.hub }, { token: buyer.token })).data;
    expect(Object.fromEntries(home.rows.map((one: Data) => [one.product_id, one.days_left]))).toEqual({
      [w.milk]: 1,
      [w.soap]: 1,
      [w.rice]: 51,
    });
    const product = (await w.call('POST', 'warehouse_product/read_by_product', { product_id: w.rice })).data;
    expect(product).toMatchObject([{ issued: 40, days: 28 }]);
    const pace = (await w.call('POST', 'warehouse_product/read_pace', { warehouse_id: await w.warehouseOf(w.hub) }))
      .data;
    expect(pace).toContainEqual({ product_id: w.soap, issued: 70, days: 11 });
  });

  test('the figures are those of a reckoning day by day, over random lives', {
    tags: ['COV-03', 'COV-04', 'COV-05', 'COV-06'],
  }, async () => {
    let seed = 20_261_127;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let life = 0; life < 25; life += 1) {
      const size = 1 + random(24);
      const product = await w.product(`Life ${life}`, size, 100_000);
      const moves: [number, number, string][] = [];
      let level = 0;
      for (let ago = 33; ago >= 0; ago -= 1) {
        if (random(5) === 0) {
          const came = 1 + random(80);
          moves.push([ago, came, 'shipment_in']);
          level += came;
        }
        if (level > 0 && random(3) > 0) {
          const went = random(6) === 0 ? level : 1 + random(Math.min(level, 12));
          moves.push([ago, -went, 'stock_out']);
          level -= went;
        }
        if (random(7) === 0) {
          const back = 1 + random(3);
          moves.push([ago, back, 'stock_in']);
          level += back;
        }
      }
      await lived(w.hub, product, moves);
      const open = random(2) === 0 ? 0 : size * random(9);
      if (open > 0) await order([{ seller: w.hub, product, source: w.distributor, cases: open / size }]);
      // Day by day.
      let stock = moves.filter(([ago]) => ago > 27).reduce((sum, [, units]) => sum + units, 0);
      let counted = 0;
      const outs: number[] = [];
      for (let ago = 27; ago >= 0; ago -= 1) {
        const today = moves.filter(([day]) => day === ago);
        stock += today.reduce((sum, [, units]) => sum + units, 0);
        const out = -today.filter(([, , kind]) => kind !== 'shipment_in').reduce((sum, [, units]) => sum + units, 0);
        outs.push(out);
        if (stock > 0 || out > 0) counted += 1;
      }
      const busy = outs.filter((out) => out > 0);
      const cap = busy.length === 0 ? 0 : Math.floor((3 * busy.reduce((sum, out) => sum + out, 0)) / busy.length);
      const gone = outs.reduce((sum, out) => sum + Math.min(out, cap), 0);
      const days = Math.max(7, counted);
      const answer = await row(product);
      if (busy.length === 0 || gone <= 0) {
        expect(answer, `life ${life}`).toBeUndefined();
        continue;
      }
      const perDay = gone / days;
      const reorder = Math.ceil((gone * 10) / days);
      const cases =
        stock + open > reorder ? 0 : Math.max(0, Math.ceil((Math.ceil((gone * 24) / days) - stock - open) / size));
      expect(answer, `life ${life}`).toMatchObject({
        ...{ quantity: stock, expected: open, gone, days, reorder_at: reorder, order_cases: cases },
        days_left: Math.floor(stock / perDay + 1e-9),
      });
    }
  });

  test('the nearest rule counts: product, supplier, hub, usual', { tags: ['COV-07', 'COV-08'] }, async () => {
    await lived(w.hub, w.milk, steady(12));
    expect((await row(w.milk)).supplier).toBeNull();
    await sql`insert into distributor_seller (_id, created, modified, distributor_id, seller_id) values (${`ds_${w.run}`}, ${NOW}, ${NOW}, ${w.distributor}, ${w.hub})`.execute(
      database().kysely,
    );
    await sql`insert into distributor_product (_id, created, modified, distributor_id, product_id) values (${`dp_${w.run}`}, ${NOW}, ${NOW}, ${w.distributor}, ${w.milk})`.execute(
      database().kysely,
    );
    expect(await row(w.milk)).toMatchObject({ supplier: { _id: w.distributor }, rule: { of: 'usual', lead_days: 7 } });
    await rule({ lead_days: 1, safety_days: 1, order_days: 1 });
    expect(await row(w.milk)).toMatchObject({ rule: { of: 'hub' }, reorder_at: 24, order_cases: 2 });
    await rule({ lead_days: 2, safety_days: 1, order_days: 1, distributor_id: w.distributor });
    expect(await row(w.milk)).toMatchObject({ rule: { of: 'supplier' }, reorder_at: 36, order_cases: 3 });
    await rule({ lead_days: 3, safety_days: 1, order_days: 1, product_id: w.milk });
    expect(await row(w.milk)).toMatchObject({ rule: { of: 'product' }, reorder_at: 48, order_cases: 4 });
    const rules = (await w.call('GET', 'cover_rule/read_all', { seller_id: w.hub }, { token: buyer.token })).data;
    expect(rules.map((one: Data) => one.lead_days)).toEqual([1, 2, 3]);
    const history = await sql<{
      n: number;
    }>`select count(*)::int4 as n from audit_log where action = 'cover_rule' and record_id = ${w.hub}`.execute(
      database().kysely,
    );
    expect(history.rows[0]?.n).toBe(3);
    // Who sent the goods last is the supplier, also if another one is linked.
    const depot = await w.party('distributor', `Last Depot ${w.run}`);
    expect((await w.execute(await w.order(['distributor', depot, 'seller', w.hub], [[w.milk, 12]]))).message).toBe(
      'Transfer successful.',
    );
    expect((await row(w.milk)).supplier).toMatchObject({ _id: depot });
  });

  test('one press makes an open purchase order for each supplier and hub, once, and the goods are not ordered again', {
    tags: ['COV-06', 'COV-09', 'COV-10', 'COV-12'],
  }, async () => {
    await lived(w.hub, w.milk, steady(12));
    await lived(w.hub2, w.milk, steady(24));
    const key = newKey();
    const lines = [
      { seller: w.hub, product: w.milk, source: w.distributor, cases: 23 },
      { seller: w.hub, product: w.rice, source: w.distributor, cases: 2 },
      { seller: w.hub2, product: w.milk, source: w.distributor, cases: 5 },
    ];
    const before = await made();
    const first = await order(lines, { key });
    expect([first.code, first.message]).toEqual([200, '2 purchase orders made.']);
    expect(first.data.orders).toMatchObject([
      { destination: { _id: w.hub }, source: { _id: w.distributor }, lines: 2, cases: 25, amount: '376000.00' },
      { destination: { _id: w.hub2 }, lines: 1, cases: 5, amount: '60000.00' },
    ]);
    expect((await order(lines, { key })).data).toEqual(first.data);
    expect(await made()).toBe(before + 2);
    const [one] = first.data.orders;
    expect(await w.read(one._id)).toMatchObject({
      tag: 'purchase_order',
      kind: 'shipment_in',
      label: 'Shipment Received',
    });
    expect((await w.items(one._id)).map((item: Data) => [item.product_id, item.quantity]).sort()).toEqual(
      [
        [w.milk, 276],
        [w.rice, 2],
      ].sort(),
    );
    expect(await row(w.milk)).toMatchObject({ expected: 276, order_cases: 0 });
    expect((await read({ show: 'order' })).rows).toEqual([]);
    // The right to order completes nothing.
    expect((await w.execute(one._id, {}, { token: buyer.token })).code).toBe(403);
    expect((await w.execute(one._id, {}, { token: w.officer.token })).message).toBe('Transfer successful.');
    expect(await row(w.milk)).toMatchObject({ quantity: 288, expected: 0, order_cases: 0 });
  });

  test('a hub with too much is proposed, and keeps what it needs itself', { tags: ['COV-13'] }, async () => {
    await lived(w.hub, w.milk, steady(12));
    // The other hub needs 24 days of one a day, and has 60 more.
    await lived(w.hub2, w.milk, [
      [40, 112, 'opening'],
      ...Array.from({ length: 28 }, (_, at): [number, number, string] => [27 - at, -1, 'stock_out']),
    ]);
    expect((await row(w.milk)).from).toMatchObject({ _id: w.hub2, cases: 5 });
    const moved = await order([{ seller: w.hub, product: w.milk, source: w.hub2, cases: 5 }], { token: w.admin.token });
    expect(moved.code).toBe(200);
    expect(await w.read(moved.data.orders[0]._id)).toMatchObject({ kind: 'transfer', tag: 'purchase_order' });
    // What was promised is not offered again, and it is on its way.
    expect(await row(w.milk)).toMatchObject({ expected: 60, order_cases: 18, from: null });
  });

  test('several hubs are one list; a hub that is not there is refused', { tags: ['COV-09'] }, async () => {
    const absent = await w.call('GET', 'cover/read_all', { seller_id: [w.hub, 'nowhere'] }, { token: buyer.token });
    expect(absent.code).toBe(404);
    await lived(w.hub, w.milk, steady(12));
    await lived(w.hub2, w.milk, steady(12));
    const hubsOf = async (fields: Record<string, unknown>) => {
      const { rows, total } = await read(fields);
      expect(total).toBe(rows.length);
      return rows.map((one) => (one.seller as Data)._id).sort();
    };
    expect(await hubsOf({ seller_id: [w.hub] })).toEqual([w.hub]);
    const both = [w.hub, w.hub2].sort();
    expect(await hubsOf({ seller_id: [w.hub, w.hub2] })).toEqual(both);
    expect(await hubsOf({ seller_id: `${w.hub2},${w.hub},${w.hub}` })).toEqual(both);
  });

  test('words, suppliers and what is to order filter the list', { tags: ['COV-09'] }, async () => {
    await lived(w.hub, w.milk, steady(12));
    await lived(w.hub, w.soap, [
      [40, 2_800, 'opening'],
      [3, -28, 'stock_out'],
    ]);
    expect((await read()).rows.map((one) => (one.product as Data)._id)).toEqual([w.milk, w.soap]);
    expect((await read({ show: 'order' })).total).toBe(1);
    expect((await read({ search: 'soap' })).rows).toHaveLength(1);
    expect((await read({ supplier_id: w.distributor })).rows).toEqual([]);
  });
});
