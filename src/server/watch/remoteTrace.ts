/** The trace that a request belongs to, by its headers. */

export interface RemoteTrace {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits; null: the caller made none. */
  readonly spanId: string | null;
  /** Whether the caller keeps this trace; null: the server decides. */
  readonly sampled: boolean | null;
  /** The trace has the id of the request's Idempotency-Key. */
  readonly fromKey: boolean;
}

const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The W3C header `traceparent` comes first. A request without one whose key is a UUID has the key's 32 digits: the tablet made the key at the tap and sends
 * it with every try, so all tries of a tap are one trace, and the browser sends no byte more. A header that cannot be read is as none.
 */
export function remoteTrace(headers: Readonly<Record<string, string | undefined>>): RemoteTrace | null {
  const [, traceId, spanId = null, flags = ''] = PARENT.exec(headers.traceparent ?? '') ?? [];
  if (traceId) return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, fromKey: false };
  const key = headers['idempotency-key'] ?? '';
  if (!UUID.test(key)) return null;
  const digits = key.replaceAll('-', '').toLowerCase();
  return /^0+$/.test(digits) ? null : { traceId: digits, spanId: null, sampled: null, fromKey: true };
}
