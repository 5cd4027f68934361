/** Transfers of which this page said already that they are saved on this tablet. */
const said = new Set<string>();

/** K27: whether it is the first time that this is asked about the transfer. */
export function isFirstTime(transfer: string): boolean {
  if (said.has(transfer)) return false;
  said.add(transfer);
  return true;
}
