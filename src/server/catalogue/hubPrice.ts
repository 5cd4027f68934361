/**
 * The price that a hub sells a product for (B1.5, B3.6, B5.13): the price of its active seller product, else the product's own, in kobo per case. The
 * same row holds the ceiling of an order line in units, -1 for none (B8.4). All code that bills, values or shows a hub's price uses this file.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Row } from '../db/tables.ts';

const sold = sql`sp.status = 'active' and sp.deleted_at is null`;

/**
 * Joins a hub's entry of a product as `sp`, with `sp.price_kobo` and `sp.quantity`, null when there is no active entry. `hub` and `product` are
 * column names.
 */
export const joinHubPrice = (hub: string, product: string): RawBuilder<unknown> =>
  sql`left join seller_product sp on sp.seller_id = ${sql.ref(hub)} and sp.product_id = ${sql.ref(product)} and ${sold}`;

/** The hub's own prices in kobo per case, by product id. Products without an active entry are missing from the result. */
export async function hubPrices(db: Db, hub: string, products: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<
    Pick<Row<'seller_product'>, 'product_id' | 'price_kobo'>
  >`select sp.product_id, sp.price_kobo
    from seller_product sp where sp.seller_id = ${hub} and sp.product_id = any(${[...products]}) and ${sold}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.product_id, row.price_kobo]));
}

/** The same of all products of the hub. */
export async function hubPricesOfAll(db: Db, hub: string): Promise<Map<string, number>> {
  const { rows } = await sql<
    Pick<Row<'seller_product'>, 'product_id' | 'price_kobo'>
  >`select sp.product_id, sp.price_kobo from seller_product sp where sp.seller_id = ${hub} and ${sold}`.execute(db);
  return new Map(rows.map((row) => [row.product_id, row.price_kobo]));
}
