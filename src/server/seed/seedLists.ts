/** Places, categories and links of the demo, so that no list is empty. */
import type { Db } from '../db/open.ts';
import { CATEGORIES, LOCATIONS } from './demoLists.ts';
import { DISTRIBUTORS, HUBS } from './demoPeople.ts';
import { insertMany } from './insertMany.ts';
import { type CatalogueProduct, idOf } from './seedTypes.ts';

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
  await seedHubs(tx, at, products);
}

/** Each hub gets a manager and the makers of the distributors that serve it. */
async function seedHubs(tx: Db, at: number, products: readonly CatalogueProduct[]): Promise<void> {
  await insertMany(
    tx,
    'seller_manager',
    at,
    HUBS.map((hub, index) => ({
      _id: `${hub._id}_manager`,
      seller_id: hub._id,
      manager_id: index === 0 ? 'person_hub1' : 'person_staff',
      status: 'active',
    })),
  );
  const known = new Set(products.map((product) => product.maker));
  await insertMany(
    tx,
    'seller_manufacturer',
    at,
    HUBS.flatMap((hub, index) => {
      const serving = DISTRIBUTORS.filter((one) => (one.hubs as readonly number[]).includes(index));
      return [...new Set(serving.flatMap((one) => one.makers as readonly string[]))]
        .filter((maker) => known.has(maker))
        .map((maker) => ({
          _id: `${hub._id}_${idOf('maker', maker)}`,
          seller_id: hub._id,
          manufacturer_id: idOf('maker', maker),
          status: 'active',
        }));
    }),
  );
  const account = {
    bank: '058',
    bank_name: 'Guaranty Trust Bank',
    account: '0123456789',
    account_name: DISTRIBUTORS[0].name,
  };
  await tx
    .updateTable('distributor')
    .set({ bank_account: JSON.stringify(account) })
    .where('_id', '=', DISTRIBUTORS[0]._id)
    .execute();
}
