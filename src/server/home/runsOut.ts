/**
 * Goods of hubs that will be gone first: days left = units there / (units that left the hub in the last 28 days / 28), rounded down (decision 0232).
 * What left are the issues less the returns, also those that are dated tomorrow. Goods that nobody took in these days have no end and are not listed.
 */
import { sql } from 'kysely';
import { COVER_DAYS, RUNS_OUT_ROWS, type RunsOut, runsOut, SOON_DAYS } from '#contract/home/homeCalls.ts';
import { DAY } from '#domain/time.ts';
import { handle } from '../calls/handler.ts';
import { hubOf, hubWarehouses } from './scope.ts';

type Row = RunsOut['rows'][number] & { soon: number };

export const runsOutHandler = handle(runsOut, async ({ seller_id }, ctx) => {
  const warehouses = await hubWarehouses(ctx, await hubOf(ctx, seller_id));
  if (warehouses.length === 0) return { soon: 0, rows: [] };
  const from = ctx.now - COVER_DAYS * DAY;
  const { rows } = await sql<Row>`
    with pace as (
      select wl.warehouse_id, wl.product_id, -sum(wl.quantity)::int8 as units from warehouse_log wl
      where wl.warehouse_id = any(${warehouses}) and wl.kind in ('stock_out', 'stock_in') and wl.timestamp > ${from}
      group by 1, 2 having sum(wl.quantity) < 0
    ), ends as (
      select wp.warehouse_id, wp.product_id, wp.quantity, (wp.quantity * ${COVER_DAYS} / pace.units)::int4 as days_left
      from pace join warehouse_product wp on wp.warehouse_id = pace.warehouse_id and wp.product_id = pace.product_id
        join product p on p._id = wp.product_id and p.status = 'active' and p.deleted_at is null
    )
    select ends.product_id, p.name, b.name as brand, (select path from upload where _id = p.upload_id) as picture, ends.warehouse_id,
      w.owner_name as owner, ends.quantity, p.case_count, ends.days_left, ends.soon
    from (select *, count(*) filter (where days_left < ${SOON_DAYS}) over () as soon from ends order by days_left, warehouse_id, product_id limit ${RUNS_OUT_ROWS}) ends
      join product p on p._id = ends.product_id join brand b on b._id = p.brand_id join warehouse w on w._id = ends.warehouse_id
    order by ends.days_left, p.name_key, ends.warehouse_id`.execute(ctx.db);
  return { soon: rows[0]?.soon ?? 0, rows: rows.map(({ soon: _soon, ...row }) => row) };
});
