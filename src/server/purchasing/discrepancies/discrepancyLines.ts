/** The discrepancies of completed receipts in SQL (decision 0470). */
import { type RawBuilder, sql } from 'kysely';
import { UNFIT } from '#domain/discrepancy.ts';
import { isHubSide, type Who } from '#domain/permissions.ts';

/** True of the receipt `o`: it was taken back, or it takes another one back. Neither counts. */
export const isTakenBack = sql`exists (select 1 from reversal v
  where (v.receipt_id = o._id and v.status = 'done') or v.order_id = o._id)`;

/** The value, in kobo, of what moved with the line `i` of product `p`, half a kobo rounded away from zero (B3.7, `acceptedAmount`). */
const movedValue = sql`case when i.moved = i.quantity then i.amount_kobo
  when i.quantity > 0 then div(2 * i.amount_kobo::numeric * i.moved + i.quantity, 2 * i.quantity)::int8
  else div(2 * i.moved::numeric * coalesce(
    (select case when l.kind in ('shipment_in', 'shipment_out') then l.cost_price_kobo else l.sell_price_kobo end from warehouse_log l
      where l.purchase_order_id = i.purchase_order_id and l.item_id = i._id and l.quantity > 0 limit 1), p.price_kobo)
    + p.case_count, 2 * p.case_count)::int8 end`;

/** The columns of a discrepancy `d`. Quantities are units, money is kobo. */
export interface DiscrepancyColumns {
  item_id: string;
  kind: 'short' | 'over' | 'damaged';
  receipt_id: string;
  transfer: 'shipment_in' | 'shipment_out' | 'stock_in' | 'transfer';
  ref: string;
  at: number;
  supplier_type: 'distributor' | 'seller' | 'sales_officer';
  supplier: string;
  supplier_name: string;
  hub: string | null;
  hub_name: string | null;
  officer: string | null;
  product_id: string;
  quantity: number;
  moved: number;
  units: number;
  value_kobo: number;
  reason: string;
  note: string;
}

/**
 * The discrepancies of the receipts `o` that fit, as a select in brackets. `isBack`: goods go back to who gave them, so their reason is why, and they are
 * damaged as a whole; the shortage of a line that comes has its own kind.
 */
export function discrepanciesWhere(orders: RawBuilder<unknown>, items: RawBuilder<unknown> = sql`true`) {
  const unfit = sql`coalesce(i.reason = any(${UNFIT}), false)`;
  const line = sql`select i._id, i.purchase_order_id, i.product_id, i.quantity, coalesce(i.quantity_accepted, i.quantity) as moved, i.amount_kobo, i.reason,
    i.note, o.ref, o.kind as transfer, o.timestamp, o.executed_by, o.source_type, o.source, o.source_name, o.destination_type, o.destination, o.destination_name
    from purchase_order o join purchase_order_item i on i.purchase_order_id = o._id and i.deleted_at is null
    where o.tag = 'receipt' and o.deleted_at is null and (${orders}) and (${items})
      and (i.quantity_accepted <> i.quantity or ${unfit}) and o.kind in ('shipment_in', 'shipment_out', 'stock_in', 'transfer') and not ${isTakenBack}`;
  const back = sql`i.transfer = 'shipment_out'`;
  const columns = sql`i._id as item_id, i.purchase_order_id as receipt_id, i.ref, i.transfer, i.timestamp as at,
    case when ${back} then i.destination_type else i.source_type end as supplier_type,
    case when ${back} then i.destination else i.source end as supplier,
    case when ${back} then i.destination_name else i.source_name end as supplier_name,
    case when ${back} then i.source when i.destination_type = 'seller' then i.destination end as hub,
    case when ${back} then i.source_name when i.destination_type = 'seller' then i.destination_name end as hub_name,
    i.executed_by as officer, i.product_id, i.quantity, i.moved, i.note`;
  // The reason of a return explains the return and not the difference in quantity.
  return sql`(with i as materialized (${line})
    select ${columns}, k.kind, abs(i.moved - i.quantity) as units, abs(i.amount_kobo - ${movedValue})::int8 as value_kobo,
      case when i.transfer = 'stock_in' then null else i.reason end as stated, case when i.moved > i.quantity then 'excess' else 'short' end as usual
    from i join product p on p._id = i.product_id cross join lateral (select case when i.moved > i.quantity then 'over'
      when ${unfit} and i.transfer <> 'stock_in' then 'damaged' else 'short' end as kind) k
    where i.moved <> i.quantity and i.transfer <> 'shipment_out'
    union all
    select ${columns}, 'damaged' as kind, i.moved as units, (${movedValue})::int8 as value_kobo, i.reason as stated, 'damaged' as usual
    from i join product p on p._id = i.product_id where i.transfer in ('shipment_out', 'stock_in') and ${unfit} and i.moved > 0)`;
}

/** The reason in answers: the officer's, else the usual one for the kind of difference. */
export const reasonOf = sql`coalesce(d.stated, d.usual)`;

/** The condition on discrepancies `d` that the person sees: an account of a hub those of that hub (B10.4a). */
export const discrepanciesSeen = (who: Pick<Who, 'role' | 'seller_id'>) =>
  isHubSide(who.role) ? sql`d.hub = ${who.seller_id ?? ''}` : sql`true`;
