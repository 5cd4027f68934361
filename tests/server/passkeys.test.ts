/** Passkeys as the second step of signing in: S7, docs/api/keys.md. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { relyingParty } from '#server/session/relyingParty.ts';
import { makeAuthenticator } from '#tests/support/authenticator.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { NOW, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const ORIGIN = 'https://office.example';
/** What a proxy that ends TLS says of the browser's address. */
const HEADERS = { host: 'office.example', 'x-forwarded-proto': 'https' };
const PASSWORD = 'Correct-horse-7';
const HASH = passwordHash(PASSWORD);

describeOneEngine('passkeys', (database) => {
  let server: TestServer;
  let demanding: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
    demanding = await startServer(database(), { passkeys: 'demanded' });
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    await sql`delete from sign_in_attempt`.execute(database().kysely);
  });

  const post = (path: string, fields: Record<string, unknown>, token?: string, on = server, headers = {}) =>
    on.call('POST', path, fields, { token, headers: { ...HEADERS, ...headers } });
  const signIn = (email: string, on = server, headers = {}) =>
    post('administrator/login_delegate', { phone: email, hash: HASH, remember: true }, undefined, on, headers);
  const finish = (fields: Record<string, unknown>, on = server, headers = {}) =>
    post('administrator/login_passkey', fields, undefined, on, headers);
  const REFUSED = { code: 403, data: { error: 'passkey_refused' } };

  async function register(token: string, made = makeAuthenticator(ORIGIN), name = 'My tablet', on = server) {
    const answer = await post('passkey/register_options', { hash_own: HASH }, token, on);
    expect(answer.message, JSON.stringify(on.lines.filter((l) => l.event === 'internal'))).toBe('OK');
    const { ticket, options } = answer.data;
    return post('passkey/register', { ticket, name, credential: made.register(options as never) }, token, on);
  }
  /** An accountant with one passkey. */
  async function person(counts = true) {
    const one = await server.signInAs('manager.accountant');
    const key = makeAuthenticator(ORIGIN, counts);
    const response = await register(one.token, key);
    expect(response.message, JSON.stringify(server.lines.filter((l) => l.event === 'internal'))).toBe('OK');
    return { ...one, key, codes: response.data.recovery_codes as string[], passkey: response.data._id as string };
  }
  const audited = async (userId: string) => {
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where model = 'passkey' and record_id = ${userId} order by _id`.execute(
      database().kysely,
    );
    return rows.map((row) => row.action);
  };

  describe('refusals of the second step', { tags: ['S7'] }, () => {
    test('the right password of who has a passkey opens nothing by itself: 403 passkey_required with a ticket and options', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const response = await signIn(one.email);
      expect(response).toMatchObject({
        code: 403,
        message: 'Use your passkey to finish signing in.',
        data: {
          error: 'passkey_required',
          expires_at: NOW + 300,
          options: { rpId: 'office.example', allowCredentials: [{ id: one.key.id }] },
        },
      });
      expect(response.text).not.toContain('token');
      const { rows } = await sql`select 1 from session where user_id = ${one.user_id} and token_hash <> ''`.execute(
        database().kysely,
      );
      expect(rows).toHaveLength(1);
    });
    test('a wrong password is refused as ever and tells nothing of passkeys', { tags: ['S7'] }, async () => {
      const one = await person();
      const response = await post('administrator/login_delegate', { phone: one.email, hash: passwordHash('wrong') });
      expect(response.data).toEqual({ error: 'bad_credentials' });
    });
    test('another origin, another host, another challenge are refused', { tags: ['S7'] }, async () => {
      const one = await person();
      for (const says of [
        { origin: 'https://evil.example' },
        { origin: 'http://office.example' },
        { rpId: 'evil.example' },
        { challenge: 'c29tZXRoaW5nIGVsc2U' },
      ]) {
        const { ticket, options } = (await signIn(one.email)).data;
        const credential = one.key.answer(options as never, says);
        expect(await finish({ ticket, credential }), JSON.stringify(says)).toMatchObject(REFUSED);
        await sql`delete from sign_in_attempt`.execute(database().kysely);
      }
      expect(await audited(one.user_id)).toEqual(['register', ...Array.from({ length: 4 }, () => 'passkey_failed')]);
    });
    test('a page of another host in between gets no options for the passkey of this one', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const there = { host: 'evil.example' };
      const { data } = await signIn(one.email, server, there);
      expect(data.options).toBeNull();
      const { options } = (await signIn(one.email)).data;
      const credential = one.key.answer(options as never);
      expect(await finish({ ticket: data.ticket, credential }, server, there)).toMatchObject(REFUSED);
    });
    test('a challenge is answered once, right or wrong, and lives five minutes', { tags: ['S7'] }, async () => {
      const one = await person();
      const first = (await signIn(one.email)).data;
      const credential = one.key.answer(first.options as never);
      expect(await finish({ ticket: first.ticket, credential })).toMatchObject({ code: 200 });
      expect(await finish({ ticket: first.ticket, credential })).toMatchObject(REFUSED);
      // The answer to an earlier challenge under a new ticket.
      const second = (await signIn(one.email)).data;
      expect(await finish({ ticket: second.ticket, credential })).toMatchObject(REFUSED);
      expect(
        await finish({ ticket: second.ticket, credential: one.key.answer(second.options as never) }),
      ).toMatchObject(REFUSED);
      const third = (await signIn(one.email)).data;
      server.clock.now += 301;
      expect(await finish({ ticket: third.ticket, credential: one.key.answer(third.options as never) })).toMatchObject({
        ...REFUSED,
        message: 'This took too long. Please sign in again.',
      });
    });
    test('of two answers to one challenge at once one signs in', { tags: ['S7'] }, async () => {
      const one = await person();
      const { ticket, options } = (await signIn(one.email)).data;
      const credential = one.key.answer(options as never);
      const answers = await Promise.all([finish({ ticket, credential }), finish({ ticket, credential })]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 403]);
    });
    test("a stranger's credential, and that of a colleague, are refused", { tags: ['S7'] }, async () => {
      const [one, other] = [await person(), await person()];
      for (const key of [makeAuthenticator(ORIGIN), other.key]) {
        const { ticket, options } = (await signIn(one.email)).data;
        expect(await finish({ ticket, credential: key.answer(options as never) })).toMatchObject(REFUSED);
      }
    });
    test('a forged signature under the right id is refused', { tags: ['S7'] }, async () => {
      const one = await person();
      const { ticket, options } = (await signIn(one.email)).data;
      const forged = JSON.parse(makeAuthenticator(ORIGIN).answer(options as never));
      const credential = JSON.stringify({ ...forged, id: one.key.id, rawId: one.key.id });
      expect(await finish({ ticket, credential })).toMatchObject(REFUSED);
    });
    test('a counter that goes back or stands still is refused: the passkey may have been copied', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const first = (await signIn(one.email)).data;
      const at = one.key.answer(first.options as never, { counter: 9 });
      expect(await finish({ ticket: first.ticket, credential: at })).toMatchObject({ code: 200 });
      for (const counter of [9, 3, 0]) {
        const { ticket, options } = (await signIn(one.email)).data;
        const credential = one.key.answer(options as never, { counter });
        expect(await finish({ ticket, credential }), String(counter)).toMatchObject(REFUSED);
      }
    });
    test('what is no credential is refused, not a fault of the server', { tags: ['S7'] }, async () => {
      const one = await person();
      for (const credential of [
        'x',
        '[]',
        'null',
        '{"id":"a"}',
        `{"id":"${one.key.id}","response":{}}`,
        '9'.repeat(30_000),
      ]) {
        const { ticket } = (await signIn(one.email)).data;
        expect(await finish({ ticket, credential })).toMatchObject(REFUSED);
        await sql`delete from sign_in_attempt`.execute(database().kysely);
      }
      const { ticket } = (await signIn(one.email)).data;
      expect(await finish({ ticket })).toMatchObject({ code: 422 });
    });
    test('a used recovery code, and those of before new ones, are refused', { tags: ['S7'] }, async () => {
      const one = await person();
      const [first = '', second = ''] = one.codes;
      const by = async (recovery_code: string) =>
        finish({ ticket: (await signIn(one.email)).data.ticket, recovery_code });
      expect(await by(first.toLowerCase().replaceAll('-', ' '))).toMatchObject({ code: 200 });
      expect(await by(first)).toMatchObject({ ...REFUSED, message: 'This recovery code is not correct.' });
      expect(await post('passkey/recovery_codes', { hash_own: passwordHash('wrong') }, one.token)).toMatchObject({
        code: 422,
        data: { fields: { hash_own: 'Your password is not correct.' } },
      });
      const fresh = await post('passkey/recovery_codes', { hash_own: HASH }, one.token);
      expect(fresh.data.recovery_codes).toHaveLength(10);
      expect(await by(second)).toMatchObject(REFUSED);
      expect(await by(fresh.data.recovery_codes[0])).toMatchObject({ code: 200 });
      expect(await audited(one.user_id)).toEqual([
        'register',
        'recovery_code_used',
        'recovery_code_failed',
        'recovery_codes',
        'recovery_code_failed',
        'recovery_code_used',
      ]);
    });
    test("a colleague's recovery code is refused, and none is stored as it was shown", { tags: ['S7'] }, async () => {
      const [one, other] = [await person(), await person()];
      const { ticket } = (await signIn(one.email)).data;
      expect(await finish({ ticket, recovery_code: other.codes[0] })).toMatchObject(REFUSED);
      const { rows } = await sql<{ all: string }>`select string_agg(code_hash, ' ') as all from recovery_code`.execute(
        database().kysely,
      );
      expect(rows[0]?.all).not.toContain(one.codes[0]);
    });
    test('second steps are counted as passwords are, apart from them: 429 from the sixth on', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const attempt = async () => {
        const { ticket } = (await signIn(one.email)).data;
        return finish({ ticket, recovery_code: 'AAAA-BBBB-CCCC-DDDD' });
      };
      for (let n = 0; n < 5; n += 1) expect(await attempt()).toMatchObject(REFUSED);
      expect(await attempt()).toMatchObject({ code: 429 });
      // What the count is for: the right one waits too.
      const { ticket } = (await signIn(one.email)).data;
      expect(await finish({ ticket, recovery_code: one.codes[0] })).toMatchObject({ code: 429 });
      server.clock.now += 61;
      const later = (await signIn(one.email)).data;
      expect(await finish({ ticket: later.ticket, recovery_code: one.codes[0] })).toMatchObject({ code: 200 });
    });
    test('a password that was changed after the first step makes its ticket worthless; so does an account switched off', {
      tags: ['S7'],
    }, async () => {
      const [one, other] = [await person(), await person()];
      const { ticket, options } = (await signIn(one.email)).data;
      const hash_new = passwordHash('Another-horse-8');
      await post('user/change_auth', { _id: one.user_id, hash_old: HASH, hash_new }, one.token);
      expect(await finish({ ticket, credential: one.key.answer(options as never) })).toMatchObject(REFUSED);
      const second = (await signIn(other.email)).data;
      await sql`update user_account set status = 'inactive' where _id = ${other.user_id}`.execute(database().kysely);
      const credential = other.key.answer(second.options as never);
      expect(await finish({ ticket: second.ticket, credential })).toMatchObject({ data: { error: 'inactive' } });
    });
  });

  describe('refusals of registering and removing', { tags: ['S7'] }, () => {
    test('register, remove and new codes need the own password again, counted as guesses of it', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      for (const [path, fields] of [
        ['passkey/register_options', {}],
        ['passkey/remove', { _id: one.passkey }],
        ['passkey/recovery_codes', {}],
      ] as const) {
        expect(await post(path, fields, one.token)).toMatchObject({ code: 422 });
        const response = await post(path, { ...fields, hash_own: passwordHash('wrong') }, one.token);
        expect(response, path).toMatchObject({
          code: 422,
          data: { fields: { hash_own: 'Your password is not correct.' } },
        });
      }
      for (let n = 0; n < 2; n += 1)
        await post('passkey/register_options', { hash_own: passwordHash('wrong') }, one.token);
      expect(await post('passkey/register_options', { hash_own: HASH }, one.token)).toMatchObject({ code: 429 });
    });
    test('a registration from another origin, with another challenge or by another session is refused', {
      tags: ['S7'],
    }, async () => {
      const one = await server.signInAs('manager.staff');
      const elsewhere = await server.openSession(one.user_id);
      const registerOptions = async () => (await post('passkey/register_options', { hash_own: HASH }, one.token)).data;
      const key = makeAuthenticator(ORIGIN);
      for (const says of [{ origin: 'https://evil.example' }, { challenge: 'b3RoZXI' }, { rpId: 'evil.example' }]) {
        const { ticket, options } = await registerOptions();
        const credential = key.register(options as never, says);
        expect(await post('passkey/register', { ticket, name: 'x', credential }, one.token)).toMatchObject(REFUSED);
      }
      const { ticket, options } = await registerOptions();
      const credential = key.register(options as never);
      expect(await post('passkey/register', { ticket, name: 'x', credential }, elsewhere)).toMatchObject(REFUSED);
      // Spent by that.
      expect(await post('passkey/register', { ticket, name: 'x', credential }, one.token)).toMatchObject(REFUSED);
      expect((await post('passkey/read_mine', {}, one.token)).data.passkeys).toEqual([]);
    });
    test('one credential belongs to one account', { tags: ['S7'] }, async () => {
      const one = await person();
      const other = await server.signInAs('manager.staff');
      expect(await register(other.token, one.key)).toMatchObject({ code: 409, data: { error: 'duplicate' } });
    });
    test('a server that is reached by a bare address says that passkeys need a name', { tags: ['S7'] }, async () => {
      const one = await server.signInAs('manager.staff');
      const response = await post('passkey/register_options', { hash_own: HASH }, one.token, server, {
        host: '10.0.0.7:8080',
      });
      expect(response).toMatchObject({ code: 422, message: expect.stringContaining('need a name') });
    });
    test("another's passkey is not found; another's passkeys are removed by who may update managers, with the own password, never his own", {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const other = await server.signInAs('manager.staff');
      expect(await post('passkey/remove', { _id: one.passkey, hash_own: HASH }, other.token)).toMatchObject({
        code: 404,
      });
      expect(await post('passkey/rename', { _id: one.passkey, name: 'Mine' }, other.token)).toMatchObject({
        code: 404,
      });
      const take = (token: string, _id: string, hash = HASH) =>
        post('passkey/remove_of', { _id, hash_own: hash }, token);
      expect(await take(other.token, one.user_id)).toMatchObject({ code: 403 });
      const admin = await server.signInAs('administrator.administrator');
      expect(await take(admin.token, one.user_id, passwordHash('wrong'))).toMatchObject({ code: 422 });
      expect(await take(admin.token, admin.user_id)).toMatchObject({ code: 422 });
      expect(await take(admin.token, 'nobody')).toMatchObject({ code: 404 });
      expect(await take(admin.token, other.user_id)).toMatchObject({ code: 409 });
      expect(await audited(one.user_id)).toEqual(['register']);
    });
  });

  describe('what works', { tags: ['S7'] }, () => {
    test('an account without a passkey signs in as the documents say, in one call', { tags: ['S7'] }, async () => {
      const one = await server.account('manager.accountant');
      const response = await signIn(one.email);
      expect(response).toMatchObject({ code: 200, data: { profile: { must_register_passkey: false } } });
      expect(response.data.token).toMatch(/^[\w-]{20,}$/);
    });
    test('password, then passkey: the second call answers what one call answered before, and it is audited', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const { ticket, options } = (await signIn(one.email)).data;
      const response = await finish({ ticket, credential: one.key.answer(options as never) });
      expect(response).toMatchObject({
        code: 200,
        data: { role: 'manager.accountant', profile: { email: one.email } },
      });
      expect((await server.call('GET', 'administrator/read_delegate', {}, { token: response.data.token })).code).toBe(
        200,
      );
      expect(await audited(one.user_id)).toEqual(['register', 'passkey_used']);
      const mine = await post('passkey/read_mine', {}, response.data.token);
      expect(mine.data).toMatchObject({
        passkeys: [{ name: 'My tablet', created: NOW, last_used: NOW }],
        codes_left: 10,
        demanded: false,
        removed: null,
      });
    });
    test('an authenticator that does not count is taken again and again', { tags: ['S7'] }, async () => {
      const one = await person(false);
      for (let n = 0; n < 2; n += 1) {
        const { ticket, options } = (await signIn(one.email)).data;
        expect(await finish({ ticket, credential: one.key.answer(options as never) })).toMatchObject({ code: 200 });
      }
    });
    test('a second passkey keeps the codes of the first; renamed, removed; without one signing in is one call again', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const second = await register(one.token, makeAuthenticator(ORIGIN), 'Phone');
      expect(second.data.recovery_codes).toBeNull();
      await post('passkey/rename', { _id: second.data._id, name: 'Old phone' }, one.token);
      const mine = await post('passkey/read_mine', {}, one.token);
      expect(mine.data.passkeys.map(({ name }: { name: string }) => name)).toEqual(['My tablet', 'Old phone']);
      for (const _id of [one.passkey, second.data._id])
        expect(await post('passkey/remove', { _id, hash_own: HASH }, one.token)).toMatchObject({ code: 200 });
      expect(await signIn(one.email)).toMatchObject({ code: 200 });
      expect((await post('passkey/read_mine', {}, one.token)).data.codes_left).toBe(0);
      expect(await audited(one.user_id)).toEqual(['register', 'register', 'update', 'remove', 'remove']);
    });
    test('for a lost device the administrator removes them: sessions end, it is audited, and the person is told until he read it', {
      tags: ['S7'],
    }, async () => {
      const one = await person();
      const admin = await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' });
      const response = await post('passkey/remove_of', { _id: one.user_id, hash_own: HASH }, admin.token);
      expect(response.data).toEqual({ removed: 1 });
      expect((await post('passkey/read_mine', {}, one.token)).code).toBe(401);
      const back = await signIn(one.email);
      expect(back.code).toBe(200);
      const { token } = back.data;
      expect((await post('passkey/read_mine', {}, token)).data.removed).toEqual({ by: 'Adaeze Admin', at: NOW });
      await post('passkey/removal_read', {}, token);
      expect((await post('passkey/read_mine', {}, token)).data.removed).toBeNull();
      expect(await audited(one.user_id)).toEqual(['register', 'remove_of']);
    });
  });

  describe('where the site demands passkeys', { tags: ['S7'] }, () => {
    test.each(['administrator.administrator', 'manager.accountant'] as const)(
      '%s without one gets nothing answered before he registered one',
      { tags: ['S7'] },
      async (role) => {
        const one = await server.account(role);
        const response = await signIn(one.email, demanding);
        expect(response).toMatchObject({ code: 200, data: { profile: { must_register_passkey: true } } });
        const { token } = response.data;
        for (const path of ['store_type/create', 'auth/sessions', 'passkey/remove_of', 'sync/status'])
          expect(await post(path, {}, token, demanding)).toMatchObject({
            code: 403,
            message: 'Add a passkey first.',
            data: { error: 'must_register_passkey' },
          });
        const seen = await demanding.call('GET', 'administrator/read_delegate', {}, { token });
        expect(seen.data.profile.must_register_passkey).toBe(true);
        const made = await register(token, makeAuthenticator(ORIGIN), 'Key', demanding);
        expect(made.data.recovery_codes).toHaveLength(10);
        expect((await post('auth/sessions', {}, token, demanding)).code).not.toBe(403);
        const after = await demanding.call('GET', 'administrator/read_delegate', {}, { token });
        expect(after.data.profile.must_register_passkey).toBe(false);
        expect(await post('passkey/remove', { _id: made.data._id, hash_own: HASH }, token, demanding)).toMatchObject({
          code: 409,
          message: 'A passkey is demanded of you. Register another one before you remove this one.',
        });
      },
    );
    test('a starter password comes first, then the passkey; other roles are not asked', { tags: ['S7'] }, async () => {
      const fresh = await server.signInAs('manager.accountant', { must_change: true });
      expect(await post('auth/sessions', {}, fresh.token, demanding)).toMatchObject({
        data: { error: 'must_change_password' },
      });
      expect(
        await post(
          'user/update_auth',
          { _id: fresh.user_id, hash: passwordHash('Another-horse-8') },
          fresh.token,
          demanding,
        ),
      ).toMatchObject({ code: 200 });
      expect(await post('auth/sessions', {}, fresh.token, demanding)).toMatchObject({
        data: { error: 'must_register_passkey' },
      });
      const staff = await server.account('manager.staff');
      expect(await signIn(staff.email, demanding)).toMatchObject({
        code: 200,
        data: { profile: { must_register_passkey: false } },
      });
    });
  });
});

describe('the host name of passkeys', { tags: ['S7'] }, () => {
  const optional = { passkeys: 'optional', siteUrl: null } as const;
  test('the configured origin alone, whatever the request says', { tags: ['S7'] }, () => {
    const configured = { ...optional, siteUrl: 'https://office.example' };
    expect(relyingParty(configured, 'http://10.0.0.7:8080')).toEqual({
      id: 'office.example',
      origins: ['https://office.example'],
    });
  });
  test("else the request's own host; a page over TLS of the same host is the same app", { tags: ['S7'] }, () => {
    expect(relyingParty(optional, 'http://office.example')).toEqual({
      id: 'office.example',
      origins: ['http://office.example', 'https://office.example'],
    });
    expect(relyingParty(optional, 'https://office.example:8443').origins).toEqual(['https://office.example:8443']);
    expect(relyingParty(optional, 'http://localhost:8080').id).toBe('localhost');
  });
  test('a bare address has no passkeys; what is no address neither', { tags: ['S7'] }, () => {
    for (const seen of ['http://10.0.0.7', 'http://[::1]:8080', 'http://', 'http://a b'])
      expect(relyingParty(optional, seen).id).toBe('');
  });
  test('a setting that is misspelt ends the start', { tags: ['S7'] }, () => {
    for (const env of [
      { KASUWA_PASSKEYS: 'required' },
      { KASUWA_SITE_URL: 'office.example' },
      { KASUWA_SITE_URL: 'http://office.example' },
      { KASUWA_SITE_URL: 'https://office.example/' },
      { KASUWA_SITE_URL: 'https://10.0.0.7' },
    ])
      expect(() => readConfig({ KASUWA_ENV: 'test', ...env }, '1', null), JSON.stringify(env)).toThrow(
        Object.keys(env)[0],
      );
    expect(readConfig({ KASUWA_PASSKEYS: 'demanded' }, '1', null).passkeys).toBe('demanded');
    expect(readConfig({ KASUWA_SITE_URL: 'http://localhost:8080' }, '1', null).siteUrl).toBe('http://localhost:8080');
  });
});
