/**
 * Signed calls between this server and an outside service. The signature is the HMAC-SHA256 in hex of `{time}.{body}` over the raw bytes; it is
 * sent as X-Signature beside X-Timestamp (epoch seconds). Each direction has its own secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A received call. */
export interface SignedCall {
  readonly body: Buffer;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/** Seconds that a call may be older or newer than this server's clock. */
export const SIGNED_WINDOW = 300;

function signatureOf(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Checks signature and time; null: both are right. The signature is checked first, so that a stranger learns nothing from an old time. */
export function readSigned(call: SignedCall, secret: string, now: number): 'wrong_signature' | 'too_old' | null {
  const { timestamp = '', signature = '' } = call;
  if (!/^\d{1,11}$/.test(timestamp) || !/^[\da-f]{64}$/.test(signature)) return 'wrong_signature';
  const wanted = Buffer.from(signatureOf(secret, timestamp, call.body), 'hex');
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return 'wrong_signature';
  return Math.abs(now - Number(timestamp)) > SIGNED_WINDOW ? 'too_old' : null;
}

const PATIENCE_MS = 20_000;
const MOST_ANSWERED = 64_000;

/** Sends JSON to a service and returns its JSON. `at`: epoch seconds. Throws if no whole response comes in 20 s, or if it is too long or not JSON. */
export async function askSigned(
  url: string,
  secret: string,
  body: unknown,
  at: number,
): Promise<{ status: number; data: unknown }> {
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    // A redirect is an error, so that our signature never goes to another address.
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
