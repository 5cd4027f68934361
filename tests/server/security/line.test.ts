/** What stands on the line and is no request: SEC-01 and SEC-10 before any route is known, over a real socket. */
import { createHook } from 'node:async_hooks';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword, storePassword } from '#server/auth/passwords.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { errorText } from '#server/log.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

let database: Database;
let server: TestServer;
let port: number;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
  server = await startServer(database);
  await server.server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

function speak(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer')));
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

describe('bytes that are no request', { tags: ['SEC-01', 'SEC-10'] }, () => {
  test.each([
    ['a broken header', 'GET /api/health HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400, 'bad_request'],
    ['no protocol at all', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      400,
      'bad_request',
    ],
    [
      'a length and chunks (smuggling)',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'headers without end',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      'too_large',
    ],
  ])(
    '%s: our envelope with the policy, and the connection ends',
    { tags: ['SEC-01', 'SEC-10'] },
    async (_what, bytes, code, error) => {
      const text = await speak(bytes);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `));
      expect(head).toMatch(/Content-Security-Policy: default-src 'self'/i);
      expect(head).toMatch(/X-Content-Type-Options: nosniff/i);
      expect(JSON.parse(body)).toMatchObject({ code, data: { error } });
    },
  );
  test('a request that trickles does not hold its place for ever', { tags: ['SEC-10'] }, () => {
    expect(server.server.server.requestTimeout).toBe(120_000);
    expect(server.server.server.headersTimeout).toBeLessThanOrEqual(60_000);
  });
});

describe('the address that guesses are counted by', { tags: ['SEC-13'] }, () => {
  test('a made-up X-Forwarded-For of a stranger does not give him a new address', { tags: ['SEC-13'] }, async () => {
    const codes: number[] = [];
    for (let at = 0; at < 101; at += 1) {
      const response = await server.server.inject({
        method: 'POST',
        url: '/api/administrator/login_delegate',
        remoteAddress: '198.51.100.7',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `203.0.113.${at}` },
        payload: `phone=nobody${at}%40example.test&hash=${'0'.repeat(64)}`,
      });
      codes.push(response.statusCode);
    }
    expect(new Set(codes.slice(0, 100))).toEqual(new Set([401]));
    expect(codes[100]).toBe(429);
  });
});

test('an account that does not exist costs the guesser the same work as one that does', {
  tags: ['SEC-13'],
}, async () => {
  const known = await storePassword(passwordHash('right'), 16_384);
  const derivations = async (stored: Parameters<typeof checkPassword>[1], cost: number) => {
    let made = 0;
    // Node says itself when it begins to derive a key; a clock would also measure whatever else the machine does.
    const watch = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') made += 1;
      },
    }).enable();
    try {
      expect(await checkPassword(passwordHash('wrong'), stored, cost)).toBe(false);
    } finally {
      watch.disable();
    }
    return made;
  };
  expect(await derivations(known, 16_384)).toBe(1);
  expect(await derivations(null, 16_384)).toBe(1);
  expect(await derivations({ password_hash: null, password_salt: null }, 16_384)).toBe(1);
  // And at the cost of the others: one that scrypt cannot take is refused, not passed over.
  await expect(checkPassword(passwordHash('wrong'), null, 16_383)).rejects.toThrow(/scrypt/i);
});

describe('other origins', { tags: ['SEC-12'] }, () => {
  test('signing in sets no cookie: nothing goes along by itself with what a foreign page sends', {
    tags: ['SEC-12'],
  }, async () => {
    const { email, password } = await server.account('manager.staff');
    const fields = { phone: email, hash: passwordHash(password), remember: true };
    const response = await server.call('POST', 'administrator/login_delegate', fields);
    expect(response.code).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
    const cookie = `token=${response.data.token}; session=${response.data.token}`;
    expect((await server.call('GET', 'administrator/read_delegate', {}, { headers: { cookie } })).code).toBe(401);
  });
  test.each(['*', 'null', 'https://a.example,*', 'https://*.example', 'example.com', 'https://a.example/path'])(
    'KASUWA_ORIGINS=%s does not start',
    { tags: ['SEC-12'] },
    (origins) => {
      expect(() => readConfig({ KASUWA_ORIGINS: origins }, '1', null)).toThrow('KASUWA_ORIGINS must name origins');
    },
  );
  test('named origins are taken', { tags: ['SEC-12'] }, () => {
    const { origins } = readConfig({ KASUWA_ORIGINS: 'https://office.example, http://localhost:3000' }, '1', null);
    expect(origins).toEqual(['https://office.example', 'http://localhost:3000']);
  });
});

test('a database error about sent data goes into the log without the data', { tags: ['SEC-21'] }, async () => {
  const error = await sql`select ${'bvn 22123456789'}::text::int8`
    .execute(database.kysely)
    .catch((thrown: unknown) => thrown);
  expect((error as Error).message).toContain('22123456789');
  expect(errorText(error)).not.toContain('22123456789');
  expect(errorText(error)).toContain('invalid input syntax for type bigint');
  expect(errorText(new Error('column "x" does not exist'))).toContain('"x"');
  for (const sent of ['bvn "22123456789', 'a "b" 22123456789 "c', '"\n22123456789\n"22123456789', '"']) {
    const broken = await sql`select ${sent}::text::int8`.execute(database.kysely).catch((thrown: unknown) => thrown);
    expect((broken as Error).message).toContain(sent);
    const text = errorText(broken);
    expect(text).not.toContain('22123456789');
    expect(text).toContain('invalid input syntax for type bigint: "…"\n');
    // Where it happened stays.
    expect(text).toMatch(/\n {4}at /);
  }
});
