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

/** The price per case at the first distributor in this tablet's saved lists that sells the product, naira text. Null: no distributor sells it. */
export async function rateElsewhere(productId: string): Promise<string | null> {
  for await (const rows of savedLists('distributor')) {
    const [row] = rows.only((id) => id === productId).slice(0, 1);
    if (row) return row.rate;
  }
  return null;
}

/** The goods in this tablet's saved lists of distributors, by product id. The first list that has a product counts. */
export async function soldElsewhere(): Promise<ReadonlyMap<string, Pickable>> {
  const found = new Map<string, Pickable>();
  for await (const rows of savedLists('distributor'))
    for (const one of rows.only((id) => !found.has(id)).slice(0, rows.length)) found.set(one.product_id, one);
  return found;
}

async function findPrepared(type: PartyType, code: string): Promise<Hits> {
  for await (const rows of savedLists(type)) {
    const found = codeIndex(rows, (row) => row.product).find(code);
    if (found.length > 0) return found;
  }
  return [];
}

/** The saved products of each party, one party after another. */
async function* savedLists(type: PartyType): AsyncGenerator<LongRows<Pickable>> {
  const reads = await savedHere();
  const parties = await reads.savedCopy<{ _id: string }[]>(partiesQuery(type).queryKey);
  for (const { _id } of parties?.data ?? []) {
    const kept = await reads.savedCopy<{ products: Pickable[] | LongRows<Pickable> }>(
      productsOfQuery(type, _id).queryKey,
      true,
    );
    if (!kept) continue;
    const { products } = kept.data;
    yield Array.isArray(products) ? listed(products) : products;
  }
}
