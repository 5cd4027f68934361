/**
 * Requests a second and p99 of the ten commonest calls with 16 clients over real sockets, alone and while the report over 1,000,000 log
 * rows runs again and again. Clients and server share this process, so that the figures are lower than a server's of its own.
 */
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeForm } from '#contract/form.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { newKey, NOW as ORDERED, startServer } from '#tests/support/server.ts';
import { onEachEngine, spread } from './engines.ts';
import { DAY, fillLogs, NOW, ROWS } from './logRows.ts';
import { fillOrders, GROUPS } from './orderRows.ts';

const CLIENTS = 16;
const SECONDS = Number(process.env.SECONDS ?? 3);

/** Enough for 30,000 saved lines; the last one stays empty and is the one that is read. */
const ORDERS = 31;
const HEADER = {
  ref: '*',
  timestamp: ORDERED,
  tag: 'purchase_order',
  meta: '{}',
  amount: '0',
  source_type: 'distributor',
  source: 'd1',
  destination_type: 'seller',
  destination: 'h1',
};

interface Call {
  method: 'GET' | 'POST';
  path: string;
  /** `turn`: how often it was asked before, so that not every question is the same one. */
  fields: (turn: number) => Record<string, unknown>;
  write?: true;
}

/** `orders`: transfers that lines are saved into, a thousand each; `saved` counts them. */
const calls = (orders: readonly string[], saved = { lines: 0 }): readonly Call[] => [
  { method: 'GET', path: 'administrator/read_delegate', fields: () => ({}) },
  { method: 'GET', path: 'health', fields: () => ({}) },
  { method: 'GET', path: 'product/read_all', fields: (turn) => ({ page: (turn % 50) + 1, per_page: 20 }) },
  {
    method: 'GET',
    path: 'product/read_all',
    fields: (turn) => ({ page: 1, per_page: 20, search: `product ${turn % 1_000}` }),
  },
  { method: 'GET', path: 'order_group/read_all', fields: (turn) => ({ page: (turn % 20) + 1, per_page: 20 }) },
  { method: 'GET', path: 'order_group/read', fields: (turn) => ({ _id: `g${turn % 1_000}` }) },
  {
    method: 'GET',
    path: 'buyer/read_all',
    fields: (turn) => ({ page: 1, per_page: 20, search: `shop ${turn % 1_000}` }),
  },
  { method: 'GET', path: 'purchase_order/read', fields: () => ({ _id: orders.at(-1) }) },
  {
    method: 'POST',
    path: 'warehouse_log/read_by_warehouse',
    fields: (turn) => ({ warehouse_id: `w${(turn % 20) + 1}`, page: 1, per_page: 50 }),
  },
  {
    method: 'POST',
    path: 'purchase_order_item/upsert',
    write: true,
    fields: () => {
      const line = saved.lines;
      saved.lines += 1;
      return {
        purchase_order_id: orders[Math.floor(line / 1_000)],
        product_id: `p${line % 1_000}`,
        quantity: (line % 40) + 1,
        quantity_accepted: (line % 40) + 1,
        amount: '1200.00',
      };
    },
  },
];

async function measure(name: string, database: Database): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  await migrate(database);
  const began = performance.now();
  await fillOrders(database);
  await fillLogs(database);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  const orders: string[] = [];
  for (let made = 0; made < ORDERS; made += 1) {
    const response = await server.call('POST', 'purchase_order/create', HEADER, { token, key: newKey() });
    if (response.code !== 200) throw new Error(`purchase_order/create: ${response.code} ${response.message}`);
    orders.push(String(response.data));
  }
  await server.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS + 1 });
  say(
    `\n${name}: ${GROUPS} order groups and ${ROWS} log rows, filled in ${((performance.now() - began) / 1_000).toFixed(0)} s; ${CLIENTS} clients, ${SECONDS} s a call\n`,
  );

  const ask = ({ method, path, fields, write }: Call, turn: number) =>
    new Promise<void>((resolve, reject) => {
      const text = encodeForm(fields(turn));
      const asked = request(
        {
          agent,
          port,
          method,
          path: `/api/${path}${method === 'GET' && text ? `?${text}` : ''}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
            ...(write ? { 'idempotency-key': newKey() } : {}),
          },
        },
        (answer) => {
          let body = '';
          answer.on('data', (chunk) => {
            body += chunk;
          });
          answer.on('end', () =>
            body.includes('"code":200') ? resolve() : reject(new Error(`${path}: ${body.slice(0, 200)}`)),
          );
        },
      );
      asked.on('error', reject);
      asked.end(method === 'POST' ? text : undefined);
    });
  const loaded = async (call: Call) => {
    const times: number[] = [];
    let turn = 0;
    const until = performance.now() + SECONDS * 1_000;
    const client = async () => {
      while (performance.now() < until) {
        const started = performance.now();
        turn += 1;
        await ask(call, turn);
        times.push(performance.now() - started);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return { rate: (times.length * 1_000) / (performance.now() - started), ...spread(times) };
  };
  const report: Call = {
    method: 'POST',
    path: 'warehouse_log/report',
    fields: (turn) => ({
      warehouse_ids: [`w${(turn % 20) + 1}`],
      context: 'stock_issued',
      from_timestamp: NOW - 365 * DAY,
      to_timestamp: NOW,
    }),
  };
  say('| call | a second | p50, ms | p99, ms | with the report: a second | p99, ms |\n|---|---|---|---|---|---|');
  for (const call of calls(orders)) {
    for (let turn = 1; turn <= 3; turn += 1) await ask(call, turn);
    const alone = await loaded(call);
    let running = true;
    let reports = 0;
    const beside = (async () => {
      for (; running; reports += 1) await ask(report, reports);
    })();
    const busy = await loaded(call);
    running = false;
    await beside;
    const asked = call.fields(1).search === undefined ? call.path : `${call.path}, search`;
    say(
      `| ${asked} | ${alone.rate.toFixed(0)} | ${alone.p50.toFixed(1)} | ${alone.p99.toFixed(0)} | ${busy.rate.toFixed(0)} (${reports} reports) | ${busy.p99.toFixed(0)} |`,
    );
  }
  agent.destroy();
  await server.close();
}

await onEachEngine(measure);
