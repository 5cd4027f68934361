/** The server as a process: start, demo, one process per folder, stop, and what a kill leaves behind (SYNC rules 31, 36, 37). */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeForm } from '#contract/form.ts';
import { askOver, signInOver } from '#tests/support/overHttp.ts';
import { folder, type Running, start, tidyUp } from '#tests/support/process.ts';
import { newKey } from '#tests/support/server.ts';

afterAll(tidyUp);

/** As `npm start` starts the server; the other tests take the bundle. */
const SOURCE = { fromSource: true };

describe('main', () => {
  test('a misspelt environment is no demo: it does not start', { tags: ['B14.3'] }, async () => {
    const server = await start({ KASUWA_DATA: folder(), KASUWA_ENV: 'prodction' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('KASUWA_ENV must be one of');
  });

  test('a variable that is wrong ends the start with one line that names it, and no secret', {
    tags: ['B14.3', 'SEC-21'],
    timeout: 180_000,
  }, async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const taken = createServer().listen(0, '0.0.0.0');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const wrong: [string, Record<string, string>][] = [
      ['KASUWA_TRUST_PROXY', { KASUWA_TRUST_PROXY: 'proxy.example' }],
      ['DATABASE_URL', { DATABASE_URL: `postgres://kasuwa:${'5ecret'}@127.0.0.1:1/kasuwa` }],
      ['KASUWA_DATA', { KASUWA_DATA: file }],
      ['KASUWA_UPLOADS', { KASUWA_UPLOADS: join(file, 'pictures') }],
      ['PORT', { PORT: String(port) }],
    ];
    for (const [name, env] of wrong) {
      const server = await start({ KASUWA_DATA: folder(), KASUWA_ENV: 'production', KASUWA_QUIET: '1', ...env });
      expect(await server.ended, name).toBe(1);
      expect(server.output()).toMatch(/^Kasuwa could not start: .*\n$/);
      expect(server.output()).toContain(name);
      expect(server.output()).not.toContain('5ecret');
    }
    taken.close();
  });

  test('a port that is taken is said before anything is installed, built or written', async () => {
    const taken = createServer().listen(0, '0.0.0.0');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const data = folder();
    for (const [script, args] of [
      ['src/tools/start.mjs', []],
      ['src/server/main.ts', ['--import', 'tsx']],
    ] as const) {
      const env = { ...process.env, PORT: String(port), HOST: '0.0.0.0', KASUWA_DATA: data, KASUWA_ENV: 'demo' };
      const result = spawnSync(process.execPath, [...args, script], { env, encoding: 'utf8', timeout: 60_000 });
      expect([result.status, result.stdout], script).toEqual([1, '']);
      expect(result.stderr, script).toMatch(/^Kasuwa could not start: .*\b\d+ (is taken|of HOST)/);
      expect(readdirSync(data), script).toEqual([]);
    }
    taken.close();
  }, 120_000);

  test('the demo starts, holds its folder alone, survives a kill, and stops when asked', {
    tags: ['API-4.22', 'SYNC-36', 'SYNC-37'],
    timeout: 360_000,
  }, async () => {
    const data = folder();
    const server = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' }, SOURCE);
    expect(server.output()).toContain('Writing the demo');
    expect(server.output()).toContain('is ready at http://localhost:');
    expect(server.output()).toContain('Demo: anyone can sign in who reaches 127.0.0.1.');
    // The accounts are told after the line that says it is ready.
    for (const first of ['admin', 'officer1', 'hub1', 'rep1'])
      await expect.poll(server.output, { timeout: 30_000 }).toContain(`${first}@example.test`);
    const { token } = (await signInOver(server.url, 'admin')).data;
    const healthOf = async (url: string) => (await askOver(url, 'GET', 'health', {}, { token })).data;
    const health = await healthOf(server.url);
    expect(health).toMatchObject({
      status: 'ok',
      environment: 'demo',
      database: 'pglite',
      durability: 'process-crash',
    });

    const second = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' }, SOURCE);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Another Kasuwa server is using this database');

    const keys = Array.from({ length: 8 }, newKey);
    const put = (url: string, at: number) =>
      askOver(
        url,
        'POST',
        'store_type/create',
        { name: `Before the kill ${at}`, description: 'abc', status: 'active' },
        { token, key: keys[at] },
      );
    const answered = [];
    for (const at of [0, 1, 2, 3]) answered.push(await put(server.url, at));
    const lost = [4, 5, 6, 7].map((at) => put(server.url, at).catch(() => null));
    server.child.kill('SIGKILL');
    await server.ended;
    await Promise.all(lost);

    const again = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' }, SOURCE);
    expect(again.output()).toContain('is ready at');
    expect(again.output()).not.toContain('Writing the demo');
    expect(health.store_epoch).toMatch(/^[0-9a-f]{32}$/);
    expect((await healthOf(again.url)).store_epoch).toBe(health.store_epoch);
    for (const at of keys.keys()) {
      const answer = await put(again.url, at);
      expect(answer.code, answer.message).toBe(200);
      const first = answered[at];
      if (first) expect([answer.data, answer.replay]).toEqual([first.data, true]);
    }
    const list = await askOver(again.url, 'GET', 'store_type/read_all', { search: 'kill' }, { token });
    expect(list.data).toHaveLength(8);

    // SYNC-37: a call is under way, and two lines stand open, one that was used and one that never was.
    const idle = connect(Number(new URL(again.url).port), '127.0.0.1').on('error', () => undefined);
    await once(idle, 'connect');
    const body = encodeForm({ name: 'While it stops', description: 'abc', status: 'active' });
    const call = halfSent(again.url, 'store_type/create', body, { authorization: `Bearer ${token}` });
    await call.arrived;
    expect(stateOf(data)).toBe(IN_PRODUCTION);
    again.child.kill('SIGTERM');
    await expect.poll(again.output).toContain('"event":"stopping"');
    const answer = await call.finish();
    expect([answer.status, answer.answer.code]).toEqual([200, 200]);
    expect(await again.ended).toBe(0);
    expect(again.output()).not.toContain('"level":"error"');
    expect(again.output()).not.toContain('"event":"cut_off"');
    // SYNC-36: closed, not left to be recovered at the next start.
    expect(stateOf(data)).toBe(SHUT_DOWN);
    expect(existsSync(join(data, 'db.lock'))).toBe(false);

    // SEC-15: the same folder goes into production.
    const production = await start({ KASUWA_DATA: data, KASUWA_ENV: 'production' }, SOURCE);
    expect(production.output()).toContain('is ready at');
    expect(production.output()).toContain('"event":"demo_accounts_closed"');
    expect(production.output()).not.toContain('Passw0rd');
    expect((await signInOver(production.url, 'admin')).code).toBe(403);
    expect((await askOver(production.url, 'GET', 'administrator/read_delegate', {}, { token })).code).toBe(401);
    production.child.kill('SIGTERM');
    expect(await production.ended).toBe(0);
  });
});

// One start for both: a fresh embedded database takes some 20 seconds.
describe('a new site in production', () => {
  const data = folder();
  let server: Running;
  beforeAll(async () => {
    server = await start({ KASUWA_DATA: data, KASUWA_ENV: 'production' });
  }, 180_000);

  test('it makes no demo account', { tags: ['API-4.22'] }, async () => {
    expect(server.output()).toContain('is ready at');
    expect(server.output()).not.toContain('Passw0rd');
    expect((await signInOver(server.url, 'admin')).code).toBe(401);
  });

  test('when it is stopped, a request that never ends is cut off in time to close the database', {
    tags: ['SYNC-36', 'SYNC-37'],
    timeout: 180_000,
  }, async () => {
    const call = halfSent(server.url, 'administrator/login_delegate', 'phone=nobody&hash=none');
    await call.arrived;
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"event":"cut_off"');
    expect(stateOf(data)).toBe(SHUT_DOWN);
  });
});

/** States of an embedded database's folder, as PostgreSQL numbers them (pg_control). */
const SHUT_DOWN = 1;
const IN_PRODUCTION = 6;
const stateOf = (data: string) => readFileSync(join(data, 'db/global/pg_control')).readInt32LE(16);

/** A call whose head the server has, and whose body comes only with `finish`. */
function halfSent(url: string, path: string, body: string, headers: Record<string, string> = {}) {
  const sent = request(`${url}/api/${path}`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      ...headers,
      'idempotency-key': newKey(),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
      expect: '100-continue',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  const arrived = once(sent, 'continue');
  sent.flushHeaders();
  const finish = async () => {
    sent.end(body);
    const [response] = await answered;
    return { status: response.statusCode, answer: (await json(response)) as { code: number } };
  };
  return { arrived, finish };
}
