/** SKUs are unique regardless of case: "B1" and "b1" are the same SKU (D2). */

/** Returns the key by which SKUs are compared. The column `product.sku_key` has the same text. */
export function skuKey(sku: string): string {
  return sku.trim().normalize('NFC').toLowerCase();
}

/**
 * Returns the item that a code means: the one with exactly this text, else the only one that differs by case. Databases from before 2026-11-25 may
 * hold several that differ by case; the result is then `several`. null if there is none.
 */
export function meantBy<T>(code: string, among: readonly T[], skuOf: (one: T) => string): T | 'several' | null {
  const exact = among.find((one) => skuOf(one).trim().normalize('NFC') === code.trim().normalize('NFC'));
  if (exact !== undefined) return exact;
  const same = among.filter((one) => skuKey(skuOf(one)) === skuKey(code));
  return same.length > 1 ? 'several' : (same[0] ?? null);
}
