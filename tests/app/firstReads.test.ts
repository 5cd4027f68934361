/** How long the first drawing waits for the first reads of its screen (goal 6). */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstReads } from '#app/firstReads.ts';
import { noteAnswer, noteNoAnswer } from '#client/online.ts';
import { signIn } from '#client/session/signIn.ts';
import { signOut } from '#client/session/signOut.ts';
import type { Preload } from '#crud/routes.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';

vi.stubGlobal('location', { reload: () => undefined, pathname: '/inventory/shipment/in', search: '?asked=7' });
const role = { role: 'warehouse.officer', permissions: ['receive_shipment'] };
vi.stubGlobal('fetch', async () => {
  const profile = { _id: 'm1', user_id: 'ada', name: 'Ada', email: 'ada@example.test', seller: null, ...role };
  return ourAnswer({ code: 200, message: 'OK', data: { token: 't0ken', profile, ...role } });
});

/**
 * Starts at a screen that needs the permissions `needs` and whose file is `file`. The person is signed in unless `signedIn` is false. `drawnAfter` waits
 * some ms and returns whether the screen is drawn.
 */
async function start(file: () => Promise<Preload | undefined>, needs: string[] = [], signedIn = true) {
  const load = vi.fn(async () => undefined);
  const staticData = { needs, preload: file };
  let drawn = false;
  await signOut();
  const router = { getMatchedRoutes: () => [[{ options: { staticData } }]], load };
  const waits = firstReads(router as unknown as Parameters<typeof firstReads>[0]).then(() => {
    drawn = true;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await (signedIn ? signIn('ada@example.test', 'hub1-Passw0rd', true) : signOut());
  const drawnAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return drawn;
  };
  return { waits, drawnAfter, load };
}
const never = new Promise<never>(() => undefined);

beforeEach(() => noteAnswer(null));
afterEach(() => void vi.useRealTimers());

describe('the first drawing does not wait', { tags: ['SHELL-17'] }, () => {
  test('for a screen that this person may not see, and reads nothing of it', async () => {
    const reads = vi.fn(() => never);
    const { waits } = await start(() => Promise.resolve(reads), ['manage_settings']);
    await waits;
    expect(reads).not.toHaveBeenCalled();
  });

  test('if nobody is signed in', async () => {
    const reads = vi.fn(() => never);
    const { waits } = await start(() => Promise.resolve(reads), [], false);
    await waits;
    expect(reads).not.toHaveBeenCalled();
  });

  test('for reads that fail, for a file without reads, and for a file that fails', async () => {
    await (await start(() => Promise.resolve(() => Promise.reject(new Error('no answer'))))).waits;
    vi.useRealTimers();
    await (await start(() => Promise.resolve(undefined))).waits;
    vi.useRealTimers();
    await (await start(() => Promise.reject(new Error('no file')))).waits;
  });
});

describe('the first drawing waits', { tags: ['SHELL-17'] }, () => {
  test('at most 300 ms for a file that does not come', async () => {
    const { drawnAfter } = await start(() => never);
    expect([await drawnAfter(290), await drawnAfter(20)]).toEqual([false, true]);
  });

  test('at most 200 ms for an answer, because the line may hang', async () => {
    const { drawnAfter } = await start(() => Promise.resolve(() => never));
    expect([await drawnAfter(190), await drawnAfter(20)]).toEqual([false, true]);
  });

  test('at most 600 ms for the saved copy, if no server answers', async () => {
    const { drawnAfter } = await start(() => Promise.resolve(() => never));
    noteNoAnswer();
    expect([await drawnAfter(590), await drawnAfter(20)]).toEqual([false, true]);
  });

  test('for answers that come soon; they are read for the address and the signed-in person, while the route loads', async () => {
    const reads = vi.fn(async (search: URLSearchParams, me: string) =>
      expect([search.get('asked'), me]).toEqual(['7', 'ada']),
    );
    const { waits, load } = await start(() => Promise.resolve(reads), ['receive_shipment']);
    await waits;
    expect([reads.mock.calls.length, load.mock.calls.length]).toEqual([1, 1]);
  });
});
