/** The slow work of a password does not hold the database, and what it was done for is looked at again (B10.5, B10.10). */
import { createHook } from 'node:async_hooks';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { raisedPassword, type StoredPassword, storePassword } from '#server/auth/passwords.ts';
import { inTurn } from '#server/auth/turns.ts';
import type { Database } from '#server/db/open.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

/** The costs of what is derived, while somebody looks. */
let watchCosts: number[] | null = null;
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>();
  const scrypt = (...args: Parameters<typeof real.scrypt>) => {
    watchCosts?.push((args[3] as { N: number }).N);
    real.scrypt(...args);
  };
  return { ...real, scrypt };
});

describeEachEngine('passwords', { tags: ['B10.5'] }, (database) => {
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
  const codes = (answers: readonly { code: number }[]) => answers.map((one) => one.code).sort();

  test('two changes at the same time, each with the right old password: the second is refused', {
    tags: ['B10.10'],
  }, async () => {
    const one = await server.signInAs('manager.staff');
    const answers = await Promise.all([change(one, one.password, 'First 1'), change(one, one.password, 'Second 2')]);
    expect(codes(answers)).toEqual([200, 422]);
    expect(answers.find(({ code }) => code === 422)?.message).toBe('Old password is not correct.');
    const [first, second] = [await opens(one.email, 'First 1'), await opens(one.email, 'Second 2')];
    expect([first, second]).toEqual(answers.map(({ code }) => code === 200));
  });
  test('two first choices at the same time: the second is refused', { tags: ['B10.6'] }, async () => {
    const one = await server.signInAs('manager.staff', { must_change: true });
    const answers = await Promise.all([choose(one, 'First 1'), choose(one, 'Second 2')]);
    expect(codes(answers)).toEqual([200, 403]);
    expect([await opens(one.email, 'First 1'), await opens(one.email, 'Second 2')]).toEqual(
      answers.map(({ code }) => code === 200),
    );
  });
  test('the same key twice at the same time: changed once, both are told so', { tags: ['SYNC-28'] }, async () => {
    const one = await server.signInAs('manager.staff');
    const key = newKey();
    const answers = await Promise.all([
      change(one, one.password, 'First 1', key),
      change(one, one.password, 'First 1', key),
    ]);
    expect(codes(answers)).toEqual([200, 200]);
    expect(answers.filter((each) => each.headers['idempotent-replay'] === '1')).toHaveLength(1);
  });
  test('no transaction is open while a password is derived or looked at', { tags: ['B10.5'] }, async () => {
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
      const made = await server.call(
        'POST',
        'user/starter_password',
        { _id: one.user_id, hash_own: passwordHash('Correct-horse-7') },
        { token: admin },
      );
      expect(made.code).toBe(200);
    } finally {
      hook.disable();
    }
    expect(seen).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
  test('who may not costs no computation', { tags: ['B10.6'] }, async () => {
    const one = await server.signInAs('manager.staff');
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') seen.push(open);
      },
    }).enable();
    expect((await choose(one, 'First 1')).code).toBe(403);
    const made = await server.call(
      'POST',
      'user/starter_password',
      { _id: 'none', hash_own: passwordHash('Correct-horse-7') },
      { token: admin },
    );
    expect(made.message).toBe('User not found');
    hook.disable();
    expect(seen).toEqual([]);
  });

  test('old passwords are guessed like any: the sixth waits, without a computation; signing in is counted apart', {
    tags: ['SEC-13', 'SEC-14', 'B10.9', 'S2'],
  }, async () => {
    const one = await server.signInAs('manager.staff');
    for (let at = 0; at < 5; at += 1) expect((await change(one, `wrong ${at}`, 'First 1')).code).toBe(422);
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') seen.push(open);
      },
    }).enable();
    const response = await change(one, one.password, 'First 1').finally(() => hook.disable());
    expect(response).toMatchObject({ status: 429, message: 'Too many requests. Please wait 60 seconds.' });
    expect(response.headers['retry-after']).toBe('60');
    expect(seen).toEqual([]);
    const login = await server.call('POST', 'administrator/login_delegate', {
      phone: one.email,
      hash: passwordHash(one.password),
    });
    expect(login.code).toBe(200);
    server.clock.now += 60;
    expect((await change(one, one.password, 'First 1')).code).toBe(200);
  });
  test('the right old password clears the count', { tags: ['B10.9'] }, async () => {
    const one = await server.signInAs('manager.staff');
    for (let at = 0; at < 4; at += 1) expect((await change(one, 'wrong', 'x')).code).toBe(422);
    expect((await change(one, one.password, 'First 1')).code).toBe(200);
    for (let at = 0; at < 4; at += 1) expect((await change(one, 'wrong', 'x')).code).toBe(422);
    expect((await change(one, 'First 1', 'Second 2')).code).toBe(200);
  });
  test('two computations at a time, whoever comes meanwhile', { tags: ['SEC-14', 'B10.5'] }, async () => {
    const under = new Set<number>();
    let most = 0;
    const hook = createHook({
      init(id, type) {
        if (type !== 'SCRYPTREQUEST') return;
        under.add(id);
        most = Math.max(most, under.size);
      },
      before: (id) => void under.delete(id),
    }).enable();
    const again = async () => {
      await storePassword(passwordHash('x'), 1_024);
      await storePassword(passwordHash('x'), 1_024);
    };
    await Promise.all(Array.from({ length: 12 }, again)).finally(() => hook.disable());
    expect(most).toBe(2);
  });
  test('no more than 200 wait their turn: then 503 with Retry-After, and nothing is counted', {
    tags: ['SEC-13', 'SEC-14'],
    timeout: 60_000,
  }, async () => {
    const one = await server.account('manager.staff');
    // An address without a wrong try stands in line with the others of its kind.
    await sql`delete from sign_in_attempt`.execute(database().kysely);
    const rows = async () =>
      (await sql`select * from sign_in_attempt order by subject`.execute(database().kysely)).rows;
    const before = await rows();
    const login = () =>
      server.call('POST', 'administrator/login_delegate', { phone: one.email, hash: passwordHash(one.password) });
    const line = (at: number) => ({ name: `stranger ${at}`, rank: 1 as const, most: 3 });
    const crowd: Promise<unknown>[] = Array.from({ length: 2 }, () => storePassword(passwordHash('x'), 131_072));
    crowd.push(...Array.from({ length: 200 }, (_one, at) => inTurn(line(at), async () => undefined)));
    const response = await login();
    expect(response).toMatchObject({ status: 503, code: 503, data: { error: 'unavailable' } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await rows()).toEqual(before);
    await Promise.all(crowd);
    const own = Array.from({ length: 202 }, () => storePassword(passwordHash('x'), 4_096));
    await expect(storePassword(passwordHash('x'), 1_024)).rejects.toMatchObject({ word: 'unavailable' });
    // Put off until the next time, whoever comes with the right one.
    expect(await raisedPassword(passwordHash('x'), '512:00', 1_024)).toBeNull();
    await Promise.all(own);
    expect((await login()).code).toBe(200);
  });
  test('a password of a lower cost is stored anew when it is used, and opens as before', {
    tags: ['SEC-14', 'B10.5'],
  }, async () => {
    const one = await server.account('manager.staff');
    const stored = async () =>
      (
        await sql<{
          password_hash: string;
          password_salt: string;
        }>`select password_hash, password_salt from user_account
          where _id = ${one.user_id}`.execute(database().kysely)
      ).rows[0];
    const usual = await stored();
    const [older, dearer] = await Promise.all(
      [512, 2_048].map((cost) => storePassword(passwordHash(one.password), cost)),
    );
    const put = (row: StoredPassword | undefined) =>
      sql`update user_account set password_hash = ${row?.password_hash}, password_salt = ${row?.password_salt}
        where _id = ${one.user_id}`.execute(database().kysely);
    await put(older);
    expect(await opens(one.email, 'wrong')).toBe(false);
    expect((await stored())?.password_hash).toBe(older?.password_hash);
    expect(await opens(one.email, one.password)).toBe(true);
    expect((await stored())?.password_hash).toMatch(/^1024:/);
    expect((await stored())?.password_salt).not.toBe(older?.password_salt);
    expect(await opens(one.email, one.password)).toBe(true);
    // Never down, and what has the cost stays.
    for (const row of [dearer, usual]) {
      await put(row);
      expect(await opens(one.email, one.password)).toBe(true);
      expect((await stored())?.password_hash).toBe(row?.password_hash);
    }
  });
  test('a name of nobody costs what most accounts cost, also while the cost is being raised', {
    tags: ['SEC-13'],
  }, async () => {
    const raised = await startServer(database(), { scryptCost: 4_096 });
    const costs: number[] = [];
    watchCosts = costs;
    await raised.call('POST', 'administrator/login_delegate', {
      phone: 'nobody.at.all@example.test',
      hash: passwordHash('x'),
    });
    watchCosts = null;
    expect(costs).toEqual([1_024]);
  });
});
