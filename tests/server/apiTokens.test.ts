/** API tokens: what a program may ask in the name of an account (docs/api/tokens.md). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCOPES, type Scope, scopeOf } from '#contract/scopes.ts';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { NOW, newKey, passwordHash, shipmentIn, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
const PASSWORD = 'Correct-horse-7';
const HASH = passwordHash(PASSWORD);
const DAY = 86_400;

describeEngineOfDay('API tokens', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });

  const make = (token: string, fields: Record<string, unknown> = {}) =>
    server.call(
      'POST',
      'api_token/create',
      { name: 'Stock sync', scopes: ['catalogue:read', 'catalogue:write'], days: 90, hash_own: HASH, ...fields },
      { token },
    );
  /** An account that is signed in, with one token. */
  async function program(role: Role = 'administrator.administrator', scopes: readonly Scope[] = SCOPES, more = {}) {
    const person = await server.signInAs(role, more);
    const made = await make(person.token, { scopes });
    expect(made.message).toBe('OK');
    return { ...person, secret: String(made.data.secret), id: String(made.data.token._id) };
  }
  const ask = (token: string, path = 'store_type/read_all', on = server) => on.call('GET', path, {}, { token });
  const kiosk = () => ({
    name: `Kiosk ${newKey().slice(0, 8)}`,
    description: 'Sells through a window',
    status: 'active',
  });

  describe('making one', () => {
    test.each([
      ['a wrong password', { hash_own: passwordHash('wrong') }, 'hash_own', 'Your password is not correct.'],
      ['no password', { hash_own: '' }, 'hash_own', 'Enter your own password.'],
      ['no name', { name: '' }, 'name', 'Name field is required.'],
      ['no scope', { scopes: [] }, 'scopes', 'Choose what the token may do.'],
      [
        'a scope that nobody knows',
        { scopes: ['orders:read', 'everything:write'] },
        'scopes',
        'Choose what the token may do.',
      ],
      ['no end', { days: '' }, 'days', 'Choose when the token ends.'],
      ['more than a year', { days: 366 }, 'days', 'Days must be between 1 and 365'],
    ])('%s is refused at its field and nothing is made', { tags: ['TOK-01'] }, async (_what, fields, field, text) => {
      const { token, user_id } = await server.signInAs('manager.staff');
      const refused = await make(token, fields);
      expect(refused).toMatchObject({ code: 422, data: { error: 'validation', fields: { [field]: text } } });
      expect((await server.call('POST', 'api_token/read_by_user', { user_id }, { token })).data).toEqual([]);
    });

    test('the twenty-first that works is refused; one that ended counts no more', { tags: ['TOK-01'] }, async () => {
      const { token, user_id } = await server.signInAs('manager.staff');
      for (let at = 1; at <= 20; at += 1) await addToken(user_id, at);
      expect(await make(token)).toMatchObject({ code: 422, data: { error: 'limit' } });
      await sql`update api_token set expires = ${NOW} where user_id = ${user_id} and name = 'Token 7'`.execute(
        database().kysely,
      );
      expect((await make(token)).code).toBe(200);
    });
    const addToken = (userId: string, at: number) =>
      sql`insert into api_token (_id, user_id, name, scopes, secret_hash, hint, created, expires) values (${newKey()}, ${userId}, ${`Token ${at}`},
        '{orders:read}', ${newKey()}, '', ${NOW}, ${NOW + DAY})`.execute(database().kysely);

    test('the secret is told once, begins with kasuwa_, ends with its checksum, and only its hash is kept', {
      tags: ['TOK-01'],
    }, async () => {
      const { token, user_id } = await server.signInAs('manager.staff');
      const made = await make(token, { scopes: ['orders:read', 'catalogue:read', 'orders:read'], days: 30 });
      const { secret, token: row } = made.data;
      expect(secret).toMatch(/^kasuwa_[0-9A-Za-z]{36}$/);
      expect(row).toEqual({
        ...{ _id: row._id, name: 'Stock sync', scopes: ['catalogue:read', 'orders:read'], created: NOW },
        ...{ hint: `${secret.slice(0, 11)}…${secret.slice(-4)}`, expires: NOW + 30 * DAY, last_used: null },
      });
      const listed = await server.call('POST', 'api_token/read_by_user', { user_id }, { token });
      expect(listed.data).toEqual([row]);
      const { rows } = await sql<{ all: string }>`select (select json_agg(t)::text from api_token t)
        || (select coalesce(json_agg(a)::text, '') from audit_log a) || (select coalesce(json_agg(i)::text, '') from idempotency i) as all`.execute(
        database().kysely,
      );
      expect(rows[0]?.all).toContain(row._id);
      expect(rows[0]?.all).not.toContain(secret);
    });
  });

  describe('what it opens', () => {
    test('an unknown, broken, expired or revoked token is refused as a session that ended', {
      tags: ['TOK-02', 'TOK-06'],
    }, async () => {
      const { secret, id, token } = await program();
      const unknown = (await program()).secret;
      await sql`delete from api_token where secret_hash <> '' and name = 'Stock sync' and _id <> ${id}`.execute(
        database().kysely,
      );
      const broken = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
      for (const wrong of [
        unknown,
        broken,
        'kasuwa_0000000000000000000000000000000000000',
        'kasuwa_aaaaaaaaaaaaaaaaaaaaaaaa',
      ])
        expect(await ask(wrong)).toMatchObject({ code: 401, data: { error: 'unauthorized' } });
      expect((await ask(secret)).code).toBe(200);
      server.clock.now = NOW + 90 * DAY;
      expect((await ask(secret)).code).toBe(401);
      server.clock.now = NOW;
      expect((await server.call('POST', 'api_token/revoke', { _id: id }, { token })).code).toBe(200);
      expect((await ask(secret)).code).toBe(401);
      expect(await server.call('POST', 'api_token/revoke', { _id: id }, { token })).toMatchObject({ code: 404 });
    });

    test('a token without the scope is refused and told which; with it the call works', {
      tags: ['TOK-03'],
    }, async () => {
      const { secret } = await program('manager.staff', ['catalogue:read']);
      const refused = await server.call('POST', 'brand/create', kiosk(), { token: secret });
      expect(refused).toMatchObject({
        code: 403,
        message: 'This API token needs the scope catalogue:write.',
        data: { error: 'scope_missing', scope: 'catalogue:write' },
      });
      expect(await ask(secret, 'buyer/read_all')).toMatchObject({ data: { scope: 'people:read' } });
      expect((await ask(secret)).code).toBe(200);
    });

    test('every call is refused without its scope, and every call for people with all scopes', {
      tags: ['TOK-03', 'TOK-04'],
      timeout: 120_000,
    }, async () => {
      const { user_id, secret: all } = await program();
      const secrets = new Map<Scope, string>();
      const { token } = { token: await server.openSession(user_id) };
      for (const scope of [...new Set(CALLS.map(scopeOf))].filter((one) => one !== null))
        secrets.set(scope, String((await make(token, { scopes: SCOPES.filter((one) => one !== scope) })).data.secret));
      let refused = 0;
      for (const call of CALLS.filter(({ allow }) => allow !== 'open')) {
        const scope = scopeOf(call);
        const secret = scope === null ? all : (secrets.get(scope) ?? '');
        const answer = await server.call(call.method, call.path.replace('{state}', 'Lagos'), {}, { token: secret });
        expect(answer, call.path).toMatchObject(
          scope === null
            ? { code: 403, data: { error: 'token_not_allowed' } }
            : { code: 403, data: { error: 'scope_missing', scope } },
        );
        refused += 1;
      }
      expect(refused).toBeGreaterThan(250);
      // A stream follows a session.
      expect(await ask(all, 'live')).toMatchObject({ code: 403, data: { error: 'token_not_allowed' } });
    });

    test('scopes never widen the role: staff has no token that does what an administrator may', {
      tags: ['TOK-02'],
    }, async () => {
      const { secret } = await program('manager.staff');
      expect(await server.call('POST', 'store_type/create', kiosk(), { token: secret })).toMatchObject({
        code: 403,
        data: { error: 'forbidden' },
      });
    });

    test('the role, the hub and the state of the account count at the time of the call', {
      tags: ['TOK-02'],
    }, async () => {
      const { secret, user_id } = await program();
      const set = (what: string, value: unknown) =>
        sql`update user_account set ${sql.id(what)} = ${value} where _id = ${user_id}`.execute(database().kysely);
      const write = () => server.call('POST', 'store_type/create', kiosk(), { token: secret });
      expect((await write()).code).toBe(200);
      await set('role', 'manager.staff');
      expect(await write()).toMatchObject({ code: 403, data: { error: 'forbidden' } });
      await set('must_change', true);
      expect(await ask(secret)).toMatchObject({ code: 403, data: { error: 'must_change_password' } });
      await set('must_change', false);
      await set('status', 'inactive');
      expect((await ask(secret)).code).toBe(401);
    });

    test('where the site demands a passkey, a token of an account without one waits for it', {
      tags: ['TOK-02'],
    }, async () => {
      const { secret } = await program();
      const demanding = await startServer(database(), { passkeys: 'demanded' });
      expect(await ask(secret, 'store_type/read_all', demanding)).toMatchObject({
        code: 403,
        data: { error: 'must_register_passkey' },
      });
    });

    test('a write with a token is done once for its key, and the history names the token', {
      tags: ['TOK-05'],
    }, async () => {
      const { secret, token, name } = await program();
      const key = newKey();
      const fields = kiosk();
      const first = await server.call('POST', 'store_type/create', fields, { token: secret, key });
      const again = await server.call('POST', 'store_type/create', fields, { token: secret, key });
      expect([first.code, again.data, again.headers['idempotent-replay']]).toEqual([200, first.data, '1']);
      const history = async () =>
        (
          await server.call(
            'POST',
            'audit_log/read_by_record',
            { model: 'store_type', record_id: first.data },
            { token },
          )
        ).data;
      expect(await history()).toMatchObject([{ action: 'create', user_name: name, token_name: 'Stock sync' }]);
      // The lines of a batch are written by a statement of their own.
      const world = await makeWorld(database(), server);
      const order = await world.call('POST', 'purchase_order/create', shipmentIn(world.distributor, world.hub, NOW));
      const lines = {
        purchase_order_id: order.data,
        product_id: [world.milk],
        quantity: ['12'],
        client_id: [newKey()],
        op_key: [newKey()],
      };
      const batch = await server.call('POST', 'purchase_order_item/upsert_bulk', lines, { token: secret });
      expect(batch.data).toMatchObject({ succeeded: 1 });
      const { rows } =
        await sql`select 1 from audit_log where model = 'purchase_order_item' and token_name = 'Stock sync'`.execute(
          database().kysely,
        );
      expect(rows).toHaveLength(1);
      await server.call('POST', 'store_type/update', { _id: first.data, description: 'By hand' }, { token });
      expect(await history()).toMatchObject([{ action: 'update', token_name: null }, {}]);
    });

    test('its last use is written once an hour', { tags: ['TOK-05'] }, async () => {
      const { secret, token, user_id } = await program();
      const used = async () =>
        (await server.call('POST', 'api_token/read_by_user', { user_id }, { token })).data[0].last_used as
          | number
          | null;
      expect(await used()).toBeNull();
      await ask(secret);
      expect(await used()).toBe(NOW);
      server.clock.now = NOW + 3_600;
      await ask(secret);
      expect(await used()).toBe(NOW);
      server.clock.now = NOW + 3_601;
      await ask(secret);
      expect(await used()).toBe(NOW + 3_601);
    });

    test('wrong secrets count for their address, one that works for itself', { tags: ['TOK-06'] }, async () => {
      const { secret } = await program();
      const narrow = await startServer(database(), { callsPerMinute: 5 });
      for (let at = 0; at < 5; at += 1)
        expect((await ask(`${secret.slice(0, -3)}${100 + at}`, undefined, narrow)).code).toBe(401);
      expect((await ask(`${secret.slice(0, -3)}999`, undefined, narrow)).code).toBe(429);
      expect((await ask(secret, undefined, narrow)).code).toBe(200);
    });
  });

  describe('whose they are', () => {
    test('tokens of another account: 403 and 404; an administrator sees and revokes them, and the person reads who did it', {
      tags: ['TOK-08'],
    }, async () => {
      const { id, user_id, secret } = await program('manager.staff');
      const other = await server.signInAs('manager.accountant');
      const read = (token: string) => server.call('POST', 'api_token/read_by_user', { user_id }, { token });
      const revoke = (token: string) => server.call('POST', 'api_token/revoke', { _id: id }, { token });
      expect(await read(other.token)).toMatchObject({ code: 403 });
      expect(await revoke(other.token)).toMatchObject({ code: 404, message: 'API token not found' });
      const admin = await server.signInAs('administrator.administrator');
      expect((await read(admin.token)).data).toMatchObject([{ _id: id, name: 'Stock sync' }]);
      expect((await revoke(admin.token)).code).toBe(200);
      expect((await ask(secret)).code).toBe(401);
      const { rows } =
        await sql`select action, user_name, record_label from audit_log where model = 'user' and record_id = ${user_id} order by _id`.execute(
          database().kysely,
        );
      expect(rows).toMatchObject([
        { action: 'make_token' },
        { action: 'revoke_token', user_name: admin.name, record_label: 'Stock sync' },
      ]);
    });

    test('a starter password by another person ends them; a change of the own password does not', {
      tags: ['TOK-07'],
    }, async () => {
      const { secret, token, user_id } = await program('manager.staff');
      const hash_new = passwordHash('Another-horse-8');
      const changed = await server.call(
        'POST',
        'user/change_auth',
        { _id: user_id, hash_old: HASH, hash_new },
        { token },
      );
      expect(changed.code).toBe(200);
      expect((await ask(secret)).code).toBe(200);
      const admin = await server.signInAs('administrator.administrator');
      const starter = await server.call(
        'POST',
        'user/starter_password',
        { _id: user_id, hash_own: HASH },
        { token: admin.token },
      );
      expect(starter.code).toBe(200);
      await sql`update user_account set must_change = false where _id = ${user_id}`.execute(database().kysely);
      expect((await ask(secret)).code).toBe(401);
    });

    test('signing out elsewhere leaves them', { tags: ['TOK-07'] }, async () => {
      const { secret, token } = await program('manager.staff');
      expect((await server.call('POST', 'auth/revoke_other', {}, { token })).code).toBe(200);
      await server.call('POST', 'auth/revoke', {}, { token });
      expect((await ask(secret)).code).toBe(200);
    });
  });
});
