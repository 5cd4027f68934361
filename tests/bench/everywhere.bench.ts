/** The search of the command bar at the server over 36,000 products: how long one answer takes, with and without slips. Goal: 60 ms (issue 28, point 6). */
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { onEachEngine, spread } from './engines.ts';

const ROWS = Number(process.env.ROWS ?? 36_000);
const ROUNDS = 20;
const KINDS = ['Noodles', 'Sachet', 'Milk Powder', 'Tomato Paste', 'Seasoning Cubes', 'Biscuit', 'Detergent'];
const WORDS = [
  'sach',
  'milk powder 90 g',
  'noodles 12',
  'off-359',
  'nodles',
  'tomato pste',
  'sahcet 20',
  'nothing of this',
];

async function fill({ kysely }: Database): Promise<void> {
  const at = sql`${NOW}::int8`;
  await sql`insert into manufacturer (_id, created, modified, name)
    select 'm' || n, ${at}, ${at}, 'Maker ' || n from generate_series(1, 50) n`.execute(kysely);
  await sql`insert into brand (_id, created, modified, name, manufacturer_id)
    select 'b' || n, ${at}, ${at}, 'Brand ' || n, 'm' || (n % 50 + 1) from generate_series(1, 500) n`.execute(kysely);
  for (let start = 0; start < ROWS; start += 9_000)
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'p' || n, ${at} - n, ${at} - n, (${KINDS}::text[])[n % 7 + 1] || ' ' || (n * 7919 % 36000) || ' ' || (n % 90) || ' g', 'For the bench', 'OFF-' || n, 12, 1,
        120000, 'b' || (n % 500 + 1) from generate_series(${start + 1}::int4, ${Math.min(ROWS, start + 9_000)}::int4) n`.execute(
      kysely,
    );
  await sql`vacuum (analyze) product`.execute(kysely);
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  await fill(database);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  let worst = 0;
  for (const query of WORDS) {
    const times: number[] = [];
    let found = 0;
    for (let round = -3; round < ROUNDS; round += 1) {
      const since = performance.now();
      const answer = await server.call('POST', 'search/everywhere', { query }, { token });
      if (round >= 0) times.push(performance.now() - since);
      if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message}`);
      found = (answer.data as unknown[]).length;
    }
    const { p50, p95 } = spread(times);
    worst = Math.max(worst, p50);
    process.stdout.write(`${name}, "${query}": ${found} found, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms\n`);
  }
  process.stdout.write(
    `${name}: ${worst <= 60 ? 'ok' : 'TOO SLOW'}: ${worst.toFixed(1)} ms at most in the middle, among ${ROWS} products (goal 60 ms)\n`,
  );
  await server.close();
}

await onEachEngine(measure);
