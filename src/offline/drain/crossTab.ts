/**
 * Another tab, or the worker, sent something: what was read here is stale as well (rule 6). The store says when something was last sent; what this
 * page sent itself it marks at the end of its own pass.
 */
export interface CrossTab {
  /** When something was last sent, as the store says now; null: never. */
  saw(lastSent: number | null): void;
  /** This page's pass is over and marked: what was sent until `lastSent` is no news. */
  marked(lastSent: number | null): void;
}

/** A pass of many batches is one piece of news, ms. */
const QUIET_MS = 1_000;

/** `isSending`: this page's own flusher is at work, and may mark by itself. */
export function crossTab(stale: () => void, isSending: () => boolean): CrossTab {
  let known: number | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isSending() ? soon() : stale()), QUIET_MS);
  };
  return {
    saw(lastSent) {
      const isFirst = known === undefined;
      if (known === lastSent) return;
      known = lastSent;
      if (!isFirst && lastSent !== null) soon();
    },
    marked(lastSent) {
      known = lastSent;
      clearTimeout(timer);
    },
  };
}
