/**
 * The key of one person's saved reads on this tablet (security S8): AES-GCM of WebCrypto, made here, which no script can take out. It stands in
 * the database of the reads and goes at sign-out; whatever was sealed with it is nothing then. The platform seals and opens on threads of its own.
 */

import { newUuid } from '#client/uuid.ts';

export interface ReadsKey {
  user_id: string;
  /** Which key a row was sealed with. */
  id: string;
  key: CryptoKey;
}

const IV = 12;

/** An insecure address (a LAN without TLS) has no WebCrypto: nothing is kept there. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined;

export async function newReadsKey(user_id: string): Promise<ReadsKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { user_id, id: newUuid(), key };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** `place`: where it will stand; bytes that are put elsewhere do not open. */
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

/** Rejects for what was not sealed with this key for this place, or was changed since. */
export async function unseal({ key }: ReadsKey, place: string, sealed: Uint8Array<ArrayBuffer>) {
  const [iv, rest] = [sealed.subarray(0, IV), sealed.subarray(IV)];
  const told = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: encoder.encode(place) }, key, rest);
  return new Uint8Array(told);
}

export const sealJson = (key: ReadsKey, place: string, value: unknown) =>
  seal(key, place, encoder.encode(JSON.stringify({ value })));

export async function unsealJson(key: ReadsKey, place: string, sealed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return (JSON.parse(decoder.decode(await unseal(key, place, sealed))) as { value?: unknown }).value;
}

export const utf8Of = (block: Uint8Array<ArrayBuffer> | string) =>
  typeof block === 'string' ? encoder.encode(block) : block;
