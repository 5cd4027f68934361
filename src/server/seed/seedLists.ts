/** Places, categories and links of the demo, so that no list is empty. */
import type { Db } from '../db/open.ts';
import { CATEGORIES, LOCATIONS } from './demoLists.ts';
import { insertMany } from './insertMany.ts';
import type { CatalogueProduct } from './seedTypes.ts';

export async function seedLists(tx: Db, at: number, products: readonly CatalogueProduct[]): Promise<void> {
  const places = LOCATIONS.flatMap(([state, lga, names]) => names.map((name) => ({ name, state, lga })));
  await insertMany(
    tx,
    'location',
    at,
    places.map((place, index) => ({ _id: `location_${index + 1}`, status: 'active', ...place })),
  );
  await insertMany(
    tx,
    'category',
    at,
    CATEGORIES.map(([name, meta], index) => ({ _id: `category_${index + 1}`, name, meta, status: 'active' })),
  );
  await insertMany(
    tx,
    'category_product',
    at,
    CATEGORIES.flatMap(([, , kinds], index) =>
      products
        .filter((product) => kinds.includes(product.category))
        .map((product) => ({
          _id: `category_${index + 1}_${product.barcode}`,
          category_id: `category_${index + 1}`,
          product_id: `product_${product.barcode}`,
          status: 'active',
        })),
    ),
  );
}
