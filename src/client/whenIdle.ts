/** Does `work` once the page has nothing else to do, two seconds from now at the latest. Gives what takes it back. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work(), { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
