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

/** Names of the products and parties of all changes, by id. */
export async function namedIn(db: Db, ops: readonly UnsentOp[]): Promise<Record<string, Omit<Named, '_id'>>> {
  const ids = ops.flatMap(({ payload }) => [
    ...('product_id' in payload ? [payload.product_id] : []),
    ...('source' in payload ? [payload.source, payload.destination] : []),
  ]);
  const { rows } = await sql<Named>`select _id, name, case_count from product where _id = any(${[...new Set(ids)]})
    union all select _id, name, null from (select _id, name from seller union all select _id, name from distributor
      union all select _id, name from sales_officer) as party where _id = any(${[...new Set(ids)]})`.execute(db);
  return Object.fromEntries(rows.map(({ _id, name, case_count }) => [_id, { name, case_count }]));
}
