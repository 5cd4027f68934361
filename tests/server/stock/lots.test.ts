/** Lots (decision 0540): refusals first, then what moves, and that the lots of a product always sum to its stock. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Ask, type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
/** NOW is a day of 2026. */
const dayIn = (days: number) => new Date((NOW + 3_600 + days * DAY) * 1_000).toISOString().slice(0, 10);

describeEngineOfDay('lots', (database) => {
  let server: TestServer;
  let w: World;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
  });
  const db = () => database().kysely;
  const track = (_id: string, tracks_lots = true, more: Record<string, unknown> = {}, ask: Ask = {}) =>
    w.call('POST', 'product/track_lots', { _id, tracks_lots, ...more }, { key: newKey(), ...ask });
  type Lot = readonly [code: string, expires: string, units: number];
  /** Completes a transfer of one product; the lots are named if given. */
  const move = async (
    parties: Parameters<World['order']>[0],
    product: string,
    units: number,
    lots?: readonly Lot[],
  ) => {
    const id = await w.order(parties);
    const put = await w.put(id, [product, units], lots ? { lots: JSON.stringify(lots) } : {});
    expect(put.message).toBe('Product added to purchase order!');
    const done = await w.execute(id);
    expect(done.message).toBe('Transfer successful.');
    return id;
  };
  /** Lots of a product in a party's warehouse, as they leave. */
  const lotsAt = async (owner: string, product: string) =>
    (
      await sql<{ lot: string }>`select s.code || ' ' || s.expires || ' ' || s.quantity as lot from lot_stock s
        join warehouse w on w._id = s.warehouse_id where w.parent = ${owner} and s.product_id = ${product} and s.quantity > 0
        order by s.expires = '', s.expires, s.code`.execute(db())
    ).rows.map((row) => row.lot);
  const adjust = async (product_id: string, counted: number) =>
    w.call(
      'POST',
      'warehouse_log/adjust',
      { warehouse_id: await w.warehouseOf(w.hub), product_id, counted, reason: 'count' },
      { key: newKey() },
    );
  const fill = async () => {
    await track(w.milk);
    await move(w.shipIn, w.milk, 24, [['A1', dayIn(80), 24]]);
    await move(w.shipIn, w.milk, 36, [
      ['B1', dayIn(20), 12],
      ['C1', '', 24],
    ]);
  };

  describe('refuses', () => {
    test('the mark to everybody but an administrator, and of a product that is not there', {
      tags: ['LOT-03', 'LOT-16'],
    }, async () => {
      expect((await track(w.milk, true, {}, { token: w.officer.token })).code).toBe(403);
      expect((await track(w.milk, true, {}, { token: w.staff.token })).code).toBe(403);
      expect((await track('nothing')).code).toBe(404);
      expect((await track(w.milk, true, { base_version: 9 })).code).toBe(409);
    });

    test('lots that cannot be, at the line', { tags: ['LOT-01', 'LOT-03'] }, async () => {
      await track(w.milk);
      const id = await w.order(w.shipIn);
      const put = (product: string, lots: string, units = 24) => w.put(id, [product, units], { lots });
      const messageOf = async (...sent: Parameters<typeof put>) => {
        const response = await put(...sent);
        return [response.code, response.data.fields?.lots];
      };
      expect(await messageOf(w.milk, '[["",null,1]]')).toEqual([422, 'Lots must be a list of lot, day and units.']);
      expect(await messageOf(w.milk, '[["A1","2027-02-30",1]]')).toEqual([
        422,
        'Expiry day must be a day like 2027-03-01.',
      ]);
      expect(await messageOf(w.milk, '[["A1","",20],["B1","",5]]')).toEqual([
        422,
        'The lots add up to more than the line.',
      ]);
      expect(await messageOf(w.rice, '[["A1","",1]]')).toEqual([422, `Rice ${w.run} is not tracked by lot.`]);
      expect(await w.items(id)).toEqual([]);
    });

    test('a list of no days, and a lot that never was', {
      tags: ['LOT-08', 'LOT-17', 'LOT-09', 'LOT-18'],
    }, async () => {
      const call = (path: string, fields: Record<string, unknown>, ask: Ask = {}) => w.call('GET', path, fields, ask);
      expect((await call('lot/read_expiring', {})).code).toBe(422);
      expect((await call('lot/read_expiring', { days: '-1' })).code).toBe(422);
      expect((await call('lot/trace', { product_id: w.milk, code: 'NONE' })).code).toBe(404);
      expect((await call('lot/trace', { product_id: 'nothing', code: 'A1' })).code).toBe(404);
      const scan = async (code: string) => (await call('lot/trace', { product_id: w.milk, code })).data.fields;
      expect(await scan(`]d2010950110153000310B1`)).toEqual({ code: `This code is not one of Milk ${w.run}.` });
      await sql`update product set barcode_unit = '9501101530003' where _id = ${w.milk}`.execute(db());
      expect(await scan(`]d201095011015300033712`)).toEqual({ code: 'This code names no lot.' });
      expect((await call('lot/read_by_product', { product_id: 'nothing' })).code).toBe(404);
    });

    test('in the database: lots that do not sum to the stock, stock without its lots, a changed movement', {
      tags: ['LOT-04'],
    }, async () => {
      await fill();
      const unequal = { code: 'KS004' };
      await expect(
        sql`update lot_stock set quantity = quantity + 1 where product_id = ${w.milk}`.execute(db()),
      ).rejects.toMatchObject(unequal);
      await expect(
        sql`delete from lot_stock where product_id = ${w.milk} and code = 'A1'`.execute(db()),
      ).rejects.toMatchObject(unequal);
      await expect(
        sql`update warehouse_product set quantity = quantity - 1 where product_id = ${w.milk} and quantity > 0`.execute(
          db(),
        ),
      ).rejects.toMatchObject(unequal);
      await expect(
        sql`update lot_move set quantity = 1 where product_id = ${w.milk}`.execute(db()),
      ).rejects.toBeTruthy();
      await expect(
        sql`update lot_stock set quantity = -1 where product_id = ${w.milk}`.execute(db()),
      ).rejects.toBeTruthy();
      expect(await lotsAt(w.hub, w.milk)).toEqual([`B1 ${dayIn(20)} 12`, `A1 ${dayIn(80)} 24`, 'C1  24']);
    });
  });

  test('begin with all goods in the lot "unknown", and end without lots', { tags: ['LOT-03', 'LOT-05'] }, async () => {
    await w.fill([[w.milk, 60]]);
    expect(await lotsAt(w.hub, w.milk)).toEqual([]);
    expect((await track(w.milk)).data).toMatchObject({ tracks_lots: true, version: 2 });
    expect(await lotsAt(w.hub, w.milk)).toEqual(['  60']);
    // An older tablet names none.
    await move(w.issue, w.milk, 24);
    expect([await lotsAt(w.hub, w.milk), await lotsAt(w.rep, w.milk)]).toEqual([['  36'], ['  24']]);
    expect((await track(w.milk, false)).data).toMatchObject({ tracks_lots: false, version: 3 });
    expect(await lotsAt(w.hub, w.milk)).toEqual([]);
    await move(w.issue, w.milk, 12);
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 24 });
  });

  test('stand at the line in one text, and an edit without lots keeps them', { tags: ['LOT-01'] }, async () => {
    await track(w.milk);
    const id = await w.order(w.shipIn);
    await w.put(id, [w.milk, 24], { lots: '[["b2","2027-05-01",4],["a1","2027-03-01",20]]' });
    const [line] = (await w.items(id)) as unknown as Data[];
    expect(line).toMatchObject({ lots: '[["A1","2027-03-01",20],["B2","2027-05-01",4]]', version: 1 });
    const edit = (more: Record<string, unknown>) => w.put(id, [w.milk, 36], { _id: line?._id, ...more });
    for (const more of [{}, { lots: '' }])
      expect((await edit(more)).data).toMatchObject({ lots: line?.lots, version: 2 });
    expect((await edit({ lots: '[]' })).data).toMatchObject({ lots: null, version: 3 });
  });

  test('stand at what a hub can give, first expired first; nothing is said of other products', {
    tags: ['LOT-14'],
  }, async () => {
    await fill();
    await move(w.shipIn, w.rice, 12);
    const given = async (parent_type: string, parent: string) =>
      (
        (await w.call('POST', 'warehouse_product/read_by_party', { parent_type, parent })).data.products as {
          product_id: string;
          product: { tracks_lots?: boolean };
          lots?: unknown;
        }[]
      ).map((one) => [one.product_id, one.product.tracks_lots, one.lots]);
    const ofHub = await given('seller', w.hub);
    expect(ofHub).toContainEqual([w.rice, undefined, undefined]);
    expect(ofHub).toContainEqual([
      w.milk,
      true,
      [
        ['B1', dayIn(20), 12],
        ['A1', dayIn(80), 24],
        ['C1', '', 24],
      ],
    ]);
  });

  test('leave first expired first, and go along; named lots go before', { tags: ['LOT-05', 'LOT-06'] }, async () => {
    await fill();
    expect(await lotsAt(w.hub, w.milk)).toEqual([`B1 ${dayIn(20)} 12`, `A1 ${dayIn(80)} 24`, 'C1  24']);
    await move(w.issue, w.milk, 18);
    expect(await lotsAt(w.rep, w.milk)).toEqual([`B1 ${dayIn(20)} 12`, `A1 ${dayIn(80)} 6`]);
    await move(w.issue, w.milk, 12, [['C1', '', 12]]);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`A1 ${dayIn(80)} 18`, 'C1  12']);
    await move(w.giveBack, w.milk, 6);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`B1 ${dayIn(20)} 6`, `A1 ${dayIn(80)} 18`, 'C1  12']);
    // A lot that the books do not have there is taken at the word of who sees it.
    await move(w.issue, w.milk, 6, [['D1', dayIn(5), 6]]);
    expect(await lotsAt(w.rep, w.milk)).toContain(`D1 ${dayIn(5)} 6`);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`A1 ${dayIn(80)} 18`, 'C1  12']);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('are adjusted and counted with the stock', { tags: ['LOT-05', 'LOT-06'] }, async () => {
    await fill();
    expect((await adjust(w.milk, 40)).code).toBe(200);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`A1 ${dayIn(80)} 16`, 'C1  24']);
    expect((await adjust(w.milk, 45)).code).toBe(200);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`A1 ${dayIn(80)} 16`, '  5', 'C1  24']);
  });

  test('go back by a reversal and by an opposite transfer', { tags: ['LOT-07'] }, async () => {
    await fill();
    const issued = await move(w.issue, w.milk, 18);
    const back = await w.call(
      'POST',
      'purchase_order/reverse',
      { _id: issued, reason: 'Not loaded' },
      { key: newKey() },
    );
    expect(back.code).toBe(200);
    expect(await lotsAt(w.rep, w.milk)).toEqual([]);
    expect(await lotsAt(w.hub, w.milk)).toEqual([`B1 ${dayIn(20)} 12`, `A1 ${dayIn(80)} 24`, 'C1  24']);
    const other = await move(w.issue, w.milk, 18);
    const made = await w.call('POST', 'purchase_order/create_opposite', { _id: other }, { key: newKey() });
    const [line] = (await w.items(String((made.data as unknown as Data)._id))) as unknown as Data[];
    expect(line?.lots).toBe(
      JSON.stringify([
        ['B1', dayIn(20), 12],
        ['A1', dayIn(80), 6],
      ]),
    );
  });

  test('are listed by what expires, with value', { tags: ['LOT-08'] }, async () => {
    await fill();
    await move(w.shipIn, w.milk, 12, [['OLD', dayIn(-1), 12]]);
    const warehouse_id = await w.warehouseOf(w.hub);
    const within = async (days: number, ask: Ask = {}) =>
      (await w.call('GET', 'lot/read_expiring', { days: String(days), warehouse_id }, ask)).data;
    const soon = await within(30);
    expect(soon).toMatchObject({ count: 2, expired: 1, value: '24000.00' });
    expect((soon.rows as Data[]).map((row) => [row.code, row.days, row.quantity, row.value])).toEqual([
      ['OLD', -1, 12, '12000.00'],
      ['B1', 20, 12, '12000.00'],
    ]);
    expect(await within(79)).toMatchObject({ count: 2 });
    expect(await within(80)).toMatchObject({ count: 3, value: '48000.00' });
    const other = (await w.call('GET', 'lot/read_expiring', { days: '90', warehouse_id: 'nothing' })).data;
    expect(other).toMatchObject({ rows: [], count: 0, value: '0.00' });
    // Several warehouses are one list.
    for (const several of [[warehouse_id, 'nothing'], `nothing,${warehouse_id}`])
      expect((await w.call('GET', 'lot/read_expiring', { days: '80', warehouse_id: several })).data).toMatchObject({
        count: 3,
        expired: 1,
        value: '48000.00',
      });
  });

  test('say where each went', { tags: ['LOT-09'] }, async () => {
    await fill();
    const issued = await move(w.issue, w.milk, 18);
    const answer = (await w.call('GET', 'lot/trace', { product_id: w.milk, code: 'b1' })).data;
    expect((answer.held as Data[]).map((row) => [(row.warehouse as Data).name, row.quantity])).toEqual([
      [`Bola Rep ${w.run}`, 12],
    ]);
    await sql`update product set barcode_unit = '9501101530003' where _id = ${w.milk}`.execute(db());
    const scanned = `]d2010950110153000310b1\u001d3712`;
    const {
      code,
      held: now,
      moves: those,
    } = (await w.call('GET', 'lot/trace', { product_id: w.milk, code: scanned })).data;
    expect({ code, held: now, moves: those }).toEqual({ code: answer.code, held: answer.held, moves: answer.moves });
    const moves = answer.moves as Data[];
    expect(moves.map((one) => [(one.warehouse as Data).name, one.quantity]).sort()).toEqual([
      [`Bola Rep ${w.run}`, 12],
      [`Mushin Hub ${w.run}`, -12],
      [`Mushin Hub ${w.run}`, 12],
    ]);
    expect(moves.find((one) => Number(one.quantity) < 0)).toMatchObject({
      order: { _id: issued },
      other: { name: `Bola Rep ${w.run}` },
      by: { name: 'Adaeze Admin' },
    });
    const held = (
      await w.call('GET', 'lot/read_by_product', { product_id: w.milk, warehouse_id: await w.warehouseOf(w.hub) })
    ).data;
    expect(held).toMatchObject({ tracks_lots: true });
    expect((held.lots as Data[]).map((row) => row.code)).toEqual(['A1', 'C1']);
  });

  test('sum to the stock after any life of a product', { tags: ['LOT-04', 'LOT-05'] }, async () => {
    const lots = fc.array(
      fc.tuple(
        fc.constantFrom('A', 'B', 'C'),
        fc.constantFrom('', dayIn(10), dayIn(40)),
        fc.integer({ min: 1, max: 9 }),
      ),
      {
        maxLength: 3,
      },
    );
    const step = fc.record({
      what: fc.constantFrom('shipIn', 'issue', 'giveBack', 'reject', 'adjust', 'reverse', 'track'),
      units: fc.integer({ min: 1, max: 30 }),
      lots,
    });
    const unequal = () =>
      sql`select wp._id from warehouse_product wp join product p on p._id = wp.product_id and p.tracks_lots
      left join (select warehouse_id, product_id, sum(quantity) as held from lot_stock group by 1, 2) s using (warehouse_id, product_id)
      where wp.quantity <> coalesce(s.held, 0)
      union all select wl._id from warehouse_log wl join (select log_id, sum(quantity) as moved from lot_move group by 1) m on m.log_id = wl._id
      where wl.quantity <> m.moved`.execute(db());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const product = await w.product('Juice', 6, 60_000);
        let last: string | null = null;
        let tracked = false;
        await track(product);
        tracked = true;
        for (const { what, units, lots: named } of steps) {
          if (what === 'adjust') await adjust(product, units);
          else if (what === 'track') {
            tracked = !tracked;
            await track(product, tracked);
          } else if (what === 'reverse') {
            if (last)
              await w.call('POST', 'purchase_order/reverse', { _id: last, reason: 'By chance' }, { key: newKey() });
            last = null;
          } else {
            const id = await w.order(w[what]);
            const sum = named.reduce((all, [, , count]) => all + count, 0);
            await w.put(id, [product, units], tracked && sum <= units ? { lots: JSON.stringify(named) } : {});
            if ((await w.execute(id)).message === 'Transfer successful.') last = id;
          }
          expect((await unequal()).rows).toEqual([]);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(await brokenBooks(database())).toEqual([]);
  });
});
