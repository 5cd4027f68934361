import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/calls/ids.ts';
import { announce } from '#server/db/postgres/presence.ts';
import { makeFirstAdministrator } from '#server/people/firstAdministrator.ts';
import { addressOf, describeEachEngine, ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { NOW, passwordHash, startServer } from '#tests/support/server.ts';

const ways = { now: NOW, newId, scryptCost: 1_024 };
const wanted = { name: 'First Admin', email: 'First@Example.test', phone: '+234 802 123 4567' };

describeEachEngine('the first administrator', (database) => {
  test('what is no e-mail, phone or name is refused', { tags: ['API-4.22'] }, async () => {
    for (const wrong of [{ email: 'nope' }, { phone: '123' }, { name: 'x' }, { email: '' }]) {
      await expect(makeFirstAdministrator(database(), { ...wanted, ...wrong }, ways)).rejects.toMatchObject({
        word: 'validation',
      });
    }
    expect((await sql`select 1 from user_account`.execute(database().kysely)).rows).toEqual([]);
  });
  test('one one-time password, which must be changed; also when asked twice at once', {
    tags: ['API-4.22', 'B10.6'],
  }, async () => {
    const made = await Promise.allSettled([1, 2].map(() => makeFirstAdministrator(database(), wanted, ways)));
    const done = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toHaveLength(1);
    expect(made.find((one) => one.status === 'rejected')).toMatchObject({ reason: { word: 'duplicate' } });
    const server = await startServer(database());
    const response = await server.call('POST', 'administrator/login_delegate', {
      phone: '08021234567',
      hash: passwordHash(done[0]?.starter_password ?? ''),
    });
    expect(response).toMatchObject({
      code: 200,
      data: { role: 'administrator.administrator', profile: { email: 'first@example.test', must_change: true } },
    });
    const fields = { _id: response.data.profile.user_id, hash: passwordHash('My own password 1') };
    expect((await server.call('POST', 'user/update_auth', fields, { token: response.data.token })).code).toBe(200);
    const { data } = await server.call('GET', 'manager/read_all', {}, { token: response.data.token });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ name: 'First Admin', phone: '08021234567', role: 'administrator.administrator' });
  });
  test('with an active administrator there is no second first one', { tags: ['API-4.22'] }, async () => {
    await expect(
      makeFirstAdministrator(database(), { ...wanted, email: 'other@example.test', phone: '08029999999' }, ways),
    ).rejects.toThrow(/already/);
  });
  test('whose starter password is over, never changed, is nobody who could let others in: he gets a new one, or another is made', {
    tags: ['API-4.22', 'B10.6'],
  }, async () => {
    const { kysely } = database();
    const over = NOW + 7 * 86_400;
    await sql`update user_account set must_change = true, starter_expires = ${over}`.execute(kysely);
    const again = (now: number, more = {}) =>
      makeFirstAdministrator(database(), { ...wanted, ...more }, { ...ways, now });
    await expect(again(over)).rejects.toThrow(/already/);
    const made = await again(over + 1);
    const server = await startServer(database());
    server.clock.now = over + 1;
    const response = await server.call('POST', 'administrator/login_delegate', {
      phone: made.email,
      hash: passwordHash(made.starter_password),
    });
    expect(response).toMatchObject({ code: 200, data: { profile: { must_change: true, name: 'First Admin' } } });
    await expect(again(over + 1)).rejects.toThrow(/already/);
    const people = async () => (await sql`select email from user_account order by created`.execute(kysely)).rows;
    expect(await people()).toEqual([{ email: 'first@example.test' }]);
    const audited = await sql`select action from audit_log where user_name = 'system' order by created`.execute(kysely);
    expect(audited.rows).toEqual([{ action: 'create' }, { action: 'password' }]);
    const later = over + 1 + 7 * 86_400 + 1;
    expect((await again(later, { email: 'other@example.test', phone: '08029999999' })).email).toBe(
      'other@example.test',
    );
    expect(await people()).toEqual([{ email: 'first@example.test' }, { email: 'other@example.test' }]);
  });
});

describe.runIf(ENGINES.includes('postgres'))('administrators beside a running server', () => {
  test('what a server holds while it runs keeps nobody from making the first, or from switching another off', {
    tags: ['API-4.22', 'B10.12'],
  }, async () => {
    const database = await openTestDatabase('postgres');
    try {
      const presence = await announce(addressOf(database));
      await makeFirstAdministrator(database, wanted, ways);
      const server = await startServer(database);
      const { token } = await server.signInAs('administrator.administrator');
      const { data } = await server.call('GET', 'manager/read_all', {}, { token });
      const off = { _id: data[0]._id, status: 'inactive' };
      expect(await server.call('POST', 'manager/set_status', off, { token })).toMatchObject({
        code: 200,
        data: { status: 'inactive' },
      });
      await server.close();
      await presence.leave();
    } finally {
      await database.close();
    }
  });
});
