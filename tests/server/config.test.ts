/** What the server is told by its environment: what is no number or no address stops the start, with the variable's name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const read = (env: Record<string, string>) => readConfig({ KASUWA_ENV: 'test', ...env }, '1.0.0', null);

describe('B10.9 B13 numbers', () => {
  test.each([
    ['KASUWA_CALLS_PER_MINUTE', '6,000'],
    ['KASUWA_CALLS_PER_MINUTE', '0'],
    ['KASUWA_CALLS_PER_MINUTE', '-1'],
    ['KASUWA_CALLS_PER_MINUTE', 'many'],
    ['KASUWA_CALLS_PER_MINUTE', '1e3'],
    ['KASUWA_SCRYPT_COST', '131,072'],
    ['KASUWA_SCRYPT_COST', '100000'],
    ['KASUWA_SCRYPT_COST', '2'],
    ['PORT', '80a'],
    ['PORT', '65536'],
  ])('B10.9 %s=%s stops the start', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
  test('B10.9 none given: the usual ones; digits are read', () => {
    expect(read({})).toMatchObject({ port: 8_080, callsPerMinute: 6_000, scryptCost: 131_072 });
    expect(read({ KASUWA_CALLS_PER_MINUTE: '' }).callsPerMinute).toBe(6_000);
    const told = read({ PORT: '0', KASUWA_CALLS_PER_MINUTE: '200', KASUWA_SCRYPT_COST: '16384' });
    expect(told).toMatchObject({ port: 0, callsPerMinute: 200, scryptCost: 16_384 });
  });
});

describe('SEC-13 B10.9 the address behind a proxy', () => {
  test.each(['true', '*', '1', '10.0.0.0/33', '0.0.0.0/0', '10.0.0', 'proxy.example', 'loopback,,'])(
    'SEC-13 KASUWA_TRUST_PROXY=%s stops the start',
    (value) => {
      expect(() => read({ KASUWA_TRUST_PROXY: value })).toThrow('KASUWA_TRUST_PROXY');
    },
  );
  test('SEC-13 loopback alone unless more is said', () => {
    expect(read({}).trustProxy).toEqual(['loopback']);
    expect(read({ KASUWA_TRUST_PROXY: 'loopback, 172.16.0.0/12,fd00::/8,10.1.2.3' }).trustProxy).toEqual([
      'loopback',
      '172.16.0.0/12',
      'fd00::/8',
      '10.1.2.3',
    ]);
  });

  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
  });
  afterAll(() => database?.close());
  /** 101 wrong sign-ins through one peer, each said to be of another address. */
  const guess = async (server: TestServer, remoteAddress: string, from: string) => {
    let last = 0;
    for (let at = 0; at < 101; at += 1) {
      const response = await server.server.inject({
        method: 'POST',
        url: '/api/administrator/login_delegate',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `${from}.${at}` },
        payload: `phone=${from}.${at}%40example.test&hash=${'0'.repeat(64)}`,
      });
      last = response.statusCode;
    }
    return last;
  };
  test('SEC-13 B10.9 the gateway of a container is one address, unless it is trusted; a stranger never is', async () => {
    const usual = await startServer(database);
    expect(await guess(usual, '172.18.0.1', '203.0.113')).toBe(429);
    await usual.close();
    const behind = await startServer(
      database,
      read({ KASUWA_TRUST_PROXY: 'loopback,uniquelocal', KASUWA_SCRYPT_COST: '1024' }),
    );
    expect(await guess(behind, '172.18.0.1', '198.51.100')).toBe(401);
    expect(await guess(behind, '192.0.2.9', '203.0.114')).toBe(429);
    await behind.close();
  });
});

test('API-1.2 API-1.10 health that is unavailable says when to ask again', async () => {
  const database = await openTestDatabase('pglite');
  const server = await startServer({ ...database, healthy: async () => false });
  for (const url of ['/health', '/api/health']) {
    const told = await server.send({ method: 'GET', url });
    expect(told).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  }
  await server.close();
  await database.close();
});
