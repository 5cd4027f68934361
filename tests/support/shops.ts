/** Retailers in two locations, for tests of notifications. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';
import { NOW, newKey, type TestServer } from './server.ts';

/** Name, phone, status and location of a retailer. */
type Shop = readonly [name: string, phone: string, status: 'active' | 'inactive', location: 'aguda' | 'bodija'];

/** Makes a store type, two locations and these retailers. A staff account signs them up through `call`. */
export async function makeShops(database: Database, server: TestServer, shops: readonly Shop[]) {
  const { token: staff } = await server.signInAs('manager.staff', { name: 'Funmi Ajayi' });
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = staff) =>
    server.call(method, path, fields, { token, key: method === 'POST' ? newKey() : undefined });
  const db = database.kysely;
  await sql`insert into store_type (_id, name, description, created, modified) values ('kiosk', 'Kiosk', 'Small stand', ${NOW}, ${NOW})`.execute(
    db,
  );
  await sql`insert into location (_id, name, state, lga, created, modified) values
    ('aguda', 'Aguda', 'Lagos', 'Surulere', ${NOW}, ${NOW}), ('bodija', 'Bodija', 'Oyo', 'Ibadan North', ${NOW}, ${NOW})`.execute(
    db,
  );
  for (const [name, phone, status, location_id] of shops)
    await call('POST', 'buyer/signup', { name, phone, status, location_id, store_type_id: 'kiosk' });
  return { staff, call };
}
