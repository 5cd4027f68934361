/** `npm run doctor`: each check is made wrong once, and a site in order has no finding. What the whole of a server must be set to stands in cluster.test.ts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { storePassword } from '#server/auth/passwords.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { examine } from '#server/doctor/doctor.ts';
import { checkEnvironment } from '#server/doctor/environmentChecks.ts';
import { showBytes, showSpan } from '#server/doctor/finding.ts';
import { checkAddress, checkFolders } from '#server/doctor/machineChecks.ts';
import { checkPostgres, SERVER_LIMITS, type ServerLimits } from '#server/doctor/serverChecks.ts';
import { checkMigrations, checkSite } from '#server/doctor/siteChecks.ts';
import { DEMO_ACCOUNTS, demoHash } from '#server/seed/demoAccounts.ts';
import { addressOf, describeEachEngine, ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { NOW, putRow } from '#tests/support/server.ts';

const GOOD = {
  KASUWA_ENV: 'production',
  KASUWA_SECRET: 'a'.repeat(40),
  DATABASE_URL: 'postgres://me@db/kasuwa',
  KASUWA_SITE_URL: 'https://office.example',
  KASUWA_TRUST_PROXY: 'loopback',
};
const whats = (findings: readonly { what: string }[]) => findings.map(({ what }) => what);
const messages = (env: Record<string, string>) => whats(checkEnvironment(readConfig(env, '1.0.0', null), env));

describe('variables', { tags: ['OPS-05'] }, () => {
  test.each<[string, Record<string, string>]>([
    ['KASUWA_ENV', { KASUWA_ENV: 'demo', DATABASE_URL: GOOD.DATABASE_URL }],
    ['A demo listens', { KASUWA_ENV: 'demo', HOST: '0.0.0.0' }],
    ['KASUWA_SECRET', { ...GOOD, KASUWA_SECRET: 'short' }],
    ['embedded', { ...GOOD, DATABASE_URL: '' }],
    ['KASUWA_SITE_URL', { ...GOOD, KASUWA_SITE_URL: '' }],
    ['KASUWA_TRUST_PROXY', { ...GOOD, KASUWA_TRUST_PROXY: '' }],
    ['KASUWA_TOKEN_IN_ADDRESS', { ...GOOD, KASUWA_TOKEN_IN_ADDRESS: 'on' }],
    ['KASUWA_MESSAGES', { ...GOOD, KASUWA_MESSAGES: 'simulated' }],
    ['KASUWA_QUIET', { ...GOOD, KASUWA_QUIET: '1' }],
    ['KASUWA_API_ONLY', { ...GOOD, KASUWA_API_ONLY: '1' }],
    ['Nothing reads KASUWA_SITEURL', { ...GOOD, KASUWA_SITEURL: 'https://office.example' }],
    ['Nothing reads DATABASE_DIRECTURL', { ...GOOD, DATABASE_DIRECTURL: GOOD.DATABASE_URL }],
  ])('one finding says %s', (words, env) => {
    const found = messages(env);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(words);
  });
  test('a site in order and a demo on this machine have none; no secret is said', () => {
    expect(messages(GOOD)).toEqual([]);
    expect(messages({ KASUWA_ENV: 'demo' })).toEqual([]);
    expect(
      JSON.stringify(checkEnvironment(readConfig({ ...GOOD, KASUWA_SECRET: 'short5ecret' }, '1', null), {})),
    ).not.toContain('5ecret');
  });
  test('every variable that the server reads is known', () => {
    const names = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(`src/server/${name}`, 'utf8').matchAll(/\b(KASUWA_[A-Z][A-Z0-9_]*[A-Z0-9])\b/g)].map(
          ([, one]) => one ?? '',
        ),
      );
    const known = new Set(names.filter((name) => !['KASUWA_S3', 'KASUWA_SMS'].includes(name)));
    expect(known.size).toBeGreaterThan(30);
    const env = Object.fromEntries([...known].map((name) => [name, '']));
    expect(messages({ ...env, ...GOOD })).toEqual([]);
  });
  test('what ends a start is the only finding', async () => {
    const { findings, notes } = await examine({ env: { KASUWA_ENV: 'prodction' }, version: '1', now: () => NOW });
    expect(whats(findings)).toEqual([
      'KASUWA_ENV must be one of production, staging, development, demo, test, not "prodction".',
    ]);
    expect(notes).toEqual(['Nothing else was examined.']);
    const away = { ...GOOD, KASUWA_SITE_URL: '', DATABASE_URL: `postgres://me:${'5ecret'}@127.0.0.1:1/kasuwa` };
    const unreachable = await examine({ env: away, version: '1', now: () => NOW });
    expect(whats(unreachable.findings).at(-1)).toContain('DATABASE_URL must name a PostgreSQL that can be reached');
    expect(JSON.stringify(unreachable)).not.toContain('5ecret');
  });
});

describe('the machine', { tags: ['OPS-05'] }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-doctor-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const folders = { databaseUrl: undefined, dataDir: dir, uploadsDir: join(dir, 'none'), s3: null };
  test('a disk that is nearly full is said with what is left; a folder that is not made yet is no finding', () => {
    const [found] = whats(checkFolders(folders, Number.MAX_SAFE_INTEGER));
    expect(found).toMatch(new RegExp(`^The disk of ${dir} has [\\d.]+ [GM]B left\\.$`));
    expect(checkFolders(folders, 0)).toEqual([]);
  });
  test('an address that does not answer, or does not answer as Kasuwa does, is said', async () => {
    let body = '<html>';
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(whats(await checkAddress(url, NOW))[0]).toContain('it answers 200, and not as Kasuwa does');
    body = '{"code":200}';
    expect(await checkAddress(url, NOW)).toEqual([]);
    expect(await checkAddress(null, NOW)).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    expect(whats(await checkAddress(url, NOW))[0]).toContain(
      `${url} (KASUWA_SITE_URL) does not work from this machine`,
    );
  });
  test('a certificate that ends within two weeks is said with its day', async () => {
    const folderOf = (name: string) => readFileSync(`tests/fixtures/localhost/${name}.pem`);
    const server = createTlsServer({ key: folderOf('key'), cert: folderOf('certificate') }, (_request, response) => {
      response.end('{"code":200}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ends = Date.parse('2126-11-03T09:47:47Z') / 1_000;
    const words = `The certificate of ${url} ends on 2126-11-03.`;
    expect(whats(await checkAddress(url, ends - 5 * 86_400)).at(-1)).toBe(words);
    const early = whats(await checkAddress(url, ends - 20 * 86_400));
    // Nobody vouches for it, so a browser would not open the site.
    expect(early).toEqual([expect.stringContaining('does not work from this machine: self-signed certificate')]);
    await new Promise((resolve) => server.close(resolve));
  });
  test('spans and sizes are said in words', () => {
    expect([1, 90, 150, 7_300, 200_000].map(showSpan)).toEqual([
      '1 second',
      '90 seconds',
      '3 minutes',
      '2 hours',
      '2 days',
    ]);
    expect([300 * 1_048_576, 1.5 * 1_024 ** 3].map(showBytes)).toEqual(['300 MB', '1.5 GB']);
  });
});

describeEachEngine('the data of a site', { tags: ['OPS-06'] }, (database, engine) => {
  const real = { environment: 'production' } as const;
  const look = async () => whats(await checkSite(database(), real, NOW));

  test('each thing that is wrong is a finding, and a site in order has none', async () => {
    const db = database().kysely;
    expect(await look()).toEqual(['No administrator can sign in.', 'This site was never backed up.']);
    expect(whats(await checkSite(database(), { environment: 'demo' }, NOW))).toEqual([]);
    const [demo] = DEMO_ACCOUNTS;
    const stored = await storePassword(demoHash(demo?.password ?? ''), 1_024);
    const account = {
      role: 'administrator.administrator',
      name: 'Ada',
      status: 'active',
      must_change: false,
      ...stored,
    };
    await putRow(database(), 'user_account', { ...account, _id: demo?._id, email: demo?.email });
    await sql`update store set backed_up = ${NOW - 200_000}`.execute(db);
    expect(await look()).toEqual([
      `1 account has the passwords of the demo, which everybody knows: ${demo?.email}.`,
      'The last backup is 2 days old.',
    ]);
    await sql`update user_account set email = 'ada@example.com', _id = 'user_ada'`.execute(db);
    await sql`update store set backed_up = ${NOW - 3_600}`.execute(db);
    expect(await look()).toEqual([]);

    await putRow(database(), 'notification', {
      ...{
        _id: 'n1',
        title: 'a',
        message: 'b',
        include: '{}',
        exclude: '{}',
        send_sms_too: false,
        count: 2,
        gateway: 'x',
      },
    });
    await sql`insert into notification_recipient (_id, notification_id, name, phone, channel, status, created, due)
      select 'r' || n, 'n1', 'x', '1', 'sms', case when n = 1 then 'queued' else 'failed' end, ${NOW}, ${NOW - 1_200}
      from generate_series(1, 11) n`.execute(db);
    expect(await look()).toEqual([
      '1 message waits; the oldest is due for 20 minutes.',
      '10 messages of the last 24 hours failed.',
    ]);
    await sql`delete from notification_recipient`.execute(db);

    await sql`insert into idempotency (key, user_id, route, fingerprint, state, created) values ('k', 'u', 'r', '', 'running', ${NOW - 700})`.execute(
      db,
    );
    await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified) values ('l', 'buyer', 'b', 5, 1, 1)`.execute(
      db,
    );
    await sql`insert into wallet_check (ledger_id, found, balance_kobo, log_kobo) values ('l', 1, 5, 0)`.execute(db);
    const books = await look();
    expect(books[0]).toContain('1 key is marked as running for more than 10 minutes');
    expect(books[1]).toBe('1 wallet differs from its log.');
    await sql`delete from idempotency`.execute(db);
    await sql`delete from wallet_check`.execute(db);

    await sql`update store set restored = ${NOW - 7_200}`.execute(db);
    expect(await look()).toEqual([
      'The store was restored or recovered 2 hours ago: each tablet sends its last seven days again.',
    ]);
    await sql`update store set restored = null, epoch = ''`.execute(db);
    expect(await look()).toEqual(['The store has no epoch, so tablets cannot tell a restore.']);
    await sql`update store set epoch = ${'a'.repeat(32)}, cluster = '1/00000001'`.execute(db);
    expect(await look()).toEqual(
      engine === 'postgres'
        ? ['The database was recovered, copied or taken over by a standby since a server last started on it.']
        : [],
    );
    await sql`update store set cluster = null`.execute(db);
  });

  test('migrations that are missing, changed or newer are said, and a database of nobody', async () => {
    const db = database().kysely;
    const what = async () => (await checkMigrations(db))?.what;
    expect(await what()).toBeUndefined();
    await sql`update migration set checksum = 'x' where name = '001_base.sql'`.execute(db);
    expect(await what()).toBe('The text of 001_base.sql is not the one that was applied.');
    await sql`update migration set name = '999_future.sql' where name = '001_base.sql'`.execute(db);
    expect(await what()).toContain('A newer version of Kasuwa prepared this database (it has 999_future.sql).');
    await sql`delete from migration where name = '999_future.sql'`.execute(db);
    expect(await what()).toMatch(/^The database is older than this version: 1 of \d+ migrations are missing\.$/);
    await sql`drop table migration`.execute(db);
    expect(await what()).toBe('No server ever prepared this database.');
  });
});

describe.runIf(ENGINES.includes('postgres'))('the server of the database', { tags: ['OPS-07'] }, () => {
  test('durability, clock, sorting, line, transactions, locks, connections and upkeep', async () => {
    const database = await openTestDatabase('postgres');
    const url = addressOf(database);
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = new pg.Client({ connectionString: url, application_name: 'forgotten' });
        await client.connect();
        return client;
      }),
    );
    const [first, second] = clients as [pg.Client, pg.Client];
    const now = () => Math.floor(Date.now() / 1_000);
    const look = async (limits: Partial<ServerLimits>, clock = now, db = database.kysely) =>
      whats(await checkPostgres(db, clock, { ...SERVER_LIMITS, ...limits })).filter(
        (what) => !what.startsWith('autovacuum is off'),
      );
    try {
      const off = 'PostgreSQL may lose acknowledged work: synchronous_commit off.';
      expect(await look({})).toEqual([off]);
      const safe = await openDatabase({ url });
      expect(await look({}, now, safe.kysely)).toEqual([]);
      await safe.close();
      expect(await look({}, () => now() - 300)).toEqual([
        off,
        'The clocks of this machine and of the database differ by 5 minutes.',
      ]);
      expect((await look({}, () => now() + 7_300))[1]).toContain('differ by 2 hours');
      expect((await look({ private: [] }))[1]).toContain('crosses a public network and is not encrypted');
      expect((await look({ connections: 0 }))[1]).toMatch(/^\d+ of the \d+ connections of the database are taken\.$/);
      expect((await look({ unfrozen: -1 })).at(-1)).toContain('PostgreSQL stops all writes at 2,000 million');

      await sql`create table worn as select n from generate_series(1, 100) n`.execute(database.kysely);
      await second.query('delete from worn');
      await second.query('select pg_stat_force_next_flush()');
      await second.query('select 1');
      await expect
        .poll(async () => (await look({ deadRows: 10 }))[1])
        .toMatch(/^The table worn holds 100 dead rows beside \d+ living ones\.$/);

      await first.query('begin');
      await first.query('lock table worn');
      const waits = second.query('select count(*) from worn');
      await expect
        .poll(async () => (await look({ transaction: 0 })).some((what) => /waited long for a lock/.test(what)))
        .toBe(true);
      const open = await look({ transaction: 0 });
      expect(
        open.some((what) =>
          /^A transaction of process \d+ \(forgotten\) is open for \d+ seconds? and does nothing/.test(what),
        ),
      ).toBe(true);
      await first.query('rollback');
      await waits;

      await sql`update pg_database set datcollversion = '0' where datname = current_database()`.execute(
        database.kysely,
      );
      expect((await look({}))[1]).toContain('sorts text otherwise than when the indexes were made');
    } finally {
      for (const client of clients) await client.end();
      await database.close();
    }
  });
});
