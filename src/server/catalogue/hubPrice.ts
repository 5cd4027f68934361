/**
 * What a hub asks for a product (B1.5, B3.6, B5.13): the price of its active seller product, else the product's own, per case in kobo. The same
 * row holds the ceiling of an order line in units, -1 where the hub keeps none (B8.4). Whoever bills, values or shows a hub's price asks here.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Row } from '../db/tables.ts';

const sold = sql`sp.status = 'active' and sp.deleted_at is null`;

/** Joins a hub's entry of a product as `sp`, by the columns that name the two: `sp.price_kobo` and `sp.quantity`, null where it has none. */
export const joinHubPrice = (hub: string, product: string): RawBuilder<unknown> =>
  sql`left join seller_product sp on sp.seller_id = ${sql.ref(hub)} and sp.product_id = ${sql.ref(product)} and ${sold}`;

/** The hub's prices of these products; one that it has no entry of its own for is not among them. */
export async function hubPrices(db: Db, hub: string, products: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<
    Pick<Row<'seller_product'>, 'product_id' | 'price_kobo'>
  >`select sp.product_id, sp.price_kobo
    from seller_product sp where sp.seller_id = ${hub} and sp.product_id = any(${[...products]}) and ${sold}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.product_id, row.price_kobo]));
}
