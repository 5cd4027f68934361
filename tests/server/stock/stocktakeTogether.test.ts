/** Several people and calls at one stocktake at once: nothing is lost, nothing is done twice, and nobody waits for ever. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, newKey, startServer } from '#tests/support/server.ts';
import { countWorldOfEach, type Figure } from '#tests/support/stocktakeWorld.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

describeEachEngine('a stocktake with many at once', (database) => {
  const { server, w } = countWorldOfEach(database);
  const codes = (answers: readonly { code: number }[]) => answers.map((one) => one.code).sort();
  const own = async (who: { token: string }, id: string, product: string) =>
    w.lineOf(await w.readOne(who, id), product).own as Data[];

  test('officers who open at once have one stocktake, and one of them began it', { tags: ['STK-02'] }, async () => {
    const answers = await Promise.all([w.ngozi, w.musa, w.bisi].map((who) => w.open(who, { client_id: newKey() })));
    expect(codes(answers)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((one) => one.data._id)).size).toBe(1);
    expect(answers.map((one) => one.data.joined).sort()).toEqual([false, true, true]);
  });

  test('one client_id sent twice at once opens one stocktake', { tags: ['STK-03'] }, async () => {
    const client_id = newKey();
    const answers = await Promise.all([1, 2].map(() => w.open(w.ngozi, { client_id })));
    expect(answers.map((one) => [one.code, one.data.joined])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(answers[0]?.data._id).toBe(answers[1]?.data._id);
  });

  test('two officers who count at once both stand there, and a figure that differs asks for one recount', {
    tags: ['STK-06'],
  }, async () => {
    const id = await w.begun();
    const places = Array.from({ length: 12 }, (_, at) => `Aisle ${at}`);
    const figures = (units: number): Figure[] => [
      ...places.map((place): Figure => [w.milk, units, { place }]),
      [w.soap, 70],
      [w.rice, units],
    ];
    await Promise.all([
      w.counted(w.ngozi, id, figures(10).slice(0, 7)),
      w.counted(w.musa, id, figures(10).slice(5, 14)),
      w.counted(w.bisi, id, [[w.rice, 11]]),
      w.counted(w.ngozi, id, [[w.soap, 70]]),
    ]);
    expect((await own(w.ngozi, id, w.milk)).map((one) => one.quantity)).toEqual(Array(7).fill(10));
    expect((await own(w.musa, id, w.milk)).map((one) => one.quantity)).toEqual(Array(7).fill(10));
    const results = await w.results(id);
    expect([w.lineOf(results, w.milk), w.lineOf(results, w.soap), w.lineOf(results, w.rice)]).toMatchObject([
      { state: 'counted', counted: 120, round: 1 },
      { state: 'counted', counted: 70, round: 1 },
      { state: 'recount', why: 'differ', round: 2 },
    ]);
    expect(results.people).toHaveLength(3);
  });

  test('the last two parts that end at once ask for the recount once', { tags: ['STK-09'] }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.rice, 5]]);
    await w.counted(w.musa, id, [[w.soap, 70]]);
    const answers = await Promise.all([w.finish(w.ngozi, id), w.finish(w.musa, id)]);
    expect(answers.map((one) => one.data.open_parts).sort()).toEqual([0, 1]);
    expect(w.lineOf(await w.results(id), w.rice)).toMatchObject({ round: 2, why: 'large' });
  });

  test('two postings at once: one is done, the other is told so', { tags: ['STK-13', 'STK-14'] }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 110]]);
    await w.finish(w.ngozi, id);
    const { digest, ref } = await w.results(id);
    const fields = { stocktake_id: id, expect_digest: digest };
    const answers = await Promise.all([w.books, w.admin].map((who) => w.send(who, 'stocktake/post', fields)));
    expect(codes(answers)).toEqual([200, 409]);
    expect(answers.find((one) => one.code === 409)?.data.error).toBe('stocktake_closed');
    expect((await w.rowsOf(ref)).map((row) => row.quantity)).toEqual([-10]);
    expect((await w.stock(w.hub))[w.milk]).toBe(110);
  });

  test('a count while a posting runs is in it, or is told that it was not used', {
    tags: ['STK-13', 'STK-17'],
    timeout: 120_000,
  }, async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const before = (await w.stock(w.hub))[w.milk] ?? 0;
      const id = await w.begun();
      await w.counted(w.ngozi, id, [[w.milk, before - 1]]);
      await w.finish(w.ngozi, id);
      const { digest, ref } = await w.results(id);
      const fields = { stocktake_id: id, expect_digest: digest, anyway: true };
      const [late, posted] = await Promise.all([
        w.count(w.ngozi, id, [[w.milk, before - 2]]),
        w.send(w.books, 'stocktake/post', fields),
      ]);
      const taken = late.data.results[0] as Data;
      // Either the count came first, and the posting is not what was seen; or the posting did, and the count is refused.
      expect([taken.code, posted.code]).toEqual(taken.code === 200 ? [200, 409] : [409, 200]);
      const now = (await w.stock(w.hub))[w.milk];
      if (posted.code === 200) {
        expect([now, taken.data.error]).toEqual([before - 1, 'stocktake_closed']);
        continue;
      }
      expect([now, posted.data.error, (await w.rowsOf(ref)).length]).toEqual([before, 'items_changed', 0]);
      await w.cancel(id);
    }
  });

  test('goods that leave between the look and the posting leave what was counted right', {
    tags: ['STK-10', 'STK-13'],
  }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [
      [w.milk, 119],
      [w.rice, 31],
    ]);
    await w.finish(w.ngozi, id);
    await w.counted(w.musa, id, [[w.rice, 31, { round: 2 }]]);
    await w.finish(w.musa, id);
    const { digest } = await w.results(id);
    server.clock.now += 60;
    await w.issueNow([
      [w.milk, 24],
      [w.rice, 3],
    ]);
    // The difference is the one that was seen; what is posted is laid over the stock of now.
    const answer = await w.send(w.books, 'stocktake/post', { stocktake_id: id, expect_digest: digest });
    expect(answer.data).toMatchObject({ adjusted: 2 });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 95, [w.rice]: 28, [w.soap]: 70 });
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a look while goods leave sees stock and movements of one moment', {
    tags: ['STK-10', 'STK-23'],
    timeout: 120_000,
  }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [
      [w.milk, 120],
      [w.rice, 30],
    ]);
    server.clock.now += 60;
    const orders: string[] = [];
    for (let at = 0; at < 12; at += 1)
      orders.push(
        await w.prepared([
          [w.milk, 2],
          [w.rice, 1],
        ]),
      );
    const differences = async () =>
      ((await w.results(id)).lines as Data[]).filter((one) => one.counted !== null).map((one) => one.difference);
    const looks = orders.flatMap((order) => [w.execute(order), differences(), differences(), differences()]);
    const seen = (await Promise.all(looks)).filter(Array.isArray);
    expect(seen).toEqual(Array(36).fill([0, 0]));
  });

  test('transfers, counts by hand, openings and postings of one hub at once: each ends, and the books are right', {
    tags: ['STK-14', 'B3.16'],
    timeout: 120_000,
  }, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      server.clock.now += 60;
      const id = await w.begun();
      await w.counted(w.ngozi, id, [
        [w.soap, 60 - turn],
        [w.milk, 100 - turn],
      ]);
      const orders = await Promise.all(
        [1, 2].map(() =>
          w.order(w.issue, [
            [w.rice, 1],
            [w.milk, 1],
            [w.soap, 1],
          ]),
        ),
      );
      const { digest } = await w.results(id);
      const fields = { stocktake_id: id, expect_digest: digest, anyway: true };
      server.clock.now += 60;
      const answers = await Promise.all([
        ...orders.map((order) => w.execute(order)),
        w.send(w.books, 'stocktake/post', fields),
        w.call('POST', 'warehouse_log/adjust', {
          ...{ warehouse_id: w.warehouse, product_id: w.rice, counted: 25, reason: 'count' },
        }),
        w.open(w.musa),
        w.count(w.musa, id, [[w.rice, 20]]),
        w.finish(w.musa, id),
      ]);
      expect(codes(answers).filter((code) => code >= 500)).toEqual([]);
      const [row] = (
        await sql<{
          status: string;
          rows: number;
        }>`select s.status, (select count(*) from warehouse_log where ref = s.ref) as rows
          from stocktake s where s._id = ${id}`.execute(w.db)
      ).rows;
      expect(answers[2]?.code === 200 ? row : { status: row?.status, rows: 2 }).toEqual({
        status: answers[2]?.code === 200 ? 'posted' : 'open',
        rows: 2,
      });
      const { data } = await w.open(w.bisi);
      await w.cancel(data._id);
    }
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a server that is started anew goes on with it, and what a lost tablet had sent counts', {
    tags: ['STK-15', 'STK-20'],
  }, async () => {
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 119]]);
    // Ngozi's tablet is gone with its unsent figures, and the server was started again.
    const again = await startServer(database());
    again.clock.now = server.clock.now + 60;
    const ask = { token: w.musa.token, key: newKey() };
    const figures = { product_id: [w.rice, w.soap], quantity: [30, 70], place: ['', ''], round: [1, 1] };
    const at = [again.clock.now, again.clock.now];
    const sent = { stocktake_id: id, ...figures, counted_at: at, op_key: [newKey(), newKey()] };
    expect((await again.call('POST', 'stocktake/count', sent, ask)).data).toMatchObject({ succeeded: 2 });
    expect((await again.call('POST', 'stocktake/finish', { stocktake_id: id }, { ...ask, key: newKey() })).code).toBe(
      200,
    );
    server.clock.now += 60;
    expect((await w.post(id)).code).toBe(422);
    expect(await w.post(id, { anyway: true })).toMatchObject({ code: 200, data: { adjusted: 1 } });
    expect((await w.stock(w.hub))[w.milk]).toBe(119);
  });
});
