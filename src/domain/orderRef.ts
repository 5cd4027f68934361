/** Makes and reads references: 8 characters of A-Z and 2-9 without I and O, so that they can be read out on a noisy floor (A44). */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A reference like `PO-7K3M9Q2X` from 8 random bytes; 32 letters, so no bias. `prefix` null: an order or order group. OPEN, ADJ and STK mark log
 * rows outside purchase orders (B2.5, B2.10); STK is a stocktake's, CL a claim's, CO a close-out's. Throws RangeError on fewer than 8 bytes.
 */
export function makeRef(prefix: 'PO' | 'OPEN' | 'ADJ' | 'STK' | 'CL' | 'CO' | null, random: Uint8Array): string {
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

/** The kind of record that a wallet entry's description names, for a link; null: plain text (A44). */
export function linkedRecord(log: { tag: string; description: string }): 'order_group' | 'purchase_order' | null {
  if (isOrderRef(log.description)) return 'order_group';
  const ofPurchase = log.tag === 'purchase_order' || log.tag === 'receipt';
  return ofPurchase && isPurchaseOrderRef(log.description) ? 'purchase_order' : null;
}
