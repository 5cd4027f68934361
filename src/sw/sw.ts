/// <reference lib="webworker" />
/** The service worker: caches the app shell and small pictures, never an answer of a call, and sends the queue whenever the browser wakes it (SYNC rules 5, 20, 23). */
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { readSession } from '#client/session/tokenStore.ts';
import { SMALL_PICTURES } from '#domain/pictures.ts';
import { drain } from '#offline/drain/drain.ts';
import { makeNet, NOBODY } from '#offline/drain/net.ts';
import { serverFacts } from '#offline/drain/plainServer.ts';
import { plainEngineOver } from '#offline/plain/engine.ts';
import { clearCache } from '#offline/reads/clearCache.ts';
import { isKeptPicture, pictureReader } from '#offline/reads/pictures.ts';
import { dexieStore, isNewer } from '#offline/store/dexieStore.ts';
import { KEPT_AT_FIRST_USE } from './keptAtFirstUse.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __APP_VERSION__: string;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** The Static Routing API: requests that the browser handles without waking this worker. Browsers without it use the routes below. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?(
    rules: readonly { condition: { urlPattern: string }; source: 'network' | 'fetch-event' | { cacheName: string } }[],
  ): Promise<void>;
}

/** Named after the camera's reader, which was the first of them. */
const FIRST_USE_CACHE = 'code-reader';

self.addEventListener('install', (event: RoutedInstall) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: `${SMALL_PICTURES}/*` }, source: 'fetch-event' },
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    ...KEPT_AT_FIRST_USE.map((name) => ({
      condition: { urlPattern: `/assets/${name}-*` },
      source: 'fetch-event' as const,
    })),
    // File names contain a hash of the content, so a cached file is always correct. A missing file comes from the network.
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } },
  ]);
  routed?.catch(() => undefined);
});

clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//, /^\/health/] }));

registerRoute(
  ({ url }) => KEPT_AT_FIRST_USE.some((name) => url.pathname.startsWith(`/assets/${name}-`)),
  async ({ url, request, event }) => {
    const cache = await caches.open(FIRST_USE_CACHE);
    const stored = await cache.match(url.href, { ignoreVary: true });
    if (stored) return stored;
    const answer = await fetch(request);
    if (answer.ok) (event as ExtendableEvent).waitUntil(keepFile(cache, url, answer.clone()));
    return answer;
  },
);

const readPicture = pictureReader();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isKeptPicture(url.pathname),
  ({ url, request, event }) =>
    readPicture(
      url.href,
      () => fetch(request),
      (work) => (event as ExtendableEvent).waitUntil(work),
    ),
);

/** Stores a file and drops the same file of an earlier release. Without room for it, it is loaded again next time. */
async function keepFile(cache: Cache, url: URL, answer: Response): Promise<void> {
  try {
    await cache.put(url.href, answer);
    const [start = ''] = url.pathname.split('-', 1);
    for (const one of await cache.keys())
      if (one.url !== url.href && new URL(one.url).pathname.startsWith(`${start}-`)) await cache.delete(one);
  } catch {
    // The disk is full.
  }
}

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === 'outbox') sync.waitUntil(flushInWorker());
});

/** A message of the office. Browsers revoke the permission if a push shows nothing, so an unreadable message is shown too. */
self.addEventListener('push', (event) => {
  let notice: { title?: unknown; message?: unknown; ref?: unknown } = {};
  try {
    notice = (event.data?.json() ?? {}) as typeof notice;
  } catch {
    // The data is not from our server.
  }
  const text = (value: unknown, instead: string) => (typeof value === 'string' && value !== '' ? value : instead);
  event.waitUntil(
    self.registration.showNotification(text(notice.title, 'Kasuwa'), {
      body: text(notice.message, 'Open the app to read it.'),
      // A message that arrives twice replaces its first copy.
      tag: text(notice.ref, 'message'),
      icon: '/icons/icon-192.png',
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then((open) => (open[0] ? open[0].focus() : self.clients.openWindow('/'))),
  );
});

/** Sends the queue with the same lock, engine and store as the page. Throws while ops are left, so that the browser retries. */
async function flushInWorker(): Promise<void> {
  const session = await readSession();
  if (!session) return;
  const store = dexieStore('outbox', { makeRoom: clearCache });
  // A store written by newer code is sent only by that code; the browser also wakes the new version's worker.
  if (isNewer(await store.read((tx) => tx.meta('generation')))) return store.db.close();
  const left = await self.navigator.locks.request('outbox-flush', { ifAvailable: true }, async (lock) => {
    if (!lock) return 0;
    const ops = await store.read((tx) => tx.ops());
    const mine = ops.find((op) => op.user_id === session.user_id);
    if (!mine) return 0;
    const net = makeNet({ device_id: mine.device_id, app_version: __APP_VERSION__ });
    const ports = {
      store,
      net,
      clock: { now: () => Date.now() },
      chance: { next: () => Math.random(), uuid: () => crypto.randomUUID() },
      server: { facts: serverFacts, engine: async () => plainEngineOver(NOBODY) },
    };
    const owner = {
      user_id: session.user_id,
      user_name: mine.user_name,
      device_id: mine.device_id,
      app_version: __APP_VERSION__,
    };
    await drain(ports, owner, {});
    const after = await store.read((tx) => tx.ops());
    return after.filter((op) => op.user_id === session.user_id && op.state === 'queued').length;
  });
  store.db.close();
  if (left > 0) throw new Error(`${left} changes still wait`);
}
