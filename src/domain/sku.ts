/** SKUs are unique without case (D2): "B1" and "b1" are one product's code. */

/** What two SKUs have in common when they are the same; the database's `product.sku_key` is the same text. */
export function skuKey(sku: string): string {
  return sku.trim().normalize('NFC').toLowerCase();
}

/**
 * The one of these that a code means: the same text first, else the only one that differs by case. Databases of before 2026-11-25 may hold
 * several that do: then `several`.
 */
export function meantBy<T>(code: string, among: readonly T[], skuOf: (one: T) => string): T | 'several' | null {
  const exact = among.find((one) => skuOf(one).trim().normalize('NFC') === code.trim().normalize('NFC'));
  if (exact !== undefined) return exact;
  const same = among.filter((one) => skuKey(skuOf(one)) === skuKey(code));
  return same.length > 1 ? 'several' : (same[0] ?? null);
}
