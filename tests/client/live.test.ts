/** The page's side of the stream of changes: it reads a real server's stream, asks again for what is on the screen, and rests when no stream can be had. */
import '#tests/support/pageGlobals.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { restAfter } from '#client/live/follow.ts';
import { makeRefresher, shownSince } from '#client/live/refresh.ts';
import { readStream } from '#client/live/stream.ts';
import { pageSession } from '#client/session/state.ts';
import type { Changed } from '#contract/live.ts';
import type { Database } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

describe('reading a stream', () => {
  let database: Database;
  let server: TestServer;
  let base = '';
  let staff: { token: string };
  const strange: Server[] = [];
  const onlyFetch = globalThis.fetch;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    server = await startServer(database);
    base = await server.server.listen({ port: 0, host: '127.0.0.1' });
    staff = await server.signInAs('administrator.administrator');
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => onlyFetch(base + path, init));
    pageSession.enter(staff.token);
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllGlobals();
    for (const one of strange) one.close();
    await server?.close();
    await database?.close();
  });

  const listen = (lastId: string | null = null, patience?: { hello: number; beat: number }) => {
    const events: { hello: Changed[]; change: Changed[]; who: number; id: string } = {
      hello: [],
      change: [],
      who: 0,
      id: '',
    };
    const control = new AbortController();
    const ended = readStream(
      lastId,
      {
        onHello: (changed) => events.hello.push(changed),
        onChange: (changed) => events.change.push(changed),
        onWho: () => {
          events.who += 1;
        },
        onId: (id) => {
          events.id = id;
        },
      },
      control.signal,
      patience,
    );
    return { events, ended, leave: () => control.abort() };
  };
  /** Something between page and server that answers in its own way. */
  const between = async (answer: Parameters<typeof createServer>[1]) => {
    const one = createServer(answer as never);
    strange.push(one);
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  };
  const real = () => {
    base = `http://127.0.0.1:${(server.server.server.address() as AddressInfo).port}`;
  };
  afterEach(real);

  test('a refusal says its code and its wait; a page in place of a stream, and silence, are no stream', async () => {
    await between((_request, response) => void response.writeHead(503, { 'retry-after': '60' }).end('{}'));
    expect(await listen().ended).toEqual({ how: 'refused', code: 503, wait: 60 });
    await between((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('Sign in'));
    expect(await listen().ended).toEqual({ how: 'refused', code: 404, wait: 0 });
    // As behind a proxy that gathers answers: the head comes, or not even that.
    await between((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    expect(await listen(null, { hello: 100, beat: 1_000 }).ended).toEqual({ how: 'mute' });
    await between(() => undefined);
    expect(await listen(null, { hello: 100, beat: 1_000 }).ended).toEqual({ how: 'mute' });
    await between((request) => request.socket.destroy());
    expect(await listen().ended).toEqual({ how: 'cut' });
  });

  test('a stream that falls silent is cut, however open its line is', async () => {
    await between((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: a.1.5\nevent: hello\ndata: {"kinds":[],"own":[]}\n\n');
    });
    const one = listen(null, { hello: 5_000, beat: 100 });
    expect(await one.ended).toEqual({ how: 'cut' });
    expect(one.events.id).toBe('a.1.5');
  });

  test('events that arrive in pieces, and several in one piece, are read', async () => {
    await between((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: a.1.5\nevent: hel');
      setImmediate(() => {
        response.write(
          'lo\ndata: {"kinds":[],"own":[]}\n\nid: a.2.6\nevent: change\ndata: {"kinds":["brand"],"own":[]}\n\n: beat\nid: a.2.7\n\n',
        );
        response.end('event: bye\ndata: {"why":"stopping"}\n\n');
      });
    });
    const one = listen();
    expect(await one.ended).toEqual({ how: 'bye', why: 'stopping' });
    expect(one.events).toMatchObject({ hello: [{ kinds: [] }], change: [{ kinds: ['brand'] }], id: 'a.2.7' });
  });

  test('the real server: a colleague’s change, what was missed since an id, the end of the session', async () => {
    const other = await server.signInAs('administrator.administrator');
    const first = listen();
    await expect.poll(() => first.events.hello).toHaveLength(1);
    await server.call(
      'POST',
      'store_type/create',
      { name: 'Kiosk', description: 'A small shop', status: 'active' },
      { token: other.token, key: newKey() },
    );
    await expect.poll(() => first.events.change.flatMap(({ kinds }) => kinds)).toContain('store_type');
    first.leave();
    expect(await first.ended).toEqual({ how: 'cut' });
    await server.call(
      'POST',
      'manufacturer/create',
      { name: 'Maker', status: 'active', email: 'maker@example.test', address: 'Apapa' },
      { token: other.token, key: newKey() },
    );
    const second = listen(first.events.id);
    await expect.poll(() => second.events.hello.flatMap(({ kinds }) => kinds)).toContain('manufacturer');
    expect(second.events.hello[0]?.kinds).not.toContain('store_type');
    await server.call('POST', 'auth/revoke', {}, { token: staff.token });
    expect(await second.ended).toEqual({ how: 'bye', why: 'ended' });
    expect(await listen().ended).toMatchObject({ how: 'refused', code: 401 });
  });
});

test('rests grow after cuts and are spread; a full or missing stream is left alone for minutes; after a stop the next server is found soon', () => {
  const cut = { how: 'cut' } as const;
  expect([0, 1, 3, 20].map((cuts) => restAfter(cut, cuts, 1))).toEqual([1_000, 2_000, 8_000, 60_000]);
  expect(restAfter(cut, 20, 0)).toBe(30_000);
  expect(restAfter({ how: 'bye', why: 'stopping' }, 5, 0.5)).toBeLessThanOrEqual(5_000);
  expect(restAfter({ how: 'bye', why: 'crowded' }, 0, 0)).toBeGreaterThanOrEqual(5 * 60_000);
  expect(restAfter({ how: 'mute' }, 0, 0)).toBeGreaterThanOrEqual(5 * 60_000);
  for (const code of [403, 404, 426])
    expect(restAfter({ how: 'refused', code, wait: 0 }, 0, 0)).toBeGreaterThanOrEqual(5 * 60_000);
  expect(restAfter({ how: 'refused', code: 503, wait: 60 }, 0, 0)).toBe(60_000);
  expect(restAfter({ how: 'refused', code: 429, wait: 20 }, 0, 1)).toBe(40_000);
});

describe('asking again', () => {
  let client: QueryClient;
  let reads: string[];
  let quiet: boolean;
  let close: (() => void)[];
  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 300_000 } } });
    reads = [];
    quiet = true;
    close = [];
  });
  afterEach(() => {
    for (const one of close) one();
    client.clear();
    vi.useRealTimers();
  });
  const show = async (path: string, rows: unknown = [], at = Date.now()) => {
    const observer = new QueryObserver(client, {
      queryKey: [path, {}],
      queryFn: async () => {
        reads.push(path);
        return { data: rows, at, copy: false };
      },
    });
    const end = observer.subscribe(() => undefined);
    close.push(end);
    await vi.advanceTimersByTimeAsync(1);
    return end;
  };
  const refresher = () => {
    const made = makeRefresher({ client, isQuiet: () => quiet, chance: () => 0 });
    close.push(made.stop);
    return made;
  };
  const changeOf = (...kinds: Changed['kinds'][number][]) => ({ kinds, own: [] }) as unknown as Changed;

  test('only what is on the screen and made of the kind is asked, once for many events', async () => {
    await show('store_type/read_all');
    await show('brand/read_all');
    await show('search/everywhere');
    const leave = await show('store_type/read');
    leave();
    reads = [];
    const { heard } = refresher();
    for (let at = 0; at < 5; at += 1) heard(changeOf('store_type'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toEqual(['store_type/read_all']);
    // What is not on the screen is read when it is shown again.
    await show('store_type/read');
    expect(reads).toEqual(['store_type/read_all', 'store_type/read']);
  });

  test('under a hand nothing is asked; when it rests, at once', async () => {
    await show('store_type/read_all');
    reads = [];
    quiet = false;
    refresher().heard(changeOf('store_type'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reads).toEqual([]);
    quiet = true;
    await vi.advanceTimersByTimeAsync(300);
    expect(reads).toEqual(['store_type/read_all']);
  });

  test('a stream of changes asks no more often than every two seconds, and the last one is not missed', async () => {
    await show('store_type/read_all');
    reads = [];
    const { heard } = refresher();
    for (let at = 0; at < 100; at += 1) {
      heard(changeOf('store_type'));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(reads.length).toBeGreaterThan(2);
    expect(reads.length).toBeLessThanOrEqual(6);
    const before = reads.length;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads.length).toBe(before + 1);
  });

  test('"anything" asks for all that is on the screen; a list as long as a catalogue is left alone', async () => {
    await show('store_type/read_all');
    await show('home/figures', {});
    await show(
      'product/read_all',
      Array.from({ length: 1_001 }, (_, at) => ({ _id: String(at) })),
    );
    await show('states');
    await show('parties of a transfer');
    reads = [];
    refresher().heard({ kinds: '*', own: [] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads.sort()).toEqual(['home/figures', 'store_type/read_all']);
  });

  test('what this page changed itself is not asked twice; another page of the browser follows', async () => {
    await show('store_type/read_all');
    const { heard } = refresher();
    // The page that wrote: its call was answered, and it asks for everything.
    await client.invalidateQueries();
    reads = [];
    heard({ kinds: [], own: ['store_type'] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toEqual([]);
    // Another page, which wrote nothing.
    heard({ kinds: [], own: ['store_type'] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toEqual(['store_type/read_all']);
  });

  test('the first stream begins at the oldest read on the screen', async () => {
    expect(shownSince(client)).toBe(null);
    await show('store_type/read_all', [], 5_000);
    await show('brand/read_all', [], 4_000);
    const leave = await show('category/read_all', [], 1_000);
    leave();
    expect(shownSince(client)).toBe(4_000);
  });
});
