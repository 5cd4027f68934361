/** Finds the product of a code in an imported log. Its SKU is "import-" and the code, ignoring case (D2). */
import { sql } from 'kysely';
import { findByCode, skuKey } from '#domain/sku.ts';
import type { Db } from '../db/open.ts';

export const SKU_PREFIX = 'import-';

interface Known {
  _id: string;
  sku_id: string;
}

/**
 * The imported products by the key of their SKU. A key has several products if a database from before 2026-11-25 holds SKUs that differ only in case.
 */
export type ImportedProducts = Map<string, Known[]>;

export async function importedProducts(db: Db): Promise<ImportedProducts> {
  const { rows } = await sql<Known>`select _id, sku_id from product where starts_with(sku_key, ${SKU_PREFIX})
    and deleted_at is null order by created, _id`.execute(db);
  const known: ImportedProducts = new Map();
  for (const row of rows) known.set(skuKey(row.sku_id), [...(known.get(skuKey(row.sku_id)) ?? []), row]);
  return known;
}

/** The product's id, null when there is none yet, 'several' when the code is ambiguous. The caller refuses 'several'. */
export function productOf(code: string, known: ImportedProducts): string | 'several' | null {
  const sku = SKU_PREFIX + code;
  const found = findByCode(sku, known.get(skuKey(sku)) ?? [], (one) => one.sku_id);
  return found === null || found === 'several' ? found : found._id;
}
