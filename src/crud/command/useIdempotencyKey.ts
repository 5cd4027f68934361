/** The key of a write: one for one thing asked for, however often it is asked (B12.7). */

import { useRef } from 'react';
import { CallError } from '#client/callError.ts';
import { newUuid } from '#client/uuid.ts';

export interface IdempotencyKey {
  /** The same body asked again before it was answered carries the same key. `body`: call and input, as anything JSON can say. */
  keyFor: (body: unknown) => string;
  /** Answered: the next one is new, also when it says the same. */
  done: () => void;
  /** A verdict is the answer of its key for ever (API.md 1.3), so the next press has another; silence, or being told to wait, is none. */
  failed: (error: unknown) => void;
}

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
