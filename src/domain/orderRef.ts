/** References are 8 characters of A-Z and 2-9 without I and O, so that people can read them to each other in a noisy warehouse (A44). */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Makes a reference such as `PO-7K3M9Q2X` from 8 random bytes; 32 letters divide 256, so there is no bias. The prefix is null for an order or an
 * order group. OPEN and ADJ are log rows without a purchase order (B2.5, B2.10). Throws RangeError if there are fewer than 8 bytes.
 */
export function makeRef(prefix: 'PO' | 'OPEN' | 'ADJ' | null, random: Uint8Array): string {
  if (random.length < 8) throw new RangeError('A reference needs 8 random bytes');
  const letters = [...random.slice(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return prefix === null ? letters : `${prefix}-${letters}`;
}

export function isPurchaseOrderRef(ref: string): boolean {
  return /^PO-[A-HJ-NP-Z2-9]{8}$/.test(ref);
}

export function isOrderRef(ref: string): boolean {
  return /^[A-HJ-NP-Z2-9]{8}$/.test(ref);
}

/** Returns the kind of record that the description of a wallet log names, so that it becomes a link; null for plain text (A44). */
export function linkedRecord(log: { tag: string; description: string }): 'order_group' | 'purchase_order' | null {
  if (isOrderRef(log.description)) return 'order_group';
  const ofPurchase = log.tag === 'purchase_order' || log.tag === 'receipt';
  return ofPurchase && isPurchaseOrderRef(log.description) ? 'purchase_order' : null;
}
