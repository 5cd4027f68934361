/** No list or detail reads a whole table once for every row: with many rows that takes minutes (found by an hour's soak). */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { models } from '#contract/index.ts';
import { genericCalls } from '#contract/model.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { statementOf } from '#tests/support/trips.ts';

interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Alias?: string;
  'Subplan Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Join Filter'?: string;
  Filter?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** What is read from end to end below a plan that is made anew for each row, and the words that pick its rows. */
function readWhole(plan: Plan, perRow = false, joined = ''): { table: string; alias: string; picked: string }[] {
  const inside = perRow || (plan['Parent Relationship'] === 'SubPlan' && !plan['Subplan Name']?.startsWith('hashed'));
  const table = plan['Relation Name'];
  const here =
    inside && table && !(plan['Index Cond'] ?? plan['Recheck Cond']) && / Scan$/.test(plan['Node Type'])
      ? [{ table, alias: plan.Alias ?? table, picked: `${plan.Filter ?? ''} ${joined}` }]
      : [];
  const join = `${joined} ${plan['Join Filter'] ?? ''}`;
  return [...here, ...(plan.Plans ?? []).flatMap((one) => readWhole(one, inside, join))];
}

/** The columns that an index begins with, by table. */
async function indexed(db: Kysely<never>): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ table: string; column: string }>`select t.relname as "table", a.attname as "column"
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`.execute(
    db,
  );
  const found = new Map<string, Set<string>>();
  for (const { table, column } of rows) found.set(table, (found.get(table) ?? new Set()).add(column));
  return found;
}

/**
 * Tables that a question reads whole for every row, with what picks their rows. Empty tables make every plan cheap, so a scan counts only where
 * no index begins with a column that it compares.
 */
async function unindexed(db: Kysely<never>, text: string, values: unknown[]): Promise<string[]> {
  const first = await indexed(db);
  return db.connection().execute(async (one) => {
    await sql`set enable_seqscan = off`.execute(one);
    try {
      const { rows } = await one.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (verbose, format json) ${text}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'plans' },
      } as never);
      return rows
        .flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readWhole(Plan)))
        .filter(({ table, alias, picked }) => {
          // Nothing ties it to the row: it is read once and kept.
          if (picked.trim() === '') return false;
          const own = `${alias}\\.(\\w+)`;
          const compared = [
            ...picked.matchAll(new RegExp(`\\b${own}\\)?(?:::\\w+)? = `, 'g')),
            ...picked.matchAll(new RegExp(` = \\(?${own}`, 'g')),
          ];
          return !compared.some(([, column = '']) => first.get(table)?.has(column));
        })
        .map(({ table, picked }) => `${table}: ${picked.trim()}`);
    } finally {
      await sql`reset enable_seqscan`.execute(one);
    }
  });
}

/** Rows that a plan looked at, kept or not. */
const read = (plan: Plan): number =>
  (/ Scan$/.test(plan['Node Type']) ? (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) : 0) *
    (plan['Actual Loops'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, one) => sum + read(one), 0);

describeEachEngine('plans', (database) => {
  test('what is asked anew for every row of a list stands in an index', { tags: ['GEN-02', 'GEN-03'] }, async () => {
    const db = database().kysely as never as Kysely<never>;
    // The measure finds a column that no index begins with, and only that.
    const count = (column: string) =>
      `select (select count(*) from purchase_order r where r.${column} = m._id) from seller m`;
    expect(await unindexed(db, count('executed_by'), [])).toEqual(['purchase_order: (r.executed_by = m._id)']);
    expect(await unindexed(db, count('_id'), [])).toEqual([]);

    const server = await startServer(database());
    const admin = await server.signInAs('administrator.administrator');
    const queries = new Map<string, unknown[]>();
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    let lists = 0;
    for (const model of models) {
      const { name } = model;
      // Links between records have no list of their own.
      if (!genericCalls(model).some(({ path }) => path === `${name}/read_all`)) continue;
      lists += 1;
      server.clock.now += 60;
      const get = (path: string, fields: Record<string, string>) =>
        server.call('GET', `${name}/${path}`, fields, { token: admin.token });
      expect((await get('read_all', { page: '1', per_page: '10' })).code, name).toBe(200);
      expect((await get('read_all', {})).code, name).toBe(200);
      expect((await get('read', { _id: 'nobody' })).code, name).toBe(404);
    }
    for (const [question, values] of (spy.mock.calls as unknown[][]).map(statementOf))
      if (/^\s*(select|with)\b/i.test(question)) queries.set(question, [...values]);
    spy.mockRestore();
    await server.close();
    expect(queries.size).toBeGreaterThan(lists * 2);
    const found = new Set<string>();
    for (const [text, values] of queries)
      for (const one of await unindexed(db, text, values))
        found.add(`${one}; from ${/from "(\w+)" m/.exec(text)?.[1]}`);
    expect([...found]).toEqual([]);
  });

  test('the outcomes of notifications are counted once for all of them, not once for each', {
    tags: ['B9.2a'],
  }, async () => {
    const db = database().kysely as never as Kysely<never>;
    const server = await startServer(database());
    const { token } = await server.signInAs('administrator.administrator');
    const many = 500;
    await sql`insert into notification (_id, created, modified, title, message, include, exclude, send_sms_too, count, gateway)
      select 'note_' || n, ${NOW}::int8 + n, ${NOW}, 'Filled ' || n % 2, 'Filled', '*', '-', false, 4, 'simulated'
      from generate_series(1, ${many}::int4) n`.execute(db);
    await sql`insert into notification_recipient (_id, notification_id, name, phone, channel, status, created, due)
      select n || '-' || r, 'note_' || n, 'Someone', '0800', 'push', (array['sent', 'failed', 'queued', 'skipped'])[r], ${NOW}, ${NOW}
      from generate_series(2, ${many}::int4) n, generate_series(1, 4) r where r > 1 or n = 2`.execute(db);
    await sql`analyze notification`.execute(db);
    await sql`analyze notification_recipient`.execute(db);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const ask = async (fields: object) =>
      (await server.call('GET', 'notification/read_all', { ...fields }, { token })).data;
    const all = await ask({});
    const found = await ask({ search: 'Filled 1' });
    const page = await ask({ page: '17' });
    const queries = (spy.mock.calls as unknown[][])
      .map(statementOf)
      .filter(([text]) => text.includes('from notification_recipient'));
    spy.mockRestore();
    await server.close();
    expect(all).toHaveLength(many);
    expect(all.at(-1)).toMatchObject({ _id: 'note_1', sent: 0, failed: 0, waiting: 0, skipped: 0 });
    expect(all.at(-2)).toMatchObject({ _id: 'note_2', sent: 1, failed: 1, waiting: 1, skipped: 1 });
    expect(all.at(-3)).toMatchObject({ _id: 'note_3', sent: 0, failed: 1, waiting: 1, skipped: 1 });
    expect(found).toEqual(all.filter((one: { title: string }) => one.title === 'Filled 1'));
    expect(page.rows).toEqual(all.slice(480, 510));
    expect(queries).toHaveLength(3);
    for (const [text, values] of queries) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (analyze, format json) ${String(text)}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'counts' },
      } as never);
      const loops = (plan: Plan): number =>
        Math.max(plan['Actual Loops'] ?? 0, ...(plan.Plans ?? []).map((one) => loops(one)));
      expect(rows.map((row) => Math.max(...row['QUERY PLAN'].map(({ Plan }) => loops(Plan))))).toEqual([1]);
    }
  });

  test('a search for a place with a number in its name does not compare every order with every retailer found', {
    tags: ['ORD-18', 'GEN-02'],
  }, async () => {
    const db = database().kysely as never as Kysely<never>;
    const server = await startServer(database());
    const world = await makeOrderWorld(database(), server);
    const { token } = await server.signInAs('administrator.administrator');
    const many = 2_000;
    await sql`insert into location (_id, created, modified, name, state, lga)
      select 'market_' || n, ${NOW}, ${NOW}, 'Market ' || n, 'Lagos', 'Surulere' from generate_series(0, 9) n`.execute(
      db,
    );
    await sql`insert into buyer (_id, created, modified, user_id, name, person, phone, status, store_type_id, location_id)
      select 'crowd_' || n, ${NOW}, ${NOW}, b.user_id, 'Crowd', 'Ada', '+' || n, 'active', b.store_type_id, 'market_' || n % 10
      from buyer b, generate_series(1, ${many}::int4) n where b._id = ${world.shop}`.execute(db);
    await sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id)
      select 'crowd_' || n, ${NOW}::int8 + n, ${NOW}, 'CROWD' || n, 'pending', 'crowd_' || n, ${world.hub}
      from generate_series(1, ${many}::int4) n`.execute(db);
    await sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag)
      select g._id, g.created, g.modified, g._id, g._id, ${world.maker2}, 'pending' from order_group g where g._id like 'crowd_%'`.execute(
      db,
    );
    for (const table of ['order_group', 'order', 'buyer', 'location'])
      await sql`analyze ${sql.table(table)}`.execute(db);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const found: number[] = [];
    for (const model of ['order_group', 'order'])
      found.push(
        (await server.call('GET', `${model}/read_all`, { page: '1', search: 'Market 7' }, { token })).data.total,
      );
    const queries = (spy.mock.calls as unknown[][])
      .map(statementOf)
      .filter(([text]) => text.includes('from buyer found'));
    spy.mockRestore();
    await server.close();
    // The references and phones of the others have a 7 as well.
    expect(found.map((total) => total >= many / 10)).toEqual([true, true]);
    expect(queries.length).toBeGreaterThanOrEqual(2);
    const filters = (plan: Plan): string[] => [
      ...(/Seq Scan/.test(plan['Node Type']) ? [plan.Filter ?? ''] : []),
      ...(plan.Plans ?? []).flatMap(filters),
    ];
    for (const [text, values] of queries) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (format json) ${String(text)}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'place' },
      } as never);
      const compared = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => filters(plan)));
      expect(compared.filter((filter) => /buyer_id = ANY/.test(filter))).toEqual([]);
    }
  });

  test('the full copy and the delta of a hub that has few orders do not walk through the orders of all the others', {
    tags: ['API-1.5', 'GEN-02'],
  }, async () => {
    const db = database().kysely as never as Kysely<never>;
    const server = await startServer(database());
    const world = await makeOrderWorld(database(), server);
    const small = await world.party('seller', `Small ${world.run}`);
    const { token } = await server.signInAs('seller.manager', { seller_id: small });
    const many = 3_000;
    await sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id)
      select 'plan_' || n, ${NOW}::int8 + n, ${NOW}::int8 + n, 'PLAN' || n, 'pending', ${world.shop}, ${world.hub} from generate_series(1, ${many}::int4) n`.execute(
      db,
    );
    await sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag)
      select g._id, g.created, g.modified, g.ref, g._id, ${world.maker2}, 'pending' from order_group g where g._id like 'plan_%'`.execute(
      db,
    );
    await sql`insert into left_hub (model, record_id, seller_id, at) values ('order_group', 'plan_7', ${small}, ${NOW + many})`.execute(
      db,
    );
    for (const table of ['order_group', 'order', 'left_hub', 'seller'])
      await sql`analyze ${sql.table(table)}`.execute(db);
    const queries = new Map<string, unknown[]>();
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const answers: unknown[] = [];
    for (const since of [0, 1])
      for (const model of ['order_group', 'order']) {
        const response = await server.call('GET', `${model}/read_all`, { since }, { token });
        answers.push([response.data.rows, response.data.deleted]);
        for (const [text, values] of (spy.mock.calls as unknown[][]).map(statementOf))
          if (/from "order(_group)?" m/.test(text)) queries.set(text, [...values]);
      }
    spy.mockRestore();
    await server.close();
    // Each of the two reads of each model, and the rows of what they found.
    expect(queries.size).toBeGreaterThanOrEqual(4);
    for (const [text, values] of queries) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (analyze, format json) ${text}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'hub' },
      } as never);
      for (const row of rows)
        for (const { Plan } of row['QUERY PLAN'])
          expect([read(Plan) < 100, read(Plan), text]).toEqual([true, read(Plan), text]);
    }
    expect(answers).toEqual([
      [[], []],
      [[], []],
      [[], ['plan_7']],
      [[], ['plan_7']],
    ]);
  });

  test('the delta of a hub that much left long ago reads what left since, in the order it is told', {
    tags: ['API-1.5', 'GEN-02', 'SEC-07'],
  }, async () => {
    const db = database().kysely as never as Kysely<never>;
    const server = await startServer(database());
    const world = await makeOrderWorld(database(), server);
    const hub = await world.party('seller', `Left ${world.run}`);
    const { token } = await server.signInAs('seller.manager', { seller_id: hub });
    const many = 3_000;
    await sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id)
      select 'left_' || n, 1, 1, 'LEFT' || n, 'pending', ${world.shop}, ${world.hub} from generate_series(1, ${many}::int4) n`.execute(
      db,
    );
    await sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag)
      select 'order_' || g._id, 1, 1, g.ref, g._id, ${world.maker2}, 'pending' from order_group g where g._id like 'left_%'`.execute(
      db,
    );
    // The first one left last, so that the order of ids is not that of time.
    await sql`insert into left_hub (model, record_id, seller_id, at)
      select 'order_group', 'left_' || n, ${hub}, ${NOW}::int8 - n from generate_series(1, ${many}::int4) n`.execute(
      db,
    );
    for (const table of ['order_group', 'order', 'left_hub', 'seller'])
      await sql`analyze ${sql.table(table)}`.execute(db);
    const queries = new Map<string, unknown[]>();
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const found: unknown[] = [];
    for (const fields of [
      { since: NOW - 2 },
      { since: 1, per_page: 2 },
      { since: 1, per_page: 2, after: `${NOW - 9}~x` },
    ])
      for (const model of ['order_group', 'order']) {
        const { data } = await server.call('GET', `${model}/read_all`, fields, { token });
        found.push(data.deleted);
        for (const [text, values] of (spy.mock.calls as unknown[][]).map(statementOf))
          if (/left_hub h/.test(text)) queries.set(JSON.stringify([text, values]), [text, values]);
      }
    spy.mockRestore();
    await server.close();
    const both = (...ids: string[]) => [ids, ids.map((_id) => `order_${_id}`)];
    expect(found).toEqual([
      ...both('left_2', 'left_1'),
      ...both('left_3000', 'left_2999'),
      ...both('left_8', 'left_7'),
    ]);
    expect(queries.size).toBe(found.length);
    for (const [text, values] of queries.values() as Iterable<[string, unknown[]]>) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (analyze, format json) ${text}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'left' },
      } as never);
      for (const row of rows)
        for (const { Plan } of row['QUERY PLAN'])
          expect([read(Plan) < 60, read(Plan), text, values]).toEqual([true, read(Plan), text, values]);
    }
  });
});
