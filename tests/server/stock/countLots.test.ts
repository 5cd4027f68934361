/** A stocktake that counts by lot (decision 0720): refusals first, then what is posted, and random counts whose lots stand in the books afterwards. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { chance } from '#tests/support/chance.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, newKey } from '#tests/support/server.ts';
import { countWorldOfEach } from '#tests/support/stocktakeWorld.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const dayIn = (days: number) => new Date((NOW + 3_600 + days * DAY) * 1_000).toISOString().slice(0, 10);
type Lot = readonly [code: string, expires: string, units: number];

describeEngineOfDay('a stocktake by lot', (database) => {
  const { server, w } = countWorldOfEach(database);
  const db = () => database().kysely;
  const lots = (...named: Lot[]) => JSON.stringify(named);
  const track = (_id: string) => w.call('POST', 'product/track_lots', { _id, tracks_lots: true }, { key: newKey() });
  const receive = async (units: number, named: readonly Lot[]) => {
    const made = await w.call('POST', 'purchase_order/create', w.header(w.shipIn, { timestamp: server.clock.now }));
    const id = made.data as unknown as string;
    expect((await w.put(id, [w.milk, units], { lots: lots(...named) })).code).toBe(200);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
  };
  /** "A1 2027-01-01 12" of each lot of milk in the hub, as they leave. */
  const held = async () =>
    (
      await sql<{ lot: string }>`select code || ' ' || expires || ' ' || quantity as lot from lot_stock
        where warehouse_id = ${w.warehouse} and product_id = ${w.milk} and quantity > 0
        order by expires = '', expires, code`.execute(db())
    ).rows.map((row) => row.lot);
  const [early, late] = [dayIn(20), dayIn(80)];
  /** Milk: 120 units unknown, 24 of B1 (early), 36 of A1 (late). */
  const fill = async () => {
    await track(w.milk);
    await receive(60, [
      ['A1', late, 36],
      ['B1', early, 24],
    ]);
  };
  const fieldsOf = (answer: { data: Data }) =>
    (answer.data.results as Data[]).map((row) => row.data?.fields ?? row.code);

  describe('refuses', () => {
    test('lots that cannot be, of goods that are not tracked, or more than the figure; the others of the batch are counted', {
      tags: ['LOT-19'],
    }, async () => {
      await fill();
      const id = await w.begun();
      const answer = await w.count(w.ngozi, id, [
        [w.milk, 12, { lots: '[["",null,1]]' }],
        [w.milk, 12, { lots: lots(['A1', '2027-02-30', 1]) }],
        [w.milk, 12, { lots: lots(['A1', late, 8], ['B1', early, 5]) }],
        [w.rice, 12, { lots: lots(['A1', late, 8]) }],
        [w.milk, 13, { lots: lots(['A1', late, 8], ['B1', early, 5]) }],
        [w.soap, 7],
      ]);
      expect(fieldsOf(answer)).toEqual([
        { lots: 'Lots must be a list of lot, day and units.' },
        { lots: 'Expiry day must be a day like 2027-03-01.' },
        { lots: 'The lots add up to more than the count.' },
        { lots: `Rice ${w.run} is not tracked by lot.` },
        200,
        200,
      ]);
    });

    test('a posting after the lots changed, though the figure is the same', {
      tags: ['LOT-20', 'STK-13'],
    }, async () => {
      await fill();
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 180, { lots: lots(['A1', late, 36], ['B1', early, 24]) }]]);
      await w.finish(w.ngozi, id);
      const { digest } = await w.results(id);
      await w.counted(w.ngozi, id, [[w.milk, 180, { lots: lots(['A1', late, 40], ['B1', early, 20]) }]]);
      await w.finish(w.ngozi, id);
      expect((await w.post(id, { expect_digest: digest })).code).toBe(409);
      expect((await w.post(id)).code).toBe(200);
      expect(await held()).toEqual([`B1 ${early} 20`, `A1 ${late} 40`, '  120']);
    });

    test('in the database: an adjustment whose lots are not its units', { tags: ['LOT-04', 'LOT-22'] }, async () => {
      await fill();
      const adjust = (units: number, named: string) =>
        db()
          .transaction()
          .execute(async (tx) => {
            await sql`update warehouse_product set quantity = quantity + ${units}
              where warehouse_id = ${w.warehouse} and product_id = ${w.milk}`.execute(tx);
            await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo,
                balance_after, created, timestamp, lots)
              values (${newKey()}, 'X', 'adjustment', ${w.warehouse}, ${w.milk}, ${units}, 1, 1, 1, ${NOW}, ${NOW}, ${named})`.execute(
              tx,
            );
          });
      await expect(adjust(-4, lots(['A1', late, -3]))).rejects.toMatchObject({ code: 'KS004' });
      await expect(adjust(0, lots(['A1', late, -40], ['B1', early, 40]))).rejects.toThrow(/lot_stock_not_negative/);
    });
  });

  test('what was counted by lot stands in the books by lot, also where the figure of the product is right', {
    tags: ['LOT-19', 'LOT-20', 'STK-14'],
  }, async () => {
    await fill();
    const id = await w.begun();
    const own = lots(['A1', late, 30], ['B1', early, 30], ['C1', '', 120]);
    const [answer] = await w.counted(w.ngozi, id, [[w.milk, 180, { lots: own }]]);
    expect(answer).toMatchObject({ quantity: 180, lots: lots(['C1', '', 120], ['B1', early, 30], ['A1', late, 30]) });
    const line = w.lineOf(await w.readOne(w.ngozi, id), w.milk);
    expect(line).toMatchObject({ book: null, own: [{ quantity: 180, lots: answer?.lots }] });
    // Nobody else sees them in a blind stocktake.
    expect(JSON.stringify(w.lineOf(await w.readOne(w.musa, id), w.milk))).not.toContain('C1');
    await w.finish(w.ngozi, id);
    expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({
      difference: 0,
      lots: [
        { code: 'B1', expires: early, counted: 30, book: 24, difference: 6 },
        { code: 'A1', expires: late, counted: 30, book: 36, difference: -6 },
        { code: '', expires: '', counted: null, book: 120, difference: -120 },
        { code: 'C1', expires: '', counted: 120, book: 0, difference: 120 },
      ],
    });
    const posted = await w.post(id);
    expect(posted.data).toMatchObject({ adjusted: 1, short_value: '0.00', over_value: '0.00' });
    expect(await held()).toEqual([`B1 ${early} 30`, `A1 ${late} 30`, 'C1  120']);
    // The trace of a lot says so, under the reference of the stocktake.
    const trace = await w.call('GET', 'lot/trace', { product_id: w.milk, code: 'C1' });
    expect(trace.data.moves).toMatchObject([{ ref: posted.data.ref, quantity: 120 }]);
    // What was posted stays as it was told.
    expect(w.lineOf(await w.results(id), w.milk).lots).toHaveLength(4);
  });

  test('a count without lots is posted as before: what is missing expired first, what is over is unknown', {
    tags: ['LOT-21', 'STK-14'],
  }, async () => {
    await fill();
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 150]]);
    await w.finish(w.ngozi, id);
    expect((await w.post(id, { anyway: true })).code).toBe(200);
    expect(await held()).toEqual([`A1 ${late} 30`, '  120']);
    const again = await w.begun();
    await w.counted(w.ngozi, again, [[w.milk, 155]]);
    await w.finish(w.ngozi, again);
    expect((await w.post(again, { anyway: true })).code).toBe(200);
    expect(await held()).toEqual([`A1 ${late} 30`, '  125']);
  });

  test('goods that left after the count stay gone, whatever lot the books took them from', {
    tags: ['LOT-22', 'STK-10'],
  }, async () => {
    await fill();
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 176, { lots: lots(['A1', late, 36], ['B1', early, 20]) }]]);
    server.clock.now += 60;
    // The books take what expires first: 22 of the 24 of B1, of which 20 were counted.
    await w.issueNow([[w.milk, 22]]);
    await w.finish(w.ngozi, id);
    expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ counted: 176, book: 180, difference: -4 });
    expect((await w.post(id, { anyway: true })).code).toBe(200);
    expect(await held()).toEqual([`A1 ${late} 36`, '  118']);
  });

  test('two persons who name other lots of one place send the product to a recount', {
    tags: ['LOT-19', 'STK-06'],
  }, async () => {
    await fill();
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 12, { lots: lots(['A1', late, 12]) }]]);
    await w.counted(w.musa, id, [[w.milk, 12]]);
    expect(w.lineOf(await w.readOne(w.musa, id), w.milk).state).toBe('counted');
    await w.counted(w.bisi, id, [[w.milk, 12, { lots: lots(['B1', early, 12]) }]]);
    expect(w.lineOf(await w.readOne(w.musa, id), w.milk)).toMatchObject({ state: 'recount', why: 'differ' });
  });

  describe('a recount of lots', { tags: ['LOT-28', 'STK-08'] }, () => {
    // The books have 24 of B1, 36 of A1 and 120 unknown. The figure is right each time.
    const count = (who: { token: string; user_id: string }, id: string, named: string, units = 180) =>
      w.counted(who, id, [[w.milk, units, { lots: named }]]);

    test('lots that differ by more than the limit go to somebody else, also where the figure is right', async () => {
      await fill();
      const id = await w.begun();
      // 24 units at N1,000 stand on the other lot.
      await count(w.ngozi, id, lots(['A1', late, 12], ['B1', early, 48]));
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ recounts: 1 });
      const line = w.lineOf(await w.readOne(w.ngozi, id), w.milk);
      expect(line).toMatchObject({ state: 'recount', why: 'large', round: 2, needs_another: true });
      // The same lots by another person confirm them.
      await count(w.musa, id, lots(['A1', late, 12], ['B1', early, 48]));
      expect((await w.finish(w.musa, id)).data).toMatchObject({ recounts: 0 });
      expect((await w.post(id)).code).toBe(200);
      expect(await held()).toEqual([`B1 ${early} 48`, `A1 ${late} 12`, '  120']);
    });

    test('another answer by lot is no better than the first one, and asks a third time', async () => {
      await fill();
      const id = await w.begun();
      await count(w.ngozi, id, lots(['A1', late, 12], ['B1', early, 48]));
      await w.finish(w.ngozi, id);
      await count(w.musa, id, lots(['A1', late, 60]));
      expect((await w.finish(w.musa, id)).data).toMatchObject({ recounts: 1 });
      expect(w.lineOf(await w.readOne(w.bisi, id), w.milk)).toMatchObject({ state: 'recount', why: 'large', round: 3 });
    });

    test('a recount without lots says nothing of them: no lot moves on the word of one person', async () => {
      await fill();
      const id = await w.begun();
      await count(w.ngozi, id, lots(['A1', late, 12], ['B1', early, 48]));
      await w.finish(w.ngozi, id);
      await w.counted(w.musa, id, [[w.milk, 180]]);
      expect((await w.finish(w.musa, id)).data).toMatchObject({ recounts: 0 });
      expect((await w.post(id)).code).toBe(200);
      expect(await held()).toEqual([`B1 ${early} 24`, `A1 ${late} 36`, '  120']);
    });

    test('lots within the limit are in no doubt, and neither are goods of which the books know no lot', async () => {
      await fill();
      const id = await w.begun();
      await count(w.ngozi, id, lots(['A1', late, 37], ['B1', early, 23], ['C1', '', 120]));
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ recounts: 0 });
    });
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'random counts by lot, life %i',
    { tags: ['LOT-19', 'LOT-20', 'LOT-04'] },
    async (seed) => {
      const { below } = chance(seed);
      await fill();
      const id = await w.begun();
      // What really stands on the shelf, lot by lot, in two places.
      const real = new Map<string, Lot>();
      const put = (code: string, expires: string, units: number) => {
        const there = real.get(code)?.[2] ?? 0;
        if (units > 0) real.set(code, [code, expires, there + units]);
      };
      for (const place of ['Aisle', 'Floor']) {
        const here = (
          [
            ['A1', late],
            ['B1', early],
            ['C1', ''],
          ] as const
        ).flatMap(([code, expires]): Lot[] => {
          const units = below(60);
          put(code, expires, units);
          return units === 0 ? [] : [[code, expires, units]];
        });
        const quantity = here.reduce((sum, [, , units]) => sum + units, 0);
        await w.counted(w.ngozi, id, [[w.milk, quantity, { place, lots: lots(...here) }]]);
      }
      server.clock.now += 30;
      const units = [...real.values()].reduce((sum, [, , n]) => sum + n, 0);
      const gone = Math.min(below(10), units);
      if (gone > 0 && below(2) === 0) await receive(gone, [['A1', late, gone]]).then(() => put('A1', late, gone));
      await w.finish(w.ngozi, id);
      expect((await w.post(id, { anyway: true })).code).toBe(200);
      expect(await held()).toEqual(
        [...real.values()]
          .sort(([a, x], [b, y]) => Number(x === '') - Number(y === '') || (x < y ? -1 : x > y ? 1 : a < b ? -1 : 1))
          .map(([code, expires, n]) => `${code} ${expires} ${n}`),
      );
      expect(await brokenBooks(database())).toEqual([]);
    },
  );
});
