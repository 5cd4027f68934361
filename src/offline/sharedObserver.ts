/**
 * Shares one subscription to the store between all observers, so that the disk is read once. A route can preload the value before a component
 * renders (crud/routes.ts, Preload).
 */
export interface SharedObserver<T> {
  /** The last value; null: nothing was read yet, or nobody is subscribed. */
  read(): T | null;
  /** Subscribes to changes and returns the function that unsubscribes. */
  subscribe(tell: () => void): () => void;
  /** Reads now and resolves when a value is there. The value is kept for some seconds for the next subscriber. */
  preload(): Promise<void>;
}

/** How long a preloaded value is kept for its first subscriber, ms. */
const KEPT_MS = 5_000;
/** The delay after a failed read, before a new connection is opened (rule 7), ms. */
const LOOK_AGAIN_MS = 3_000;

/**
 * Makes a shared observer. `begin` subscribes to the store and returns the function that ends the subscription. It calls `tell` with the value, now
 * and after every change, and `failed` with the value to show when the store cannot be read.
 * After a failure the store is read again by the next subscriber and after LOOK_AGAIN_MS, but without such a retry if `over` is true.
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
    // A new function for each subscription, because two subscribers may pass the same `tell`.
    const told = () => tell();
    watchers.add(told);
    look();
    return () => {
      watchers.delete(told);
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
