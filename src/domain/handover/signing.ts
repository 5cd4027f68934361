/** Signs texts with ECDSA P-256 over SHA-256, by the Web Crypto of browsers and of Node. Keys and signatures travel as base64url without padding. */

/** A key as Web Crypto holds it; the types of the browser and of Node have one name each for it. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1];
export interface KeyPair {
  publicKey: SigningKey;
  privateKey: SigningKey;
}

const KIND = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const HOW = { name: 'ECDSA', hash: 'SHA-256' } as const;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** null: it is no base64url. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A new pair. `extractable`: the private half may leave the browser; a tablet's never does. */
export const newPair = (extractable: boolean): Promise<KeyPair> =>
  crypto.subtle.generateKey(KIND, extractable, ['sign', 'verify']);

/** The public half, 65 bytes (an uncompressed point) as base64url. */
export const publicText = async (key: SigningKey): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', key)));

/** The private half as JSON, of a pair that is extractable. */
export const privateText = async (key: SigningKey): Promise<string> =>
  JSON.stringify(await crypto.subtle.exportKey('jwk', key));

export const privateKey = (text: string): Promise<SigningKey> =>
  crypto.subtle.importKey('jwk', JSON.parse(text), KIND, false, ['sign']);

/** Whether the text is a public key of this kind. */
export const isPublicKey = async (text: string): Promise<boolean> => (await publicKey(text)) !== null;

async function publicKey(text: string): Promise<SigningKey | null> {
  const raw = fromBase64(text);
  if (raw?.length !== 65) return null;
  return crypto.subtle.importKey('raw', raw, KIND, false, ['verify']).catch(() => null);
}

/** The signature of a text, 64 bytes as base64url. */
export async function signText(key: SigningKey, text: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.sign(HOW, key, new TextEncoder().encode(text))));
}

/** false also for a key or a signature that is none. */
export async function isSignedBy(signer: string, text: string, mark: string): Promise<boolean> {
  const key = await publicKey(signer);
  const signature = fromBase64(mark);
  return (
    key !== null && signature !== null && crypto.subtle.verify(HOW, key, signature, new TextEncoder().encode(text))
  );
}

/** SHA-256 of a text, lower-case hex. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
