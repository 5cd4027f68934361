/**
 * A paged, searched list over 100,000 rows: its p95 against the bare SQL of the same page and count in the same run (goal: at most three
 * times), and how long anything else in the process waits meanwhile (goal: at most 50 ms).
 */
import { type RawBuilder, sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { onEachEngine, spread } from './engines.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
const ROUNDS = 40;
const WORDS = ['Milo', 'Peak', 'Indomie', 'Golden', 'Dangote', 'Bournvita', 'Cowbell', 'Gino', 'Hypo', 'Omo'];

async function fill({ kysely }: Database): Promise<void> {
  const run = (text: RawBuilder<unknown>) => text.execute(kysely);
  const at = sql`${NOW}::int8`;
  await run(sql`insert into manufacturer (_id, created, modified, name)
    select 'm' || n, ${at}, ${at}, 'Maker ' || n from generate_series(1, 50) n`);
  await run(sql`insert into brand (_id, created, modified, name, manufacturer_id)
    select 'b' || n, ${at}, ${at}, 'Brand ' || n, 'm' || (n % 50 + 1) from generate_series(1, 500) n`);
  for (let start = 0; start < ROWS; start += 10_000) {
    await run(sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'p' || n, ${at} - n, ${at} - n, (${WORDS}::text[])[n % 10 + 1] || ' ' || (n * 7919 % 1000) || ' g, pack ' || n, 'For the bench', 's' || n, 12, 1,
        120000, 'b' || (n % 500 + 1) from generate_series(${start + 1}::int4, ${Math.min(ROWS, start + 10_000)}::int4) n`);
  }
  await run(sql`vacuum (analyze) product`);
}

/** What one would write by hand for this very page: the count and the joined rows. */
function bare({ kysely }: Database, word: string, page: number): Promise<unknown> {
  const like = `%${word}%`;
  const found = sql`(m.words like ${like} or m.brand_id = any(array(select x._id from brand x join manufacturer y on y._id = x.manufacturer_id
    where x.name_key like ${like} or y.name_key like ${like}))) and m.deleted_at is null`;
  return Promise.all([
    sql`select count(*) from product m where ${found}`.execute(kysely),
    sql`select m.*, json_build_object('_id', b._id, 'name', b.name), json_build_object('_id', y._id, 'name', y.name)
      from product m join brand b on b._id = m.brand_id join manufacturer y on y._id = b.manufacturer_id
      where ${found} order by m.name_key, m._id limit 30 offset ${(page - 1) * 30}`.execute(kysely),
  ]);
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  await fill(database);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  const whole: number[] = [];
  const plain: number[] = [];
  let stall = 0;
  let others = 0;
  for (let round = -3; round < ROUNDS; round += 1) {
    const word = `${(round * 37 + 200) % 1_000} g`;
    const page = (Math.abs(round) % 3) + 1;
    const pages = { page, per_page: 30, search: word };
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (round >= 0) stall = Math.max(stall, now - last - 2);
      last = now;
    }, 2);
    const started = performance.now();
    const pending = server.call('GET', 'product/read_all', pages, { token });
    // Somebody else asks something small at the same moment.
    const small = server
      .call('GET', 'store_type/read_all', { page: 1 }, { token })
      .then(() => performance.now() - started);
    const response = await pending;
    const took = performance.now() - started;
    others = Math.max(others, round >= 0 ? (await small) - took : 0);
    clearInterval(timer);
    if (response.code !== 200 || response.data.total < 1)
      throw new Error(`${response.code} ${response.message} ${word}`);
    const again = performance.now();
    await bare(database, word, page);
    if (round < 0) continue;
    whole.push(took);
    plain.push(performance.now() - again);
  }
  const [list, hand] = [spread(whole), spread(plain)];
  process.stdout.write(
    `${name}: ${ROWS} rows; list p50 ${list.p50.toFixed(1)} ms, p95 ${list.p95.toFixed(1)} ms; bare SQL p50 ${hand.p50.toFixed(1)} ms, p95 ${hand.p95.toFixed(1)} ms; ` +
      `ratio of p95 ${(list.p95 / hand.p95).toFixed(2)} (goal 3); longest stall of the process ${stall.toFixed(0)} ms (goal 50); ` +
      `a small read beside it waited ${Math.max(0, others).toFixed(0)} ms longer than the list\n`,
  );
  await server.close();
}

await onEachEngine(measure);
