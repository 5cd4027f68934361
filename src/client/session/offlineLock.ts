/**
 * The offline lock (B10.11, SYNC rule 42): a stored identity shows its screens for 12 h after its last use in the foreground; then the
 * password is asked here, against a verifier made at sign-in. A lock is about looking only: the queue is neither read nor changed by it.
 */
/** Seconds. */
export const USABLE = 12 * 3_600;
const ROUNDS = 310_000;
/** PBKDF2-SHA-256 of what the server gets as the password; the password itself is kept nowhere. */
export interface Verifier {
  salt: Uint8Array<ArrayBuffer>;
  bits: Uint8Array;
  rounds: number;
}

/** Whether screens are locked. A clock that was put back only lengthens looking (rule 42). Epoch seconds. */
export function isLocked(lastUsed: number, now: number): boolean {
  return now - lastUsed > USABLE;
}

/** null where the browser cannot (an insecure origin): then a lock needs a connection. `hash` from passwordHash(). */
export async function makeVerifier(hash: string): Promise<Verifier | null> {
  if (!globalThis.crypto?.subtle) return null;
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, bits: await derive(hash, salt, ROUNDS), rounds: ROUNDS };
}

/** What a verifier holds of a password. */
export async function derive(hash: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(hash), 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  );
}
