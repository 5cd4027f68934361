/** Asking the browser to keep what is stored here (SYNC rule 47). */

/** Asked at the first sign-in and after the app was installed; a refusal is said on the Sync screen. */
export async function requestPersistence(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
  } catch {
    // Not asked: isPersisted() says so.
  }
}

/** Whether the browser promised not to clear this site's storage; null: it does not say. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    const silent = new Promise<null>((resolve) => setTimeout(resolve, 500, null));
    return (await Promise.race([navigator.storage?.persisted?.(), silent])) ?? null;
  } catch {
    return null;
  }
}
