/** References of orders and purchase orders, and what a ledger description links to (DECISIONS A44, B2.5, B2.6). */

/** A-Z 2-9 without I and O: 32 signs, none mistaken for another when read aloud or written on a carton. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Order or order group: eight signs, e.g. "7K3M9Q2X". Needs eight random bytes; throws RangeError on fewer. */
export function makeOrderRef(random: Uint8Array): string {
  if (random.length < 8) throw new RangeError('a reference needs eight random bytes');
  // 256 is a multiple of 32, so every sign is equally likely.
  return Array.from(random.subarray(0, 8), (byte) => ALPHABET[byte % 32]).join('');
}

/** Purchase order: "PO-7K3M9Q2X". */
export function makePoRef(random: Uint8Array): string {
  return `PO-${makeOrderRef(random)}`;
}

/** Opening log row of a distributor's warehouse (B2.5). */
export function makeOpeningRef(random: Uint8Array): string {
  return `OPEN-${makeOrderRef(random)}`;
}

/** Adjustment log row (B2.10). */
export function makeAdjustmentRef(random: Uint8Array): string {
  return `ADJ-${makeOrderRef(random)}`;
}

export function isOrderRef(text: string): boolean {
  return /^[A-HJ-NP-Z2-9]{8}$/.test(text);
}

/** The format a sent purchase order ref must have ("Ref is not valid.", B3.2). */
export function isPoRef(text: string): boolean {
  return /^PO-[A-HJ-NP-Z2-9]{8}$/.test(text);
}

/** read_by_ref finds what was typed in any case (API 2). */
export function normaliseRef(text: string): string {
  return text.trim().toUpperCase();
}

/** A44: which record a ledger log's description names; null = plain text. */
export function refKind(log: { tag: string; description: string }): 'order_group' | 'purchase_order' | null {
  if (isOrderRef(log.description)) return 'order_group';
  const ofPurchase = log.tag === 'purchase_order' || log.tag === 'receipt';
  return ofPurchase && isPoRef(log.description) ? 'purchase_order' : null;
}
