/** What posting a stocktake does to the books, what it refuses, and which movements count as before the count (decisions 0410 and 0411). */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import type { Data } from '#tests/support/server.ts';
import { countWorldOfEach } from '#tests/support/stocktakeWorld.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

describeEngineOfDay('posting a stocktake', (database) => {
  const { server, w } = countWorldOfEach(database);
  let begin: number;
  beforeEach(() => {
    begin = server.clock.now;
  });
  const at = (seconds: number) => {
    server.clock.now = begin + seconds;
  };
  const untouched = async (id: string) => {
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 120, [w.rice]: 30, [w.soap]: 70 });
    expect((await w.results(id)).status).toBe('open');
  };

  describe('refused', () => {
    test('without the right, for a stocktake that is not there, without a digest', { tags: ['STK-01'] }, async () => {
      const id = await w.begun();
      expect(await w.post(id, {}, w.ngozi)).toMatchObject({ code: 403, data: { error: 'forbidden' } });
      expect(await w.post(id, {}, w.hubManager)).toMatchObject({ code: 403 });
      expect(await w.post('nothing', { expect_digest: 'a'.repeat(64) })).toMatchObject({
        code: 404,
        message: 'Stocktake not found',
      });
      expect((await w.post(id, { expect_digest: 'abc' })).code).toBe(422);
      await untouched(id);
    });
    test('by a person who counted in it, whatever that person may else', { tags: ['STK-12'] }, async () => {
      const id = await w.begun();
      await w.counted(w.admin, id, [[w.milk, 119]]);
      await w.finish(w.admin, id);
      expect(await w.results(id, w.admin)).toMatchObject({ counted_yourself: true });
      expect(await w.results(id)).toMatchObject({ counted_yourself: false });
      expect(await w.post(id, { anyway: true }, w.admin)).toMatchObject({
        code: 403,
        message: 'You counted in this stocktake, so somebody else must post it.',
      });
      await untouched(id);
    });
    test('while somebody counts or a recount is open, unless it is meant', { tags: ['STK-15'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.rice, 5]]);
      expect(await w.post(id)).toMatchObject({
        code: 422,
        data: { fields: { anyway: 'Ngozi Counter still counts.' } },
      });
      await w.counted(w.musa, id, [[w.milk, 119]]);
      expect((await w.post(id)).message).toBe('Musa Counter and Ngozi Counter still count.');
      await w.finish(w.musa, id);
      await w.finish(w.ngozi, id);
      expect((await w.post(id)).message).toBe('1 product waits for a recount.');
      await w.recount(id, [w.milk]);
      expect((await w.post(id)).message).toBe('2 products wait for a recount.');
      await untouched(id);
      // The figures that are there hold.
      expect((await w.post(id, { anyway: true })).data).toMatchObject({ adjusted: 2 });
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 119, [w.rice]: 5, [w.soap]: 70 });
    });
    test('what the person did not see: a count, a late movement, or other figures', { tags: ['STK-13'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 119]]);
      await w.finish(w.ngozi, id);
      at(60);
      const seen = (await w.results(id)).digest as string;
      const changed = async () => {
        const answer = await w.post(id, { expect_digest: seen, anyway: true });
        const { digest } = await w.results(id);
        expect(answer).toMatchObject({
          code: 409,
          message: 'The counts or the stock changed since you looked. Please review.',
          data: { error: 'items_changed', digest },
        });
        expect(digest).not.toBe(seen);
      };
      await w.counted(w.ngozi, id, [[w.milk, 118]]);
      await changed();
      await w.counted(w.ngozi, id, [[w.milk, 119, { counted_at: begin }]]);
      await w.counted(w.musa, id, [[w.soap, 70]]);
      await changed();
      expect((await w.results(id)).status).toBe('open');
      // An issue that a tablet kept: it was before the count, so the books at the time of the count were others.
      await w.issueNow([[w.milk, 12]], begin - 600);
      await changed();
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ counted: 119, book: 108, difference: 11 });
    });
    test('columns of unequal length and reasons that are none', { tags: ['STK-14'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 119]]);
      await w.finish(w.ngozi, id);
      expect(await w.post(id, { reason_of: [w.milk] })).toMatchObject({ code: 400, data: { error: 'unequal_arrays' } });
      expect((await w.post(id, { reason_of: [w.milk], reason: ['stolen'] })).code).toBe(422);
      await untouched(id);
    });
    test('of what more has left than would remain: each product is named', { tags: ['STK-16'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [
        [w.rice, 10],
        [w.milk, 12],
        [w.soap, 70],
      ]);
      await w.finish(w.ngozi, id);
      at(60);
      // More left afterwards than was counted.
      await w.issueNow([
        [w.rice, 15],
        [w.milk, 24],
      ]);
      const answer = await w.post(id, { anyway: true });
      expect(answer).toMatchObject({ code: 422, data: { error: 'validation' } });
      expect(answer.message).toBe(
        `Milk ${w.run}: 9 cases short at the time of the count, and only 8 cases left now. Please have it counted again. ` +
          `Rice ${w.run}: 20 cases short at the time of the count, and only 15 cases left now. Please have it counted again.`,
      );
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 96, [w.rice]: 15, [w.soap]: 70 });
    });
    test('a figure that is worth more than any amount', { tags: ['B13'] }, async () => {
      const gold = await w.product('Gold', 1, 99_999_999_999_999);
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[gold, 1_000_000]]);
      expect((await w.results(id)).status).toBe('open');
      expect(await w.post(id, { anyway: true })).toMatchObject({ code: 422, data: { error: 'limit' } });
    });
  });

  test('posting adjusts what differs under one reference, with reasons and value, and nothing else', {
    tags: ['STK-14', 'B2.10', 'B4.1'],
  }, async () => {
    const found = await w.product('Found', 4, 8_000);
    const id = await w.begun();
    await w.counted(w.ngozi, id, [
      [w.milk, 114],
      [w.soap, 70],
      [found, 2],
    ]);
    await w.finish(w.ngozi, id);
    const answer = await w.post(id, { note: 'Quarter', reason_of: [w.milk, w.soap], reason: ['damaged', 'lost'] });
    const { ref } = await w.results(id);
    // 6 units of milk at N1,000 a unit; 2 units of a case of 4 at the list price of N80.
    expect(answer.data).toMatchObject({ _id: id, ref, adjusted: 2, short_value: '6000.00', over_value: '40.00' });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 114, [w.rice]: 30, [w.soap]: 70, [found]: 2 });
    const shared = { kind: 'adjustment', note: 'Quarter', created_by: w.books.user_id };
    const rows = await w.rowsOf(ref);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          ...{ ...shared, product_id: w.milk, quantity: -6, balance_after: 114, reason: 'damaged' },
          ...{ cost_price_kobo: 1_200_000, source_key: `stocktake:${id}:${w.milk}` },
        },
        {
          ...{ ...shared, product_id: found, quantity: 2, balance_after: 2, reason: 'count' },
          ...{ cost_price_kobo: 8_000, source_key: `stocktake:${id}:${found}` },
        },
      ]),
    );
    const after = await w.results(id);
    expect(after).toMatchObject({ status: 'posted', short_value: '6000.00', over_value: '40.00', closed_at: begin });
    expect([w.lineOf(after, w.milk), w.lineOf(after, w.soap), w.lineOf(after, w.rice)]).toMatchObject([
      { counted: 114, book: 120, difference: -6, now: 120, value: '-6000.00', reason: 'damaged' },
      { counted: 70, difference: 0, value: '0.00', reason: null },
      { counted: null, difference: null, value: null, reason: null },
    ]);
    // Those who may not approve see no value.
    expect(await w.readOne(w.ngozi, id)).toMatchObject({ status: 'posted', short_value: null, over_value: null });
    const { rows: audit } = await sql<{ action: string; after: Data }>`select action, after from audit_log
      where model = 'stocktake' and record_id = ${id} and action <> 'count' order by _id`.execute(w.db);
    expect(audit.map((one) => one.action)).toEqual(['create', 'finish', 'post']);
    expect(audit.at(-1)?.after).toMatchObject({ status: 'posted', adjusted: 2, short_value: '6000.00' });
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a posting sent again with its key is done once', { tags: ['STK-14', 'SYNC-31'] }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 114]]);
    await w.finish(w.ngozi, id);
    const { digest, ref } = await w.results(id);
    const ask = { key: `the-posting-of-a-test${w.run}` };
    const fields = { stocktake_id: id, expect_digest: digest };
    const first = await w.send(w.books, 'stocktake/post', fields, ask);
    const again = await w.send(w.books, 'stocktake/post', fields, ask);
    expect([first.code, again.data]).toEqual([200, first.data]);
    expect(await w.rowsOf(ref)).toHaveLength(1);
  });

  test('nothing counted, nothing posted: the books stay, and the next stocktake may begin', {
    tags: ['STK-14', 'STK-02'],
  }, async () => {
    const id = await w.begun();
    expect((await w.post(id)).data).toMatchObject({ adjusted: 0, short_value: '0.00', over_value: '0.00' });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 120, [w.rice]: 30, [w.soap]: 70 });
    expect((await w.open()).data).toMatchObject({ joined: false });
  });

  describe('the books at the time of the count', { tags: ['STK-10', 'STK-23'] }, () => {
    const moved = async (id: string, product: string) =>
      w
        .lineOf(await w.results(id), product)
        .moves.map((one: Data) => [one.quantity, Number(one.at) - begin, one.before]);

    test('goods that left before the count are gone from the books, those that leave after it are not', {
      tags: ['STK-10', 'STK-23'],
    }, async () => {
      const id = await w.begun();
      at(60);
      await w.issueNow([[w.milk, 12]]);
      at(120);
      await w.counted(w.ngozi, id, [[w.milk, 107]]);
      at(180);
      await w.issueNow([[w.milk, 24]]);
      const line = w.lineOf(await w.results(id), w.milk);
      expect(line).toMatchObject({ counted: 107, book: 108, difference: -1, now: 84 });
      expect(await moved(id, w.milk)).toEqual([
        [-12, 60, true],
        [-24, 180, false],
      ]);
      // Who counts sees that something moved, and when.
      const read = await w.readOne(w.ngozi, id);
      expect([w.lineOf(read, w.milk).moved_at, w.lineOf(read, w.soap).moved_at]).toEqual([begin + 180, null]);
      await w.finish(w.ngozi, id);
      await w.post(id);
      expect((await w.stock(w.hub))[w.milk]).toBe(83);
      // What moves later is no longer shown.
      at(240);
      await w.issueNow([[w.milk, 12]]);
      expect(await moved(id, w.milk)).toHaveLength(2);
    });
    test('a movement that arrives late is before or after the count by its business time', {
      tags: ['STK-10'],
    }, async () => {
      const id = await w.begun();
      at(100);
      await w.counted(w.ngozi, id, [[w.milk, 108]]);
      at(200);
      // Two tablets kept their issues: one from before the stocktake began, one from after the count.
      await w.issueNow([[w.milk, 12]], begin - 500);
      await w.issueNow([[w.milk, 24]], begin + 150);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ counted: 108, book: 108, difference: 0, now: 84 });
      expect(await moved(id, w.milk)).toEqual([
        [-12, -500, true],
        [-24, 150, false],
      ]);
    });
    test('a movement in the second of the count is before it', { tags: ['STK-10'] }, async () => {
      const id = await w.begun();
      await w.issueNow([[w.milk, 12]]);
      await w.counted(w.ngozi, id, [[w.milk, 108]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ book: 108, difference: 0 });
    });
    test('a return that is dated tomorrow came when it was written', { tags: ['STK-10', 'K21'] }, async () => {
      await w.issueNow([[w.milk, 24]]);
      at(50);
      const id = await w.begun();
      const giveBack = async () => {
        const order = await w.order(w.giveBack, [[w.milk, 12]]);
        expect((await w.execute(order)).message).toBe('Transfer successful.');
      };
      at(100);
      await giveBack();
      at(150);
      await w.counted(w.ngozi, id, [[w.milk, 108]]);
      at(200);
      await giveBack();
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ counted: 108, book: 108, difference: 0, now: 120 });
      expect(await moved(id, w.milk)).toEqual([
        [12, 100, true],
        [12, 200, false],
      ]);
    });
    test('a correction of the books by hand moved nothing: it is before each count; what was thrown away is a movement', {
      tags: ['STK-10', 'B2.10'],
    }, async () => {
      const adjust = async (product_id: string, counted: number, reason: string) => {
        const fields = { warehouse_id: w.warehouse, product_id, counted, reason };
        expect((await w.call('POST', 'warehouse_log/adjust', fields)).code).toBe(200);
      };
      const id = await w.begun();
      await w.counted(w.ngozi, id, [
        [w.milk, 115],
        [w.soap, 70],
      ]);
      at(60);
      // An administrator corrects by hand what the count found; and 7 units of soap are thrown away.
      await adjust(w.milk, 115, 'count');
      await adjust(w.soap, 63, 'damaged');
      const results = await w.results(id);
      expect([w.lineOf(results, w.milk), w.lineOf(results, w.soap)]).toMatchObject([
        { counted: 115, book: 115, difference: 0, now: 115, moves: [{ quantity: -5, before: true }] },
        { counted: 70, book: 70, difference: 0, now: 63, moves: [{ quantity: -7, before: false }] },
      ]);
      const read = await w.readOne(w.ngozi, id);
      expect([w.lineOf(read, w.milk).moved_at, w.lineOf(read, w.soap).moved_at]).toEqual([null, begin + 60]);
      await w.finish(w.ngozi, id);
      expect((await w.post(id)).data).toMatchObject({ adjusted: 0 });
    });
    test('counts of a tablet that began without a server are older than the stocktake', {
      tags: ['STK-10', 'STK-20'],
    }, async () => {
      // Counted at 100, goods left at 200, and the tablet reaches the server at 300.
      at(200);
      await w.issueNow([[w.milk, 12]]);
      at(300);
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 120, { counted_at: begin + 100 }]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ counted: 120, book: 120, difference: 0, now: 108 });
      expect(await moved(id, w.milk)).toEqual([[-12, 200, false]]);
    });
  });

  describe('the plan', { tags: ['STK-21'] }, () => {
    const plan = async (who: { token: string } = w.ngozi) =>
      (await server.call('GET', 'stocktake/plan', { warehouse_id: w.warehouse }, { token: who.token })).data.map(
        (one: Data) => [one.product.name.split(' ')[0], one.days, one.last_counted_at],
      );
    test('refused: a warehouse that is not there', { tags: ['STK-21'] }, async () => {
      expect(
        await server.call('GET', 'stocktake/plan', { warehouse_id: 'nowhere' }, { token: w.ngozi.token }),
      ).toMatchObject({ code: 404, message: 'Warehouse not found' });
    });
    test('the greatest value times days since the last count first', { tags: ['STK-21'] }, async () => {
      // Rice is worth N1,500,000, milk N120,000, soap N10,000; nobody ever counted them.
      expect(await plan()).toEqual([
        ['Rice', 0, null],
        ['Milk', 0, null],
        ['Soap', 0, null],
      ]);
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.rice, 30]]);
      at(2 * 86_400);
      await w.finish(w.ngozi, id);
      await w.post(id);
      at(12 * 86_400);
      // A count by hand counts as well.
      const byHand = { warehouse_id: w.warehouse, product_id: w.milk, counted: 120, reason: 'count' };
      const admin = await server.signInAs('administrator.administrator');
      expect((await w.send(admin, 'warehouse_log/adjust', byHand)).code).toBe(200);
      at(13 * 86_400);
      expect(await plan(await server.signInAs('sales_officer.manager', { seller_id: w.hub }))).toEqual([
        ['Rice', 13, begin],
        ['Soap', 13, null],
        ['Milk', 1, begin + 12 * 86_400],
      ]);
    });
  });

  test('the warehouses to count: those of hubs and associates, of an account of a hub that hub’s', {
    tags: ['STK-19', 'STK-02'],
  }, async () => {
    await w.issueNow([[w.milk, 12]]);
    const list = async (who: { token: string }) =>
      (await server.call('GET', 'stocktake/warehouses', {}, { token: who.token })).data as Data[];
    const own = { _id: w.warehouse, name: `Mushin Hub ${w.run}`, seller_id: w.hub };
    expect(await list(w.hubManager)).toEqual([{ ...own, open: null }]);
    const { _id, ref } = (await w.open(w.hubManager)).data;
    expect(await list(w.hubManager)).toEqual([{ ...own, open: { _id, ref } }]);
    const names = (await list(w.books)).map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining([`Mushin Hub ${w.run}`, `Bola Rep ${w.run}`]));
    expect(names).not.toContain(`Dangote Depot ${w.run}`);
  });

  test('lists: the newest first, by status and warehouse, page by page', { tags: ['STK-01', 'STK-19'] }, async () => {
    const first = await w.begun();
    await w.cancel(first);
    at(10);
    const second = await w.begun();
    const list = async (who: { token: string }, more: Record<string, unknown> = {}) => {
      const answer = await server.call('GET', 'stocktake/read_all', { warehouse_id: w.warehouse, ...more }, who);
      return [answer.data.total, answer.data.rows.map((row: Data) => row._id)];
    };
    expect((await server.call('GET', 'stocktake/read_all', { page: 'x' }, w.ngozi)).code).toBe(400);
    expect((await server.call('GET', 'stocktake/read_all', { status: 'done' }, w.ngozi)).code).toBe(422);
    expect((await server.call('GET', 'stocktake/read_all', {}, w.staff)).code).toBe(403);
    expect(await list(w.ngozi)).toEqual([2, [second, first]]);
    expect(await list(w.books, { status: 'open' })).toEqual([1, [second]]);
    expect((await server.call('GET', 'stocktake/read_all', { search: 'x'.repeat(101) }, w.ngozi)).code).toBe(422);
    expect(await list(w.ngozi, { search: 'nothing has these words' })).toEqual([0, []]);
    const { ref } = (await server.call('GET', 'stocktake/read', { _id: second }, w.ngozi)).data;
    expect(await list(w.ngozi, { search: ref.toLowerCase() })).toEqual([1, [second]]);
    // A percent sign is a letter and no pattern.
    expect(await list(w.ngozi, { search: '%' })).toEqual([0, []]);
    expect(await list(w.hubManager, { page: '2', per_page: '1' })).toEqual([2, [first]]);
  });
});
