/** Runs `work` when the page is idle, after two seconds at the latest. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work(), { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
