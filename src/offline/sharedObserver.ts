/** One subscription to the store that many components share, so that the disk is read once. It can also be preloaded before anything is drawn (crud/routes.ts). */
export interface SharedObserver<T> {
  /** The last value. null: not read yet, or nobody is subscribed. */
  read(): T | null;
  /** Subscribes; returns the function that unsubscribes. */
  subscribe(tell: () => void): () => void;
  /** Reads now. Resolves with the first value, which is kept for subscribers of the next seconds. */
  preload(): Promise<void>;
}

/** How long a preloaded value is kept for its first subscriber, ms. */
const KEPT_MS = 5_000;
/** Pause before a failed read is tried again over a new connection, ms (rule 7). */
const LOOK_AGAIN_MS = 3_000;

/**
 * `begin` subscribes to the store and returns the function that unsubscribes. It calls `tell` with each value, and `failed` with the value to show when the
 * store cannot be read. After a failure the next subscriber tries again, and so does a timer, unless `over` is true.
 */
export function sharedObserver<T>(
  begin: (tell: (found: T) => void, failed: (shown: T, over?: boolean) => void) => () => void,
): SharedObserver<T> {
  const watchers = new Set<() => void>();
  let seen: T | null = null;
  let stop: (() => void) | null = null;
  const end = () => {
    stop?.();
    stop = null;
  };
  const show = (found: T) => {
    seen = found;
    for (const tell of watchers) tell();
  };
  const look = () => {
    stop ??= begin(show, (shown, over = false) => {
      end();
      if (!over) setTimeout(() => watchers.size > 0 && look(), LOOK_AGAIN_MS);
      show(shown);
    });
  };
  const subscribe = (tell: () => void) => {
    // A function of its own for each subscriber, because two may pass the same one.
    const notify = () => tell();
    watchers.add(notify);
    look();
    return () => {
      watchers.delete(notify);
      if (watchers.size > 0) return;
      end();
      seen = null;
    };
  };
  return {
    read: () => seen,
    subscribe,
    preload: () =>
      new Promise((resolve) => {
        const leave = subscribe(() => resolve());
        setTimeout(leave, KEPT_MS);
        if (seen !== null) resolve();
      }),
  };
}
