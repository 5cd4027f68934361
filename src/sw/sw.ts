/// <reference lib="webworker" />
/** The service worker: caches the app's files but never an API response, and sends the queue when the browser wakes it (SYNC rules 5, 20, 23). */
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { readSession } from '#client/session/tokenStore.ts';
import { drain } from '#offline/drain/drain.ts';
import { makeNet } from '#offline/drain/net.ts';
import { clearCache } from '#offline/reads/cacheRoom.ts';
import { dexieStore, isNewer } from '#offline/store/dexieStore.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __APP_VERSION__: string;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** The Static Routing API lets the browser serve requests without starting this worker. In browsers without it, the routes below do the same. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?(
    rules: readonly { condition: { urlPattern: string }; source: 'network' | { cacheName: string } }[],
  ): Promise<void>;
}

self.addEventListener('install', (event: RoutedInstall) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    // File names contain a hash of the content, so a cached file is always right; a missing file comes from the network.
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } },
  ]);
  routed?.catch(() => undefined);
});

clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//, /^\/health/] }));

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === 'outbox') sync.waitUntil(flushInWorker());
});

/** Shows a push message. A browser withdraws the permission if a push shows nothing, so an unreadable one is shown too. */
self.addEventListener('push', (event) => {
  let told: { title?: unknown; message?: unknown; ref?: unknown } = {};
  try {
    told = (event.data?.json() ?? {}) as typeof told;
  } catch {
    // The message was not made by our server.
  }
  const text = (value: unknown, instead: string) => (typeof value === 'string' && value !== '' ? value : instead);
  event.waitUntil(
    self.registration.showNotification(text(told.title, 'Kasuwa'), {
      body: text(told.message, 'Open the app to read it.'),
      // A message that arrives twice replaces itself.
      tag: text(told.ref, 'message'),
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

/** Sends the queue with the same lock, flusher and outbox as the page. Throws while ops are left, so that the browser wakes the worker again. */
async function flushInWorker(): Promise<void> {
  const session = await readSession();
  if (!session) return;
  const store = dexieStore('outbox', { makeRoom: clearCache });
  // An outbox of newer code must be sent by that code (rule 45); the browser also wakes the worker of the new version.
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
