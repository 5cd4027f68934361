/**
 * Orders at 100,000 groups and 1,000,000 lines: each report against bare SQL that gives the same table (goal: at most twice), searches by common and rare words,
 * and the list's p95 while a report runs (goal: 300 ms).
 */
import { type RawBuilder, sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { onEachEngine, spread } from './engines.ts';
import { fillOrders, GROUPS } from './orderRows.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const DAY = 86_400;
const to = NOW - 30 * DAY;
const from = to - 30 * DAY;

const counted = sql`g.tag in ('delivered', 'completed', 'pending')`;
const inRange = sql`g.created >= ${from} and g.created < ${to} and g.deleted_at is null`;
const lines = sql`order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
  join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')`;
const sums = sql`sum(i.quantity), sum(coalesce(i.quantity_accepted, i.quantity)), sum(i.line_kobo)`;

/** Sums with the names of what they are about, sorted, as one would write it by hand. */
const byHand = (keys: string, where: RawBuilder<unknown>, name: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
  select s.*, p.name, p.case_count, p.price_kobo, b.name as brand, maker.name as manufacturer, ${name}
  from (select ${sql.raw(keys)}, i.product_id, ${sums} from ${lines} where ${inRange} and ${where} group by ${sql.raw(keys)}, i.product_id) s
    join product p on p._id = s.product_id join brand b on b._id = p.brand_id join manufacturer maker on maker._id = b.manufacturer_id ${from}
  order by p.name_key, p._id`;
const hub = sql`join seller k on k._id = s.seller_id`;

/** Each report, and the same table in SQL alone. */
const REPORTS: readonly {
  name: string;
  method?: 'GET';
  path: string;
  fields: Record<string, unknown>;
  bare: RawBuilder<unknown>;
}[] = [
  {
    name: 'by distributor',
    path: 'order_group/purchase_orders',
    fields: { from_timestamp: from, to_timestamp: to, seller_id: '*' },
    bare: byHand('g.seller_id', counted, sql`k.name as hub`, hub),
  },
  {
    name: 'by retailer',
    path: 'order_group/purchase_orders_buyers',
    fields: { from_timestamp: from, to_timestamp: to, seller_id: 'h3' },
    bare: byHand(
      'g.buyer_id',
      sql`${counted} and g.seller_id = 'h3'`,
      sql`k.name as retailer`,
      sql`join buyer k on k._id = s.buyer_id`,
    ),
  },
  {
    name: 'value',
    path: 'order_group/sales_of_all_custom_special',
    fields: { timestamp_min: from, timestamp_max: to, seller_id: '*' },
    bare: byHand("''::text", sql`g.tag <> 'draft'`, sql`'' as hub`, sql``),
  },
  {
    name: 'value by hub',
    path: 'order_group/sales_of_all_custom_special_seller',
    fields: { timestamp_min: from, timestamp_max: to, seller_id: '*' },
    bare: byHand('g.seller_id', sql`g.tag <> 'draft'`, sql`k.name as hub`, hub),
  },
  {
    name: 'retention by month',
    path: 'buyer/order_retention_month',
    fields: { from_timestamp: NOW - 180 * DAY, to_timestamp: NOW, page: 1, per_page: 20 },
    // Who is judged by all time, and who was active when: the report needs both.
    bare: sql`select g.buyer_id, count(*), min(g.created), max(g.created), array_agg(distinct (${NOW} - g.created) / 2592000) filter (where g.created >= ${NOW - 180 * DAY})
      from order_group g where g.deleted_at is null and ${counted} group by 1`,
  },
  {
    name: 'retailers by category',
    method: 'GET',
    path: 'buyer/history',
    fields: { page: 1, per_page: 30, show_more: true },
    bare: sql`select g.buyer_id, o.manufacturer_id, count(*) from ${lines}
      where g.deleted_at is null and ${counted} and g.buyer_id in (select _id from buyer order by name_key, _id limit 30) group by 1, 2`,
  },
];

const SEARCHES: readonly (readonly [string, string])[] = [
  ['a common word', 'mama'],
  ['a rare word', 'OG-00054321'],
  ['a common and a rare word', 'alhaji 4567'],
  ['two common words', 'shop market'],
  ['a word that nothing has', 'zzzzzz'],
];

async function measure(name: string, database: Database): Promise<void> {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  await migrate(database);
  const began = performance.now();
  await fillOrders(database);
  say(`${GROUPS} groups in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const answerTo = async (method: 'GET' | 'POST', path: string, fields: Record<string, unknown>) => {
    const response = await server.call(method, path, fields, { token });
    if (response.code !== 200) throw new Error(`${path}: ${response.code} ${response.message}`);
    return response;
  };
  // As a browser asks, and not read: what is measured is the server.
  const report = async (method: 'GET' | 'POST', path: string, fields: Record<string, unknown>) => {
    const text = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
    const response = await server.send(
      method === 'GET'
        ? { method, url: `/api/${path}?${text}`, headers }
        : {
            method,
            url: `/api/${path}`,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: text,
          },
    );
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  };
  for (const { name: title, method = 'POST', path, fields, bare } of REPORTS) {
    const [whole, plain]: [number[], number[]] = [[], []];
    // In turn, so that whatever else the machine does meets both.
    for (let round = 0; round < ROUNDS; round += 1) {
      whole.push(await timed(() => report(method, path, fields)));
      plain.push(await timed(() => bare.execute(database.kysely)));
    }
    const [whole50, hand] = [spread(whole).p50, spread(plain).p50];
    say(
      `report ${title}: ${whole50.toFixed(0)} ms, bare SQL ${hand.toFixed(0)} ms, ratio ${(whole50 / hand).toFixed(2)} (goal 2)`,
    );
  }
  const list = (fields: Record<string, unknown> = {}) =>
    answerTo('GET', 'order_group/read_all', { page: 1, per_page: 30, ...fields });
  for (const [title, search] of SEARCHES) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(
        await timed(async () => {
          total = (await list({ search })).data.total;
        }),
      );
    say(
      `search by ${title} (${search}): ${total} found, p50 ${spread(times).p50.toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    );
  }
  let running = true;
  let reports = 0;
  const reporting = (async () => {
    for (; running; reports += 1) await report('POST', REPORTS[0]?.path ?? '', REPORTS[0]?.fields ?? {});
  })();
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) times.push(await timed(() => list({ page: (round % 5) + 1 })));
  running = false;
  await reporting;
  const { p50, p95 } = spread(times);
  say(`list of orders while ${reports} reports ran: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal 300)`);
  await server.close();
}

await onEachEngine(measure);
