/** The server's names of everything a file refers to. The administrator reviews these, because the names in the file are unverified (SEC-20). */
import { sql } from 'kysely';
import type { UnsentOp } from '#contract/session/unsentFile.ts';
import type { Db } from '../db/open.ts';

interface Named {
  _id: string;
  name: string;
  /** Units per case. Null for a party. */
  case_count: number | null;
}

/** Names of the products, parties and warehouses of all changes, by id; a warehouse has the name of its party. */
export async function namedIn(db: Db, ops: readonly UnsentOp[]): Promise<Record<string, Omit<Named, '_id'>>> {
  const ids = ops.flatMap(({ payload }) => [
    ...('product_id' in payload ? [payload.product_id] : []),
    ...('source' in payload ? [payload.source, payload.destination] : []),
    ...('warehouse_id' in payload ? [payload.warehouse_id] : []),
  ]);
  const wanted = [...new Set(ids)];
  const { rows } =
    await sql<Named>`with party as (select _id, name from seller union all select _id, name from distributor
      union all select _id, name from sales_officer)
    select _id, name, case_count from product where _id = any(${wanted})
    union all select _id, name, null from party where _id = any(${wanted})
    union all select w._id, party.name, null from warehouse w join party on party._id = w.parent where w._id = any(${wanted})`.execute(
      db,
    );
  return Object.fromEntries(rows.map(({ _id, name, case_count }) => [_id, { name, case_count }]));
}
