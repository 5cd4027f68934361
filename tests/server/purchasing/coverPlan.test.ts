/** "Running out" with 10,000 products in two hubs: what the statement looks at grows with the rows and not with their square. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

const MANY = 10_000;

/** Rows that each part of a plan looked at, kept or not, the part with the most first. */
function looked(plan: Plan): [rows: number, what: string][] {
  const rows =
    (plan['Actual Loops'] ?? 0) *
    ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0));
  const what = `${plan['Node Type']} ${plan['Relation Name'] ?? plan['CTE Name'] ?? ''}`;
  return [[rows, what] as [number, string], ...(plan.Plans ?? []).flatMap(looked)].sort(([a], [b]) => b - a);
}

describeEachEngine('the list of what runs out', (database) => {
  test('looks at each movement a few times, and never at all of them for one line', {
    tags: ['COV-15'],
    timeout: 120_000,
  }, async () => {
    const db = database().kysely as never as Kysely<never>;
    const server = await startServer(database());
    const w = await makeWorld(database(), server);
    const { token } = await server.signInAs('manager.staff');
    for (const [n, hub] of [w.hub, w.hub2].entries()) {
      await sql`insert into warehouse (_id, created, modified, parent_type, parent, owner_name)
        values (${`wide_${n}`}, ${NOW}, ${NOW}, 'seller', ${hub}, ${hub}) on conflict do nothing`.execute(db);
    }
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'wide_' || n, ${NOW}, ${NOW}, 'Wide ' || n, '', 'wide_' || n, 12, 1, 1200000, ${`brand_${w.run}`}
      from generate_series(1, ${MANY}::int4) n`.execute(db);
    // Every product runs out in the first hub; the second one has too much of each.
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified)
      select 'wide_' || h || '_' || n, 'wide_' || h, 'wide_' || n, case when h = 0 then 12 else 1200 end, 1200000, ${NOW}, ${NOW}
      from generate_series(1, ${MANY}::int4) n, generate_series(0, 1) h`.execute(db);
    await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
      select 'wide_' || h || '_' || k || '_' || n, 'WIDE', case when k = 0 then 'opening' else 'stock_out' end, 'wide_' || h, 'wide_' || n,
        case when k = 0 then case when h = 0 then 36 else 1224 end else -12 end, 1200000, 0, 12, ${NOW}, ${NOW}::int8 - (20 - k) * 86400
      from generate_series(1, ${MANY}::int4) n, generate_series(0, 1) h, generate_series(0, 2) k`.execute(db);
    for (const table of ['product', 'warehouse', 'warehouse_product', 'warehouse_log'])
      await sql`analyze ${sql.table(table)}`.execute(db);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await server.call('GET', 'cover/read_all', { show: 'order' }, { token });
    const home = await server.call('GET', 'home/runs_out', {}, { token });
    const queries = (spy.mock.calls as unknown[][]).filter(([text]) => String(text).includes('paced as ('));
    spy.mockRestore();
    await server.close();
    expect(answer.data.total).toBe(MANY);
    expect(answer.data.rows[0].from).toMatchObject({ _id: w.hub2 });
    expect(home.data.rows[0].order_cases).toBe(answer.data.rows[0].order_cases);
    expect(queries).toHaveLength(2);
    for (const [text, values] of queries as [string, unknown[]][]) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        sql: `explain (analyze, timing off, format json) ${text}`,
        parameters: values,
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'cover' },
      } as never);
      const parts = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => looked(Plan)));
      // 60,000 movements and 20,000 rows of stock.
      expect(parts.filter(([n]) => n > 250_000)).toEqual([]);
    }
  });
});
