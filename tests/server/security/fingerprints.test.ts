/** What is stored with a key gives away no password (B10.5, SEC-14) and no BVN (B9.3; its own test is in people/messages.test.ts). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { decodeForm, encodeForm } from '#contract/form.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { fingerprintWith, SECRET_FIELDS } from '#server/keys/idempotency.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

test('every field that a password or a BVN travels in is known as secret', { tags: ['SEC-14', 'B9.3'] }, () => {
  const named = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null))
    .flatMap(({ call }) => Object.keys({ ...call.input, ...call.row }))
    .filter((name) => /hash|passw|bvn|pin$|secret/i.test(name));
  expect(new Set(named)).toEqual(SECRET_FIELDS);
});

describeOneEngine('fingerprints', { tags: ['SEC-14'] }, (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database(), { secret: 'of the site' });
  });
  const printOf = async (key: string) =>
    (
      await sql<{ fingerprint: string }>`select fingerprint from idempotency where key = ${key}`.execute(
        database().kysely,
      )
    ).rows[0]?.fingerprint;
  const ownKey = async () =>
    (await sql<{ value: string }>`select value from secret where name = 'fingerprint'`.execute(database().kysely))
      .rows[0]?.value ?? '';

  test('a password cannot be tried against the key of its change, not even with the whole database', {
    tags: ['SEC-14', 'B10.5'],
  }, async () => {
    const one = await server.signInAs('manager.staff');
    const starter = await server.signInAs('manager.staff', { must_change: true });
    const hash_old = passwordHash(one.password);
    const hash_new = passwordHash('Lagos-2026-x');
    for (const [path, fields, token] of [
      ['user/change_auth', { _id: one.user_id, hash_old, hash_new }, one.token],
      ['user/update_auth', { _id: starter.user_id, hash: hash_new }, starter.token],
    ] as const) {
      const key = newKey();
      expect((await server.call('POST', path, fields, { token, key })).code).toBe(200);
      const stored = await printOf(key);
      expect(stored).toMatch(/^[0-9a-f]{64}$/);
      const params = decodeForm(encodeForm(fields));
      const plain = [...params].map(([name, sent]) => `${name}=${JSON.stringify(sent.values)}`).sort();
      expect(stored).not.toBe(
        createHash('sha256')
          .update(`${path}\n${plain.join('\n')}`)
          .digest('hex'),
      );
      for (const secret of ['', await ownKey()]) expect(stored).not.toBe(fingerprintWith(secret)(path, params));
      // What the site knows beside the database is what it takes.
      expect(stored).toBe(fingerprintWith(`${await ownKey()}of the site`)(path, params));
      // It still tells a replay from another request.
      expect(await server.call('POST', path, fields, { token, key })).toMatchObject({
        code: 200,
        headers: { 'idempotent-replay': '1' },
      });
      const name = path === 'user/change_auth' ? 'hash_new' : 'hash';
      const other = { ...fields, [name]: passwordHash('Another 9') };
      expect(await server.call('POST', path, other, { token, key })).toMatchObject({
        code: 422,
        data: { error: 'idempotency_mismatch' },
      });
    }
  });

  test('a key whose fingerprint an older version could not keep is refused and never worked again', {
    tags: ['SEC-14', 'B10.5'],
  }, async () => {
    const one = await server.signInAs('manager.staff');
    const ask = (from: string, to: string, key: string) =>
      server.call(
        'POST',
        'user/change_auth',
        { _id: one.user_id, hash_old: passwordHash(from), hash_new: passwordHash(to) },
        { token: one.token, key },
      );
    const first = newKey();
    expect((await ask(one.password, 'Second one 2', first)).code).toBe(200);
    expect((await ask('Second one 2', one.password, newKey())).code).toBe(200);
    await sql`update idempotency set fingerprint = '' where key = ${first}`.execute(database().kysely);
    const version = async () =>
      (
        await sql<{ version: number }>`select version from user_account where _id = ${one.user_id}`.execute(
          database().kysely,
        )
      ).rows[0]?.version;
    const was = await version();
    // It would be right by its fields: the old password is in force again.
    expect(await ask(one.password, 'Second one 2', first)).toMatchObject({
      code: 422,
      data: { error: 'idempotency_mismatch' },
    });
    expect(await version()).toBe(was);
  });
});
