/** What an account without rights may leave in the database (S6), and how large a picture may be (S17). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dropOldCounts, dropOldTombstones } from '#server/session/dailyCount.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;

describeOneEngine('limits', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });
  const cancel = (token: string, key = newKey()) => server.call('POST', 'sync/cancel', { key }, { token });

  test('2,000 unused keys a day may be closed; one more waits for the next day and leaves nothing, a known one is answered', {
    tags: ['S6'],
  }, async () => {
    const { token, user_id } = await server.signInAs('manager.buyer');
    const known = newKey();
    expect((await cancel(token, known)).data.state).toBe('cancelled');
    await sql`update daily_count set count = 2000 where user_id = ${user_id}`.execute(database().kysely);
    const key = newKey();
    expect(await cancel(token, key)).toMatchObject({ code: 429, data: { error: 'rate' } });
    const { rows } = await sql`select 1 from idempotency where key = ${key}`.execute(database().kysely);
    expect(rows).toEqual([]);
    expect((await cancel(token, known)).data.state).toBe('cancelled');
    server.clock.now = NOW + DAY;
    expect((await cancel(token, key)).data.state).toBe('cancelled');
    server.clock.now = NOW;
  });
  test('closed keys that nobody used go after 180 days, used ones stay; counts of days that are over go', {
    tags: ['S6'],
  }, async () => {
    const { token, user_id } = await server.signInAs('manager.buyer');
    const [old, young, used] = [newKey(), newKey(), newKey()];
    for (const key of [old, young]) await cancel(token, key);
    await sql`update idempotency set created = ${NOW - 180 * DAY - 1} where key = ${old}`.execute(database().kysely);
    await sql`insert into idempotency (key, user_id, route, fingerprint, state, created)
      values (${used}, ${user_id}, 'x', '', 'done', 1)`.execute(database().kysely);
    await dropOldTombstones(database().kysely, NOW);
    const { rows } = await sql<{
      key: string;
    }>`select key from idempotency where key = any(${[old, young, used]})`.execute(database().kysely);
    expect(rows.map((row) => row.key).sort()).toEqual([young, used].sort());
    await dropOldCounts(database().kysely, NOW + DAY);
    expect((await sql`select 1 from daily_count where user_id = ${user_id}`.execute(database().kysely)).rows).toEqual(
      [],
    );
  });
  test('five devices a person: the sixth takes the place of the one that showed itself longest ago', {
    tags: ['S6'],
  }, async () => {
    const one = await server.signInAs('manager.buyer');
    const register = (device: string) =>
      server.call(
        'POST',
        'device/register',
        { version: '100', platform: 'Linux', standalone: false },
        { token: one.token, key: newKey(), headers: { 'x-device-id': device } },
      );
    for (let at = 0; at < 7; at += 1) {
      server.clock.now = NOW + at;
      expect((await register(`device-${at === 6 ? 0 : at}`)).code).toBe(200);
    }
    server.clock.now = NOW;
    const { rows } = await sql<{ device_id: string }>`select device_id from device where user_id = ${one.user_id}
      order by device_id`.execute(database().kysely);
    expect(rows.map((row) => row.device_id)).toEqual(['device-0', 'device-2', 'device-3', 'device-4', 'device-5']);
  });
});
