/** Totals of lists: kept while nothing changed, exact after every write, and counted without joins that no filter needs (decision 0620). */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { models } from '#contract/index.ts';
import { genericCalls } from '#contract/model.ts';
import type { Tables } from '#server/db/tables.ts';
import { COUNTED } from '#server/resources/counts.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, putRow, startServer, type TestServer } from '#tests/support/server.ts';
import { statementOf } from '#tests/support/trips.ts';

const MANY = 1_200;

describeEachEngine('totals', (database) => {
  let server: TestServer;
  let admin: string;
  const db = (): Kysely<Tables> => database().kysely;

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    await putRow(database(), 'manufacturer', { _id: 'm1', name: 'Maker' });
    await putRow(database(), 'brand', { _id: 'b1', name: 'Brand', manufacturer_id: 'm1' });
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'p' || n, ${NOW}::int8 + n, ${NOW}, 'Kosai ' || n, 'Filled', 'sku-' || n, 12, 1, 100, 'b1' from generate_series(1, ${MANY}::int4) n`.execute(
      db(),
    );
  });

  /** The answer of a list, and the statements that made it. */
  async function answerOf(path: string, fields: Record<string, unknown> = {}) {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const response = await server.call('GET', path, { page: 1, per_page: 10, ...fields }, { token: admin });
    const texts = (spy.mock.calls as unknown[][]).map((call) => statementOf(call)[0]);
    spy.mockRestore();
    expect([path, response.code, response.message]).toEqual([path, 200, 'OK']);
    // What a write before it tells the other servers may still be on its way.
    const own = texts.filter((text) => !/session|pg_notify/.test(text));
    return { total: Number(response.data.total), rows: response.data.rows, texts: own };
  }
  const counts = (texts: readonly string[]) => texts.filter((text) => /^select count\(\*\)/.test(text));

  test('a page of products without a filter is counted without a join, and found without one', {
    tags: ['API-1.5', 'API-30'],
  }, async () => {
    await sql`update product set version = version + 1 where _id = 'p1'`.execute(db());
    const { total, texts } = await answerOf('product/read_all');
    expect(total).toBe(MANY);
    const [count = ''] = counts(texts);
    expect(count).toContain('from "product" m');
    expect(count).not.toContain('join');
    const [page = ''] = texts.filter((text) => text.includes('any(array('));
    expect(/array\((.*)\) order by/s.exec(page)?.[1]).not.toContain('join');
  });

  test('a filter of a joined table is counted with the join', { tags: ['API-1.5'] }, async () => {
    const { total, texts } = await answerOf('product/read_all', { manufacturer_id: 'm1' });
    expect(total).toBe(MANY);
    expect(counts(texts)[0]).toContain('join brand b');
    expect((await answerOf('product/read_all', { manufacturer_id: 'none' })).total).toBe(0);
  });

  test('the next page, and the same page again, ask no count', { tags: ['API-1.5', 'API-30'] }, async () => {
    await answerOf('product/read_all');
    const next = await answerOf('product/read_all', { page: 2 });
    expect([next.total, counts(next.texts), next.texts.length]).toEqual([MANY, [], 1]);
    const again = await answerOf('product/read_all');
    expect([again.total, again.texts.length]).toEqual([MANY, 1]);
  });

  test('a total is exact after each write: a row that came, left, came back, changed its filter, or was taken back', {
    tags: ['API-1.5', 'API-30'],
  }, async () => {
    const total = async (fields: Record<string, unknown> = {}) => (await answerOf('brand/read_all', fields)).total;
    expect([await total(), await total({ status: 'inactive' })]).toEqual([1, 0]);
    await putRow(database(), 'brand', { _id: 'b2', name: 'Second', manufacturer_id: 'm1' });
    expect([await total(), await total({ status: 'inactive' })]).toEqual([2, 0]);
    await server.call('POST', 'brand/update', { _id: 'b2', status: 'inactive' }, { token: admin });
    expect([await total(), await total({ status: 'inactive' })]).toEqual([2, 1]);
    await sql`update brand set deleted_at = ${NOW} where _id = 'b2'`.execute(db());
    expect([await total(), await total({ status: 'inactive' })]).toEqual([1, 0]);
    await sql`update brand set deleted_at = null where _id = 'b2'`.execute(db());
    expect([await total(), await total({ status: 'inactive' })]).toEqual([2, 1]);
    const undone = database().transaction(async (tx) => {
      await sql`delete from brand where _id = 'b2'`.execute(tx);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect([await total(), await total({ status: 'inactive' })]).toEqual([2, 1]);
    await sql`delete from brand where _id = 'b2'`.execute(db());
    expect([await total(), await total({ status: 'inactive' })]).toEqual([1, 0]);
  });

  test('a search finds its rows once: one statement has the rows and the total, in the order of the list', {
    tags: ['API-1.5', 'API-30'],
  }, async () => {
    const { total, rows, texts } = await answerOf('product/read_all', { search: 'kosai 77', sort: '-name', page: 1 });
    // 77, 177, 277, ... 1177, and 770 to 779; 777 is both.
    expect([total, texts.length]).toEqual([21, 1]);
    const names = rows.map((row: { name: string }) => row.name);
    expect(names).toHaveLength(10);
    expect(names).toEqual([...names].sort().reverse());
    const rest = await answerOf('product/read_all', { search: 'kosai 77', sort: '-name', page: 3 });
    expect([rest.total, rest.rows.length]).toEqual([21, 1]);
  });

  test('a search with many hits, one without any and a page past the end have the exact total', {
    tags: ['API-1.5'],
  }, async () => {
    const many = await answerOf('product/read_all', { search: 'kosai' });
    expect([many.total, many.rows.length]).toEqual([MANY, 10]);
    const next = await answerOf('product/read_all', { search: 'kosai', page: 2 });
    expect([next.total, next.texts.length]).toEqual([MANY, 1]);
    expect((await answerOf('product/read_all', { search: 'nothing at all' })).total).toBe(0);
    const past = await answerOf('product/read_all', { search: 'kosai 77', page: 9 });
    expect([past.total, past.rows]).toEqual([21, []]);
  });

  test('the kept figures of each table are those of its rows', { tags: ['API-30'] }, async () => {
    const { rows } = await sql<{
      name: string;
      live: number;
    }>`select name, sum(live)::int8 as live from table_count group by name`.execute(db());
    expect(rows.map(({ name }) => name).sort()).toEqual([...COUNTED].sort());
    for (const { name, live } of rows) {
      const { rows: all } = await sql<{
        many: number;
      }>`select count(*) as many from ${sql.table(name)} where deleted_at is null`.execute(db());
      expect([name, live]).toEqual([name, all[0]?.many]);
    }
  });
});

describeEachEngine('joins of lists', (database) => {
  test('each filter, sort and search of each list is answered, and an inner join that a count may leave out follows a link that every row has', {
    tags: ['API-1.5', 'API-30'],
  }, async () => {
    const server = await startServer(database());
    const { token } = await server.signInAs('administrator.administrator');
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    let lists = 0;
    for (const model of models) {
      if (!genericCalls(model).some(({ path }) => path === `${model.name}/read_all`)) continue;
      lists += 1;
      const ask = async (fields: Record<string, unknown>) => {
        const response = await server.call('GET', `${model.name}/read_all`, { page: 1, ...fields }, { token });
        // A value that a filter refuses is refused before anything is asked.
        expect([model.name, fields, [200, 400].includes(response.code)]).toEqual([model.name, fields, true]);
      };
      for (const filter of model.filters) await ask({ [filter]: '1' });
      for (const sort of model.sort) await ask({ sort });
      await ask({ search: 'some words' });
    }
    const texts = (spy.mock.calls as unknown[][]).map((call) => statementOf(call)[0]);
    spy.mockRestore();
    await server.close();
    expect(lists).toBeGreaterThan(10);
    const { rows } = await sql<{
      link: string;
    }>`select c.conrelid::regclass::text || '.' || a.attname || ' ' || c.confrelid::regclass::text as link
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and a.attnotnull and array_length(c.conkey, 1) = 1`.execute(database().kysely);
    const links = new Set(rows.map(({ link }) => link));
    const followed = new Set<string>();
    for (const text of texts) {
      const view = /from "(\w+)" m ((?:(?:left )?join "?\w+"? \w+ on .*?)+?)(?: where|$)/s.exec(text);
      if (!view) continue;
      const tables = new Map([['m', String(view[1])]]);
      for (const [, left, table = '', alias = '', of = '', link = ''] of String(view[2]).matchAll(
        /(left )?join "?(\w+)"? (\w+) on \3\._id = (\w+)\."?(\w+)"?/g,
      )) {
        tables.set(alias, table);
        if (!left) followed.add(`${tables.get(of)}.${link} ${table}`);
      }
    }
    expect([...followed].filter((link) => !links.has(link))).toEqual([]);
    expect([...followed]).toEqual(
      expect.arrayContaining(['product.brand_id brand', 'brand.manufacturer_id manufacturer']),
    );
  });
});
