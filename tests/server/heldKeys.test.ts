/** What holds a key while its work is under way, and in which order (SYNC rules 28, 34; API.md 1.6, 1.8). One session alone never waits: PostgreSQL only. */
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { command, commandRows } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { type Ctx, handle, handleBatch, handleRows } from '#server/calls/handler.ts';
import type { Db } from '#server/db/open.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

const row = { what: text('What') };
const single = command('held/put', { input: row, output: v.object({ _id: v.string() }), allow: 'any' });
const bulk = commandRows('held/put_bulk', { shared: {}, row, allow: 'create_brand' });
const slowBulk = { ...bulk, path: 'held/slow_bulk' } as const;

const hold = (key: string) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;

describeEachEngine('held keys', (database, engine) => {
  describe.runIf(engine === 'postgres')('while others wait', () => {
    let server: TestServer;
    let token: string;
    let user: string;
    let started: () => void = () => undefined;
    let gate: Promise<void> = Promise.resolve();

    beforeAll(async () => {
      await sql`create table held (what text not null)`.execute(database().kysely);
      const put = async ({ what }: { what: string }, ctx: Ctx) => {
        await sql`insert into held (what) values (${what})`.execute(ctx.db);
        return { _id: what };
      };
      const putAll = async (rows: readonly { input: { what: string } }[], ctx: Ctx) => {
        started();
        await gate;
        return Promise.all(rows.map(async ({ input }) => ({ message: 'OK', data: await put(input, ctx) })));
      };
      server = await startServer(database(), {}, [
        handle(single, put),
        handleRows(bulk, put, { sharesKeysWith: single.path }),
        handleBatch(slowBulk, putAll, { sharesKeysWith: single.path }),
      ]);
      ({ token, user_id: user } = await server.signInAs('manager.staff'));
    });

    const batch = (path: string, keys: readonly string[]) =>
      server.call('POST', path, { what: keys.map((key) => `of ${key}`), op_key: keys }, { token });
    const done = async (keys: readonly string[]) =>
      (await sql`select 1 from held where what = any(${keys.map((key) => `of ${key}`)})`.execute(database().kysely))
        .rows.length;
    const waiting = async (db: Db) =>
      (
        await sql`select 1 from pg_locks where not granted and locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      ).rows.length;
    /** A batch that is under way until it is let go. */
    function slow(keys: readonly string[]) {
      let finish: () => void = () => undefined;
      gate = new Promise((resolve) => {
        finish = resolve;
      });
      const running = new Promise<void>((resolve) => {
        started = resolve;
      });
      return { pendingAnswer: batch(slowBulk.path, keys), running, finish };
    }

    test.each([bulk.path, slowBulk.path])(
      '%s holds the keys of its rows in one order for everyone: while it waits for the first, the last is free',
      { tags: ['SYNC-28', 'API-1.6'] },
      async (path) => {
        const [first = '', last = ''] = [newKey(), newKey()].sort();
        const { pendingAnswer } = await database()
          .kysely.transaction()
          .execute(async (tx) => {
            await hold(first).execute(tx);
            const pendingAnswer = batch(path, [last, first]);
            await expect.poll(() => waiting(tx)).toBe(1);
            const { rows } = await sql`select pg_try_advisory_xact_lock(hashtextextended(${last}, 0)) as free`.execute(
              tx,
            );
            expect(rows).toEqual([{ free: true }]);
            return { pendingAnswer };
          });
        expect(await pendingAnswer).toMatchObject({ code: 200, data: { succeeded: 2 } });
        expect(await done([first, last])).toBe(2);
      },
    );

    test('a row that is sent alone waits for whoever holds its key, as a batch does', {
      tags: ['SYNC-28'],
    }, async () => {
      const key = newKey();
      const { pendingAnswer } = await database()
        .kysely.transaction()
        .execute(async (tx) => {
          await hold(key).execute(tx);
          const pendingAnswer = server.call('POST', single.path, { what: `of ${key}` }, { token, key });
          await expect.poll(() => waiting(tx)).toBe(1);
          return { pendingAnswer };
        });
      expect(await pendingAnswer).toMatchObject({ code: 200 });
      expect(await done([key])).toBe(1);
    });

    test('a discard waits for the batch that works its key, and says what came of it', {
      tags: ['SYNC-34'],
    }, async () => {
      const keys = [newKey(), newKey()];
      const { pendingAnswer, running, finish } = slow(keys);
      await running;
      const discard = server.call('POST', 'sync/cancel', { key: keys[1] }, { token });
      await Promise.race([discard, expect.poll(() => waiting(database().kysely)).toBe(1)]);
      finish();
      expect(await pendingAnswer).toMatchObject({ code: 200, data: { succeeded: 2 } });
      expect(await discard).toMatchObject({ code: 200, data: { state: 'done', code: 200 } });
      expect(await done(keys)).toBe(2);
    });

    test('whose role lost the permission while his batch is worked: sent again it waits and has the same answer', {
      tags: ['API-1.8', 'SYNC-28'],
    }, async () => {
      const keys = [newKey(), newKey()];
      const { pendingAnswer, running, finish } = slow(keys);
      await running;
      const role = (to: string) =>
        sql`update user_account set role = ${to} where _id = ${user}`.execute(database().kysely);
      await role('manager.customer_support');
      const again = batch(slowBulk.path, keys);
      await Promise.race([again, expect.poll(() => waiting(database().kysely)).toBe(1)]);
      finish();
      const first = await pendingAnswer;
      expect(first).toMatchObject({ code: 200, data: { succeeded: 2 } });
      expect(await again).toMatchObject({ code: 200, data: first.data });
      expect(await done(keys)).toBe(2);
      await role('manager.staff');
    });
  });
});
