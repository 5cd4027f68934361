/** Signing in is shared out (S1, S2): by address, by known device, by account; a stranger keeps nobody out. */
import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTurn, type Rank, type TurnQueue } from '#server/auth/turns.ts';
import type { Database } from '#server/db/open.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { type ApiAnswer, NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;

describeEachEngine('the shared door', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    await sql`delete from sign_in_attempt`.execute(database().kysely);
  });
  const signIn = (phone: string, password: string, from: { address: string; device?: string }) =>
    server.call(
      'POST',
      'administrator/login_delegate',
      { phone, hash: passwordHash(password) },
      { headers: { 'x-forwarded-for': from.address, ...(from.device ? { 'x-device-id': from.device } : {}) } },
    );
  const SITE = '102.89.1.1';
  /** An officer whose tablet signed him in before. */
  const officer = async () => {
    const one = await server.account('manager.warehouse_officer');
    const device = newKey();
    expect((await signIn(one.email, one.password, { address: SITE, device })).code).toBe(200);
    return { ...one, device };
  };
  const actions = async (userId: string) =>
    (
      await sql<{ action: string; after: Record<string, unknown> | null }>`select action, after from audit_log
        where record_id = ${userId} order by _id`.execute(database().kysely)
    ).rows;

  test('150 strangers ask from the site’s own address; the officer whose tablet is known is in before they are done', {
    tags: ['S1'],
  }, async () => {
    const one = await officer();
    const order: string[] = [];
    const crowd = Array.from({ length: 150 }, (_one, at) =>
      signIn(`stranger${at}@example.test`, 'guess', { address: SITE }).then((response) =>
        order.push(String(response.code)),
      ),
    );
    const response = await signIn(one.email, one.password, { address: SITE, device: one.device });
    order.push('in');
    await Promise.all(crowd);
    expect(response.code).toBe(200);
    // Five at most were looked at, the rest were sent away at once.
    expect(order.filter((code) => code === '401').length).toBeLessThanOrEqual(5);
    expect(order.slice(order.indexOf('in')).every((code) => code === 'in' || code === '401')).toBe(true);
  });
  test('an address that had its hundred shuts out strangers alone: a known tablet signs in, one of nobody’s waits', {
    tags: ['S1'],
    timeout: 60_000,
  }, async () => {
    const one = await officer();
    const address = '102.89.3.1';
    for (let at = 0; at < 100; at += 1)
      expect((await signIn(`guess${at}@example.test`, 'x', { address })).code).toBe(401);
    expect((await signIn('guess@example.test', 'x', { address })).code).toBe(429);
    expect((await signIn(one.email, one.password, { address, device: newKey() })).code).toBe(429);
    expect((await signIn(one.email, one.password, { address, device: one.device })).code).toBe(200);
    expect((await signIn(one.email, one.password, { address: '102.89.1.2' })).code).toBe(200);
  });
  test('calls per minute of an address do not shut the door to a known tablet either', { tags: ['S1'] }, async () => {
    const one = await officer();
    const small = await startServer(database(), { callsPerMinute: 3 });
    const ask = (email: string, device: string) =>
      small.call(
        'POST',
        'administrator/login_delegate',
        { phone: email, hash: passwordHash(one.password) },
        { headers: { 'x-forwarded-for': SITE, 'x-device-id': device } },
      );
    const codes = [];
    for (let at = 0; at < 5; at += 1) codes.push((await ask(`nobody${at}@example.test`, newKey())).code);
    expect(codes).toEqual([401, 401, 401, 429, 429]);
    expect((await ask(one.email, one.device)).code).toBe(200);
  });
  test('20 wrong passwords from address A, the right one from address B is taken', { tags: ['S2'] }, async () => {
    const one = await server.account('manager.staff');
    const codes = [];
    for (let at = 0; at < 20; at += 1) codes.push((await signIn(one.email, `w${at}`, { address: '10.1.0.1' })).code);
    expect(codes.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(one.email, one.password, { address: '10.1.0.1' })).code).toBe(429);
    expect((await signIn(one.email, one.password, { address: '10.1.0.2' })).code).toBe(200);
  });
  test('wrong passwords of a stranger at the same address do not lock the known tablet, whose own are counted', {
    tags: ['S2'],
  }, async () => {
    const one = await officer();
    for (let at = 0; at < 6; at += 1) await signIn(one.email, 'wrong', { address: SITE, device: newKey() });
    expect((await signIn(one.email, 'wrong', { address: SITE })).code).toBe(429);
    const own = { address: SITE, device: one.device };
    for (let at = 0; at < 5; at += 1) expect((await signIn(one.email, 'mistyped', own)).code).toBe(401);
    expect(await signIn(one.email, one.password, own)).toMatchObject({ code: 429 });
    server.clock.now += 60;
    expect((await signIn(one.email, one.password, own)).code).toBe(200);
  });
  test('a tablet is known for 30 days after it signed in, and to its own account alone', { tags: ['S2'] }, async () => {
    const one = await officer();
    const other = await server.account('manager.staff');
    const of = async (account: string) =>
      (
        await sql<{
          subject: string;
        }>`select subject from sign_in_attempt where count > 0 and subject like ${`%${account}%`}
          order by subject`.execute(database().kysely)
      ).rows.map((row) => row.subject.split(':')[0]);
    await signIn(other.email, 'wrong', { address: SITE, device: one.device });
    expect(await of(other.user_id)).toEqual(['account', 'from']);
    server.clock.now = NOW + 30 * DAY - 1;
    await signIn(one.email, 'wrong', { address: SITE, device: one.device });
    expect(await of(one.user_id)).toEqual(['device']);
    server.clock.now = NOW + 30 * DAY;
    await signIn(one.email, 'wrong', { address: SITE, device: one.device });
    expect(await of(one.user_id)).toEqual(['account', 'device', 'from']);
  });
  test('after a hundred wrong ones in a day, from wherever, each new address has one try before it waits, and the right one is taken', {
    tags: ['S2'],
    timeout: 60_000,
  }, async () => {
    const one = await officer();
    for (let at = 0; at < 100; at += 1)
      expect((await signIn(one.email, 'x', { address: `10.2.${at}.1` })).code).toBe(401);
    expect((await signIn(one.email, 'x', { address: '10.3.0.1' })).code).toBe(401);
    expect((await signIn(one.email, 'x', { address: '10.3.0.1' })).code).toBe(429);
    expect((await signIn(one.email, one.password, { address: '10.3.0.2' })).code).toBe(200);
    expect((await signIn(one.email, one.password, { address: SITE, device: one.device })).code).toBe(200);
    // A name of nobody is counted alike.
    for (let at = 0; at < 100; at += 1) await signIn('ghost@example.test', 'x', { address: `10.4.${at}.1` });
    expect((await signIn('ghost@example.test', 'x', { address: '10.5.0.1' })).code).toBe(401);
    expect((await signIn('ghost@example.test', 'x', { address: '10.5.0.1' })).code).toBe(429);
    server.clock.now += DAY;
    for (let at = 0; at < 2; at += 1) expect((await signIn(one.email, 'x', { address: '10.6.0.1' })).code).toBe(401);
  });
  test('the log tells which wrong one began a wait, and an attack from everywhere once per hundred', {
    tags: ['S2'],
    timeout: 60_000,
  }, async () => {
    const one = await server.account('manager.staff');
    for (let at = 0; at < 6; at += 1) await signIn(one.email, 'x', { address: '10.7.0.1' });
    server.clock.now += 60;
    await signIn(one.email, 'x', { address: '10.7.0.1' });
    expect(await actions(one.user_id)).toEqual([
      ...Array.from({ length: 4 }, () => ({ action: 'sign_in_failed', after: null })),
      { action: 'sign_in_failed', after: { next_waits_seconds: 60 } },
      { action: 'sign_in_failed', after: { next_waits_seconds: 120 } },
    ]);
    for (let at = 0; at < 110; at += 1) await signIn(one.email, 'x', { address: `10.8.${at}.1` });
    const attacked = (await actions(one.user_id)).filter(({ action }) => action === 'sign_in_attacked');
    expect(attacked).toEqual([{ action: 'sign_in_attacked', after: { wrong_today: 101 } }]);
  });
});

describeEachEngine('the crowd at the door', (database) => {
  let server: TestServer;
  let requests = 0;
  beforeAll(async () => {
    const real = database();
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        requests += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const watched: Database = {
      ...real,
      kysely: real.kysely.withPlugin(counting),
      transaction: (work, options) => {
        requests += 1;
        return real.transaction(work, options);
      },
    };
    server = await startServer(watched);
  });
  const signIn = (phone: string, address: string, password = 'guess', device = newKey()) =>
    server.call(
      'POST',
      'administrator/login_delegate',
      { phone, hash: passwordHash(password) },
      { headers: { 'x-forwarded-for': address, 'x-device-id': device } },
    );
  /** Queries of `work`. */
  const queriesOf = async (work: () => Promise<unknown>) => {
    const before = requests;
    await work();
    return requests - before;
  };
  const never = (queue: TurnQueue, ends: (() => void)[]) =>
    inTurn(queue, () => new Promise<void>((resolve) => ends.push(resolve)));

  test('while the places of strangers are full, a stranger is refused without a query; a known tablet and the time after the crowd are as ever', {
    tags: ['S1'],
  }, async () => {
    const one = await server.account('manager.warehouse_officer');
    const device = newKey();
    expect((await signIn(one.email, '10.9.0.1', one.password, device)).code).toBe(200);
    expect((await signIn('nobody@example.test', '10.9.0.2')).code).toBe(401);
    const ends: (() => void)[] = [];
    const crowd = ([1, 2] as const).flatMap((rank) =>
      Array.from({ length: 201 }, (_one, at) => never({ name: `crowd ${rank} ${at}`, rank, most: 3 }, ends)),
    );
    crowd.forEach((one) => void one.catch(() => undefined));
    for (const address of ['10.9.0.2', '10.9.0.3']) {
      let response: ApiAnswer | undefined;
      expect(
        await queriesOf(async () => {
          response = await signIn(one.email, address, one.password);
        }),
      ).toBe(0);
      expect(response).toMatchObject({ code: 503, data: { error: 'unavailable' } });
      expect(Number(response?.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await signIn(one.email, '10.9.0.2', one.password, device)).code).toBe(200);
    const over = Promise.allSettled(crowd);
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    for (let at = 0; !isOver; at += 1) {
      ends[at]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await signIn(one.email, '10.9.0.3', one.password)).code).toBe(200);
  });
  test('the fifth of an address at once is told to wait a moment, without a query', { tags: ['S1'] }, async () => {
    const ends: (() => void)[] = [];
    const queue: TurnQueue = { name: '10.9.1.1', rank: 1, most: 3 };
    const held = Array.from({ length: 4 }, () => never(queue, ends));
    expect(await queriesOf(() => signIn('nobody@example.test', '10.9.1.1'))).toBe(0);
    expect(await signIn('nobody@example.test', '10.9.1.1')).toMatchObject({ code: 429, data: { retry_after: 2 } });
    for (let at = 0; at < 4; at += 1) {
      ends[at]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(held);
  });
  test('an address that had its hundred is refused without a query until its wait ends', {
    tags: ['S1'],
    timeout: 60_000,
  }, async () => {
    const address = '10.9.2.1';
    for (let at = 0; at < 100; at += 1) expect((await signIn(`guess${at}@example.test`, address)).code).toBe(401);
    expect((await signIn('guess@example.test', address)).code).toBe(429);
    server.clock.now += 10;
    let response: ApiAnswer | undefined;
    expect(
      await queriesOf(async () => {
        response = await signIn('guess@example.test', address);
      }),
    ).toBe(0);
    expect(response).toMatchObject({ code: 429, data: { retry_after: 890 } });
    server.clock.now += 890;
    expect((await signIn('guess@example.test', address)).code).toBe(401);
  });
  test('a tablet that signed in at another process is known here after a minute, and whoever is known to nobody stays a stranger', {
    tags: ['S1'],
    timeout: 60_000,
  }, async () => {
    const address = '10.9.3.1';
    for (let at = 0; at < 101; at += 1) await signIn(`guess${at}@example.test`, address);
    const one = await server.account('manager.staff');
    const elsewhere = await startServer(database());
    const device = newKey();
    const headers = { 'x-forwarded-for': '10.9.3.2', 'x-device-id': device };
    const input = { phone: one.email, hash: passwordHash(one.password) };
    elsewhere.clock.now = server.clock.now;
    expect((await elsewhere.call('POST', 'administrator/login_delegate', input, { headers })).code).toBe(200);
    server.clock.now += 60;
    expect((await signIn(one.email, address, one.password, device)).code).toBe(200);
    expect((await signIn(one.email, address, one.password)).code).toBe(429);
  });
});

describe('turns', { tags: ['S1'] }, () => {
  const queue = (name: string, rank: Rank = 1): TurnQueue => ({ name, rank, most: 3 });
  /** Two computations of known people that hold both places until they are let go. */
  const hold = () => {
    const ends: (() => void)[] = [];
    const held = [0, 1].map(() => inTurn(queue('held', 0), () => new Promise<void>((resolve) => ends.push(resolve))));
    return { held, letGo: () => ends.forEach((end) => void end()) };
  };

  test('lanes are served in turn, known people before strangers, and a stranger after every second of them', {
    tags: ['S1'],
  }, async () => {
    const { held, letGo } = hold();
    const order: string[] = [];
    const ask = (name: string, rank: Rank = 1) => inTurn(queue(name, rank), async () => void order.push(name));
    const requests = [
      ...['a', 'a', 'a', 'b', 'c'].map((name) => ask(name)),
      ...['K', 'L', 'M'].map((name) => ask(name, 0)),
    ];
    letGo();
    await Promise.all([...held, ...requests]);
    expect(order.join('')).toBe('KLaMbcaa');
  });
  test('an address without a wrong try goes before those that had one, which still have a turn in six', {
    tags: ['S1'],
  }, async () => {
    const { held, letGo } = hold();
    const order: string[] = [];
    const requests = [...'abcdefgh', ...'STUVWXYZ'].map((name) =>
      inTurn(queue(name, name < 'a' ? 1 : 2), async () => void order.push(name)),
    );
    letGo();
    await Promise.all([...held, ...requests]);
    expect(order.join('')).toBe('STUVWaXYZbcdefgh');
  });
  test('the fourth of a lane is told to wait a moment, other lanes go on; of all strangers 200 wait', {
    tags: ['S1'],
  }, async () => {
    const { held, letGo } = hold();
    const ask = (name: string) => inTurn(queue(name), async () => undefined);
    const full = ['a', 'a', 'a'].map(ask);
    await expect(ask('a')).rejects.toMatchObject({ word: 'rate', extra: { retry_after: 2 } });
    const others = Array.from({ length: 197 }, (_one, at) => ask(`other ${at}`));
    await expect(ask('one too many')).rejects.toMatchObject({ word: 'unavailable' });
    const knownOne = inTurn(queue('one too many', 0), async () => 'in');
    letGo();
    expect(await knownOne).toBe('in');
    await Promise.all([...held, ...full, ...others]);
  });
  test('however many strangers wait, in whatever lanes, they hold one place: a known person begins at once', {
    tags: ['S1'],
  }, async () => {
    const ends: (() => void)[] = [];
    let begun = 0;
    const strangers = Array.from({ length: 300 }, (_one, at) =>
      inTurn(queue(`stranger ${at}`, at % 2 === 0 ? 1 : 2), () => {
        begun += 1;
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(begun).toBe(1);
    let known = 0;
    const both = ['K', 'L'].map((name) =>
      inTurn(queue(name, 0), () => {
        known += 1;
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(known).toBe(1);
    // Every end lets one more begin, strangers one by one, until nobody waits.
    let most = 0;
    for (let at = 0; at < 302; at += 1) {
      ends[at]?.();
      await Promise.race([Promise.all([...strangers, ...both]), new Promise((resolve) => setImmediate(resolve))]);
      most = Math.max(most, begun + known - at - 1);
    }
    await Promise.all([...strangers, ...both]);
    expect([begun, known]).toEqual([300, 2]);
    expect(most).toBeLessThanOrEqual(2);
  });
  test('a stranger’s turn that finds another stranger at work is kept: known people without end keep no stranger out', {
    tags: ['S1'],
  }, async () => {
    const order: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string, rank: Rank) =>
      inTurn(queue(name, rank), () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const finish = async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const all = [ask('a', 1), ask('b', 1), ask('c', 2), ...Array.from({ length: 12 }, (_one, at) => ask(`K${at}`, 0))];
    // The first stranger works on while known people come and go at the other place.
    for (let at = 0; at < 8; at += 1) await finish(`K${at}`);
    expect(order.filter((name) => !name.startsWith('K'))).toEqual(['a']);
    await finish('a');
    expect(order.at(-1)).toBe('b');
    await finish('b');
    for (let at = 8; at < 12; at += 1) await finish(`K${at}`);
    await finish('c');
    await Promise.all(all);
    expect(order).toHaveLength(15);
  });
});
