/** A stocktake from its opening to its end: who may do what, what a count is, recounts, and what is refused (decision 0410). */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, newKey } from '#tests/support/server.ts';
import { countWorldOfEach } from '#tests/support/stocktakeWorld.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

describeEachEngine('stocktake', (database) => {
  const { server, w } = countWorldOfEach(database);
  const fields = (answer: { data: Data }) => answer.data.fields;
  const rowResults = (answer: { data: Data }) => answer.data.results.map((row: Data) => [row.code, row.message]);
  /** "at 11:00": the clock of the tests stands at 11:00 in Lagos. */
  const ELEVEN = 'at 11:00';

  describe('opening: refused', () => {
    test('without a right, without a warehouse, of a warehouse that is not there', { tags: ['STK-01'] }, async () => {
      expect(await w.open(w.staff)).toMatchObject({ code: 403, data: { error: 'forbidden' } });
      expect(await w.open(w.books)).toMatchObject({ code: 403 });
      expect(fields(await w.open(w.ngozi, { warehouse_id: '' }))).toEqual({
        warehouse_id: 'Warehouse field is required.',
      });
      expect(await w.open(w.ngozi, { warehouse_id: 'nowhere' })).toMatchObject({
        code: 404,
        message: 'Warehouse not found',
      });
      expect(fields(await w.open(w.ngozi, { scope: 'some' }))).toEqual({ scope: 'Scope field is required.' });
    });
    test('a manufacturer or brand that is missing or unknown, a list without products', {
      tags: ['STK-04'],
    }, async () => {
      expect(fields(await w.open(w.ngozi, { scope: 'brand' }))).toEqual({ scope_id: 'Brand field is required.' });
      expect(fields(await w.open(w.ngozi, { scope: 'manufacturer' }))).toEqual({
        scope_id: 'Manufacturer field is required.',
      });
      expect(await w.open(w.ngozi, { scope: 'brand', scope_id: 'nobody' })).toMatchObject({
        code: 404,
        message: 'Brand not found',
        data: { fields: { scope_id: 'Brand not found' } },
      });
      expect(fields(await w.open(w.ngozi, { scope: 'list' }))).toEqual({
        product_ids: 'Choose the products to count.',
      });
      expect((await server.call('GET', 'stocktake/read_all', {}, { token: w.ngozi.token })).data).toMatchObject({
        total: expect.any(Number),
        rows: expect.not.arrayContaining([expect.objectContaining({ warehouse_id: w.warehouse })]),
      });
    });
    test('a client_id of another officer, and an own one for another warehouse', { tags: ['STK-03'] }, async () => {
      const client_id = newKey();
      await w.begun(w.ngozi, { client_id });
      expect(await w.open(w.musa, { client_id })).toMatchObject({
        code: 422,
        data: { error: 'idempotency_mismatch' },
      });
      const other = (
        await w.call('POST', 'warehouse/create', { parent_type: 'seller', parent: w.hub2, status: 'active' })
      ).data as unknown as string;
      expect(await w.open(w.ngozi, { client_id, warehouse_id: other })).toMatchObject({
        code: 409,
        data: { error: 'duplicate_client_id' },
      });
    });
    test('by an account of another hub, as if nothing were there', { tags: ['STK-19', 'SEC-07'] }, async () => {
      const stranger = await server.signInAs('seller.manager', { seller_id: w.hub2 });
      expect(await w.open(stranger)).toMatchObject({ code: 404, message: 'Warehouse not found' });
      const id = await w.begun();
      const none = 'stocktake-of-nobody';
      for (const path of ['stocktake/read', 'stocktake/read_all', 'stocktake/plan', 'stocktake/warehouses']) {
        const fields = path.endsWith('plan') ? { warehouse_id: w.warehouse } : path.endsWith('read') ? { _id: id } : {};
        const answer = await server.call('GET', path, fields, { token: stranger.token });
        expect(answer.text, path).not.toContain(id);
        expect(answer.text, path).not.toContain(w.milk);
      }
      expect((await w.count(stranger, id, [[w.milk, 1]])).data.results[0]).toMatchObject({
        code: 404,
        message: (await w.count(stranger, none, [[w.milk, 1]])).data.results[0].message,
      });
      expect((await w.finish(stranger, id)).text).toBe((await w.finish(stranger, none)).text);
    });
  });

  test('opening covers what the scope says, each time in words', { tags: ['STK-04'] }, async () => {
    const other = await w.product('Not held', 1, 1_000);
    await w.issueNow([[w.rice, 20]]);
    await w.issueNow([[w.soap, 7]]);
    const names = async (more: Record<string, unknown>) => {
      const id = await w.begun(w.ngozi, more);
      const answer = await w.readOne(w.ngozi, id);
      await w.cancel(id);
      return [answer.scope, answer.scope_name, answer.lines.map((line: Data) => line.product_id)];
    };
    const all = [w.milk, w.rice, w.soap];
    expect(await names({ scope: 'all' })).toEqual(['all', 'All products', all]);
    expect(await names({ scope: 'manufacturer', scope_id: `maker_${w.run}` })).toEqual([
      'manufacturer',
      `Maker ${w.run}`,
      all,
    ]);
    expect(await names({ scope: 'brand', scope_id: `brand_${w.run}` })).toEqual(['brand', `Brand ${w.run}`, all]);
    expect(await names({ scope: 'list', product_ids: [w.soap, other] })).toEqual([
      'list',
      'List of 2 products',
      [other, w.soap],
    ]);
    // Received and issued in cases: rice 50 of 1, soap 11 of 7, milk 10 of 12.
    expect(await names({ scope: 'moved' })).toEqual(['moved', '20 that moved most', all]);
    expect(await names({ scope: 'plan', product_ids: [w.rice] })).toEqual(['plan', "Today's plan", [w.rice]]);
    expect((await names({ scope: 'plan' }))[2]).toEqual(all);
  });

  test('a second opening joins the first: its products grow, and blind stays blind', {
    tags: ['STK-02', 'STK-03'],
  }, async () => {
    const [mine, theirs] = [newKey(), newKey()];
    const first = await w.open(w.ngozi, { scope: 'list', product_ids: [w.milk], client_id: mine, note: 'Monday' });
    expect(first.data).toMatchObject({ joined: false, version: 1, ref: expect.stringMatching(/^STK-[A-Z2-9]{8}$/) });
    const second = await w.open(w.musa, {
      scope: 'list',
      product_ids: [w.milk, w.rice],
      client_id: theirs,
      blind: false,
    });
    expect(second.data).toEqual({ ...first.data, joined: true, version: 2 });
    const answer = await w.readOne(w.musa, first.data._id);
    expect(answer).toMatchObject({
      client_id: mine,
      blind: true,
      note: 'Monday',
      products: 2,
      scope_name: 'List of 1 product, List of 2 products',
    });
    // Sent again with another key, also after the end: each client_id names its stocktake for ever.
    await w.cancel(first.data._id);
    const again = await w.open(w.musa, { scope: 'all', client_id: theirs });
    expect(again.data).toMatchObject({ _id: first.data._id, joined: true });
    expect((await w.open(w.ngozi, { client_id: mine })).data).toMatchObject({ _id: first.data._id, joined: false });
    // Without a client_id the next one begins.
    expect((await w.open()).data).toMatchObject({ joined: false });
  });

  describe('counting: refused', () => {
    test('a stocktake that is not there, rows that are not right; the others are counted', {
      tags: ['STK-05'],
    }, async () => {
      expect((await w.count(w.ngozi, 'nothing', [[w.milk, 1]])).data).toMatchObject({
        failed: 1,
        results: [{ code: 404, message: 'Stocktake not found' }],
      });
      const id = await w.begun();
      const answer = await w.count(w.ngozi, id, [
        ['nothing', 3],
        ['', 3],
        [w.milk, -1],
        [w.milk, 2.5],
        [w.milk, 4, { round: 2 }],
        [w.milk, 4, { round: 21 }],
        [w.milk, 4, { counted_at: NOW - 40 * 86_400 }],
        [w.milk, 4, { place: 'x'.repeat(61) }],
        [w.rice, 5],
      ]);
      expect(rowResults(answer)).toEqual([
        [404, 'Product not found'],
        [422, 'Product field is required.'],
        [422, 'Quantity must be between 0 - 1000000'],
        [422, 'Quantity must be a whole number of units.'],
        [422, `Nobody asked for a recount of Milk ${w.run}.`],
        [422, 'Round must be between 1 and 20'],
        [422, 'The time of this count is not valid. Please set the clock of this tablet and count again.'],
        [422, 'Place must be at most 60 characters.'],
        [200, 'OK'],
      ]);
      const read = await w.readOne(w.ngozi, id);
      expect([read.counted, w.lineOf(read, w.milk).places, w.lineOf(read, w.rice).own[0].quantity]).toEqual([1, [], 5]);
    });
    test('somebody else must make the recount of a large difference, and one that was asked for', {
      tags: ['STK-08'],
    }, async () => {
      const id = await w.begun();
      // 20 units of rice at N50,000 are missing; soap differs by less than the limit.
      await w.counted(w.ngozi, id, [
        [w.rice, 10],
        [w.soap, 69],
      ]);
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ open_parts: 0, recounts: 1 });
      expect((await w.recount(id, [w.soap])).data).toMatchObject({ recounts: 2 });
      const own = await w.readOne(w.ngozi, id);
      expect([w.lineOf(own, w.rice), w.lineOf(own, w.soap)]).toMatchObject([
        { state: 'recount', round: 2, why: 'large', needs_another: true },
        { state: 'recount', round: 2, why: 'asked', needs_another: true },
      ]);
      const answer = await w.count(w.ngozi, id, [
        [w.rice, 11, { round: 2 }],
        [w.soap, 70],
      ]);
      expect(rowResults(answer)).toEqual([
        [422, `Somebody else must count Rice ${w.run} again, because you counted it before.`],
        [422, `Somebody else must count Soap ${w.run} again, because you counted it before.`],
      ]);
      // Another person sees that it is asked for, and may.
      expect(w.lineOf(await w.readOne(w.musa, id), w.rice)).toMatchObject({ needs_another: false, round: 2, own: [] });
      await w.counted(w.musa, id, [
        [w.rice, 29, { round: 2 }],
        [w.soap, 70, { round: 2 }],
      ]);
      expect(w.lineOf(await w.results(id), w.rice)).toMatchObject({
        state: 'counted',
        why: null,
        counted: 29,
        round: 2,
      });
    });
    test('after the end: when, by whom, and that the count was not used', { tags: ['STK-17'] }, async () => {
      for (const [end, word] of [
        [w.cancel, 'cancelled'],
        [(one: string) => w.post(one, { anyway: true }), 'posted'],
      ] as const) {
        const id = await w.begun();
        await w.counted(w.ngozi, id, [[w.soap, 69]]);
        server.clock.now = NOW + 3_600;
        expect((await end(id)).code).toBe(200);
        const closing = {
          status: word,
          closed_at: NOW + 3_600,
          closed_by: { _id: w.books.user_id, name: w.books.name },
        };
        const key = newKey();
        const late = await w.count(w.musa, id, [[w.soap, 1, { counted_at: NOW }]], [key]);
        expect(late.data.results[0]).toMatchObject({
          code: 409,
          message: `This stocktake was ${word} ${ELEVEN} by Amaka Accountant. This count was not used.`,
          data: { error: 'stocktake_closed', ...closing },
        });
        // The answer of a key is kept, whatever day it is sent again.
        server.clock.now += 86_400;
        expect((await w.count(w.musa, id, [[w.soap, 1, { counted_at: NOW }]], [key])).data.results[0]).toEqual(
          late.data.results[0],
        );
        expect((await w.count(w.musa, id, [[w.soap, 1]])).data.results[0].message).toContain(
          `was ${word} on 21 Nov ${ELEVEN} by Amaka Accountant.`,
        );
        for (const answer of [
          await w.finish(w.musa, id),
          await w.recount(id, [w.soap]),
          await w.cancel(id),
          await w.post(id),
        ])
          expect(answer).toMatchObject({ code: 409, data: { error: 'stocktake_closed', ...closing } });
        expect((await w.readOne(w.ngozi, id)).people).toHaveLength(1);
        server.clock.now -= 86_400;
      }
    });
    test('no statement changes what is closed', { tags: ['STK-17'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.soap, 69]]);
      await w.cancel(id);
      const db = database().kysely;
      for (const statement of [
        sql`update stocktake set note = 'x' where _id = ${id}`,
        sql`delete from stocktake where _id = ${id}`,
        sql`update stocktake_line set round = 2 where stocktake_id = ${id}`,
        sql`update stocktake_count set quantity = 2 where stocktake_id = ${id}`,
        sql`delete from stocktake_part where stocktake_id = ${id}`,
        sql`insert into stocktake_part (stocktake_id, user_id) values (${id}, 'x')`,
      ])
        await expect(statement.execute(db)).rejects.toMatchObject({ code: 'KS003' });
    });
  });

  describe('counting', () => {
    test('a count is the whole figure of one person in one place: places add up, a later one replaces', {
      tags: ['STK-05'],
    }, async () => {
      const id = await w.begun();
      const [first] = await w.counted(w.ngozi, id, [
        [w.milk, 40, { place: 'Aisle A' }],
        [w.milk, 70, { place: 'Floor' }],
        [w.soap, 10],
      ]);
      expect(first).toMatchObject({ version: 1, place: 'Aisle A', round: 1, quantity: 40, product_id: w.milk });
      const [again] = await w.counted(w.ngozi, id, [[w.milk, 48, { place: 'Aisle A' }]]);
      expect(again).toEqual({ ...first, version: 2, quantity: 48 });
      // Two figures of one place in one batch: the last one holds.
      await w.counted(w.ngozi, id, [
        [w.soap, 60],
        [w.soap, 70],
      ]);
      const read = await w.readOne(w.ngozi, id);
      expect(read.people).toEqual([
        {
          ...{ _id: w.ngozi.user_id, name: 'Ngozi Counter', place: 'Aisle A', counted: 2 },
          ...{ last_at: server.clock.now, finished_at: null },
        },
      ]);
      expect(w.lineOf(read, w.milk)).toMatchObject({
        state: 'counted',
        own: expect.arrayContaining([
          { place: 'Aisle A', round: 1, quantity: 48, counted_at: server.clock.now, version: 2 },
          { place: 'Floor', round: 1, quantity: 70, counted_at: server.clock.now, version: 1 },
        ]),
      });
      const results = await w.results(id);
      expect([w.lineOf(results, w.milk), w.lineOf(results, w.soap)]).toMatchObject([
        { counted: 118, book: 120, difference: -2, value: '-2000.00' },
        { counted: 70, book: 70, difference: 0, value: '0.00' },
      ]);
      expect(w.lineOf(results, w.rice)).toMatchObject({
        counted: null,
        difference: null,
        value: null,
        state: 'to_count',
      });
    });
    test('two persons who agree on a place count once; two who differ send it to a recount, whose figures alone hold', {
      tags: ['STK-06'],
    }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [
        [w.milk, 100, { place: 'Aisle A' }],
        [w.milk, 20, { place: 'Floor' }],
        [w.soap, 70],
      ]);
      await w.counted(w.musa, id, [[w.soap, 70]]);
      expect(w.lineOf(await w.results(id), w.soap)).toMatchObject({ state: 'counted', counted: 70 });
      await w.counted(w.musa, id, [[w.milk, 99, { place: 'Aisle A' }]]);
      const line = w.lineOf(await w.readOne(w.ngozi, id), w.milk);
      expect(line).toMatchObject({ state: 'recount', why: 'differ', round: 2, needs_another: false });
      expect(await w.readOne(w.ngozi, id)).toMatchObject({ recounts: 1, counted: 1, products: 3 });
      // Anybody may, also one of the two; without a round a count is of the one that is asked for.
      await w.counted(w.musa, id, [[w.milk, 119, { place: 'Whole hub' }]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ state: 'counted', counted: 119, round: 2 });
      // A late figure of the first round changes nothing any more.
      await w.counted(w.bisi, id, [[w.milk, 3, { place: 'Floor', round: 1 }]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ state: 'counted', counted: 119, round: 2 });
      await w.counted(w.bisi, id, [[w.milk, 118, { place: 'Whole hub', round: 2 }]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ state: 'recount', why: 'differ', round: 3 });
    });
    test('a product outside the scope is added by its count', { tags: ['STK-07'] }, async () => {
      const id = await w.begun(w.ngozi, { scope: 'list', product_ids: [w.milk] });
      const found = await w.product('Found', 1, 1_000);
      await w.counted(w.ngozi, id, [[found, 3]]);
      expect(await w.readOne(w.ngozi, id)).toMatchObject({ products: 2, counted: 1 });
      expect(w.lineOf(await w.results(id), found)).toMatchObject({ counted: 3, book: 0, difference: 3, now: 0 });
    });
    test('blind: nobody who counts sees the books or what another counted; else the books stand there', {
      tags: ['STK-11'],
    }, async () => {
      const blind = await w.begun();
      await w.counted(w.musa, blind, [[w.milk, 7_361]]);
      const answer = await server.call('GET', 'stocktake/read', { _id: blind }, { token: w.ngozi.token });
      expect(answer.text).not.toContain('7361');
      expect(answer.data.lines.map((line: Data) => line.book)).toEqual([null, null, null]);
      expect(w.lineOf(answer.data, w.milk)).toMatchObject({
        own: [],
        places: [{ place: '', round: 1, by: { name: 'Musa Counter' }, at: server.clock.now }],
      });
      await w.cancel(blind);
      const open = await w.begun(w.ngozi, { blind: false });
      expect((await w.readOne(w.ngozi, open)).lines.map((line: Data) => line.book)).toEqual([120, 30, 70]);
    });
    test('rows sent again with their keys are counted once, in other batches too', {
      tags: ['STK-20', 'SYNC-26'],
    }, async () => {
      const id = await w.begun();
      const keys = [newKey(), newKey()];
      const first = await w.count(
        w.ngozi,
        id,
        [
          [w.milk, 5],
          [w.rice, 6],
        ],
        keys,
      );
      await w.counted(w.ngozi, id, [[w.milk, 9]]);
      const again = await w.count(
        w.ngozi,
        id,
        [
          [w.rice, 6],
          [w.milk, 5],
        ],
        keys.toReversed(),
      );
      expect(again.data.results.map((row: Data) => row.data)).toEqual(
        first.data.results.map((row: Data) => row.data).toReversed(),
      );
      expect(w.lineOf(await w.readOne(w.ngozi, id), w.milk).own).toMatchObject([{ quantity: 9, version: 2 }]);
    });
    test('after a restore rounds of the lost days are known by the counts that were made in them', {
      tags: ['STK-20'],
    }, async () => {
      const id = await w.begun();
      const fields = [[w.milk, 5, { round: 3 }]] as const;
      expect(rowResults(await w.count(w.ngozi, id, fields))[0][0]).toBe(422);
      await sql`update store set restored = ${server.clock.now}`.execute(database().kysely);
      await w.counted(w.ngozi, id, fields);
      expect(w.lineOf(await w.readOne(w.ngozi, id), w.milk)).toMatchObject({ state: 'counted', round: 3 });
      // A count from after the restore has no such excuse.
      server.clock.now += 10;
      expect(rowResults(await w.count(w.ngozi, id, [[w.rice, 5, { round: 2 }]]))[0][0]).toBe(422);
      await sql`update store set restored = null`.execute(database().kysely);
    });
    test('no count is from the future', { tags: ['STK-05'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 5, { counted_at: server.clock.now + 9_999 }]]);
      expect(w.lineOf(await w.readOne(w.ngozi, id), w.milk).own[0].counted_at).toBe(server.clock.now);
    });
  });

  describe('the end of a part', () => {
    test('refused: a stocktake that is not there', { tags: ['STK-09'] }, async () => {
      expect(await w.finish(w.ngozi, 'nothing')).toMatchObject({ code: 404, message: 'Stocktake not found' });
    });
    test('the last part sends large differences to a recount; a later count opens a part again', {
      tags: ['STK-09'],
    }, async () => {
      const id = await w.begun();
      // At cost: milk N1,000 a unit, rice N50,000. The limit is N20,000: 20 units of milk are not more, 21 are.
      await w.counted(w.ngozi, id, [[w.milk, 100]]);
      await w.counted(w.musa, id, [[w.rice, 29]]);
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ open_parts: 1, recounts: 0 });
      expect((await w.finish(w.musa, id)).data).toMatchObject({ open_parts: 0, recounts: 1 });
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ state: 'counted', value: '-20000.00' });
      await w.counted(w.ngozi, id, [[w.milk, 99]]);
      const { people } = await w.readOne(w.ngozi, id);
      expect(people.map((one: Data) => [one.name, one.finished_at])).toEqual([
        ['Musa Counter', server.clock.now],
        ['Ngozi Counter', null],
      ]);
      // Asked for once: the recount of rice that waits is not asked for again.
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ open_parts: 0, recounts: 2 });
      expect(w.lineOf(await w.results(id), w.rice)).toMatchObject({ round: 2, why: 'large' });
    });
    test('the same difference again confirms it; another one is in doubt again', { tags: ['STK-09'] }, async () => {
      const id = await w.begun();
      await w.counted(w.ngozi, id, [
        [w.rice, 20],
        [w.milk, 60],
      ]);
      await w.finish(w.ngozi, id);
      // Goods leave between both counts: what is compared is the difference and not the figure.
      server.clock.now += 60;
      await w.issueNow([[w.rice, 5]]);
      server.clock.now += 60;
      await w.counted(w.musa, id, [
        [w.rice, 15],
        [w.milk, 70],
      ]);
      expect((await w.finish(w.musa, id)).data).toMatchObject({ open_parts: 0, recounts: 1 });
      const results = await w.results(id);
      expect([w.lineOf(results, w.rice), w.lineOf(results, w.milk)]).toMatchObject([
        { state: 'counted', difference: -10, round: 2 },
        { state: 'recount', why: 'large', round: 3 },
      ]);
      // The first one may count it again: the round before was another person's.
      await w.counted(w.ngozi, id, [[w.milk, 70]]);
      expect((await w.finish(w.ngozi, id)).data).toMatchObject({ recounts: 0 });
    });
    test('the limit is a setting in kobo', { tags: ['STK-22'] }, async () => {
      for (const [value, recounts] of [
        ['0', 1],
        ['100000', 0],
      ] as const) {
        const made = await w.call('POST', 'config/create', { key: 'stocktake_recount_kobo', value });
        const id = await w.begun();
        // One unit of milk at N1,000.
        await w.counted(w.ngozi, id, [[w.milk, 119]]);
        expect((await w.finish(w.ngozi, id)).data, value).toMatchObject({ recounts });
        await w.cancel(id);
        await w.call('POST', 'config/delete', { _id: made.data });
      }
      expect((await w.call('POST', 'config/create', { key: 'stocktake_recount_kobo', value: 'nonsense' })).code).toBe(
        422,
      );
    });
    test('recounts that a person asks for: refused without the right or for what is not in it', {
      tags: ['STK-08'],
    }, async () => {
      const id = await w.begun(w.ngozi, { scope: 'list', product_ids: [w.milk, w.soap] });
      await w.counted(w.ngozi, id, [[w.milk, 119]]);
      expect(await w.recount(id, [w.milk], w.ngozi)).toMatchObject({ code: 403 });
      expect(await w.recount(id, [w.milk, w.rice])).toMatchObject({ code: 404, message: 'Product not found' });
      // What nobody counted yet waits already, and is not asked for twice.
      expect((await w.recount(id, [w.milk, w.soap])).data).toMatchObject({ recounts: 1 });
      expect((await w.recount(id, [w.milk])).data).toMatchObject({ recounts: 1 });
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({ round: 2, why: 'asked' });
    });
  });

  describe('cancelling', () => {
    test('needs a reason, the right and what was seen', { tags: ['STK-18'] }, async () => {
      const id = await w.begun();
      expect(await w.cancel(id, {}, w.ngozi)).toMatchObject({ code: 403 });
      expect(fields(await w.cancel(id, { note: '' }))).toEqual({ note: 'Reason field is required.' });
      expect(fields(await w.cancel(id, { note: 'x' }))).toEqual({ note: 'Reason must be at least 3 characters.' });
      await w.counted(w.ngozi, id, [[w.milk, 119]]);
      expect(await w.cancel(id, { base_version: 1 })).toMatchObject({
        code: 409,
        message: 'Somebody counted meanwhile. Check the new counts.',
        data: { error: 'conflict', current: { _id: id, version: 2, counted: 1 } },
      });
    });
    test('moves nothing and keeps what was counted', { tags: ['STK-18'] }, async () => {
      const before = await w.stock(w.hub);
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, 110]]);
      expect((await w.cancel(id, { base_version: 2 })).data).toEqual({ _id: id, version: 3 });
      server.clock.now += 100;
      await w.issueNow([[w.milk, 12]]);
      expect(w.lineOf(await w.results(id), w.milk)).toMatchObject({
        counted: 110,
        book: 120,
        difference: -10,
        now: 120,
      });
      expect(await w.readOne(w.ngozi, id)).toMatchObject({
        status: 'cancelled',
        closed_by: { name: 'Amaka Accountant' },
        short_value: null,
      });
      expect(await w.stock(w.hub)).toEqual({ ...before, [w.milk]: 108 });
      expect(await brokenBooks(database())).toEqual([]);
    });
  });
});
