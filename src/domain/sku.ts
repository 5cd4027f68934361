/** Compares SKUs, which are unique regardless of case (D2): "B1" and "b1" are one product's code. */

/** The key that equal SKUs share; the database computes the same text in `product.sku_key`. */
export function skuKey(sku: string): string {
  return sku.trim().normalize('NFC').toLowerCase();
}

/**
 * Finds the entry with a code: the exact text first, else the only one that differs by case. Databases from before 2026-11-25 may contain several of those;
 * then the result is `several`. null: none.
 */
export function findByCode<T>(code: string, among: readonly T[], skuOf: (one: T) => string): T | 'several' | null {
  const exact = among.find((one) => skuOf(one).trim().normalize('NFC') === code.trim().normalize('NFC'));
  if (exact !== undefined) return exact;
  const same = among.filter((one) => skuKey(skuOf(one)) === skuKey(code));
  return same.length > 1 ? 'several' : (same[0] ?? null);
}
