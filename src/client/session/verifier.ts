/** Checks a password while there is no server (offlineLock.ts). Not in the first load. */
const ROUNDS = 310_000;
/** PBKDF2-SHA-256 of the password hash that the server gets. The password itself is stored nowhere. */
export interface Verifier {
  salt: Uint8Array<ArrayBuffer>;
  bits: Uint8Array;
  rounds: number;
}

/** Makes a verifier; null where the browser cannot (an insecure origin), and opening the lock then needs a connection. `hash` from passwordHash(). */
export async function makeVerifier(hash: string): Promise<Verifier | null> {
  if (!globalThis.crypto?.subtle) return null;
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, bits: await derive(hash, salt, ROUNDS), rounds: ROUNDS };
}

/** The bits that a verifier stores for a password. */
export async function derive(hash: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(hash), 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  );
}
