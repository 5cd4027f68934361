/**
 * The key with which this tablet signs handovers for a person (decision 0671). It stands beside the session in IndexedDB. Its private half is made so that it
 * cannot leave the browser: the disk holds a handle and no bytes.
 */
import { CallError } from '#client/callError.ts';
import { openKeep } from '#client/session/tokenStore.ts';
import { callApi } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { registerKey } from '#contract/handover/handoverCalls.ts';
import type { SignedText } from '#contract/handover/papers.ts';
import { type KeyPair, newPair, publicText } from '#domain/handover/signing.ts';
import { DAY } from '#domain/time.ts';

export interface DeviceKey {
  keys: KeyPair;
  /** The server's word that the key is this person's. */
  certificate: SignedText;
  /** The public key of the site, by which papers of others are read. */
  site: string;
  /** Until when the certificate is good, and when it was given, epoch seconds. */
  until: number;
  at: number;
  /** The person's record as an associate; null: there is none. */
  associate: string | null;
}

const nameOf = (userId: string) => `handover ${userId}`;

async function inKeep<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openKeep();
  try {
    return await new Promise<T>((resolve, reject) => {
      const tx = db.transaction('keep', mode, { durability: 'strict' });
      const asked = work(tx.objectStore('keep'));
      tx.oncomplete = () => resolve(asked.result);
      tx.onabort = () => reject(tx.error);
    });
  } finally {
    db.close();
  }
}

/** The key of this person on this tablet; null: there is none yet, or the disk cannot be read. */
export const keyHere = (userId: string): Promise<DeviceKey | null> =>
  inKeep<DeviceKey | undefined>('readonly', (store) => store.get(nameOf(userId))).then(
    (found) => found ?? null,
    () => null,
  );

const register = async (keys: KeyPair) =>
  callApi(registerKey, { public_key: await publicText(keys.publicKey) }, { key: newUuid() });

/**
 * Makes the key, or has its certificate renewed where that is older than a day. It needs the server. Resolves with the key that the tablet has afterwards;
 * without an answer that is the one of before. Throws where the server refuses.
 */
export async function renewKey(userId: string, now = Math.floor(Date.now() / 1_000)): Promise<DeviceKey | null> {
  const known = await keyHere(userId);
  if (known && now - known.at < DAY && known.until > now) return known;
  let keys = known?.keys ?? (await newPair(false));
  let told: Awaited<ReturnType<typeof register>>;
  try {
    told = await register(keys);
  } catch (error) {
    if (!(error instanceof CallError)) return known;
    // It was revoked, or belongs to a database of before.
    if (error.word !== 'bad_transition' || !known) throw error;
    keys = await newPair(false);
    told = await register(keys);
  }
  const made: DeviceKey = { keys, ...told, at: now };
  await inKeep('readwrite', (store) => store.put(made, nameOf(userId)));
  return made;
}
