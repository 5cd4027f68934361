/** Which new passwords the server takes (S3), and what is asked for one's own password again (S4). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('new passwords', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  const person = async () => {
    const one = await server.signInAs('manager.staff', {
      name: 'Zainab Abdulkareem',
      email: `zainab.k${newKey()}@example.test`,
    });
    return one;
  };

  describe('what a new password may not be', { tags: ['S3'] }, () => {
    const change = (one: { user_id: string; token: string; password: string }, hash_new: string) =>
      server.call(
        'POST',
        'user/change_auth',
        { _id: one.user_id, hash_old: passwordHash(one.password), hash_new },
        { token: one.token, key: newKey() },
      );
    test.each([
      'not-a-hash',
      'a'.repeat(63),
      'a'.repeat(65),
      passwordHash('Good-enough-9').toUpperCase(),
      `${passwordHash('Good-enough-9')} `,
    ])('%s is no SHA-256 and is refused at its field', { tags: ['S3'] }, async (hash) => {
      const one = await person();
      expect(await change(one, hash)).toMatchObject({
        code: 422,
        data: { fields: { hash_new: expect.stringMatching(/SHA-256/) } },
      });
      const starter = await server.signInAs('manager.staff', { must_change: true });
      const response = await server.call(
        'POST',
        'user/update_auth',
        { _id: starter.user_id, hash },
        { token: starter.token },
      );
      expect(response).toMatchObject({ code: 422, data: { fields: { hash: expect.stringMatching(/SHA-256/) } } });
    });
    test('the empty text, the e-mail and its first part, names, phone and company are refused, however they are written', {
      tags: ['S3'],
    }, async () => {
      const one = await person();
      await sql`update user_account set phone = '08031234567' where _id = ${one.user_id}`.execute(database().kysely);
      const first = one.email.split('@')[0] ?? '';
      const refused = {
        'Password field is required': [''],
        'Password must not be your email.': [one.email, one.email.toUpperCase(), first, `Z${first.slice(1)}`],
        'Password must not be your name, your phone number or the company’s name.': [
          'Zainab Abdulkareem',
          'zainab abdulkareem',
          'ZainabAbdulkareem',
          'Abdulkareem',
          'abdulkareem',
          'ABDULKAREEM',
          '08031234567',
          '+2348031234567',
          '8031234567',
          'Kasuwa',
          'kasuwa',
        ],
      };
      for (const [text, words] of Object.entries(refused))
        for (const word of words)
          expect((await change(one, passwordHash(word))).data.fields, word).toEqual({ hash_new: text });
    });
    test('the commonest passwords are refused, also with the first letter the other way; a good one is taken', {
      tags: ['S3'],
    }, async () => {
      const one = await person();
      for (const word of [
        'password',
        'Password',
        '12345678',
        'iloveyou',
        'Iloveyou',
        'qwertyuiop',
        'sunshine1',
        'trustno1',
      ])
        expect((await change(one, passwordHash(word))).data.fields, word).toEqual({
          hash_new: 'This password is too easy to guess.',
        });
      expect((await change(one, passwordHash('Correct-horse-8'))).code).toBe(200);
    });
    test('a first choice and a password that an administrator sets are held to the same', {
      tags: ['S3'],
    }, async () => {
      const one = await server.signInAs('manager.staff', { must_change: true });
      const set = (hash: string, token: string) =>
        server.call('POST', 'user/update_auth', { _id: one.user_id, hash }, { token, key: newKey() });
      for (const token of [one.token, world.admin.token])
        expect((await set(passwordHash('password'), token)).data.fields).toEqual({
          hash: 'This password is too easy to guess.',
        });
      expect((await set(passwordHash('Correct-horse-8'), one.token)).code).toBe(200);
    });
    test('an account whose stored password is no SHA-256 of an earlier release still signs in and can change it', {
      tags: ['S3'],
    }, async () => {
      const { storePassword } = await import('#server/auth/passwords.ts');
      const one = await person();
      const stored = await storePassword('not-a-hash', 1_024);
      await sql`update user_account set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt}
        where _id = ${one.user_id}`.execute(database().kysely);
      expect(
        (await server.call('POST', 'administrator/login_delegate', { phone: one.email, hash: 'not-a-hash' })).code,
      ).toBe(200);
      const response = await server.call(
        'POST',
        'user/change_auth',
        { _id: one.user_id, hash_old: 'not-a-hash', hash_new: passwordHash('Correct-horse-8') },
        { token: one.token, key: newKey() },
      );
      expect(response.code).toBe(200);
    });
  });

  describe('one’s own password again', { tags: ['S4'] }, () => {
    const make = (by: { token: string }, _id: string, password?: string) =>
      server.call(
        'POST',
        'user/starter_password',
        { _id, ...(password === undefined ? {} : { hash_own: passwordHash(password) }) },
        { token: by.token },
      );
    test('without it, or with a wrong one, no starter password is made and nothing of the person changes', {
      tags: ['S4'],
    }, async () => {
      const by = await server.signInAs('administrator.administrator');
      const other = await server.signInAs('manager.staff');
      expect(await make(by, other.user_id)).toMatchObject({
        code: 422,
        data: { fields: { hash_own: 'Enter your own password.' } },
      });
      expect(await make(by, other.user_id, 'wrong')).toMatchObject({
        code: 422,
        data: { fields: { hash_own: 'Your password is not correct.' } },
      });
      // The password of the other person is not the asker's.
      const mine = await server.signInAs('administrator.administrator', { password: 'Another-horse-7' });
      expect((await make(mine, other.user_id, other.password)).code).toBe(422);
      expect((await server.call('GET', 'states', {}, { token: other.token })).code).toBe(200);
    });
    test('the sixth wrong one waits, and a right one is no way around it; signing in is not held up by it', {
      tags: ['S4'],
    }, async () => {
      server.clock.now = NOW;
      const by = await server.signInAs('administrator.administrator');
      const other = await server.account('manager.staff');
      for (let at = 0; at < 5; at += 1) expect((await make(by, other.user_id, `wrong ${at}`)).code).toBe(422);
      expect((await make(by, other.user_id, by.password)).code).toBe(429);
      const login = { phone: by.email, hash: passwordHash(by.password) };
      expect((await server.call('POST', 'administrator/login_delegate', login)).code).toBe(200);
      server.clock.now += 60;
      expect((await make(by, other.user_id, by.password)).code).toBe(200);
    });
    test('the audit log has it as its own kind, and the person is told who and when at the next sign-in, until he has chosen', {
      tags: ['S4'],
    }, async () => {
      server.clock.now = NOW;
      const by = await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' });
      const other = await server.account('manager.staff', { name: 'Sani Bello' });
      await make(by, other.user_id, by.password);
      server.clock.now = NOW + 3_600;
      const { starter_password } = (await make(by, other.user_id, by.password)).data;
      const { rows } = await sql`select action, user_name, record_label from audit_log
        where record_id = ${other.user_id} and model = 'user'`.execute(database().kysely);
      expect(rows).toEqual(
        [0, 1].map(() => ({ action: 'starter_password', user_name: 'Adaeze Admin', record_label: 'Sani Bello' })),
      );
      const response = await server.call('POST', 'administrator/login_delegate', {
        phone: other.email,
        hash: passwordHash(starter_password),
      });
      const starters = [
        { by: 'Adaeze Admin', at: NOW + 3_600 },
        { by: 'Adaeze Admin', at: NOW },
      ];
      expect(response.data.profile.starters).toEqual(starters);
      const { token } = response.data;
      expect((await server.call('GET', 'administrator/read_delegate', {}, { token })).data.profile.starters).toEqual(
        starters,
      );
      await server.call(
        'POST',
        'user/update_auth',
        { _id: other.user_id, hash: passwordHash('Correct-horse-8') },
        { token },
      );
      expect(
        (await server.call('GET', 'administrator/read_delegate', {}, { token })).data.profile.starters,
      ).toBeUndefined();
    });
    test('a distributor’s bank account is set with one’s own password alone', { tags: ['S4'] }, async () => {
      const by = await server.signInAs('administrator.administrator');
      const set = (hash_own?: string) =>
        server.call(
          'POST',
          'distributor/set_bank_account',
          {
            _id: world.distributor,
            bank: '058',
            account: '0123456789',
            account_name: 'Depot',
            ...(hash_own ? { hash_own } : {}),
          },
          { token: by.token, key: newKey() },
        );
      expect((await set()).data.fields).toEqual({ hash_own: 'Enter your own password.' });
      expect((await set(passwordHash('wrong'))).data.fields).toEqual({ hash_own: 'Your password is not correct.' });
      expect((await set(passwordHash(by.password))).data.bank_account).toMatchObject({ account: '0123456789' });
    });
  });
});
