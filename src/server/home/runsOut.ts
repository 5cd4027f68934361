/** Goods of hubs that run out first, by the shared computation of days left (decision 0530). Goods that nobody takes never run out and are not listed. */
import { sql } from 'kysely';
import { RUNS_OUT_ROWS, type RunsOut, runsOut } from '#contract/home/homeCalls.ts';
import { SOON_DAYS } from '#domain/cover.ts';
import { handle } from '../calls/handler.ts';
import { coverOf } from '../stock/coverSql.ts';
import { hubOf } from '../stock/hubScope.ts';
import { hubWarehouses } from './scope.ts';

type Row = RunsOut['rows'][number] & { soon: number };

export const runsOutHandler = handle(runsOut, async ({ seller_id }, ctx) => {
  const warehouses = await hubWarehouses(ctx, await hubOf(ctx, seller_id));
  if (warehouses.length === 0) return { soon: 0, rows: [] };
  const hubs = await ctx.db.selectFrom('warehouse').select('parent').where('_id', 'in', warehouses).execute();
  const reckoned = coverOf(
    ctx.now,
    warehouses,
    hubs.map(({ parent }) => parent),
    true,
  );
  const { rows } = await sql<Row>`
    with ${reckoned}, ends as (
      -- A sum of both, because the planner may read cover once for each line of a join.
      select warehouse_id, product_id, held as quantity, days_left::int4 as days_left, max(order_cases) as order_cases from (
        select paced.warehouse_id, paced.product_id, paced.held, (paced.held * paced.days / paced.gone)::int8 as days_left, 0 as order_cases
        from paced join product p on p._id = paced.product_id and p.status = 'active' and p.deleted_at is null
        union all select warehouse_id, product_id, held, days_left, order_cases from cover
      ) lines group by 1, 2, 3, 4
    )
    select ends.product_id, p.name, b.name as brand, (select path from upload where _id = p.upload_id) as picture, ends.warehouse_id,
      w.owner_name as owner, ends.quantity, p.case_count, ends.days_left, ends.order_cases, ends.soon
    from (select *, count(*) filter (where days_left < ${SOON_DAYS}) over () as soon from ends
        order by order_cases > 0 desc, days_left, warehouse_id, product_id limit ${RUNS_OUT_ROWS}) ends
      join product p on p._id = ends.product_id join brand b on b._id = p.brand_id join warehouse w on w._id = ends.warehouse_id
    order by ends.order_cases > 0 desc, ends.days_left, p.name_key, ends.warehouse_id`.execute(ctx.db);
  return { soon: rows[0]?.soon ?? 0, rows: rows.map(({ soon: _soon, ...row }) => row) };
});
