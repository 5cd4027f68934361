/**
 * Signed requests between this server and an external service. The signature is the HMAC-SHA256 in hex of `{time}.{body}`, sent as X-Signature beside
 * X-Timestamp (epoch seconds). Each direction has its own secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed request as received. */
export interface SignedCall {
  readonly body: Buffer;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/** The largest difference between X-Timestamp and this server's clock, in seconds. */
export const SIGNED_WINDOW = 300;

function signatureOf(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/**
 * Verifies a signed request; null means that it is valid and recent. The signature is checked first, so that only the holder of the secret learns
 * that a time is too old.
 */
export function readSigned(call: SignedCall, secret: string, now: number): 'wrong_signature' | 'too_old' | null {
  const { timestamp = '', signature = '' } = call;
  if (!/^\d{1,11}$/.test(timestamp) || !/^[\da-f]{64}$/.test(signature)) return 'wrong_signature';
  const wanted = Buffer.from(signatureOf(secret, timestamp, call.body), 'hex');
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return 'wrong_signature';
  return Math.abs(now - Number(timestamp)) > SIGNED_WINDOW ? 'too_old' : null;
}

const PATIENCE_MS = 20_000;
const MOST_ANSWERED = 64_000;

/**
 * Sends a signed JSON request and returns the JSON response. `at` is in epoch seconds. Throws if no complete response arrives within 20 s, or if it
 * is no JSON.
 */
export async function askSigned(
  url: string,
  secret: string,
  body: unknown,
  at: number,
): Promise<{ status: number; data: unknown }> {
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    // Redirects are refused, so that our signature never goes to another address.
    redirect: 'error',
    headers: {
      'Content-Type': 'application/json',
      'X-Timestamp': String(at),
      'X-Signature': signatureOf(secret, String(at), text),
    },
    body: text,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answered = await response.text();
  if (answered.length > MOST_ANSWERED) throw new Error('The answer is too long.');
  return { status: response.status, data: answered === '' ? null : (JSON.parse(answered) as unknown) };
}
