/** Finds a product by its code in the whole catalogue, if the parties of a transfer do not have the product. */
import { type LongRows, listed } from '#client/reads/longRows.ts';
import { allQuery, queryClient } from '#client/reads/queries.ts';
import { type ProductRef, product } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { codeIndex, type Hit } from '#domain/barcode.ts';
import type { PartyType } from '#domain/transfer.ts';
import { partiesQuery, productsOfQuery } from './parties.ts';
import { savedHere } from './savedHere.ts';

type Hits = Hit<ProductRef>[];

/** Asks the server, otherwise searches the saved products of distributors and hubs. Empty: no product has the code. */
export async function findInCatalogue(code: string): Promise<Hits> {
  const all = await queryClient.fetchQuery(allQuery(product)).catch(() => null);
  if (all) {
    const found = codeIndex(all.data, (row) => row).find(code);
    if (found.length > 0 || !all.copy) return found;
  }
  for (const type of ['distributor', 'seller'] as const) {
    const found = await findPrepared(type, code).catch((): Hits => []);
    if (found.length > 0) return found;
  }
  return [];
}

async function findPrepared(type: PartyType, code: string): Promise<Hits> {
  const reads = await savedHere();
  const parties = await reads.savedCopy<{ _id: string }[]>(partiesQuery(type).queryKey);
  for (const { _id } of parties?.data ?? []) {
    const kept = await reads.savedCopy<{ products: Pickable[] | LongRows<Pickable> }>(
      productsOfQuery(type, _id).queryKey,
      true,
    );
    if (!kept) continue;
    const { products } = kept.data;
    const rows = Array.isArray(products) ? listed(products) : products;
    const found = codeIndex(rows, (row) => row.product).find(code);
    if (found.length > 0) return found;
  }
  return [];
}
