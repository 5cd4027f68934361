// Runs before the first paint, so that a dark screen never flashes white and no row changes its height. The key is the documents' `config` (SHELL-14, SHELL-15).
try {
  const config = JSON.parse(localStorage.getItem('config') || '{}');
  if (config.theme === 'dark' || (config.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches))
    document.documentElement.dataset.theme = 'dark';
  if (config.density) document.documentElement.dataset.density = config.density;
} catch {
  // A broken record means the default: light.
}

// A file of the start that does not come leaves the page bare, and nobody else is there yet to say so. What stands here goes with the app's first drawing.
const bareNow = () => document.querySelector('#root > [aria-label="Loading"]');
let said;
function sayOnBarePage(text) {
  if (said) {
    said.textContent = text;
    return;
  }
  said = Object.assign(document.createElement('p'), { className: 'px-6 pt-14 text-center', textContent: text });
  const again = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'mx-auto mt-3 block min-h-tap px-4 font-semibold text-accent',
    textContent: 'Try again',
    onclick: () => location.reload(),
  });
  bareNow().append(said, again);
}
// Nothing is typed here: the page is loaded anew as soon as the server answers, later each time, as the file may stay away all the same.
let times;
function brokeOff() {
  if (times !== undefined || !bareNow()) return;
  // Where nothing may be kept, always as late as it gets.
  times = 5;
  try {
    const [before, at] = JSON.parse(sessionStorage.getItem('anew') || '[0,0]');
    times = Date.now() - at < 600_000 ? Math.min(before, 5) : 0;
  } catch {}
  sayOnBarePage(
    times
      ? 'The app could not be loaded. It is tried again automatically.'
      : "You're offline. Please reconnect and try again.",
  );
  setTimeout(look, 5_000 * 2 ** times);
}
async function look() {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (!bareNow()) return;
    if (answer.ok) {
      try {
        sessionStorage.setItem('anew', JSON.stringify([times + 1, Date.now()]));
      } catch {}
      location.reload();
      return;
    }
  } catch {}
  setTimeout(look, 5_000);
}
addEventListener(
  'error',
  ({ target }) => {
    // What an extension puts into the page is none of ours.
    if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/`)) return;
    if (document.body) brokeOff();
    else addEventListener('DOMContentLoaded', brokeOff);
  },
  true,
);
setTimeout(() => {
  if (bareNow() && !said) sayOnBarePage('Still loading. On a slow line this takes a while.');
}, 20_000);

// Who is signed in is looked up while the app itself is still on its way; tokenStore.ts takes it from here, and asks by itself where
// nothing came of it. Where somebody is, the files that every screen stands on are sent for at once (vite.config.ts names them), unless a worker has
// them at hand; the sign-in sends for them by itself, once it is drawn (WaitingHere.tsx).
const { soon = '', font = '' } = document.currentScript.dataset;
// The typeface is sent for early where the worker has it at hand; on a first visit it would take the line from the app (decision 0233).
if (font && navigator.serviceWorker?.controller)
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: '', href: font }),
  );
function sendForScreens() {
  for (const href of soon.split(' ').filter(Boolean))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
}
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
        const keep = db.transaction('keep').objectStore('keep');
        const server = keep.get('server');
        const read = keep.get('session');
        read.onerror = nothing;
        read.onsuccess = () => {
          globalThis.firstServer = server.result;
          if (read.result && !navigator.serviceWorker?.controller) sendForScreens();
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
// The typeface takes the place of its stand-in where that moves nothing: on the sign-in, and where it comes later with the next screen that is opened. On a
// screen with rows it would move lines (decision 0292).
globalThis.firstSession.then(async (session) => {
  if (!font || navigator.serviceWorker?.controller) return;
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  try {
    const face = await new FontFace('Kasuwa', `url(${font})`, { weight: '400 700' }).load();
    const use = () => document.fonts.add(face);
    if (!session && location.pathname === '/login') use();
    else navigation.addEventListener('navigate', use, { once: true });
  } catch {}
});
