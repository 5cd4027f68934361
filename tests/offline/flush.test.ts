/** Who drains when: one flusher at a time, woken by many hints and stopped by none. Time and the page's events are the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FlusherParts, makeFlusher, type WithLock, webLock } from '#offline/drain/flush.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const page = { window: new EventTarget(), document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) };
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  page.document.visibilityState = 'visible';
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const free: WithLock = (work) => work();

/** A tablet with one line to send, and its flusher. */
async function flushing(
  parts: Partial<FlusherParts> = {},
  answer: (request: Request) => Reply | Promise<Reply> = kind,
) {
  const t = scriptedTablet(answer);
  await t.ports.store.change((tx) => tx.setMeta('epoch', 'e1'));
  await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
  const flusher = makeFlusher({ ports: t.ports, owner: () => t.owner, lock: free, ...parts });
  const wait = async (ms: number) => {
    t.world.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { ...t, flusher, wait };
}

describe('one flusher', { tags: ['rule-20'] }, () => {
  test('another tab holds the lock: nothing is sent beside it, and it is tried again as it was asked for', {
    tags: ['SYNC-20'],
  }, async () => {
    let held = true;
    const t = await flushing({ lock: async (work) => (held ? null : work()) });
    await t.ports.store.change((tx) => tx.setMeta('next_pass', t.world.now + 60_000));
    await t.flusher.flush({ forced: true });
    expect(t.requests).toEqual([]);
    held = false;
    await t.wait(1_999);
    expect(t.requests).toEqual([]);
    await t.wait(1);
    expect(t.requests).toHaveLength(1);
  });

  test('what is saved while a pass runs goes out after it, in no second pass beside it; the button counts there too', {
    tags: ['SYNC-20', 'SYNC-23'],
  }, async () => {
    let tell: (reply: Reply) => void = () => undefined;
    let passes = 0;
    const t = await flushing({ onPass: () => (passes += 1) }, () => new Promise<Reply>((resolve) => (tell = resolve)));
    const first = t.flusher.flush();
    await vi.waitFor(() => expect(t.requests).toHaveLength(1));
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    const [, second] = await t.ops();
    await t.ports.store.change(async (tx) => second && tx.put({ ...second, next_try: t.world.now + 60_000 }));
    await t.flusher.flush({ forced: true });
    await t.flusher.flush();
    expect([t.requests.length, passes]).toEqual([1, 0]);
    const answered = tell;
    t.world.answer = kind;
    const [request] = t.requests;
    answered(kind(request as Request));
    await first;
    expect([t.requests.length, passes]).toEqual([2, 2]);
    expect(await t.ops()).toEqual([]);
    // It was asked for once, and is not asked for again at the next one.
    await t.flusher.flush();
    expect(passes).toBe(3);
  });

  test('what gives way does so under the lock, before the queue is looked at, and hears whether a person asked', {
    tags: ['SYNC-20', 'SYNC-34'],
  }, async () => {
    const steps: string[] = [];
    const t = await flushing(
      {
        lock: async (work) => {
          steps.push('lock');
          const done = await work();
          steps.push('free');
          return done;
        },
        before: async (forced) => void steps.push(`before ${forced}`),
      },
      (request) => {
        steps.push('sent');
        return kind(request);
      },
    );
    await t.flusher.flush({ forced: true });
    await t.flusher.flush();
    expect(steps).toEqual(['lock', 'before true', 'sent', 'free', 'lock', 'before false', 'free']);
  });

  test('the lock of the browser: asked for only if it is free, never taken away', { tags: ['SYNC-20'] }, async () => {
    const lockCalls: unknown[] = [];
    let lock: object | null = {};
    const locks = {
      request: (name: string, options: object, work: (lock: object | null) => unknown) => {
        lockCalls.push([name, options]);
        return Promise.resolve(work(lock));
      },
    };
    vi.stubGlobal('navigator', { locks });
    expect(await webLock(async () => 'done')).toBe('done');
    lock = null;
    expect(await webLock(async () => 'done')).toBeNull();
    expect(lockCalls).toEqual(Array(2).fill(['outbox-flush', { ifAvailable: true }]));
  });
});

describe('when a flush begins', { tags: ['rule-23', 'rule-24'] }, () => {
  test('nobody is signed in: nothing is sent, and the next one who is sends', {
    tags: ['SYNC-38', 'SYNC-41'],
  }, async () => {
    let signedIn = false;
    const t = await flushing();
    const flusher = makeFlusher({ ports: t.ports, owner: () => (signedIn ? t.owner : null), lock: free });
    await flusher.flush({ forced: true });
    expect(t.requests).toEqual([]);
    signedIn = true;
    await flusher.flush({ forced: true });
    expect(t.requests).toHaveLength(1);
  });

  test('a disk that refuses is asked again in five seconds, and nothing is lost by it', {
    tags: ['SYNC-07', 'P1'],
  }, async () => {
    const t = await flushing();
    let broken = true;
    const { store } = t.ports;
    const ports = {
      ...t.ports,
      store: {
        read: store.read,
        change: ((work) => (broken ? Promise.reject(new Error('lost')) : store.change(work))) as typeof store.change,
      },
    };
    const flusher = makeFlusher({ ports, owner: () => t.owner, lock: free });
    await flusher.flush();
    broken = false;
    await t.wait(4_999);
    expect(t.requests).toEqual([]);
    await t.wait(1);
    await vi.waitFor(async () => expect(await t.ops()).toEqual([]));
  });

  test('no answer: it comes again by itself when its time is over, and not before', { tags: ['SYNC-24'] }, async () => {
    const t = await flushing({}, () => ({ ...say(503, { error: 'unavailable' }), retryAfter: 90 }) as Reply);
    await t.flusher.flush();
    t.world.answer = kind;
    await t.wait(89_000);
    expect(t.requests).toHaveLength(1);
    await t.wait(1_000);
    await vi.waitFor(async () => expect(await t.ops()).toEqual([]));
    expect(t.requests).toHaveLength(2);
  });

  test('a clock that jumps does not make it ask without a pause; a wait of an hour is looked at every five minutes', {
    tags: ['SYNC-24', 'SYNC-10'],
  }, async () => {
    const t = await flushing({}, () => SILENCE);
    let passes = 0;
    const flusher = makeFlusher({
      ports: { ...t.ports, chance: { ...t.ports.chance, next: () => 0 } },
      owner: () => t.owner,
      lock: free,
      onPass: () => (passes += 1),
    });
    await flusher.flush();
    await t.wait(249);
    expect(passes).toBe(1);
    await t.wait(1);
    expect(passes).toBe(2);
    t.world.answer = () => ({ ...say(503, { error: 'unavailable' }), retryAfter: 3_600 }) as Reply;
    await t.wait(250);
    expect(passes).toBe(3);
    await t.wait(299_999);
    expect(passes).toBe(3);
    await t.wait(1);
    expect(passes).toBe(4);
    expect(t.requests).toHaveLength(3);
  });

  test('a start, the network and the button do not wait, a look at the page does; who stops is woken by nothing', {
    tags: ['SYNC-23'],
  }, async () => {
    const forced: boolean[] = [];
    const t = await flushing({ before: async (by) => void forced.push(by) });
    const stop = t.flusher.start();
    stops.push(stop);
    const heard = async () => {
      await vi.advanceTimersByTimeAsync(0);
      return forced.splice(0);
    };
    expect(await heard()).toEqual([true]);
    page.window.dispatchEvent(new Event('online'));
    expect(await heard()).toEqual([true]);
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(await heard()).toEqual([false]);
    await t.wait(30_000);
    expect(await heard()).toEqual([false]);
    // Nobody looks: the worker and the next look are there for it.
    page.document.visibilityState = 'hidden';
    page.document.dispatchEvent(new Event('visibilitychange'));
    await t.wait(60_000);
    expect(await heard()).toEqual([]);
    page.document.visibilityState = 'visible';
    t.world.answer = () => SILENCE;
    await t.outbox.saveLine('order-1', line('p2', 1), NOWHERE);
    await t.flusher.flush();
    forced.splice(0);
    stop();
    page.window.dispatchEvent(new Event('online'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    await t.wait(600_000);
    expect(await heard()).toEqual([]);
  });

  test('every save asks the worker to wake up for it', { tags: ['SYNC-23'] }, async () => {
    const registerSync = vi.fn();
    const t = await flushing({ registerSync });
    await t.flusher.flush();
    await t.flusher.flush();
    expect(registerSync).toHaveBeenCalledTimes(2);
  });
});
