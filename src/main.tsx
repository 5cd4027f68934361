import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { firstReads } from '#app/firstReads.ts';
import { makeRouter } from '#app/router.tsx';
import { registerWorker } from '#app/update.ts';
import { requestPersistence } from '#client/durable.ts';
import { contactStore, watchConnection } from '#client/online.ts';
import { type ReadStore, setReadStore } from '#client/reads/queries.ts';
import { setPlainServer } from '#client/server/plainServer.ts';
import { startSession } from '#client/session/session.ts';
import { sessionStore } from '#client/session/state.ts';
import { setLongReader } from '#client/transport.ts';
import { whenIdle } from '#client/whenIdle.ts';

// The router comes first, because it starts loading the screen of this address.
const router = makeRouter();

const userId = () => sessionStore.read().profile?.user_id ?? null;
// Dexie loads with the first read, and not with the first paint.
const silent = () => !contactStore.read().online;
let coming: Promise<ReadStore> | null = null;
const saved = () => {
  coming ??= import('#offline/reads/savedReads.ts').then((kept) => {
    setLongReader(kept.requestLong);
    // Old reads are deleted later, when there is time.
    setTimeout(() => void kept.forgetOldReads(), 20_000);
    return kept.savedReads(userId, silent);
  });
  // If a file did not load, the next read loads it again. Until then reads work without it.
  return coming.catch(() => {
    coming = null;
    return null;
  });
};
void saved();
setReadStore({
  through: async (key, read, ways) => {
    const kept = await saved();
    return kept ? kept.through(key, read, ways) : { data: await read(), at: Date.now(), copy: false };
  },
  stale: async () => (await saved())?.stale(),
  clear: async () => (await saved())?.clear(),
});

setPlainServer(() => import('#client/plain/plainCall.ts'));
watchConnection();
window.addEventListener('appinstalled', () => void requestPersistence());
const drawable = firstReads(router);
// Until the user is known, the page shows its own content (index.html, SHELL-17).
const known = sessionStore.subscribe(() => {
  const root = document.getElementById('root');
  if (!root || sessionStore.read().state === 'starting') return;
  known();
  void drawable.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
});
void startSession();
// A new version is not registered during a start. After 20 seconds it is, even if the start has not ended.
const started = Promise.race([drawable, new Promise((resolve) => setTimeout(resolve, 20_000))]);
void started.then(() =>
  whenIdle(() => {
    void registerWorker();
    void import('#client/server/findServer.ts').then(({ findServer }) => findServer()).catch(() => undefined);
  }),
);
