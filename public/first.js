// Runs before the first paint, so that a dark screen never flashes white. The key is the documents' `config` (SHELL-14, SHELL-15).
try {
  const config = JSON.parse(localStorage.getItem('config') || '{}');
  if (config.theme === 'dark') document.documentElement.dataset.theme = 'dark';
} catch {
  // A broken record means the default: light.
}

// Who is signed in is looked up while the app itself is still on its way; tokenStore.ts takes it from here, and asks by itself where
// nothing came of it. Where somebody is, the files that every screen stands on are sent for at once (vite.config.ts names them); else when somebody
// signs in (client/appFiles.ts).
let { soon = '' } = document.currentScript.dataset;
globalThis.sendForScreens = () => {
  for (const href of soon.split(' ').filter(Boolean))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  soon = '';
};
globalThis.firstSession = new Promise((resolve) => {
  const nothing = () => resolve(undefined);
  try {
    const asked = indexedDB.open('session');
    // There was none yet: tokenStore.ts makes it.
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = nothing;
    asked.onsuccess = () => {
      const db = asked.result;
      try {
        const read = db.transaction('keep').objectStore('keep').get('session');
        read.onerror = nothing;
        read.onsuccess = () => {
          if (read.result) globalThis.sendForScreens();
          resolve(read.result ?? null);
        };
      } catch {
        nothing();
      }
      db.close();
    };
  } catch {
    nothing();
  }
});
