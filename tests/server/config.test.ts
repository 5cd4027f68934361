/** What the server is told by its environment: what is no number or no address stops the start, with the variable's name. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedAddress, nearestOf } from '#server/calls/addresses.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { oneAddressWarning } from '#server/http/oneAddress.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const read = (env: Record<string, string>) => readConfig({ KASUWA_ENV: 'test', ...env }, '1.0.0', null);

describe('numbers', { tags: ['B10.9', 'B13'] }, () => {
  test.each([
    ['KASUWA_LIVE_STREAMS', '-1'],
    ['KASUWA_LIVE_STREAMS', 'off'],
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
  ])('%s=%s stops the start', { tags: ['B10.9'] }, (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
  test('in production no password costs less than 131072', { tags: ['SEC-14', 'B10.5'] }, () => {
    const cost = (environment: string, value: string) =>
      read({ KASUWA_ENV: environment, KASUWA_SCRYPT_COST: value, KASUWA_SECRET: 'kept apart' }).scryptCost;
    for (const low of ['1024', '65536']) expect(() => cost('production', low)).toThrow('KASUWA_SCRYPT_COST');
    expect(() => read({ KASUWA_ENV: '', NODE_ENV: 'production', KASUWA_SCRYPT_COST: '65536' })).toThrow(
      'KASUWA_SCRYPT_COST must be at least 131072 in production (B10.5), not "65536".',
    );
    expect([cost('production', '131072'), cost('production', '262144'), cost('production', '')]).toEqual([
      131_072, 262_144, 131_072,
    ]);
    expect(cost('staging', '1024')).toBe(1_024);
  });
  test('none given: the usual ones; digits are read', { tags: ['B10.9'] }, () => {
    expect(read({})).toMatchObject({ port: 8_080, callsPerMinute: 600, scryptCost: 131_072 });
    expect(read({ KASUWA_CALLS_PER_MINUTE: '' }).callsPerMinute).toBe(600);
    const config = read({ PORT: '0', KASUWA_CALLS_PER_MINUTE: '200', KASUWA_SCRYPT_COST: '16384' });
    expect(config).toMatchObject({ port: 0, callsPerMinute: 200, scryptCost: 16_384 });
  });
});

test('a demo listens on this machine alone unless an address is given; production and staging on all', {
  tags: ['S5'],
}, () => {
  const host = (environment: string, given = '') =>
    readConfig({ KASUWA_ENV: environment, HOST: given, KASUWA_SECRET: 'kept apart' }, '1.0.0', null).host;
  expect(readConfig({}, '1.0.0', null)).toMatchObject({ environment: 'demo', host: '127.0.0.1' });
  expect(['demo', 'development', 'staging', 'production'].map((one) => host(one))).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '0.0.0.0',
  ]);
  expect(host('demo', '0.0.0.0')).toBe('0.0.0.0');
});
test('production does not start without KASUWA_SECRET', { tags: ['S9'] }, () => {
  for (const given of ['', ' '])
    expect(() => read({ KASUWA_ENV: 'production', KASUWA_SECRET: given })).toThrow(
      'KASUWA_SECRET must be set in production',
    );
  expect(read({ KASUWA_ENV: 'production', KASUWA_SECRET: 'kept apart' }).secret).toBe('kept apart');
  expect(read({}).secret).toBe('');
});
test('a token in an address only where a setting asks for it', { tags: ['S13'] }, () => {
  expect(read({}).tokenInAddress).toBe(false);
  expect(read({ KASUWA_TOKEN_IN_ADDRESS: 'on' }).tokenInAddress).toBe(true);
  expect(() => read({ KASUWA_TOKEN_IN_ADDRESS: 'yes' })).toThrow('KASUWA_TOKEN_IN_ADDRESS must be on or off');
});
test('in production all of the first 200 calls from one private address are told once, where no proxy was named', {
  tags: ['S1'],
}, () => {
  const lines: Record<string, unknown>[] = [];
  const ask = (addresses: readonly string[]) => {
    lines.length = 0;
    const look = oneAddressWarning((line) => lines.push(line));
    for (const address of addresses) look(address);
    return lines.map((line) => [line.event, line.address]);
  };
  const many = (address: string) => Array.from({ length: 250 }, () => address);
  expect(ask(many('172.18.0.1'))).toEqual([['one_address', '172.18.0.1']]);
  expect(ask(many('fd00::1'))).toEqual([['one_address', 'fd00::1']]);
  expect(ask(many('102.89.1.1'))).toEqual([]);
  expect(ask(['172.18.0.1', '172.18.0.2', ...many('172.18.0.1')])).toEqual([]);
});

describe('the address behind a proxy', { tags: ['SEC-13', 'B10.9'] }, () => {
  test.each(['true', '*', '1', '10.0.0.0/33', '0.0.0.0/0', '10.0.0', 'proxy.example', 'loopback,,'])(
    'KASUWA_TRUST_PROXY=%s stops the start',
    { tags: ['SEC-13'] },
    (value) => {
      expect(() => read({ KASUWA_TRUST_PROXY: value })).toThrow('KASUWA_TRUST_PROXY');
    },
  );
  test('loopback alone unless more is said', { tags: ['SEC-13'] }, () => {
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
  const guess = async (server: TestServer, remoteAddress: string, from: string, hops = '') => {
    let last = 0;
    for (let at = 0; at < 101; at += 1) {
      const response = await server.server.inject({
        method: 'POST',
        url: '/api/administrator/login_delegate',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `${from}.${at}${hops}` },
        payload: `phone=${from}.${at}%40example.test&hash=${'0'.repeat(64)}`,
      });
      last = response.statusCode;
    }
    return last;
  };
  test('the gateway of a container is one address, unless it is trusted; a stranger never is', {
    tags: ['SEC-13', 'B10.9'],
  }, async () => {
    const usual = await startServer(database);
    expect(await guess(usual, '172.18.0.1', '203.0.113')).toBe(429);
    await usual.close();
    const behind = await startServer(
      database,
      read({ KASUWA_TRUST_PROXY: 'loopback,uniquelocal', KASUWA_SCRYPT_COST: '1024' }),
    );
    expect(await guess(behind, '172.18.0.1', '198.51.100')).toBe(401);
    expect(await guess(behind, '192.0.2.9', '203.0.114')).toBe(429);
    expect(await guess(behind, '172.18.0.1', '203.0.115', ', 10.0.0.5')).toBe(429);
    const { rows } = await sql<{ subject: string }>`select subject from sign_in_attempt
      where subject like 'address:203.0.115.%' or subject = 'address:10.0.0.5'`.execute(database.kysely);
    expect(rows.map((row) => row.subject)).toEqual(['address:10.0.0.5']);
    await behind.close();
  });
});

describe('whose addresses are counted as one', { tags: ['SEC-13'] }, () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::2:0:0:1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
    ['', ''],
  ])('%s is counted as %s', { tags: ['SEC-13'] }, (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });
  test.each([
    ['127.9.9.9', 'loopback', true],
    ['::1', 'loopback', true],
    ['::ffff:127.0.0.1', 'loopback', true],
    ['128.0.0.1', 'loopback', false],
    ['169.254.3.4', 'linklocal', true],
    ['fe80::9', 'linklocal', true],
    ['10.255.0.1', 'uniquelocal', true],
    ['172.31.0.1', 'uniquelocal', true],
    ['172.32.0.1', 'uniquelocal', false],
    ['192.168.9.9', 'uniquelocal', true],
    ['fd12::1', 'uniquelocal', true],
    ['2001:db8::1', 'uniquelocal', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.3', false],
    ['::ffff:10.1.2.3', '10.1.2.0/24', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['no address', '10.0.0.0/8', false],
  ])(
    'KASUWA_TRUST_PROXY %s in %s: %s, and nobody behind the first',
    { tags: ['SEC-13'] },
    (address, named, isTrusted) => {
      const believed = nearestOf([named]);
      expect(believed(address, 0)).toBe(isTrusted);
      expect(believed(address, 1)).toBe(false);
    },
  );
});

describe('what cannot be', { tags: ['B14.3'] }, () => {
  const bucket = {
    KASUWA_S3_ENDPOINT: 'https://s3.example',
    KASUWA_S3_BUCKET: 'pictures',
    KASUWA_S3_REGION: 'eu-west-1',
    KASUWA_S3_ACCESS_KEY: 'access-5ecret',
    KASUWA_S3_SECRET_KEY: 'secret-5ecret',
  };
  const url = 'DATABASE_URL';
  const services = {
    KASUWA_BANK_URL: 'https://bank.example/v1/',
    KASUWA_BANK_SECRET: 'to-the-bank-0123456789-0123456789-5ecret',
    KASUWA_BANK_HOOK_SECRET: 'from-the-bank-0123456789-0123456789-5ecret',
    KASUWA_SMS_URL: 'http://127.0.0.1:9/sms',
    KASUWA_SMS_SECRET: 'to-the-gateway-0123456789-0123456789-5ecret',
    KASUWA_SMS_HOOK_SECRET: 'from-the-gateway-0123456789-0123-5ecret',
    KASUWA_SMTP_URL: `smtps://office:${'5ecret'}@mail.example:465`,
    KASUWA_MAIL_FROM: 'Kasuwa <office@example.com>',
    KASUWA_SITE_URL: 'https://office.example',
    KASUWA_PUSH_PUBLIC_KEY: `B${'a'.repeat(86)}`,
    KASUWA_PUSH_PRIVATE_KEY: '5ecret'.padEnd(43, 'a'),
    KASUWA_PUSH_CONTACT: 'mailto:office@example.com',
  };
  const given = (name: string) =>
    name.startsWith('KASUWA_S3_')
      ? bucket
      : Object.hasOwn(services, name) || name.startsWith('KASUWA_PUSH')
        ? services
        : {};
  test.each([
    [url, 'nonsense-5ecret', 'postgres://USER'],
    ['DATABASE_DIRECT_URL', 'nonsense-5ecret', 'postgres://USER'],
    ['DATABASE_DIRECT_URL', `postgres://someone:${'5ecret'}@db/kasuwa`, 'set DATABASE_URL alone'],
    [url, `mysql://someone:${'5ecret'}@db/kasuwa`, 'mysql://'],
    [url, `postgres://someone:${'p#5ecret'}@db:5432/kasuwa`, '%23'],
    [url, `postgres://someone:${'12/5ecret'}@db:5432/kasuwa`, '%2F'],
    [url, `postgres://someone:${'12?5ecret'}@db:5432/kasuwa`, '%3F'],
    ['HOST', '999.1.1.1', '"999.1.1.1"'],
    ['HOST', 'http://here', '"http://here"'],
    ['HOST', 'here:80', '"here:80"'],
    ['KASUWA_MIN_APP_VERSION', 'newest', '"newest"'],
    ['KASUWA_MIN_APP_VERSION', '1.2', '"1.2"'],
    ['KASUWA_S3_ENDPOINT', 's3.example', '"s3.example"'],
    ['KASUWA_S3_ENDPOINT', 'https://me:5ecret@s3.example', 's3.example"'],
    ['KASUWA_S3_ENDPOINT', 'https:me:5ecret@s3.example', 's3.example"'],
    ['KASUWA_S3_BUCKET', 'my pictures', '"my pictures"'],
    ['KASUWA_S3_REGION', 'eu west', '"eu west"'],
    ['KASUWA_S3_SECRET_KEY', '', 'also needs'],
    ['KASUWA_MESSAGES', 'twilio', '"twilio"'],
    ['KASUWA_BANK', 'none', '"none"'],
    ['KASUWA_BANK', 'http', 'KASUWA_BANK_URL'],
    ['KASUWA_BANK_URL', '', 'also needs'],
    ['KASUWA_BANK_URL', 'http://bank.example/v1', '"http://bank.example/v1"'],
    ['KASUWA_BANK_URL', 'https://me:5ecret@bank.example', 'bank.example"'],
    ['KASUWA_BANK_URL', 'https://bank.example/v1?key=5ecret', 'https://gateway.example/v1'],
    ['KASUWA_BANK_SECRET', 'short-5ecret', 'at least 32'],
    ['KASUWA_BANK_HOOK_SECRET', services.KASUWA_BANK_SECRET, 'must differ'],
    ['KASUWA_SMS_SECRET', '', 'also needs'],
    ['KASUWA_SMS_HOOK_SECRET', 'short-5ecret', 'at least 32'],
    ['KASUWA_SMTP_URL', 'https://me:5ecret@mail.example', 'smtps://USER'],
    ['KASUWA_SMTP_URL', 'nonsense-5ecret', 'smtps://USER'],
    ['KASUWA_MAIL_FROM', 'office', '"office"'],
    ['KASUWA_MAIL_FROM', 'a@example.com\nBcc: b@example.com', 'e-mail address'],
    ['KASUWA_SITE_URL', 'office.example', '"office.example"'],
    ['KASUWA_PUSH_PUBLIC_KEY', 'abc', '"abc"'],
    ['KASUWA_PUSH_PRIVATE_KEY', 'short-5ecret', '43 characters'],
    ['KASUWA_PUSH_CONTACT', 'office', '"office"'],
    ['KASUWA_PUSH_SERVICES', 'https://fcm.googleapis.com', '"https://fcm.googleapis.com"'],
    ['KASUWA_ORIGINS', '*', '"*"'],
  ])(
    '%s=%s stops the start: it is named, what is allowed too, and no secret is said',
    { tags: ['B14.3', 'SEC-21'] },
    (name, value, message) => {
      const readIt = () => read({ ...given(name), [name]: value });
      expect(readIt).toThrow(name);
      expect(readIt).toThrow(message);
      expect(readIt).not.toThrow('5ecret');
    },
  );
  test('services: all variables of one, or none; what is empty is not given', { tags: ['B14.3', 'K12'] }, () => {
    const none = { simulateMessages: false, mail: null, push: null, sms: null, bank: null };
    expect(read({})).toMatchObject(none);
    expect(read(Object.fromEntries(Object.keys(services).map((name) => [name, ''])))).toEqual(read({}));
    const config = read({ ...services, KASUWA_BANK: 'http', KASUWA_PUSH_SERVICES: 'push.example, .push.example' });
    expect(config).toMatchObject({
      bank: { url: 'https://bank.example/v1', secret: services.KASUWA_BANK_SECRET },
      sms: { url: 'http://127.0.0.1:9/sms' },
      siteUrl: 'https://office.example',
      mail: { from: services.KASUWA_MAIL_FROM },
      push: { contact: services.KASUWA_PUSH_CONTACT, services: ['push.example', '.push.example'] },
    });
    // Whoever says simulated gets it, whatever else is there.
    expect(read({ ...services, KASUWA_BANK: 'simulated', KASUWA_MESSAGES: 'simulated' })).toMatchObject({
      simulateMessages: true,
      bank: null,
    });
  });
  test('empty is not given, and what can be is taken as it is', { tags: ['B14.3'] }, () => {
    const names = [
      'PORT',
      'HOST',
      'KASUWA_DATA',
      'KASUWA_UPLOADS',
      url,
      'DATABASE_DIRECT_URL',
      'KASUWA_MIN_APP_VERSION',
      ...Object.keys(bucket),
    ];
    expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read({}));
    expect(read({})).toMatchObject({ host: '127.0.0.1', dataDir: './data', minAppVersion: '0.1.0', s3: null });
    for (const given of [
      'postgres://kasuwa@database:5432/kasuwa',
      `postgresql://kasuwa:${'a%2Fb%40c'}@db/kasuwa?sslmode=require&options=-c%20x=y`,
      'postgres:///kasuwa?host=/var/run/postgresql',
      'postgres://%2Fvar%2Frun%2Fpostgresql/kasuwa',
      'postgres://kasuwa@/kasuwa?host=/var/run/postgresql',
      `postgres://kasuwa:${'word'}@/kasuwa?sslmode=disable&host=/cloudsql/a:b:c`,
    ])
      expect(read({ [url]: given }).databaseUrl).toBe(given);
    for (const host of ['::', '127.0.0.1', 'localhost', 'app-1.local', 'my_host'])
      expect(read({ HOST: host }).host).toBe(host);
    expect(read({ ...bucket, KASUWA_S3_ENDPOINT: 'http://minio:9000' }).s3).toMatchObject({ bucket: 'pictures' });
  });
});

test('health that is unavailable says when to ask again', { tags: ['API-1.2', 'API-1.10'] }, async () => {
  const database = await openTestDatabase('pglite');
  const server = await startServer({ ...database, healthy: async () => false });
  for (const url of ['/health', '/api/health']) {
    const response = await server.send({ method: 'GET', url });
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  }
  await server.close();
  await database.close();
});
