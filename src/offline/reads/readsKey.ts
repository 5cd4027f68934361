/**
 * The key of one user's saved reads on this tablet (security S8): an AES-GCM key of WebCrypto that no script can export. It is stored in the
 * database of the reads and deleted at sign-out, after which the encrypted data is unreadable. The browser encrypts and decrypts on threads of its
 * own.
 */

import { newUuid } from '#client/uuid.ts';

export interface ReadsKey {
  user_id: string;
  /** The id by which a record names its key. */
  id: string;
  key: CryptoKey;
}

const IV = 12;

/** true: WebCrypto exists. An insecure origin (a LAN without TLS) has none, and nothing is stored there. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined;

/** A new key for the stored answers of a user. The browser does not give out its bytes. */
export async function newReadsKey(user_id: string): Promise<ReadsKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { user_id, id: newUuid(), key };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Encrypts bytes. `place` is where they will be stored: in another place they cannot be decrypted. */
export async function seal({ key }: ReadsKey, place: string, bytes: Uint8Array<ArrayBuffer>) {
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(place) },
    key,
    bytes,
  );
  const whole = new Uint8Array(IV + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), IV);
  return whole;
}

/** Decrypts bytes. Rejects when they were not encrypted with this key for this place, or were changed since. */
export async function unseal({ key }: ReadsKey, place: string, sealed: Uint8Array<ArrayBuffer>) {
  const [iv, rest] = [sealed.subarray(0, IV), sealed.subarray(IV)];
  const decrypted = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(place) },
    key,
    rest,
  );
  return new Uint8Array(decrypted);
}

/** Encrypts a value. `place`: where the result is stored; it opens nowhere else. */
export const sealJson = (key: ReadsKey, place: string, value: unknown) =>
  seal(key, place, encoder.encode(JSON.stringify({ value })));

/** Decrypts the value of `sealJson`. Throws if the key, the place or the bytes are not those of the sealing. */
export async function unsealJson(key: ReadsKey, place: string, sealed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return (JSON.parse(decoder.decode(await unseal(key, place, sealed))) as { value?: unknown }).value;
}

/** The bytes of a block that is stored as text or as bytes. */
export const utf8Of = (block: Uint8Array<ArrayBuffer> | string) =>
  typeof block === 'string' ? encoder.encode(block) : block;
