/** Reads the lines of a claim, with the supplier and hub data of its paper. */
import { sql } from 'kysely';
import { type ClaimLine, claimLines } from '#contract/purchasing/claimCalls.ts';
import type { ClaimStatus } from '#domain/discrepancy.ts';
import { formatMoney } from '#domain/money.ts';
import { handle } from '../../calls/handler.ts';
import { notFound } from '../../calls/refusal.ts';
import { type ProductColumns, productJoins, productRefColumns } from '../../stock/productRefs.ts';
import { toDiscrepancy } from './discrepancyHandlers.ts';
import { type DiscrepancyColumns, isTakenBack } from './discrepancyLines.ts';

type Row = DiscrepancyColumns &
  ProductColumns & {
    officer_name: string | null;
    claim_id: string;
    claim_ref: string;
    claim_status: ClaimStatus;
    reversed: boolean;
  };

export const claimLinesHandler = handle(claimLines, async ({ claim_id }, ctx) => {
  const { rows: heads } = await sql<{
    address: string;
  }>`select d.address from claim c join distributor d on d._id = c.distributor_id
    where c._id = ${claim_id} and c.deleted_at is null`.execute(ctx.db);
  const head = heads[0];
  if (!head) throw notFound('Claim');
  // A claimed line stays, even if its receipt was reversed since and has no discrepancy any more.
  const { rows } =
    await sql<Row>`select l.item_id, l.kind, o._id as receipt_id, o.ref, o.kind as transfer, o.timestamp as at, 'distributor' as supplier_type,
      c.distributor_id as supplier, c.distributor_name as supplier_name,
      case when o.source_type = 'seller' then o.source when o.destination_type = 'seller' then o.destination end as hub,
      case when o.source_type = 'seller' then o.source_name else o.destination_name end as hub_name,
      o.executed_by as officer, (select name from user_account where _id = o.executed_by) as officer_name,
      i.quantity, coalesce(i.quantity_accepted, i.quantity) as moved, l.units, l.value_kobo, i.note,
      coalesce(i.reason, case l.kind when 'over' then 'excess' else l.kind end) as reason,
      c._id as claim_id, c.ref as claim_ref, c.status as claim_status, ${isTakenBack} as reversed, ${productRefColumns}
    from claim_line l join claim c on c._id = l.claim_id join purchase_order_item i on i._id = l.item_id
    join purchase_order o on o._id = i.purchase_order_id join product p on p._id = i.product_id ${productJoins}
    where l.claim_id = ${claim_id} order by hub_name, o.timestamp, o.ref, p.name_key, l.item_id`.execute(ctx.db);
  const lines = rows.map(
    (row): ClaimLine => ({
      ...toDiscrepancy(row, formatMoney),
      value: formatMoney(row.value_kobo),
      reversed: row.reversed,
    }),
  );
  const hubs = [...new Set(rows.flatMap((row) => (row.hub === null ? [] : [row.hub])))];
  const { rows: places } = await sql<{
    _id: string;
    name: string;
    address: string;
  }>`select _id, name, coalesce(address, '') as address from seller
    where _id = any(${hubs}) order by name_key, _id`.execute(ctx.db);
  return { lines, supplier_address: head.address ?? '', hubs: places };
});
