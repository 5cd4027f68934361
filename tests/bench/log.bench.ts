/**
 * Pages and search of a long log of one warehouse, as an import leaves it: each against page 1 of the same log in the same run (goal: any page at most
 * ten times), with absolute times (goal: 300 ms a page, 500 ms a search, at 434,000 rows).
 */
import { sql } from 'kysely';
import { analyse } from '#server/db/analyse.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { startServer } from '#tests/support/server.ts';
import { onEachEngine, spread } from './engines.ts';
import { fillProducts, NOW } from './logRows.ts';

const ROWS = Number(process.env.ROWS ?? 434_000);
const ROUNDS = 9;
const SIZE = 30;

/** Invoices of 20 lines; 3,000 rows of each second, as an import writes them. */
async function fill({ kysely }: Database): Promise<void> {
  await sql`insert into warehouse (_id, created, modified, status, parent_type, parent, owner_name)
    values ('w1', ${NOW}, ${NOW}, 'active', 'seller', 'h1', 'Hub 1')`.execute(kysely);
  for (let start = 0; start < ROWS; start += 3_000)
    await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
      select 'l' || lpad(n::text, 8, '0'), (500000 + n / 20)::text, 'stock_out', 'w1', 'p' || (n % 997 + 1), -12, 100000, 120000, 0,
        ${NOW}::int8 + n / 3000, ${NOW}::int8 from generate_series(${start + 1}::int4, ${Math.min(ROWS, start + 3_000)}::int4) n`.execute(
      kysely,
    );
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  await fillProducts(database);
  await fill(database);
  await analyse(database);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  const last = Math.ceil(ROWS / SIZE);
  const asks: [string, Record<string, unknown>][] = [
    ['page 1', { page: 1 }],
    ['page 100', { page: 100 }],
    ['middle', { page: Math.ceil(last / 2) }],
    ['last', { page: last }],
    ['last, oldest first', { page: last, sort: 'created' }],
    ['search of an invoice', { page: 1, search: '512345' }],
    ['search of a product', { page: 1, search: 'product 77' }],
    ['search of digits', { page: 1, search: '77' }],
    ['search of everything', { page: 1, search: 'product' }],
    ['search of nothing', { page: 1, search: 'xyz' }],
  ];
  const taken = new Map<string, number[]>(asks.map(([ask]) => [ask, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [ask, fields] of asks) {
      const started = performance.now();
      const body = { warehouse_id: 'w1', per_page: SIZE, ...fields };
      const response = await server.call('POST', 'warehouse_log/read_by_warehouse', body, { token });
      if (response.code !== 200) throw new Error(`${response.code} ${response.message}`);
      if (round >= 0) taken.get(ask)?.push(performance.now() - started);
    }
  const first = spread(taken.get('page 1') ?? []).p50;
  for (const [ask, times] of taken) {
    const { p50, p95 } = spread(times);
    process.stdout.write(
      `${name}: ${ask.padEnd(22)} ${p50.toFixed(0).padStart(5)} ms (p95 ${p95.toFixed(0)}), ${(p50 / first).toFixed(1)} times page 1\n`,
    );
  }
  await server.close();
}

await onEachEngine(measure);
