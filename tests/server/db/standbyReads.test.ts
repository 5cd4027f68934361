/** Reports and logs from a standby (decision 0800): only when it has everything that was committed when the call came. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, type Db, openDatabase } from '#server/db/open.ts';
import { examine } from '#server/doctor/doctor.ts';
import { allHandlers } from '#server/handlers.ts';
import { isLongRead } from '#server/http/longReads.ts';
import { type Cluster, dropClusters, freePort, makeCluster, runProgram } from '#tests/support/cluster.ts';
import { ENGINES } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server.ts';

test('a standby needs a database that it follows', { tags: ['OPS-16'] }, () => {
  const env = { KASUWA_ENV: 'test', DATABASE_READ_URL: 'postgres://u@h/d' };
  expect(() => readConfig(env, '1.0.0', null)).toThrow('DATABASE_URL, which is not set');
});

test('reports and logs are the long reads, and none of them writes', { tags: ['OPS-16'] }, () => {
  const long = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).filter(({ call }) => isLongRead(call));
  expect(long.length).toBeGreaterThan(15);
  expect(long.filter(({ call, ownTransactions }) => call.write || ownTransactions)).toEqual([]);
  expect(
    long
      .filter(({ call }) => !call.report)
      .map(({ call }) => call.path)
      .sort(),
  ).toEqual([
    'audit_log/read_all',
    'audit_log/read_by_record',
    'ledger_log/read_by_ledger',
    'warehouse_log/by_day',
    'warehouse_log/read_by_product',
    'warehouse_log/read_by_warehouse',
    'warehouse_log/report_entries',
  ]);
});

describe.runIf(ENGINES.includes('postgres'))('a standby beside the primary', () => {
  let primary: Cluster;
  let standby: Cluster;
  const open: Database[] = [];
  const lines: Record<string, unknown>[] = [];
  const opened = async (readUrl: string) => {
    const database = await openDatabase({ url: primary.url('kasuwa'), readUrl, log: (line) => lines.push(line) });
    open.push(database);
    return database;
  };
  /** Which one answers. */
  const isStandby = async (db: Db) =>
    (await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(db)).rows[0]?.follows;
  const logTexts = () => lines.filter(({ event }) => event === 'standby_reads').map(({ text }) => text);

  beforeAll(async () => {
    primary = await makeCluster();
    primary.set({ fsync: 'off', max_wal_senders: 4, wal_level: 'replica', hot_standby: 'on' });
    await primary.start();
    await primary.query('create database kasuwa');
    const first = await openDatabase({ url: primary.url('kasuwa') });
    await migrate(first);
    await sql`create table noted (what text)`.execute(first.kysely);
    await first.close();
    const { port } = primary;
    standby = await makeCluster((dir) =>
      runProgram('pg_basebackup', [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-D',
        dir,
        '-R',
        '-c',
        'fast',
      ]),
    );
    await standby.start();
  }, 120_000);
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(async () => {
    for (const database of open) await database.close();
    await dropClusters();
  }, 120_000);

  test('an address of another database is refused, and one where nobody answers is not', {
    tags: ['OPS-16'],
    timeout: 60_000,
  }, async () => {
    await primary.query('create database another');
    await expect(opened(primary.url('another'))).rejects.toThrow('DATABASE_READ_URL names another database');
    const away = await opened(`postgres://postgres@127.0.0.1:${await freePort()}/kasuwa`);
    expect(await away.readFresh(isStandby)).toBe(false);
    expect(logTexts()).toEqual([
      'The primary answers reports and logs: the standby of DATABASE_READ_URL does not answer.',
    ]);
    // The primary itself, as after a failover behind a proxy.
    const self = await opened(primary.url('kasuwa'));
    expect(await self.readFresh(isStandby)).toBe(false);
  });

  test('what was just written is there, each time, and everything else is asked of the primary', {
    tags: ['OPS-16'],
    timeout: 60_000,
  }, async () => {
    const database = await opened(standby.url('kasuwa'));
    let fromStandby = 0;
    for (let at = 0; at < 100; at += 1) {
      await sql`insert into noted values (${`line ${at}`})`.execute(database.kysely);
      const { many, follows } = await database.readFresh(async (db) => ({
        many: (await sql<{ many: number }>`select count(*) as many from noted`.execute(db)).rows[0]?.many,
        follows: await isStandby(db),
      }));
      expect(many).toBe(at + 1);
      if (follows) fromStandby += 1;
    }
    // Not all of them: a machine that is busy may not catch up in time.
    expect(fromStandby).toBeGreaterThan(0);
    expect(await isStandby(database.kysely)).toBe(false);
    await sql`truncate noted`.execute(database.kysely);
  });

  test('a standby that is behind is not asked; the read has what was written', {
    tags: ['OPS-16'],
    timeout: 60_000,
  }, async () => {
    const database = await opened(standby.url('kasuwa'));
    await standby.query('select pg_wal_replay_pause()');
    await sql`insert into noted values ('unseen')`.execute(database.kysely);
    const seen = (db: Db) => sql<{ what: string }>`select what from noted`.execute(db).then(({ rows }) => rows);
    expect(await database.readFresh(seen)).toEqual([{ what: 'unseen' }]);
    expect(logTexts()).toEqual(['The primary answers reports and logs: the standby of DATABASE_READ_URL is behind.']);
    const { findings } = await examine({
      env: { KASUWA_ENV: 'test', DATABASE_URL: primary.url('kasuwa'), DATABASE_READ_URL: standby.url('kasuwa') },
      version: '1.0.0',
      now: () => Math.floor(Date.now() / 1_000),
    });
    expect(findings.map(({ what }) => what)).toContain(
      'The primary answers reports and logs: the standby of DATABASE_READ_URL is behind.',
    );
    await standby.query('select pg_wal_replay_resume()');
  });

  test('a fault of the read is told as one, and a standby that ends during it costs nothing', {
    tags: ['OPS-16'],
    timeout: 60_000,
  }, async () => {
    const database = await opened(standby.url('kasuwa'));
    await expect(database.readFresh((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
    let times = 0;
    const answer = await database.readFresh(async (db) => {
      times += 1;
      const follows = await isStandby(db);
      if (follows) await standby.stop();
      await sql`select count(*) from noted`.execute(db);
      return follows;
    });
    expect([answer, times]).toEqual([false, 2]);
    await standby.start();
  });

  test('a call that reports is answered by the standby, and one that does not by the primary', {
    tags: ['OPS-16'],
    timeout: 60_000,
  }, async () => {
    const database = await opened(standby.url('kasuwa'));
    const statements: string[] = [];
    const heard: Database = {
      ...database,
      readFresh: (work) => {
        statements.push('standby');
        return database.readFresh(work);
      },
    };
    const server = await startServer(heard);
    const { token } = await server.signInAs('administrator.administrator');
    expect((await server.call('GET', 'warehouse/read_all', {}, { token })).code).toBe(200);
    expect(statements).toEqual([]);
    const report = await server.call('GET', 'audit_log/read_all', { page: 1, model: 'store_type' }, { token });
    expect(report.code).toBe(200);
    expect(statements).toEqual(['standby']);
    await server.close();
  });
});
