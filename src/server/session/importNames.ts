/** What a file's changes are about, in the server's words: whoever looks at them before they are sent cannot go by the file's own (SEC-20). */
import { sql } from 'kysely';
import type { UnsentOp } from '#contract/session/unsentFile.ts';
import type { Db } from '../db/open.ts';

interface Named {
  _id: string;
  name: string;
  /** Of a product. */
  case_count: number | null;
}

/** By id, products and parties of all the changes. */
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
