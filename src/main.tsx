import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { registerWorker } from '#app/update.ts';
import { askToKeep } from '#client/durable.ts';
import { contactStore, watchConnection } from '#client/online.ts';
import { keepReadsIn } from '#client/queries.ts';
import { sessionStore, startSession } from '#client/session.ts';
import { readLongWith } from '#client/transport.ts';

const userId = () => sessionStore.read().profile?.user_id ?? null;
// Dexie comes with the first read, not with the first paint.
const silent = () => !contactStore.read().online;
const saved = import('#offline/savedReads.ts').then((kept) => {
  readLongWith(kept.askLong);
  // Old reads are let go when there is time.
  setTimeout(() => void kept.forgetOldReads(), 20_000);
  return kept.savedReads(userId, silent);
});
keepReadsIn({
  through: async (key, read) => (await saved).through(key, read),
  stale: async () => (await saved).stale(),
  clear: async () => (await saved).clear(),
});

watchConnection();
window.addEventListener('appinstalled', () => void askToKeep());
void startSession();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
void registerWorker();
