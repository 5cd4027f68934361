/** The product columns of stock rows and lines, with one SQL text and one response shape. */
import { type RawBuilder, sql } from 'kysely';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { formatMoney } from '#domain/money.ts';
import type { Db } from '../db/open.ts';

/** Joins for an alias `p` of product. The picture is a column subquery, because queries with few joins are planned faster (`View.joins`). */
export const productJoins = sql`join brand b on b._id = p.brand_id join manufacturer maker on maker._id = b.manufacturer_id`;

/**
 * Locks products (a select of ids) until the transaction ends. Call it before reading them: a logged price per case must match the units per case,
 * which must not change meanwhile (B8.1). Rows are locked in ascending _id, so that callers cannot deadlock.
 */
export async function holdProducts(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select 1 from product where _id in (${ids}) order by _id for key share`.execute(db);
}

export const productRefColumns = sql`p._id as p_id, p.name as p_name, p.case_count, p.status as p_status, p.price_kobo as p_price,
  p.barcode_unit, p.barcode_case, p.tracks_lots, b._id as b_id, b.name as b_name, b.status as b_status,
  maker._id as maker_id, maker.name as maker_name, maker.status as maker_status,
  (select path from upload where _id = p.upload_id) as picture_path`;

export interface ProductColumns {
  p_id: string;
  p_name: string;
  case_count: number;
  p_status: string;
  p_price: number;
  barcode_unit: string | null;
  barcode_case: string | null;
  tracks_lots: boolean;
  b_id: string;
  b_name: string;
  b_status: string;
  maker_id: string;
  maker_name: string;
  maker_status: string;
  picture_path: string | null;
}

/** `priced`: adds the price per case that lines and pickers bill by, also offline (B10.4). */
export function toProductRef(row: ProductColumns, priced = false): ProductRef {
  return {
    _id: row.p_id,
    name: row.p_name,
    case_count: row.case_count,
    status: row.p_status,
    ...(priced ? { price: formatMoney(row.p_price) } : {}),
    barcode_unit: row.barcode_unit,
    barcode_case: row.barcode_case,
    ...(row.tracks_lots ? { tracks_lots: true } : {}),
    brand: { _id: row.b_id, name: row.b_name, status: row.b_status },
    manufacturer: { _id: row.maker_id, name: row.maker_name, status: row.maker_status },
    upload: row.picture_path === null ? null : { path: row.picture_path },
  };
}
