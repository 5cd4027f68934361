/** How soon a page that nobody touches learns that the server went away and that it is back (docs/decisions/1150). */
import '#tests/support/pageGlobals.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { follow } from '#client/live/follow.ts';
import { contactStore, noteAnswer, noteNoAnswer, watchConnection } from '#client/online.ts';
import { type Profile, pageSession } from '#client/session/state.ts';

const BLIP = 2_000;
const page = { visibilityState: 'visible' as DocumentVisibilityState };
const listeners: [string, () => void][] = [];
const listens = (type: string, listener: () => void) => void listeners.push([type, listener]);
const becomes = (visibilityState: DocumentVisibilityState) => {
  page.visibilityState = visibilityState;
  for (const [type, listener] of listeners) if (type === 'visibilitychange') listener();
};
vi.stubGlobal('document', Object.assign(page, { addEventListener: listens, removeEventListener: () => undefined }));
vi.stubGlobal('addEventListener', listens);
vi.stubGlobal('removeEventListener', () => undefined);
const browser = { onLine: true };
vi.stubGlobal('navigator', browser);
vi.stubGlobal('BroadcastChannel', undefined);

/** The server: away or there, the requests to it, and how its open stream is cut. */
const server = { isAway: false, probes: 0, streams: 0, cut: (): void => undefined };
const HELLO = 'id: a.1.5\nevent: hello\ndata: {"kinds":[],"own":[]}\n\n';
vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
  const isStream = url.endsWith('/live');
  server[isStream ? 'streams' : 'probes'] += 1;
  if (server.isAway) throw new TypeError('Failed to fetch');
  if (!isStream) return Response.json({ code: 200, message: 'OK', data: {} });
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      control.enqueue(new TextEncoder().encode(HELLO));
      server.cut = () => control.error(new TypeError('network error'));
      signal?.addEventListener('abort', () => control.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
});
const stop = () => {
  server.isAway = true;
  server.cut();
};

const ada = { _id: 'm1', user_id: 'ada', permissions: [] as string[], must_change: false } as unknown as Profile;
const ends: (() => void)[] = [];
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const isOnline = () => contactStore.read().online;

beforeEach(async () => {
  Object.assign(server, { isAway: false, probes: 0, streams: 0 });
  page.visibilityState = 'visible';
  browser.onLine = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  noteAnswer(null);
  pageSession.enter('t0ken');
  pageSession.confirm('t0ken', ada, Date.now());
  ends.push(watchConnection(), follow({ onChanged: () => undefined, onWho: () => undefined, shownSince: () => null }));
  await pass(50);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  listeners.length = 0;
  vi.useRealTimers();
});

describe('a page that nobody touches', { tags: ['B11', 'SHELL-33'] }, () => {
  test('sends nothing more while the server answers than one probe in half a minute', async () => {
    expect(server).toMatchObject({ probes: 0, streams: 1 });
    await pass(29_000);
    expect(server).toMatchObject({ probes: 0, streams: 1 });
    await pass(15_000);
    expect(server).toMatchObject({ probes: 1, streams: 1 });
  });

  test('does not say that the server is away when it is back within two seconds', async () => {
    const seen: boolean[] = [];
    ends.push(contactStore.subscribe(() => seen.push(isOnline())));
    stop();
    await pass(BLIP - 200);
    server.isAway = false;
    await pass(20_000);
    expect(seen).not.toContain(false);
    expect(server.streams).toBeGreaterThan(1);
  });

  test('says within five seconds that the server went away, and within five that it is back', async () => {
    stop();
    await pass(BLIP - 100);
    expect(isOnline()).toBe(true);
    await pass(3_000);
    expect(isOnline()).toBe(false);
    await pass(60_000);
    expect(isOnline()).toBe(false);
    server.isAway = false;
    await pass(5_000);
    expect(isOnline()).toBe(true);
    // The stream is open again, so the next loss is noticed too.
    await pass(10_000);
    stop();
    await pass(5_000);
    expect(isOnline()).toBe(false);
  });

  test('looks more seldom the longer the server is away, and as seldom as before without a network', async () => {
    stop();
    await pass(60_000);
    server.probes = 0;
    await pass(60_000);
    expect(server.probes).toBeGreaterThan(10);
    expect(server.probes).toBeLessThan(20);
    await pass(60 * 60_000);
    server.probes = 0;
    await pass(5 * 60_000);
    expect(server.probes).toBeLessThanOrEqual(13);
    browser.onLine = false;
    noteAnswer(null);
    noteNoAnswer();
    server.probes = 0;
    await pass(5 * 60_000);
    expect(server.probes).toBeLessThanOrEqual(13);
  });

  test('a tablet that sleeps sends nothing, and looks when it wakes', async () => {
    becomes('hidden');
    await pass(1_000);
    stop();
    Object.assign(server, { probes: 0, streams: 0 });
    await pass(10 * 60_000);
    expect(server.probes).toBe(0);
    becomes('visible');
    await pass(10);
    expect(server.probes).toBe(1);
    expect(isOnline()).toBe(false);
  });
});
