/** A44: references are 8 characters of A-Z and 2-9 without I and O, so that they survive being read out over a noisy floor. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** `PO-7K3M9Q2X` from 8 random bytes; 32 letters, so no bias. */
export function makeRef(prefix: 'PO' | 'OPEN' | 'ADJ', random: Uint8Array): string {
  return `${prefix}-${[...random.slice(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

export function isPurchaseOrderRef(ref: string): boolean {
  return /^PO-[A-HJ-NP-Z2-9]{8}$/.test(ref);
}
