/**
 * Decides when the queue is sent (rules 20, 23). One flusher runs at a time over all tabs and the service worker. Many events wake it; none of them is
 * required.
 */

import type { DrainOptions, Pass, Ports, QueueOwner } from '../store/ports.ts';
import { drain } from './drain.ts';

const LOCK = 'outbox-flush';

/** Runs `work` under the lock if the lock is free. null: another tab holds it. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T | null>;

// The lock only saves work: keys ensure that no change takes effect twice (rule 20). A browser without locks has no queue (rule 49).
export const webLock: WithLock = async (work) =>
  navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : null));

export interface Flusher {
  flush(options?: DrainOptions): Promise<void>;
  /** Starts the triggers and returns the function that stops them. */
  start(): () => void;
}

export interface FlusherParts {
  ports: Ports;
  owner: () => QueueOwner | null;
  lock: WithLock;
  /** Runs before a pass reads the queue. */
  before?: (forced: boolean) => Promise<void>;
  onPass?: (pass: Pass) => void;
  /** Registers Background Sync, which is only a hint (rule 23): its failure is ignored. */
  registerSync?: () => void;
}

/** Makes the flusher of this page or worker. A request that arrives while a pass runs starts another pass behind it. */
export function makeFlusher({ ports, owner, lock, before, onPass, registerSync }: FlusherParts): Flusher {
  let again: DrainOptions | null = null;
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = async (options: DrainOptions = {}): Promise<void> => {
    if (running) {
      // A request for a pass arrived while one runs. The change that was just saved must not wait for the next trigger.
      again = {
        forced: (again?.forced ?? false) || (options.forced ?? false),
        woken: (again?.woken ?? false) || (options.woken ?? false),
      };
      return;
    }
    running = true;
    try {
      for (let next: DrainOptions | null = options; next; next = takeAgain()) {
        const who = owner();
        if (!who) return;
        const pass = await lock(async () => {
          await before?.(next?.forced ?? false);
          return drain(ports, who, next ?? {});
        });
        if (!pass) {
          schedule(2_000, next);
          return;
        }
        onPass?.(pass);
        if (pass.retryAt !== null) schedule(Math.max(250, pass.retryAt - ports.clock.now()));
      }
    } catch {
      // The store threw an error. Nothing is lost: the next try opens the store again.
      schedule(5_000);
    } finally {
      running = false;
    }
  };
  const takeAgain = () => {
    const next = again;
    again = null;
    return next;
  };
  const schedule = (ms: number, options: DrainOptions = {}) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(options), Math.min(ms, 300_000));
  };

  return {
    flush: (options) => {
      registerSync?.();
      return flush(options);
    },
    start() {
      const forced = () => void flush({ forced: true });
      const seen = () => {
        if (document.visibilityState === 'visible') void flush();
      };
      window.addEventListener('online', forced);
      document.addEventListener('visibilitychange', seen);
      const every = setInterval(seen, 30_000);
      forced();
      return () => {
        window.removeEventListener('online', forced);
        document.removeEventListener('visibilitychange', seen);
        clearInterval(every);
        clearTimeout(timer);
      };
    },
  };
}
