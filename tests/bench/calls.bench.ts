/**
 * Requests a second, p50 and p99 of the commonest calls with 16 clients over real sockets. The clients have a process of their own, take compressed answers and
 * save into 16 transfers. In the same run, the same page's statement is asked of bare `pg` and `node:http` in a third process.
 *
 * 100,000 products, 100,000 order groups and 1,000,000 log rows stand in the way; PRODUCTS, ORDER_GROUPS, LINES and ROWS say otherwise, KEEP=NAME keeps the
 * rows for the next run. SECONDS: of a call. REPORT=1 measures each call beside the report over all log rows too. ONLY=text picks calls.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { newKey, NOW as ORDERED, startServer, type TestServer } from '#tests/support/server.ts';
import { statementOf } from '#tests/support/trips.ts';
import type { Statements } from './calls/bare.ts';
import type { Measured, Round } from './calls/clients.ts';
import { processorMs } from './calls/processorTime.ts';
import { type Places, TURNS } from './calls/turns.ts';
import { onEachEngine, spread } from './engines.ts';
import { DAY, fillLogs, NOW, ROWS } from './logRows.ts';
import { fillMoreProducts, fillOrders, GROUPS } from './orderRows.ts';

const CLIENTS = 16;
const FOR_MS = Number(process.env.SECONDS ?? 3) * 1_000;
const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
const WITH_REPORT = process.env.REPORT === '1';
const ONLY = process.env.ONLY ?? '';
/** Questions of a call whose statements the bare server is given. */
const BARE_TURNS = 40;

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

const say = (text: string) => process.stdout.write(`${text}\n`);

/** The next message of a child; throws what the child says failed. */
function heard<T extends object>(child: ChildProcess, send?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { failed?: string }) =>
      message.failed ? reject(new Error(message.failed)) : resolve(message as T),
    );
    if (send) child.send(send);
  });
}

const child = (file: string, env: Record<string, string> = {}) =>
  fork(new URL(file, import.meta.url), [], { env: { ...process.env, ...env } });

async function fill(database: Database): Promise<void> {
  const { rows } = await sql`select 1 from order_group limit 1`.execute(database.kysely);
  if (rows.length > 0) return;
  await fillOrders(database);
  await fillMoreProducts(database, PRODUCTS);
  await fillLogs(database);
}

async function openTransfers(server: TestServer, token: string): Promise<string[]> {
  const orders: string[] = [];
  for (let made = 0; made <= CLIENTS; made += 1) {
    const response = await server.call('POST', 'purchase_order/create', HEADER, { token, key: newKey() });
    if (response.code !== 200) throw new Error(`purchase_order/create: ${response.code} ${response.message}`);
    orders.push(String(response.data));
  }
  return orders;
}

/** What a read asks of the database for its rows: its last select of a turn, without what only counts or says who asks. */
async function statementsOf(server: TestServer, token: string, name: string, places: Places): Promise<Statements> {
  const found: { text: string; values: unknown[] }[] = [];
  const plain = pg.Client.prototype.query;
  for (let turn = 1; turn <= BARE_TURNS; turn += 1) {
    const request = TURNS[name]?.(turn, places, 0);
    if (!request || request.isWrite) return [];
    const heardNow: { text: string; values: unknown[] }[] = [];
    pg.Client.prototype.query = function hear(this: pg.Client, ...args: unknown[]) {
      const [text, values] = statementOf(args);
      heardNow.push({ text, values: [...values] });
      return Reflect.apply(plain, this, args);
    } as typeof plain;
    await server.send({
      method: request.method,
      url: `/api/${request.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(request.method === 'POST' ? { payload: request.body } : {}),
    });
    pg.Client.prototype.query = plain;
    const rows = heardNow.findLast(({ text }) => /^\s*(select|with)\b/.test(text) && !/^\s*select count/.test(text));
    if (rows) found.push(rows);
  }
  return found;
}

/** The backends of this database. */
async function backends(database: Database): Promise<number[]> {
  if (database.engine !== 'postgres') return [];
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = current_database()`.execute(database.kysely);
  return rows.map(({ pid }) => pid);
}

/** Plays a round and says what a call took of the processor: of the process that answers, and of the database. */
async function weighed(database: Database, server: number, play: () => Promise<Measured>) {
  const pids = await backends(database);
  const before = [processorMs([server]), processorMs(pids)] as const;
  const measured = await play();
  const each = (now: number, then: number) => Math.max(0, now - then) / measured.times.length;
  return {
    measured,
    node: each(processorMs([server]), before[0]),
    database: each(processorMs(pids), before[1]),
  };
}

const figuresOf = ({ times, tookMs }: Measured) => ({ rate: (times.length * 1_000) / tookMs, ...spread(times) });

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  const began = performance.now();
  await fill(database);
  const server = await startServer(database, { checkAnswers: false });
  const { token } = await server.signInAs('administrator.administrator');
  const [shown = '', ...orders] = await openTransfers(server, token);
  await server.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.server.address() as AddressInfo;
  const places: Places = { orders, shown, products: PRODUCTS, day: DAY, now: NOW };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const base = process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const clients = child('./calls/clients.ts');
  const bare =
    database.engine === 'postgres'
      ? child('./calls/bare.ts', { BARE_DATABASE_URL: base.replace(/\/[^/]*$/, `/${rows[0]?.name}`) })
      : null;
  const barePort = bare ? (await heard<{ port: number }>(bare)).port : 0;
  const round = { port, token, clients: CLIENTS, forMs: FOR_MS, places, isBare: false, withReport: false };
  const play = async (more: Partial<Round> & { name: string }) =>
    (await heard<{ measured: Measured }>(clients, { ...round, ...more })).measured;
  say(
    `\n${name}: ${PRODUCTS} products, ${GROUPS} order groups, ${ROWS} log rows (rows there after ${((performance.now() - began) / 1_000).toFixed(0)} s); ` +
      `${CLIENTS} clients in their own process, compressed answers, ${FOR_MS / 1_000} s a call\n`,
  );
  say(
    '| call | a second | p50, ms | p99, ms | bytes | processor, ms: Node + database | bare page: a second | p50, ms | processor, ms | ours to bare: rate, processor |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|');
  for (const call of Object.keys(TURNS).filter((one) => one.includes(ONLY))) {
    await play({ name: call, clients: 2, forMs: Math.min(FOR_MS, 700) });
    const ours = await weighed(database, process.pid, () => play({ name: call }));
    const { measured } = ours;
    const alone = figuresOf(measured);
    const statements = bare && call !== 'health' ? await statementsOf(server, token, call, places) : [];
    let beside = '- | - | - | -';
    if (bare && statements.length > 0) {
      await heard(bare, statements);
      await play({ name: call, port: barePort, isBare: true, clients: 2, forMs: 300 });
      const least = await weighed(database, bare.pid ?? 0, () => play({ name: call, port: barePort, isBare: true }));
      const floor = figuresOf(least.measured);
      const ratio = (ours.node + ours.database) / (least.node + least.database);
      beside = `${floor.rate.toFixed(0)} | ${floor.p50.toFixed(1)} | ${least.node.toFixed(2)} + ${least.database.toFixed(2)} | ${(floor.rate / alone.rate).toFixed(2)}, ${ratio.toFixed(2)}`;
    }
    say(
      `| ${call} | ${alone.rate.toFixed(0)} | ${alone.p50.toFixed(1)} | ${alone.p99.toFixed(0)} | ${measured.bytes} | ${ours.node.toFixed(2)} + ${ours.database.toFixed(2)} | ${beside} |`,
    );
    if (!WITH_REPORT) continue;
    const busy = await play({ name: call, withReport: true });
    const { rate, p50, p99 } = figuresOf(busy);
    say(
      `| ... beside ${busy.reports} reports | ${rate.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(0)} | | | | | | |`,
    );
  }
  clients.kill();
  bare?.kill();
  await server.close();
}

await onEachEngine(measure);
