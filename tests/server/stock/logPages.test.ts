/** Any page of a warehouse's log, and its search, are the rows that a plain count-off would give (imports.md D11). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

describeEachEngine('pages of a log', (database) => {
  let server: TestServer;
  let w: World;
  let hub: string;
  const run = (text: ReturnType<typeof sql>) => text.execute(database().kysely);
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeWorld(database(), server);
    await w.fill([[w.milk, 12]]);
    hub = (await w.warehouseOf(w.hub)) ?? '';
    // 997 rows in seconds of 1 to 60 rows each, written out of order; references and names share words.
    await run(sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
      select 'l' || lpad((n * 7919 % 997)::text, 5, '0'), 'PO-' || (n % 50) || case when n % 9 = 0 then '-milk' else '' end, 'stock_out', ${hub},
        case when n % 3 = 0 then ${w.milk} when n % 3 = 1 then ${w.rice} else ${w.soap} end, -1, 1, 1, 0,
        ${NOW}::int8 + 100 + (n * n % 61), ${NOW} from generate_series(1, 997) n`);
  });
  const read = async (more: Record<string, unknown>) => {
    const response = await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub, ...more });
    expect(response.code).toBe(200);
    return response.data as unknown as { rows: Data[]; total: number };
  };
  const plain = async (where: ReturnType<typeof sql>, newest: boolean) => {
    const order = newest ? sql`wl.created desc, wl._id desc` : sql`wl.created, wl._id`;
    const { rows } = await run(sql`select wl._id from warehouse_log wl join product p on p._id = wl.product_id
      where wl.warehouse_id = ${hub} and ${where} order by ${order}`);
    return (rows as Data[]).map((row) => row._id);
  };

  test.each([
    ['-created', true],
    ['created', false],
  ])('every page in the order %s holds the rows that counting off gives', { tags: ['D11'] }, async (sort, newest) => {
    const all = await plain(sql`true`, newest);
    for (const per_page of [7, 30, 500])
      for (const page of [1, 2, 5, Math.ceil(all.length / per_page), Math.ceil(all.length / per_page) + 1]) {
        const answer = await read({ sort, page, per_page });
        expect(answer.total).toBe(all.length);
        expect(answer.rows.map((row) => row._id)).toEqual(all.slice((page - 1) * per_page, page * per_page));
      }
  });
  test('rows that come later are counted, in one second with others too', { tags: ['D11'] }, async () => {
    const before = await read({ page: 1, per_page: 10 });
    await w.execute(await w.order(w.issue, [[w.milk, 1]]));
    const after = await read({ page: 1, per_page: 10 });
    expect(after.total).toBe(before.total + 1);
    expect((await read({ page: after.total, per_page: 1, sort: '-created' })).rows).toHaveLength(1);
  });
  test.each(['milk', 'po-7', 'po- milk', 'rice 13', 'soap milk', 'nothing of it'])(
    'the search for %j finds what names and references hold, page by page',
    { tags: ['D11'] },
    async (search) => {
      const likes = search
        .split(' ')
        .map((word) => sql`(lower(wl.ref) like ${`%${word}%`} or p.name_key like ${`%${word}%`})`);
      const all = await plain(sql.join(likes, sql` and `) as ReturnType<typeof sql>, true);
      for (const page of [1, 2, 9]) {
        const answer = await read({ search, page, per_page: 20 });
        expect(answer.total).toBe(all.length);
        expect(answer.rows.map((row) => row._id)).toEqual(all.slice((page - 1) * 20, page * 20));
      }
    },
  );
  test('a kind that there is not is refused; kinds alone and with a search are found page by page', {
    tags: ['D11'],
  }, async () => {
    const refused = await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub, kind: ['sold'] });
    expect([refused.code, Object.keys((refused.data as Data).fields as Data)]).toEqual([422, ['kind']]);
    for (const [kind, search] of [
      [['shipment_in'], ''],
      [['stock_out', 'shipment_in'], 'milk'],
      [['transfer'], ''],
    ] as const) {
      const all = await plain(
        sql`wl.kind = any(${[...kind]}) and (${search} = '' or lower(wl.ref) like ${`%${search}%`} or p.name_key like ${`%${search}%`})`,
        true,
      );
      for (const page of [1, 3]) {
        const answer = await read({ kind, search, page, per_page: 20 });
        expect(answer.total).toBe(all.length);
        expect(answer.rows.map((row) => row._id)).toEqual(all.slice((page - 1) * 20, page * 20));
      }
      const whole = (await read({ kind, search })) as unknown as Data[];
      expect(whole.map((row) => row._id)).toEqual(all);
    }
  });
  test('a log of before is counted when the database comes up to date', { tags: ['D11'] }, async () => {
    const { rows } =
      await run(sql`select (select sum(rows)::int4 from warehouse_log_second where warehouse_id = ${hub}) as counted,
      (select count(*)::int4 from warehouse_log where warehouse_id = ${hub}) as there`);
    expect((rows as Data[])[0]?.counted).toBe((rows as Data[])[0]?.there);
  });
  test('a warehouse without a row has no page', { tags: ['D11'] }, async () => {
    expect(await read({ warehouse_id: await emptyWarehouse(), page: 1 })).toEqual({ rows: [], total: 0 });
  });
  async function emptyWarehouse(): Promise<string> {
    await run(sql`insert into warehouse (_id, created, modified, status, parent_type, parent, owner_name)
      values ('empty', ${NOW}, ${NOW}, 'active', 'seller', ${w.hub2}, 'Empty')`);
    return 'empty';
  }
});
