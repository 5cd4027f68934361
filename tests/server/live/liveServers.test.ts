/** The stream of changes through several processes over one PostgreSQL: what one commits, the streams of the others tell. */
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { changesIn, textOf } from '#server/db/changes.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { addressOf, describeEachEngine } from '#tests/support/database.ts';
import { type LiveReader, readLive } from '#tests/support/liveReader.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

test('what is told crosses as text and comes back, and an empty text is "anything"', () => {
  const changes = [
    { by: 'session-1', tables: ['brand', 'product'] },
    { by: '', tables: ['config'] },
  ];
  expect(changesIn(textOf(changes))).toEqual(changes);
  expect(changesIn('')).toBe(null);
});

describeEachEngine('two servers', (database, engine) => {
  const isOne = engine === 'pglite';
  const open: { close(): Promise<unknown> }[] = [];
  const readers: LiveReader[] = [];
  let servers = 0;
  afterEach(async () => {
    servers = 0;
    for (const reader of readers.splice(0)) reader.leave();
    for (const one of open.splice(0).reverse()) await one.close();
  });
  const beside = async (): Promise<Database> => {
    const made = await openDatabase({ url: addressOf(database()), waitForDisk: false });
    open.push(made);
    return made;
  };
  /** The database's processes that a server listens through. */
  const lines = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'kasuwa changes' and datname = current_database()
        and state = 'idle' and query <> ''`.execute(database().kysely)
    ).rows.map(({ pid }) => pid);
  const serve = async (over: Database) => {
    const server = await startServer(over);
    open.push(server);
    servers += 1;
    const url = await server.server.listen({ port: 0, host: '127.0.0.1' });
    // Until the server's line to the database stands, the server can only say that anything may have changed.
    await expect.poll(async () => (await lines()).length).toBe(servers);
    return { server, url };
  };
  const hello = async (url: string, token: string, headers: Record<string, string> = {}) => {
    const reader = await readLive(url, token, headers);
    readers.push(reader);
    await expect.poll(() => reader.events.length).toBeGreaterThan(0);
    return reader;
  };
  let turn = 0;
  const maker = async (server: TestServer, token: string) => {
    turn += 1;
    const answer = await server.call(
      'POST',
      'manufacturer/create',
      { name: `Far ${turn}`, status: 'active', email: `far${turn}@example.test`, address: 'Apapa' },
      { token, key: newKey() },
    );
    expect(answer.code).toBe(200);
  };

  test.skipIf(isOne)('what one server commits, the other tells; a session’s own stays its own', async () => {
    const [a, b] = [await serve(await beside()), await serve(await beside())];
    const [ada, bem] = [
      await a.server.signInAs('administrator.administrator'),
      await a.server.signInAs('administrator.administrator'),
    ];
    const [far, own] = [await hello(b.url, bem.token), await hello(b.url, ada.token)];
    await maker(a.server, ada.token);
    await expect.poll(() => far.kinds()).toContain('manufacturer');
    await expect.poll(() => own.own()).toContain('manufacturer');
    expect(far.own()).toEqual([]);
  });

  test.skipIf(isOne)('a session that ends at one server ends its stream at the other', async () => {
    const [a, b] = [await serve(await beside()), await serve(await beside())];
    const { token } = await a.server.signInAs('administrator.administrator');
    const reader = await hello(b.url, token);
    await a.server.call('POST', 'auth/revoke', {}, { token });
    await reader.ended;
    expect(reader.events.at(-1)?.data.why).toBe('ended');
  });

  test.skipIf(isOne)('a stream goes on at another server from the id of the first, and misses nothing', async () => {
    const [a, b] = [await serve(await beside()), await serve(await beside())];
    const { token } = await a.server.signInAs('administrator.administrator');
    for (const { clock } of [a.server, b.server]) clock.now += 600;
    const first = await hello(a.url, token);
    const id = first.lastId();
    first.leave();
    const other = await a.server.signInAs('administrator.administrator');
    await maker(a.server, other.token);
    await expect
      .poll(async () => (await hello(b.url, token, { 'last-event-id': id })).events[0]?.data.kinds)
      .toContain('manufacturer');
    // A server that has only just begun cannot know.
    const late = await serve(await beside());
    const old = id.replace(/\d+$/, String(late.server.clock.now));
    expect((await hello(late.url, token, { 'last-event-id': old })).events[0]?.data.kinds).toBe('*');
  });

  test.skipIf(isOne)('a tool that works beside the servers is heard, however short it lives', async () => {
    const { server, url } = await serve(await beside());
    const { token } = await server.signInAs('administrator.administrator');
    const reader = await hello(url, token);
    const tool = await openDatabase({ url: addressOf(database()) });
    await tool.transaction((tx) => sql`update store_type set version = version + 1`.execute(tx));
    await tool.close();
    // Where the server's line to the database stands only now, it says that anything may have changed.
    await expect.poll(() => reader.kinds().some((kind) => kind === 'store_type' || kind === '*')).toBe(true);
  });

  test.skipIf(isOne)(
    'a line to the database that broke is opened again, and then anything may have changed',
    async () => {
      const { server, url } = await serve(await beside());
      const { token } = await server.signInAs('administrator.administrator');
      const reader = await hello(url, token);
      await sql`select pg_terminate_backend(${(await lines())[0]}::int4)`.execute(database().kysely);
      await expect.poll(() => reader.kinds()).toContain('*');
      await maker(server, token);
      await expect.poll(() => reader.own()).toContain('manufacturer');
    },
  );
});
