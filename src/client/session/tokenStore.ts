/**
 * Stores the session token in the IndexedDB database `session` (SEC-02: never localStorage; the service worker needs it too). Written over the
 * browser's own API, because the token is read before the first paint and Dexie is not in the first load.
 */
import { adoptStoredRecord, recordToStore, type ServerRecord } from '../server/where.ts';
import type { Verifier } from './verifier.ts';

const NAME = 'session';
const STORE = 'keep';

export interface StoredSession {
  token: string;
  user_id: string;
  /** The choice "remember" of the sign-in (B10.7). A sign-in at the lock screen uses the same. */
  remember?: boolean;
  /** The last profile from the server, because localStorage may lose data written just before the browser was killed. */
  profile?: unknown;
  /** Last use, epoch seconds of this device; the offline lock counts from here (B10.11). */
  last_used: number;
  /** The verifier against which a password is checked while there is no server (B10.11). */
  verifier?: Verifier | null;
  /** The number of wrong passwords since the last right one. */
  wrong?: number;
}

/** Opens the database of the session. Rejects where the browser stores nothing. */
export function openSessionDb(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Reads the session on the disk and writes it in the same transaction. `work` returns the next session; null: delete it; undefined: keep it. Resolves
 * with the session that was there, once the disk has the next one.
 */
async function inStore(
  mode: IDBTransactionMode,
  work: (stored: StoredSession | undefined) => StoredSession | null | undefined,
): Promise<StoredSession | undefined> {
  const db = await openSessionDb();
  try {
    return await new Promise((resolve, reject) => {
      const tx = db.transaction(STORE, mode);
      const store = tx.objectStore(STORE);
      const server: IDBRequest<ServerRecord | undefined> = store.get('server');
      const read: IDBRequest<StoredSession | undefined> = store.get('session');
      read.onsuccess = () => {
        adoptStoredRecord(server.result, read.result !== undefined);
        try {
          const next = work(read.result);
          if (next) {
            store.put(next, 'session');
            store.put(recordToStore(server.result), 'server');
          } else if (next === null) store.delete('session');
        } catch (error) {
          reject(error);
          tx.abort();
        }
      };
      tx.oncomplete = () => resolve(read.result);
      tx.onabort = () => reject(tx.error);
    });
  } finally {
    db.close();
  }
}

/** The session in memory: where nothing can be stored, it lasts as long as this page (SYNC rules 48, 49). */
let ofPage: StoredSession | null = null;

/** The stored session. null: nobody is signed in; undefined: the disk cannot be read. */
export async function readSession(): Promise<StoredSession | null | undefined> {
  if (ofPage) return ofPage;
  return inStore('readonly', () => undefined).then(
    (stored) => stored ?? null,
    () => undefined,
  );
}

/** The session that the page's first script (public/boot.js) already read; read again if that failed. */
export async function firstSession(): Promise<StoredSession | null | undefined> {
  const page = globalThis as { firstSession?: ReturnType<typeof readSession>; firstServer?: ServerRecord };
  const found = await page.firstSession;
  adoptStoredRecord(page.firstServer, !!found);
  // The global holds a token, so it is deleted at once.
  delete page.firstSession;
  return found === undefined ? readSession() : found;
}

export async function writeSession(session: StoredSession): Promise<void> {
  try {
    await inStore('readwrite', () => session);
    ofPage = null;
  } catch {
    ofPage = session;
  }
}

/** Changes the stored session if it still has this token: another tab may have signed out or signed in another user since. */
export async function changeSession(token: string, change: Partial<StoredSession>): Promise<void> {
  if (ofPage) {
    if (ofPage.token === token) ofPage = { ...ofPage, ...change };
    return;
  }
  await inStore('readwrite', (stored) => (stored?.token === token ? { ...stored, ...change } : undefined)).catch(
    () => undefined,
  );
}

/** Deletes the stored session if it has this token (null: no session has), or any session without `token`. Rejects when it could not be deleted. */
export async function clearSession(token?: string | null): Promise<void> {
  const meant = (stored: StoredSession | null | undefined) => token === undefined || stored?.token === token;
  if (meant(ofPage)) ofPage = null;
  try {
    await inStore('readwrite', (stored) => (meant(stored) ? null : undefined));
  } catch (error) {
    // Without a store there is no session to clear. With one, a token that stays on disk means that the sign-out failed.
    const left = await readSession();
    if (left && meant(left)) throw error;
  }
}
