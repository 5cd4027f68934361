/** Signing in and out, passwords, limits: API.md 4.1, B10.2, B10.5 to B10.12. */
import { scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { dropOldAttempts } from '#server/auth/attempts.ts';
import { storePassword } from '#server/auth/passwords.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { COLUMNS, HOLDERS } from '#tests/support/matrix.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const HOUR = 3_600;
const DAY = 86_400;

describeOneEngine('session', (database) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    // S13: these tests ask for it.
    server = await startServer(database(), { tokenInAddress: true });
    admin = (await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' })).token;
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    await sql`delete from sign_in_attempt`.execute(database().kysely);
  });

  const signIn = (phone: string, password: string, more: Record<string, unknown> = {}, address?: string) =>
    server.send({
      method: 'POST',
      url: '/api/administrator/login_delegate',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(address ? { 'x-forwarded-for': address } : {}),
      },
      payload: new URLSearchParams({
        phone,
        hash: passwordHash(password),
        ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
      }).toString(),
    });
  const delegate = (token: string) => server.call('GET', 'administrator/read_delegate', {}, { token });

  describe('refusals of signing in', { tags: ['SES-04'] }, () => {
    test("missing fields: 422 with the documents' texts", { tags: ['SES-04'] }, async () => {
      const response = await server.call('POST', 'administrator/login_delegate', {});
      expect(response).toMatchObject({
        code: 422,
        data: { fields: { phone: 'Email field is required.', hash: 'Password field is required' } },
      });
    });
    test('unknown account, wrong password, inactive account with a wrong password: the same answer', {
      tags: ['B10.8', 'SEC-13'],
    }, async () => {
      const active = await server.account('manager.staff');
      const inactive = await server.account('manager.staff', { status: 'inactive' });
      const answers = [
        await signIn('nobody@example.test', 'x'),
        await signIn(active.email, 'x'),
        await signIn(inactive.email, 'x'),
      ];
      for (const response of answers) {
        expect(response).toMatchObject({ status: 401, message: 'Email or password is not correct.' });
        expect(response.data).toEqual({ error: 'bad_credentials' });
      }
    });
    test('a sign-in says what the server can, a refused one does not', { tags: ['PLAIN-10'] }, async () => {
      const one = await server.account('manager.staff');
      expect((await signIn(one.email, 'x')).headers['x-kasuwa']).toBeUndefined();
      expect((await signIn(one.email, one.password)).headers['x-kasuwa']).toContain('replay');
    });
    test('right password, inactive account: 403', { tags: ['B10.8'] }, async () => {
      const one = await server.account('manager.staff', { status: 'inactive' });
      expect(await signIn(one.email, one.password)).toMatchObject({
        status: 403,
        message: 'This account is not active.',
        data: { error: 'inactive' },
      });
    });
    test.each(['agent.agent', 'distributor_officer.manager', 'distributor_officer.rep'] as Role[])(
      '%s cannot use the back office',
      { tags: ['B10.2'] },
      async (role) => {
        const one = await server.account(role);
        expect(await signIn(one.email, one.password)).toMatchObject({
          status: 403,
          message: 'This account cannot use the back office.',
          data: { error: 'not_back_office' },
        });
      },
    );
    test('an account without a password cannot sign in, whatever is sent', { tags: ['B10.6'] }, async () => {
      const one = await server.account('manager.staff');
      await sql`update user_account set password_hash = null, password_salt = null where _id = ${one.user_id}`.execute(
        database().kysely,
      );
      for (const password of ['', 'password', one.password])
        expect((await signIn(one.email, password)).code).not.toBe(200);
    });
    test('what is stored is scrypt of its cost, with a salt of its own for each', { tags: ['SEC-14'] }, async () => {
      const hash = passwordHash('the same for both');
      const [one, other] = [await storePassword(hash, 2_048), await storePassword(hash, 2_048)];
      const salt = Buffer.from(one.password_salt, 'hex');
      expect(salt).toHaveLength(16);
      const key = scryptSync(hash, salt, 32, { N: 2_048, r: 8, p: 1 }).toString('hex');
      expect(one.password_hash).toBe(`2048:${key}`);
      expect(other.password_salt).not.toBe(one.password_salt);
      expect(other.password_hash).not.toBe(one.password_hash);
    });
    test('the stored hash itself does not open the door', { tags: ['SEC-14'] }, async () => {
      const one = await server.account('manager.staff');
      const { rows } = await sql<{
        password_hash: string;
      }>`select password_hash from user_account where _id = ${one.user_id}`.execute(database().kysely);
      const stored = rows[0]?.password_hash ?? '';
      expect(stored).not.toContain(passwordHash(one.password));
      for (const hash of [stored, stored.split(':')[1] ?? '']) {
        expect((await server.call('POST', 'administrator/login_delegate', { phone: one.email, hash })).code).toBe(401);
      }
    });
  });

  describe('signing in', { tags: ['SES-04'] }, () => {
    test.each(Object.values(COLUMNS))(
      '%s: token, profile, role, permissions of today',
      { tags: ['A47'] },
      async (role) => {
        const one = await server.account(role);
        const response = await signIn(one.email, one.password);
        expect(response.code).toBe(200);
        expect(Object.keys(response.data).sort()).toEqual(['expires_at', 'permissions', 'profile', 'role', 'token']);
        expect(response.data.role).toBe(role);
        expect([...response.data.permissions].sort()).toEqual(
          [...HOLDERS]
            .filter(([, roles]) => roles.has(role))
            .map(([name]) => name)
            .sort(),
        );
        expect(response.data.profile).toMatchObject({
          user_id: one.user_id,
          email: one.email,
          role,
          must_change: false,
        });
        expect(JSON.stringify(response.data)).not.toMatch(/password|salt/);
        const read = await delegate(response.data.token);
        expect(read.data).toEqual({
          profile: response.data.profile,
          role,
          permissions: response.data.permissions,
          expires_at: response.data.expires_at,
        });
      },
    );
    test('e-mail in any case and with blanks around it, or the phone in any spelling', {
      tags: ['B1.10'],
    }, async () => {
      const one = await server.account('manager.staff', { email: 'mixed.case@example.test' });
      await sql`update user_account set phone = '08021234567' where _id = ${one.user_id}`.execute(database().kysely);
      for (const login of [
        ' Mixed.Case@Example.TEST ',
        '08021234567',
        '+234 802 123 4567',
        '2348021234567',
        '8021234567',
      ]) {
        expect((await signIn(login, one.password)).data.profile?.user_id, login).toBe(one.user_id);
      }
    });
    test('256-bit tokens, never the same, only their hash is stored', { tags: ['SEC-02'] }, async () => {
      const one = await server.account('manager.staff');
      const tokens = new Set<string>();
      for (let at = 0; at < 5; at += 1) tokens.add((await signIn(one.email, one.password)).data.token);
      expect(tokens.size).toBe(5);
      for (const token of tokens) {
        expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
        const { rows } = await sql`select 1 from session where token_hash = ${token} or _id = ${token}`.execute(
          database().kysely,
        );
        expect(rows).toEqual([]);
      }
    });
    test('sign-ins, failures and sign-outs are in the audit log, without a hash or a token', {
      tags: ['B12.1'],
    }, async () => {
      const one = await server.account('manager.staff');
      await signIn(one.email, 'wrong');
      const { token } = (await signIn(one.email, one.password)).data;
      await server.call('GET', 'auth/revoke', {}, { token });
      const { rows } = await sql<{ action: string }>`select action, to_jsonb(audit_log)::text as line from audit_log
        where record_id = ${one.user_id} order by _id`.execute(database().kysely);
      expect(rows.map((row) => row.action)).toEqual(['sign_in_failed', 'sign_in', 'sign_out']);
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(rows)).not.toContain(passwordHash(one.password));
    });
  });

  describe('guessing', { tags: ['B10.9'] }, () => {
    test('five failures, then 429 with Retry-After 60 doubling to 15 min; even the right password waits', {
      tags: ['B10.9', 'SEC-13'],
    }, async () => {
      const one = await server.account('manager.staff');
      for (let at = 0; at < 5; at += 1) expect((await signIn(one.email, 'wrong')).code).toBe(401);
      const waits: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        // The count starts anew 15 minutes after its first failure, the delay does not.
        for (let at = 0; round > 0 && at < 5 && (await signIn(one.email, 'wrong')).code === 401; at += 1);
        const response = await signIn(one.email, one.password);
        expect(response).toMatchObject({ status: 429, data: { error: 'rate' } });
        waits.push(response.headers['retry-after'] ?? '');
        expect(response.message).toBe(`Too many requests. Please wait ${response.headers['retry-after']} seconds.`);
        server.clock.now += Number(response.headers['retry-after']);
      }
      expect(waits).toEqual(['60', '120', '240', '480', '900', '900']);
      expect((await signIn(one.email, one.password)).code).toBe(200);
    });
    test('a success clears the count', { tags: ['B10.9'] }, async () => {
      const one = await server.account('manager.staff');
      for (let round = 0; round < 3; round += 1) {
        for (let at = 0; at < 4; at += 1) expect((await signIn(one.email, 'wrong')).code).toBe(401);
        expect((await signIn(one.email, one.password)).code).toBe(200);
      }
    });
    test('the count is per account: e-mail, phone and other spellings add up', { tags: ['B10.9'] }, async () => {
      const one = await server.account('manager.staff');
      await sql`update user_account set phone = '08030000001' where _id = ${one.user_id}`.execute(database().kysely);
      for (const login of [one.email, one.email.toUpperCase(), '08030000001', '+2348030000001', ` ${one.email}`])
        expect((await signIn(login, 'wrong')).code).toBe(401);
      expect((await signIn('0803 000 0001', 'wrong')).code).toBe(429);
    });
    test('an unknown account is counted alike', { tags: ['B10.9'] }, async () => {
      for (let at = 0; at < 5; at += 1) expect((await signIn('ghost@example.test', 'wrong')).code).toBe(401);
      expect((await signIn('ghost@example.test', 'wrong')).code).toBe(429);
    });
    test('forty guesses at the same time: no more than five are looked at, one now and three in line', {
      tags: ['SEC-13'],
    }, async () => {
      const one = await server.account('manager.staff');
      const codes = (await Promise.all(Array.from({ length: 40 }, () => signIn(one.email, 'wrong')))).map(
        (response) => response.code,
      );
      expect(codes.filter((code) => code === 401)).toHaveLength(4);
      expect(codes.filter((code) => code === 429)).toHaveLength(36);
    });
    test('100 failures from one address in 15 min; a session from there goes on', {
      tags: ['B10.9', 'SEC-13'],
      timeout: 60_000,
    }, async () => {
      const one = await server.account('manager.staff');
      const { token } = (await signIn(one.email, one.password, {}, '10.9.9.9')).data;
      for (let at = 0; at < 100; at += 1)
        expect((await signIn(`guess${at}@example.test`, 'x', {}, '10.9.9.9')).code).toBe(401);
      expect((await signIn(one.email, one.password, {}, '10.9.9.9')).code).toBe(429);
      // SEC-13: what a queue asks from there is not held up by it.
      const headers = { 'x-forwarded-for': '10.9.9.9' };
      const answers = [
        await server.call('GET', 'administrator/read_delegate', {}, { token, headers }),
        await server.call('POST', 'sync/status', { keys: [newKey()] }, { token, headers }),
        await server.call(
          'POST',
          'store_type/create',
          { name: 'From there', description: 'abc', status: 'active' },
          { token: admin, headers, key: newKey() },
        ),
      ];
      expect(answers.map((response) => response.code)).toEqual([200, 200, 200]);
      server.clock.now += 15 * 60;
      expect((await signIn(one.email, one.password, {}, '10.9.9.9')).code).toBe(200);
    });
    test('an address that has to wait puts nothing more into the database, whatever names it tries', {
      tags: ['SEC-13', 'B13'],
    }, async () => {
      const rows = async () =>
        (await sql<{ n: number }>`select count(*) as n from sign_in_attempt`.execute(database().kysely)).rows[0]?.n;
      await sql`insert into sign_in_attempt (subject, count, window_start) values ('address:10.9.9.8', 100, ${NOW})`.execute(
        database().kysely,
      );
      const before = await rows();
      for (let at = 0; at < 20; at += 1)
        expect((await signIn(`more${at}@example.test`, 'x', {}, '10.9.9.8')).code).toBe(429);
      expect(await rows()).toBe(before);
    });
    test('counts that nobody added to for a day are thrown away, one that grows is not', {
      tags: ['SEC-13', 'B13'],
    }, async () => {
      const put = (subject: string, at: number, until: number) =>
        sql`insert into sign_in_attempt (subject, count, window_start, blocked_until, delay) values (${subject}, 5, ${at}, ${until}, 60)`.execute(
          database().kysely,
        );
      await put('account:gone', NOW - DAY - 1, 0);
      await put('account:waits', NOW - DAY - 1, NOW - DAY + 1);
      await put('account:young', NOW - DAY + 1, 0);
      await dropOldAttempts(database().kysely, NOW);
      const { rows } = await sql<{ subject: string }>`select subject from sign_in_attempt order by subject`.execute(
        database().kysely,
      );
      expect(rows.map((row) => row.subject)).toEqual(['account:waits', 'account:young']);
    });
    test('a warehouse of people who sign in rightly is not counted', { tags: ['B10.9'], timeout: 60_000 }, async () => {
      const one = await server.account('manager.staff');
      for (let at = 0; at < 105; at += 1) expect((await signIn(one.email, one.password)).code).toBe(200);
    });
  });

  describe('how long a session lives', { tags: ['B10.7'] }, () => {
    const open = async (remember: boolean, role: Role = 'manager.staff') => {
      const one = await server.account(role);
      return { ...one, token: (await signIn(one.email, one.password, { remember })).data.token as string };
    };
    test('not remembered: ends after 12 idle hours, work keeps it alive', { tags: ['B10.7'] }, async () => {
      const { token } = await open(false);
      for (let at = 0; at < 4; at += 1) {
        server.clock.now += 11 * HOUR;
        expect((await delegate(token)).code).toBe(200);
      }
      server.clock.now += 12 * HOUR;
      expect((await delegate(token)).code).toBe(401);
    });
    test('remembered: no idle limit, absolute 14 days', { tags: ['B10.7'] }, async () => {
      const { token } = await open(true, 'sales_officer.rep');
      server.clock.now = NOW + 14 * DAY - 1;
      expect((await delegate(token)).code).toBe(200);
      server.clock.now = NOW + 14 * DAY;
      expect((await delegate(token)).code).toBe(401);
    });
    test.each([
      'administrator.administrator',
      'manager.staff',
      'manager.accountant',
      'manager.warehouse_officer',
    ] as const)(
      'a remembered session of %s ends after 3 idle days, work keeps it alive',
      { tags: ['S8'] },
      async (role) => {
        const { token } = await open(true, role);
        server.clock.now = NOW + 3 * DAY - 1;
        expect((await delegate(token)).code).toBe(200);
        server.clock.now += 3 * DAY - 1;
        expect((await delegate(token)).code).toBe(200);
        server.clock.now += 3 * DAY;
        expect((await delegate(token)).code).toBe(401);
      },
    );
    test('read_delegate?token= is refused unless a setting asks for it', { tags: ['S13'] }, async () => {
      const { token } = await open(true);
      const plain = await startServer(database());
      expect((await plain.call('GET', 'administrator/read_delegate', { token })).code).toBe(401);
      expect((await server.call('GET', 'administrator/read_delegate', { token })).code).toBe(200);
    });
    test('not remembered: absolute 14 days all the same', { tags: ['B10.7'] }, async () => {
      const { token } = await open(false);
      while (server.clock.now < NOW + 14 * DAY - 6 * HOUR) {
        server.clock.now += 6 * HOUR;
        await delegate(token);
      }
      server.clock.now = NOW + 14 * DAY;
      expect((await delegate(token)).code).toBe(401);
    });
    test('auth/revoke by GET and POST; an ended, unknown or missing token also answers 200', {
      tags: ['SES-09', 'A19'],
    }, async () => {
      for (const method of ['GET', 'POST'] as const) {
        const { token } = await open(true);
        expect(await server.call(method, 'auth/revoke', {}, { token })).toMatchObject({ code: 200, data: {} });
        expect((await delegate(token)).code).toBe(401);
        expect((await server.call(method, 'auth/revoke', {}, { token })).code).toBe(200);
      }
      expect((await server.call('GET', 'auth/revoke')).code).toBe(200);
    });
    test('read_delegate alone accepts ?token=: never kept, never in the log', {
      tags: ['SES-08', 'SES-12', 'A18', 'SEC-03'],
    }, async () => {
      const { token } = await open(true);
      server.lines.length = 0;
      const response = await server.call('GET', 'administrator/read_delegate', { token });
      expect(response.code).toBe(200);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect((await server.call('GET', 'store_type/read_all', { token })).code).toBe(401);
      expect(server.lines).toHaveLength(2);
      expect(JSON.stringify(server.lines)).not.toContain(token);
      expect((await server.call('GET', 'administrator/read_delegate', { token: 'unknown-token-of-nobody' })).code).toBe(
        401,
      );
    });
    test('of a token in the header and one in ?token= the header counts, also where it opens nothing', {
      tags: ['SEC-03', 'A18'],
    }, async () => {
      const [one, other] = [await open(true), await open(true)];
      const both = (header: string, query: string) =>
        server.call('GET', 'administrator/read_delegate', { token: query }, { token: header });
      expect((await both(one.token, other.token)).data.profile.user_id).toBe(one.user_id);
      expect((await both(other.token, one.token)).data.profile.user_id).toBe(other.user_id);
      await server.call('GET', 'auth/revoke', {}, { token: one.token });
      expect((await both(one.token, other.token)).code).toBe(401);
      expect((await server.call('GET', 'administrator/read_delegate', { token: other.token })).code).toBe(200);
    });
    test('no answer about a session clears what the site keeps: it would take the queue', {
      tags: ['SEC-19'],
    }, async () => {
      const { email, password } = await server.account('manager.staff');
      const response = await signIn(email, password);
      const { token } = response.data;
      const answers = [
        response,
        await signIn(email, 'wrong'),
        await delegate('unknown-token-of-nobody'),
        await server.call('GET', 'auth/revoke', {}, { token }),
        await delegate(token),
        await server.call('POST', 'auth/revoke'),
      ];
      expect(answers.map((one) => one.code)).toEqual([200, 401, 401, 200, 401, 200]);
      for (const one of answers) expect(Object.keys(one.headers)).not.toContain('clear-site-data');
    });
    test('switching an account off ends its sessions at once', { tags: ['SEC-04'] }, async () => {
      const made = await server.call(
        'POST',
        'manager/create',
        {
          name: 'Leaver One',
          phone: '08025550001',
          email: 'leaver1@example.test',
          status: 'active',
          role: 'manager.staff',
        },
        { token: admin },
      );
      const person = (await server.call('GET', 'manager/read', { _id: made.data }, { token: admin })).data[0];
      const token = await server.openSession(person.user_id);
      await sql`update user_account set must_change = false where _id = ${person.user_id}`.execute(database().kysely);
      expect((await delegate(token)).code).toBe(200);
      await server.call('POST', 'manager/set_status', { _id: made.data, status: 'inactive' }, { token: admin });
      expect((await delegate(token)).code).toBe(401);
      await server.call('POST', 'manager/set_status', { _id: made.data, status: 'active' }, { token: admin });
      expect((await delegate(token)).code).toBe(401);
    });
    test('a session that was opened while the account was being switched off or deleted opens nothing', {
      tags: ['SEC-04'],
    }, async () => {
      const { user_id, token } = await open(true);
      const code = async () => (await server.call('POST', 'auth/sessions', {}, { token })).code;
      for (const change of [sql`status = 'inactive'`, sql`status = 'active', deleted_at = 1`]) {
        await sql`update user_account set ${change} where _id = ${user_id}`.execute(database().kysely);
        expect(await code()).toBe(401);
      }
      await sql`update user_account set deleted_at = null where _id = ${user_id}`.execute(database().kysely);
      expect(await code()).toBe(200);
    });
    test('a changed role counts from the next request on', { tags: ['SES-13', 'SEC-04', 'SYNC-42'] }, async () => {
      const { user_id, token } = await open(true);
      expect((await server.call('GET', 'audit_log/read_all', { page: 1 }, { token })).code).toBe(403);
      await sql`update user_account set role = 'administrator.administrator' where _id = ${user_id}`.execute(
        database().kysely,
      );
      expect((await server.call('GET', 'audit_log/read_all', { page: 1 }, { token })).code).toBe(200);
      await sql`update user_account set role = 'manager.buyer' where _id = ${user_id}`.execute(database().kysely);
      expect((await server.call('GET', 'audit_log/read_all', { page: 1 }, { token })).code).toBe(403);
      await sql`update user_account set role = 'manager.staff' where _id = ${user_id}`.execute(database().kysely);
    });
    test('auth/sessions lists mine alone; revoke_other leaves only the one I hold', { tags: ['B10.7'] }, async () => {
      const one = await open(true);
      const second = (await signIn(one.email, one.password)).data.token;
      await open(true);
      const list = (await server.call('POST', 'auth/sessions', {}, { token: second })).data;
      expect(list).toHaveLength(2);
      expect(list.filter((row: { current: boolean }) => row.current)).toHaveLength(1);
      expect(JSON.stringify(list)).not.toContain(second);
      expect((await server.call('POST', 'auth/revoke_other', {}, { token: second })).data).toEqual({ revoked: 1 });
      expect((await delegate(one.token)).code).toBe(401);
      expect((await delegate(second)).code).toBe(200);
    });
  });

  describe('what is left of old sessions', { tags: ['B10.7', 'B12.1'] }, () => {
    test('one that idled away is neither listed nor counted; ending the others stands in the audit log', {
      tags: ['B10.7', 'B12.1'],
    }, async () => {
      const one = await server.signInAs('manager.staff');
      await server.openSession(one.user_id, false);
      server.clock.now += 13 * HOUR;
      await server.openSession(one.user_id, false);
      const list = await server.call('POST', 'auth/sessions', {}, { token: one.token });
      expect(list.data).toHaveLength(2);
      const key = newKey();
      const response = await server.call('POST', 'auth/revoke_other', {}, { token: one.token, key });
      expect(response.data).toEqual({ revoked: 1 });
      const { rows } = await sql`select action, model, record_id, after, idempotency_key from audit_log
        where user_id = ${one.user_id}`.execute(database().kysely);
      expect(rows).toEqual([
        {
          action: 'sign_out_others',
          model: 'user',
          record_id: one.user_id,
          after: { revoked: 1 },
          idempotency_key: key,
        },
      ]);
      expect((await delegate(one.token)).code).toBe(200);
    });
  });

  describe('first passwords', { tags: ['B10.6'] }, () => {
    let count = 0;
    const person = async (role = 'manager.staff') => {
      count += 1;
      const made = await server.call(
        'POST',
        'manager/signup',
        {
          name: 'New Person',
          phone: `0807${String(count).padStart(7, '0')}`,
          email: `new.${count}@example.test`,
          status: 'active',
          role,
          hash: passwordHash('the fixed default'),
        },
        { token: admin },
      );
      expect(made.code, made.message).toBe(200);
      return (await server.call('GET', 'manager/read', { _id: made.data }, { token: admin })).data[0] as {
        _id: string;
        user_id: string;
        email: string;
      };
    };
    const starter = (id: string, token = admin) =>
      server.call('POST', 'user/starter_password', { _id: id, hash_own: passwordHash('Correct-horse-7') }, { token });

    test('the hash of a sign-up is never a password', { tags: ['F11', 'B10.6', 'SEC-15'] }, async () => {
      const one = await person();
      expect((await signIn(one.email, 'the fixed default')).code).toBe(401);
    });
    test('the starter password is shown once, is not stored with a key, and is good for the record or the user id', {
      tags: ['B10.6'],
    }, async () => {
      const one = await person();
      for (const id of [one._id, one.user_id]) {
        const key = newKey();
        const response = await server.call(
          'POST',
          'user/starter_password',
          { _id: id, hash_own: passwordHash('Correct-horse-7') },
          { token: admin, key },
        );
        expect(response.data.starter_password).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{2}$/);
        expect(response.data.expires_at).toBe(NOW + 7 * DAY);
        expect(
          (await server.call('POST', 'sync/status', { keys: [key] }, { token: admin })).data.results[0].known,
        ).toBe(false);
      }
    });
    test('no starter password for a stranger, by one who may not, or of a person that is not there', {
      tags: ['B10.6'],
    }, async () => {
      const one = await person();
      const officer = (await server.signInAs('manager.warehouse_officer')).token;
      const care = (await server.signInAs('manager.customer_support')).token;
      expect((await starter(one.user_id, care)).code).toBe(403);
      // A warehouse officer may sign sales officers up, not managers.
      expect((await starter(one.user_id, officer)).code).toBe(404);
      expect((await starter('none')).code).toBe(404);
    });
    test('until a new password is chosen only read_delegate, update_auth and revoke are open', {
      tags: ['B10.6', 'SEC-15'],
    }, async () => {
      const one = await person();
      const { starter_password } = (await starter(one._id)).data;
      const response = await signIn(one.email, starter_password);
      expect(response.data.profile.must_change).toBe(true);
      const { token } = response.data;
      for (const [method, path] of [
        ['GET', 'store_type/read_all'],
        ['POST', 'user/change_auth'],
        ['POST', 'auth/sessions'],
        ['GET', 'lgas'],
      ] as const) {
        expect(await server.call(method, path, {}, { token })).toMatchObject({
          code: 403,
          message: 'Choose a new password first.',
          data: { error: 'must_change_password' },
        });
      }
      expect((await delegate(token)).data.profile.must_change).toBe(true);
      expect(
        await server.call('POST', 'user/update_auth', { _id: one.user_id, hash: passwordHash('My own 1') }, { token }),
      ).toMatchObject({ code: 200, data: { _id: one.user_id } });
      expect((await server.call('GET', 'lgas', {}, { token })).code).toBe(200);
      expect((await signIn(one.email, starter_password)).code).toBe(401);
      expect((await signIn(one.email, 'My own 1')).data.profile.must_change).toBe(false);
    });
    test('the starter password itself is no choice: it is refused at its field, and must still be changed', {
      tags: ['B10.6'],
    }, async () => {
      const one = await person();
      const { starter_password } = (await starter(one._id)).data;
      const { token } = (await signIn(one.email, starter_password)).data;
      expect(
        await server.call(
          'POST',
          'user/update_auth',
          { _id: one.user_id, hash: passwordHash(starter_password) },
          { token },
        ),
      ).toMatchObject({
        code: 422,
        data: { fields: { hash: 'New password must differ from the starter password.' } },
      });
      expect((await delegate(token)).data.profile.must_change).toBe(true);
    });
    test('a starter password is good for 7 days', { tags: ['B10.6'] }, async () => {
      const one = await person();
      const { starter_password } = (await starter(one._id)).data;
      server.clock.now = NOW + 7 * DAY + 1;
      expect((await signIn(one.email, starter_password)).code).toBe(401);
      server.clock.now = NOW + 7 * DAY;
      expect((await signIn(one.email, starter_password)).code).toBe(200);
    });
    test('one that was set for somebody by update_auth is good for 7 days too', {
      tags: ['B10.6', 'SEC-15'],
    }, async () => {
      const one = await person();
      const fields = { _id: one.user_id, hash: passwordHash('Set by admin 1') };
      expect((await server.call('POST', 'user/update_auth', fields, { token: admin })).code).toBe(200);
      server.clock.now = NOW + 7 * DAY + 1;
      expect((await signIn(one.email, 'Set by admin 1')).code).toBe(401);
      server.clock.now = NOW + 7 * DAY;
      expect((await signIn(one.email, 'Set by admin 1')).code).toBe(200);
    });
    test('a session that a starter password opened ends with it: nothing can be chosen after 7 days', {
      tags: ['B10.6', 'SEC-15'],
    }, async () => {
      const one = await person();
      const { starter_password } = (await starter(one._id)).data;
      const { token } = (await signIn(one.email, starter_password, { remember: true })).data;
      const choose = () =>
        server.call('POST', 'user/update_auth', { _id: one.user_id, hash: passwordHash('My own 1') }, { token });
      // S8: three idle days would end it before.
      for (const day of [2, 4, 6]) {
        server.clock.now = NOW + day * DAY;
        expect((await delegate(token)).code).toBe(200);
      }
      server.clock.now = NOW + 7 * DAY + 1;
      expect((await delegate(token)).code).toBe(401);
      expect((await choose()).code).toBe(401);
      server.clock.now = NOW + 7 * DAY;
      expect((await choose()).code).toBe(200);
      // Once it is chosen the session is one like any other.
      server.clock.now = NOW + 8 * DAY;
      expect((await delegate(token)).code).toBe(200);
    });
    test('a new starter ends the old one and every session', { tags: ['B10.6'] }, async () => {
      const one = await person();
      const first = (await starter(one._id)).data.starter_password;
      const { token } = (await signIn(one.email, first)).data;
      await starter(one._id);
      expect((await delegate(token)).code).toBe(401);
      expect((await signIn(one.email, first)).code).toBe(401);
    });
  });

  describe('changing a password', { tags: ['PROF-06', 'B10.10'] }, () => {
    const change = (token: string, fields: Record<string, unknown>, key?: string) =>
      server.call('POST', 'user/change_auth', fields, { token, key });
    test("somebody else's id: 403; wrong old one, same new one, empty ones: 422", { tags: ['B10.10'] }, async () => {
      const one = await server.signInAs('manager.staff');
      const other = await server.account('manager.staff');
      const [old, fresh] = [passwordHash(one.password), passwordHash('Another 9')];
      expect((await change(one.token, { _id: other.user_id, hash_old: old, hash_new: fresh })).code).toBe(403);
      expect(await change(one.token, { _id: one.user_id, hash_old: fresh, hash_new: fresh })).toMatchObject({
        code: 422,
        message: 'Old password is not correct.',
      });
      expect(await change(one.token, { _id: one.user_id, hash_old: old, hash_new: old })).toMatchObject({
        code: 422,
        message: 'New password must differ from the old one.',
      });
      expect((await change(one.token, { _id: one.user_id, hash_old: '', hash_new: '' })).code).toBe(422);
    });
    test('it ends the other sessions and not this one; the same key again answers the same', {
      tags: ['B10.10'],
    }, async () => {
      const one = await server.signInAs('manager.staff');
      const elsewhere = await server.openSession(one.user_id);
      const key = newKey();
      const fields = { _id: one.user_id, hash_old: passwordHash(one.password), hash_new: passwordHash('Another 9') };
      expect((await change(one.token, fields, key)).code).toBe(200);
      expect(await change(one.token, fields, key)).toMatchObject({ code: 200, headers: { 'idempotent-replay': '1' } });
      expect((await delegate(elsewhere)).code).toBe(401);
      expect((await delegate(one.token)).code).toBe(200);
      expect((await signIn(one.email, one.password)).code).toBe(401);
      expect((await signIn(one.email, 'Another 9')).code).toBe(200);
    });
    test("update_auth: own id only while it must change; another's only with update_manager, and then it must change again", {
      tags: ['B10.10'],
    }, async () => {
      const one = await server.signInAs('manager.staff');
      const other = await server.account('manager.staff');
      const fields = { hash: passwordHash('Set by admin 1') };
      expect(
        (await server.call('POST', 'user/update_auth', { _id: one.user_id, ...fields }, { token: one.token })).code,
      ).toBe(403);
      expect(
        (await server.call('POST', 'user/update_auth', { _id: other.user_id, ...fields }, { token: one.token })).code,
      ).toBe(403);
      expect((await server.call('POST', 'user/update_auth', { _id: 'none', ...fields }, { token: admin })).code).toBe(
        404,
      );
      expect(
        (await server.call('POST', 'user/update_auth', { _id: other.user_id, ...fields }, { token: admin })).code,
      ).toBe(200);
      expect((await signIn(other.email, 'Set by admin 1')).data.profile.must_change).toBe(true);
    });
    test('passwords made with an older cost still open the door', { tags: ['SEC-14'] }, async () => {
      const one = await server.account('manager.staff');
      const stored = await storePassword(passwordHash('Old cost 1'), 2_048);
      await sql`update user_account set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt} where _id = ${one.user_id}`.execute(
        database().kysely,
      );
      expect((await signIn(one.email, 'Old cost 1')).code).toBe(200);
    });
  });
});
