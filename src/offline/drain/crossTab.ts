/**
 * Another tab or the service worker sent a change: the reads of this page are stale too (rule 6). The store holds the time of the last sending. A page marks
 * its own sendings at the end of its pass.
 */
export interface CrossTab {
  /** The time of the last sending in the store, epoch ms. null: never. */
  saw(lastSent: number | null): void;
  /** This page's own pass ended: the page knows all sendings until `lastSent` already. */
  marked(lastSent: number | null): void;
}

/** Sendings within this time count as one event, ms. */
const QUIET_MS = 1_000;

/** `isSending`: the flusher of this page works and will mark its sendings itself. */
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
