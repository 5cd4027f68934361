/** What screens see of the queue on disk: told at once and after every change, also when the connection to the disk was lost. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queueView, theQueue } from '#offline/queue.ts';
import { type DexieStore, dexieStore, isAbsent } from '#offline/store/dexieStore.ts';
import { watchStore } from '#offline/store/watchStore.ts';

// Node has none: here nothing is sent, so nobody asks for one.
vi.stubGlobal('navigator', { locks: {} });

const stops: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0)) stop();
});

const forbid = () =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is forbidden here.', 'SecurityError');
  });

/** Watches what stands under the name `word`; everything that was told, in order. */
function watched(store: DexieStore) {
  const states: unknown[] = [];
  const look = vi.fn(async (db: DexieStore['db']) => (await db.meta.get('word'))?.value ?? null);
  stops.push(
    watchStore(
      store,
      look,
      (found) => states.push(found),
      (error) => states.push(isAbsent(error) ? 'absent' : 'failed'),
    ),
  );
  return { states, look };
}

const say = (store: DexieStore, word: string) => store.change((tx) => tx.setMeta('word', word));

let names = 0;
const newStore = () => {
  const store = dexieStore(`watch-test-${++names}`);
  stops.push(() => store.db.close());
  return store;
};

describe('the view of a store', { tags: ['rule-7', 'rule-49'] }, () => {
  test('a store that cannot be opened is told as failed, once it is known, and not waited for in silence', {
    tags: ['SYNC-49'],
  }, async () => {
    forbid();
    const store = newStore();
    const { states } = watched(store);
    const gone = watched(store);
    stops.pop()?.();
    await expect.poll(() => states).toContain('absent');
    expect(states.filter((one) => one !== 'absent')).toEqual([]);
    // Who stopped watching meanwhile is not told.
    expect(gone.states).toEqual([]);
  });

  test('the connection died and was replaced: what is saved through the new one is told, and nothing failed', {
    tags: ['SYNC-07'],
  }, async () => {
    const store = newStore();
    await store.ready();
    const { states, look } = watched(store);
    await expect.poll(() => states).toEqual([null]);
    const dead = store.db;
    dead.close();
    await say(store, 'saved after the loss');
    await expect.poll(() => states.at(-1)).toBe('saved after the loss');
    expect(states).not.toContain('failed');
    expect(store.db).not.toBe(dead);
    expect(look.mock.lastCall?.[0]).toBe(store.db);
    await say(store, 'and again');
    await expect.poll(() => states.at(-1)).toBe('and again');
  });

  test('the connection was dead when somebody began to watch: what is there is told all the same', {
    tags: ['SYNC-07'],
  }, async () => {
    const store = newStore();
    await say(store, 'saved before');
    store.db.close();
    const { states } = watched(store);
    await expect.poll(() => states).toContain('saved before');
    expect(states).not.toContain('failed');
  });

  test('who stopped watching is told nothing more', { tags: ['SYNC-07'] }, async () => {
    const store = newStore();
    await store.ready();
    const { states } = watched(store);
    await expect.poll(() => states).toEqual([null]);
    const later = watched(store);
    stops.splice(-2).forEach((stop) => {
      stop();
    });
    await say(store, 'too late');
    const other = watched(store);
    await expect.poll(() => other.states).toEqual(['too late']);
    expect([states, later.states]).toEqual([[null], []]);
  });
});

describe('the view of the queue', () => {
  /** Looks at the disk: each asks in a reading transaction over these three. */
  const looksOf = () => {
    const looks = vi.spyOn(theQueue().store.db, 'transaction');
    return () => looks.mock.calls.filter(([mode]) => mode === 'r').length;
  };
  const watch = () => {
    const tell = vi.fn();
    const stop = queueView.subscribe(tell);
    stops.push(stop);
    return { tell, stop };
  };

  test('a look that failed is told as one of a store that cannot be read, and whoever comes next looks anew', {
    tags: ['SYNC-07', 'SYNC-49'],
  }, async () => {
    await theQueue().store.ready();
    const { db } = theQueue().store;
    const real = db.transaction.bind(db) as (...args: unknown[]) => unknown;
    const looks = vi
      .spyOn(db, 'transaction')
      .mockImplementation(((...args: unknown[]) =>
        args[0] === 'r' ? Promise.reject(new DOMException('lost', 'NotReadableError')) : real(...args)) as never);
    const first = watch();
    await expect.poll(() => queueView.read()).toMatchObject({ broken: 'unreadable', ops: [] });
    expect(first.tell).toHaveBeenCalled();
    looks.mockRestore();
    const second = watch();
    await expect.poll(() => queueView.read()?.broken).toBeUndefined();
    expect(second.tell).toHaveBeenCalled();
    expect(first.tell.mock.calls.length).toBeGreaterThan(1);
  });

  test('two who watch share one look; one more after a change; the last who leaves ends it', {
    tags: ['SYNC-40'],
  }, async () => {
    const { store } = theQueue();
    await store.ready();
    const looks = looksOf();
    const [first, second] = [watch(), watch()];
    expect(queueView.read()).toBeNull();
    await expect.poll(() => queueView.read()).not.toBeNull();
    expect(looks()).toBe(1);
    expect(first.tell).toHaveBeenCalledTimes(1);
    expect(second.tell).toHaveBeenCalledTimes(1);
    // Who comes later finds what was seen, without a look of his own.
    first.stop();
    const third = watch();
    expect(queueView.read()).toMatchObject({ lastSent: null });
    await store.change((tx) => tx.setMeta('last_sent', 7));
    await expect.poll(() => queueView.read()?.lastSent).toBe(7);
    expect(looks()).toBe(2);
    expect(first.tell).toHaveBeenCalledTimes(1);
    expect(third.tell).toHaveBeenCalledTimes(1);
    second.stop();
    third.stop();
    expect(queueView.read()).toBeNull();
  });
});
