/** The slow work of a password does not hold the database, and what it was done for is looked at again (B10.5, B10.10). */
import { createHook } from 'node:async_hooks';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('B10.5 passwords', (database) => {
  let server: TestServer;
  let admin: string;
  /** Transactions that are open now, and how many were at each computation. */
  let open = 0;
  let seen: number[] = [];
  beforeAll(async () => {
    const real = database();
    const watched: Database = {
      ...real,
      transaction: (work, options) =>
        real.transaction(async (tx) => {
          open += 1;
          return work(tx).finally(() => {
            open -= 1;
          });
        }, options),
    };
    server = await startServer(watched);
    admin = (await server.signInAs('administrator.administrator')).token;
  });
  beforeEach(() => {
    seen = [];
  });
  const change = (one: { user_id: string; token: string }, from: string, to: string, key = newKey()) =>
    server.call(
      'POST',
      'user/change_auth',
      { _id: one.user_id, hash_old: passwordHash(from), hash_new: passwordHash(to) },
      { token: one.token, key },
    );
  const choose = (one: { user_id: string; token: string }, to: string, token = one.token) =>
    server.call('POST', 'user/update_auth', { _id: one.user_id, hash: passwordHash(to) }, { token, key: newKey() });
  const opens = async (email: string, password: string) =>
    (await server.call('POST', 'administrator/login_delegate', { phone: email, hash: passwordHash(password) })).code ===
    200;
  const codes = (told: readonly { code: number }[]) => told.map((one) => one.code).sort();

  test('B10.10 two changes at the same time, each with the right old password: the second is refused', async () => {
    const one = await server.signInAs('manager.staff');
    const told = await Promise.all([change(one, one.password, 'First 1'), change(one, one.password, 'Second 2')]);
    expect(codes(told)).toEqual([200, 422]);
    expect(told.find(({ code }) => code === 422)?.message).toBe('Old password is not correct.');
    const [first, second] = [await opens(one.email, 'First 1'), await opens(one.email, 'Second 2')];
    expect([first, second]).toEqual(told.map(({ code }) => code === 200));
  });
  test('B10.6 two first choices at the same time: the second is refused', async () => {
    const one = await server.signInAs('manager.staff', { must_change: true });
    const told = await Promise.all([choose(one, 'First 1'), choose(one, 'Second 2')]);
    expect(codes(told)).toEqual([200, 403]);
    expect([await opens(one.email, 'First 1'), await opens(one.email, 'Second 2')]).toEqual(
      told.map(({ code }) => code === 200),
    );
  });
  test('SYNC-28 the same key twice at the same time: changed once, both are told so', async () => {
    const one = await server.signInAs('manager.staff');
    const key = newKey();
    const told = await Promise.all([
      change(one, one.password, 'First 1', key),
      change(one, one.password, 'First 1', key),
    ]);
    expect(codes(told)).toEqual([200, 200]);
    expect(told.filter((each) => each.headers['idempotent-replay'] === '1')).toHaveLength(1);
  });
  test('B10.5 no transaction is open while a password is derived or looked at', async () => {
    const one = await server.signInAs('manager.staff');
    const starter = await server.signInAs('manager.staff', { must_change: true });
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') seen.push(open);
      },
    }).enable();
    try {
      expect((await change(one, 'wrong', 'First 1')).code).toBe(422);
      expect((await change(one, one.password, 'First 1')).code).toBe(200);
      expect((await choose(starter, 'Second 2')).code).toBe(200);
      expect((await choose(one, 'Third 3', admin)).code).toBe(200);
      const made = await server.call('POST', 'user/starter_password', { _id: one.user_id }, { token: admin });
      expect(made.code).toBe(200);
    } finally {
      hook.disable();
    }
    expect(seen).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
  test('B10.6 who may not costs no computation', async () => {
    const one = await server.signInAs('manager.staff');
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') seen.push(open);
      },
    }).enable();
    expect((await choose(one, 'First 1')).code).toBe(403);
    const made = await server.call('POST', 'user/starter_password', { _id: 'none' }, { token: admin });
    expect(made.message).toBe('User not found');
    hook.disable();
    expect(seen).toEqual([]);
  });
});
