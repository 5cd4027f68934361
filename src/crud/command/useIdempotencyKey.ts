/** The idempotency key of a write: one key per request, however often it is sent (B12.7). */

import { useRef } from 'react';
import { CallError } from '#client/callError.ts';
import { newUuid } from '#client/uuid.ts';

export interface IdempotencyKey {
  /** The key for a request. The same body gets the same key until the request is answered. `body`: call and input, as JSON-serialisable data. */
  keyFor: (body: unknown) => string;
  /** The request was answered, so the next request gets a new key even if its body is the same. */
  done: () => void;
  /**
   * After a verdict the next request gets a new key, because a key keeps its answer for ever (API.md 1.3). After no response, or a request to wait,
   * the key stays.
   */
  failed: (error: unknown) => void;
}

/** The idempotency key of one form or button: it keeps the last key until the request is answered. */
export function useIdempotencyKey(): IdempotencyKey {
  const last = useRef({ print: '', key: '' });
  const done = () => {
    last.current = { print: '', key: '' };
  };
  return {
    keyFor(body) {
      const print = JSON.stringify(body);
      if (last.current.print !== print) last.current = { print, key: newUuid() };
      return last.current.key;
    },
    done,
    failed(error) {
      if (error instanceof CallError && error.settled) done();
    },
  };
}
