/** A new password by e-mail: refusals first, then the whole way through a real SMTP server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { type LocalMail, startLocalMail, until } from '#tests/support/localMail.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('password reset', (database) => {
  let mail: LocalMail;
  let server: TestServer;
  let address = 0;
  beforeAll(async () => {
    mail = await startLocalMail();
    server = await startServer(database(), {
      trustProxy: ['loopback'],
      mail: { url: `smtp://127.0.0.1:${mail.port}`, from: 'office@example.com' },
      siteUrl: 'https://office.example',
    });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });
  beforeEach(() => {
    server.clock.now = NOW;
    mail.mails.length = 0;
    address += 1;
  });
  const from = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}` } });
  const request = (email: string, at = address) => server.call('POST', 'auth/request_reset', { email }, from(at));
  const choose = (token: string, password = 'A-new-horse-77', at = address) =>
    server.call('POST', 'auth/reset_password', { token, hash: passwordHash(password) }, from(at));
  const signIn = (email: string, password: string) =>
    server.call(
      'POST',
      'administrator/login_delegate',
      { phone: email, hash: passwordHash(password) },
      { key: newKey() },
    );
  const links = () => mail.mails.map((one) => /reset-password#([\w-]+)/.exec(one.text)?.[1] ?? '');
  const linkFor = async (email: string) => {
    const before = mail.mails.length;
    expect((await request(email)).code).toBe(200);
    await until(() => mail.mails.length > before);
    return links().at(-1) ?? '';
  };

  test('without a mailer it is not offered, and refused with a plain sentence', { tags: ['K12'] }, async () => {
    const without = await startServer(database());
    expect((await without.call('GET', 'auth/reset_offered')).data).toEqual({ offered: false });
    for (const [path, fields] of [
      ['auth/request_reset', { email: 'ada@example.test' }],
      ['auth/reset_password', { token: 'x', hash: passwordHash('x') }],
    ] as const)
      expect(await without.call('POST', path, fields)).toMatchObject({
        code: 422,
        message: 'No mail server is set up. Ask an administrator.',
      });
    await without.close();
    expect((await server.call('GET', 'auth/reset_offered')).data).toEqual({ offered: true });
  });

  test('known, unknown, inactive and shop accounts are answered alike; only the known one gets a mail', {
    tags: ['B10.6'],
  }, async () => {
    const known = await server.account('manager.staff', { email: 'known@example.test' });
    await server.account('manager.staff', { email: 'inactive@example.test', status: 'inactive' });
    await server.account('agent.agent', { email: 'agent@example.test' });
    const answers = [];
    for (const email of ['nobody@example.test', 'inactive@example.test', 'agent@example.test', ' KNOWN@example.test '])
      answers.push(await request(email));
    const [first] = answers;
    for (const one of answers)
      expect([one.status, one.text, Object.keys(one.headers).sort()]).toEqual([
        200,
        first?.text,
        Object.keys(first?.headers ?? {}).sort(),
      ]);
    await until(() => mail.mails.length > 0);
    expect(mail.mails.map((one) => one.to)).toEqual([[known.email]]);
    expect((await request('no mail')).data.fields).toEqual({ email: 'Email must be valid.' });
  });

  describe('links that do not work', () => {
    test('made up, too old, used, overtaken by a newer password; the password stays', { tags: ['B10.6'] }, async () => {
      const { email, password } = await server.account('manager.staff');
      const over = { code: 422, message: 'This link does not work any more. Ask for a new one.' };
      expect(await choose('made-up')).toMatchObject(over);
      const [old, newer] = [await linkFor(email), await linkFor(email)];
      server.clock.now = NOW + 1_800;
      expect(await choose(old)).toMatchObject(over);
      server.clock.now = NOW + 1_799;
      expect((await signIn(email, password)).code).toBe(200);
      const answers = await Promise.all([choose(newer), choose(newer)]);
      expect(answers.map((one) => one.code).sort()).toEqual([200, 422]);
      expect(await choose(old)).toMatchObject(over);
    });
    test('of an account that was switched off meanwhile; what is no SHA-256', { tags: ['B10.6'] }, async () => {
      const { email, user_id } = await server.account('manager.staff');
      const token = await linkFor(email);
      expect(
        (await server.call('POST', 'auth/reset_password', { token, hash: 'password' }, from(address))).data.fields,
      ).toEqual({
        hash: 'Password must be sent as its SHA-256, 64 lower-case hexadecimal digits.',
      });
      await sql`update user_account set status = 'inactive' where _id = ${user_id}`.execute(database().kysely);
      expect((await choose(token)).code).toBe(422);
    });
    test('a password that others would try first; the link stays good for another one', { tags: ['S3'] }, async () => {
      const { email } = await server.account('manager.staff');
      const token = await linkFor(email);
      expect((await choose(token, 'password1')).data.fields).toEqual({ hash: 'This password is too easy to guess.' });
      expect((await choose(token, email)).data.fields).toEqual({ hash: 'Password must not be your email.' });
      expect((await choose(token)).code).toBe(200);
    });
    test('counted by address, whatever is asked; one account gets three links an hour, and nobody is told', {
      tags: ['B10.9'],
    }, async () => {
      const { email } = await server.account('manager.staff');
      for (let n = 0; n < 10; n += 1) expect((await request(`made-up-${n}@example.test`)).code).toBe(200);
      const refused = await request('another@example.test');
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
      for (let n = 0; n < 5; n += 1) expect((await request(email, 150 + n)).code).toBe(200);
      await until(() => mail.mails.length === 3);
      const { rows } = await sql`select 1 from password_reset r join user_account u on u._id = r.user_id
        where u.email = ${email}`.execute(database().kysely);
      expect(rows).toHaveLength(3);
      server.clock.now = NOW + 900;
      expect((await request('another@example.test')).code).toBe(200);
      for (let n = 0; n < 10; n += 1) expect((await choose('made-up', 'A-new-horse-77', 160)).code).toBe(422);
      expect((await choose('made-up', 'A-new-horse-77', 160)).code).toBe(429);
    });
  });

  test('the link opens a new password: sessions end, the old password is over, and it stands in the history', {
    tags: ['B10.6'],
  }, async () => {
    const {
      email,
      user_id,
      password,
      token: session,
    } = await server.signInAs('manager.staff', { name: 'Funmi Ajayi' });
    const token = await linkFor(email);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(await choose(token)).toMatchObject({ code: 200, message: 'Password successfully updated.' });
    expect((await server.call('GET', 'administrator/read_delegate', {}, { token: session })).code).toBe(401);
    expect((await signIn(email, password)).code).toBe(401);
    expect((await signIn(email, 'A-new-horse-77')).data.profile).toMatchObject({ user_id, must_change: false });
    const { rows } =
      await sql`select action, user_name from audit_log where record_id = ${user_id} and action = 'password_reset'`.execute(
        database().kysely,
      );
    expect(rows).toEqual([{ action: 'password_reset', user_name: 'Funmi Ajayi' }]);
    // What stands in the link is kept nowhere.
    const all = await sql`select * from password_reset`.execute(database().kysely);
    for (const kept of [all.rows, server.lines]) expect(JSON.stringify(kept)).not.toContain(token);
  });
});
