/** The stream of changes (docs/decisions/0245): who may listen, what is told when, and how a stream ends and goes on. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { messageChannels } from '#server/messages/channels.ts';
import { sendWaiting } from '#server/messages/messenger.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { type LiveReader, readLive } from '#tests/support/liveReader.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('the stream of changes', (database) => {
  let server: TestServer;
  let url: string;
  let admin: { token: string; user_id: string };
  const open: LiveReader[] = [];
  const listen = async (token: string | null, headers: Record<string, string> = {}) => {
    const reader = await readLive(url, token, headers);
    open.push(reader);
    return reader;
  };
  const hello = async (token: string, headers: Record<string, string> = {}) => {
    const reader = await listen(token, headers);
    await expect.poll(() => reader.events.length).toBeGreaterThan(0);
    return reader;
  };
  let turn = 0;
  const brand = async (token = admin.token) => {
    turn += 1;
    const answer = await server.call(
      'POST',
      'manufacturer/create',
      { name: `Maker ${turn}`, status: 'active', email: `maker${turn}@example.test`, address: 'Apapa' },
      { token, key: newKey() },
    );
    expect(answer.code).toBe(200);
  };
  const storeType = async (token = admin.token) => {
    turn += 1;
    const answer = await server.call(
      'POST',
      'store_type/create',
      { name: `Kiosk ${turn}`, description: 'A small shop', status: 'active' },
      { token, key: newKey() },
    );
    expect(answer.code).toBe(200);
  };

  beforeAll(async () => {
    server = await startServer(database());
    url = await server.server.listen({ port: 0, host: '127.0.0.1' });
    admin = await server.signInAs('administrator.administrator');
  });
  afterEach(() => {
    for (const reader of open.splice(0)) reader.leave();
  });
  afterAll(() => server?.close());

  test('it is refused as a call is: without a session, with an ended one, before a password of one’s own, for an old app', {
    tags: ['API-1.8', 'SEC-04'],
  }, async () => {
    const stranger = await listen(null);
    expect([stranger.status, stranger.refusal?.data.error]).toEqual([401, 'unauthorized']);
    expect((await listen('a-token-that-nobody-has-123')).status).toBe(401);
    const starter = await server.signInAs('manager.staff', { must_change: true });
    expect((await listen(starter.token)).refusal?.data.error).toBe('must_change_password');
    expect((await listen(admin.token, { 'x-app-version': '0.0.1' })).status).toBe(426);
    const left = await server.signInAs('manager.staff');
    await server.call('POST', 'auth/revoke', {}, { token: left.token });
    expect((await listen(left.token)).status).toBe(401);
  });

  test('it begins with hello, is compressed by nobody, kept by nobody, and carries the security headers', {
    tags: ['SEC-01'],
  }, async () => {
    const reader = await hello(admin.token, { 'accept-encoding': 'br, gzip' });
    expect(reader.status).toBe(200);
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers.get('content-encoding')).toBe(null);
    expect(reader.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(reader.headers.get('x-accel-buffering')).toBe('no');
    expect(reader.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(reader.events[0]).toMatchObject({ event: 'hello', data: { kinds: [], own: [] } });
  });

  test('a commit is told to others by its kind alone, once it can be read', { tags: ['API-1.5'] }, async () => {
    const other = await server.signInAs('administrator.administrator');
    const reader = await hello(admin.token);
    await brand(other.token);
    await expect.poll(() => reader.kinds()).toContain('manufacturer');
    expect(reader.own()).toEqual([]);
    expect(JSON.stringify(reader.events)).not.toContain('Maker');
    const { data } = await server.call('GET', 'manufacturer/read_all', {}, { token: admin.token });
    expect(data.some(({ name }: { name: string }) => name === `Maker ${turn}`)).toBe(true);
  });

  test('what a session did itself is told to it as its own, and to another session of the same person as news', async () => {
    const second = await server.openSession(admin.user_id);
    const [first, reader] = [await hello(admin.token), await hello(second)];
    await storeType(admin.token);
    await expect.poll(() => first.own()).toContain('store_type');
    await expect.poll(() => reader.kinds()).toContain('store_type');
    expect(first.kinds()).not.toContain('store_type');
    expect(reader.own()).not.toContain('store_type');
  });

  test('what was rolled back is not told: a refusal, a thrown error, work taken back to a savepoint', async () => {
    const other = await server.signInAs('administrator.administrator');
    const reader = await hello(admin.token);
    const refused = await server.call('POST', 'store_type/create', { name: '' }, { token: other.token, key: newKey() });
    expect(refused.code).toBe(422);
    await expect(
      database().transaction(async (tx) => {
        await sql`update store_type set version = version + 1`.execute(tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await database().transaction(async (tx) => {
      await sql`savepoint work`.execute(tx);
      await sql`update location set version = version + 1`.execute(tx);
      await sql`rollback to savepoint work`.execute(tx);
    });
    // What comes next has come after all of it.
    await brand(other.token);
    await expect.poll(() => reader.kinds()).toContain('manufacturer');
    expect(reader.kinds()).not.toContain('store_type');
    expect(reader.kinds()).not.toContain('location');
  });

  test('a messenger that has nothing to send is no news', async () => {
    const reader = await hello(admin.token);
    const channels = messageChannels(server.config);
    await sendWaiting(
      database(),
      channels,
      () => server.clock.now,
      () => false,
    );
    await brand();
    await expect.poll(() => reader.own()).toContain('manufacturer');
    expect(reader.kinds()).not.toContain('notification');
  });

  test('nothing is told while a transaction is under way', async () => {
    const reader = await hello(admin.token);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let wrote = () => {};
    const written = new Promise<void>((resolve) => {
      wrote = resolve;
    });
    const work = database().transaction(async (tx) => {
      await sql`update store_type set version = version + 1`.execute(tx);
      wrote();
      await held;
    });
    await written;
    // Another commit is told meanwhile; this one is not. The embedded database has one session, so nothing else is committed there.
    if (!database().oneSession) {
      await brand();
      await expect.poll(() => reader.own()).toContain('manufacturer');
    }
    expect(reader.kinds()).not.toContain('store_type');
    goOn();
    await work;
    await expect.poll(() => reader.kinds()).toContain('store_type');
  });

  test('who may not see a kind does not hear of it', { tags: ['PERM-46', 'SEC-07'] }, async () => {
    const support = await server.signInAs('manager.customer_support');
    const [reader, all] = [await hello(support.token), await hello(admin.token)];
    await database().transaction(async (tx) => {
      await sql`update config set version = version + 1`.execute(tx);
      await sql`update cohort set version = version + 1`.execute(tx);
      await sql`update buyer set version = version + 1`.execute(tx);
    });
    await expect.poll(() => reader.kinds()).toContain('buyer');
    expect(reader.kinds()).not.toContain('cohort');
    await expect.poll(() => all.kinds()).toEqual(expect.arrayContaining(['buyer', 'cohort', 'config']));
  });

  test('many changes are few events', async () => {
    const reader = await hello(admin.token);
    for (let at = 0; at < 200; at += 1)
      await sql`update store_type set version = version + 1 where _id = ${String(at)}`.execute(database().kysely);
    await expect.poll(() => reader.kinds()).toContain('store_type');
    await brand();
    await expect.poll(() => reader.own()).toContain('manufacturer');
    expect(reader.events.length).toBeLessThan(100);
  });

  test('a session that ends takes its stream along: signing out, a dismissal', { tags: ['B10.7'] }, async () => {
    const [leaver, dismissed] = [await server.signInAs('manager.staff'), await server.signInAs('manager.staff')];
    const [one, two] = [await hello(leaver.token), await hello(dismissed.token)];
    await server.call('POST', 'auth/revoke', {}, { token: leaver.token });
    await one.ended;
    expect(one.events.at(-1)).toMatchObject({ event: 'bye', data: { why: 'ended' } });
    await database().transaction(async (tx) => {
      await sql`update user_account set status = 'inactive' where _id = ${dismissed.user_id}`.execute(tx);
      await sql`update cohort set version = version + 1`.execute(tx);
    });
    await two.ended;
    expect(two.events.at(-1)).toMatchObject({ event: 'bye', data: { why: 'ended' } });
    // Its last event tells nothing of what happened meanwhile.
    expect(two.kinds()).not.toContain('cohort');
  });

  test('another role is told at once, and decides from then on what is heard', { tags: ['B10.7'] }, async () => {
    const person = await server.signInAs('manager.staff');
    const reader = await hello(person.token);
    await sql`update user_account set role = 'manager.customer_support' where _id = ${person.user_id}`.execute(
      database().kysely,
    );
    await expect.poll(() => reader.events.map(({ event }) => event)).toContain('who');
    await database().transaction(async (tx) => {
      await sql`update cohort set version = version + 1`.execute(tx);
      await sql`update buyer set version = version + 1`.execute(tx);
    });
    await expect.poll(() => reader.kinds()).toContain('buyer');
    expect(reader.kinds()).not.toContain('cohort');
  });

  test('who was cut off hears at the next hello what was missed, and nothing else', async () => {
    const other = await server.signInAs('administrator.administrator');
    const first = await hello(admin.token);
    await storeType(other.token);
    await expect.poll(() => first.kinds()).toContain('store_type');
    const id = first.lastId();
    first.leave();
    await brand(other.token);
    // The commit is heard a moment later where it goes through PostgreSQL.
    const again = async () => {
      const next = await hello(admin.token, { 'last-event-id': id });
      next.leave();
      return next.kinds();
    };
    await expect.poll(again).toContain('manufacturer');
    expect(await again()).not.toContain('store_type');
  });

  test('an id of another process counts by its time, and one of before this process means that anything may have changed', async () => {
    const other = await server.signInAs('administrator.administrator');
    server.clock.now += 600;
    const at = (seconds: number) => ({ 'last-event-id': `anotherboot.7.${seconds}` });
    await storeType(other.token);
    const missed = async (headers: Record<string, string>) => {
      const reader = await hello(admin.token, headers);
      reader.leave();
      return reader.events[0]?.data.kinds;
    };
    await expect.poll(() => missed(at(server.clock.now - 5))).toContain('store_type');
    server.clock.now += 60;
    expect(await missed(at(server.clock.now - 5))).toEqual([]);
    expect(await missed(at(server.clock.now - 50))).toEqual(expect.arrayContaining(['store_type']));
    expect(await missed({ 'last-event-id': `..${server.clock.now - 5}` })).toEqual([]);
    for (const early of [`..${server.clock.now - 86_400}`, 'nonsense', '..'])
      expect(await missed({ 'last-event-id': early })).toBe('*');
  });

  test('of nine streams of one person the oldest is closed; others keep theirs', async () => {
    const person = await server.signInAs('manager.staff');
    const bystander = await hello(admin.token);
    const readers: LiveReader[] = [];
    for (let at = 0; at < 9; at += 1) readers.push(await hello(person.token));
    await readers[0]?.ended;
    expect(readers[0]?.events.at(-1)).toMatchObject({ event: 'bye', data: { why: 'crowded' } });
    await brand();
    await expect.poll(() => readers[8]?.kinds()).toContain('manufacturer');
    await expect.poll(() => readers[1]?.kinds()).toContain('manufacturer');
    await expect.poll(() => bystander.own()).toContain('manufacturer');
  });

  test('a session may open sixty a minute', { tags: ['B10.9'] }, async () => {
    const person = await server.signInAs('manager.staff');
    server.clock.now += 60;
    const codes: number[] = [];
    for (let at = 0; at < 61; at += 1) {
      const reader = await listen(person.token);
      codes.push(reader.status);
      reader.leave();
    }
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
    expect(codes.at(-1)).toBe(429);
  });
});

describeEachEngine('a site with little room for streams', (database) => {
  const others: TestServer[] = [];
  afterAll(() => Promise.all(others.map((one) => one.close())));
  const serve = async (liveStreams: number) => {
    const server = await startServer(database(), { liveStreams });
    others.push(server);
    return { server, url: await server.server.listen({ port: 0, host: '127.0.0.1' }) };
  };

  test('one that is full says 503 and when to come again; one without streams has no such call', async () => {
    const none = await serve(0);
    const { token } = await none.server.signInAs('manager.staff');
    expect((await readLive(none.url, token)).refusal?.data.error).toBe('no_such_call');
    const { url } = await serve(1);
    const first = await readLive(url, token);
    expect(first.status).toBe(200);
    const second = await readLive(url, token);
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '60']);
    first.leave();
    await expect
      .poll(async () => {
        const reader = await readLive(url, token);
        reader.leave();
        return reader.status;
      })
      .toBe(200);
  });

  test('a server that stops says so to every stream and waits for none of them', {
    tags: ['SYNC-37'],
    timeout: 30_000,
  }, async () => {
    const server = await startServer(database());
    const url = await server.server.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await server.signInAs('manager.staff');
    const reader = await readLive(url, token);
    await expect.poll(() => reader.events.length).toBe(1);
    let late: NodeJS.Timeout | undefined;
    const tooLong = new Promise((resolve) => {
      late = setTimeout(() => resolve('held up'), 5_000);
    });
    // Without it the stream would be cut off after seconds (main.ts).
    expect(await Promise.race([server.close().then(() => 'closed'), tooLong])).toBe('closed');
    clearTimeout(late);
    await reader.ended;
    expect(reader.events.at(-1)).toMatchObject({ event: 'bye', data: { why: 'stopping' } });
  });
});
