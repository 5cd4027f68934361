/**
 * Calls between this server and a service outside, signed over their raw bytes: HMAC-SHA256 in hex of `{time}.{body}`, sent as X-Signature
 * beside X-Timestamp (epoch seconds). Both directions have a secret of their own.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A call as it came in. */
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

/** null: it is what the holder of the secret sent, just now. The signature is looked at first: an old time tells a stranger nothing. */
export function readSigned(call: SignedCall, secret: string, now: number): 'wrong_signature' | 'too_old' | null {
  const { timestamp = '', signature = '' } = call;
  if (!/^\d{1,11}$/.test(timestamp) || !/^[\da-f]{64}$/.test(signature)) return 'wrong_signature';
  const wanted = Buffer.from(signatureOf(secret, timestamp, call.body), 'hex');
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return 'wrong_signature';
  return Math.abs(now - Number(timestamp)) > SIGNED_WINDOW ? 'too_old' : null;
}

const PATIENCE_MS = 20_000;
const MOST_ANSWERED = 64_000;

/** Asks a service: JSON in, JSON out. `at`: epoch seconds. Throws where no whole answer comes within 20 s or it is no JSON. */
export async function askSigned(
  url: string,
  secret: string,
  body: unknown,
  at: number,
): Promise<{ status: number; data: unknown }> {
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    // A gateway that sends us elsewhere is not asked there with our secret's signature.
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
