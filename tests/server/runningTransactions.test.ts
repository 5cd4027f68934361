/**
 * Changes that are still under way while a delta is read (API.md 1.5): whoever goes on from its `as_of` misses none of them, however long they take
 * and at whichever of two servers. The embedded database has one session, so nothing is under way there while somebody reads.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Db } from '#server/db/open.ts';
import { oldestTransaction, registerTransaction } from '#server/db/runningTransactions.ts';
import { addressOf, ENGINES, openTestDatabase, secondPool } from '#tests/support/database.ts';
import { type Data, NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describe.runIf(ENGINES.includes('postgres'))('changes under way', () => {
  let database: Database;
  let writer: TestServer;
  let reader: TestServer;
  let token: string;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    writer = await startServer(database);
    reader = await startServer((await secondPool(database)) ?? database);
    token = (await writer.signInAs('administrator.administrator')).token;
    for (const _id of ['kiosk', 'mall', 'stall'])
      await putRow(database, 'store_type', {
        _id,
        name: `The ${_id}`,
        description: 'Of a test',
        modified: NOW - 9_000,
      });
  }, 120_000);
  afterAll(async () => {
    await writer?.close();
    await reader?.close();
    await database?.close();
  });

  const rename = (_id: string, name: string) =>
    writer.call('POST', 'store_type/update', { _id, name }, { token, key: newKey() });
  const delta = async (fields: Record<string, unknown>): Promise<Data> => {
    const response = await reader.call('GET', 'store_type/read_all', fields, { token });
    expect(response.code, response.message).toBe(200);
    return response.data;
  };
  const ids = (data: Data): string[] => data.rows.map((row: Data) => row._id);
  const pass = (seconds: number) => {
    writer.clock.now += seconds;
    reader.clock.now = writer.clock.now;
  };
  /** Renames a row that somebody holds, and does `meanwhile` while that waits. */
  const whileWaiting = async (_id: string, meanwhile: () => Promise<void>) => {
    const answer = await database.kysely.transaction().execute(async (tx) => {
      await sql`select 1 from store_type where _id = ${_id} for update`.execute(tx);
      const changed = rename(_id, `${_id} of ${newKey()}`);
      const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      // Asked beside the transaction: in it the first look would stand.
      await expect.poll(async () => (await waiting.execute(database.kysely)).rows[0]?.n).toBe(1);
      await meanwhile();
      return { changed };
    });
    expect(await answer.changed).toMatchObject({ code: 200 });
  };

  test('nothing under way: as_of lags five seconds, also beside a stranger who sits in a transaction', {
    tags: ['API-1.5'],
  }, async () => {
    pass(60);
    expect((await delta({ since: 1 })).as_of).toBe(reader.clock.now - 5);
    const stranger = new pg.Client({ connectionString: addressOf(database) });
    await stranger.connect();
    await stranger.query('begin');
    await stranger.query(`update store_type set description = 'Held' where _id = 'stall'`);
    pass(60);
    expect((await delta({ since: 1 })).as_of).toBe(reader.clock.now - 5);
    await stranger.end();
  });

  test('a change that takes longer than as_of lags is not missed by who goes on from it', {
    tags: ['API-1.5'],
  }, async () => {
    pass(60);
    const began = writer.clock.now;
    let asOf = 0;
    await whileWaiting('kiosk', async () => {
      pass(600);
      const first = await delta({ since: began - 5 });
      expect(ids(first)).toEqual([]);
      asOf = first.as_of;
    });
    const next = await delta({ since: asOf });
    expect([ids(next), next.as_of]).toEqual([['kiosk'], reader.clock.now - 5]);
  });

  test('the stock and several models in one answer wait for it, too', { tags: ['API-1.5'] }, async () => {
    pass(60);
    const began = writer.clock.now;
    await whileWaiting('kiosk', async () => {
      pass(600);
      for (const [path, fields] of [
        ['warehouse_product/read_all', { since: 1 }],
        ['sync/bootstrap', { since: 1, models: ['store_type', 'brand'] }],
      ] as const)
        expect((await reader.call('GET', path, fields, { token })).data.as_of).toBe(began);
      // What stands for an hour is none of ours, whatever it is.
      pass(3_600);
      expect((await delta({ since: 1 })).as_of).toBe(reader.clock.now - 5);
    });
  });

  test('a role without any right to look at sessions is told, and what is taken back holds nobody', {
    tags: ['API-1.5'],
  }, async () => {
    const [first, second] = [NOW - 90, NOW - 60];
    // Nobody waits for the lock itself: the next statement of the transaction comes after it.
    const entered = async (tx: Db, at: number) => {
      registerTransaction(database, tx, at);
      await sql`select 1`.execute(tx);
    };
    const readCount = () =>
      database.kysely.transaction().execute(async (tx) => {
        await sql`set local role pg_signal_backend`.execute(tx);
        return oldestTransaction(database, tx, NOW);
      });
    await expect(
      database.kysely.transaction().execute(async (tx) => {
        await entered(tx, second);
        await database.kysely.transaction().execute(async (other) => {
          await entered(other, first);
          expect(await readCount()).toBe(first);
        });
        expect(await readCount()).toBe(second);
        throw new Error('Taken back');
      }),
    ).rejects.toThrow('Taken back');
    expect(await readCount()).toBe(NOW);
  });

  test('the pages of one delta have one as_of: what came below a page that was read is not missed', {
    tags: ['API-1.5'],
  }, async () => {
    pass(60);
    const began = writer.clock.now;
    let first: Data = [];
    await whileWaiting('kiosk', async () => {
      pass(60);
      for (const _id of ['mall', 'stall']) expect((await rename(_id, `${_id} of pages`)).code).toBe(200);
      first = await delta({ since: began - 5, per_page: 1 });
      expect([ids(first), first.more]).toEqual([['mall'], true]);
    });
    pass(60);
    const last = await delta({ since: began - 5, per_page: 1, after: first.next });
    expect([ids(last), last.more]).toEqual([['stall'], false]);
    expect(ids(await delta({ since: last.as_of }))).toContain('kiosk');
  });
});
