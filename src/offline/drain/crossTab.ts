/**
 * Marks this page's reads as stale when another tab or the worker has sent something (rule 6). The store holds the time of the last send; this page
 * reports its own sends at the end of its pass.
 */
export interface CrossTab {
  /** Reports the time of the last send in the store (epoch ms); null: never. */
  saw(lastSent: number | null): void;
  /** Reports that this page's own pass is over: sends until `lastSent` do not count as news. */
  marked(lastSent: number | null): void;
}

/** The delay that joins the batches of one pass into one event, ms. */
const QUIET_MS = 1_000;

/**
 * `stale` is called when another tab or the worker has sent something. `isSending`: true while this page's own flusher runs, which may report the
 * send itself.
 */
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
