/**
 * Pages of a warehouse's log and its search (D11). The first row of a page is found through sums per second, without counting all rows before it.
 */
import { type RawBuilder, sql } from 'kysely';
import { searchable } from '#domain/text.ts';
import { containsPattern } from '../db/containsPattern.ts';
import type { Db } from '../db/open.ts';
import { countRows } from '../db/reads.ts';
import type { Row } from '../db/tables.ts';

/** A page: the order of the rows, how many rows to skip, and how many to return. */
export interface LogPage {
  warehouse: string;
  newest: boolean;
  skip: number;
  size: number;
}

/** The ids of the rows of a page, in order, and the number of all rows. */
export interface LogIds {
  ids: string[];
  total: number;
}

const orderOf = (newest: boolean) => (newest ? sql`created desc, _id desc` : sql`created, _id`);

/** A page of the whole log. The sums per second find the second in which the page begins, and only the rows of that second are counted. */
export async function pageOfLog(db: Db, { warehouse, newest, skip, size }: LogPage): Promise<LogIds> {
  const { rows } = await sql<{ total: number; created: number | null; before: number | null }>`
    with seconds as (select created, rows, sum(rows) over (order by ${newest ? sql`created desc` : sql`created`}) as upto
      from warehouse_log_second where warehouse_id = ${warehouse}),
    place as (select created, upto - rows as before from seconds where upto > ${skip} order by upto limit 1)
    select coalesce((select max(upto) from seconds), 0)::int8 as total, (select created from place), (select before from place)::int8 as before`.execute(
    db,
  );
  const [{ total = 0, created = null, before = null } = {}] = rows;
  if (created === null || before === null) return { ids: [], total };
  const from = newest ? sql`created <= ${created}` : sql`created >= ${created}`;
  return { ids: await idsOf(db, sql`warehouse_id = ${warehouse} and ${from}`, newest, skip - before, size), total };
}

/** A page of the rows whose reference or product name contains every word; of these kinds, if there are any. */
export async function pageOfFound(db: Db, text: string, page: LogPage, kinds: readonly string[] = []): Promise<LogIds> {
  const found = await foundIn(db, page.warehouse, text);
  const where = kinds.length === 0 ? found : sql`${found} and kind = any(${[...kinds]})`;
  const total = await countRows(db, sql`warehouse_log where ${where}`);
  return { ids: await idsOf(db, where, page.newest, page.skip, page.size), total };
}

/** The condition of a search on warehouse_log. References and product names are resolved first, because both are few compared with the log rows. */
async function foundIn(db: Db, warehouse: string, text: string): Promise<RawBuilder<unknown>> {
  const words = searchable(text.slice(0, 100)).split(/\s+/u).filter(Boolean);
  const parts = [sql`warehouse_id = ${warehouse}`];
  for (const word of words) {
    const like = containsPattern(word);
    const { rows } = await sql<{ refs: string[]; products: string[] }>`select
      array(select ref from warehouse_log_ref where warehouse_id = ${warehouse} and key like ${like}) as refs,
      array(select _id from product where name_key like ${like}) as products`.execute(db);
    const { refs = [], products = [] } = rows[0] ?? {};
    if (refs.length === 0) parts.push(sql`product_id = any(${products})`);
    else if (products.length === 0) parts.push(sql`ref = any(${refs})`);
    else parts.push(sql`(ref = any(${refs}) or product_id = any(${products}))`);
  }
  return sql.join(parts, sql` and `);
}

async function idsOf(
  db: Db,
  where: RawBuilder<unknown>,
  newest: boolean,
  skip: number,
  size: number,
): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'warehouse_log'>, '_id'>>`select _id from warehouse_log where ${where}
    order by ${orderOf(newest)} limit ${size} offset ${skip}`.execute(db);
  return rows.map((row) => row._id);
}
