/**
 * The offline lock (B10.11, SYNC rule 42): a stored identity may view screens for 12 h after its last use in the foreground. Then this tablet asks
 * for the password and checks it against a verifier made at sign-in. The lock only prevents viewing: the queue is neither read nor changed.
 */
/** How long a stored identity may view screens after its last use, seconds. */
export const USABLE = 12 * 3_600;
const ROUNDS = 310_000;
/** PBKDF2-SHA-256 of the password hash that the server gets. The password itself is stored nowhere. */
export interface Verifier {
  salt: Uint8Array<ArrayBuffer>;
  bits: Uint8Array;
  rounds: number;
}

/** true: the screens are locked. A clock that was set back only lengthens viewing (rule 42). Epoch seconds. */
export function isLocked(lastUsed: number, now: number): boolean {
  return now - lastUsed > USABLE;
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
