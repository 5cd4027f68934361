/** Whether the browser promised to keep this site's storage; null: it does not say. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    const silent = new Promise<null>((resolve) => setTimeout(resolve, 500, null));
    return (await Promise.race([navigator.storage?.persisted?.(), silent])) ?? null;
  } catch {
    return null;
  }
}
