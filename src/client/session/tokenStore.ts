/**
 * The session token, in IndexedDB `session` (SEC-02: never localStorage; the service worker needs it too). Written by hand over the
 * browser's own API, because this is asked before the first paint and Dexie is not in the first load.
 */
import type { Verifier } from './offlineLock.ts';

const NAME = 'session';
const STORE = 'keep';

export interface StoredSession {
  token: string;
  user_id: string;
  /** What was asked for at sign-in (B10.7); a sign-in at the lock asks for the same. */
  remember?: boolean;
  /** The profile as last heard: localStorage may lose what was written just before a browser was killed. */
  profile?: unknown;
  /** Epoch seconds by this device: the offline lock counts from here (B10.11). */
  last_used: number;
  /** What a password is checked against while there is no server (B10.11). */
  verifier?: Verifier | null;
  /** Wrong passwords since the last right one. */
  wrong?: number;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The session store could not be opened.'));
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const tx = db.transaction(STORE, mode);
      const request = work(tx.objectStore(STORE));
      tx.oncomplete = () => resolve(request.result);
      tx.onabort = () => reject(tx.error ?? new Error('The session store refused.'));
    });
  } finally {
    db.close();
  }
}

/** Where nothing can be stored (SYNC rules 48, 49) the session lives as long as this page. */
let ofPage: StoredSession | null = null;

const readDisk = () => run('readonly', (store) => store.get('session')) as Promise<StoredSession | undefined>;

/** The stored session, or null. */
export async function readSession(): Promise<StoredSession | null> {
  if (ofPage) return ofPage;
  return (await readDisk().catch(() => undefined)) ?? null;
}

/** Whether nobody is signed in any more; a disk that cannot be read does not say so. */
export async function isSignedOut(): Promise<boolean> {
  if (ofPage) return false;
  return readDisk().then(
    (stored) => stored === undefined,
    () => false,
  );
}

/** What the page's first script (public/boot.js) asked for already; asked anew where nothing came of that. */
export async function firstSession(): Promise<StoredSession | null> {
  const page = globalThis as { firstSession?: Promise<StoredSession | null | undefined> };
  const found = await page.firstSession;
  // It holds a token: not longer than it takes.
  delete page.firstSession;
  return found === undefined ? readSession() : found;
}

export async function writeSession(session: StoredSession): Promise<void> {
  try {
    await run('readwrite', (store) => store.put(session, 'session'));
    ofPage = null;
  } catch {
    ofPage = session;
  }
}

/**
 * Changes the stored session if it is still this token's: another tab may have signed out, or somebody else in, since it was read.
 */
export async function changeSession(token: string, change: Partial<StoredSession>): Promise<void> {
  if (ofPage) {
    if (ofPage.token === token) ofPage = { ...ofPage, ...change };
    return;
  }
  await edit((stored) => (stored?.token === token ? { ...stored, ...change } : undefined)).catch(() => undefined);
}

/** Forgets the session of this token, or whatever stands there. */
export async function clearSession(token?: string): Promise<void> {
  const meant = (stored: StoredSession | null | undefined) => token === undefined || stored?.token === token;
  if (meant(ofPage)) ofPage = null;
  try {
    await edit((stored) => (meant(stored) ? null : undefined));
  } catch (error) {
    // Without a store there is none to clear; where there is one, a token that stays is no sign-out.
    const left = await readSession();
    if (left && meant(left)) throw error;
  }
}

/** Reads and writes in one transaction. `work`: what stands there next; null: nothing; undefined: what stood there. */
async function edit(work: (stored: StoredSession | undefined) => StoredSession | null | undefined): Promise<void> {
  const db = await open();
  try {
    await new Promise<void>((resolve, reject) => {
      const tx = db.transaction(STORE, 'readwrite');
      const store = tx.objectStore(STORE);
      const read = store.get('session');
      read.onsuccess = () => {
        try {
          const next = work(read.result as StoredSession | undefined);
          if (next) store.put(next, 'session');
          else if (next === null) store.delete('session');
        } catch (error) {
          reject(error);
          tx.abort();
        }
      };
      tx.oncomplete = () => resolve();
      tx.onabort = () => reject(tx.error ?? new Error('The session store refused.'));
    });
  } finally {
    db.close();
  }
}
