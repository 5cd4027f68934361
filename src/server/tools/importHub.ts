/** Finds or creates the hub that a log is imported into: the hub with exactly that name (D3). */
import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import { registerTransaction } from '../db/runningTransactions.ts';
import { BadFile } from './csvRecords.ts';

interface Hub {
  /** Null when there is no such hub yet. */
  seller: string | null;
  warehouse: string | null;
}

/** `name` must be in NFC. Throws {@link BadFile} for an invalid name, or when several hubs have it. */
export async function findHub(db: Db, name: string): Promise<Hub> {
  if (name.length < 3 || name.length > 120 || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new BadFile('The name of the hub must have 3 to 120 characters.');
  const { rows } = await sql<Hub>`select s._id as seller, w._id as warehouse from seller s
    left join warehouse w on w.parent_type = 'seller' and w.parent = s._id and w.status = 'active' and w.deleted_at is null
    where normalize(s.name, NFC) = ${name} and s.deleted_at is null`.execute(db);
  if (rows.length > 1)
    throw new BadFile(`${rows.length} hubs are called "${name}". Give the others another name first.`);
  return rows[0] ?? { seller: null, warehouse: null };
}

/** Returns the id of the hub's warehouse. Creates the hub, the warehouse and the brand of the imported products where they are missing. */
export async function makeHub(
  database: Database,
  name: string,
  { now: clock, newId }: { now: () => number; newId: () => string },
): Promise<string> {
  return database.transaction(async (tx) => {
    const now = clock();
    registerTransaction(database, tx, now);
    // When two imports create the same hub at once, the second one waits and finds it.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import hub ${name}`}, 0))`.execute(tx);
    const found = await findHub(tx, name);
    const hub = found.seller ?? newId();
    const warehouse = found.warehouse ?? newId();
    const by = sql`${now}, ${now}, 'system', 'system'`;
    if (!found.seller)
      await sql`insert into seller (_id, created, modified, created_by, modified_by, name, address)
        values (${hub}, ${by}, ${name}, 'Imported')`.execute(tx);
    if (!found.warehouse)
      await sql`insert into warehouse (_id, created, modified, created_by, modified_by, parent_type, parent, owner_name)
        values (${warehouse}, ${by}, 'seller', ${hub}, ${name})`.execute(tx);
    await sql`insert into manufacturer (_id, created, modified, created_by, modified_by, name)
      values ('import_manufacturer', ${by}, 'Imported') on conflict do nothing`.execute(tx);
    await sql`insert into brand (_id, created, modified, created_by, modified_by, name, manufacturer_id)
      values ('import_brand', ${by}, 'Imported', 'import_manufacturer') on conflict do nothing`.execute(tx);
    return warehouse;
  });
}
