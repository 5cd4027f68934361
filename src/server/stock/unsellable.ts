/** The goods of a hub that came back damaged or expired, and did not leave as such since. */
import { sql } from 'kysely';
import type { Unsellable } from '#contract/stock/unsellableCalls.ts';
import { UNSELLABLE_REASONS } from '#domain/receiving.ts';
import type { Db } from '../db/open.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';

type Row = ProductColumns & {
  units: number;
  back: number;
  reason: Unsellable['reason'];
  from_id: string | null;
  from_name: string | null;
};

/** Reversed receipts and reversals moved goods back, so neither counts. Most units first. */
export async function unsellableAt(db: Db, hub: string): Promise<Unsellable[]> {
  const { rows } = await sql<Row>`
    with moved as (
      select i.product_id, i.reason, coalesce(po.executed_at, po.timestamp) as at,
        case when po.destination = ${hub} then 1 else -1 end * coalesce(i.quantity_accepted, i.quantity) as units
      from purchase_order po join purchase_order_item i on i.purchase_order_id = po._id
      where po.tag = 'receipt' and po.deleted_at is null and i.deleted_at is null and i.reason = any(${[...UNSELLABLE_REASONS]})
        and ((po.destination_type = 'seller' and po.destination = ${hub} and po.source_type = 'sales_officer')
          or (po.source_type = 'seller' and po.source = ${hub} and po.destination_type = 'distributor'))
        and po.reverses is null and not exists (select 1 from purchase_order back where back.reverses = po._id and back.tag = 'receipt')),
    of_reason as (
      select product_id, reason, sum(units) as units, max(at) filter (where units > 0) as back from moved group by product_id, reason),
    left_here as (
      select product_id, sum(units) as units, max(back) as back,
        case when count(*) filter (where units > 0) = 1 then max(reason) filter (where units > 0) end as reason
      from of_reason group by product_id having sum(units) > 0)
    select ${productRefColumns}, least(left_here.units, wp.quantity)::int as units, left_here.back, left_here.reason,
      brought.source as from_id, brought.source_name as from_name
    from left_here join product p on p._id = left_here.product_id ${productJoins}
    join warehouse w on w.parent_type = 'seller' and w.parent = ${hub} and w.status = 'active' and w.deleted_at is null
    join warehouse_product wp on wp.warehouse_id = w._id and wp.product_id = p._id and wp.quantity > 0
    left join lateral (select po.source, po.source_name from purchase_order po join purchase_order_item i on i.purchase_order_id = po._id
      where i.product_id = p._id and po.destination = ${hub} and po.source_type = 'distributor' and po.tag = 'receipt'
        and po.deleted_at is null and po.reverses is null order by po.timestamp desc, po._id desc limit 1) brought on true
    where p.deleted_at is null order by left_here.units desc, p.name_key, p._id`.execute(db);
  return rows.map((row) => ({
    product_id: row.p_id,
    product: toProductRef(row),
    units: row.units,
    back: row.back,
    reason: row.reason,
    from: row.from_id === null ? null : { _id: row.from_id, name: row.from_name ?? '' },
  }));
}
