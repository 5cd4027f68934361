/**
 * Fills an empty database with the demo, except in production (API.md 4.22): accounts, parties, a real catalogue and a month of movements. Stock
 * moves through the same functions as for a person, so every invariant holds.
 */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { caseCodeOf } from '#domain/barcode.ts';
import { storePassword } from '../auth/passwords.ts';
import type { Database, Db } from '../db/open.ts';
import { countRows } from '../db/reads.ts';
import { DEMO_ACCOUNTS, demoHash } from './demoAccounts.ts';
import { ACCOUNTS, ASSOCIATES, DISTRIBUTORS, HUBS, STORE_TYPES } from './demoPeople.ts';
import { insertMany } from './insertMany.ts';
import { seedClaims } from './seedClaims.ts';
import { seedCloseOuts } from './seedCloseOuts.ts';
import { seedCover } from './seedCover.ts';
import { seedLists } from './seedLists.ts';
import { isTrackedByLot } from './seedLots.ts';
import { seedMovements } from './seedMovements.ts';
import { seedOrders } from './seedOrders.ts';
import { seedPeople } from './seedPeople.ts';
import { seedSettings } from './seedSettings.ts';
import { seedStocktakes } from './seedStocktakes.ts';
import { associateId, type CatalogueProduct, idOf, phoneOf, type SeedConfig } from './seedTypes.ts';

export interface Seeded {
  seeded: boolean;
  accounts: { email: string; password: string; role: string }[];
}

const DAY = 86_400;

export async function seedIfEmpty(database: Database, config: SeedConfig): Promise<Seeded> {
  const accounts = [...DEMO_ACCOUNTS];
  if (config.environment === 'production') return { seeded: false, accounts: [] };
  if ((await countRows(database.kysely, sql`user_account`)) > 0) {
    const demo = await sql`select 1 from user_account where email = 'admin@example.test' and status = 'active'`.execute(
      database.kysely,
    );
    return { seeded: false, accounts: demo.rows.length > 0 ? accounts : [] };
  }
  config.onBegin?.();
  const passwords = await Promise.all(
    accounts.map(({ password }) => storePassword(demoHash(password), config.scryptCost)),
  );
  const started = config.now() - 35 * DAY;
  // Goods move since two months, so the parties and the catalogue are older.
  const opened = config.now() - 65 * DAY;
  const products = (
    JSON.parse(readFileSync(new URL('./catalogue.json', import.meta.url), 'utf8')) as { products: CatalogueProduct[] }
  ).products;
  await database.transaction(async (tx) => {
    await seedParties(tx, opened);
    await seedAccounts(tx, started, passwords);
    await seedCatalogue(tx, opened, products);
    await seedLists(tx, opened, products);
    await seedPeople(tx, started);
    await seedSettings(tx, started);
  });
  await seedMovements(database, config, products);
  await seedOrders(database, config);
  await seedStocktakes(database, config);
  await seedClaims(database, config);
  await seedCover(database, config);
  await seedCloseOuts(database, config);
  await database.tidy();
  return { seeded: true, accounts };
}

async function seedParties(tx: Db, at: number): Promise<void> {
  await insertMany(
    tx,
    'seller',
    at,
    HUBS.map((hub) => ({ ...hub, status: 'active' })),
  );
  await insertMany(
    tx,
    'distributor',
    at,
    DISTRIBUTORS.map(({ _id, name, address }) => ({ _id, name, address, status: 'active' })),
  );
  await insertMany(
    tx,
    'distributor_seller',
    at,
    DISTRIBUTORS.flatMap((one) =>
      one.hubs.map((hub) => ({
        _id: `${one._id}_${hub}`,
        distributor_id: one._id,
        seller_id: HUBS[hub]?._id,
        status: 'active',
      })),
    ),
  );
  await insertMany(
    tx,
    'store_type',
    at,
    STORE_TYPES.map(([name, description], index) => ({
      _id: `store_type_${index + 1}`,
      name,
      description,
      status: 'active',
    })),
  );
}

async function seedAccounts(
  tx: Db,
  at: number,
  passwords: { password_hash: string; password_salt: string }[],
): Promise<void> {
  const users = ACCOUNTS.map(([first, name, role], index) => ({
    _id: `user_${first}`,
    role,
    name,
    phone: phoneOf(500 + index),
    email: `${first}@example.test`,
    status: 'active',
    seller_id: role.startsWith('sales_officer.') ? HUBS[0]._id : null,
    ...passwords[index],
  }));
  await insertMany(tx, 'user_account', at, users);
  const people = users.map(({ _id, role, name, phone, email, status }) => ({
    _id: _id.replace('user_', 'person_'),
    user_id: _id,
    role,
    name,
    phone,
    email,
    status,
  }));
  await insertMany(
    tx,
    'manager',
    at,
    people.filter(({ role }) => !role.startsWith('sales_officer.')),
  );
  const associates = ASSOCIATES.map(([hub, name], index) => ({
    _id: associateId(index),
    user_id: `user_${associateId(index)}`,
    name,
    phone: phoneOf(index),
    email: `${associateId(index)}@example.test`,
    status: 'active',
    role: 'sales_officer.rep',
    seller_id: HUBS[hub]?._id ?? '',
  }));
  await insertMany(
    tx,
    'user_account',
    at,
    associates.map(({ user_id, role, name, phone, email, status, seller_id }) => ({
      _id: user_id,
      role,
      name,
      phone,
      email,
      status,
      seller_id,
      must_change: true,
    })),
  );
  await insertMany(tx, 'sales_officer', at, [
    ...associates,
    ...people
      .filter(({ role }) => role.startsWith('sales_officer.'))
      .map((person) => ({
        _id: person._id,
        user_id: person.user_id,
        name: person.name,
        phone: person.phone,
        email: person.email,
        status: person.status,
        role: person.role,
        seller_id: HUBS[0]._id as string,
      })),
  ]);
}

async function seedCatalogue(tx: Db, at: number, products: readonly CatalogueProduct[]): Promise<void> {
  const makers = [...new Set(products.map((product) => product.maker))];
  await insertMany(
    tx,
    'manufacturer',
    at,
    makers.map((name) => ({
      _id: idOf('maker', name),
      name,
      status: 'active',
      email: `${idOf('sales', name)}@example.test`,
      address: 'Lagos',
    })),
  );
  const brands = new Map(products.map((product) => [product.brand, product.maker]));
  await insertMany(
    tx,
    'brand',
    at,
    [...brands].map(([name, maker]) => ({
      _id: idOf('brand', name),
      name,
      status: 'active',
      manufacturer_id: idOf('maker', maker),
    })),
  );
  await insertMany(
    tx,
    'product',
    at,
    products.map((product) => ({
      _id: `product_${product.barcode}`,
      name: product.name,
      description: `${product.name}, ${product.category}, ${product.case_count} units per case`,
      status: 'active',
      sku_id: product.sku,
      case_count: product.case_count,
      mpu: 1,
      price_kobo: product.price * 100,
      brand_id: idOf('brand', product.brand),
      barcode_unit: product.barcode,
      barcode_case: caseCodeOf(product.barcode),
      tracks_lots: isTrackedByLot(`product_${product.barcode}`),
    })),
  );
  await insertMany(
    tx,
    'distributor_product',
    at,
    DISTRIBUTORS.flatMap((one) =>
      products
        .filter((product) => (one.makers as readonly string[]).includes(product.maker))
        .map((product) => ({
          _id: `${one._id}_${product.barcode}`,
          distributor_id: one._id,
          product_id: `product_${product.barcode}`,
          status: 'active',
        })),
    ),
  );
  // Hubs sell 6 % above the list price, mostly without a ceiling.
  await insertMany(
    tx,
    'seller_product',
    at,
    HUBS.flatMap((hub) =>
      products.map((product, index) => ({
        _id: `${hub._id}_${product.barcode}`,
        seller_id: hub._id,
        product_id: `product_${product.barcode}`,
        mpu: 1,
        price_kobo: Math.round(product.price * 1.06) * 100,
        quantity: index % 40 === 13 ? 0 : index % 10 === 3 ? 40 * product.case_count : -1,
        status: 'active',
      })),
    ),
  );
}
