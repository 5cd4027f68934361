/** The queue of a stocktake against the real server: two tablets that both begin, a posting meanwhile, and an administrator who takes in the file. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { UnsentFile } from '#offline/file/unsentFile.ts';
import type { CountPayload, Op, OpenPayload } from '#offline/outbox/op.ts';
import { refusalOfOp } from '#offline/outbox/op.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { type Data, newKey } from '#tests/support/server.ts';
import { type CountWorld, countWorldOfEach } from '#tests/support/stocktakeWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeForTwoServers('the queue of a stocktake', (database) => {
  const { server, w } = countWorldOfEach(database);

  type Person = CountWorld['ngozi'];
  const tabletOf = (who: Person, name: string) => {
    const tablet = makeTablet(who.user_id, () => netAs(who.token, fetchOf(server), name));
    return { ...tablet, pass: () => drain(tablet.ports, tablet.owner, { forced: true }) };
  };
  const opening = (more: Partial<OpenPayload> = {}): OpenPayload => ({
    warehouse_id: w.warehouse,
    scope: 'all',
    scope_id: null,
    product_ids: [],
    blind: true,
    note: '',
    about: { warehouse_name: 'Hub', scope_name: 'All products' },
    ...more,
  });
  const count = (product_id: string, quantity: number, more: Partial<CountPayload> = {}): CountPayload => ({
    product_id,
    place: '',
    round: 1,
    quantity,
    counted_at: server.clock.now,
    about: { name: 'Milk', case_count: 12, warehouse_name: 'Hub' },
    ...more,
  });
  const stocktakes = async () =>
    (await server.call('GET', 'stocktake/read_all', {}, { token: w.ngozi.token })).data.rows.filter(
      (row: Data) => row.warehouse_id === w.warehouse,
    ) as Data[];
  const figuresOf = async (id: string, product: string) =>
    (w.lineOf(await w.results(id), product).figures as Data[]).map(({ by, place, quantity }) => [
      by.name,
      place,
      quantity,
    ]);
  const bring = (file: unknown, commit = true) =>
    server.call('POST', 'sync/import', { file: JSON.stringify(file), commit }, { token: w.admin.token, key: newKey() });
  const asFile = async (tablet: ReturnType<typeof tabletOf>): Promise<UnsentFile> =>
    JSON.parse(JSON.stringify(await tablet.outbox.exportUnsent()));

  test('a count of a posted stocktake stays on the tablet with the words of the server', {
    tags: ['SYNC-56'],
  }, async () => {
    const t = tabletOf(w.ngozi, 't1');
    const { stocktake } = await t.outbox.openStocktake(opening());
    await t.outbox.saveCount(stocktake, count(w.milk, 119));
    await t.outbox.finishPart(stocktake);
    await t.pass();
    const [one] = await stocktakes();
    expect(await w.post(one?._id)).toMatchObject({ code: 200 });
    await t.outbox.saveCount(stocktake, count(w.rice, 30));
    await t.pass();
    const [op] = await t.waiting();
    expect(op?.state).toBe('attention');
    expect(op && refusalOfOp(op)).toMatchObject({ code: 409, stored: true });
    expect(op && refusalOfOp(op)?.message).toMatch(/^This stocktake was posted .* by .*\. This count was not used\.$/);
    expect(await t.outbox.discard(op?.seq ?? 0)).toBe('discarded');
    expect(await t.waiting()).toEqual([]);
  });

  test('two tablets begin without a server: one stocktake, each person under an id of their own', {
    tags: ['SYNC-51'],
  }, async () => {
    const [t1, t2] = [tabletOf(w.ngozi, 't1'), tabletOf(w.musa, 't2')];
    const first = await t1.outbox.openStocktake(opening());
    const second = await t2.outbox.openStocktake(opening({ scope: 'list', product_ids: [w.milk] }));
    await t1.outbox.saveCount(first.stocktake, count(w.milk, 100, { place: 'Aisle A' }));
    await t1.outbox.saveCount(first.stocktake, count(w.milk, 101, { place: 'Aisle A' }));
    await t2.outbox.saveCount(second.stocktake, count(w.milk, 20, { place: 'Floor' }));
    await t2.outbox.finishPart(second.stocktake);
    await Promise.all([t1.pass(), t2.pass()]);
    expect([await t1.waiting(), await t2.waiting()]).toEqual([[], []]);
    const all = await stocktakes();
    expect(all).toHaveLength(1);
    const id = all[0]?._id as string;
    expect(await figuresOf(id, w.milk)).toEqual(
      expect.arrayContaining([
        ['Ngozi Counter', 'Aisle A', 101],
        ['Musa Counter', 'Floor', 20],
      ]),
    );
    // The server's id leads to the same lane.
    await t1.outbox.saveCount(id, count(w.rice, 30));
    expect((await t1.waiting()).map(({ transfer }) => transfer)).toEqual([first.stocktake]);
    await t1.pass();
    expect(await figuresOf(id, w.rice)).toEqual([['Ngozi Counter', '', 30]]);
  });

  test('lots that were counted reach the server beside counts of an earlier release, and a newer figure replaces them', {
    tags: ['LOT-23'],
  }, async () => {
    await w.call('POST', 'product/track_lots', { _id: w.milk, tracks_lots: true }, { key: newKey() });
    const t = tabletOf(w.ngozi, 't1');
    const { stocktake } = await t.outbox.openStocktake(opening());
    const lots = '[["A1","2027-03-01",24]]';
    await t.outbox.saveCount(stocktake, count(w.milk, 30, { lots }));
    await t.outbox.saveCount(stocktake, count(w.milk, 12, { lots, place: 'Floor', quantity: 24 }));
    await t.outbox.saveCount(stocktake, count(w.rice, 30));
    await t.outbox.saveCount(stocktake, count(w.milk, 30, { lots: '[["A1","2027-03-01",12],["B7","",6]]' }));
    const file = await asFile(t);
    await t.pass();
    expect(await t.waiting()).toEqual([]);
    const [one] = await stocktakes();
    const read = async () => w.lineOf(await w.readOne(w.ngozi, one?._id), w.milk).own as Data[];
    const figures = async () => (await read()).map((own) => [own.place, own.quantity, own.lots]);
    const both = [
      ['', 30, '[["B7","",6],["A1","2027-03-01",12]]'],
      ['Floor', 24, lots],
    ];
    expect((await figures()).sort()).toEqual(both);
    // The file of the tablet says the same once more.
    expect((await bring(file)).code).toBe(200);
    expect((await figures()).sort()).toEqual(both);
    await t.outbox.saveCount(stocktake, count(w.milk, 31));
    await t.pass();
    expect((await figures()).find(([place]) => place === '')).toEqual(['', 31, undefined]);
  });

  describe('a file', () => {
    test('a count that aims at another stocktake than it shows is refused, and nothing of its lane follows', {
      tags: ['SEC-20'],
    }, async () => {
      const other = await w.begun(w.bisi);
      await w.cancel(other);
      const t = tabletOf(w.ngozi, 't1');
      const { stocktake } = await t.outbox.openStocktake(opening());
      await t.outbox.saveCount(stocktake, count(w.milk, 5));
      await t.outbox.finishPart(stocktake);
      const file = await asFile(t);
      const sent = {
        stocktake_id: other,
        product_id: w.milk,
        place: '',
        round: 1,
        quantity: 5,
        counted_at: server.clock.now,
      };
      const forged = {
        ...file,
        ops: file.ops.map((op) => (op.type === 'count' ? { ...op, attempts: 1, sent_body: sent } : op)),
      };
      const answer = await bring(forged);
      expect(answer.data.results.map((row: Data) => row.code)).toEqual([200, 400, 409]);
      const elsewhere = {
        ...file,
        ops: file.ops.map((op) =>
          op.type === 'open' ? { ...op, attempts: 1, sent_body: { ...openBody(op), client_id: 'somebody-elses' } } : op,
        ),
      };
      expect((await bring(elsewhere)).data.results.map((row: Data) => row.code)).toEqual([400, 409, 409]);
      // The ids in the file are not asked.
      const known = [{ ref: stocktake, id: other, version: 1 }];
      expect((await bring({ ...file, known })).data.results.map((row: Data) => row.code)).toEqual([200, 200, 200]);
      expect(await figuresOf(other, w.milk)).toEqual([]);
    });

    test('is taken in once, under the keys of the tablet and in the name of its person; the tablet then has nothing left to do', {
      tags: ['SEC-20', 'SYNC-41'],
    }, async () => {
      const t = tabletOf(w.ngozi, 't1');
      const { stocktake } = await t.outbox.openStocktake(opening({ scope: 'list', product_ids: [w.milk, w.rice] }));
      await t.outbox.openStocktake(opening({ scope: 'list', product_ids: [w.soap] }));
      await t.outbox.saveCount(stocktake, count(w.milk, 119, { place: 'Aisle “A”' }));
      await t.outbox.saveCount(stocktake, count(w.rice, 30));
      await t.outbox.finishPart(stocktake);
      const file = await asFile(t);
      const dry = await bring(file, false);
      expect([dry.data.succeeded, dry.data.failed]).toEqual([5, 0]);
      expect(Object.values(dry.data.named as Record<string, { name: string }>).map(({ name }) => name)).toContain(
        (await stocktakeHub())?.name,
      );
      expect(await stocktakes()).toEqual([]);
      expect((await bring(file)).data).toMatchObject({ succeeded: 5, failed: 0 });
      const [one] = await stocktakes();
      expect(one).toMatchObject({ products: 3, counted: 2 });
      expect(await figuresOf(one?._id, w.milk)).toEqual([['Ngozi Counter', 'Aisle “A”', 119]]);
      expect(one?.people[0]).toMatchObject({ name: 'Ngozi Counter', finished_at: expect.any(Number) });
      const version = one?.version;
      await t.pass();
      expect(await t.waiting()).toEqual([]);
      expect((await stocktakes())[0]?.version).toBe(version);
    });
    const stocktakeHub = async () =>
      (await server.call('GET', 'seller/read', { _id: w.hub }, { token: w.admin.token })).data[0] as Data | undefined;
    const openBody = (op: Op) => {
      const { about: _, ...body } = op.payload as OpenPayload;
      return { ...body, scope_id: '' };
    };
  });
});
