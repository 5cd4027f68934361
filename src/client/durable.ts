/** Asks the browser not to clear this site's storage (SYNC rule 47). */

/** Requests persistent storage, at the first sign-in and after the app was installed. The Sync screen shows a refusal. */
export async function requestPersistence(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
  } catch {
    // The result is read by isPersisted().
  }
}
