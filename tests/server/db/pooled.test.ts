/** A real PgBouncer in transaction mode before PostgreSQL (decision 0760): what a start says of it, and what works through it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/open.ts';
import { announce, isAlone, withStartLock } from '#server/db/postgres/presence.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { dropClusters } from '#tests/support/cluster.ts';
import { addressOf, ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { hasPgBouncer, makePgBouncer, type PgBouncer } from '#tests/support/pgbouncer.ts';
import { SERVER } from '#tests/support/postgres.ts';

const canRun = hasPgBouncer && ENGINES.includes('postgres');
if (!canRun)
  process.stdout.write('NOT TESTED: work through PgBouncer, because the package pgbouncer is not installed.\n');

describe.runIf(canRun)('PgBouncer before PostgreSQL', () => {
  const postgres = Number(new URL(SERVER).port || 5432);
  let direct: Database;
  let address: string;
  let name: string;
  const all: PgBouncer[] = [];
  const pooler = async (...with_: [] | [Parameters<typeof makePgBouncer>[1]]) => {
    const made = await makePgBouncer(postgres, ...with_);
    all.push(made);
    await made.start();
    return made;
  };
  beforeAll(async () => {
    direct = await openTestDatabase('postgres');
    address = addressOf(direct);
    name = new URL(address).pathname.slice(1);
  }, 60_000);
  afterAll(async () => {
    for (const one of all) await one.kill();
    await direct?.close();
    await dropClusters();
  });

  test('a start without the address behind the pooler is refused, and so is one with a wrong address there', {
    tags: ['OPS-13'],
  }, async () => {
    const strict = await pooler();
    const easy = await pooler({ ignored: 'options' });
    const other = await openTestDatabase('postgres');
    for (const { url } of [strict, easy]) {
      await expect(openDatabase({ url: url(name) })).rejects.toThrow(
        'DATABASE_URL names a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL',
      );
      await expect(openDatabase({ url: url(name), directUrl: url(name) })).rejects.toThrow(
        'DATABASE_DIRECT_URL names a pooler too.',
      );
      await expect(openDatabase({ url: url(name), directUrl: addressOf(other) })).rejects.toThrow(
        'DATABASE_DIRECT_URL names another database than DATABASE_URL.',
      );
      await expect(openDatabase({ url: url(name), directUrl: 'postgres://postgres@127.0.0.1:1/none' })).rejects.toThrow(
        'DATABASE_DIRECT_URL must name a PostgreSQL that can be reached',
      );
    }
    await other.close();
  });

  test('a pooler whose connections have no limits is refused with the line that gives them', {
    tags: ['OPS-13'],
  }, async () => {
    const bare = await pooler({ connectQuery: '', ignored: 'options' });
    await expect(openDatabase({ url: bare.url(name), directUrl: address })).rejects.toThrow(
      /idle_in_transaction_session_timeout, lock_timeout, statement_timeout set\. .*pgbouncer\.ini: connect_query='set statement_timeout=60000; /,
    );
    const lossy = await pooler({ connectQuery: "connect_query='set synchronous_commit=off'" });
    await expect(openDatabase({ url: lossy.url(name), directUrl: address })).rejects.toThrow('synchronous_commit');
  });

  test('the given line holds: limits, no kept plans, changes, and the turn of starts', {
    tags: ['OPS-13'],
    timeout: 60_000,
  }, async () => {
    const good = await pooler();
    const lines: Record<string, unknown>[] = [];
    const database = await openDatabase({ url: good.url(name), directUrl: address, log: (line) => lines.push(line) });
    const { rows } = await sql<{ all: string }>`select current_setting('statement_timeout') || ' ' ||
      current_setting('synchronous_commit') || ' ' || current_setting('work_mem') as all`.execute(database.kysely);
    expect(rows[0]?.all).toBe('1min on 16MB');
    expect(database.durability()).toBe('full');
    expect(lines.map(({ event }) => event)).toEqual(['pooler']);

    const heard: string[] = [];
    database.changes.listen((changes) => heard.push(...(changes ?? []).flatMap(({ tables }) => tables)));
    await sleep(300);
    // Many at once over several connections, each asked so often that it would have a kept plan.
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        database.transaction(async (tx) => {
          const result = await sql<{ n: number }>`select ${at}::int4 as n where ${'a'} = ${'a'}`.execute(tx);
          expect(result.rows).toEqual([{ n: at }]);
          await sql`update store set restored = restored`.execute(tx);
        }),
      ),
    );
    await expect.poll(() => heard).toContain('store');

    const presence = await announce(address);
    await database.transaction(async (tx) => expect(await isAlone(tx)).toBe(false));
    await presence.leave();
    await expect.poll(() => database.transaction((tx) => isAlone(tx))).toBe(true);
    await withStartLock(address, () => database.transaction(async (tx) => expect(await isAlone(tx)).toBe(false)));
    await database.close();
  });

  test('while the pooler is away a call is told so; afterwards the same process works', {
    tags: ['OPS-13'],
    timeout: 60_000,
  }, async () => {
    const dying = await pooler();
    const database = await openDatabase({ url: dying.url(name), directUrl: address });
    const result = Array.from({ length: 5 }, () => sql`select pg_sleep(1)`.execute(database.kysely));
    const outcome = Promise.allSettled(result);
    await sleep(300);
    await dying.kill();
    for (const one of await outcome) expect(one.status === 'rejected' && isUnavailable(one.reason)).toBe(true);
    await expect(sql`select 1`.execute(database.kysely)).rejects.toSatisfy(isUnavailable);
    await dying.start();
    await sql`select 1`.execute(database.kysely);
    await database.close();
  });
});
