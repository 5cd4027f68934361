/** SYNC rule 48: the cache gives way before the queue has to ask for room. The browser's estimate is the test's own. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { readyQueue, theQueue } from '#offline/queue.ts';
import * as savedReads from '#offline/reads/savedReads.ts';

vi.mock('#offline/reads/savedReads.ts', () => ({ forgetAllReads: vi.fn(async () => undefined) }));
const { forgetAllReads } = savedReads;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(forgetAllReads).mockClear();
});

const start = async (estimate?: () => Promise<object>) => {
  // With locks: where there are none, nothing is kept at all (rule 49).
  vi.stubGlobal('navigator', { locks: {}, storage: estimate ? { estimate } : undefined });
  await readyQueue();
  theQueue().store.db.close();
  return vi.mocked(forgetAllReads).mock.calls.length;
};

const MB = 1_000_000;
test.each([
  ['plenty', 10 * MB, 1_000 * MB, 0],
  ['a byte below 80 %', 800 * MB - 1, 1_000 * MB, 0],
  ['80 %', 800 * MB, 1_000 * MB, 1],
  ['20 MB left, of a small place', 40 * MB, 60 * MB, 0],
  ['a byte below 20 MB left', 40 * MB + 1, 60 * MB, 1],
  ['nothing is said of the place', 40 * MB, 0, 0],
])('%s: %i of %i bytes', { tags: ['SYNC-48'] }, async (_what, usage, quota, cleared) => {
  expect(await start(async () => ({ usage, quota }))).toBe(cleared);
});

test('a browser that says nothing, or fails at it: the queue opens, and nothing is given up', {
  tags: ['SYNC-48'],
}, async () => {
  expect(await start()).toBe(0);
  expect(await start(async () => ({}))).toBe(0);
  expect(await start(() => Promise.reject(new Error('no')))).toBe(0);
});
