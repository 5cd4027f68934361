/** SYNC rule 44: when a newer worker takes over. The worker's library is simulated; the journey SYNC-44 has a real one. */
import '#tests/support/pageGlobals.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const heard = new Map<string, () => void>();
const skipWaiting = vi.fn();
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: () => void) {
      heard.set(name, listener);
    }
    register = async () => undefined;
    messageSkipWaiting = skipWaiting;
  },
}));
const reload = vi.fn();
const typed = { now: false };
const linked = vi.fn();
vi.mock('#ui/dialogs/unsaved.ts', () => ({
  unsavedStore: { read: () => typed.now, subscribe: () => () => undefined },
}));

/** Loads the module in a page that starts with this worker, or with none, as after a reload past the cache. */
async function page(controller: object | null) {
  vi.stubGlobal('navigator', { serviceWorker: { controller }, onLine: true });
  vi.resetModules();
  const update = await import('#app/update.ts');
  await update.registerWorker();
  return update;
}

beforeEach(() => {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('document', { ...document, createElement: () => ({}), head: { append: linked } });
  linked.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  reload.mockClear();
  typed.now = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('the manifest is linked once if the browser has service workers, and otherwise not', async () => {
  await page(null);
  expect(linked.mock.calls).toEqual([[{ rel: 'manifest', href: '/manifest.webmanifest' }]]);
  linked.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
  const { registerWorker } = await import('#app/update.ts');
  await registerWorker();
  expect(linked).not.toHaveBeenCalled();
});

test('the first worker, and one that another tab accepted, do not reload the page', { tags: ['SYNC-44'] }, async () => {
  const first = await page(null);
  heard.get('controlling')?.();
  expect(first.updateStore.read().state).toBe('none');
  heard.get('controlling')?.();
  expect(first.updateStore.read().state).toBe('replaced');
  expect(reload).not.toHaveBeenCalled();
});

test('a worker that takes over minutes later does not reload a page with typed text', {
  tags: ['SYNC-44'],
}, async () => {
  const { updateStore, acceptUpdate } = await page({});
  heard.get('waiting')?.();
  acceptUpdate();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(updateStore.read().state).toBe('stuck');
  typed.now = true;
  heard.get('controlling')?.();
  expect(reload).not.toHaveBeenCalled();
  expect(updateStore.read().state).toBe('replaced');
});

test('a page that was loaded past the cache, without a worker, takes the update that the person accepted', {
  tags: ['SYNC-44'],
}, async () => {
  const { acceptUpdate } = await page(null);
  heard.get('waiting')?.();
  acceptUpdate();
  expect(skipWaiting).toHaveBeenCalled();
  heard.get('controlling')?.();
  expect(reload).toHaveBeenCalledTimes(1);
});
