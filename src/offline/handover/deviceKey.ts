/**
 * The key with which this tablet signs handovers for a person (decision 0671). IndexedDB stores it beside the session. The private key is not extractable: the
 * disk holds a handle and no bytes.
 */
import { CallError } from '#client/callError.ts';
import { openSessionDb } from '#client/session/tokenStore.ts';
import { callApi } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { registerKey } from '#contract/handover/handoverCalls.ts';
import type { SignedText } from '#contract/handover/papers.ts';
import { type KeyPair, newPair, publicText } from '#domain/handover/signing.ts';
import { DAY } from '#domain/time.ts';

export interface DeviceKey {
  keys: KeyPair;
  /** The server's certificate that the key belongs to this person. */
  certificate: SignedText;
  /** The public key of the site, which verifies certificates of other tablets. */
  site: string;
  /** When the certificate expires, and when it was issued, epoch seconds. */
  until: number;
  at: number;
  /** The person's record as a delivery associate; null: the person is none. */
  associate: string | null;
}

const nameOf = (userId: string) => `handover ${userId}`;

/** Runs one request on the store beside the session. Resolves when the change is on the disk. */
export async function withSessionStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await openSessionDb();
  try {
    return await new Promise<T>((resolve, reject) => {
      const tx = db.transaction('keep', mode, { durability: 'strict' });
      const request = work(tx.objectStore('keep'));
      tx.oncomplete = () => resolve(request.result);
      tx.onabort = () => reject(tx.error);
    });
  } finally {
    db.close();
  }
}

/** The stored key of this person on this tablet; null: there is none yet, or the disk cannot be read. */
export const storedDeviceKey = (userId: string): Promise<DeviceKey | null> =>
  withSessionStore<DeviceKey | undefined>('readonly', (store) => store.get(nameOf(userId))).then(
    (found) => found ?? null,
    () => null,
  );

const register = async (keys: KeyPair) =>
  callApi(registerKey, { public_key: await publicText(keys.publicKey) }, { key: newUuid() });

/**
 * Creates the key, or renews a certificate that is older than a day. Both need the server. Resolves with the stored key afterwards; without an answer that is
 * the previous key. Throws when the server refuses.
 */
export async function renewKey(userId: string, now = Math.floor(Date.now() / 1_000)): Promise<DeviceKey | null> {
  const known = await storedDeviceKey(userId);
  if (known && now - known.at < DAY && known.until > now) return known;
  let keys = known?.keys ?? (await newPair(false));
  let registered: Awaited<ReturnType<typeof register>>;
  try {
    registered = await register(keys);
  } catch (error) {
    if (!(error instanceof CallError)) return known;
    // The key was revoked, or belongs to a previous database.
    if (error.word !== 'bad_transition' || !known) throw error;
    keys = await newPair(false);
    registered = await register(keys);
  }
  const made: DeviceKey = { keys, ...registered, at: now };
  await withSessionStore('readwrite', (store) => store.put(made, nameOf(userId)));
  return made;
}
