/** One look at the store for all who watch it, so that the disk is asked once; also before anybody draws what it finds (crud/routes.ts, Preload). */
export interface SharedObserver<T> {
  /** What was found last; null: not looked yet, or nobody watches. */
  read(): T | null;
  /** Watches; gives what ends it. */
  subscribe(tell: () => void): () => void;
  /** Looks now: resolves when something was found, which stays known for whoever comes in the next seconds. */
  preload(): Promise<void>;
}

/** How long what was looked up ahead waits for whoever draws it. */
const KEPT_MS = 5_000;
/** After a look that failed: a connection is opened anew (rule 7). */
const LOOK_AGAIN_MS = 3_000;

/**
 * `begin` watches the store and gives what ends that: `tell` hears what it finds, now and after every change, `failed` what is to be shown where it
 * cannot be read. Then it is looked at anew by whoever comes next, and in a while; not at all where `over`.
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
    // Each its own, also where two watch with the same function.
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
