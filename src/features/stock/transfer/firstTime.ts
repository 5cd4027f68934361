/** The transfers about which this page has already said that they are saved on this tablet. */
const shown = new Set<string>();

/** Whether this is the first call for the transfer (K27). */
export function isFirstTime(transfer: string): boolean {
  if (shown.has(transfer)) return false;
  shown.add(transfer);
  return true;
}
