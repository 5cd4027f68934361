/** The idempotency key of a write: repeated requests for the same change share one key (B12.7). */

import { useRef } from 'react';
import { CallError } from '#client/callError.ts';
import { newUuid } from '#client/uuid.ts';

export interface IdempotencyKey {
  /**
   * Returns the key for a request. The same body gets the same key until the request is answered. `body` is the call and its input, as any JSON
   * value.
   */
  keyFor: (body: unknown) => string;
  /** The request was answered: the next request gets a new key, even with the same body. */
  done: () => void;
  /**
   * The request failed. A verdict is stored under its key for ever (api.md 1.3), so the next press gets another key. No response, or a request to
   * wait, is not a verdict: the key stays.
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
