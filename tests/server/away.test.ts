/** The database away, or cutting connections, is an outage and never a fault of what was asked (K41): 503 with Retry-After on every call. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer as createLine, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import { refusalIn } from '#server/calls/refusal.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { allHandlers } from '#server/handlers.ts';
import { addressOf, ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { asAdmin } from '#tests/support/postgres.ts';
import { newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

/** Calls that answer without the database: what they know is in the program. */
const WITHOUT = new Set(['states', 'states/{state}/lgas', 'banks', 'auth/reset_offered']);

const OPEN_FIELDS: Readonly<Record<string, Record<string, string>>> = {
  'administrator/login_delegate': { phone: 'ada@example.test', hash: passwordHash('x') },
  'administrator/login_passkey': { ticket: 'made-up', recovery_code: 'made-up' },
  'auth/request_reset': { email: 'ada@example.test' },
  'auth/reset_password': { token: 'made-up', hash: passwordHash('x') },
};
/** A mailer that nobody asks: the calls of a reset look at the database first. */
const MAIL = { mail: { url: 'smtp://127.0.0.1:9', from: 'office@example.test' }, siteUrl: 'https://office.example' };

interface Outage {
  database: Database;
  goes: () => Promise<void>;
  comes: () => Promise<void>;
}

/** What every call of the registry says now, asked as an administrator. */
async function askAll(server: TestServer, token: string) {
  const answers: { path: string; code: number; error: unknown; retry: string | undefined }[] = [];
  for (const { call } of allHandlers(server.config)) {
    const path = call.path.replace(/\{\w+\}/g, 'Lagos');
    // What needs no session is looked at before the database is: it has to be well made.
    const answer = await server.call(call.method, path, OPEN_FIELDS[path] ?? {}, { token, key: newKey() });
    answers.push({
      path: call.path,
      code: answer.code,
      error: answer.data?.error,
      retry: answer.headers['retry-after'],
    });
  }
  return answers;
}

async function refusesAll(server: TestServer, token: string) {
  const answers = await askAll(server, token);
  expect(answers.length).toBeGreaterThan(150);
  expect(answers.filter(({ code }) => code === 500)).toEqual([]);
  const other = answers.filter(
    ({ code, error, retry }) => code !== 503 || error !== 'unavailable' || !(Number(retry) > 0),
  );
  expect(other.map(({ path }) => path).filter((path) => !WITHOUT.has(path))).toEqual([]);
  expect(await server.send({ method: 'GET', url: '/api/health' })).toMatchObject({ status: 503, code: 503 });
}

/** Connections of one database are refused and those that stand are cut, as while PostgreSQL stops. */
async function refusing(): Promise<Outage> {
  const database = await openTestDatabase('postgres');
  const name = new URL(addressOf(database)).pathname.slice(1);
  const allow = (yes: boolean) =>
    asAdmin(async (admin) => {
      await admin.query(`alter database ${name} allow_connections ${yes}`);
      if (!yes) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });
  return { database, goes: () => allow(false), comes: () => allow(true) };
}

/** A line of our own before PostgreSQL: closed, its port refuses; what was under way on it is cut. */
async function cut(): Promise<Outage> {
  const behind = await openTestDatabase('postgres');
  const at = new URL(addressOf(behind));
  const sockets = new Set<Socket>();
  const line: Server = createLine((socket) => {
    const there = connect(Number(at.port || 5432), at.hostname);
    for (const one of [socket, there]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
    socket.pipe(there).pipe(socket);
  });
  let port = 0;
  const open = () =>
    new Promise<void>((resolve) => {
      if (line.listening) return resolve();
      line.listen(port, '127.0.0.1', () => {
        port = (line.address() as { port: number }).port;
        resolve();
      });
    });
  await open();
  const url = new URL(at);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const through = await openDatabase({ url: url.href });
  return {
    database: {
      ...through,
      async close() {
        await through.close();
        line.close();
        await behind.close();
      },
    },
    async goes() {
      const closed = new Promise((resolve) => line.close(resolve));
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
    comes: open,
  };
}

const line = (product_id: string, quantity: number): TransferLine => ({
  product_id,
  quantity,
  quantity_accepted: quantity,
  amount: '100.00',
  reason: null,
  note: '',
  about: { name: 'Milk', case_count: 12 },
});

if (!ENGINES.includes('postgres'))
  console.error('NO POSTGRESQL ANSWERS HERE: K41 was tried on the embedded database alone.');

describe.skipIf(!ENGINES.includes('postgres')).each([
  ['refuses connections and ends those it has', refusing],
  ['cannot be reached any more', cut],
] as const)('PostgreSQL %s', (_what, make) => {
  let outage: Outage;
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    outage = await make();
    server = await startServer(outage.database, MAIL);
    world = await makeWorld(outage.database, server);
  }, 120_000);
  afterAll(async () => {
    await outage.comes().catch(() => undefined);
    await outage.database.close();
  }, 60_000);

  test('every call of the registry, reads and writes, answers 503 unavailable with Retry-After; afterwards all is as before', {
    tags: ['K41'],
    timeout: 300_000,
  }, async () => {
    await outage.goes();
    await refusesAll(server, world.admin.token);
    await outage.comes();
    // One of the calls ends the session that asks it.
    const other = await server.signInAs('administrator.administrator');
    expect((await server.send({ method: 'GET', url: '/api/health' })).status).toBe(200);
    const after = await askAll(server, other.token);
    expect(after.filter(({ code }) => code >= 500)).toEqual([]);
  });

  test('under load, connections cut again and again: no answer is a 500', {
    tags: ['K41'],
    timeout: 120_000,
  }, async () => {
    const codes: Record<number, number> = {};
    let over = false;
    const asks = Array.from({ length: 12 }, async (_, at) => {
      while (!over) {
        const response =
          at % 2 === 0
            ? await world.call('GET', 'purchase_order/read_all')
            : await world.call('POST', 'purchase_order/create', world.header(world.shipIn), { key: newKey() });
        codes[response.code] = (codes[response.code] ?? 0) + 1;
      }
    });
    for (let turn = 0; turn < 6; turn += 1) {
      // A slow machine answers nothing within a stated time, so each outage waits for an answer before it.
      const before = codes[200] ?? 0;
      await vi.waitFor(() => expect(codes[200] ?? 0).toBeGreaterThan(before), { timeout: 15_000, interval: 20 });
      await outage.goes();
      await new Promise((resolve) => setTimeout(resolve, 40));
      await outage.comes();
    }
    over = true;
    await Promise.all(asks);
    expect(Object.keys(codes).sort()).toEqual(['200', '503']);
  });

  test('lines that wait through an outage of three hours go out by themselves afterwards; nobody presses anything', {
    tags: ['K41'],
    timeout: 120_000,
  }, async () => {
    const net = netAs(world.officer.token, fetchOf(server));
    const tablet = makeTablet(world.officer.user_id, () => net, memoryStore());
    let now = Date.now();
    const ports = { ...tablet.ports, clock: { now: () => now } };
    const order = await world.order(world.shipIn, [], { token: world.officer.token });
    await outage.goes();
    for (const [at, product] of [world.milk, world.rice, world.soap].entries())
      await tablet.outbox.saveLine(order, line(product, at + 1), { item_id: null, version: null });
    for (let turn = 0; turn < 36; turn += 1) {
      now += 300_000;
      await drain(ports, tablet.owner);
      expect((await tablet.waiting()).map((op) => op.state)).toEqual(['queued', 'queued', 'queued']);
    }
    await outage.comes();
    now += 300_000;
    await drain(ports, tablet.owner);
    expect(await tablet.waiting()).toEqual([]);
    expect(await world.items(order)).toHaveLength(3);
  });
});

describe('the embedded database', () => {
  test('closed, it answers 503 unavailable on every call', { tags: ['K41'], timeout: 300_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kasuwa-away-'));
    const database = await openDatabase({ dir });
    await migrate(database);
    const server = await startServer(database, MAIL);
    const { token } = await server.signInAs('administrator.administrator');
    await database.close();
    await refusesAll(server, token);
    rmSync(dir, { recursive: true, force: true });
  });

  test('ended under a query, it is an outage to who asked, and the next one finds it again', {
    tags: ['K41'],
    timeout: 120_000,
  }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kasuwa-away-'));
    const database = await openDatabase({ dir, stuckMs: 1_500 });
    await migrate(database);
    const error = await sql`select count(*) from generate_series(1, 2000000000)`
      .execute(database.kysely)
      .catch((e) => e);
    expect(refusalIn(error)).toMatchObject({ word: 'unavailable', code: 503 });
    const server = await startServer(database, MAIL);
    expect((await server.send({ method: 'GET', url: '/api/health' })).status).toBe(200);
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  });
});
