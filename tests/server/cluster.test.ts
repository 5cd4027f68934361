/** Whole PostgreSQL servers: which of them a site refuses to start on, what the doctor sees of them, and a standby that takes over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerFacts, unfitReason } from '#server/db/durability.ts';
import { migrate, refuseNewer } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { announce, clusterOf, noteCluster } from '#server/db/postgres/presence.ts';
import { readEpoch } from '#server/db/reads.ts';
import { checkPostgres, SERVER_LIMITS } from '#server/doctor/serverChecks.ts';
import { type Cluster, dropClusters, makeCluster, runProgram } from '#tests/support/cluster.ts';
import { ENGINES } from '#tests/support/database.ts';

test('each reason not to stand on a server is one sentence that says what to do', { tags: ['OPS-08'] }, () => {
  const good: ServerFacts = {
    version: '15.2',
    number: 150_002,
    standby: false,
    readOnly: false,
    encoding: 'UTF8',
    mayCreate: true,
    trigrams: true,
  };
  const cases: [Partial<ServerFacts>, string][] = [
    [{ version: '14.9', number: 140_009 }, 'must name PostgreSQL 15 or newer; that server is 14.9.'],
    [{ standby: true }, 'name the primary'],
    [{ readOnly: true }, 'default_transaction_read_only is on'],
    [{ encoding: 'SQL_ASCII' }, 'createdb -E UTF8'],
    [{ mayCreate: false }, 'grant create on schema public'],
    [{ trigrams: false }, 'postgresql-contrib'],
  ];
  for (const [facts, words] of cases) expect(unfitReason({ ...good, ...facts })).toContain(words);
  expect(unfitReason(good)).toBeNull();
});

describe.runIf(ENGINES.includes('postgres'))('a cluster and its standby', () => {
  let primary: Cluster;
  let standby: Cluster;
  let database: Database;
  beforeAll(async () => {
    primary = await makeCluster();
    primary.set({
      fsync: 'off',
      autovacuum: 'off',
      archive_mode: 'on',
      archive_command: 'false',
      max_wal_senders: 4,
      wal_level: 'replica',
    });
    await primary.start();
    await primary.query('create database kasuwa');
    database = await openDatabase({ url: primary.url('kasuwa'), waitForDisk: false });
    await migrate(database);
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await dropClusters();
  }, 120_000);

  test('a database that only reads, one of another encoding and an account that may make no tables are refused', {
    tags: ['OPS-08'],
  }, async () => {
    await primary.query("create database ascii encoding 'SQL_ASCII' template template0");
    await primary.query('create database reads');
    await primary.query('alter database reads set default_transaction_read_only = on');
    await primary.query('create role guest login');
    const refused: [string, string][] = [
      [primary.url('ascii'), 'keeps text as SQL_ASCII'],
      [primary.url('reads'), 'default_transaction_read_only is on'],
      [primary.url('kasuwa').replace('postgres@', 'guest@'), 'may not make tables'],
    ];
    for (const [url, words] of refused) await expect(openDatabase({ url })).rejects.toThrow(words);
  });

  test('a schema of a newer version is refused, and its file is named', { tags: ['OPS-08'] }, async () => {
    await expect(refuseNewer(database.kysely)).resolves.toBeUndefined();
    await primary.query("insert into migration values ('999_future.sql', 'x', 1)", 'kasuwa');
    await expect(refuseNewer(database.kysely)).rejects.toThrow(
      'A newer version of Kasuwa prepared this database (it has 999_future.sql)',
    );
    await primary.query("delete from migration where name like '999%'", 'kasuwa');
  });

  test('the doctor sees a server that loses work, does not clear up, cannot archive, or keeps log for nobody', {
    tags: ['OPS-07'],
  }, async () => {
    await primary.query("select pg_create_physical_replication_slot('gone', true)");
    await primary.query('select pg_switch_wal()');
    const archiver = 'select failed_count::int as failed from pg_stat_archiver';
    await expect.poll(async () => (await primary.query<{ failed: number }>(archiver))[0]?.failed).toBeGreaterThan(0);
    const now = () => Math.floor(Date.now() / 1_000);
    const found = await checkPostgres(database.kysely, now, { ...SERVER_LIMITS, heldLog: -1 });
    const all = found.map(({ what }) => what).join('\n');
    for (const words of [
      'fsync, synchronous_commit off',
      'autovacuum is off',
      'cannot archive its log',
      'Nobody reads the replication slot gone',
    ])
      expect(all).toContain(words);
    await primary.query("select pg_drop_replication_slot('gone')");
  });

  test('the doctor says when commits wait for standbys and none or one is connected, and how a lost one is copied anew', {
    tags: ['OPS-07'],
  }, async () => {
    const waiting = async (value: string) => {
      await primary.query(`alter system set synchronous_standby_names = '${value}'`);
      await primary.query('select pg_reload_conf()');
      const shown = async () =>
        (await primary.query<{ value: string }>(`select current_setting('synchronous_standby_names') as value`))[0]
          ?.value;
      await expect.poll(shown).toBe(value);
    };
    const findings = async () => {
      const found = await checkPostgres(database.kysely, () => Math.floor(Date.now() / 1_000));
      return found.map(({ what, todo }) => `${what} ${todo}`).join('\n');
    };
    expect(await findings()).not.toContain('standby');
    await waiting('*');
    try {
      expect(await findings()).toContain('Commits wait for a standby, and none is connected: every write waits.');
      const one = await makeCluster((dir) =>
        runProgram('pg_basebackup', ['-d', primary.url(), '-D', dir, '-R', '-c', 'fast', '--no-sync']),
      );
      await one.start();
      await expect
        .poll(findings)
        .toContain('Commits wait for a standby, and one is connected: when it ends, every write waits.');
      expect(await findings()).toContain('patronictl reinit');
      await one.stop();
    } finally {
      await waiting('');
    }
  });

  test('a standby is refused; when it takes over, the store gets a new epoch once no server of before runs', {
    tags: ['OPS-08', 'OPS-09'],
    timeout: 120_000,
  }, async () => {
    const before = await readEpoch(database.kysely);
    expect(await noteCluster(database)).toEqual({ cluster: await clusterOf(database.kysely), newEpoch: false });
    expect((await noteCluster(database)).newEpoch).toBe(false);
    expect(await readEpoch(database.kysely)).toBe(before);

    standby = await makeCluster((dir) =>
      runProgram('pg_basebackup', ['-d', primary.url(), '-D', dir, '-R', '-c', 'fast', '--no-sync']),
    );
    await standby.start();
    await expect(openDatabase({ url: standby.url('kasuwa') })).rejects.toThrow(
      'DATABASE_URL names a standby, which only reads: name the primary.',
    );

    await database.close();
    await primary.stop();
    await standby.query('select pg_promote()');
    database = await openDatabase({ url: standby.url('kasuwa'), waitForDisk: false });
    const other = await announce(standby.url('kasuwa'));
    await expect(noteCluster(database)).rejects.toThrow('Stop all of them, then start them again.');
    expect(await readEpoch(database.kysely)).toBe(before);
    await other.leave();
    await expect.poll(() => noteCluster(database).catch(() => null)).toMatchObject({ newEpoch: true });
    const after = await readEpoch(database.kysely);
    expect(after).toMatch(/^[\da-f]{32}$/);
    expect(after).not.toBe(before);
    expect((await noteCluster(database)).newEpoch).toBe(false);
  });
});
