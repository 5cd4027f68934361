/** Transfers for which this page has already said that they are saved on this tablet. */
const said = new Set<string>();

/** Whether this is the first call for the transfer (K27). */
export function isFirstTime(transfer: string): boolean {
  if (said.has(transfer)) return false;
  said.add(transfer);
  return true;
}
